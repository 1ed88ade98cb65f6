"""Sorting: the standard's chapter, in NumPy's order and with NumPy's signatures.

Partitions and sorting by several keys are in `_sorting_partition`.
"""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.shapes import normalize_axis
from xp_torch._kernels import sorting as kernels

__all__ = ["argsort", "sort", "top_k"]

_KINDS = ("quick", "heap", "merge", "stable")
_int64 = torch.int64


class TopKResult(NamedTuple):
    """What `top_k` returns."""

    values: ndarray
    indices: ndarray


def _check_options(kind: Any, order: Any, stable: Any) -> None:
    """Raise NumPy's errors for the options that choose an algorithm; every choice gives the stable one."""
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    if kind is None:
        return
    if stable is not None:
        raise ValueError("`kind` and keyword parameters can't be provided at the same time. Use only one of them.")
    if not isinstance(kind, str):
        raise TypeError(f"sort kind must be str, not {type(kind).__name__}")
    if not any(kind.lower().startswith(name[0]) for name in _KINDS):
        raise ValueError(f"sort kind must be one of 'quick', 'heap', or 'stable' (got {kind!r})")


def _along(t: torch.Tensor, axis: Any) -> tuple[torch.Tensor, int]:
    """Return what is sorted along which dimension; None flattens."""
    if axis is None:
        return t.reshape(-1), 0
    return t, normalize_axis(axis, t.ndim)


def sort(
    a: Any,
    axis: int | None = -1,
    kind: str | None = None,
    order: None = None,
    *,
    descending: bool = False,
    stable: bool | None = None,
) -> ndarray:
    """Return a sorted copy of an array.

    The order is NumPy's: NaNs last, -0.0 equal to 0.0, complex numbers by real part, then imaginary part. The sort is
    stable, and differentiable.

    Parameters
    ----------
    a : array_like
        Array to sort, of any dtype.
    axis : int or None, default: -1
        Axis along which to sort; None sorts the flattened array.
    kind : {"quicksort", "mergesort", "heapsort", "stable"}, optional
        Accepted as NumPy does; the result is that of the stable sort whichever is named.
    order : None
        For NumPy's structured arrays, of which there are none.
    descending : bool, default: False
        Sort from the largest down; NaNs stay last, and equal elements keep their order.
    stable : bool, optional
        Whether equal elements must keep their order; they always do.

    Returns
    -------
    ndarray
        Array of the shape (the size, if `axis` is None) and dtype of `a`.

    Raises
    ------
    AxisError
        If `axis` is out of bounds; a 0-D array has no axis to sort along.
    ValueError
        If `kind` is unknown or given together with `stable`.

    Notes
    -----
    The standard leaves the place of NaNs open; last in both directions is what NumPy 2.5 does.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.sort([3.0, xp.nan, 1.0, 2.0])
    array([ 1.,  2.,  3., nan])
    >>> xp.sort([3.0, xp.nan, 1.0, 2.0], descending=True)
    array([ 3.,  2.,  1., nan])
    """
    if kind is not None or order is not None:
        _check_options(kind, order, stable)
    if type(a) is ndarray and type(axis) is int and descending is False:
        sorted = kernels.plain_sort(a._tensor, axis, a._dtype, True)
        if sorted is not None:
            return wrap_as(sorted, a._dtype)
    t, dim = _along(as_tensor(a), axis)
    return finish("sort", kernels.sort(t, dim, bool(descending)), like=a)


def argsort(
    a: Any,
    axis: int | None = -1,
    kind: str | None = None,
    order: None = None,
    *,
    descending: bool = False,
    stable: bool | None = None,
) -> ndarray:
    """Return the indices that would sort an array.

    Parameters
    ----------
    a : array_like
        Array to sort, of any dtype; a 0-D array counts as one element.
    axis : int or None, default: -1
        Axis along which to sort; None sorts the flattened array.
    kind : {"quicksort", "mergesort", "heapsort", "stable"}, optional
        Accepted as NumPy does; the result is that of the stable sort whichever is named.
    order : None
        For NumPy's structured arrays, of which there are none.
    descending : bool, default: False
        Sort from the largest down; NaNs stay last, and equal elements keep their order.
    stable : bool, optional
        Whether equal elements must keep their order; they always do.

    Returns
    -------
    ndarray
        Indices (int64) along `axis`, of the shape of `a` (its size, if `axis` is None).

    Raises
    ------
    AxisError
        If `axis` is out of bounds.
    ValueError
        If `kind` is unknown or given together with `stable`.

    See Also
    --------
    sort : the order, and the sorted values.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.argsort([3, 1, 2, 1])
    array([1, 3, 2, 0])
    >>> xp.argsort([3, 1, 2, 1], descending=True)
    array([0, 2, 1, 3])
    """
    if kind is not None or order is not None:
        _check_options(kind, order, stable)
    if type(a) is ndarray and type(axis) is int and descending is False:
        places = kernels.plain_sort(a._tensor, axis, a._dtype, False)
        if places is not None:
            return wrap_as(places, _int64)
    t = as_tensor(a)
    t, dim = _along(t if t.ndim else t.reshape(1), axis)
    return finish("argsort", kernels.argsort(t, dim, bool(descending)), like=a)


def top_k(x: Any, k: int, /, *, axis: int = -1, mode: str = "largest", sorted: bool = True) -> TopKResult:
    """Return the `k` largest or smallest elements along an axis, and their indices.

    Parameters
    ----------
    x : array_like
        Array of any dtype, with at least one dimension.
    k : int
        How many elements: from 0 to the size of the axis.
    axis : int, default: -1
        Axis along which to look.
    mode : {"largest", "smallest"}, default: "largest"
        Which elements.
    sorted : bool, default: True
        NumPy's and JAX's keyword: whether the elements must be in order, which they are anyway.

    Returns
    -------
    TopKResult
        Named tuple of `values`, the elements from the most extreme on, of the shape of `x` but `k` along `axis`, and
        `indices` (int64) along `axis`, of equal elements in ascending order; which of several equal elements are among
        the `k` is not specified.

    Raises
    ------
    ValueError
        If `k` is negative or larger than the axis, or `mode` is unknown.
    AxisError
        If `axis` is out of bounds.

    Notes
    -----
    Part of the standard after 2025.12. NaNs come last in both modes, as they do in `sort`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.top_k(xp.asarray([1, 5, 3, 4]), 2)
    TopKResult(values=array([5, 4]), indices=array([1, 3]))
    """
    if mode not in ("largest", "smallest"):
        raise ValueError(f"top_k: mode must be 'largest' or 'smallest' (got {mode!r})")
    t = as_tensor(x)
    dim, count = normalize_axis(axis, t.ndim), operator.index(k)
    if not 0 <= count <= t.shape[dim]:
        raise ValueError(f"top_k: k must be between 0 and the size of the axis, {t.shape[dim]} (got {count})")
    values, indices = kernels.top_k(t, count, dim, mode == "largest")
    return TopKResult(finish("top_k", values, like=x), finish("top_k", indices, like=x))
