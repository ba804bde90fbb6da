"""Many games as one environment, all stepped in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .. import _checks
from .._core import ManyGames, Rules
from . import _spaces

_WORDS = {
    AutoresetMode.NEXT_STEP: "next",
    AutoresetMode.SAME_STEP: "same",
    AutoresetMode.DISABLED: "disabled",
}


class TetrisVectorEnv(VectorEnv[dict[str, Any], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games of Tetris, stepped at once: `TetrisEnv` in each place, with the same settings.

    `autoreset_mode` is Gymnasium's: a game that ended begins again at the next step ("NextStep"),
    at once with the last observation in `info["final_obs"]` ("SameStep"), or when it is reset with
    `options={"reset_mask": mask}` ("Disabled"). `reset(seed=s)` gives place `i` the seed `s + i`.
    """

    metadata: dict[str, Any] = {"render_modes": list(_spaces.MODES), "render_fps": 10}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        observation: str = "board",
        features: str | Sequence[str] | None = None,
        reward: str = "lines",
        score: Sequence[int] | str | None = None,
        illegal: str = "ends",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        rules: Rules | str | None = None,
        **settings: Any,
    ) -> None:
        self.num_envs = _checks.whole("num_envs", num_envs, 1, 1 << 24)
        self.rules = _spaces.rules_of(rules, score, settings)
        given = _spaces.settings_of(observation, features, reward, illegal, max_episode_steps)
        self._games = ManyGames(self.rules, given, self.num_envs)
        self._key = observation
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self._mode = _WORDS[self.autoreset_mode]
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = _spaces.check_mode(render_mode)
        self.single_observation_space = _spaces.observation_space(
            self._games, observation, self.rules
        )
        self.single_action_space = spaces.Discrete(4 * self.rules.width)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._begun = False
        self._all = np.ones(self.num_envs, dtype=np.bool_)
        self._all.flags.writeable = False

    def _observation(self, seen: Any) -> dict[str, Any]:
        board, piece, following = seen
        observation = {self._key: board, "piece": piece}
        if following is not None:
            observation["next"] = following
        return observation

    def _told(self, info: dict[str, Any], whose: npt.NDArray[np.bool_]) -> dict[str, Any]:
        info["_action_mask"] = info["_lines"] = info["_pieces"] = whose
        return info

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + place for place in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(
                f"{self.num_envs} seeds were expected, one for each game, not {len(seed)}"
            )
        return list(seed)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins the games, or with `options={"reset_mask": mask}` those of the mask."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        whose = self._all
        if options and "reset_mask" in options:
            whose = np.asarray(options["reset_mask"])
            if whose.dtype != np.bool_ or whose.shape != (self.num_envs,):
                raise ValueError(
                    f"a reset_mask is an array of bool with shape ({self.num_envs},), not "
                    f"{whose.dtype} with shape {whose.shape}"
                )
        games: list[tuple[int, int] | None] = []
        for place, (one, last) in enumerate(zip(self._seeds(seed), self._games.games)):
            if not whose[place]:
                games.append(None)
            elif one is not None:
                games.append((one, 0))
            elif self._begun:
                games.append((last[0], last[1] + 1))
            else:
                games.append((int(self.np_random.integers(2**62)), 0))
        self._begun = True
        seen, info = self._games.reset(games)
        return self._observation(seen), self._told(info, whose)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        dict[str, Any],
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Places a piece in each game."""
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {actions.dtype}")
        if actions.shape != (self.num_envs,):
            raise ValueError(
                f"actions have the shape ({self.num_envs},), one for each game, not "
                f"{actions.shape}"
            )
        actions = actions.astype(np.int64, copy=False)
        seen, rewards, terminated, truncated, info, finals = self._games.step(actions, self._mode)
        info = self._told(info, self._all)
        if finals:
            lasts: dict[str, Any] = {}
            for place, observation, of_last in finals:
                last = {"final_obs": observation, "final_info": of_last}
                lasts = self._add_info(lasts, last, place)
            info = {**lasts, **info}
        return self._observation(seen), rewards, terminated, truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are placements in each game: (N, 4 · W)."""
        return self._games.action_masks().astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """The boards as texts or as images."""
        if self.render_mode is None:
            return None
        return tuple(_spaces.drawn(one, self.render_mode) for one in self._games.pictures())
