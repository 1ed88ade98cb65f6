"""Long graphs of unrolled loops, divided into regions of which those that repeat are compiled once."""

import operator

import numpy as np
import pytest
import torch
from torch.utils import _pytree as pytree

import xp_torch as xp
from xp_torch._functions.transforms.inductor import regions

pytestmark = [pytest.mark.cpu_only, pytest.mark.compiled]


def stencil(a, b):
    for _ in range(6):
        b[1:-1] = 0.3 * (a[:-2] + a[1:-1] + a[2:])
        a[1:-1] = 0.3 * (b[:-2] + b[1:-1] + b[2:])
    a -= b.mean()


def recurrence(a, b):
    c = np.zeros_like(a)
    for i in range(1, a.shape[0]):
        c[i] = np.sqrt(c[i - 1] * a[i] + b[i - 1] ** 2)
        b[i] += c[i] * c[i].sum()
    return c, c.T[0]


def windows(a, b):
    out = np.empty((a.shape[0] - 2, b.shape[1] - 2))
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = np.max(a[i : i + 3, j : j + 3] * b[i, j]) + 1
    return out, out + out.T[:1, :1]


def copies(a, b):
    for i in range(6):
        c, d = a.copy(), a.copy()
        c[i] += 1
        d[:, i] *= 2
        e = c.T
        e[0, 0] = 7
        a = c - d
        b[i] = e[0].sum()
    return a, c, d


def kept(a, b):
    for i in range(6):
        c = a.copy()
        a[i] = 2 * b[i] + 1
        b[:, i] = c[i] + c[:, i]
        b[:] = c


def reshaped(a, b):
    flat = a.reshape(-1)
    bits = flat.view(np.int64)
    for i in range(6):
        b[i] = (bits % 7 * flat)[:6] + 1


def selected(a, b):
    for i in range(6):
        c = a[i] * b
        c[c > 0.5] = c[c > 0.5] ** 0.5
        b[c < 0.1] = i
        np.add(b, c, out=b)
    return b


def triangular(a, b):
    for i in range(1, 6):
        a[i, :i] *= 2
        a[i, :i] += np.matmul(b[i, :i], b[:i, :i])
    return a


def swapped(a, b):
    for i in range(6):
        a[i], b[i] = b[i].copy() * 2, a[i] + 1
        a[:, :], b = b.copy(), a.copy()
    return b


def read_before_written(a, b):
    for i in range(1, 6):
        c = np.sin(b[0]) + np.cos(b[0]) * 3 - 1
        a[i] = b[i]
        b[i] = c * c + 1


def changed_before_read(a, b):
    for i in range(1, 6):
        c = np.sin(b[0]) + np.cos(b[0]) * 3 - 1
        c[0] = 5
        a[i] = c


def fresh(a, b):
    for i in range(6):
        c, d, e, f = np.zeros(6), np.zeros(6), np.full(6, 2.0), np.full(6, 2.0)
        c[i] = a[i, 0]
        d += c * 2
        f[1] = 7
        b[i] = c - d * 3 + e + f
    return c, d, e, f


def filled(a, b):
    for i in range(6):
        c = b + 1
        a[i] = c[:1]
        a[..., i] = c[0] * 2
        b[None, i] = c[i : i + 1] + a[i]
        b[1:, i] = a[:-1, i].astype(np.float32)
        a[[0, 2]] = c[:2]


def several_writes(a, b):
    c, d = np.zeros_like(a), np.ones(a.shape, dtype=np.float32)
    for k in range(1, 6):
        c[:, k] = a[:, k] * 2 + b[:, k]
        d[:, k] = c[:, k] * a[:, k - 1] - 1
        c[:, k] = c[:, k] / (1 + d[:, k] ** 2) + d[:, k - 1]
        b[:, k - 1] = c[:, k] + d[:, k]
        a[k] = b[k - 1]
    return c, d


def overlapping(a, b):
    for i in range(5):
        a[1:, i] = a[:-1, i] * 2 + b[1:, i]
        a[2] = a[:, i] * b[2] + 1
        row = a[i]
        row[:3] = row[2:5] * b[i, :3] + 1
        row[::2] += row[1::2] * b[i, 1::2]
        b[:, i] = b[:, i + 1]
        b[i] = b[i + 1]
        b[i, :2] = 0


def written_in_steps(a, b):
    for i in range(1, 6):
        c = a * b + i
        row, column = c[i], c[:, 0]
        c[c > 1.5] = 0.5
        row[1:] = column[1:] * 2 + row[:-1]
        np.add(c, row, out=c)
        a *= 0.5
        a += c[i] * column
        b[i] = c[0] - row
        row[0] = 3
        np.multiply(b, 0.5, out=b)
    return c, row


def new_and_shifted(a, b):
    c = np.zeros_like(a)
    for _ in range(6):
        c[:, 1:] = b[:, 1:] * 1.5 + c[:, :-1] + a[:, :-1]
        a *= 0.5
    return c


