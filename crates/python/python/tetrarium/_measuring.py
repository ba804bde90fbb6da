"""Measuring, estimating and comparing agents."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any

from . import _checks, _core
from ._agents import AgentLike, Setting, ready
from ._core import Called, Player, Rules
from ._errors import ended_early
from ._progress import ProgressListener, listener
from ._records import Comparison, Estimate, Mean, Measurement, Records, records_of
from .cluster import Cluster, workers_of

#: The limit of moves of each agent in a comparison until decided, unless another is given.
USUAL_BUDGET = 1_000_000_000


def _order(maker: str, given: dict[str, Any]) -> dict[str, Any]:
    """The order of some options, checked."""
    whole = _checks.whole_or_none
    order: dict[str, Any] = {
        "maker": maker,
        "first": whole("first", given.get("first")) or 0,
        "games": whole("games", given.get("games"), 1),
        "max_pieces": whole("max_pieces", given.get("max_pieces"), 1),
        "placements": whole("placements", given.get("placements"), 1),
        "precision": _checks.positive_or_none("precision", given.get("precision")),
        "abreast": whole("abreast", given.get("abreast"), 1),
        "climbs": whole("climbs", given.get("climbs")),
        "repeats": whole("repeats", given.get("repeats")),
        "danger": given.get("danger"),
        "budget": whole("budget", given.get("budget"), 1),
        "seconds": _checks.positive_or_none("seconds", given.get("seconds")),
        "seed": _checks.whole("seed", given.get("seed")),
        "scores": bool(given.get("scores")),
        "heights": bool(given.get("heights")),
        "threads": whole("threads", given.get("threads"), 1),
        "cluster": workers_of(given.get("cluster")),
        "progress": listener(given.get("progress")),
        "thread": threading.get_ident(),
    }
    order["amount"] = _amount(order, given)
    return order


def _amount(order: dict[str, Any], given: dict[str, Any]) -> str:
    """How the mean is measured: by games, by climbs, or by what takes less."""
    by = given.get("by")
    if by not in (None, "games", "climbs"):
        raise ValueError(f"by = {by!r} is not possible: by can be 'games' or 'climbs'")
    of_climbs = [name for name in ("climbs", "repeats", "danger") if order[name] is not None]
    of_games = [
        name
        for name in ("games", "max_pieces", "placements", "abreast", "budget", "seconds")
        if order[name] is not None
    ]
    of_games += [name for name in ("scores", "heights") if order[name]]
    of_games += ["first"] if given.get("first") is not None else []
    for one, other in [
        ("games", "precision"),
        ("max_pieces", "precision"),
        ("placements", "precision"),
        ("max_pieces", "placements"),
        ("budget", "placements"),
        ("budget", "seconds"),
    ]:
        if order[one] is not None and order[other] is not None:
            raise ValueError(f"`{one}` and `{other}` exclude each other")
    if order["abreast"] is not None and order["precision"] is None:
        raise ValueError("`abreast` goes with `precision`: it says how that is reached")
    by_climbs, by_games = by == "climbs" or of_climbs, by == "games" or of_games
    if by_climbs and by_games:
        raise ValueError(
            "options of climbs (climbs, repeats, danger, by='climbs') and options of games (games, "
            "first, abreast, budget, seconds, max_pieces, placements, scores, heights, "
            "by='games') exclude each other"
        )
    return "climbs" if by_climbs else "games" if by_games else "chosen"


def _carried_out(agents: Sequence[Player | Called], order: dict[str, Any]) -> Records:
    """The records of an order; an exception with those that there are if it ends early."""
    lines, failure = _core.carry_out(list(agents), order)
    records = records_of(_core.read_records("\n".join(lines)))
    if failure is not None:
        raise ended_early(*failure, records)
    return records


def _all_ready(
    agents: Iterable[AgentLike],
    rules: Rules | str | None,
    search: str | None,
    settings: dict[str, Setting],
) -> list[Player | Called]:
    if isinstance(agents, str):
        raise ValueError(f"a list of agents was expected, not {agents!r}")
    found = [ready(agent, rules, search, settings) for agent in agents]
    if not found:
        raise ValueError("there is no agent to measure")
    return found


def measure_each(
    agents: Iterable[AgentLike],
    *,
    games: int | None = None,
    precision: float | None = None,
    by: str | None = None,
    climbs: int | None = None,
    repeats: int | None = None,
    danger: str | None = None,
    abreast: int | None = None,
    budget: int | None = None,
    seconds: float | None = None,
    first: int | None = None,
    seed: int = 1,
    max_pieces: int | None = None,
    placements: int | None = None,
    scores: bool = False,
    heights: bool = False,
    threads: int | None = None,
    cluster: Cluster | None = None,
    progress: ProgressListener | None = None,
    search: str | None = None,
    rules: Rules | str | None = None,
    **settings: Setting,
) -> Records:
    """Measures several agents, one after the other, as `measure` does one."""
    given = {name: value for name, value in locals().items() if name in _OPTIONS}
    order = _order("measure", given)
    return _carried_out(_all_ready(agents, rules, search, settings), order)


_OPTIONS = frozenset(
    "games precision by climbs repeats danger abreast budget seconds first seed max_pieces "
    "placements scores heights threads cluster progress".split()
)


def measure(
    agent: AgentLike,
    *,
    games: int | None = None,
    precision: float | None = None,
    by: str | None = None,
    climbs: int | None = None,
    repeats: int | None = None,
    danger: str | None = None,
    abreast: int | None = None,
    budget: int | None = None,
    seconds: float | None = None,
    first: int | None = None,
    seed: int = 1,
    max_pieces: int | None = None,
    placements: int | None = None,
    scores: bool = False,
    heights: bool = False,
    threads: int | None = None,
    cluster: Cluster | None = None,
    progress: ProgressListener | None = None,
    search: str | None = None,
    rules: Rules | str | None = None,
    **settings: Setting,
) -> Measurement | Estimate:
    """Measures an agent: its mean number of lines with a 95 % interval.

    An agent is the name of a controller, a controller's file, a `Controller`, or a function that
    chooses placements (see `Agent`). The rules are keywords: `board="10x10"`, `visible=2`.

    Without an amount this plays 100 games, or splits if those would take too many moves, as the
    command `eval` does. The games and the record are the command's.

    - `games`: how many are played; `first` is the number of the first.
    - `precision`: instead, go on until the interval is this narrow, 0.05 for ±5 %.
    - `by`: "games" or "climbs" (splitting); `climbs`, `repeats` and `danger` are of splitting.
    - `budget`: the most moves of all games together; `seconds`: the most time.
    - `max_pieces`: games are cut after so many pieces. `placements`: points over so many
      placements are measured, and lost games go on with an empty board.
    - `scores`: keep the score of each game. `heights`: count the heights of the pile.
    - `threads`: of this machine; or `cluster`: who plays instead (`tetrarium.cluster.Cluster`).
      Neither changes the result.
    - `progress` is called now and then with a `Progress`.
    """
    given = {name: value for name, value in locals().items() if name in _OPTIONS}
    order = _order("measure", given)
    (found,) = _carried_out([ready(agent, rules, search, settings)], order)
    assert isinstance(found, (Measurement, Estimate))
    return found


def estimate_each(
    agents: Iterable[AgentLike],
    *,
    climbs: int | None = None,
    repeats: int | None = None,
    danger: str | None = None,
    precision: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    cluster: Cluster | None = None,
    progress: ProgressListener | None = None,
    search: str | None = None,
    rules: Rules | str | None = None,
    **settings: Setting,
) -> Records:
    """Estimates the means of several agents, one after the other."""
    given = {name: value for name, value in locals().items() if name in _OPTIONS}
    order = _order("estimate", {**given, "by": "climbs"})
    return _carried_out(_all_ready(agents, rules, search, settings), order)


def estimate(
    agent: AgentLike,
    *,
    climbs: int | None = None,
    repeats: int | None = None,
    danger: str | None = None,
    precision: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    cluster: Cluster | None = None,
    progress: ProgressListener | None = None,
    search: str | None = None,
    rules: Rules | str | None = None,
    **settings: Setting,
) -> Estimate:
    """Estimates the mean of an agent whose games are too long to be played, by splitting.

    - `climbs`: climbs from each level in each repeat, 4000 unless given.
    - `repeats`: independent repeats, which give the interval, 16 unless given.
    - `danger`: "pile", "cover" or "height".
    - `precision`: repeats are added until the interval is this narrow.
    """
    given = {name: value for name, value in locals().items() if name in _OPTIONS}
    order = _order("estimate", {**given, "by": "climbs"})
    (found,) = _carried_out([ready(agent, rules, search, settings)], order)
    assert isinstance(found, Estimate)
    return found


class Compared(Records):
    """What was measured of each agent, and their comparison."""

    #: The comparison.
    comparison: Comparison

    @property
    def statements(self) -> list[str]:
        """What the comparison says, in sentences."""
        return self.comparison.statements

    def __str__(self) -> str:
        return f"{super().__str__()}\n{self.comparison}"


def compare_records(records: Iterable[Mean]) -> Comparison:
    """Compares means that were measured before, of the same game."""
    lines = "\n".join(record.to_json() for record in records)
    return Comparison._of(_core.compare_records(lines, "compare"))


def compare(
    agents: Iterable[AgentLike],
    *,
    until_decided: bool = False,
    error: float = 0.05,
    games: int | None = None,
    precision: float | None = None,
    by: str | None = None,
    climbs: int | None = None,
    repeats: int | None = None,
    danger: str | None = None,
    budget: int | None = None,
    seconds: float | None = None,
    first: int | None = None,
    seed: int = 1,
    max_pieces: int | None = None,
    threads: int | None = None,
    cluster: Cluster | None = None,
    progress: ProgressListener | None = None,
    search: str | None = None,
    rules: Rules | str | None = None,
    **settings: Setting,
) -> Compared:
    """Measures agents as `measure` does, and says which is better and how certain that is.

    With `until_decided` two agents play until it is clear which is better. Such a test decides
    between equally good agents at most `error` of the time, and ends undecided when `budget` (a
    billion moves each unless given) or `seconds` are spent.
    """
    given = {name: value for name, value in locals().items() if name in _OPTIONS}
    found = _all_ready(agents, rules, search, settings)
    if len(found) < 2:
        raise ValueError("a comparison needs at least two agents")
    _core.check_comparable(list(found))
    order = _order("compare", given)
    if not until_decided:
        records = _carried_out(found, order)
        compared = Compared(records)
        compared.comparison = compare_records(records)
        return compared
    return _decided(found, order, given, error)


def _decided(
    agents: list[Player | Called], order: dict[str, Any], given: dict[str, Any], error: float
) -> Compared:
    if order["cluster"] is not None:
        raise ValueError("`cluster` does not go with `until_decided`, which plays on this machine")
    refused = {"budget", "seconds", "first", "seed", "threads", "progress"}
    unfit = [name for name, value in given.items() if value is not None and name not in refused]
    unfit = [name for name in unfit if name not in ("scores", "heights")]
    if unfit:
        raise ValueError(f"`{unfit[0]}` does not go with `until_decided`, which plays whole games")
    if order["budget"] is None and order["seconds"] is None:
        order["budget"] = USUAL_BUDGET
    lines, failure = _core.decide(list(agents), order, _checks.positive("error", error))
    *answers, comparison = records_of(_core.read_records("\n".join(lines)))
    compared = Compared(answers)
    compared.comparison = comparison
    if failure is not None:
        raise ended_early(*failure, compared)
    return compared


def merge(records: Iterable[Mean]) -> Measurement | Estimate:
    """Merges measurements of separate games of one agent, or estimates of different seeds."""
    lines = "\n".join(record.to_json() for record in records)
    (merged,) = records_of(_core.read_records(_core.merge_records(lines, "merge")))
    assert isinstance(merged, (Measurement, Estimate))
    return merged
