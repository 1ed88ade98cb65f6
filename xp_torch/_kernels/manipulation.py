"""Kernels that move elements: joining, flipping, rolling, repeating, reshaping."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from xp_torch._facts.torch_errors import explained
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.layout import reverse_axes

__all__ = [
    "concat",
    "flip",
    "insert",
    "nonzero_box",
    "ravel",
    "repeat",
    "reshape",
    "reshape_view",
    "roll",
    "rot90",
    "stack",
    "tile",
]


@explained
def concat(parts: Sequence[torch.Tensor], axis: int) -> torch.Tensor:
    """Join tensors of one dtype along `axis`; shapes have been checked."""
    return from_signed_bits(torch.cat([signed_bits(p) for p in parts], axis), parts[0].dtype)


@explained
def stack(parts: Sequence[torch.Tensor], axis: int) -> torch.Tensor:
    """Join tensors of one dtype and shape along a new `axis`."""
    return from_signed_bits(torch.stack([signed_bits(p) for p in parts], axis), parts[0].dtype)


@explained
def flip(t: torch.Tensor, axes: Sequence[int]) -> torch.Tensor:
    """Return a copy with the order of elements reversed along `axes`."""
    return from_signed_bits(torch.flip(signed_bits(t), tuple(axes)), t.dtype)


def rot90(t: torch.Tensor, k: int, axes: tuple[int, int]) -> torch.Tensor:
    """Return `t` turned `k` (0 to 3) quarter turns from the first of `axes` to the second (0: a view)."""
    if k == 0:
        return t.view(t.shape)
    if k == 2:
        return flip(t, axes)
    # Flipping before or after the transposition turns the other way.
    return flip(t, axes[1:]).transpose(*axes) if k == 1 else flip(t.transpose(*axes), axes[1:])


@explained
def roll(t: torch.Tensor, shifts: Sequence[int], axes: Sequence[int]) -> torch.Tensor:
    """Return a copy with the elements shifted circularly along distinct `axes`."""
    # Reduced shifts: a Python int may exceed what torch takes, and no axis at all would mean "flattened".
    moves = [(s % t.shape[a], a) for s, a in zip(shifts, axes, strict=True) if t.shape[a]]
    if not moves:
        return t.clone(memory_format=torch.contiguous_format)
    return from_signed_bits(torch.roll(signed_bits(t), [s for s, _ in moves], [a for _, a in moves]), t.dtype)


@explained
def repeat(t: torch.Tensor, repeats: int | torch.Tensor, axis: int) -> torch.Tensor:
    """Return a copy with each element along `axis` repeated: a number of times, or as often as its entry says."""
    if isinstance(repeats, torch.Tensor):
        return from_signed_bits(torch.repeat_interleave(signed_bits(t), repeats, dim=axis), t.dtype)
    # Expanding keeps the shape known to tracers, where repeat_interleave would not.
    sizes = t.shape
    wide = t.unsqueeze(axis + 1).expand(*sizes[: axis + 1], repeats, *sizes[axis + 1 :])
    return wide.clone(memory_format=torch.contiguous_format).flatten(axis, axis + 1)


@explained
def tile(t: torch.Tensor, counts: Sequence[int]) -> torch.Tensor:
    """Return copies of `t` side by side; there is a count for each dimension of the result."""
    if len(counts) == 1 and 1 <= counts[0] <= 8:
        # a fifth of the time of `repeat`, which moves a few elements about as slowly as many
        return from_signed_bits(torch.cat([signed_bits(t).reshape(-1)] * counts[0]), t.dtype)
    return from_signed_bits(signed_bits(t).repeat(*counts), t.dtype) if counts else t.clone()


def reshape(t: torch.Tensor, shape: Sequence[int], order: str) -> torch.Tensor:
    """Return `t` in `shape`, reading and placing elements in row-major ("C") or column-major ("F") order."""
    if order == "F":
        return reverse_axes(reverse_axes(t).reshape(tuple(shape)[::-1]))
    return t.reshape(tuple(shape))


def reshape_view(t: torch.Tensor, shape: Sequence[int], order: str) -> torch.Tensor:
    """Return `t` in `shape` as a view; where the layout does not allow it, torch raises RuntimeError."""
    if order == "F":
        return reverse_axes(reverse_axes(t).view(tuple(shape)[::-1]))
    return t.view(tuple(shape))


def _memory_order(steps: tuple[int, ...]) -> list[int]:
    """Return axes from the slowest to the fastest in memory; repeated ones (step 0) stay, as in NumPy's iterator."""
    order: list[int] = []
    for axis in reversed(range(len(steps))):
        place = len(order)
        for i in reversed(range(len(order))):
            if steps[axis] and steps[order[i]]:
                if steps[order[i]] <= steps[axis]:
                    break
                place = i
        order.insert(place, axis)
    return order[::-1]


@explained
def ravel(t: torch.Tensor, order: str) -> torch.Tensor:
    """Return `t` as one dimension: a view where the elements lie one after the other, else a copy, as NumPy does."""
    if order == "F":
        t = reverse_axes(t)
    elif order == "K" and not t.is_contiguous():
        steps = t.stride()
        kept = t.permute(sorted(range(t.ndim), key=lambda axis: -steps[axis]))
        t = kept if kept.is_contiguous() else t.permute(_memory_order(steps))
    return t.reshape(-1) if t.is_contiguous() else t.contiguous().view(-1)


@explained
def insert(t: torch.Tensor, places: torch.Tensor, new: torch.Tensor, axis: int) -> torch.Tensor:
    """Return a copy with the slices of `new` put in before `places` (int64, not negative), in order at each."""
    n, count = t.shape[axis], places.shape[0]
    order = torch.sort(places, stable=True).indices
    turn = torch.arange(count, device=t.device)
    # each of both moves on by as many slices as are put in before it
    moved = places + torch.zeros_like(places).scatter(0, order, turn)
    kept = torch.arange(n, device=t.device)
    kept = kept + torch.searchsorted(places[order], kept, right=True)
    source = torch.zeros(n + count, dtype=torch.int64, device=t.device)
    source = source.scatter(0, torch.cat([kept, moved]), torch.arange(n + count, device=t.device))
    joined = signed_bits(concat([t, new], axis))
    return from_signed_bits(torch.index_select(joined, axis, source), t.dtype)


def nonzero_box(mask: torch.Tensor) -> list[tuple[int, int]]:
    """Return for each dimension the first place that has a True and the one after the last; zeros if there is none."""
    found = []
    for d in range(mask.ndim):
        others = tuple(i for i in range(mask.ndim) if i != d)
        places = (mask.any(others) if others else mask).nonzero().reshape(-1)
        found.append((int(places[0]), int(places[-1]) + 1) if places.numel() else (0, 0))
    return found
