"""Shards on the processes of one machine, by Python's own pool.

    python process_pool.py [PROCESSES]
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import tetrarium


def main() -> None:
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    # Processes that begin afresh: a copy of a process with threads may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        cluster = tetrarium.Cluster(pool.map, workers)
        measured = tetrarium.measure("bcts", board="10x8", games=200, cluster=cluster)
    print(measured)
    assert measured == tetrarium.measure("bcts", board="10x8", games=200)


if __name__ == "__main__":
    main()
