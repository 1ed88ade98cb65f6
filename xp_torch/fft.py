"""The `fft` extension of the array API standard, with NumPy's signatures: discrete Fourier transforms.

float32 and complex64 are transformed in complex64, float16 and bfloat16 too; integers in the default complex dtype.
"""

from xp_torch._facts.public import set_module
from xp_torch._functions.fft.axes import fft2, fftn, ifft2, ifftn, irfft2, irfftn, rfft2, rfftn
from xp_torch._functions.fft.transforms import (
    fft,
    fftfreq,
    fftshift,
    hfft,
    ifft,
    ifftshift,
    ihfft,
    irfft,
    rfft,
    rfftfreq,
)

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]

set_module(__name__, globals(), __all__)
