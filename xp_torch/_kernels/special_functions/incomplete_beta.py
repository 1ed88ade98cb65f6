"""The incomplete beta function and Student's distribution function, also of huge parameters."""

import math

import torch

from xp_torch._kernels.elementwise.floats import exact_product, exact_sum
from xp_torch._kernels.gamma import gamma, rgamma
from xp_torch._kernels.special_functions.complex_gamma import log_gamma_beside_one
from xp_torch._kernels.special_functions.factorials import power, stirling
from xp_torch._kernels.special_functions.pieces import (
    chosen,
    composed,
    counted,
    gauss_quadrature,
    log1p_rest,
    polynomial,
)

#: where an integrand is left out: below exp(-45) of its maximum.
_NEGLIGIBLE = 45.0
#: parameter from which both are for quadrature, steps of the continued fraction, terms of the series beside 1.
_LARGE, _FIRST, _STEPS, _TERMS, _NEWTON = 5.0, 8, 64, 64, 3
#: Up to this parameter the gamma function is computed, above it Stirling's series.
_NEAR = 20.0


def _exponential_rest(x):
    """Return expm1(x) - x, by its series if it is small."""
    small = torch.abs(x) < 0.6
    inside, outside = torch.where(small, x, 0.0), torch.where(small, 1.0, x)
    series = inside * inside * polynomial(inside, [1 / math.factorial(k + 2) for k in range(14)])
    return torch.where(small, series, torch.expm1(outside) - outside)


def _product(x, x_low, y, y_low):
    """Return the product of two sums, as a sum."""
    value, low = exact_product(x, y)
    return value, low + x * y_low + x_low * y


def _ratio(x, low, y):
    """Return (x + low) / y as a sum."""
    high = x / y
    product, rest = exact_product(high, y)
    return high, ((x - product) - rest + low) / y


def _values(*sums):
    """Return sums of two numbers, finite and without derivatives, except of the first."""
    return [(x, torch.where(torch.isfinite(low), low, 0.0).detach()) for x, low in sums]


def _density_of_one_large(a, b, p, p_low, q, q_low, slope):
    """Return the density for small `a` and large `b`, times gamma(a), by Stirling's series of `b` and ``a + b``."""
    total, total_low = exact_sum(a, b)
    (p, p_low), (q, q_low) = _product(p, p_low, total, total_low), _product(q, q_low, total, total_low)
    (p, p_low), (q, q_low) = _values((p, p_low), _ratio(q, q_low, b))
    of_total, of_b = stirling(torch.stack((total, b))).unbind()
    rest = torch.exp(-a) * torch.sqrt(b / total) * torch.exp(of_total - of_b)
    root = power(q, q_low, 0.5 * b)
    return root * (root * (power(p, p_low, a) * rest))


def _slope(a, b, x):
    """Return (a + b) * x - a."""
    total, total_low = exact_sum(a, b)
    value, low = exact_product(x, total)
    low = torch.where(torch.isfinite(low), low, 0.0)
    return (value - a) + (low + total_low * x)


def _density_of_large(a, b, p, p_low, q, q_low, slope):
    """Return the density of large parameters by Stirling's series, its powers apart or by their joint logarithm."""
    total, total_low = exact_sum(a, b)
    (p, p_low), (q, q_low) = _product(p, p_low, total, total_low), _product(q, q_low, total, total_low)
    (p, p_low), (q, q_low) = _values(_ratio(p, p_low, a), _ratio(q, q_low, b))
    # squares of roots do not overflow as early
    size = torch.maximum(torch.abs(a * torch.log(p)), torch.abs(b * torch.log(q)))
    together = ((size > 1400.0) | (p == 0.0) | (q == 0.0)).detach()
    halved = ((size > 600.0) & torch.logical_not(together)).detach()
    p, q = torch.where(together, 1.0, p), torch.where(together, 1.0, q)
    scale = torch.where(halved, 0.5, torch.ones_like(size))
    root = power(p, p_low, torch.where(together, 1.0, scale * a)) * power(
        q, q_low, torch.where(together, 1.0, scale * b)
    )
    distances = torch.stack((slope / a, -slope / b)).clamp_min(-1.0)
    first, second = log1p_rest(torch.where(together, distances, 0.0)).unbind()
    joint = torch.exp(a * first + b * second)
    apart = torch.where(halved, root * root, root)
    of_total, of_a, of_b = stirling(torch.stack((total, a, b))).unbind()
    root = torch.exp(of_total - of_a - of_b) / torch.sqrt(2.0 * math.pi * (1.0 / a + 1.0 / b))
    return root * torch.where(together, joint, apart)


