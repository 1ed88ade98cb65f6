"""The gamma function and its reciprocal, which torch lacks: the exponential of its `lgamma` loses digits."""

import math

import torch

from xp_torch._facts.torch_state import is_differentiated
from xp_torch._kernels.special_functions.pieces import polynomial

#: Coefficients of the Taylor series of 1 / gamma(1 + t) at 0; the first one is exact.
_RECIPROCAL = (
    1.0, 0.57721566490153286061, -0.65587807152025388108, -0.042002635034095235529, 0.1665386113822914895,
    -0.042197734555544336748, -0.0096219715278769735621, 0.0072189432466630995424, -0.0011651675918590651121,
    -0.00021524167411495097282, 0.00012805028238811618615, -2.0134854780788238656e-5, -1.2504934821426706573e-6,
    1.1330272319816958824e-6, -2.0563384169776071035e-7, 6.1160951044814158179e-9, 5.0020076444692229301e-9,
    -1.1812745704870201446e-9, 1.0434267116911005105e-10, 7.782263439905071254e-12, -3.6968056186422057082e-12,
    5.100370287454475979e-13, -2.0583260535665067832e-14,
)  # fmt: skip
#: coefficients of Stirling's series, of 1 / x, 1 / x**3 ...
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)
#: number above which Stirling's series is used; below it factorials are exact.
_FAR = 21.5
#: size below which the gamma function is 1 / x, and the derivatives of both are finite.
_TINY = 1e-150


def _near(x):
    """Return the gamma function of numbers between 0 and `_FAR`, by recurrence from a number near 1."""
    steps = torch.round(x).detach() - 1.0
    value = 1.0 / polynomial(x - (steps + 1.0), _RECIPROCAL)
    for k in range(1, round(_FAR)):
        value = value * torch.where(k <= steps, x - k, 1.0)
    return torch.where(steps < 0.0, value / torch.where(steps < 0.0, x, 1.0), value)


def _far(x):
    """Return the gamma function of numbers above `_FAR` by Stirling's series, its power in two finite parts."""
    step = 1.0 / x
    half = torch.pow(x, 0.5 * x - 0.25)
    correction = torch.exp(polynomial(step * step, _STIRLING) * step)
    return half * torch.exp(-x) * half * (correction * math.sqrt(2 * math.pi))


def _of_size(size):
    """Return the gamma function of numbers that are not negative."""
    far = size > _FAR
    large = size > 180.0
    value = torch.where(
        far, _far(torch.where(far & torch.logical_not(large), size, 30.0)), _near(torch.where(far, 1.0, size))
    )
    return torch.where(large, torch.inf, value)


def _sine(size):
    """Return sin(pi * x) for numbers that are not negative, exact zeros at whole numbers."""
    rest = size - 2.0 * torch.floor(0.5 * size).detach()
    nearest = torch.round(rest).detach()
    return torch.sin(math.pi * (rest - nearest)) * torch.where(nearest == 1.0, -1.0, torch.ones_like(rest))


def _value(x):
    negative = x < 0.0
    whole = negative & (x == torch.floor(x))
    tiny = torch.abs(x) < _TINY
    size = torch.where(tiny, 1.0, torch.abs(x))
    value = _of_size(size)
    left = torch.where(negative & torch.logical_not(whole), size, 0.5)
    reflected = -math.pi / (_sine(left) * (left * torch.where(negative, value, 1.0)))
    value = torch.where(whole, torch.nan, torch.where(negative, reflected, value))
    return torch.where(tiny, 1.0 / x, value)


def gamma(x):
    """Return the gamma function; NaN at negative integers."""
    if not is_differentiated(x):
        return _value(x)
    # The derivative of the value is the value times the derivative of its logarithm: powers would overflow.
    logarithm = torch.lgamma(x)
    relative = torch.where(torch.isinf(logarithm), 0.0, logarithm - logarithm.detach())
    return _value(x.detach()) * torch.exp(relative)


#: the second and third coefficient of the series of 1 / gamma(x) at 0.
_RGAMMA = (0.5772156649015329, -0.6558780715202539)


def rgamma(x):
    """Return the reciprocal of the gamma function; 0 at its poles."""
    negative = x < 0.0
    tiny = torch.abs(x) < _TINY
    size = torch.where(tiny, 1.0, torch.abs(x))
    value = _of_size(size)
    left = torch.where(negative, size, 0.5)
    beyond = negative & (x == torch.floor(x)) & torch.isinf(value)
    reflected = _sine(left) * (left * torch.where(negative & torch.logical_not(beyond), value, 1.0)) / -math.pi + 0.0
    value = torch.where(beyond, 0.0, torch.where(negative, reflected, 1.0 / value))
    near = torch.where(tiny, x, 0.0)
    return torch.where(tiny, near * (1.0 + near * (_RGAMMA[0] + near * _RGAMMA[1])), value)


def gammasgn(x):
    """Return the sign of the gamma function; for zeros their own sign, for negative integers NaN."""
    below = torch.floor(x)
    odd = below != 2.0 * torch.floor(0.5 * below)
    sign = torch.where((x < 0.0) & odd, -1.0, torch.copysign(torch.ones_like(x), torch.where(x == 0.0, x, 1.0)))
    return torch.where(x.isnan() | ((x < 0.0) & (x == below)), torch.nan, sign)


def loggamma(x):
    """Return the logarithm of the gamma function; NaN below 0."""
    return torch.where(x < 0.0, torch.nan, torch.lgamma(torch.where(x < 0.0, 1.0, x)))
