"""A spectrogram with overlapping windows by strides, its inverse, and decibels as text."""

import numpy as np


def frames(x, size, hop):
    """Return overlapping windows of `x`, without a copy."""
    shape = (x.size - size) // hop + 1, size
    return np.lib.stride_tricks.as_strided(x, shape, (x.strides[0] * hop, x.strides[0]))


def main():
    rate, size, hop = 1000, 64, 16
    t = np.arange(1024) / rate
    x = np.sin(2 * np.pi * (50 * t + 150 * t**2)) + np.where(t < 0.5, 0.3 * np.cos(2 * np.pi * 400 * t), 0)
    window = np.hanning(size + 1)[:-1]
    spectrum = np.fft.rfft(frames(x, size, hop) * window, axis=-1)
    frequencies = np.fft.rfftfreq(size, 1 / rate)
    ridge = frequencies[np.abs(spectrum).argmax(axis=1)]
    slope, start = np.polyfit(np.arange(ridge.size) * hop / rate, ridge, 1)
    print(f"{spectrum.shape} {spectrum.dtype}: from {start:.1f} Hz, {slope:.1f} Hz a second")

    power = np.abs(spectrum) ** 2
    levels = np.clip(10 * np.log10(power / power.max() + 1e-9), -40, 0)
    coarse = levels[: 60 // 5 * 5, 1:].reshape(-1, 5, 8, 4).mean(axis=(1, 3))
    for row in coarse.T[::-1]:
        print("".join(" .:-=+*#@"[int(v)] for v in np.round((row + 40) / 5)))
    with np.printoptions(precision=1, suppress=True, threshold=20, edgeitems=2):
        print(levels)

    back, weight = np.zeros_like(x), np.zeros_like(x)
    for i, frame in enumerate(np.fft.irfft(spectrum, n=size, axis=-1)):
        part = slice(i * hop, i * hop + size)
        back[part] += frame * window
        weight[part] += window**2
    back = np.divide(back, weight, out=back, where=weight > 1e-6)
    inner = slice(size, -size)
    print("error below 1e-12:", bool(np.abs(back - x)[inner].max() < 1e-12))
    quiet = np.where(np.abs(frequencies - 400) < 40, 0, spectrum)
    print("bands", np.add.reduceat(np.abs(quiet).sum(axis=0), [0, 8, 16, 24]).round(3))
    return spectrum, ridge, levels, back[inner]