def _density(a, b, x, y, slope):
    """Return ``x**a * y**b / beta(a, b)``, with ``x + y = 1``; `x` and `y` are sums of two numbers each."""
    swapped = a > b
    small, large = torch.where(swapped, b, a), torch.where(swapped, a, b)
    p, p_low, q, q_low = [torch.where(swapped, v, u) for u, v in zip((*x, *y), (*y, *x), strict=True)]
    near = large <= _NEAR
    value = chosen(
        torch.zeros_like(p),
        (small, large, p, p_low, q, q_low, torch.where(swapped, -slope, slope)),
        (
            near,
            lambda a, b, p, p_low, q, q_low, _: power(p, p_low, a) * power(q, q_low, b),
            (1.0, 1.0, 0.5, 0.0, 0.5, 0.0, 0.0),
        ),
        ((small <= _NEAR) & (large > _NEAR), _density_of_one_large, (1.0, 30.0, 0.5, 0.0, 0.5, 0.0, 0.0)),
        (small > _NEAR, _density_of_large, (30.0, 30.0, 0.5, 0.0, 0.5, 0.0, 0.0)),
    )
    total, low = exact_sum(small, large)
    small = torch.where(small <= _NEAR, small, 1.0)
    first, second, third = gamma(torch.stack([small, *[torch.where(near, t, 1.0) for t in (large, total)]])).unbind()
    change = torch.where(near, torch.digamma(total.detach()) * low, 0.0)
    return value / (first * ((second / third) * (1.0 - change)))


def _exponent(d, slope, total, part, sign):
    """Return the logarithm of the integrand at logit(t) = logit(x) - d, minus that at x.

    `part` is the smaller one of x and 1 - x, and `sign` is 1 for x and -1 for 1 - x.
    """
    distance = -d * sign
    change = part * torch.expm1(distance)
    return slope * d - total * (part * _exponential_rest(distance) + log1p_rest(change))


def _end(slope, total, part, sign, x, y):
    """Return roughly how far from logit(x) the integrand becomes negligible, by Newton's method."""
    length = torch.sqrt(2.0 * _NEGLIGIBLE / (total * x * y))
    length = torch.minimum(length, _NEGLIGIBLE / torch.clamp_min(-slope, 1e-300)).clamp(max=20.0)
    for _ in range(_NEWTON):
        away = -length * sign
        value = slope * length + total * (part * away - torch.log1p(part * torch.expm1(away)))
        # of short distances the digits cancel
        value = torch.where(length < 1e-4, slope * length - (0.5 * total * x * y) * (length * length), value)
        decay = torch.expm1(-length)
        rate = slope + (total * x * y) * decay / (1.0 + x * decay)
        length = (length - (value + _NEGLIGIBLE) / rate).clamp(1e-300, 40.0)
    return length


def _quadrature(a, b, x, y, slope):
    """Return the integral left of `x` relative to the density; `x` is below the mean, parameters are not small.

    It is taken over the logit, by Gauss's quadrature as far as the integrand counts.
    """
    total = a + b
    low = x <= y
    operands = slope, total, torch.where(low, x, y), torch.where(low, 1.0, -torch.ones_like(x))
    places, weights = gauss_quadrature(_end(*[t.detach() for t in (*operands, x, y)]))
    return torch.sum(torch.exp(_exponent(places, *[t.unsqueeze(-1) for t in operands])) * weights, -1)


