"""NumPy as the oracle: the same call on both sides, compared in values, dtype, shape and error type.

``agree("unique", x)`` calls ``xp.unique`` and ``np.unique``; `alike` compares an expression of either namespace, and
`same` one result.
"""

import operator
import re
import sys
import warnings

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

import xp_torch as xp
from support.cases import cases
from support.values import COMPLEX, DTYPES, REAL, extremes
from support.versions import skip_if_numpy_lacks
from tools import tolerance

__all__ = ["COMPLEX", "DTYPES", "REAL"]


def sample(dtype, shape=(2, 3, 4), seed=0):
    """Values of a dtype with repetitions and the extremes; floating ones with NaN, infinities and both zeros."""
    values = extremes(dtype, "special")
    if values.dtype.kind in "fc":
        # Halves only, whose sums and products are exact.
        halves = [(p * 2 == np.rint(p * 2)) | ~np.isfinite(p) for p in (values.real, values.imag)]
        values = values[halves[0] & halves[1]]
    return np.random.default_rng(seed).choice(values, size=shape)


def small(dtype, shape=(2, 3, 4), seed=0):
    """Small finite values of a dtype, so that sums and products are exact enough to compare."""
    rng = np.random.default_rng(seed)
    d = np.dtype(dtype)
    x = rng.integers(0 if d.kind in "bu" else -3, 2 if d.kind == "b" else 4, size=shape)
    return (x + 1j * rng.integers(-2, 3, size=shape)).astype(d) if d.kind == "c" else x.astype(d)


def ours(x):
    """NumPy arrays in `x` (also in tuples, lists and dicts) as this package's, other things as they are."""
    if isinstance(x, (np.ndarray, np.generic)):
        return xp.asarray(np.array(x))
    if isinstance(x, (tuple, list)):
        return type(x)(ours(v) for v in x)
    return {k: ours(v) for k, v in x.items()} if isinstance(x, dict) else x


def call(function, args, kwargs):
    """Return (result, None) or (None, error)."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return function(*args, **kwargs), None
        except Exception as error:
            skip_if_numpy_lacks(error)
            return None, error


class Onlooker(TorchDispatchMode):
    """A mode that only looks on, so that torch's kernels serve where NumPy's would."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


#: relative tolerance of results that are rounded in another order than NumPy's.
ROUNDING = {"float16": 1e-2, "float32": 2e-3, "complex64": 2e-3}


def difference(got, expected, close=tolerance.zeros, inputs=()):
    """Return how an array differs from NumPy's: in "type", "dtype", "shape" or "value"; None if it agrees.

    `close` is a function of `tolerance`; by default values are equal, whatever the sign of zero.
    """
    if not isinstance(got, xp.ndarray):
        return "type"
    expected = np.asarray(expected)
    if got.dtype.name != expected.dtype.name or got._dtype is not got.tensor.dtype:
        return "dtype"
    if got.shape != expected.shape:
        return "shape"
    mine, theirs = to_numpy(got), to_numpy(expected)
    if mine.tobytes() == theirs.tobytes():  # most are, and comparing takes longer
        return None
    return None if close(mine, theirs, inputs, expected.dtype.name) else "value"


def to_numpy(x):
    """Return an array, ours or NumPy's, or a number as NumPy's array, bfloat16 as float32, without its graph."""
    if isinstance(x, xp.ndarray):
        # A lazy conjugate is a mismatch, which must be printable.
        t = x.tensor.detach().cpu().resolve_conj().resolve_neg()
        return np.asarray(t.float()) if t.dtype is torch.bfloat16 else np.asarray(t)
    x = np.asarray(x)
    return x.astype(np.float32) if x.dtype.name == "bfloat16" else x


def same(got, expected, rtol=0.0, *, ulps=None, unit=None, inputs=(), ignore=None):
    """Assert that a result is NumPy's: values, dtype and shape of arrays, the same tuples, equal objects.

    Floating values may differ by `rtol`, or by `ulps` units in the last place of the dtype `unit`, theirs by default.
    With `ulps` the signs of zeros count, too. A message shows the `inputs`; elements of the mask `ignore` may differ.
    """
    if isinstance(expected, (tuple, list)):
        assert isinstance(got, (tuple, list))
        assert len(got) == len(expected)
        assert getattr(got, "_fields", None) == getattr(expected, "_fields", None)
        for a, b in zip(got, expected, strict=True):
            # Named results may hold Python numbers.
            b = b.item() if isinstance(b, np.generic) and type(a) is type(b.item()) else b
            same(a, b, rtol, ulps=ulps, unit=unit, inputs=inputs, ignore=ignore)
        return
    if not isinstance(got, xp.ndarray):
        assert ulps is None, f"{type(got)} is no array"
        assert type(got) is type(expected)
        assert got == expected
        return
    assert not got.tensor.is_conj()
    assert not got.tensor.is_neg()

    def close(mine, theirs, _, name):
        if ulps is None:
            wrong = ~tolerance.within(mine, theirs, rtol)
        else:
            wrong = tolerance.differing(mine, theirs, ulps, unit or (name if name == "bfloat16" else None))
        if ignore is not None:
            wrong &= ~ignore
        lines = []
        for place in map(tuple, np.argwhere(wrong)[:6]):
            values = ", ".join(str(np.broadcast_to(a, theirs.shape)[place]) for a in inputs)
            lines.append(f"\n  at {place}{' of ' * bool(inputs)}{values}: {mine[place]!s}, NumPy {theirs[place]!s}")
        assert not lines, f"{wrong.sum()} of {wrong.size} values differ:{''.join(lines)}"
        return True

    what = difference(got, expected, close)
    assert what is None, f"another {what}: {got!r}, NumPy gives {expected!r}"


