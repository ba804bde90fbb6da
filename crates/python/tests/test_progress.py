"""Progress, of everything that takes long."""

import pytest

import tetrarium
from tetrarium import Experiment, Progress

EXPERIMENT = """
schema = 1
name = "progress"
rules = { board = "8x8" }
rating = { features = ["holes", "landing-height"] }
optimiser.cross-entropy = { population = 20, rho = 0.2 }
fitness = { games = 10 }
budget = { generations = 6 }
"""


def low(view):
    return 0


#: Things that take long enough for a report, and how they are called.
CALLS = {
    "measure": lambda tell, _: tetrarium.measure("bcts", board="10x10", games=900, progress=tell),
    "function": lambda tell, _: tetrarium.measure(low, board="10x20", games=400, progress=tell),
    "estimate": lambda tell, _: tetrarium.estimate("bcts", board="10x12", progress=tell),
    "compare": lambda tell, _: tetrarium.compare(
        ["bcts", "dt-10"], board="10x10", games=500, progress=tell
    ),
    "decide": lambda tell, _: tetrarium.compare(
        ["bcts", "bcts"], board="10x10", until_decided=True, budget=10_000_000, progress=tell
    ),
    "train": lambda tell, folder: tetrarium.train(
        Experiment.from_toml(EXPERIMENT), out=folder / "run", progress=tell
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_progress_is_told_and_its_exception_is_raised(name, tmp_path):
    """The exception comes at the first report, so that the test takes no longer than that."""
    told = []

    def tell(progress):
        told.append(progress)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        CALLS[name](tell, tmp_path)
    assert len(told) == 1
    assert isinstance(told[0], Progress) and 0 <= told[0].share <= 1


def test_progress_grows():
    told = []
    tetrarium.measure("bcts", board="10x10", games=300, progress=told.append)
    assert told and [one.moves for one in told] == sorted(one.moves for one in told)
    for wrong in (3, "print"):
        with pytest.raises(ValueError, match="progress can be a function"):
            tetrarium.measure("bcts", games=1, progress=wrong)
