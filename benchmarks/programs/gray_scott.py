"""The Gray-Scott model of two chemicals that react and diffuse, on a torus."""

import torch

STEPS = 20
SIDE, FEED, KILL = 128, 0.037, 0.06


def start(rng):
    """The concentrations: a square of the second chemical amid the first."""
    u, v = 0.9 + 0.05 * rng.random((SIDE, SIDE)), 0.05 * rng.random((SIDE, SIDE))
    v[SIDE // 3 : SIDE // 2, SIDE // 3 : SIDE // 2] += 0.5
    return u, v


def diffused(roll, field):
    """The sum of the four neighbours, less four times the point."""
    around = roll(field, 1, 0) + roll(field, -1, 0) + roll(field, 1, 1) + roll(field, -1, 1)
    return around - 4.0 * field


def react(roll, u, v):
    """One step of Euler's method."""
    reaction = u * v**2
    u = u + 0.16 * diffused(roll, u) - reaction + FEED * (1.0 - u)
    v = v + 0.08 * diffused(roll, v) + reaction - (FEED + KILL) * v
    return u, v


def step(np, u, v):
    """One step."""
    return react(np.roll, u, v)


def step_of_torch(u, v):
    """The same on plain tensors."""
    return react(torch.roll, u, v)
