"""How far playing has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """How far playing has come, in games still running too."""

    #: Which part of the whole is done, about, from 0 to 1.
    share: float
    #: Games ended; of an estimate, repeats.
    games: int
    #: Moves made.
    moves: int
    #: Lines.
    lines: int
    #: Games lost.
    deaths: int


#: A function that is told how far playing has come.
ProgressListener = Callable[[Progress], object]


def listener(progress: ProgressListener | None) -> Callable[..., None] | None:
    """The function as the compiled half calls it."""
    if progress is None:
        return None
    if not callable(progress):
        raise ValueError(f"progress = {progress!r} is not possible: progress can be a function")

    def listen(share: float, games: int, moves: int, lines: int, deaths: int) -> None:
        progress(Progress(share, games, moves, lines, deaths))

    return listen
