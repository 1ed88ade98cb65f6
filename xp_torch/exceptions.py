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
    UFuncTypeError,
    UnrolledLoopWarning,
    UnsupportedError,
)

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
    "UFuncTypeError",
    "UnrolledLoopWarning",
    "UnsupportedError",
    "VisibleDeprecationWarning",
]
