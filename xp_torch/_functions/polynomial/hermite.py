"""Hermite series of the physicists' polynomials: NumPy's ``polynomial.hermite``."""

from __future__ import annotations

import numpy as np

from xp_torch._functions.creation.from_data import array
from xp_torch._functions.elementwise import exp
from xp_torch._functions.polynomial.basis import Basis
from xp_torch._functions.polynomial.families import conversions, functions, of_basis
from xp_torch._functions.polynomial.polyutils import trimcoef
from xp_torch._functions.polynomial.series import Series

__all__ = [
    "Hermite",
    "herm2poly",
    "hermadd",
    "hermcompanion",
    "hermder",
    "hermdiv",
    "hermdomain",
    "hermfit",
    "hermfromroots",
    "hermgauss",
    "hermgrid2d",
    "hermgrid3d",
    "hermint",
    "hermline",
    "hermmul",
    "hermmulx",
    "hermone",
    "hermpow",
    "hermroots",
    "hermsub",
    "hermtrim",
    "hermval",
    "hermval2d",
    "hermval3d",
    "hermvalnd",
    "hermvander",
    "hermvander2d",
    "hermvander3d",
    "hermweight",
    "hermx",
    "hermzero",
    "poly2herm",
]

_BASIS = Basis(
    "hermite",
    "herm",
    "Hermite series",
    lambda n: (2, 0, 2 * n, 1),
    lambda n: (2 * (n + 1), 0, 0),
    weight=lambda x: exp(-(x**2)),
)

hermadd = of_basis(_BASIS, "add")
hermcompanion = of_basis(_BASIS, "companion")
hermder = of_basis(_BASIS, "der")
hermdiv = of_basis(_BASIS, "div")
hermfit = of_basis(_BASIS, "fit")
hermfromroots = of_basis(_BASIS, "fromroots")
hermgauss = of_basis(_BASIS, "gauss")
hermgrid2d = of_basis(_BASIS, "grid2d")
hermgrid3d = of_basis(_BASIS, "grid3d")
hermint = of_basis(_BASIS, "int")
hermline = of_basis(_BASIS, "line")
hermmul = of_basis(_BASIS, "mul")
hermmulx = of_basis(_BASIS, "mulx")
hermpow = of_basis(_BASIS, "pow")
hermroots = of_basis(_BASIS, "roots")
hermsub = of_basis(_BASIS, "sub")
hermval = of_basis(_BASIS, "val")
hermval2d = of_basis(_BASIS, "val2d")
hermval3d = of_basis(_BASIS, "val3d")
hermvalnd = of_basis(_BASIS, "valnd")
hermvander = of_basis(_BASIS, "vander")
hermvander2d = of_basis(_BASIS, "vander2d")
hermvander3d = of_basis(_BASIS, "vander3d")
hermweight = of_basis(_BASIS, "weight")
poly2herm, herm2poly = conversions(_BASIS)
hermtrim = trimcoef

#: The default interval of a series, and the series 0, 1 and ``x``.
hermdomain = array([-1.0, 1.0], device="cpu")
hermzero = array([0], device="cpu")
hermone = array([1], device="cpu")
hermx = array([0.0, 0.5], device="cpu")


class Hermite(Series):
    """A Hermite series on a domain.

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
    >>> p = xp.polynomial.Hermite([1, 2, 3])
    >>> q = (p * p - p).deriv()
    >>> bool(xp.isclose(q(0.5), 2 * p(0.5) * p.deriv()(0.5) - p.deriv()(0.5)))
    True
    """

    domain = hermdomain
    window = hermdomain
    basis_name = "H"
    _functions = functions(_BASIS)
    _numpys = np.polynomial.Hermite
