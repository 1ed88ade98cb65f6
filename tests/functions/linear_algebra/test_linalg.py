"""All functions of `linalg` beside NumPy's: values, dtypes, shapes, errors and derivatives."""

import contextlib
import pickle

import numpy as np
import pytest
import torch
from support.cases import cases
from support.linear_algebra_cases import ANY, FLOATS, SQUARE, hermitian, matrices
from support.oracle import calls, close, raises_alike
from torch.utils.flop_counter import FlopCounterMode

import xp_torch as xp
from xp_torch import linalg


@pytest.mark.numpy_before
@pytest.mark.parametrize("shape", SQUARE)
@calls("""
    m.linalg.det(a); m.linalg.slogdet(a).sign; m.linalg.slogdet(a).logabsdet; m.linalg.inv(a);
    m.linalg.matrix_power(a, 5); m.linalg.matrix_power(a, -2); m.linalg.matrix_power(a, 0); m.linalg.cholesky(a);
    m.linalg.cholesky(a, upper=True); m.linalg.eigvalsh(a); m.linalg.eigvalsh(a, "U"); m.linalg.eigh(a).eigenvalues;
    m.linalg.svd(a, compute_uv=False, hermitian=True); m.linalg.svd(a, hermitian=True).S;
    m.linalg.matrix_rank(a, hermitian=True); m.linalg.solve(a, m.ones(a.shape[-1], dtype=a.dtype));
    m.linalg.solve(a, m.ones((a.shape[-1], 2), dtype=a.dtype))
""")
def test_functions_of_square_matrices(call, shape):
    for dtype in FLOATS:
        a = hermitian(dtype, shape)
        close(call(xp, xp.asarray(a)), call(np, a))


@pytest.mark.numpy_before
@pytest.mark.parametrize("shape", ANY)
@calls("""
    m.linalg.svdvals(a); m.linalg.svd(a, compute_uv=False); m.linalg.matrix_rank(a); m.linalg.matrix_rank(a, 0.5);
    m.linalg.matrix_rank(a, rtol=0.1); m.linalg.pinv(a, rtol=1e-4); m.linalg.pinv(a, 1e-4);
    m.linalg.qr(a).R.shape and m.asarray(m.linalg.qr(a).Q.shape);
    m.asarray(m.linalg.qr(a, mode="complete").Q.shape); m.linalg.qr(a, mode="r"); m.linalg.qr(a, mode="raw")[0];
    m.linalg.qr(a, mode="raw")[1]; m.linalg.trace(a); m.linalg.trace(a, offset=-1); m.linalg.diagonal(a, offset=1);
    m.linalg.matrix_transpose(a)
""")
def test_functions_of_any_matrices(call, shape):
    for dtype in FLOATS:
        a = matrices(dtype, shape)
        close(call(xp, xp.asarray(a)), call(np, a))


