"""Flat indices and indices by dimension, and the places of triangles and diagonals."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from xp_torch._kernels.indexing.write import on_host

__all__ = ["diagonal_of_all", "ravel_multi_index", "unravel_index"]


def _any(t: torch.Tensor) -> bool:
    """Tell whether any element is True, where looking costs no transfer and breaks no trace; else False."""
    return on_host(t) and bool(t.any())


def unravel_index(index: torch.Tensor, shape: Sequence[int], order: str) -> tuple[torch.Tensor, ...]:
    """Return the indices by dimension of flat int64 indices; out of bounds they raise ValueError (on the CPU)."""
    size = 1
    for n in shape:
        size *= n
    wrong = (index < 0) | (index >= size)
    if _any(wrong):
        first = int(index[wrong].reshape(-1)[0])
        raise ValueError(f"index {first} is out of bounds for array with size {size}")
    found: list[torch.Tensor] = []
    axes = range(len(shape)) if order == "F" else reversed(range(len(shape)))
    for axis in axes:
        # the last one left needs no division: what is over was checked
        n = max(shape[axis], 1)
        found.append(index.remainder(n))
        index = index.div(n, rounding_mode="floor")
    return tuple(found if order == "F" else found[::-1])


def ravel_multi_index(
    indices: Sequence[torch.Tensor], shape: Sequence[int], modes: Sequence[str], order: str
) -> torch.Tensor:
    """Return the flat index of int64 indices by dimension; out of bounds they raise ValueError (on the CPU)."""
    flat = torch.zeros((), dtype=torch.int64, device=indices[0].device if indices else None)
    axes = range(len(shape)) if order == "C" else reversed(range(len(shape)))
    for axis in axes:
        index, n = indices[axis], shape[axis]
        if modes[axis] == "wrap":
            index = index.remainder(max(n, 1))
        elif modes[axis] == "clip":
            index = torch.where(index < 0, 0, index.clamp(max=n - 1))
        elif _any((index < 0) | (index >= n)):
            raise ValueError("invalid entry in coordinates array")
        flat = flat * n + index
    return flat


def diagonal_of_all(t: torch.Tensor) -> torch.Tensor:
    """Return the elements whose indices are equal in every dimension: a view of one dimension."""
    while t.ndim > 1:
        t = t.diagonal(0, 0, 1)
    return t
