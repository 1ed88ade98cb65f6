"""Tolerances of floating-point results: units in the last place, scaled if rounding depends on the order.

A tolerance is a function of two arrays, the inputs of the call and the name of NumPy's dtype, that returns whether they
agree.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np

#: ufuncs whose results IEEE 754 or integer arithmetic determines to the last bit. Not sqrt: the standard asks for an
#: approximation only, and torch's float64 kernel is at times a unit off.
EXACT = {
    "abs", "add", "bitwise_and", "bitwise_count", "bitwise_invert", "bitwise_left_shift", "bitwise_or",
    "bitwise_right_shift", "bitwise_xor", "ceil", "conj", "copysign", "divide", "divmod", "equal", "fabs", "floor",
    "floor_divide", "fmax", "fmin", "fmod", "frexp", "gcd", "greater", "greater_equal", "heaviside", "isfinite",
    "isinf", "isnan", "lcm", "ldexp", "less", "less_equal", "logical_and", "logical_not", "logical_or", "logical_xor",
    "maximum", "minimum", "modf", "multiply", "negative", "nextafter", "not_equal", "positive", "reciprocal",
    "remainder", "rint", "sign", "signbit", "spacing", "square", "subtract", "trunc",
}  # fmt: skip
#: of those, the ones that round twice for complex numbers.
COMPLEX_ROUNDED = {"abs", "divide", "multiply", "reciprocal", "sign", "square"}


@cache
def _limits(name: str) -> tuple[float, float, float]:
    name = {"complex64": "float32", "complex128": "float64"}.get(name, name)
    info = ml_dtypes.finfo(name) if name == "bfloat16" else np.finfo(name)
    return float(info.eps), float(info.smallest_subnormal), float(info.max)


def _parts(x: np.ndarray) -> np.ndarray:
    return np.stack((x.real, x.imag), -1) if x.dtype.kind == "c" else x


def _wide(x: np.ndarray) -> np.ndarray:
    return x.astype(np.complex128) if x.dtype.kind == "c" else x.astype(np.float64)


def exact(x: np.ndarray, y: np.ndarray, inputs: Any, name: str) -> bool:
    """Equal values, NaN where NaN is, zeros of one sign."""
    x, y = _parts(x), _parts(y)
    same = (x == y) | ((x != x) & (y != y))
    if not same.all():
        return False
    return x.dtype.kind != "f" or bool(((np.signbit(x) == np.signbit(y)) | (x != 0)).all())


def zeros(x: np.ndarray, y: np.ndarray, inputs: Any, name: str) -> bool:
    """Equal values, whatever the sign of zero."""
    x, y = _parts(x), _parts(y)
    return bool(((x == y) | ((x != x) & (y != y))).all())


def within(x: np.ndarray, y: np.ndarray, rtol: float) -> np.ndarray:
    """Return where values are equal, or floating ones within `rtol` of each other, relative and absolute."""
    with np.errstate(all="ignore"):
        if not rtol or x.dtype.kind not in "fc":
            return (x == y) | ((x != x) & (y != y))
        return np.isclose(x, y, rtol, rtol, equal_nan=True)


def sets(x: np.ndarray, y: np.ndarray, inputs: Any, name: str) -> bool:
    """Equal values, whatever the sign of zero, and any complex NaN for another: one of several stays."""
    both = np.isnan(x) & np.isnan(y) if x.dtype.kind in "fc" else np.zeros(x.shape, bool)
    return bool(((x == y) | both).all())


def anything(x: np.ndarray, y: np.ndarray, inputs: Any, name: str) -> bool:
    """Any values: memory that has not been written."""
    return True


def ulps(count: float, signs: bool = True, special: bool = True) -> Callable[..., bool]:
    """Return the test for results within `count` units in the last place (of the modulus, for complex numbers)."""

    def test(x: np.ndarray, y: np.ndarray, inputs: Any, name: str) -> bool:
        if x.dtype.kind not in "fc":
            return exact(x, y, inputs, name)
        eps, least, _ = _limits(name)
        with np.errstate(all="ignore"):
            x, y = _wide(x), _wide(y)
            near = np.abs(x - y) <= count * (eps * np.maximum(np.abs(x), np.abs(y)) + least)
            a, b = _parts(x), _parts(y)
            same = (a == b) | ((a != a) & (b != b))
            if x.dtype.kind == "c":
                # If one part is not finite, the other is compared by itself.
                bound = count * (eps * np.maximum(np.abs(a), np.abs(b)) + least)
                same = (same | (np.isfinite(a) & np.isfinite(b) & (np.abs(a - b) <= bound))).all(-1)
            finite = np.isfinite(x) & np.isfinite(y)
            if not special and x.dtype.kind == "c":
                same |= ~np.isfinite(x) & ~np.isfinite(y)
            good = same | (near & finite)
            if signs and x.dtype.kind == "f":
                good &= (x != 0) | (y != 0) | (np.signbit(x) == np.signbit(y))
        return bool(good.all())

    return test


def scaled(count: float, scale: Callable[[list[np.ndarray], np.ndarray], float]) -> Callable[..., bool]:
    """Return the test for results whose error is at most `count` eps times a scale of the inputs and the result."""

    def test(x: np.ndarray, y: np.ndarray, inputs: Any, name: str) -> bool:
        if x.dtype.kind not in "fc":
            return exact(x, y, inputs, name)
        with np.errstate(all="ignore"):
            given = [np.abs(_wide(np.asarray(a))) for a in inputs if np.asarray(a).dtype.kind != "O"]
            names = [name, *(a.dtype.name for a in map(np.asarray, inputs) if a.dtype.kind in "fc")]
            eps = max(_limits(n)[0] for n in names)
            x, y = _wide(x), _wide(y)
            whole = max([a[np.isfinite(a)].max(initial=0.0) for a in [*given, np.abs(y)]], default=0.0)
            size = scale([np.where(np.isfinite(a), a, 0.0) for a in given], y)
            bound = count * (eps * max(size, 0.0) + _limits(name)[1])
            if not np.isfinite(bound) or size > _limits(name)[2] / 8 or whole > _limits(name)[2] / 8:
                return True
            a, b = _parts(x), _parts(y)
            same = (a == b) | ((a != a) & (b != b))
            near = np.isfinite(a) & np.isfinite(b) & (np.abs(a - b) <= bound)
            if x.dtype.kind == "c":
                same |= (~np.isfinite(x) & ~np.isfinite(y))[..., None]
        return bool((same | near).all())

    return test


def _largest(a: np.ndarray) -> float:
    return float(a[np.isfinite(a)].max(initial=0.0))


def total(given: list[np.ndarray], y: np.ndarray) -> float:
    """The sum of the moduli: the scale of the rounding of a sum."""
    return sum(float(a.sum()) for a in given) + _largest(np.abs(y))


def squares(given: list[np.ndarray], y: np.ndarray) -> float:
    """The sum of the squared moduli."""
    return sum(float((a * a).sum()) for a in given) + total(given, y)


def product(given: list[np.ndarray], y: np.ndarray) -> float:
    """The product of the largest moduli times a size: the scale of the rounding of a matrix product."""
    largest = [max(_largest(a), 1.0) for a in given]
    return float(np.prod(largest)) * max([a.size for a in given], default=1) + _largest(np.abs(y))


def conditioned(given: list[np.ndarray], y: np.ndarray) -> float:
    """The largest modulus: the scale of the rounding of a solver, apart from the condition number."""
    return max([1.0, *map(_largest, given), _largest(np.abs(y))])


def exponents(x: np.ndarray, y: np.ndarray, inputs: Any, name: str) -> bool:
    """Powers of complex exponents: their phase is rounded by the largest of them."""
    if x.dtype.kind != "c":
        return LOOSE(x, y, inputs, name)
    largest = max([8.0, *(_largest(np.abs(np.asarray(a))) for a in inputs)])  # a Python number is not among them
    return ulps(8 * largest, signs=False)(x, y, inputs, name)


ULP = ulps(4)
LOOSE = ulps(8, signs=False)
#: products of complex numbers that are not finite: which part is NaN depends on the order.
CHAIN = ulps(32, signs=False, special=False)
SUM = scaled(8, total)
SQUARES = scaled(16, squares)
PRODUCT = scaled(8, product)
SOLVER = scaled(4000, conditioned)
FFT = scaled(16, total)


def _close(a: np.ndarray, b: np.ndarray, ulps: float, unit: Any) -> np.ndarray:
    """Tell where finite values lie within `ulps` of each other, in units of the larger one in the dtype `unit`."""
    real = np.empty(0, unit or a.dtype).real.dtype
    wide = np.clongdouble if a.dtype.kind == "c" else np.longdouble
    with np.errstate(all="ignore"):
        distance, size = np.abs(a.astype(wide) - b.astype(wide)), np.maximum(np.abs(a), np.abs(b)).astype(real)
        # ml_dtypes rounds its spacing towards the next number; a power of two is what is meant.
        step = np.spacing(size) if real != ml_dtypes.bfloat16 else size.astype(np.float32) * 2.0**-7
        return (a == b) | (distance <= ulps * np.where(np.isnan(step), np.inf, step))


def _components(a: np.ndarray) -> list[np.ndarray]:
    return [a.real, a.imag] if a.dtype.kind == "c" else [a]


def differing(ours: np.ndarray, theirs: np.ndarray, ulps: float = 0, unit: Any = None) -> np.ndarray:
    """Return the mask of elements that differ by more than `ulps`; NaN, infinities and signs of zeros count."""
    if theirs.dtype.kind in "biu":
        return ours != theirs
    wrong = np.zeros(theirs.shape, bool)
    if not theirs.size:
        return wrong
    finite = np.isfinite(theirs) & np.isfinite(ours)
    for a, b in zip(_components(ours), _components(theirs), strict=True):
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
