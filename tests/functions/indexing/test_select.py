"""Functions that select elements or write some, against NumPy."""

import itertools
import operator

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import DTYPES, agree, alike, calls, ours, same, sample

import xp_torch as xp

I = np.array([[0, 2, 1], [1, 0, 2]])
THREE_HUNDRED = 300
CHOICES = [np.arange(3), np.ones((2, 1)), 7]


def writes(name, x, *args, turned=False, **kwargs):
    """Call a function that writes into its first argument here and in NumPy, and compare what is there."""
    expected = x.copy()
    got = ours(np.ascontiguousarray(expected.T)).T if turned else ours(expected.copy())
    note = f"{name}(..., *{args!r}, **{kwargs!r})"
    alike(
        lambda m: getattr(m, name)(expected, *args, **kwargs),
        lambda m: getattr(m, name)(got, *ours(args), **ours(kwargs)),
        note=note,
    )
    same(got, expected)


@pytest.mark.parametrize("dtype", DTYPES)
def test_select(dtype):
    x, y = sample(dtype), sample(dtype, seed=1)
    b, c = sample("bool"), sample("bool", (3, 1), seed=2)
    agree("select", [b, c], [x, y])
    agree("select", [b, c], [x, y[0]], 1)
    if np.dtype(dtype).kind != "u":  # NumPy refuses the int that it promotes by
        agree("select", [c], [3], x)


@pytest.mark.parametrize(
    "args",
    [
        ([], []),
        ([True], [1, 2]),
        ([[True, False]], [[1, 2]], 2.5),
        ([np.array([True, False])], [np.float32(1)], 2.5),
        ([np.array([1, 0])], [3]),
        ([np.zeros((2, 0), bool)], [1]),
        ([np.array([True, False])], [1, ], np.ones(3)),
        ([np.array(True)], [np.ones(3, "int8")], THREE_HUNDRED),
        ([np.array([True, True])] * 2, [1, 2j]),
    ],
)  # fmt: skip
def test_select_of_odd_things(args):
    if args[-1] is THREE_HUNDRED:
        with pytest.raises(OverflowError):
            xp.select(*ours(args))
        return
    agree("select", *args)


@pytest.mark.cpu_only(mode="raise", a=[repr(I - 1), repr(I + 1)])
@pytest.mark.parametrize("mode", ["raise", "wrap", "clip", "x"])
@cases(
    ("a", "choices"),
    [
        (I, CHOICES),
        (I, [np.arange(3, dtype="int8"), 2, 3, 4, 5, 6.5]),
        (I, np.arange(18).reshape(3, 2, 3)),
        (I - 1, CHOICES),
        (I + 1, CHOICES),
        (1, [1, 2]),
        ([True, False], [1, 2]),
        (0.5, [1, 2]),
        (0, []),
        (I, [np.ones(4), 1, 2]),
        (np.zeros((2, 0), int), [np.zeros((2, 1)), 1]),
        (np.zeros(3, "uint64"), [1, 2]),
        (np.zeros(3, int), [5]),
    ],
)
def test_choose(a, choices, mode):
    agree("choose", a, choices, mode=mode)
    if isinstance(a, np.ndarray):
        alike(lambda m: m.asarray(a).choose([m.asarray(c) for c in choices], mode=mode))


@calls("""
    m.choose([0, 1], (1000, m.asarray([1], m.uint8))); m.choose([0, 1], (m.asarray([1], m.uint8), -1));
    m.choose([0, 1], (1.0, 2)); m.choose(m.asarray([5]), [m.zeros(0)]); m.choose([0], [1] * 63);
    m.choose([0], [1] * 64); m.asarray([1, 0]).choose([1, 2], [10, 20]); m.asarray([1, 0]).choose();
    m.compress([1, 0], 5)
""")
def test_forms_are_numpys(call):
    alike(call)


def test_choices_are_counted():
    for m in (np, xp):
        with pytest.raises(ValueError, match="at most 64 array objects"):
            m.choose([0], [1] * 64)


@pytest.mark.parametrize("out", ["float32", "float64", "int32"])
def test_choose_writes_out_in_any_dtype(out):
    expected, got = np.zeros((2, 3), out), xp.zeros((2, 3), out)
    np.choose(I, CHOICES, out=expected)
    assert xp.choose(ours(I), ours(CHOICES), out=got) is got
    same(got, expected)
    with pytest.raises(TypeError, match="invalid shape"):
        xp.choose(I, CHOICES, out=xp.zeros(3))


