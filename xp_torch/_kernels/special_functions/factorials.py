"""Quotients of gamma functions: beta, binomial coefficients and Pochhammer's symbol, with the digits of each power."""

import math
from fractions import Fraction

import torch

from xp_torch._facts.torch_errors import explained
from xp_torch._kernels.elementwise.floats import exact_product, exact_sum
from xp_torch._kernels.gamma import gamma, rgamma
from xp_torch._kernels.special_functions.pieces import chosen, is_pole, polynomial

#: coefficients of Stirling's series of log(gamma(x)), of 1 / x, 1 / x**3 ... (DLMF 5.11.1).
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)
#: number up to which gamma functions are multiplied.
_NEAR = 20.0
_ROOT = math.sqrt(2.0 * math.pi)
_DIGAMMA_OF_ONE = -0.5772156649015329


def stirling(x):
    """Return ``log(gamma(x)) - (x - 1/2) * log(x) + x - log(2 pi) / 2`` for `x` that is not small."""
    step = 1.0 / x
    return step * polynomial(step * step, _STIRLING)


def power(high, low, exponent):
    """Return (high + low)**exponent with the digits that `low`, much smaller than `high`, changes."""
    change = exponent.detach() * (low / high).detach()
    change = torch.where(torch.isfinite(change), change, 0.0).clamp(-700.0, 700.0)
    return torch.pow(high, exponent) * torch.exp(change)


def quotient(a, b, b_low):
    """Return a / (b + b_low) and its rounding error."""
    high = a / b
    product, low = exact_product(high.detach(), b.detach())
    return high, ((a.detach() - product) - low - high.detach() * b_low) / b.detach()


def _sum(a, b):
    """Return a + b and its rounding error."""
    _, low = exact_sum(a.detach(), b.detach())
    return a + b, torch.where(torch.isfinite(low), low, 0.0)


def _of_small(a, b):
    """Return the beta function of numbers up to `_NEAR`."""
    total, low = _sum(a, b)
    value = gamma(a) * (gamma(b) / gamma(total))
    return value * (1.0 - torch.digamma(total.detach()) * low)


def _of_one_large(a, b):
    """Return the beta function of `a` up to `_NEAR` and a larger `b`, by Stirling's series."""
    total, low = _sum(a, b)
    ratio, ratio_low = quotient(b, total, low)
    factor = power(ratio, ratio_low, b) * torch.exp(a) * torch.sqrt(total / b)
    return gamma(a) * power(total, low, -a) * (factor * torch.exp(stirling(b) - stirling(total)))


def _of_large(a, b):
    """Return the beta function of numbers above `_NEAR` by Stirling's series."""
    total, low = _sum(a, b)
    (p, p_low), (q, q_low) = quotient(a, total, low), quotient(b, total, low)
    root = torch.sqrt(1.0 / a + 1.0 / b)
    corrections = _ROOT * torch.exp(stirling(a) + stirling(b) - stirling(total))
    return power(p, p_low, a) * power(q, q_low, b) * root * corrections


def positive_beta(a, b):
    """Return the beta function of positive numbers."""
    small, large = torch.minimum(a, b), torch.maximum(a, b)
    zero = torch.isinf(large)
    return chosen(
        torch.zeros_like(small),
        (small, large),
        ((large <= _NEAR), _of_small, (1.0, 1.0)),
        ((small <= _NEAR) & (large > _NEAR) & torch.logical_not(zero), _of_one_large, (1.0, 30.0)),
        ((small > _NEAR) & torch.logical_not(zero), _of_large, (30.0, 30.0)),
    )


def _log_of_one_large(a, b):
    total = a + b
    return (
        torch.lgamma(a) - a * torch.log(total) + (a - b * torch.log1p(a / b)) + 0.5 * torch.log1p(a / b)
        + stirling(b) - stirling(total)
    )  # fmt: skip


def _log_of_large(a, b):
    corrections = 0.5 * torch.log(2.0 * math.pi * (1.0 / a + 1.0 / b)) + stirling(a) + stirling(b) - stirling(a + b)
    return -a * torch.log1p(b / a) - b * torch.log1p(a / b) + corrections


def _positive_betaln(a, b):
    """Return the logarithm of the beta function of positive numbers, also of one that underflows."""
    small, large = torch.minimum(a, b), torch.maximum(a, b)
    value = positive_beta(a, b)
    low = (value < 1e-280) & torch.isfinite(large)
    return chosen(
        torch.log(torch.where(low, 1.0, value)),
        (small, large),
        (low & (small <= _NEAR), _log_of_one_large, (1.0, 30.0)),
        (low & (small > _NEAR), _log_of_large, (30.0, 30.0)),
    )


