"""`linalg` beside NumPy's: values, dtypes, shapes, errors, tracing and derivatives."""

import contextlib
import pickle

import numpy as np
import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

import xp_torch as xp
from xp_torch import linalg

FLOATS = ["float32", "float64", "complex64", "complex128"]
INF = float("inf")


def matrices(dtype, shape, seed=0):
    """Well-conditioned values."""
    rng = np.random.default_rng(seed)
    a = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * rng.standard_normal(shape)
    return a.astype(dtype)


def hermitian(dtype, shape, seed=0):
    a = matrices(dtype, shape, seed)
    return a @ np.conj(np.swapaxes(a, -1, -2)) + np.eye(shape[-1], dtype=dtype)


def close(result, expected, dtype=None):
    """NumPy's values to rounding, its dtype and shape, no lazy bit set."""
    expected = np.asarray(expected)
    assert isinstance(result, xp.ndarray)
    assert not result.tensor.is_conj()
    assert not result.tensor.is_neg()
    assert result.dtype == (expected.dtype if dtype is None else dtype)
    assert result.shape == expected.shape
    rtol = 2e-3 if result.dtype.name in ("float32", "complex64", "float16") else 1e-9
    np.testing.assert_allclose(result.tensor.numpy(), expected, rtol=rtol, atol=rtol)


def raises_alike(call):
    """`call` raises NumPy's type of error."""
    with pytest.raises(Exception) as expected:
        call(np)
    with pytest.raises(Exception) as found:
        call(xp)
    wanted = TypeError if expected.type.__module__.startswith("numpy._core") else expected.type
    assert issubclass(found.type, wanted), (found.value, expected.value)
    return str(found.value), str(expected.value)


SQUARE = [(3, 3), (2, 3, 3), (0, 0), (0, 3, 3), (2, 0, 0), (1, 1)]
ANY = [*SQUARE, (2, 3), (4, 2), (2, 3, 2), (0, 3), (3, 0)]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", SQUARE)
@pytest.mark.parametrize(
    "call",
    [
        lambda m, a: m.linalg.det(a),
        lambda m, a: m.linalg.slogdet(a).sign,
        lambda m, a: m.linalg.slogdet(a).logabsdet,
        lambda m, a: m.linalg.inv(a),
        lambda m, a: m.linalg.matrix_power(a, 5),
        lambda m, a: m.linalg.matrix_power(a, -2),
        lambda m, a: m.linalg.matrix_power(a, 0),
        lambda m, a: m.linalg.cholesky(a),
        lambda m, a: m.linalg.cholesky(a, upper=True),
        lambda m, a: m.linalg.eigvalsh(a),
        lambda m, a: m.linalg.eigvalsh(a, "U"),
        lambda m, a: m.linalg.eigh(a).eigenvalues,
        lambda m, a: m.linalg.svd(a, compute_uv=False, hermitian=True),
        lambda m, a: m.linalg.svd(a, hermitian=True).S,
        lambda m, a: m.linalg.matrix_rank(a, hermitian=True),
        lambda m, a: m.linalg.solve(a, m.ones(a.shape[-1], dtype=a.dtype)),
        lambda m, a: m.linalg.solve(a, m.ones((a.shape[-1], 2), dtype=a.dtype)),
    ],
)
def test_functions_of_square_matrices(call, dtype, shape):
    a = hermitian(dtype, shape)
    close(call(xp, xp.asarray(a)), call(np, a))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", ANY)
@pytest.mark.parametrize(
    "call",
    [
        lambda m, a: m.linalg.svdvals(a),
        lambda m, a: m.linalg.svd(a, compute_uv=False),
        lambda m, a: m.linalg.matrix_rank(a),
        lambda m, a: m.linalg.matrix_rank(a, 0.5),
        lambda m, a: m.linalg.matrix_rank(a, rtol=0.1),
        lambda m, a: m.linalg.pinv(a, rtol=1e-4),
        lambda m, a: m.linalg.pinv(a, 1e-4),
        lambda m, a: m.linalg.qr(a).R.shape and m.asarray(m.linalg.qr(a).Q.shape),
        lambda m, a: m.asarray(m.linalg.qr(a, mode="complete").Q.shape),
        lambda m, a: m.linalg.qr(a, mode="r"),
        lambda m, a: m.linalg.qr(a, mode="raw")[0],
        lambda m, a: m.linalg.qr(a, mode="raw")[1],
        lambda m, a: m.linalg.trace(a),
        lambda m, a: m.linalg.trace(a, offset=-1),
        lambda m, a: m.linalg.diagonal(a, offset=1),
        lambda m, a: m.linalg.matrix_transpose(a),
    ],
)
def test_functions_of_any_matrices(call, dtype, shape):
    a = matrices(dtype, shape)
    close(call(xp, xp.asarray(a)), call(np, a))


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
@pytest.mark.parametrize("shape", ANY)
@pytest.mark.parametrize("full", [True, False])
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
    np.testing.assert_allclose(product.numpy(), a, atol=1e-4)
    q, r = linalg.qr(xp.asarray(a), mode="complete" if full else "reduced")
    np.testing.assert_allclose((q.tensor @ r.tensor).numpy(), a, atol=1e-4)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [s for s in SQUARE if s != (0, 0)])
