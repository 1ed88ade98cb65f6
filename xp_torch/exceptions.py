"""The exceptions and warnings of ``numpy.exceptions``, which are NumPy's own classes, and those of the package."""

from numpy.exceptions import (
    AxisError,
    ComplexWarning,
    DTypePromotionError,
    ModuleDeprecationWarning,
    RankWarning,
    TooHardError,
    VisibleDeprecationWarning,
)

from xp_torch._facts.errors import (
    NotCompiledWarning,
    NumPyFallbackWarning,
    TransferError,
    UnrolledLoopWarning,
    UnsupportedError,
)
from xp_torch._facts.public import set_module as _set_module

__all__ = [
    "AxisError",
    "ComplexWarning",
    "DTypePromotionError",
    "ModuleDeprecationWarning",
    "NotCompiledWarning",
    "NumPyFallbackWarning",
    "RankWarning",
    "TooHardError",
    "TransferError",
    "UnrolledLoopWarning",
    "UnsupportedError",
    "VisibleDeprecationWarning",
]

_OWN = ["NotCompiledWarning", "NumPyFallbackWarning", "TransferError", "UnrolledLoopWarning", "UnsupportedError"]
_set_module(__name__, globals(), _OWN)
