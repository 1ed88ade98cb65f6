import itertools

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import REAL, agree, agree_on, ours, same, small

import xp_torch as xp

ROUNDED = {"float16": 1e-3}


def flat(x):
    """The arrays of nested tuples and lists."""
    return [v for y in x for v in flat(y)] if isinstance(x, (tuple, list)) else [x]


def drawn(dtype, shape):
    x = small(dtype, shape)
    return x + x.dtype.type(0.37) if x.dtype.kind == "f" else x


BINS = [
    {}, {"bins": 3}, {"bins": 7, "range": (-1, 2)}, {"range": (0.5, 0.5)}, {"bins": [0, 1, 2, 3]},
    {"bins": [0.5, 1.5, 1.5, 3]}, {"bins": [1]}, {"bins": []},
]  # fmt: skip


@pytest.mark.parametrize("how", BINS, ids=str)
@cases("dtype", REAL)
def test_histograms(dtype, how):
    rtol = ROUNDED.get(dtype, 1e-6)
    for shape in ((5,), (2, 3, 4), (20000,), (0,), ()):
        x = drawn(dtype, shape)
        agree("histogram", x, rtol=rtol, **how)
        agree("histogram", x, rtol=rtol, density=True, **how)
        agree("histogram_bin_edges", x, rtol=rtol, **how)
        for kind in ("float64", "int32", "complex64", "float32"):
            agree("histogram", x, weights=np.full(shape, 2, kind), rtol=max(rtol, 1e-5), **how)


@pytest.mark.numpy_before
@pytest.mark.parametrize("name", ["auto", "fd", "doane", "scott", "rice", "sturges", "sqrt", "stone"])
def test_estimators(name):
    rng = np.random.default_rng(0)
    for x in (rng.normal(size=500), rng.integers(0, 50, 300), rng.random(400).astype(np.float32), np.ones(4), [1.0]):
        agree("histogram", x, name)
        agree("histogram_bin_edges", x, name, range=(0, 2))


@pytest.mark.parametrize("name", ["fd", "doane", "scott", "rice", "sturges", "sqrt", "stone"])
def test_estimators_of_few_elements(name):
    for n in range(1, 14):
        agree("histogram_bin_edges", np.random.default_rng(n).random(n) ** 3, name)


def test_many_elements_lie_where_one_search_puts_them():
    x = np.random.default_rng(0).normal(size=100_000)
    for size in (10, 100, 1000):
        edges = np.linspace(-3, 3, size + 1)
        assert (np.asarray(xp.histogram(ours(x), size, range=(-3, 3))[0]) == np.histogram(x, edges)[0]).all()


