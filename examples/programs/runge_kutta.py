"""Orbits and the Lorenz attractor by the fourth-order Runge-Kutta method."""

import numpy as np


def rk4(f, y0, t):
    """Integrate y' = f(t, y) over the grid t."""
    y = np.empty((len(t), len(y0)))
    y[0] = y0
    for i in range(len(t) - 1):
        h = t[i + 1] - t[i]
        k1 = f(t[i], y[i])
        k2 = f(t[i] + h / 2, y[i] + h / 2 * k1)
        k3 = f(t[i] + h / 2, y[i] + h / 2 * k2)
        k4 = f(t[i] + h, y[i] + h * k3)
        y[i + 1] = y[i] + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y


def kepler(t, y):
    r = np.hypot(y[0], y[1])
    return np.array([y[2], y[3], -y[0] / r**3, -y[1] / r**3])


def lorenz(t, state, sigma=10.0, rho=28.0, beta=8 / 3):
    x, y, z = state
    return np.array([sigma * (y - x), x * (rho - z) - y, x * y - beta * z])


def main():
    errors = []
    for steps in (100, 200, 400):
        t, h = np.linspace(0, 2 * np.pi, steps + 1, retstep=True)
        orbit = rk4(kepler, [1.0, 0.0, 0.0, 1.0], t)
        errors.append(np.linalg.norm(orbit[-1] - orbit[0]))
        print(f"h = {h:.5f}  error = {errors[-1]:.3e}")
    print("order:", ", ".join(f"{np.log2(a / b):.2f}" for a, b in zip(errors, errors[1:])))
    energy = 0.5 * (orbit[:, 2:] ** 2).sum(axis=1) - 1 / np.hypot(*orbit[:, :2].T)
    print("energy drift %.2e" % np.ptp(energy))

    t = np.arange(0, 2, 0.01)
    path = rk4(lorenz, np.ones(3), t)
    wings = np.sign(path[:, 0])
    switches = np.flatnonzero(np.diff(wings))
    print("switches at t =", np.round(t[switches], 2))
    print("box:", path.min(axis=0).round(4), path.max(axis=0).round(4))
    return orbit[::50], path[-1], switches
