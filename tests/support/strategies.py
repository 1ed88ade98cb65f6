"""What the differential tests draw from and compare by: dtypes, extreme values, layouts, NumPy's answers and errors."""

import builtins
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import xp_torch as xp
from support.oracle import call
from support.values import ALL_DTYPES as ALL_DTYPES
from support.values import COMPLEX, DTYPES, extremes
from support.values import FLOATS as FLOATS
from support.values import INTEGERS as INTEGERS


def moderate(dtype: str) -> np.ndarray:
    """Return the extremes of a dtype less those at which complex arithmetic overflows or underflows on its way."""
    x = extremes(dtype)
    if dtype not in COMPLEX:
        return x
    plain = [(p == 0) | ~np.isfinite(p) | ((np.abs(p) > 1e-3) & (np.abs(p) < 1e3)) for p in (x.real, x.imag)]
    return x[plain[0] & plain[1]]


# ---- comparing


def _as_numpy(x: Any) -> np.ndarray:
    return np.asarray(x.tensor.detach()) if x.dtype != "bfloat16" else np.asarray(x)


def _close(a: np.ndarray, b: np.ndarray, ulps: float, unit: Any) -> np.ndarray:
    """Tell where finite values lie within `ulps` of each other, in units of the larger one in the dtype `unit`."""
    real = np.empty(0, unit or a.dtype).real.dtype
    wide = np.clongdouble if a.dtype.kind == "c" else np.longdouble
    with np.errstate(all="ignore"):
        distance, size = np.abs(a.astype(wide) - b.astype(wide)), np.maximum(np.abs(a), np.abs(b)).astype(real)
        # ml_dtypes rounds its spacing towards the next number; a power of two is what is meant.
        step = np.spacing(size) if real != ml_dtypes.bfloat16 else size.astype(np.float32) * 2.0**-7
        return (a == b) | (distance <= ulps * np.where(np.isnan(step), np.inf, step))


def _parts(a: np.ndarray) -> list[np.ndarray]:
    return [a.real, a.imag] if a.dtype.kind == "c" else [a]


def differing(ours: np.ndarray, theirs: np.ndarray, ulps: float = 0, unit: Any = None) -> np.ndarray:
    """Return the mask of elements that differ by more than `ulps`; NaN, infinities and signs of zeros count."""
    if theirs.dtype.kind in "biu":
        return ours != theirs
    wrong = np.zeros(theirs.shape, bool)
    if not theirs.size:
        return wrong
    finite = np.isfinite(theirs) & np.isfinite(ours)
    for a, b in zip(_parts(ours), _parts(theirs), strict=True):
        a, b = np.asarray(a), np.asarray(b)
        wrong |= np.isnan(a) != np.isnan(b)
        wrong |= ~finite & ~np.isnan(a) & ~np.isnan(b) & np.isinf(a) != (~finite & ~np.isnan(b) & np.isinf(b))
        wrong |= np.isinf(a) & np.isinf(b) & (a != b)
        wrong |= (a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b))
    near = np.ones(theirs.shape, bool)
    if unit is not None and np.dtype(unit).kind in "biu":
        unit = None
    near[finite] = _close(np.asarray(ours)[finite], np.asarray(theirs)[finite], ulps, unit)
    return wrong | ~near


