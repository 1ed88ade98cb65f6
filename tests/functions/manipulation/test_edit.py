"""Slices put in and taken out, blocks, and the rest of NumPy's manipulation functions, against NumPy."""

import itertools

import numpy as np
import pytest
from support.cases import cases
from support.oracle import DTYPES, agree, alike, calls, ours, sample

import xp_torch as xp

X = np.arange(12).reshape(3, 4)
OBJECTS = [
    0, -1, 2, 3, -4, 7, -9, 1.5, True, [0], [0, 2], [2, 0], [0, 0, 1], [-1, 0], [], [7], [0.5], np.array(1),
    np.array([1]), np.array([], int), np.array([True, False, True]), np.array([True, False, True, False]),
    [True, False, False], [False] * 4, slice(None), slice(0, 1), slice(1, None), slice(None, None, 2),
    slice(None, None, -1), slice(5, 2), slice(-1, 0, -2), slice(None, None, 2**64), slice(None, None, -(2**64)),
    [[0, 1]], np.uint8(1), np.array([1, 2], "uint8"), 2**63, -(2**63) - 1, [2**63],
]  # fmt: skip


@pytest.mark.cpu_only(obj=["array(1)", "array([1, 2], dtype=uint8)", "array([1])", "np.uint8(1)"])
@pytest.mark.parametrize("obj", [o for o in OBJECTS if not isinstance(o, bool)], ids=repr)
def test_delete(obj):
    """A bool is deprecated in NumPy, a mask of one element there."""
    for x, axis in itertools.product([X, X[0], X.T, X[:, :0], np.float32(3)], [None, 0, 1, -1, 2]):
        agree("delete", np.asarray(x), obj, axis)


@pytest.mark.numpy_before
@pytest.mark.parametrize(
    "obj", [o for o in OBJECTS if not (isinstance(o, list) and o and isinstance(o[0], bool))], ids=repr
)
def test_insert(obj):
    if isinstance(obj, bool) or getattr(obj, "dtype", None) == "uint8":
        return  # NumPy cannot add int64 to small unsigned indices
    values = [9, [7, 8], [[7], [8], [9]], np.array([[1, 2, 3, 4]]), 2.5, [], np.ones((1, 3, 1))]
    for x, value, axis in itertools.product([X, X[0]], values, [None, 0, -1]):
        agree("insert", x, obj, value, axis)


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", DTYPES)
def test_edits_of_every_dtype(dtype):
    x, v = sample(dtype), sample(dtype, (2, 2, 4), 1)
    agree("insert", x, [0, 3], v, 1)
    agree("insert", x, 1, v[:, 0], 1)
    agree("delete", x, [0, 2], 1)
    agree("delete", x, slice(0, 3, 2), 1)
    agree("delete", x, 1, 2)
    agree("trim_zeros", x)


@pytest.mark.numpy_before
@pytest.mark.parametrize(
    "x",
    [
        [0, 0, 1, 0, 2, 0], [0, 0], [], [1], np.array([0.0, np.nan, 0]), np.array([[0, 0, 0], [0, 1, 0], [0, 2, 0]]),
        np.zeros((2, 2)), np.zeros((0, 3)), np.array(0), np.array([0, 1j, 0]), (0, 1, 0),
    ],
    ids=range(11),
)  # fmt: skip
@cases("trim", ["fb", "BF", "f", "b", "x", "ff", ""])
def test_trim_zeros(x, trim):
    for axis in (None, 0, -1, (0,), (), 3):
        got = agree("trim_zeros", x, trim, axis)
        assert got is None or type(got) is type(ours(x))


@pytest.mark.numpy_before
def test_a_list_of_which_nothing_is_trimmed_is_returned():
    x = [[0.0], [1.0]]
    assert xp.trim_zeros(x, axis=()) is x
    assert np.trim_zeros(x, axis=()) is x


@calls("""
    m.block([1, 2]); m.block([[1, 2], [3, 4]]); m.block(5); m.block(a); m.block([a]);
    m.block([[a, m.ones((3, 1))], [m.zeros((1, 5))]]); m.block([[a[0]], [a[1]]]); m.block([a[0], a[1], 3]);
    m.block([[[1]], [[2]]]); m.block([]); m.block([[]]); m.block([1, []]); m.block([[], 2]);
    m.block([[1], []]); m.block([[], [1]]); m.block([1, [2]]);
    m.block([[1], 2]); m.block([[[1]], [2]]); m.block((1, 2)); m.block([(1, 2)]); m.block([[a, m.ones((2, 1))]]);
    m.block([m.ones((2, 3, 1)), m.ones((3, 1))]); m.block([m.ones((2, 1), m.int8), m.ones((2, 1), m.uint8)]);
    m.block([[m.ones((2, 0)), m.ones((2, 2))]]); m.insert(m.asarray([1, 2], "int8"), 1, 300);
    m.insert(m.asarray([1, 2], "int8"), 1, m.asarray([300])); m.insert(m.asarray([1, 2], "int8"), 1, 1.7);
    [m.diagflat(3, k) for k in (-2, 0, 1)]; [m.diagflat([1, 2], k) for k in (-2, 0, 1)];
    [m.diagflat([[1, 2], [3, 4]], k) for k in (-2, 0, 1)]; [m.diagflat(m.zeros(0), k) for k in (-2, 0, 1)]
""")
def test_forms_are_numpys(call):
    alike(lambda m: call(m, m.asarray(X)))


@pytest.mark.parametrize("arrays", [[1, []], [[], 2], [1, [2]], [[[1], [2]], [[3, 4]], [5]]])
def test_unequal_depths_are_refused_before_empty_lists(arrays):
    with pytest.raises(ValueError, match="depths are mismatched"):
        xp.block(arrays)


@pytest.mark.parametrize("axis", range(-4, 4))
@cases("start", range(-4, 5))
def test_rollaxis(axis, start):
    agree("rollaxis", np.zeros((2, 3, 4)), axis, start)


def test_a_block_is_a_copy():
    x = xp.zeros(3)
    xp.block(x)[0] = 1
    xp.block([x])[0] = 1
    assert x[0] == 0


def test_numpy_25_removed_row_stack():
    with pytest.raises(AttributeError, match=r"use xp\.vstack"):
        xp.row_stack
    assert "row_stack" not in dir(xp)


@pytest.mark.parametrize(
    "requirements", [None, [], "C", "F", ["C", "O"], ["F", "A", "W"], "CF", ["E"], "x", ["c_contiguous", "owndata"]]
)
@cases("x", [X, X.T, X[:, ::2], [1, 2]], ids=range(4))
@cases("dtype", [None, "float32"])
def test_require(requirements, x, dtype):
    got = agree("require", x, dtype, requirements)
    if got is not None:
        asked = [name[0].upper() for name in requirements or ()]
        assert got.flags.c_contiguous or "C" not in asked
        assert got.flags.f_contiguous or "F" not in asked
        assert got.flags.owndata or "O" not in asked


@pytest.mark.parametrize("x", [[1, 2], [1.0, np.inf], [np.nan], [1j], [complex(0, np.nan)], []])
def test_only_finite_elements(x):
    agree("asarray_chkfinite", x)
    agree("asarray_chkfinite", x, "complex64", order="F")
