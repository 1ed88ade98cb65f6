"""Functions applied to parts of arrays, against NumPy."""

import numpy as np
import pytest
from support.cases import cases
from support.oracle import agree, alike

import xp_torch as xp

X = np.arange(24.0).reshape(2, 3, 4)


FUNCTIONS = [
    lambda x: x.sum(), lambda x: x[:2], lambda x: x * 2, lambda x: x[:, None] * x, lambda x: 5, lambda x: [1, 2.5],
    lambda x: x > 3, lambda x, k=1: x + k,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=range(len(FUNCTIONS)))
@cases("axis", [0, 1, 2, -1, 3])
@cases("x", [X, X[0], X[0, 0], X[:, :0], X.tolist()], ids=range(5))
def test_along_an_axis(function, axis, x):
    agree("apply_along_axis", function, axis, x)


def test_along_an_axis_with_arguments():
    agree("apply_along_axis", lambda x, a, *, b: x * a + b, 0, X, 3, b=2.5)


def test_results_become_of_the_first_ones_dtype():
    def mixed(x):
        return int(x[0]) if x[0] < 5 else float(x[0]) + 0.5

    agree("apply_along_axis", mixed, 2, X)
    with pytest.raises(ValueError, match="broadcast"):
        xp.apply_along_axis(lambda x: x[: int(x[0]) + 1], 0, X[0])


@pytest.mark.parametrize("axes", [0, [0, 2], (-1,), [0, 0], [5], []])
@pytest.mark.parametrize("name", ["sum", "cumsum", "max"])
def test_over_axes(axes, name):
    alike(lambda m: m.apply_over_axes(getattr(m, name), m.asarray(X), axes))


def test_a_function_that_changes_the_dimensions_is_refused():
    with pytest.raises(ValueError, match="correct shape"):
        xp.apply_over_axes(lambda x, axis: x.sum(), X, [0])


PIECES = [
    ([0.0, 0.0], [True, False], [1]),
    ([0.0, 0.0], [[True, False]], [1]),
    ([0, 0], np.array([True, False]), [1]),
    ([0, 0], [1, 0], [1]),
    ([0, 0], [np.array([1, 0])], [1]),
    ([0, 0], [[False, True]], [lambda x: -1]),
    ([0, 0], [[False, True], [True, False]], [lambda x: -1, lambda x: x + 5]),
    ([0, 0], [[True, False]], [1, 9]),
    ([0, 0], [[True, False]], [1, 2, 3]),
    ([0, 0], [[False, True]] * 2, [1]),
    (3, True, [4]),
    (3, [True, False], [4, 5]),
    (3, [False, False], [4, 5, 6]),
    (3, [[False]], [4, 5]),
    (np.array(3.0), [True], [lambda x: x**2]),
    (X, [X < 5, X > 20], [lambda x: -x, 100, 7]),
    (X, X < 5, [np.negative]),
    (np.arange(4), [np.array([True, False, True, False])], [2.7]),
    pytest.param(np.arange(4), [[False] * 4], [lambda x: 1 / 0], marks=pytest.mark.cpu_only),
]


@pytest.mark.parametrize(("x", "conditions", "functions"), PIECES)
def test_piecewise(x, conditions, functions):
    agree("piecewise", np.asarray(x), conditions, functions)
    agree("piecewise", x, conditions, functions)


def test_piecewise_passes_arguments_on():
    agree("piecewise", X, [X > 3], [lambda x, a, *, b: x * a + b], 2, b=3)
