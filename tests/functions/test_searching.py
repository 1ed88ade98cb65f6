import numpy as np
import pytest
from support.cases import cases
from support.oracle import DTYPES, REAL, agree, call, ours, same, sample

import xp_torch as xp


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_arg_extremes(name, dtype):
    for seed in range(4):
        x = sample(dtype, seed=seed)
        for axis in (None, 0, 1, -1):
            agree(name, x, axis)
            agree(name, x, axis=axis, keepdims=True)
        agree(name, np.where(x == x, x, 1).astype(dtype), axis=1)
        agree(name, x.T[::2], axis=0)
    agree(name, x[0, 0, 0])


@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_arg_extreme_arguments(name):
    x = np.arange(6.0).reshape(2, 3)
    for axis in (2, -3, 1.0, (0, 1)):
        agree(name, x, axis)
    for shape in ((0,), (0, 3), (3, 0), (0, 0)):
        for axis in (None, 0):
            agree(name, np.zeros(shape), axis)
    for axis in (0, -1, 1, None):
        agree(name, np.array(5), axis)
        agree(name, np.array(5), axis, keepdims=True)
    agree(name, [1, 3, 2])
    for out in (np.zeros((), np.int64), np.zeros((), np.int32), np.zeros(()), np.zeros(1, np.int64)):
        agree(name, x, out=out)
    target = xp.zeros(3, dtype=xp.int64)
    assert getattr(xp, name)(ours(x), 0, target) is target


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", DTYPES)
@cases("shape", [(2, 3, 4), (7,), (), (0,), (3, 0)])
def test_nonzero_and_its_kin(dtype, shape):
    x = sample(dtype, shape)
    agree("nonzero", x)
    agree("where", x)
    agree("flatnonzero", x)
    agree("argwhere", x)
    agree("nonzero", x.T)


@pytest.mark.parametrize("dtype", DTYPES)
def test_count_nonzero(dtype):
    x = sample(dtype)
    for axis in (None, 0, -1, (0, 2), (), (2, 0, 1)):
        for keepdims in (False, True):
            expected = np.asarray(np.count_nonzero(x, axis, keepdims=keepdims))
            same(xp.count_nonzero(ours(x), axis, keepdims=keepdims), expected)
    same(xp.count_nonzero(ours(x[:0])), np.asarray(0))
    for axis in (3, (0, 0), (0, 3), 1.5):
        agree("count_nonzero", x, axis)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("side", ["left", "right"])
def test_searchsorted(dtype, side):
    x, v = sample(dtype, (12,)), sample(dtype, seed=2)
    agree("searchsorted", np.sort(x), v, side)
    agree("searchsorted", np.sort(x), v.T, side=side)
    agree("searchsorted", np.sort(x), v[0, 0, 0], side=side)
    agree("searchsorted", x, v, side=side, sorter=np.argsort(x, kind="stable"))
    agree("searchsorted", x[:0], v, side=side)
    agree("searchsorted", np.sort(x), v[:0], side=side)


@pytest.mark.parametrize("first", REAL)
@cases("second", REAL)
def test_searchsorted_in_mixed_dtypes(first, second):
    if {first, second} & {"uint64"} and {first, second} & {"int8", "int16", "int32", "int64"}:
        return
    agree("searchsorted", np.array([0, 1, 1], first), np.array([0, 1, 1], second))


def test_searchsorted_is_exact_between_signed_and_unsigned():
    signed = xp.asarray([-(2**63), -1, 0, 2**62, 2**63 - 1], dtype=xp.int64)
    unsigned = xp.asarray([0, 2**62, 2**63 - 2, 2**63, 2**64 - 1], dtype=xp.uint64)
    assert xp.searchsorted(signed, unsigned).tolist() == [2, 3, 4, 5, 5]
    assert xp.searchsorted(signed, unsigned, side="right").tolist() == [3, 4, 4, 5, 5]
    assert xp.searchsorted(unsigned, signed).tolist() == [0, 0, 0, 1, 3]
    assert xp.searchsorted(unsigned, signed, side="right").tolist() == [0, 0, 1, 2, 3]
    assert int(xp.searchsorted(unsigned, -1, side="right")) == 0


@pytest.mark.cpu_only
def test_searchsorted_arguments():
    a = np.array([1, 2, 3], np.int8)
    for v in (2, 1000, -1000, 2.5, True, np.nan, np.inf, [1, 2.5], np.float32(1.5)):
        agree("searchsorted", a, v)
        agree("searchsorted", a.astype(np.float32), v, "right")
    agree("searchsorted", [1, 2, 3], 2)
    agree("searchsorted", np.array([1, 2, np.nan, np.nan]), [np.nan, 1.5], "right")
    agree("searchsorted", np.zeros((2, 2)), 3)
    agree("searchsorted", np.array(2), 3)
    agree("searchsorted", a, 2, side="x")
    for sorter in ([0, 1], [0.0, 1.0, 2.0], [[0, 1, 2]], np.array([2, 1, 0], np.uint8), [], np.zeros(0), [0, -2, 1]):
        agree("searchsorted", a, 2, sorter=sorter)
    with pytest.raises(ValueError, match="out of range"):
        xp.searchsorted(ours(a), 2, sorter=[0, 1, 7])
    same(xp.searchsorted(xp.asarray([0.1], dtype=xp.float32), 0.1, side="left"), np.asarray(0))
    agree("searchsorted", ["a", "c"], "b")
    agree("searchsorted", ["c", "a"], ["a", "c"], "right", sorter=np.array([1, 0]))


