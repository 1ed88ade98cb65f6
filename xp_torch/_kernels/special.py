"""Kernels of `special`: torch's functions, corrected where their values are wrong.

Most compute float32 and narrower dtypes in float64: torch's own float32 has psi(-101.8) off by 1594 units in the last
place, logit(0.49993) by 2777, sinc(560924) by 1.8e-8 of 5e-18, and i0(90.5) infinite.
"""

import math

import torch

from xp_torch._facts.dtypes import WITHOUT_NUMPY, limits, of_kind
from xp_torch._facts.inspection import known_or
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_differentiated
from xp_torch._kernels import derivatives
from xp_torch._kernels.any_order import with_value
from xp_torch._kernels.autocast import without_autocast
from xp_torch._kernels.elementwise.complexes import joined
from xp_torch._kernels.elementwise.complexes import log1p as complex_log1p
from xp_torch._kernels.elementwise.floats import exact_product, exact_sum, working_in
from xp_torch._kernels.gamma import gamma
from xp_torch._kernels.special_functions import tables
from xp_torch._kernels.special_functions.factorials import power, sine
from xp_torch._kernels.special_functions.pieces import is_pole, log1p_rest, polynomial
from xp_torch._kernels.statistics import reductions


def _with_derivatives(kernel, formula):
    """Return torch's `kernel`, which lacks derivatives, with the derivatives of a `formula` for it."""

    def differentiable(*operands):
        if not is_differentiated(*operands):
            return kernel(*operands)
        smooth = formula(*operands)
        return kernel(*[t.detach() for t in operands]) + (smooth - smooth.detach())

    return differentiable


def ndtr(x):
    """Return the normal distribution function; torch's is 0 instead of 1e-93 at -20.5."""
    return 0.5 * torch.special.erfc(x * -math.sqrt(0.5))


def erfcx(x):
    """Return exp(x * x) * erfc(x); below -1 by an exact square (DLMF 7.4.2), where torch's loses digits."""
    below = x < -1.0
    right = torch.where(below, -x, x)
    inside = torch.where(below & (x > -30.0), right, 1.0)
    square, low = exact_product(inside.detach(), inside.detach())
    change = inside * inside - (inside * inside).detach()
    power = torch.exp(square) * (1.0 + low) * torch.exp(change)
    value = torch.special.erfcx(right)
    return torch.where(below, torch.where(x > -30.0, 2.0 * power - value, torch.inf), value)


def logit(x):
    """Return log(x / (1 - x)), with its digits beside its zero, where torch's loses them."""
    beside = torch.abs(x - 0.5) < 0.2
    twice = 2.0 * torch.where(beside, x - 0.5, 0.0)
    outside = torch.special.logit(torch.where(beside, 0.25, x))
    return torch.where(beside, torch.log1p(twice) - torch.log1p(-twice), outside)


#: the roots of psi that are next to 0, as sums of two numbers; sizes within which its series there are exact.
_PSI_ROOTS = ((1.4616321449683622, 9.549995429965697e-17), (-0.5040830082644554, -8.15428206243813e-18))
_PSI_SIZES = (0.3, 0.15)


def _beside_roots(x, value):
    """Return the digamma function `value` of `x`, by series beside two of its roots."""
    for (root, low), size, series in zip(
        _PSI_ROOTS, _PSI_SIZES, (tables.PSI_POSITIVE, tables.PSI_NEGATIVE), strict=True
    ):
        distance = (x - root) - low
        inside = torch.abs(distance.detach()) < size
        distance = torch.where(inside, distance, 0.0)
        value = torch.where(inside, distance * polynomial(distance, series), value)
    return value


def digamma(x):
    """Return the digamma function, reflected below 0 (DLMF 5.5.4); torch's loses the digits beside poles and roots."""
    rest = x - torch.round(x).detach()
    left = (x < 0.0) & (rest != 0.0)
    value = torch.special.digamma(torch.where(left, 1.0 - x, x))
    cotangent = math.pi / torch.tan(math.pi * torch.where(left, rest, 0.25))
    return _beside_roots(x, torch.where(left, value - cotangent, value))


