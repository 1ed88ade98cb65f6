"""Elementwise kernels of floating-point numbers, for values of NumPy or the standard that torch's kernels lack."""

import math

import torch

from xp_torch._facts.dtypes import DETOUR, as_dtype, of_kind
from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.torch_state import is_compiling, is_compiling_or_exporting, is_differentiated
from xp_torch._kernels.any_order import with_value
from xp_torch._kernels.elementwise.integers import divmod_of

_FLOATS = of_kind("f")
#: Dtypes whose kernels of several steps compute in float32 and round once.
_HALVES = tuple(d for d in _FLOATS if d in DETOUR)
#: A number with few digits, where exp does not overflow in float64: its sinh and cosh are almost representable, just
#: above a power of 2, so that factors lose next to nothing. And one for float32.
_BELOW_OVERFLOW, _BELOW_OVERFLOW_OF_SINGLE = 708.4375, 88.0
#: Numbers that split the digits of a dtype in two halves whose products are exact: 2**27 + 1 for the 53 of float64.
_SPLITTER = {torch.float64: 134217729.0, torch.float32: 4097.0}
#: (integer dtype of the same width, exponent bias, mantissa bits) of the dtypes in which `ldexp` works.
_LAYOUT = {torch.float32: (torch.int32, 127, 23), torch.float64: (torch.int64, 1023, 52)}

#: Methods that cast to a dtype, faster than ``Tensor.to``; by name, because Dynamo does not guard method descriptors.
_CASTS = {d: str(d).removeprefix("torch.") for d in _FLOATS}
_CASTS |= {torch.float16: "half", torch.float32: "float", torch.float64: "double"}

_div, _where = torch.div, torch.where


def _halves(x):
    """Split numbers into sums of two numbers that have half the digits."""
    large = x * _SPLITTER[x.dtype]
    high = large - (large - x)
    return high, x - high


def exact_product(x, y):
    """Return x * y as an exact sum of two numbers (Dekker)."""
    (a, b), (c, d) = _halves(x), _halves(y)
    product = x * y
    return product, b * d - (((product - a * c) - b * c) - a * d)


def exact_sum(x, y):
    """Return x + y as an exact sum of two numbers (Knuth)."""
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def working_in(dtype, kernel, native=None, exact=False):
    """Return `kernel` working in a wider dtype: floating operands go in as it, floating results are rounded once.

    `native`, if given, computes in the operands' own dtype where the wider one costs several times as much: on GPUs and
    in compiled code, but there not if `exact`, because inductor's vectors of the own dtype give others than eager code.
    """
    widen = _CASTS[dtype]

    def detour(x, *rest):
        narrow = _CASTS[x.dtype]
        if native is not None and (not x.is_cpu or (is_compiling_or_exporting() and not exact)):
            return native(x, *rest)
        result = kernel(getattr(x, widen)(), *[getattr(t, widen)() if t.is_floating_point() else t for t in rest])
        if isinstance(result, tuple):
            return tuple(getattr(r, narrow)() if r.is_floating_point() else r for r in result)
        return getattr(result, narrow)()

    return detour


def sign(x):
    """Return the sign; torch's sign(nan) is 0, NumPy's and the standard's NaN (pytorch/pytorch#41245)."""
    return torch.where(x.isnan(), x, x.sgn())


def _near(x, y):
    """Return a float64 with the same remainder by `y` as `x`, so small that dividing it does not overflow.

    torch's vectorised fmod is NaN where x / y overflows (1e300, 1e-300; pytorch/pytorch#193753): the remainder by a
    multiple of the divisor changes nothing. All are finite for divisors below 2**972: torch's fmod is slow by infinity.
    """
    multiple = torch.where(torch.abs(y) < 2.0**-52, y * 2.0**1023, y)
    return torch.fmod(torch.fmod(x, multiple * 2.0**52), multiple)


def fmod(x, y):
    """Return the exact remainder of float64 with the sign of the dividend."""
    return torch.fmod(_near(x, y) if x.is_cpu else x, y)


