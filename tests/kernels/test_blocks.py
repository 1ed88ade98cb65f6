"""Reductions in blocks: the values are those of whole arrays, and the memory is at most what NumPy takes."""

import warnings

import numpy as np
import pytest
from support.oracle import same

import xp_torch as xp
from benchmarks.memory import peak_of_numpy, peak_of_torch
from xp_torch._kernels import blocks
from xp_torch._kernels.statistics import reductions

pytestmark = pytest.mark.cpu_only

REDUCTIONS = [
    "sum",
    "prod",
    "mean",
    "var",
    "std",
    "max",
    "min",
    "ptp",
    "all",
    "any",
    "count_nonzero",
    "average",
    "argmax",
]
NAN_REDUCTIONS = ["nansum", "nanprod", "nanmean", "nanvar", "nanmax", "nanargmin", "nanmedian"]
RUNNING = ["cumsum", "cumprod", "nancumsum", "maximum.accumulate", "logical_and.accumulate", "bitwise_or.accumulate"]
UNIQUE = ["unique", "unique_values", "unique_counts", "unique_all", "unique_inverse"]
MIB = 2**20


def call(m, name, x, **options):
    function = m
    for part in name.split("."):
        function = getattr(function, part)
    return function(x, **options)


def values_of(dtype, shape):
    rng = np.random.default_rng(0)
    x = rng.integers(0, 100, shape) if np.dtype(dtype).kind in "biu" else rng.normal(size=shape)
    x = x.astype(dtype)
    if x.dtype.kind in "fc":
        x.reshape(-1)[::101] = np.nan
    return x


@pytest.fixture
def _tiny(monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK", 6)
    monkeypatch.setattr(blocks, "FEW_TO_COPY", 12)
    monkeypatch.setattr(reductions, "_SHARE", 0)
    monkeypatch.setattr(blocks, "_GROUP", 2)
    monkeypatch.setattr(blocks, "LONG_DIMENSION", 2)


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize("name", REDUCTIONS + NAN_REDUCTIONS)
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "float16", "bfloat16", "float32", "complex64"])
def test_blocks_give_what_whole_arrays_give(name, dtype):
    if name == "ptp" and dtype == "bool":
        pytest.skip("neither subtracts booleans")
    x = values_of("float32" if dtype == "bfloat16" else dtype, (5, 7, 4))
    a = xp.asarray(x).astype(dtype)
    # gradients are computed without blocks
    for view, other in ((a, a.tensor.clone()), (a.T, a.tensor.clone().permute(2, 1, 0)), (a[:, ::2], a.tensor[:, ::2])):
        for axis in (None, 0, 1, 2) if "arg" in name or "median" in name else (None, 0, 1, 2, (0, 2), (0, 1, 2)):
            with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
                warnings.simplefilter("ignore")
                got = call(xp, name, view, axis=axis)
                patch.setattr(blocks, "may_be_divided", lambda t: False)
                expected = call(xp, name, xp.asarray(other), axis=axis)
            same(got.astype("complex128"), np.asarray(expected.astype("complex128")), 1e-2 if "16" in dtype else 1e-5)


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize("name", ["sum", "mean", "var", "max", "all"])
@pytest.mark.parametrize("dtype", ["int8", "float16", "float32", "complex64"])
def test_blocks_of_masks(name, dtype):
    x, mask = values_of(dtype, (6, 9)), np.random.default_rng(1).random((6, 9)) < 0.7
    mask[:3] = np.isnan(x[:3]) < mask[:3]
    options = {"initial": -5} if name == "max" else {}
    for axis in (None, 0, 1):
        got = call(xp, name, xp.asarray(x), axis=axis, where=xp.asarray(mask), **options)
        same(got, call(np, name, x, axis=axis, where=mask, **options), 1e-2 if dtype == "float16" else 1e-5)


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize("name", ["cumsum", "cumprod", "nancumsum"])
@pytest.mark.parametrize("shape", [(50,), (5, 10), (20, 3), (2, 3, 10)])
def test_running_sums_in_blocks(name, shape):
    x = values_of("float16", shape)
    for axis in range(len(shape)):
        expected = call(np, name, x.astype("float32"), axis=axis).astype("float16")
        same(call(xp, name, xp.asarray(x), axis=axis), expected, 2e-3)


@pytest.mark.usefixtures("_tiny")
@pytest.mark.parametrize("name", REDUCTIONS + NAN_REDUCTIONS + RUNNING[:3])
def test_transforms_compute_whole_arrays(name):
    x = xp.asarray(values_of("float16", (3, 20)))
    by_rows = xp.vmap(lambda row: call(xp, name, row))(x)
    same(by_rows, np.stack([np.asarray(call(xp, name, row)) for row in x]), 2e-3)
    if by_rows.dtype.kind == "f":
        row = xp.linspace(0.5, 1.5, 20, dtype=xp.float16)
        value, gradient = xp.value_and_grad(lambda row: xp.sum(call(xp, name, row), dtype=xp.float64))(row)
        same(value, np.sum(np.asarray(call(xp, name, row)), dtype="float64"), 2e-3)
        assert gradient.shape == row.shape


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint32", "int64", "float16", "float32", "complex64"])
@pytest.mark.parametrize("name", REDUCTIONS + NAN_REDUCTIONS + RUNNING + UNIQUE)
def test_reductions_take_at_most_the_memory_of_numpys(name, dtype):
    x = values_of(dtype, (1024, 512))
    a = xp.asarray(x)
    for axis in (None,) if name in UNIQUE else (0, 1) if name in RUNNING else (None, 0, 1):
        options = {} if name in UNIQUE else {"axis": axis}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = peak_of_numpy(lambda: call(np, name, x, **options))
                act = lambda: call(xp, name, a, **options)
                act()
                got = peak_of_torch(act) + peak_of_numpy(act)
        except TypeError:
            continue  # the operation has no loop for the dtype
        assert got <= expected + MIB, (axis, got / MIB, expected / MIB)