def sine(x):
    """Return sin(pi * x), exact zeros at whole numbers."""
    rest = torch.fmod(x, 2.0)
    nearest = torch.round(rest).detach()
    return torch.sin(math.pi * (rest - nearest)) * torch.where(torch.abs(nearest) == 1.0, -1.0, torch.ones_like(rest))


def cosine(x):
    """Return cos(pi * x), exact ones at whole numbers."""
    rest = torch.fmod(x, 2.0)
    nearest = torch.round(rest).detach()
    return torch.cos(math.pi * (rest - nearest)) * torch.where(torch.abs(nearest) == 1.0, -1.0, torch.ones_like(rest))


def _moved(first, second, first_low, second_low):
    """Return by how much the logarithm of the beta function changes with the rounding errors of its arguments."""
    first, second = first.detach(), second.detach()
    both = torch.digamma(first + second)
    return (torch.digamma(first) - both) * first_low + (torch.digamma(second) - both) * second_low


def _sine_of_sum(total, low):
    """Return sin(pi * (total + low)), 1 at whole numbers."""
    angle = torch.where(total == torch.floor(total), 0.5, total)
    turn = torch.cos(math.pi * (angle - torch.round(angle))) * torch.where(
        torch.fmod(torch.round(angle), 2.0) == 0.0, 1.0, -1.0
    )
    return sine(angle) + math.pi * low * turn.detach()


def _reflected(a, b):
    """Return positive numbers and a factor that relates their beta function, or its reciprocal, to beta(a, b).

    They follow from gamma(x) * gamma(1 - x) = pi / sin(pi * x) (DLMF 5.5.3) for each negative one of a, b and a + b.
    The last two results are whether it is the reciprocal, and the change by rounding errors.
    """
    low, high = torch.minimum(a, b), torch.maximum(a, b)
    ones = torch.ones_like(low)
    (total, total_low), (left, left_low), (right, right_low) = _sum(low, high), _sum(ones, -low), _sum(ones, -high)
    rest, rest_low = _sum(ones, -total)
    both, above = high < 0.0, total > 0.0
    s = _sine_of_sum(total, total_low)
    factor = torch.where(
        both,
        math.pi * s / (sine(low) * sine(torch.where(both, high, 0.5)) * rest),
        torch.where(above, math.pi / (sine(low) * torch.where(both, 1.0, high)), s / sine(low)),
    )
    first = torch.where(both | above, left, high)
    second = torch.where(both, right, torch.where(above, total, rest))
    first_low = torch.where(both | above, left_low, 0.0)
    second_low = torch.where(both, right_low, torch.where(above, total_low, rest_low - total_low))
    return factor, first, second, both | above, _moved(first, second, first_low, second_low)


def _negative_beta(a, b):
    factor, first, second, reciprocal, change = _reflected(a, b)
    value = positive_beta(first, second) * (1.0 + change)
    value = factor * torch.where(reciprocal, 1.0 / value, value)
    return torch.where(is_pole(a + b), 0.0, value)


def _negative_betaln(a, b):
    factor, first, second, reciprocal, change = _reflected(a, b)
    value = _positive_betaln(first, second) + change
    value = torch.log(torch.abs(factor)) + torch.where(reciprocal, -value, value)
    return torch.where(is_pole(a + b), -torch.inf, value)


def _at_pole(a, b):
    """Return where the smaller number is a pole of gamma that the larger number, an integer, cancels."""
    low, high = torch.minimum(a, b), torch.maximum(a, b)
    return is_pole(low) & (high == torch.floor(high)) & (1.0 - low - high > 0.0) & (high > 0.0) & torch.isfinite(low)


def _of_any_signs(a, b, positive, negative, at_pole):
    pole, finite = is_pole(a) | is_pole(b), _at_pole(a, b)
    whole = torch.maximum(a, b)
    inside = (a > 0.0) & (b > 0.0)
    value = chosen(
        torch.where((a.isnan() | b.isnan() | (a == b)) & torch.logical_not(pole), torch.nan, torch.inf),
        (a, b),
        (inside & (torch.minimum(a, b) < torch.inf), positive, (1.0, 1.0)),
        (
            ((a < 0.0) | (b < 0.0)) & torch.logical_not(pole) & torch.isfinite(a) & torch.isfinite(b),
            negative,
            (-0.5, 1.2),
        ),
    )
    limit = positive(torch.where(finite, 1.0 - a - b, 1.0), torch.where(finite, whole, 1.0))
    return torch.where(finite, at_pole(whole, limit), value)


