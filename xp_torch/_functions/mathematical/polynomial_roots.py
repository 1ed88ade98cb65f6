"""Polynomials from roots, roots of polynomials, least squares fits, and Vandermonde matrices."""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex

import torch
from numpy.exceptions import RankWarning

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.door import call_override, has_override, has_override_within
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.defaults import default_complex, default_float, floating
from xp_torch._facts.dtype_sets import NATIVE_FLOATS
from xp_torch._facts.dtypes import limits
from xp_torch._facts.errors import warn
from xp_torch._facts.inspection import known_or, read_back
from xp_torch._facts.promotion import promote
from xp_torch._facts.shapes import as_bool, as_index, check_size, normalize_shape, single
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.elementwise import sqrt
from xp_torch._functions.linear_algebra.decompositions import eigvals
from xp_torch._functions.linear_algebra.products import dot, outer
from xp_torch._functions.linear_algebra.solve import inv, lstsq
from xp_torch._functions.manipulation.shape import atleast_1d
from xp_torch._functions.mathematical.filters import convolve
from xp_torch._functions.sorting.sort import sort
from xp_torch._functions.statistics.cumulative import cumprod
from xp_torch._functions.statistics.reductions import sum
from xp_torch._kernels import mathematical as kernels
from xp_torch._kernels.bit_views import signed_bits
from xp_torch._kernels.cast import cast

__all__ = ["poly", "polyfit", "roots", "vander"]


def eigenvalues(t: torch.Tensor) -> torch.Tensor:
    """Return the eigenvalues of a matrix, as real numbers if the matrix and all eigenvalues are known to be real."""
    values = eigvals(wrap(t))._tensor
    parts = torch.view_as_real(values)
    return parts.select(-1, 0) if not t.is_complex() and read_back((parts.select(-1, 1) == 0).all()) else values


def poly(seq_of_zeros: ArrayLike) -> Any:
    """Return the coefficients of the polynomial with the given roots, the highest power first.

    Parameters
    ----------
    seq_of_zeros : array_like
        Roots, 1-D, or a square matrix, whose characteristic polynomial is returned.

    Returns
    -------
    ndarray or float
        Coefficients, beginning with 1; real if the roots come in conjugate pairs. The float 1.0 for no roots.

    Notes
    -----
    The dtype of the result depends on the values, which are read back to the host. Where they are traced or mapped, the
    coefficients for complex roots are complex.

    Examples
    --------
    >>> xp.poly([1.0, -2.0])
    array([ 1.,  1., -2.])
    """
    if has_override_within(seq_of_zeros):
        return call_override(poly, locals())
    zeros: Any = atleast_1d(seq_of_zeros)
    if not isinstance(zeros, ndarray):  # NumPy's array of objects
        raise TypeError(f"poly: zeros must be numbers (got an array of {zeros.dtype})")
    given = zeros._tensor
    conjugates = given.ndim == 2 and not given.is_complex()
    if given.ndim == 2 and given.shape[0] == given.shape[1] and given.shape[0]:
        given = eigenvalues(cast(given, floating(given.dtype)))
    elif given.ndim == 1:
        # Integers, and floats narrower than float32, are treated as float64.
        given = given if given.is_complex() or given.dtype in NATIVE_FLOATS else cast(given, default_float())
    else:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if not given.shape[0]:
        return 1.0
    coefficients = wrap(given.new_ones(1))
    for zero in given.unbind():
        coefficients = convolve(coefficients, wrap(torch.stack([torch.ones_like(zero), -zero])))
    if given.is_complex():
        wide = wrap(cast(given, default_complex()))
        if conjugates or read_back((sort(wide) == sort(wide.conj()))._tensor.all()):
            return wrap(torch.view_as_real(coefficients._tensor).select(-1, 0).clone())
    return coefficients


def roots(p: ArrayLike) -> ndarray:
    """Return the roots of a polynomial: the eigenvalues of its companion matrix.

    Parameters
    ----------
    p : array_like
        Coefficients, 1-D, the highest power first.

    Returns
    -------
    ndarray
        Roots, real if all of them are; zeros come last.

    Notes
    -----
    The number and the dtype of the roots depend on the values, which are read back to the host. Where they are traced
    or mapped, the roots are complex, and the first coefficient must not be zero.

    Examples
    --------
    >>> xp.sort(xp.roots([1.0, -3.0, 2.0]))
    array([1., 2.])
    """
    if has_override_within(p):
        return call_override(roots, locals())
    t = as_tensor(p)
    if t.ndim == 0:
        raise TypeError("roots: coefficients must have one dimension (got a number or a 0-D array)")
    if t.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    nonzero, zeros_at_end = signed_bits(t) != 0, 0
    if not t.shape[0] or read_back(nonzero.select(0, 0) & nonzero.select(0, -1)) is False:
        places = torch.nonzero(nonzero).squeeze(1).tolist()
        if not places:
            return wrap(torch.zeros(0, dtype=default_float(), device=t.device))
        zeros_at_end = t.shape[0] - places[-1] - 1
        t = t[places[0] : places[-1] + 1]
    t = cast(t, floating(t.dtype))
    count = t.shape[0]
    if count > 1:
        first = (-t.narrow(0, 1, count - 1) / t.select(0, 0)).unsqueeze(0)
        below = torch.eye(count - 2, count - 1, dtype=t.dtype, device=t.device)
        values = eigenvalues(torch.cat([first, below]))
    else:
        values = torch.zeros(0, dtype=default_float(), device=t.device)
    return finish("roots", torch.cat([values, values.new_zeros(zeros_at_end)]), like=p)


