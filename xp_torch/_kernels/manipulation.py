"""Kernels that join, roll, repeat, insert and reshape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from xp_torch._facts.inspection import is_decided, is_static, known_or
from xp_torch._facts.shapes import joined_size, normalize_axis
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.indexing.take import take
from xp_torch._kernels.layout import by_memory, in_rows, like_layout, memory_order, raveled, reverse_axes
from xp_torch._kernels.statistics.histograms import tally
from xp_torch._kernels.thresholds import FEW_COPIES


@explained
def concat(parts: Sequence[torch.Tensor], axis: int) -> torch.Tensor:
    """Join tensors of one dtype along `axis`."""
    joined_size([p.shape[axis] for p in parts])
    bits = by_memory(lambda tensors, dims: torch.cat(tensors, dims[0]), [signed_bits(p) for p in parts], [axis])
    return from_signed_bits(bits, parts[0].dtype)


@explained
def pad(t: torch.Tensor, widths: Sequence[tuple[int, int]], number: complex) -> torch.Tensor:
    """Return `t` with `widths` elements before and after it along each dimension, which are a `number` of its dtype."""
    # torch's widths begin with the last dimension, and its result may be in another order in memory.
    return in_rows(torch.constant_pad_nd(t, [n for pair in reversed(widths) for n in pair], number))


@explained
def stack(parts: Sequence[torch.Tensor], axis: int) -> torch.Tensor:
    """Join tensors of one dtype and shape along a new `axis`."""
    return concat([p.unsqueeze(axis) for p in parts], axis)


@explained
def roll(t: torch.Tensor, shifts: Sequence[int], axes: Sequence[int]) -> torch.Tensor:
    """Return a copy with the elements shifted circularly along distinct `axes`."""
    # A Python int may exceed int64, so shifts are reduced; for no axes torch would roll the flattened tensor.
    reduced = {a: s % t.shape[a] for s, a in zip(shifts, axes, strict=True) if known_or(True, t.shape[a] != 0)}
    if not reduced:
        return t.clone(memory_format=torch.contiguous_format)
    if not is_decided(t.numel() == 0):
        # torch's function would have to know whether there are elements.
        for axis, shift in reduced.items():
            index = torch.arange(t.shape[axis], device=t.device) - shift
            t = take(t, index % t.shape[axis], axis)
        return t
    bits = by_memory(lambda ts, dims: torch.roll(ts[0], list(reduced.values()), dims), [signed_bits(t)], list(reduced))
    return from_signed_bits(bits, t.dtype)


@explained
def repeat(t: torch.Tensor, repeats: int | torch.Tensor, axis: int, total: int | None = None) -> torch.Tensor:
    """Return a copy with each element along `axis` repeated; `repeats` is one count, or a tensor of one per index.

    `total` is the sum of the counts if it is known; else it is read back from a tensor.
    """
    if isinstance(repeats, torch.Tensor):
        repeated = torch.repeat_interleave(signed_bits(t), repeats, dim=axis, output_size=total)
        return from_signed_bits(repeated, t.dtype)
    # The shape of an expanded array does not depend on values; traced, repeat_interleave's does.
    sizes = t.shape
    expanded = t.unsqueeze(axis + 1).expand(*sizes[: axis + 1], repeats, *sizes[axis + 1 :])
    return expanded.clone(memory_format=torch.contiguous_format).flatten(axis, axis + 1)


@explained
def repeat_to(t: torch.Tensor, counts: torch.Tensor, axis: int, length: int) -> torch.Tensor:
    """Return a copy with each element along `axis` repeated, cut to `length` or continued with the last element."""
    ends = torch.cumsum(counts.clamp(max=length), 0).clamp(max=length)
    index = torch.cumsum(tally(ends, None, length + 1), 0).narrow(0, 0, length)
    return take(t, index, axis, "clip")


@explained
def tile(t: torch.Tensor, counts: Sequence[int]) -> torch.Tensor:
    """Return `t` repeated; there is a count for each dimension of the result."""
    repeated = [dim for dim, count in enumerate(counts) if count != 1]
    few = len(repeated) == 1 and is_static(counts[repeated[0]]) and counts[repeated[0]] <= FEW_COPIES
    if few and len(counts) == t.ndim < 4 and t.is_contiguous():
        return torch.cat([t] * counts[repeated[0]], repeated[0])
    sizes = (1,) * (len(counts) - t.ndim) + tuple(t.shape)
    shape: list[int] = []
    expanded: list[int] = []
    for size, count in zip(sizes, counts, strict=True):
        shape += (size,) if count == 1 else (1, size)
        expanded += (size,) if count == 1 else (count, size)
    copies = t.reshape(shape).expand(expanded).clone(memory_format=torch.contiguous_format)
    return copies.view([size * count for size, count in zip(sizes, counts, strict=True)])


@explained
def reshape(t: torch.Tensor, shape: Sequence[int], order: str) -> torch.Tensor:
    """Return `t` with another shape, reading and placing elements in row-major ("C") or column-major ("F") order."""
    if order == "F":
        return reverse_axes(reverse_axes(t).reshape(tuple(shape)[::-1]))
    return t.reshape(tuple(shape))


def reshape_view(t: torch.Tensor, shape: Sequence[int], order: str) -> torch.Tensor:
    """Return a view of `t` with another shape; torch raises RuntimeError if the layout does not allow it."""
    if order == "F":
        return reverse_axes(reverse_axes(t).view(tuple(shape)[::-1]))
    return t.view(tuple(shape))


@explained
def ravel(t: torch.Tensor, order: str) -> torch.Tensor:
    """Return `t` flattened: a view if the elements are contiguous in that order, else a copy."""
    if order == "F":
        t = reverse_axes(t)
    elif order == "K" and not t.is_contiguous():
        steps = t.stride()
        kept = t.permute(sorted(range(t.ndim), key=lambda axis: -steps[axis]))
        t = kept if kept.is_contiguous() else t.permute(memory_order(steps))
    return in_rows(t).reshape(-1)


def flattened(t: torch.Tensor, axis: Any) -> tuple[torch.Tensor, int]:
    """Return a tensor and its dimension to operate along; if `axis` is None, the flattened tensor."""
    return (raveled(t), 0) if axis is None else (t, normalize_axis(axis, t.ndim))


@explained
def insert(t: torch.Tensor, indices: torch.Tensor, new: torch.Tensor, axis: int) -> torch.Tensor:
    """Return a copy with the slices of `new` inserted before `indices` (int64, not negative)."""
    n, count = t.shape[axis], indices.shape[0]
    order = torch.sort(indices, stable=True).indices
    rank = torch.arange(count, device=t.device)
    # Every slice moves by the number of slices inserted before it.
    moved = indices + torch.zeros_like(indices).scatter(0, order, rank)
    kept = torch.arange(n, device=t.device)
    kept = kept + torch.searchsorted(indices.gather(0, order), kept, right=True)
    source = torch.zeros(n + count, dtype=torch.int64, device=t.device)
    source = source.scatter(0, torch.cat([kept, moved]), torch.arange(n + count, device=t.device))
    joined = signed_bits(concat([t, new], axis))
    return like_layout(from_signed_bits(torch.index_select(joined, axis, source), t.dtype), t)


def within_nonzero(mask: torch.Tensor, ends: str) -> torch.Tensor:
    """Return a mask without the elements of a vector before its first True ("f") and after its last ("b")."""
    kept = torch.ones_like(mask)
    if "f" in ends:
        kept = kept & (mask.cumsum(0) > 0)
    if "b" in ends:
        kept = kept & (mask.flip(0).cumsum(0).flip(0) > 0)
    return kept


def nonzero_box(mask: torch.Tensor) -> list[tuple[int, int]]:
    """Return for each dimension the bounds of the True elements, from the first to after the last; zeros if none."""
    bounds = []
    for d in range(mask.ndim):
        others = tuple(i for i in range(mask.ndim) if i != d)
        indices = (mask.any(others) if others else mask).nonzero().reshape(-1)
        bounds.append((int(indices[0]), int(indices[-1]) + 1) if known_or(True, indices.numel() != 0) else (0, 0))
    return bounds
