"""Hypergeometric functions by their series, summed with twice the digits, and others beside 1 and infinity.

Where no formula has its digits, the result is NaN.
"""

import torch

from xp_torch._kernels.elementwise.floats import exact_sum
from xp_torch._kernels.gamma import gamma, rgamma
from xp_torch._kernels.special_functions import double_double
from xp_torch._kernels.special_functions.factorials import power
from xp_torch._kernels.special_functions.opaque import opaque
from xp_torch._kernels.special_functions.pieces import counted, is_pole

#: number of terms, a power of 2, and how much larger they may be than their sum; the same of two series in float64.
_TERMS, _CANCELLATION = 512, 1e12
_FEW, _CANCELLATION_OF_TWO = 64, 16.0
#: how much larger the terms may be than their sum where derivatives, which are of float64, are not NaN.
_DIFFERENTIABLE = 1e5
#: size of the argument of 1F1 up to which the terms are enough, and that from which its asymptotic series is looked at.
_LARGEST, _SMALLEST = 300.0, 30.0
_EPS = 2.0**-53


def _summed(ratios):
    """Return the product of ratios along the first axis, and 1 + ratio * (1 + next ratio * (...))."""
    products, sums = ratios, torch.ones_like(ratios)
    while products.shape[0] > 1:
        (a, b), (c, d) = [t.unflatten(0, (-1, 2)).unbind(1) for t in (products, sums)]
        products, sums = a * b, c + a * d
    return products.squeeze(0), sums.squeeze(0)


def _undefined(mask, t):
    """Return zeros whose derivatives by `t` are NaN where a mask is true."""
    return torch.where(mask, 0.0 * torch.sqrt(torch.where(mask, t - t.detach(), 1.0)), 0.0)


def _ratios(numerators, denominators, x, count, cut=None):
    """Return the quotients of the following terms of a hypergeometric series (DLMF 16.2.1), along a new first axis.

    Where the mask `cut` is true nothing follows a term that is 0, by which derivatives are NaN.
    """
    k = counted(x, count)
    ratio = x / (k + 1.0)
    for t in numerators:
        following = ratio * (t + k)
        if cut is not None:
            ended = cut & is_pole(t)
            following = torch.where(ended & (k > -t), 0.0, following + _undefined(ended & (k == -t), t + 0.0 * k))
        ratio = following
    for t in denominators:
        bottom = t + k
        ratio = ratio / torch.where(bottom == 0.0, 1.0, bottom)
    return ratio


def _excess(total, sizes, last, rest):
    """Return by how much the sizes of terms exceed their sum, infinite if the first terms are not enough."""
    excess = sizes / torch.abs(total.detach())
    enough = (rest / (1.0 - last).clamp_min(0.02) <= 0.25 * _EPS * torch.abs(total.detach())) & (
        (last < 0.98) | (rest == 0.0)
    )
    return torch.where(enough & torch.isfinite(excess), excess, torch.inf)


def _series(numerators, denominators, x, count=_TERMS, cut=None):
    """Return the sum of a hypergeometric series, and by how much the sizes of its terms exceed it."""
    ratio = _ratios(numerators, denominators, x, count, cut)
    size = torch.abs(ratio.detach())
    (_, total), (rest, sizes) = _summed(ratio), _summed(size)
    return total, _excess(total, sizes, size.select(0, -1), rest)


@opaque  # of numbers without derivatives, so that it is one operation in graphs with gradients, too
def _exact_series(denominator, x, x_low, *tops):
    """Return the sum of a hypergeometric series of numerators and an argument that are sums of two numbers."""
    x, zeros = (x, x_low), torch.zeros_like(denominator)
    numerators, denominator = list(zip(tops[::2], tops[1::2], strict=True)), (denominator, zeros)
    k = counted(x[0], _TERMS)
    one, zero = torch.ones_like(k), torch.zeros_like(k)
    top = x
    for t in numerators:
        ended = is_pole(t[0]) & (t[1] == 0.0) & (k > -t[0])
        top = double_double.select(ended, (zero, zero), double_double.multiply(top, double_double.add(t, (k, zero))))
    bottom = double_double.add(denominator, (k, zero))
    bottom = double_double.select(bottom[0] == 0.0, (one, zero), bottom)
    products = double_double.divide(top, double_double.multiply(bottom, (k + 1.0, zero)))
    sums = torch.ones_like(products[0]), torch.zeros_like(products[0])
    while products[0].shape[0] > 1:
        halves = [[t.unflatten(0, (-1, 2)).unbind(1) for t in pair] for pair in (products, sums)]
        (a, b), (c, d) = [list(zip(*both, strict=True)) for both in halves]
        products, sums = double_double.multiply(a, b), double_double.add(c, double_double.multiply(a, d))
    return sums[0].squeeze(0)


