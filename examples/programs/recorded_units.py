"""Classes around arrays: a record with arrays, a path read by `__array__`, and a logarithm that takes ufuncs."""

import dataclasses
import json
import pickle

import numpy as np


@dataclasses.dataclass
class State:
    """Positions and velocities of points."""

    position: np.ndarray
    velocity: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(2))

    def step(self, dt):
        """Return the state after `dt`."""
        return dataclasses.replace(self, position=self.position + dt * self.velocity)


class Path:
    """Points of the plane, which NumPy's functions take as an array."""

    def __init__(self, points):
        self.points = np.asarray(points, dtype=float)

    def __array__(self, dtype=None, copy=None):
        return self.points.__array__(dtype)

    def __iter__(self):
        return iter(self.points)


class Decibels:
    """A level that ufuncs and operators of arrays add as powers."""

    def __init__(self, level):
        self.level = level

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if ufunc.__name__ not in ("add", "maximum") or method != "__call__":
            return NotImplemented
        powers = [10 ** (getattr(x, "level", x) / 10) for x in inputs]
        return Decibels(10 * np.log10((sum if ufunc.__name__ == "add" else max)(powers)))


def main():
    state = State(np.array([1.0, 2.0]), np.array([0.5, -0.5])).step(2).step(1)
    print(state.position, json.dumps({name: value.tolist() for name, value in vars(state).items()}))
    again = pickle.loads(pickle.dumps(state.position))
    print(type(again).__name__, np.array_equal(again, state.position), isinstance(again, np.ndarray))

    path = Path([(0, 0), (3, 4), (3, 10)])
    lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
    print(lengths, np.mean(path, axis=0), np.array(path, dtype=int).sum(), [point.sum().item() for point in path])
    print(np.concatenate([path, path]).shape, np.add(path, 1)[0], path.points + path)

    level = np.array(60.0)[()] + Decibels(60.0)
    print(f"{level.level:.3f} {np.add(level, 66.0).level:.3f} {np.maximum(70.0, level).level:.1f}")
    try:
        np.ones(2) * level
    except TypeError as error:
        print("error:", str(error).partition(" from")[0])
    seen = {}
    for x, y in path.points.tolist() + [[3.0, 4.0]]:
        seen[x, y] = seen.get((x, y), 0) + 1
    print(seen, {value.item() for value in lengths})
    return state.position, lengths, again
