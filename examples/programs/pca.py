"""Principal components of correlated measurements, by the SVD and by the covariance."""

import numpy as np

NAMES = ["height", "weight", "reach", "age"]


def main():
    rng = np.random.default_rng(3)
    latent = rng.standard_normal((80, 2))
    loadings = np.array([[2.0, 1.8, 1.5, 0.1], [0.2, -0.9, 0.4, 2.5]])
    data = latent @ loadings + 0.2 * rng.standard_normal((80, 4)) + [170, 70, 180, 40]

    center = data.mean(axis=0)
    scaled = (data - center) / data.std(axis=0, ddof=1)
    u, s, vt = np.linalg.svd(scaled, full_matrices=False)
    # The sign of a component is arbitrary: make its largest entry positive.
    signs = np.sign(vt[np.arange(4), np.abs(vt).argmax(axis=1)])
    vt *= signs[:, None]
    scores = u * s * signs
    explained = s**2 / np.sum(s**2)

    values, vectors = np.linalg.eigh(np.corrcoef(data, rowvar=False))
    assert np.allclose(values[::-1], s**2 / (len(data) - 1))
    assert np.allclose(np.abs(vectors[:, ::-1].T), np.abs(vt))

    np.set_printoptions(precision=4, suppress=True)
    print("center", center)
    for k in range(4):
        weights = ", ".join(f"{name}: {w:+.3f}" for name, w in zip(NAMES, vt[k]))
        print(f"PC{k + 1} {explained[k]:6.2%} of the variance, {weights}")
    print("components for 90 %:", np.searchsorted(explained.cumsum(), 0.9) + 1)
    outliers = np.flatnonzero((scores[:, :2] ** 2 / scores[:, :2].var(axis=0)).sum(axis=1) > 6)
    print("outliers:", outliers.tolist())
    np.set_printoptions(precision=8, suppress=False)
    approximate = scores[:, :2] @ vt[:2]
    return explained, np.abs(vt), outliers, np.sqrt(np.mean((scaled - approximate) ** 2))