@pytest.mark.numpy_before
@calls("""
    m.linalg.norm(m.ones((3, 3))); m.linalg.norm(m.ones((3, 3, 3)), keepdims=True); m.linalg.norm(5.0);
    m.linalg.norm(m.ones(3), 3); m.linalg.norm(m.ones((3, 3)), axis=1.0);
    m.linalg.norm(m.ones((3, 3), dtype=m.float16)); m.linalg.vector_norm(m.ones((0, 3)), ord=m.inf, axis=0);
    m.linalg.vector_norm(m.ones((0, 3)), ord=-1, axis=0); m.linalg.vector_norm(m.ones((0, 3)), axis=0);
    m.linalg.matrix_norm(m.ones((0, 3)), ord=m.inf); m.linalg.matrix_norm(m.ones((0, 3)), ord=2);
    m.linalg.matrix_norm(m.ones((0, 3)), ord="nuc"); m.linalg.matrix_rank(m.ones(3));
    m.linalg.matrix_rank(m.ones((2, 3, 3)), m.asarray([1.0, 5.0]));
    m.linalg.cond(m.asarray([[4.0, 1.0], [0.0, 2.0]])); m.linalg.cond(m.asarray([[4.0, 1.0], [0.0, 2.0]]), -2);
    m.linalg.cond(m.asarray([[4.0, 1.0], [0.0, 2.0]]), 1);
    m.linalg.cond(m.asarray([[4.0, 1.0], [0.0, 2.0]]), "fro");
    m.linalg.cond(m.asarray([[1.0, 0.0], [0.0, 0.0]]), 1); m.linalg.cond(m.asarray([[0.0, 0.0], [0.0, 0.0]]));
    m.linalg.cross(m.ones((4, 3)), m.asarray([1.0, 2.0, 3.0]));
    m.linalg.cross(m.ones((3, 4)), m.ones((3, 1)), axis=0); m.linalg.outer([1, 2], [3.0, 4.0]);
    m.linalg.trace(m.ones((3, 3), dtype=m.uint8)); m.linalg.trace(m.ones((2, 3, 3), dtype=m.int8), dtype=m.float32);
    m.linalg.vecdot([1j, 2j, 3j], [1, 2j, 3]); m.linalg.matrix_power(m.asarray([[1, 2], [3, 4]], dtype=m.uint8), 7);
    m.linalg.matrix_power(m.asarray([[True, True], [False, True]]), 3);
    m.linalg.matrix_power(m.asarray([[1, 2], [3, 4]], dtype=m.uint64), 0);
    m.linalg.matrix_power(m.asarray([[1, 2], [3, 4]]), -1); m.linalg.inv(m.asarray([[True, False], [False, True]]));
    m.linalg.solve(m.asarray([[2, 0], [0, 4]], dtype=m.int8), m.asarray([1.0, 1.0], dtype=m.float32));
    m.linalg.solve(m.ones((4, 2, 2)) + m.eye(2), m.ones((4, 2))[:2]);
    m.linalg.solve(m.ones((4, 2, 2)) + m.eye(2), m.ones((3, 1, 2, 5)));
    m.linalg.pinv(m.ones((2, 3, 3)), m.asarray([1e-5, 2.0])); m.linalg.pinv(m.eye(3), hermitian=True);
    m.linalg.multi_dot([m.ones((10, 2)), m.ones((2, 20)), m.ones((20, 3)), m.ones((3, 4))]);
    m.linalg.multi_dot([m.ones(2), m.ones((2, 20)), m.ones((20, 3))]);
    m.linalg.multi_dot([m.ones((3, 2)), m.ones((2, 20)), m.ones(20)]);
    m.linalg.multi_dot([m.ones(2), m.ones((2, 20)), m.ones(20)]); m.linalg.multi_dot([m.ones(2), m.ones((2, 20))]);
    m.linalg.tensorinv(m.reshape(m.eye(24), (4, 6, 8, 3)));
    m.linalg.tensorinv(m.reshape(m.eye(24), (24, 8, 3)), ind=1);
    m.linalg.tensorsolve(m.reshape(m.eye(24), (4, 6, 8, 3)), m.ones((4, 6)));
    m.linalg.tensorsolve(m.reshape(m.eye(6), (2, 6, 3)), m.ones((2, 3)), axes=(1,));
    m.linalg.tensorsolve(m.reshape(m.eye(6), (2, 6, 3)), m.ones((2, 3)), axes=m.asarray([1]))
""")
def test_forms_are_numpys(call):
    with np.errstate(all="ignore"):
        close(call(xp), call(np))


@pytest.mark.cpu_only(
    call=[
        "m.linalg.cholesky(-m.eye(2))",
        "m.linalg.inv(m.ones((2, 2)))",
        "m.linalg.matrix_power(m.ones((2, 2)), -1)",
        "m.linalg.matrix_rank(m.full((2, 2), m.nan))",
        "m.linalg.pinv(m.full((2, 2), m.nan))",
        "m.linalg.solve(m.ones((2, 2)), m.ones(2))",
        "m.linalg.svd(m.full((2, 2), m.nan))",
        "m.linalg.svdvals(m.full((2, 2), m.nan))",
    ]
)
@calls("""
    m.linalg.inv(m.ones(3)); m.linalg.inv(m.ones((2, 3))); m.linalg.inv(m.ones((2, 2)));
    m.linalg.det(m.ones((2, 3))); m.linalg.slogdet(m.ones((2, 3))); m.linalg.solve(m.eye(3), m.ones(2));
    m.linalg.solve(m.eye(3), m.ones((2, 2))); m.linalg.solve(m.eye(3), m.ones(()));
    m.linalg.solve(m.ones((2, 2)), m.ones(2)); m.linalg.cholesky(-m.eye(2)); m.linalg.eig(m.full((2, 2), m.nan));
    m.linalg.eigvals(m.full((2, 2), m.nan)); m.linalg.eigvals(m.full((2, 2), m.inf));
    m.linalg.eigvals(m.ones((2, 3))); m.linalg.eigh(m.eye(2), UPLO="x"); m.linalg.svd(m.full((2, 2), m.nan));
    m.linalg.svdvals(m.full((2, 2), m.nan)); m.linalg.svd(m.ones(3)); m.linalg.pinv(m.full((2, 2), m.nan));
    m.linalg.pinv(m.ones((2, 2)), 1e-3, rtol=1e-3); m.linalg.qr(m.ones((2, 2)), mode="z");
    m.linalg.matrix_power(m.ones((2, 2)), 1.5); m.linalg.matrix_power(m.ones((2, 2)), -1);
    m.linalg.matrix_rank(m.full((2, 2), m.nan)); m.linalg.matrix_rank(m.ones((2, 2)), 1.0, rtol=1.0);
    m.linalg.norm(m.ones((3, 3)), "x"); m.linalg.norm(m.ones(3), "fro"); m.linalg.norm(m.ones((3, 3, 3)), "fro");
    m.linalg.norm(m.ones((3, 3)), 3); m.linalg.norm(m.ones((3, 3)), axis=(0, 0));
    m.linalg.norm(m.ones((3, 3)), axis=(0, 2)); m.linalg.norm(m.ones((3, 3)), axis="a");
    m.linalg.vector_norm(m.ones((3, 3)), ord="fro"); m.linalg.vector_norm(m.ones((0, 3)), ord=-m.inf);
    m.linalg.matrix_norm(m.ones((0, 3)), ord=-m.inf); m.linalg.matrix_norm(m.ones((0, 3)), ord=-2);
    m.linalg.matrix_norm(m.ones(3)); m.linalg.cond(m.ones((0, 2)), 1); m.linalg.lstsq(m.ones((2, 2)), m.ones(3));
    m.linalg.multi_dot([m.ones((2, 2))]); m.linalg.outer(m.ones((2, 2)), m.ones(2)); m.linalg.diagonal(m.ones(3))
""")
def test_errors_are_numpys_in_its_words(call):
    found, expected = raises_alike(call)
    assert found == expected


