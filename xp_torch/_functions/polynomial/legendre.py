"""Legendre series: NumPy's ``polynomial.legendre``."""

from __future__ import annotations

import numpy as np

from xp_torch._functions.creation.from_data import array
from xp_torch._functions.polynomial.basis import Basis
from xp_torch._functions.polynomial.families import conversions, functions, of_basis
from xp_torch._functions.polynomial.polyutils import trimcoef
from xp_torch._functions.polynomial.series import Series

__all__ = [
    "Legendre",
    "leg2poly",
    "legadd",
    "legcompanion",
    "legder",
    "legdiv",
    "legdomain",
    "legfit",
    "legfromroots",
    "leggauss",
    "leggrid2d",
    "leggrid3d",
    "legint",
    "legline",
    "legmul",
    "legmulx",
    "legone",
    "legpow",
    "legroots",
    "legsub",
    "legtrim",
    "legval",
    "legval2d",
    "legval3d",
    "legvalnd",
    "legvander",
    "legvander2d",
    "legvander3d",
    "legweight",
    "legx",
    "legzero",
    "poly2leg",
]

_BASIS = Basis(
    "legendre",
    "leg",
    "Legendre series",
    lambda n: (2 * n + 1, 0, n, n + 1),
    lambda n: (2 * n + 1, 0, -(2 * n + 1) if n else 0),
    weight=lambda x: x * 0.0 + 1.0,
)

legadd = of_basis(_BASIS, "add")
legcompanion = of_basis(_BASIS, "companion")
legder = of_basis(_BASIS, "der")
legdiv = of_basis(_BASIS, "div")
legfit = of_basis(_BASIS, "fit")
legfromroots = of_basis(_BASIS, "fromroots")
leggauss = of_basis(_BASIS, "gauss")
leggrid2d = of_basis(_BASIS, "grid2d")
leggrid3d = of_basis(_BASIS, "grid3d")
legint = of_basis(_BASIS, "int")
legline = of_basis(_BASIS, "line")
legmul = of_basis(_BASIS, "mul")
legmulx = of_basis(_BASIS, "mulx")
legpow = of_basis(_BASIS, "pow")
legroots = of_basis(_BASIS, "roots")
legsub = of_basis(_BASIS, "sub")
legval = of_basis(_BASIS, "val")
legval2d = of_basis(_BASIS, "val2d")
legval3d = of_basis(_BASIS, "val3d")
legvalnd = of_basis(_BASIS, "valnd")
legvander = of_basis(_BASIS, "vander")
legvander2d = of_basis(_BASIS, "vander2d")
legvander3d = of_basis(_BASIS, "vander3d")
legweight = of_basis(_BASIS, "weight")
poly2leg, leg2poly = conversions(_BASIS)
legtrim = trimcoef

#: The default interval of a series, and the series 0, 1 and ``x``.
legdomain = array([-1.0, 1.0], device="cpu")
legzero = array([0], device="cpu")
legone = array([1], device="cpu")
legx = array([0, 1], device="cpu")


class Legendre(Series):
    """A Legendre series on a domain.

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
    >>> p = xp.polynomial.Legendre([1, 2, 3])
    >>> q = (p * p - p).deriv()
    >>> bool(xp.isclose(q(0.5), 2 * p(0.5) * p.deriv()(0.5) - p.deriv()(0.5)))
    True
    """

    domain = legdomain
    window = legdomain
    basis_name = "P"
    _functions = functions(_BASIS)
    _numpys = np.polynomial.Legendre