@pytest.mark.parametrize("dtype", DTYPES)
def test_where(dtype):
    x, y = sample(dtype), sample(dtype, seed=4)
    c = sample("bool")
    agree("where", c, x, y)
    agree("where", c[:, :1], x, y[0])
    agree("where", c.T, x.T, y.T)
    agree("where", x, x, y)
    agree("where", c, x[0, 0, 0], y)
    agree("where", c[:0], x[:0], y[:0])
    for other in DTYPES:
        agree("where", c[0], x[0], sample(other)[0])


@pytest.mark.numpy_before
def test_where_takes_python_scalars_as_weak():
    c = np.array([True, False])
    for dtype in DTYPES:
        for scalar in (True, 1, 2.5, 1 + 2j):
            agree("where", c, np.ones(2, dtype), scalar)
            agree("where", c, scalar, np.ones((), dtype))
    agree("where", c, 1, 2.5)
    agree("where", [1, 0], 1, 2)
    agree("where", True, 1, 2)
    agree("where", c, np.zeros(2, np.float32), 1e300)
    agree("where", c, np.zeros(2, np.float16), 1e10)
    with pytest.raises(OverflowError):
        xp.where(ours(c), xp.ones(2, dtype=xp.int8), 300)
    with pytest.raises(OverflowError):
        xp.where(ours(c), -1, xp.ones(2, dtype=xp.uint64))


@pytest.mark.numpy_before
def test_where_arguments():
    c = np.array([True, False])
    agree("where", c, c)
    agree("where", c, np.zeros(3), 1)
    agree("where", c, np.zeros(3), np.zeros(2))
    agree("where", c, np.zeros(3), np.zeros(3))
    agree("where", np.array(True))
    agree("where", np.array(1), np.zeros((2, 1)), np.zeros(3, np.int8))
    for error in (call(lambda: xp.where(ours(c), xp.zeros(3), xp.zeros(3)), (), {})[1],):
        assert type(error) is ValueError
        assert "broadcast" in str(error)


def test_an_output_of_another_shape_is_refused_before_its_dtype():
    with pytest.raises(ValueError, match="does not match"):
        xp.argmin(xp.asarray([0.0]), out=xp.asarray([0.0]))


def test_take_into_an_output():
    x = xp.asarray([1, 2])
    assert xp.take(x, [0.0]).tolist() == [1]
    with pytest.raises(ValueError, match="does not match"):
        xp.take(x, [0], out=xp.zeros(2, dtype=xp.int64))
    for dtype in (xp.int8, xp.float64):
        out = xp.zeros(1, dtype=dtype)
        assert xp.take(x, [1], out=out) is out
        assert out.tolist() == [2]


def test_a_python_number_takes_the_precision_of_the_array():
    x = np.asarray([0.1], np.float32)
    assert xp.isin(xp.asarray(x), 0.1).tolist() == [True]
    assert np.isin(x, 0.1).tolist() == [False]
    assert xp.searchsorted(xp.asarray(x), 0.1, side="right").tolist() == 1
    assert np.searchsorted(x, 0.1, side="right") == 0


def test_none_is_no_missing_argument_of_where():
    with pytest.raises(ValueError, match="either both or neither"):
        xp.where([1], None)
    assert xp.where([1], None, None).tolist() == [None]


SIZES = [0, 2, 9]


def fitted(x, size, fill_value=0):
    """NumPy's result of a size that depends on values, as the functions return it with ``size=``: cut or padded."""
    padding = np.full((max(0, size - len(x)), *x.shape[1:]), fill_value, x.dtype)
    return np.concatenate([x[:size], padding])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shape", [(2, 3), (5,), (0, 2)])
@pytest.mark.parametrize("dtype", ["bool", "int64", "uint16", "float32", "complex128"])
def test_nonzero_and_its_kin_of_a_size(dtype, shape, size):
    x = sample(dtype, shape)
    same(xp.nonzero(ours(x), size=size), tuple(fitted(i, size) for i in np.nonzero(x)))
    same(ours(x).nonzero(size=size, fill_value=-1), tuple(fitted(i, size, -1) for i in np.nonzero(x)))
    fill = tuple(range(7, 7 + x.ndim))
    expected = tuple(fitted(i, size, f) for i, f in zip(np.nonzero(x), fill, strict=True))
    same(xp.where(ours(x), size=size, fill_value=fill), expected)
    same(xp.flatnonzero(ours(x), size=size, fill_value=xp.asarray(3)), fitted(np.flatnonzero(x), size, 3))
    same(xp.argwhere(ours(x), size=size, fill_value=8), fitted(np.argwhere(x), size, 8))


def test_arguments_of_a_size():
    x = xp.asarray([0, 1])
    assert xp.argwhere(xp.asarray(3), size=2).shape == (2, 0)
    with pytest.raises(ValueError, match="Calling nonzero on 0d arrays is not allowed"):
        xp.nonzero(xp.asarray(3), size=1)
    with pytest.raises(ValueError, match="nonzero: size must not be negative"):
        xp.nonzero(x, size=-1)
    with pytest.raises(ValueError, match="tuple of 1 ints"):
        xp.nonzero(x, size=1, fill_value=(1, 2))
    with pytest.raises(ValueError, match="condition alone"):
        xp.where(x > 0, x, x, size=1)
