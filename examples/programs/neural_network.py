"""A small neural network with classes for its layers, trained by momentum, saved and loaded again."""

import copy
import functools
import io
import json

import numpy as np


class Layer:
    """An affine layer with rectified outputs."""

    def __init__(self, inputs, outputs, rng):
        self.params = {"W": rng.standard_normal((inputs, outputs)) * np.sqrt(2 / inputs), "b": np.zeros(outputs)}
        self.steps = {name: np.zeros_like(value) for name, value in self.params.items()}

    def __call__(self, x):
        self.x, self.z = x, x @ self.params["W"] + self.params["b"]
        return np.maximum(self.z, 0)

    def backward(self, g):
        """Return the gradient of the inputs; keep those of the parameters."""
        g = g * (self.z > 0)
        self.grads = {"W": self.x.T @ g, "b": g.sum(axis=0)}
        return g @ self.params["W"].T

    def update(self, rate, momentum=0.9):
        """Move the parameters in place."""
        for name, value in self.params.items():
            self.steps[name] *= momentum
            self.steps[name] -= rate * self.grads[name]
            value += self.steps[name]


def main():
    rng = np.random.default_rng(0)
    X = rng.random((40, 2))
    target = (X.sum(axis=1, keepdims=True) > 1).astype(float)
    net = [Layer(2, 8, rng), Layer(8, 1, rng)]
    start = copy.deepcopy(net)
    losses = []
    for _ in range(60):
        error = functools.reduce(lambda x, layer: layer(x), net, X) - target
        losses.append(np.mean(error**2).item())
        functools.reduce(lambda g, layer: layer.backward(g), reversed(net), 2 * error / len(X))
        for layer in net:
            layer.update(0.05)
    print(" ".join(f"{loss:.5f}" for loss in losses[::10]), json.dumps({"steps": len(losses)}))
    moved = [np.linalg.norm(new.params["W"] - old.params["W"]).round(5) for new, old in zip(net, start)]
    print("weights", sum(p.size for layer in net for p in layer.params.values()), "moved by", *moved)

    file = io.BytesIO()
    np.savez(file, **{f"{i}{name}": value for i, layer in enumerate(net) for name, value in layer.params.items()})
    file.seek(0)
    with np.load(file) as loaded:
        print({name: loaded[name].shape for name in sorted(loaded.files)})
        assert np.array_equal(loaded["0W"], net[0].params["W"])
    output = functools.reduce(lambda x, layer: layer(x), net, X)
    table = np.zeros((2, 2), int)
    np.add.at(table, (target.ravel().astype(int), (output.ravel() > 0.5).astype(int)), 1)
    print(table, f"accuracy {table.trace() / table.sum():.1%}")
    return losses, output, table, net[0].params["W"]
