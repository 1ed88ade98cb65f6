"""Many elements go to NumPy where it takes less time: they give what torch's kernels and NumPy's functions give."""

import os
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pytest
import torch
from support.cases import cases, initial
from support.oracle import Onlooker, outcome, same

import xp_torch as xp
from tools.calls import OPERANDS, all_examples, operands_of
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import FROM_TORCH
from xp_torch._kernels import host, host_functions, sorting
from xp_torch._kernels.indexing import read

pytestmark = pytest.mark.cpu_only

SIZE = 5000


def _values(dtype, seed=0):
    rng = np.random.default_rng(seed)
    if dtype[0] in "iu":
        return rng.integers(0 if dtype[0] == "u" else -50, 50, SIZE).astype(dtype)
    x = rng.normal(size=SIZE) * 10.0 ** rng.integers(-3, 3, SIZE)
    if dtype[0] == "c":
        x = np.stack([x, _values("float64", seed + 1)], -1).view("complex128")[:, 0]
    x = x.round(1).astype(dtype)
    for value in (0.0, -0.0, np.nan, np.inf, -np.inf):
        x[rng.random(SIZE) < 0.02] = value
    return x


def _chars_if_large(op):
    """The type characters of the dtypes whose large arrays NumPy's loop may compute."""
    return op.shortcuts.numpy_if_large + op.shortcuts.numpy_if_wide


@pytest.mark.parametrize("name", [name for name, op in OPS.items() if _chars_if_large(op) and op.nout == 1])
def test_loops_of_many_give_what_torchs_give(name):
    op = OPS[name]
    for d in [d for d in op.loops if FROM_TORCH[d].char in _chars_if_large(op)]:
        dtype = xp.dtype(d).name
        x = torch.from_numpy(_values(dtype))
        operands = [x] if op.nin == 1 else [x, torch.from_numpy(_values(dtype, 7))]
        kernel = op.loops[d]
        here = kernel(*operands)
        with Onlooker():
            there = kernel(*operands)
        assert here.dtype is there.dtype
        assert here.shape == there.shape
        if here.is_complex():
            here, there = torch.view_as_real(here), torch.view_as_real(there)
        if here.is_floating_point():
            np.testing.assert_array_equal(here.isnan().numpy(), there.isnan().numpy())
            np.testing.assert_array_max_ulp(np.nan_to_num(here.numpy()), np.nan_to_num(there.numpy()), 2)
        else:
            assert torch.equal(here, there)


@pytest.mark.filterwarnings("ignore:(invalid value|divide by zero|overflow):RuntimeWarning")
@pytest.mark.parametrize("name", [name for name, op in OPS.items() if op.shortcuts.numpy_if_wide or name == "trunc"])
def test_loops_of_many_write_to_out_what_they_return(name):
    values = [_values("float64", seed) for seed in (0, 7)][: OPS[name].nin]
    operands = [xp.asarray(v.copy()) for v in values]
    expected = getattr(xp, name)(*operands)
    np.testing.assert_array_max_ulp(
        np.nan_to_num(expected), np.nan_to_num(getattr(np, OPS[name].ufunc_name)(*values)), 2
    )
    out = operands[0]
    version = out.tensor._version
    assert getattr(xp, name)(*operands, out=out) is out
    assert out.tensor._version > version
    same(out, np.asarray(expected))
    x = xp.asarray(values[0].clip(0.1, 0.9))
    x.tensor.requires_grad_()
    assert getattr(xp, name)(*[x] * OPS[name].nin).tensor.grad_fn is not None


@pytest.mark.parametrize("value", [0, 3, -2.5, np.inf])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_comparisons_with_numbers(dtype, value):
    x = _values(dtype)
    for name in ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"):
        same(getattr(xp.asarray(x), name)(value), getattr(x, name)(value))
        same(getattr(xp.asarray(x[::2]), name)(value), getattr(x[::2], name)(value))


