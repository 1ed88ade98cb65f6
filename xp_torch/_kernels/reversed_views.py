"""Views with negative steps, which torch lacks: forward views of the memory, and the axes to reverse."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from xp_torch._facts.torch_errors import explained
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.cast import copy_into

_is_compiling = torch.compiler.is_dynamo_compiling
_is_wrapped, _unwrapped = torch._C._functorch.is_functorch_wrapped_tensor, torch._C._functorch.get_unwrapped


def _memory(t: Tensor) -> Tensor:
    """Return the tensor that has the storage of `t`, which under transforms of `torch.func` is wrapped."""
    while _is_wrapped(t):
        t = _unwrapped(t)
    return t


@explained
def flip(t: Tensor, axes: Any) -> Tensor:
    """Return a copy of `t` reversed along `axes`, also for the unsigned dtypes that torch's `flip` lacks."""
    return from_signed_bits(signed_bits(t).flip(axes), t.dtype)


def flip_value(value: Tensor, axes: Any, ndim: int) -> Tensor:
    """Flip a value along `axes` of its `ndim`-dimensional result, except axes along which it is broadcast."""
    offset = value.dim() - ndim
    axes = [d + offset for d in axes if d + offset >= 0 and value.shape[d + offset] != 1]
    return flip(value, axes) if axes else value


def reversed_copy(view: Tensor, flips: tuple[int, ...]) -> Tensor:
    """Return the elements of a reversed view in new memory, from which `shown_part` finds back to those of the view."""
    t = flip(view, flips)
    if not _is_compiling():
        # The storage, because views of views have it too, and because inference mode records no bases.
        _memory(t).untyped_storage()._shows = t.shape, t.stride(), t.dtype, view, flips  # type: ignore[attr-defined]
    return t


def write_reversed(view: Tensor, flips: tuple[int, ...], value: Tensor) -> None:
    """Write `value`, of the same dtype, into a reversed view; it broadcasts to its shape."""
    copy_into(view, flip_value(value, flips, view.dim()))


def shown_part(t: Tensor) -> tuple[Tensor, tuple[int, ...]] | None:
    """Return the reversed view that `t`, a view of a `reversed_copy`, stands for.

    It is a forward view of the memory and the axes to reverse. None if `t` is not a view of such a copy, or if strides
    cannot express it: then NumPy copies, too.
    """
    if _is_compiling() or not t.numel():
        return None
    memory = _memory(t)
    mark = getattr(memory.untyped_storage(), "_shows", None)
    if mark is None:
        return None
    shape, steps, dtype, view, flips = mark
    # For each axis of the copy: its size, its step there, and its step in the memory, which may be negative.
    axes = [
        (n, step, -own if axis in flips else own)
        for axis, (n, step, own) in enumerate(zip(shape, steps, view.stride(), strict=True))
        if n > 1
    ]
    start = view.storage_offset() - sum((n - 1) * own for n, _, own in axes if own < 0)
    if t.dtype is not dtype:
        if t.itemsize == dtype.itemsize:
            view = view.view(t.dtype)
        elif t.itemsize < dtype.itemsize:
            # parts of elements, such as real parts
            count = dtype.itemsize // t.itemsize
            parts = dtype.is_complex and t.dtype is dtype.to_real()
            view = torch.view_as_real(view) if parts else view.unsqueeze(-1).view(t.dtype)
            axes, start = [(n, count * step, count * own) for n, step, own in axes] + [(count, 1, 1)], count * start
        else:
            return None
    axes = _joined(sorted(axes, key=lambda a: -a[1]))
    places = _places(int(memory.storage_offset()), axes)
    last = list(places)
    strides, reversed_axes = [], []
    for dim, (n, step) in enumerate(zip(t.shape, t.stride(), strict=True)):
        moves = _places(step if n > 1 else 0, axes)
        last = [i + (n - 1) * k for i, k in zip(last, moves, strict=True)]
        own = sum(k * a[2] for k, a in zip(moves, axes, strict=True))
        if own < 0:
            start += (n - 1) * own
            reversed_axes.append(dim)
        strides.append(abs(own))
    if any(i >= a[0] for i, a in zip(last, axes, strict=True)):
        return None
    start += sum(i * a[2] for i, a in zip(places, axes, strict=True))
    return view.as_strided(t.shape, strides, start), tuple(reversed_axes)


def _joined(axes: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Join neighbouring axes, the outer ones first, whose elements have one stride in memory."""
    joined: list[tuple[int, int, int]] = []
    for n, step, own in axes:
        if joined and joined[-1][2] == n * own:
            joined[-1] = joined[-1][0] * n, step, own
        else:
            joined.append((n, step, own))
    return joined


def _places(offset: int, axes: list[tuple[int, int, int]]) -> list[int]:
    """Return the index along each axis of the element at an offset in a dense copy."""
    places = []
    for _, step, _ in axes:
        place, offset = divmod(offset, step)
        places.append(place)
    return places
