"""The gamma function of complex numbers, its logarithm and its reciprocal."""

import math

import torch

from xp_torch._kernels import gamma as real
from xp_torch._kernels.elementwise.complexes import expm1, joined, log1p, parts
from xp_torch._kernels.special_functions.factorials import sine
from xp_torch._kernels.special_functions.pieces import is_pole, polynomial


def _zetac(n):
    """Return zeta(n) - 1 by the Euler-Maclaurin formula (DLMF 25.2.9)."""
    end, term = 40.0, n * 40.0 ** (-n - 1)
    tail = end ** (1 - n) / (n - 1) - 0.5 * end**-n
    for k, coefficient in enumerate((1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160)):
        tail += coefficient * term
        term *= (n + 2 * k + 1) * (n + 2 * k + 2) / end**2
    return math.fsum([tail, *[k**-n for k in range(2, 41)]])


#: coefficients of the Taylor series of log(gamma(2 + t)) / t (DLMF 5.7.3).
_TAYLOR = (1.0 - 0.5772156649015329, *[(-1) ** n * _zetac(n) / n for n in range(2, 64)])


def log_gamma_beside_one(t):
    """Return log(gamma(1 + t)) of small numbers, real or complex."""
    return t * polynomial(t, _TAYLOR[:48]) - torch.log1p(t)


#: coefficients of Stirling's series (DLMF 5.11.1).
_STIRLING = (
    1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400, 43867 / 244188,
    -174611 / 125400, 77683 / 5796, -236364091 / 1506960,
)  # fmt: skip
#: numbers of steps to and from the Taylor series, and to Stirling's; the size of the imaginary part for the first.
_DOWN, _UP, _FLAT = 8, 8, 1.0


def _near(z, steps):
    """Return ``log(gamma(2 + t))`` for ``t = z - 2 - steps``, and what multiplies and divides its exponential."""
    t = z - (2.0 + steps)
    product = torch.ones_like(z)
    for k in range(1, _DOWN + 1):
        product = product * torch.where(k <= steps, z - float(k), 1.0)
    return (
        t * polynomial(t, _TAYLOR),
        product,
        torch.where(steps < 0.0, z, 1.0),
        torch.where(steps < -1.0, z + 1.0, 1.0),
    )


def _far(z):
    """Return log(gamma(z + steps)) by Stirling's series, and the product to divide its exponential by."""
    x, y = parts(z)
    steps = torch.where(torch.abs(y) < 7.0, torch.clamp_min(torch.ceil(7.0 - x), 0.0), 0.0).detach()
    factors = [torch.where(k < steps, z + float(k), 1.0) for k in range(_UP)]
    shifted = z + steps
    step = 1.0 / shifted
    series = step * polynomial(step * step, _STIRLING)
    return (shifted - 0.5) * torch.log(shifted) - shifted + (0.5 * math.log(2.0 * math.pi)) + series, factors


def _reduced(z):
    """Return which numbers to reflect, and which then take the Taylor series; the reflected numbers, and their steps.

    The numbers are finite and in the upper half plane or on the real axis, without the poles.
    """
    x, y = parts(z)
    reflected = (x < 0.5) & torch.logical_not((x >= -0.5) & (y <= _FLAT))
    right = torch.where(reflected, 1.0 - z, z)
    x, y = parts(right)
    close = (x <= 10.0) & (torch.abs(y) <= _FLAT)
    return reflected, close, right, torch.where(close, torch.round(x) - 2.0, 0.0).detach()


def _safe(z):
    """Return the finite numbers without the poles, conjugated into the upper half plane, and masks of both."""
    x, y = parts(z)
    fine = torch.isfinite(x) & torch.isfinite(y) & torch.logical_not((y == 0.0) & is_pole(x))
    below = fine & torch.signbit(y)
    return joined(torch.where(fine, x, 5.0), torch.where(fine, torch.where(below, -y, y), 1.0)), fine, below


def _conjugated(z, below):
    """Return `z`, its conjugate where a mask is true."""
    x, y = parts(z)
    return joined(x, torch.where(below, -y, y))


def _log_sine(z):
    """Return log(sin(pi * z)) for Im(z) >= 0, analytic there, real at Re(z) = 1/2 (Hare, Adv. Appl. Math. 1997)."""
    x, y = parts(z)
    rest = x - torch.round(x).detach()
    wave = -expm1(joined(-2.0 * math.pi * y, 2.0 * math.pi * rest))
    real_part, imag_part = parts(torch.log(wave))
    return joined(math.pi * y + real_part - math.log(2.0), math.pi * (0.5 - x) + imag_part)


