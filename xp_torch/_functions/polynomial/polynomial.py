"""Polynomials, given by the coefficients of powers: NumPy's ``polynomial.polynomial``."""

from __future__ import annotations

from typing import Any

import numpy as np

from xp_torch._array.door import call_override, has_ruled
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike
from xp_torch._functions.creation.from_data import array
from xp_torch._functions.polynomial.basis import POWERS
from xp_torch._functions.polynomial.families import coefficients_for, functions, of_basis
from xp_torch._functions.polynomial.polyutils import trimcoef
from xp_torch._functions.polynomial.series import Series
from xp_torch._functions.statistics.reductions import prod

__all__ = [
    "Polynomial",
    "polyadd",
    "polycompanion",
    "polyder",
    "polydiv",
    "polydomain",
    "polyfit",
    "polyfromroots",
    "polygrid2d",
    "polygrid3d",
    "polyint",
    "polyline",
    "polymul",
    "polymulx",
    "polyone",
    "polypow",
    "polyroots",
    "polysub",
    "polytrim",
    "polyval",
    "polyval2d",
    "polyval3d",
    "polyvalfromroots",
    "polyvalnd",
    "polyvander",
    "polyvander2d",
    "polyvander3d",
    "polyx",
    "polyzero",
]

_BASIS = POWERS

polyadd = of_basis(_BASIS, "add")
polycompanion = of_basis(_BASIS, "companion")
polyder = of_basis(_BASIS, "der")
polydiv = of_basis(_BASIS, "div")
polyfit = of_basis(_BASIS, "fit")
polyfromroots = of_basis(_BASIS, "fromroots")
polygrid2d = of_basis(_BASIS, "grid2d")
polygrid3d = of_basis(_BASIS, "grid3d")
polyint = of_basis(_BASIS, "int")
polyline = of_basis(_BASIS, "line")
polymul = of_basis(_BASIS, "mul")
polymulx = of_basis(_BASIS, "mulx")
polypow = of_basis(_BASIS, "pow")
polyroots = of_basis(_BASIS, "roots")
polysub = of_basis(_BASIS, "sub")
polyval = of_basis(_BASIS, "val")
polyval2d = of_basis(_BASIS, "val2d")
polyval3d = of_basis(_BASIS, "val3d")
polyvalnd = of_basis(_BASIS, "valnd")
polyvander = of_basis(_BASIS, "vander")
polyvander2d = of_basis(_BASIS, "vander2d")
polyvander3d = of_basis(_BASIS, "vander3d")
polytrim = trimcoef

#: The default interval of a series, and the series 0, 1 and ``x``.
polydomain = array([-1.0, 1.0], device="cpu")
polyzero = array([0], device="cpu")
polyone = array([1], device="cpu")
polyx = array([0, 1], device="cpu")


def polyvalfromroots(x: ArrayLike, r: ArrayLike, tensor: bool = True) -> Any:
    """Evaluate a polynomial, given by its roots, at points.

    Parameters
    ----------
    x : array_like
        Points.
    r : array_like
        Roots along the first axis; other axes are other polynomials.
    tensor : bool, default: True
        Whether every polynomial is evaluated at every point; otherwise `x` is broadcast to the other axes of `r`.

    Returns
    -------
    ndarray
        The products of ``x - root``, of shape ``r.shape[1:] + x.shape`` if `tensor`.

    Examples
    --------
    >>> xp.polynomial.polynomial.polyvalfromroots([0.0, 3.0], [1.0, 2.0])
    array([2., 2.])
    """
    if has_ruled(x, r):
        return call_override(polyvalfromroots, locals())
    x, roots = coefficients_for(x, r, tensor)
    if not tensor and isinstance(x, ndarray) and x.ndim >= roots.ndim:
        raise ValueError("x.ndim must be < r.ndim when tensor == False")
    return prod(x - roots, axis=0)


class Polynomial(Series):
    """A polynomial on a domain.

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
    >>> p = xp.polynomial.Polynomial([1, 2, 3])
    >>> q = (p * p - p).deriv()
    >>> bool(xp.isclose(q(0.5), 2 * p(0.5) * p.deriv()(0.5) - p.deriv()(0.5)))
    True
    """

    domain = polydomain
    window = polydomain
    basis_name = None
    _functions = functions(_BASIS)
    _numpys = np.polynomial.Polynomial
