"""`solve`, `lstsq`, `pinv` and `tensorsolve` of `linalg` beside NumPy's."""

import numpy as np
import pytest
from support.linear_algebra_cases import matrices
from support.oracle import close

import xp_torch as xp
from xp_torch import linalg


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (3, 3), (0, 2), (2, 0)])
@pytest.mark.parametrize("right", [(), (2,)])
@pytest.mark.parametrize("rcond", [None, 0.1, -1])
def test_lstsq(shape, right, rcond):
    a, b = matrices("float64", shape, 1), matrices("float64", (shape[0], *right), 2)
    for result, expected in zip(
        linalg.lstsq(xp.asarray(a), xp.asarray(b), rcond), np.linalg.lstsq(a, b, rcond), strict=True
    ):
        close(result, expected)


def test_lstsq_of_deficient_rank():
    a, b = np.ones((3, 2)), np.arange(3.0)
    for result, expected in zip(linalg.lstsq(xp.asarray(a), xp.asarray(b)), np.linalg.lstsq(a, b), strict=True):
        close(result, expected)


def test_pinv_of_nothing_need_not_be_square():
    assert (
        xp.linalg.pinv(xp.zeros((0, 1)), hermitian=True).shape == np.linalg.pinv(np.zeros((0, 1)), hermitian=True).shape
    )
    with pytest.raises(xp.linalg.LinAlgError, match="square"):
        xp.linalg.pinv(xp.ones((2, 1)), hermitian=True)


def test_pinv_has_the_tolerance_of_the_standard():
    a = np.diag([1.0, 1e-15, 1e-20])
    result = linalg.pinv(xp.asarray(a))
    close(result, np.linalg.pinv(a, rtol=None))


@pytest.mark.parametrize("rcond", [(0, 0), [], [1e-3, 1.0]])
def test_tolerances_of_another_shape_are_refused(rcond):
    with pytest.raises(ValueError, match="rcond"):
        linalg.lstsq(xp.eye(3), xp.ones(3), rcond=rcond)
    with pytest.raises(ValueError, match="rcond"):
        linalg.pinv(xp.eye(3), rcond)


@pytest.mark.parametrize("rcond", [0, 1.0, 2, -1, 0.5])
def test_lstsq_takes_the_tolerances_that_lapack_takes(rcond):
    for a in (np.eye(2), np.diag([1.0, 0.25]), np.diag([1.0, 0.0])):
        found, expected = linalg.lstsq(xp.asarray(a), xp.ones(2), rcond), np.linalg.lstsq(a, np.ones(2), rcond)
        assert int(found[2]) == expected[2]
        close(found[0], expected[0])


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 2, 2), (2, 1, 2, 2)])
def test_a_vector_is_one_for_every_matrix_of_a_stack(shape):
    a, b = np.ones(shape) + np.eye(shape[-1]), np.ones(shape[-1])
    close(linalg.solve(xp.asarray(a), xp.asarray(b)), np.linalg.solve(a, b))


@pytest.mark.cpu_only
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 4), (16, 16), (17, 17), (0, 0), (0, 2, 2)])
def test_inverses_of_small_and_large_matrices(shape, dtype):
    a = np.random.default_rng(0).random(shape).astype(dtype)
    got = linalg.inv(xp.asarray(a))
    close(got, np.linalg.inv(a))
    assert got.flags.c_contiguous
    for singular in (np.zeros(shape, dtype), np.zeros((2, 3), dtype)):
        if singular.size:
            with pytest.raises(linalg.LinAlgError):
                linalg.inv(xp.asarray(singular))


def test_the_inverse_of_an_almost_singular_matrix_is_numpys():
    a = [[2.0, 4.0, 6.0], [2.0, 0.0, 2.0], [6.0, 8.0, 14.0]]
    assert linalg.inv(xp.asarray(a, device="cpu")).tolist() == np.linalg.inv(a).tolist()


def test_solutions_are_of_the_class_of_the_right_side():
    class Sub(xp.ndarray):
        pass

    a, b = xp.eye(2), xp.ones((2, 1))
    assert type(xp.linalg.solve(a, b.view(Sub))) is Sub
    assert type(xp.linalg.solve(a.view(Sub), b)) is xp.ndarray


def test_least_squares_without_a_tolerance_count_by_lapacks_epsilon():
    a = np.array(
        [[0.0, 1.0, 0.0, 1.0, 2.0, 0.0], [0.0, 2.0, 0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 0.0, 0.0, 4.0]]
        + [[0.0, 0.0, 0.0, 2.0, 3.0, 0.0]]
    ).T
    for rcond, rank in ((-1, 4), (None, 3), (1e-10, 3)):
        assert int(xp.linalg.lstsq(xp.asarray(a), xp.ones(6), rcond)[2]) == rank


def test_tensorsolve_of_as_many_dimensions():
    assert xp.linalg.tensorsolve([[1.0]], [[3.0]]).tolist() == np.linalg.tensorsolve([[1.0]], [[3.0]]).tolist()
