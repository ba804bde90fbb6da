"""Playing and learning on a cluster of Ray.

    import tetrarium.ray

    tetrarium.ray.measure("bcts", board="10x10", games=100_000, address="auto")
    tetrarium.ray.train("record", out="runs/record", address="auto")

or from a shell:

    python -m tetrarium.ray train record --address auto

The results are those of threads, byte for byte. A shard whose worker or machine is lost is done
again by another. If this process is killed, a run is resumed like any other.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from .. import _measuring, _training
from .._records import Estimate, Measurement, Records
from ._cluster import RayCluster

__all__ = ["RayCluster", "estimate", "measure", "tournament", "train"]


def measure(
    agent: Any,
    *,
    address: str | None = None,
    wheel: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Measurement | Estimate:
    """Measures a controller on a cluster of Ray, as `tetrarium.measure` does on this machine.

    - `address`: of the cluster, "auto" for the one of this machine; none for a new one here.
    - `wheel`: of this package, for workers of another platform than this machine's.
    """
    return _measuring.measure(agent, cluster=RayCluster(address, wheel=wheel), **options)


def estimate(
    agent: Any,
    *,
    address: str | None = None,
    wheel: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Estimate:
    """Estimates the mean of a controller on a cluster of Ray, as `tetrarium.estimate` does."""
    return _measuring.estimate(agent, cluster=RayCluster(address, wheel=wheel), **options)


def train(
    experiment: Any = None,
    *,
    address: str | None = None,
    wheel: str | os.PathLike[str] | None = None,
    **options: Any,
) -> _training.Run:
    """Trains a controller on a cluster of Ray, as `tetrarium.train` does on this machine."""
    return _training.train(experiment, cluster=RayCluster(address, wheel=wheel), **options)


def tournament(
    experiments: Iterable[Any],
    *,
    address: str | None = None,
    wheel: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Records:
    """Holds a tournament on a cluster of Ray, as `tetrarium.tournament` does on this machine."""
    return _training.tournament(experiments, cluster=RayCluster(address, wheel=wheel), **options)