def beta(a, b):
    """Return the beta function: infinite at poles, but for the limit where whole numbers cancel them."""
    return _of_any_signs(
        a, b, positive_beta, _negative_beta, lambda n, t: torch.where(torch.fmod(n, 2.0) == 0.0, t, -t)
    )


def betaln(a, b):
    """Return the logarithm of the absolute value of the beta function."""
    return _of_any_signs(a, b, _positive_betaln, _negative_betaln, lambda n, t: t)


def _with_slope(value, logarithm):
    """Return `value`, whose derivatives are it times those of its logarithm: squares of large values overflow."""
    return value.detach() * torch.exp(logarithm - logarithm.detach())


def _rising(z, m):
    """Return gamma(z + m) / gamma(z) of positive `z` and z + m."""
    total, low = _sum(z, m)
    down = m < 0.0
    small = torch.where(down, total, z)
    value = positive_beta(small, torch.abs(m))
    size = gamma(torch.abs(m))
    falling = value / size * (1.0 + (torch.digamma(total.detach()) - torch.digamma(z.detach())) * low)
    return _with_slope(torch.where(down, falling, size / value), torch.lgamma(total) - torch.lgamma(z))


def _both_negative(z, m):
    """Return Pochhammer's symbol of negative `z` and z + m by reflection of both (DLMF 5.5.3)."""
    total, low = _sum(z, m)
    rest, rest_low = _sum(torch.ones_like(z), -total)
    whole = (z == torch.floor(z)) & (total == torch.floor(total))
    odd = torch.fmod(torch.where(whole, m, 0.0), 2.0) != 0.0
    ratio = sine(torch.where(whole, 0.5, z)) / _sine_of_sum(total, low)
    ratio = torch.where(whole, torch.where(odd, -1.0, torch.ones_like(z)), ratio)
    change = (torch.digamma((1.0 - z).detach()) - torch.digamma(rest.detach())) * (rest_low - low)
    return ratio * _rising(rest, m) * (1.0 + change)


def _of_two_signs(z, m):
    """Return Pochhammer's symbol of `z` and z + m of different signs."""
    total, low = _sum(z, m)
    change = torch.digamma(total.detach()) * low
    return gamma(total) * rgamma(z) * (1.0 + torch.where(torch.isfinite(change), change, 0.0))


def poch(z, m):
    """Return Pochhammer's symbol gamma(z + m) / gamma(z)."""
    total = z + m
    pole, below = is_pole(total), is_pole(z)
    value = chosen(
        torch.where((z < 0.0) | torch.isinf(m), torch.nan, torch.where(m < 0.0, 0.0, torch.inf)),
        (z, m),
        (torch.isfinite(total) & ((z > 0.0) != (total > 0.0)), _of_two_signs, (1.5, -2.0)),
        (torch.isfinite(total) & (z > 0.0) & (total > 0.0) & (m != 0.0), _rising, (1.0, 1.0)),
        (
            (z <= 0.0) & (total <= 0.0) & (m != 0.0) & (pole == below) & torch.isfinite(total),
            _both_negative,
            (-2.5, 1.0),
        ),
    )
    value = torch.where(
        pole & torch.logical_not(below) & (total != m),
        torch.inf,
        torch.where(below & torch.logical_not(pole), 0.0, value),
    )
    value = torch.where(z.isnan() | m.isnan(), torch.nan, value)
    return torch.where(m == 0.0, torch.where(below, 1.0, _rising_by_little(z, m)), value)


def _rising_by_little(z, m):
    """Return Pochhammer's symbol for m = 0, where `z` is no pole; the derivatives of a negative `z` by reflection."""
    start = torch.where((m == 0.0) & torch.isfinite(z) & torch.logical_not(is_pole(z)), z, 1.0)
    negative = start < 0.0
    t, turned = torch.where(negative, 1.0 - start, start), torch.where(negative, start, 0.5)
    cotangent = torch.where(negative, math.pi * sine(turned + 0.5) / sine(turned), 0.0)
    square = torch.where(negative, (math.pi / sine(turned)) ** 2, 0.0)
    curvature = torch.polygamma(1, t)
    return _beside_zero(m, torch.digamma(t) - cotangent, square + torch.where(negative, -curvature, curvature))


