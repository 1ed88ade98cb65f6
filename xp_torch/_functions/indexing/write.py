"""Indexing functions that write into an array; `_indexing_functions` re-exports them."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, as_tensors, assigned, common_device, with_integers
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import FROM_TORCH, KIND
from xp_torch._facts.promotion import can_cast, check_casting, python_dtype, scalar_kind, weak_promote
from xp_torch._facts.shapes import broadcast_shapes, normalize_axis
from xp_torch._kernels.cast import cast, copy_into, scalar_tensor
from xp_torch._kernels.indexing import write as kernels
from xp_torch._kernels.layout import drop_leading
from xp_torch._kernels.searching import truth

__all__ = ["copyto", "place", "put", "put_along_axis", "putmask"]


def _target(name: str, a: Any) -> torch.Tensor:
    """Return the tensor that is written to; what is no array raises TypeError."""
    if not isinstance(a, ndarray):
        raise TypeError(f"{name}: argument 1 must be an xp_torch array, not {type(a).__name__}")
    return a._tensor


def _text(shape: Any) -> str:
    return str(tuple(shape)).replace(" ", "")


def copyto(dst: ndarray, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """Write values into an array.

    Parameters
    ----------
    dst : ndarray
        The array that is written to.
    src : array_like
        The values, which broadcast to it.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
        Which casts are allowed. A Python integer has to fit the dtype.
    where : array_like of bool, default: True
        Where to write; broadcasts to `dst`.

    Returns
    -------
    None

    Raises
    ------
    TypeError
        If `dst` is no array, the cast isn't allowed, or `where` is not of booleans.
    ValueError
        If the shapes don't broadcast.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.zeros(3)
    >>> xp.copyto(x, [1, 2, 3], where=[True, False, True])
    >>> x
    array([1., 0., 3.])
    """
    t = _target("copyto", dst)
    check_casting(casting)
    kind = scalar_kind(src)
    if kind:
        given = python_dtype(kind)
        weak = KIND[t.dtype] if kind == "i" and KIND[t.dtype] in "iufc" else ""
        if kind == "b":
            allowed = can_cast(given, t.dtype, casting)
        else:
            allowed = casting == "unsafe" or (given if casting == "equiv" else weak_promote(t.dtype, kind)) is t.dtype
        if not allowed:
            raise _refused("scalar", given, t.dtype, casting)
        value = scalar_tensor(src, t.dtype, t.device) if weak else cast(as_tensor(src, given, t.device), t.dtype)
    else:
        value = as_tensor(src, device=None if isinstance(src, (ndarray, torch.Tensor)) else t.device)
        if not can_cast(value.dtype, t.dtype, casting):
            raise _refused("array data" if value.ndim else "scalar", value.dtype, t.dtype, casting)
        if value.device != t.device:
            value = assigned(src, t)[0]
        value = cast(value, t.dtype)
    value = drop_leading(value, t.ndim)
    if _broadcast(value.shape, t.shape) is None:
        raise ValueError(f"could not broadcast input array from shape {_text(value.shape)} into shape {_text(t.shape)}")
    if where is True:
        kernels.write(t, (Ellipsis,), value)
        return
    listed = torch.bool if isinstance(where, (list, tuple, int)) else None
    mask = as_tensor(where, listed, t.device if not isinstance(where, ndarray) else None)
    common_device("copyto", [mask, t])
    if mask.dtype is not torch.bool:
        raise _refused("array data" if mask.ndim else "scalar", mask.dtype, torch.bool, "safe")
    if _broadcast(mask.shape, t.shape) is None:
        raise ValueError(f"could not broadcast where mask from shape {_text(mask.shape)} into shape {_text(t.shape)}")
    copy_into(t, torch.where(mask, value, t))


def _refused(what: str, from_: torch.dtype, to: torch.dtype, casting: str) -> TypeError:
    return TypeError(
        f"Cannot cast {what} from {FROM_TORCH[from_]!r} to {FROM_TORCH[to]!r} according to the rule '{casting}'"
    )


def _broadcast(shape: Any, target: Any) -> tuple[int, ...] | None:
    """Return `target` if `shape` broadcasts to it, else None."""
    try:
        return tuple(target) if broadcast_shapes(shape, target) == tuple(target) else None
    except ValueError:
        return None


def _mask(name: str, mask: Any, t: torch.Tensor) -> torch.Tensor:
    """Return a mask as booleans on the device of `t`; one of another size raises ValueError."""
    found = truth(as_tensor(mask, device=None if isinstance(mask, (ndarray, torch.Tensor)) else t.device))
    common_device(name, [found, t])
    if found.numel() != t.numel():
        raise ValueError(f"{name}: mask and data must be the same size")
    return found


def _safe(values: Any, t: torch.Tensor) -> torch.Tensor:
    """Return values in the dtype of `t`; arrays that cannot be cast safely raise, lists and numbers are cast."""
    if isinstance(values, (ndarray, torch.Tensor, np.ndarray)):
        given = as_tensor(values)
        if not can_cast(given.dtype, t.dtype):
            raise _refused("array data" if given.ndim else "scalar", given.dtype, t.dtype, "safe")
    return assigned(values, t, viewed=False)[0]


def put(a: ndarray, ind: Any, v: Any, mode: str = "raise") -> None:
    """Write values at flat indices of an array.

    Parameters
    ----------
    a : ndarray
        The array that is written to.
    ind : array_like of integers
        Indices into the flattened array, of any shape. Negative ones count from the end. Where one is repeated the last
        value stays.
    v : array_like
        The values, repeated as often as needed; cast to the dtype of `a`.
    mode : {"raise", "wrap", "clip"}, default: "raise"
        What becomes of an index out of bounds: an error, the remainder, or the nearest bound (0 for negative ones).

    Returns
    -------
    None

    Raises
    ------
    IndexError
        If an index is out of bounds with mode "raise" (checked on the CPU), or `a` is empty.
    TypeError
        If `a` is no array or the indices are no integers.

    See Also
    --------
    putmask : Write where a mask is True.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.arange(5)
    >>> xp.put(x, [0, -1], [7, 8])
    >>> x
    array([7, 1, 2, 3, 8])
    """
    t = _target("put", a)
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})")
    index = with_integers("put", a, ind)[1]
    if not can_cast(index.dtype, torch.int64):
        raise _refused("array data", index.dtype, torch.int64, "safe")
    if index.numel() and not t.numel():
        raise IndexError("cannot replace elements of an empty array")
    kernels.put(t, index.to(torch.int64), assigned(v, t, viewed=False)[0], mode)


def putmask(a: ndarray, /, mask: Any, values: Any) -> None:
    """Write values into an array where a mask is True.

    Parameters
    ----------
    a : ndarray
        The array that is written to.
    mask : array_like
        Booleans (or numbers, of which those that are not zero count as True), as many as `a` has elements.
    values : array_like
        Of each element of `a` the one at its flat index, repeated as often as needed.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        If `mask` has another size.
    TypeError
        If `a` is no array, or an array of values cannot be cast safely.

    See Also
    --------
    place : Use the values one after the other.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.arange(5)
    >>> xp.putmask(x, x > 2, [10, 20])
    >>> x
    array([ 0,  1,  2, 20, 10])
    """
    t = _target("putmask", a)
    chosen = _mask("putmask", mask, t)
    copy_into(t, kernels.fill_where(chosen, _safe(values, t), t))


def place(arr: ndarray, mask: Any, vals: Any) -> None:
    """Write values, one after the other, into an array where a mask is True.

    Parameters
    ----------
    arr : ndarray
        The array that is written to.
    mask : array_like
        Booleans (or numbers, of which those that are not zero count as True), as many as `arr` has elements.
    vals : array_like
        The first for the first element where the mask is True, and so on, repeated as often as needed.

    Returns
    -------
    None

    Raises
    ------
    ValueError
        If `mask` has another size, or there are no values where some are needed (checked on the CPU).
    TypeError
        If `arr` is no array, or an array of values cannot be cast safely.

    See Also
    --------
    extract : Read there.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.arange(5)
    >>> xp.place(x, x > 1, [10, 20])
    >>> x
    array([ 0,  1, 10, 20, 10])
    """
    t = _target("place", arr)
    chosen = _mask("place", mask, t)
    copy_into(t, kernels.fill_in_turn(chosen, _safe(vals, t), t))


def put_along_axis(arr: ndarray, indices: Any, values: Any, axis: Any) -> None:
    """Write values by matching 1-D slices of indices and array, as `argsort` gives the indices.

    Parameters
    ----------
    arr : ndarray
        The array that is written to.
    indices : array_like of integers
        Indices, of as many dimensions as `arr`; other axes than `axis` broadcast. Negative ones count from the end.
    values : array_like
        Values, which broadcast with the indices; cast to the dtype of `arr`.
    axis : int or None
        The axis; None for the flattened array, with 1-D indices.

    Returns
    -------
    None

    Raises
    ------
    IndexError
        If the indices are not integers, do not broadcast, or are out of bounds (checked on the CPU).
    ValueError
        If the numbers of dimensions differ.

    See Also
    --------
    take_along_axis : Read there.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.asarray([[10, 30, 20], [60, 40, 50]])
    >>> xp.put_along_axis(x, xp.argmax(x, axis=1, keepdims=True), 99, axis=1)
    >>> x
    array([[10, 99, 20],
           [99, 40, 50]])
    """
    t = _target("put_along_axis", arr)
    place = None if axis is None else normalize_axis(axis, t.ndim)
    index = as_tensors("put_along_axis", arr, indices)[1]
    if place is None and index.ndim != 1:
        raise ValueError("when axis=None, `indices` must have a single dimension.")
    if KIND[index.dtype] not in "iu":
        raise IndexError("`indices` must be an integer array")
    value = assigned(values, t, viewed=False)[0]
    if place is None:
        kernels.write_flat(t, index.to(torch.int64), value)
        return
    if index.ndim != t.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    shapes = [(1,) * d + (n,) + (1,) * (t.ndim - d - 1) for d, n in enumerate(t.shape)]
    key = [
        index if d == place else torch.arange(shape[d], device=t.device).view(shape) for d, shape in enumerate(shapes)
    ]
    kernels.write(t, tuple(key), value)
