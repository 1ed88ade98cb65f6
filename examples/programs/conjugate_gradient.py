"""Conjugate gradients, Jacobi and SOR on Poisson's equation, with their residuals."""

import numpy as np


def main():
    n = 8
    T = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    A = np.kron(T, np.eye(n)) + np.kron(np.eye(n), T)
    b = np.ones(n * n)

    def conjugate_gradient(A, b, tol=1e-10):
        x = np.zeros_like(b)
        r = b - A @ x
        p, rr = r.copy(), r @ r
        for k in range(1, len(b) + 1):
            Ap = A @ p
            alpha = rr / (p @ Ap)
            x += alpha * p
            r -= alpha * Ap
            new = r @ r
            if np.sqrt(new) < tol:
                break
            p = r + new / rr * p
            rr = new
        return x, k

    def sor(A, b, omega, sweeps):
        x = np.zeros_like(b)
        for _ in range(sweeps):
            for i in range(len(b)):
                x[i] += omega * (b[i] - A[i] @ x) / A[i, i]
        return x

    exact = np.linalg.solve(A, b)
    x, k = conjugate_gradient(A, b)
    print("CG iterations", k, "error below 1e-9:", np.linalg.norm(x - exact) < 1e-9)
    D = np.diag(A)
    y = np.zeros_like(b)
    for _ in range(100):
        y = (b - (A @ y - D * y)) / D
    print(f"Jacobi residual {np.linalg.norm(b - A @ y):.3e}")
    for omega in np.linspace(1.0, 1.6, 3):
        print(f"SOR {omega:.1f} residual {np.linalg.norm(b - A @ sor(A, b, omega, 15)):.3e}")
    print(exact.reshape(n, n)[: n // 2, : n // 2].round(3))
    return x, y, exact
