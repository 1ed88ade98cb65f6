"""Find clusters by k-means: distances by broadcasting, sums for each cluster by `add.at`."""

import matplotlib.pyplot as plt

import xp_torch as xp

rng = xp.random.default_rng(1)
centers = xp.asarray([[0.0, 0.0], [4.0, 1.0], [1.5, 4.0], [5.0, 5.0]])
points = xp.concat([center + 0.8 * rng.normal(size=(150, 2)) for center in centers])

means = points[rng.choice(len(points), 4, replace=False)]
for _ in range(20):
    distances = xp.sum((points[:, None] - means) ** 2, axis=2)
    cluster = xp.argmin(distances, axis=1)
    sums = xp.zeros((4, 2))
    xp.add.at(sums, cluster, points)
    means = sums / xp.bincount(cluster, minlength=4)[:, None]

plt.figure(figsize=(5, 4), layout="constrained")
plt.scatter(points[:, 0], points[:, 1], c=cluster, s=8, cmap="viridis")
plt.plot(means[:, 0], means[:, 1], "kx", markersize=12)
plt.savefig("kmeans.png")
