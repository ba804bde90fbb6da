"""Shards on the processes of MPI, by mpi4py's pool. The first process hands them out.

    mpiexec -n 9 python -m mpi4py.futures mpi_pool.py
"""

from mpi4py import MPI
from mpi4py.futures import MPIPoolExecutor

import tetrarium


def main() -> None:
    workers = max(1, MPI.COMM_WORLD.Get_size() - 1)
    with MPIPoolExecutor() as pool:

        def unordered(function, shards):
            return pool.map(function, shards, unordered=True)

        cluster = tetrarium.Cluster(unordered, workers)
        measured = tetrarium.measure("bcts", board="10x8", games=200, cluster=cluster)
    print(measured)
    assert measured == tetrarium.measure("bcts", board="10x8", games=200)


if __name__ == "__main__":
    main()
