"""The `fft` extension of the array API standard, with NumPy's signatures: discrete Fourier transforms.

float16, bfloat16 and float32 are transformed in complex64, integers in the default complex dtype.
"""

from xp_torch._facts.public import set_module as _set_module
from xp_torch._functions.fft.frequencies import fftfreq as fftfreq
from xp_torch._functions.fft.frequencies import fftshift as fftshift
from xp_torch._functions.fft.frequencies import ifftshift as ifftshift
from xp_torch._functions.fft.frequencies import rfftfreq as rfftfreq
from xp_torch._functions.fft.transforms import fft as fft
from xp_torch._functions.fft.transforms import fft2 as fft2
from xp_torch._functions.fft.transforms import fftn as fftn
from xp_torch._functions.fft.transforms import hfft as hfft
from xp_torch._functions.fft.transforms import ifft as ifft
from xp_torch._functions.fft.transforms import ifft2 as ifft2
from xp_torch._functions.fft.transforms import ifftn as ifftn
from xp_torch._functions.fft.transforms import ihfft as ihfft
from xp_torch._functions.fft.transforms import irfft as irfft
from xp_torch._functions.fft.transforms import irfft2 as irfft2
from xp_torch._functions.fft.transforms import irfftn as irfftn
from xp_torch._functions.fft.transforms import rfft as rfft
from xp_torch._functions.fft.transforms import rfft2 as rfft2
from xp_torch._functions.fft.transforms import rfftn as rfftn

__all__ = [name for name in sorted(globals()) if not name.startswith("_")]

_set_module(__name__, globals(), __all__)
