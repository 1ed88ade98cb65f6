"""Hermite series of the probabilists' polynomials: NumPy's ``polynomial.hermite_e``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.hermite_e import *
from xp_torch._functions.polynomial.hermite_e import __all__ as __all__

_set_module(__name__, globals(), __all__)
