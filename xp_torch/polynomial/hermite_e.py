"""Hermite series of the probabilists' polynomials: NumPy's ``polynomial.hermite_e``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.hermite_e import HermiteE as HermiteE
from xp_torch._functions.polynomial.hermite_e import __all__ as __all__
from xp_torch._functions.polynomial.hermite_e import herme2poly as herme2poly
from xp_torch._functions.polynomial.hermite_e import hermeadd as hermeadd
from xp_torch._functions.polynomial.hermite_e import hermecompanion as hermecompanion
from xp_torch._functions.polynomial.hermite_e import hermeder as hermeder
from xp_torch._functions.polynomial.hermite_e import hermediv as hermediv
from xp_torch._functions.polynomial.hermite_e import hermedomain as hermedomain
from xp_torch._functions.polynomial.hermite_e import hermefit as hermefit
from xp_torch._functions.polynomial.hermite_e import hermefromroots as hermefromroots
from xp_torch._functions.polynomial.hermite_e import hermegauss as hermegauss
from xp_torch._functions.polynomial.hermite_e import hermegrid2d as hermegrid2d
from xp_torch._functions.polynomial.hermite_e import hermegrid3d as hermegrid3d
from xp_torch._functions.polynomial.hermite_e import hermeint as hermeint
from xp_torch._functions.polynomial.hermite_e import hermeline as hermeline
from xp_torch._functions.polynomial.hermite_e import hermemul as hermemul
from xp_torch._functions.polynomial.hermite_e import hermemulx as hermemulx
from xp_torch._functions.polynomial.hermite_e import hermeone as hermeone
from xp_torch._functions.polynomial.hermite_e import hermepow as hermepow
from xp_torch._functions.polynomial.hermite_e import hermeroots as hermeroots
from xp_torch._functions.polynomial.hermite_e import hermesub as hermesub
from xp_torch._functions.polynomial.hermite_e import hermetrim as hermetrim
from xp_torch._functions.polynomial.hermite_e import hermeval as hermeval
from xp_torch._functions.polynomial.hermite_e import hermeval2d as hermeval2d
from xp_torch._functions.polynomial.hermite_e import hermeval3d as hermeval3d
from xp_torch._functions.polynomial.hermite_e import hermevalnd as hermevalnd
from xp_torch._functions.polynomial.hermite_e import hermevander as hermevander
from xp_torch._functions.polynomial.hermite_e import hermevander2d as hermevander2d
from xp_torch._functions.polynomial.hermite_e import hermevander3d as hermevander3d
from xp_torch._functions.polynomial.hermite_e import hermeweight as hermeweight
from xp_torch._functions.polynomial.hermite_e import hermex as hermex
from xp_torch._functions.polynomial.hermite_e import hermezero as hermezero
from xp_torch._functions.polynomial.hermite_e import poly2herme as poly2herme

_set_module(__name__, globals(), __all__)
