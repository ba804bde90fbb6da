"""The examples and the notebooks run, where the packages that they need are there."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tetrarium

FOLDER = Path(__file__).resolve().parents[1]
EXAMPLES = FOLDER / "examples"


def run(words, folder, **environment):
    done = subprocess.run(
        words,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=1800,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_process_pool(tmp_path):
    assert "bcts" in run([sys.executable, EXAMPLES / "process_pool.py", "2"], tmp_path)


def test_dask(tmp_path):
    pytest.importorskip("dask.distributed")
    assert "bcts" in run([sys.executable, EXAMPLES / "dask_cluster.py"], tmp_path)


def test_mpi(tmp_path):
    pytest.importorskip("mpi4py")
    mpiexec = Path(sys.executable).with_name("mpiexec")
    mpiexec = str(mpiexec) if mpiexec.exists() else shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("there is no mpiexec")
    words = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", EXAMPLES / "mpi_pool.py"]
    assert "bcts" in run(words, tmp_path)


def test_the_vec_env_of_stable_baselines():
    """What Stable-Baselines3 is shown are the games of the native vector environment."""
    pytest.importorskip("stable_baselines3")
    np = pytest.importorskip("numpy")
    spec = importlib.util.spec_from_file_location("sb3_vec_env", EXAMPLES / "sb3_vec_env.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    envs = module.TetrisVecEnv(3, board="6x6")
    envs.seed(7)
    seen = envs.reset()
    game = tetrarium.Game(seed=8, board="6x6")
    ended = 0
    for _ in range(60):
        assert envs.has_attr("action_masks")
        masks = np.stack(envs.env_method("action_masks"))
        actions = masks.argmax(axis=1)
        if not ended:
            assert (seen["board"][1] == game.board).all()
            game.place((int(actions[1]) // 6, int(actions[1]) % 6))
        seen, rewards, done, infos = envs.step(actions)
        assert rewards.dtype == np.float32 and len(infos) == 3
        for place in np.flatnonzero(done):
            assert envs.observation_space.contains(infos[place]["terminal_observation"])
            assert infos[place]["TimeLimit.truncated"] is False
        ended += int(done[1])
    assert ended > 0


def test_notebooks(tmp_path):
    for name in ("nbclient", "ipykernel", "pandas", "matplotlib"):
        pytest.importorskip(name)
    said = run([sys.executable, FOLDER / "notebooks" / "run.py"], tmp_path, MPLBACKEND="agg")
    assert said.count("cells") == 3
