"""Ufuncs and operators that reach one compiled function in turn: Dynamo must guard which kernel each of them calls.

It guards functions and builtins that it finds in a closure, but not method descriptors such as ``torch.Tensor.lt``.
"""

import operator

import numpy as np
import pytest
import torch

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS

pytestmark = pytest.mark.compiled

NUMBERS = {"float64": 2.0, "int32": 2}
SYMBOLS = sorted({f"__{op.operator}__" for op in OPS.values() if op.operator})
UNARY = {f"__{op.operator}__" for op in OPS.values() if op.nin == 1}
REFLECTED = sorted(f"__r{op.operator}__" for op in OPS.values() if op.operator and op.nin == 2 and not op.comparison)
IN_PLACE = sorted(f"__i{name[3:-2]}__" for name in REFLECTED if name != "__rdivmod__")


@pytest.fixture(autouse=True)
def _one_function_is_compiled_often():
    torch._dynamo.reset()
    with torch._dynamo.config.patch(recompile_limit=1000, accumulated_recompile_limit=1000):
        yield
    torch._dynamo.reset()


def call(op, *operands):
    return op(*operands)


def after_a_graph_break(op, *operands):
    result = None
    for _ in range(1):
        torch._dynamo.graph_break()
        result = op(*operands)
    return result


STEPS = [
    pytest.param(call, True, "float64", id="as an argument-float64"),
    pytest.param(call, True, "int32", id="as an argument-int32"),
    pytest.param(after_a_graph_break, False, "float64", id="after a graph break in a loop-float64"),
]


def arrays(dtype):
    rows = ([2, 1, 3, 1], [1, 2, 3, 2])
    return tuple(xp.asarray(row, dtype=dtype) for row in rows)


def outcome(step, function, operands):
    """Return the results and the first operand, which may have been written to, as NumPy arrays."""
    try:
        result = step(function, *operands)
    except TypeError:  # no loop for the dtype
        return None
    parts = result if isinstance(result, tuple) else (result,)
    if result is NotImplemented:
        return None
    return [np.asarray(part) for part in (*parts, operands[0]) if not isinstance(part, (int, float))]


def check(step, fullgraph, functions, *operands):
    compiled = torch.compile(step, fullgraph=fullgraph, backend="eager")
    compared = 0
    for function in functions:
        with np.errstate(all="ignore"):
            copies = [[x.copy() if isinstance(x, xp.ndarray) else x for x in operands] for _ in range(2)]
            expected = outcome(step, function, copies[0])
            if expected is None:
                continue
            got = outcome(compiled, function, copies[1])
        for mine, eager in zip(got, expected, strict=True):
            # Eager code calls NumPy's loops on the host, compiled code torch's kernels.
            np.testing.assert_allclose(mine, eager, rtol=1e-14, err_msg=str(function))
            assert mine.dtype == eager.dtype
        compared += 1
    assert compared > 3


@pytest.mark.parametrize(("step", "fullgraph", "dtype"), STEPS)
class TestEachInTurn:
    def test_ufuncs_of_one_operand(self, step, fullgraph, dtype):
        functions = [getattr(xp, name) for name, op in OPS.items() if op.nin == 1]
        check(step, fullgraph, functions, arrays(dtype)[0])

    def test_ufuncs_of_two_operands(self, step, fullgraph, dtype):
        functions = [getattr(xp, name) for name, op in OPS.items() if op.nin == 2]
        check(step, fullgraph, functions, *arrays(dtype))

    def test_ufuncs_of_a_number(self, step, fullgraph, dtype):
        functions = [getattr(xp, name) for name, op in OPS.items() if op.nin == 2]
        check(step, fullgraph, functions, arrays(dtype)[0], NUMBERS[dtype])

    def test_operators(self, step, fullgraph, dtype):
        both = [getattr(operator, name) for name in SYMBOLS if name not in UNARY and hasattr(operator, name)]
        check(step, fullgraph, both, *arrays(dtype))
        check(step, fullgraph, both, arrays(dtype)[0], NUMBERS[dtype])

    def test_reflected_operators(self, step, fullgraph, dtype):
        check(step, fullgraph, [getattr(xp.ndarray, name) for name in REFLECTED], arrays(dtype)[0], NUMBERS[dtype])

    def test_in_place(self, step, fullgraph, dtype):
        methods = [getattr(xp.ndarray, name) for name in IN_PLACE]
        check(step, fullgraph, methods, *arrays(dtype))
        check(step, fullgraph, methods, arrays(dtype)[0], NUMBERS[dtype])


def test_ufuncs_whose_first_operand_is_a_number():
    check(call, True, [getattr(xp, name) for name, op in OPS.items() if op.nin == 2], 2.0, arrays("float64")[0])


def test_after_a_value_is_read_in_a_loop():
    def count(x):
        found = 0.0
        for row in x:
            found += float(row.sum())
            x = x * (x >= 0)
        return found, x

    x = xp.asarray([[1.0, -2.0], [3.0, 4.0]])
    compiled = torch.compile(count, backend="eager")
    for got, expected in zip(compiled(x), count(x), strict=True):
        np.testing.assert_array_equal(np.asarray(got), np.asarray(expected))
