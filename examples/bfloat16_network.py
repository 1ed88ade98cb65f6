"""Train a small network in bfloat16, with float32 copies of its weights.

The products and their gradients are computed in bfloat16, which takes half the memory and, on hardware that has it, a
fraction of the time. A step changes a weight by less than bfloat16 can hold, though, so the steps are added to float32
copies, the master weights, of which every step makes new bfloat16 weights.

    python examples/bfloat16_network.py
"""

import argparse
import itertools

import xp_torch as xp


def make_data(rng, n):
    """Return points of the plane, and whether each is in a disk."""
    points = rng.uniform(-1.0, 1.0, (n, 2))
    radius = xp.sqrt(xp.sum(points**2, axis=1))
    return points, radius < 0.7


def make_weights(rng, sizes):
    """Return the weights and offsets of the layers."""
    layers = []
    for rows, columns in itertools.pairwise(sizes):
        layers += [rng.normal(size=(rows, columns)) * (2.0 / rows) ** 0.5, xp.zeros(columns)]
    return layers


def predict(weights, x):
    """Return the logarithm of the odds of each point."""
    *hidden, last, offset = weights
    for w, b in zip(hidden[::2], hidden[1::2], strict=True):
        x = xp.maximum(x @ w + b, 0.0)
    return (x @ last + offset)[:, 0]


def loss(weights, x, inside):
    """Return the mean logistic loss; `mean` adds in float32."""
    score = predict(weights, x)
    return xp.mean(xp.logaddexp(0.0, xp.where(inside, -score, score)))


def train(x, inside, weights, dtype, master, steps, rate):
    """Return the weights after gradient descent with products in `dtype` and weights kept in `master`."""
    gradients = xp.grad(loss)
    x, weights = x.astype(dtype), [w.astype(master) for w in weights]
    for _ in range(steps):
        slopes = gradients([w.astype(dtype) for w in weights], x, inside)
        weights = [w - rate * slope.astype(master) for w, slope in zip(weights, slopes, strict=True)]
    return weights


def main():
    """Train three times from the same weights and print the losses, computed in float32."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--rate", type=float, default=0.2)
    asked = parser.parse_args()
    with xp.set_default_dtype("float32"):
        rng = xp.random.default_rng(0)
        x, inside = make_data(rng, 500)
        start = make_weights(rng, (2, 32, 1))
        print(f"{'products':10} {'weights':10} {'loss':>8} {'right':>7}")
        for dtype, master in (("float32", "float32"), ("bfloat16", "float32"), ("bfloat16", "bfloat16")):
            weights = [w.astype("float32") for w in train(x, inside, start, dtype, master, asked.steps, asked.rate)]
            right = xp.mean((predict(weights, x) > 0) == inside)
            print(f"{dtype:10} {master:10} {float(loss(weights, x, inside)):8.4f} {float(right):7.1%}")


if __name__ == "__main__":
    main()