def _fraction(a, b, x, y, slope):
    """Return the incomplete beta function over its density, by a continued fraction.

    It is DLMF 8.17.22, contracted (DiDonato and Morris, ACM TOMS 18, 1992, (9.2)).
    """
    m = counted(x, _FIRST + _STEPS + 2)
    end = a + 2.0 * m
    rate = (a + m) / (end + 1.0)
    bottom = m + rate * ((1.0 - slope) + m * (1.0 + y)) + m * (b - m) / torch.where(m == 0.0, 1.0, end - 1.0) * x
    top = (rate * ((a + b + m) / (end + 1.0)) * x) * (((m + 1.0) * (b - (m + 1.0))) * x)
    (bottoms, bottom, ends), (tops, top, rests) = [t.split((_FIRST, _STEPS, 2)) for t in (bottom, top)]
    # the rest is about that of a fraction whose steps are equal
    (end, following), (rest, _) = ends.unbind(), rests.unbind()
    rest = 0.5 * (end + torch.sqrt((end * following + 4.0 * rest).clamp_min(0.0))).detach()
    size = torch.maximum(torch.abs(bottom), torch.abs(top)).clamp_min(1.0).detach()
    (p, q), (r, s) = composed(bottom / size, top / size, 1.0 / size, torch.zeros_like(top))
    value = (p * rest + q) / (r * rest + s)
    # step by step from the end the errors of the first steps, which count most, grow less
    for bottom, top in zip(bottoms.unbind()[::-1], tops.unbind()[::-1], strict=True):
        value = bottom + top / value
    return 1.0 / value


def _factor(a, b, x, y, slope):
    """Return the incomplete beta function over its density, for an `x` left of the mean or next to it."""
    large = (a > _LARGE) & ((b > _LARGE) | (a * y > 1.0))
    operands = a, b, x, y, slope
    return chosen(
        torch.ones_like(a),
        operands,
        (large, _quadrature, (6.0, 6.0, 0.5, 0.5, 0.0)),
        (torch.logical_not(large), _fraction, (1.0, 1.0, 0.5, 0.5, 0.0)),
    )


def _complement(x):
    """Return 1 - x as a sum of two numbers."""
    _, low = exact_sum(torch.ones_like(x), -x.detach())
    return 1.0 - x, low


def _between(a, b, y, distance):
    """Return the integral of ``t**(a - 1) * (1 - t)**(b - 1) / distance**b`` from ``1 - distance`` to ``1 - y``.

    It is taken term by term of the series of t**(a - 1) at 1.
    """
    k = counted(y, _TERMS)
    ratio = torch.log(y / distance)
    shares = torch.expm1((b + k) * ratio) / (b + k)
    factors = ((k + 1.0) - a) / (k + 1.0) * distance
    (_, total), _ = composed(factors, shares, torch.zeros_like(shares), torch.ones_like(shares))
    return -total


def _is_right(a, b, x, slope):
    """Return whether the upper function is computed first, whose end is left of the mean of its variable."""
    mean = torch.minimum((a + 1.0) / (a + b + 2.0), a.clamp_min(0.9) / (a + b))
    return torch.where(torch.minimum(a, b) > _LARGE, slope > 0.0, x > mean)


def _side(right, a, b, x, y, slope):
    """Return the upper or lower incomplete beta function divided by the density."""
    p, q, r, s = [torch.where(right, v, u) for u, v in ((a, b), (b, a), (x, y), (y, x))]
    return _factor(p, q, r, s, torch.where(right, -slope, slope))


def _parts(a, b, x, x_low, y, y_low):
    """Return the lower and upper incomplete beta function of finite parameters and 0 < x < 1, and the density.

    The number is ``x + x_low``, and 1 minus it is ``y + y_low``. For a small `b` and an `x` near 1, the lower function
    is computed at a smaller number, and the integral between them is added.
    """
    slope = _slope(a, b, x) + (a + b) * x_low
    right = _is_right(a, b, x, slope)
    beside = right & (b < 1.0) & (x > 0.5)
    p, q, r = torch.where(beside, a, 1.0), torch.where(beside, b, 0.5), torch.where(beside, y, 0.25)
    start = 1.0 - torch.maximum((1.5 / (p + 2.0)).clamp_max(0.45), r).detach()
    distance, zero = 1.0 - start, torch.zeros_like(start)
    pairs = (a, p), (b, q), (x, start), (x_low, zero), (y, distance), (y_low, zero)
    both = [torch.stack(pair) for pair in (*pairs, (slope, _slope(p, q, start)), (right, beside & False))]
    density = _density(both[0], both[1], both[2:4], both[4:6], both[6])
    near, left = (density * _side(both[7], both[0], both[1], both[2], both[4], both[6])).unbind()
    density, beside_density = density.unbind()
    left = left + beside_density * torch.pow(start, -p) * _between(p, q, r, distance)
    lower = torch.where(right, torch.where(beside & (near > 0.5), left, 1.0 - near), near)
    return lower, torch.where(right, near, 1.0 - near), density


