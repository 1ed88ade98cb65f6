"""Trapezoid, Simpson, Romberg and Gauss-Legendre quadrature of a smooth function."""

import math

import numpy as np


def main():
    def f(x):
        return np.exp(-x) * np.cos(3 * x)

    exact = (1 + math.exp(-2.0) * (3 * math.sin(6.0) - math.cos(6.0))) / 10
    print("exact %.12f" % exact)
    for n in (8, 16, 32):
        x = np.linspace(0, 2, n + 1)
        y = f(x)
        trapezoid = np.trapezoid(y, x)
        simpson = (x[1] - x[0]) / 3 * (y[0] + y[-1] + 4 * y[1:-1:2].sum() + 2 * y[2:-1:2].sum())
        print(f"{n:3d} {trapezoid - exact:+.3e} {simpson - exact:+.3e}")

    R = np.full((6, 6), np.nan)
    for i in range(6):
        x = np.linspace(0, 2, 2**i + 1)
        R[i, 0] = np.trapezoid(f(x), x)
        for j in range(1, i + 1):
            R[i, j] = R[i, j - 1] + (R[i, j - 1] - R[i - 1, j - 1]) / (4**j - 1)
    print(R.round(6))
    beta = 0.5 / np.sqrt(1 - (2 * np.arange(1, 10)) ** -2.0)
    nodes, vectors = np.linalg.eigh(np.diag(beta, 1) + np.diag(beta, -1))
    gauss = 2 * (vectors[0] ** 2 @ f(nodes + 1))
    print("Gauss error below 1e-9", abs(gauss - exact) < 1e-9)
    return R[-1], nodes
