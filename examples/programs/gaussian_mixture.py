"""A mixture of two Gaussians fitted by expectation and maximization."""

import numpy as np


def main():
    # a fixed sequence of uniforms, turned normal by Box and Muller
    k = np.arange(1, 401)
    u, w = (k * 0.6180339887498949) % 1, (k * 0.7548776662466927) % 1
    normal = np.sqrt(-2 * np.log(u)) * np.cos(2 * np.pi * w)
    x = np.where(k % 3 == 0, 4.0 + 0.5 * normal, 0.5 + 1.2 * normal)

    mean, std, share = np.array([x.min(), x.max()]), np.full(2, x.std()), np.array([0.5, 0.5])
    previous = -np.inf
    for step in range(200):
        z = (x[:, None] - mean) / std
        density = share * np.exp(-0.5 * z**2) / (std * np.sqrt(2 * np.pi))
        likelihood = np.log(density.sum(axis=1)).sum()
        weight = density / density.sum(axis=1, keepdims=True)
        size = weight.sum(axis=0)
        mean = (weight * x[:, None]).sum(axis=0) / size
        std = np.sqrt((weight * (x[:, None] - mean) ** 2).sum(axis=0) / size)
        share = size / len(x)
        if likelihood - previous < 1e-9:
            break
        previous = likelihood
    print(f"stopped after {step} steps at {likelihood:.4f}")
    for name, value in {"mean": mean, "std": std, "share": share}.items():
        print(f"{name:>6}", np.array2string(value, precision=4))
    label = weight.argmax(axis=1)
    truth = (k % 3 == 0).astype(int)
    table = np.histogram2d(truth, label, bins=[2, 2])[0].astype(int)
    print(table, f"accuracy {np.trace(table) / table.sum():.3f}")
    counts, edges = np.histogram(x, bins=8)
    for c, left, right in zip(counts, edges, edges[1:]):
        print(f"[{left:6.2f}, {right:6.2f}) " + "#" * (c // 4))
    return mean, std, share, table
