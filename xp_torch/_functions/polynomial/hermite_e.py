"""Hermite series of the probabilists' polynomials: NumPy's ``polynomial.hermite_e``."""

from __future__ import annotations

import numpy as np

from xp_torch._functions.creation.from_data import array
from xp_torch._functions.elementwise import exp
from xp_torch._functions.polynomial.basis import Basis
from xp_torch._functions.polynomial.families import conversions, functions, of_basis
from xp_torch._functions.polynomial.polyutils import trimcoef
from xp_torch._functions.polynomial.series import Series

__all__ = [
    "HermiteE",
    "herme2poly",
    "hermeadd",
    "hermecompanion",
    "hermeder",
    "hermediv",
    "hermedomain",
    "hermefit",
    "hermefromroots",
    "hermegauss",
    "hermegrid2d",
    "hermegrid3d",
    "hermeint",
    "hermeline",
    "hermemul",
    "hermemulx",
    "hermeone",
    "hermepow",
    "hermeroots",
    "hermesub",
    "hermetrim",
    "hermeval",
    "hermeval2d",
    "hermeval3d",
    "hermevalnd",
    "hermevander",
    "hermevander2d",
    "hermevander3d",
    "hermeweight",
    "hermex",
    "hermezero",
    "poly2herme",
]

_BASIS = Basis(
    "hermite_e",
    "herme",
    "HermiteE series",
    lambda n: (1, 0, n, 1),
    lambda n: (n + 1, 0, 0),
    weight=lambda x: exp(-0.5 * x**2),
)

hermeadd = of_basis(_BASIS, "add")
hermecompanion = of_basis(_BASIS, "companion")
hermeder = of_basis(_BASIS, "der")
hermediv = of_basis(_BASIS, "div")
hermefit = of_basis(_BASIS, "fit")
hermefromroots = of_basis(_BASIS, "fromroots")
hermegauss = of_basis(_BASIS, "gauss")
hermegrid2d = of_basis(_BASIS, "grid2d")
hermegrid3d = of_basis(_BASIS, "grid3d")
hermeint = of_basis(_BASIS, "int")
hermeline = of_basis(_BASIS, "line")
hermemul = of_basis(_BASIS, "mul")
hermemulx = of_basis(_BASIS, "mulx")
hermepow = of_basis(_BASIS, "pow")
hermeroots = of_basis(_BASIS, "roots")
hermesub = of_basis(_BASIS, "sub")
hermeval = of_basis(_BASIS, "val")
hermeval2d = of_basis(_BASIS, "val2d")
hermeval3d = of_basis(_BASIS, "val3d")
hermevalnd = of_basis(_BASIS, "valnd")
hermevander = of_basis(_BASIS, "vander")
hermevander2d = of_basis(_BASIS, "vander2d")
hermevander3d = of_basis(_BASIS, "vander3d")
hermeweight = of_basis(_BASIS, "weight")
poly2herme, herme2poly = conversions(_BASIS)
hermetrim = trimcoef

#: The default interval of a series, and the series 0, 1 and ``x``.
hermedomain = array([-1.0, 1.0], device="cpu")
hermezero = array([0], device="cpu")
hermeone = array([1], device="cpu")
hermex = array([0, 1], device="cpu")


class HermiteE(Series):
    """A HermiteE series on a domain.

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
    >>> p = xp.polynomial.HermiteE([1, 2, 3])
    >>> q = (p * p - p).deriv()
    >>> bool(xp.isclose(q(0.5), 2 * p(0.5) * p.deriv()(0.5) - p.deriv()(0.5)))
    True
    """

    domain = hermedomain
    window = hermedomain
    basis_name = "He"
    _functions = functions(_BASIS)
    _numpys = np.polynomial.HermiteE