def _regularised(a, b, x, x_low):
    """Return the lower and the upper regularised incomplete beta function, with limits at zeros and infinities."""
    inside = (a > 0.0) & (b > 0.0) & (x > 0.0) & (x < 1.0) & torch.isfinite(a) & torch.isfinite(b)
    first, second = (a == 0.0) | (b == torch.inf), (b == 0.0) | (a == torch.inf)
    edge = torch.where(first & second, torch.nan, torch.where(first, (x > 0.0) + zeros(x), (x >= 1.0) + zeros(x)))
    edge = torch.where((x == 0.0) & torch.logical_not(first & second), 0.0, edge)
    defined = (a >= 0.0) & (b >= 0.0) & (x >= 0.0) & (x <= 1.0)
    edge = torch.where(defined, edge, torch.nan)
    place, low = torch.where(inside, x, 0.5), torch.where(inside, x_low, 0.0)
    y, y_low = _complement(place)
    values = _parts(torch.where(inside, a, 1.0), torch.where(inside, b, 1.0), place, low, y, y_low - low)
    return torch.where(inside, values[0], edge), torch.where(inside, values[1], 1.0 - edge)


def zeros(x):
    """Return zeros of the shape of `x`, without derivatives."""
    return torch.zeros_like(x)


def betainc(a, b, x):
    """Return the regularised incomplete beta function; NaN outside of its domain."""
    return _regularised(a, b, x, torch.zeros_like(x))[0]


#: steps to the inverse, and steps that are differentiated: n of them have the derivatives of orders below 2**n.
_SEARCH, _DIFFERENTIATED = 8, 2
#: the largest logit that is looked at: beyond it x or 1 - x is below 1e-299.
_END = 688.0


def _between_ends(a, b, x, y):
    """Return the incomplete beta function and its density at numbers with sum 1; the smaller one is exact."""
    x_low, y_low = torch.where(x > y, (1.0 - x) - y, 0.0), torch.where(x > y, 0.0, (1.0 - y) - x)
    lower, _, density = _parts(a, b, x, x_low.detach(), y, y_low.detach())
    return lower, density


def _places(u):
    """Return x and 1 - x of logit(x) = u."""
    small = torch.special.expit(-torch.abs(u))
    return torch.where(u < 0.0, small, 1.0 - small), torch.where(u < 0.0, 1.0 - small, small)


def _search(a, b, p):
    """Return the logit of the inverse at `p` up to 1/2: the logarithm of the function is concave there.

    A step solves the parabola of its value, slope and curvature, or halves the bracket where the function underflows.
    """
    u = torch.log(a / b).clamp(-_END, _END)
    low, high = torch.full_like(u, -_END), torch.full_like(u, _END)
    for _ in range(_SEARCH):
        x, y = _places(u)
        value, density = _between_ends(a, b, x, y)
        below = value < p
        low, high = torch.where(below, u, low), torch.where(below, high, u)
        rate = density / value
        distance = torch.log(value / p)
        bend = rate * (((a + b) * x - a) + rate)
        square = rate * rate + 2.0 * distance * bend.clamp_min(0.0)
        # a parabola without a zero is replaced by its tangent
        root = torch.where(square > 0.0, torch.sqrt(square), rate)
        following = u - 2.0 * distance / (rate + root)
        following = torch.maximum(torch.minimum(following, high), low)
        u = torch.where(following.isnan(), 0.5 * (low + high), following)
    return u


def _inverse(a, b, p):
    """Return x and 1 - x from the value `p`, up to 1/2, of the incomplete beta function, with derivatives."""
    u = _search(a.detach(), b.detach(), p.detach())
    x, y = _places(u)
    for _ in range(_DIFFERENTIATED):
        lower, density = _between_ends(a, b, x, y)
        # beyond the ends the function is a multiple of x**a
        tail = x.detach() * torch.exp(torch.log(p / lower) / a)
        step = torch.where(torch.abs(u) < _END, (lower - p) / density * x * y, 0.0)
        x, y = x - step, y + step
    found = (torch.abs(lower - p) <= 1e-5 * p) | (torch.abs(u) >= _END)
    x, y = torch.where(u <= -_END, tail, x), torch.where(u >= _END, 0.0, y)
    return torch.where(found, x, torch.nan), torch.where(found, y, torch.nan)


