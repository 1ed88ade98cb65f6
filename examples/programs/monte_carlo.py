"""Monte Carlo estimates with antithetic and stratified draws."""

from math import erf, exp, log, sqrt

import numpy as np


def exact_price(spot=100.0, strike=105.0, rate=0.02, volatility=0.25):
    """Return the price of Black and Scholes for one year."""
    d = (log(spot / strike) + rate) / volatility + 0.5 * volatility
    below = lambda x: 0.5 + 0.5 * erf(x / sqrt(2))
    return spot * below(d) - strike * exp(-rate) * below(d - volatility)


def price(normals, spot=100.0, strike=105.0, rate=0.02, volatility=0.25, years=1.0):
    """Return the discounted payoffs of a call."""
    drift = (rate - 0.5 * volatility**2) * years
    final = spot * np.exp(drift + volatility * np.sqrt(years) * normals)
    return np.exp(-rate * years) * np.maximum(final - strike, 0)


def report(name, samples, exact):
    mean, error = samples.mean(), samples.std(ddof=1) / np.sqrt(samples.size)
    inside = "inside" if abs(mean - exact) < 3 * error else "OUTSIDE"
    print(f"{name:<12} {mean:9.5f} +- {error:.5f} {inside}")
    return mean


def main():
    rng = np.random.default_rng(2024)
    n = 4000
    points = rng.uniform(-1, 1, size=(2, n))
    hits = np.count_nonzero((points**2).sum(axis=0) <= 1)
    print(f"pi is about {4 * hits / n:.4f} ({hits} of {n})")
    running = 4 * np.cumsum((points**2).sum(axis=0) <= 1) / np.arange(1, n + 1)
    print("running:", *(f"{running[k - 1]:.3f}" for k in (10, 100, 1000, n)))

    z = rng.standard_normal(n)
    exact = exact_price()
    plain = report("plain", price(z), exact)
    antithetic = report("antithetic", (price(z) + price(-z)) / 2, exact)
    control = np.exp(0.25 * z - 0.25**2 / 2)
    payoff = price(z)
    beta = np.cov(payoff, control)[0, 1] / control.var(ddof=1)
    controlled = report("control", payoff - beta * (control - 1), exact)

    strata = (np.arange(50)[:, np.newaxis] + rng.random((50, 40))) / 50
    means = np.sin(np.pi * strata).mean(axis=1)
    print(f"integral {means.mean():.6f}, exact {2 / np.pi:.6f}, error {np.sqrt(means.var() / means.size):.1e}")
    return hits, plain, antithetic, controlled, means
