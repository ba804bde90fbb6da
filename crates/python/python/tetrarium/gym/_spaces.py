"""What the environments have in common: settings, spaces and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .._agents import find_rules
from .._core import ManyGames, OneGame, Rules

#: The modes in which environments are drawn.
MODES = ("ansi", "rgb_array")
#: The side of a cell in a picture, in pixels.
CELL = 12


def settings_of(
    observation: str,
    features: str | Sequence[str] | None,
    reward: str,
    illegal: str,
    max_episode_steps: int | None = None,
) -> dict[str, Any]:
    """The settings of the compiled half."""
    return {
        "observation": observation,
        "features": features,
        "reward": reward,
        "illegal": illegal,
        "most_steps": max_episode_steps,
    }


def rules_of(
    rules: Rules | str | None, score: Sequence[int] | str | None, settings: Mapping[str, Any]
) -> Rules:
    """The rules of an environment; `score` is their reward table."""
    found = find_rules(rules, settings)
    return found if score is None else found.but(reward=score)


def observation_space(games: OneGame | ManyGames, key: str, rules: Rules) -> spaces.Dict:
    """The space of observations of one game."""
    shape, is_cells = games.shape()
    seen: spaces.Box
    if is_cells:
        seen = spaces.Box(0, 1, tuple(shape), np.uint8)
    else:
        seen = spaces.Box(-np.inf, np.inf, tuple(shape), np.float32)
    parts: dict[str, spaces.Space[Any]] = {key: seen, "piece": spaces.Discrete(7)}
    if rules.visible > 1:
        parts["next"] = spaces.Discrete(8)
    return spaces.Dict(parts)


def check_mode(mode: str | None) -> str | None:
    """A mode in which environments are drawn."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode = {mode!r} is not possible: it can be {' or '.join(MODES)}")
    return mode


def drawn(picture: str, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """A board as text or as an image of (H · 12, W · 12, 3) bytes."""
    if mode != "rgb_array":
        return picture if mode == "ansi" else None
    rows = [line.strip("|") for line in picture.splitlines() if "|" in line]
    full = np.array([[cell not in " ." for cell in row] for row in rows])
    image = np.full((*full.shape, CELL, CELL, 3), 24, dtype=np.uint8)
    image[full, 1:, 1:] = (70, 130, 200)
    image[~full, 1:, 1:] = (40, 40, 40)
    height, width = full.shape
    return image.transpose(0, 2, 1, 3, 4).reshape(height * CELL, width * CELL, 3)
