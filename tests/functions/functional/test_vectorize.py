"""`vectorize` and `frompyfunc` against NumPy's."""

import math
import operator
from functools import partial

import numpy as np
import pytest
from support.oracle import alike, calls, same
from support.oracle import call as called

import xp_torch as xp


def step(a, b=1):
    return a - b if a > b else a + b


CASES = {
    "positions": lambda m: m.vectorize(step)([0, 3, 6, 9], [1, 3, 5, 7]),
    "a scalar": lambda m: m.vectorize(step)([0, 3, 6, 9], 5),
    "a default": lambda m: m.vectorize(step)(m.asarray([1.0, 2.0])),
    "by name": lambda m: m.vectorize(step)(b=1, a=[[1, 2], [3, 4]]),
    "no arguments": lambda m: m.asarray(m.vectorize(lambda: 1)()),
    "two results": lambda m: m.vectorize(lambda x: (x, 0.5 * x))([1, 2, 3]),
    "dtypes by letter": lambda m: m.vectorize(lambda x: 1.7 * x, otypes="i")([1, 2]),
    "dtypes in a list": lambda m: m.vectorize(lambda x: (x, x), otypes=[float, "int8"])([1, 2]),
    "nothing, with dtypes": lambda m: m.vectorize(lambda x: x, otypes="d")(m.zeros((0, 5))),
    "nothing": lambda m: m.vectorize(lambda x: x)(m.zeros((0, 5))),
    "the first decides": lambda m: m.vectorize(lambda x: x if x < 2 else 2.5)([1, 2, 3]),
    "float32 stays": lambda m: m.vectorize(lambda x: x + x)(m.asarray([1, 2], dtype="float32")),
    "booleans": lambda m: m.vectorize(lambda x: x > 1)([1, 2, 3]),
    "a builtin": lambda m: m.vectorize(math.cos)([0.0, 1.0]),
    "a partial": lambda m: m.vectorize(partial(lambda x, y: x + y, 3))(1),
    "excluded": lambda m: m.vectorize(lambda x, p: sum(p) * x, excluded=["p", 1])([1, 2], [1, 2, 3]),
    "excluded by name": lambda m: m.vectorize(lambda x, p: sum(p) * x, excluded={"p"})(x=[1, 2], p=[1, 2, 3]),
    "a part in": lambda m: m.vectorize(lambda a: a.mean(), signature="(n)->()")([[1, 3], [2, 4]]),
    "a part out": lambda m: m.vectorize(m.outer, signature="(a),(b)->(a,b)")([[[1, 2]]], [1, 2, 3]),
    "sizes computed": lambda m: m.vectorize(lambda x: x[:-1], signature="(n)->(m)")([[1, 2, 3], [2, 3, 4]]),
    "parts of two": lambda m: m.vectorize(lambda x: (x, x + 1), signature="()->(),()")([1, 2, 3]),
    "too few": lambda m: m.vectorize(step, signature="(n),(n)->(n)")([1, 2]),
    "no dimensions": lambda m: m.vectorize(step, signature="(n),(n)->(n)")(1, 2),
    "sizes differ": lambda m: m.vectorize(step, signature="(n),(n)->(n)")([1, 2], [1, 2, 3]),
    "size of the result": lambda m: m.vectorize(lambda x: x[:-1], signature="(n)->(n)")([1, 2, 3]),
    "too many results": lambda m: m.vectorize(lambda x: (x, x), signature="()->()")([1, 2]),
    "no new sizes of nothing": lambda m: m.vectorize(lambda x: [x], signature="()->(n)", otypes="i")(m.zeros((0, 5))),
    "parts of nothing": lambda m: m.vectorize(lambda x: x, signature="(n)->(n)", otypes="i")(m.zeros((0, 5))),
    "no function": lambda m: m.vectorize(pyfunc=3),
    "no dtype": lambda m: m.vectorize(step, otypes="%"),
    "no list": lambda m: m.vectorize(step, otypes=3),
    "no signature": lambda m: m.vectorize(step, signature="(x)(y)->()"),
    "outer": lambda m: m.asarray(m.frompyfunc(step, 2, 1).outer([1, 2], [3, 4]), dtype=int),
    "reduce": lambda m: m.asarray(m.frompyfunc(step, 2, 1).reduce([[9, 2], [1, 4]]), dtype=int),
    "accumulate": lambda m: m.asarray(m.frompyfunc(step, 2, 1).accumulate([9, 2, 3]), dtype=int),
    "not callable": lambda m: m.frompyfunc(3, 2, 1),
}


