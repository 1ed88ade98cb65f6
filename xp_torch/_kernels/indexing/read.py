"""``x[key]``, `take` by one index array and single elements, of tensors."""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor
from torch.utils._python_dispatch import _disable_current_modes

from xp_torch._facts.inspection import is_plain_cpu
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._kernels.indexing.plan import (
    KEY_ERRORS,
    IndexArray,
    arrays_first,
    aten_index,
    basic_ints,
    broadcast_shape,
    check_bounds,
    plan,
    raise_out_of_bounds,
    without_masks,
)
from xp_torch._kernels.reversed_views import flip

__all__ = ["element", "read", "read_at", "read_columns", "read_rows"]

_is_compiling = torch.compiler.is_dynamo_compiling
_transforming = torch._C._are_functorch_transforms_active
_int64, _bool, _Tensor = torch.int64, torch.bool, torch.Tensor
#: Range of the indices whose tensors are kept, for reuse.
_FIRST_KEPT, _END_KEPT = -256, 256


def read(t: Tensor, key: tuple) -> Tensor:
    """Return NumPy's ``t[key]``.

    Basic keys (ints, slices, None, Ellipsis) give a view, except for a negative step and for ints that address one
    element (a scalar in NumPy), which give a copy, as keys with arrays do.

    Parameters
    ----------
    t : Tensor
        Any shape and dtype.
    key : tuple
        Python ints, slices of ints and None, None, at most one Ellipsis, Python bools, integer tensors of any integer
        dtype and boolean tensors (uint8 is an integer, not a mask). A 0-D integer tensor acts as an int whose value
        stays on its device.

    Returns
    -------
    Tensor
        Of `t`'s dtype and device. The axes of several index arrays replace the first of them if they are adjacent, else
        they come first; an int beside arrays counts as one of them.

    Raises
    ------
    IndexError
        Too many indices, two Ellipses, an int out of bounds, a mask of another shape, index arrays that do not
        broadcast or are not integers; values of an index array out of bounds on the CPU (elsewhere the device reports
        them).
    ValueError
        A slice step of zero.

    Notes
    -----
    The shape of a mask read depends on data, so it reads the count back and does not run under vmap. All else traces.
    """
    ints = basic_ints(key)
    if ints >= 0 or _torch_reads_arrays(key):
        try:
            out = t[key]
        except KEY_ERRORS:
            pass
        else:
            if ints >= 0:
                return out.clone() if ints == len(key) == t.dim() else out
            if out.numel():  # for an empty result torch checks no bounds
                return out
    p = plan(t, key)
    out = flip(p.view, p.flips) if p.flips else p.view
    if p.arrays:
        return _read_arrays(out, p.arrays, p.in_place)
    return out.clone() if p.element else out


def _torch_reads_arrays(key):
    """Return whether torch reads a key as NumPy does: int64 arrays alone, or one beside slices, None and Ellipsis."""
    arrays, others = 0, []
    for k in key:
        if not isinstance(k, Tensor):
            others.append(k)
        elif k.dtype is _int64 and k.dim():
            arrays += 1
        else:
            return False
    return 0 < arrays < MAX_NDIM and (not others or (arrays == 1 and basic_ints(tuple(others)) == 0))


def _read_arrays(view, arrays, in_place):
    """Index a view by the arrays of a plan."""
    if len(arrays) == 1 and arrays[0].tensor.dtype is _bool:
        mask = arrays[0].tensor
        axes = range(arrays[0].axis, arrays[0].axis + mask.dim())
        if not in_place:
            view, axes = arrays_first(view, axes), range(mask.dim())
        return aten_index(view, [None] * axes[0] + [mask])
    arrays = without_masks(arrays)
    shape = broadcast_shape(arrays)
    if not in_place:
        view = arrays_first(view, [a.axis for a in arrays])
        arrays = [IndexArray(axis, a.source, a.tensor) for axis, a in enumerate(arrays)]
    try:
        out = aten_index(view, [None] * arrays[0].axis + [a.tensor for a in arrays])
    except (IndexError, RuntimeError):
        raise_out_of_bounds(view, arrays)
        raise
    if out.numel() == 0:
        check_bounds(view, arrays, shape)  # torch checks none if there is nothing to read; NumPy does
    return out


def _can_take(t: Tensor) -> bool:
    """Return whether `Tensor.take` is usable: it keeps `t` for the gradient, and has no rule for vmap."""
    return not _is_compiling() and type(t) is _Tensor and not t.requires_grad and not _transforming()


@cache
def _index_tensor(i: int) -> Tensor:
    """Return the index `i` as a tensor on the CPU, made outside of all dispatch modes."""
    with _disable_current_modes():
        return torch.tensor(i, device="cpu")


def element(t: Tensor, i: int) -> Tensor:
    """Return a copy of element `i` of the vector `t`."""
    if _can_take(t) and _FIRST_KEPT <= i < _END_KEPT and t.is_cpu:
        try:
            return t.take(_index_tensor(i))  # half the time of a view and its copy
        except NotImplementedError:
            pass  # uint16, uint32, uint64
    return t.select(0, i).clone()


def read_rows(t: Tensor, ndim: int, axis: int, index: Tensor) -> Tensor | None:
    """Return `t` at a 1-D int64 index along one of its `ndim` axes; None if the general path is needed.

    The kernel takes a fraction of the time of indexing, but does not take negative indices.
    """
    # Tracers other than Dynamo use other types of tensors.
    if _is_compiling() or type(t) is not _Tensor or type(index) is not _Tensor or not (t.is_cpu and index.is_cpu):
        return None
    try:
        out = t.index_select(axis, index)
    except (IndexError, RuntimeError):
        return None
    # If another axis is empty, bounds are not checked.
    return out if ndim == 1 or out.numel() else None


def read_columns(t: Tensor, index: Tensor, dtype: torch.dtype) -> Tensor | None:
    """Return ``t[:, index]`` for one array of `dtype`; None if the general path is needed."""
    ndim = t.ndim
    return read_rows(t, ndim, 1, index) if ndim > 1 and dtype is _int64 and index.ndim == 1 else None


def read_at(t: Tensor, index: Tensor, dtype: torch.dtype) -> Tensor | None:
    """Return ``t[index]`` for one array of `dtype`; None if the general path is needed."""
    ndim = index.ndim
    if dtype is _int64:
        rank = t.ndim
        if ndim:
            return read_rows(t, rank, 0, index) if ndim == 1 and rank else None
        if rank == 1:
            return t.take(index) if index.is_cpu and _can_take(t) else None
        if _is_compiling() or not is_plain_cpu(index):
            return None  # its value stays on its device
        return t[index.item()].clone()  # type: ignore[index]
    # torch accepts a mask on another device.
    return t[index] if dtype is _bool and ndim and t.is_cpu and index.is_cpu else None
