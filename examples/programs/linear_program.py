"""Two optimizers from scratch: the simplex method on a tableau, and BFGS on Rosenbrock's function."""

import numpy as np


def main():
    c = np.array([3.0, 5.0, 4.0])
    A = np.array([[2.0, 3.0, 0.0], [0.0, 2.0, 5.0], [3.0, 2.0, 4.0]])
    b = np.array([8.0, 10.0, 15.0])
    m, n = A.shape
    tableau = np.block([[A, np.eye(m), b[:, np.newaxis]], [-c, np.zeros(m + 1)]])
    basis = np.arange(n, n + m)
    while (tableau[-1, :-1] < -1e-12).any():
        j = tableau[-1, :-1].argmin()
        column = tableau[:-1, j]
        ratio = np.full(m, np.inf)
        np.divide(tableau[:-1, -1], column, out=ratio, where=column > 1e-12)
        i = np.argmin(ratio)
        basis[i] = j
        tableau[i] /= tableau[i, j]
        others = np.arange(m + 1) != i
        tableau[others] -= np.outer(tableau[others, j], tableau[i])
    x = np.zeros(n + m)
    x[basis] = tableau[:-1, -1]
    print("optimum", tableau[-1, -1].round(6), "at", x[:n].round(6), "basis", basis)

    def f(x):
        return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

    def gradient(x):
        g = np.zeros_like(x)
        inner = x[1:] - x[:-1] ** 2
        g[:-1] -= 400 * x[:-1] * inner + 2 * (1 - x[:-1])
        g[1:] += 200 * inner
        return g

    x, H = np.array([-1.2, 1.0, 0.5]), np.eye(3)
    g = gradient(x)
    for k in range(200):
        p, t = -H @ g, 1.0
        while f(x + t * p) > f(x) + 1e-4 * t * (g @ p):
            t /= 2
        s = t * p
        new = gradient(x + s)
        y, x, g = new - g, x + s, new
        if np.linalg.norm(g) < 1e-7:
            break
        rho = 1 / (y @ s)
        V = np.eye(3) - rho * np.outer(s, y)
        H = V @ H @ V.T + rho * np.outer(s, s)
    print("minimum at", x.round(5), "converged", k < 199)
    return tableau, x
