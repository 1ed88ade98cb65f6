"""Hermite series of the physicists' polynomials: NumPy's ``polynomial.hermite``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.hermite import Hermite as Hermite
from xp_torch._functions.polynomial.hermite import __all__ as __all__
from xp_torch._functions.polynomial.hermite import herm2poly as herm2poly
from xp_torch._functions.polynomial.hermite import hermadd as hermadd
from xp_torch._functions.polynomial.hermite import hermcompanion as hermcompanion
from xp_torch._functions.polynomial.hermite import hermder as hermder
from xp_torch._functions.polynomial.hermite import hermdiv as hermdiv
from xp_torch._functions.polynomial.hermite import hermdomain as hermdomain
from xp_torch._functions.polynomial.hermite import hermfit as hermfit
from xp_torch._functions.polynomial.hermite import hermfromroots as hermfromroots
from xp_torch._functions.polynomial.hermite import hermgauss as hermgauss
from xp_torch._functions.polynomial.hermite import hermgrid2d as hermgrid2d
from xp_torch._functions.polynomial.hermite import hermgrid3d as hermgrid3d
from xp_torch._functions.polynomial.hermite import hermint as hermint
from xp_torch._functions.polynomial.hermite import hermline as hermline
from xp_torch._functions.polynomial.hermite import hermmul as hermmul
from xp_torch._functions.polynomial.hermite import hermmulx as hermmulx
from xp_torch._functions.polynomial.hermite import hermone as hermone
from xp_torch._functions.polynomial.hermite import hermpow as hermpow
from xp_torch._functions.polynomial.hermite import hermroots as hermroots
from xp_torch._functions.polynomial.hermite import hermsub as hermsub
from xp_torch._functions.polynomial.hermite import hermtrim as hermtrim
from xp_torch._functions.polynomial.hermite import hermval as hermval
from xp_torch._functions.polynomial.hermite import hermval2d as hermval2d
from xp_torch._functions.polynomial.hermite import hermval3d as hermval3d
from xp_torch._functions.polynomial.hermite import hermvalnd as hermvalnd
from xp_torch._functions.polynomial.hermite import hermvander as hermvander
from xp_torch._functions.polynomial.hermite import hermvander2d as hermvander2d
from xp_torch._functions.polynomial.hermite import hermvander3d as hermvander3d
from xp_torch._functions.polynomial.hermite import hermweight as hermweight
from xp_torch._functions.polynomial.hermite import hermx as hermx
from xp_torch._functions.polynomial.hermite import hermzero as hermzero
from xp_torch._functions.polynomial.hermite import poly2herm as poly2herm

_set_module(__name__, globals(), __all__)
