"""A search for the period of events: how well each trial period aligns their phases."""

import torch

STEPS = 3
EVENTS, TRIALS = 1_000, 100


def start(rng):
    """The times of the events, and the trial periods with their strengths."""
    times = 7.5 * rng.integers(0, 100, EVENTS) + rng.standard_normal(EVENTS) ** 2
    periods = 5.0 + 5.0 * rng.random(TRIALS)
    return times, periods, 0.0 * periods


def step(np, times, periods, strength):
    """Fold the times by each period: cycles, phases, and the length of the mean vector of the phases."""
    cycles = times[:, None] // periods[None, :]
    phase = (times[:, None] % periods[None, :]) / periods[None, :]
    angle = 6.283185307179586 * phase
    weight = np.exp(-0.01 * cycles)
    x, y = np.sum(weight * np.cos(angle), axis=0), np.sum(weight * np.sin(angle), axis=0)
    return times, periods, np.sqrt(x**2 + y**2) / np.sum(weight, axis=0)


def step_of_torch(times, periods, strength):
    """The same on plain tensors."""
    cycles = times[:, None] // periods[None, :]
    phase = (times[:, None] % periods[None, :]) / periods[None, :]
    angle = 6.283185307179586 * phase
    weight = torch.exp(-0.01 * cycles)
    x, y = torch.sum(weight * torch.cos(angle), dim=0), torch.sum(weight * torch.sin(angle), dim=0)
    return times, periods, torch.sqrt(x**2 + y**2) / torch.sum(weight, dim=0)