@pytest.mark.parametrize("divisor", [1, 3, -3, 7])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64"])
def test_divisors_that_are_numbers(dtype, divisor):
    x = _values(dtype)
    if divisor > 0 or dtype[0] == "i":
        same(xp.asarray(x) // divisor, x // divisor)


@pytest.mark.parametrize("shape", [(-1,), (50, 100), (5, 10, -1)])
def test_views_and_broadcasting(shape):
    x, y = _values("float64").reshape(shape), _values("float64", 3).reshape(shape)
    a, b = xp.asarray(x), xp.asarray(y)
    same(a < b, x < y)
    same(xp.fmax(a.T, b.T), np.fmax(x.T, y.T))
    same(a.T == b[..., :1].T, x.T == y[..., :1].T)
    same(xp.isnan(a[..., ::2]), np.isnan(x[..., ::2]))


TRUTHS = [np.ones(SIZE, bool), np.zeros(SIZE, bool), _values("float64") > 0, np.arange(SIZE) == SIZE - 1]


@pytest.mark.parametrize("x", TRUTHS)
def test_truth(x):
    a = xp.asarray(x)
    for name in ("all", "any", "count_nonzero"):
        same(getattr(xp, name)(a), getattr(np, name)(x))
        same(getattr(xp, name)(a.reshape(50, -1), axis=1), getattr(np, name)(x.reshape(50, -1), axis=1))
        same(getattr(xp, name)(xp.asarray(x * 1.5)), getattr(np, name)(x * 1.5))
        same(getattr(xp, name)(a[::-1]), getattr(np, name)(x[::-1]))
    for name in ("sum", "mean"):
        same(getattr(xp, name)(a), getattr(np, name)(x))
        same(getattr(xp, name)(a, keepdims=True), getattr(np, name)(x, keepdims=True))
    for got, expected in zip(xp.nonzero(a.reshape(50, -1)), np.nonzero(x.reshape(50, -1)), strict=True):
        same(got, expected)
    same(xp.nonzero(a)[0], np.nonzero(x)[0])
    same(xp.flatnonzero(a), np.flatnonzero(x))
    same(xp.argwhere(a), np.argwhere(x))
    same(xp.asarray(np.arange(SIZE))[a], np.arange(SIZE)[x])


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "int64", "uint16", "uint64", "bool", "complex64"])
def test_sets(dtype):
    x, y = (_values("float64" if dtype[0] in "bu" else dtype, seed) for seed in (0, 9))
    if dtype[0] in "bu":
        x, y = (np.nan_to_num(np.abs(v), posinf=0).astype(dtype) for v in (x, y))
    a, b = xp.asarray(x), xp.asarray(y)
    for equal_nan in (False, True):
        same(xp.unique(a, equal_nan=equal_nan), np.unique(x, equal_nan=equal_nan))
        found = xp.unique(a, return_counts=True, equal_nan=equal_nan)
        for got, expected in zip(found, np.unique(x, return_counts=True, equal_nan=equal_nan), strict=True):
            same(got, expected)
    same(xp.unique_values(a), np.unique(x, equal_nan=False))
    same(xp.unique_counts(a).counts, np.unique(x, return_counts=True, equal_nan=False)[1])
    for name in ("union1d", "intersect1d", "setdiff1d", "setxor1d"):
        same(getattr(xp, name)(a, b), getattr(np, name)(x, y))
        same(getattr(xp, name)(a, b[:3]), getattr(np, name)(x, y[:3]))
        same(getattr(xp, name)(a[:3], b[:2]), getattr(np, name)(x[:3], y[:2]))
        same(getattr(xp, name)(a[:0], b[:0]), getattr(np, name)(x[:0], y[:0]))
    same(xp.isin(a, b[:40]), np.isin(x, y[:40]))


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "int64", "bool"])
def test_orders(dtype):
    x = _values(dtype) if dtype != "bool" else _values("int8") > 0
    for values in (x, x.reshape(50, -1), np.sort(x), np.unique(x), x[:1]):
        a = xp.asarray(values)
        same(xp.sort(a), np.sort(values, kind="stable"))
        same(xp.argsort(a, axis=None), np.argsort(values, axis=None, kind="stable"))
        if dtype[0] == "f":
            order = np.argsort(-values, axis=None, kind="stable")
            same(xp.argsort(a, axis=None, descending=True), order)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint8", "int64", "uint64", "bool"])
def test_orders_of_equal_elements(dtype):
    rng = np.random.default_rng(0)
    x = rng.integers(0, 5, (50, 100)).astype(dtype)
    wide = x.copy()
    if dtype[0] in "iu":
        x[0, 0], x[1, 1] = np.iinfo(dtype).max - (1 if dtype == "int64" else 0), np.iinfo(dtype).min
        x[2, 2] = np.iinfo(dtype).max
    if dtype[0] == "f":
        x[x == 0] *= rng.choice([-1.0, 1.0], (x == 0).sum()).astype(dtype)
        x[x == 4] = np.nan
        x[x == 3] = -np.inf
    for values in (x, wide):
        a = xp.asarray(values)
        for axis in (0, 1, None):
            same(xp.argsort(a, axis=axis), np.argsort(values, axis=axis, kind="stable"))
        for got, expected in zip(xp.unique_all(a), np.unique_all(values), strict=True):
            same(got, expected)


