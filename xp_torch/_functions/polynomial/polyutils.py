"""Coefficients and domains of series: NumPy's ``polynomial.polyutils``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_ndarray, as_tensors
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_ruled
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.inspection import read_back
from xp_torch._facts.shapes import as_bool, single
from xp_torch._functions.elementwise import absolute
from xp_torch._functions.logic import common_type
from xp_torch._functions.manipulation.join import stack

__all__ = ["as_series", "format_float", "getdomain", "mapdomain", "mapparms", "trimcoef", "trimseq"]


def is_scalar(x: Any) -> bool:
    """Return whether `x` is a number, or an object such as a series, to which arrays leave the operation."""
    return isinstance(x, (int, float, complex)) or getattr(type(x), "__array_ufunc__", ...) is None


def points(x: Any) -> Any:
    """Return the argument of a series: an array, unless it is a scalar."""
    return x if is_scalar(x) else as_ndarray(x)


def _shortened(c: ndarray, mask: ndarray) -> ndarray:
    """Return the coefficients up to the last one where `mask` is true, at least one; all if values are unknown."""
    t = mask._tensor
    if not t.shape[0] or read_back(t.select(0, -1)) is not False:
        return c
    places = t.nonzero()
    return c[: int(places[-1, 0]) + 1 if places.shape[0] else 1]


def trimseq(seq: ndarray | Sequence[Any]) -> Any:
    """Remove trailing zeros.

    Parameters
    ----------
    seq : sequence
        Coefficients, the constant first.

    Returns
    -------
    sequence
        The coefficients up to the last one that is not zero, at least one. All of them where values are traced.

    Examples
    --------
    >>> xp.polynomial.polyutils.trimseq(xp.asarray([1.0, 2.0, 0.0]))
    array([1., 2.])
    """
    if has_ruled(seq):
        return call_override(trimseq, locals())
    size = len(plain(seq))
    if isinstance(seq, ndarray):
        if size and seq.ndim != 1:
            raise ValueError(f"trimseq: the coefficients must be 1-D (got {seq.ndim} dimensions)")
        return _shortened(seq, seq != 0)
    end = size
    while end > 1 and seq[end - 1] == 0:
        end -= 1
    return seq[:end] if end < size else seq


def as_series(alist: Sequence[ArrayLike], trim: bool = True) -> list[ndarray]:
    """Return array-likes as 1-D arrays of their common floating-point dtype, on one device.

    Parameters
    ----------
    alist : sequence of array_like
        Coefficients of several series.
    trim : bool, default: True
        Whether to remove trailing zeros, which reads values back to the host.

    Returns
    -------
    list of ndarray
        Copies of the coefficients.

    Raises
    ------
    ValueError
        If an array is empty or has several dimensions, or the arrays have no common dtype.

    Examples
    --------
    >>> xp.polynomial.polyutils.as_series([2, [1.5, 0.0]])
    [array([2.]), array([1.5])]
    """
    if has_ruled(alist):
        return call_override(as_series, locals())
    arrays = [wrap(t.reshape(1) if t.ndim == 0 else t) for t in as_tensors("as_series", *alist)]
    for a in arrays:
        if not a.size:
            raise ValueError("Coefficient array is empty")
        if a.ndim != 1:
            raise ValueError("Coefficient array is not 1-d")
    try:
        dtype = common_type(*arrays)
    except TypeError:
        raise ValueError("Coefficient arrays have no common type") from None
    series = [a.astype(dtype) for a in arrays]
    return [trimseq(c) for c in series] if as_bool(trim, "trim") else series


def trimcoef(c: ArrayLike, tol: float = 0) -> ndarray:
    """Remove trailing coefficients that are small.

    Parameters
    ----------
    c : array_like
        Coefficients, the constant first.
    tol : float, default: 0
        Largest absolute value of the coefficients to remove.

    Returns
    -------
    ndarray
        The coefficients that are left; a zero if there are none. All of them where values are traced.

    Examples
    --------
    >>> xp.polynomial.polyutils.trimcoef([1.0, 0.5, 1e-9], tol=1e-6)
    array([1. , 0.5])
    """
    if has_ruled(c):
        return call_override(trimcoef, locals())
    if single(tol, "tol") < 0:
        raise ValueError("tol must be non-negative")
    [c] = as_series([c])
    large = absolute(c) > tol
    rest = _shortened(c, large)
    return rest * 0 if read_back(large._tensor.any()) is False else rest


def getdomain(x: ArrayLike) -> ndarray:
    """Return the smallest interval that contains points.

    Parameters
    ----------
    x : array_like
        Points, 1-D.

    Returns
    -------
    ndarray
        The smallest and the largest point; the corners of a rectangle if the points are complex.

    Examples
    --------
    >>> xp.polynomial.polyutils.getdomain([3.0, -1.0, 2.0])
    array([-1.,  3.])
    """
    [x] = as_series([x], trim=False)
    if KIND[x._dtype] == "c":
        return stack([x.real.min() + 1j * x.imag.min(), x.real.max() + 1j * x.imag.max()])
    return stack([x.min(), x.max()])


def mapparms(old: ArrayLike, new: ArrayLike) -> tuple[Any, Any]:
    """Return the parameters of the linear map between two intervals.

    Parameters
    ----------
    old, new : array_like
        Intervals, of two numbers each.

    Returns
    -------
    off, scl : float or ndarray
        ``off + scl * x`` maps the interval `old` to `new`.

    Examples
    --------
    >>> xp.polynomial.polyutils.mapparms((0, 2), (-1, 1))
    (-1.0, 1.0)
    """
    if has_ruled(old, new):
        return call_override(mapparms, locals())
    given: Any = old
    wanted: Any = new
    size = given[1] - given[0]
    return (given[1] * wanted[0] - given[0] * wanted[1]) / size, (wanted[1] - wanted[0]) / size


def mapdomain(x: Any, old: ArrayLike, new: ArrayLike) -> Any:
    """Map points linearly from an interval to another one.

    Parameters
    ----------
    x : array_like or series
        Points.
    old, new : array_like
        Intervals, of two numbers each.

    Returns
    -------
    ndarray or series
        The mapped points.

    Examples
    --------
    >>> xp.polynomial.polyutils.mapdomain([0.0, 1.0, 2.0], (0, 2), (-1, 1))
    array([-1.,  0.,  1.])
    """
    if has_ruled(x, old, new):
        return call_override(mapdomain, locals())
    off, scl = mapparms(old, new)
    return off + scl * points(x)


def format_float(x: float, parens: bool = False) -> str:
    """Return a number as the string that printed series contain.

    Parameters
    ----------
    x : float
        Number.
    parens : bool, default: False
        Whether to write parentheses around a number with an exponent.

    Returns
    -------
    str
        The number in NumPy's format, under its print options.

    Examples
    --------
    >>> xp.polynomial.polyutils.format_float(1.5)
    '1.5'
    """
    number: Any = np.asarray(x)[()] if isinstance(x, ndarray) else x
    return np.polynomial.polyutils.format_float(number, parens)
