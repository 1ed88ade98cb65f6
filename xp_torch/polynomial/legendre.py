"""Legendre series: NumPy's ``polynomial.legendre``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.legendre import Legendre as Legendre
from xp_torch._functions.polynomial.legendre import __all__ as __all__
from xp_torch._functions.polynomial.legendre import leg2poly as leg2poly
from xp_torch._functions.polynomial.legendre import legadd as legadd
from xp_torch._functions.polynomial.legendre import legcompanion as legcompanion
from xp_torch._functions.polynomial.legendre import legder as legder
from xp_torch._functions.polynomial.legendre import legdiv as legdiv
from xp_torch._functions.polynomial.legendre import legdomain as legdomain
from xp_torch._functions.polynomial.legendre import legfit as legfit
from xp_torch._functions.polynomial.legendre import legfromroots as legfromroots
from xp_torch._functions.polynomial.legendre import leggauss as leggauss
from xp_torch._functions.polynomial.legendre import leggrid2d as leggrid2d
from xp_torch._functions.polynomial.legendre import leggrid3d as leggrid3d
from xp_torch._functions.polynomial.legendre import legint as legint
from xp_torch._functions.polynomial.legendre import legline as legline
from xp_torch._functions.polynomial.legendre import legmul as legmul
from xp_torch._functions.polynomial.legendre import legmulx as legmulx
from xp_torch._functions.polynomial.legendre import legone as legone
from xp_torch._functions.polynomial.legendre import legpow as legpow
from xp_torch._functions.polynomial.legendre import legroots as legroots
from xp_torch._functions.polynomial.legendre import legsub as legsub
from xp_torch._functions.polynomial.legendre import legtrim as legtrim
from xp_torch._functions.polynomial.legendre import legval as legval
from xp_torch._functions.polynomial.legendre import legval2d as legval2d
from xp_torch._functions.polynomial.legendre import legval3d as legval3d
from xp_torch._functions.polynomial.legendre import legvalnd as legvalnd
from xp_torch._functions.polynomial.legendre import legvander as legvander
from xp_torch._functions.polynomial.legendre import legvander2d as legvander2d
from xp_torch._functions.polynomial.legendre import legvander3d as legvander3d
from xp_torch._functions.polynomial.legendre import legweight as legweight
from xp_torch._functions.polynomial.legendre import legx as legx
from xp_torch._functions.polynomial.legendre import legzero as legzero
from xp_torch._functions.polynomial.legendre import poly2leg as poly2leg

_set_module(__name__, globals(), __all__)
