"""Wright's omega function, the solution w of w + log(w) = z, by Newton's method and one of fourth order.

The regions of the starts are those of Lawrence, Corless and Jeffrey (ACM TOMS 38, 2012, Algorithm 917).
"""

import math

import torch

from xp_torch._kernels.elementwise.complexes import joined, parts
from xp_torch._kernels.special_functions.pieces import polynomial

#: what pi lacks in float64.
_PI_LOW = 1.2246467991473532e-16
#: steps from the start, and steps that are differentiated: n of them have the derivatives of orders below 2**n.
_STEPS, _DIFFERENTIATED = 3, 3
#: Up to this real part, w = exp(z) * exp(-w) is solved: a logarithm would lose digits.
_LEFT = -2.0


def _corrected(w, z, sign):
    """Return a better solution of ``sign * w + log(w) = z``, by Fritsch, Shafer and Crowley's method (1973)."""
    rest = z - sign * w - torch.log(w)
    one = sign * w + 1.0
    inner = 2.0 * one * (one + (2.0 / 3.0) * rest)
    step = rest / one * (inner - rest) / (inner - 2.0 * rest)
    return w * (1.0 + torch.where(torch.isfinite(torch.abs(step)), step, 0.0))


def _newton(w, z, sign):
    """Return the next solution of sign * w + log(w) = z by Newton's method."""
    return w - (sign * w + torch.log(w) - z) * (w / (1.0 + sign * w))


def _small(z, steps):
    """Return the solution far to the left, with the derivatives by `z` of its last steps."""
    power = torch.exp(z)
    fixed = power.detach()
    w = fixed * polynomial(fixed, (1.0, -1.0, 1.5, -8.0 / 3.0, 125.0 / 24.0))
    for k in range(2 + steps):
        power_here = fixed if k < 2 else power
        scaled = power_here * torch.exp(-w)
        w = w - (w - scaled) / (1.0 + scaled)
    return w


def wrightomega(x):
    """Return Wright's omega function of real numbers."""
    finite, left = torch.isfinite(x), x < _LEFT
    near, t = torch.where(left & finite, x, -3.0), torch.where(left | torch.logical_not(finite), 1.5, x)
    start = t.detach()
    logarithm = torch.log(torch.where(start > 1.0, start, 1.5))
    far = start - logarithm + logarithm / start
    w = torch.where(start > 1.0, far, torch.exp((2.0 / 3.0) * (start - 1.0)))
    for _ in range(_STEPS):
        w = _corrected(w, start, 1.0)
    for _ in range(_DIFFERENTIATED):
        w = _newton(w, t, 1.0)
    value = torch.where(left, _small(near, _DIFFERENTIATED), w)
    return torch.where(finite, value, torch.where(x == -torch.inf, 0.0, x))


def _asymptotic(t, logarithm):
    """Return the start t - log(t) + ... of large solutions."""
    ratio = 1.0 / t
    rest = logarithm * logarithm * (1.0 / 3.0) - 1.5 * logarithm + 1.0
    return t - logarithm + ratio * logarithm * (1.0 + ratio * ((0.5 * logarithm - 1.0) + ratio * rest))


def _start(x, y):
    """Return an approximation of the solution at x + iy with `y` not negative, outside of the left region."""
    z, above = joined(x, y), joined(x, (y - math.pi) - _PI_LOW)
    # near the branch point -1 + i * pi; this root has its cut below
    a, b = parts(torch.sqrt(2.0 * joined(x + 1.0, -((y - math.pi) - _PI_LOW))))
    turned = joined(b, a)  # i * conj(root)
    root = joined(a, -b)
    square = root * root
    branch = -1.0 + turned + square / 3.0 - turned * square / 36.0 + square * square / 270.0
    center = z - 1.0
    middle = 0.5 + 0.5 * z + center * center * polynomial(center, (1.0 / 16.0, -1.0 / 192.0, -1.0 / 3072.0))
    beyond = _asymptotic(above, torch.log(-above))
    value = torch.where((x <= _LEFT) & (y > math.pi) & (y <= -0.75 * (x + 1.0)), beyond, _asymptotic(z, torch.log(z)))
    inside = (x > _LEFT) & (x <= 1.0)
    value = torch.where(inside & (y > 1.0) & (y < 2.0 * math.pi), branch, value)
    return torch.where(inside & (y <= 1.0), middle, value)


def complex_wrightomega(z):
    """Return Wright's omega function; its cuts are ``x + i * pi`` and ``x - i * pi`` with ``x <= -1``."""
    x, y = parts(z)
    below, finite = torch.signbit(y), torch.isfinite(x) & torch.isfinite(y)
    y = torch.where(below, -y, y)
    left = (x <= _LEFT) & (y <= math.pi)
    point = (x == -1.0) & (y == math.pi)
    outside = left | point | torch.logical_not(finite)
    a, b = torch.where(outside, 2.0, x), torch.where(outside, 0.5, y)
    # beside the cuts the equation is that of -w, whose logarithm is far from its own cut
    turned = (a <= -0.5) & (torch.abs(b - math.pi) <= 1.0)
    sign = torch.where(turned, -1.0, torch.ones_like(a))
    place = joined(a, torch.where(turned, (b - math.pi) - _PI_LOW, b))
    w, start = sign * _start(a.detach(), b.detach()), place.detach()
    for _ in range(_STEPS):
        w = _corrected(w, start, sign)
    for _ in range(_DIFFERENTIATED):
        w = _newton(w, place, sign)
    small = _small(joined(torch.where(left & finite, x, -3.0), torch.where(left & finite, y, 0.5)), _DIFFERENTIATED)
    p, q = parts(torch.where(left, small, torch.where(point, -1.0, sign * w)))
    zero = (x == -torch.inf) & (y <= math.pi)
    p = torch.where(finite, p, torch.where(zero, torch.where(y <= math.pi / 2, 0.0, -0.0), x))
    q = torch.where(finite, q, torch.where(zero, 0.0, y))
    q = torch.where(below, -q, q)
    nan = x.isnan() | y.isnan()
    return joined(torch.where(nan, torch.nan, p), torch.where(nan, torch.nan, q))