@pytest.mark.parametrize(
    "how",
    [{}, {"bins": 3}, {"bins": [2, 3]}, {"bins": [[0, 1, 2], 3]}, {"range": [(0, 1), None]}, {"bins": [0, 1, 2.5]},
     {"bins": (3, 4), "density": True}, {"weights": np.arange(24)}],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float32", "float64"])
def test_histograms_of_points(dtype, how):
    x = drawn(dtype, (24,))
    agree("histogram2d", x, x[::-1].copy(), **how)
    agree("histogramdd", np.stack([x, x], 1), **{k: v for k, v in how.items() if k != "bins" or isinstance(v, int)})
    agree("histogramdd", [x, x, x], bins=(2, 3, [0, 1]))
    agree("histogramdd", x)


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint8", "uint32", "uint64", "float64", "complex64"])
def test_counts_of_integers(dtype):
    x = np.asarray([1, 0, 1, 1]).astype(dtype)
    for how in (
        {}, {"minlength": 5}, {"weights": [1, 2, 3, 4]}, {"weights": np.float32([1, 2, 3, 4])}, {"weights": [1]},
        {"minlength": -1}, {"minlength": None}, {"weights": np.asarray([1j, 2, 3, 4])}, {"minlength": 2.0},
    ):  # fmt: skip
        agree("bincount", x, **how)


@pytest.mark.parametrize("x", [[], [-1], 1, [[1]], np.asarray([]), np.asarray([-1, 3]), np.asarray([], int), [True]])
def test_counts_of_array_likes(x):
    agree("bincount", x)
    agree("bincount", x, minlength=3)
    agree("bincount", np.zeros(0, int), weights=np.ones(2), minlength=3)
    agree("bincount", np.zeros(0, int), weights=np.ones(0, complex))
    agree("bincount", x, weights=np.ones(np.shape(x)))


@pytest.mark.parametrize("x", [[1.5], [1.0, 2.0], (1.0, True), [1j], [xp.asarray(1.0)], np.asarray([1.0])])
def test_counts_are_of_integers_only(x):
    with pytest.raises(TypeError, match="cannot cast dtype"):
        xp.bincount(x)


@pytest.mark.parametrize("dtype", REAL)
def test_numbers_of_bins(dtype):
    x = drawn(dtype, (2, 3, 4))
    for bins in ([0, 1, 2], [2.5, 1, -1.0], np.asarray([3, 1, 0]), np.float32([0, 1]), [1.0], [], [2, 2]):
        agree("digitize", x, bins)
        agree("digitize", x, bins, right=True)
    for bins in ([0, 1, 2], [2, 1, 0]):
        agree("digitize", x, np.asarray(bins).astype("uint8" if dtype == "bool" else dtype))
    agree("digitize", 2**54, [2**54 - 1, 2**54 + 1])


@pytest.mark.cpu_only
@pytest.mark.parametrize("right", [False, True])
def test_nan_edges_are_last_in_ascending_and_first_in_descending_bins(right):
    x = np.array([0, 1, 2, 3, np.nan])
    for edges in ([1, 2, np.nan], [1, 2, np.nan, np.nan], [np.nan, 2, 1], [np.nan, np.nan, 2, 1], [np.nan, np.nan]):
        agree("digitize", x, np.array(edges), right=right)
    agree("digitize", x, np.array([np.nan, 1, 2]), right=right)  # ValueError


@pytest.mark.parametrize("dtype", ["bool", "uint8", "uint16", "uint32", "uint64", "int8"])
def test_densities_between_edges_of_integers(dtype):
    x, edges = np.array([0, 1, 3, 5, 5]), np.array([0, 1, 4, 6]).astype(dtype)
    if dtype == "bool":
        x, edges = x > 2, np.array([False, True])
    agree("histogram", x, edges, density=True)
    agree("histogramdd", np.stack([x, x], 1), [edges, edges], density=True)


REFUSED = """
    digitize([1, 2], [[1, 2]]); digitize([1], [1, 3, 2]); digitize(1j, [1]); digitize([1], [1j, 3]);
    digitize([1], 1); histogram([1, 2], 0); histogram([1, 2], 2.5); histogram([1, 2], [[1]]);
    histogram([1, 2], [2, 1]); histogram([1, 2], "x"); histogram([1, 2], 2, (2, 1));
    histogram([1, 2], 2, (0, np.inf)); histogram([1, np.nan]); histogram([1, np.inf]);
    histogram([1, 2], "auto", None, None, [1, 2]); histogram([1, 2], 3, None, None, [1]);
    histogramdd([[1, 2]], [1, 2]); histogramdd([[1, 2]], [0]); histogramdd([[1, 2]], [2.5]);
    histogramdd([[1, 2]], 2, [(1, 2), (1, 2)]); histogramdd([[1, 2]], [[2, 1]]); histogram2d([1, 2], [1]);
    histogramdd(np.zeros((3, 0))); histogramdd(np.zeros((0, 0)), [])
"""


@pytest.mark.cpu_only
@pytest.mark.parametrize("text", REFUSED.split(";"))
def test_refusals_are_numpys(text):
    agree_on(text)


@pytest.mark.parametrize("length", [0, 2, 9])
def test_bincount_of_a_length(length):
    x, w = np.array([1, 5, 1, 0]), np.arange(4.0)
    for how in ({}, {"weights": w}):
        expected = np.bincount(x, minlength=9, **how)[:length]
        same(xp.bincount(ours(x), length=length, **how), expected)
        same(xp.bincount(ours(x - 6), length=length, minlength=4)[1:], np.zeros(max(0, length - 1), int))
    same(xp.bincount(ours(x[:0]), length=length), np.zeros(length, int))
    with pytest.raises(ValueError, match="length must not be negative"):
        xp.bincount(ours(x), length=-1)


@pytest.mark.compiled
def test_values_of_traced_arrays_are_not_read():
    n, edges = xp.histogram(xp.ones(3, device="meta"), 4)
    assert n.device.type == edges.device.type == "meta"
    n, edges = torch.compile(lambda x: xp.histogram(x, 2), fullgraph=True, backend="eager")(xp.asarray([1.0, xp.nan]))
    assert xp.isnan(edges).all()
    assert not n.any()


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@pytest.mark.parametrize("values", [[1.0, np.nan], [1, 1 + 2e-16] * 10])
@pytest.mark.parametrize("name", ["histogram", "histogram_bin_edges"])
def test_values_of_plain_cpu_arrays_are_checked(name, values):
    agree(name, np.asarray(values), 10)


@pytest.mark.parametrize("name", ["histogram", "histogram_bin_edges"])
def test_ends_of_a_range_are_numbers(name):
    for ends in ([[0], [0, 0]], (np.zeros(2), np.ones(2))):
        with pytest.raises(ValueError, match="range must be two numbers"):
            getattr(xp, name)(xp.asarray([0, 0, 0]), range=ends)


def test_weights_of_booleans():
    agree("histogram", np.ones(3), 2, weights=np.ones(3, bool))
    agree("histogram", np.ones(0), [0.0, 1.0], weights=np.ones(0, bool))
    for m in (np, xp):
        with pytest.raises(TypeError, match="'add' output"):
            m.histogram(m.ones(3), [0.0, 1.0], weights=m.ones(3, dtype=bool))


def test_weights_have_gradients():
    w = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
    n, _ = xp.histogram(xp.asarray([0.0, 1.0, 1.5]), 2, weights=xp.asarray(w))
    n[1].tensor.backward()
    assert w.grad.tolist() == [0.0, 1.0, 1.0]


@pytest.mark.parametrize("right", [False, True])
def test_bins_with_nans_are_searched_as_numpy_does(right):
    # a bin that is compared with NaN makes the edges descend, which NumPy then searches in reverse
    x = np.array([np.nan, 1, 0, -1, 2, np.inf, -np.inf, 1.5])
    values = [np.nan, np.inf, 0.0, 1.5]
    for edges in [e for n in (1, 2, 3) for e in itertools.product(values, repeat=n)]:
        agree("digitize", x, np.array(edges), right=right)
    agree("digitize", np.array(1.0), np.array([1.5, np.nan]), right=right)
    agree("digitize", np.arange(6).reshape(2, 3), np.array([1.5, np.nan]), right=right)
    agree("digitize", x.astype("float32"), np.array([1.5, np.nan]), right=right)


@pytest.mark.parametrize("side", ["left", "right"])
def test_nans_at_the_end_are_searched(side):
    x = np.array([np.nan, 1, 0, np.inf, -np.inf, 1.5])
    for edges in ([np.nan], [1.5, np.nan], [0.0, np.inf, np.nan, np.nan], [np.inf, np.nan], [np.nan, np.nan]):
        for dtype in ("float16", "float32", "float64"):
            agree("searchsorted", np.array(edges, dtype), x.astype(dtype), side=side)
            agree("searchsorted", np.array(edges, dtype), float("nan"), side=side)


@pytest.mark.parametrize("ends", [(-3, 3), (-3.0, 3.0), (np.float32(-2.9), np.float32(3.1)), (-2.9, 3.1), None])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_numbers_next_to_edges_that_are_rounded(dtype, ends):
    edges = np.histogram_bin_edges(np.ones(1, dtype), 100, (-3, 3))
    near = [edges, np.nextafter(edges, np.float32(9)), np.nextafter(edges, np.float32(-9))]
    x = np.concatenate([*near, np.linspace(-3, 3, 9000)]).astype(dtype)
    for mine, theirs in zip(xp.histogram(ours(x), 100, ends), np.histogram(x, 100, ends), strict=True):
        np.testing.assert_array_equal(np.asarray(mine), theirs)
