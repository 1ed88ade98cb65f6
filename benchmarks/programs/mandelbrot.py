"""The Mandelbrot set: how many steps each point of a grid stays near the origin."""

import torch

STEPS = 30
SIDE = 160


def start(rng):
    """The points, where each stands, and how long it has stayed."""
    del rng
    axis = [-2.0 + 3.0 * i / (SIDE - 1) for i in range(SIDE)]
    c = torch.complex(*torch.meshgrid(torch.tensor(axis).double(), torch.tensor(axis).double() + 0.5, indexing="xy"))
    c = c.numpy()
    return c, 0 * c, (0 * c.real).astype("int64")


def step(np, c, z, count):
    """One step of every point that is still near."""
    near = np.real(z) ** 2 + np.imag(z) ** 2 < 4.0
    z = np.where(near, z * z + c, z)
    return c, z, count + near


def step_of_torch(c, z, count):
    """The same on plain tensors."""
    near = z.real**2 + z.imag**2 < 4.0
    z = torch.where(near, z * z + c, z)
    return c, z, count + near
