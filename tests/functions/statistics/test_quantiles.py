"""Medians and quantiles by every method, averages, ranges and covariances."""

import itertools

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, REAL, agree, agree_on, ours, same, sample, small

import xp_torch as xp

METHODS = [
    "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull",
    "linear", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest",
]  # fmt: skip
SHARES = [0.3, 0, 1.0, [0.2, 0.9], [[0.1], [0.7]], np.float32(0.3), np.float16(0.3), np.asarray([0.25, 1.0])]
ROUNDED = {"float16": 1e-2, "float32": 1e-5, "complex64": 1e-5}
LARGE = np.random.default_rng(0).normal(size=3000)


@pytest.mark.slow(method=["hazen", "weibull", "median_unbiased", "normal_unbiased", "interpolated_inverted_cdf"])
@pytest.mark.numpy_before
@pytest.mark.parametrize("method", METHODS)
@cases("dtype", REAL)
def test_quantiles_by_every_method(dtype, method):
    for make, axis, q in itertools.product((small, sample), (None, 1, (0, 2)), SHARES):
        if isinstance(q, np.generic) and make is sample:
            continue  # of one NaN NumPy keeps the dtype, of several it does not
        if method == "averaged_inverted_cdf" and type(q) is int:
            continue
        agree("quantile", make(dtype), q, axis=axis, method=method)
        if np.ndim(q) < 2 and axis == 1:  # NumPy's takes long
            agree("nanquantile", make(dtype), q, axis=axis, method=method)


@pytest.mark.cpu_only
def test_weights_of_what_is_left_empty_are_looked_at():
    for weights in ([0.0], [2.0]):
        agree("average", np.zeros((1, 0)), axis=0, weights=np.asarray(weights))
        agree("average", np.zeros((1, 0)), axis=0, weights=np.asarray(weights), returned=True)


@pytest.mark.numpy_after
@pytest.mark.filterwarnings("ignore:All-NaN slice")
def test_dtypes_of_nan_quantiles_do_not_go_by_values():
    x, q = np.asarray([[np.nan, np.nan], [1, 2]], np.float32), np.asarray([0.0, 1.0])
    assert np.nanquantile(x, q, axis=1).dtype == np.float32
    assert np.nanquantile(x[::-1], q, axis=1).dtype == np.float64
    for rows in (x, x[::-1]):
        assert xp.nanquantile(ours(rows), ours(q), axis=1).dtype is xp.float64


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", REAL)
def test_percentiles_and_what_is_kept(dtype):
    for make, axis in itertools.product((small, sample), (None, -1, (0, 1))):
        agree("percentile", make(dtype), [0, 50, 100], axis=axis, keepdims=True)
        agree("percentile", make(dtype), 30, axis=axis, method="higher")
        agree("nanpercentile", make(dtype), [0, 50, 100], axis=axis, keepdims=True)
    agree("percentile", small(dtype), np.int8(30))
    for kind in (dtype, "int8"):
        agree("percentile", small(dtype, (2, 0)).astype(kind), np.zeros(0), axis=1)
    for q in (-1, 101, [50, 101]):
        agree("nanpercentile", small(dtype, (2, 0)), q, axis=1)
        agree("nanquantile", small(dtype, (0,)), q)


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("name", ["quantile", "nanquantile"])
def test_weighted_quantiles(name, dtype):
    weights = np.random.default_rng(1).integers(0, 3, (2, 3, 4))
    weights[0] = 1
    if name == "nanquantile":  # NumPy raises for weights of zero beside a NaN; that depends on values
        weights += 1
    for make, q, axis in itertools.product((small, sample), (0.3, [0.0, 1.0, 0.7], np.float32(0.4)), (None, 0, (0, 2))):
        agree(name, make(dtype), q, axis=axis, weights=weights, method="inverted_cdf")
    if name == "quantile":  # of the axes alone NumPy's nanquantile does not take them
        agree(name, small(dtype), 0.5, axis=(2, 0), weights=np.arange(1, 9).reshape(4, 2), method="inverted_cdf")