def _beside_zero(m, slope, curvature):
    """Return 1, with the derivatives of ``exp(slope * m + curvature * m**2 / 2)`` where `m` is 0."""
    m = torch.where(m == 0.0, m, 0.0)
    return torch.exp(m * (slope + 0.5 * m * curvature))


def _binomial(n, k):
    """Return 1 / (k * beta(n - k + 1, k)) with `k` or n - k, the smaller one."""
    rest, low = _sum(n, -k)
    swapped = rest < k
    k, k_low = torch.where(swapped, rest, k), torch.where(swapped, low, 0.0)
    rest, low = _sum(n, -k)
    first, first_low = _sum(rest, torch.ones_like(rest))
    inside = torch.where(k == 0.0, 1.0, k)
    change = _moved(first, inside, first_low + low - k_low, k_low) + k_low / inside.detach()
    divisor = inside * positive_beta(first, inside) * (1.0 + change)
    logarithm = torch.lgamma(first + inside) - torch.lgamma(first) - torch.lgamma(inside) - torch.log(inside)
    value = _with_slope(1.0 / divisor, logarithm)
    slope, curvature = torch.digamma(n + 1.0) - _DIGAMMA_OF_ONE, -torch.polygamma(1, n + 1.0) - math.pi**2 / 6.0
    return torch.where(k == 0.0, _beside_zero(k, slope, curvature), value)


def _inside(n, k, function):
    """Return ``function(n, k)`` for 0 <= k <= n, else 0; results for whole numbers are rounded up to 2**49."""
    inside = (k >= 0.0) & (k <= n)
    finite = inside & torch.isfinite(n)
    a, b = torch.where(finite, n, 1.0), torch.where(finite, k, 0.0)
    value = torch.where(finite, _whole(function(a, b), a, b), torch.where(k == 0.0, 1.0, torch.inf))
    return torch.where(inside, value, 0.0)


def binomial(n, k):
    """Return the binomial coefficient of 0 <= k <= n, else 0, as SciPy's `comb`."""
    return _inside(n, k, _binomial)


def _falling(n, k):
    """Return Pochhammer's symbol of n - k + 1 and `k`, changed by the rounding error of the sum."""
    rest, low = _sum(n, -k)
    start, start_low = _sum(rest, torch.ones_like(rest))
    change = (torch.digamma((start + k).detach()) - torch.digamma(start.detach())) * (low + start_low)
    return poch(start, k) * (1.0 + torch.where(torch.isfinite(change), change, 0.0))


def permutations(n, k):
    """Return n! / (n - k)! of 0 <= k <= n, else 0, as SciPy's `perm`."""
    return _inside(n, k, _falling)


def _whole(value, a, b):
    """Return `value`, rounded if its arguments are whole numbers; its derivative is kept."""
    whole = (a == torch.floor(a)) & (b == torch.floor(b)) & (value < 2.0**49)
    error = torch.where(whole, torch.round(value) - value, 0.0)
    return value + error.detach()


def factorial(n):
    """Return gamma(n + 1), but 0 for negative numbers."""
    number = torch.where(n < 0.0, 0.0, n)
    total, low = _sum(number, torch.ones_like(n))
    change = torch.where(low == 0.0, 0.0, torch.digamma(total.detach()) * low)
    return torch.where(n < 0.0, 0.0, gamma(total) * (1.0 + change))


def multisets(n, k):
    """Return the number of multisets of `k` of `n` things, 1 for none of none."""
    value = binomial(n + k - 1.0, k)
    return torch.where(n < 0.0, torch.nan, torch.where((n == 0.0) & (k == 0.0), 1.0, value))


@explained
def bernoulli_numbers(n):
    """Return the Bernoulli numbers from 0 to `n`, by tangent numbers, which are integers (Brent and Harvey, 2011)."""
    count = min(n, 258) // 2
    tangents = [0, *[math.factorial(k) for k in range(count)]]
    for k in range(2, count + 1):
        for j in range(k, count + 1):
            tangents[j] = (j - k) * tangents[j - 1] + (j - k + 2) * tangents[j]
    numbers = [1.0, -0.5, *[0.0] * (n - 1)][: n + 1]
    for k in range(1, n // 2 + 1):
        sign = -1.0 if k % 2 == 0 else 1.0
        if k > 129:  # beyond the largest float64
            numbers[2 * k] = sign * math.inf
        else:
            numbers[2 * k] = sign * float(Fraction(2 * k * tangents[k], 4**k * (4**k - 1)))
    return numbers
