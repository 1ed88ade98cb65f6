"""Reductions of large plain CPU tensors in blocks, so that copies in other dtypes and masks take little memory."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence

import torch

from xp_torch._facts.inspection import is_plain
from xp_torch._facts.torch_state import in_dispatch_mode, is_compiling
from xp_torch._kernels.cast import cast
from xp_torch._kernels.thresholds import BLOCK, BLOCK_BYTES, FEW_TO_COPY, LONG_DIMENSION

#: Number of results that are combined one after the other.
_GROUP = 32
_Operands = Sequence[torch.Tensor | None]


def may_be_divided(t: torch.Tensor) -> bool:
    """Return whether a reduction of `t` may be divided: it is eager and has many elements."""
    return not is_compiling() and not in_dispatch_mode() and t.numel() > FEW_TO_COPY


def _block_shape(t: torch.Tensor, dims: Sequence[int], share: int) -> list[int]:
    """Return the shape of a block: `dims` are divided, the outermost first, until it is small enough."""
    shape, size, strides = list(t.shape), t.numel(), t.stride()
    largest = max(size // share if share else 0, min(BLOCK, BLOCK_BYTES // t.itemsize))
    while dims and size > largest:
        dim = max(dims, key=lambda i: (shape[i] > LONG_DIMENSION, shape[i] > 1, strides[i]))
        if shape[dim] == 1:
            break
        size = size // shape[dim]
        shape[dim] = -(-shape[dim] // 2)
        size *= shape[dim]
    return shape


def _narrow(operands: _Operands, dim: int, start: int, size: int) -> list[torch.Tensor | None]:
    return [None if t is None else t.narrow(dim, start, size) for t in operands]


def _reduced(
    kernel: Callable[..., torch.Tensor],
    combine: Callable,
    dims: tuple[int, ...],
    shape: list[int],
    parts: _Operands,
) -> torch.Tensor:
    """Return the reduction of `parts` in groups of blocks, with less rounding than one running sum."""
    for dim in dims:
        step, size = shape[dim], parts[0].shape[dim]  # type: ignore[union-attr]
        if size > step:
            while step * _GROUP < size:
                step *= _GROUP
            groups = (_narrow(parts, dim, i, min(step, size - i)) for i in range(0, size, step))
            return functools.reduce(combine, (_reduced(kernel, combine, dims, shape, group) for group in groups))
    return kernel(*parts)


def in_blocks(
    kernel: Callable[..., torch.Tensor],
    combine: Callable | None,
    dims: tuple[int, ...],
    *operands: torch.Tensor | None,
    share: int = 0,
) -> torch.Tensor:
    """Return ``kernel(*operands)``, a reduction of `dims`, in blocks if the operands are large and plain.

    Operands broadcast to the shape of the first, or are None. The kernel removes `dims`, or keeps them.
    Reductions of blocks are joined by `combine`; if that is None, `dims` are not divided.
    With `share`, blocks may be as large as the operands divided by it: NumPy copies the operands, too.
    """
    t = operands[0]
    assert t is not None
    if not may_be_divided(t) or not all(x is None or is_plain(x) for x in operands):
        return kernel(*operands)
    kept = [i for i in range(t.ndim) if i not in dims]
    shape = _block_shape(t, kept if combine is None else range(t.ndim), share)
    result = None
    for starts in itertools.product(*[range(0, t.shape[i], shape[i]) for i in kept]):
        parts: _Operands = [None if x is None else x.expand(t.shape) for x in operands]
        for dim, start in zip(kept, starts, strict=True):
            parts = _narrow(parts, dim, start, min(shape[dim], t.shape[dim] - start))
        part = kernel(*parts) if combine is None else _reduced(kernel, combine, dims, shape, parts)
        if result is None:
            if all(shape[i] == t.shape[i] for i in kept):
                return part
            sizes = list(part.shape)
            places = kept if part.ndim == t.ndim else list(range(len(kept)))
            for i, dim in zip(places, kept, strict=True):
                sizes[i] = t.shape[dim]
            result = part.new_empty(sizes)
        place = result
        for dim, start in zip(places, starts, strict=True):
            place = place.narrow(dim, start, part.shape[dim])
        place.copy_(part)
    assert result is not None
    return result


def running_in_blocks(
    kernel: Callable[[torch.Tensor], torch.Tensor], combine: Callable, t: torch.Tensor, dim: int, dtype: torch.dtype
) -> torch.Tensor:
    """Return ``kernel(t)``, the running reduction along `dim` by `combine`, cast to `dtype`, as `in_blocks` does."""
    if not may_be_divided(t) or not is_plain(t):
        return cast(kernel(t), dtype)

    def along(x: torch.Tensor) -> torch.Tensor:
        step = max(1, BLOCK * x.shape[dim] // max(1, x.numel()))
        if step >= x.shape[dim]:
            return cast(kernel(x), dtype)
        result, last = torch.empty(x.shape, dtype=dtype), None
        for start in range(0, x.shape[dim], step):
            size = min(step, x.shape[dim] - start)
            part = kernel(x.narrow(dim, start, size))
            part = part if last is None else combine(last, part)
            last = part.narrow(dim, -1, 1)
            result.narrow(dim, start, size).copy_(part)
        return result

    return in_blocks(along, None, (dim,), t)