def test_eigenvectors_belong_to_eigenvalues(dtype, shape):
    a = matrices(dtype, shape)
    values, vectors = linalg.eig(xp.asarray(a))
    assert values.tensor.is_complex()
    assert vectors.dtype == values.dtype == np.result_type(dtype, np.complex64)
    left = xp.asarray(a).tensor.to(values.tensor.dtype) @ vectors.tensor
    np.testing.assert_allclose(left.numpy(), (vectors.tensor * values.tensor[..., None, :]).numpy(), atol=1e-4)
    close(linalg.eigvals(xp.asarray(a)), values.tensor.numpy())
    h = hermitian(dtype, shape)
    values, vectors = linalg.eigh(xp.asarray(h))
    back = vectors.tensor * values.tensor[..., None, :] @ vectors.tensor.mH
    np.testing.assert_allclose(back.numpy(), h, atol=1e-3)
    u, s, vh = linalg.svd(xp.asarray(h - 4 * np.eye(shape[-1], dtype=dtype)), hermitian=True)
    back = u.tensor * s.tensor[..., None, :] @ vh.tensor
    np.testing.assert_allclose(back.numpy(), h - 4 * np.eye(shape[-1]), atol=1e-3)


VECTOR_ORDERS = [2, 1, 0, INF, -INF, -1, -2, 3, 0.5, -1.5]


@pytest.mark.parametrize("dtype", ["int8", "uint64", "bool", "float16", *FLOATS])
@pytest.mark.parametrize("order", VECTOR_ORDERS)
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1), (2, 0), ()])
def test_vector_norm_for_every_order(dtype, order, axis):
    kind = np.dtype(dtype)
    a = (matrices(kind if kind.kind in "fc" else "float64", (2, 3, 4)) * 3 + 0.5).astype(kind)
    with np.errstate(all="ignore"):
        for keepdims in (False, True):
            expected = np.linalg.vector_norm(
                np.abs(a) if kind.kind == "b" else a, axis=axis, keepdims=keepdims, ord=order
            )
            result = linalg.vector_norm(xp.asarray(a), axis=axis, keepdims=keepdims, ord=order)
            assert result.shape == np.shape(expected)
            assert result.dtype == np.asarray(expected).dtype
            np.testing.assert_allclose(result.tensor.numpy(), expected, rtol=5e-3 if kind.itemsize < 8 else 1e-5)


