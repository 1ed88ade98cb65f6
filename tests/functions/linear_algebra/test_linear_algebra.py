"""The products, `einsum`, `trace` and `diagonal`, beside NumPy's."""

import itertools

import numpy as np
import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

import xp_torch as xp
from xp_torch._kernels import linear_algebra as kernels

DTYPES = [
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float16", "float32", "float64", "complex64", "complex128",
]  # fmt: skip


def values(dtype, shape, seed=0):
    """Values of the whole range of a dtype (small ones where rounding would differ)."""
    rng = np.random.default_rng(seed)
    kind = np.dtype(dtype)
    if kind.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if kind.kind in "iu":
        bounds = np.iinfo(kind)
        return rng.integers(bounds.min, bounds.max, shape, dtype=kind, endpoint=True)
    if kind.kind == "c":
        return (rng.integers(-4, 5, shape) + 1j * rng.integers(-4, 5, shape)).astype(kind)
    return rng.integers(-4, 5, shape).astype(kind)


def same(result, expected):
    """Exactly NumPy's values, dtype and shape, wrapped, with no lazy bit set."""
    assert isinstance(result, xp.ndarray)
    assert not result.tensor.is_conj()
    assert not result.tensor.is_neg()
    expected = np.asarray(expected)
    assert result.dtype == expected.dtype
    assert result.shape == expected.shape
    np.testing.assert_array_equal(result.tensor.numpy(), expected)


def raises_alike(call):
    """`call` raises the same type with NumPy and with the package."""
    with pytest.raises(Exception) as expected:
        call(np)
    with pytest.raises(Exception) as found:
        call(xp)
    wanted = expected.type
    if wanted.__module__.startswith("numpy._core"):
        wanted = TypeError
    assert issubclass(found.type, wanted), (found.value, expected.value)
    return str(found.value), str(expected.value)


