"""One game as an environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .._core import OneGame, Rules
from . import _spaces


class TetrisEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game of Tetris in which an action is a placement.

    - `observation`: "board" (cells), "features" (of the board, named by `features`), or
      "afterstates" (the cells of the board after each action, or the features of each move). The
      piece stands beside it, and the next one if `visible=2` (7 where there is none).
    - `reward`: "lines", "score" (points by the table of `score`, for example (1, 3, 7, 13)) or
      "survival" (1 for each move after which the game goes on).
    - `illegal`: what an action does that is no placement of the piece: it "ends" the game,
      "skips" (nothing happens), or "raises".
    - `rules` and all settings of the rules: `board="10x10"`, `pieces="bag"`, `visible=2`.

    `reset(seed=s)` begins game 0 of seed `s`, with the pieces that the game has everywhere in
    tetrarium; each `reset()` after that begins the next game of the seed.
    `reset(options={"number": n})` begins game `n`.
    """

    metadata: dict[str, Any] = {"render_modes": list(_spaces.MODES), "render_fps": 10}

    def __init__(
        self,
        *,
        observation: str = "board",
        features: str | Sequence[str] | None = None,
        reward: str = "lines",
        score: Sequence[int] | str | None = None,
        illegal: str = "ends",
        render_mode: str | None = None,
        rules: Rules | str | None = None,
        **settings: Any,
    ) -> None:
        self.rules = _spaces.rules_of(rules, score, settings)
        given = _spaces.settings_of(observation, features, reward, illegal)
        self._games = OneGame(self.rules, given)
        self.render_mode = _spaces.check_mode(render_mode)
        self.action_space = spaces.Discrete(4 * self.rules.width)
        self.observation_space = _spaces.observation_space(
            self._games, observation, self.rules
        )
        self._begun = False
        # A step is one call of the compiled half.
        self.step = self._games.step  # type: ignore[method-assign]

    def step(
        self, action: np.int64
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Places the piece."""
        return self._games.step(action)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game."""
        super().reset(seed=seed)
        last, number = self._games.game
        if seed is not None:
            last, number = seed, 0
        elif not self._begun:
            last, number = int(self.np_random.integers(2**62)), 0
        else:
            number += 1
        self._begun = True
        if options and "number" in options:
            number = int(options["number"])
        return self._games.reset(last, number)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are placements of the piece, as sb3-contrib asks for them."""
        return self._games.action_mask().astype(np.bool_)

    def render(self) -> Any:
        """The board as text or as an image."""
        return _spaces.drawn(str(self._games), self.render_mode)