@pytest.mark.parametrize("dtype", ["int8", "float64", "float32", "complex64"])
@pytest.mark.parametrize("order", ["fro", "nuc", 1, -1, 2, -2, INF, -INF])
@pytest.mark.parametrize("shape", [(3, 4), (2, 4, 3)])
def test_matrix_norm_for_every_order(dtype, order, shape):
    a = (matrices("complex64" if dtype == "complex64" else "float64", shape) * 3).astype(dtype)
    x = xp.asarray(a)
    for keepdims in (False, True):
        expected = np.linalg.matrix_norm(a, ord=order, keepdims=keepdims)
        close(linalg.matrix_norm(x, ord=order, keepdims=keepdims), expected)
        expected = np.linalg.norm(a, order, axis=(-1, 0), keepdims=keepdims)
        close(linalg.norm(x, order, axis=(-1, 0), keepdims=keepdims), expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.linalg.norm(m.ones((3, 3))),
        lambda m: m.linalg.norm(m.ones((3, 3, 3)), keepdims=True),
        lambda m: m.linalg.norm(5.0),
        lambda m: m.linalg.norm(m.ones(3), 3),
        lambda m: m.linalg.norm(m.ones((3, 3)), axis=1.0),
        lambda m: m.linalg.norm(m.ones((3, 3), dtype=m.float16)),
        lambda m: m.linalg.vector_norm(m.ones((0, 3)), ord=INF, axis=0),
        lambda m: m.linalg.vector_norm(m.ones((0, 3)), ord=-1, axis=0),
        lambda m: m.linalg.vector_norm(m.ones((0, 3)), axis=0),
        lambda m: m.linalg.matrix_norm(m.ones((0, 3)), ord=INF),
        lambda m: m.linalg.matrix_norm(m.ones((0, 3)), ord=2),
        lambda m: m.linalg.matrix_norm(m.ones((0, 3)), ord="nuc"),
        lambda m: m.linalg.matrix_rank(m.ones(3)),
        lambda m: m.linalg.matrix_rank(m.ones((2, 3, 3)), m.asarray([1.0, 5.0])),
        lambda m: m.linalg.cond(m.asarray([[4.0, 1.0], [0.0, 2.0]])),
        lambda m: m.linalg.cond(m.asarray([[4.0, 1.0], [0.0, 2.0]]), -2),
        lambda m: m.linalg.cond(m.asarray([[4.0, 1.0], [0.0, 2.0]]), 1),
        lambda m: m.linalg.cond(m.asarray([[4.0, 1.0], [0.0, 2.0]]), "fro"),
        lambda m: m.linalg.cond(m.asarray([[1.0, 0.0], [0.0, 0.0]]), 1),
        lambda m: m.linalg.cond(m.asarray([[0.0, 0.0], [0.0, 0.0]])),
        lambda m: m.linalg.cross(m.ones((4, 3)), m.asarray([1.0, 2.0, 3.0])),
        lambda m: m.linalg.cross(m.ones((3, 4)), m.ones((3, 1)), axis=0),
        lambda m: m.linalg.outer([1, 2], [3.0, 4.0]),
        lambda m: m.linalg.trace(m.ones((3, 3), dtype=m.uint8)),
        lambda m: m.linalg.trace(m.ones((2, 3, 3), dtype=m.int8), dtype=m.float32),
        lambda m: m.linalg.vecdot([1j, 2j, 3j], [1, 2j, 3]),
        lambda m: m.linalg.matrix_power(m.asarray([[1, 2], [3, 4]], dtype=m.uint8), 7),
        lambda m: m.linalg.matrix_power(m.asarray([[True, True], [False, True]]), 3),
        lambda m: m.linalg.matrix_power(m.asarray([[1, 2], [3, 4]], dtype=m.uint64), 0),
        lambda m: m.linalg.matrix_power(m.asarray([[1, 2], [3, 4]]), -1),
        lambda m: m.linalg.inv(m.asarray([[True, False], [False, True]])),
        lambda m: m.linalg.solve(m.asarray([[2, 0], [0, 4]], dtype=m.int8), m.asarray([1.0, 1.0], dtype=m.float32)),
        lambda m: m.linalg.solve(m.ones((4, 2, 2)) + m.eye(2), m.ones((4, 2))[:2]),
        lambda m: m.linalg.solve(m.ones((4, 2, 2)) + m.eye(2), m.ones((3, 1, 2, 5))),
        lambda m: m.linalg.pinv(m.ones((2, 3, 3)), m.asarray([1e-5, 2.0])),
        lambda m: m.linalg.pinv(m.eye(3), hermitian=True),
        lambda m: m.linalg.multi_dot([m.ones((10, 2)), m.ones((2, 20)), m.ones((20, 3)), m.ones((3, 4))]),
        lambda m: m.linalg.multi_dot([m.ones(2), m.ones((2, 20)), m.ones(20)]),
        lambda m: m.linalg.multi_dot([m.ones(2), m.ones((2, 20))]),
        lambda m: m.linalg.tensorinv(m.reshape(m.eye(24), (4, 6, 8, 3))),
        lambda m: m.linalg.tensorinv(m.reshape(m.eye(24), (24, 8, 3)), ind=1),
        lambda m: m.linalg.tensorsolve(m.reshape(m.eye(24), (4, 6, 8, 3)), m.ones((4, 6))),
        lambda m: m.linalg.tensorsolve(m.reshape(m.eye(6), (2, 6, 3)), m.ones((2, 3)), axes=(1,)),
    ],
)
def test_forms_are_numpys(call):
    with np.errstate(all="ignore"):
        close(call(xp), call(np))


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


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.linalg.inv(m.ones(3)),
        lambda m: m.linalg.inv(m.ones((2, 3))),
        lambda m: m.linalg.inv(m.ones((2, 2))),
        lambda m: m.linalg.inv(m.ones((2, 2), dtype=m.float16)),
        lambda m: m.linalg.inv(m.ones((0, 2, 2), dtype=m.float16)),
        lambda m: m.linalg.det(m.ones((2, 3))),
        lambda m: m.linalg.slogdet(m.ones((2, 3))),
        lambda m: m.linalg.solve(m.eye(3), m.ones(2)),
        lambda m: m.linalg.solve(m.eye(3), m.ones((2, 2))),
        lambda m: m.linalg.solve(m.eye(3), m.ones(())),
        lambda m: m.linalg.solve(m.ones((2, 2)), m.ones(2)),
        lambda m: m.linalg.cholesky(-m.eye(2)),
        lambda m: m.linalg.eig(m.full((2, 2), m.nan)),
        lambda m: m.linalg.eigvals(m.full((2, 2), m.nan)),
        lambda m: m.linalg.eigvals(m.full((2, 2), m.inf)),
        lambda m: m.linalg.eigvals(m.ones((2, 3))),
        lambda m: m.linalg.eigh(m.eye(2), UPLO="x"),
        lambda m: m.linalg.svd(m.full((2, 2), m.nan)),
        lambda m: m.linalg.svdvals(m.full((2, 2), m.nan)),
        lambda m: m.linalg.svd(m.ones(3)),
        lambda m: m.linalg.pinv(m.full((2, 2), m.nan)),
        lambda m: m.linalg.pinv(m.ones((2, 2)), 1e-3, rtol=1e-3),
        lambda m: m.linalg.qr(m.ones((2, 2)), mode="z"),
        lambda m: m.linalg.matrix_power(m.ones((2, 2)), 1.5),
        lambda m: m.linalg.matrix_power(m.ones((2, 2)), -1),
        lambda m: m.linalg.matrix_rank(m.full((2, 2), m.nan)),
        lambda m: m.linalg.matrix_rank(m.ones((2, 2)), 1.0, rtol=1.0),
        lambda m: m.linalg.norm(m.ones((3, 3)), "x"),
        lambda m: m.linalg.norm(m.ones(3), "fro"),
        lambda m: m.linalg.norm(m.ones((3, 3, 3)), "fro"),
        lambda m: m.linalg.norm(m.ones((3, 3)), 3),
        lambda m: m.linalg.norm(m.ones((3, 3)), axis=(0, 0)),
        lambda m: m.linalg.norm(m.ones((3, 3)), axis=(0, 2)),
        lambda m: m.linalg.norm(m.ones((3, 3)), axis="a"),
        lambda m: m.linalg.norm(m.ones((3, 3), dtype=m.float16), 2),
        lambda m: m.linalg.norm(5.0, 2),
        lambda m: m.linalg.vector_norm(m.ones((3, 3)), ord="fro"),
        lambda m: m.linalg.vector_norm(m.ones((0, 3)), ord=-INF),
        lambda m: m.linalg.matrix_norm(m.ones((0, 3)), ord=-INF),
        lambda m: m.linalg.matrix_norm(m.ones((0, 3)), ord=-2),
        lambda m: m.linalg.matrix_norm(m.ones(3)),
        lambda m: m.linalg.cond(m.ones((0, 2)), 1),
        lambda m: m.linalg.lstsq(m.ones((2, 2)), m.ones(3)),
        lambda m: m.linalg.multi_dot([m.ones((2, 2))]),
        lambda m: m.linalg.outer(m.ones((2, 2)), m.ones(2)),
        lambda m: m.linalg.diagonal(m.ones(3)),
    ],
)
def test_errors_are_numpys_in_its_words(call):
    found, expected = raises_alike(call)
    assert found == expected


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.linalg.solve(m.ones((5, 2, 2)) + m.eye(2), m.ones((4, 2, 2))),
        lambda m: m.linalg.cross(m.ones(2), m.ones(2)),
        lambda m: m.linalg.cross(m.ones((4, 3)), m.ones(3), axis=1),
        lambda m: m.linalg.tensorsolve(m.ones((2, 3)), m.ones(2)),
        lambda m: m.linalg.tensorinv(m.ones((2, 3, 4)), ind=0),
    ],
)
def test_errors_are_numpys_types(call):
    raises_alike(call)