@pytest.mark.parametrize("dtype", DTYPES)
def test_medians(dtype):
    # of complex numbers those that are not finite are divided in another way
    makes = (small,) if dtype.startswith("complex") else (small, sample)
    for make, shape, axis in itertools.product(makes, [(2, 3, 4), (3, 5, 3)], (None, 0, (0, 2), ())):
        agree("median", make(dtype, shape), axis=axis)
        agree("median", make(dtype, shape), axis=axis, keepdims=True)
    agree("median", small(dtype, (3, 0)), axis=0)
    agree("median", small(dtype, (0, 3)), axis=0)
    agree("median", small(dtype, ()))


@pytest.mark.parametrize("dtype", REAL)
def test_many_elements_are_selected_as_sorted_ones(dtype):
    for x in (small(dtype, 301), sample(dtype, 300), sample(dtype, (2, 300)), small(dtype, (300, 2)).T):
        agree("median", x, axis=-1)
        for q in (0.0, 0.25, 0.5, 0.999, 1.0):
            agree("quantile", x, q, axis=-1, method="hazen" if dtype != "bool" else "lower")
    if np.dtype(dtype).kind == "f":
        agree("quantile", LARGE.astype(dtype), [0.1, 0.5, 0.77], method="linear")
        agree("median", LARGE.astype(dtype))


def test_overlapping_quantiles_of_extreme_values():
    agree("quantile", [1, 2, np.inf], 1.0)
    agree("quantile", [1, np.inf, np.inf], 0.9)
    agree("median", [1.7e308, 1.7e308, 1.0])
    agree("median", [np.inf, -np.inf])
    agree("quantile", np.asarray([-128, 127], np.int8), 0.5)


REFUSED = """
    percentile([], 50); percentile(np.zeros((0, 3)), 50, axis=0); percentile([True], 50); percentile([1j], 50);
    percentile([1.0], 101); percentile([1.0], [1, -200]); percentile([1.0], 50, axis=3);
    percentile([1.0], 50, method="x"); quantile([1.0], np.nan); quantile([1.0], [[[0.5]]]);
    quantile([1.0, 2.0], 0.5, axis=(0, 0)); quantile([1.0, 2.0], [0.5], out=np.zeros(1, int));
    quantile([1.0, 2.0], [0.5], out=np.zeros(3)[:2].reshape(2, 1));
    quantile([1, 2], [0.5], out=np.zeros(1, np.float32), method="lower");
    quantile([1.0, 2.0], [0.5], out=np.zeros(2), method="lower"); quantile([1.0, 2.0], [0.5], weights=[1, 2]);
    quantile([1.0, 2.0], [0.5], weights=[1, 2, 3], method="inverted_cdf");
    quantile([1.0, 2.0], [0.5], weights=[0, 0], method="inverted_cdf");
    quantile([1.0, 2.0], [0.5], weights=[-1, 2], method="inverted_cdf"); median([1, 2], out=np.zeros(2));
    median([1, 2], axis=1); average([1, 2], weights=[0, 0]); average([]); average([[1, 2]], weights=[1, 2]);
    average([[1, 2]], weights=[1, 2, 3], axis=1); ptp([]); ptp([True]); cov([1, 2], fweights=[1.5, 1]);
    cov([1, 2], fweights=[-1, 1]); cov([1, 2], fweights=[1]); cov([1, 2], aweights=[-1, 1]);
    cov([1, 2], aweights=[[1]]); cov([1, 2], ddof=1.5); cov(np.ones((1, 1, 1)))
"""


@pytest.mark.numpy_after
@pytest.mark.numpy_before
@pytest.mark.parametrize("text", REFUSED.split(";"))
def test_refusals_are_numpys(text):
    agree_on(text)


