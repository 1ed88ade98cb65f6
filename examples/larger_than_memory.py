"""Principal components of an array that is larger than the memory of all workers: dask schedules, xp_torch computes.

pip install ".[dask]" bokeh
python examples/larger_than_memory.py --gigabytes 4 --memory-limit 1GB
"""

import argparse
import resource
import sys
import time

import dask
import dask.array as da
import numpy as np
from distributed import Client, LocalCluster, progress

COLUMNS = 50


def measurements(rows, chunk_rows):
    """Return measurements of `COLUMNS` correlated quantities, as a dask array whose chunks the backend makes."""
    independent = da.random.default_rng(0).normal(size=(rows, COLUMNS), chunks=(chunk_rows, COLUMNS))
    mix = np.random.default_rng(1).normal(size=(COLUMNS, COLUMNS)) * 0.9 ** np.arange(COLUMNS)
    return independent @ da.from_array(mix).to_backend() + 10


def principal_components(x):
    """Return the standard deviations along the principal components, and the components, of the rows of `x`."""
    _, s, components = da.linalg.svd(x - x.mean(axis=0))
    return s / np.sqrt(len(x) - 1), components


def peak_megabytes():
    """Return the largest memory that this process has had."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def run(client, backend, rows, chunk_rows):
    """Compute the standard deviations and components with chunks of a backend; print the time and peaks of memory."""
    with dask.config.set({"array.backend": backend}):
        x = measurements(rows, chunk_rows)
        print(f"{backend}: {x.nbytes / 1e9:.1f} GB in {x.npartitions} chunks of {x.blocks[0].nbytes / 1e6:.0f} MB")
        start = time.perf_counter()
        futures = client.compute(principal_components(x))
    progress(futures)
    deviations, components = client.gather(futures)
    peaks = [round(peak) for peak in client.run(peak_megabytes).values()]
    print(f"\n{backend}: {time.perf_counter() - start:.1f} s, peaks of the workers {peaks} MB")
    print(f"{backend}: standard deviations {np.asarray(deviations[:5]).round(4)}")
    return deviations, components, peaks


def compare(gigabytes=4.0, memory_limit="1GB", workers=2, chunk_megabytes=40, dashboard=":8787"):
    """Compute the components with this package and with NumPy; return both results and the peaks of the workers."""
    chunk_rows = int(chunk_megabytes * 1e6) // (8 * COLUMNS)
    rows = int(gigabytes * 1e9) // (8 * COLUMNS)
    results = {}
    for backend in ("xp_torch", "numpy"):
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, memory_limit=memory_limit, dashboard_address=dashboard
            ) as cluster,
            Client(cluster) as client,
        ):
            print(f"dashboard: {client.dashboard_link}")
            results[backend] = run(client, backend, rows, chunk_rows)
    return results


def main():
    """Read the options, compute and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gigabytes", type=float, default=4.0, help="size of the array (default: %(default)s)")
    parser.add_argument("--memory-limit", default="1GB", help="memory of each worker (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="number of processes (default: %(default)s)")
    arguments = parser.parse_args()
    results = compare(arguments.gigabytes, arguments.memory_limit, arguments.workers)
    (ours, *_), (numpys, *_) = results["xp_torch"], results["numpy"]
    print(f"largest difference from NumPy's standard deviations: {np.abs(np.asarray(ours) - numpys).max():.1e}")


if __name__ == "__main__":  # dask starts its workers by importing this file
    main()
