"""Stable fluids: smoke carried by a velocity that a pressure keeps free of divergence, on a torus."""

import torch

STEPS = 3
SIDE, SWEEPS, TIME = 64, 10, 0.1


def start(rng):
    """The velocity's two components and the smoke."""
    u, v = rng.standard_normal((2, SIDE, SIDE))
    smoke = rng.random((SIDE, SIDE))
    return u, v, smoke


def carried(np, field, u, v):
    """`field` where it comes from: bilinear interpolation at the points upstream."""
    rows, columns = np.meshgrid(np.arange(SIDE), np.arange(SIDE), indexing="ij")
    x, y = rows - TIME * SIDE * u, columns - TIME * SIDE * v
    left, top = np.floor(x), np.floor(y)
    a, b = x - left, y - top
    i, j = left.astype(np.int64) % SIDE, top.astype(np.int64) % SIDE
    k, m = (i + 1) % SIDE, (j + 1) % SIDE
    near = (1 - b) * field[i, j] + b * field[i, m]
    far = (1 - b) * field[k, j] + b * field[k, m]
    return (1 - a) * near + a * far


def step(np, u, v, smoke):
    """Carry, push upwards where there is smoke, and project."""
    u, v, smoke = carried(np, u, u, v), carried(np, v, u, v), carried(np, smoke, u, v)
    v = v + TIME * smoke
    divergence = np.roll(u, -1, axis=0) - np.roll(u, 1, axis=0) + np.roll(v, -1, axis=1) - np.roll(v, 1, axis=1)
    pressure = np.zeros_like(divergence)
    for _ in range(SWEEPS):
        around = np.roll(pressure, 1, axis=0) + np.roll(pressure, -1, axis=0)
        around = around + np.roll(pressure, 1, axis=1) + np.roll(pressure, -1, axis=1)
        pressure = (around - 0.5 * divergence) / 4.0
    u = u - 0.5 * (np.roll(pressure, -1, axis=0) - np.roll(pressure, 1, axis=0))
    v = v - 0.5 * (np.roll(pressure, -1, axis=1) - np.roll(pressure, 1, axis=1))
    return u, v, smoke


def carried_by_torch(field, u, v):
    """`carried` on plain tensors."""
    rows, columns = torch.meshgrid(torch.arange(SIDE), torch.arange(SIDE), indexing="ij")
    x, y = rows - TIME * SIDE * u, columns - TIME * SIDE * v
    left, top = torch.floor(x), torch.floor(y)
    a, b = x - left, y - top
    i, j = left.long() % SIDE, top.long() % SIDE
    k, m = (i + 1) % SIDE, (j + 1) % SIDE
    near = (1 - b) * field[i, j] + b * field[i, m]
    far = (1 - b) * field[k, j] + b * field[k, m]
    return (1 - a) * near + a * far


def step_of_torch(u, v, smoke):
    """The same on plain tensors."""
    roll = torch.roll
    u, v, smoke = carried_by_torch(u, u, v), carried_by_torch(v, u, v), carried_by_torch(smoke, u, v)
    v = v + TIME * smoke
    divergence = roll(u, -1, 0) - roll(u, 1, 0) + roll(v, -1, 1) - roll(v, 1, 1)
    pressure = torch.zeros_like(divergence)
    for _ in range(SWEEPS):
        around = roll(pressure, 1, 0) + roll(pressure, -1, 0)
        around = around + roll(pressure, 1, 1) + roll(pressure, -1, 1)
        pressure = (around - 0.5 * divergence) / 4.0
    u = u - 0.5 * (roll(pressure, -1, 0) - roll(pressure, 1, 0))
    v = v - 0.5 * (roll(pressure, -1, 1) - roll(pressure, 1, 1))
    return u, v, smoke
