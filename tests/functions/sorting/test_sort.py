import numpy as np
import pytest
from support.cases import cases
from support.oracle import COMPLEX, DTYPES, REAL, agree, ours, same, sample

import xp_torch as xp


@pytest.mark.parametrize("dtype", DTYPES)
@cases("axis", [-1, 0, 1, None])
def test_sort_has_numpys_order_in_every_dtype(dtype, axis):
    for seed in range(3):
        x = sample(dtype, seed=seed)
        agree("sort", x, axis=axis, kind="stable")
        agree("argsort", x, axis=axis, kind="stable")


@pytest.mark.parametrize("dtype", DTYPES)
@cases("shape", [(0,), (1,), (0, 3), (3, 0)])
def test_sort_of_few_elements(dtype, shape):
    x = sample(dtype, shape)
    agree("sort", x)
    agree("argsort", x)
    agree("sort", x, axis=0)


def test_sort_of_views():
    x = np.arange(24.0).reshape(4, 6)[::-1, ::2]
    agree("sort", x.T, axis=0)
    agree("argsort", x.T, axis=0)


def test_sort_keeps_negative_zero_where_it_was():
    x = xp.asarray([0.0, -0.0, -1.0, 0.0, -0.0])
    assert np.signbit(np.asarray(xp.sort(x))).tolist() == [True, False, True, False, True]
    assert np.signbit(np.asarray(xp.sort(x, descending=True))).tolist() == [False, True, False, True, True]


@pytest.mark.parametrize("dtype", REAL)
def test_descending_is_stable_and_leaves_nans_last(dtype):
    x = sample(dtype, (60,))
    finite = np.flatnonzero(x == x)
    order = np.array(sorted(finite, key=lambda i: (-x[i].astype(object) if x.dtype.kind != "b" else not x[i], i)), int)
    expected = np.concatenate([order, np.flatnonzero(x != x)])
    same(xp.argsort(ours(x), descending=True), expected)
    same(xp.sort(ours(x), descending=True), x[expected])


def test_sorting_in_place_in_descending_order():
    x = xp.asarray([[3.0, xp.nan, 4.0], [1.0, 2.0, 0.0]])
    assert x.sort(descending=True) is None
    same(x, np.asarray([[4.0, 3.0, np.nan], [2.0, 1.0, 0.0]]))
    x.sort(axis=0, descending=True)
    same(x[:, 0], np.asarray([4.0, 2.0]))
    with pytest.raises(ValueError, match="`kind` and keyword parameters"):
        x.sort(kind="heapsort", descending=True)


@pytest.mark.parametrize("dtype", COMPLEX)
def test_descending_complex_keeps_the_groups_of_nans(dtype):
    x = np.array(
        [1 + 2j, complex(np.nan, 1), complex(1, np.nan), 1 + 3j, complex(2, np.nan), complex(np.nan, 2)], dtype
    )
    same(xp.argsort(ours(x), descending=True), np.array([3, 0, 4, 2, 5, 1]))


@pytest.mark.parametrize("name", ["sort", "argsort"])
def test_sort_arguments(name):
    x = np.array([3, 1, 2])
    for kind in ("quicksort", "foo", 3):
        agree(name, x, kind=kind)
    for stable in (True, False):
        agree(name, x, stable=stable)
    for axis in (1, -2, 1.0):
        agree(name, x, axis=axis)
    agree(name, x, kind="stable", stable=True)
    with pytest.raises(ValueError, match="`kind` and keyword parameters"):
        getattr(xp, name)(xp.asarray(x), kind="stable", descending=True)
    agree(name, x, order="a")
    agree(name, x, -1, "stable")
    agree(name, [3, 1, 2])
    agree(name, np.array(3.0))
    agree(name, np.array(3.0), axis=0)
    agree(name, np.array(3.0), axis=None)
    agree(name, np.array(3.0), axis=1)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mode", ["largest", "smallest"])
def test_top_k_is_the_start_of_the_sort(dtype, mode):
    x = ours(sample(dtype))
    for axis in (-1, 0, 1):
        order = xp.sort(x, axis=axis, descending=mode == "largest")
        for k in (0, 1, 2, x.shape[axis]):
            values, indices = xp.top_k(x, k, axis=axis, mode=mode)
            same(values, np.take(np.asarray(order), np.arange(k), axis))
            same(values, np.take_along_axis(np.asarray(x), np.asarray(indices), axis))
            used = np.zeros(x.shape, int)
            np.put_along_axis(used, np.asarray(indices), 1, axis)
            assert (used.sum(axis) == k).all()
    same(xp.top_k(xp.asarray([1, 2, 2, 3]), 3)[1], np.array([3, 1, 2]))


def test_top_k_arguments():
    x = xp.asarray([1, 2, 3])
    for call, error in (
        (lambda: xp.top_k(x, 4), ValueError),
        (lambda: xp.top_k(x, -1), ValueError),
        (lambda: xp.top_k(x, 1.0), TypeError),
        (lambda: xp.top_k(x, 1, mode="best"), ValueError),
        (lambda: xp.top_k(x, 1, axis=1), np.exceptions.AxisError),
        (lambda: xp.top_k(x, 1, axis=None), ValueError),
    ):
        with pytest.raises(error):
            call()


@pytest.mark.parametrize("shape", [(), (2,), (2, 2)])
def test_the_method_does_not_flatten(shape):
    for module in (np, xp):
        x = module.ones(shape)
        with pytest.raises(TypeError):
            x.sort(axis=None)
        assert x.shape == shape


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("shape", [(3000,), (3, 1000), (1000, 3)])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "int64", "uint16", "uint64"])
def test_many_elements(dtype, shape, descending):
    # what NumPy sorts: NaNs are last, and zeros of both signs stay in their order
    rng = np.random.default_rng(0)
    x = rng.integers(-3 if dtype[0] != "u" else 0, 4, shape).astype(dtype)
    if dtype[0] == "f":
        x = x * rng.choice([1.0, -1.0], shape).astype(dtype)
        x[rng.random(shape) < 0.01] = np.nan
        x[rng.random(shape) < 0.01] = np.inf
    for axis in range(len(shape)):
        order = np.asarray(xp.argsort(xp.asarray(x), axis=axis, descending=descending))
        got = np.asarray(xp.sort(xp.asarray(x), axis=axis, descending=descending))
        expected = np.take_along_axis(x, order, axis)
        np.testing.assert_array_equal(got, expected)
        zero = expected == 0
        np.testing.assert_array_equal(np.signbit(got)[zero], np.signbit(expected)[zero])
        assert xp.sort(xp.asarray(x), axis=axis, descending=descending).tensor.is_contiguous()


TEXT = pytest.mark.parametrize("text", [["b", "a", "b"], np.array([["b", "a"], ["a", "c"]]), [b"y", b"x"]])


@TEXT
def test_numpy_sorts_text(text):
    for axis in (-1, None):
        values, order = xp.sort(text, axis=axis), xp.argsort(text, axis=axis)
        assert type(values) is np.ndarray
        assert values.tolist() == np.sort(text, axis=axis).tolist()
        same(order, np.argsort(text, axis=axis))


@pytest.mark.numpy_after
@TEXT
def test_numpy_lacks_the_order_of_text(text):
    with pytest.raises(TypeError, match="has no 'descending'"):
        xp.sort(text, descending=True)