def floor_divide(x, y):
    """Return the floor of the quotient by NumPy's algorithm, at zeros and infinities by the standard's table.

    torch's kernel is NumPy's algorithm; at infinities NumPy pairs `//` with `%` (inf // 1 is NaN, -1 // inf is -1),
    the standard takes floor(x / y). torch's compiled kernel is floor(x / y) too: off by one where that rounds up.
    """
    # a step function: its derivative is zero where the ratio's is not
    ratio = torch.div(x, y).detach()
    if not is_compiling_or_exporting():
        # torch's result is NaN for infinite dividends, and for infinite divisors, which become NaN here
        floor = torch.div(x, torch.sub(y, torch.sub(y, y)), rounding_mode="floor")
        return torch.where(floor.isnan(), ratio, floor)
    # The quotient was rounded up to a whole number if its product with the divisor exceeds the dividend.
    floor = torch.floor(ratio)
    product, error = exact_product(floor, y)
    excess = torch.where(product == x, error, product - x)
    floor = torch.where(torch.where(y > 0, excess, -excess) > 0, floor - 1.0, floor)
    # A derivative of zero, even where the ratio's derivative is NaN.
    return floor - torch.abs(torch.sign(x) + torch.sign(y)) * 0.0 if is_differentiated(x, y) else floor


def signed_zeros(x, sign):
    """Return `x`, whose nonzero elements have the sign of `sign`, with its zeros of that sign, too."""
    if is_differentiated(x):
        # copysign's derivative at zero is 0
        return torch.where(torch.signbit(sign), -(0.0 - x), x + 0.0)
    return torch.copysign(x, sign)


def remainder(x, y):
    """Return the remainder with the sign of the divisor, its zeros too: torch's -2.0 % 2.0 is -0.0, NumPy's 0.0.

    float32 and narrower dtypes compute in float64.
    """
    return exact_remainder(x, y) if is_compiling_or_exporting() else signed_zeros(torch.remainder(x, y), y)


def exact_remainder(x, y):
    """Return the remainder with the sign of the divisor from one `fmod`, which is exact unless x / y overflows.

    torch's compiled remainder is x - floor(x / y) * y, which is rounded.
    """
    rest = torch.fmod(x, y)
    return signed_zeros(torch.where(torch.copysign(rest, y) == rest, rest, rest + y), y)


def remainder_double(x, y):
    """Return the remainder of float64 with the sign of the divisor."""
    return remainder(_near(x, y), y) if x.is_cpu else exact_remainder(x, y)


def floor_divide_by(x, divisor):
    """Return the floor of the quotient by a Python number that is at least 1."""
    if is_compiling_or_exporting():
        return floor_divide(x, torch.scalar_tensor(divisor, dtype=x.dtype, device=x.device))
    # torch.floor_divide has no derivative
    quotient = _div(x, divisor, rounding_mode="floor")
    return _where(quotient.isnan(), x, quotient)


def remainder_by(x, divisor):
    """Return the remainder by a Python number that is at least 1."""
    if is_compiling_or_exporting():
        return exact_remainder(x, torch.scalar_tensor(divisor, dtype=x.dtype, device=x.device))
    # A negative zero becomes positive; in place, because the tensor is new.
    return (x % divisor).add_(0.0)


def power_by(x, exponent):
    """Return the power by a Python number; torch takes the square root for 0.5, which is NaN for -inf."""
    if exponent == 0.5 or exponent == -0.5:
        # Not the root of -0.0, whose derivative is -inf.
        root = torch.sqrt(torch.where(x == -torch.inf, torch.inf, x + 0.0))
        return root if exponent == 0.5 else torch.reciprocal(root)
    return torch.pow(x, exponent)


def _first_of_equal(kernel):
    """Return `kernel`, `torch.maximum` or `minimum`, which returns the first of two zeros, as NumPy's loop of float16.

    torch's vectorised kernel returns the second, and at the end of an array the first.
    """

    def extreme(x, y):
        result = kernel(x, y)
        return result if is_differentiated(x, y) or not x.is_cpu else torch.where(x == y, x, result)

    return extreme


