"""Bessel functions of orders 0 and 1: torch's own are off by 4e-7, as at j0(5.5).

Below `_FAR` Bessel's integral over a quarter of the circle is summed by the midpoint rule, which is exact to the last
digit, because the integrand is periodic and entire. The second kind adds Neumann's series of Bessel functions of even
orders, whose integrals have the same nodes. Above it Hankel's asymptotic series is.
"""

import math

import torch

from xp_torch._kernels.special_functions.pieces import polynomial

_FAR = 25.0
_EULER_GAMMA = 0.5772156649015329
#: number of terms of Hankel's series, and of Neumann's: the next ones are below 1e-17 of the largest.
_HANKEL_TERMS, _NEUMANN_TERMS = 22, 31


def _nodes(count):
    """Return the sines and the weights in Neumann's series at the midpoints of `count` parts of a quarter circle."""
    angles = [(j + 0.5) * math.pi / (2 * count) for j in range(count)]
    weights = [
        sum((-1) ** k * math.cos(2 * k * angle) / k for k in range(1, _NEUMANN_TERMS + 1)) / count for angle in angles
    ]
    return [(math.sin(angle), weight) for angle, weight in zip(angles, weights, strict=True)]


#: nodes for the first kind and, as Neumann's series has higher orders, for the second.
_FIRST, _SECOND = _nodes(16), _nodes(32)


def _hankel_coefficients(order):
    """Return the coefficients of Hankel's series of an order."""
    result = [1.0]
    for k in range(1, _HANKEL_TERMS):
        result.append(result[-1] * (4 * order * order - (2 * k - 1) ** 2) / (8 * k))
    return result


_HANKEL = (_hankel_coefficients(0), _hankel_coefficients(1))


def _far(x, order, second):
    """Return a Bessel function of numbers above `_FAR`, of the second kind or the first, by Hankel's series."""
    coefficients = _HANKEL[order]
    step = 1.0 / (x * x)
    even = polynomial(-step, coefficients[::2])
    odd = polynomial(-step, coefficients[1::2]) / x
    # the cosine and the sine of x - pi / 4: the angle, less a right angle if the order is 1
    half = math.sqrt(0.5)
    cosine, sine = (torch.cos(x) + torch.sin(x)) * half, (torch.sin(x) - torch.cos(x)) * half
    if order == 1:
        cosine, sine = sine, -cosine
    wave = even * sine + odd * cosine if second else even * cosine - odd * sine
    return wave * torch.rsqrt(x * (math.pi / 2))


def _split(x, fallback):
    """Return where numbers are above `_FAR`, and `x` with another number there, and elsewhere."""
    far = x > _FAR
    return far, torch.where(far, fallback, x), torch.where(far, x, 2 * _FAR)


def _near_j0(x):
    return _sum([torch.cos(x * sine) for sine, _ in _FIRST]) / len(_FIRST)


def _near_j1(x):
    return _sum([torch.sin(x * sine) * sine for sine, _ in _FIRST]) / len(_FIRST)


def _sum(terms):
    """Return the sum of terms; -0.0 if all terms are."""
    return sum(terms[1:], terms[0])


def j0(x):
    """Return the Bessel function of the first kind of order 0."""
    far, near, beyond = _split(torch.abs(x), 0.0)
    return torch.where(far, _far(beyond, 0, False), _near_j0(near))


def j1(x):
    """Return the Bessel function of the first kind of order 1."""
    far, _, beyond = _split(torch.abs(x), 0.0)
    return torch.where(far, _far(beyond, 1, False) * torch.sign(x), _near_j1(torch.where(far, 0.0, x)))


def y0(x):
    """Return the Bessel function of the second kind of order 0; -inf at 0, NaN below."""
    far, near, beyond = _split(x, 1.0)
    zero = near == 0.0
    inside = torch.where(zero, 1.0, near)
    series = _sum([torch.cos(inside * sine) * weight for sine, weight in _SECOND])
    logarithm = torch.log(inside * 0.5) + _EULER_GAMMA
    value = (2 / math.pi) * logarithm * _near_j0(inside) - (4 / math.pi) * series
    return torch.where(far, _far(beyond, 0, True), torch.where(zero, torch.log(near), value))


def y1(x):
    """Return the Bessel function of the second kind of order 1; -inf at 0, NaN below."""
    far, near, beyond = _split(x, 1.0)
    zero = near == 0.0
    inside = torch.where(zero, 1.0, near)
    slope = _sum([torch.sin(inside * sine) * (weight * sine) for sine, weight in _SECOND])
    logarithm = torch.log(inside * 0.5) + _EULER_GAMMA
    value = (2 / math.pi) * (logarithm * _near_j1(inside) - _near_j0(inside) / inside) - (4 / math.pi) * slope
    return torch.where(far, _far(beyond, 1, True), torch.where(zero, torch.log(near), value))