def gammaln(x):
    """Return log(abs(gamma(x))), which is -inf at -inf as in SciPy; torch's is inf."""
    return torch.where(x == -torch.inf, -torch.inf, torch.special.gammaln(torch.where(x == -torch.inf, 1.0, x)))


_hurwitz = _with_derivatives(torch.special.zeta, derivatives.zeta)


def zeta(x, q):
    """Return the Hurwitz zeta function; torch's is NaN or 0 for very large `q`, where two terms are exact enough."""
    far = q > 1e8
    near = _hurwitz(x, torch.where(far, 1.0, q))
    above = far & (x > 1.0)
    base, s = torch.where(above, q, 1.0), torch.where(above, x, 2.0)
    tail = (1.0 / (s - 1.0) + 0.5 / base) * torch.pow(base, 1.0 - s)
    return torch.where(above, tail, torch.where(far & (x < 1.0), torch.nan, near))


#: 2 * pi as a sum of two numbers.
_TURN = (6.283185307179586, 2.4492935982947064e-16)


def _reflected_zeta(x, value):
    """Return zeta(x) of negative `x` by `value`, which is zeta(1 - x) (DLMF 25.4.1)."""
    right = 1.0 - x
    _, low = exact_sum(torch.ones_like(x), -x.detach())
    far = x < -165.0
    near = torch.where(far, 2.5, right)
    turn, turn_low = [torch.full_like(x, t) for t in _TURN]
    size = 2.0 * power(turn, turn_low, -near) * gamma(near)
    size = size * (1.0 + torch.where(far, 0.0, (torch.special.digamma(right.detach()) - math.log(_TURN[0])) * low))
    distant = torch.where(far, x, -200.0)
    half = torch.exp(0.5 * ((distant - 1.0) * math.log(2 * math.pi) + torch.lgamma(1.0 - distant)))
    wave = sine(torch.fmod(0.5 * x, 2.0))
    zero = torch.where(wave == 0.0, 0.0, half)
    return torch.where(far, 2.0 * wave * zero * zero, wave * size) * value


def riemann_zeta(x):
    """Return the Riemann zeta function: torch's above 1, its series at 1 above -1/4, reflected below."""
    left = x < -0.25
    right = torch.where(left, 1.0 - x, x)
    above = _hurwitz(torch.where(right > 1.0, right, 2.0), torch.ones_like(x))
    distance = torch.where((x >= -0.25) & (x < 1.0), x, 0.5) - 1.0
    value = torch.where(right > 1.0, above, polynomial(distance, tables.ZETA) + 1.0 / distance)
    below = _reflected_zeta(torch.where(left & torch.isfinite(x), x, -1.5), value)
    value = torch.where(left, below, value)
    return torch.where(x == 1.0, torch.inf, torch.where(x.isnan() | (x == -torch.inf), torch.nan, value))


def rel_entr(x, y):
    """Return x * log(x / y)."""
    both = (x > 0) & (y > 0)
    a, b = torch.where(both, x, 1.0), torch.where(both, y, 1.0)
    ratio = (a / b).detach()
    # where the quotient overflows or underflows, the difference of logarithms is accurate
    in_range = (ratio > 0) & torch.isfinite(ratio)
    close = (ratio > 0.5) & (ratio < 2.0)
    apart = in_range & torch.logical_not(close)
    quotient = torch.where(apart, a, 1.0) / torch.where(apart, b, 1.0)
    logarithm = torch.where(apart, torch.log(quotient), torch.log(a) - torch.log(b))
    # the difference of close numbers is exact
    logarithm = torch.where(close, torch.log1p(torch.where(close, (a - b) / b, 0.0)), logarithm)
    inside = torch.where(both, a * logarithm, torch.where((x == 0) & (y >= 0), 0.0, torch.inf))
    return torch.where(x.isnan() | y.isnan(), torch.nan, inside)


def kl_div(x, y):
    """Return x * log(x / y) - x + y."""
    both = (x > 0) & (y > 0)
    a, b = torch.where(both, x, 1.0), torch.where(both, y, 1.0)
    ratio = (a / b).detach()
    close = (ratio > 0.5) & (ratio < 2.0)
    difference = torch.where(close, a - b, 0.0)
    relative = difference / torch.where(close, b, 1.0)
    near = torch.where(close, a, 1.0) * log1p_rest(relative) + difference * relative
    far = rel_entr(torch.where(close, 1.0, a), torch.where(close, 4.0, b)) - a + b
    inside = torch.where(both, torch.where(close, near, far), torch.where((x == 0) & (y >= 0), y, torch.inf))
    return torch.where(x.isnan() | y.isnan(), torch.nan, inside)