@calls("""
    m.linalg.solve(m.ones((5, 2, 2)) + m.eye(2), m.ones((4, 2, 2))); m.linalg.cross(m.ones(2), m.ones(2));
    m.linalg.cross(m.ones((4, 3)), m.ones(3), axis=1); m.linalg.tensorsolve(m.ones((2, 3)), m.ones(2));
    m.linalg.tensorinv(m.ones((2, 3, 4)), ind=0)
""")
def test_errors_are_numpys_types(call):
    raises_alike(call)


@pytest.mark.parametrize("name", ["eigvals", "eig", "eigh", "eigvalsh", "svd", "svdvals", "qr", "pinv", "inv", "det"])
@cases("value", [np.nan, np.inf])
@cases("dtype", FLOATS)
def test_no_value_ends_the_process(name, value, dtype):
    a = np.eye(3, dtype=dtype)
    a[1, 2] = value
    with contextlib.suppress(np.linalg.LinAlgError):
        getattr(linalg, name)(xp.asarray(np.stack([a, a])))


@pytest.mark.cpu_only
def test_results_are_named_tuples_and_pickle():
    x = xp.asarray([[2.0, 1.0], [1.0, 3.0]])
    for result, fields in [
        (linalg.eig(x), ("eigenvalues", "eigenvectors")),
        (linalg.eigh(x), ("eigenvalues", "eigenvectors")),
        (linalg.qr(x), ("Q", "R")),
        (linalg.slogdet(x), ("sign", "logabsdet")),
        (linalg.svd(x), ("U", "S", "Vh")),
    ]:
        assert result._fields == fields
        again = pickle.loads(pickle.dumps(result))
        assert type(again) is type(result)
        for old, new in zip(result, again, strict=True):
            np.testing.assert_array_equal(old.tensor.numpy(), new.tensor.numpy())
        tree, spec = torch.utils._pytree.tree_flatten(result)
        assert len(tree) >= len(fields)
        assert type(torch.utils._pytree.tree_unflatten(tree, spec)) is type(result)


def test_integers_follow_the_default_float():
    x = xp.asarray([[2, 0], [0, 4]])
    assert linalg.inv(x).dtype is xp.float64
    with xp.set_default_dtype("pytorch"):
        assert linalg.inv(x).dtype is xp.float32
        assert linalg.vector_norm(x).dtype is xp.float32


def test_products_of_many_matrices_take_the_cheapest_order():
    shapes = [(10, 30), (30, 5), (5, 60), (60, 2)]
    with FlopCounterMode(display=False) as counter:
        linalg.multi_dot([xp.ones(shape) for shape in shapes])
    # From the right: (5, 60) @ (60, 2), then (30, 5) @ (5, 2), then (10, 30) @ (30, 2).
    assert counter.get_total_flops() == 2 * (5 * 60 * 2 + 30 * 5 * 2 + 10 * 30 * 2)


def test_an_axis_of_none_is_refused():
    with pytest.raises(TypeError):
        linalg.cross(xp.ones(3), xp.ones(3), axis=None)
    with pytest.raises(TypeError):
        linalg.vecdot(xp.ones(3), xp.ones(3), axis=None)


@pytest.mark.cpu_only
@pytest.mark.parametrize("name", ["matmul", "inv", "svd", "qr", "det", "slogdet", "matrix_power"])
def test_results_larger_than_memory(name):
    x = xp.broadcast_to(xp.asarray(1.0), (2**23, 2**23))
    args = {"matmul": (x, x), "matrix_power": (x, 2)}.get(name, (x,))
    with pytest.raises(MemoryError, match="Unable to allocate"):
        getattr(linalg, name)(*args)
