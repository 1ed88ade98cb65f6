"""Laguerre series: NumPy's ``polynomial.laguerre``."""

from __future__ import annotations

import numpy as np

from xp_torch._functions.creation.from_data import array
from xp_torch._functions.elementwise import exp
from xp_torch._functions.polynomial.basis import Basis
from xp_torch._functions.polynomial.families import conversions, functions, of_basis
from xp_torch._functions.polynomial.polyutils import trimcoef
from xp_torch._functions.polynomial.series import Series

__all__ = [
    "Laguerre",
    "lag2poly",
    "lagadd",
    "lagcompanion",
    "lagder",
    "lagdiv",
    "lagdomain",
    "lagfit",
    "lagfromroots",
    "laggauss",
    "laggrid2d",
    "laggrid3d",
    "lagint",
    "lagline",
    "lagmul",
    "lagmulx",
    "lagone",
    "lagpow",
    "lagroots",
    "lagsub",
    "lagtrim",
    "lagval",
    "lagval2d",
    "lagval3d",
    "lagvalnd",
    "lagvander",
    "lagvander2d",
    "lagvander3d",
    "lagweight",
    "lagx",
    "lagzero",
    "poly2lag",
]

_BASIS = Basis(
    "laguerre",
    "lag",
    "Laguerre series",
    lambda n: (-1, 2 * n + 1, n, n + 1),
    lambda n: (-1, 1, 0),
    weight=lambda x: exp(-x),
)

lagadd = of_basis(_BASIS, "add")
lagcompanion = of_basis(_BASIS, "companion")
lagder = of_basis(_BASIS, "der")
lagdiv = of_basis(_BASIS, "div")
lagfit = of_basis(_BASIS, "fit")
lagfromroots = of_basis(_BASIS, "fromroots")
laggauss = of_basis(_BASIS, "gauss")
laggrid2d = of_basis(_BASIS, "grid2d")
laggrid3d = of_basis(_BASIS, "grid3d")
lagint = of_basis(_BASIS, "int")
lagline = of_basis(_BASIS, "line")
lagmul = of_basis(_BASIS, "mul")
lagmulx = of_basis(_BASIS, "mulx")
lagpow = of_basis(_BASIS, "pow")
lagroots = of_basis(_BASIS, "roots")
lagsub = of_basis(_BASIS, "sub")
lagval = of_basis(_BASIS, "val")
lagval2d = of_basis(_BASIS, "val2d")
lagval3d = of_basis(_BASIS, "val3d")
lagvalnd = of_basis(_BASIS, "valnd")
lagvander = of_basis(_BASIS, "vander")
lagvander2d = of_basis(_BASIS, "vander2d")
lagvander3d = of_basis(_BASIS, "vander3d")
lagweight = of_basis(_BASIS, "weight")
poly2lag, lag2poly = conversions(_BASIS)
lagtrim = trimcoef

#: The default interval of a series, and the series 0, 1 and ``x``.
lagdomain = array([0.0, 1.0], device="cpu")
lagzero = array([0], device="cpu")
lagone = array([1], device="cpu")
lagx = array([1, -1], device="cpu")


class Laguerre(Series):
    """A Laguerre series on a domain.

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
    >>> p = xp.polynomial.Laguerre([1, 2, 3])
    >>> q = (p * p - p).deriv()
    >>> bool(xp.isclose(q(0.5), 2 * p(0.5) * p.deriv()(0.5) - p.deriv()(0.5)))
    True
    """

    domain = lagdomain
    window = lagdomain
    basis_name = "L"
    _functions = functions(_BASIS)
    _numpys = np.polynomial.Laguerre