SHAPES = [
    ((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 4)), ((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((5, 1, 2, 3), (4, 3, 2)),
    ((0, 3), (3, 2)), ((2, 0), (0, 3)), ((0,), (0,)), ((2, 3), (7, 3, 0)), ((0, 2, 2), (2, 2)), ((3,), (5, 3, 2)),
]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shapes", SHAPES)
def test_matmul_is_numpys_for_every_dtype(dtype, shapes):
    a, b = values(dtype, shapes[0], 1), values(dtype, shapes[1], 2)
    same(xp.matmul(xp.asarray(a), xp.asarray(b)), np.matmul(a, b))


@pytest.mark.parametrize(("first", "second"), list(itertools.product(DTYPES, repeat=2)))
def test_matmul_promotes_mixed_dtypes(first, second):
    a, b = values(first, (2, 3), 1), values(second, (3, 2), 2)
    result = xp.matmul(xp.asarray(a), xp.asarray(b))
    expected = np.matmul(a, b)
    assert result.dtype == expected.dtype
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(result.tensor.numpy(), expected, rtol=2e-3)


def test_matmul_of_bfloat16():
    a = xp.asarray([[1.0, 2.0]], dtype=xp.bfloat16)
    result = xp.matmul(a, a.mT)
    assert result.dtype is xp.bfloat16
    assert float(result[0, 0]) == 5.0


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
@pytest.mark.parametrize(
    "shapes", [((3,), (3,)), ((2, 5), (5,)), ((5,), (5, 3)), ((4, 2, 5), (5, 3)), ((2, 0), (0, 2))]
)
def test_integer_products_of_devices_without_them_are_exact(dtype, shapes, monkeypatch):
    a, b = values(dtype, shapes[0], 1), values(dtype, shapes[1], 2)
    for longest in (kernels._EXACT_TERMS, 2):
        monkeypatch.setattr(kernels, "_EXACT_TERMS", longest)
        result = kernels._integer_matmul_by_floats(torch.from_numpy(a), torch.from_numpy(b))
        np.testing.assert_array_equal(result.numpy(), np.matmul(a, b))


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.matmul(m.ones(3), 2.0),
        lambda m: m.matmul(2.0, m.ones(3)),
        lambda m: m.matmul(m.ones((2, 3)), m.ones((2, 3))),
        lambda m: m.matmul(m.ones(3), m.ones(2)),
        lambda m: m.matmul(m.ones((2, 3)), m.ones(2)),
        lambda m: m.matmul(m.ones(3), m.ones((2, 3))),
        lambda m: m.matmul(m.ones((2, 2)), m.ones((2, 2)), out=m.empty((1, 2))),
        lambda m: m.matmul(m.ones((2, 2)), m.ones((2, 2)), out=m.empty((2, 2), dtype=m.int64)),
        lambda m: m.matmul(m.ones((2, 2)), m.ones((2, 2)), dtype=m.int64),
        lambda m: m.matmul(m.ones((2, 2), dtype=m.int64), m.ones((2, 2), dtype=m.int64), dtype=m.float32, casting="no"),
        lambda m: m.vecdot(m.ones(3), m.ones(2)),
        lambda m: m.vecdot(m.ones(3), 2.0),
        lambda m: m.vecdot(m.ones(3), m.ones(3), axis=None),
        lambda m: m.vecdot(m.ones(3), m.ones(3), axis=1),
        lambda m: m.vecdot(m.ones((2, 3)), m.ones(3), axis=0),
        lambda m: m.matvec(m.ones((2, 3)), m.ones(2)),
        lambda m: m.matvec(m.ones(3), m.ones(2)),
        lambda m: m.vecmat(m.ones(2), m.ones((3, 2))),
        lambda m: m.dot(m.ones(2), m.ones(3)),
        lambda m: m.dot(m.ones((2, 2)), m.ones((3, 3, 2))),
        lambda m: m.dot(m.ones(2), m.ones(2), out=m.empty((), dtype=m.int64)),
        lambda m: m.dot(m.ones((2, 2)), m.ones(2), out=m.empty(4)[::2]),
        lambda m: m.dot(m.ones((2, 2)), m.ones((2, 2)), out=m.empty((2, 2)).T),
        lambda m: m.dot(1.0, m.ones(2), out=m.empty((1, 2))),
        lambda m: m.inner(m.ones(2), m.ones(3)),
        lambda m: m.vdot(m.ones(2), m.ones(3)),
        lambda m: m.tensordot(m.ones((2, 3)), m.ones((3, 2))),
        lambda m: m.tensordot(m.ones((2, 2)), m.ones((2, 2)), axes=((0, 0), (0, 1))),
        lambda m: m.trace(m.ones(3)),
        lambda m: m.trace(m.ones((3, 3)), axis1=0, axis2=0),
        lambda m: m.einsum("ii", m.ones((2, 3))),
        lambda m: m.einsum("ij->ik", m.ones((2, 3))),
        lambda m: m.einsum("ijk->i", m.ones((2, 3))),
        lambda m: m.einsum("i->ii", m.ones(2)),
        lambda m: m.einsum(3),
        lambda m: m.matrix_transpose(m.ones(3)),
    ],
)  # fmt: skip
def test_errors_are_numpys_in_its_words(call):
    found, expected = raises_alike(call)
    assert found == expected


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.matmul(m.ones((2, 3, 3)), m.ones((4, 3, 3))),
        lambda m: m.matmul(m.ones((1, 2, 2)), m.ones((3, 2, 2)), out=m.empty((1, 2, 2))),
        lambda m: m.matmul(m.ones((2, 2)), m.ones((2, 2)), axis=0),
        lambda m: m.matmul(m.ones((2, 2)), m.ones((2, 2)), keepdims=True),
        lambda m: m.matmul(m.ones((2, 2)), m.ones((2, 2)), axes=[(0, 1), (1, 0)]),
        lambda m: m.matmul(m.ones((2, 2)), m.ones((2, 2)), casting="bogus"),
        lambda m: m.matmul(m.ones((2, 2)), "a"),
        lambda m: m.vecdot(m.ones((2, 3)), m.ones((4, 3))),
        lambda m: m.tensordot(m.ones((2, 3)), m.ones((3, 2)), axes=3),
        lambda m: m.tensordot(m.ones((2, 3)), m.ones((3, 2)), axes=((0,), (5,))),
        lambda m: m.tensordot(m.ones((2, 2)), m.ones((2, 2)), axes=(0, 1, 1)),
        lambda m: m.trace(m.ones((3, 3)), axis1=2),
        lambda m: m.trace(m.ones((3, 3)), offset=1.5),
        lambda m: m.outer(m.ones((2, 2)), m.ones(3), out=m.empty((4, 4))),
        lambda m: m.cross(m.ones((4, 3)), m.ones((2, 3))),
        lambda m: m.cross(m.ones(3), 1.0),
        lambda m: m.cross(m.ones((3, 4)), m.ones((3, 4))),
        lambda m: m.cross(m.ones(3, dtype=m.bool), m.ones(3, dtype=m.bool)),
        lambda m: m.einsum("ij,jk", m.ones((2, 3)), m.ones((2, 3))),
        lambda m: m.einsum("ij,jk->ik", m.ones((2, 1))),
        lambda m: m.einsum(m.ones((2, 3)), [Ellipsis, 1], [1]),
        lambda m: m.einsum("ij$", m.ones((2, 3))),
        lambda m: m.einsum("i,i->i", m.ones(2), m.ones(2), out=m.empty(2, dtype=m.int64)),
    ],
)
def test_errors_are_numpys_types(call):
    raises_alike(call)


