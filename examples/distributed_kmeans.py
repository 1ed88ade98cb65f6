"""Cluster samples that are sharded over processes by Lloyd's k-means, and compare with NumPy.

On one machine, and on four; torch reads the variable when it is loaded, and asks for huge pages, as NumPy does::

    export THP_MEM_ALLOC_ENABLE=1
    torchrun --nproc-per-node 2 examples/distributed_kmeans.py
    torchrun --nnodes 4 --nproc-per-node 8 --rdzv-endpoint HOST:29500 examples/distributed_kmeans.py --rows 100000000

Each process has a part of the samples; the centers are the same array on every process. An iteration adds up the
coordinates and the number of samples of each cluster over the processes: little data, however many samples there are.
"""

import argparse
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

import xp_torch


def iterate(samples: Any, centers: Any) -> tuple[Any, Any]:
    """Return the centers after one iteration, and the sum of the squared distances before it."""
    xp = samples.__array_namespace__()
    products = samples @ xp.permute_dims(centers, (1, 0))
    distances = xp.sum(samples**2, axis=1)[:, None] - 2 * products + xp.sum(centers**2, axis=1)
    nearest = xp.argmin(distances, axis=1)
    members = xp.astype(nearest[:, None] == xp.arange(centers.shape[0]), samples.dtype)
    sums = xp.permute_dims(members, (1, 0)) @ samples
    counts = xp.sum(members, axis=0)
    return sums / xp.where(counts == 0, 1.0, counts)[:, None], xp.sum(xp.min(distances, axis=1))


def fit(samples: Any, clusters: int, iterations: int) -> tuple[Any, float]:
    """Return the centers, and the sum of the squared distances before the last iteration."""
    centers, inertia = samples[:clusters, :], 0.0
    for _ in range(iterations):
        centers, inertia = iterate(samples, centers)
    return centers, float(inertia)


def make_samples(rows: int, features: int, clusters: int) -> np.ndarray:
    """Return samples around random centers."""
    random = np.random.default_rng(0)
    middles = random.normal(size=(clusters, features)) * 5
    return middles[random.integers(clusters, size=rows)] + random.normal(size=(rows, features))


def main() -> None:
    """Fit both and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000, help="number of samples; default: 10000")
    parser.add_argument("--features", type=int, default=8)
    parser.add_argument("--clusters", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=20)
    asked = parser.parse_args()
    kind = "cuda" if torch.cuda.is_available() else "cpu"
    dist.init_process_group()  # by what torchrun has put into the environment
    device = xp_torch.distributed.Device(init_device_mesh(kind, (dist.get_world_size(),)))

    data = make_samples(asked.rows, asked.features, asked.clusters)
    centers, inertia = fit(xp_torch.asarray(data, device=device), asked.clusters, asked.iterations)
    expected, expected_inertia = fit(data, asked.clusters, asked.iterations)
    difference = float(np.max(np.abs(np.asarray(centers) - expected)))
    if dist.get_rank() == 0:
        print(f"{asked.rows} samples on {device}: inertia {inertia:.6f}, NumPy's {expected_inertia:.6f}")
        print(f"largest difference of a center from NumPy's: {difference:.1e}")
    dist.destroy_process_group()
    if difference > 1e-8:
        raise SystemExit("the centers differ from NumPy's")


if __name__ == "__main__":
    main()