def test_copies_in_another_order():
    x = _values("float64").reshape(50, -1)
    for values in (x.T, x[:, ::2], np.broadcast_to(x[0], (60, x.shape[1]))):
        got = xp.ascontiguousarray(xp.asarray(values))
        same(got, values)
        assert got.tensor.is_contiguous()
        assert got.flags.owndata
        same(xp.asfortranarray(xp.asarray(values)), values)
    assert xp.array_equal(xp.asarray(np.nan_to_num(x)), xp.asarray(np.nan_to_num(x)))
    assert not xp.array_equal(xp.asarray(x), xp.asarray(x))


@pytest.mark.parametrize("dtype", ["float64", "int8", "uint16", "bool", "complex128"])
def test_short_rows_joined(dtype):
    x, y = (_values(dtype, seed) if dtype != "bool" else _values("int8", seed) > 0 for seed in (0, 3))
    a, b = xp.asarray(x), xp.asarray(y)
    for name in ("stack", "concatenate"):
        for shape in ((-1,), (50, -1), (-1, 5)):
            for axis in range(-1, len(shape) + (name == "stack")):
                pairs = [v.reshape(shape) for v in (x, y)]
                same(getattr(xp, name)([v.reshape(shape) for v in (a, b)], axis=axis), getattr(np, name)(pairs, axis))
    columns = xp.column_stack([a, b])
    same(columns, np.column_stack([x, y]))
    assert columns.flags.c_contiguous
    same(xp.column_stack([a, b.reshape(SIZE, 1)]), np.column_stack([x, y.reshape(SIZE, 1)]))
    with pytest.raises(ValueError, match="same shape"):
        xp.stack([a, b[1:]], axis=1)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "uint16", "complex128"])
def test_writes_at_many_indices(dtype):
    x, y = _values(dtype), _values(dtype, 3)
    index = np.random.default_rng(0).integers(-20, 20, SIZE)
    a, b, i = xp.asarray(x.copy()), xp.asarray(y), xp.asarray(index)
    version = a.tensor._version
    x[index] = y
    a[i] = b
    same(a, x)
    assert a.tensor._version > version
    a[::2][i], x[::2][index] = b, y
    same(a, x)
    weights = xp.ones(SIZE)
    weights.tensor.requires_grad_()
    c = xp.zeros(SIZE)
    c[i] = weights
    c.tensor.sum().backward()
    assert int(weights.tensor.grad.sum()) == len(np.unique(index % SIZE))
    index[-1] = SIZE
    with pytest.raises(IndexError, match="out of bounds"):
        a[xp.asarray(index)] = b
    same(a, x)


@pytest.mark.parametrize("dtype", ["float64", "int8", "uint16", "bool", "complex128"])
def test_writes_to_reversed_views(dtype):
    x, y = (_values(dtype, seed) if dtype != "bool" else _values("int8", seed) > 0 for seed in (0, 3))
    a, b = xp.asarray(x.copy()), xp.asarray(y)
    version = a.tensor._version
    a[::-1] = b
    assert a.tensor._version > version
    for m, target, source in ((np, x, y), (xp, a, b)):
        target[::-1] = source
        target[::-1] = target  # reads what it writes
        target[::-1] = target[::1]
        view = target[::-1]
        view += source if dtype != "bool" else m.asarray(True)
        rows = target.reshape(50, 100)
        rows[::-1] = source.reshape(50, 100)
        rows[:, ::-1] = rows[:1].copy()
        rows[5:45, ::-1][::-1] = source[:4000].reshape(40, 100)
        rows.T[::-1] = source.reshape(100, 50)
        target[::-1] = source[:1]
        target[::-2] = source[::2]
    same(a, x)
    with pytest.raises(ValueError, match="broadcast"):
        a[::-1] = b[1:]
    with pytest.raises(ValueError, match="read-only"):
        xp.broadcast_to(a[:1], SIZE)[::-1] = b


def test_writes_to_reversed_views_have_derivatives():
    weights, x = torch.ones(SIZE, dtype=torch.float64, requires_grad=True), xp.zeros(SIZE)
    x[::-1] = xp.asarray(weights)
    (x.tensor * torch.arange(SIZE)).sum().backward()
    assert torch.equal(weights.grad, torch.arange(SIZE).flip(0).double())
    rows = torch.ones(2, SIZE, dtype=torch.float64)

    def reverse(row):
        new = xp.zeros_like(row)
        new[::-1] = row
        return new

    same(xp.vmap(reverse)(xp.asarray(rows).cumsum(1)), np.asarray(rows).cumsum(1)[:, ::-1])


