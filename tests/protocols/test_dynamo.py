"""Operators that Dynamo lacks or evaluates wrongly, and that the package mends."""

import operator

import pytest
import torch
from graphs import compiled
from versions import sentinel

import xp_torch as xp

COMPARISONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


pytestmark = pytest.mark.usefixtures("fresh_dynamo")


class TestComparisonsWithSymbolicNumbers:
    @pytest.mark.parametrize("numbers", [(1.5, 2.0, 3.0), (1, 2, 3)], ids=["floats", "ints"])
    @pytest.mark.parametrize("act", COMPARISONS, ids=lambda act: act.__name__)
    def test_of_arguments(self, act, numbers):
        x = xp.asarray([1.0, 2.0, 3.0])
        program = compiled(lambda x, n: (act(x, n), act(n, x)))
        for n in numbers:
            assert [r.tolist() for r in program(x, n)] == [act(x, n).tolist(), act(n, x).tolist()]

    def test_of_sizes(self):
        program = compiled(lambda x: x == x.shape[0])
        for n in range(2, 5):
            assert program(xp.arange(n) + 2).tolist() == [m + 2 == n for m in range(n)]

    @pytest.mark.parametrize("dtype", ["bool", "uint64", "float16", "complex128"])
    def test_with_numbers_beyond_the_dtype(self, dtype):
        x = xp.asarray([1, 0, 1], dtype=dtype)
        program = compiled(lambda x, n: x == n)
        for n in (0, 1, 2**40):
            assert program(x, n).tolist() == (x == n).tolist()


class TestOperators:
    def test_matmul(self):
        x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])

        def act(x):
            z = x.copy()
            z @= x
            return x @ x, x @ [1.0, 2.0], [1.0, 2.0] @ x, z

        assert [r.tolist() for r in compiled(act)(x)] == [r.tolist() for r in act(x)]

    def test_invert(self):
        x = xp.asarray([1, 2, 3])
        assert [r.tolist() for r in compiled(lambda x: (~x, ~(x > 1)))(x)] == [[-2, -3, -4], [True, False, False]]

    def test_of_a_layer(self):
        layer = torch.nn.Linear(2, 2, dtype=torch.float64)

        def act(x):
            return xp.asarray(layer.weight) @ x + xp.asarray(layer.bias)

        x = xp.asarray([1.0, 2.0])
        assert torch.equal(compiled(act)(x).tensor, act(x).tensor)

    def test_of_numbers_and_tensors_stay_as_they_were(self):
        t = torch.eye(2)
        program = compiled(lambda t, n: (t @ t, ~(t > 0), ~n, n == t.shape[0]))
        product, inverted, *numbers = program(t, 2)
        assert torch.equal(product, t)
        assert torch.equal(inverted, ~(t > 0))
        assert numbers == [-3, True]


def test_formats_of_arrays_that_a_graph_makes():
    def act(x):
        total = xp.sum(x)
        return f"{total:.2f} {total}", f"{x + 1} {total!r}", f"{x}", x * 2

    x = xp.asarray([1.0, 2.0])
    assert str(torch.compile(act, backend="eager")(x)) == str(act(x))


class Own:
    """A class with the methods of operators and formats."""

    def __init__(self, value=None):
        self.value = value

    def __format__(self, spec):
        return format(float(self.value), spec)

    def __eq__(self, other):
        return "compared"

    __hash__ = None


@sentinel
def test_dynamo_answers_for_objects_that_are_compared_with_a_symbolic_number():
    """Fails when torch calls their methods: then the mend in `_protocols/dynamo.py` can go."""
    x = Own()
    program = compiled(lambda t, n: (t + n, x == n), dynamic=True)
    assert program(torch.ones(2), 3)[1] is False


@sentinel
def test_dynamo_lacks_the_operators():
    """Fails when torch has them: then the mends in `_protocols/dynamo.py` can go."""
    from torch._dynamo.variables.builtin import BuiltinVariable

    assert BuiltinVariable.call_invert.__module__ == "xp_torch._protocols.dynamo"
    assert not hasattr(BuiltinVariable, "call_matmul")


@sentinel
def test_dynamo_formats_objects_before_they_have_attributes():
    """Fails when torch formats them afterwards: then the mend in `_protocols/dynamo.py` can go."""
    with pytest.raises(AttributeError, match="value"):
        torch.compile(lambda t: f"{Own(t.sum()):.1f}", backend="eager")(torch.ones(2))
