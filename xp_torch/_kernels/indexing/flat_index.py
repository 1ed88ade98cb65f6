"""Flat indices, multi-dimensional indices, and the elements of diagonals."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch

from xp_torch._facts.inspection import any_true, numpy_view
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels.indexing.take import into_bounds

_remainder = explained(torch.remainder)


@explained
def _outside(index: torch.Tensor, size: int) -> torch.Tensor:
    """Return the mask of indices that are out of bounds."""
    return (index < 0) | (index >= size)


def unravel_index(index: torch.Tensor, shape: Sequence[int], order: str) -> tuple[torch.Tensor, ...]:
    """Return the indices by dimension of flat int64 indices; out of bounds they raise ValueError (on the CPU)."""
    size = math.prod(shape)
    outside = numpy_view(_outside(index, size))
    if outside is not None and outside.any():
        raise ValueError(f"index {int(index.numpy()[outside].flat[0])} is out of bounds for array with size {size}")
    indices: list[torch.Tensor] = []
    axes = range(len(shape)) if order == "F" else reversed(range(len(shape)))
    for axis in axes:
        n = max(shape[axis], 1)
        indices.append(_remainder(index, n))
        index = index.div(n, rounding_mode="floor")
    return tuple(indices if order == "F" else indices[::-1])


def ravel_multi_index(
    indices: Sequence[torch.Tensor], shape: Sequence[int], modes: Sequence[str], order: str
) -> torch.Tensor:
    """Return the flat index of int64 indices by dimension; out of bounds they raise ValueError (on the CPU)."""
    flat = torch.zeros((), dtype=torch.int64, device=indices[0].device if indices else None)
    axes = range(len(shape)) if order == "C" else reversed(range(len(shape)))
    for axis in axes:
        index, n = indices[axis], shape[axis]
        index = into_bounds(index, n, modes[axis])
        if modes[axis] == "raise" and any_true(_outside(index, n)):
            raise ValueError("invalid entry in coordinates array")
        flat = flat * n + index
    return flat


def diagonal_elements(t: torch.Tensor) -> torch.Tensor:
    """Return the elements whose indices are equal in every dimension: a 1-D view."""
    while t.ndim > 1:
        t = t.diagonal(0, 0, 1)
    return t


def triangle(rows: int, columns: int, offset: int, upper: bool, device: torch.device) -> tuple[torch.Tensor, ...]:
    """Return the indices of a triangle of a matrix with symbolic size, which torch's functions would fix."""
    if upper:
        offset = offset - 1
    distance = torch.arange(columns, device=device) - torch.arange(rows, device=device).unsqueeze(-1)
    below = distance <= offset

    def before(row: int) -> int:
        """Return the sum of ``clip(i, 0, columns)`` for the integers i up to `row`."""
        inside = max(min(row, columns), 0)
        return inside * (inside + 1) // 2 + columns * max(row - columns, 0)

    size = before(offset + rows) - before(offset)
    kept, size = (~below, rows * columns - size) if upper else (below, size)
    return torch.nonzero_static(kept, size=size).unbind(1)
