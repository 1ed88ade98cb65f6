"""Diagonals of arrays, their sums, and the matrix transpose."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import OUTPUTS, as_tensor, finish, moved, strided
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.reversed_views import ReversedView
from xp_torch._array.ufunc.overrides import overridden, overrides
from xp_torch._array.ufunc.reduction import loop_dtype
from xp_torch._facts.annotations import ArrayLike, DTypeLike
from xp_torch._facts.dtype_sets import SUMMED
from xp_torch._facts.dtypes import numpys_dtype
from xp_torch._facts.shapes import as_offset, normalize_axis
from xp_torch._functions.stride_tricks import as_strided
from xp_torch._kernels import linear_algebra as kernels

__all__ = ["diagonal", "matrix_transpose", "trace"]


def _diagonal(a: Any, offset: Any, axis1: Any, axis2: Any) -> torch.Tensor:
    """Return a view of the diagonal of two axes, as the last dimension."""
    t = as_tensor(a)
    if t.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    first, second = normalize_axis(axis1, t.ndim, "axis1"), normalize_axis(axis2, t.ndim, "axis2")
    if first == second:
        raise ValueError("axis1 and axis2 cannot be the same")
    return torch.diagonal(t, as_offset(offset), first, second)


def _diagonal_reversed(x: ReversedView, offset: Any, axis1: Any, axis2: Any) -> ndarray:
    """Return the diagonal of a view with negative steps as a view; its step is the sum of two steps."""
    n = _diagonal(wrap(x._view), offset, axis1, axis2).shape[-1]
    first, second, skip = normalize_axis(axis1, x.ndim), normalize_axis(axis2, x.ndim), operator.index(offset)
    key = [slice(None)] * x.ndim
    key[second if skip > 0 else first] = slice(abs(skip), None)
    start, others = x[tuple(key)], [axis for axis in range(x.ndim) if axis not in (first, second)]
    shape, strides = [x.shape[axis] for axis in others], [x.strides[axis] for axis in others]
    return as_strided(start, (*shape, n), (*strides, x.strides[first] + x.strides[second]))


def diagonal(a: ArrayLike, offset: int = 0, axis1: SupportsIndex = 0, axis2: SupportsIndex = 1) -> ndarray:
    """Return the diagonal of two axes, as the last dimension.

    Parameters
    ----------
    a : array_like
        Input with at least two dimensions.
    offset : int, default: 0
        Which diagonal: above the main one if positive, below it if negative.
    axis1, axis2 : int, default: 0, 1
        Axes of the matrices (`linalg.diagonal` uses the last two).

    Returns
    -------
    ndarray
        A view; unlike NumPy's, it can be written to.

    Raises
    ------
    ValueError
        If `a` has fewer than two dimensions or the axes are equal.

    Examples
    --------
    >>> xp.diagonal(xp.asarray([[1, 2], [3, 4]]))
    array([1, 4])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(diagonal, locals())
    if isinstance(a, ReversedView):
        return _diagonal_reversed(a, offset, axis1, axis2)
    return finish("diagonal", _diagonal(a, offset, axis1, axis2), like=a)


def trace(
    a: ArrayLike,
    offset: int = 0,
    axis1: SupportsIndex = 0,
    axis2: SupportsIndex = 1,
    dtype: DTypeLike | None = None,
    out: ndarray | None = None,
) -> ndarray:
    """Sum the diagonal of two axes.

    Parameters
    ----------
    a : array_like
        Input with at least two dimensions.
    offset : int, default: 0
        Which diagonal: above the main one if positive, below it if negative.
    axis1, axis2 : int, default: 0, 1
        Axes of the matrices (`linalg.trace` uses the last two).
    dtype : dtype_like, optional
        Data type of the result; by default that of `sum`, which widens small integers.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result.

    Returns
    -------
    ndarray
        The sums, without the two axes.

    Raises
    ------
    ValueError
        If `a` has fewer than two dimensions, the axes are equal, or `out` has another shape.

    Examples
    --------
    >>> xp.trace(xp.asarray([[1, 2], [3, 4]]))
    array(5)
    """
    direct = type(offset) is int and offset == 0 and dtype is None and out is None
    last = type(axis1) is type(axis2) is int and (axis1, axis2) in ((0, 1), (-2, -1))
    if direct and last and type(a) is ndarray and a._dtype in SUMMED:
        t = a._tensor
        if t.ndim == 2:
            return wrap_as(torch.trace(t), a._dtype)
    if ((type(a) is not ndarray or out is not None) and has_override(a, out)) or numpys_dtype(dtype) is not None:
        return call_override(trace, locals())
    if overrides(a):
        return overridden("add", "reduce", (diagonal(a, offset, axis1, axis2),), out, axis=-1, dtype=dtype)
    t = _diagonal(a, offset, axis1, axis2)
    total = kernels.sum_along(t, loop_dtype(t.dtype, dtype, out, widens=True))
    if isinstance(out, OUTPUTS) and out.shape != total.shape:
        raise ValueError(f"trace: out must have the shape {tuple(total.shape)} of the result (got {out.shape})")
    return finish("trace", total, out, like=a)


def matrix_transpose(x: ArrayLike, /) -> ndarray:
    """Swap the last two dimensions.

    Parameters
    ----------
    x : array_like
        Matrices, shape ``(..., M, N)``.

    Returns
    -------
    ndarray
        A view, shape ``(..., N, M)``.

    Raises
    ------
    ValueError
        If `x` has fewer than two dimensions.

    Examples
    --------
    >>> xp.matrix_transpose(xp.asarray([[1, 2], [3, 4]]))
    array([[1, 3],
           [2, 4]])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(matrix_transpose, locals())
    ndim = strided(x).ndim
    if ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {ndim}")
    return moved(x, lambda t: t.transpose(-2, -1))