def equal_values(a, b):
    for i in range(6):
        c = a * 2 + 1
        d, e, f = a * 2 + 1, c.copy(), c + 0
        c[[0, 2]] = 5
        e[[1, 2]] = 7
        b[i] = c[i] + d[i] * 3 + e[i] - f[i]
    return c, d, e, f


def one_line(a, b):
    out = np.empty((6, 6))
    for i in range(6):
        out[i] = (a[i] * b[:, i] + 1) * 2 - a[i]
    return out


def written_whole(a, b):
    for _ in range(6):
        c = a * 2 + b
        a[:] = c + c.T
        b[...] = a - c
        a = a.T


def close(found, wanted):
    """Compare trees of arrays."""
    for one, other in zip(pytree.tree_leaves(found), pytree.tree_leaves(wanted), strict=True):
        if other is None:
            assert one is None
        else:
            np.testing.assert_allclose(one, other, rtol=1e-12)


@pytest.fixture
def compiled(monkeypatch):
    """Compile a function of NumPy with division of short graphs; the list has the number of nodes of each region."""
    monkeypatch.setattr(regions, "_LONG", 8)
    monkeypatch.setattr(regions, "_WRITES", 4)
    sizes = []

    def compiler(graph, inputs):
        sizes.append(len(graph.graph.nodes))
        return graph.forward

    def backend(graph, inputs):
        function = regions.divided(graph, compiler)
        assert function is not None
        return function

    torch._dynamo.reset()
    yield lambda function: (xp.compile(function, fullgraph=True, backend=backend, dynamic=False), sizes)
    torch._dynamo.reset()


@pytest.mark.parametrize(
    "function",
    [
        stencil,
        recurrence,
        windows,
        copies,
        kept,
        reshaped,
        selected,
        triangular,
        swapped,
        read_before_written,
        changed_before_read,
        fresh,
        filled,
        several_writes,
        overlapping,
        one_line,
        written_whole,
        written_in_steps,
        new_and_shifted,
        equal_values,
    ],
)
def test_a_divided_graph_computes_and_writes_as_the_function(compiled, function):
    rng = np.random.default_rng(0)
    given = rng.random((6, 6)), rng.random((6, 6))
    wanted, found = [[array.copy() for array in given] for _ in range(2)]
    call, sizes = compiled(function)
    for _ in range(2):
        close([*found, call(*found)], [*wanted, function(*wanted)])
    assert 1 <= len(sizes) <= 4 or function not in (stencil, recurrence, windows, selected)


def test_steps_that_select_are_one_region(compiled):
    def escapes(a, b):
        n = np.zeros(a.shape, dtype=np.int64)
        for i in range(6):
            inside = np.abs(a) < 2
            n[inside] = i
            a[inside] = a[inside] ** 2 + b[inside]
        return n

    a, b = np.linspace(-2, 1, 9), np.full(9, 0.25)
    n, (call, sizes) = a.copy(), compiled(escapes)
    np.testing.assert_array_equal(call(a, b), escapes(n, b))
    np.testing.assert_allclose(a, n)
    assert len(sizes) <= 4


def test_equal_views_are_taken_once(monkeypatch):
    monkeypatch.setattr(regions, "_LONG", 8)
    monkeypatch.setattr(regions, "_WRITES", 4)
    graphs = []

    def backend(graph, inputs):
        graphs.append(regions.divided(graph, lambda graph, inputs: graph.forward))
        return graphs[-1]

    xp.compile(stencil, fullgraph=True, backend=backend, dynamic=False)(np.ones(6), np.ones(6))
    parts = [m for m in graphs[0].modules() if isinstance(m, torch.fx.GraphModule)]
    views = [node for m in parts for node in m.graph.find_nodes(op="call_function", target=operator.getitem)]
    assert len([node for node in views if type(node.args[1]) is slice]) == 6


def test_a_step_is_one_region(compiled):
    call, sizes = compiled(one_line)
    call(np.ones((6, 6)), np.ones((6, 6)))
    assert len(sizes) == 1

    def steps(a, b):
        for k in range(1, 6):
            c = a[:, k] * 2 + b[:, k]
            a[:, k] = c * a[:, k - 1] + 1
            b[:, k] = a[:, k] * c - 1

    call, sizes = compiled(steps)
    call(np.ones((6, 6)), np.ones((6, 6)))
    assert sizes[1:] == [3 + 8 + 1]


def test_no_part_of_the_result_is_long(monkeypatch):
    results = []

    def backend(graph, inputs):
        results.append(regions.divided(graph, lambda graph, inputs: graph.forward))
        return results[-1]

    def steps(a):
        for i in range(300):
            a[i % 7] += a[i % 5] * 2 + 1

    found, wanted = np.zeros((7, 3)), np.zeros((7, 3))
    with pytest.warns(xp.exceptions.UnrolledLoopWarning):
        xp.compile(steps, fullgraph=True, backend=backend, dynamic=False)(found)
    steps(wanted)
    np.testing.assert_array_equal(found, wanted)
    parts = [m for m in results[0].modules() if isinstance(m, torch.fx.GraphModule)]
    assert len(parts) >= 4
    assert max(len(m.graph.nodes) for m in parts) < 200


