"""Errors in units in the last place against exact values."""

import math
from dataclasses import dataclass

import mpmath as mp
import numpy as np

DIGITS = 160
MOST_DIGITS = 10000
AGREEING_BITS = 90
# 2 to this power stands for a positive zero at a branch cut.
BESIDE = -20000


@dataclass(frozen=True)
class Exact:
    """Exact values, component by component, in units in the last place: (whole + rest) * 2**exponent."""

    exponent: np.ndarray
    whole: np.ndarray
    rest: np.ndarray
    unit: np.ndarray  # the exponent of the unit that all components are measured in
    top: int  # the exponent of the first number beyond the largest
    kept: np.ndarray  # which of the arguments have a value


def exact_values(function, columns):
    """Return the exact values of `function`, its complex ones from the side of a cut that a zero's sign means."""
    dtype = columns[0].dtype
    info = np.finfo(dtype)
    complex_ = dtype.kind == "c"
    rows = zip(*(c.astype(complex if complex_ else float).tolist() for c in columns), strict=True)
    values = [value(function, row, info) for row in rows]
    kept = np.array([v is not None for v in values], bool)
    values = [v for v in values if v is not None]
    count = len(values[0]) if values else 1
    parts = [split(component, info) for v in values for component in v]
    table = np.array(parts, dtype=object).reshape(-1, count, 3)
    exponent, whole, rest = (table[..., i].astype(kind) for i, kind in enumerate((np.int64, np.float64, np.float64)))
    unit = exponent.max(-1, keepdims=True)
    if function.sums:
        operand = np.max([np.frexp(c[kept].astype(np.float64))[1] for c in columns], axis=0)
        unit = np.maximum(unit, operand[:, None] - 1 - info.nmant)
    return Exact(exponent, whole, rest, unit, int(info.maxexp), kept)


def value(function, row, info):
    """The components of one exact value, of as many digits as it takes; None where there is no value."""
    before = None
    # What is lost in 1 + x, and twice that in a product: fewer digits would agree on a component that is lost.
    large = function.cuts or function.operands == 2
    precision = DIGITS + 2 * max(spread(x, large) for x in row) if isinstance(row[0], complex) else DIGITS
    while precision < MOST_DIGITS:
        with mp.workprec(precision):
            try:
                result = evaluate(function, row)
            except (ValueError, ZeroDivisionError, OverflowError):
                return None
            parts = (result.real, result.imag) if isinstance(result, mp.mpc) else (mp.mpf(result),)
        if not all(mp.isfinite(p) for p in parts):
            return None
        if isinstance(row[0], float) or (before and all(agree(p, q, info) for p, q in zip(before, parts, strict=True))):
            return parts
        before = parts
        precision = precision * 3 // 2
    return None


def spread(x, large):
    """The largest distance of the exponents of a number's components from that of 1, zeros aside."""
    exponents = [math.frexp(v)[1] for v in (x.real, x.imag) if v]
    return max([0, *(abs(e) if large else -e for e in exponents)])


def evaluate(function, row):
    """The value at the working precision; complex arguments are reflected into the half-plane above, or a quadrant.

    There zeros are positive, and the limit at a branch cut is from the side that a positive zero means.
    """
    if isinstance(row[0], float):
        return function.exact(*[mp.mpf(x) for x in row])
    below = math.copysign(1, row[0].imag) < 0
    left = function.odd and math.copysign(1, row[0].real) < 0
    points = [mp.mpc(-x.real if left else x.real, -x.imag if below else x.imag) for x in row]
    if function.cuts:
        first = points[0]
        beside = mp.ldexp(mp.mpf(1), BESIDE)
        points[0] = mp.mpc(first.real or beside, first.imag or beside)
    result = mp.mpmathify(function.exact(*points))
    if isinstance(result, mp.mpf):
        return result
    # f(conj z) = conj f(z), and f(-conj z) = -conj f(z) of the odd ones.
    return mp.mpc(-result.real if left else result.real, -result.imag if below else result.imag)


def agree(p, q, info):
    """Whether two precisions gave the same digits, or nothing that the dtype can hold."""
    with mp.workprec(MOST_DIGITS):
        limit = max(mp.ldexp(abs(q), -AGREEING_BITS), mp.ldexp(1, info.minexp - info.nmant - AGREEING_BITS))
        return abs(p - q) <= limit


def split(x, info):
    """(exponent, whole, rest) of one component: what lies beyond the largest number counts as the next power of 2."""
    last = info.maxexp
    if not x:
        return info.minexp - info.nmant, 0.0, 0.0
    exponent = max(mp.mpf(x).man.bit_length() + mp.mpf(x).exp - 1, info.minexp)
    if exponent >= last:
        return last - 1 - info.nmant, math.copysign(2.0 ** (info.nmant + 1), x), 0.0
    unit = exponent - info.nmant
    with mp.workprec(MOST_DIGITS):
        scaled = mp.ldexp(x, -unit)
        whole = mp.nint(scaled)
        return unit, float(whole), float(scaled - whole)


def components(result):
    """The components of a result as a float64 array with a last axis for them."""
    result = np.asarray(result)
    if result.dtype.kind == "c":
        return np.stack([result.real, result.imag], -1).astype(np.float64)
    return result.astype(np.float64)[..., None]


def errors(exact, result):
    """Return the errors of `result`: each component's in its own units in the last place, and in the common unit.

    Both have shape (values, components); the common unit is that of the larger component, or operand of a sum. NaN
    where there is a value is infinitely wrong; an infinity counts as the first power of 2 beyond the largest number.
    """
    got = components(result)[exact.kept]
    with np.errstate(all="ignore"):
        scaled = np.where(
            np.isinf(got), np.ldexp(np.sign(got), exact.top - exact.exponent), np.ldexp(got, -exact.exponent)
        )
        own = np.abs((scaled - exact.whole) - exact.rest)
        own = np.where(np.isnan(own), np.inf, own)
        return own, np.ldexp(own, exact.exponent - exact.unit)
