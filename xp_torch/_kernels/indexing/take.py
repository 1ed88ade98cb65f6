"""`take` and `take_along_axis`, of tensors."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from xp_torch._facts.errors import shape_text, without_frames
from xp_torch._facts.inspection import known_or
from xp_torch._facts.torch_errors import explained, raise_explained
from xp_torch._facts.torch_state import is_compiling
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.indexing.plan import (
    BROADCAST,
    IndexArray,
    aten_index,
    check_bounds,
    raise_out_of_bounds,
)

_clamp = explained(torch.clamp)


def check_mode(mode: str) -> None:
    """Raise ValueError unless `mode` is one of NumPy's modes for indices out of bounds."""
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r:.80})")


def into_bounds(indices: Tensor, size: int, mode: str) -> Tensor:
    """Return indices into an axis of `size` under NumPy's `mode`: "wrap", "clip", or "raise", which changes none."""
    if mode == "wrap":
        return indices.remainder(max(size, 1))
    return _clamp(indices, 0, size - 1) if mode == "clip" else indices


@without_frames
@explained
def take(t: Tensor, indices: Tensor, axis: int | None = None, mode: str = "raise") -> Tensor:
    """Return NumPy's ``take(t, indices, axis, mode=mode)``.

    Parameters
    ----------
    t : Tensor
        Any shape and dtype; 0-D counts as one element on axis 0.
    indices : Tensor
        Integers (or bool, which count as 0 and 1) of any shape.
    axis : int, optional
        None takes from the flattened tensor.
    mode : {"raise", "wrap", "clip"}
        What to do with an index out of bounds: raise (negative ones count from the end), take the remainder, or use the
        nearest bound (0 for negative ones).

    Returns
    -------
    Tensor
        A copy of shape ``t.shape[:axis] + indices.shape + t.shape[axis + 1:]``.

    Raises
    ------
    IndexError
        An index out of bounds with mode "raise" (on the CPU), or a non-empty read from an axis of size zero.
    TypeError
        Indices that are not integers.
    ValueError
        An unknown mode.
    """
    check_mode(mode)
    if indices.dtype.is_floating_point or indices.dtype.is_complex:
        name = str(indices.dtype)[6:]
        raise TypeError(
            f"Cannot cast array data from dtype('{name}') to dtype('int64') according to the rule 'same_kind'"
        )
    if axis is None:
        t, axis = t.reshape(-1), 0
    elif t.dim() == 0:
        t = t.reshape(1)
    axis = axis % t.dim()
    n = t.shape[axis]
    indices = indices.to(torch.int64)
    shape = t.shape[:axis] + indices.shape + t.shape[axis + 1 :]
    empty = known_or(False, math.prod(shape) == 0)
    if known_or(True, n != 0):
        indices = into_bounds(indices, n, mode)
    elif not empty:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    elif mode != "raise":
        return t.new_empty(shape)
    arrays = [IndexArray(axis, axis, indices)]
    if empty:
        if 0 not in t.shape[:axis]:
            check_bounds(t, arrays, indices.shape)
        return t.new_empty(shape)
    try:
        return aten_index(t, [None] * axis + [indices])
    except (IndexError, RuntimeError):
        raise_out_of_bounds(t, arrays)
        raise


def gather_plain(t: Tensor, indices: Tensor, axis: int) -> Tensor | None:
    """Return `take_along_axis` of two CPU tensors of one shape without negative indices; else None."""
    if is_compiling() or not (t.is_cpu and indices.is_cpu):
        return None
    shape = indices.shape
    if shape != t.shape or not shape:
        return None
    try:
        return t.gather(axis, indices)
    except (IndexError, NotImplementedError, ValueError):
        return None  # the general path raises the right error, or has a kernel for the dtype
    except RuntimeError as error:
        if "out of bounds" in str(error):
            return None  # a negative index, which the general path takes
        raise_explained("take_along_axis", (), error)


@without_frames
@explained
def take_along_axis(t: Tensor, indices: Tensor, axis: int | None) -> Tensor:
    """Return NumPy's ``take_along_axis(t, indices, axis)``.

    Parameters
    ----------
    t : Tensor
        Of one or more dimensions (any, if `axis` is None).
    indices : Tensor
        Integers, as many dimensions as `t`; the other axes broadcast against `t`'s. Negative ones count from the end.
    axis : int, optional
        None takes from the flattened tensor, and `indices` is 1-D.

    Returns
    -------
    Tensor
        A copy: the broadcast shape, with `indices`' size on `axis`.

    Raises
    ------
    IndexError
        Indices that are not integers, shapes that do not broadcast, or (on the CPU) an index out of bounds.
    ValueError
        Different numbers of dimensions.
    """
    if indices.dtype is torch.bool or indices.dtype.is_floating_point or indices.dtype.is_complex:
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        if indices.dim() != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        t, axis = t.reshape(-1), 0
    elif t.dim() != indices.dim():
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = axis % t.dim()
    n = t.shape[axis]
    full = []
    for d in range(t.dim()):
        a, b = t.shape[d], indices.shape[d]
        if d != axis and a != b and a != 1 and b != 1:
            shapes = [[size if i == j else 1 for i in range(t.dim())] for j, size in enumerate(t.shape)]
            shapes[axis] = list(indices.shape)
            raise IndexError(BROADCAST.format(" ".join(shape_text(s) for s in shapes)))
        full.append(b if d == axis or a == 1 else a)
    lookup = indices.to(torch.int64)
    arrays = [IndexArray(axis, axis, lookup)]
    lookup = torch.where(lookup < 0, lookup + n, lookup).expand(full)
    try:
        out = signed_bits(t).expand([n if d == axis else full[d] for d in range(t.dim())]).gather(axis, lookup)
    except (IndexError, RuntimeError):
        raise_out_of_bounds(t, arrays)
        raise
    return from_signed_bits(out, t.dtype)