def huber(delta, r):
    """Return the Huber loss; infinite for negative `delta`."""
    near = torch.abs(r) <= delta
    far = torch.logical_not(near | (delta < 0))
    inner, slope = torch.where(near, r, 0.0), torch.where(far, delta, 0.0)
    loss = torch.where(near, 0.5 * inner * inner, slope * (torch.abs(torch.where(far, r, 0.0)) - 0.5 * slope))
    return torch.where(delta < 0, torch.inf, loss)


def pseudo_huber(delta, r):
    """Return the pseudo-Huber loss; infinite for negative `delta`."""
    infinite = (delta < 0) | (torch.isinf(r) & (delta > 0) & torch.isfinite(delta))
    finite = torch.isfinite(r) & torch.isfinite(delta)
    zero = ((delta == 0) | (r == 0)) & torch.logical_not(finite & ((delta != 0) | (r != 0)))
    d, s = torch.where(infinite | zero, 1.0, delta), torch.where(infinite | zero, 1.0, r)
    loss = d * (s / (d + torch.hypot(d, s))) * s
    return torch.where(infinite, torch.inf, torch.where(zero, 0.0, loss))


def polygamma(n, x):
    """Return the `n`-th derivative of psi, from zeta as in SciPy; NaN for negative or fractional `n`."""
    sign = torch.where(torch.fmod(n, 2.0) == 0.0, -1.0, 1.0)
    valid = (n > 0) & (n == torch.floor(n)) & torch.isfinite(n)
    order = torch.where(valid, n, 1.0)
    derivative = sign * torch.exp(torch.lgamma(order + 1.0)) * zeta(order + 1.0, torch.where(valid, x, 1.0))
    zeroth = digamma(torch.where(n == 0, x, 1.0))
    undefined = torch.logical_not(valid | (n == 0))
    return torch.where(n == 0, zeroth, torch.where(valid, derivative, derivatives.nan_by(undefined, n, x)))


@explained
def multigammaln(a, d):
    """Return the logarithm of the `d`-dimensional gamma function; NaN unless `a` exceeds (d - 1) / 2."""
    halves = torch.arange(d, dtype=a.dtype, device=a.device) * 0.5
    value = torch.lgamma(a.unsqueeze(-1) - halves).sum(-1) + d * (d - 1) / 4.0 * math.log(math.pi)
    return torch.where(a > (d - 1) / 2, value, torch.nan)


@without_autocast
@explained
def logsumexp(x, axes, keepdims):
    """Return the logarithm of the sum of exponentials along axes; -inf for no elements."""
    if not axes:
        return x.clone()
    if not is_differentiated(x) or known_or(False, 0 in x.shape):
        return torch.logsumexp(x, axes, keepdim=keepdims)
    # torch's derivative exp(x - result) is 1 for each of the largest elements where adding them rounds to one.
    largest = torch.amax(x.detach(), axes, keepdim=True)
    largest = torch.where(torch.isfinite(largest), largest, 0.0)
    total = torch.log(torch.sum(torch.exp(x - largest), axes, keepdim=keepdims))
    return total + largest.reshape(total.shape)


@without_autocast
@explained
def softmax(x, axis):
    """Return exponentials divided by their sum along an axis; torch's function has no complex dtypes."""
    if not x.is_complex():
        return torch.softmax(x, axis)
    powers = torch.exp(x - _largest(x, axis))
    return powers / torch.sum(powers, axis, keepdim=True)


@without_autocast
@explained
def log_softmax(x, axis):
    """Return the logarithm of `softmax`; torch's function has no complex dtypes."""
    if not x.is_complex():
        return torch.log_softmax(x, axis)
    distance = x - _largest(x, axis)
    return distance - torch.log(torch.sum(torch.exp(distance), axis, keepdim=True))


