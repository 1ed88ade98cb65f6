"""The functions of every basis, each written once: `of_basis` makes the public one, with NumPy's name."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from string import Template
from typing import Any, SupportsIndex

import numpy as np
from numpy.exceptions import RankWarning

from xp_torch._array.coercion import as_ndarray, as_tensors, items_of
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_ruled
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike, DeviceLike
from xp_torch._facts.dtypes import KIND, limits
from xp_torch._facts.errors import warn
from xp_torch._facts.inspection import read_back
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import as_bool, normalize_axis, single
from xp_torch._functions.attributes import ndim
from xp_torch._functions.creation.fill import ones, zeros
from xp_torch._functions.creation.from_data import array, asarray
from xp_torch._functions.elementwise import absolute, sqrt, square
from xp_torch._functions.linear_algebra.solve import lstsq
from xp_torch._functions.manipulation.join import concatenate, stack
from xp_torch._functions.manipulation.shape import moveaxis
from xp_torch._functions.mathematical.polynomial_roots import eigenvalues
from xp_torch._functions.polynomial.basis import (
    POWERS,
    Basis,
    check_memory,
    companion_matrix,
    constants,
    derivative,
    integral,
    product,
    series_at_x,
    summed,
    times_x,
    value,
    values_of_basis,
)
from xp_torch._functions.polynomial.polyutils import as_series, is_scalar, points, trimseq
from xp_torch._functions.searching import where
from xp_torch._functions.sorting.sort import sort
from xp_torch._functions.statistics.reductions import all as all_true
from xp_torch._functions.statistics.reductions import sum as total

__all__: list[str] = []


def as_int(x: Any, what: str) -> int:
    """Return an argument that must be an integer."""
    try:
        return int(x.__index__())
    except (AttributeError, TypeError):
        raise TypeError(f"{what} must be an integer, received {x}") from None


def coefficients_for(x: Any, c: Any, tensor: bool) -> tuple[Any, ndarray]:
    """Return points, and floating-point coefficients in a shape that broadcasts with them."""
    if not is_scalar(x):
        x, c = (wrap(t) for t in as_tensors("polynomial", x, c))
    c = array(as_ndarray(c), ndmin=1, copy=None)
    if KIND[c._dtype] in "biu":
        c = c + 0.0
    if isinstance(x, ndarray) and as_bool(tensor, "tensor"):
        c = c.reshape(c.shape + (1,) * x.ndim)
    return x, c


#: The functions of every basis by the ends of their names, and the texts of their docstrings, for `string.Template`.
_FUNCTIONS: dict[str, tuple[Callable[..., Any], str]] = {}


def _for_each_basis(end: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that enters a function of a basis in `_FUNCTIONS`, and its docstring, which is a template."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        _FUNCTIONS[end] = function, inspect.cleandoc(function.__doc__ or "")
        function.__doc__ = None
        return function

    return decorate


def _along_first(c: Any, m: Any, axis: Any, what: str) -> tuple[ndarray, int, int]:
    """Return the coefficients with the axis in front, the number of times, and the axis."""
    c = array(as_ndarray(c), ndmin=1)
    if KIND[c._dtype] in "biu":
        c = c + 0.0
    count, axis = as_int(m, f"the order of {what}"), as_int(axis, "the axis")
    if count < 0:
        raise ValueError(f"The order of {what} must be non-negative")
    axis = normalize_axis(axis, c.ndim)
    return moveaxis(c, axis, 0), count, axis


def _is_zero(c: ndarray) -> bool:
    """Return whether all elements are known to be zero."""
    return bool(read_back(all_true(c == 0)._tensor))


def _straight_line(basis: Basis, off: Any, scl: Any) -> ndarray:
    """Return the series ``off + scl * x``."""
    a, b, _, _ = basis.integers(0)
    first, last = (wrap(t) for t in as_tensors("line", off, scl))
    if read_back((last != 0)._tensor) is False:
        return stack([first])
    return stack([first - last * (b // a) if b else first, last if a == 1 else -last if a == -1 else last / a])


def _least_squares(basis: Basis, x: Any, y: Any, deg: Any, rcond: Any, full: bool, w: Any) -> Any:
    """Return the coefficients of a least-squares fit; see `_fit`."""
    x, y, *weights = (wrap(t) + 0.0 for t in as_tensors("fit", x, y, *([] if w is None else [w])))
    degrees = np.asarray(items_of(deg) if isinstance(deg, range) else deg)
    if degrees.ndim > 1 or degrees.dtype.kind not in "iu" or not degrees.size:
        raise TypeError("deg must be an int or non-empty 1-D array of int")
    if degrees.min() < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if not x.size:
        raise TypeError("expected non-empty vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if len(x) != len(y):
        raise TypeError("expected x and y to have same length")
    highest = int(degrees.max())
    check_memory((highest + 1, len(x)), x)
    chosen = sorted(int(n) for n in degrees) if degrees.ndim else list(range(highest + 1))
    left, right = _values(basis, x, highest)[:, chosen], y
    if weights:
        [factors] = weights
        if factors.ndim != 1:
            raise TypeError("expected 1D vector for w")
        if len(x) != len(factors):
            raise TypeError("expected x and w to have same length")
        left = left * factors[:, None]
        right = right * (factors if right.ndim == 1 else factors[:, None])
    if rcond is None:
        rcond = len(x) * limits(x._dtype).eps
    scale = sqrt(total(square(absolute(left)), axis=0))
    scale = where(scale == 0, 1, scale)
    c, residuals, rank, singular = lstsq(left / scale, right, rcond)
    c = (c.T / scale).T
    if degrees.ndim:
        found = dict(zip(chosen, c, strict=False))
        c = stack([found[n] if n in found else c[0] * 0 for n in range(highest + 1)])
    if not full and read_back(rank._tensor != len(chosen)):
        warn("The fit may be poorly conditioned", RankWarning)
    return (c, [residuals, rank, singular, rcond]) if full else c


def _at_several(basis: Basis, c: Any, coordinates: list[Any]) -> Any:
    """Return the values of a series of several variables at points."""
    coordinates = [points(x) for x in coordinates]
    if any(ndim(x) != ndim(coordinates[0]) or np.shape(x) != np.shape(coordinates[0]) for x in coordinates[1:]):
        names = ", ".join("xyz"[: len(coordinates)]) if len(coordinates) < 4 else "ordinates"
        raise ValueError(f"{names} are incompatible")
    for i, x in enumerate(coordinates):
        c = _val(basis, x, c, tensor=i == 0)
    return c


def _vander_of_several(basis: Basis, coordinates: list[Any], deg: Any) -> ndarray:
    """Return the pseudo-Vandermonde matrix of several variables."""
    degrees = items_of(deg)
    if len(degrees) != len(coordinates):
        raise ValueError(f"Expected {len(coordinates)} dimensions of degrees, got {len(degrees)}")
    arrays = [wrap(t) for t in as_tensors("vander", *coordinates)]
    count, result = len(arrays), None
    for i, (x, n) in enumerate(zip(stack(arrays) + 0.0, degrees, strict=True)):
        matrix = _values(basis, x, n)
        part = matrix.reshape(matrix.shape[:-1] + (1,) * i + (matrix.shape[-1],) + (1,) * (count - 1 - i))
        result = part if result is None else result * part
    assert result is not None
    return result.reshape(result.shape[:-count] + (-1,))


def _values(basis: Basis, x: Any, deg: Any) -> ndarray:
    degree = as_int(deg, "deg")
    if degree < 0:
        raise ValueError("deg must be non-negative")
    at = array(as_ndarray(x), ndmin=1, copy=None) + 0.0
    check_memory((degree + 1, *at.shape), at)
    # The degrees are the first axis in memory, as in NumPy.
    return moveaxis(stack(values_of_basis(basis, at, degree)), 0, -1)


@_for_each_basis("add")
def _add(basis: Basis, c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """Add two $name.

    Parameters
    ----------
    c1, c2 : array_like
        Coefficients, 1-D, the constant first.

    Returns
    -------
    ndarray
        Coefficients of the sum, without trailing zeros.

    Examples
    --------
    >>> ${m}.${p}add([1, 2, 3], [3, 2])
    array([4., 4., 3.])
    """
    return trimseq(summed(*as_series([c1, c2])))


@_for_each_basis("sub")
def _sub(basis: Basis, c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """Subtract one of two $name from the other.

    Parameters
    ----------
    c1, c2 : array_like
        Coefficients, 1-D, the constant first.

    Returns
    -------
    ndarray
        Coefficients of the difference, without trailing zeros.

    Examples
    --------
    >>> ${m}.${p}sub([1, 2, 3], [3, 2])
    array([-2.,  0.,  3.])
    """
    left, right = as_series([c1, c2])
    return trimseq(summed(left, -right))


@_for_each_basis("mulx")
def _mulx(basis: Basis, c: ArrayLike) -> ndarray:
    """Multiply a series by ``x``.

    Parameters
    ----------
    c : array_like
        Coefficients, 1-D, the constant first.

    Returns
    -------
    ndarray
        Coefficients of the product.

    Examples
    --------
    >>> c = [1, 2, 3]
    >>> bool(xp.isclose(${m}.${p}val(0.5, ${m}.${p}mulx(c)), 0.5 * ${m}.${p}val(0.5, c)))
    True
    """
    [series] = as_series([c])
    return series if len(series) == 1 and _is_zero(series) else times_x(basis, series)


@_for_each_basis("mul")
def _mul(basis: Basis, c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """Multiply two $name.

    Parameters
    ----------
    c1, c2 : array_like
        Coefficients, 1-D, the constant first.

    Returns
    -------
    ndarray
        Coefficients of the product, without trailing zeros.

    Examples
    --------
    >>> ${m}.${p}mul([1, 2, 3], 2)
    array([2., 4., 6.])
    """
    return trimseq(product(basis, *as_series([c1, c2])))


@_for_each_basis("div")
def _div(basis: Basis, c1: ArrayLike, c2: ArrayLike) -> tuple[ndarray, ndarray]:
    """Divide one of two $name by the other.

    Parameters
    ----------
    c1, c2 : array_like
        Coefficients of the dividend and the divisor, 1-D, the constant first.

    Returns
    -------
    quo, rem : ndarray
        Coefficients of the quotient and of the remainder.

    Raises
    ------
    ZeroDivisionError
        If the divisor is zero.

    Examples
    --------
    >>> ${m}.${p}div([2, 4, 6], 2)
    (array([1., 2., 3.]), array([0.]))
    """
    dividend, divisor = as_series([c1, c2])
    if _is_zero(divisor[-1]):
        raise ZeroDivisionError(f"{basis.prefix}div: the divisor is zero")
    if len(dividend) < len(divisor):
        return dividend[:1] * 0, dividend
    if len(divisor) == 1:
        return dividend / divisor[-1], dividend[:1] * 0
    quotient, rest = [], dividend
    for n in reversed(range(len(dividend) - len(divisor) + 1)):
        unit = constants([0] * n + [1], dividend)
        multiple = product(basis, unit, divisor)
        factor = rest[-1:] / multiple[-1:]
        rest = rest[:-1] - factor * multiple[:-1]
        quotient.append(factor)
    return concatenate(quotient[::-1]), trimseq(rest)


@_for_each_basis("pow")
def _power(basis: Basis, c: ArrayLike, pow: SupportsIndex, maxpower: int | None = NO_VALUE) -> ndarray:
    """Raise a series to a power.

    Parameters
    ----------
    c : array_like
        Coefficients, 1-D, the constant first.
    pow : int
        Exponent, at least 0.
    maxpower : int or None, optional
        Largest exponent that is allowed; by default 16, and any for powers of ``x``.

    Returns
    -------
    ndarray
        Coefficients of the power.

    Examples
    --------
    >>> ${m}.${p}pow([3], 2)
    array([9.])
    """
    [series] = as_series([c])
    exponent = int(single(pow, "pow"))
    if exponent != pow or exponent < 0:
        raise ValueError("Power must be a non-negative integer.")
    if maxpower is NO_VALUE:
        maxpower = None if basis is POWERS else 16
    if maxpower is not None and exponent > maxpower:
        raise ValueError("Power is too large")
    result = series[:1] * 0 + 1
    for n in range(exponent):
        result = _mul(basis, result, series) if n else series
    return result


@_for_each_basis("val")
def _val(basis: Basis, x: ArrayLike, c: ArrayLike, tensor: bool = True) -> Any:
    """Evaluate a series at points.

    Parameters
    ----------
    x : array_like or series
        Points, or an object with its own arithmetic, such as another series.
    c : array_like
        Coefficients along the first axis, the constant first; other axes are other series.
    tensor : bool, default: True
        Whether every series is evaluated at every point; otherwise `x` is broadcast to the other axes of `c`.

    Returns
    -------
    ndarray
        The values, of shape ``c.shape[1:] + x.shape`` if `tensor`.

    Examples
    --------
    >>> ${m}.${p}val([0.5, 1.5], [2.0, 0.0])
    array([2., 2.])
    """
    return value(basis, *coefficients_for(x, c, tensor))


@_for_each_basis("val2d")
def _val2d(basis: Basis, x: ArrayLike, y: ArrayLike, c: ArrayLike) -> Any:
    """Evaluate a series of two variables at points.

    Parameters
    ----------
    x, y : array_like
        Coordinates of the points, of one shape.
    c : array_like
        Coefficients of ``P[i](x) P[j](y)`` along the first two axes.

    Returns
    -------
    ndarray
        The values, of shape ``c.shape[2:] + x.shape``.

    Examples
    --------
    >>> ${m}.${p}val2d([0.5, 1.5], [1.0, 2.0], [[2.0]])
    array([2., 2.])
    """
    return _at_several(basis, c, [x, y])


@_for_each_basis("val3d")
def _val3d(basis: Basis, x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike) -> Any:
    """Evaluate a series of three variables at points.

    Parameters
    ----------
    x, y, z : array_like
        Coordinates of the points, of one shape.
    c : array_like
        Coefficients of ``P[i](x) P[j](y) P[k](z)`` along the first three axes.

    Returns
    -------
    ndarray
        The values, of shape ``c.shape[3:] + x.shape``.

    Examples
    --------
    >>> ${m}.${p}val3d([0.5, 1.5], [1.0, 2.0], [0.0, 0.0], [[[2.0]]])
    array([2., 2.])
    """
    return _at_several(basis, c, [x, y, z])


@_for_each_basis("valnd")
def _valnd(basis: Basis, pts: ndarray | np.ndarray | Sequence[ArrayLike], c: ArrayLike) -> Any:
    """Evaluate a series of any number of variables at points.

    Parameters
    ----------
    pts : sequence of array_like
        Coordinates of the points, of one shape: one for each variable.
    c : array_like
        Coefficients of ``P[i](pts[0]) P[j](pts[1]) ...`` along the first ``len(pts)`` axes.

    Returns
    -------
    ndarray
        The values, of shape ``c.shape[len(pts):] + pts[0].shape``.

    Examples
    --------
    >>> ${m}.${p}valnd([[0.5, 1.5], [1.0, 2.0], [0.0, 0.0], [1.0, 1.0]], [[[[2.0]]]])
    array([2., 2.])
    """
    coordinates = items_of(pts)
    if not coordinates:
        raise IndexError(f"{basis.prefix}valnd: pts must have the coordinates of at least one variable")
    return _at_several(basis, c, coordinates)


@_for_each_basis("grid2d")
def _grid2d(basis: Basis, x: ArrayLike, y: ArrayLike, c: ArrayLike) -> Any:
    """Evaluate a series of two variables on a grid.

    Parameters
    ----------
    x, y : array_like
        Coordinates of the grid.
    c : array_like
        Coefficients of ``P[i](x) P[j](y)`` along the first two axes.

    Returns
    -------
    ndarray
        The values, of shape ``c.shape[2:] + x.shape + y.shape``.

    Examples
    --------
    >>> ${m}.${p}grid2d([0.5, 1.5], [1.0], [[2.0]])
    array([[2.],
           [2.]])
    """
    return _val(basis, y, _val(basis, x, c))


@_for_each_basis("grid3d")
def _grid3d(basis: Basis, x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike) -> Any:
    """Evaluate a series of three variables on a grid.

    Parameters
    ----------
    x, y, z : array_like
        Coordinates of the grid.
    c : array_like
        Coefficients of ``P[i](x) P[j](y) P[k](z)`` along the first three axes.

    Returns
    -------
    ndarray
        The values, of shape ``c.shape[3:] + x.shape + y.shape + z.shape``.

    Examples
    --------
    >>> ${m}.${p}grid3d([0.5, 1.5], [1.0], [0.0], [[[2.0]]]).shape
    (2, 1, 1)
    """
    return _val(basis, z, _val(basis, y, _val(basis, x, c)))


@_for_each_basis("vander")
def _vander(basis: Basis, x: ArrayLike, deg: SupportsIndex) -> ndarray:
    """Return the pseudo-Vandermonde matrix: the values of the basis at points.

    Parameters
    ----------
    x : array_like
        Points.
    deg : int
        Highest degree.

    Returns
    -------
    ndarray
        Values of shape ``x.shape + (deg + 1,)``.

    Examples
    --------
    >>> bool(xp.isclose(${m}.${p}vander(0.5, 2) @ [1.0, 2.0, 3.0], ${m}.${p}val(0.5, [1, 2, 3]))[0])
    True
    """
    return _values(basis, x, deg)


@_for_each_basis("vander2d")
def _vander2d(basis: Basis, x: ArrayLike, y: ArrayLike, deg: Sequence[SupportsIndex]) -> ndarray:
    """Return the pseudo-Vandermonde matrix of two variables.

    Parameters
    ----------
    x, y : array_like
        Coordinates of the points, of one shape.
    deg : sequence of ints
        Highest degrees in x and in y.

    Returns
    -------
    ndarray
        Values of ``P[i](x) P[j](y)``, of shape ``x.shape + ((deg[0] + 1) * (deg[1] + 1),)``.

    Examples
    --------
    >>> ${m}.${p}vander2d([0.5, 1.5], [1.0, 2.0], [1, 2]).shape
    (2, 6)
    """
    return _vander_of_several(basis, [x, y], deg)


@_for_each_basis("vander3d")
def _vander3d(basis: Basis, x: ArrayLike, y: ArrayLike, z: ArrayLike, deg: Sequence[SupportsIndex]) -> ndarray:
    """Return the pseudo-Vandermonde matrix of three variables.

    Parameters
    ----------
    x, y, z : array_like
        Coordinates of the points, of one shape.
    deg : sequence of ints
        Highest degrees in x, y and z.

    Returns
    -------
    ndarray
        Values of ``P[i](x) P[j](y) P[k](z)``, with the product of the sizes ``deg + 1`` as the last size.

    Examples
    --------
    >>> ${m}.${p}vander3d([0.5, 1.5], [1.0, 2.0], [0.0, 0.0], [1, 2, 0]).shape
    (2, 6)
    """
    return _vander_of_several(basis, [x, y, z], deg)


@_for_each_basis("der")
def _der(basis: Basis, c: ArrayLike, m: SupportsIndex = 1, scl: ArrayLike = 1, axis: SupportsIndex = 0) -> ndarray:
    """Differentiate a series.

    Parameters
    ----------
    c : array_like
        Coefficients, the constant first.
    m : int, default: 1
        Order of the derivative.
    scl : scalar, default: 1
        Factor of each derivative, for a linear change of variables.
    axis : int, default: 0
        Axis along which the coefficients are.

    Returns
    -------
    ndarray
        Coefficients of the derivative.

    Examples
    --------
    >>> ${m}.${p}der(${m}.${p}int([1.0, 2.0]))
    array([1., 2.])
    """
    series, count, axis = _along_first(c, m, axis, "derivation")
    if count >= len(series):
        series = series[:1] * 0
    else:
        for _ in range(count):
            series = derivative(basis, series * scl)
    return moveaxis(series, 0, axis)


@_for_each_basis("int")
def _integ(
    basis: Basis,
    c: ArrayLike,
    m: SupportsIndex = 1,
    k: ArrayLike = (),
    lbnd: ArrayLike = 0,
    scl: ArrayLike = 1,
    axis: SupportsIndex = 0,
) -> ndarray:
    """Integrate a series.

    Parameters
    ----------
    c : array_like
        Coefficients, the constant first.
    m : int, default: 1
        Number of integrations.
    k : scalar or sequence, optional
        Values of the integrals at `lbnd`, in order; by default zeros.
    lbnd : scalar, default: 0
        Lower bound of the integrals.
    scl : scalar, default: 1
        Factor of the series before each integration, for a linear change of variables.
    axis : int, default: 0
        Axis along which the coefficients are.

    Returns
    -------
    ndarray
        Coefficients of the integral.

    Examples
    --------
    >>> c = ${m}.${p}int([1.0, 2.0], k=3.0, lbnd=0.5)
    >>> bool(xp.isclose(${m}.${p}val(0.5, c), 3.0))
    True
    """
    series, count, axis = _along_first(c, m, axis, "integration")
    values = list(k) if ndim(k) and isinstance(k, Iterable) else [k]
    if len(values) > count:
        raise ValueError("Too many integration constants")
    if ndim(lbnd) != 0:
        raise ValueError("lbnd must be a scalar.")
    if ndim(scl) != 0:
        raise ValueError("scl must be a scalar.")
    check_memory((len(series) + count, *series.shape[1:]), series)
    check_memory((count * 8 // series.itemsize,), series)  # of a list of constants, also where there are no series
    for n in range(count):
        series, wanted = series * scl, values[n] if n < len(values) else 0
        if len(series) == 1 and _is_zero(series):
            series = series + wanted
        else:
            series = integral(basis, series)
            series = concatenate((series[:1] + (wanted - _val(basis, lbnd, series)), series[1:]))
    return moveaxis(series, 0, axis)


@_for_each_basis("fit")
def _fit(
    basis: Basis,
    x: ArrayLike,
    y: ArrayLike,
    deg: ArrayLike,
    rcond: float | None = None,
    full: bool = False,
    w: ArrayLike | None = None,
) -> ndarray | tuple[ndarray, list]:
    """Fit a series to points by least squares.

    Parameters
    ----------
    x : array_like
        Coordinates of the points, shape ``(M,)``.
    y : array_like
        Values at the points, shape ``(M,)``, or ``(M, K)`` for several fits.
    deg : int or 1-D array_like of ints
        Highest degree, or the degrees of the terms.
    rcond : float, optional
        Relative cutoff of singular values; by default M times the dtype's epsilon.
    full : bool, default: False
        Whether to return the results of `linalg.lstsq` too.
    w : array_like, optional
        Weights of the residuals, shape ``(M,)``.

    Returns
    -------
    coef : ndarray
        Coefficients, shape ``(deg + 1,)`` or ``(deg + 1, K)``.
    [residuals, rank, singular_values, rcond] : list
        If `full`: as in `linalg.lstsq`, for the scaled pseudo-Vandermonde matrix.

    Examples
    --------
    >>> x = xp.linspace(-1, 1, 5)
    >>> bool(xp.allclose(${m}.${p}fit(x, ${m}.${p}val(x, [1, 2, 3]), 2), [1, 2, 3]))
    True
    """
    return _least_squares(basis, x, y, deg, rcond, as_bool(full, "full"), w)


@_for_each_basis("line")
def _line(basis: Basis, off: ArrayLike, scl: ArrayLike) -> ndarray:
    """Return the series that is a straight line.

    Parameters
    ----------
    off, scl : scalar
        The line ``off + scl * x``.

    Returns
    -------
    ndarray
        Coefficients.

    Examples
    --------
    >>> bool(${m}.${p}val(2.0, ${m}.${p}line(1.0, 3.0)) == 7.0)
    True
    """
    return _straight_line(basis, off, scl)


@_for_each_basis("fromroots")
def _fromroots(basis: Basis, roots: ArrayLike) -> ndarray:
    """Return the series with given roots, the product of the lines ``x - root``.

    Parameters
    ----------
    roots : array_like
        Roots, 1-D.

    Returns
    -------
    ndarray
        Coefficients, one more than roots.

    Examples
    --------
    >>> c = ${m}.${p}fromroots([-1.0, 2.0])
    >>> bool(xp.allclose(${m}.${p}val([-1.0, 2.0], c), 0.0, atol=1e-12))
    True
    """
    if len(plain(roots)) == 0:
        return ones(1)
    [zeros_of_it] = as_series([roots], trim=False)
    factors = [_straight_line(basis, -root, zeros_of_it[0] * 0 + 1) for root in sort(zeros_of_it)]
    while len(factors) > 1:
        half, odd = divmod(len(factors), 2)
        pairs = [product(basis, factors[i], factors[i + half]) for i in range(half)]
        if odd:
            pairs[0] = product(basis, pairs[0], factors[-1])
        factors = pairs
    return factors[0]


@_for_each_basis("companion")
def _companion(basis: Basis, c: ArrayLike) -> ndarray:
    """Return the companion matrix, whose eigenvalues are the roots.

    Parameters
    ----------
    c : array_like
        Coefficients, 1-D, the constant first.

    Returns
    -------
    ndarray
        Matrix of shape ``(deg, deg)``, scaled to be symmetric, except for its last column, if the basis is orthogonal.

    Examples
    --------
    >>> ${m}.${p}companion([1.0, 2.0, 3.0]).shape
    (2, 2)
    """
    [series] = as_series([c])
    return companion_matrix(basis, series)


@_for_each_basis("roots")
def _roots(basis: Basis, c: ArrayLike) -> ndarray:
    """Return the roots of a series: the eigenvalues of its companion matrix.

    Parameters
    ----------
    c : array_like
        Coefficients, 1-D, the constant first.

    Returns
    -------
    ndarray
        Roots, sorted, real if all of them are; complex where values are traced.

    Examples
    --------
    >>> xp.round(${m}.${p}roots(${m}.${p}fromroots([-1.0, 2.0])), 6)
    array([-1.,  2.])
    """
    [series] = as_series([c])
    if len(series) < 2:
        return zeros(0, dtype=series.dtype, device=series.device)
    matrix = companion_matrix(basis, series)
    if len(series) == 2:
        return matrix.reshape(1)
    return sort(wrap(eigenvalues(matrix._tensor.flip(0, 1))))


@_for_each_basis("gauss")
def _gauss(basis: Basis, deg: SupportsIndex, *, device: DeviceLike | None = None) -> tuple[ndarray, ndarray]:
    """Return the points and weights of the Gauss quadrature, which NumPy computes.

    Parameters
    ----------
    deg : int
        Number of points, at least 1.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    x, y : ndarray
        Points and weights: the sum of ``y * f(x)`` is the integral of ``f`` and the weight function, exactly for
        polynomials of degrees up to ``2 * deg - 1``.

    Examples
    --------
    >>> x, y = ${m}.${p}gauss(2)
    >>> x.shape, bool(xp.isclose((x * y).sum(), ${m}.${p}gauss(5)[0] @ ${m}.${p}gauss(5)[1]))
    ((2,), True)
    """
    numpys = getattr(getattr(np.polynomial, basis.module), f"{basis.prefix}gauss")
    count = as_int(deg, "deg")
    if basis.prefix != "cheb":  # other points are eigenvalues of a matrix
        check_memory((count, count), ones(1, device="cpu"))
    x, y = numpys(count)
    return asarray(x, device=device), asarray(y, device=device)


@_for_each_basis("weight")
def _weight(basis: Basis, x: ArrayLike) -> Any:
    """Return the weight function of the Gauss quadrature.

    Parameters
    ----------
    x : array_like
        Points.

    Returns
    -------
    ndarray
        Values of the weight function.

    Examples
    --------
    >>> ${m}.${p}weight(xp.asarray([0.0]))
    array([1.])
    """
    assert basis.weight is not None
    return basis.weight(points(x))


@_for_each_basis("from_polynomial")
def _from_polynomial(basis: Basis, pol: ArrayLike) -> ndarray:
    """Convert a polynomial, given by the coefficients of powers, to the series that equals it.

    Parameters
    ----------
    pol : array_like
        Coefficients of powers, 1-D, the constant first.

    Returns
    -------
    ndarray
        Coefficients of the series.

    Examples
    --------
    >>> ${m}.${p}2poly(${m}.poly2${p}([1.0, 2.0, 3.0]))
    array([1., 2., 3.])
    """
    [series] = as_series([pol])
    return trimseq(series_at_x(series, POWERS, basis, series[:1] * 0 + 1))


@_for_each_basis("to_polynomial")
def _to_polynomial(basis: Basis, c: ArrayLike) -> ndarray:
    """Convert a series to the polynomial that equals it, given by the coefficients of powers.

    Parameters
    ----------
    c : array_like
        Coefficients of the series, 1-D, the constant first.

    Returns
    -------
    ndarray
        Coefficients of powers, the constant first.

    Examples
    --------
    >>> ${m}.poly2${p}(${m}.${p}2poly([1.0, 2.0, 3.0]))
    array([1., 2., 3.])
    """
    [series] = as_series([c])
    return series_at_x(series, basis, POWERS, series[:1] * 0 + 1)


#: Functions that only call other ones, which have rules.
_COMPOSED = frozenset({"add", "companion", "der", "int", "mul", "mulx", "pow", "sub", "vander"})
_OF_CLASSES = ("add", "sub", "mul", "div", "pow", "val", "int", "der", "fit", "line", "roots", "fromroots")


@functools.cache
def of_basis(basis: Basis, end: str) -> Callable[..., Any]:
    """Return the public function of a basis whose name has this end, such as ``chebadd`` for "add"."""
    return _named(basis, basis.prefix + end, end)


def conversions(basis: Basis) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the public functions that convert from and to coefficients of powers."""
    to, back = f"poly2{basis.prefix}", f"{basis.prefix}2poly"
    return _named(basis, to, "from_polynomial"), _named(basis, back, "to_polynomial")


def _named(basis: Basis, name: str, end: str) -> Callable[..., Any]:
    """Return a function of a basis under its public name."""
    shared, text = _FUNCTIONS[end]
    signature = inspect.signature(shared)

    def function(*args: Any, **kwargs: Any) -> Any:
        if end not in _COMPOSED and has_ruled(args, kwargs):
            given = signature.bind(basis, *args, **kwargs)
            given.apply_defaults()
            return call_override(function, given.arguments)
        return shared(basis, *args, **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=list(signature.parameters.values())[1:]
    )
    words = {"p": basis.prefix, "m": f"xp.polynomial.{basis.module}", "name": basis.name}
    function.__doc__ = Template(text).substitute(words)
    return function


def functions(basis: Basis) -> dict[str, Callable[..., Any]]:
    """Return the functions that the class of series of a basis needs, by the ends of their names."""
    return {end: of_basis(basis, end) for end in _OF_CLASSES}
