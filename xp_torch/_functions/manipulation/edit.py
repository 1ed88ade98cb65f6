"""Manipulation functions that put elements in and take them out; `_manipulation` re-exports them."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, assigned, finish
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.shapes import normalize_axes, normalize_axis
from xp_torch._kernels import manipulation as kernels
from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.indexing.write import on_host
from xp_torch._kernels.layout import drop_leading
from xp_torch._kernels.searching import truth

__all__ = ["delete", "insert", "trim_zeros"]


def _flattened(t: torch.Tensor, axis: Any) -> tuple[torch.Tensor, int]:
    """Return what is edited along which dimension; None flattens."""
    return (t.reshape(-1), 0) if axis is None else (t, normalize_axis(axis, t.ndim))


def _whole(obj: Any) -> int | None:
    """Return a Python or NumPy int as an int, else None."""
    return int(obj) if isinstance(obj, (int, np.integer)) and not isinstance(obj, bool) else None


def _places(name: str, obj: Any, device: torch.device) -> torch.Tensor:
    """Return places that are not one int as a tensor: of int64, or a mask."""
    t = as_tensor(obj, device=None if isinstance(obj, (ndarray, torch.Tensor)) else device)
    if t.dtype is torch.bool:
        return t
    if not t.numel() and not isinstance(obj, (ndarray, torch.Tensor, np.ndarray)):
        return t.to(torch.int64)
    if KIND[t.dtype] not in "iu":
        error = TypeError if name == "insert" and t.numel() == 1 else IndexError
        raise error(f"{name}: arrays used as indices must be of integer (or boolean) type")
    return t.to(torch.int64)


def _out_of_bounds(index: Any, axis: int, size: int) -> IndexError:
    return IndexError(f"index {index} is out of bounds for axis {axis} with size {size}")


def delete(arr: Any, obj: Any, axis: Any = None) -> ndarray:
    """Return a copy without some of its slices.

    Parameters
    ----------
    arr : array_like
        The array.
    obj : int, slice, or array_like of ints or bools
        Which slices are left out. Negative indices count from the end; a mask has the size of the axis.
    axis : int, optional
        The axis; by default the array is flattened.

    Returns
    -------
    ndarray
        The copy.

    Raises
    ------
    IndexError
        If an index is out of bounds (checked on the CPU).
    ValueError
        If a mask has another size.
    AxisError
        If `axis` is out of bounds.

    See Also
    --------
    insert : Put slices in.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.delete([[1, 2, 3], [4, 5, 6]], 1, axis=1)
    array([[1, 3],
           [4, 6]])
    >>> xp.delete([1, 2, 3, 4], slice(None, None, 2))
    array([2, 4])
    """
    t, dim = _flattened(as_tensor(arr), axis)
    n = t.shape[dim]
    if isinstance(obj, slice):
        gone = range(*obj.indices(n))
        return finish("delete", _without(t, dim, gone), like=arr)
    index = _whole(obj)
    if index is None:
        places = _places("delete", obj, t.device)
        if places.dtype is torch.bool:
            if tuple(places.shape) != (n,):
                raise ValueError(
                    f"boolean array argument obj to delete must be one dimensional and match the axis length of {n}"
                )
            keep = ~places
        else:
            places = places.reshape(-1)
            read(torch.zeros((), dtype=torch.int8, device=t.device).expand(n), (places,))  # checks the bounds
            keep = torch.ones(n, dtype=torch.bool, device=t.device)
            keep = keep.index_fill(0, torch.where(places < 0, places + n, places), False)
        return finish("delete", read(t, (slice(None),) * dim + (keep,)), like=arr)
    if not -n <= index < n:
        raise _out_of_bounds(index, dim, n)
    index = index + n if index < 0 else index
    return finish("delete", _without(t, dim, range(index, index + 1)), like=arr)


def _without(t: torch.Tensor, dim: int, gone: range) -> torch.Tensor:
    """Return a copy of `t` without the places of a range along `dim`."""
    if not len(gone):
        return t.clone()
    gone = gone if gone.step > 0 else gone[::-1]
    n = t.shape[dim]
    if gone.step == 1 or len(gone) == 1:
        return kernels.concat([t.narrow(dim, 0, gone[0]), t.narrow(dim, gone[-1] + 1, n - gone[-1] - 1)], dim)
    kept = torch.tensor(sorted(set(range(n)) - set(gone)), dtype=torch.int64, device=t.device)
    return read(t, (slice(None),) * dim + (kept,))


def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> ndarray:
    """Return a copy with slices put in before some places.

    Parameters
    ----------
    arr : array_like
        The array.
    obj : int, slice, or array_like of ints or bools
        The places in `arr`, up to its size. Negative ones count from the end; a mask names where it is True.
    values : array_like
        The slices, which broadcast to what is put in; cast to the dtype of `arr`.
    axis : int, optional
        The axis; by default the array is flattened.

    Returns
    -------
    ndarray
        The copy.

    Raises
    ------
    IndexError
        If an index is out of bounds (checked on the CPU).
    ValueError
        If `values` don't broadcast, or the places have more than one dimension.
    AxisError
        If `axis` is out of bounds.

    See Also
    --------
    delete : Leave slices out.
    append : Put values at the end.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.insert([1, 2, 3], 1, 9)
    array([1, 9, 2, 3])
    >>> xp.insert([[1, 2], [3, 4]], [0, 2], 9, axis=1)
    array([[9, 1, 2, 9],
           [9, 3, 4, 9]])
    """
    t, dim = _flattened(as_tensor(arr), axis)
    n = t.shape[dim]
    index = _whole(obj)
    if index is not None:
        places = torch.tensor(index, device=t.device)
    elif isinstance(obj, slice):
        places = torch.tensor(list(range(*obj.indices(n))), dtype=torch.int64, device=t.device)
    else:
        places = _places("insert", obj, t.device)
        if places.ndim > 1 or (places.dtype is torch.bool and not places.ndim):
            what = "boolean array argument obj to insert must be one dimensional"
            raise ValueError(
                what
                if places.dtype is torch.bool
                else "index array argument obj to insert must be one dimensional or scalar"
            )
        if places.dtype is torch.bool:
            places = places.nonzero().reshape(-1)
    if places.numel() and on_host(places) and bool(((places < -n) | (places > n)).any()):
        raise _out_of_bounds(obj, dim, n)
    places = torch.where(places < 0, places + n, places)
    new = assigned(values, t, viewed=False)[0]
    if places.numel() == 1:
        # what is put in before one place may be several slices
        new = new.reshape((1,) * (t.ndim - new.ndim) + tuple(new.shape))
        new = new.movedim(0, dim) if not places.ndim else new
        count = new.shape[dim]
    else:
        count = places.shape[0]
    shape = (*t.shape[:dim], count, *t.shape[dim + 1 :])
    new = drop_leading(new, t.ndim)
    try:
        new = new.expand(shape)
    except RuntimeError:
        raise ValueError(
            f"could not broadcast input array from shape {tuple(new.shape)} into shape {tuple(shape)}"
        ) from None
    if index is not None:
        at = index + n if index < 0 else index
        return finish("insert", kernels.concat([t.narrow(dim, 0, at), new, t.narrow(dim, at, n - at)], dim), like=arr)
    return finish("insert", kernels.insert(t, places.expand(count), new, dim), like=arr)


def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    """Return an array without the zeros at its ends.

    Parameters
    ----------
    filt : array_like
        The array; a list or tuple of one dimension, or of which nothing is trimmed, stays what it is.
    trim : str, default: "fb"
        Where to trim: "f" in front, "b" behind.
    axis : int or tuple of ints, optional
        The axes along which slices of zeros only are left out; all by default.

    Returns
    -------
    ndarray, list or tuple
        A view, without what is zero before the first and after the last element that isn't.

    Raises
    ------
    ValueError
        If `trim` has other letters.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.trim_zeros(xp.asarray([0, 0, 1, 0, 2, 0]))
    array([1, 0, 2])
    >>> xp.trim_zeros([0, 1, 2, 0], "b")
    [0, 1, 2]
    """
    t = as_tensor(filt)
    where = trim.lower()
    if where not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    axes = normalize_axes(axis, t.ndim)
    listed = isinstance(filt, (list, tuple)) and t.ndim < 2
    if not axes:
        return filt if isinstance(filt, (list, tuple)) else finish("trim_zeros", t, like=filt)
    box, key = kernels.nonzero_box(truth(t)), [slice(None)] * t.ndim
    for a in axes:
        start, stop = box[a]
        none = start == stop
        key[a] = slice(start if "f" in where or none else None, stop if "b" in where or none else None)
    return filt[key[0]] if listed else finish("trim_zeros", read(t, tuple(key)), like=filt)
