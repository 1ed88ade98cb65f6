"""Selection among arrays and of one element, and writing by flat index."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from xp_torch._kernels.indexing.read import read, take_along_axis
from xp_torch._kernels.indexing.write import on_host, repeated, write

__all__ = ["choose", "element", "element_at", "fill_where", "place", "put", "select", "write_flat"]

_is_dynamo = torch.compiler.is_dynamo_compiling
_transforming = torch._C._are_functorch_transforms_active
_Tensor = torch.Tensor
_FIRST, _PAST = -64, 64
#: ``_PLACES[i]`` is the index `i`, which may be negative, as a tensor.
_PLACES = (*torch.arange(_PAST, device="cpu").unbind(), *torch.arange(_FIRST, 0, device="cpu").unbind())


def _taken(t: torch.Tensor) -> bool:
    """Tell whether `Tensor.take` may serve: it keeps `t` for the gradient, and has no rule for vmap."""
    return not _is_dynamo() and type(t) is _Tensor and not t.requires_grad and not _transforming()


def element(t: torch.Tensor, i: int) -> torch.Tensor:
    """Return element `i` of the vector `t` in memory of its own."""
    if _taken(t) and _FIRST <= i < _PAST and t.is_cpu:
        try:
            return t.take(_PLACES[i])  # in half of the time of a view and its copy
        except NotImplementedError:
            pass  # unsigned dtypes of several bytes
    return t.select(0, i).clone()


def element_at(t: torch.Tensor, index: torch.Tensor) -> torch.Tensor | None:
    """Return the element of the vector `t` that an int64 tensor names; None where that is not for torch's short way."""
    return t.take(index) if index.is_cpu and _taken(t) else None


def select(conditions: Sequence[torch.Tensor], choices: Sequence[torch.Tensor], default: torch.Tensor) -> torch.Tensor:
    """Return of each element the choice of the first condition that holds, else `default`; all broadcast."""
    found = default
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        found = torch.where(condition, choice, found)
    return found


def choose(index: torch.Tensor, choices: Sequence[torch.Tensor], shape: Sequence[int], mode: str) -> torch.Tensor:
    """Return of each element that of the choice that `index` (int64) names; all broadcast to `shape`."""
    n = len(choices)
    if mode == "wrap":
        index = index.remainder(n)
    elif mode == "clip":
        index = index.clamp(0, n - 1)
    elif 0 not in shape and on_host(index) and bool(((index < 0) | (index >= n)).any()):
        raise ValueError("invalid entry in choice array")
    if n <= _FEW:
        # fewer passes than a stack of all of them takes
        found = choices[-1].expand(tuple(shape))
        for i in range(n - 1):
            found = torch.where(index == i, choices[i], found)
        return found if n > 1 else found.clone()
    stacked = torch.stack([c.expand(tuple(shape)) for c in choices])
    return take_along_axis(stacked, index.expand(tuple(shape)).unsqueeze(0), 0).squeeze(0)


#: up to how many choices are selected one by one.
_FEW = 4


def write_flat(t: torch.Tensor, index: torch.Tensor, value: torch.Tensor) -> None:
    """Write `value` where flat indices, which may be negative, point in `t` of any layout."""
    if t.is_contiguous():
        write(t.view(-1), (index,), value)
        return
    size = t.numel()
    read(torch.zeros((), dtype=torch.int8, device=t.device).expand(size), (index,))  # checks the bounds of all
    index, key = torch.where(index < 0, index + size, index), []
    for n in reversed(t.shape):
        key.append(index.remainder(n))
        index = index.div(n, rounding_mode="floor")
    write(t, tuple(reversed(key)), value)


def put(t: torch.Tensor, index: torch.Tensor, value: torch.Tensor, mode: str) -> None:
    """Write the elements of `value`, repeated, where flat int64 indices point; of several the last stays."""
    index, size = index.reshape(-1), t.numel()
    if not index.numel():
        return
    if not size:
        raise IndexError("cannot replace elements of an empty array")
    if not value.numel():
        return
    if mode == "wrap":
        index = index.remainder(size)
    elif mode == "clip":
        index = index.clamp(0, size - 1)
    write_flat(t, index, repeated(value.reshape(-1), index.shape[0]))


def fill_where(mask: torch.Tensor, value: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Return `t` with the elements of `value`, repeated over the array, where `mask`, of its size, is True."""
    if not value.numel():
        return t
    values = repeated(value.reshape(-1), t.numel()).reshape(t.shape)
    return torch.where(mask.reshape(t.shape), values, t)


def place(mask: torch.Tensor, value: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Return `t` with the elements of `value`, repeated, one after the other where `mask` is True."""
    flat, n = mask.reshape(-1), value.numel()
    if not n:
        if on_host(mask) and bool(flat.any()):
            raise ValueError("Cannot insert from an empty array!")
        return t
    turn = (flat.cumsum(0) - 1).clamp(0).remainder(n)
    values = read(value.reshape(-1), (turn,)).reshape(t.shape)
    return torch.where(mask.reshape(t.shape), values, t)
