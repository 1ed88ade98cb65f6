"""Interpolate measurements by a Gaussian process, whose length scale is found by the gradient of the likelihood."""

import matplotlib.pyplot as plt

import xp_torch as xp

rng = xp.random.default_rng(4)
x = xp.sort(rng.uniform(-4, 4, size=18))
y = xp.sin(1.5 * x) + 0.1 * rng.normal(size=18)


def kernel(a, b, scale):
    """Return the covariance of the values at the points `a` and `b`."""
    return xp.exp(-(((a[:, None] - b) / scale) ** 2) / 2)


def negative_log_likelihood(log_scale):
    """Return how unlikely the measurements are, for the logarithm of a length scale."""
    factor = xp.linalg.cholesky(kernel(x, x, xp.exp(log_scale)) + 0.01 * xp.eye(18))
    return xp.sum(xp.linalg.solve(factor, y) ** 2) / 2 + xp.sum(xp.log(xp.diagonal(factor)))


log_scale = xp.asarray(0.0)
for _ in range(200):
    log_scale -= 0.005 * xp.grad(negative_log_likelihood)(log_scale)
scale = xp.exp(log_scale)
print(f"length scale {scale:.3f}")

points = xp.linspace(-5, 5, 200)
weights = xp.linalg.solve(kernel(x, x, scale) + 0.01 * xp.eye(18), kernel(x, points, scale))
mean = y @ weights
deviation = xp.sqrt(1 - xp.sum(kernel(x, points, scale) * weights, axis=0))

plt.figure(figsize=(6, 3.5), layout="constrained")
plt.fill_between(points, mean - 2 * deviation, mean + 2 * deviation, alpha=0.3, label="95 %")
plt.plot(points, mean, label="mean")
plt.plot(x, y, "ko", markersize=4, label="measured")
plt.figlegend(loc="outside upper center", ncols=3)
plt.savefig("gaussian_process.png")
