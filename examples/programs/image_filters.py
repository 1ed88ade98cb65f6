"""Convolution of a synthetic image: blur, edges, median filter and thresholds."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def convolve(image, kernel):
    """Return the convolution with edges repeated."""
    pads = [(n // 2, n // 2) for n in kernel.shape]
    windows = sliding_window_view(np.pad(image, pads, mode="edge"), kernel.shape)
    return np.einsum("ijkl,kl->ij", windows, kernel[::-1, ::-1])


def otsu(image):
    """Return the threshold that separates two classes best."""
    counts, edges = np.histogram(image, bins=32, range=(0, 1))
    centers = (edges[:-1] + edges[1:]) / 2
    weight = np.cumsum(counts)
    total = np.cumsum(counts * centers)
    with np.errstate(divide="ignore", invalid="ignore"):
        below = total / weight
        above = (total[-1] - total) / (weight[-1] - weight)
        between = weight * (weight[-1] - weight) * (below - above) ** 2
    return centers[np.nanargmax(between)]


def main():
    rng = np.random.default_rng(5)
    y, x = np.mgrid[0:24, 0:32]
    image = np.clip(0.2 + 0.6 * ((x - 16) ** 2 + (y - 12) ** 2 < 64), 0, 1)
    noisy = image.copy()
    flat = rng.choice(image.size, 40, replace=False)
    noisy.flat[flat] = rng.integers(0, 2, 40)

    one = np.array([1, 4, 6, 4, 1]) / 16
    blurred = convolve(noisy, np.outer(one, one))
    padded = np.pad(noisy, 1, mode="reflect")
    median = np.median(sliding_window_view(padded, (3, 3)), axis=(2, 3))
    for name, result in [("noisy", noisy), ("blurred", blurred), ("median", median)]:
        error = np.sqrt(np.mean((result - image) ** 2))
        print(f"{name:8s} rmse {error:.4f} psnr {-20 * np.log10(error):6.2f} dB")

    sobel = np.array([[1, 0, -1], [2, 0, -2], [1, 0, -1]]) / 8
    gx, gy = convolve(median, sobel), convolve(median, sobel.T)
    strength, angle = np.hypot(gx, gy), np.degrees(np.arctan2(gy, gx)) % 180
    edges = strength > 0.5 * strength.max()
    directions, _ = np.histogram((angle[edges] + 15) % 180, bins=6, range=(0, 180))
    print("edge pixels", edges.sum(), "by direction", directions)
    mask = median > otsu(median)
    print("area", mask.sum(), "centroid", *np.round(np.argwhere(mask).mean(axis=0), 3))
    for row in mask[::3, ::2]:
        print("".join(" #"[int(v)] for v in row))
    pixels = (255 * median).round().astype(np.uint8)
    print("bytes", pixels.nbytes, "range", pixels.min(), pixels.max(), pixels.dtype)
    return blurred, strength, mask, pixels
