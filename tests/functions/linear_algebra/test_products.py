"""The products of arrays beside NumPy's: forms, dtypes, errors, tracing and derivatives."""

import numpy as np
import pytest
from support.linear_algebra_cases import values
from support.oracle import DTYPES, calls, raises_alike, same

import xp_torch as xp


@pytest.mark.numpy_before
@calls("""
    m.matmul(m.ones(3), 2.0); m.matmul(2.0, m.ones(3)); m.matmul(m.ones((2, 3)), m.ones((2, 3)));
    m.matmul(m.ones(3), m.ones(2)); m.matmul(m.ones((2, 3)), m.ones(2)); m.matmul(m.ones(3), m.ones((2, 3)));
    m.matmul(m.ones((2, 2)), m.ones((2, 2)), out=m.empty((1, 2)));
    m.matmul(m.ones((2, 2)), m.ones((2, 2)), out=m.empty((2, 2), dtype=m.int64));
    m.matmul(m.ones((2, 2)), m.ones((2, 2)), dtype=m.int64);
    m.matmul(m.ones((2, 2), dtype=m.int64), m.ones((2, 2), dtype=m.int64), dtype=m.float32, casting="no");
    m.vecdot(m.ones(3), m.ones(2)); m.vecdot(m.ones(3), 2.0); m.vecdot(m.ones(3), m.ones(3), axis=None);
    m.vecdot(m.ones(3), m.ones(3), axis=1); m.vecdot(m.ones((2, 3)), m.ones(3), axis=0);
    m.matvec(m.ones((2, 3)), m.ones(2)); m.matvec(m.ones(3), m.ones(2)); m.vecmat(m.ones(2), m.ones((3, 2)));
    m.dot(m.ones(2), m.ones(3)); m.dot(m.ones((2, 2)), m.ones((3, 3, 2)));
    m.dot(m.ones(2), m.ones(2), out=m.empty((), dtype=m.int64));
    m.dot(m.ones((2, 2)), m.ones(2), out=m.empty(4)[::2]);
    m.dot(m.ones((2, 2)), m.ones((2, 2)), out=m.empty((2, 2)).T); m.dot(1.0, m.ones(2), out=m.empty((1, 2)));
    m.inner(m.ones(2), m.ones(3)); m.vdot(m.ones(2), m.ones(3)); m.tensordot(m.ones((2, 3)), m.ones((3, 2)));
    m.tensordot(m.ones((2, 2)), m.ones((2, 2)), axes=((0, 0), (0, 1))); m.trace(m.ones(3));
    m.trace(m.ones((3, 3)), axis1=0, axis2=0); m.einsum("ii", m.ones((2, 3))); m.einsum("ij->ik", m.ones((2, 3)));
    m.einsum("ijk->i", m.ones((2, 3))); m.einsum("i->ii", m.ones(2)); m.einsum(3); m.matrix_transpose(m.ones(3))
""")
def test_errors_are_numpys_in_its_words(call):
    found, expected = raises_alike(call)
    assert found == expected


@calls("""
    m.matmul(m.ones((2, 3, 3)), m.ones((4, 3, 3)));
    m.matmul(m.ones((1, 2, 2)), m.ones((3, 2, 2)), out=m.empty((1, 2, 2)));
    m.matmul(m.ones((2, 2)), m.ones((2, 2)), axis=0); m.matmul(m.ones((2, 2)), m.ones((2, 2)), keepdims=True);
    m.matmul(m.ones((2, 2)), m.ones((2, 2)), axes=[(0, 1), (1, 0)]);
    m.matmul(m.ones((2, 2)), m.ones((2, 2)), casting="bogus"); m.matmul(m.ones((2, 2)), "a");
    m.vecdot(m.ones((2, 3)), m.ones((4, 3))); m.tensordot(m.ones((2, 3)), m.ones((3, 2)), axes=3);
    m.tensordot(m.ones((2, 3)), m.ones((3, 2)), axes=((0,), (5,)));
    m.tensordot(m.ones((2, 2)), m.ones((2, 2)), axes=(0, 1, 1)); m.trace(m.ones((3, 3)), axis1=2);
    m.trace(m.ones((3, 3)), offset=1.5); m.outer(m.ones((2, 2)), m.ones(3), out=m.empty((4, 4)));
    m.cross(m.ones((4, 3)), m.ones((2, 3))); m.cross(m.ones(3), 1.0); m.cross(m.ones((3, 4)), m.ones((3, 4)));
    m.cross(m.ones(3, dtype=m.bool), m.ones(3, dtype=m.bool)); m.einsum("ij,jk", m.ones((2, 3)), m.ones((2, 3)));
    m.einsum("ij,jk->ik", m.ones((2, 1))); m.einsum(m.ones((2, 3)), [Ellipsis, 1], [1]);
    m.einsum("ij$", m.ones((2, 3))); m.einsum("i,i->i", m.ones(2), m.ones(2), out=m.empty(2, dtype=m.int64))
""")
def test_errors_are_numpys_types(call):
    raises_alike(call)


