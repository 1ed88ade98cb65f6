"""Index tricks against NumPy: grids, indices of diagonals and triangles, flat and by dimension."""

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import agree, alike, calls, ours, same

import xp_torch as xp


@calls("""
    m.mgrid[0:3, 0:2]; m.mgrid[-1:1:10j]; m.mgrid[-1:1:0.1]; m.mgrid[-1:1:10j, -2:2:3j]; m.mgrid[-1:1:0.5, 5];
    m.mgrid[:3:1j, :2]; m.mgrid[5:2, 0:2]; m.mgrid[0.1:0.33:0.1,]; m.mgrid[0:1:3.4j,]; m.mgrid[:10:10j, -10:20];
    m.mgrid[m.float32(0.1) : m.float32(0.33) : m.float32(0.1),]; m.ogrid[0:3, 0:2]; m.ogrid[-1:1:4j, -2:2:3j];
    m.ogrid[-1:1:4j, 0:3]; m.ogrid[0:3]; m.ogrid[3:0, 0:3]; m.r_[1, 2, 3]; m.r_[m.ones(3), 0, 0, m.ones(2)];
    m.r_[1:4, 0, [7, 8]]; m.r_[-1:1:6j, [0] * 3, 5, 6]; m.r_[m.ones(2, dtype=m.float32), 1.5];
    m.r_[m.ones(2, dtype=m.int8), 300]; m.r_[m.ones(2, dtype=m.int8), 1.5]; m.r_["0,2", [1, 2], [3, 4]];
    m.r_["0,2,0", [1, 2], [3, 4]]; m.r_["1,2,0", [1, 2], [3, 4]]; m.r_["-1", m.ones((2, 2)), m.zeros((2, 1))];
    m.r_["0,3,-1", m.ones((2, 2)), [1, 2]]; m.r_["0,2,1", 0:2, 3:5]; m.r_["x", 1]; m.r_["1,x", 1]; m.r_[1, "1"];
    m.r_[()]; m.c_[[1, 2], [3, 4]]; m.c_[[[1, 2, 3]], 0, 0, [[4, 5, 6]]]; m.c_[1:4, 4:7]; m.c_["1", 1:4]
""")
def test_indexed_objects_make_what_numpys_make(call):
    alike(call)


@calls("""
    m.ogrid[m.arange(3):m.asarray([1.0, 3, 7]):3j, 0:1:2j]; m.mgrid[m.arange(3):m.asarray([1.0, 3, 7]):3j, 0:1:3j];
    m.mgrid[m.arange(3):9:3j, m.arange(3):9:3j]; m.ogrid[m.ones((3, 1)):2:3j, 0:1:3j]; m.ogrid[m.ones((3, 1)):2:3j];
    m.mgrid[m.ones((3, 1)):2:3j, 0:1:3j]; m.mgrid[m.ones((3, 1)):2:4j, 0:1:2j]; m.mgrid[m.arange(3):9:3j, 0:1:2j];
    m.ogrid[m.arange(2):9:3j, 0:1:2j]; m.mgrid[0:m.asarray(2), 0:m.asarray(1.5)]; m.ogrid[0:m.asarray([4]):3j, 0:2]
""")
def test_bounds_of_grids_that_are_arrays_broadcast(call):
    alike(call)


@pytest.mark.parametrize("key", ["r", "c", "1 2; 3 4"])
def test_a_matrix_is_refused_with_what_to_use(key):
    with pytest.raises(NotImplementedError, match="make no matrices"):
        xp.r_[key] if ";" in key else xp.r_[key, [1, 2]]


def test_index_expressions_are_what_they_are_indexed_with():
    assert xp.s_[1:2] == slice(1, 2)
    assert xp.index_exp[1:2] == (slice(1, 2),)
    assert xp.index_exp[1, ...] == xp.s_[1, ...] == (1, ...)
    assert len(xp.r_) == len(np.r_) == 0


@cases("shape", [(), (0,), (3,), (2, 3), (2, 0, 3), (2, 1, 3)])
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("dtype", [None, "int64", "float32", "complex64", "uint16"])
def test_indices(shape, sparse, dtype):
    agree("indices", shape, dtype, sparse)


