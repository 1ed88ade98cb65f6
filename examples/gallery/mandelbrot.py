"""Draw the Mandelbrot set: complex arrays, and `where` in place of a branch for each point."""

import matplotlib.pyplot as plt

import xp_torch as xp

real, imaginary = xp.meshgrid(xp.linspace(-2.1, 0.7, 420), xp.linspace(-1.2, 1.2, 360))
c = real + 1j * imaginary
z = xp.zeros_like(c)
steps = xp.zeros(c.shape)
for _ in range(60):
    bounded = xp.abs(z) < 2
    z = xp.where(bounded, z * z + c, z)
    steps += bounded

plt.figure(figsize=(5, 4), layout="constrained")
plt.imshow(xp.log(steps), cmap="magma", extent=(-2.1, 0.7, -1.2, 1.2))
plt.savefig("mandelbrot.png")
