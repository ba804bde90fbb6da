"""Shards on a cluster of dask: one of this machine's processes, or one that is there.

    python dask_cluster.py [ADDRESS]
"""

import sys

from dask.distributed import Client, as_completed

import tetrarium


def main() -> None:
    if len(sys.argv) > 1:
        client = Client(sys.argv[1])
    else:
        client = Client(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with client:

        def unordered(function, shards):
            # A shard that a lost worker had is done again by another.
            done = client.map(function, list(shards), pure=False, retries=10)
            return (future.result() for future in as_completed(done))

        workers = sum(client.nthreads().values())
        cluster = tetrarium.Cluster(unordered, workers)
        measured = tetrarium.measure("bcts", board="10x8", games=200, cluster=cluster)
    print(measured)
    assert measured == tetrarium.measure("bcts", board="10x8", games=200)


if __name__ == "__main__":
    main()