STATISTICS = """
    median(x); median(x, axis=0); median(x, axis=1, keepdims=True); percentile(x, 30); percentile(x, [0, 37.5, 100]);
    quantile(x, [[0.1, 0.25]], axis=1); quantile(x, 0.3, axis=0, method="hazen"); quantile(x, 0.3, method="lower");
    std(x); var(x, axis=0); std(x, axis=1, ddof=1, keepdims=True); var(x[:, ::2], axis=-1); std(x.reshape(-1))
"""


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16"])
@pytest.mark.parametrize("special", [False, True])
def test_statistics(dtype, special):
    rows, columns = 80, 125  # more than `variance_of` leaves to torch's own
    x = (50 * np.random.default_rng(0).normal(size=(rows, columns))).astype(dtype)
    if special and dtype != "int16":
        x[3, 5], x[4, 5], x[6, 7] = np.inf, -np.inf, np.nan
    a = xp.asarray(x)
    for line in STATISTICS.split(";"):
        with np.errstate(all="ignore"):
            expected = eval(f"m.{line.strip()}", {"m": np, "x": x})
        same(eval(f"m.{line.strip()}", {"m": xp, "x": a}), np.asarray(expected), 1e-4 if dtype == "float32" else 1e-12)
    if dtype != "int16":
        for name in ("median", "var", "std"):
            a = xp.asarray(x)
            a.tensor.requires_grad_()
            assert getattr(xp, name)(a).tensor.grad_fn is not None
    copy = xp.asarray(x.copy())
    version = copy.tensor._version
    same(xp.median(copy.reshape(-1), overwrite_input=True), np.asarray(np.median(x)))
    assert dtype != "float64" or copy.tensor._version > version


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "minimum", "fmax"])
@pytest.mark.parametrize("dtype", ["float64", "int8", "uint16", "complex128"])
def test_ufuncs_at_many_indices(dtype, name):
    x, y = (np.nan_to_num(_values(dtype, seed), posinf=1, neginf=2) for seed in (0, 3))
    y = np.where(y < 0, -1, 1).astype(dtype)
    index = np.random.default_rng(0).integers(-20, 20, SIZE)
    a, b, i = xp.asarray(x.copy()), xp.asarray(y), xp.asarray(index)
    version = a.tensor._version
    getattr(np, name).at(x, index, y)
    getattr(xp, name).at(a, i, b)
    same(a, x, 1e-12)
    assert a.tensor._version > version
    getattr(np, name).at(x, index, x)
    getattr(xp, name).at(a, i, a)
    same(a, x, 1e-9)
    index[-1] = SIZE
    with pytest.raises(IndexError, match="out of bounds"):
        getattr(xp, name).at(a, xp.asarray(index), b)
    same(a, x, 1e-9)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("n", [4096, 5000, 79 * 60])
def test_transforms_of_many_points(n, dtype, monkeypatch):
    x = np.random.default_rng(0).normal(size=(2, n)).astype(dtype)
    tolerance = 1e-4 if dtype in ("float32", "complex64") else 1e-11
    names = ("fft", "ifft", "irfft", "hfft") + (("rfft", "ihfft") if dtype[0] == "f" else ())
    for threads in (1, 2):
        monkeypatch.setattr(torch, "get_num_threads", lambda threads=threads: threads)
        for name in names:
            for values, axis in ((x, -1), (x.T, 0), (x[:, ::-1], 1)):
                for norm in (None, "ortho"):
                    got = getattr(xp.fft, name)(xp.asarray(values), axis=axis, norm=norm)
                    expected = getattr(np.fft, name)(values, axis=axis, norm=norm)
                    scale = np.abs(expected).max()
                    same(got / scale, expected / scale, tolerance)
    table = x[:, : 79 * 50].reshape(100, 79)
    same(xp.fft.fft2(xp.asarray(table)) / 100, np.fft.fft2(table) / 100, tolerance)
    with pytest.raises(ValueError, match="norm"):
        xp.fft.fft(xp.asarray(x), norm="none")
    t = torch.from_numpy(x.real.copy()).requires_grad_()
    assert xp.fft.rfft(xp.asarray(t)).tensor.grad_fn is not None


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
def test_products_of_a_matrix_and_its_transpose(dtype):
    x = np.nan_to_num(_values(dtype), posinf=1, neginf=2).reshape(500, 10)
    a = xp.asarray(x)
    for left, right in ((a.T, a), (a, a.T), (a.T, a.copy()), (a[:, ::2].T, a[:, ::2]), (a.T[:, 1:], a[:-1])):
        expected = np.asarray(left) @ np.asarray(right)
        scale = np.abs(expected).max()
        same(left @ right / scale, expected / scale, 1e-5)
    t = a.tensor.clone().requires_grad_()
    b = xp.asarray(t)
    (b.T @ b).sum().tensor.real.backward()
    assert t.grad is not None


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_polynomials_derivatives_and_replacements(dtype):
    x, c = _values(dtype), np.asarray([2, -1, 3]).astype(dtype)
    a = xp.asarray(x)
    with np.errstate(all="ignore"):
        same(xp.polyval(xp.asarray(c), a), np.polyval(c, x))
        for order in (1, 2):
            same(xp.gradient(a, edge_order=order), np.gradient(x, edge_order=order))
        for got, expected in zip(xp.gradient(a.reshape(50, -1).T), np.gradient(x.reshape(50, -1).T), strict=True):
            same(got, expected)
    same(xp.nan_to_num(a, nan=3, posinf=4), np.nan_to_num(x, nan=3, posinf=4))
    y = np.nan_to_num(x, posinf=1, neginf=2)
    same(xp.average(xp.asarray(y), weights=xp.asarray(y**2)), np.average(y, weights=y**2), 1e-5)