def vander(x: ArrayLike, N: SupportsIndex | None = None, increasing: bool = False) -> ndarray:
    """Return a Vandermonde matrix, whose columns are powers of a vector.

    Parameters
    ----------
    x : array_like
        Vector, 1-D.
    N : int, optional
        Number of columns; by default the size of `x`.
    increasing : bool, default: False
        Whether the powers increase from left to right.

    Returns
    -------
    ndarray
        Matrix of shape ``(x.size, N)``, at least int64.

    Examples
    --------
    >>> xp.vander([1, 2, 3], 3)
    array([[1, 1, 1],
           [4, 2, 1],
           [9, 3, 1]])
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(vander, locals())
    t = as_tensor(x)
    if t.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    (columns,) = normalize_shape(t.shape[0] if N is None else as_index(N))
    t = cast(t, promote(t.dtype, torch.int64))
    check_size((t.shape[0], columns), t.itemsize)
    if not columns:
        return wrap(t.new_zeros((t.shape[0], 0)))
    powers = cumprod(wrap(kernels.power_factors(t, columns)), axis=1)._tensor
    return wrap(powers if as_bool(increasing, "increasing") else powers.flip(1))


def polyfit(
    x: ArrayLike,
    y: ArrayLike,
    deg: int,
    rcond: float | None = None,
    full: bool = False,
    w: ArrayLike | None = None,
    cov: bool | Literal["unscaled"] = False,
) -> Any:
    """Fit a polynomial to points by least squares.

    Parameters
    ----------
    x : array_like
        Coordinates of the points, shape ``(M,)``.
    y : array_like
        Values at the points, shape ``(M,)``, or ``(M, K)`` for several fits.
    deg : int
        Degree of the polynomial.
    rcond : float, optional
        Relative cutoff of singular values; by default M times the dtype's epsilon.
    full : bool, default: False
        Whether to return the results of `linalg.lstsq` too.
    w : array_like, optional
        Weights of the residuals, shape ``(M,)``.
    cov : bool or "unscaled", default: False
        Whether to return the covariance of the coefficients too, by default scaled by the residuals.

    Returns
    -------
    p : ndarray
        Coefficients, the highest power first, shape ``(deg + 1,)`` or ``(deg + 1, K)``.
    residuals, rank, singular_values, rcond
        If `full`: as in `linalg.lstsq`, for the scaled Vandermonde matrix.
    V : ndarray
        If `cov` and not `full`: shape ``(deg + 1, deg + 1)`` or ``(deg + 1, deg + 1, K)``.

    Warns
    -----
    RankWarning
        If the Vandermonde matrix doesn't have full rank and `full` is False.

    Examples
    --------
    >>> xp.round(xp.polyfit([0.0, 1.0, 2.0, 3.0], [1.0, 3.0, 5.0, 7.0], 1), 6)
    array([2., 1.])
    """
    if has_override(x, y, w):
        return call_override(polyfit, locals())
    full, cov = as_bool(full, "full"), single(cov, "cov")
    order = int(deg) + 1
    at, values = asarray(x) + 0.0, asarray(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if at.ndim != 1:
        raise TypeError("expected 1D vector for x")
    count = at.shape[0]
    if known_or(False, count == 0):
        raise TypeError("expected non-empty vector for x")
    if values.ndim < 1 or values.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if known_or(False, count != values.shape[0]):
        raise TypeError("expected x and y to have same length")
    if rcond is None:
        rcond = count * limits(at._dtype).eps
    powers, right = vander(at, order), values
    if w is not None:
        weights = asarray(w) + 0.0
        if weights.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if weights.shape[0] != count:
            raise TypeError("expected w and y to have the same length")
        column = weights.reshape(-1, 1)
        powers *= column
        right *= column if right.ndim == 2 else weights
    scale = sqrt(sum(powers * powers, axis=0))
    powers = powers / scale
    coefficients, residuals, rank, singular = lstsq(powers, right, rcond)
    coefficients = (coefficients.T / scale).T
    if not full and read_back(rank._tensor != order):
        warn("Polyfit may be poorly conditioned", RankWarning)
    if full:
        return coefficients, residuals, rank, singular, rcond
    if not cov:
        return coefficients
    base = inv(dot(powers.T, powers)) / outer(scale, scale)
    factor: Any = 1
    if not (isinstance(cov, str) and cov == "unscaled"):
        if count <= order:
            raise ValueError("the number of data points must exceed order to scale the covariance matrix")
        factor = residuals / (count - order)
    return coefficients, base * factor if values.ndim == 1 else base[:, :, None] * factor
