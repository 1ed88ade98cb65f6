"""Polynomials, given by the coefficients of powers: NumPy's ``polynomial.polynomial``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.polynomial import Polynomial as Polynomial
from xp_torch._functions.polynomial.polynomial import __all__ as __all__
from xp_torch._functions.polynomial.polynomial import polyadd as polyadd
from xp_torch._functions.polynomial.polynomial import polycompanion as polycompanion
from xp_torch._functions.polynomial.polynomial import polyder as polyder
from xp_torch._functions.polynomial.polynomial import polydiv as polydiv
from xp_torch._functions.polynomial.polynomial import polydomain as polydomain
from xp_torch._functions.polynomial.polynomial import polyfit as polyfit
from xp_torch._functions.polynomial.polynomial import polyfromroots as polyfromroots
from xp_torch._functions.polynomial.polynomial import polygrid2d as polygrid2d
from xp_torch._functions.polynomial.polynomial import polygrid3d as polygrid3d
from xp_torch._functions.polynomial.polynomial import polyint as polyint
from xp_torch._functions.polynomial.polynomial import polyline as polyline
from xp_torch._functions.polynomial.polynomial import polymul as polymul
from xp_torch._functions.polynomial.polynomial import polymulx as polymulx
from xp_torch._functions.polynomial.polynomial import polyone as polyone
from xp_torch._functions.polynomial.polynomial import polypow as polypow
from xp_torch._functions.polynomial.polynomial import polyroots as polyroots
from xp_torch._functions.polynomial.polynomial import polysub as polysub
from xp_torch._functions.polynomial.polynomial import polytrim as polytrim
from xp_torch._functions.polynomial.polynomial import polyval as polyval
from xp_torch._functions.polynomial.polynomial import polyval2d as polyval2d
from xp_torch._functions.polynomial.polynomial import polyval3d as polyval3d
from xp_torch._functions.polynomial.polynomial import polyvalfromroots as polyvalfromroots
from xp_torch._functions.polynomial.polynomial import polyvalnd as polyvalnd
from xp_torch._functions.polynomial.polynomial import polyvander as polyvander
from xp_torch._functions.polynomial.polynomial import polyvander2d as polyvander2d
from xp_torch._functions.polynomial.polynomial import polyvander3d as polyvander3d
from xp_torch._functions.polynomial.polynomial import polyx as polyx
from xp_torch._functions.polynomial.polynomial import polyzero as polyzero

_set_module(__name__, globals(), __all__)