def _largest(x, axis):
    """Return the complex number with the largest real part along an axis; 0 if it is not finite or missing."""
    if known_or(False, x.shape[axis] == 0):
        return torch.sum(x, axis, keepdim=True)
    largest = reductions.max(x.detach(), (axis,), x.dtype).unsqueeze(axis)
    return torch.where(torch.isfinite(largest), largest, 0.0)


@without_autocast
@explained
def complex_logsumexp(x, w=None, *, axes, keepdims):
    """Return the logarithm of the absolute value of the sum of ``w * exp(x)`` along axes, and the sum's phase."""
    if not axes:
        return complex_logsumexp(x.unsqueeze(-1), None if w is None else w.unsqueeze(-1), axes=(-1,), keepdims=False)
    real = x.real.detach()
    some = known_or(True, math.prod([x.shape[i] for i in axes]) != 0)
    terms = real if w is None else torch.where(w == 0, -torch.inf, real)
    largest = (torch.amax if some else torch.sum)(terms, axes, keepdim=True)
    largest = torch.where(torch.isfinite(largest), largest, 0.0)
    powers = torch.exp(x - largest)
    total = torch.sum(powers if w is None else torch.where(w == 0, 0.0, w * powers), axes, keepdim=keepdims)
    largest = largest if keepdims else largest.reshape(total.shape)
    return torch.log(torch.abs(total)) + largest, torch.sgn(total)


@without_autocast
def weighted_logsumexp(x, w, axes, keepdims):
    """Return the logarithm of the absolute value of the sum of ``w * exp(x)`` along axes, and the sum's sign."""
    if not axes:
        return weighted_logsumexp(x.unsqueeze(-1), w.unsqueeze(-1), (-1,), False)
    terms = torch.where(w == 0, -torch.inf, x + torch.log(torch.abs(w))).detach()
    largest = torch.logsumexp(terms, axes, keepdim=True)
    largest = torch.where(torch.isfinite(largest), largest, 0.0)
    distance = x - largest
    # A weight of zero drops NaN and exponentials that overflow; other exponentials are the derivative by it.
    finite = torch.nan_to_num(distance, nan=-torch.inf).clamp(max=math.floor(math.log(limits(x.dtype).max)))
    distance = torch.where(w == 0, finite, distance)
    total = torch.sum(w * torch.exp(distance), axes, keepdim=keepdims)
    largest = largest if keepdims else largest.reshape(total.shape)
    return torch.log(torch.abs(total)) + largest, torch.sgn(total)


#: The narrow dtypes that have loops of their own; SciPy casts float16.
_HALVES = [d for d in of_kind("f") if d in WITHOUT_NUMPY]


def in_float64(kernel):
    """Return the loops of a kernel that narrower dtypes are computed with in float64."""
    narrow = working_in(torch.float64, kernel)
    return {**dict.fromkeys((*_HALVES, torch.float32), narrow), torch.float64: kernel}


def in_float32(kernel):
    """Return the loops of a kernel that is accurate in float32."""
    halves = dict.fromkeys(_HALVES, working_in(torch.float32, kernel))
    return {**halves, torch.float32: kernel, torch.float64: kernel}


def complex_xlogy(x, y):
    """Return x * log(y), 0 where x is 0 and y is not NaN."""
    return x * torch.log(_unless_zero(x, y, y, 1.0))


def complex_xlog1py(x, y):
    """Return x * log1p(y), 0 where x is 0 and y is not NaN."""
    return x * complex_log1p(_unless_zero(x, y, y + 1.0, 0.0))


def _unless_zero(x, y, argument, neutral):
    """Return `y`, but `neutral` where `x` is 0 and the logarithm of `argument` is infinite."""
    return torch.where((x == 0) & ((argument == 0) | torch.isinf(y)), neutral, y)


#: coefficients of the asymptotic series of psi: Bernoulli's numbers of even order, divided by the order.
_PSI_SERIES = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)