@pytest.mark.numpy_before
@calls("""
    m.matmul(a, b, axes=[(0, 1), (1, 0), (0, 1)]); m.matmul(a, b, axes=[(-1, -2), (-2, -1), (1, 0)]);
    m.matmul(a, b, dtype=m.float32); m.matmul(a, b, dtype=m.int64, casting="unsafe");
    m.matmul(a, b, out=m.empty((3, 2, 2))); m.matmul(a, b, out=(m.empty((2, 2), dtype=m.float32),));
    m.vecdot(a, b, axis=0); m.vecdot(a, b, axis=0, keepdims=True); m.vecdot(a, b, axes=[0, 1]); m.vecdot(a, b[0]);
    m.matvec(a, b[0]); m.vecmat(a[0] * 1j, b * 1j); m.vdot(a * 1j, b * (1 + 1j)); m.dot(a, b); m.dot(a, 3);
    m.dot(a, m.ones((3, 2, 2))); m.dot(a, b, out=m.empty((2, 2))); m.inner(a, m.ones((3, 2))); m.inner(a, 2);
    m.outer(a, b); m.outer(a, [1, 2, 3]); m.kron(a, b); m.kron(a, [1, 2, 3]); m.kron(2, b);
    m.tensordot(a, b, axes=0); m.tensordot(a, b, axes=1); m.tensordot(a, b); m.tensordot(a, b, axes=(0, 1));
    m.tensordot(a, b, axes=((-1, 0), (0, -1))); m.trace(a, 1); m.trace(a, offset=7); m.trace(a, dtype=m.int8);
    m.trace(m.ones((2, 3, 4)), 0, 1, 2); m.diagonal(m.ones((2, 3, 4)), -1, 2, 0);
    m.cross(m.ones((4, 3)), m.asarray([1.0, 2.0, 3.0]));
    m.cross(m.ones((3, 4)), m.asarray([1.0, 2.0, 3.0]), axisa=0, axisc=0)
""")
def test_forms_are_numpys(call):
    a, b = np.asarray([[1.0, 2.0], [3.0, 4.0]]), np.asarray([[5.0, -1.0], [0.0, 2.0]])
    same(call(xp, xp.asarray(a), xp.asarray(b)), call(np, a, b))


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", DTYPES)
@calls("""
    m.vecdot(a, b); m.vecmat(a[0], m.matrix_transpose(b)); m.tensordot(a, b); m.outer(a, b); m.kron(a, b);
    m.dot(a, b[0]); m.inner(a, b); m.vdot(a, b); m.trace(a); m.diagonal(a, 1); m.matrix_transpose(a);
    m.einsum("ij,kj->ik", a, b); m.einsum("ij->", a); m.einsum("ij,ij,i->j", a, b, a[:, 0])
""")
def test_every_product_takes_every_dtype(call, dtype):
    a, b = values(dtype, (2, 3), 3), values(dtype, (2, 3), 4)
    same(call(xp, xp.asarray(a), xp.asarray(b)), call(np, a, b))


@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_cross_takes_every_numeric_dtype(dtype):
    a, b = values(dtype, (4, 3), 3), values(dtype, (3,), 4)
    same(xp.cross(xp.asarray(a), xp.asarray(b)), np.cross(a, b))


@calls("""
    m.cross([1, 2], [3, 4]); m.cross([0, 1], [1, 0, 2]); m.cross([1, 0, 2], [0, 1]); m.cross([1, 2], m.ones((5, 3)));
    m.cross(m.ones((2, 3)), m.ones((2, 3)), axis=0); m.cross(m.ones((2, 3)), m.ones((2, 3)), axisa=0);
    m.cross(m.ones(4), m.ones(4)); m.linalg.cross([1, 2], [3, 4]); m.linalg.cross(m.ones(4), m.ones(3))
""")
def test_cross_takes_vectors_of_three_only(call):
    with pytest.raises(ValueError, match=r"3-dimensional vectors, but they are \d and \d dimensional"):
        call(xp)


def test_python_numbers_are_arrays_of_their_own_dtype_in_products():
    for name in ("dot", "inner", "outer", "kron"):
        found = getattr(xp, name)(xp.asarray([0], dtype=xp.uint8), -99)
        assert found.dtype.name == getattr(np, name)(np.asarray([0], dtype=np.uint8), -99).dtype.name == "int64"


@pytest.mark.compiled
def test_a_graph_multiplies_a_vector_by_torchs_loops():
    # Inductor's own loops for a transposed matrix took two to three times as long.
    nodes = []

    def keep(module, _):
        nodes.extend(node.target for node in module.graph.nodes)
        return module.forward

    for size, is_large in ((100, True), (10, False)):
        a, x = xp.asarray(np.random.default_rng(0).normal(size=(size, size))), xp.ones(size)
        nodes.clear()
        result = xp.compile(lambda a, x: xp.matmul(a.T, x), backend=keep, fullgraph=True)(a, x)
        assert ("unsqueeze" in nodes) is is_large
        np.testing.assert_allclose(result, a.T @ x, rtol=1e-12)
