"""Chebyshev series: NumPy's ``polynomial.chebyshev``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.polynomial.chebyshev import *
from xp_torch._functions.polynomial.chebyshev import __all__ as __all__

_set_module(__name__, globals(), __all__)
