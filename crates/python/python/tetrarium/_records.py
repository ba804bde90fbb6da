"""Records: what was found, as lines of JSON that the command writes and reads too."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

from . import _core, _tables

R = TypeVar("R", bound="Record")


class Record:
    """A record: a line of JSON that says what it is.

    Two records are equal if they say the same, whatever program made them.
    """

    kind: ClassVar[str] = ""
    _line: str

    def __init__(self, line: str) -> None:
        found = _core.read_records(line)
        kinds = [kind for kind, _ in found]
        if kinds != [self.kind]:
            what = " and ".join(f"`{kind}`" for kind in kinds) or "nothing"
            raise ValueError(f"one record of the kind `{self.kind}` was expected, not {what}")
        self._take(found[0][1])

    def _take(self, line: str) -> None:
        self._line = line

    @cached_property
    def _fields(self) -> dict[str, Any]:
        """The fields, which are not to be changed; they are read when they are asked for."""
        return self.to_dict()

    @classmethod
    def _of(cls: type[R], line: str) -> R:
        """A record that the compiled half has written."""
        record = cls.__new__(cls)
        record._take(line)
        return record

    @classmethod
    def from_json(cls: type[R], text: str) -> R:
        """Reads a record from a line of JSON."""
        return cls(text)

    def to_json(self) -> str:
        """The record as a line of JSON."""
        return self._line

    def to_dict(self) -> dict[str, Any]:
        """The record as a dictionary, which is a copy."""
        fields: dict[str, Any] = json.loads(self._line)
        return fields

    def __getitem__(self, name: str) -> Any:
        return self.to_dict()[name]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._said() == other._said()

    def __hash__(self) -> int:
        return hash(json.dumps(self._said(), sort_keys=True))

    def _said(self) -> dict[str, Any]:
        return {name: value for name, value in self._fields.items() if name != "made"}

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._line,))


def interval_of(fields: dict[str, Any] | None) -> tuple[float, float]:
    """The bounds of an interval; a bound that does not exist is infinite."""
    if fields is None:
        return (0.0, math.inf)
    low, high = fields["low"], fields["high"]
    return (float(low), math.inf if high is None else float(high))


class Mean(Record):
    """What was found of an agent's mean: a measurement by games, or an estimate by climbs."""

    @property
    def controller(self) -> str:
        """The name of the controller or agent."""
        return str(self._fields["controller"])

    @property
    def search(self) -> str:
        """How the controller's ratings become a move; `agent` for any other agent."""
        return str(self._fields["search"])

    @property
    def rules(self) -> dict[str, str]:
        """The settings of the rules."""
        return dict(self._fields["rules"])

    @property
    def seed(self) -> int:
        """The seed of the pieces."""
        return int(self._fields["seed"])

    @property
    def fingerprint(self) -> str | None:
        """What decides which records are of the same agent under the same rules."""
        identity = self._fields.get("identity")
        return None if identity is None else str(identity["fingerprint"])

    @property
    def mean(self) -> float | None:
        """The mean; none if no game was lost, or if games were cut too early."""
        mean = self._fields["mean"]
        return None if mean is None else float(mean)

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the 95 % interval of the mean."""
        return interval_of(self._fields["interval"])

    @property
    def caveats(self) -> list[str]:
        """What must be said with the mean: a name and a sentence each."""
        return _core.caveat_sentences(self._line)

    @property
    def moves(self) -> int:
        """The moves that were made."""
        raise NotImplementedError

    @property
    def amount(self) -> str:
        """How it was measured, in words."""
        raise NotImplementedError

    def __str__(self) -> str:
        low, high = self.interval
        mean = "unknown" if self.mean is None else f"{self.mean:,.1f}"
        bounds = f"from {low:,.1f}" + ("" if math.isinf(high) else f" to {high:,.1f}")
        text = f"{self.controller}: mean {mean}, 95 % interval {bounds}, {self.amount}"
        return "\n  ".join([text, *self.caveats])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.controller}: mean {self.mean}>"


class Measurement(Mean):
    """The mean score of an agent's games, with its interval and its caveats."""

    kind = "measurement"

    @property
    def games(self) -> int:
        """The games played, those that were cut short included."""
        return int(self._fields["games"]["finished"]) + int(self._fields["games"]["cut"])

    @property
    def lost(self) -> int:
        """The games played to their ends."""
        return int(self._fields["games"]["finished"])

    @property
    def lines(self) -> int:
        """The lines cleared in all games."""
        return int(self._fields["tally"]["lines"])

    @property
    def moves(self) -> int:
        return int(self._fields["tally"]["pieces"])

    @property
    def reward(self) -> int:
        """The points in all games, by the rules' reward table."""
        return int(self._fields["reward"])

    @property
    def scores(self) -> npt.NDArray[np.uint64] | None:
        """The score of each game, in game order, if scores were kept (`scores=True`)."""
        scores = self._fields.get("scores")
        return None if scores is None else np.array(scores, dtype=np.uint64)

    @property
    def method(self) -> str:
        """How the interval was computed."""
        return str(self._fields["method"])

    @property
    def amount(self) -> str:
        return f"{self.games:,} games"