def betaincinv(a, b, y):
    """Return the inverse of `betainc` by its last operand; NaN outside of its domain."""
    a, b, y = torch.broadcast_tensors(a, b, y)
    inside = (a > 0.0) & (b > 0.0) & (y > 0.0) & (y < 1.0) & torch.isfinite(a) & torch.isfinite(b)
    swapped = inside & (y > 0.5)
    p, q = torch.where(inside, a, 1.0), torch.where(inside, b, 1.0)
    place = torch.where(inside, torch.where(swapped, 1.0 - y, y), 0.5)
    x, rest = _inverse(torch.where(swapped, q, p), torch.where(swapped, p, q), place)
    value = torch.where(swapped, rest, x)
    edge = torch.where((y == 0.0) | (y == 1.0), y, torch.nan)
    edge = torch.where((a == torch.inf) & torch.isfinite(b) & (y > 0.0), 1.0, edge)
    edge = torch.where((b == torch.inf) & torch.isfinite(a) & (y < 1.0), 0.0, edge)
    valid = (a > 0.0) & (b > 0.0) & (y >= 0.0) & (y <= 1.0)
    return torch.where(inside, value, torch.where(valid, edge, torch.nan))


#: A power of 2; as second parameter it turns the incomplete beta function into gamma's (DLMF 8.18.1).
_HUGE = 2.0**300


def _gamma_density_of_large(a, x):
    """Return x**a * exp(-x) / gamma(a) of a large `a` by Stirling's series."""
    difference, low = exact_sum(a, -x)
    ratio, ratio_low = _values(_ratio(x, torch.zeros_like(x), a))[0]
    together = torch.abs(difference) > 600.0
    near, far = torch.where(together, -difference / a, 0.0), torch.where(together, 0.0, 0.5 * difference)
    root = power(torch.where(together, 1.0, ratio), ratio_low, 0.5 * a) * torch.exp(far) * (1.0 + 0.5 * low)
    logarithm = torch.where(torch.abs(near) < 0.5, log1p_rest(near.clamp_min(-0.9)), torch.log(ratio) - near)
    value = torch.where(together, torch.exp(a * logarithm), root * root)
    return value * torch.sqrt(a / (2.0 * math.pi)) * torch.exp(-stirling(a))


def _gamma_density(a, x):
    """Return x**a * exp(-x) / gamma(a)."""
    large = a > 20.0
    b, y = torch.where(large, 1.0, a), torch.where(large, 1.0, x)
    far = y > 600.0
    scale = torch.where(far, 0.5, torch.ones_like(y))
    root = torch.pow(y, scale * b) * torch.exp(-scale * y)
    value = torch.where(far, root * root, root) * rgamma(b)
    return chosen(value, (a, x), (large, _gamma_density_of_large, (30.0, 30.0)))


def gammainc(a, x):
    """Return the regularised lower incomplete gamma function, a limit of the incomplete beta function."""
    return _gammas(a, x)[0]


def _beside_zero(a, x):
    """Return the lower incomplete gamma function of a tiny `x`, by the first term of its series (DLMF 8.7.1)."""
    return torch.pow(x, a) * rgamma(a + 1.0)


