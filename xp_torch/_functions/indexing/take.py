"""Reading elements by their indices along an axis: `take`, `take_along_axis`."""

from __future__ import annotations

from typing import Literal, SupportsIndex

import torch

from xp_torch._array.coercion import OUTPUTS, as_tensors, finish, output_dtype, with_integers, write_out
from xp_torch._array.door import call_override, has_override
from xp_torch._array.indexing import check_places
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.promotion import warn_of_another_kind
from xp_torch._facts.shapes import as_int, normalize_axis
from xp_torch._kernels.indexing import take as kernels
from xp_torch._kernels.indexing.read import read_rows
from xp_torch._kernels.layout import raveled

__all__ = ["take", "take_along_axis"]

_int64 = torch.int64


def take(
    a: ArrayLike,
    indices: ArrayLike,
    axis: SupportsIndex | None = None,
    out: ndarray | None = None,
    mode: Literal["raise", "wrap", "clip"] = "raise",
) -> ndarray:
    """Take elements along an axis.

    Parameters
    ----------
    a : array_like
        Input array.
    indices : array_like of integers
        Indices of the elements, of any shape. Negative ones count from the end. Bounds are checked on the CPU only.
    axis : int, optional
        Axis along which to take; None uses the flattened array.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.
    mode : {"raise", "wrap", "clip"}, default: "raise"
        What to do with an index out of bounds: raise, take the remainder, or use the nearest bound.

    Returns
    -------
    ndarray
        Copy of shape ``a.shape[:axis] + indices.shape + a.shape[axis + 1:]``.

    Warns
    -----
    DeprecationWarning
        If `out` is of another kind, such as integers for floats. The elements are cast.

    See Also
    --------
    take_along_axis : Other indices for each 1-D slice.

    Examples
    --------
    >>> xp.take(xp.asarray([4, 5, 6]), [2, 0, -1])
    array([6, 4, 6])
    """
    if type(a) is ndarray and type(indices) is ndarray and out is None and mode == "raise":
        t, index = a._tensor, indices._tensor
        if indices._dtype is _int64 and index.ndim == 1 and (axis is None or type(axis) is int):
            ndim = t.ndim
            if ndim:
                if axis is None and ndim > 1:
                    t, ndim = raveled(t), 1
                result = read_rows(t, ndim, axis or 0, index)
                if result is not None:
                    return wrap_as(result, a._dtype)
    if has_override(a, indices, out):
        return call_override(take, locals())
    t, index = with_integers("take", a, indices)
    dim = None if axis is None else normalize_axis(as_int(axis), max(t.ndim, 1))
    if not t.is_cpu and mode in (None, "raise"):
        check_places(t.numel() if dim is None or not t.ndim else t.shape[dim], indices, dim or 0)
    if isinstance(out, OUTPUTS):  # before the bounds, as in NumPy
        if out.shape != tuple(index.shape if dim is None else (*t.shape[:dim], *index.shape, *t.shape[dim + 1 :])):
            raise ValueError("output array does not match result of ndarray.take")
        warn_of_another_kind(t.dtype, output_dtype(out))
    taken = kernels.take(t, index, dim, "raise" if mode is None else mode)
    if isinstance(out, OUTPUTS):
        return write_out("take", taken, out, "unsafe")
    return finish("take", taken, out, a)


def take_along_axis(arr: ArrayLike, indices: ArrayLike, axis: SupportsIndex | None = -1) -> ndarray:
    """Take elements by matching 1-D slices of indices and array; `argsort` returns such indices.

    Parameters
    ----------
    arr : array_like
        Input array.
    indices : array_like of integers
        Indices, with as many dimensions as `arr`; axes other than `axis` broadcast. Negative ones count from the end.
        Bounds are checked on the CPU only.
    axis : int, default: -1
        Axis along which to take; None uses the flattened array, with 1-D indices.

    Returns
    -------
    ndarray
        Copy of the broadcast shape, with the size of `indices` along `axis`.

    See Also
    --------
    take : The same indices for every slice.

    Examples
    --------
    >>> x = xp.asarray([[3, 1, 2], [6, 5, 4]])
    >>> xp.take_along_axis(x, xp.asarray([[0], [2]]), axis=1)
    array([[3],
           [4]])
    """
    if type(arr) is ndarray and type(indices) is ndarray and indices._dtype is _int64 and type(axis) is int:
        result = kernels.gather_plain(arr._tensor, indices._tensor, axis)
        if result is not None:
            return wrap_as(result, arr._dtype)
    if has_override(arr, indices):
        return call_override(take_along_axis, locals())
    t, index = as_tensors("take_along_axis", arr, indices)
    dim = None if axis is None else normalize_axis(axis, t.ndim)
    return finish("take_along_axis", kernels.take_along_axis(t, index, dim), like=arr)
