"""Records as tables of pandas or polars, where those are installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any


def wanted(module: str) -> Any:
    """A module that is not always there."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise ImportError(f"{name} is not installed: pip install {name}") from None


def row(record: Any) -> dict[str, Any]:
    """A record as a flat row."""
    flat: dict[str, Any] = {}
    _flatten("", record.to_dict(), flat)
    return flat


def _flatten(prefix: str, fields: dict[str, Any], flat: dict[str, Any]) -> None:
    for name, value in fields.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{name}.", value, flat)
        elif not isinstance(value, list):
            flat[f"{prefix}{name}"] = value


def rows(records: Iterable[Any]) -> list[dict[str, Any]]:
    """Records as flat rows, which all have the same columns."""
    found = [row(record) for record in records]
    names = list(dict.fromkeys(name for one in found for name in one))
    return [{name: one.get(name) for name in names} for one in found]


def pandas_table(records: Iterable[Any]) -> Any:
    """Records as a table of pandas; fields within fields have names such as `interval.low`."""
    return wanted("pandas").DataFrame(rows(records))


def polars_table(records: Iterable[Any]) -> Any:
    """Records as a table of polars; fields within fields have names such as `interval.low`."""
    return wanted("polars").DataFrame(rows(records), infer_schema_length=None)