@pytest.mark.parametrize("name", ["eigvals", "eig", "eigh", "eigvalsh", "svd", "svdvals", "qr", "pinv", "inv", "det"])
@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("dtype", FLOATS)
def test_no_value_ends_the_process(name, value, dtype):
    a = np.eye(3, dtype=dtype)
    a[1, 2] = value
    with contextlib.suppress(np.linalg.LinAlgError):
        getattr(linalg, name)(xp.asarray(np.stack([a, a])))


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


def test_half_is_refused_as_numpy_refuses_it():
    for dtype in (xp.float16, xp.bfloat16):
        with pytest.raises(TypeError, match="is unsupported in linalg"):
            linalg.svd(xp.ones((2, 2), dtype=dtype))


TRACED = {
    "det": linalg.det,
    "slogdet": lambda a: linalg.slogdet(a).logabsdet,
    "inv": linalg.inv,
    "solve": lambda a: linalg.solve(a, a[:, 0]),
    "cholesky": linalg.cholesky,
    "eigvalsh": linalg.eigvalsh,
    "svdvals": linalg.svdvals,
    "pinv": linalg.pinv,
    "qr": lambda a: linalg.qr(a).R,
    "matrix_power": lambda a: linalg.matrix_power(a, 3),
    "vector_norm": lambda a: linalg.vector_norm(a, axis=0, ord=3),
    "matrix_norm": linalg.matrix_norm,
    "nuclear": lambda a: linalg.matrix_norm(a, ord="nuc"),
    "cross": lambda a: linalg.cross(a, a[0]),
    "trace": linalg.trace,
    "outer": lambda a: linalg.outer(a[0], a[1]),
    "cond": linalg.cond,
    "svd": lambda a: linalg.svd(a).S,
    "hermitian": lambda a: linalg.svd(a, hermitian=True).S,
    "eig": lambda a: xp.asarray(linalg.eig(a).eigenvalues.tensor.abs()),
}


