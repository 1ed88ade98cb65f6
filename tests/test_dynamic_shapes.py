"""Graphs that serve every size and every Python number: how often Dynamo compiles."""

import numpy as np
import pytest
import torch
from support.graphs import counted
from support.oracle import same

import xp_torch as xp
from tools.calls import ARRAY_EXAMPLES, EXAMPLES, OPERANDS, operands_of

#: Calls that met a rule of Python's on sizes: a branch, a cast to int, a set, or a loop.
CALLS = [
    "isclose-0", "unwrap-0", "array_split-0", "split-0", "pad-3",
    "fft.fft2-0", "fft.hfft-0", "linalg.pinv-0", "median-1", "packbits-0",
    "broadcast_arrays-0", "fill_diagonal-0", "diag_indices_from-0", "convolve-0", "correlate-1",
    "polyadd-0", "repeat-0", "full_like-0", "apply_along_axis-0", "delete-1", "tril_indices_from-0",
    "triu_indices_from-0", "write through flat",
]  # fmt: skip


pytestmark = [pytest.mark.usefixtures("fresh_dynamo"), pytest.mark.compiled]


def grown(name, factor):
    """Return an operand of the table of calls with each axis `factor` times as long."""
    values = OPERANDS[name]
    if name in "stc":
        grown = np.kron(np.eye(factor), values)
    elif name == "z":
        grown = np.arange(1, 1 + factor * len(values)) * 1.5
    else:
        grown = np.tile(values, (factor,) * values.ndim)
    return xp.asarray(grown.astype(values.dtype))


def act_of(label):
    name, _, number = label.rpartition("-")
    return EXAMPLES[name][int(number)] if name else ARRAY_EXAMPLES[label]


@pytest.mark.parametrize("label", CALLS)
def test_a_second_size_compiles_once_more(label):
    act = act_of(label)
    program, graphs = counted(lambda *operands: act(xp, *operands))
    for factor in (2, 3, 4):
        operands = [grown(name, factor) for name in operands_of(act)]
        got, expected = program(*operands), act(xp, *operands)
        parts = zip(got, expected, strict=True) if isinstance(expected, (tuple, list)) else [(got, expected)]
        for g, e in parts:
            same(g, np.asarray(e), ulps=64)
    assert len(graphs) <= 2


def test_sizes_on_both_sides_of_a_threshold_have_one_graph():
    program, graphs = counted(xp.linalg.norm, dynamic=True)
    for n in (30, 300, 5000, 9000):
        assert float(program(xp.ones(n))) == pytest.approx(n**0.5)
    assert len(graphs) == 1