def _summed_exactly(total, excess, numerators, denominator, x):
    """Return a sum with its digits, and the excess of its terms; where that is large its derivatives are NaN."""
    fine = excess <= _CANCELLATION
    tops, safe = [t for pair in numerators for t in pair], (2.0, 0.5, 0.0, *(1.0, 0.0) * len(numerators))
    operands = zip((denominator, *x, *tops), safe, strict=True)
    exact = _exact_series(*[torch.where(fine, t, number).detach() for t, number in operands])
    excess = torch.where(fine, excess * torch.abs(total.detach() / exact), torch.inf)
    lost = (excess > _DIFFERENTIABLE) & (excess <= _CANCELLATION)
    change = torch.where(lost, _undefined(lost, total), total - total.detach())
    return exact + change, torch.where(excess <= _CANCELLATION, excess, torch.inf)


def _best(total, excess, operands):
    """Return the element of the least excess along the first axis of each tensor."""
    place = torch.argmin(excess, 0, keepdim=True)
    return [torch.gather(t, 0, place).squeeze(0) for t in (total, excess, *operands)]


def _stacked(*candidates):
    """Return tensors of the candidates' operands along a new first axis."""
    return [torch.stack(torch.broadcast_tensors(*column)) for column in zip(*candidates, strict=True)]


def _divides_by_zero(n, *numerators):
    """Return whether a denominator is 0 before the series ends."""
    pole = is_pole(n)
    for a in numerators:
        pole = pole & torch.logical_not(is_pole(a) & (a >= n))
    return pole


def _ending_alike(n, *transformations):
    """Return for a series and each of its transformations whether it is the same polynomial where `n` is a pole.

    A transformation is given by the numerators that it keeps. Only if one of them ends the series before `n` is 0 do
    both have the same limit there.
    """
    alike = [torch.logical_not(_divides_by_zero(n, *numerators)) for numerators in transformations]
    return torch.stack((torch.ones_like(alike[0]), *alike))


def _with_limits(pole, outside, value):
    """Return `value`, infinite at poles and NaN, with NaN as derivatives, elsewhere outside."""
    return torch.where(pole, torch.inf, value * torch.where(outside, torch.nan, 1.0))


def _sum(a, b):
    """Return a + b and its rounding error, which has no derivatives."""
    return a + b, exact_sum(a.detach(), b.detach())[1]


def _gamma(x, low):
    """Return gamma(x + low), NaN beside poles where `low` is not small."""
    change = torch.where(low == 0.0, 0.0, torch.digamma(x.detach()) * low)
    return gamma(x) * torch.where(torch.abs(change) < 1e-6, 1.0 + change, torch.nan)


def _reciprocal(x, low):
    """Return 1 / gamma(x + low), NaN beside poles where `low` is not small."""
    pole = is_pole(x)
    change = torch.where((low == 0.0) | pole, 0.0, torch.digamma(torch.where(pole, 0.5, x).detach()) * low)
    exact = (torch.abs(change) < 1e-6) & ((low == 0.0) | torch.logical_not(pole))
    return rgamma(x) * torch.where(exact, 1.0 - change, torch.nan)