@pytest.mark.parametrize("case", CASES)
def test_a_function_of_numbers_is_one_of_arrays(case):
    expected, error = called(CASES[case], (np,), {})
    if error is not None:
        with pytest.raises(TypeError if isinstance(error, TypeError) else ValueError):
            CASES[case](xp)
        return
    expected = tuple(map(np.asarray, expected)) if isinstance(expected, tuple) else np.asarray(expected)
    same(CASES[case](xp), expected)


def test_a_decorator():
    @xp.vectorize(otypes="d", cache=True)
    def half(x):
        """Return half of it."""
        calls.append(x)
        return x / 2

    calls = []
    assert (half.__name__, half.__doc__) == ("half", "Return half of it.")
    same(half([1, 3]), np.asarray([0.5, 1.5]))
    assert xp.vectorize(half, doc="Other.").__doc__ == "Other."


@pytest.mark.parametrize(("cache", "count"), [(True, 3), (False, 4)])
def test_a_cache_saves_the_call_that_tells_the_dtypes(cache, count):
    calls = []
    same(xp.vectorize(lambda x: calls.append(x) or 2.0, cache=cache)([1, 2, 3]), np.full(3, 2.0))
    assert len(calls) == count


@pytest.mark.parametrize("identity", [1, None])
def test_a_python_ufunc_with_an_identity_reduces_several_axes(identity):
    ours, theirs = (m.frompyfunc(operator.mul, 2, 1, identity=identity) for m in (xp, np))
    same(ours.reduce([[9, 2], [1, 4]], axis=(0, 1)), np.asarray(theirs.reduce([[9, 2], [1, 4]], axis=(0, 1))))
    with pytest.raises(ValueError, match="not reorderable"):
        xp.frompyfunc(step, 2, 1).reduce([[9, 2], [1, 4]], axis=(0, 1))


def test_a_python_ufunc_describes_itself():
    ours, theirs = xp.frompyfunc(step, 2, 1), np.frompyfunc(step, 2, 1)
    assert isinstance(ours, xp.ufunc)
    for name in ("nin", "nout", "nargs", "identity", "types", "ntypes", "signature", "__name__"):
        assert getattr(ours, name) == getattr(theirs, name)
    out = xp.zeros(2)
    assert ours([1, 2], 1, out=out) is out
    same(out, np.asarray([2.0, 1.0]))
    same(xp.frompyfunc(divmod, 2, 2)([7, 8], 3), np.divmod([7, 8], 3))


@calls("""
    m.vectorize(lambda a, b: a if b is None else b)(m.arange(3.0), None);
    m.vectorize(lambda a, b=None: a if b is None else b)(m.arange(3.0), b=None);
    m.vectorize(lambda a, b: len(b) + a)(m.arange(3), ["a", "bc", ""]);
    m.vectorize(lambda a, b: a, otypes="d")(m.ones((2, 0)), None)
""")
def test_operands_that_are_no_numbers(call):
    alike(call)


def test_objects_beside_numbers_in_frompyfunc():
    found = xp.frompyfunc(lambda a, b: a if b is None else -a, 2, 1)(xp.arange(3.0), [None, 1, None])
    assert found.tolist() == [0.0, -1.0, 2.0]
    out = xp.zeros(3)
    xp.frompyfunc(lambda a: a + 1, 1, 1)(xp.arange(3.0), where=[1, 0, 1], out=out)
    assert out.tolist() == [1.0, 0.0, 3.0]


def test_numpy_vectorizes_over_its_masked_arrays_and_matrices():
    for x in (np.ma.masked_array([1.0, 2.0, 3.0], [0, 1, 0]), np.ones((1, 2)).view(np.matrix)):
        for options in ({}, {"otypes": [float]}, {"otypes": "f", "cache": True}):
            got, expected = (m.vectorize(lambda v: v + 1 if v > 1 else 0.0, **options)(x) for m in (xp, np))
            assert (type(got), got.dtype, repr(got)) == (type(expected), expected.dtype, repr(expected))
        with pytest.raises(TypeError, match="another library's array"):
            xp.frompyfunc(float, 1, 1)(x)
