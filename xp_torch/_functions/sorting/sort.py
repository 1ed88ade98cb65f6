"""`sort`, `argsort` and `top_k`, in NumPy's order."""

from __future__ import annotations

import operator
from typing import Any, Literal, NamedTuple, SupportsIndex

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.door import call_override, has_override, has_ruled
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.inspection import known_or
from xp_torch._facts.shapes import as_bool, normalize_axis
from xp_torch._kernels import sorting as kernels
from xp_torch._kernels.manipulation import flattened

__all__ = ["argsort", "sort", "top_k"]

_int64 = torch.int64


class TopKResult(NamedTuple):
    """Result of `top_k`."""

    values: ndarray
    indices: ndarray


def _check_options(kind: Any, order: Any, stable: Any, descending: Any) -> None:
    """Raise NumPy's errors for the options that choose an algorithm."""
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    if kind is None:
        return
    if stable is not None or descending:
        raise ValueError("`kind` and keyword parameters can't be provided at the same time. Use only one of them.")
    if not isinstance(kind, str):
        raise TypeError(f"sort kind must be str, not {type(kind).__name__}")
    if kind.lower()[:1] not in ("q", "h", "m", "s"):
        raise ValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got {kind!r:.80})")


def sort(
    a: ArrayLike,
    axis: SupportsIndex | None = -1,
    kind: Literal["quicksort", "mergesort", "heapsort", "stable"] | None = None,
    order: None = None,
    *,
    descending: bool = False,
    stable: bool | None = None,
) -> ndarray:
    """Return a sorted copy of an array.

    The order is NumPy's: NaNs are last, -0.0 equals 0.0, and complex numbers are ordered by real part, then imaginary
    part. The sort is stable and differentiable.

    Parameters
    ----------
    a : array_like
        Array to sort.
    axis : int or None, default: -1
        Axis along which to sort; None sorts the flattened array.
    kind : {"quicksort", "mergesort", "heapsort", "stable"}, optional
        Accepted for compatibility with NumPy; the sort is always stable.
    order : None
        For NumPy's structured arrays, which are not supported.
    descending : bool, default: False
        Whether to sort from the largest element to the smallest. NaNs stay last, and equal elements keep their order.
    stable : bool, optional
        Whether equal elements must keep their order; they always do.

    Returns
    -------
    ndarray
        Array of the dtype of `a`, and of its shape (its size, if `axis` is None).

    Raises
    ------
    ValueError
        If `kind` is unknown or given together with `descending` or `stable`.

    Notes
    -----
    The standard does not specify the position of NaNs; in NumPy 2.5 they are last in both directions.

    Examples
    --------
    >>> xp.sort([3.0, xp.nan, 1.0, 2.0])
    array([ 1.,  2.,  3., nan])
    >>> xp.sort([3.0, xp.nan, 1.0, 2.0], descending=True)
    array([ 3.,  2.,  1., nan])
    """
    if (kind is not None or order is not None) and not has_override(a):
        _check_options(kind, order, stable, descending)
    if type(a) is ndarray and type(axis) is int and descending is False:
        values = kernels.plain_sort(a._tensor, axis, a._dtype, True)
        if values is not None:
            return wrap_as(values, a._dtype)
    if type(a) is not ndarray and has_override(a):
        return call_override(sort, locals())
    t, dim = flattened(as_tensor(a), axis)
    return finish("sort", kernels.sort(t, dim, as_bool(descending, "descending")), like=a)


def argsort(
    a: ArrayLike,
    axis: SupportsIndex | None = -1,
    kind: Literal["quicksort", "mergesort", "heapsort", "stable"] | None = None,
    order: None = None,
    *,
    descending: bool = False,
    stable: bool | None = None,
) -> ndarray:
    """Return the indices that sort an array, stably and in the order of `sort`.

    Parameters
    ----------
    a : array_like
        Array to sort; a 0-D array is read as 1-D.
    axis : int or None, default: -1
        Axis along which to sort; None sorts the flattened array.
    kind : {"quicksort", "mergesort", "heapsort", "stable"}, optional
        Accepted for compatibility with NumPy; the sort is always stable.
    order : None
        For NumPy's structured arrays, which are not supported.
    descending : bool, default: False
        Whether to sort from the largest element to the smallest. NaNs stay last, and equal elements keep their order.
    stable : bool, optional
        Whether equal elements must keep their order; they always do.

    Returns
    -------
    ndarray
        Indices (int64) along `axis`, of the shape of `a` (its size, if `axis` is None).

    Raises
    ------
    ValueError
        If `kind` is unknown or given together with `descending` or `stable`.

    See Also
    --------
    sort : Returns the sorted elements.

    Examples
    --------
    >>> xp.argsort([3, 1, 2, 1])
    array([1, 3, 2, 0])
    >>> xp.argsort([3, 1, 2, 1], descending=True)
    array([0, 2, 1, 3])
    """
    if (kind is not None or order is not None) and not has_override(a):
        _check_options(kind, order, stable, descending)
    if type(a) is ndarray and type(axis) is int and descending is False:
        indices = kernels.plain_sort(a._tensor, axis, a._dtype, False)
        if indices is not None:
            return wrap_as(indices, _int64)
    if type(a) is not ndarray and has_override(a):
        return call_override(argsort, locals())
    t = as_tensor(a)
    t, dim = flattened(t if t.ndim else t.reshape(1), axis)
    return wrap(kernels.argsort(t, dim, as_bool(descending, "descending")))


def top_k(
    x: ArrayLike,
    k: int,
    /,
    *,
    axis: SupportsIndex = -1,
    mode: Literal["largest", "smallest"] = "largest",
    sorted: bool = True,
) -> TopKResult:
    """Return the `k` largest or smallest elements along an axis, and their indices.

    Parameters
    ----------
    x : array_like
        Array of at least one dimension.
    k : int
        Number of elements, from 0 to the size of the axis.
    axis : int, default: -1
        Axis along which to search.
    mode : {"largest", "smallest"}, default: "largest"
        Which elements to return.
    sorted : bool, default: True
        Whether the elements must be in order; they always are.

    Returns
    -------
    TopKResult
        Named tuple of `values`, the elements from the most extreme on, and `indices` (int64) along `axis`; both have
        the shape of `x`, with size `k` along `axis`. Equal elements are in the order of their indices, but it is not
        specified which of them are among the `k`.

    Raises
    ------
    ValueError
        If `k` is negative or larger than the axis, `axis` is None, or `mode` is unknown.

    Notes
    -----
    Part of the standard after 2025.12, and of NumPy 2.6. NaNs come last in both modes, as they do in `sort`.

    Examples
    --------
    >>> xp.top_k(xp.asarray([1, 5, 3, 4]), 2)
    TopKResult(values=array([5, 4]), indices=array([1, 3]))
    """
    if type(x) is not ndarray and has_ruled(x):
        return call_override(top_k, locals())
    if mode not in ("largest", "smallest"):
        raise ValueError(f"top_k: mode must be 'largest' or 'smallest' (got {mode!r:.80})")
    if axis is None:
        raise ValueError("top_k: axis must be an integer, not None: pass xp.ravel(x)")
    t = as_tensor(x)
    dim, count = normalize_axis(axis, t.ndim), operator.index(k)
    if count < 0 or known_or(False, count > t.shape[dim]):
        raise ValueError(f"top_k: k must be between 0 and the size of the axis, {t.shape[dim]} (got {count})")
    values, indices = kernels.top_k(t, count, dim, mode == "largest")
    return TopKResult(finish("top_k", values, like=x), wrap(indices))
