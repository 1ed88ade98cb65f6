"""Transforms of scipy.fft."""

import numpy as np
from scipy import fft

T = np.linspace(0, 1, 64, endpoint=False)
Y = np.sin(50 * 2 * np.pi * T) + 0.5 * np.sin(20 * 2 * np.pi * T)


def spectrum():
    f = fft.fft(Y)
    return f, 2 / 64 * np.abs(f[:32]), fft.fftfreq(64, T[1] - T[0])[:32], fft.ifft(f).real, fft.fftshift(f)


def real_spectrum():
    return fft.rfft(Y, n=48), fft.irfft(fft.rfft(Y)), fft.hfft(Y[:5]), fft.rfftfreq(64, 1 / 64), fft.next_fast_len(97)


def images():
    z = np.outer(Y[:16], np.cos(T[:12]))
    return fft.fft2(z), fft.ifftn(fft.fftn(z)).real, fft.rfftn(z, axes=(0, 1)), fft.rfft2(z)


def cosines():
    return [fft.dct(Y, type=k, norm="ortho") for k in (1, 2, 3, 4)], fft.idct(fft.dct(Y)), fft.dst(Y), fft.idst(Y)


def compressed():
    window = np.hanning(64)
    coefficients = fft.dct(window * Y, norm="ortho")
    coefficients[np.abs(coefficients) < 0.1] = 0
    return fft.idct(coefficients, norm="ortho"), fft.dctn(np.outer(Y[:8], Y[:8])), fft.idstn(np.ones((4, 4)))


def hankel():
    r = np.logspace(-3, 3, 32)
    return fft.fht(r * np.exp(-(r**2) / 2), np.log(r[1] / r[0]), mu=0)


def with_workers():
    with fft.set_workers(1):
        return fft.fft(np.stack([Y, Y * 1j]), axis=1, workers=1)
