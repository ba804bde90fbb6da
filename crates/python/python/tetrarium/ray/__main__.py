"""python -m tetrarium.ray: measuring and training on a cluster of Ray, from a shell."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import tetrarium
import tetrarium.ray

#: Seconds between two lines of progress.
PAUSE = 5.0


def _whole(text: str) -> int:
    try:
        return int(text.replace("_", "").replace(",", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tetrarium.ray",
        description="Measures and trains on a cluster of Ray. The results are those of threads.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--address", help="the cluster: auto, or HOST:PORT; a new one here if none")
    shared.add_argument("--wheel", help="of this package, for workers of another platform")
    shared.add_argument("--json", action="store_true", help="print the records, a line each")
    shared.add_argument("--quiet", action="store_true", help="no progress")
    rules = "Rules follow as flags: --board 10x10 --pieces bag."

    measure = commands.add_parser(
        "measure", parents=[shared], help="measure a controller", epilog=rules
    )
    measure.add_argument("agent", help="a controller's name or file")
    for name in ("games", "first", "seed", "max-pieces", "budget", "climbs", "repeats"):
        measure.add_argument(f"--{name}", type=_whole)
    measure.add_argument("--precision", type=float)
    measure.add_argument("--by", choices=["games", "climbs"])
    measure.add_argument("--scores", action="store_true", help="keep the score of each game")

    estimate = commands.add_parser(
        "estimate", parents=[shared], help="estimate a controller by splitting", epilog=rules
    )
    estimate.add_argument("agent", help="a controller's name or file")
    for name in ("climbs", "repeats", "seed"):
        estimate.add_argument(f"--{name}", type=_whole)
    estimate.add_argument("--precision", type=float)
    estimate.add_argument("--danger", choices=["pile", "cover", "height"])

    train = commands.add_parser("train", parents=[shared], help="train a controller")
    train.add_argument("experiment", nargs="?", help="its name or file")
    train.add_argument("--out", help="the folder of the run")
    train.add_argument("--resume", metavar="FOLDER", help="go on with this run")
    train.add_argument("--seed", type=_whole)

    tournament = commands.add_parser("tournament", parents=[shared], help="hold a tournament")
    tournament.add_argument("experiments", nargs="+", help="their names or files")
    tournament.add_argument("--out")
    for name in ("seeds", "moves", "games", "points"):
        tournament.add_argument(f"--{name}", type=_whole)
    return parser


def _settings(parser: argparse.ArgumentParser, words: list[str]) -> dict[str, str]:
    """Rules, from flags that are no others."""
    settings = {}
    for flag, value in zip(words[::2], [*words[1::2], None]):
        if not flag.startswith("--") or value is None:
            parser.error(f"{flag} is not understood")
        settings[flag[2:].replace("-", "_")] = value
    return settings


class _Shown:
    """Progress, as lines of standard error."""

    def __init__(self) -> None:
        self._begun = self._last = time.monotonic()

    def __call__(self, progress: tetrarium.Progress) -> None:
        now = time.monotonic()
        if now - self._last < PAUSE:
            return
        self._last = now
        rate = progress.moves / max(now - self._begun, 1e-9)
        print(
            f"{progress.share:.0%}, {progress.games:,} games, {progress.moves:,} moves "
            f"({rate:,.0f} a second)",
            file=sys.stderr,
            flush=True,
        )


def _run(parser: argparse.ArgumentParser, words: list[str]) -> int:
    arguments, rest = parser.parse_known_args(words)
    options: dict[str, Any] = {
        name: value
        for name, value in vars(arguments).items()
        if name not in ("command", "json", "quiet", "agent", "experiment", "experiments")
        and value is not None
    }
    if not arguments.quiet:
        options["progress"] = _Shown()
    if arguments.command in ("measure", "estimate"):
        options.update(_settings(parser, rest))
        function = getattr(tetrarium.ray, arguments.command)
        found = function(arguments.agent, **options)
        print(found.to_json() if arguments.json else found)
        return 0
    if rest:
        parser.error(f"{rest[0]} is not understood")
    if arguments.command == "tournament":
        rows = tetrarium.ray.tournament(arguments.experiments, **options)
        print("\n".join(row.to_json() if arguments.json else str(row) for row in rows))
        return 0
    run = tetrarium.ray.train(arguments.experiment, **options)
    if arguments.json:
        print("\n".join(record.to_json() for record in run.measurements))
    else:
        print(f"{run.why}; {run.folder} has the controller and its measurements:")
        print(run.measurements)
    return 0


def main(words: list[str]) -> int:
    """Runs a command; the exit code is 2 for wrong input, and 130 after Ctrl-C."""
    parser = _arguments()
    try:
        return _run(parser, words)
    except (ValueError, tetrarium.ClusterError) as error:
        print(f"tetrarium.ray: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stop:
        print(f"tetrarium.ray: {stop or 'ended early'}", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
