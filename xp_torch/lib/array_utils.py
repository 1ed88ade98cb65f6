"""Axes and addresses: NumPy's ``lib.array_utils``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.array_utils import byte_bounds, normalize_axis_index, normalize_axis_tuple

__all__ = [
    "byte_bounds",
    "normalize_axis_index",
    "normalize_axis_tuple",
]

_set_module(__name__, globals(), __all__)
