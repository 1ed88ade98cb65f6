"""Laguerre series: NumPy's ``polynomial.laguerre``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.laguerre import Laguerre as Laguerre
from xp_torch._functions.polynomial.laguerre import __all__ as __all__
from xp_torch._functions.polynomial.laguerre import lag2poly as lag2poly
from xp_torch._functions.polynomial.laguerre import lagadd as lagadd
from xp_torch._functions.polynomial.laguerre import lagcompanion as lagcompanion
from xp_torch._functions.polynomial.laguerre import lagder as lagder
from xp_torch._functions.polynomial.laguerre import lagdiv as lagdiv
from xp_torch._functions.polynomial.laguerre import lagdomain as lagdomain
from xp_torch._functions.polynomial.laguerre import lagfit as lagfit
from xp_torch._functions.polynomial.laguerre import lagfromroots as lagfromroots
from xp_torch._functions.polynomial.laguerre import laggauss as laggauss
from xp_torch._functions.polynomial.laguerre import laggrid2d as laggrid2d
from xp_torch._functions.polynomial.laguerre import laggrid3d as laggrid3d
from xp_torch._functions.polynomial.laguerre import lagint as lagint
from xp_torch._functions.polynomial.laguerre import lagline as lagline
from xp_torch._functions.polynomial.laguerre import lagmul as lagmul
from xp_torch._functions.polynomial.laguerre import lagmulx as lagmulx
from xp_torch._functions.polynomial.laguerre import lagone as lagone
from xp_torch._functions.polynomial.laguerre import lagpow as lagpow
from xp_torch._functions.polynomial.laguerre import lagroots as lagroots
from xp_torch._functions.polynomial.laguerre import lagsub as lagsub
from xp_torch._functions.polynomial.laguerre import lagtrim as lagtrim
from xp_torch._functions.polynomial.laguerre import lagval as lagval
from xp_torch._functions.polynomial.laguerre import lagval2d as lagval2d
from xp_torch._functions.polynomial.laguerre import lagval3d as lagval3d
from xp_torch._functions.polynomial.laguerre import lagvalnd as lagvalnd
from xp_torch._functions.polynomial.laguerre import lagvander as lagvander
from xp_torch._functions.polynomial.laguerre import lagvander2d as lagvander2d
from xp_torch._functions.polynomial.laguerre import lagvander3d as lagvander3d
from xp_torch._functions.polynomial.laguerre import lagweight as lagweight
from xp_torch._functions.polynomial.laguerre import lagx as lagx
from xp_torch._functions.polynomial.laguerre import lagzero as lagzero
from xp_torch._functions.polynomial.laguerre import poly2lag as poly2lag

_set_module(__name__, globals(), __all__)
