"""opt_einsum contracts arrays of this package: it finds the functions in the module of their class."""

import numpy as np
import pytest
import torch

import xp_torch as xp

oe = pytest.importorskip("opt_einsum")

A, B = np.arange(6.0).reshape(2, 3), np.ones((2, 4))
CONTRACTIONS = {
    "two": lambda a, b: oe.contract("ij,kj->ik", a, a),
    "three": lambda a, b: oe.contract("ij,kj,kl->il", a, a, b),
    "a NumPy array in front": lambda a, b: oe.contract("ij,kj,kl->il", A, a, b),
    "trace": lambda a, b: oe.contract("ii->", a[:, :2]),
    "outer": lambda a, b: oe.contract("a,b->ab", a[0], b[0]),
    "elements": lambda a, b: oe.contract(",->", a[0, 1], b[0, 0]),
    "interleaved": lambda a, b: oe.contract(a, [0, 1], a, [2, 1], [0, 2]),
    "ellipsis": lambda a, b: oe.contract("...j,kj->...k", a, a),
    "expression": lambda a, b: oe.contract_expression("ij,kj,kl->il", (2, 3), (2, 3), (2, 4))(a, a, b),
    "constants": lambda a, b: oe.contract_expression("ij,kj,kl->il", A, (2, 3), b, constants=[0, 2])(a),
}


@pytest.mark.parametrize("name", CONTRACTIONS)
def test_contractions_return_our_arrays(name):
    result, expected = CONTRACTIONS[name](xp.asarray(A), xp.asarray(B)), CONTRACTIONS[name](A, B)
    assert isinstance(result, xp.ndarray)
    np.testing.assert_allclose(np.asarray(result), expected)


def test_numpy_arrays_with_our_backend():
    assert isinstance(oe.contract("ij,kj->ik", A, A, backend="xp_torch"), xp.ndarray)


def test_shared_intermediates_and_gradients():
    x = xp.asarray(torch.ones(2, 3, dtype=torch.float64, requires_grad=True))
    with oe.shared_intermediates():
        oe.contract("ij,kj,kl->", x, A, B).tensor.backward()
    assert x.tensor.grad.tolist() == [[12.0, 20.0, 28.0]] * 2
