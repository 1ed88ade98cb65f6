"""Spectrum of a noisy signal: Welch's method, peaks, and a filter in the frequency domain."""

import numpy as np


def welch(x, rate, size=256):
    """Return frequencies and the averaged power spectral density."""
    window = np.hanning(size)
    starts = np.arange(0, len(x) - size + 1, size // 2)
    segments = x[starts[:, None] + np.arange(size)]
    segments = (segments - segments.mean(axis=1, keepdims=True)) * window
    power = np.abs(np.fft.rfft(segments, axis=1)) ** 2
    density = power.mean(axis=0) / (rate * (window**2).sum())
    density[1:-1] *= 2
    return np.fft.rfftfreq(size, 1 / rate), density


def peaks(y, count):
    """Return the largest local maxima in order of position."""
    inner = np.flatnonzero((y[1:-1] > y[:-2]) & (y[1:-1] > y[2:])) + 1
    return np.sort(inner[np.argsort(y[inner])[::-1][:count]])


def main():
    rng = np.random.default_rng(11)
    rate = 512.0
    t = np.arange(2048) / rate
    tones = {30.0: 1.0, 75.5: 0.5, 120.0: 0.8}
    clean = sum(a * np.sin(2 * np.pi * f * t) for f, a in tones.items())
    signal = clean + rng.normal(scale=0.7, size=t.size)

    frequency, density = welch(signal, rate)
    found = peaks(density, len(tones))
    for k in found:
        print(f"peak at {frequency[k]:6.2f} Hz, {10 * np.log10(density[k]):6.2f} dB")
    print("closest tones:", [min(tones, key=lambda f: abs(f - frequency[k])) for k in found])

    spectrum = np.fft.fft(signal)
    axis = np.fft.fftfreq(t.size, 1 / rate)
    keep = np.zeros(t.size, dtype=bool)
    for f in tones:
        keep |= np.abs(np.abs(axis) - f) < 2
    filtered = np.fft.ifft(np.where(keep, spectrum, 0))
    assert np.abs(filtered.imag).max() < 1e-9
    noise = lambda x: np.sqrt(np.mean((x - clean) ** 2))
    print(f"noise {noise(signal):.4f} -> {noise(filtered.real):.4f}, kept {keep.sum()} of {keep.size} bins")
    energy = np.sum(signal**2), np.sum(np.abs(spectrum) ** 2) / t.size
    print("Parseval", np.isclose(*energy), f"{energy[0]:.6f}")
    delay = np.argmax(np.fft.irfft(np.fft.rfft(np.roll(signal, 37)) * np.fft.rfft(signal).conj()))
    print("delay", delay, "samples,", delay / rate, "s")
    return frequency[found], density, filtered, np.fft.fftshift(axis)[:3]