def _asymptotic(a, rest, b, x):
    """Return ``1F1(a; b; x) * exp(-x)`` of positive `x` by its series (DLMF 13.7.2), and the excess of terms.

    Both `a` and `rest`, which is b - a, are sums of two numbers.
    """
    ratio = _ratios((1.0 - a[0], rest[0]), (), 1.0 / x, _FEW)
    # of a series that ends, as if it did not: derivatives depend on what follows
    going = torch.where(ratio == 0.0, (1.0 / x).detach(), torch.abs(ratio.detach()))
    sizes = torch.cumprod(going, 0)
    least = torch.argmin(sizes, 0, keepdim=True)
    inside = counted(x, _FEW) <= least
    ratio = torch.where(inside, ratio, 0.0)
    (_, total), (_, all_sizes) = _summed(ratio), _summed(torch.abs(ratio.detach()))
    smallest = torch.gather(sizes, 0, least).squeeze(0)
    factor = gamma(b) * _reciprocal(*a)
    value = factor * total * torch.pow(x, -rest[0]) * (1.0 - rest[1] * torch.log(x.detach()))
    # the logarithm of the exponentially small part that is left out, over this one
    other = torch.lgamma(a[0]) - torch.lgamma(rest[0]) + (rest[0] - a[0]) * torch.log(x) - x
    excess = all_sizes / torch.abs(total.detach())
    fine = (smallest <= 0.25 * _EPS * torch.abs(total.detach())) & (other.detach() < -40.0) & (factor.detach() != 0.0)
    return value, torch.where(fine & torch.isfinite(value.detach()) & torch.isfinite(excess), excess, torch.inf)


def hyp1f1(a, b, x):
    """Return Kummer's function by its series, or by that of -x (DLMF 13.2.39), or its asymptotic one."""
    a, b, x = torch.broadcast_tensors(a, b, x)
    pole = _divides_by_zero(b, a) | (is_pole(b) & (a == 0.0))  # the latter is SciPy's choice
    outside = pole | torch.logical_not(torch.isfinite(a + b) & torch.isfinite(x))
    p, q, t = torch.where(outside, 1.0, a), torch.where(outside, 2.0, b), torch.where(outside, 0.5, x)
    zero, (rest, low) = torch.zeros_like(t), _sum(q, -p)
    operands = _stacked((p, zero, t, zero), (rest, low, -t, t))
    near = ((torch.abs(t) <= _LARGEST) | is_pole(operands[0])) & _ending_alike(q, ())
    cut = is_pole(q) | (torch.abs(t) > _LARGEST)
    total, excess = _series(operands[:1], (q,), torch.where(near, operands[2], 0.5), cut=cut)
    total, excess, first, first_low, place, growth = _best(total, torch.where(near, excess, torch.inf), operands)
    value, excess = _summed_exactly(total, excess, ((first, first_low),), q, (place, zero))
    half = torch.exp(0.5 * growth)
    value = half * (half * value)
    single, right = excess <= _CANCELLATION, t > 0.0
    far = torch.logical_not(single) & (torch.abs(t) > _SMALLEST)
    distant = torch.where(far, torch.abs(t), 100.0)
    both = [(torch.where(far, u, v), torch.where(far, w, 0.0)) for u, v, w in ((p, 1.0, zero), (rest, 1.0, low))]
    top = double_double.select(right, *both)
    bottom = double_double.select(right, both[1], both[0])
    beyond, beyond_excess = _asymptotic(top, bottom, torch.where(far, q, 2.0), distant)
    half = torch.exp(0.5 * torch.where(far & right, t, 0.0))
    value = torch.where(single, value, half * (half * beyond))
    value = value * torch.where(single | (far & (beyond_excess <= _CANCELLATION_OF_TWO)), 1.0, torch.nan)
    return _with_limits(pole, outside, value)


def _of_whole_difference(p, q, r, s, m, y):
    """Return the sum of `_of_two` without gamma(c), where the difference `m` of the parameters is whole (DLMF 15.8.10).

    The second result is by how much the sizes of terms exceed it.
    """
    k = counted(y, _FEW)
    ratio = torch.where(k < m - 1.0, _ratios((p, q), (torch.where(m > _FEW, 0.5, 1.0 - m),), y, _FEW), 0.0)
    (_, finite), (_, finite_size) = _summed(ratio), _summed(torch.abs(ratio.detach()))
    first = torch.where(m == 0.0, 0.0, gamma(torch.where(m == 0.0, 1.0, m)) * rgamma(r) * rgamma(s))
    logarithm = torch.log(y)
    weights = torch.digamma(r + k) + torch.digamma(s + k) - torch.digamma(m + 1.0 + k) - torch.digamma(k + 1.0)
    weights = weights + logarithm
    ratio = _ratios((r, s), (m + 1.0,), y, _FEW)
    products = torch.cumprod(torch.cat((torch.ones_like(ratio.narrow(0, 0, 1)), ratio.narrow(0, 0, _FEW - 1))), 0)
    series, size = torch.sum(products * weights, 0), torch.sum(torch.abs(products * weights).detach(), 0)
    sign = torch.where(torch.fmod(m, 2.0) == 0.0, -1.0, torch.ones_like(m))
    second = sign * rgamma(p) * rgamma(q) * rgamma(m + 1.0) * torch.pow(y, m)
    total = first * finite + second * series
    sizes = torch.abs(first.detach()) * finite_size + torch.abs(second.detach()) * size
    last = torch.abs(ratio.select(0, -1).detach())
    rest = torch.abs(second.detach() * (products * weights).select(0, -1).detach())
    excess = _excess(total, sizes, last, rest)
    return total, torch.where((m <= _FEW) & torch.logical_not(is_pole(r) | is_pole(s)), excess, torch.inf)


