"""How values of the compiled half are made again by pickle."""

from __future__ import annotations

from collections.abc import Mapping

from ._core import Rules


def rules(name: str | None, settings: Mapping[str, str]) -> Rules:
    """The rules of a rule set with settings."""
    return Rules(name, **settings)
