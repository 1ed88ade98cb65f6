"""Tides: harmonic constants by least squares, a periodogram, a band-pass filter and Haar wavelets."""

import numpy as np


def main():
    hours = np.arange(0, 24 * 29, 0.5)
    periods = {"M2": 12.4206, "S2": 12.0, "O1": 25.8193}
    level = 1.2 * np.cos(2 * np.pi * hours / 12.4206 - 0.7) + 0.4 * np.cos(2 * np.pi * hours / 12.0 + 0.3)
    level += 0.25 * np.sin(2 * np.pi * hours / 25.8193) + 2.0 + 0.001 * hours

    columns = [np.ones_like(hours), hours]
    for period in periods.values():
        columns += [np.cos(2 * np.pi * hours / period), np.sin(2 * np.pi * hours / period)]
    G = np.column_stack(columns)
    c, _, rank, _ = np.linalg.lstsq(G, level, rcond=None)
    print("rank", rank, "mean %.3f trend %.4f" % tuple(c[:2]))
    for k, name in enumerate(periods):
        z = complex(*c[2 + 2 * k : 4 + 2 * k])
        print(f"{name} amplitude {abs(z):.4f} phase {np.degrees(np.angle(z)):8.3f}")

    spectrum = np.fft.rfft(level - level.mean())
    f = np.fft.rfftfreq(hours.size, d=0.5)
    top = np.argsort(np.abs(spectrum))[-3:]
    print("periods", np.sort(1 / f[top]).round(3))
    spectrum[(f < 1 / 15) | (f > 1 / 10)] = 0
    semidiurnal = np.fft.irfft(spectrum, n=hours.size)
    print(f"variance kept {semidiurnal.var() / level.var():.4f}")

    signal, details = level[:1024].copy(), []
    while signal.size > 64:
        pairs = signal.reshape(-1, 2)
        details.append((pairs[:, 0] - pairs[:, 1]) / np.sqrt(2))
        signal = pairs.sum(axis=1) / np.sqrt(2)
    energy = [float((d**2).sum()) for d in details] + [float((signal**2).sum())]
    print([round(e, 3) for e in energy], np.isclose(sum(energy), (level[:1024] ** 2).sum()))
    return c, semidiurnal