def _gammas(a, x):
    """Return the regularised incomplete gamma functions; NaN outside of their domain."""
    inside = (a > 0.0) & (x > 0.0) & torch.isfinite(a) & torch.isfinite(x)
    edge = torch.where((a == 0.0) | (x == torch.inf) & (a < torch.inf), 1.0, zeros(x))
    edge = torch.where(
        (a >= 0.0)
        & (x >= 0.0)
        & torch.logical_not((a == torch.inf) & (x == torch.inf))
        & torch.logical_not((a == 0.0) & (x == 0.0)),
        edge,
        torch.nan,
    )
    origin = (x == 0.0) & (a > 0.0) & torch.isfinite(a)
    edge = chosen(edge, (a, x), (origin, _beside_zero, (1.0, 0.5)))
    # of huge numbers the function is a step
    huge = inside & (torch.maximum(a, x) > 1e60)
    edge = torch.where(huge, torch.where(x == a, 0.5, (x > a) + zeros(x)), edge)
    inside = inside & torch.logical_not(huge)
    a, x = torch.where(inside, a, 1.0), torch.where(inside, x, 1.0)
    tiny = x < 1e-200
    y = torch.where(tiny, 1.0, x) / _HUGE
    b, slope = torch.full_like(a, _HUGE), _HUGE * y - a
    right = _is_right(a, b, y, slope)
    near = _gamma_density(a, x) * _side(right, a, b, y, 1.0 - y, slope)
    lower, upper = torch.where(right, 1.0 - near, near), torch.where(right, near, 1.0 - near)
    lower = chosen(lower, (a, x), (tiny, _beside_zero, (1.0, 0.5)))
    upper = torch.where(tiny, 1.0 - lower, upper)
    small = (a < 0.5) & (x < 1.05)
    upper = chosen(upper, (a, x), (small, _upper_of_small, (0.25, 1.0)))
    lower = torch.where(small & (upper < 0.5), 1.0 - upper, lower)
    return torch.where(inside, lower, edge), torch.where(inside, upper, 1.0 - edge)


def gammaincc(a, x):
    """Return the regularised upper incomplete gamma function."""
    return _gammas(a, x)[1]


def _upper_of_small(a, x):
    """Return the upper incomplete gamma function of a small `a` by the series of the lower one (DLMF 8.7.1)."""
    growth = torch.expm1(a * torch.log(x) - log_gamma_beside_one(a))
    n = counted(x, 32) + 1.0
    zeros, ones = torch.zeros_like(x + n), torch.ones_like(x + n)
    (_, series), _ = composed(-x / n, (-x / n) / (a + n), zeros, ones)
    return -growth - (1.0 + growth) * (a * series)


def gdtr(a, b, x):
    """Return the gamma distribution function of rate `a` and shape `b`; NaN below 0."""
    x = torch.where(x < 0.0, torch.nan, x)
    place = a * x
    _, low = exact_product(a.detach(), x.detach())
    inside = (b > 0.0) & (b < 1e60) & (place > 0.0) & (place < 1e60) & torch.isfinite(low)
    shape, point = torch.where(inside, b, 1.0).detach(), torch.where(inside, place, 1.0).detach()
    change = torch.where(inside, _gamma_density(shape, point) / point * low, 0.0)
    return gammainc(b, place) + change


def _error_of_place(place, n, s, near):
    """Return the rounding error of `place`, a quotient: ``s * s``, or `n`, over their sum."""
    square, low = exact_product(s, s)
    total, total_low = exact_sum(n, square)
    product, rest = exact_product(place, total)
    error = torch.where(near, square, n) - product - rest + torch.where(near, low, 0.0) - place * (total_low + low)
    error = error / total
    return torch.where(torch.isfinite(error), error, 0.0)


def stdtr(df, t):
    """Return Student's distribution function of `df` degrees of freedom (DLMF 8.17.1); NaN unless they are positive."""
    normal = (df == torch.inf) | torch.isinf(t)
    valid = (df > 0.0) & torch.logical_not(normal) & torch.logical_not(t.isnan())
    n, s = torch.where(valid, df, 1.0), torch.where(valid & (t != 0.0), t, 1.0)
    square = s * s
    near, half = square < n, torch.full_like(n, 0.5)
    place = torch.where(near, square, n) / (n + square)
    place = torch.where(torch.isinf(square), 0.0, place)
    low = _error_of_place(place.detach(), n.detach(), s.detach(), near)
    lower, upper = _regularised(torch.where(near, half, 0.5 * n), torch.where(near, 0.5 * n, half), place, low)
    tail = 0.5 * torch.where(near, upper, lower)
    value = torch.where(t == 0.0, 0.5 + t, torch.where(t < 0.0, tail, 1.0 - tail))
    value = torch.where(normal, 0.5 * torch.special.erfc(t * -math.sqrt(0.5)), value)
    return torch.where((df > 0.0) & torch.logical_not(t.isnan()), value, torch.nan)