def test_a_failed_call_changes_nothing():
    out = xp.zeros((2, 2), dtype=xp.int64)
    with pytest.raises(TypeError):
        xp.matmul(xp.ones((2, 2)), xp.ones((2, 2)), out=out)
    same(out, np.zeros((2, 2), dtype=np.int64))


@pytest.mark.parametrize(
    "call",
    [
        lambda m, a, b: m.matmul(a, b, axes=[(0, 1), (1, 0), (0, 1)]),
        lambda m, a, b: m.matmul(a, b, axes=[(-1, -2), (-2, -1), (1, 0)]),
        lambda m, a, b: m.matmul(a, b, dtype=m.float32),
        lambda m, a, b: m.matmul(a, b, dtype=m.int64, casting="unsafe"),
        lambda m, a, b: m.matmul(a, b, out=m.empty((3, 2, 2))),
        lambda m, a, b: m.matmul(a, b, out=(m.empty((2, 2), dtype=m.float32),)),
        lambda m, a, b: m.vecdot(a, b, axis=0),
        lambda m, a, b: m.vecdot(a, b, axis=0, keepdims=True),
        lambda m, a, b: m.vecdot(a, b, axes=[0, 1]),
        lambda m, a, b: m.vecdot(a, b[0]),
        lambda m, a, b: m.matvec(a, b[0]),
        lambda m, a, b: m.vecmat(a[0] * 1j, b * 1j),
        lambda m, a, b: m.vdot(a * 1j, b * (1 + 1j)),
        lambda m, a, b: m.dot(a, b),
        lambda m, a, b: m.dot(a, 3),
        lambda m, a, b: m.dot(a, m.ones((3, 2, 2))),
        lambda m, a, b: m.dot(a, b, out=m.empty((2, 2))),
        lambda m, a, b: m.inner(a, m.ones((3, 2))),
        lambda m, a, b: m.inner(a, 2),
        lambda m, a, b: m.outer(a, b),
        lambda m, a, b: m.outer(a, [1, 2, 3]),
        lambda m, a, b: m.kron(a, b),
        lambda m, a, b: m.kron(a, [1, 2, 3]),
        lambda m, a, b: m.kron(2, b),
        lambda m, a, b: m.tensordot(a, b, axes=0),
        lambda m, a, b: m.tensordot(a, b, axes=1),
        lambda m, a, b: m.tensordot(a, b),
        lambda m, a, b: m.tensordot(a, b, axes=(0, 1)),
        lambda m, a, b: m.tensordot(a, b, axes=((-1, 0), (0, -1))),
        lambda m, a, b: m.trace(a, 1),
        lambda m, a, b: m.trace(a, offset=7),
        lambda m, a, b: m.trace(a, dtype=m.int8),
        lambda m, a, b: m.trace(m.ones((2, 3, 4)), 0, 1, 2),
        lambda m, a, b: m.diagonal(m.ones((2, 3, 4)), -1, 2, 0),
        lambda m, a, b: m.cross(m.ones((4, 3)), m.asarray([1.0, 2.0, 3.0])),
        lambda m, a, b: m.cross(m.ones((3, 4)), m.asarray([1.0, 2.0, 3.0]), axisa=0, axisc=0),
    ],
)
def test_forms_are_numpys(call):
    a, b = np.asarray([[1.0, 2.0], [3.0, 4.0]]), np.asarray([[5.0, -1.0], [0.0, 2.0]])
    same(call(xp, xp.asarray(a), xp.asarray(b)), call(np, a, b))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "call",
    [
        lambda m, a, b: m.vecdot(a, b),
        lambda m, a, b: m.vecmat(a[0], m.matrix_transpose(b)),
        lambda m, a, b: m.tensordot(a, b),
        lambda m, a, b: m.outer(a, b),
        lambda m, a, b: m.kron(a, b),
        lambda m, a, b: m.dot(a, b[0]),
        lambda m, a, b: m.inner(a, b),
        lambda m, a, b: m.vdot(a, b),
        lambda m, a, b: m.trace(a),
        lambda m, a, b: m.diagonal(a, 1),
        lambda m, a, b: m.matrix_transpose(a),
        lambda m, a, b: m.einsum("ij,kj->ik", a, b),
        lambda m, a, b: m.einsum("ij->", a),
        lambda m, a, b: m.einsum("ij,ij,i->j", a, b, a[:, 0]),
    ],
)
def test_every_product_takes_every_dtype(call, dtype):
    a, b = values(dtype, (2, 3), 3), values(dtype, (2, 3), 4)
    same(call(xp, xp.asarray(a), xp.asarray(b)), call(np, a, b))


