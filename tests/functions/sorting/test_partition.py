"""Partitions, sorting by several keys and complex results, against NumPy."""

import numpy as np
import pytest
from support.cases import cases
from support.oracle import DTYPES, agree, ours, raises_alike, same, sample

import xp_torch as xp


@pytest.mark.parametrize("dtype", DTYPES)
@cases("axis", [-1, 0, 1, None, 5])
@cases("kth", [0, -1, 1, [0, -1], np.array([1, 0], "uint8")])
def test_partition(dtype, axis, kth):
    x = sample(dtype)
    if axis == 5:
        agree("partition", x, kth, axis)
        agree("argpartition", x, kth, axis)
        return
    flat, dim = (x.reshape(-1), 0) if axis is None else (x, axis)
    order = xp.argpartition(ours(x), ours(kth), axis)
    for got in (xp.partition(ours(x), ours(kth), axis), xp.take_along_axis(ours(flat), order, dim)):
        same(xp.sort(got, dim), np.sort(x, axis))
        found, expected = np.moveaxis(np.asarray(got), dim, 0), np.moveaxis(np.sort(flat, dim), dim, 0)
        for place in np.atleast_1d(kth).astype(int):
            np.testing.assert_array_equal(found[place], expected[place])
            place %= len(found)
            behind = np.sort(found[place:], 0)
            np.testing.assert_array_equal(behind, expected[place:])


@pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16"])
@cases("axis", [-1, 0, 1, None])
@cases("kth", [0, -1, 1, [0, -1], np.array([1, 0], "uint8")])
def test_partition_in_descending_order(dtype, axis, kth):
    x = ours(sample("float32" if dtype == "bfloat16" else dtype)).astype(dtype)
    flat, dim = (x.reshape(-1), 0) if axis is None else (x, axis)
    order = xp.argpartition(x, ours(kth), axis, descending=True)
    written = flat.copy()
    written.partition(ours(kth), dim, descending=True)
    expected = xp.moveaxis(xp.sort(flat, dim, descending=True), dim, 0)
    for got in (xp.partition(x, ours(kth), axis, descending=True), xp.take_along_axis(flat, order, dim), written):
        assert got.dtype == x.dtype
        found = xp.moveaxis(got, dim, 0)
        for place in np.atleast_1d(kth).astype(int) % len(found):
            assert xp.array_equal(found[place], expected[place], equal_nan=True)
            behind = xp.sort(found[place:], 0, descending=True)
            assert xp.array_equal(behind, expected[place:], equal_nan=True)


def test_nans_are_last_of_partitions_in_both_orders():
    x = xp.asarray([2.0, xp.nan, 3.0, -1.0])
    for descending, expected in ((False, [-1, 2, 3]), (True, [3, 2, -1])):
        assert xp.partition(x, [0, 1, 2, 3], descending=descending)[:3].tolist() == expected
        assert xp.argpartition(x, [0, 1, 2, 3], descending=descending)[3] == 1


X = np.array([3, 1, 2])
BAD = [(X, kth) for kth in (5, -4, 1.0, True, [], [[1]])]
BAD += [(3, 0), (np.zeros((2, 0)), 3), (np.zeros((0, 2)), 3), (np.zeros(0), 0)]


@pytest.mark.numpy_before
@pytest.mark.parametrize(("x", "kth"), BAD)
@pytest.mark.parametrize("name", ["partition", "argpartition"])
def test_odd_partitions(x, kth, name):
    agree(name, x, kth)
    agree(name, x, kth, None)
    raises_alike(lambda m: getattr(m, name)(x, kth, kind="quick"))
    raises_alike(lambda m: getattr(m, name)(x, 0, order="f"))


def test_partitioning_in_place():
    x = xp.asarray([[5, 1, 3], [9, 8, 7]])
    assert x.partition(1) is None
    assert x[:, 1].tolist() == [3, 8]
    assert x.argpartition(1).shape == (2, 3)
    with pytest.raises(TypeError):
        x.partition(1, axis=None)


@pytest.mark.parametrize("dtype", DTYPES)
@cases("axis", [-1, 0, 1])
def test_lexsort(dtype, axis):
    keys = [sample(dtype, (3, 4), seed) for seed in range(3)]
    agree("lexsort", tuple(keys), axis)
    agree("lexsort", np.stack(keys), axis)


@pytest.mark.parametrize(
    "keys",
    [[], 3, ([1, 2], [1, 2, 3]), (1, 2), [3, 1, 2], X, np.zeros((0, 3)), np.zeros((2, 0, 3)), np.array(3)],
)
@pytest.mark.parametrize("axis", [-1, 0])
def test_odd_keys(keys, axis):
    agree("lexsort", keys, axis)


def test_keys_of_several_dtypes():
    agree("lexsort", ([1.5, np.nan, 0, 1.5], [True, False, True, True], np.array([2, 2, 1, 2], "uint64")))


@pytest.mark.parametrize("dtype", DTYPES)
def test_sort_complex(dtype):
    agree("sort_complex", sample(dtype))
    agree("sort_complex", sample(dtype, ()))


@pytest.mark.parametrize("axis", [-1, 0, 1])
def test_keys_without_dimensions(axis):
    agree("lexsort", np.array([0, 1]), axis)


def test_no_place_to_partition_at():
    x, none = xp.asarray([0, 2, 4, 6]), np.asarray([], "int16")
    assert xp.partition(x, none).tolist() == x.tolist()
    assert xp.argpartition(x, none).tolist() == [0, 1, 2, 3]