@pytest.mark.parametrize("dtype", ["float64", "uint16", "bool"])
def test_masked_reads(dtype):
    x = _values(dtype).reshape(50, -1) if dtype != "bool" else _values("int8").reshape(50, -1) > 0
    mask = _values("float64", 2).reshape(50, -1) > 0
    a, m = xp.asarray(x), xp.asarray(mask)
    for values, k, b, n in ((x, mask, a, m), (x.T, mask.T, a.T, m.T), (x[:, ::2], mask[:, ::2], a[:, ::2], m[:, ::2])):
        same(b[n], values[k])
        same(b.ravel()[n.ravel()], values.ravel()[k.ravel()])
    with pytest.raises(IndexError):
        a[m[:, 1:]]


@pytest.mark.parametrize("mode", ["valid", "same", "full"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "int64"])
def test_windows(dtype, mode):
    x, v = np.nan_to_num(_values(dtype), posinf=2, neginf=3), _values(dtype, 3)[:20]
    v = np.nan_to_num(v, posinf=2, neginf=3)
    scale = np.abs(x.astype("float64")).max() * np.abs(v.astype("float64")).max() if dtype[0] == "f" else 1
    for name in ("correlate", "convolve"):
        got, expected = getattr(xp, name)(xp.asarray(x), xp.asarray(v), mode), getattr(np, name)(x, v, mode)
        assert got.dtype.name == expected.dtype.name
        np.testing.assert_allclose(
            np.asarray(got) / scale, expected / scale, atol=1e-5 if dtype == "float32" else 1e-12
        )


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_counts_between_edges(dtype):
    x, edges = _values(dtype), np.asarray([-3.0, -1.0, -1.0, 0.0, 0.5, 20.0], dtype)
    for got, expected in zip(xp.histogram(xp.asarray(x), xp.asarray(edges)), np.histogram(x, edges), strict=True):
        same(got, expected)
    whole = np.nan_to_num(x, posinf=30, neginf=-30)
    for values, limits in ((whole, None), (x, (-5, 7)), (np.full_like(x, 3.0), None)):
        for got, expected in zip(
            xp.histogram(xp.asarray(values), 17, limits), np.histogram(values, 17, limits), strict=True
        ):
            same(got, expected, 1e-6 if dtype == "float32" else 1e-15)


@pytest.mark.parametrize("order", ["big", "little"])
def test_bits(order):
    bits = (_values("int8") > 0).reshape(50, -1)
    for axis in (None, 0, 1):
        packed = np.packbits(bits, axis, order)
        same(xp.packbits(xp.asarray(bits), axis, order), packed)
        for count in (None, 17, -3, 200):
            same(xp.unpackbits(xp.asarray(packed), axis, count, order), np.unpackbits(packed, axis, count, order))


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "bitwise_or"])
def test_slices_folded(name):
    x = _values("int64").reshape(100, -1)
    starts = np.asarray([0, 40, 20, 20, 49])
    for axis in (0, 1):
        same(getattr(xp, name).reduceat(xp.asarray(x), starts, axis), getattr(np, name).reduceat(x, starts, axis))
    with pytest.raises(IndexError, match="out-of-bounds"):
        getattr(xp, name).reduceat(xp.asarray(x), xp.asarray([0, 100]))


@pytest.mark.parametrize("wide", [False, True])
def test_integers_among_others(wide):
    rng = np.random.default_rng(0)
    bounds = np.iinfo("int64")
    test = rng.integers(-100, 100, 300)
    if wide:
        test[:2] = bounds.min, bounds.max
    x = np.concatenate([rng.integers(-200, 200, SIZE), test[:2]])
    same(xp.isin(xp.asarray(x), xp.asarray(test)), np.isin(x, test))


LATE = """
    import atexit, numpy as np, torch, xp_torch as xp
    torch.set_num_threads(2)
    x = xp.asarray(np.full(600_000, 4.0))
    def late():
        assert xp.sqrt(x).sum() == 1_200_000.0
        print("done")
    atexit.register(late)
"""


@pytest.mark.slow
def test_what_runs_as_the_interpreter_ends():
    line = [sys.executable, "-W", "error", "-c", textwrap.dedent(LATE)]
    assert subprocess.run(line, timeout=120, check=True, capture_output=True, text=True).stdout == "done\n"