def close(got, expected):
    """Assert that a result is NumPy's up to rounding in another order."""
    first = expected[0] if isinstance(expected, tuple) else expected
    same(got, expected, ROUNDING.get(np.asarray(first).dtype.name, 1e-9))


_KINDS = (
    np.exceptions.AxisError, np.linalg.LinAlgError, OverflowError, ZeroDivisionError, IndexError, KeyError,
    BufferError, AttributeError, TypeError, ValueError,
)  # fmt: skip


def kind_of_error(error: BaseException) -> type:
    """Return the public class that a program would catch: NumPy's private subclasses stand for their builtin."""
    return next((kind for kind in _KINDS if isinstance(error, kind)), type(error))


def outcome(act, *args, **kwargs):
    """Return the result of a call, or the class and text of its error."""
    result, error = call(act, args, kwargs)
    return result, error and kind_of_error(error), "" if error is None else str(error)


def same_outcome(ours, theirs, ulps=0, note="", *, rtol=0.0, unit=None):
    """Assert that two calls without arguments have the same result or raise the same class of error; return ours."""
    expected, refusal = call(theirs, (), {})
    got, error = call(ours, (), {})
    assert not isinstance(refusal, NameError), f"{note}: {refusal!r}"
    if refusal is not None:
        assert error is not None, f"{note}: NumPy raises {refusal!r}, got {got!r}"
        assert kind_of_error(error) is kind_of_error(refusal), f"{note}: NumPy raises {refusal!r}, got {error!r}"
        return None
    assert error is None, f"{note}: {error!r}, NumPy gives {expected!r}"
    try:
        same(got, expected, rtol, ulps=ulps, unit=unit)
    except AssertionError as reason:
        raise AssertionError(f"{note}: {reason}") from None
    return got


def alike(act, on_ours=None, note="", rtol=0.0):
    """Assert that `act` of this package gives NumPy's result or type of error; return the result, None for an error.

    `on_ours` is the function for our side if it is another one; `note` describes the call.
    """
    return same_outcome(lambda: (on_ours or act)(xp), lambda: act(np), None, note, rtol=rtol)


def agree(name, *args, rtol=0.0, **kwargs):
    """Call the function of this name here and in NumPy and compare the results or errors; return our result."""
    find = operator.attrgetter(name)
    note = name, args, kwargs  # formatted only if the assertion fails
    return alike(
        lambda m: find(m)(*args, **kwargs), lambda m: find(m)(*ours(args), **ours(kwargs)), note=note, rtol=rtol
    )


def expressions(text, scope, arguments="m, a=None, b=None"):
    """Return the expressions of a text, which ``;`` separates, and functions that evaluate them."""
    parts = [" ".join(part.split()) for part in re.split(r";\s", text) if part.strip()]
    return [(part, named(eval(f"lambda {arguments}: {part}", scope), part)) for part in parts]


def named(function, name):
    """Return the function with a name, which failures and marks show."""
    function.__name__ = name
    return function


def calls(text):
    """Parametrize a test by the expressions of a text, which ``;`` separates.

    Each is given as `call`: a function of a namespace `m` and up to two arrays `a` and `b`. The other names are those
    of the module that calls this.
    """
    texts, functions = zip(*expressions(text, sys._getframe(1).f_globals), strict=True)
    return cases("call", functions, ids=texts)


def refusals(table):
    """Parametrize a test by expressions, as `calls` takes them, and by the error and message that each raises."""
    scope = sys._getframe(1).f_globals
    rows = [
        pytest.param(call, error, match, id=part)
        for (error, match), text in table.items()
        for part, call in expressions(text, scope)
    ]
    return cases(("call", "error", "match"), rows)


def agree_on(text):
    """Compare one call, which `text` writes as ``name(arguments)``, as `agree` does."""
    name, _, arguments = text.strip().partition("(")
    eval(f"agree({name!r}, {arguments}", globals())


def raises_alike(call):
    """Assert that `call` of this package raises the type of error that it raises with NumPy; return both messages."""
    with pytest.raises(Exception) as expected:
        call(np)
    with pytest.raises(Exception) as error:
        call(xp)
    assert expected.type is not NameError
    wanted = TypeError if expected.type.__module__.startswith("numpy._core") else expected.type
    assert issubclass(error.type, wanted), (error.value, expected.value)
    return str(error.value), str(expected.value)
