"""Reductions by any binary loop, for the methods of ufuncs: of dimensions, running, of segments, and in place."""

from __future__ import annotations

from collections.abc import Callable

import torch

from xp_torch._facts.dtypes import KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.torch_state import is_compiling, is_transformed
from xp_torch._kernels.aliasing import may_share_memory
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits, torch_where
from xp_torch._kernels.cast import cast, copy_into
from xp_torch._kernels.indexing.at import combined

Loop = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def in_pairs(loop: Loop, t: torch.Tensor, dim: int) -> torch.Tensor:
    """Return the reduction along a non-empty `dim` by halves, for loops that allow any order of operands."""
    while (size := t.shape[dim]) > 1:
        half = size // 2
        met = loop(t.narrow(dim, 0, half), t.narrow(dim, half, half))
        t = torch.cat([met, t.narrow(dim, 2 * half, 1)], dim) if size % 2 else met
    return t.select(dim, 0)


def fold(loop: Loop, t: torch.Tensor, dim: int, start: torch.Tensor | None, mask: torch.Tensor | None) -> torch.Tensor:
    """Return the reduction along `dim` from the first element to the last, from `start` if given; `mask` needs it."""
    # by `select`, because views of all elements take more memory than the elements
    r = t.select(dim, 0).clone() if start is None else start.expand(_without(t, dim)).clone()
    for i in range(1 if start is None else 0, t.shape[dim]):
        new = loop(r, t.select(dim, i))
        r = new if mask is None else torch_where(mask.select(dim, i), new, r)
    return r


def _without(t: torch.Tensor, dim: int) -> list[int]:
    return [size for i, size in enumerate(t.shape) if i != dim % t.ndim]


def accumulated(loop: Loop, t: torch.Tensor, dim: int, reorderable: bool) -> torch.Tensor:
    """Return the running reduction along `dim`: in log2(n) steps if operands may be reordered, otherwise in n."""
    size = t.shape[dim]
    if size < 2:
        return t.clone()
    if reorderable:
        step = 1
        while step < size:
            met = loop(t.narrow(dim, 0, size - step), t.narrow(dim, step, size - step))
            t = torch.cat([t.narrow(dim, 0, step), met], dim)
            step *= 2
        return t
    parts = t.unbind(dim)
    results = [parts[0]]
    for part in parts[1:]:
        results.append(loop(results[-1], part))
    return torch.stack(results, dim)


def extremes_along(t: torch.Tensor, dim: int, largest: bool) -> torch.Tensor:
    """Return the running extremes along `dim` of a dtype that torch orders; NaNs propagate."""
    return (torch.cummax if largest else torch.cummin)(t, dim)[0]


def _rows(t: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Return the rows of `t` at `index`."""
    return from_signed_bits(torch.index_select(signed_bits(t), 0, index), t.dtype)


def fold_segments(loop: Loop, t: torch.Tensor, starts: torch.Tensor, reorderable: bool) -> torch.Tensor:
    """Return the reductions of segments of the first dimension of `t`, from each of `starts` to the next.

    An empty segment gives the element at its start. If operands may be reordered, segments are combined from blocks
    whose lengths are powers of two.
    """
    size = t.shape[0]
    first = _rows(t, starts)
    if not starts.shape[0]:
        return first
    end = torch.full((1,), size, dtype=starts.dtype, device=starts.device)
    ends = torch.cat([starts.narrow(0, 1, starts.shape[0] - 1), end])
    lengths = torch.clamp(ends - starts, min=1)
    trailing = (-1,) + (1,) * (t.ndim - 1)
    r, position, left = first, starts + 1, lengths - 1
    if not reorderable:
        for i in range(1, size):
            at_i = torch.clamp(starts + i, max=size - 1)
            new = loop(r, _rows(t, at_i))
            r = torch_where((lengths > i).reshape(trailing), new, r)
        return r
    blocks, width = t, 1
    while width < size:
        odd = (left & width) != 0
        block = _rows(blocks, torch.clamp(position, max=blocks.shape[0] - 1))
        r = torch_where(odd.reshape(trailing), loop(r, block), r)
        position = position + torch.where(odd, width, 0)
        if 2 * width < size:
            count = blocks.shape[0] - width
            blocks = loop(blocks.narrow(0, 0, count), blocks.narrow(0, width, count))
        width *= 2
    return r


#: Reductions of torch's scatter, by the name of the operation.
_SCATTERED = {"multiply": "prod", "maximum": "amax", "minimum": "amin"}


def _added(name: str, flat: torch.Tensor, where: torch.Tensor, values: torch.Tensor) -> bool:
    """Apply the operation in place by torch's scatter if that is right for the dtype; return whether it is."""
    kind = KIND[flat.dtype]
    if name in ("add", "subtract") and kind != "b":
        new = signed_bits(values)
        signed_bits(flat).index_add_(0, where, torch.neg(new) if name == "subtract" else new)
        return True
    if name == "multiply" and kind in "fc" and is_transformed():
        # torch's products have no derivative in forward mode
        other, chosen = combined(name, torch.mul, flat, (where,), values)
        old = flat.clone()
        copy_into(flat, old * other if chosen is None else torch_where(chosen, old * other, old))
        return True
    if name not in _SCATTERED or kind in "bc" or flat.dtype in SAME_WIDTH_SIGNED:
        return False
    flat.scatter_reduce_(0, where, values, _SCATTERED[name])
    return True


def at(
    name: str, loop: Loop | Callable[[torch.Tensor], torch.Tensor], t: torch.Tensor, dtype: torch.dtype,
    where: torch.Tensor, values: torch.Tensor | None,
) -> None:  # fmt: skip
    """Apply the loop of `dtype` in place to the elements of `t` at row-major positions `where`.

    `values` are the second operands, in the dtype of the loop. A repeated position is changed repeatedly, in order: one
    step for the first occurrence of each position, one for the second and so on.
    """
    flat = t.reshape(-1)
    if values is not None and may_share_memory(values, t):
        values = values.clone()
    if values is None or t.dtype is not dtype or not _added(name, flat, where, values):
        if is_compiling() and where.shape[0]:
            raise UnsupportedError(
                f"{name}.at: the number of its steps depends on the places, whose values a graph does not know; take "
                "add, subtract, or of real numbers multiply, maximum or minimum, or write x[i] = ... if no place is "
                "repeated"
            )
        order = torch.argsort(where, stable=True)
        sorted_ = where[order]
        index = torch.arange(where.shape[0], device=where.device)
        fresh = torch.ones_like(sorted_, dtype=torch.bool)
        fresh[1:] = sorted_[1:] != sorted_[:-1]
        nth = index - torch.cummax(torch.where(fresh, index, 0), 0)[0] if where.shape[0] else index
        times = int(nth.max()) + 1 if where.shape[0] else 0
        bits = signed_bits(flat)
        for k in range(times):
            chosen = order if times == 1 else order[nth == k]
            place = where[chosen]
            old = cast(from_signed_bits(bits[place], t.dtype), dtype)
            new = loop(old) if values is None else loop(old, _rows(values, chosen))  # type: ignore[call-arg]
            bits[place] = signed_bits(cast(new, t.dtype))
    if not t.is_contiguous():
        copy_into(t, flat.view(t.shape))