@calls("""
    m.fromfunction(lambda i, j: i * 10 + j, (2, 3)); m.fromfunction(lambda i: i, (3,), dtype="int8");
    m.fromfunction(lambda i, *, k: k, (3,), k=5); m.ix_([0, 2]); m.ix_([True, False]); m.ix_([], [1]);
    m.ix_([1, 2], m.asarray([True, False]), [3]); m.ix_([[1]]); m.ix_(3); m.ix_();
    m.diag_indices(3); m.diag_indices(2, 4); m.diag_indices_from(m.zeros((3, 3, 3)));
    m.tril_indices(2, 2**63); m.tril_indices(2, 10**30); m.tril_indices(2, -(2**63));
    m.triu_indices(2, 2**63); m.triu_indices(2, 10**30); m.triu_indices(2, -(2**63)); m.mask_indices(3, m.triu, 1);
    m.unravel_index(1, (2, 2), None); m.ravel_multi_index(([0], [1]), (2, 2), "raise", None)
""")
def test_forms_are_numpys(call):
    alike(call)


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 0), (0,)])
def test_iterators(shape):
    assert list(xp.ndindex(*shape)) == list(np.ndindex(*shape))
    assert list(xp.ndindex(shape)) == list(np.ndindex(shape))
    x = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    assert [(i, v.item()) for i, v in xp.ndenumerate(ours(x))] == [(i, v.item()) for i, v in np.ndenumerate(x)]


def test_iterators_refuse_negative_sizes():
    with pytest.raises(ValueError, match="negative dimensions"):
        xp.ndindex(2, -1)


@pytest.mark.parametrize("shape", [(3, 3), (2, 4), (7, 3), (8, 2), (3, 3, 3), (2, 2, 2, 2), (0, 0), (0, 3), (3, 0)])
@cases("val", [5, 2.5, [1, 2], [], np.arange(20), [[1], [2]]])
@cases("wrap", [False, True])
@cases("turned", [False, True])
def test_fill_diagonal(shape, val, wrap, turned):
    x = np.zeros(shape)
    y = xp.zeros(shape[::-1]).T if turned else xp.zeros(shape)
    np.fill_diagonal(x, val, wrap)
    assert xp.fill_diagonal(y, ours(val), wrap) is None
    same(y, x)


@pytest.mark.parametrize("shape", [(3,), (), (2, 3, 3)])
def test_fill_diagonal_refuses(shape):
    with pytest.raises(ValueError, match=r"at least 2-d|equal length"):
        xp.fill_diagonal(xp.zeros(shape), 1)
    with pytest.raises(ValueError, match=r"at least 2-d|equal length"):
        xp.diag_indices_from(xp.zeros(shape))


#: Calls with floats, the calls with integers that give the same, and the number of floats.
FLOATS = [
    ("m.tri(3.0)", "m.tri(3)", 1), ("m.tri(2.5, 2)", "m.tri(3, 2)", 1), ("m.tri(3, 3.0)", "m.tri(3, 3)", 1),
    ("m.tri(3, 3, -1.0)", "m.tri(3, 3, -1)", 1), ("m.tri(m.float64(3), k=m.asarray(1.0))", "m.tri(3, k=1)", 2),
    ("m.tri(-1.5)", "m.tri(-1)", 1), ("m.tril_indices(3.0)", "m.tril_indices(3)", 1),
    ("m.tril_indices(3, 1.0)", "m.tril_indices(3, 1)", 1), ("m.tril_indices(3, 1, 3.5)", "m.tril_indices(3, 1, 4)", 1),
    ("m.triu_indices(3, 1.0, 3.0)", "m.triu_indices(3, 1, 3)", 2), ("m.triu_indices(2.5)", "m.triu_indices(3)", 1),
    ("m.tril_indices_from(x, 1.0)", "m.tril_indices_from(x, 1)", 1), ("m.tril(x, -1.0)", "m.tril(x, -1)", 1),
    ("m.triu_indices_from(x, 1.0)", "m.triu_indices_from(x, 1)", 1), ("m.triu(x, 1.0)", "m.triu(x, 1)", 1),
    ("m.mask_indices(3, m.triu, 1.0)", "m.mask_indices(3, m.triu, 1)", 1),
]  # fmt: skip


