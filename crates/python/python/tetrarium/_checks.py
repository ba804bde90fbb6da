"""Numbers that callers give."""

from __future__ import annotations

import math
import operator

MOST = 2**64 - 1


def whole(name: str, value: object, least: int = 0, most: int = MOST) -> int:
    """A whole number within bounds."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if isinstance(value, bool) or not least <= number <= most:
        until = "" if most == MOST else f" to {most:,}"
        raise ValueError(
            f"{name} = {value!r} is not possible: {name} can be a whole number from {least}{until}"
        )
    return number


def whole_or_none(name: str, value: object, least: int = 0) -> int | None:
    """A whole number within bounds, or nothing."""
    return None if value is None else whole(name, value, least)


def positive(name: str, value: object) -> float:
    """A number above 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        number = math.nan
    else:
        number = float(value)
    if not (0 < number < 1e9):
        raise ValueError(f"{name} = {value!r} is not possible: {name} can be a number above 0")
    return number


def positive_or_none(name: str, value: object) -> float | None:
    """A number above 0, or nothing."""
    return None if value is None else positive(name, value)
