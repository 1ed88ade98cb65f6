"""Chebyshev series: NumPy's ``polynomial.chebyshev``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

import numpy as np

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, DeviceLike
from xp_torch._facts.shapes import single
from xp_torch._functions.creation.from_data import array, asarray
from xp_torch._functions.elementwise import sqrt
from xp_torch._functions.manipulation.join import concatenate
from xp_torch._functions.mathematical.filters import convolve
from xp_torch._functions.polynomial.basis import Basis
from xp_torch._functions.polynomial.families import as_int, conversions, functions, of_basis
from xp_torch._functions.polynomial.polyutils import mapdomain, trimcoef
from xp_torch._functions.polynomial.series import Series

__all__ = [
    "Chebyshev",
    "cheb2poly",
    "chebadd",
    "chebcompanion",
    "chebder",
    "chebdiv",
    "chebdomain",
    "chebfit",
    "chebfromroots",
    "chebgauss",
    "chebgrid2d",
    "chebgrid3d",
    "chebint",
    "chebinterpolate",
    "chebline",
    "chebmul",
    "chebmulx",
    "chebone",
    "chebpow",
    "chebpts1",
    "chebpts2",
    "chebroots",
    "chebsub",
    "chebtrim",
    "chebval",
    "chebval2d",
    "chebval3d",
    "chebvalnd",
    "chebvander",
    "chebvander2d",
    "chebvander3d",
    "chebweight",
    "chebx",
    "chebzero",
    "poly2cheb",
]


def _product(c1: ndarray, c2: ndarray) -> ndarray:
    """Return the product of two series, computed with polynomials in ``z`` and ``1 / z``, where ``2 x = z + 1 / z``."""
    left, right = (concatenate((c[:0:-1] / 2, c[:1], c[1:] / 2)) for c in (c1, c2))
    powers = convolve(left, right)
    middle = len(c1) + len(c2) - 2
    return concatenate((powers[middle : middle + 1], powers[middle + 1 :] * 2))


_BASIS = Basis(
    "chebyshev",
    "cheb",
    "Chebyshev series",
    lambda n: (2, 0, 1, 1) if n else (1, 0, 0, 1),
    lambda n: (2 * (n + 1), 0, -2 * (n - 1)) if n else (1, 0, 0),
    _product,
    lambda x: 1 / (sqrt(1 + x) * sqrt(1 - x)),
)

chebadd = of_basis(_BASIS, "add")
chebcompanion = of_basis(_BASIS, "companion")
chebder = of_basis(_BASIS, "der")
chebdiv = of_basis(_BASIS, "div")
chebfit = of_basis(_BASIS, "fit")
chebfromroots = of_basis(_BASIS, "fromroots")
chebgauss = of_basis(_BASIS, "gauss")
chebgrid2d = of_basis(_BASIS, "grid2d")
chebgrid3d = of_basis(_BASIS, "grid3d")
chebint = of_basis(_BASIS, "int")
chebline = of_basis(_BASIS, "line")
chebmul = of_basis(_BASIS, "mul")
chebmulx = of_basis(_BASIS, "mulx")
chebpow = of_basis(_BASIS, "pow")
chebroots = of_basis(_BASIS, "roots")
chebsub = of_basis(_BASIS, "sub")
chebval = of_basis(_BASIS, "val")
chebval2d = of_basis(_BASIS, "val2d")
chebval3d = of_basis(_BASIS, "val3d")
chebvalnd = of_basis(_BASIS, "valnd")
chebvander = of_basis(_BASIS, "vander")
chebvander2d = of_basis(_BASIS, "vander2d")
chebvander3d = of_basis(_BASIS, "vander3d")
chebweight = of_basis(_BASIS, "weight")
poly2cheb, cheb2poly = conversions(_BASIS)
chebtrim = trimcoef

#: The default interval of a series, and the series 0, 1 and ``x``.
chebdomain = array([-1.0, 1.0], device="cpu")
chebzero = array([0], device="cpu")
chebone = array([1], device="cpu")
chebx = array([0, 1], device="cpu")


def chebpts1(npts: SupportsIndex, *, device: DeviceLike | None = None) -> ndarray:
    """Return the Chebyshev points of the first kind, the roots of the basis polynomial of degree `npts`.

    Parameters
    ----------
    npts : int
        Number of points, at least 1.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The points.

    Examples
    --------
    >>> xp.round(xp.polynomial.chebyshev.chebpts1(2), 6)
    array([-0.707107,  0.707107])
    """
    return asarray(np.polynomial.chebyshev.chebpts1(npts), device=device)


def chebpts2(npts: SupportsIndex, *, device: DeviceLike | None = None) -> ndarray:
    """Return the Chebyshev points of the second kind, -1 and 1 among them.

    Parameters
    ----------
    npts : int
        Number of points, at least 2.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The points.

    Examples
    --------
    >>> xp.round(xp.polynomial.chebyshev.chebpts2(2), 6)
    array([-1.,  1.])
    """
    return asarray(np.polynomial.chebyshev.chebpts2(single(npts, "npts")), device=device)


def chebinterpolate(func: Callable[..., Any], deg: SupportsIndex, args: tuple[Any, ...] = ()) -> ndarray:
    """Interpolate a function at the Chebyshev points of the first kind.

    Parameters
    ----------
    func : callable
        Function ``func(x, *args)`` of an array of points in [-1, 1].
    deg : int
        Degree of the interpolating series.
    args : tuple, default: ()
        Further arguments of `func`.

    Returns
    -------
    ndarray
        Coefficients.

    Examples
    --------
    >>> c = xp.polynomial.chebyshev.chebinterpolate(xp.exp, 10)
    >>> bool(xp.isclose(xp.polynomial.chebyshev.chebval(0.5, c), xp.exp(0.5)))
    True
    """
    degree = as_int(deg, "deg")
    if degree < 0:
        raise ValueError("expected deg >= 0")
    x = chebpts1(degree + 1)
    sums = chebvander(x, degree).T @ asarray(func(x, *args))
    return concatenate((sums[:1] / (degree + 1), sums[1:] / (0.5 * (degree + 1))))


class Chebyshev(Series):
    """A Chebyshev series on a domain.

    Parameters
    ----------
    coef : array_like
        Coefficients, 1-D, the constant first.
    domain, window : array_like, optional
        Intervals, each as two numbers. ``x`` is mapped linearly from the domain to the window, and the series is
        evaluated there. By default those of the class.
    symbol : str, default: "x"
        Symbol of the variable in the text of the series.

    Examples
    --------
    >>> p = xp.polynomial.Chebyshev([1, 2, 3])
    >>> q = (p * p - p).deriv()
    >>> bool(xp.isclose(q(0.5), 2 * p(0.5) * p.deriv()(0.5) - p.deriv()(0.5)))
    True
    """

    domain = chebdomain
    window = chebdomain
    basis_name = "T"
    _functions = functions(_BASIS)
    _numpys = np.polynomial.Chebyshev

    @classmethod
    def interpolate(
        cls, func: Callable[..., Any], deg: SupportsIndex, domain: ArrayLike | None = None, args: tuple[Any, ...] = ()
    ) -> Chebyshev:
        """Return the series that interpolates ``func(x, *args)`` at the Chebyshev points of the domain."""
        ends = cls._interval(domain, "domain")
        coef = chebinterpolate(lambda x: func(mapdomain(x, cls.window, ends), *args), deg)
        return cls(coef, domain=ends)
