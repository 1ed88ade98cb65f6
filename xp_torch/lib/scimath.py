"""Functions that are complex outside of the real domain: NumPy's ``lib.scimath``, which is ``emath``, too."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.scimath import (
    arccos,
    arcsin,
    arctanh,
    log,
    log2,
    log10,
    logn,
    power,
    sqrt,
)

__all__ = ["arccos", "arcsin", "arctanh", "log", "log10", "log2", "logn", "power", "sqrt"]

_set_module(__name__, globals(), __all__)