def assert_same(
    ours: Any,
    theirs: Any,
    ulps: float = 0,
    inputs: tuple = (),
    ignore: np.ndarray | None = None,
    unit: Any = None,
) -> None:
    """Assert that ours is NumPy's answer: an array (or tuple of them) of its dtype, shape and values.

    Floating values may lie `ulps` units apart, in the last place of the dtype `unit` (theirs unless given).
    """
    if isinstance(theirs, (tuple, list)):
        assert isinstance(ours, (tuple, list))
        assert len(ours) == len(theirs)
        for mine, its in zip(ours, theirs, strict=True):
            assert_same(mine, its, ulps, inputs, ignore, unit)
        return
    theirs = np.asarray(theirs)
    assert isinstance(ours, xp.ndarray), f"{type(ours)} is no array"
    assert ours.dtype == theirs.dtype, f"{ours.dtype!r} is not NumPy's {theirs.dtype!r}"
    assert ours.shape == theirs.shape, f"{ours.shape} is not NumPy's {theirs.shape}"
    mine = _as_numpy(ours)
    if mine.tobytes() == theirs.tobytes():
        return
    wrong = differing(mine, theirs, ulps, unit)
    if ignore is not None:
        wrong = wrong & ~ignore
    if wrong.any():
        at = np.argwhere(wrong)
        lines = []
        for i in map(tuple, at[:6]):
            values = ", ".join(str(np.broadcast_to(a, theirs.shape)[i]) for a in inputs)
            lines.append(f"  at {i}: inputs ({values}) gave {mine[i]!s}, NumPy {theirs[i]!s}")
        raise AssertionError(f"{len(at)} of {theirs.size} values differ from NumPy's:\n" + "\n".join(lines))


_KINDS = (
    np.exceptions.AxisError, np.linalg.LinAlgError, OverflowError, ZeroDivisionError, IndexError, KeyError,
    BufferError, AttributeError, TypeError, ValueError,
)  # fmt: skip


def kind_of_error(error: builtins.BaseException) -> type:
    """Return the public class that a program would catch: NumPy's private subclasses stand for their builtin."""
    return next((kind for kind in _KINDS if isinstance(error, kind)), type(error))


def outcome(act: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[Any, type | None, str]:
    """Return the result of a call, or the class and text of its error."""
    result, error = call(act, args, kwargs)
    return result, error and kind_of_error(error), "" if error is None else str(error)


def assert_same_outcome(
    ours: Callable[[], Any], theirs: Callable[[], Any], ulps: float = 0, what: str = "", unit: Any = None
) -> None:
    """Assert that two calls answer the same or raise the same class of error."""
    expected, expected_error, text = outcome(theirs)
    got, error, got_text = outcome(ours)
    if expected_error is not None:
        assert error is not None, f"{what}: gave {got!r}, NumPy raises {expected_error.__name__}: {text}"
        assert error is expected_error, f"{what}: {error.__name__}: {got_text}; NumPy {expected_error.__name__}: {text}"
        return
    assert error is None, f"{what}: {error and error.__name__}: {got_text}; NumPy gives {expected!r}"
    assert_same(got, expected, ulps, unit=unit)


# ---- drawing


@st.composite
def layouts(draw: Any, a: np.ndarray) -> np.ndarray:
    """Return an array of the same values in some memory layout: contiguous, transposed, strided, reversed."""
    way = draw(st.sampled_from(["C", "F", "strided", "offset", "reversed"]))
    if a.ndim == 0 or way == "C":
        return a
    if way == "F":
        return np.asfortranarray(a)
    if way == "reversed":
        return np.ascontiguousarray(a[::-1])[::-1]
    sizes = [2 * s if way == "strided" else s + 1 for s in a.shape]
    memory = np.zeros(sizes, a.dtype)
    view = memory[tuple(slice(0, None, 2) if way == "strided" else slice(1, None) for _ in sizes)]
    view[...] = a
    return view


def elements(dtype: str) -> st.SearchStrategy:
    """Return values of a dtype, extreme ones often."""
    return st.one_of(st.sampled_from(list(extremes(dtype))), npst.from_dtype(np.dtype(dtype)))


@st.composite
def arrays(draw: Any, dtype: str | None = None, shape: tuple[int, ...] | None = None) -> np.ndarray:
    """Return a NumPy array: any dtype, 0-D and zero-size ones among them, in some layout."""
    dtype = draw(st.sampled_from(DTYPES)) if dtype is None else dtype
    if shape is None:
        shape = draw(npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
    return draw(layouts(draw(npst.arrays(dtype, shape, elements=elements(dtype)))))


def ours(a: Any) -> Any:
    """Return an `xp_torch` array that shares memory with a NumPy one where torch can, with its strides."""
    return xp.asarray(a)