BIG = """
    import multiprocessing, numpy as np, torch, xp_torch as xp
    torch.set_num_threads(2)
    x = np.random.default_rng(0).normal(size=3_000_001)
    x[::1000] = np.nan
    def check(x, y):
        a, b = xp.asarray(x), xp.asarray(y)
        np.testing.assert_array_equal(np.asarray(xp.sqrt(a)), np.sqrt(x))
        np.testing.assert_array_equal(np.asarray(xp.isnan(a)), np.isnan(x))
        np.testing.assert_array_equal(np.asarray(a < 0.5), x < 0.5)
        np.testing.assert_array_equal(np.asarray(xp.fmax(a, b)), np.fmax(x, y))
    np.seterr(all="ignore")
    y = x[::-1].copy()
    check(x, y)
    table = x[:-1].reshape(3000, 1000)
    check(table, table[::-1].copy())
    check(table.T, table[::-1].T)
    a = xp.asarray(np.nan_to_num(y[: 2**18]))
    m, inv = a[: 300**2].reshape(300, 300), xp.linalg.inv
    work = {
        "add": lambda: a + a, "sum": lambda: a.sum(), "sort": lambda: xp.sort(a.reshape(512, -1).astype("i4")),
        "sqrt": lambda: xp.sqrt(a), "matmul": lambda: m @ m, "inv": lambda: inv(m), "fft": lambda: xp.fft.fft(a),
        "gradient": lambda: a.tensor.clone().requires_grad_().square().sum().backward(),
    }
    def call(name):
        work[name]()
        return name, torch.get_num_threads()
    assert [call(name) for name in work] == [(name, 2) for name in work]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(call, work) == [(name, 1) for name in work]
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform does not fork")
def test_threads_share_the_work_and_a_forked_process_does_it_alone():
    line = [sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning", "-c", textwrap.dedent(BIG)]
    subprocess.run(line, timeout=120, check=True)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "uint16", "uint64", "complex128"])
def test_extremes(dtype):
    x = _values(dtype).reshape(10, 20, -1)
    whole = np.nan_to_num(x)
    for values in (x, whole, whole.T, whole[:, ::2]):
        a = xp.asarray(values)
        for name in ("min", "max", "argmin", "argmax"):
            for axis in (None, 0, 1, -1):
                same(getattr(xp, name)(a, axis=axis), getattr(np, name)(values, axis=axis))
                same(
                    getattr(xp, name)(a, axis=axis, keepdims=True), getattr(np, name)(values, axis=axis, keepdims=True)
                )
        element = whole[3, 4, 5:6].reshape(())
        same(xp.max(xp.asarray(element), axis=0, keepdims=True), np.max(element, axis=0, keepdims=True))
    for name in ("min", "argmax"):
        with pytest.raises(IndexError, match="out of bounds"):
            getattr(xp, name)(a, axis=3)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "float32", "float64"])
def test_two_results(dtype):
    x, y = _values(dtype), _values(dtype, 5)
    with np.errstate(all="ignore"):
        for got, expected in zip(xp.divmod(xp.asarray(x), xp.asarray(y)), np.divmod(x, y), strict=True):
            if dtype[0] != "f":
                same(got, expected)
        if dtype[0] == "f":
            for got, expected in zip(xp.frexp(xp.asarray(x)), np.frexp(x), strict=True):
                same(got, expected)


PRODUCTS = """
    vecdot(x, y); vecdot(x[::2], y[::2]); matvec(x, y[0]); vecmat(y[:, 0], x); inner(x, y[0]);
    einsum("ij,ij->", x, y); einsum("ij,ij->i", x, y); einsum("ij,ij->j", x, y); linalg.norm(x);
    linalg.vector_norm(x, axis=0); linalg.vector_norm(x, axis=-1, keepdims=True);
    linalg.vector_norm(x, axis=(0, 1), keepdims=True); linalg.matrix_norm(x.reshape(2, 25, 100))
