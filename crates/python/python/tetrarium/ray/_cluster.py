"""Shards as tasks of Ray."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import _core
from .._errors import ClusterError
from ..cluster import Cluster, perform

#: How often a shard is done again because its worker or machine was lost.
MOST_LOSSES = 20

#: Shards that each worker has: the one that it does, and one that waits for it.
FOR_EACH_WORKER = 2

#: Seconds between two looks at the number of workers.
PAUSE = 2.0


@dataclass
class _Flight:
    """A shard that a worker has."""

    shard: bytes
    losses: int = 0


def _check_open(address: str | None) -> None:
    """Whether something listens at HOST:PORT, for which Ray itself would wait for minutes."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal()):
        return
    try:
        with socket.create_connection((host, int(port)), timeout=10):
            pass
    except (OSError, OverflowError) as error:
        raise ClusterError(f"there is no cluster of Ray at {address}: {error}") from error


class RayCluster(Cluster):
    """The workers of a cluster of Ray, one for each of its processors.

    - `address`: of the cluster, "auto" for the one of this machine; none for a new one here. If
      `ray.init` was called before, that cluster is used.
    - `wheel`: of this package, which workers install. Unless it is given, the package of this
      process is sent to the workers, which have to be of the same platform, with numpy.
    """

    def __init__(
        self, address: str | None = None, *, wheel: str | os.PathLike[str] | None = None
    ) -> None:
        if address is None and "ray" not in sys.modules:
            # A new cluster has a token unless its owner says otherwise. Ray reads this when it is
            # imported.
            os.environ.setdefault("RAY_AUTH_MODE", "token")
        try:
            import ray
        except ImportError as error:
            raise ImportError('Ray is not installed: pip install "tetrarium[ray]"') from error
        self._ray: Any = ray
        if not ray.is_initialized():
            self._start(address, wheel)
        super().__init__(map, self._processors() or 1)
        # Lost shards are counted and sent again here.
        self._remote = ray.remote(num_cpus=1, max_retries=0)(perform)

    def _start(self, address: str | None, wheel: str | os.PathLike[str] | None) -> None:
        if wheel is not None and not Path(wheel).is_file():
            raise ValueError(f"{wheel} is no file: give a wheel of this package")
        package = Path(__file__).resolve().parents[1]
        shipped = str(package) if wheel is None else os.path.abspath(wheel)
        _check_open(address)
        try:
            self._ray.init(
                address="local" if address is None else address,
                runtime_env={"py_modules": [shipped]},
                log_to_driver=False,
                logging_level="warning",
                include_dashboard=None if address else False,
            )
        except (ConnectionError, self._ray.exceptions.RayError) as error:
            where = "here" if address is None else f"at {address}"
            raise ClusterError(
                f"there is no cluster of Ray {where}, or it has another token "
                f"(RAY_AUTH_MODE, RAY_AUTH_TOKEN): {error}"
            ) from error

    def _processors(self) -> int:
        """The processors of all machines that are alive."""
        nodes = self._ray.nodes()
        alive = (node.get("Resources", {}) for node in nodes if node.get("Alive"))
        return int(sum(resources.get("CPU", 0) for resources in alive))

    def drive(self, desk: _core.Desk) -> None:
        """Has all shards of a desk done."""
        flights: dict[Any, _Flight] = {}
        looked = time.monotonic()
        try:
            # Without flights it waits here for shards; with some it only looks.
            while desk.wait(0.0 if flights else 3600):
                while len(flights) < FOR_EACH_WORKER * desk.workers:
                    shard = desk.take()
                    if shard is None:
                        break
                    flights[self._remote.remote(shard)] = _Flight(shard)
                self._land(desk, flights)
                if time.monotonic() - looked > PAUSE:
                    looked = time.monotonic()
                    desk.workers = self._processors() or 1
        finally:
            # What is not wanted any more. Where the cluster is gone, there is nothing to cancel.
            for flight in flights:
                with contextlib.suppress(Exception):
                    self._ray.cancel(flight, force=False)

    def _land(self, desk: _core.Desk, flights: dict[Any, _Flight]) -> None:
        """Takes the results that have come; waits a moment for the first."""
        if not flights:
            return
        all_flights = list(flights)
        landed, _ = self._ray.wait(all_flights, timeout=0.05)
        if landed:
            landed, _ = self._ray.wait(all_flights, num_returns=len(all_flights), timeout=0)
        for one in landed:
            flight = flights.pop(one)
            result = self._result(one, flight)
            if result is not None:
                desk.give(result)
                continue
            flight.losses += 1
            if flight.losses > MOST_LOSSES:
                raise ClusterError(
                    f"a shard was lost with its worker {flight.losses} times: the workers end, "
                    "perhaps for want of memory"
                )
            flights[self._remote.remote(flight.shard)] = flight

    def _result(self, landed: Any, flight: _Flight) -> bytes | None:
        """A result; none if it was lost."""
        errors = self._ray.exceptions
        try:
            result = self._ray.get(landed)
        except (
            errors.WorkerCrashedError,
            errors.NodeDiedError,
            errors.LocalRayletDiedError,
            errors.ObjectLostError,
            errors.OutOfMemoryError,
            errors.TaskCancelledError,
        ):
            return None
        except errors.RuntimeEnvSetupError as error:
            raise ClusterError(f"the package could not be sent to a worker: {error}") from error
        except errors.RayTaskError as error:
            cause = getattr(error, "cause", None) or error
            if isinstance(cause, ModuleNotFoundError):
                raise ClusterError(
                    f"a worker has no module {cause.name}: install it there, or give a wheel"
                ) from error
            raise ClusterError(f"a worker raised {type(cause).__name__}: {cause}") from error
        if not isinstance(result, bytes):
            raise ClusterError(f"a worker gave a {type(result).__name__} for a result")
        return result