@pytest.mark.cpu_only(axis=["0", "1", "-1"], condition="[0, 0, 0, 1]")
@pytest.mark.cpu_only(axis="0", condition="[0, 0, 1]")
@cases("condition", [[1, 0], [True], [0, 0, 1], [0, 0, 0, 1], [[1, 0]], 1, [], [np.nan, 0]])
@pytest.mark.parametrize("axis", [None, 0, 1, -1, 5])
def test_compress(condition, axis):
    x = np.arange(6).reshape(2, 3)
    agree("compress", condition, x, axis)
    alike(lambda m: m.asarray(x).compress(condition, axis))


def test_compress_writes_out():
    out = xp.zeros(1, "int64")
    assert xp.compress([1, 0], [1, 2], out=out) is out
    assert out[0] == 1


@pytest.mark.parametrize("condition", [I, I > 1, [1, 0, 1], pytest.param([1] * 7, marks=pytest.mark.cpu_only), []])
def test_extract(condition):
    agree("extract", condition, I * 1.5)


@pytest.mark.parametrize("ind", [0, -1, [0, 5, 0], [[1, 2], [3, 4]], [7], [-7], [], [1.5], [True], np.array([1], "u8")])
@cases("v", [5, [1, 2], [[7], [8], [9], [10], [11]], [], 2.5])
def test_put(ind, v):
    for mode, turned in itertools.product(["raise", "wrap", "clip", "x"], [False, True]):
        writes("put", np.arange(6).reshape(2, 3), ind, v, mode, turned=turned)


@pytest.mark.parametrize("dtype", DTYPES)
def test_put_of_every_dtype(dtype):
    writes("put", sample(dtype), [3, -2, 3, 5], sample(dtype, (3,), 1))
    x = ours(sample(dtype))
    x.put([0], ours(sample(dtype, (1,), 4)))
    assert xp.array_equal(x[0, 0, 0], ours(sample(dtype, (1,), 4))[0], equal_nan=True)


@pytest.mark.numpy_before
@pytest.mark.parametrize("value", [300, 1.5, np.array([300]), [300], np.nan, 1j])
def test_values_that_do_not_fit(value):
    x = np.zeros(3, "int8")
    writes("put", x, [0], value)
    writes("putmask", x, [1, 0, 1], value)
    writes("place", x, [1, 0, 1], np.atleast_1d(value) if not isinstance(value, np.ndarray) else value)
    writes("copyto", x, value)


def test_put_into_nothing():
    writes("put", np.zeros(0), [0], 3)
    writes("put", np.zeros(0), [], 3)
    writes("put", np.zeros(()), [0], 3)
    writes("put", np.zeros(0, "int8"), [0], [300])


