"""Train a small network to tell two spirals apart, with gradients of nested lists of weights."""

import matplotlib.pyplot as plt

import xp_torch as xp

rng = xp.random.default_rng(5)
turn = xp.sqrt(rng.uniform(size=200)) * 3 * xp.pi
arm = xp.stack([turn * xp.cos(turn), turn * xp.sin(turn)], axis=1) / 10
points = xp.concat([arm, -arm]) + 0.03 * rng.normal(size=(400, 2))
labels = xp.repeat(xp.asarray([0.0, 1.0]), 200)


def network(layers, x):
    """Return a number for each point: positive for the second spiral."""
    for weights, bias in layers[:-1]:
        x = xp.tanh(x @ weights + bias)
    weights, bias = layers[-1]
    return (x @ weights + bias)[:, 0]


def loss(layers):
    """Return the mean cross-entropy."""
    score = network(layers, points)
    return xp.mean(xp.logaddexp(0, score) - labels * score)


layers = [(rng.normal(size=(m, n)) * 1.5 / m**0.5, xp.zeros(n)) for m, n in [(2, 24), (24, 24), (24, 1)]]
speeds = [(xp.zeros_like(w), xp.zeros_like(b)) for w, b in layers]
value_and_grad = xp.value_and_grad(loss)
for _ in range(800):
    value, slopes = value_and_grad(layers)
    for layer, speed, slope in zip(layers, speeds, slopes, strict=True):
        for weights, v, gradient in zip(layer, speed, slope, strict=True):
            v *= 0.9
            v -= 0.1 * gradient
            weights += v
print(f"loss {value.item():.4f}")

x, y = xp.meshgrid(xp.linspace(-1.1, 1.1, 150), xp.linspace(-1.1, 1.1, 150))
score = network(layers, xp.stack([x.ravel(), y.ravel()], axis=1)).reshape(x.shape)
plt.figure(figsize=(4.5, 4), layout="constrained")
plt.contourf(x, y, xp.tanh(score), levels=20, cmap="coolwarm", alpha=0.6)
plt.scatter(points[:, 0], points[:, 1], c=labels, s=8, cmap="coolwarm", edgecolors="k", linewidths=0.3)
plt.savefig("spirals.png")
