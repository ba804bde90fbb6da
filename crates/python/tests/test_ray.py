"""A cluster of Ray with two nodes on this machine: nodes, workers and drivers are lost, and the
results are those of threads."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# The cluster of the tests has a token, like one that others could reach. Everything that belongs to
# it has to be started with the same token.
os.environ["RAY_AUTH_MODE"] = "token"
os.environ["RAY_AUTH_TOKEN"] = "only-for-the-tests-of-tetrarium"
os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] = "0"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# Workers as urgent as the tests.
os.environ["RAY_worker_niceness"] = "0"

ray = pytest.importorskip("ray")
from ray.cluster_utils import Cluster as TwoNodes  # noqa: E402

import tetrarium  # noqa: E402
import tetrarium.ray  # noqa: E402
from tetrarium import Experiment  # noqa: E402

OPTIMISER = """
schema = 1
name = "optimiser"
rules = { board = "10x8" }
rating = { features = ["holes", "landing-height", "wells", "row-transitions"] }
optimiser.cross-entropy = { population = 40, rho = 0.2 }
fitness = { games = 10 }
budget = { generations = 12 }
"""

LEARNER = """
schema = 1
name = "learner"
rules = { board = "8x10", suicide = "zero" }
rating = { features = ["constant", "max-height", "holes", "column-height"] }
learner.lambda-policy-iteration = { games = 200 }
fitness = { games = 20 }
budget = { generations = 8 }
"""

FILES = ("controller.toml", "generations.jsonl", "candidates.jsonl", "measurements.jsonl")


def result(folder):
    return {name: (Path(folder) / name).read_bytes() for name in FILES}


def said(record):
    return json.loads(record.to_json())


@pytest.fixture(scope="module")
def nodes():
    """A cluster of two nodes with a processor each, to which this process is connected."""
    nodes = TwoNodes(
        initialize_head=True,
        head_node_args={
            "num_cpus": 1,
            "include_dashboard": False,
            # A node that is removed is missed soon.
            "_system_config": {
                "health_check_initial_delay_ms": 0,
                "health_check_period_ms": 500,
                "health_check_timeout_ms": 10000,
                "health_check_failure_threshold": 2,
            },
        },
    )
    nodes.add_node(num_cpus=1)
    tetrarium.ray.RayCluster(nodes.address)
    yield nodes
    ray.shutdown()
    nodes.shutdown()


@pytest.fixture
def two(nodes):
    """The cluster with both nodes alive."""
    if len(nodes.list_all_nodes()) < 2:
        nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes(timeout=300)
    return nodes


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What threads come to."""
    folder = tmp_path_factory.mktemp("threads")
    return {
        text: result(tetrarium.train(Experiment.from_toml(text), out=folder / str(number)).folder)
        for number, text in enumerate((OPTIMISER, LEARNER))
    }


def workers_of(nodes):
    """The processes that are doing shards."""
    found = []
    for node in nodes.list_all_nodes():
        raylet = node.all_processes["raylet"][0].process.pid
        listed = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(raylet)], capture_output=True, text=True
        )
        lines = (line.split(None, 1) for line in listed.stdout.splitlines())
        found += [int(pid) for pid, name in lines if name.startswith("ray::perform")]
    return found


def test_a_node_is_removed_in_the_middle_of_a_measurement(two):
    options = {"board": "10x10", "games": 600, "scores": True}
    removed = []

    def remove(progress):
        if not removed and progress.games > 0:
            removed.append(progress.games)
            two.remove_node(two.worker_nodes.copy().pop(), allow_graceful=False)

    found = tetrarium.ray.measure("bcts", progress=remove, **options)
    assert removed and removed[0] < 600
    assert said(found) == said(tetrarium.measure("bcts", **options))