def loggamma(z):
    """Return the logarithm of the gamma function that is analytic but for a cut along the negative real axis."""
    inside, fine, below = _safe(z)
    reflected, close, right, steps = _reduced(inside)
    series, product, first, second = _near(torch.where(close, right, 3.0), steps)
    logarithm = torch.where(second == 1.0, log1p(first - 1.0), torch.log(first) + log1p(second - 1.0))
    near = series + torch.log(product) - logarithm
    far, factors = _far(torch.where(close, 8.0, right))
    for k in range(0, _UP, 2):
        far = far - torch.log(factors[k] * factors[k + 1])
    value = torch.where(close, near, far)
    left = torch.where(reflected, inside, -1.5 + 1.0j)
    value = torch.where(reflected, math.log(math.pi) - _log_sine(left) - value, value)
    x, y = parts(z)
    vertical = torch.isinf(y) & torch.isfinite(x) & (x <= 0.0)
    nan = torch.full_like(x, torch.nan)
    return torch.where(fine, _conjugated(value, below), joined(torch.where(vertical, -torch.inf, nan), nan))


def _quotient(z):
    """Return numbers, the product of one with the exponential of the other divided by a third is gamma(z)."""
    reflected, close, right, steps = _reduced(z)
    series, product, first, second = _near(torch.where(close, right, 3.0), steps)
    far, factors = _far(torch.where(close, 8.0, right))
    divisor = factors[0]
    for factor in factors[1:]:
        divisor = divisor * factor
    exponent = torch.where(close, series, far)
    product, divisor = torch.where(close, product, 1.0), torch.where(close, first * second, divisor)
    x, y = parts(torch.where(reflected, z, -1.5 + 1.0j))
    # beyond, the hyperbolic functions are next to overflow and to one another
    distant = y > 200.0
    y = torch.where(distant, 1.0, y)
    s, c = sine(x), sine(x + 0.5)
    wave = joined(s * torch.cosh(math.pi * y), c * torch.sinh(math.pi * y)) / math.pi
    remote = torch.where(reflected & distant, z, -1.5 + 300.0j)
    exponent = torch.where(reflected & distant, exponent + _log_sine(remote) - math.log(math.pi), exponent)
    swapped = torch.where(reflected, divisor, product), torch.where(reflected, product, divisor)
    divisor = swapped[1] * torch.where(reflected & torch.logical_not(distant), wave, 1.0)
    return swapped[0], torch.where(reflected, -exponent, exponent), divisor


def _scaled(factor, exponent):
    """Return a factor times an exponential, next to overflow by the factor's logarithm."""
    far = torch.abs(exponent.real) > 600.0
    near = torch.exp(torch.where(far, 0.0, exponent)) * factor
    return torch.where(far, torch.exp(torch.where(far, exponent + torch.log(factor), 0.0)), near)


def _on_axis(value, flat, y):
    """Return `value`, with the digits of `flat` where `y` is 0, by a factor next to 1 that keeps derivatives."""
    a, _ = parts(value)
    factor = torch.where(flat == a, 1.0, flat / a).detach()
    close = torch.abs(factor - 1.0) < 0.1
    scaled = value * torch.where(close, factor, 1.0)
    a, b = parts(scaled)
    scaled = joined(torch.where(close, a + (flat - a).detach(), a), b)
    return torch.where(y == 0.0, torch.where(close, scaled, joined(flat, 0.0 * y)), value)


def gamma(z):
    """Return the gamma function, equal to the real function on the real axis."""
    inside, fine, below = _safe(z)
    product, exponent, divisor = _quotient(inside)
    value = _conjugated(_scaled(product / divisor, exponent), below)
    x, y = parts(z)
    value = _on_axis(value, real.gamma(torch.where(y == 0.0, x, 1.0)), y)
    value = torch.where(fine, value, torch.nan + torch.zeros_like(z))
    vertical = torch.isinf(y) & torch.isfinite(x) & (x <= 0.0)
    return torch.where(vertical, joined(torch.zeros_like(y), -0.0 * y.sign()), value)


def _at_pole(z):
    """Return the reciprocal at a pole of the gamma function, with its derivatives, by reflection (DLMF 5.5.3)."""
    nearest = torch.round(z.real).detach()
    sign = 1.0 - 2.0 * torch.remainder(nearest, 2.0)
    return torch.sin(math.pi * (z - nearest)) * (sign * gamma(1.0 - z)) / math.pi


def rgamma(z):
    """Return the reciprocal of the gamma function; 0 at its poles."""
    inside, fine, below = _safe(z)
    product, exponent, divisor = _quotient(inside)
    value = _conjugated(_scaled(divisor / product, -exponent), below)
    x, y = parts(z)
    flat = _on_axis(value, real.rgamma(torch.where(y == 0.0, x, 1.0)), y)
    value = torch.where(fine, value, torch.nan + torch.zeros_like(z))
    value = torch.where((y == 0.0) & torch.isfinite(x), flat, value)
    # further left the derivative overflows
    pole = (y == 0.0) & is_pole(x) & (x > -170.0)
    return torch.where(pole, _at_pole(torch.where(pole, z, -1.0)), value)
