"""The Black-Scholes formula: prices of options, the normal distribution by a polynomial of five powers."""

import math

import torch

STEPS = 5
OPTIONS, RATE, VOLATILITY = 50_000, 0.05, 0.2
POWERS = (0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429)


def start(rng):
    """The prices of the stocks, the strikes, the times to expiry, and no prices yet."""
    spot = 50.0 + 100.0 * rng.random(OPTIONS)
    return spot, 50.0 + 100.0 * rng.random(OPTIONS), 0.1 + rng.random(OPTIONS), 0.0 * spot


def normal(np, x):
    """The normal distribution by Abramowitz and Stegun's formula 26.2.17."""
    t = 1.0 / (1.0 + 0.2316419 * np.abs(x))
    tail = sum(c * t ** (n + 1) for n, c in enumerate(POWERS))
    tail = np.exp(-0.5 * x**2) / math.sqrt(2.0 * math.pi) * tail
    return np.where(x > 0.0, 1.0 - tail, tail)


def step(np, spot, strike, time, price):
    """The prices of calls, and the next prices of the stocks."""
    spread = VOLATILITY * time**0.5
    d1 = (np.log(spot / strike) + (RATE + 0.5 * VOLATILITY**2) * time) / spread
    price = spot * normal(np, d1) - strike * np.exp(-RATE * time) * normal(np, d1 - spread)
    return spot + 0.01 * price, strike, time, price


def step_of_torch(spot, strike, time, price):
    """The same on plain tensors."""
    return step(torch, spot, strike, time, price)
