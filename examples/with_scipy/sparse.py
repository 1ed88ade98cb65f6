"""Sparse arrays and their linear algebra."""

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph
from scipy.sparse import linalg as spla

ROWS = np.array([0, 0, 1, 2, 2, 2, 3])
COLUMNS = np.array([0, 2, 2, 0, 1, 2, 3])
DATA = np.array([1.0, 2, 3, 4, 5, 6, 7])
S = sparse.csr_array((DATA, (ROWS, COLUMNS)), shape=(4, 4))
V = np.array([1.0, -1, 2, 0.5])


def constructors():
    indptr = np.array([0, 2, 3, 6, 7])
    return (
        S.toarray(),
        sparse.csr_array((DATA, COLUMNS, indptr)).toarray(),
        sparse.coo_array(np.diag(V)).toarray(),
        sparse.diags_array([np.ones(3), V, -np.ones(3)], offsets=[-1, 0, 1]).toarray(),
        sparse.dia_array((np.array([V, V]), np.array([0, 1])), shape=(4, 4)).toarray(),
        sparse.bsr_array((np.ones((2, 2, 2)), np.array([0, 1]), np.array([0, 1, 2]))).toarray(),
    )


def products():
    M = np.outer(V, V)
    return S @ V, V @ S, S @ M, M @ S, S.T @ V, S.dot(V), (S @ S).toarray(), S.multiply(V).toarray()


def scaled():
    return (S * 2).toarray(), (S / V[0]).toarray(), (V[2] * S).toarray(), S.power(2).toarray(), (S * V).toarray()


def mixed_with_dense():
    M = np.ones((4, 4))
    return S + M, M + S, M - S, S.todense() * M, S == M


def largest():
    return S.maximum(np.ones((4, 4)))


def reductions():
    return S.sum(), S.sum(axis=0), S.mean(axis=1), S.max(), S.argmax(axis=1), S.diagonal(), S.trace(), S.count_nonzero()


def indexing():
    L = S.tolil()
    L[1, :3] = np.array([9.0, 8, 7])
    mask = np.array([True, False, True, False])
    return (
        L.toarray(),
        S[np.array([2, 0])].toarray(),
        S[mask].toarray(),
        S[:, np.array([1])].toarray(),
        S[2, 1],
    )


def assigned_elements():
    C = S.copy()
    C[np.array([0, 1]), np.array([0, 2])] = np.array([5.0, 6.0])
    return C.toarray()


def structure():
    indptr, indices, data = S.indptr, S.indices, S.data
    data2 = data * V[np.repeat(np.arange(4), np.diff(indptr))]
    return sparse.find(S), data2, sparse.kron(S, np.eye(2)).toarray(), sparse.tril(S).toarray(), np.asarray(indices) + 1


def stacked():
    block = sparse.block_array([[S, None], [None, sparse.coo_array(np.eye(2))]])
    return block.toarray(), sparse.hstack([S, S]).toarray(), sparse.vstack([S, np.ones((1, 4))]).toarray()


def direct_solvers():
    A = sparse.csc_array(S + sparse.eye_array(4) * 10)
    return (
        spla.spsolve(A, V),
        spla.spsolve(A, np.eye(4)),
        spla.inv(A).toarray(),
        spla.spsolve_triangular(sparse.tril(A, format="csr"), V),
    )


def lu_factors():
    return spla.splu(sparse.csc_array(S + sparse.eye_array(4) * 10)).solve(V)


def poisson():
    n = 20
    A = sparse.diags_array([-np.ones(n - 1), 2 * np.ones(n), -np.ones(n - 1)], offsets=[-1, 0, 1], format="csr")
    b = np.sin(np.arange(n))
    solvers = spla.cg, spla.bicgstab, spla.gmres, spla.minres
    return [np.linalg.norm(A @ f(A, b, rtol=1e-10)[0] - b) < 1e-7 for f in solvers], spla.cg(
        A, b, x0=np.ones(n), rtol=1e-12
    )[0]


def preconditioned():
    A = np.diag(np.arange(1.0, 11)) + 0.1
    M = spla.LinearOperator((10, 10), matvec=lambda x: x / np.diag(A))
    steps = []
    x, info = spla.cg(A, np.ones(10), M=M, rtol=1e-12, callback=lambda xk: steps.append(np.linalg.norm(xk)))
    return x, info, len(steps) > 2


def operators():
    A = np.array([[1.0, 2], [3, 4], [5, 6]])
    op = spla.LinearOperator((3, 2), matvec=lambda v: A @ v, rmatvec=lambda v: A.T @ v)
    return (
        op @ np.array([1.0, 2]),
        op.T @ np.ones(3),
        spla.lsqr(op, np.array([1.0, 2, 3]))[0],
        spla.lsmr(op, np.array([1.0, 2, 3]))[0],
        spla.aslinearoperator(A).matmat(np.eye(2)),
        spla.svds(op, k=1, v0=np.ones(2))[1],
    )


def eigenvalues():
    A = np.diag(np.arange(1.0, 21)) + 0.01 * np.ones((20, 20))
    op = spla.LinearOperator((20, 20), matvec=lambda x: A @ x, dtype=float)
    values, vectors = spla.eigsh(op, k=3, which="LM", v0=np.ones(20))
    return (
        values,
        np.linalg.norm(A @ vectors - vectors * values) < 1e-6,
        np.sort(spla.eigs(A, k=2, v0=np.ones(20))[0].real),
        spla.eigsh(sparse.csc_array(A), k=2, sigma=0, v0=np.ones(20))[0],
        spla.lobpcg(A, np.cos(np.outer(np.arange(20), np.array([1, 2]))), largest=False, tol=1e-6, maxiter=100)[
            0
        ].round(3),
    )


def exponentials():
    return spla.expm_multiply(S / 10, V), spla.expm(S.tocsc() / 10).toarray(), spla.norm(S), spla.onenormest(S)


def graphs():
    weights = np.array([[0, 2, 0, 6], [2, 0, 3, 8], [0, 3, 0, 0], [6, 8, 0, 0]])
    distance, before = csgraph.dijkstra(weights, indices=0, return_predecessors=True)
    return (
        distance,
        before,
        csgraph.minimum_spanning_tree(weights).toarray(),
        csgraph.connected_components(weights > 5),
        csgraph.shortest_path(weights),
        csgraph.laplacian(weights),
        csgraph.breadth_first_order(weights, 0)[0],
        csgraph.maximum_bipartite_matching(sparse.csr_array(weights)),
        csgraph.floyd_warshall(sparse.csr_array(weights)) + weights,
    )