@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_cross_takes_every_numeric_dtype(dtype):
    a, b = values(dtype, (4, 3), 3), values(dtype, (3,), 4)
    same(xp.cross(xp.asarray(a), xp.asarray(b)), np.cross(a, b))


@pytest.mark.parametrize("subscripts", [
    "ij,jk->ik", "ij,jk", "ij,jk->ki", "ij,kj->", "ij,ij->ij", "ij,ij->j", "ij,kl->ijkl", "ij,k->kij", "ba", "ij,ji",
    "...j,...j", "i...,i...->...", "...i->i...",
])  # fmt: skip
def test_einsum_of_two_or_one(subscripts):
    a = values("int64", (3, 3), 1) % 100
    operands = [a, a.T + 1][: subscripts.partition("->")[0].count(",") + 1]
    if subscripts == "ij,k->kij":
        operands[1] = operands[1][0]
    same(xp.einsum(subscripts, *map(xp.asarray, operands)), np.einsum(subscripts, *operands))


@pytest.mark.parametrize("optimize", [False, True, "optimal", ["einsum_path", (1, 2), (0, 1)]])
def test_einsum_of_three(optimize):
    a, b, c = (values("int64", s, i) % 50 for i, s in enumerate([(2, 3), (3, 4), (4, 2)]))
    expected = np.einsum("ij,jk,kl->il", a, b, c)
    same(xp.einsum("ij,jk,kl->il", *map(xp.asarray, (a, b, c)), optimize=optimize), expected)


def test_einsum_with_lists_diagonals_and_broadcasting():
    a, b = values("int64", (2, 3), 1) % 50, values("int64", (3, 4), 2) % 50
    same(xp.einsum(xp.asarray(a), [0, 1], xp.asarray(b), [1, 2], [0, 2]), np.einsum(a, [0, 1], b, [1, 2], [0, 2]))
    cube = values("int64", (3, 2, 3), 3)
    same(xp.einsum("iji->ij", xp.asarray(cube)), np.einsum("iji->ij", cube))
    same(xp.einsum("ij,jk->ik", xp.asarray(a[:, :1]), xp.asarray(b)), np.einsum("ij,jk->ik", a[:, :1], b))
    floats = a[:, :1].astype(float), b.astype(float)
    same(xp.einsum("ij,jk->ik", *map(xp.asarray, floats)), np.einsum("ij,jk->ik", *floats))
    same(xp.einsum("ij,j->i", xp.zeros((3, 0)), xp.asarray([xp.nan])), np.zeros(3))
    out = xp.empty((2, 4), dtype=xp.float64)
    assert xp.einsum("ij,jk", xp.asarray(a), xp.asarray(b), out=out) is out
    same(out, np.einsum("ij,jk", a, b).astype(float))