class Estimate(Mean):
    """The mean score of an agent, estimated by splitting."""

    kind = "estimate"

    @property
    def climbs(self) -> int:
        """The climbs from each level, in each repeat."""
        return int(self._fields["settings"]["climbs"])

    @property
    def repeats(self) -> int:
        """The independent repeats, which give the interval."""
        return len(self._fields["repeats"])

    @property
    def moves(self) -> int:
        return int(self._fields["moves"])

    @property
    def amount(self) -> str:
        return f"{self.climbs:,} climbs × {self.repeats}"


class Comparison(Record):
    """Which of several agents is better, and how certain that is."""

    kind = "comparison"

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row an agent, the greatest mean first."""
        return list(self.to_dict()["rows"])

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """All pairs, the better of the two first: places among `rows`, ratio and interval."""
        return list(self.to_dict()["pairs"])

    @property
    def decision(self) -> dict[str, Any] | None:
        """How a comparison until decided ended."""
        decision: dict[str, Any] | None = self.to_dict().get("decision")
        return decision

    @property
    def labels(self) -> list[str]:
        """What people call the rows."""
        return _core.comparison_words(self._line)[1]

    @property
    def statements(self) -> list[str]:
        """What the comparison says, in sentences."""
        return _core.comparison_words(self._line)[0]

    def __str__(self) -> str:
        return "\n".join(self.statements)

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.labels)}>"


class OtherRecord(Record):
    """A record that has no class of its own: a generation of a run, a row of a tournament."""

    def __init__(self, line: str) -> None:
        ((_, text),) = _core.read_records(line)
        self._take(text)


class Records(list[Any]):
    """Records, in order."""

    def to_json(self) -> str:
        """The records as lines of JSON."""
        return "".join(f"{record.to_json()}\n" for record in self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the records as lines of JSON, which the command reads too."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_json())

    def to_pandas(self) -> Any:
        """A table of pandas with a row for each record, if pandas is there."""
        return _tables.pandas_table(self)

    def to_polars(self) -> Any:
        """A table of polars with a row for each record, if polars is there."""
        return _tables.polars_table(self)

    def __str__(self) -> str:
        return "\n".join(str(record) for record in self)


_KINDS: dict[str, type[Record]] = {
    kind.kind: kind for kind in (Measurement, Estimate, Comparison)
}


def register(kind: type[R]) -> type[R]:
    """Makes a class known that holds records of its kind."""
    _KINDS[kind.kind] = kind
    return kind


def records_of(lines: Iterable[tuple[str, str]]) -> Records:
    """Records of checked lines."""
    return Records(_KINDS.get(kind, OtherRecord)._of(line) for kind, line in lines)


def from_json(text: str) -> Records:
    """Reads records from lines of JSON; blank lines are passed over."""
    return records_of(_core.read_records(text))


def load(path: str | os.PathLike[str]) -> Records:
    """Reads a file of records, as the command's `--json` writes them."""
    with open(path, encoding="utf-8") as file:
        return from_json(file.read())