def complex_psi(z):
    """Return the digamma function by its series, far to the right, where reflection and recurrence lead."""
    left = z.real < 0
    pole = (z.imag == 0) & is_pole(z.real)
    finite = torch.isfinite(z)
    nan = torch.full_like(z.real, math.nan)
    beyond = torch.where(left | z.isnan() | pole, joined(nan, nan), torch.log(z))
    z = torch.where(finite & ~pole, z, 1.0)
    right = torch.where(left, 1.0 - z, z)
    result = torch.log(right + 16.0) - 0.5 / (right + 16.0)
    for k in range(16):
        result = result - 1.0 / (right + k)
    step = 1.0 / (right + 16.0) ** 2
    power = step
    for coefficient in _PSI_SERIES:
        result = result - coefficient * power
        power = power * step
    # pi * cot(pi * z); beyond 20 the hyperbolic tangent is 1
    x, y = math.pi * (z.real - torch.round(z.real)), math.pi * torch.clamp(z.imag, -20.0, 20.0)
    size = torch.sin(x) ** 2 + torch.sinh(y) ** 2
    size = torch.where(left, size, 1.0)
    cotangent = joined(torch.sin(x) * torch.cos(x) / size, -torch.sinh(y) * torch.cosh(y) / size)
    result = _beside_roots(z, torch.where(left, result - math.pi * cotangent, result))
    return torch.where(finite & ~pole, result, beyond)


def in_complex128(kernel):
    """Return the loops of a complex kernel, which computes in complex128."""

    def rounded(*operands):
        return kernel(*[t.to(torch.complex128) for t in operands]).to(torch.complex64)

    return {torch.complex128: kernel, torch.complex64: rounded}


def exprel(x):
    """Return expm1(x) / x, which is 1 at 0."""
    small, large = torch.abs(x) < _SMALL, x > 720.0
    inside = torch.where(small | large, 1.0, x)
    series = _exprel_series(torch.where(small, x, 0.0))
    return torch.where(large, torch.inf, torch.where(small, series, torch.expm1(inside) / inside))


#: Below this size, three terms of a series and their derivatives are exact; a quotient's would lose all digits.
_SMALL = 1e-5


def _exprel_series(x):
    """Return expm1(x) / x of small numbers."""
    return 1.0 + x * (1 / 2 + x * (1 / 6 + x * (1 / 24)))


#: coefficients of the asymptotic series of `log_ndtr`: products of odd numbers with alternating signs.
_NORMAL_SERIES = (-1.0, 3.0, -15.0, 105.0, -945.0, 10395.0, -135135.0, 2027025.0, -34459425.0, 654729075.0)


def log_ndtr(x):
    """Return the logarithm of `ndtr`, with the derivatives of its asymptotic series where those of torch cancel."""
    far = (x < -20.0) & torch.isfinite(x)
    z = torch.where(far, x, -20.0)
    inverse = 1.0 / (z * z)
    series = torch.log1p(inverse * polynomial(inverse, _NORMAL_SERIES)) - torch.log(-z) - 0.5 * math.log(2.0 * math.pi)
    beyond = with_value(torch.special.log_ndtr(z.detach()), series - 0.5 * z * z)
    return torch.where(far, beyond, torch.special.log_ndtr(torch.where(far, 0.0, x)))


def log_expit(x):
    """Return the logarithm of `expit`."""
    negative = x < 0.0
    # the slope of abs(x) at 0 would be 0
    return torch.where(negative, x, -0.0) - torch.log1p(torch.exp(torch.where(negative, x, -x)))


def exp10(x):
    """Return 10**x."""
    return torch.pow(10.0, x)


def cosm1(x):
    """Return cos(x) - 1, without cancellation near 0."""
    return -2.0 * torch.square(torch.sin(0.5 * x)) + 0.0


def zetac(x):
    """Return the Riemann zeta function minus 1, which above 1 is the Hurwitz zeta function of 2."""
    above = x > 1.0
    return torch.where(
        above, zeta(torch.where(above, x, 2.0).clamp(max=2000.0), torch.full_like(x, 2.0)), riemann_zeta(x) - 1.0
    )


def erfcinv(y):
    """Return the inverse of `erfc`; near 1 by `erfinv`, near 0 by `ndtri`."""
    middle = (y >= 0.5) & (y <= 1.5)
    # 2 - y is exact there, as is half of the smaller of both
    tail = torch.where(y > 1.5, 2.0 - y, torch.where(middle, 0.5, y))
    outside = -math.sqrt(0.5) * torch.special.ndtri(0.5 * tail)
    outside = torch.where(y > 1.5, -outside, outside)
    return torch.where(middle, -torch.special.erfinv(torch.where(middle, y - 1.0, 0.0)), outside)


