"""A natural cubic spline through points, its derivative, and polynomial fits beside it."""

import numpy as np


def main():
    x = np.array([0.0, 1.0, 2.5, 3.0, 4.5, 6.0])
    y = np.array([0.0, 0.8, 0.6, 0.1, -0.9, -0.3])
    h, slope = np.diff(x), np.diff(y) / np.diff(x)
    n = len(x)
    A = np.zeros((n, n))
    A[0, 0] = A[-1, -1] = 1
    rows = np.arange(1, n - 1)
    A[rows, rows - 1], A[rows, rows], A[rows, rows + 1] = h[:-1], 2 * (h[:-1] + h[1:]), h[1:]
    m = np.linalg.solve(A, np.concatenate(([0], 6 * np.diff(slope), [0])))

    def spline(t):
        t = np.asarray(t)
        k = np.clip(np.searchsorted(x, t, side="right") - 1, 0, n - 2)
        l, r = t - x[k], x[k + 1] - t
        value = (m[k] * r**3 + m[k + 1] * l**3) / (6 * h[k])
        return value + (y[k] / h[k] - m[k] * h[k] / 6) * r + (y[k + 1] / h[k] - m[k + 1] * h[k] / 6) * l

    t = np.linspace(0, 6, 13)
    print("through the points", np.allclose(spline(x), y))
    print(np.c_[t, spline(t), np.interp(t, x, y)].round(4))
    for degree in range(1, 5):
        p = np.polyfit(x, y, degree)
        print(degree, np.poly1d(p.round(3)), f"rms {np.sqrt(np.mean((np.polyval(p, x) - y) ** 2)):.4f}", sep="\n")
    print("scalar", float(spline(1.7)).__round__(6))
    return m, spline(t)
