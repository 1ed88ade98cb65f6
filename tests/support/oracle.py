"""NumPy as the oracle: the same call on both sides, compared in values, dtype, shape and error type."""

import operator
import re
import sys
import warnings

import numpy as np
import pytest
from torch.utils._python_dispatch import TorchDispatchMode

import xp_torch as xp
from support.values import COMPLEX, DTYPES, REAL, extremes
from support.versions import skip_if_numpy_lacks

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


def same(got, expected, rtol=0.0):
    """Assert that a result is NumPy's: values, dtype and shape of arrays, the same tuples, equal objects."""
    if isinstance(expected, (tuple, list)):
        assert isinstance(got, (tuple, list))
        assert len(got) == len(expected)
        assert getattr(got, "_fields", None) == getattr(expected, "_fields", None)
        for a, b in zip(got, expected, strict=True):
            # Named results may hold Python numbers.
            same(a, b.item() if isinstance(b, np.generic) and type(a) is type(b.item()) else b, rtol)
        return
    if not isinstance(got, xp.ndarray):
        assert type(got) is type(expected)
        assert got == expected
        return
    assert got._dtype is got.tensor.dtype
    assert not got.tensor.is_conj()
    assert not got.tensor.is_neg()
    e = np.asarray(expected)
    assert got.dtype.name == e.dtype.name
    assert got.shape == e.shape
    mine = np.asarray(got)
    if mine.tobytes() == e.tobytes():
        return  # NumPy's assertions take longer than most calls
    if rtol:
        np.testing.assert_allclose(mine, e, rtol=rtol, atol=rtol)
    else:
        np.testing.assert_array_equal(mine, e)


def close(got, expected):
    """Assert that a result is NumPy's up to rounding in another order."""
    first = expected[0] if isinstance(expected, tuple) else expected
    same(got, expected, ROUNDING.get(np.asarray(first).dtype.name, 1e-9))


def alike(act, on_ours=None, note="", rtol=0.0):
    """Assert that `act` of this package gives NumPy's result or type of error; return the result, None for an error.

    `on_ours` is the function for our side if it is another one; `note` describes the call.
    """
    expected, refusal = call(act, (np,), {})
    got, error = call(on_ours or act, (xp,), {})
    assert not isinstance(refusal, NameError), f"{note}: {refusal!r}"
    if refusal is not None:
        assert error is not None, f"{note}: NumPy raises {refusal!r}, got {got!r}"
        bases = tuple(c for c in type(refusal).__mro__ if c.__module__ in ("builtins", "numpy.exceptions"))
        assert isinstance(error, bases[0]), f"{note}: NumPy raises {refusal!r}, got {error!r}"
        return None
    assert error is None, f"{note}: {error!r}, NumPy gives {expected!r}"
    try:
        same(got, expected, rtol)
    except AssertionError as difference:
        raise AssertionError(f"{note}: {difference}") from None
    return got


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
    return [(part, eval(f"lambda {arguments}: {part}", scope)) for part in parts]


def calls(text):
    """Parametrize a test by the expressions of a text, which ``;`` separates.

    Each is given as `call`: a function of a namespace `m` and up to two arrays `a` and `b`. The other names are those
    of the module that calls this.
    """
    texts, functions = zip(*expressions(text, sys._getframe(1).f_globals), strict=True)
    return pytest.mark.parametrize("call", functions, ids=texts)


def refusals(table):
    """Parametrize a test by expressions, as `calls` takes them, and by the error and message that each raises."""
    scope = sys._getframe(1).f_globals
    rows = [
        pytest.param(call, error, match, id=part)
        for (error, match), text in table.items()
        for part, call in expressions(text, scope)
    ]
    return pytest.mark.parametrize(("call", "error", "match"), rows)


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