def _of_any_difference(p, q, r, s, d, y):
    """Return the sum of `_of_two` without gamma(c) (DLMF 15.8.4), and by how much the sizes of terms exceed it."""
    tops = torch.stack((p[0], r[0])), torch.stack((q[0], s[0]))
    sums, excess = _series(tops, (torch.stack((1.0 - d[0], 1.0 + d[0])),), torch.stack((y, y)), _FEW)
    first = _gamma(*d) * _reciprocal(*r) * _reciprocal(*s)
    second = _gamma(-d[0], -d[1]) * _reciprocal(*p) * _reciprocal(*q)
    second = second * torch.pow(y, d[0]) * (1.0 + d[1] * torch.log(y.detach()))
    factors = torch.stack((first, second))
    terms = factors * sums
    total = torch.sum(terms, 0)
    zero = factors.detach() == 0.0
    sizes = torch.sum(torch.where(zero, 0.0, torch.abs(terms.detach()) * excess), 0)
    excess = sizes / torch.abs(total.detach())
    return total, torch.where(torch.isfinite(excess), excess, torch.inf)


def _of_two(p, q, r, s, d, y):
    """Return by series of `y` gamma(d) / gamma(r) / gamma(s) * 2F1(p, q; 1 - d; y) and its counterpart.

    That is gamma(-d) / gamma(p) / gamma(q) * y**d * 2F1(r, s; 1 + d; y). The second result is by how much the sizes of
    terms exceed it.
    """
    swapped = d[0] < 0.0
    p, r = double_double.select(swapped, r, p), double_double.select(swapped, p, r)
    q, s = double_double.select(swapped, s, q), double_double.select(swapped, q, s)
    m = torch.round(torch.abs(d[0])).detach()
    size = torch.stack([torch.abs(t[0].detach()) for t in (p, q, r, s)]).amax(0)
    away = torch.abs((torch.abs(d[0]) - m) + torch.where(swapped, -d[1], d[1])).detach()
    whole = away <= 2.0 * _EPS * size.clamp_min(1.0)
    e = torch.where(swapped, -d[0], d[0]), torch.where(swapped, -d[1], d[1])
    e = torch.where(whole, 0.5, e[0]), torch.where(whole, 0.0, e[1])
    value, excess = _of_any_difference(p, q, r, s, e, y)
    p, q, r, s = [torch.where(whole, t[0], safe) for t, safe in ((p, 0.5), (q, 0.5), (r, 1.5), (s, 1.5))]
    other, other_excess = _of_whole_difference(p, q, r, s, torch.where(whole, m, 1.0), y)
    # by the parameters the difference is not the whole number for which the sum holds
    other = other + _undefined(whole, d[0])
    value, excess = torch.where(whole, other, value), torch.where(whole, other_excess, excess)
    change = torch.where(swapped, d[1] * torch.log(y.detach()), 0.0)
    return value * torch.pow(y, torch.where(swapped, d[0], 0.0)) * (1.0 + change), excess


def _at_one(a, b, c):
    """Return the value at 1 (DLMF 15.4.20), infinite where it is not finite."""
    (first, first_low), (second, second_low) = _sum(c, -a), _sum(c, -b)
    d, low = double_double.add((first.detach(), first_low), (-b.detach(), torch.zeros_like(b)))
    d = d + (first - b) - (first - b).detach()
    finite = d > 0.0
    value = gamma(c) * _gamma(torch.where(finite, d, 1.0), torch.where(finite, low, 0.0))
    value = value * (_reciprocal(first, first_low) * _reciprocal(second, second_low))
    sign = torch.sign(rgamma(a) * rgamma(b) * gamma(c)).detach()
    return torch.where(finite, value, torch.where(sign == 0.0, torch.nan, sign * torch.inf))


