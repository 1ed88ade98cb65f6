"""The `fft` extension of the array API standard, with NumPy's signatures: discrete Fourier transforms.

float16, bfloat16 and float32 are transformed in complex64, integers in the default complex dtype.
"""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.fft.frequencies import *
from xp_torch._functions.fft.transforms import *

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
