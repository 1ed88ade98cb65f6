"""Writes to arrays whose own elements share memory: each element is read once, before anything is written."""

import numpy as np
import pytest
from support.oracle import same
from torch.utils._pytree import tree_leaves

import xp_torch as xp
from tools.transforms import calls, names

#: number of elements in memory, shape and strides
LAYOUTS = [(4, (3, 2), (8, 8)), (8, (3, 4), (16, 8)), (6, (3, 4), (8, 8)), (12, (2, 3, 4), (32, 16, 8))]

WRITES = """
x += 1
x *= 3
x -= x
x += x + 1
x -= y
x += y[:1]
x += True
x **= 2
x //= 2
x **= y
x %= 2
x += m.asarray(y, dtype="f4")
m.add(x, 1, out=x)
m.add(x, x, out=x)
m.multiply(x, 2.5, x)
m.negative(x, out=x)
m.exp(x, out=x)
m.sqrt(y, out=x)
m.add(y, 1, out=x)
m.add(x, y, where=y > 2, out=x)
m.add(x, 1, where=y > 2, out=x)
m.divmod(y, 2.0, out=(x, m.zeros(x.shape)))
x.fill(3)
x[...] = y
x[:] = y
x[::-1] = y
x[0] = y[0]
x[1:] = y[1:]
x[1:] = x[:-1]
x[y > 2] = 1
x[y > 2] = y[y > 2]
x[[0, 1]] = y[[1, 0]]
x[[0, 1]] += 1
x[1] += 1
v = x[::-1]; v += 1
v = x.T; v += 1
m.copyto(x, y)
m.copyto(x, y, where=y > 2)
m.copyto(x, 5, where=y > 2)
m.put(x, [0, 1, 3], [5.0, 6.0, 7.0])
m.putmask(x, y > 1, y)
m.place(x, y > 1, [1.0, 2.0])
x.flat = y.ravel()
x.flat[1] = 4
m.add.at(x, [0, 1], 1)
m.add.at(x, [0, 1, 1], y[:3] if len(y) > 2 else 2)
m.multiply.at(x, ([0, 1, 1], [1, 0, 1]), 2)
m.negative.at(x, [0, 1])
m.cumsum(x, axis=0, out=x)
m.add.accumulate(x, axis=1, out=x)
m.matmul(x, m.ones((x.shape[-1],) * 2), out=x)
m.clip(x, 1, 3, out=x)
m.clip(y, 1, 3, out=x)
m.sum(m.stack([y, y + 1]), axis=0, out=x)
m.concatenate([y[:1], y[1:]], out=x)
m.take(y, m.arange(x.shape[0]), axis=0, out=x)
m.nan_to_num(x, copy=False)
x.sort()
x.sort(axis=0)
x.partition(1)
""".strip().splitlines()


def memory_after(m, layout, code, dtype):
    """Return the memory after a write to an array over it."""
    count, shape, strides = layout
    memory = (m.arange(count) % 3 + 1).astype(dtype)
    size = memory.itemsize // 8
    x = m.lib.stride_tricks.as_strided(memory, shape, [s * size for s in strides])
    y = m.reshape(m.arange(np.prod(shape)) % 7, shape).astype(dtype)
    exec(code, {"m": m, "x": x, "y": y})
    return memory


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
@pytest.mark.parametrize("code", WRITES)
def test_writes_are_numpys(code, layout):
    same(memory_after(xp, layout, code, "float64"), memory_after(np, layout, code, "float64"), 1e-15)


@pytest.mark.parametrize("dtype", ["int64", "complex128"])
def test_other_dtypes(dtype):
    for code in ("x += 1", "x *= x", "m.subtract(x, 1, out=x)", "x[...] = y"):
        same(memory_after(xp, LAYOUTS[0], code, dtype), memory_after(np, LAYOUTS[0], code, dtype))


def test_gradients_flow_to_the_values_that_stay():
    y = xp.arange(6.0).reshape(3, 2)
    y.requires_grad_()
    memory = xp.zeros(4)
    xp.lib.stride_tricks.as_strided(memory, (3, 2), (8, 8))[...] = y
    (memory * xp.asarray([1.0, 2.0, 3.0, 4.0])).sum().backward()
    assert y.grad.tolist() == [[1, 0], [2, 0], [3, 4]]


def test_windows_are_not_many_writes():
    count = xp.zeros(2000)
    windows = xp.lib.stride_tricks.sliding_window_view(count, 1000)
    windows += 1
    assert count.tolist() == [1] * 2000


@pytest.mark.compiled
@pytest.mark.parametrize("function", [lambda x: x.__iadd__(1), lambda x: xp.multiply(x, 3, out=x)])
def test_compiled(function):
    def of(compiled):
        x = xp.lib.stride_tricks.as_strided(xp.ones(4), (3, 2), (8, 8))
        compiled(function)(x)
        return x

    with pytest.warns(xp.exceptions.NotCompiledWarning, match="not compiled"):
        result = of(xp.compile)
    same(result, np.asarray(of(lambda f: f)))


@pytest.mark.parametrize("value", ["x", "x[0]", "x[:, 0]", "x.T"])
def test_a_diagonal_is_filled_with_its_own_element(value):
    for m in (np, xp):
        x = m.full((1, 1), 3.0)
        m.fill_diagonal(x, eval(value, {"x": x}))
        same(xp.asarray(x), np.full((1, 1), 3.0))


@pytest.mark.parametrize("name", [name for name in names() if not name.startswith("broadcast_")])
def test_elements_of_results_are_memory_of_their_own(name):
    for call in calls([name]):
        for x in tree_leaves(call(*call.arrays()), is_leaf=lambda x: isinstance(x, xp.ndarray)):
            if isinstance(x, xp.ndarray):
                assert all(step or size < 2 for step, size in zip(x.tensor.stride(), x.shape, strict=True)), call.label
