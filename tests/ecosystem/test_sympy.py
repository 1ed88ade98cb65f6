"""Functions that SymPy generates from expressions, on arrays of this package."""

import numpy as np
import pytest

import xp_torch as xp

sympy = pytest.importorskip("sympy")

X, Y = sympy.symbols("x y")
EXPRESSIONS = [
    sympy.sin(X) * Y + sympy.sqrt(X),
    sympy.Piecewise((X, X < 1), (X**2, True)) + sympy.exp(-Y),
    sympy.Max(X, Y) / (1 + sympy.Abs(X - Y)),
    sympy.diff(sympy.atan2(Y, X) * sympy.log(X), X),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
@pytest.mark.parametrize("modules", ["numpy", [xp, "numpy"]], ids=["numpy", "package"])
def test_lambdify(expression, modules):
    x, y = np.linspace(0.5, 2, 5), np.ones(5)
    result = sympy.lambdify((X, Y), expression, modules)(xp.asarray(x), xp.asarray(y))
    assert type(result) is xp.ndarray
    np.testing.assert_allclose(np.asarray(result), sympy.lambdify((X, Y), expression)(x, y), rtol=1e-15)


def test_gradients_go_through_a_function_that_lambdify_returns():
    function, slope = (sympy.lambdify(X, e, [xp, "numpy"]) for e in (sympy.sin(X) ** 2, sympy.sin(2 * X)))
    x = xp.asarray([0.5, 2.0])
    np.testing.assert_allclose(np.asarray(xp.grad(lambda x: xp.sum(function(x)))(x)), np.asarray(slope(x)), rtol=1e-15)


def test_a_matrix_of_an_array():
    assert sympy.Matrix(xp.asarray([[1, 2], [3, 4]])).det() == -2


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "bool", "complex128"])
def test_arrays_as_expressions(dtype):
    for m in (np, xp):
        x = m.asarray([1, 0, 1], dtype=dtype)
        found = [sympy.sympify(value) for value in (x[0], x.max(), x, x.reshape(3, 1))]
        if m is np:
            expected = found
    assert [repr(each) for each in found] == [repr(each) for each in expected]
    assert (sympy.Symbol("a") * xp.asarray([2.5])[0]).args == (sympy.Float(2.5), sympy.Symbol("a"))
