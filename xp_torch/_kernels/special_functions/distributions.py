"""Distribution functions, and inverses of some, by quadrature and series."""

import math

import torch

from xp_torch._kernels.elementwise.floats import exact_product
from xp_torch._kernels.special_functions.pieces import gauss_quadrature, square_exponential

_ROOT_HALF = math.sqrt(0.5)
#: the logarithm of 2 as a sum of two numbers.
_LOG_2 = 0.6931471805599453, 2.3190468138462996e-17


def _normal_tail(x):
    """Return the probability that a normal variable exceeds a positive `x`."""
    return 0.5 * torch.special.erfcx(x * _ROOT_HALF) * square_exponential(x, 0.5)


def kolmogorov(y):
    """Return Kolmogorov's survival function by its series, and below 1 by theta functions (DLMF 20.7.32)."""
    below = y < 0.82
    x = torch.where(below | (y == torch.inf), 1.0, y)
    series, sign = torch.zeros_like(x), 2.0
    for k in range(1, 7):
        series = series + sign * square_exponential(x, 2.0 * k * k)
        sign = -sign
    z = torch.where(below & (y > 0.02), y, 0.5)
    base = torch.exp(-(math.pi**2 / 8) / (z * z))
    terms = base + torch.pow(base, 9.0) + torch.pow(base, 25.0) + torch.pow(base, 49.0)
    lower = 1.0 - math.sqrt(2.0 * math.pi) / z * terms
    value = torch.where(below, torch.where(y > 0.02, lower, 1.0), torch.where(y == torch.inf, 0.0, series))
    return torch.where(y.isnan(), torch.nan, value)


def _owens_near(h, a):
    """Return Owen's function of positive numbers, `a` up to 1: its integral by Gauss's quadrature."""
    end = torch.minimum(a, 9.0 / torch.clamp_min(h, 1e-300))
    end = torch.where(end < a, end.detach(), a)
    x, weights = gauss_quadrature(end)
    integral = torch.sum(weights * torch.exp(-0.5 * torch.square(h.unsqueeze(-1) * x)) / (1.0 + x * x), -1)
    return square_exponential(h, 0.5) * integral / (2.0 * math.pi)


def owens_t(h, a):
    """Return Owen's T function; abs(a) above 1 is reduced to 1 / a (Owen, Ann. Math. Stat. 27, 1956, (2.3))."""
    # the slope of abs(x) at 0 would be 0
    size, slope = (torch.where(torch.signbit(x), -x, x) for x in (h, a))
    infinite = torch.isinf(size) | torch.isinf(slope)
    steep = (slope > 1.0) & torch.logical_not(infinite)
    p, q = torch.where(infinite, 1.0, size), torch.where(infinite, 1.0, slope)
    outer = torch.where(steep, p * q, 1.0).clamp_max(1e200)
    product, low = exact_product(p.detach(), q.detach())
    low = torch.where(steep & (product < 1e4), low * product, 0.0)
    first, second = _normal_tail(p), _normal_tail(outer) * (1.0 - low)
    reduced = torch.where(steep, 1.0 / torch.where(steep, q, 1.0), q)
    value = _owens_near(torch.where(steep, outer, p), reduced) * (1.0 - low)
    other = 0.5 * (first + second) - first * second - value
    value = torch.where(steep, other, value)
    beyond = torch.where(torch.isinf(size), 0.0, 0.5 * _normal_tail(torch.where(torch.isinf(size), 0.0, size)))
    value = torch.where(infinite, beyond, value)
    value = torch.where(torch.signbit(a), -value, value)
    return torch.where(h.isnan() | a.isnan(), torch.nan, value)


def _newton(x, y):
    """Return a step of Newton's method for log(ndtr(-x)) = y, with the slope of log(erfcx)."""
    scaled = torch.special.erfcx(x * _ROOT_HALF)
    value = torch.log(0.5 * scaled) - 0.5 * x * x
    return x + (value - y) * (math.sqrt(0.5 * math.pi) * scaled)


def _far_ndtri_exp(y):
    """Return minus the inverse of log_ndtr below -2."""
    x = torch.sqrt(-2.0 * y.detach())
    for _ in range(8):
        x = _newton(x, y.detach())
    # From the solution, n steps have the derivatives by `y` of orders below 2**n.
    for _ in range(3):
        x = _newton(x, y)
    return x


def ndtri_exp(y):
    """Return the inverse of log_ndtr; NaN above 0."""
    top = y > -1e-2
    far = y < -2.0
    # beside the zero by the inverse of 2 * ndtr - 1, whose argument has its digits there
    distance = (y + _LOG_2[0]) + _LOG_2[1]
    beside = torch.abs(distance) < 0.3
    near = torch.special.ndtri(torch.exp(torch.where(top | far | beside, -1.0, y)))
    centre = math.sqrt(2.0) * torch.special.erfinv(torch.expm1(torch.where(beside, distance, 0.0)))
    near = torch.where(beside, centre, near)
    upper = -torch.special.ndtri(-torch.expm1(torch.where(top & (y <= 0.0), y, -1e-3)))
    inside = torch.where(far & torch.isfinite(y), y, -4.0)
    value = torch.where(far, -_far_ndtri_exp(inside), torch.where(top, upper, near))
    return torch.where((y > 0.0) | y.isnan(), torch.nan, torch.where(y == -torch.inf, y, value))
