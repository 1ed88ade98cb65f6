"""`__array_function__` of other libraries' arrays, which our functions call as NumPy's do."""

import inspect

import numpy as np
import pytest
from support.cases import cases

import xp_torch as xp

calls = []


class Recorder:
    """An array of another library, which records how it was called."""

    shape, ndim, dtype = (2, 2), 2, np.dtype("f8")

    def __array__(self, dtype=None, copy=None):
        return np.ones((2, 2))

    def __array_function__(self, func, types, args, kwargs):
        calls.append((func, args, kwargs))
        return "called"


Q = Recorder()
#: Functions whose argument is a sequence of arrays.
SEQUENCES = "block column_stack concat concatenate dstack hstack linalg.multi_dot poly roots stack vstack"
#: Other arguments than `Q` for each parameter without a default.
ARGUMENTS = {
    **{name: ([np.ones((2, 2)), Q],) for name in SEQUENCES.split()},
    "astype": (Q, "f4"),
    "choose": ([0], [Q, Q]),
    "ravel_multi_index": ([Q, Q], (2, 2)),
    "select": ([Q], [Q]),
    "where": (True, 0, Q),
}
#: Functions of the attributes of an array, and those that raise, since a file would lose what it adds to its elements.
ATTRIBUTES, FILES = {"ndim", "shape", "size"}, {"save", "savez", "savez_compressed"}


def dispatching():
    """Yield each function of the package for which NumPy's function dispatches."""
    for mine, theirs, prefix in (
        (xp, np, ""),
        (xp.linalg, np.linalg, "linalg."),
        (xp.fft, np.fft, "fft."),
        (xp.lib.stride_tricks, np.lib.stride_tricks, "lib.stride_tricks."),
    ):
        for name in mine.__all__:
            function, other = getattr(mine, name), getattr(theirs, name, None)
            # The array's `__array_ufunc__` is called for ufuncs.
            if hasattr(other, "_implementation") and not isinstance(function, xp.ufunc) and name not in ATTRIBUTES:
                yield pytest.param(prefix + name, function, other, id=prefix + name)


def arguments_of(name, function):
    """Return arguments for a call of `function`, one of which is `Q` at least."""
    if name in ARGUMENTS:
        return ARGUMENTS[name]
    parameters = inspect.signature(function).parameters.values()
    return tuple(Q for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD)


@cases(("name", "function", "other"), list(dispatching()))
def test_functions_call_the_method_of_an_operand(name, function, other):
    arguments = arguments_of(name, function)
    if name in FILES:
        with pytest.raises(TypeError, match="another library's array"):
            function("file", Q)
        return
    calls.clear()
    result = function(*arguments)
    ((called, args, kwargs),) = calls
    assert args == arguments
    assert not kwargs
    assert called.__name__.removesuffix("enate") == other.__name__.removesuffix("enate")
    assert result == ("called" if inspect.signature(function).return_annotation != "None" else None)


@pytest.mark.parametrize(
    ("call", "args", "kwargs"),
    [
        (lambda: xp.sum(Q), (Q,), {}),
        (lambda: xp.sum(Q, 0, None, None, False), (Q,), {"axis": 0}),
        (lambda: xp.mean(Q, axis=1, keepdims=True), (Q,), {"axis": 1, "keepdims": True}),
        (lambda: xp.where(xp.asarray([True]), Q, 0), (xp.asarray([True]), Q, 0), {}),
        (lambda: xp.clip(Q, min=0), (Q,), {"min": 0}),
        (lambda: xp.pad(Q, 1, constant_values=2), (Q, 1), {"constant_values": 2}),
        (lambda: xp.isclose([1], Q), ([1], Q), {}),
        (lambda: xp.quantile(xp.ones(3), Q), (xp.ones(3), Q), {}),
        (lambda: xp.ones(2).reshape(2, 1).dot(Q), (xp.ones((2, 1)), Q), {}),
    ],
)
def test_the_method_gets_the_arguments_of_the_call(call, args, kwargs):
    calls.clear()
    assert call() == "called"
    ((_, given, named),) = calls
    assert str(given) == str(args)
    assert named == kwargs


def test_a_method_that_refuses_raises_as_in_numpy():
    class Refusing(Recorder):
        def __array_function__(self, func, types, args, kwargs):
            return NotImplemented

    with pytest.raises(TypeError, match=r"no implementation found for 'numpy\.sort'"):
        xp.sort(Refusing())


def test_lists_of_such_arrays_are_no_operands():
    # NumPy's mean would convert the items, and lose what they add to their elements.
    with pytest.raises(TypeError, match="another library's array"):
        xp.mean([Q, Q])


def test_conversion_ignores_the_method():
    assert xp.asarray(Q).shape == xp.array(Q).shape == (2, 2)
