"""Hypergeometric functions by their series, where it has its digits: elsewhere the result is NaN."""

import torch

from xp_torch._kernels.elementwise.floats import exact_sum
from xp_torch._kernels.special_functions.factorials import power
from xp_torch._kernels.special_functions.pieces import composed, counted, is_pole

#: number of terms, a power of 2, and how much larger the terms may be than their sum.
_TERMS, _CANCELLATION = 512, 8.0
#: Up to this size of the argument of 1F1, the terms are enough.
_LARGEST = 300.0
_EPS = 2.0**-53


def _series(numerators, denominators, x):
    """Return the sum of a hypergeometric series (DLMF 16.2.1), and by how much the sizes of its terms exceed it.

    That is infinite if the first 512 terms are not enough.
    """
    k = counted(x, _TERMS)
    ratio = x / (k + 1.0)
    for t in numerators:
        # nothing follows the term that is 0
        ratio = torch.where(is_pole(t) & (k > -t), 0.0, ratio * (t + k))
    for t in denominators:
        bottom = t + k
        ratio = ratio / torch.where(bottom == 0.0, 1.0, bottom)
    ratios = torch.stack((ratio, torch.abs(ratio.detach())), 1)
    zeros, ones = torch.zeros_like(ratios), torch.ones_like(ratios)
    (rest, totals), _ = composed(ratios, ones, zeros, ones)
    total, sizes = totals.unbind()
    last, rest = torch.abs(ratio.select(0, -1).detach()), rest.select(0, 1).detach()
    tail = rest / (1.0 - last).clamp_min(0.02)
    excess = sizes.detach() / torch.abs(total.detach())
    enough = (tail <= 0.25 * _EPS * sizes.detach()) & ((last < 0.98) | (rest == 0.0))
    return total, torch.where(enough & torch.isfinite(excess), excess, torch.inf)


def _best(*candidates):
    """Return the value of the least excess of terms, NaN if they lose more digits than `_CANCELLATION` says."""
    value, least = candidates[0]
    for other, excess in candidates[1:]:
        value, least = torch.where(excess < least, other, value), torch.minimum(excess, least)
    return value * torch.where(least <= _CANCELLATION, 1.0, torch.nan)  # so that derivatives are NaN, too


def _divides_by_zero(n, *numerators):
    """Return whether a denominator is 0 before the series ends."""
    pole = is_pole(n)
    for a in numerators:
        pole = pole & torch.logical_not(is_pole(a) & (a >= n))
    return pole


def _with_limits(pole, outside, value):
    """Return `value`, infinite at poles and NaN, with NaN as derivatives, elsewhere outside."""
    return torch.where(pole, torch.inf, value * torch.where(outside, torch.nan, 1.0))


def hyp1f1(a, b, x):
    """Return Kummer's function by its series at x, or at -x (DLMF 13.2.39)."""
    a, b, x = torch.broadcast_tensors(a, b, x)
    pole = _divides_by_zero(b, a) | (is_pole(b) & (a == 0.0))  # the latter is SciPy's choice
    outside = pole | torch.logical_not(torch.isfinite(a + b) & (torch.abs(x) <= _LARGEST))
    p, q, t = torch.where(outside, 1.0, a), torch.where(outside, 2.0, b), torch.where(outside, 0.5, x)
    other, excess = _series((q - p,), (q,), -t)
    value = _best(_series((p,), (q,), t), (torch.exp(t) * other, excess))
    return _with_limits(pole, outside, value)


def _within(a, b, c, x):
    """Return the sum of Gauss's series, for arguments up to 1 or finite series, and the excess of its terms."""
    ends = is_pole(a) | is_pole(b)
    inside = (torch.abs(x) < 1.0) | ends
    total, excess = _series((a, b), (c,), torch.where(inside, x, 0.5))
    return total, torch.where(inside, excess, torch.inf)


def hyp2f1(a, b, c, x):
    """Return Gauss's hypergeometric function by its series, or by one that it is transformed to (DLMF 15.8.1)."""
    a, b, c, x = torch.broadcast_tensors(a, b, c, x)
    pole = _divides_by_zero(c, a, b)
    outside = pole | torch.logical_not(torch.isfinite(a + b + c) & torch.isfinite(x))
    p, q, r = torch.where(outside, 1.0, a), torch.where(outside, 1.0, b), torch.where(outside, 2.0, c)
    t = torch.where(outside, 0.5, x)
    below = t < 1.0
    inner = torch.where(below, t, 0.5)
    base, low = exact_sum(torch.ones_like(t), -inner)
    candidates = [_within(p, q, r, t)]
    for exponent, operands in (
        (r - p - q, (r - p, r - q, r, inner)),
        (-p, (p, r - q, r, inner / -base)),
        (-q, (r - p, q, r, inner / -base)),
    ):
        value, excess = _within(*operands)
        candidates.append((power(base, low.detach(), exponent) * value, torch.where(below, excess, torch.inf)))
    return _with_limits(pole, outside, _best(*candidates))