"""


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_products_and_norms(dtype):
    x, y = (np.nan_to_num(_values(dtype, seed), posinf=1, neginf=2).reshape(50, 100) for seed in (0, 5))
    a, b = xp.asarray(x), xp.asarray(y)
    tolerance = 1e-4 if dtype in ("float32", "complex64") else 1e-12
    for line in PRODUCTS.split(";"):
        got, expected = (eval(f"m.{line.strip()}", {"m": m, "x": c, "y": d}) for m, c, d in ((xp, a, b), (np, x, y)))
        scale = np.abs(expected).max()
        same(got / scale, (expected / scale).astype(expected.dtype), tolerance)


def _ufunc_call(name):
    return lambda m, x, y: getattr(m, name)(*(x, y)[: OPS[name].nin])


#: partitions leave the other elements in any order, and these draw.
ANY_ORDER = ("partition", "argpartition", "random.")
ALL = [(label, act) for label, act in all_examples() if operands_of(act) and not label.startswith(ANY_ORDER)]
ALL += [(name, _ufunc_call(name)) for name in OPS]


@cases(("label", "act"), ALL, ids=[label for label, _ in ALL], by=initial)
def test_every_call_gives_the_same_where_few_are_many(label, act, monkeypatch):
    operands = [OPERANDS[name].copy() for name in operands_of(act)]
    expected, refusal, _ = outcome(act, xp, *[xp.asarray(x) for x in operands])
    with monkeypatch.context() as patch:
        patch.setattr(host, "FEW_BYTES", 0)
        patch.setattr(host.is_large, "__defaults__", (0,))
        patch.setattr(host.numpy_if_large, "__defaults__", (0,))
        patch.setattr(host_functions, "FEW_TO_SORT", 0)
        patch.setattr(sorting, "FEW_TO_SORT", 0)
        patch.setattr(sorting, "FEW_TO_ORDER", 0)
        patch.setattr(host_functions, "MANY_POINTS", 0)
        patch.setattr(read, "FEW", 0)
        got, error, text = outcome(act, xp, *[xp.asarray(x) for x in operands])
    assert error is refusal, text
    for mine, other in zip(_parts(got), _parts(expected), strict=True):
        if isinstance(other, xp.ndarray):
            same(mine, np.asarray(other), ulps=4)


def _parts(result):
    return result if isinstance(result, (tuple, list)) else (result,)


def test_overflow_does_not_warn():
    x = xp.asarray(np.full((50, 100), 1e300))
    assert xp.isinf(xp.vecdot(x, x)).all()
    assert xp.isinf(xp.multiply.reduceat(x, [0, 20])).all()


@pytest.mark.parametrize(
    "exponent", [xp.asarray(0.5), xp.asarray([0.5]), xp.broadcast_to(xp.asarray(0.5), (SIZE,)), 0.5]
)
def test_roots_of_many_are_powers(exponent):
    x = xp.full(SIZE, -xp.inf)
    assert (x**exponent == xp.inf).all()
    assert (xp.pow(x, xp.full(SIZE, 0.5)) == xp.inf).all()


def test_the_share_of_many_booleans():
    a = np.random.default_rng(0).random((SIZE, 3)) > 0.3
    for x in (a, a[:, 1], a[:1], a[:0]):
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            np.testing.assert_array_max_ulp(np.asarray(xp.mean(xp.asarray(x))), np.asarray(x.mean()), 1)
    assert xp.mean(xp.asarray(a)).dtype == xp.float64
    assert xp.mean(xp.asarray(a), axis=0).shape == (3,)


#: Calls that NumPy computes: the function of `host_functions`, the call, the fewest elements, and the dtypes. In calls,
#: `x` has the elements, `r` the same in rows of 64, `w` is a copy of `x`, `i` is indices, `s` a small matrix.
BY_NUMPY = """
    sort             m.sort(x)                                  500 bBhHiIlLfdFD
    sort             m.sort(x, descending=True)                 500 bBhHiIlLfd
    order            m.argsort(x)                              4000 ?bBhHiIlL
    argsort          m.argsort(x)                              4000 FD
    partition        m.partition(x, 3)                            4 ?bBhHiIlLefdFD
    argpartition     m.argpartition(x, 3)                         4 ?bBhHiIlLefdFD
    partitioned      m.quantile(x[:3000], 0.25)                 128 bBhHiIlLefd
    median           m.median(x)                               4000 d
    quantile         m.quantile(x, [0.25, 0.5])                4000 d
    variance         m.std(x)                                  8193 fd
    inverse          m.linalg.inv(s)                              1 bBhHiIlLdD
    decomposed       m.linalg.solve(s, s)                         1 efF
    extreme          m.max(x, axis=0)                          4000 il
    extreme          m.min(r, axis=1)                          4032 il
    integer_extreme  m.max(x)                                     1 HIL
    arg_extreme      m.argmax(x)                               4000 ?bBhHiIlLfdFD
    arg_extreme      m.argmin(r, axis=1)                       4032 ?bBhHiIlLfdFD
    interpolate      m.interp(x, k, k)                            1 ?bBhHiIlLefd
    digitize         m.digitize(x, m.asarray([0.0, m.nan]))       1 ?bBhHiIlLefd
    flatnonzero      m.flatnonzero(x)                          4000 ?
    flatnonzero      m.nonzero(x)                              4000 ?
    selected         x[x != 5]                                 4000 ?bBhHiIlLefdFD
    count_nonzero    m.count_nonzero(x)                        4000 ?
    all_true         m.all(x)                                  4000 ?bBhHiIlLefdFD
    all_true         m.all(r, axis=0)                          4032 ?bBhHiIlLefdFD
    any_true         m.any(x)                                  4000 ?bBhHiIlLefdFD
    any_true         m.any(r, axis=0)                          4032 ?bBhHiIlLefdFD
    distinct         m.unique(x)                               4000 ?BHILeFD
    counted          m.unique(x, return_counts=True)           4000 ?bBhHiIlLefdFD
    in_table         m.isin(x, x[:50])                         4000 bBhHiIlL
    transform        m.fft.fft(x)                              4001 ?bBhHiIlLfdFD
    transform        m.fft.irfft(x)                            4000 ?bBhHiIlLfdFD
    transform        m.fft.rfft(x[:4096])                      4096 ?bBhHiIlLd
    transform_axes   m.fft.fftn(x[:4489].reshape(67, -1))      4489 ?bBhHiIlLfdFD
    norm             m.linalg.norm(x)                          4000 d
    gram             m.matmul(r.T, r)                          4032 d
    einsum           m.einsum("ij,ij->i", r, r)                4032 dFD
    vecdot           m.vecdot(r, r)                            4032 fdFD
    concatenate      m.stack([x, x], axis=-1)                  4000 ?bBhilfdFD
    polynomial       m.polyval(c, x)                           4000 fd
    gradient         m.gradient(x)                             4000 bBhHiIlLfd
    replaced         m.nan_to_num(x)                           4000 fd
    write_at         w.__setitem__(i, x)                       1025 ?bBhHiIlLefdFD
    write_reversed   w.__setitem__(slice(None, None, -1), x)   4000 ?bBhHiIlLefdFD
    accumulate_at    m.add.at(w, i, x)                            1 bBhHiIlLfd
    repeated         m.repeat(x, 3)                            4000 ?bBhHiIlLefdFD
    correlate        m.correlate(x, c)                            1 ?bBhHiIlLfd
    histogram        m.histogram(x, k)                         4000 d
    histogram        m.histogram(x, 7)                         4000 fd
    packed           m.packbits(x)                                1 ?bBhHiIlL
    unpacked         m.unpackbits(x)                              1 B
    reduced          m.mean(x)                               131073 bBhHiIlL
    reduced          m.sum(x, where=x != 3)                    4000 ?bBhHiIlL
    reduced          m.max(x, where=x != 3, initial=0)         4000 ?bBhHiIlLefdFD
    reduced          m.bitwise_or.reduce(x)                    4000 ?bBhHiIlL
    reduced          m.gcd.reduce(x)                           4000 bBhHiIlL
    reduced          m.hypot.reduce(x)                         4000 ?bBhHiIlLefd
    reduced          m.count_nonzero(r, axis=0)                4032 ?bBhHiIlLefdFD
    accumulated      m.maximum.accumulate(x)                   4000 ?bBhHiIlLefdFD
    accumulated      m.bitwise_or.accumulate(x)                4000 ?bBhHiIlL
    reduceat         m.add.reduceat(x, i[:9])                  4000 ?bBhHiIlLefdFD
