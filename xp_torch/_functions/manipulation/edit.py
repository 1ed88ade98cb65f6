"""Inserting and removing elements: `insert`, `delete`, `trim_zeros`."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, assigned, device_among, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.indexing import check_places
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, Axis
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.inspection import any_true, check_later, known_or
from xp_torch._facts.shapes import normalize_axes, slice_span
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_compiling
from xp_torch._kernels import manipulation as kernels
from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.layout import drop_leading, like_layout, raveled
from xp_torch._kernels.searching import truth

__all__ = ["delete", "insert", "trim_zeros"]


def _as_int(obj: Any) -> int | None:
    """Return a Python or NumPy int as an int; None for anything else."""
    return int(obj) if isinstance(obj, (int, np.integer)) and not isinstance(obj, bool) else None


def _indices(name: str, obj: Any, device: torch.device) -> torch.Tensor:
    """Return an array-like of indices as an int64 tensor, or a mask as it is."""
    array = isinstance(obj, (ndarray, torch.Tensor))
    t = as_tensor(obj, device=None if array else device)
    if t.dtype is torch.bool:
        return t
    # As in NumPy, an empty list counts as integers.
    if KIND[t.dtype] not in "iu" and (t.numel() or array or isinstance(obj, np.ndarray)):
        error = TypeError if name == "insert" and t.numel() == 1 else IndexError
        raise error(f"{name}: arrays used as indices must be of integer (or boolean) type")
    return t.to(torch.int64)


def _out_of_bounds(index: Any, axis: int, size: int) -> IndexError:
    return IndexError(f"index {index} is out of bounds for axis {axis} with size {size}")


def delete(arr: ArrayLike, obj: ArrayLike | slice, axis: SupportsIndex | None = None) -> ndarray:
    """Return a copy of an array without some of its slices.

    Parameters
    ----------
    arr : array_like
        Input.
    obj : int, slice, or array_like of ints or bools
        Indices of the slices to remove, within bounds, which are checked on the CPU only. Negative indices count from
        the end; a mask has the size of the axis.
    axis : int, optional
        Axis along which to remove; by default the array is flattened.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    insert : Inserts slices.

    Examples
    --------
    >>> xp.delete([[1, 2, 3], [4, 5, 6]], 1, axis=1)
    array([[1, 3],
           [4, 6]])
    >>> xp.delete([1, 2, 3, 4], slice(None, None, 2))
    array([2, 4])
    """
    if has_override(arr, obj):
        return call_override(delete, locals())
    t, dim = kernels.flattened(as_tensor(arr), axis)
    n = t.shape[dim]
    if isinstance(obj, slice):
        return finish("delete", _without(t, dim, *slice_span(obj, n)), like=arr)
    # A list of one int is one index, as in NumPy.
    index = _as_int(obj[0] if isinstance(obj, (list, tuple)) and len(obj) == 1 else obj)
    if index is not None:
        if known_or(False, index < -n) or known_or(False, index >= n):
            raise _out_of_bounds(index, dim, n)
        index = index + n if index < 0 else index
        check_later(n > index)
        return finish("delete", _without(t, dim, index, 1, 1), like=arr)
    if not t.is_cpu:
        check_places(n, obj, dim)
    indices = _indices("delete", obj, t.device)
    if indices.dtype is torch.bool:
        if tuple(indices.shape) != (n,):
            raise ValueError(
                f"boolean array argument obj to delete must be one dimensional and match the axis length of {n}"
            )
        keep = torch.bitwise_not(indices)
    else:
        indices = raveled(indices)
        read(torch.zeros((), dtype=torch.int8, device=t.device).expand(n), (indices,))  # checks the bounds
        keep = torch.ones(n, dtype=torch.bool, device=t.device)
        keep = keep.scatter(0, torch.where(indices < 0, indices + n, indices), False)
    count = _number_kept(obj, n)
    kept = keep if count is None else torch.nonzero_static(keep, size=count).squeeze(-1)
    return finish("delete", read(t, (slice(None),) * dim + (kept,)), like=arr)


def _number_kept(obj: Any, n: int) -> int | None:
    """Return the number of slices, out of `n`, that a list of ints or bools keeps; None for other keys."""
    if not isinstance(obj, (list, tuple)):
        return None
    if all(type(x) is bool for x in obj):
        return n - sum(obj)
    return n - len({x % n for x in obj}) if all(type(x) is int for x in obj) else None


def _without(t: torch.Tensor, dim: int, start: int, count: int, step: int) -> torch.Tensor:
    """Return a copy of `t` without `count` indices from `start` on along `dim`."""
    n = t.shape[dim]
    if step < 0:
        start, step = start + (count - 1) * step, -step
    if step == 1:
        return like_layout(
            kernels.concat([t.narrow(dim, 0, start), t.narrow(dim, start + count, n - start - count)], dim), t
        )
    # One element is removed of each block; what follows the last block is kept.
    kept = torch.arange(n - count, device=t.device)
    blocks = torch.clamp((kept - start) // (step - 1) + 1, 0, count)
    return read(t, (slice(None),) * dim + (kept + blocks,))


def insert(arr: ArrayLike, obj: ArrayLike | slice, values: ArrayLike, axis: SupportsIndex | None = None) -> ndarray:
    """Return a copy of an array with slices inserted before the given indices.

    Parameters
    ----------
    arr : array_like
        Input.
    obj : int, slice, or array_like of ints or bools
        Indices to insert before, up to the size of the axis (checked on the CPU only). Negative indices count from the
        end; a mask selects the indices where it is True.
    values : array_like
        Slices to insert, broadcast to the shape needed and cast to the dtype of `arr`.
    axis : int, optional
        Axis along which to insert; by default the array is flattened.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    delete : Removes slices.
    append : Inserts values at the end.

    Examples
    --------
    >>> xp.insert([1, 2, 3], 1, 9)
    array([1, 9, 2, 3])
    >>> xp.insert([[1, 2], [3, 4]], [0, 2], 9, axis=1)
    array([[9, 1, 2, 9],
           [9, 3, 4, 9]])
    """
    if has_override(arr, obj, values):
        return call_override(insert, locals())
    t, dim = kernels.flattened(as_tensor(arr, device=device_among("insert", arr, obj, values)), axis)
    n = t.shape[dim]
    index = _as_int(obj)
    if index is not None:
        if index.bit_length() > 63 or known_or(False, index < -n) or known_or(False, index > n):
            raise _out_of_bounds(obj, dim, n)
        indices = torch.full((), index, dtype=torch.int64, device=t.device)
    elif isinstance(obj, slice):
        start, count, step = slice_span(obj, n)
        indices = torch.arange(count, device=t.device) * step + start
    else:
        if not t.is_cpu:
            check_places(n, obj, dim, n)
        indices = _indices("insert", obj, t.device)
        if indices.dtype is torch.bool:
            if indices.ndim != 1:
                raise ValueError("boolean array argument obj to insert must be one dimensional")
            indices = raveled(indices.nonzero())
        elif indices.ndim > 1:
            raise ValueError("index array argument obj to insert must be one dimensional or scalar")
    if any_true((indices < -n) | (indices > n)):
        raise _out_of_bounds(obj, dim, n)
    indices = torch.where(indices < 0, indices + n, indices)
    new = assigned(values, t, viewed=False)[0]
    if indices.numel() == 1:
        # Several slices may be inserted before a single index.
        new = new.reshape((1,) * (t.ndim - new.ndim) + tuple(new.shape))
        new = new.movedim(0, dim) if not indices.ndim else new
        count = new.shape[dim]
    else:
        count = indices.shape[0]
    shape = (*t.shape[:dim], count, *t.shape[dim + 1 :])
    new = drop_leading(new, t.ndim)
    try:
        new = new.expand(shape)
    except RuntimeError:
        raise ValueError(
            f"could not broadcast input array from shape {tuple(new.shape)} into shape {tuple(shape)}"
        ) from None
    if index is not None:
        start = index + n if index < 0 else index
        parts = [t.narrow(dim, 0, start), new, t.narrow(dim, start, n - start)]
        return finish("insert", like_layout(kernels.concat(parts, dim), t), like=arr)
    return finish("insert", kernels.insert(t, indices.expand(count), new, dim), like=arr)


def trim_zeros(filt: ArrayLike, trim: str = "fb", axis: Axis = None) -> Any:
    """Return an array without leading and trailing zeros.

    Parameters
    ----------
    filt : array_like
        Input; a 1-D list or tuple stays a list or tuple.
    trim : str, default: "fb"
        Where to trim: "f" at the front, "b" at the back.
    axis : int or tuple of ints or None, default: None
        Axes along which to trim slices of zeros; None trims along all of them.

    Returns
    -------
    ndarray, list or tuple
        A view from the first to the last nonzero element.

    Examples
    --------
    >>> xp.trim_zeros(xp.asarray([0, 0, 1, 0, 2, 0]))
    array([1, 0, 2])
    >>> xp.trim_zeros([0, 1, 2, 0], "b")
    [0, 1, 2]
    """
    if type(filt) is not ndarray and has_override(filt):
        return call_override(trim_zeros, locals())
    t = as_tensor(filt)
    ends = trim.lower()
    if ends not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r:.80}")
    axes = normalize_axes(axis, t.ndim)
    sequence = isinstance(filt, (list, tuple))
    if not axes:
        return filt if sequence else finish("trim_zeros", t, like=filt)
    if is_compiling():
        # The sizes depend on values, which compiled code allows for masks only.
        nonzero, every = explained(truth)(t), set(range(t.ndim))
        for a in axes:
            mask = nonzero.any(tuple(every - {a})) if t.ndim > 1 else nonzero
            t = read(t, (slice(None),) * a + (kernels.within_nonzero(mask, ends),))
        return finish("trim_zeros", t, like=filt)
    box, key = kernels.nonzero_box(explained(truth)(t)), [slice(None)] * t.ndim
    for a in axes:
        start, stop = box[a]
        key[a] = slice(start if "f" in ends or start == stop else None, stop if "b" in ends or start == stop else None)
    if sequence and t.ndim < 2:
        return filt[key[0]]  # type: ignore[index]
    return finish("trim_zeros", read(t, tuple(key)), like=filt)