@pytest.mark.filterwarnings("ignore::xp_torch.exceptions.NotCompiledWarning")
def test_arguments_may_be_parts_of_one_array(monkeypatch):
    monkeypatch.setattr(regions, "_LONG", 8)
    monkeypatch.setattr(regions, "_WRITES", 4)
    values = np.random.default_rng(0).random((6, 12))
    call = xp.compile(several_writes, fullgraph=True, dynamic=False)
    for apart in (False, True, False):
        x, wanted = xp.asarray(values), values.copy()
        a, b = (x[:, :6], x[:, 6:])
        if apart:
            a, b = a.copy(), b.copy()
        c, d = wanted[:, :6], wanted[:, 6:]
        close([a, b, call(a, b)], [c, d, several_writes(c, d)])


def test_arguments_may_begin_anywhere_in_their_memory(compiled):
    call, _ = compiled(windows)
    values = np.random.default_rng(0).random((2, 9, 6))
    for start in (0, 2, 1):
        a, b = values[:, start : start + 6]
        close(call(xp.asarray(values[0])[start:][:6], xp.asarray(b)), windows(a, b))


@pytest.mark.parametrize("dtype", [bool, np.float32, np.int64, np.complex128])
def test_views_by_several_indices(compiled, dtype):
    def act(a, out):
        a = a.conj() if a.dtype.kind == "c" else a
        for i in range(3):
            out[i, :, 1:] = a[i, ::2, None, 1:, -1][:, 0] + a[-1, 0, i, 1]
            out[i, 1, 0] = out[i, 0, 1]
            out[i, ..., 0:1] = out[i, ..., 3:]

    a = (np.arange(128).reshape(4, 4, 4, 2) % 7).astype(dtype)
    a = a * (1 + 2j) if dtype is np.complex128 else a
    found, wanted = np.zeros((2, 3, 2, 4), dtype=dtype)
    call, _ = compiled(act)
    act(a, wanted), call(a, found)
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(
    "function",
    [
        windows,
        copies,
        fresh,
        stencil,
        several_writes,
        overlapping,
        written_whole,
        written_in_steps,
        new_and_shifted,
        equal_values,
        filled,
    ],
)
def test_regions_are_compiled_by_inductor(monkeypatch, function):
    monkeypatch.setattr(regions, "_LONG", 8)
    monkeypatch.setattr(regions, "_WRITES", 4)
    rng = np.random.default_rng(0)
    given = rng.random((6, 6)), rng.random((6, 6))
    wanted, found = [[array.copy() for array in given] for _ in range(2)]
    results = xp.compile(function, fullgraph=True, dynamic=False)(*found)
    close([*found, results], [*wanted, function(*wanted)])


@pytest.mark.filterwarnings("ignore::xp_torch.exceptions.NotCompiledWarning")
def test_arguments_that_share_memory_are_read_and_written_in_order(compiled):
    call, _ = compiled(stencil)
    call(np.ones(9), np.ones(9))
    found, wanted = np.arange(12.0) ** 2, np.arange(12.0) ** 2
    call(found[:9], found[3:])
    stencil(wanted[:9], wanted[3:])
    np.testing.assert_allclose(found, wanted)


def test_random_numbers_are_drawn_in_each_step(compiled):
    def drawn(a):
        for i in range(6):
            a[i] = xp.asarray(torch.rand(6, dtype=torch.float64)) + a[i] * 2 + a[i] * 3

    call, sizes = compiled(drawn)
    given = xp.zeros((6, 6))
    call(given)
    assert np.unique(np.asarray(given)).size == 36
    assert len(sizes) == 1


def test_other_graphs_are_not_divided(monkeypatch):
    monkeypatch.setattr(regions, "_LONG", 8)
    found = []

    def backend(graph, inputs):
        found.append(regions.divided(graph, None))
        return graph.forward

    def short(a, b):
        return a + b

    def rounded(a, b):
        with torch.autocast("cpu"):
            stencil(a, b)

    calls = [
        (short, (xp.ones(3), xp.ones(3)), False),
        (windows, (xp.ones((9, 9)).requires_grad_(), xp.ones((9, 9))), False),
        (stencil, (xp.ones(9), xp.ones(9)), True),
        (rounded, (xp.ones(9), xp.ones(9)), False),
    ]
    for function, given, dynamic in calls:
        torch._dynamo.reset()
        xp.compile(function, fullgraph=True, backend=backend, dynamic=dynamic)(*given)
    with torch.autocast("cpu"):
        xp.compile(stencil, fullgraph=True, backend=backend, dynamic=False)(xp.ones(9), xp.ones(9))
    assert found == [None] * (len(calls) + 1)