def test_out_is_written():
    for axis, keepdims, shape in ((None, False, ()), (1, False, (2,)), (1, True, (2, 1))):
        for name, args in (("median", ()), ("quantile", (0.3,)), ("nanmedian", ()), ("nanquantile", (0.3,))):
            x, out, expected = small("float64", (2, 3)), xp.zeros(shape), np.zeros(shape)
            assert getattr(xp, name)(ours(x), *args, axis=axis, keepdims=keepdims, out=out) is out
            getattr(np, name)(x, *args, axis=axis, keepdims=keepdims, out=expected)
            same(out, expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [3, 200])
def test_an_input_that_may_be_overwritten_is_sorted(dtype, size):
    a = sample(dtype, (4, size))
    for name, q in (("median", ()), ("percentile", (30,)), ("quantile", ([0.2, 0.9],))):
        if (name != "median" and np.dtype(dtype).kind in "cb") or (name == "median" and np.dtype(dtype).kind == "b"):
            continue
        for axis in (None, 0, 1, (0, 1)):
            x = xp.asarray(a, copy=True)
            expected = getattr(xp, name)(x, *q, axis=axis)
            assert xp.array_equal(x, xp.asarray(a), equal_nan=True)
            assert xp.array_equal(getattr(xp, name)(x, *q, axis=axis, overwrite_input=True), expected, equal_nan=True)
            along = None if axis == (0, 1) else axis
            assert xp.array_equal(xp.sort(x, axis=along), xp.sort(xp.asarray(a), axis=along), equal_nan=True)


@pytest.mark.cpu_only
def test_only_memory_of_an_array_itself_is_overwritten():
    x = xp.asarray([[3.0, 1.0], [0.0, 2.0]])
    xp.median(x, axis=1, overwrite_input=True)
    assert x.tolist() == [[1.0, 3.0], [0.0, 2.0]]
    windows = xp.lib.stride_tricks.sliding_window_view(xp.asarray([3.0, 1.0, 2.0, 0.0]), 3)
    assert xp.median(windows, axis=1, overwrite_input=True).tolist() == [2.0, 1.0]
    t = torch.tensor([2.0, 1.0], requires_grad=True)
    xp.median(xp.asarray(t), overwrite_input=True).tensor.backward()
    assert t.tolist() == [2.0, 1.0]
    assert t.grad.tolist() == [0.5, 0.5]