def hypot(x, y):
    """Return torch's hypot, but with derivative zero at zeros, as for a norm, instead of NaN."""
    if not is_differentiated(x, y):
        return torch.hypot(x, y)
    zero = (x == 0) & (y == 0)
    return torch.where(zero, 0.0, torch.hypot(torch.where(zero, 1.0, x), y))


def logaddexp(x, y):
    """Return torch's logaddexp, but with the maximum's derivative at two equal infinities, instead of NaN."""
    if not is_differentiated(x, y):
        return torch.logaddexp(x, y)
    infinite = (x == y) & torch.isinf(x)
    a, b = torch.where(infinite, 0.0, x), torch.where(infinite, 0.0, y)
    larger, gap = _larger_and_gap(a, b)
    total = with_value(torch.logaddexp(a, b), larger + torch.log1p(torch.exp(gap)))
    return torch.where(infinite, torch.maximum(x, y), total)


def _larger_and_gap(x, y):
    """Return the larger operand, and the difference to it, by which derivatives of any order do not overflow."""
    order = x >= y
    return torch.where(order, x, y), torch.where(order, y - x, x - y)


def logaddexp2(x, y):
    """Return log2(2**x + 2**y); torch's logaddexp2(-1, -1) is -5e-17, NumPy's 0."""
    equal = x == y
    infinite = equal & torch.isinf(x)
    a, b = torch.where(infinite, 0.0, x), torch.where(infinite, 0.0, y)
    total = torch.logaddexp2(a, b)
    if is_differentiated(x, y):
        larger, gap = _larger_and_gap(a, b)
        total = with_value(total, larger + torch.log1p(torch.exp2(gap)) * (1 / math.log(2)))
    total = total + torch.where(equal, a + 1.0 - total, 0.0).detach()
    return torch.where(infinite, torch.maximum(x, y), total)


def _past_overflow_of_exp(kernel, bound):
    """Return `kernel` (sinh or cosh), also where exp(x) overflows but exp(x) / 2 does not.

    torch's vectorised cosh(710.) is inf, NumPy's 1.1e308 (pytorch/pytorch#48641). There the argument
    is clamped, and the result multiplied with the exponential of the rest, which is 1 elsewhere.
    """

    def hyperbolic(x):
        near = torch.clamp(x, -bound, bound)
        if not is_differentiated(x):
            return torch.mul(kernel(near), torch.exp(torch.abs(torch.sub(x, near))))
        beyond = torch.abs(x) > bound
        outside = kernel(near.detach()) * torch.exp(torch.abs(torch.where(beyond, x, bound)) - bound)
        return torch.where(beyond, outside, kernel(torch.where(beyond, 0.0, x)))

    return hyperbolic


def _hyperbolic(kernel):
    """Return the loops of `kernel` (sinh or cosh)."""
    double, single = (_past_overflow_of_exp(kernel, b) for b in (_BELOW_OVERFLOW, _BELOW_OVERFLOW_OF_SINGLE))
    return _through_double(kernel, double, single)


def asinh(x):
    """Return the inverse hyperbolic sine of float64; torch's, the C library's, is off by 1.6 to 1.9 units.

    An example is asinh(0.2295722053043269); NumPy's is off by 0.5 units. A step of Newton's method corrects it, except
    at infinity and where sinh overflows. The step is left out of the derivative.
    """
    near = torch.asinh(x)
    step = torch.div(torch.sub(torch.sinh(near), x), torch.cosh(near))
    return torch.sub(near, torch.nan_to_num(step).detach())


def acosh(x):
    """Return the inverse hyperbolic cosine of float64; torch's is off by 1.7 to 2.2 units (of 1.0257789319260713).

    It takes a step of Newton's method, as asinh, on cosh(y) - 1 = 2 * sinh(y / 2)**2, which is accurate near 0.
    """
    near = torch.acosh(x)
    half = torch.sinh(torch.mul(near, 0.5))
    step = torch.div(torch.addcmul(torch.sub(x, 1.0), half, half, value=-2.0), torch.sinh(near))
    return torch.add(near, torch.nan_to_num(step).detach())


