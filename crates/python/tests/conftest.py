"""What the tests share."""

import os
import shutil
import signal
from pathlib import Path

import pytest

# A shell starts what runs in the background with Ctrl-C switched off.
signal.signal(signal.SIGINT, signal.default_int_handler)


def find_command():
    """The command `tetrarium`, if it is built."""
    named = os.environ.get("TETRARIUM_COMMAND")
    if named:
        return named
    target = Path(__file__).resolve().parents[3] / "target"
    for profile in ("release", "debug"):
        command = target / profile / "tetrarium"
        if command.exists():
            return str(command)
    return shutil.which("tetrarium")


@pytest.fixture
def command():
    found = find_command()
    if found is None:
        pytest.skip("the command tetrarium is not built: cargo build")
    return found
