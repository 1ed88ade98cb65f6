"""Explicit and Crank-Nicolson steps of the heat equation on a rod, against the exact solution."""

import numpy as np


def main():
    n, steps, dt = 41, 200, 2e-4
    x, dx = np.linspace(0.0, 1.0, n, retstep=True)
    r = dt / dx**2
    u = np.sin(np.pi * x)
    v = u.copy()

    lower = np.diag(np.full(n - 3, -r / 2), -1)
    A = np.eye(n - 2) * (1 + r) + lower + lower.T
    B = 2 * np.eye(n - 2) - A
    for _ in range(steps):
        u[1:-1] += r * (u[2:] - 2 * u[1:-1] + u[:-2])
        v[1:-1] = np.linalg.solve(A, B @ v[1:-1])

    exact = np.exp(-(np.pi**2) * steps * dt) * np.sin(np.pi * x)
    for name, values in (("explicit", u), ("implicit", v)):
        error = np.abs(values - exact).max()
        print(f"{name:>9}: error {error:.2e}, centre {values[n // 2]:.6f}")
    print(np.array2string(u[::8], precision=4, suppress_small=True))
    return u, v
