"""`scipy.sparse.linalg` accepts matrices of the package as linear operators."""

import numpy as np
import pytest
from scipy.sparse import linalg

import xp_torch as xp

A = np.diag(np.arange(1.0, 7)) + 0.1j * np.ones((6, 6))
B = np.arange(6.0)


@pytest.mark.parametrize(
    "call",
    [
        lambda a, b: linalg.aslinearoperator(a) @ b,
        lambda a, b: linalg.aslinearoperator(a).H @ b,
        lambda a, b: linalg.aslinearoperator(a).rmatmat(a),
        lambda a, b: linalg.gmres(a, b, rtol=1e-12)[0],
        lambda a, b: linalg.lsqr(a, b, atol=1e-12, btol=1e-12)[0],
        lambda a, b: abs(linalg.eigs(a, k=1, v0=np.ones(6))[0]),
        lambda a, b: linalg.onenormest(a),
    ],
)
def test_operators_are_numpys(call):
    expected = call(A, B)
    np.testing.assert_allclose(np.asarray(call(xp.asarray(A), xp.asarray(B))), expected, atol=1e-9)