@pytest.mark.parametrize(("call", "same_as", "count"), FLOATS)
def test_floats_for_triangles_are_deprecated(call, same_as, count):
    names = {"m": xp, "x": xp.ones((3, 3))}
    with pytest.warns(DeprecationWarning, match=r"Cannot convert \w+ safely to an integer\. .*NumPy 2\.5") as caught:
        got = eval(call, names)
    assert len(caught) == count
    with np.errstate(all="ignore"):
        same(got, eval(same_as, {"m": np, "x": np.ones((3, 3))}))


@pytest.mark.parametrize(
    "call", ["tri(3, k=0.5)", "tril(x, 1.5)", "triu_indices(3, 1.5)", "tri(3, k=xp.nan)", "tri('3')"]
)
def test_a_diagonal_of_a_triangle_is_no_fraction(call):
    with pytest.raises(TypeError, match="integer"):
        eval(f"xp.{call}", {"xp": xp, "x": xp.ones((3, 3))})


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64"])
def test_triangles_of_unsigned_integers(dtype):
    n, k, m = (getattr(xp, dtype)(number) for number in (3, 1, 4))
    same(xp.triu_indices(n, k, m), np.triu_indices(3, 1, 4))
    same(xp.tril_indices(n, k, m), np.tril_indices(3, 1, 4))
    same(xp.triu_indices(*(np.dtype(dtype).type(number) for number in (3, 1, 4))), np.triu_indices(3, 1, 4))


@pytest.mark.parametrize("name", ["tril_indices", "triu_indices"])
@cases(("n", "m"), [(3, None), (2, 4), (4, 2), (0, 3), (3, 0), (1, 1)])
@cases("k", [-5, -1, 0, 1, 3, 2**40])
def test_triangle_indices(name, n, m, k):
    agree(name, n, k, m)
    if m is not None:
        agree(f"{name}_from", np.zeros((n, m)), k)


def test_indices_of_a_triangle_of_a_vector():
    with pytest.raises(ValueError, match="2-d"):
        xp.tril_indices_from(xp.zeros(3))


FLAT = [
    (2, (2, 2)),
    (22, (7, 6)),
    ([22, 41, 37], (7, 6)),
    (np.array([[1, 2], [3, 4]], "uint64"), (3, 3)),
    (0, ()),
    ([0], ()),
    ([1], ()),
    (1.5, (3,)),
    (-1, (3,)),
    (99, (3,)),
    ([], (3, 2)),
    (np.array([]), (3, 2)),
    (np.array([], int), (3, 0)),
    ([0], (3, 0)),
    (2, 5),
    (True, (3,)),
    ([1], (2**40, 2**40)),
]


@pytest.mark.cpu_only(order=["C", "F"], index=["-1", "99", "[0]"], shape=["(3,)", "(3, 0)"])
@cases(("index", "shape"), FLAT)
@pytest.mark.parametrize("order", ["C", "F", "K"])
def test_unravel_index(index, shape, order):
    agree("unravel_index", index, shape, order)


@pytest.mark.cpu_only
def test_unravel_index_checks_bounds_before_dimensions():
    with pytest.raises(ValueError, match="out of bounds"):
        xp.unravel_index([1], ())


BY_DIMENSION = [
    ((3, 4), (7, 6)),
    ((3, 6), (7, 6)),
    ((-1, 6), (7, 6)),
    (np.array([[3, 6], [4, 5]]), (7, 6)),
    (([1, 2], [[1], [2]]), (5, 5)),
    ((3,), (7, 6)),
    ((3, 1.5), (7, 6)),
    (([], []), (3, 4)),
    (np.zeros((2, 0), int), (3, 0)),
    (np.zeros((2, 1), int), (3, 0)),
    ((1, 1), (2**40, 2**40)),
    ([3], (5,)),
    (([0], [0]), (2**62 - 1, 2)),
]


@pytest.mark.cpu_only(mode="raise", index=["(3, 6)", "(-1, 6)"])
@cases(("index", "shape"), BY_DIMENSION)
@cases("mode", ["raise", "wrap", "clip", ("clip", "wrap"), ("wrap",), "x"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_ravel_multi_index(index, shape, mode, order):
    agree("ravel_multi_index", index, shape, mode, order)


def test_flat_indices_of_other_devices_are_not_read_back():
    index = xp.asarray(torch.empty(3, dtype=torch.int64, device="meta"))
    assert xp.unravel_index(index, (2, 2))[0].shape == (3,)
    assert xp.ravel_multi_index((index, index), (2, 2)).shape == (3,)
