"""Compress a picture: the first terms of its singular value decomposition."""

import matplotlib.pyplot as plt

import xp_torch as xp

y, x = xp.mgrid[-1:1:200j, -1:1:200j]
radius = xp.hypot(x, y)
picture = xp.cos(12 * radius) * xp.exp(-2 * radius) + 0.5 * (xp.abs(x - 0.4) + xp.abs(y + 0.3) < 0.25)

u, s, vh = xp.linalg.svd(picture, full_matrices=False)
fig, axes = plt.subplots(1, 4, figsize=(8, 2.4), layout="constrained")
for ax, rank in zip(axes, (1, 5, 20, 200), strict=True):
    approximation = u[:, :rank] * s[:rank] @ vh[:rank]
    error = xp.linalg.norm(approximation - picture) / xp.linalg.norm(picture)
    ax.imshow(approximation, cmap="gray")
    ax.set_title(f"rank {rank}, error {error:.1%}", fontsize=9)
    ax.axis("off")
fig.savefig("low_rank.png")