"""


def _applies(monkeypatch, name, call, dtype, size):
    """Return whether a function of `host_functions` has a result when a call is made on elements of a dtype."""
    function, results = getattr(host_functions, name), []

    def watched(*args, **kwargs):
        results.append(function(*args, **kwargs))
        return results[-1]

    t = torch.arange(size) * 7919 % 97
    x = xp.asarray(t % 2 == 0 if dtype == "?" else t.to(xp.dtype(dtype).torch))
    r = x[: size // 64 * 64].reshape(-1, 64)
    operands = {"m": xp, "x": x, "r": r, "w": x.copy(), "i": xp.asarray(torch.arange(size) * 31 % size)}
    operands |= {"k": xp.asarray([0.0, 3.0, 50.0]), "c": xp.asarray([1, 2, 3]).astype(x.dtype)}
    operands |= {"s": (xp.eye(4) * 3 + 1).astype(x.dtype)}
    with monkeypatch.context() as patch:
        patch.setattr(host_functions, name, watched)
        outcome(lambda: eval(call, operands))
    return any(result is not None and result is not False for result in results)


@cases("row", BY_NUMPY.strip().splitlines())
def test_what_numpy_computes(row, monkeypatch):
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    name, call = row.split(maxsplit=1)
    call, least, dtypes = call.rsplit(maxsplit=2)
    found = [d for d in "?bBhHiIlLefdFD" if _applies(monkeypatch, name, call, d, int(least))]
    assert "".join(found) == dtypes
    assert int(least) == 1 or not _applies(monkeypatch, name, call, dtypes[0], int(least) - 1)
