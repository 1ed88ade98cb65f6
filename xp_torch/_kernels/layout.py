"""Memory layout: NumPy's ``order=``, reversed axes, views in other dtypes and their owners."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any

import torch
from torch.utils.weak import WeakTensorKeyDictionary

from xp_torch._facts.dtypes import REAL
from xp_torch._facts.torch_errors import explained, raise_explained
from xp_torch._facts.torch_state import base_of, is_compiling, is_differentiated
from xp_torch._kernels.host_functions import row_major


def reverse_axes(t: torch.Tensor) -> torch.Tensor:
    """Return a view with the dimensions in reverse order."""
    # A tuple first: Dynamo (2.13) slices a range wrongly.
    return t.permute(tuple(range(t.ndim))[::-1])


def reinterpret(name: str, t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return a view as another dtype; the size of the last axis changes with the size of the elements.

    A view of complex numbers as their components keeps the autograd graph. Other floating views of a tensor that
    requires grad raise RuntimeError.
    """
    if dtype is t.dtype:
        return t.view_as(t)
    if not is_differentiated(t):
        return _viewed(t, dtype)
    if REAL[t.dtype] is dtype:
        return torch.view_as_real(t).flatten(-2)
    if REAL[dtype] is t.dtype:
        return torch.view_as_complex(t.unflatten(-1, (-1, 2)))
    if t.requires_grad and (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{name}: an array that requires grad has no derivative by its bytes; detach it first")
    return _viewed(t, dtype)


def _viewed(t: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    return owned_by(t, t.view(dtype))


def owned_by(t: torch.Tensor, view: torch.Tensor) -> torch.Tensor:
    """Return `view`, a view of `t` that torch does not know as one, after recording who owns the memory."""
    if not is_compiling():
        _sources[view] = t
    return view


#: the tensors that views in another dtype were made from: torch keeps no base for such views
_sources: MutableMapping[torch.Tensor, torch.Tensor] = WeakTensorKeyDictionary()


def owner_of(t: torch.Tensor) -> torch.Tensor | None:
    """Return the tensor that owns the memory of a view; None if `t` is not a view."""
    owner = base_of(t)
    if is_compiling():
        return owner
    source = _sources.get(t if owner is None else owner)
    if source is None:
        return owner
    return source if (first := owner_of(source)) is None else first


def forget_owner(t: torch.Tensor) -> None:
    """Make a view in another dtype the owner of its memory, because it replaces the tensor that was."""
    if not is_compiling():
        _sources.pop(t, None)


def raveled(t: torch.Tensor) -> torch.Tensor:
    """Return the elements in one dimension, as a view where torch can make one."""
    try:
        return t.reshape(-1)
    except RuntimeError as error:
        raise_explained("reshape", (), error)


def drop_leading(t: torch.Tensor, ndim: int) -> torch.Tensor:
    """Return `t` without leading dimensions of size 1 beyond `ndim`, as NumPy assigns arrays."""
    drop = 0
    while t.ndim - drop > ndim and t.shape[drop] == 1:
        drop += 1
    return t.squeeze(tuple(range(drop))) if drop else t


def check_order(order: Any, t: torch.Tensor | None = None) -> str:
    """Return `order` as "C", "F" or "K"; "A" is "C" or "F" by the layout of `t`."""
    if order is None:
        return "K"
    if not isinstance(order, str):
        raise TypeError(f"order must be str, not {type(order).__name__}")
    letter = order.upper()
    if letter not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {reprlib.repr(order)})")
    if letter == "A":
        return "F" if t is not None and not t.is_contiguous() and reverse_axes(t).is_contiguous() else "C"
    return letter


def in_order(t: torch.Tensor, order: Any) -> torch.Tensor:
    """Return `t`, or a copy, in the layout `order`."""
    layout = check_order(order, t)
    if layout == "C":
        return _contiguous(t)
    if layout == "K" or reverse_axes(t).is_contiguous():
        return t
    return reverse_axes(_contiguous(reverse_axes(t)))


def like_layout(result: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Return `result`, or a copy, with its axes in the same memory order as the axes of `t`."""
    if t.is_contiguous():
        return in_rows(result)
    axes = _axes_in_memory(t)
    return in_rows(result.permute(axes)).permute(sorted(axes, key=axes.__getitem__))


def _axes_in_memory(t: torch.Tensor) -> list[int]:
    """Return the axes from the slowest to the fastest in memory; axes of size 1 keep their position."""
    return memory_order(tuple(0 if size == 1 else step for size, step in zip(t.shape, t.stride(), strict=True)))


def memory_order(steps: tuple[int, ...]) -> list[int]:
    """Return the axes from the slowest to the fastest in memory; broadcast axes (stride 0) keep their position."""
    order: list[int] = []
    for axis in reversed(range(len(steps))):
        position = len(order)
        for i in reversed(range(len(order))):
            if steps[axis] and steps[order[i]]:
                if steps[order[i]] <= steps[axis]:
                    break
                position = i
        order.insert(position, axis)
    return order[::-1]


def by_memory(
    kernel: Callable[[list[torch.Tensor], list[int]], torch.Tensor],
    parts: Sequence[torch.Tensor],
    dims: Sequence[int],
) -> torch.Tensor:
    """Return ``kernel(parts, dims)``, with dimensions, also of the result, in their order in memory.

    The order is the first tensor's; if any tensor is row-major, so is the result, as in NumPy.
    """
    if not any(p.is_contiguous() for p in parts):
        axes = _axes_in_memory(parts[0])
        if axes != sorted(axes):
            moved = kernel([p.permute(axes) for p in parts], [axes.index(d % len(axes)) for d in dims])
            return moved.permute(sorted(axes, key=axes.__getitem__))
    return kernel(list(parts), list(dims))


def in_rows(t: torch.Tensor) -> torch.Tensor:
    """Return `t`, or a copy by torch's kernel, in row-major layout; `clone` also works for fake CUDA tensors."""
    return t if t.is_contiguous() else t.clone(memory_format=torch.contiguous_format)


@explained
def _contiguous(t: torch.Tensor) -> torch.Tensor:
    """Return `t`, or a copy, in row-major layout."""
    if t.is_contiguous():
        return t
    result = row_major(t)
    return in_rows(t) if result is None else result
