"""The decompositions of `linalg`: shapes, dtypes, and that the factors multiply back."""

import numpy as np
import pytest
from support.cases import cases
from support.linear_algebra_cases import ANY, FLOATS, SQUARE, hermitian, matrices
from support.oracle import close

import xp_torch as xp
from xp_torch import linalg


@pytest.mark.parametrize("mode", ["full", "f", "economic", "e"])
def test_modes_of_qr_that_are_deprecated(mode):
    a = matrices(np.float64, (3, 2))
    with pytest.warns(DeprecationWarning, match="use mode"):
        ours = linalg.qr(xp.asarray(a), mode=mode)
    with pytest.warns(DeprecationWarning, match="deprecated"):
        theirs = np.linalg.qr(a, mode=mode)
    assert len(ours) == len(theirs)
    for mine, oracle in zip(ours, theirs, strict=True):
        close(mine, oracle)


@pytest.mark.parametrize("dtype", FLOATS)
@cases("shape", ANY)
@cases("full", [True, False])
def test_svd_and_qr_multiply_back(dtype, shape, full):
    a = matrices(dtype, shape)
    u, s, vh = linalg.svd(xp.asarray(a), full_matrices=full)
    expected = np.linalg.svd(a, full_matrices=full)
    for found, wanted in zip((u, s, vh), expected, strict=True):
        assert found.shape == wanted.shape
        assert found.dtype == wanted.dtype
        assert not found.tensor.is_conj()
    k = s.shape[-1]
    product = u.tensor[..., :k] * s.tensor[..., None, :] @ vh.tensor[..., :k, :]
    np.testing.assert_allclose(np.asarray(product), a, atol=1e-4)
    q, r = linalg.qr(xp.asarray(a), mode="complete" if full else "reduced")
    np.testing.assert_allclose(np.asarray(q.tensor @ r.tensor), a, atol=1e-4)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [s for s in SQUARE if s != (0, 0)])
def test_eigenvectors_belong_to_eigenvalues(dtype, shape):
    a = matrices(dtype, shape)
    values, vectors = linalg.eig(xp.asarray(a))
    assert values.tensor.is_complex()
    assert vectors.dtype == values.dtype == np.result_type(dtype, np.complex64)
    left = xp.asarray(a).tensor.to(values.tensor.dtype) @ vectors.tensor
    np.testing.assert_allclose(np.asarray(left), np.asarray(vectors.tensor * values.tensor[..., None, :]), atol=1e-4)
    close(linalg.eigvals(xp.asarray(a)), np.asarray(values.tensor))
    h = hermitian(dtype, shape)
    values, vectors = linalg.eigh(xp.asarray(h))
    back = vectors.tensor * values.tensor[..., None, :] @ vectors.tensor.mH
    np.testing.assert_allclose(np.asarray(back), h, atol=1e-3)
    u, s, vh = linalg.svd(xp.asarray(h - 4 * np.eye(shape[-1], dtype=dtype)), hermitian=True)
    back = u.tensor * s.tensor[..., None, :] @ vh.tensor
    np.testing.assert_allclose(np.asarray(back), h - 4 * np.eye(shape[-1]), atol=1e-3)
