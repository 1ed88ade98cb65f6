"""Polynomials, given by the coefficients of powers: NumPy's ``polynomial.polynomial``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.polynomial import *
from xp_torch._functions.polynomial.polynomial import __all__ as __all__

_set_module(__name__, globals(), __all__)