@pytest.mark.cpu_only
@pytest.mark.parametrize("n", [5, 200])
def test_input_that_is_saved_for_a_gradient_counts_as_overwritten(n):
    w, x = xp.ones(n), xp.arange(n, 0, -1.0)
    w.requires_grad = True
    y = xp.sum(w * x)
    xp.median(x, overwrite_input=True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


@pytest.mark.compiled
def test_shares_of_traced_arrays_are_not_read():
    f = torch.compile(lambda x, q: xp.quantile(x, q, method="lower"), fullgraph=True, backend="eager")
    got = f(xp.asarray([1.0, 2.0, 3.0]), xp.asarray([0.5, 1.5]))
    same(got, np.asarray([2.0, 3.0]))
    assert xp.quantile(xp.ones(3, device="meta"), 0.5).device.type == "meta"


@pytest.mark.parametrize("dtype", DTYPES)
def test_averages(dtype):
    x, rtol = small(dtype), ROUNDED.get(dtype, 1e-6)
    for axis in (None, 1, (0, 2)):
        agree("average", x, axis=axis, rtol=rtol)
        agree("average", x, axis=axis, returned=True, keepdims=True, rtol=rtol)
        for kind in ("int64", "float32", "float16", "bool", "complex64"):
            agree("average", x, axis=axis, weights=np.ones(x.shape, kind), returned=True, rtol=max(rtol, 1e-5))
    agree("average", x, axis=(2, 0), weights=np.arange(1.0, 9).reshape(4, 2), rtol=rtol)


@pytest.mark.compiled
def test_averages_of_traced_arrays_that_weigh_nothing_are_not_refused():
    f = torch.compile(lambda x, w: xp.average(x, weights=w), fullgraph=True, backend="eager")
    assert xp.isnan(f(xp.asarray([1.0, 2.0]), xp.asarray([0.0, 0.0])))


@pytest.mark.parametrize("dtype", DTYPES)
def test_ranges_of_values(dtype):
    for make, axis in itertools.product((small, sample), (None, 1, (0, 2))):
        agree("ptp", make(dtype), axis=axis)
        agree("ptp", make(dtype), axis=axis, keepdims=True)


@pytest.mark.parametrize("dtype", DTYPES)
def test_covariances(dtype):
    x, y = small(dtype, (3, 6)), small(dtype, (2, 6), seed=1)
    frequencies, weights = np.asarray([1, 2, 0, 3, 1, 1]), np.asarray([0.5, 1, 2, 0.1, 1, 1])
    how = ({}, {"bias": True}, {"ddof": 0}, {"ddof": 2}, {"dtype": "complex64"})
    more = ({}, {"y": y}, {"fweights": frequencies}, {"aweights": weights, "fweights": frequencies})
    for a, b in itertools.product(how, (*more, {"aweights": weights, "y": y})):
        agree("cov", x, rtol=1e-5, **a, **b)
    agree("cov", x.T, y.T, rowvar=False, rtol=1e-12)
    agree("corrcoef", x, y, rtol=1e-12)
    agree("corrcoef", x.T, rowvar=False, rtol=1e-12)
    for shape in ((4,), (0,), (), (0, 2), (2, 0)):
        agree("cov", small(dtype, shape), rtol=1e-12)
        agree("corrcoef", small(dtype, shape), rtol=1e-12)
    for name, target in itertools.product(("cov", "corrcoef"), ("int64", "uint16", "bool")):
        agree(name, x, dtype=target)
    agree("cov", x, y[:, :1])
    agree("corrcoef", x, y[:, :1].T, rowvar=False)
    with pytest.warns(RuntimeWarning, match="Degrees of freedom"):
        xp.cov([1.0])


@pytest.mark.parametrize("name", ["quantile", "percentile", "nanquantile", "nanpercentile"])
@pytest.mark.parametrize("method", METHODS)
def test_positions_that_are_rounded_beyond_the_last_element_are_the_last(name, method):
    # 2999 in float16 is 3000; NumPy raises for methods that return elements
    x, q = LARGE, np.float16(100 if "percent" in name else 1)
    assert getattr(xp, name)(xp.asarray(x), xp.asarray(q), method=method).item() == x.max()


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64"])
@pytest.mark.parametrize("name", ["quantile", "percentile", "nanquantile", "nanpercentile"])
@pytest.mark.parametrize("method", METHODS)
def test_shares_in_float16_of_more_elements_than_float16_counts(name, method, dtype):
    # NumPy's positions are infinite: it returns NaN, or another element
    n, percent = 70_000, "percent" in name
    x = np.arange(n).astype(dtype)
    for share in (0.0, 0.25, 0.5, 1.0, [0.25, 0.75]):
        q = np.asarray(share, np.float16) * np.float16(100 if percent else 1)
        got = getattr(xp, name)(xp.asarray(x), xp.asarray(q), method=method)
        assert got.dtype == getattr(np, name)(x[:9], q, method=method).dtype
        exact = np.quantile(np.arange(float(n)), (q.astype(float) / 100 if percent else q.astype(float)), method=method)
        np.testing.assert_allclose(np.asarray(got), exact, rtol=0, atol=1)


def test_shares_in_float16_of_several_rows_with_nans():
    x = np.tile(np.arange(70_000.0), (2, 1))
    x[:, ::7] = np.nan
    got = xp.nanquantile(xp.asarray(x), xp.float16([0.25, 0.5]), axis=1)
    np.testing.assert_allclose(np.asarray(got), np.nanquantile(x, [0.25, 0.5], axis=1), atol=1)
