"""Remove the noise of a signal: keep the strongest frequencies of its Fourier transform."""

import matplotlib.pyplot as plt

import xp_torch as xp

rng = xp.random.default_rng(2)
time = xp.linspace(0, 1, 500, endpoint=False)
clean = xp.sin(2 * xp.pi * 5 * time) + 0.6 * xp.sign(xp.sin(2 * xp.pi * 2 * time))
noisy = clean + 0.6 * rng.normal(size=500)

spectrum = xp.fft.rfft(noisy)
strength = xp.abs(spectrum)
spectrum[strength < xp.quantile(strength, 0.97)] = 0
filtered = xp.fft.irfft(spectrum, n=500)

plt.figure(figsize=(6, 3.5), layout="constrained")
plt.plot(time, noisy, color="lightgray", label="noisy")
plt.plot(time, clean, label="without noise")
plt.plot(time, filtered, label="filtered")
plt.xlabel("time")
plt.figlegend(loc="outside upper center", ncols=3)
plt.savefig("fourier_filter.png")
