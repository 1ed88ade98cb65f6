"""k-means clustering of three blobs."""

import numpy as np


def nearest(points, centers):
    """Return the number of the nearest center of each point, and the sum of squared distances."""
    squared = ((points[:, np.newaxis, :] - centers) ** 2).sum(axis=2)
    return squared.argmin(axis=1), squared.min(axis=1).sum()


def main():
    """Cluster and print each step."""
    rng = np.random.default_rng(1)
    means = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 5.0]])
    points = np.concatenate([rng.normal(mean, 0.8, size=(40, 2)) for mean in means])
    rng.shuffle(points)
    centers = points[:3].copy()
    inertia = np.inf
    for step in range(50):
        labels, new = nearest(points, centers)
        print(f"step {step}: inertia {new:.6f}")
        if np.isclose(new, inertia, rtol=1e-9):
            break
        inertia = new
        for k in range(len(centers)):
            members = points[labels == k]
            if len(members) > 0:
                centers[k] = members.mean(axis=0)
    order = np.lexsort(centers.T[::-1])
    sizes = np.bincount(labels, minlength=3)[order]
    for k, (x, y) in enumerate(centers[order]):
        print(f"cluster {k}: {sizes[k]:3d} points around ({x:6.3f}, {y:6.3f})")
    return centers[order], sizes, inertia
