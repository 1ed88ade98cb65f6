"""Calls in frames that Dynamo skips, and functions as arguments of a compiled function."""

import pytest
import torch
from test_tracing import TRACED, assert_equal, given

import xp_torch as xp

#: a part of the calls, from every chapter.
SAMPLE = TRACED[7::45]

pytestmark = [pytest.mark.usefixtures("fresh_dynamo"), pytest.mark.compiled]


@pytest.mark.parametrize(("label", "act"), SAMPLE, ids=[label for label, _ in SAMPLE])
def test_calls_after_a_skipped_frame(label, act):
    """A break inside of `try` makes Dynamo run the frame eagerly, and compile what it calls."""

    def broken(*operands):
        try:
            before = act(xp, *operands)
            torch._dynamo.graph_break()
            return before, act(xp, *operands)
        finally:
            pass

    program = torch.compile(broken, backend="eager")
    for _ in range(2):
        assert_equal(program(*given(act)), broken(*given(act)))


def test_functions_as_arguments():
    """Each of several functions gets the graph that was compiled for it."""

    def called(function, *operands):
        return function(xp, *operands)

    program = torch.compile(called, backend="eager")
    for _ in range(2):
        for _, act in SAMPLE[:7]:
            assert_equal(program(act, *given(act)), act(xp, *given(act)))


def test_public_functions_as_arguments():
    def called(function, x, y):
        return function(x), function(y)

    program = torch.compile(called, backend="eager", fullgraph=True)
    x, y = xp.asarray([0.25, 0.5]), xp.asarray([1.0, 0.75], dtype=xp.float32)
    functions = (xp.sin, xp.cos, xp.sum, xp.mean, xp.sort, xp.add.reduce, xp.maximum.reduce)
    for _ in range(2):
        for function in functions:
            assert_equal(program(function, x, y), called(function, x, y))
