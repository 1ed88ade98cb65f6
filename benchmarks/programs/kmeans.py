"""Lloyd's algorithm: assign points to the nearest centre, move each centre to its points' mean."""

import torch

STEPS = 10
POINTS, CENTRES, FEATURES = 2_000, 8, 4


def start(rng):
    """The points and the first centres."""
    points = rng.standard_normal((POINTS, FEATURES))
    return points, points[:CENTRES].copy()


def step(np, points, centres):
    """One assignment and one move."""
    offsets = points[:, None, :] - centres[None, :, :]
    nearest = np.argmin(np.sum(offsets * offsets, axis=2), axis=1)
    members = (nearest[:, None] == np.arange(centres.shape[0])[None, :]).astype(np.float64)
    counts = np.maximum(np.sum(members, axis=0), 1.0)
    return points, np.matmul(members.T, points) / counts[:, None]


def step_of_torch(points, centres):
    """The same on plain tensors."""
    offsets = points[:, None, :] - centres[None, :, :]
    nearest = torch.argmin(torch.sum(offsets * offsets, dim=2), dim=1)
    members = (nearest[:, None] == torch.arange(centres.shape[0])[None, :]).to(points.dtype)
    counts = torch.clamp_min(torch.sum(members, dim=0), 1.0)
    return points, (members.T @ points) / counts[:, None]
