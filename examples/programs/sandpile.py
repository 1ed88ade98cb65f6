"""A sandpile with its avalanches, and percolation clusters by union-find."""

import numpy as np


def topple(z):
    count = 0
    while (z > 3).any():
        over = z // 4
        z -= 4 * over
        z[1:] += over[:-1]
        z[:-1] += over[1:]
        z[:, 1:] += over[:, :-1]
        z[:, :-1] += over[:, 1:]
        count += over.sum()
    return count


def find(parent, i):
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


def clusters(occupied):
    n, m = occupied.shape
    parent = np.arange(n * m)
    for i, j in np.argwhere(occupied):
        for a, b in ((i - 1, j), (i, j - 1)):
            if a >= 0 and b >= 0 and occupied[a, b]:
                r, s = find(parent, i * m + j), find(parent, a * m + b)
                if r != s:
                    parent[max(r, s)] = min(r, s)
    labels = np.array([find(parent, k) for k in range(n * m)]).reshape(n, m)
    labels[~occupied] = -1
    return labels


def spans(labels):
    both = np.intersect1d(labels[0], labels[-1])
    return both[both >= 0]


def main():
    z = np.zeros((15, 15), dtype=int)
    z[7, 7] = 300
    print(topple(z), z.sum(), z.max(), (z == z[::-1]).all(), (z == z.T).all())
    print("\n".join("".join(map(str, row)) for row in z[:8]))
    sizes = []
    rng = np.random.default_rng(6)
    for _ in range(60):
        i, j = rng.integers(15, size=2)
        z[i, j] += 1
        sizes.append(topple(z))
    sizes = np.array(sizes)
    print("avalanches", np.count_nonzero(sizes), sizes.max(), sizes[sizes > 0].mean().round(2))
    grid = rng.random((14, 14)) < 0.6
    labels = clusters(grid)
    ids, counts = np.unique(labels[grid], return_counts=True)
    big = ids[counts.argmax()]
    print(len(ids), counts.max(), spans(labels), big in spans(labels), int(big) in labels[0])
    inertia = [np.var(np.argwhere(labels == k), axis=0).sum() for k in ids[counts > 2]]
    frequency = dict(zip(*np.unique(counts, return_counts=True)))
    print({int(k): int(v) for k, v in frequency.items()}, frequency.get(1), max(frequency))
    hist, edges = np.histogram(np.log10(counts), bins=4)
    return z, sizes, labels, counts, inertia, hist, edges