@pytest.mark.parametrize("text", [OPTIMISER, LEARNER], ids=["optimiser", "learner"])
def test_a_node_is_removed_in_the_middle_of_training(two, text, tmp_path, expected):
    def remove(line):
        if line["generation"] == 2:
            two.remove_node(two.worker_nodes.copy().pop(), allow_graceful=False)

    run = tetrarium.ray.train(
        Experiment.from_toml(text), out=tmp_path / "run", on_generation=remove
    )
    assert len(two.list_all_nodes()) == 1
    assert result(run.folder) == expected[text]


def test_workers_are_killed_in_the_middle_of_an_estimate(two):
    options = {"board": "10x10", "climbs": 1000, "repeats": 12}
    killed = []

    def kill(progress):
        if len(killed) < 3:
            for pid in workers_of(two):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    found = tetrarium.ray.estimate("bcts", progress=kill, **options)
    assert killed
    assert said(found) == said(tetrarium.estimate("bcts", **options))


def test_the_driver_is_killed_and_resumed(two, tmp_path, expected):
    (tmp_path / "optimiser.toml").write_text(OPTIMISER)
    command = [sys.executable, "-m", "tetrarium.ray", "train"]
    options = ["--address", two.address, "--quiet"]
    driver = subprocess.Popen(
        [*command, "optimiser.toml", "--out", "run", *options],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    written = tmp_path / "run" / "generations.jsonl"
    while driver.poll() is None and not (written.is_file() and written.read_text().count("\n") > 1):
        time.sleep(0.02)
    driver.kill()
    _, errors = driver.communicate()
    assert written.is_file() and not tetrarium.Run(tmp_path / "run").finished, errors
    resumed = subprocess.run(
        [*command, "--resume", "run", *options], cwd=tmp_path, capture_output=True, text=True
    )
    assert resumed.returncode == 0, resumed.stderr
    assert "controller" in resumed.stdout
    assert result(tmp_path / "run") == expected[OPTIMISER]


def test_a_tournament(two, tmp_path):
    options = {"seeds": 2, "moves": 20_000, "games": 5, "points": 2}
    experiments = [Experiment.from_toml(OPTIMISER.replace("{ generations = 12 }", "{ moves = 1 }"))]
    expected = tetrarium.tournament(experiments, out=tmp_path / "threads", **options)
    found = tetrarium.ray.tournament(experiments, out=tmp_path / "ray", **options)
    assert found.to_json() == expected.to_json()


def test_the_command_says_what_is_wrong(two, tmp_path):
    command = [sys.executable, "-m", "tetrarium.ray"]
    for words, sentence in [
        (["measure", "nobody", "--address", two.address], "there is no controller `nobody`"),
        (["measure", "bcts", "--boards", "9x9", "--address", two.address], "boards"),
        (["train", "quick", "--games", "3"], "--games is not understood"),
        (["measure", "bcts", "--wheel", "none.whl"], "none.whl is no file"),
        (["measure", "bcts", "--address", "127.0.0.1:1"], "no cluster of Ray at 127.0.0.1:1"),
    ]:
        done = subprocess.run([*command, *words], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 2, done.stderr
        assert sentence in done.stderr


def test_a_cluster_with_another_token_lets_nobody_in(two, tmp_path):
    environment = {**os.environ, "RAY_AUTH_TOKEN": "a-token-of-somebody-else-altogether"}
    done = subprocess.run(
        [sys.executable, "-m", "tetrarium.ray", "measure", "bcts", "--address", two.address],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 2
    assert "or it has another token" in done.stderr


def test_a_new_cluster_has_a_token(tmp_path):
    """Without a word about it in the environment."""
    environment = {name: value for name, value in os.environ.items() if "RAY_AUTH" not in name}
    words = ["measure", "bcts", "--board", "6x8", "--games", "20", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "tetrarium.ray", *words],
        cwd=tmp_path,
        env={**environment, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / ".ray" / "auth_token").is_file()
    (found,) = tetrarium.from_json(done.stdout)
    assert found == tetrarium.measure("bcts", board="6x8", games=20)
