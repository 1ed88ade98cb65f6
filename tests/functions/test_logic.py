"""Logic functions against NumPy."""

import fractions
import types

import numpy as np
import pytest
from support.oracle import DTYPES, agree, call, ours, sample, small

import xp_torch as xp

_WIDE = {"rtol": 1e3, "atol": 0}


@pytest.mark.parametrize("dtype", DTYPES)
def test_close(dtype):
    x, y = sample(dtype), sample(dtype, seed=1)
    for a, b in [(x, x), (x, y), (x, y[0, 0, 0]), (x[0], y), (x, 1), (1.5, y), (x, sample("int8"))]:
        agree("isclose", a, b)
        agree("isclose", a, b, equal_nan=True)
        agree("isclose", a, b, **_WIDE)
        agree("allclose", a, b)
        agree("allclose", a, b, equal_nan=True)


def test_close_arguments():
    agree("isclose", 1, 1 + 1e-9)
    agree("isclose", [1e10, 1e-7], [1.00001e10, 1e-8])
    agree("isclose", [1.0, 2.0], [1.1, 2.1], np.array([0.2, 0.0]), [0.0, 0.01])
    agree("isclose", np.zeros((2, 0)), np.zeros(3))
    agree("isclose", np.float32(1), np.float32(1 + 1e-5), rtol=0, atol=1e-5)
    with pytest.warns(RuntimeWarning, match="rtol or atol is not valid"):
        xp.isclose([1.0], [2.0], rtol=np.inf)
    assert type(xp.isclose(1, 2)) is xp.ndarray


@pytest.mark.parametrize("dtype", DTYPES)
def test_whole_arrays(dtype):
    x, y = sample(dtype), small(dtype)
    for a, b in [(x, x), (y, y), (y, y[0]), (y[:1], y), (y, y.real.astype("int64")), (y[..., :0], y[..., :0])]:
        agree("array_equal", a, b)
        agree("array_equal", a, b, equal_nan=True)
        agree("array_equal", a, a.copy(), equal_nan=True)
        agree("array_equiv", a, b)


OBJECTS = [{0, 1}, "a", None, ["a"], [None], [fractions.Fraction(1, 2)], [[1], [1, 2]], 2**70]


@pytest.mark.parametrize("x", OBJECTS, ids=repr)
def test_objects_are_equal_as_in_numpy(x):
    for other in (*OBJECTS, [0.5], np.asarray(0.5), np.asarray([1, 2])):
        agree("array_equal", x, other)
        agree("array_equal", other, x)
        agree("array_equiv", x, other)
    agree("array_equal", x, x, equal_nan=True)


def test_whole_arrays_of_what_makes_none():
    for a, b in [([[1], [1, 2]], [1]), ([1], [[1], [1, 2]]), (1, 1), ([], [])]:
        agree("array_equal", a, b)
        agree("array_equiv", a, b)
    nan = complex(np.nan, 1)
    agree("array_equal", np.array([nan]), np.array([complex(1, np.nan)]), equal_nan=True)
    x = ours(np.array([np.nan]))
    assert xp.array_equal(x, x, equal_nan=True)
    assert not xp.array_equal(x, x)


@pytest.mark.parametrize("dtype", DTYPES)
def test_parts(dtype):
    x = sample(dtype)
    for name in ("iscomplex", "isreal", "isneginf", "isposinf"):
        agree(name, x)
        agree(name, x[0, 0, 0])
    agree("isposinf", x, np.zeros(x.shape, bool))
    agree("isneginf", x, np.zeros(x.shape))
    agree("iscomplexobj", x)
    agree("isrealobj", x)


def test_objects():
    for x in [1, 1.5, 1j, [1, 2j], np.float32(1), np.zeros(2, complex), True]:
        agree("iscomplexobj", x)
        agree("isrealobj", x)
    for x in [1, 1.5, 1j, "a", b"a", [1], (), None, fractions.Fraction(1, 2), np.float32, True, object()]:
        agree("isscalar", x)
    for x in ["text", None, ["a", 1j], object(), types.SimpleNamespace(dtype="c16"), types.SimpleNamespace(dtype=None)]:
        agree("iscomplexobj", x)
        agree("isrealobj", x)
    for x in [1, [1], "a", {}, np.zeros(2), np.array(2), None]:
        agree("iterable", x)
    assert xp.isscalar(xp.asarray([1.0])[0])
    assert not xp.isscalar(xp.asarray([1.0]))
    assert xp.isscalar(np.float32(2))


@pytest.mark.parametrize("one", DTYPES)
def test_common_type(one):
    for other in DTYPES:
        args = np.zeros(2, one), np.zeros(2, other)
        expected, refusal = call(np.common_type, args, {})
        got, error = call(xp.common_type, ours(args), {})
        assert (error is None) == (refusal is None)
        assert refusal is not None or np.dtype(got.name) == expected


def test_characters():
    for chars in ["ifcbD", "fF", "dF", "dD", "abceh", "G", "", ["d", np.float32(1)], ["f", np.zeros(2, complex)]]:
        agree("mintypecode", chars)
        agree("mintypecode", chars, "fF", "f")
    for char in "?bBhHiIlLqQfdgFDGSUVO":
        agree("typename", char)
    agree("typename", "S1")
    agree("typename", "x")
    with pytest.warns(DeprecationWarning, match=r"numpy\.typename is deprecated\. Use numpy\.dtype\.name instead"):
        xp.typename("d")
