"""Bodies that attract each other, moved by the leapfrog rule."""

import torch

STEPS = 20
BODIES, TIME, SOFT = 32, 0.01, 0.1


def start(rng):
    """Positions, velocities and masses."""
    return rng.standard_normal((BODIES, 3)), rng.standard_normal((BODIES, 3)), rng.random(BODIES) / BODIES


def step(np, position, velocity, mass):
    """Half a drift, a kick, and the other half."""
    position = position + 0.5 * TIME * velocity
    apart = position[None, :, :] - position[:, None, :]
    distance = np.sqrt(np.sum(apart**2, axis=-1) + SOFT**2)
    pull = np.sum(apart * (mass[None, :] / distance**3)[:, :, None], axis=1)
    velocity = velocity + TIME * pull
    return position + 0.5 * TIME * velocity, velocity, mass


def step_of_torch(position, velocity, mass):
    """The same on plain tensors."""
    position = position + 0.5 * TIME * velocity
    apart = position[None, :, :] - position[:, None, :]
    distance = torch.sqrt(torch.sum(apart**2, dim=-1) + SOFT**2)
    pull = torch.sum(apart * (mass[None, :] / distance**3)[:, :, None], dim=1)
    velocity = velocity + TIME * pull
    return position + 0.5 * TIME * velocity, velocity, mass