@pytest.mark.parametrize("name", TRACED)
def test_functions_trace(name):
    stack = torch.from_numpy(hermitian("float64", (4, 3, 3)))

    def function(t):
        return TRACED[name](xp.asarray(t)).tensor

    expected = torch.stack([function(t) for t in stack])
    torch.testing.assert_close(torch.vmap(function)(stack), expected)
    torch._dynamo.reset()
    torch.testing.assert_close(torch.compile(function, fullgraph=True, backend="eager")(stack[0]), expected[0])
    for device in ("cpu", "cuda"):
        with FakeTensorMode():
            assert function(torch.empty(3, 3, dtype=torch.float64, device=device)).shape == expected.shape[1:]


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("name", [n for n in TRACED if n not in ("qr", "hermitian", "cond")])
def test_functions_are_differentiable(name, dtype):
    start = torch.from_numpy(hermitian(dtype, (3, 3))).requires_grad_()

    def function(t):
        return TRACED[name](xp.asarray((t + t.mH) / 2)).tensor

    assert torch.autograd.gradcheck(function, [start])


def test_counting_norms_of_complex_numbers_warn_of_nothing(recwarn):
    x = np.asarray([[3 + 1j, 0, 1j], [0, 0, 5]])
    for axis in (None, 0, (0, 1)):
        close(linalg.vector_norm(xp.asarray(x), ord=0, axis=axis), np.linalg.vector_norm(x, ord=0, axis=axis))
    close(linalg.norm(xp.asarray(x[0]), ord=0), np.linalg.norm(x[0], ord=0))
    assert not [w for w in recwarn if "imaginary" in str(w.message)]


@pytest.mark.parametrize("rcond", [(0, 0), [], [1e-3, 1.0]])
def test_tolerances_of_another_shape_are_refused(rcond):
    with pytest.raises(ValueError, match="rcond"):
        linalg.lstsq(xp.eye(3), xp.ones(3), rcond=rcond)
    with pytest.raises(ValueError, match="rcond"):
        linalg.pinv(xp.eye(3), rcond)


def test_tolerances_of_ranks_broadcast():
    assert linalg.matrix_rank(xp.eye(2), tol=[0.5, 2.0]).tolist() == [2, 0]
    with pytest.raises(ValueError, match="broadcast"):
        linalg.matrix_rank(xp.ones((3, 1, 1)), tol=(0, 0))


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


def test_an_axis_of_none_is_refused():
    with pytest.raises(TypeError):
        linalg.cross(xp.ones(3), xp.ones(3), axis=None)
    with pytest.raises(TypeError):
        linalg.vecdot(xp.ones(3), xp.ones(3), axis=None)


@pytest.mark.parametrize("rcond", [0, 1.0, 2, -1, 0.5])
def test_lstsq_takes_the_tolerances_that_lapack_takes(rcond):
    for a in (np.eye(2), np.diag([1.0, 0.25]), np.diag([1.0, 0.0])):
        found, expected = linalg.lstsq(xp.asarray(a), xp.ones(2), rcond), np.linalg.lstsq(a, np.ones(2), rcond)
        assert int(found[2]) == expected[2]
        close(found[0], expected[0])


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


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 2, 2), (2, 1, 2, 2)])
def test_a_vector_is_one_for_every_matrix_of_a_stack(shape):
    a, b = np.ones(shape) + np.eye(shape[-1]), np.ones(shape[-1])
    close(linalg.solve(xp.asarray(a), xp.asarray(b)), np.linalg.solve(a, b))


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
