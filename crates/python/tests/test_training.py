"""Training, optimisers, tables and plots."""

import pickle
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import tetrarium
from tetrarium import Experiment, Optimiser

TINY = """
schema = 1
name = "tiny"
rules = { board = "5x6" }
rating = { features = ["holes", "landing-height"] }
optimiser.cross-entropy = { population = 10, rho = 0.2 }
fitness = { games = 2, max-pieces = 100 }
budget = { generations = 3 }
"""


def result(folder):
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.name in ("controller.toml", "generations.jsonl", "candidates.jsonl")
    }


def test_a_run(tmp_path):
    seen = []
    run = tetrarium.train(
        Experiment.from_toml(TINY), out=tmp_path / "run", on_generation=seen.append
    )
    assert run.finished and run.why
    assert [one["generation"] for one in seen] == [0, 1, 2]
    assert [one.to_dict() for one in run.generations] == seen
    assert set(run.controller.weights) == {"holes", "landing-height"}
    assert tetrarium.measure(run.controller, games=3).games == 3
    again = tetrarium.Run(tmp_path / "run")
    assert again.finished and again.controller == run.controller
    with pytest.raises(ValueError, match="is there already"):
        tetrarium.train(Experiment.from_toml(TINY), out=tmp_path / "run")


def test_the_run_is_that_of_the_command(tmp_path, command):
    (tmp_path / "tiny.toml").write_text(TINY)
    subprocess.run(
        [command, "train", "tiny.toml", "--out", "by-command"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    run = tetrarium.train(tmp_path / "tiny.toml", out=tmp_path / "by-python", threads=1)
    assert result(run.folder) == result(tmp_path / "by-command")


def test_a_run_that_a_listener_ends_goes_on_to_the_same_result(tmp_path):
    def refuse(line):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tetrarium.train(Experiment.from_toml(TINY), out=tmp_path / "ended", on_generation=refuse)
    assert not tetrarium.Run(tmp_path / "ended").finished
    run = tetrarium.train(resume=tmp_path / "ended")
    whole = tetrarium.train(Experiment.from_toml(TINY), out=tmp_path / "whole")
    assert result(run.folder) == result(whole.folder)


INTERRUPTED = """
import os, signal
import tetrarium

def interrupt(line):
    os.kill(os.getpid(), signal.SIGINT)

try:
    tetrarium.train("quick", out="run", on_generation=interrupt)
except tetrarium.Interrupted as error:
    print(error, error.results)
"""


def test_ctrl_c_ends_training_and_nothing_is_lost(tmp_path):
    text = textwrap.dedent(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert "train(resume='run') goes on" in done.stdout, done.stderr
    assert len(tetrarium.Run(tmp_path / "run").generations) >= 1


def test_experiments_have_names():
    assert "quick" in tetrarium.experiments()
    quick = Experiment.named("quick")
    assert quick.with_seed(7).seed == 7 and quick.method in tetrarium.optimiser_names()
    for wrong, sentence in [
        (lambda: Experiment.named("quik"), "did you mean `quick`?"),
        (lambda: Experiment.from_toml("schema = 1"), "name"),
        (lambda: Experiment.from_file("nowhere.toml"), "there is no such file"),
        (lambda: tetrarium.train("quick", resume="x"), "a run that is resumed"),
        (lambda: tetrarium.train(resume="nowhere"), "is no run"),
        (lambda: tetrarium.Run("nowhere"), "is no run"),
    ]:
        with pytest.raises(ValueError) as error:
            wrong()
        assert sentence in str(error.value)


def told(optimiser):
    """Outcomes that grow towards the point (1, 2, 3)."""
    goal = np.array([1.0, 2.0, 3.0])
    return {
        one.id: [int(1e6 / (1 + ((one.genes - goal) ** 2).sum()))] for one in optimiser.ask()
    }


@pytest.mark.parametrize("method", tetrarium.optimiser_names())
def test_optimisers_ask_and_are_told(method):
    optimiser = Optimiser(method, 3, seed=5)
    other = pickle.loads(pickle.dumps(optimiser))
    for generation in range(3):
        assert optimiser.generation == generation
        outcomes = told(optimiser)
        assert outcomes == told(other)
        optimiser.tell(outcomes)
        other = Optimiser.from_json(other.to_json())
        other.tell(outcomes)
    assert optimiser.to_json() == other.to_json()
    assert optimiser.method == method and optimiser.best[1].shape == (3,)


def test_an_optimiser_finds_the_point():
    optimiser = Optimiser("cma-es", 3, sigma=1.0)
    assert dict(optimiser.parameters)["sigma"] == "1.0"
    for _ in range(60):
        optimiser.tell(told(optimiser))
    assert optimiser.result == pytest.approx([1, 2, 3], abs=0.3)
    mean, spread = optimiser.distribution
    assert mean.shape == spread.shape == (3,)


def test_weights_share_numbers_and_numbers_have_units():
    options = {"ties": [[0, 1, 0], [0]], "units": [1000.0, 1.0, 0.001]}
    optimiser = Optimiser("cma-es", [3, 1], sigma=1.0, **options)
    for _ in range(2):
        genes = np.array([candidate.genes for candidate in optimiser.ask()])
        assert genes.shape[1] == 4 and (genes[:, 0] == genes[:, 2]).all()
        spread = genes.std(axis=0)
        assert spread[0] > 100 * spread[1] > 100 * 100 * spread[3]
        optimiser.tell({candidate.id: [1] for candidate in optimiser.ask()})
        optimiser = Optimiser.from_json(optimiser.to_json())


def test_a_collapse_is_undone_and_the_last_generations_are_averaged():
    optimiser = Optimiser("cma-es", 3, collapse={"below": 0.5, "generations": 1}, average=3)
    for lines in [100, 100, 100, 1]:
        assert optimiser.collapses == 0
        optimiser.tell({candidate.id: [lines] for candidate in optimiser.ask()})
    assert optimiser.collapses == 1
    plain = Optimiser("cma-es", 3, collapse=True)
    averaged = Optimiser("cma-es", 3, average=3)
    results = []
    for _ in range(3):
        averaged.tell(told(averaged))
        plain.tell(told(plain))
        results.append(plain.result)
    assert plain.collapses == 0
    assert averaged.result == pytest.approx(np.mean(results, axis=0))


def test_an_optimiser_plays_games():
    names = ["holes", "landing-height"]
    optimiser = Optimiser("cross-entropy", len(names), population=8, rho=0.25)
    for _ in range(2):
        games = {}
        for candidate in optimiser.ask():
            weights = dict(zip(names, candidate.genes))
            controller = tetrarium.Controller.linear(weights)
            games[candidate.id] = tetrarium.measure(
                controller, board="5x6", games=3, scores=True
            ).scores.tolist()
        optimiser.tell(games)
    assert optimiser.generation == 2


def test_wrong_optimisers_have_a_sentence():
    for make, sentence in [
        (lambda: Optimiser("luck", 3), "there is no optimiser `luck`"),
        (lambda: Optimiser("cma-es", 0), "features"),
        (lambda: Optimiser("cma-es", 3, sigma=-1), "sigma"),
        (lambda: Optimiser("cma-es", 3, sigmaa=1), "sigmaa"),
        (lambda: Optimiser("cma-es", 3, fitness="joy"), "fitness = `joy`"),
        (lambda: Optimiser("cma-es", 3, shape="round"), "shape = `round`"),
        (lambda: Optimiser.from_json("{}"), "no state of an optimiser"),
        (lambda: Optimiser("cma-es", [3, 1], ties=[[0, 1, 0]]), "for each of the 2 features"),
        (lambda: Optimiser("cma-es", [3, 1], ties=[[0, 3, 0], [0]]), "numbered from 0"),
        (lambda: Optimiser("cma-es", 2, units=[1.0]), "there must be 2 units"),
        (lambda: Optimiser("cma-es", 2, units=[1.0, 0.0]), "above 0"),
        (lambda: Optimiser("cma-es", 2, average=0), "average"),
        (lambda: Optimiser("genetic", 2, average=2), "average"),
        (lambda: Optimiser("cma-es", 2, collapse={"below": 2}), "below"),
        (lambda: Optimiser("cma-es", 2, collapse={"beneath": 0.1}), "beneath"),
        (lambda: Optimiser("cma-es", 2, collapse=3), "collapse must be True, or"),
        (lambda: Optimiser("cma-es", 2, ties=[0, 1]), "ties must be a list of whole numbers for"),
        (lambda: Optimiser("cma-es", 2, units="ab"), "units must be a list of numbers"),
        (lambda: Optimiser("cma-es", 2, average=-1), "average must be a number of generations"),
    ]:
        with pytest.raises(ValueError) as error:
            make()
        assert sentence in str(error.value)
    optimiser = Optimiser("cma-es", 3)
    with pytest.raises(ValueError, match="before candidates were asked"):
        optimiser.tell({})
    outcomes = told(optimiser)
    before = optimiser.to_json()
    first = min(outcomes)
    for wrong, sentence in [
        ({}, "was asked for but not told"),
        ({**outcomes, 999: [1]}, "999 was told but"),
        ({**outcomes, first: []}, "no games"),
        ({**outcomes, first: [-1]}, "not a list of lines"),
        ({**outcomes, first: "many"}, "not a list of lines"),
        ({**outcomes, first: [0.5]}, r"whole numbers: .* round\(1000 \* fitness\)"),
        ({**outcomes, first: np.array([0.5, 1.5])}, "whole numbers"),
        ({"one": [1]}, "no number of a candidate"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            optimiser.tell(wrong)
        assert optimiser.to_json() == before


def test_tables():
    records = tetrarium.measure_each(["bcts", "dt-10"], board="6x6", games=5)
    records.append(tetrarium.estimate("bcts", board="6x6", climbs=50, repeats=2))
    explanation = tetrarium.explain("bcts", move=4)
    pandas = pytest.importorskip("pandas")
    table = records.to_pandas()
    assert isinstance(table, pandas.DataFrame) and list(table["controller"]) == [
        "bcts",
        "dt-10",
        "bcts",
    ]
    assert table["interval.low"][0] == records[0].interval[0]
    placements = explanation.to_pandas()
    assert len(placements) == len(explanation.placements) and "holes" in placements
    polars = pytest.importorskip("polars")
    assert isinstance(records.to_polars(), polars.DataFrame)
    assert records.to_polars()["mean"].to_list() == [one.mean for one in records]


def test_plots(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from tetrarium import plots

    records = tetrarium.measure_each(["bcts", "dt-10"], board="6x6", games=30, scores=True)
    axes = plots.means(records)
    assert [label.get_text() for label in axes.get_yticklabels()][-1] in ("bcts", "dt-10")
    assert plots.scores(records[0]).get_xlabel() == "score of a game"
    run = tetrarium.train(Experiment.from_toml(TINY), out=tmp_path / "run")
    assert len(plots.training(run).lines) == 2
    with pytest.raises(ValueError, match="kept no scores"):
        plots.scores(tetrarium.measure("bcts", board="6x6", games=2))
    with pytest.raises(ValueError, match="no record has a mean"):
        plots.means([])


def test_what_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pandas is not installed: pip install pandas"):
        tetrarium.Records().to_pandas()
