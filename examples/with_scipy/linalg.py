"""Dense linear algebra of scipy.linalg."""

import numpy as np
from scipy import linalg

A = np.array([[4.0, 1, 0.5], [1, 3, -1], [0.5, -1, 2]])
B = np.array([[1.0, 2], [0, 1], [3, -1]])


def solve():
    return linalg.solve(A, B), linalg.solve(A, B, assume_a="pos"), linalg.inv(A) @ B, linalg.det(A)


def lu_decomposition():
    p, l, u = linalg.lu(A)
    lu = linalg.lu_factor(A)
    return p @ l @ u - A, l, u, linalg.lu_solve(lu, B[:, 0])


def cholesky():
    c = linalg.cho_factor(A)
    return linalg.cholesky(A, lower=True), linalg.cho_solve(c, B), linalg.ldl(A)[1]


def orthogonal():
    q, r = linalg.qr(B, mode="economic")
    return q @ r, np.abs(r), linalg.qr(B, pivoting=True)[2], np.abs(linalg.rq(A)[0]), linalg.polar(A)[1]


def singular_values():
    u, s, vh = linalg.svd(B, full_matrices=False)
    return u @ np.diag(s) @ vh, linalg.diagsvd(s, 3, 2), linalg.orth(B).shape, linalg.null_space(B.T).shape


def eigenvalues():
    w, v = linalg.eigh(A)
    return w, np.abs(v), A @ v - v * w, linalg.eigvals(A + np.triu(A)), linalg.eigh(A, np.eye(3) * 2)[0]


def tridiagonal():
    d, e = np.full(5, 2.0), np.full(4, -1.0)
    banded = np.zeros((3, 5))
    banded[0, 1:], banded[1], banded[2, :-1] = e, d, e
    return (
        linalg.eigh_tridiagonal(d, e)[0],
        linalg.solve_banded((1, 1), banded, np.arange(5.0)),
        linalg.solveh_banded(banded[:2], np.arange(5.0)),
        linalg.eigvals_banded(banded[1:], lower=True),
    )


def schur():
    t, z = linalg.schur(A)
    h, q = linalg.hessenberg(A + np.triu(A), calc_q=True)
    return z @ t @ z.T, q @ h @ q.T, linalg.qz(A, np.eye(3))[0].shape


def least_squares():
    x, residues, rank, s = linalg.lstsq(B, np.array([1.0, 2, 3]))
    return x, rank, s, linalg.pinv(B), np.sum((B @ x - np.array([1.0, 2, 3])) ** 2)


def matrix_functions():
    return (
        linalg.expm(A),
        linalg.logm(A),
        linalg.sqrtm(A) @ linalg.sqrtm(A),
        linalg.sinm(A),
        linalg.funm(A, lambda x: x**2 + 1),
        linalg.expm_frechet(A, A.T)[1],
        linalg.fractional_matrix_power(A, 0.5),
        linalg.signm(A),
    )


def equations():
    Q, a = np.eye(3), -A
    return (
        linalg.solve_sylvester(A, A.T, Q),
        linalg.solve_continuous_lyapunov(a, -Q),
        linalg.solve_discrete_lyapunov(A / 10, Q),
        linalg.solve_continuous_are(a, B, Q, np.eye(2)),
        linalg.solve_discrete_are(a / 5, B, Q, np.eye(2)),
    )


def special_matrices():
    c = np.array([1.0, 2, 3])
    return (
        linalg.toeplitz(c, c * 2),
        linalg.circulant(c),
        linalg.hankel(c),
        linalg.block_diag(A, c[None], B),
        linalg.companion(c),
        linalg.vander(c) if hasattr(linalg, "vander") else np.vander(c),
        linalg.hadamard(4) @ np.arange(4.0),
        linalg.hilbert(3) * A,
        linalg.solve_toeplitz(c + np.array([5.0, 0, 0]), c),
        linalg.matmul_toeplitz((c, c * 2), B),
    )


def with_constants_of_scipy():
    H = linalg.hilbert(3)
    H += A
    return H @ A, A @ H, H - A, H < A, linalg.invhilbert(3) / A, np.linalg.solve(A, linalg.pascal(3) * 1.0)


def norms():
    return linalg.norm(A), linalg.norm(A, 1), linalg.norm(B[:, 0], np.inf), linalg.bandwidth(A), linalg.issymmetric(A)


def procrustes():
    R, scale = linalg.orthogonal_procrustes(A, np.fliplr(A))
    return R, scale, linalg.subspace_angles(A[:, :2], B), linalg.khatri_rao(A, A)


def triangular():
    L = np.tril(A)
    return (
        linalg.solve_triangular(L, B, lower=True),
        linalg.matrix_balance(A)[0],
        linalg.cdf2rdf(*linalg.eig(A + 0j))[0],
    )


def blas():
    (gemm,) = linalg.get_blas_funcs(("gemm",), (A, B))
    (getrf,) = linalg.get_lapack_funcs(("getrf",), (A,))
    return gemm(1.0, A, B), getrf(A)[0], linalg.blas.ddot(A[0], A[1])


def batches():
    stack = np.stack([A, 2 * A, A @ A])
    return linalg.inv(stack), linalg.det(stack), linalg.expm(stack / 10), linalg.solve(stack, B), linalg.svdvals(stack)
