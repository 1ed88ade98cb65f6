"""Transform a signal, and save it."""

import tempfile
from pathlib import Path

import xp_torch as xp

t = xp.linspace(0, 1, 64, endpoint=False)
spectrum = xp.fft.rfft(xp.sin(2 * xp.pi * 5 * t))
f = xp.fft.rfftfreq(t.size, d=1 / 64)
peak: float = f[xp.argmax(xp.abs(spectrum))].item()
folder = Path(tempfile.mkdtemp())
xp.save(folder / "a.npy", t)
b = xp.load(folder / "a.npy")
xp.savetxt(folder / "a.txt", t)
c = xp.loadtxt(folder / "a.txt")
print(peak, c.sum(), b)
p = xp.polyfit(t, t**2, 2)
print(xp.polyval(p, t), xp.interp(0.5, t, t**2))
poly = xp.polynomial.Polynomial([1, 2])
print(poly(t), poly.roots())
with xp.errstate(divide="ignore"):
    print(1 / t)
with xp.printoptions(precision=3):
    print(t)