def test_einsum_asks_casting_of_operands_of_several_dtypes():
    for casting, allowed in (("no", False), ("equiv", False), ("safe", True)):
        for m in (xp, np):
            a, b = m.ones(2, dtype=m.float32), m.ones(2)
            assert m.einsum("i,i", b, b, casting=casting) == 2
            if allowed:
                assert m.einsum("i,i", a, b, casting=casting) == 2
                continue
            with pytest.raises(TypeError, match="Iterator operand 0"):
                m.einsum("i,i", a, b, casting=casting)


def test_views_share_memory_where_numpys_do():
    x = xp.asarray(np.eye(3))
    for view in (xp.diagonal(x), xp.matrix_transpose(x), xp.einsum("ii->i", x), xp.einsum("ij->ji", x)):
        assert view.tensor.untyped_storage().data_ptr() == x.tensor.untyped_storage().data_ptr()
        assert view is not x


def test_overlapping_out_gives_the_product():
    a = np.asarray([[1.0, 2.0], [3.0, 4.0]])
    x = xp.asarray(a.copy())
    xp.matmul(x, x, out=x)
    same(x, a @ a)


def test_small_sums_follow_the_default_integer():
    x = xp.ones((3, 3), dtype=xp.uint8)
    assert xp.trace(x).dtype is xp.uint64
    with xp.set_default_dtype(int_dtype="int32"):
        assert xp.trace(x).dtype is xp.uint32
        assert xp.trace(xp.ones((3, 3), dtype=xp.bool)).dtype is xp.int32


TRACED = [
    xp.matmul,
    xp.vecdot,
    lambda a, b: xp.tensordot(a, b, axes=1),
    lambda a, b: xp.einsum("ij,jk->ik", a, b),
    lambda a, b: xp.trace(a),
    xp.kron,
]


@pytest.mark.parametrize("call", TRACED)
@pytest.mark.parametrize("dtype", ["bool", "int32", "uint32", "uint64", "float32", "complex64"])
def test_kernels_trace(call, dtype):
    a, b = values(dtype, (4, 2, 2), 1), values(dtype, (4, 2, 2), 2)

    def function(s, t):
        return call(xp.asarray(s), xp.asarray(t)).tensor

    s, t = torch.from_numpy(a), torch.from_numpy(b)
    expected = torch.stack([function(s[i], t[i]) for i in range(4)])
    np.testing.assert_array_equal(torch.vmap(function)(s, t).numpy(), expected.numpy())
    torch._dynamo.reset()
    compiled = torch.compile(function, fullgraph=True, backend="eager")
    np.testing.assert_array_equal(compiled(s[0], t[0]).numpy(), expected[0].numpy())
    first, second = s[0], t[0]
    with FakeTensorMode() as mode:
        assert function(mode.from_tensor(first), mode.from_tensor(second)).shape == expected.shape[1:]


@pytest.mark.parametrize("call", TRACED)
@pytest.mark.parametrize("dtype", [torch.float64, torch.complex128])
def test_kernels_are_differentiable(call, dtype):
    inputs = [torch.randn(2, 2, dtype=dtype, requires_grad=True) for _ in range(2)]
    assert torch.autograd.gradcheck(lambda s, t: call(xp.asarray(s), xp.asarray(t)).tensor, inputs)


def test_python_numbers_are_arrays_of_their_own_dtype_in_products():
    for name in ("dot", "inner", "outer", "kron"):
        found = getattr(xp, name)(xp.asarray([0], dtype=xp.uint8), -99)
        assert found.dtype.name == getattr(np, name)(np.asarray([0], dtype=np.uint8), -99).dtype.name == "int64"


