"""Compile functions and methods."""

import numpy as np

import xp_torch as xp


@xp.compile(backend="eager")
def step(x: xp.ndarray, dt: float = 0.1) -> xp.ndarray:
    return x + dt * xp.sin(x)


@xp.compile(fullgraph=True, backend="eager")
def energy(x: xp.ndarray) -> xp.ndarray:
    return xp.sum(x**2)


z = step(xp.ones(3), dt=0.2)
e: float = energy(z).item()


def old(x: np.ndarray) -> np.ndarray:
    return np.cumsum(x)


fast = xp.compile(old, backend="eager")
f: float = fast(np.ones(3))[-1].item()
print(z.shape, e, f, step.explanation)


class Model:
    def __init__(self, weights: xp.ndarray) -> None:
        self.weights = weights

    @xp.compile(backend="eager")
    def predict(self, x: xp.ndarray) -> xp.ndarray:
        return xp.matmul(x, self.weights)


print(Model(xp.ones(3)).predict(xp.ones((2, 3))).shape)
