"""The norms, condition number and rank of `linalg` beside NumPy's."""

import itertools

import numpy as np
import pytest
from support.cases import cases
from support.linear_algebra_cases import FLOATS, INF, matrices
from support.oracle import close

import xp_torch as xp
from xp_torch import linalg

VECTOR_ORDERS = [2, 1, 0, INF, -INF, -1, -2, 3, 0.5, -1.5]


@pytest.mark.parametrize("dtype", ["int8", "uint64", "bool", "float16", *FLOATS])
@cases("order", VECTOR_ORDERS)
def test_vector_norm_for_every_order(dtype, order):
    kind = np.dtype(dtype)
    a = (matrices(kind if kind.kind in "fc" else "float64", (2, 3, 4)) * 3 + 0.5).astype(kind)
    with np.errstate(all="ignore"):
        for axis, keepdims in itertools.product([None, 0, -1, (0, 1), (2, 0), ()], (False, True)):
            expected = np.linalg.vector_norm(
                np.abs(a) if kind.kind == "b" else a, axis=axis, keepdims=keepdims, ord=order
            )
            result = linalg.vector_norm(xp.asarray(a), axis=axis, keepdims=keepdims, ord=order)
            assert result.shape == np.shape(expected)
            assert result.dtype == np.asarray(expected).dtype
            np.testing.assert_allclose(np.asarray(result.tensor), expected, rtol=5e-3 if kind.itemsize < 8 else 1e-5)


@pytest.mark.parametrize("dtype", ["int8", "float64", "float32", "complex64"])
@cases("order", ["fro", "nuc", 1, -1, 2, -2, INF, -INF])
@cases("shape", [(3, 4), (2, 4, 3)])
def test_matrix_norm_for_every_order(dtype, order, shape):
    a = (matrices("complex64" if dtype == "complex64" else "float64", shape) * 3).astype(dtype)
    x = xp.asarray(a)
    for keepdims in (False, True):
        expected = np.linalg.matrix_norm(a, ord=order, keepdims=keepdims)
        close(linalg.matrix_norm(x, ord=order, keepdims=keepdims), expected)
        expected = np.linalg.norm(a, order, axis=(-1, 0), keepdims=keepdims)
        close(linalg.norm(x, order, axis=(-1, 0), keepdims=keepdims), expected)


def test_counting_norms_of_complex_numbers_warn_of_nothing(recwarn):
    x = np.asarray([[3 + 1j, 0, 1j], [0, 0, 5]])
    for axis in (None, 0, (0, 1)):
        close(linalg.vector_norm(xp.asarray(x), ord=0, axis=axis), np.linalg.vector_norm(x, ord=0, axis=axis))
    close(linalg.norm(xp.asarray(x[0]), ord=0), np.linalg.norm(x[0], ord=0))
    assert not [w for w in recwarn if "imaginary" in str(w.message)]


def test_tolerances_of_ranks_broadcast():
    assert linalg.matrix_rank(xp.eye(2), tol=[0.5, 2.0]).tolist() == [2, 0]
    with pytest.raises(ValueError, match="broadcast"):
        linalg.matrix_rank(xp.ones((3, 1, 1)), tol=(0, 0))


@pytest.mark.numpy_before
@pytest.mark.parametrize("order", [0, 0.5, 2, -1, INF, float("nan")])
def test_vector_norms_of_nothing(order):
    for shape in ((0,), (2, 0)):
        with np.errstate(all="ignore"):
            expected = np.linalg.vector_norm(np.zeros(shape), ord=order, axis=-1)
        close(linalg.vector_norm(xp.zeros(shape), ord=order, axis=-1), expected)


def test_the_norm_of_one_element_is_its_modulus():
    for x in (2.0, [2.0]):
        assert linalg.vector_norm(xp.asarray(x), ord=2**63).tolist() == 2
        with np.errstate(all="ignore"):
            assert np.isinf(np.linalg.vector_norm(np.asarray(x), ord=2**63))


@pytest.mark.parametrize("order", [0, 0.5, 1, 2, 3, -1, INF, -INF])
def test_vector_norms_of_numbers(order):
    for x in (2.0, 0.0, -3.0, 3 + 4j):
        with np.errstate(all="ignore"):
            expected = np.linalg.vector_norm(np.asarray(x), ord=order)
        close(linalg.vector_norm(xp.asarray(x), ord=order), expected)


def test_matrices_that_are_singular_within_rounding():
    for row in ([-1.0, 2.0], [1.25, -0.7], [3 - 0.5j, 4 + 4j]):
        x = np.asarray([row, row])
        for found in (linalg.cond(xp.asarray(x)).tolist(), np.linalg.cond(x)):
            assert found > 1e15
        for found in (linalg.slogdet(xp.asarray(x)).logabsdet.tolist(), np.linalg.slogdet(x).logabsdet):
            assert found < -30
        try:
            found = np.asarray(linalg.inv(xp.asarray(x)))
        except xp.linalg.LinAlgError:
            continue
        assert np.abs(found).max() > 1e15


def test_ranks_at_the_tolerance():
    x = np.asarray([[0, 1, 1], [-2.5, 5, -0.7], [-2.5, 5, -0.7]])
    for found in (linalg.matrix_rank(xp.asarray(x), tol=0.0).tolist(), np.linalg.matrix_rank(x, tol=0.0)):
        assert found in (2, 3)
    assert linalg.matrix_rank(xp.asarray(x)).tolist() == 2


def test_one_axis_of_a_vector_norm_is_cut_to_an_int():
    x = np.asarray([[3.0, 4.0]])
    close(xp.linalg.vector_norm(xp.asarray(x), axis=1.0), np.linalg.vector_norm(x, axis=1.0))
    for keepdims, axis in [(True, 1.0), (False, [1]), (False, (1.0,))]:
        for module, given in [(np, x), (xp, xp.asarray(x))]:
            with pytest.raises(TypeError):
                module.linalg.vector_norm(given, axis=axis, keepdims=keepdims)
