"""Great-circle distances between all pairs of places that drift over the globe."""

import torch

STEPS = 3
PLACES, RADIUS = 400, 6371.0


def start(rng):
    """Latitudes and longitudes in degrees, and the distance to the nearest other place."""
    latitude = 160.0 * rng.random(PLACES) - 80.0
    return latitude, 360.0 * rng.random(PLACES), 0.0 * latitude


def step(np, latitude, longitude, nearest):
    """The haversine formula, and a drift to the east that depends on the latitude."""
    phi, theta = np.deg2rad(latitude), np.deg2rad(longitude)
    rise, turn = phi[:, None] - phi[None, :], theta[:, None] - theta[None, :]
    h = np.sin(rise / 2.0) ** 2 + np.cos(phi)[:, None] * np.cos(phi)[None, :] * np.sin(turn / 2.0) ** 2
    distance = 2.0 * RADIUS * np.arctan2(np.sqrt(h), np.sqrt(1.0 - h))
    nearest = np.min(np.where(distance > 0.0, distance, RADIUS), axis=1)
    return latitude, (longitude + 30.0 * np.cos(phi)) % 360.0, nearest


def step_of_torch(latitude, longitude, nearest):
    """The same on plain tensors."""
    phi, theta = torch.deg2rad(latitude), torch.deg2rad(longitude)
    rise, turn = phi[:, None] - phi[None, :], theta[:, None] - theta[None, :]
    h = torch.sin(rise / 2.0) ** 2 + torch.cos(phi)[:, None] * torch.cos(phi)[None, :] * torch.sin(turn / 2.0) ** 2
    distance = 2.0 * RADIUS * torch.arctan2(torch.sqrt(h), torch.sqrt(1.0 - h))
    nearest = torch.amin(torch.where(distance > 0.0, distance, RADIUS), dim=1)
    return latitude, (longitude + 30.0 * torch.cos(phi)) % 360.0, nearest