def atanh(x):
    """Return the inverse hyperbolic tangent of float64 by torch's vectorised kernel, which needs a contiguous input.

    For other inputs torch calls the C library, which is off by 1.6 to 1.8 units in the last place (at 0.2431).
    """
    return torch.atanh(x.contiguous())


def log1p(x):
    """Return log(1 + x); of subnormal `x`, which torch's vectorised kernel rounds, `x` itself.

    torch's log1p(5e-324) is 0 in an array of four elements.
    """
    result = torch.log1p(x)
    if not x.is_cpu:
        return result
    subnormal = torch.abs(x) < torch.finfo(x.dtype).smallest_normal * 2.0
    if is_differentiated(x):
        return result - torch.where(subnormal, result - x, 0.0).detach()
    return torch.where(subnormal, x, result)


def cbrt(x):
    """Return the cube root: a power, and a step of Newton's method, which is left out of the derivative."""
    negative = torch.signbit(x)
    size = torch.where(negative, -x, x)
    root = torch.pow(size, 1 / 3)
    # NaN at zero and infinity
    step = (root - size / (root * root)) / 3.0
    root = root - torch.nan_to_num(step).detach()
    return torch.where(negative, -root, root)


def nextafter(x, toward):
    """Return the next number towards another one."""
    _check_neighbours("nextafter", x)
    return torch.nextafter(x, toward)


def spacing(x):
    """Return the distance to the next number away from zero, with the sign of `x`; positive for -0.0."""
    _check_neighbours("spacing", x)
    return torch.nextafter(x, torch.copysign(torch.full_like(x, torch.inf), x + 0.0)) - x


def spacing_upward(x):
    """Return the distance to the next larger number, as NumPy's float16 loop does for negative numbers too."""
    _check_neighbours("spacing", x)
    return torch.where(torch.isinf(x), torch.nan, torch.nextafter(x, torch.full_like(x, torch.inf)) - x)


def _check_neighbours(name, x):
    """Raise for float16 and bfloat16 in graphs, where inductor would return float32's next number."""
    if x.dtype in _HALVES and is_compiling():
        raise UnsupportedError(
            f"{name}: torch.compile computes it for float32 and float64, not for {as_dtype(x.dtype)}"
        )


def heaviside(x, at_zero):
    """Return 0, `at_zero` or 1; torch's heaviside(nan, ...) is 0, NumPy's NaN."""
    return torch.where(torch.logical_not(x), at_zero, torch.ceil(torch.clamp(x, 0.0, 1.0)))


def isfinite(x):
    """Return whether elements are finite: x - x is 0, else NaN. torch's isfinite runs four kernels, unless compiled."""
    if is_compiling_or_exporting():
        return torch.isfinite(x)
    difference = torch.sub(x, x)
    return torch.eq(difference, difference)


def modf(x):
    """Return the fractional and the integral part, both with the sign of `x`."""
    integral = torch.trunc(x)
    return signed_zeros(torch.where(torch.isinf(x), 0.0, x - integral), x), integral


def frexp(x):
    """Return the mantissa and the exponent; torch's derivative is 0 or infinite at exponents of more than 127."""
    mantissa, exponent = torch.frexp(x)
    if not is_differentiated(x):
        return mantissa, exponent
    finite = torch.isfinite(x)
    half = torch.div(exponent, 2, rounding_mode="trunc")
    scaled = torch.where(finite, x, 0.0)
    for part in (half, exponent - half):
        scaled = scaled * torch.exp2(-part.to(x.dtype))
    return torch.where(finite, mantissa.detach() + (scaled - scaled.detach()), mantissa.detach()), exponent


def ldexp(x, exponent):
    """Return x * 2**exponent, rounded once.

    torch's truncates exponents to 32 bits (by 2**40 it returns `x`), and its derivative is 0 at negative exponents.
    """
    integer, bias, digits = _LAYOUT[x.dtype]
    mantissa, own = frexp(x)
    limit = 4 * bias
    total = (own.to(torch.int64) + torch.clamp(exponent.to(torch.int64), -limit, limit)).to(integer)
    total = torch.clamp(total, -bias - digits - 2, bias + 2)
    half = total >> 1
    first, second = (((part + bias) << digits).view(x.dtype) for part in (half, total - half))
    return mantissa * first * second


