"""Playing and learning on other processes and machines.

    from concurrent.futures import ProcessPoolExecutor
    import tetrarium

    if __name__ == "__main__":
        with ProcessPoolExecutor(8) as pool:
            cluster = tetrarium.Cluster(pool.map, workers=8)
            tetrarium.measure("bcts", games=1000, cluster=cluster)

The unit of work is a shard: some bytes, of which `perform` makes the bytes of a result, in any
process on any machine. Whatever maps a function over a list can have shards done. The results do
not depend on who does them, in which order, or how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import _checks, _core
from ._errors import ClusterError

__all__ = ["Cluster", "perform"]

#: A function like Python's own `map`.
Map = Callable[[Callable[[bytes], bytes], Iterable[bytes]], Iterable[bytes]]


def perform(shard: bytes) -> bytes:
    """Does a shard, and returns its result: a pure function, in any process on any machine."""
    return _core.perform(shard)


class Cluster:
    """Those who do shards.

    - `map`: a function like Python's own `map`: `map(perform, shards)` returns the results, in any
      order. `Executor.map`, `Pool.imap_unordered` and the like do.
    - `workers`: how many shards are done at once. Shards are cut accordingly, which changes no
      result.
    """

    def __init__(self, map: Map, workers: int) -> None:
        if not callable(map):
            raise ValueError(f"map = {map!r} is not possible: map can be a function")
        self._map = map
        self.workers = _checks.whole("workers", workers, 1, 1_000_000)

    def drive(self, desk: _core.Desk) -> None:
        """Has all shards of a desk done."""
        while desk.wait(3600):
            shards = _Shards(desk)
            for result in self._map(perform, shards):
                if not isinstance(result, bytes):
                    raise ClusterError(f"map gave a {type(result).__name__} for a result")
                desk.give(result)
            if desk.out:
                raise ClusterError(f"map gave no result for {desk.out} shards")
            if not shards.asked:
                raise ClusterError("map took no shard")


class _Shards(Iterator[bytes]):
    """The shards that can be taken from a desk."""

    def __init__(self, desk: _core.Desk) -> None:
        self._desk = desk
        #: Whether anybody asked for one.
        self.asked = False

    def __next__(self) -> bytes:
        self.asked = True
        shard = self._desk.take()
        if shard is None:
            raise StopIteration
        return shard


def workers_of(cluster: Any) -> dict[str, Any] | None:
    """A cluster as the compiled half takes it."""
    if cluster is None:
        return None
    if not isinstance(cluster, Cluster):
        raise ValueError(
            f"cluster = {cluster!r} is not possible: cluster can be a tetrarium.Cluster"
        )
    return {"drive": cluster.drive, "workers": cluster.workers}