def test_tensorsolve_of_as_many_dimensions():
    assert xp.linalg.tensorsolve([[1.0]], [[3.0]]).tolist() == np.linalg.tensorsolve([[1.0]], [[3.0]]).tolist()


@pytest.mark.parametrize("name", ["dot", "inner"])
def test_an_empty_list_has_no_dtype_in_products(name):
    assert getattr(xp, name)(xp.asarray(0, dtype=xp.uint16), ()).dtype is xp.uint16
    assert getattr(xp, name)([], xp.asarray([], dtype=xp.float32)).dtype is xp.float64
    assert xp.vdot(xp.asarray([], dtype=xp.uint16), []).dtype is xp.uint16
    assert getattr(xp, name)([], []).dtype is xp.float64


@pytest.mark.parametrize(("dtype", "out"), [("int16", "float64"), ("uint64", "float16"), ("float16", "float32")])
def test_dot_of_0d_arrays_that_blas_has_not_writes_as_a_ufunc(dtype, out):
    for a, b in [(3, [1, 2]), ([1, 2], 3)]:
        a, b = np.asarray(a, dtype), np.asarray(b, dtype)
        expected = np.dot(a, b, out=np.zeros((2, 2), out))
        same(xp.dot(xp.asarray(a), xp.asarray(b), out=xp.zeros((2, 2), dtype=out)), expected)
    with pytest.raises(TypeError, match="Cannot cast"):
        xp.dot(xp.asarray(3), xp.asarray([1]), out=xp.zeros(1, dtype=xp.uint8))


def test_dot_of_a_number_and_more_dimensions_than_blas_has_writes_as_a_ufunc():
    x = np.asarray([[[1.0], [2.0]]])
    same(xp.dot(xp.asarray(x), 2.0, out=xp.zeros((1, 2, 3))), np.dot(x, 2.0, out=np.zeros((1, 2, 3))))
    with pytest.raises(ValueError, match="not acceptable"):
        xp.dot(xp.asarray(x[0]), 2.0, out=xp.zeros((2, 3)))


@pytest.mark.parametrize("other", [1, 2])
def test_a_label_of_size_0_and_another(other):
    with pytest.raises(ValueError, match="collapsing index"):
        xp.einsum("ii->i", xp.zeros((0, other)))


def test_a_number_is_no_matrix():
    x = np.asarray([0], np.uint16)
    with pytest.raises(ValueError, match="dimensions"):
        xp.linalg.matmul(2**62, xp.asarray(x))
    with pytest.raises(OverflowError):
        np.linalg.matmul(2**62, x)


def test_matmul_writes_into_an_output_without_leading_ones():
    a, b = np.ones((1, 2, 2)), np.asarray([1.0, 2.0])
    expected = np.matmul(a, b, out=np.zeros(2))
    same(xp.matmul(xp.asarray(a), xp.asarray(b), out=xp.zeros(2)), expected)
    # nor without rows
    a, b = np.asarray([[1.0, 2.0]]), np.asarray([[1.0, 2.0], [3.0, 4.0]])
    same(xp.matmul(xp.asarray(a), xp.asarray(b), out=xp.zeros(2)), np.matmul(a, b, out=np.zeros(2)))
    for first, second in [(b, b), (b, b[:, :1]), (b[:, :1], a)]:
        for module, give in [(np, np.asarray), (xp, xp.asarray)]:
            with pytest.raises(ValueError, match=r"[oO]utput operand"):
                module.matmul(give(first), give(second), out=module.zeros(2))
    with pytest.raises(ValueError, match="output"):
        xp.matmul(xp.ones((2, 2, 2)), xp.ones(2), out=xp.zeros(2))


def test_linalg_has_the_functions_themselves():
    assert xp.linalg.matmul is xp.matmul
    with pytest.raises(TypeError):
        np.linalg.matmul(np.ones(1), np.ones(1), None)
    assert xp.linalg.matmul(xp.ones(1), xp.ones(1), None).tolist() == 1


def test_an_ellipsis_for_out_asks_for_an_array():
    assert xp.matmul(xp.ones(2), xp.ones(2), out=...).tolist() == 2
    assert xp.vecdot(xp.ones(2), xp.ones(2), out=...).tolist() == 2
