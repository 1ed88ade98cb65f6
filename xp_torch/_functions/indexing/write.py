"""Functions that write to an array: `copyto`, `put`, `putmask`, `place`, `put_along_axis`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, as_tensors, assigned, with_integers
from xp_torch._array.door import call_override, has_override
from xp_torch._array.indexing import check_places
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, Casting
from xp_torch._facts.defaults import python_dtype
from xp_torch._facts.dtypes import FROM_TORCH, KIND
from xp_torch._facts.errors import shape_text
from xp_torch._facts.promotion import can_cast, check_casting, scalar_kind, weak_promote
from xp_torch._facts.shapes import broadcast_shapes, normalize_axis
from xp_torch._facts.torch_errors import common_device
from xp_torch._kernels.aliasing import overlaps_itself
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.cast import cast, scalar_tensor
from xp_torch._kernels.indexing import write as kernels
from xp_torch._kernels.indexing.take import check_mode
from xp_torch._kernels.layout import drop_leading
from xp_torch._kernels.searching import truth

__all__ = ["copyto", "place", "put", "put_along_axis", "putmask"]


def _target(name: str, a: Any) -> torch.Tensor:
    """Return the tensor of the array to write to; other objects raise TypeError."""
    if not isinstance(a, ndarray):
        raise TypeError(f"{name}: argument 1 must be an xp_torch array, not {type(a).__name__}")
    return a._tensor


def copyto(dst: ndarray, src: ArrayLike, casting: Casting = "same_kind", where: ArrayLike = True) -> None:
    """Copy values to an array.

    Parameters
    ----------
    dst : ndarray
        Array to write to.
    src : array_like
        Values; broadcast to `dst`.
    casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
        Casts that are allowed. A Python integer has to fit the dtype.
    where : array_like of bool, default: True
        Elements to write; broadcast to `dst`.

    Examples
    --------
    >>> x = xp.zeros(3)
    >>> xp.copyto(x, [1, 2, 3], where=[True, False, True])
    >>> x
    array([1., 0., 3.])
    """
    if has_override(dst, src, where):
        call_override(copyto, locals())
        return
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
    _check_broadcast("input array", value.shape, t.shape)
    if where is True:
        kernels.write(t, (Ellipsis,), value)
        dst._store(t)
        return
    # As in NumPy, numbers and lists of them are cast to bool; arrays must be bool.
    listed = torch.bool if isinstance(where, (list, tuple, int, float, complex, np.generic)) else None
    mask = as_tensor(where, listed, t.device if not isinstance(where, ndarray) else None)
    common_device("copyto", [mask, t])
    if mask.dtype is not torch.bool:
        raise _refused("array data" if mask.ndim else "scalar", mask.dtype, torch.bool, "safe")
    _check_broadcast("where mask", mask.shape, t.shape)
    if overlaps_itself(t):
        mask = mask.expand(t.shape)
        kernels.write(t, (mask,), value.expand(t.shape)[mask])
    else:
        dst._store(torch_where(mask, value, t))


def _refused(what: str, from_: torch.dtype, to: torch.dtype, casting: str) -> TypeError:
    return TypeError(
        f"Cannot cast {what} from {FROM_TORCH[from_]!r} to {FROM_TORCH[to]!r} according to the rule '{casting}'"
    )


def _check_broadcast(what: str, shape: Sequence[int], target: Sequence[int]) -> None:
    """Raise ValueError unless `shape` broadcasts to `target`."""
    try:
        if broadcast_shapes(shape, target) == tuple(target):
            return
    except ValueError:
        pass
    raise ValueError(f"could not broadcast {what} from shape {shape_text(shape)} into shape {shape_text(target)}")


def _mask(name: str, mask: Any, t: torch.Tensor) -> torch.Tensor:
    """Return a mask as booleans on the device of `t`; one of another size raises ValueError."""
    result = truth(as_tensor(mask, device=None if isinstance(mask, (ndarray, torch.Tensor)) else t.device))
    common_device(name, [result, t])
    if result.numel() != t.numel():
        raise ValueError(f"{name}: mask and data must be the same size")
    return result


def _safe(values: Any, t: torch.Tensor) -> torch.Tensor:
    """Return values in the dtype of `t`; an array that cannot be cast safely raises, lists and numbers are cast."""
    if isinstance(values, (ndarray, torch.Tensor, np.ndarray)):
        given = as_tensor(values)
        if not can_cast(given.dtype, t.dtype):
            raise _refused("array data" if given.ndim else "scalar", given.dtype, t.dtype, "safe")
    return assigned(values, t, viewed=False)[0]


def put(a: ndarray, ind: ArrayLike, v: ArrayLike, mode: Literal["raise", "wrap", "clip"] = "raise") -> None:
    """Write values at flat indices of an array.

    Parameters
    ----------
    a : ndarray
        Array to write to.
    ind : array_like of integers
        Indices into the flattened array, of any shape. Negative ones count from the end. If one is repeated, the last
        value stays.
    v : array_like
        Values, repeated as needed and cast to the dtype of `a`.
    mode : {"raise", "wrap", "clip"}, default: "raise"
        What to do with an index out of bounds: raise (on the CPU only), take the remainder, or use the nearest bound.

    See Also
    --------
    putmask : Write where a mask is True.

    Examples
    --------
    >>> x = xp.arange(5)
    >>> xp.put(x, [0, -1], [7, 8])
    >>> x
    array([7, 1, 2, 3, 8])
    """
    if has_override(a, ind, v):
        call_override(put, locals())
        return
    t = _target("put", a)
    check_mode(mode)
    index = with_integers("put", a, ind)[1]
    if not can_cast(index.dtype, torch.int64):
        raise _refused("array data", index.dtype, torch.int64, "safe")
    if index.numel() and not t.numel():
        raise IndexError("cannot replace elements of an empty array")
    if not t.is_cpu and mode == "raise":
        check_places(t.numel(), ind)
    # As in NumPy, elements that share memory are all written back.
    target = t.clone(memory_format=torch.contiguous_format) if overlaps_itself(t) else t
    kernels.put(target, index.to(torch.int64), assigned(v, t, viewed=False)[0], mode)
    a._store(target)


def putmask(a: ndarray, /, mask: ArrayLike, values: ArrayLike) -> None:
    """Write values to an array where a mask is True; each element takes the value at its own position.

    Parameters
    ----------
    a : ndarray
        Array to write to.
    mask : array_like
        Booleans, or numbers, which are true unless zero; as many as the array has elements.
    values : array_like
        Values by flat index, repeated as needed. An array must cast safely.

    See Also
    --------
    place : Use the values one after the other.

    Examples
    --------
    >>> x = xp.arange(5)
    >>> xp.putmask(x, x > 2, [10, 20])
    >>> x
    array([ 0,  1,  2, 20, 10])
    """
    if has_override(a, mask, values):
        call_override(putmask, locals())
        return
    t = _target("putmask", a)
    chosen = _mask("putmask", mask, t)
    a._store(kernels.fill_where(chosen, _safe(values, t), t))


def place(arr: ndarray, mask: ArrayLike, vals: ArrayLike) -> None:
    """Write values, one after the other, to an array where a mask is True.

    Parameters
    ----------
    arr : ndarray
        Array to write to.
    mask : array_like
        Booleans, or numbers, which are true unless zero; as many as the array has elements.
    vals : array_like
        Values of the true elements in turn, repeated as needed. An array must cast safely.

    See Also
    --------
    extract : Read these elements.

    Examples
    --------
    >>> x = xp.arange(5)
    >>> xp.place(x, x > 1, [10, 20])
    >>> x
    array([ 0,  1, 10, 20, 10])
    """
    if has_override(arr, mask, vals):
        call_override(place, locals())
        return
    t = _target("place", arr)
    chosen = _mask("place", mask, t)
    arr._store(kernels.fill_in_turn(chosen, _safe(vals, t), t))


def put_along_axis(arr: ndarray, indices: ArrayLike, values: ArrayLike, axis: SupportsIndex | None) -> None:
    """Write values by matching 1-D slices of indices and array; `argsort` returns such indices.

    Parameters
    ----------
    arr : ndarray
        Array to write to.
    indices : array_like of integers
        Indices, with as many dimensions as `arr`; axes other than `axis` broadcast. Negative ones count from the end.
        Bounds are checked on the CPU only.
    values : array_like
        Values; broadcast with the indices and cast to the dtype of `arr`.
    axis : int or None
        Axis along which to write; None uses the flattened array, with 1-D indices.

    See Also
    --------
    take_along_axis : Read these elements.

    Examples
    --------
    >>> x = xp.asarray([[10, 30, 20], [60, 40, 50]])
    >>> xp.put_along_axis(x, xp.argmax(x, axis=1, keepdims=True), 99, axis=1)
    >>> x
    array([[10, 99, 20],
           [99, 40, 50]])
    """
    if has_override(arr, indices, values):
        call_override(put_along_axis, locals())
        return
    t = _target("put_along_axis", arr)
    place = None if axis is None else normalize_axis(axis, t.ndim)
    index = as_tensors("put_along_axis", arr, indices)[1]
    if place is None and index.ndim != 1:
        raise ValueError("when axis=None, `indices` must have a single dimension.")
    if KIND[index.dtype] not in "iu":
        raise IndexError("`indices` must be an integer array")
    if place is not None and index.ndim != t.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    value = assigned(values, t, viewed=False)[0]
    if place is None:
        kernels.write_flat(t, index.to(torch.int64), value)
        arr._store(t)
        return
    shapes = [(1,) * d + (n,) + (1,) * (t.ndim - d - 1) for d, n in enumerate(t.shape)]
    key = [
        index if d == place else torch.arange(shape[d], device=t.device).view(shape) for d, shape in enumerate(shapes)
    ]
    kernels.write(t, tuple(key), value)
    arr._store(t)
