"""``x.flat`` against NumPy's: keys, values that repeat, and the state of the iterator."""

import warnings

import numpy as np
import pytest
from support.cases import cases
from support.oracle import call, ours, same
from support.versions import NUMPY

import xp_torch as xp

X = np.arange(6).reshape(2, 3)
KEYS = [
    0, -1, 5, 6, -7, slice(None), slice(1, 4), slice(None, None, -2), slice(4, 1), ..., (), (1,),
    (1, 2), ([1, 2],), [0, 0], [0, 1, 2], [-1], [9], [], [True, 1], [True] * 6, np.array([1, 2], "int16"),
    np.array([[1, 2], [3, 4]]), np.array(1), np.array([0.5]), np.zeros(6, bool), np.arange(6) > 2, np.zeros(7, bool),
    np.zeros((2, 3), bool), None, "x", True, False, np.array(True), [1.0, 2.5], 1.5,
]  # fmt: skip


def outcome(function):
    """Return a call's result, its error and whether it warned of a deprecation."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result, error = function(), None
        except Exception as refusal:
            result, error = None, refusal
    return result, error, any(issubclass(w.category, DeprecationWarning) for w in caught)


def writing(x, key, value):
    x.flat[key] = value
    return x


@pytest.mark.numpy_before
@cases("key", KEYS, ids=repr)
@pytest.mark.parametrize("turned", [False, True])
def test_reads(key, turned):
    x = np.arange(6).reshape(3, 2).T if turned else X
    expected, refusal, warned = outcome(lambda: x.flat[key])
    got, error, told = outcome(lambda: (ours(x.T.copy()).T if turned else ours(x)).flat[ours(key)])
    assert type(error) is type(refusal), f"{error!r}, NumPy: {refusal!r}"
    assert warned is told
    if refusal is None:
        same(got, expected)


@pytest.mark.cpu_only(value="[]", key="[9]")
@pytest.mark.numpy_before
@cases("key", KEYS, ids=repr)
@pytest.mark.parametrize(
    "value", [7, [7], [7, 8], [], [[7, 8, 9], [10, 11, 12]], np.arange(20), 2.7, np.array(3)], ids=repr
)
@cases("turned", [False, True])
def test_writes(key, value, turned):
    if isinstance(key, list) and key == [] and not isinstance(value, int):
        return
    if NUMPY < (2, 1) and isinstance(key, tuple) and key == ():
        pytest.skip("NumPy 2.0 ends the process")
    x = np.arange(6).reshape(3, 2).T if turned else X.copy()
    y = ours(np.arange(6).reshape(3, 2)).T if turned else ours(X.copy())
    refusal, error = call(writing, (x, key, value), {})[1], call(writing, (y, ours(key), ours(value)), {})[1]
    # For a single boolean, NumPy's error for a list of values is that of int(list).
    classes = {type(error), type(refusal)}
    assert len(classes) == 1 or classes == {TypeError, ValueError}, f"{error!r}, NumPy: {refusal!r}"
    same(y, x)


def test_the_iterator_goes_on_where_it_was():
    f = ours(X).flat
    assert (f.index, f.coords, len(f)) == (0, (0, 0), 6)
    assert next(f) == 0
    assert (f.index, f.coords) == (1, (0, 1))
    assert [v.item() for v in f] == [1, 2, 3, 4, 5]
    assert f.coords == (2, 0)
    assert next(f, None) is None


@pytest.mark.numpy_before
def test_it_compares_as_an_array_and_is_a_key():
    x = ours(X)
    same(x.flat == x.flat, X.flat == X.flat)
    same(x.flat < [1] * 6, X.flat < [1] * 6)
    same(x.flat.copy(), X.flat.copy())
    same(x.flat[xp.asarray([0, 5]).flat], X.flat[np.array([0, 5]).flat])
    assert x.flat.base is x
    with pytest.raises(TypeError):
        hash(x.flat)
    assert call(np.asarray, (x.flat,), {})[0].tolist() == list(range(6))


def test_flat_elements_are_not_deleted():
    for m in (np, xp):
        for key in (1, slice(1, 2)):
            with pytest.raises(TypeError):
                del m.ones(3).flat[key]
        with pytest.raises(AttributeError):
            m.ones(3).flat.index = 2