def hyp2f1(a, b, c, x):
    """Return Gauss's hypergeometric function by its series, or by one that it is transformed to (DLMF 15.8)."""
    a, b, c, x = torch.broadcast_tensors(a, b, c, x)
    pole = _divides_by_zero(c, a, b)
    outside = pole | torch.logical_not(torch.isfinite(a + b + c) & torch.isfinite(x))
    p, q, r = torch.where(outside, 1.0, a), torch.where(outside, 1.0, b), torch.where(outside, 2.0, c)
    t, zero = torch.where(outside, 0.5, x), torch.zeros_like(p)
    below, ends = t < 1.0, is_pole(p) | is_pole(q)
    inner = torch.where(below, t, 0.5)
    base = _sum(torch.ones_like(t), -inner)
    (first, first_low), (second, second_low) = _sum(r, -p), _sum(r, -q)
    total, low = double_double.add((first.detach(), first_low), (-q.detach(), zero))
    difference = total + ((first - q) - (first - q).detach()), low
    place = inner / -base[0]
    exact = double_double.divide((inner.detach(), zero), double_double.negative(tuple(u.detach() for u in base)))
    place_low = (exact[0] - place.detach()) + exact[1]
    operands = _stacked(
        (p, zero, q, zero, t, zero, zero, zero),
        (first, first_low, second, second_low, inner, zero, *difference),
        (p, zero, second, second_low, place, place_low, -p, zero),
        (first, first_low, q, zero, place, place_low, -q, zero),
    )
    inside = (torch.abs(operands[4]) < 1.0) | is_pole(operands[0]) | is_pole(operands[2])
    inside = inside & torch.stack((torch.ones_like(below), below, below, below)) & _ending_alike(r, (), (p,), (q,))
    cut = is_pole(r) | (torch.abs(operands[4]) >= 0.9)
    series, excess = _series((operands[0], operands[2]), (r,), torch.where(inside, operands[4], 0.5), cut=cut)
    found = _best(series, torch.where(inside, excess, torch.inf), operands)
    series, excess, u, u_low, v, v_low, w, w_low, exponent, exponent_low = found
    value, excess = _summed_exactly(series, excess, ((u, u_low), (v, v_low)), r, (w, w_low))
    value = value * power(base[0], base[1], exponent) * (1.0 + exponent_low * torch.log(base[0].detach()))
    single = excess <= _CANCELLATION
    other, other_excess = _beyond(p, q, r, t, base, (first, first_low), (second, second_low), difference, single)
    one = (t == 1.0) & torch.logical_not(ends)
    operands = [torch.where(one, u, safe) for u, safe in ((p, 1.0), (q, 1.0), (r, 3.0))]
    value = torch.where(single, value, torch.where(one, _at_one(*operands) + _undefined(one, t), other))
    value = value * torch.where(single | one | (other_excess <= _CANCELLATION_OF_TWO), 1.0, torch.nan)
    return _with_limits(pole, outside, value)


def _beyond(p, q, r, t, base, first, second, difference, single):
    """Return the function by series of ``1 - t``, or of ``1 / (1 - t)`` for negative `t`, and their excess."""
    used = torch.logical_not(single) & (t < 1.0)
    zero, left = torch.zeros_like(t), t < 0.0
    of_p, of_q = (p, zero), (q, zero)
    other = _sum(q, -p)
    y = torch.where(used, torch.where(left, 1.0 / base[0], base[0]), 0.25)
    operands = (
        of_p,
        double_double.select(left, second, of_q),
        first,
        double_double.select(left, of_q, second),
        double_double.select(left, other, difference),
    )
    safe = 0.3, 0.4, 0.9, 0.8, 0.5
    masked = [
        (torch.where(used, high, number), torch.where(used, low, 0.0).detach())
        for (high, low), number in zip(operands, safe, strict=True)
    ]
    u, v, a, b, d = masked
    value, excess = _of_two(u, v, a, b, d, y)
    scale = power(base[0], base[1], torch.where(used & left, -p, 0.0)) * gamma(torch.where(used, r, 1.0))
    return value * scale, torch.where(used, excess, torch.inf)
