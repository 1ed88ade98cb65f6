"""Views of other shapes and strides: NumPy's ``lib.stride_tricks``."""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.manipulation.broadcast import broadcast_arrays, broadcast_shapes, broadcast_to
from xp_torch._functions.stride_tricks import as_strided, sliding_window_view

__all__ = [
    "as_strided",
    "broadcast_arrays",
    "broadcast_shapes",
    "broadcast_to",
    "sliding_window_view",
]

_set_module(__name__, globals(), __all__)
