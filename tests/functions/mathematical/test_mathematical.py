"""Mathematical functions against NumPy: values, dtypes, shapes, errors, tracing, gradients."""

import itertools

import numpy as np
import pytest
from support.oracle import DTYPES, agree, ours, raises_alike, same, sample, small

import xp_torch as xp

NEAR = {"float16": 1e-2, "float32": 1e-5, "complex64": 1e-5}


def near(dtype):
    return NEAR.get(dtype, 1e-13)


@pytest.mark.parametrize("name", ["convolve", "correlate"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_sums_over_windows(name, dtype):
    for (n, k), mode in itertools.product([(5, 3), (3, 5), (4, 4), (1, 1), (7, 2)], ["full", "same", "valid"]):
        agree(name, small(dtype, (n,)), small(dtype, (k,), 1), mode)
        if np.dtype(dtype).kind != "c":
            agree(name, sample(dtype, (n,)), sample(dtype, (k,), 1), mode)


@pytest.mark.numpy_before
@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_windows_arguments(name):
    for a, v in [([], [1]), ([1], []), ([[1]], [1]), (2, [1, 2]), ([1, 2], 3.5), ([True], [2]), ([1j, 2], [1j])]:
        agree(name, a, v)
    for mode in [0, 1, 2, 3, "v", "Full", None, 1.5]:
        agree(name, [1, 2, 3], [0, 1, 0.5], mode=mode)
    # an infinity doesn't meet the zeros beyond the ends
    agree(name, [1.0, 2.0, 3.0], [np.inf, 1.0], "full")


def test_windows_that_need_several_products(monkeypatch):
    monkeypatch.setattr("xp_torch._kernels.mathematical._WINDOW_ELEMENTS", 12)
    for mode in ("full", "same", "valid"):
        agree("convolve", small("int64", (17,)), small("int64", (5,), 1), mode)


def test_fix_is_deprecated():
    with pytest.warns(DeprecationWarning, match=r"numpy\.fix is deprecated\. Use numpy\.trunc instead") as caught:
        same(xp.fix([2.7, -2.7], out=xp.zeros(2)), np.asarray([2.0, -2.0]))
    assert [w.filename for w in caught] == [__file__]


@pytest.mark.numpy_before
@pytest.mark.parametrize("dtype", DTYPES)
def test_elements(dtype):
    x, y = sample(dtype, (3, 4)), small(dtype, (3, 4))
    agree("nan_to_num", x)
    agree("nan_to_num", x, nan=3, posinf=4, neginf=-5)
    agree("real_if_close", x)
    agree("real_if_close", y)
    agree("angle", x, rtol=near(dtype))
    agree("angle", x, deg=True, rtol=near(dtype))
    agree("fix", x)
    agree("sinc", y, rtol=near(dtype))
    agree("i0", y, rtol=near(dtype))


def test_nan_to_num_arguments():
    x = np.array([[1.0, np.nan], [np.inf, -np.inf]])
    agree("nan_to_num", x, nan=np.array([[5.0], [6.0]]))
    agree("nan_to_num", x, nan=1j)
    agree("nan_to_num", x, posinf=np.inf)
    agree("nan_to_num", [1, np.nan], copy=False)
    agree("nan_to_num", np.nan)
    agree("nan_to_num", 3)
    mine = ours(x)
    assert xp.nan_to_num(mine, copy=False) is mine
    same(mine, np.nan_to_num(x))
    mine = ours(x)
    assert xp.nan_to_num(mine, copy=None) is mine
    one = ours(x[0, 1])
    cleaned = xp.nan_to_num(one, copy=False)
    assert [one.item(), cleaned.item()] == [0.0, 0.0]
    assert not xp.shares_memory(one, cleaned)
    agree("nan_to_num", [1, np.nan], copy=None)
    for replacement in ([], [1, 2, 3], [[[1]]]):
        agree("nan_to_num", x, nan=replacement)
        agree("nan_to_num", x[0, 0], neginf=replacement)
    assert xp.nan_to_num(ours(x)) is not x
    same(xp.nan_to_num(ours(x)[:, ::-1]), np.nan_to_num(x[:, ::-1]))


def test_real_if_close_tolerance():
    for x, tol in [([1 + 1e-14j], 100), ([1 + 1e-13j], 100), ([1 + 1e-13j], 1000), ([1 + 1e-3j], 1e-2), ([], 100)]:
        agree("real_if_close", np.array(x, complex), tol)


@pytest.mark.parametrize("dtype", DTYPES)
def test_differences(dtype):
    y = small(dtype, (3, 4))
    agree("trapezoid", y)
    agree("trapezoid", y, dx=2)
    agree("trapezoid", y, axis=0, x=small(dtype, (3,), 3))
    agree("trapezoid", y, axis=0, x=y)
    agree("ediff1d", y)
    agree("ediff1d", y, to_end=y[0])
    agree("ediff1d", y, to_begin=3, to_end=[1.5])
    agree("unwrap", y, rtol=near(dtype))
    agree("unwrap", y, period=4)
    agree("unwrap", y, axis=0, period=3)
    agree("unwrap", y, discont=1, period=2.5, rtol=near(dtype))
    for axis, order in itertools.product([None, 0, 1, (0, 1), (1,), ()], [1, 2]):
        agree("gradient", y, axis=axis, edge_order=order, rtol=near(dtype))
        agree("gradient", y, 2.5, axis=axis, edge_order=order, rtol=near(dtype))
    for order in (1, 2):
        agree("gradient", y, [0, 1, 3.5], [0, 1, 2, 3], edge_order=order, rtol=near(dtype))


def test_gradient_arguments():
    x = np.arange(12.0).reshape(3, 4)
    agree("gradient", x[0], x[0], edge_order=3)
    for args in [(1, 2, 3), ([1, 2],), ([1, 2, 3],), ([[1, 2, 3]], 2), (np.array(2.0),)]:
        agree("gradient", x, *args, axis=0) if len(args) == 1 else agree("gradient", x, *args)
    agree("gradient", x[:1], axis=0)
    agree("gradient", x[:2], axis=0, edge_order=2)
    agree("gradient", x, axis=2)
    agree("gradient", x[0], np.array([0, 2, 4, 6], np.uint8))
    agree("gradient", np.array([1.0, np.inf, 2.0, 3.0]), [0.0, 1.0, 2.0, 3.0])


def test_integral_arguments():
    agree("trapezoid", [1, 2, 3], [4, 6, 8])
    raises_alike(lambda m: m.trapezoid(m.asarray(3.0)))
    raises_alike(lambda m: m.trapezoid(m.ones((2, 3)), axis=2))
    agree("trapezoid", np.ones((2, 3)), x=np.ones(2))
    agree("trapezoid", np.ones((2, 3, 4)), x=np.array([[[0.0], [1.0], [3.0]]]), axis=1)
    agree("ediff1d", np.array([1, 2], np.int8), to_end=1.5)
    agree("ediff1d", [])
    agree("ediff1d", [1], to_begin=[], to_end=[7])
    agree("ediff1d", [1j, 2], to_begin=3)
    agree("unwrap", np.array(2.0))
    agree("unwrap", np.zeros((2, 3)), axis=2)
    agree("unwrap", [1, 1 + 256], period=255)
    agree("unwrap", np.array([0, 75, 150, 225, 300, 430]) % 250, period=250)


@pytest.mark.parametrize("dtype", DTYPES)
def test_interpolation(dtype):
    x, y = sample(dtype, (3, 4)), small(dtype, (3, 4))
    agree("interp", y, [-1, 0, 2], [3, 4, 5.0])
    agree("interp", y, [-1, 0, 2], [3, 4j, 5.0], left=3j)
    agree("interp", x, [-1, 0, 2], [3, np.inf, 5.0], left=7, right=-8)
    agree("interp", x, [-1, 0, 2, np.inf], [3, 4, 5.0, 6], left=7, right=-8)
    agree("interp", y, [-1, 0, 2], [3, 4, 5.0], period=2.5, rtol=1e-14)


@pytest.mark.numpy_before
def test_interpolation_arguments():
    points, values = np.array([1.0, 2.0, 2.0, 4.0]), np.array([1.0, -np.inf, np.inf, 4.0])
    at = np.array([0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, np.nan, np.inf, -np.inf])
    agree("interp", at, points, values)
    agree("interp", at, points, np.full(4, np.inf))
    agree("interp", at, points[:1], values[:1])
    agree("interp", at, points[:1], values[:1], left=-1, right=-2)
    agree("interp", 1.5, points, values)
    for where in ([np.nan, 1.0], [0.0, np.nan], [np.nan, np.nan]):
        agree("interp", 0.5, where, [0.0, 10.0])
    agree("interp", [0.0, 1.0], [0.0, 0.0], [0.0, 1.0])
    agree("interp", at, [], [])
    agree("interp", at, points, values[1:])
    agree("interp", at, points.reshape(2, 2), values.reshape(2, 2))
    agree("interp", at, 1.0, 2.0)
    agree("interp", at, points, values, period=0)
    agree("interp", at, points, values, period=-3)
    agree("interp", at, points, values, left=1j)
    for end in ([1.5], (1.5,), np.asarray([1.5]), np.asarray(1.5)):
        agree("interp", at, points, values, right=end)
    agree("interp", [-180, -170, 185], [190, -190, 350, -350], [5, 10, 3, 4], period=360, rtol=1e-15)


@pytest.mark.parametrize("count", [0, 1, 2, 5, 6, -2])
def test_windows(count):
    for name in ("bartlett", "blackman", "hamming", "hanning"):
        agree(name, count, rtol=1e-15)
    for beta in (0, 5, 8.6):
        agree("kaiser", count, beta, rtol=1e-14)


def test_windows_in_the_default_dtype():
    with xp.set_default_dtype(fp_dtype="pytorch"):
        assert all(f(3).dtype is xp.float32 for f in (xp.bartlett, xp.blackman, xp.hamming, xp.hanning))
        assert xp.kaiser(3, 2).dtype is xp.float32
    with pytest.raises(TypeError, match="number of points"):
        xp.hamming("a")
    for count in (2**63, 1e300):
        with pytest.raises(ValueError, match="Maximum allowed size"):
            xp.kaiser(count, 1.0)


@pytest.mark.parametrize("values", [[2.0], [2.0 + 1j]])
@pytest.mark.parametrize("beyond", [{}, {"left": -1, "right": 9}])
def test_interpolation_between_one_point(values, beyond):
    x = np.asarray([0.0, 1.0, 2.0, np.nan])
    expected = np.interp(x, [1.0], values, **beyond)
    np.testing.assert_array_equal(np.asarray(xp.interp(xp.asarray(x), [1.0], values, **beyond)), expected)
    recorded = xp.interp(xp.asarray(x).requires_grad_(), [1.0], values, **beyond).detach()
    np.testing.assert_array_equal(np.asarray(recorded), expected)
