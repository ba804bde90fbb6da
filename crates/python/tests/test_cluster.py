"""Shards that other processes do: the same bytes as threads, and what can go wrong."""

import json
import random
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import tetrarium
from tetrarium import Cluster, ClusterError, Experiment

OPTIMISER = """
schema = 1
name = "optimiser"
rules = { board = "5x6" }
rating = { features = ["holes", "landing-height"] }
optimiser.cross-entropy = { population = 10, rho = 0.2 }
fitness = { games = 2, max-pieces = 100 }
budget = { generations = 3 }
"""

CLIMBS = OPTIMISER.replace("games = 2, max-pieces = 100", "climbs = 20").replace("5x6", "5x8")

LEARNER = """
schema = 1
name = "learner"
rules = { board = "6x8", suicide = "zero" }
rating = { features = ["constant", "max-height", "holes"] }
learner.lambda-policy-iteration = { games = 20 }
fitness = { games = 5 }
budget = { generations = 3 }
"""


def mixed(function, shards):
    """A map whose results come in any order, some of them twice."""
    shards = list(shards)
    chance = random.Random(len(shards))
    twice = shards + chance.sample(shards, len(shards) // 2)
    chance.shuffle(twice)
    return [function(shard) for shard in twice]


def result(folder):
    names = ("controller.toml", "generations.jsonl", "candidates.jsonl", "measurements.jsonl")
    found = {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}
    assert len(found) == 4
    return found


def same(found, expected):
    one, other = json.loads(found.to_json()), json.loads(expected.to_json())
    assert one == other


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize(
    "options",
    [
        {"games": 60, "scores": True, "heights": True},
        {"games": 60, "max_pieces": 50},
        {"games": 60, "budget": 2000},
        {"precision": 0.3},
        {"placements": 100, "games": 5},
        {"climbs": 50, "repeats": 4},
        {},
    ],
    ids=str,
)
def test_measurements_are_those_of_threads(options, pool):
    expected = tetrarium.measure("bcts", board="6x8", **options)
    for map_, workers in [(map, 1), (mixed, 3), (pool.map, 2)]:
        cluster = Cluster(map_, workers)
        same(tetrarium.measure("bcts", board="6x8", cluster=cluster, **options), expected)


def test_estimates_are_those_of_threads(pool):
    for options in [{}, {"precision": 0.5}, {"pieces": "bag", "visible": 2}]:
        options = {"board": "6x8", "climbs": 60, "repeats": 4, **options}
        expected = tetrarium.estimate("dt-10", **options)
        for map_ in (mixed, pool.map):
            same(tetrarium.estimate("dt-10", cluster=Cluster(map_, 2), **options), expected)


@pytest.mark.parametrize("text", [OPTIMISER, CLIMBS, LEARNER], ids=["games", "climbs", "tasks"])
def test_runs_are_those_of_threads(text, tmp_path, pool):
    experiment = Experiment.from_toml(text)
    expected = result(tetrarium.train(experiment, out=tmp_path / "threads").folder)
    for name, map_ in [("mixed", mixed), ("pool", pool.map)]:
        seen = []
        run = tetrarium.train(
            experiment, out=tmp_path / name, cluster=Cluster(map_, 2), on_generation=seen.append
        )
        assert result(run.folder) == expected
        assert [one["generation"] for one in seen] == [0, 1, 2]


def test_tournaments_are_those_of_threads(tmp_path, pool):
    experiments = [Experiment.from_toml(OPTIMISER), Experiment.from_toml(LEARNER)]
    options = {"seeds": 2, "moves": 4000, "games": 5, "points": 2}
    expected = tetrarium.tournament(experiments[:1], out=tmp_path / "one", **options)
    assert len(expected) == 1 and expected[0].to_dict()["seeds"] == 2
    rows = tetrarium.tournament(
        experiments[:1], out=tmp_path / "two", cluster=Cluster(pool.map, 2), **options
    )
    assert rows.to_json() == expected.to_json()
    for name in ("curves.jsonl", "table.jsonl"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert len(tetrarium.tournament(experiments, out=tmp_path / "both", **options)) == 2
    with pytest.raises(ValueError, match="a list of experiments"):
        tetrarium.tournament("quick", out=tmp_path / "none")
    with pytest.raises(ValueError, match="budget"):
        tetrarium.tournament(["quick", "record"], out=tmp_path / "none")


def of_another_version(result):
    fields = json.loads(result)
    fields["version"] = "0.0.1"
    return json.dumps(fields).encode()


def test_a_worker_of_another_version_loses_nothing(tmp_path):
    """The first generations are done, then a worker of another version comes.

    It is asked at each shard, not at each call of the map: a call can go on from a generation to
    the next.
    """
    experiment = Experiment.from_toml(OPTIMISER)
    expected = result(tetrarium.train(experiment, out=tmp_path / "whole").folder)
    done = []

    def soon_another(function, shards):
        for shard in shards:
            performed = function(shard)
            yield performed if len(done) < 2 else of_another_version(performed)

    with pytest.raises(ClusterError, match="0.0.1.*install the same version everywhere"):
        tetrarium.train(
            experiment,
            out=tmp_path / "run",
            cluster=Cluster(soon_another, 2),
            on_generation=done.append,
        )
    assert len(tetrarium.Run(tmp_path / "run").generations) == 2
    assert result(tetrarium.train(resume=tmp_path / "run").folder) == expected


def test_a_shard_of_another_version_is_refused():
    taken = []

    def keep(function, shards):
        for shard in shards:
            fields = json.loads(shard)
            taken.append(fields)
            fields["version"] = "0.0.1"
            yield function(json.dumps(fields).encode())

    with pytest.raises(ClusterError, match="shard is of tetrarium 0.0.1"):
        tetrarium.measure("bcts", board="6x6", games=3, cluster=Cluster(keep, 1))
    assert taken


@pytest.mark.parametrize(
    ("map_", "words"),
    [
        (lambda function, shards: [], "took no shard"),
        (lambda function, shards: [function(shard) for shard in shards][1:], "no result for 1"),
        (lambda function, shards: [b"nonsense" for _ in shards], "no result of a shard"),
        (lambda function, shards: [b"\xff" for _ in shards], "no text"),
        (lambda function, shards: [3 for _ in shards], "a int for a result"),
        (lambda function, shards: [function(b"nonsense") for _ in shards], "no shard"),
    ],
)
def test_a_map_that_does_not_map(map_, words):
    with pytest.raises((ClusterError, ValueError), match=words):
        tetrarium.measure("bcts", board="6x6", games=3, cluster=Cluster(map_, 1))


def test_a_map_that_raises_loses_nothing(tmp_path):
    experiment = Experiment.from_toml(OPTIMISER)
    expected = result(tetrarium.train(experiment, out=tmp_path / "whole").folder)
    done = []

    def failing(function, shards):
        for shard in shards:
            if done:
                raise ZeroDivisionError
            yield function(shard)

    with pytest.raises(ZeroDivisionError):
        tetrarium.train(
            experiment,
            out=tmp_path / "run",
            cluster=Cluster(failing, 2),
            on_generation=done.append,
        )
    assert len(tetrarium.Run(tmp_path / "run").generations) == 1
    assert result(tetrarium.train(resume=tmp_path / "run").folder) == expected


def test_bad_arguments():
    with pytest.raises(ValueError, match="map can be a function"):
        Cluster(3, 1)
    for workers in (0, -1, 1.5, "two"):
        with pytest.raises(ValueError, match="workers can be a whole number from 1"):
            Cluster(map, workers)
    with pytest.raises(ValueError, match="tetrarium.Cluster"):
        tetrarium.measure("bcts", cluster=map)
    with pytest.raises(ValueError, match="a cluster plays controllers alone"):
        tetrarium.measure(lambda view: 0, board="6x6", games=1, cluster=Cluster(map, 1))


def test_threads_as_a_pool_and_progress():
    seen = []
    with ThreadPoolExecutor(2) as pool:
        tetrarium.measure(
            "bcts", board="8x8", games=2000, cluster=Cluster(pool.map, 2), progress=seen.append
        )
    assert all(0 <= one.share <= 1 for one in seen)
    assert [one.moves for one in seen] == sorted(one.moves for one in seen)


INTERRUPTED = """
import os, signal
import tetrarium

def map_(function, shards):
    for number, shard in enumerate(shards):
        if number == 5:
            os.kill(os.getpid(), signal.SIGINT)
        yield function(shard)

try:
    tetrarium.measure("bcts", board="8x8", games=10**6, cluster=tetrarium.Cluster(map_, 1))
except tetrarium.Interrupted as stop:
    (found,) = stop.results
    print(found.games > 0, [caveat.split(":")[0] for caveat in found.caveats])
"""


def test_ctrl_c_keeps_what_was_found():
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(INTERRUPTED)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.stdout.startswith("True"), done.stderr
    assert "interrupted" in done.stdout


def test_perform_is_a_pure_function():
    shards = []

    def keep(function, given):
        for shard in given:
            shards.append(shard)
            yield function(shard)

    tetrarium.measure("bcts", board="6x6", games=5, cluster=Cluster(keep, 1))
    for shard in shards:
        one, other = (json.loads(tetrarium.perform(shard)) for _ in range(2))
        assert one.pop("seconds") >= 0 and other.pop("seconds") >= 0
        assert one == other


ARRAY = """
for SLURM_ARRAY_TASK_ID in 0 1 2; do
    first=$((SLURM_ARRAY_TASK_ID * 10))
    "$1" eval dt-10 --board 6x8 --first "$first" --games 10 --scores --threads 1 --json \\
        > "part-$SLURM_ARRAY_TASK_ID.jsonl"
done
"$1" merge part-*.jsonl --json > whole.jsonl
"""


def test_an_array_of_jobs_is_the_whole(tmp_path, command):
    """The recipe for Slurm, with its jobs one after the other."""
    words = ["bash", "-e", "-c", ARRAY, "array", command]
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    (whole,) = tetrarium.load(tmp_path / "whole.jsonl")
    assert whole == tetrarium.measure("dt-10", board="6x8", games=30, scores=True)
