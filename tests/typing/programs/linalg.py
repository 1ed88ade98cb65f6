"""Decompose matrices and solve equations."""

import xp_torch as xp

a = xp.eye(3) * 2
u, s, vh = xp.linalg.svd(a, full_matrices=False)
q, r = xp.linalg.qr(a)
w, v = xp.linalg.eigh(a)
sign, logdet = xp.linalg.slogdet(a)
x = xp.linalg.solve(a, xp.ones(3))
n: float = xp.linalg.norm(x).item()
det: float = float(xp.linalg.det(a))
rank: int = xp.linalg.matrix_rank(a).item()
sol, res, rk, sv = xp.linalg.lstsq(a, xp.ones(3))
L = xp.linalg.cholesky(a)
print((u * s) @ vh - a, q @ r, w, v, sign, logdet, n, det, rank, sol, L.mT)
print(xp.linalg.eigh(a).eigenvalues, xp.linalg.svd(a).U)
try:
    xp.linalg.inv(xp.zeros((2, 2)))
except xp.linalg.LinAlgError as error:
    print(error)