def _power_of_logarithm(logarithm, exponent):
    """Return expm1(exponent * logarithm) / exponent, which is `logarithm` for very small exponents."""
    small = (torch.abs(exponent) < 1e-19) | (torch.abs(exponent * logarithm) < _SMALL)
    near = torch.where(small & torch.isfinite(logarithm), logarithm, 0.0)
    series = near * _exprel_series(torch.where(small, exponent, 0.0) * near)
    inside, logarithm_inside = torch.where(small, 1.0, exponent), torch.where(small, 1.0, logarithm)
    # 0 * inf is NaN, and the logarithm of 0 is not needed for the exponent 0
    power = torch.expm1(inside * logarithm_inside) / inside
    near_overflow = torch.isinf(power) & torch.isfinite(logarithm_inside) & torch.isfinite(inside)
    scaled = torch.exp(inside * logarithm_inside - torch.log(torch.abs(inside)))
    beyond = torch.sign(inside) * scaled - 1.0 / inside
    series = torch.where(torch.isfinite(logarithm), series, logarithm)
    return torch.where(small, series, torch.where(near_overflow, beyond, power))


def _power_of(x, logarithm, exponent):
    """Return (x**exponent - 1) / exponent by `logarithm`, a function that returns the logarithm of `x`."""
    zero = (x == 0.0) & (torch.abs(exponent) >= 1e-19) & torch.isfinite(exponent)
    divisor = torch.where(zero, exponent, 1.0)
    # + 0.0 because negative zero has infinite powers of two signs
    at_zero = (torch.pow(torch.where(zero, x + 0.0, 1.0), divisor) - 1.0) / divisor
    return torch.where(zero, at_zero, _power_of_logarithm(logarithm(zero), exponent))


def boxcox(x, exponent):
    """Return (x**exponent - 1) / exponent, and log(x) if the exponent is 0."""
    return _power_of(x, lambda zero: torch.log(torch.where(zero, 1.0, x)), exponent)


def boxcox1p(x, exponent):
    """Return ((1 + x)**exponent - 1) / exponent, and log1p(x) if the exponent is 0."""
    power = _power_of(x + 1.0, lambda zero: torch.log1p(torch.where(zero, 0.0, x)), exponent)
    return torch.where((x == 0.0) & torch.isfinite(exponent), x, power)


def _logarithm_of_power(x, exponent):
    """Return log1p(exponent * x) / exponent, also where the product overflows; `x` if the exponent is 0."""
    product = exponent * x
    small = (exponent == 0.0) | (torch.abs(product) < _SMALL)
    near = torch.where(small & torch.isfinite(x), x, 0.0)
    t = torch.where(small, exponent, 0.0) * near
    series = torch.where(torch.isfinite(x), near * (1.0 - t * (1 / 2 - t * (1 / 3 - t * (1 / 4)))), x)
    inside = torch.where(small, 1.0, exponent)
    overflows = torch.isinf(product) & torch.isfinite(x) & (product > 0) & torch.logical_not(small)
    size = torch.log(torch.abs(inside)) + torch.log(torch.abs(torch.where(overflows, x, 1.0)) + 1.0 / torch.abs(inside))
    logarithm = torch.where(overflows, size, torch.log1p(torch.where(small | overflows, 0.0, product)))
    return torch.where(small, series, logarithm / inside)


def inv_boxcox(y, exponent):
    """Return the inverse of `boxcox`."""
    return torch.exp(_logarithm_of_power(y, exponent))


def inv_boxcox1p(y, exponent):
    """Return the inverse of `boxcox1p`."""
    value = torch.expm1(_logarithm_of_power(y, exponent))
    return torch.where((exponent != 0.0) & (torch.abs(exponent * y) < 1e-154), y, value)


k0 = _with_derivatives(torch.special.modified_bessel_k0, derivatives.bessel_k(0))
k0e = _with_derivatives(torch.special.scaled_modified_bessel_k0, derivatives.bessel_k(0, scaled=True))
k1 = _with_derivatives(torch.special.modified_bessel_k1, derivatives.bessel_k(1))
k1e = _with_derivatives(torch.special.scaled_modified_bessel_k1, derivatives.bessel_k(1, scaled=True))