NUMBERS = {
    "arithmetic": lambda x, s: (x + s, s - x, x * s, x / s, s / x),
    "division": lambda x, s: (x // s, x % s),
    "power": lambda x, s: (x**s, xp.pow(x, s)),
    "extrema": lambda x, s: (xp.maximum(x, s), xp.clip(x, -s, s)),
    "functions": lambda x, s: (
        xp.where(xp.greater(x, s), x, s),
        xp.full_like(x, s),
        xp.isclose(x, s),
        xp.sum(x, initial=s),
    ),
}


SIZES = {
    "operators": lambda x, n: (x + n, n - x, n * x, x / n, n // x, x % n, x**n, divmod(n, x)[1]),
    "comparisons": lambda x, n: (xp.equal(x, n), xp.not_equal(n, x), xp.less(x, n), xp.greater_equal(n, x)),
    "integers": lambda x, n: (
        x.astype(int) & n,
        n | x.astype(int),
        x.astype(int) << n,
        xp.float32(x) * n,
        n + xp.int64(1),
    ),
    "results": lambda x, n: (xp.arange(n), xp.eye(n), xp.full(n, x[0]), xp.tile(x, n), xp.tri(n), xp.linspace(0, 1, n)),
    "indices": lambda x, n: (*xp.tril_indices(n, 1, 4), *xp.triu_indices(n, -1), *xp.diag_indices(n), xp.identity(n)),
    "arguments": lambda x, n: (xp.sum(x, initial=n), xp.max(x, initial=n), xp.roll(x, n), xp.clip(x, -n, n)),
}


@pytest.mark.parametrize("label", sorted(SIZES))
def test_sizes_as_numbers(label):
    act = SIZES[label]
    x = xp.asarray([0.25, 1.5, 4.0, 7.0])
    program, graphs = counted(lambda x, y: act(x, y.shape[0]), dynamic=True)
    for n in (5, 6, 8):
        for got, expected in zip(program(x, xp.ones(n)), act(x, n), strict=True):
            same(got, np.asarray(expected), ulps=4)
    assert len(graphs) == 1


def test_elements_of_arrays_of_any_size_are_read_and_written():
    def act(x, i):
        y = x * 2.0
        y[0], y[-1], y[i] = x[1], x[i], y[0]
        return y[i] + x[2], y

    program, graphs = counted(act, dynamic=True)
    for n in (5, 6, 8):
        for got, expected in zip(program(xp.arange(1.0, n), 3), act(xp.arange(1.0, n), 3), strict=True):
            same(got, np.asarray(expected), ulps=4)
    assert len(graphs) == 1


@pytest.mark.parametrize("label", sorted(NUMBERS))
def test_another_float_does_not_recompile(label):
    act = NUMBERS[label]
    x = xp.asarray([0.25, 1.5, 4.0])
    program, graphs = counted(act)
    for s in (1.25, 1.5, 3.25, 4.5, 5.75):
        for got, expected in zip(program(x, s), act(x, s), strict=True):
            same(got, np.asarray(expected), ulps=4)
    assert len(graphs) <= 2


def test_another_size_of_an_elementwise_program_has_few_guards():
    """The tables of kernels are guarded by the entries that are read, not by all of their keys."""

    def act(x, y):
        return xp.sin(x) * 2.0 + y / 3.0 - xp.exp(x) ** 2

    torch.compile(act, backend="eager", fullgraph=True)(xp.ones(3), xp.ones(3))
    (entry,) = torch._dynamo.eval_frame._debug_get_cache_entry_list(act.__code__)
    assert len(str(entry.guard_manager).splitlines()) < 220


DIVISIONS = [
    (5.5, 1.1), (-5.5, 1.1), (6.0, 0.1), (1e300, 1e-300),
    (-5e-324, 2.0), (-1.0, np.inf), (np.inf, 2.0), (-0.0, 2.0),
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_compiled_floor_division_is_the_floor(dtype):
    with np.errstate(over="ignore", under="ignore"):
        x, y = (xp.asarray(np.asarray(v).astype(dtype)) for v in zip(*DIVISIONS, strict=True))
    program, _ = counted(lambda x, y: (x // y, x // 1.1, x // 3))
    for got, expected in zip(program(x, y), (x // y, x // 1.1, x // 3), strict=True):
        same(got, np.asarray(expected), ulps=0)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_compiled_remainders_are_exact(dtype):
    pairs = [(x, y) for x, y in DIVISIONS if (x, y) != (1e300, 1e-300)] + [(1e17, 3.0), (-6.6, -2.2), (7.0, -np.inf)]
    with np.errstate(over="ignore", under="ignore"):
        x, y = (xp.asarray(np.asarray(v).astype(dtype)) for v in zip(*pairs, strict=True))
    program, _ = counted(lambda x, y: (x % y, xp.fmod(x, y), x % 1.1))
    for got, expected in zip(program(x, y), (x % y, xp.fmod(x, y), x % 1.1), strict=True):
        same(got, np.asarray(expected), ulps=0)


def test_compiled_powers_pass_the_number():
    """Inductor expands a power by a number to products."""
    program, graphs = counted(lambda x: (x**3, x**2.5, x**0.5, x**-0.5))
    x = xp.asarray([0.25, 2.0, -0.0, xp.inf, -xp.inf])
    for got, expected in zip(program(x), (x**3, x**2.5, x**0.5, x**-0.5), strict=True):
        same(got, np.asarray(expected), ulps=2)
    assert "scalar_tensor" not in graphs[0].code


@pytest.mark.parametrize("name", ["sqrt", "sinh", "cosh", "asinh", "acosh", "atanh", "cbrt"])
def test_compiled_float32_stays_in_float32(name):
    function = getattr(xp, name)
    x = xp.asarray([0.25, 0.5, 0.75] if name == "atanh" else [1.0, 2.0, 89.0], dtype=xp.float32)
    operands = (x,) * function.nin
    program, graphs = counted(function)
    same(program(*operands), np.asarray(function(*operands)), ulps=4)
    assert ".double()" not in graphs[0].code
