"""Diffuse heat over a plate: finite differences, written with slices and in place."""

import matplotlib.pyplot as plt

import xp_torch as xp

plate = xp.zeros((120, 120))
plate[40:80, 20:40] = 1.0
plate[20:50, 70:100] = 0.7

fig, axes = plt.subplots(1, 3, figsize=(8, 2.9), layout="constrained")
step = 0
for ax, last in zip(axes, (0, 100, 500), strict=True):
    while step < last:
        inside = plate[1:-1, 1:-1]
        neighbors = plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]
        inside += 0.24 * (neighbors - 4 * inside)
        step += 1
    image = ax.imshow(plate, cmap="inferno", vmin=0, vmax=1)
    ax.set_title(f"after {step} steps")
    ax.axis("off")
fig.colorbar(image, ax=axes)
fig.savefig("heat.png")
