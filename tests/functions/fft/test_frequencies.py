"""Sample frequencies and shifts beside NumPy's."""

import numpy as np
import pytest
from support.oracle import DTYPES, same, small

import xp_torch as xp


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies_refuse_what_is_no_spacing(name):
    make = getattr(xp.fft, name)
    for d in ((), [1.0], 1j, xp.asarray(1j)):
        with pytest.raises(TypeError):
            make(2, d)
    with pytest.raises(ValueError, match="dimension"):
        make(2**63)


@pytest.mark.parametrize("n", [1, 2, 5, 8, 9])
def test_frequencies(n):
    same(xp.fft.fftfreq(n), np.fft.fftfreq(n))
    same(xp.fft.rfftfreq(n), np.fft.rfftfreq(n))
    same(xp.fft.fftfreq(n, 0.3), np.fft.fftfreq(n, 0.3))
    same(xp.fft.rfftfreq(n, d=0.3), np.fft.rfftfreq(n, d=0.3))
    same(xp.fft.fftfreq(n, 0.3, dtype=xp.float32), np.fft.fftfreq(n, 0.3).astype(np.float32))


@pytest.mark.parametrize("dtype", DTYPES)
def test_shifts_take_every_dtype(dtype):
    a = small(dtype, (3, 4, 5))
    for axes in (None, 0, -1, (0, 2), [1], (0, 0), ()):
        same(xp.fft.fftshift(xp.asarray(a), axes), np.fft.fftshift(a, axes))
        same(xp.fft.ifftshift(xp.asarray(a), axes=axes), np.fft.ifftshift(a, axes=axes))


def test_shifts_are_copies():
    x = xp.asarray(np.arange(3.0))
    for shifted in (xp.fft.fftshift(x), xp.fft.fftshift(x, ())):
        assert shifted.tensor.data_ptr() != x.tensor.data_ptr()
