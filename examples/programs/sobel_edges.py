"""Edges of a synthetic picture: Sobel filters, a Gaussian blur, thresholds and a run-length code."""

import numpy as np


def main():
    y, x = np.mgrid[0:24, 0:24]
    image = ((x - 11) ** 2 + (y - 13) ** 2 < 49).astype(np.uint8) * 200
    image[2:6, 3:20] = 90

    def convolve(image, kernel):
        pad = kernel.shape[0] // 2
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(image.astype(float), pad, mode="edge"), kernel.shape)
        return np.einsum("ijkl,kl->ij", windows, kernel)

    g = np.exp(-0.5 * np.arange(-2, 3) ** 2)
    blur = convolve(image, np.outer(g, g) / g.sum() ** 2)
    sobel = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]])
    gx, gy = convolve(blur, sobel), convolve(blur, sobel.T)
    size, angle = np.hypot(gx, gy), np.degrees(np.arctan2(gy, gx)) % 180
    edges = size > np.percentile(size, 85)
    print("\n".join("".join(" #"[int(e)] for e in row) for row in edges))
    print("pixels", edges.sum(), "of", edges.size, "threshold", round(float(np.percentile(size, 85)), 3))
    print("directions", np.histogram(angle[edges], bins=6, range=(0, 180))[0])

    flat = np.concatenate(([0], edges.ravel().astype(int), [0]))
    change = np.flatnonzero(np.diff(flat))
    runs = np.stack([change[::2], change[1::2] - change[::2]], axis=1)
    print("runs", len(runs), "longest", runs[runs[:, 1].argmax()])
    decoded = np.zeros(edges.size, bool)
    for start, length in runs:
        decoded[start : start + length] = True
    print("decoded", np.array_equal(decoded.reshape(edges.shape), edges))
    return edges, size, runs