WRITES = {
    "put": lambda m, x, v: m.put(x, [0], v),
    "putmask": lambda m, x, v: m.putmask(x, [[True, False], [False, True]], v),
    "place": lambda m, x, v: m.place(x, [[True, False], [False, True]], v),
    "put_along_axis": lambda m, x, v: m.put_along_axis(x, m.asarray([[0, 1]]), v, axis=0),
    "fill_diagonal": lambda m, x, v: m.fill_diagonal(x, v),
    "flat": lambda m, x, v: operator.setitem(x.flat, slice(0, 3), v),
    "insert": lambda m, x, v: operator.setitem(x, ..., m.insert(x[0], 1, v)[:2]),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
@cases("dtype", ["int8", "uint8", "float32", "bool"])
@cases("number", [np.float64(1.5), np.int64(300), np.int64(-1)])
def test_scalars_of_numpy_are_cast(write, dtype, number):
    expected, got = np.zeros((2, 2), dtype), xp.zeros((2, 2), dtype=dtype)
    write(np, expected, number)
    write(xp, got, number)
    same(got, expected)


@pytest.mark.parametrize("name", ["put", "putmask", "place", "copyto"])
def test_what_is_no_array_is_not_written_to(name):
    with pytest.raises(TypeError):
        getattr(xp, name)([1, 2], [True, False], *([3] if name != "copyto" else []))


@pytest.mark.cpu_only
@pytest.mark.parametrize("name", ["putmask", "place"])
@cases("turned", [False, True])
@cases("mask", [I > 0, I * 1.5, (I > 0).T, I > 5, [True], True])
@cases("values", [[5.0], [1, 2], np.arange(6), np.arange(20), [], [[1, 2], [3, 4]]])
def test_masked_writes(name, turned, mask, values):
    writes(name, np.arange(6.0).reshape(2, 3), mask, values, turned=turned)


@pytest.mark.cpu_only
@cases("dtype", DTYPES)
@pytest.mark.parametrize("name", ["putmask", "place"])
def test_masked_writes_of_every_dtype(name, dtype):
    writes(name, sample(dtype), sample("bool"), sample(dtype, (5,), 1))


def test_a_masked_write_reads_what_was_there():
    x = np.arange(6)
    y = ours(x.copy())
    np.putmask(x, [0, 1] * 3, x[::-1].copy())
    xp.putmask(y, [0, 1] * 3, y[::-1])
    same(y, x)


@pytest.mark.numpy_before
@cases("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
@pytest.mark.parametrize("to", ["bool", "int8", "uint8", "int64", "float16", "float64", "complex64"])
@cases("src", [True, 1, 1.5, 2j, np.int8(3), np.float32(2.5), [1, 2, 3], np.ones((1, 3), "uint8")])
def test_copyto(casting, to, src):
    writes("copyto", np.zeros((2, 3), to), src, casting)
    for bad in ([], "nonsense"):
        writes("copyto", np.zeros((2, 3), to), src, bad)
    if to in ("float64", "complex64"):
        writes("copyto", np.zeros((2, 3), to), 2**64, casting)


@pytest.mark.parametrize(
    "where",
    [True, False, [True, False, True], [[True], [False]], np.ones((3, 1, 1), bool), [1, 0, 1], 3.2, 0.0, 1j]
    + [[1.5, 0, 1j]],
)
@cases("src", [5.0, [1.0, 2.0, 3.0], np.ones((2, 3)), np.ones((2, 2)), np.ones((1, 2, 3)), np.ones((4, 2, 3))])
def test_copyto_where(where, src):
    writes("copyto", np.zeros((2, 3)), src, where=where)
    x = xp.zeros(2)
    xp.copyto(x, 1, where=np.float32(2))
    assert x.tolist() == [1, 1]


@pytest.mark.cpu_only
@pytest.mark.numpy_before
@pytest.mark.parametrize("axis", [0, 1, -1, None, 2])
@cases(
    "indices",
    [
        np.array([[0, 1, 0]]),
        np.array([[0], [1]]),
        np.array([[-1, 0], [0, 1]]),
        np.array([0, 3]),
        np.array([[7]]),
        I * 0.5,
    ],
)
@cases("values", [9, [[1], [2]], [1.5, 2], np.zeros((0,))])
def test_put_along_axis(axis, indices, values):
    writes("put_along_axis", np.arange(6).reshape(2, 3), indices, values, axis)


def test_put_along_the_flattened_axis_of_any_layout():
    x = xp.zeros((3, 2)).T
    xp.put_along_axis(x, xp.asarray([1, 5]), 9, None)
    with pytest.raises(ValueError, match="same number of dimensions"):  # before the values are read
        xp.put_along_axis(xp.zeros((3, 3), dtype="u1"), xp.asarray([1, 2]), -99, 1)
    same(x, np.asarray([[0, 9.0, 0], [0, 0, 9]]))


def test_values_are_not_read_back_from_other_devices():
    t = torch.empty((2, 3), device="meta")
    i, b = torch.empty(3, dtype=torch.int64, device="meta"), torch.empty((2, 3), dtype=torch.bool, device="meta")
    x, i, b = map(xp.asarray, (t, i, b))
    xp.put(x, i, 3)
    xp.putmask(x, b, 3)
    xp.place(x, b, x)
    assert xp.choose(i, (x, x)).shape == (2, 3)


@pytest.mark.parametrize("dtype", DTYPES)
def test_compress_and_extract_of_a_size(dtype):
    x = sample(dtype, (2, 3))
    mask = np.array([True, False, True])
    expected = x[:, [0, 2]]
    same(xp.compress(mask, ours(x), 1, size=1), expected[:, :1])
    same(ours(x).compress(mask, 1, size=3, fill_value=1), np.concatenate([expected, np.ones((2, 1), dtype)], 1))
    same(xp.compress([False, True], ours(x), size=2), np.array([x[0, 1], 0], dtype))
    same(xp.compress([False, True, True, True], ours(x[0]), size=3), np.append(x[0, 1:], np.zeros(1, dtype)))
    same(xp.extract(x == x, ours(x), size=7), np.append(x[x == x], np.zeros(7 - (x == x).sum(), dtype)))


@pytest.mark.parametrize(("shape", "axis"), [((0, 3), 0), ((2, 0), 1), ((2, 0, 3), 1), ((0,), 0), ((0, 2, 3), 0)])
def test_compress_of_a_size_fills_along_an_empty_axis(shape, axis):
    x, filled = np.zeros(shape), list(shape)
    filled[axis] = 4
    same(xp.compress([], ours(x), axis, size=4, fill_value=7.0), np.full(filled, 7.0))
