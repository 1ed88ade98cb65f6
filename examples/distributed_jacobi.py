"""Solve Laplace's equation by Jacobi's iteration on a grid that is sharded over processes, and compare with NumPy.

On one machine, and on four; torch reads the variable when it is loaded, and asks for huge pages, as NumPy does::

    export THP_MEM_ALLOC_ENABLE=1
    torchrun --nproc-per-node 2 examples/distributed_jacobi.py
    torchrun --nnodes 4 --nproc-per-node 8 --rdzv-endpoint HOST:29500 examples/distributed_jacobi.py --rows 1000000

The slices are NumPy's. Shifted by one row, they move the rows at the ends of a process's part to its neighbours, so
that a process receives a few rows an iteration, whatever the size of the grid.
"""

import argparse
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

import xp_torch


def iterate(grid: Any) -> None:
    """Replace the inner points by the mean of their neighbours, in place."""
    vertical = grid[:-2, 1:-1] + grid[2:, 1:-1]
    horizontal = grid[1:-1, :-2] + grid[1:-1, 2:]
    grid[1:-1, 1:-1] = (vertical + horizontal) / 4


def solve(grid: Any, iterations: int) -> Any:
    """Return the grid after some iterations; its edges are fixed."""
    for _ in range(iterations):
        iterate(grid)
    return grid


def make_grid(xp: Any, rows: int, columns: int, **options: Any) -> Any:
    """Return a grid that is one at the left edge and zero elsewhere."""
    grid = xp.zeros((rows, columns), dtype=xp.float64, **options)
    grid[:, 0] = 1.0
    return grid


def main() -> None:
    """Solve both and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--columns", type=int, default=64)
    parser.add_argument("--iterations", type=int, default=50)
    asked = parser.parse_args()
    kind = "cuda" if torch.cuda.is_available() else "cpu"
    dist.init_process_group()  # by what torchrun has put into the environment
    device = xp_torch.distributed.Device(init_device_mesh(kind, (dist.get_world_size(),)))

    grid = solve(make_grid(xp_torch, asked.rows, asked.columns, device=device), asked.iterations)
    expected = solve(make_grid(np, asked.rows, asked.columns), asked.iterations)
    mean, difference = float(xp_torch.mean(grid)), float(np.max(np.abs(np.asarray(grid) - expected)))
    if dist.get_rank() == 0:
        print(
            f"{asked.rows} by {asked.columns} points on {device}: mean {mean:.6f} after {asked.iterations} iterations"
        )
        print(f"largest difference of a point from NumPy's: {difference:.1e}")
    dist.destroy_process_group()
    if difference > 1e-8:
        raise SystemExit("the grid differs from NumPy's")


if __name__ == "__main__":
    main()
