"""Keep arrays in a dataclass."""

from dataclasses import dataclass, field

import numpy as np

import xp_torch as xp


@dataclass
class Particles:
    position: xp.ndarray
    velocity: xp.ndarray
    mass: float = 1.0
    history: list[float] = field(default_factory=list[float])

    def energy(self) -> float:
        value: float = (0.5 * self.mass * xp.sum(self.velocity**2)).item()
        return value

    def step(self, dt: float) -> "Particles":
        return Particles(self.position + dt * self.velocity, self.velocity, self.mass, [*self.history, self.energy()])


p = Particles(xp.zeros((3, 2)), xp.ones((3, 2)))
p = p.step(0.1)
centers = {"a": p.position.mean(axis=0), "b": xp.median(p.position, axis=0)}
for name, center in centers.items():
    x, y = center
    print(name, float(x), round(float(y), 2), center.sum())
host: np.ndarray = np.asarray(p.position)


def norm(v: xp.ndarray) -> float:
    return float(xp.sqrt(xp.dot(v, v)))


indices: list[int] = [int(i) for i in xp.argsort(p.position[:, 0])]
ordered = sorted([2, 1], key=lambda i: p.position[i, 0].item())
values: list[float] = p.position[:, 0].tolist()
print(host.shape, indices, ordered, values, norm(p.position[0]))