def sqrt(x):
    """Return the square root of float64, correctly rounded, as the standard requires.

    torch's kernel on the CPU is MKL's, which is off by one unit in the last place for 1 of 75 to 130 numbers. A step of
    Newton's method from the exact square of the root corrects it, and is left out of the derivative.
    """
    root = torch.sqrt(x)
    if not x.is_cpu or is_compiling_or_exporting():
        return root  # compiled code and GPUs use the processor's instruction
    # Halved, so that no product overflows, and clamped, so that zero and infinity don't give NaN.
    half = torch.clamp(root.detach() * 0.5, 1e-300, 0.7e154)
    square, error = exact_product(half, half)
    rest = (x.detach() * 0.25 - square) - error
    # The step is too long by 2**-106, which matters if the root is next to the middle of two numbers (for 1 - 2**-53).
    rest = torch.addcmul(rest, half, half, value=-1.5 * 2.0**-106)
    return torch.addcdiv(root, rest, half)


def _everywhere(kernel):
    """Return the loops of a kernel that is right for every floating dtype."""
    return dict.fromkeys(_FLOATS, kernel)


def _rounded_once(kernel):
    """Return the loops of a kernel with several steps: narrow floats work in float32 and round once."""
    return {d: working_in(torch.float32, kernel) if d in _HALVES else kernel for d in _FLOATS}


def _through_double(kernel, double, native=None, exact=False):
    """Return the loops of a kernel that needs more range or digits: all but float64 compute in float64.

    `native` computes float32 where float64 is costly, and narrower dtypes in float32; see `working_in` for `exact`.
    """
    halves = None if native is None else working_in(torch.float32, native)
    narrow = {d: working_in(torch.float64, kernel, halves if d in _HALVES else native, exact) for d in _FLOATS}
    return {**narrow, torch.float64: double}


def _single_and_double(kernel, double):
    """Return the loops of float64, which is `double`, and of float32, which is `kernel` in float64."""
    return {torch.float32: working_in(torch.float64, kernel, kernel), torch.float64: double}


KERNELS: dict[str, dict] = {
    **{kernel.__name__: _everywhere(kernel) for kernel in (sign, hypot, heaviside, isfinite, modf, frexp)},
    "asinh": _single_and_double(torch.asinh, asinh),
    "acosh": _single_and_double(torch.acosh, acosh),
    "atanh": _single_and_double(torch.atanh, atanh),
    "log1p": dict.fromkeys((torch.float32, torch.float64), log1p),
    "cosh": _hyperbolic(torch.cosh),
    "sinh": _hyperbolic(torch.sinh),
    # torch's float32 logaddexp is off by 32 units in the last place where the result is near 0: (-0.9999, -0.5).
    "logaddexp": {**_everywhere(logaddexp), torch.float32: working_in(torch.float64, logaddexp, logaddexp, exact=True)},
    "maximum": dict.fromkeys(_HALVES, _first_of_equal(torch.maximum)),
    "minimum": dict.fromkeys(_HALVES, _first_of_equal(torch.minimum)),
    "fmod": _through_double(torch.fmod, fmod, torch.fmod, exact=True),
    "floor_divide": _rounded_once(floor_divide),
    "remainder": _through_double(remainder, remainder_double, exact_remainder, exact=True),
    "logaddexp2": _through_double(logaddexp2, logaddexp2, logaddexp2, exact=True),
    "cbrt": _through_double(cbrt, cbrt, cbrt),
    "nextafter": dict.fromkeys(_HALVES, nextafter),
    "spacing": {**_everywhere(spacing), torch.float16: spacing_upward},
    "ldexp": _rounded_once(ldexp),
    "float_power": {torch.float64: torch.pow},
    # float32 by float64: a square root is never near the middle of two float32 numbers, so rounding twice is exact.
    "sqrt": _single_and_double(torch.sqrt, sqrt),
}
KERNELS["divmod"] = {d: divmod_of(KERNELS["floor_divide"][d], KERNELS["remainder"][d]) for d in _FLOATS}
