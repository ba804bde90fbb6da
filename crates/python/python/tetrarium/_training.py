"""Training: experiments, their runs, and optimisers by ask and tell."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Union

from . import _checks, _core, _tables
from ._core import Controller, Experiment
from ._errors import Interrupted
from ._progress import ProgressListener, listener
from ._records import Records, from_json
from .cluster import Cluster, workers_of

#: An experiment, its name, or its file.
ExperimentLike = Union[str, "os.PathLike[str]", Experiment]


class Run:
    """A run: the folder in which an experiment was carried out. Whatever wrote it, command or
    package, the other reads it."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        if not (self.folder / "experiment.toml").is_file():
            raise ValueError(f"{self.folder} is no run: it has no experiment.toml")
        #: Why training ended, if this is known.
        self.why: str | None = None

    @property
    def finished(self) -> bool:
        """Whether it has its controller and its measurements."""
        text = self._text("checkpoint.json")
        return bool(text and json.loads(text).get("state", {}).get("finished", False))

    @property
    def controller(self) -> Controller:
        """The controller that it came to."""
        path = self.folder / "controller.toml"
        if not path.is_file():
            raise ValueError(f"{self.folder} has no controller yet: resume the run")
        return Controller.from_file(path)

    @property
    def generations(self) -> Records:
        """Its generations, or iterations of a learner, in order."""
        return from_json(self._text("generations.jsonl"))

    @property
    def measurements(self) -> Records:
        """What was measured of its controller, and of others beside it, on fresh seeds."""
        return from_json(self._text("measurements.jsonl"))

    def to_pandas(self) -> Any:
        """Its generations as a table of pandas."""
        return _tables.pandas_table(self.generations)

    def to_polars(self) -> Any:
        """Its generations as a table of polars."""
        return _tables.polars_table(self.generations)

    def _text(self, name: str) -> str:
        path = self.folder / name
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def __repr__(self) -> str:
        return f"<Run in {self.folder}>"


def find_experiment(experiment: ExperimentLike) -> Experiment:
    """An experiment by its name or its file."""
    if isinstance(experiment, Experiment):
        return experiment
    text = os.fspath(experiment)
    is_file = not isinstance(experiment, str) or "/" in text or text.endswith(".toml")
    return Experiment.from_file(text) if is_file else Experiment.named(text)


def train(
    experiment: ExperimentLike | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    cluster: Cluster | None = None,
    progress: ProgressListener | None = None,
    on_generation: Callable[[dict[str, Any]], object] | None = None,
) -> Run:
    """Trains a controller: runs an experiment to its end.

    - `experiment`: a name (`experiments()` has all; "quick" unless given), a file, or an
      `Experiment`; `seed` replaces its seed.
    - `out`: the folder of the run, a new one within `runs` unless given. `resume`: instead, the
      folder of a run that is to go on.
    - `threads`: of this machine; or `cluster`: who plays and learns instead
      (`tetrarium.cluster.Cluster`). Neither changes the result.
    - `on_generation` is given each generation as it is written down. `progress` is called now and
      then with a `Progress`.

    Ctrl-C ends training after what is written down; the run can be resumed, and comes to the
    identical result.
    """
    if resume is not None and (experiment is not None or out is not None or seed is not None):
        raise ValueError("a run that is resumed has its experiment, its seed and its folder")
    found = None
    if resume is None:
        found = find_experiment("quick" if experiment is None else experiment)
        if seed is not None:
            found = found.with_seed(_checks.whole("seed", seed))

    folder, why, raised = _core.run(
        found,
        resume if resume is not None else out,
        _place(threads, cluster, progress),
        _listener(on_generation),
    )
    if raised is not None and not isinstance(raised, KeyboardInterrupt):
        raise raised
    run = Run(folder)
    run.why = why
    if why is None:
        raise Interrupted(f"training was ended early; train(resume={str(folder)!r}) goes on", [run])
    return run


def _place(
    threads: int | None, cluster: Cluster | None, progress: ProgressListener | None
) -> dict[str, Any]:
    """Where work is done, and what is told how far it has come."""
    return {
        "threads": _checks.whole_or_none("threads", threads, 1),
        "cluster": workers_of(cluster),
        "progress": listener(progress),
    }


def _listener(
    on_generation: Callable[[dict[str, Any]], object] | None,
) -> Callable[[str, str], None]:
    def listen(what: str, text: str) -> None:
        if what == "generation" and on_generation is not None:
            on_generation(json.loads(text))

    return listen


def tournament(
    experiments: Iterable[ExperimentLike],
    *,
    out: str | os.PathLike[str] = "runs/tournament",
    seeds: int = 5,
    moves: int | None = None,
    games: int = 100,
    points: int = 8,
    threads: int | None = None,
    cluster: Cluster | None = None,
    progress: ProgressListener | None = None,
    on_generation: Callable[[dict[str, Any]], object] | None = None,
) -> Records:
    """Holds a tournament: experiments with equal budgets of moves, each under several seeds.

    Returns its table, a record for each experiment, the best first; the runs are in the folder
    `out`. Called again with the same folder, it goes on where it was stopped.

    - `seeds`: each experiment is run under the seeds 1 to this number.
    - `moves`: the budget of each run, the one that all experiments have unless given.
    - `games`: of each measurement of a result. `points`: of each learning curve.
    - `threads`, `cluster`, `progress` and `on_generation` as in `train`.
    """
    if isinstance(experiments, (str, Experiment)):
        raise ValueError(f"a list of experiments was expected, not {experiments!r}")
    settings = {
        "seeds": _checks.whole("seeds", seeds, 1, 10_000),
        "moves": _checks.whole_or_none("moves", moves, 1),
        "games": _checks.whole("games", games, 1),
        "points": _checks.whole("points", points, 1, 1000),
    }
    lines, raised = _core.tournament(
        [find_experiment(one) for one in experiments],
        out,
        settings,
        _place(threads, cluster, progress),
        _listener(on_generation),
    )
    if raised is not None and not isinstance(raised, KeyboardInterrupt):
        raise raised
    if lines is None:
        raise Interrupted("the tournament was ended early; the same call goes on")
    return from_json("\n".join(lines))
