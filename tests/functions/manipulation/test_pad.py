"""`pad` against NumPy: every mode, width and keyword, dtypes, errors, tracing, gradients."""

import itertools

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, agree, ours, same, sample, small

import xp_torch as xp

MODES = ["constant", "edge", "linear_ramp", "maximum", "mean", "median", "minimum", "reflect", "symmetric", "wrap"]
NEAR = {"float16": 1e-2, "float32": 1e-6, "complex64": 1e-6}
WIDTHS = [0, 1, (2, 1), (7, 0), ((1, 2), (0, 3)), [[9], [8]], ((1,), (2,)), {0: 1, -1: (3, 12)}, {}]


@pytest.mark.numpy_before
@pytest.mark.parametrize("mode", MODES)
@cases("dtype", [*DTYPES])
def test_modes(mode, dtype):
    x = small(dtype, (3, 4))
    if mode == "linear_ramp" and dtype == "bool":
        return  # NumPy's ramp of booleans is one of truths
    for width in WIDTHS:
        agree("pad", x, width, mode, rtol=NEAR.get(dtype, 1e-14))
    agree("pad", x[:1, :1], 3, mode)
    agree("pad", x.T, 3, mode, rtol=NEAR.get(dtype, 1e-14))
    if mode not in ("mean", "linear_ramp", "median"):
        agree("pad", sample(dtype, (3, 4)), ((2, 3), (1, 9)), mode)


@pytest.mark.numpy_before
@pytest.mark.parametrize("kind", ["reflect", "symmetric"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_odd_reflections(kind, dtype):
    x = small(dtype, (3, 4))
    for width in WIDTHS:
        agree("pad", x, width, kind, reflect_type="odd")
        agree("pad", x, width, kind, reflect_type="even")


def test_keywords():
    x = np.arange(12).reshape(3, 4)
    for values in [5, (1, 2), ((1, 2), (3, 4)), [[1], [2]], 2.7, (1, 2, 3)]:
        agree("pad", x, 2, "constant", constant_values=values)
        agree("pad", x, 2, "linear_ramp", end_values=values)
        agree("pad", x * 1.5, ((1, 0), (2, 3)), "linear_ramp", end_values=values, rtol=1e-15)
    for mode, lengths in itertools.product(["maximum", "mean", "median", "minimum"], [1, 2, (1, 3), ((1, 2), (3, 9))]):
        agree("pad", x, 2, mode, stat_length=lengths)
        agree("pad", x / 3, 2, mode, stat_length=lengths, rtol=1e-15)
    for mode in MODES:
        agree("pad", x, 1, mode, stat_length=0)
        agree("pad", x, 1, mode, constant_values=3)
        agree("pad", x, 1, mode, nonsense=3)
    agree("pad", x, 1, "constant", constant_values=1j)


@pytest.mark.cpu_only(width="1", dtype="uint8")
@pytest.mark.parametrize("dtype", ["int8", "uint8", "float32", "complex64", "bool"])
@pytest.mark.parametrize("width", [0, 1])
def test_numbers_beyond_the_dtype_are_assigned_as_numpy_does(dtype, width):
    x = np.ones((1, 1), dtype)
    for value in [128, -1, 300, np.nan, np.inf, [128, 1.5], [[128, 1], [1, 2]]]:
        agree("pad", x, width, constant_values=value)
    agree("pad", x[0, 0], width, constant_values=1e300)
    if dtype == "int8":
        for m, array in ((np, x), (xp, ours(x))):
            with pytest.raises(OverflowError):
                m.pad(array, width, constant_values=np.int64(128))


def test_arguments():
    x = np.arange(12).reshape(3, 4)
    for width in [-1, (1, -2), 1.5, (1, 2, 3), ((1, 2), (3, 4), (5, 6)), True, [[[1]]], "a", None]:
        agree("pad", x, width)
    for mode in ["nonsense", None, 3]:
        agree("pad", x, 1, mode)
    for mode in MODES:
        agree("pad", x[:0], ((0, 0), (1, 2)), mode)
        agree("pad", x[:0], 1, mode)
        agree("pad", np.array(5), 2, mode)
        agree("pad", [1, 2, 3], 2, mode)
    assert xp.pad(ours(x), 1, "empty").shape == (5, 6)
    mine = ours(x)
    assert not np.shares_memory(np.asarray(xp.pad(mine, 0, "edge")), np.asarray(mine))
    assert xp.pad(mine.T, 1).flags.f_contiguous == np.pad(x.T, 1).flags.f_contiguous


def test_function():
    def fill(vector, widths, axis, keywords):
        vector[: widths[0]] = keywords.get("padder", 10)
        vector[vector.shape[0] - widths[1] :] = axis

    x = np.arange(6).reshape(2, 3)
    agree("pad", x, ((1, 2), (3, 0)), fill)
    agree("pad", x, 2, fill, padder=7)
    agree("pad", x, 0, fill)


@pytest.mark.parametrize(
    "width", [[], (), [[]], [[], []], np.zeros((0, 2), int), [1, 2, 3], [[1, 2, 3]], 1.5, "a", None]
)
def test_widths_that_are_none(width):
    agree("pad", np.arange(4), width)


def test_order_in_memory_and_gradients_of_one_number():
    for x in (np.zeros((2, 3)).T, np.zeros((2, 3, 4, 5)).transpose(0, 3, 1, 2), np.zeros((3, 4))[:, ::2]):
        padded, expected = xp.pad(xp.asarray(x), 1, constant_values=7), np.pad(x, 1, constant_values=7)
        same(padded, expected)
        assert padded.strides == expected.strides
    t = torch.ones(3, dtype=torch.float64, requires_grad=True)
    (xp.pad(xp.asarray(t), 2) * xp.arange(7)).sum().tensor.backward()
    assert t.grad.tolist() == [2, 3, 4]
    rows = xp.ones((2, 3))
    same(xp.vmap(lambda row: xp.pad(row, (1, 0)))(rows), np.pad(np.ones((2, 3)), ((0, 0), (1, 0))))


def test_bfloat16():
    x = xp.asarray([1, 2, 4], dtype=xp.bfloat16)
    for mode in MODES:
        got = xp.pad(x, 2, mode)
        assert got.dtype is xp.bfloat16
        same(got.astype("float32"), np.pad(np.array([1, 2, 4], np.float32), 2, mode), rtol=1e-2)
