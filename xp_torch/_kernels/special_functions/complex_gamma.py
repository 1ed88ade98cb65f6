"""The gamma function of complex numbers, its logarithm and its reciprocal."""

import math

import torch

from xp_torch._kernels import gamma as real
from xp_torch._kernels.elementwise.complexes import expm1, joined, log1p, parts
from xp_torch._kernels.elementwise.floats import exact_sum
from xp_torch._kernels.special_functions import double_double
from xp_torch._kernels.special_functions.factorials import cosine, sine
from xp_torch._kernels.special_functions.opaque import opaque
from xp_torch._kernels.special_functions.pieces import counted, is_pole, polynomial


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
#: half of the logarithm of 2 * pi, and pi.
_HALF_LOG_2PI, _PI = (0.9189385332046728, -3.8782941580672414e-17), (3.141592653589793, 1.2246467991473532e-16)


def _near(z, low, steps):
    """Return ``log(gamma(2 + t))`` for ``t = z + low - 2 - steps``, and the factor and divisor of its exponential."""
    t = z - (2.0 + steps)
    product = torch.ones_like(z)
    for k in range(1, _DOWN + 1):
        product = product * torch.where(k <= steps, z - float(k), 1.0)
    # `low` is 0 but for reflected numbers, above 3/2, where this is the digamma function, about
    slope = torch.log(z.detach()) - 0.5 / z.detach() - (1.0 / 12.0) / (z * z).detach()
    return (
        t * polynomial(t, _TAYLOR) + torch.where(low == 0.0, 0.0, slope * low),
        product,
        torch.where(steps < 0.0, z, 1.0),
        torch.where(steps < -1.0, z + 1.0, 1.0),
    )


def _doubled(x, low, y):
    """Return both parts, as pairs, of ``(z - 1/2) * log(z) - z + log(2 * pi) / 2`` for ``z = x + low + iy``."""
    x = x, low
    below, y = y < 0.0, double_double.pair(torch.abs(y))
    square = double_double.add(double_double.multiply(x, x), double_double.multiply(y, y))
    logarithm = double_double.scaled(double_double.log(square), 0.5)
    angle = double_double.angle(x, y)
    base = double_double.add(x, double_double.constant((-0.5, 0.0), x[0]))
    constant = double_double.constant(_HALF_LOG_2PI, x[0])
    left, right = double_double.stack(base, base, y, y), double_double.stack(logarithm, angle, angle, logarithm)
    products = double_double.unbind(double_double.multiply(left, right))
    real = double_double.add(products[0], double_double.negative(products[2]))
    imag = double_double.add(products[1], products[3])
    real = double_double.add(real, double_double.add(constant, double_double.negative(x)))
    imag = double_double.add(imag, double_double.negative(y))
    return (*real, *double_double.select(below, double_double.negative(imag), imag))


# of numbers without derivatives, so that it is one operation in graphs with gradients, too
_doubled = opaque(_doubled, 4)


def _far(z, low):
    """Return the logarithm of gamma(z + low + steps) by Stirling's series, and the numbers between.

    The logarithm is the sum of two results: one rounded number would lose digits of the exponential. The numbers
    between divide it; the last result is their change for a `z` that is not rounded.
    """
    x, y = parts(z)
    steps = torch.where(torch.abs(y) < 7.0, torch.clamp_min(torch.ceil(7.0 - x), 0.0), 0.0).detach()
    k = counted(x, _UP)
    inside = k < steps
    _, rounding = exact_sum(x.detach(), k)
    factors = torch.where(inside, joined(x + k, y + 0.0 * k), 1.0)
    change = torch.sum(torch.where(inside, (rounding + low) / factors.detach(), 0.0), 0)
    shifted = z + steps
    step = 1.0 / shifted
    series = step * polynomial(step * step, _STIRLING)
    plain = (shifted - 0.5) * torch.log(shifted) - shifted + _HALF_LOG_2PI[0]
    huge = (x.abs() > 1e100) | (y.abs() > 1e100)
    a, b = torch.where(huge, 8.0, x).detach(), torch.where(huge, 1.0, y).detach()
    a, low = double_double.add((a, low), double_double.pair(steps))
    real, real_low, imag, imag_low = _doubled(a, low, b)
    exponent = torch.where(huge, plain, joined(real, imag) + (plain - plain.detach()))
    return exponent, series + torch.where(huge, 0.0, joined(real_low, imag_low)), factors, change


def _product(factors):
    """Return the product along the first axis, in real arithmetic: the complex one depends on the layout."""
    (a, *reals), (b, *imags) = [t.unbind() for t in parts(factors)]
    for c, d in zip(reals, imags, strict=True):
        a, b = a * c - b * d, a * d + b * c
    return joined(a, b)


def _plan(z):
    """Return which numbers to reflect, and which then take the Taylor series; the numbers as sums, and their steps.

    The numbers are finite and in the upper half plane or on the real axis, without the poles.
    """
    x, y = parts(z)
    reflected = (x < 0.5) & torch.logical_not((x >= -0.5) & (y <= _FLAT))
    right = torch.where(reflected, 1.0 - z, z)
    _, low = exact_sum(torch.ones_like(x), -x.detach())
    x, y = parts(right)
    close = (x <= 10.0) & (torch.abs(y) <= _FLAT)
    steps = torch.where(close, torch.round(x) - 2.0, 0.0).detach()
    return reflected, close, right, torch.where(reflected, low, 0.0), steps


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
    reflected, close, right, low, steps = _plan(inside)
    series, product, first, second = _near(torch.where(close, right, 3.0), low, steps)
    one = steps >= -1.0
    logarithm = torch.where(
        one, log1p(torch.where(one, first - 1.0, 0.5)), torch.log(first) + log1p(torch.where(one, 0.5, second - 1.0))
    )
    near = series + torch.log(product) - logarithm
    far, rest, factors, change = _far(torch.where(close, 8.0, right), torch.where(close, 0.0, low))
    far = far + (rest - change)
    far = far - torch.sum(torch.log(_product(factors.unflatten(0, (2, -1)))), 0)
    value = torch.where(close, near, far)
    left = torch.where(reflected, inside, -1.5 + 1.0j)
    value = torch.where(reflected, math.log(math.pi) - _log_sine(left) - value, value)
    x, y = parts(z)
    vertical = torch.isinf(y) & torch.isfinite(x) & (x <= 0.0)
    nan = torch.full_like(x, torch.nan)
    return torch.where(fine, _conjugated(value, below), joined(torch.where(vertical, -torch.inf, nan), nan))


def _wave(z):
    """Return ``exp(i * pi * z) * sin(pi * z) / pi`` for ``Im(z) >= 0``, without the phase of the exponential."""
    x, y = parts(z)
    decay = -2.0 * math.pi * y
    first, second = 0.5 * (1.0 + torch.exp(decay)), -0.5 * torch.expm1(decay)
    return joined(sine(x) * first, cosine(x) * second) / math.pi


def _quotient(z):
    """Return a numerator, a divisor and an exponent, as a sum of two, by whose exponential they make gamma(z)."""
    reflected, close, right, low, steps = _plan(z)
    series, product, first, second = _near(torch.where(close, right, 3.0), low, steps)
    far, rest, factors, change = _far(torch.where(close, 8.0, right), torch.where(close, 0.0, low))
    divisor = _product(factors)
    product, divisor = torch.where(close, product, 1.0), torch.where(close, first * second, divisor)
    far, rest = torch.where(close, 0.0, far), torch.where(close, series, rest - change)
    left = torch.where(reflected, z, -1.5 + 1.0j)
    x, y = parts(far)
    height = torch.where(reflected, left.imag, 0.0)
    of_pi = double_double.multiply(double_double.pair(height.detach()), double_double.constant(_PI, height))
    total = double_double.add((x.detach(), torch.zeros_like(x)), of_pi)
    growth = (x - x.detach()) + math.pi * (height - height.detach())
    far = joined(torch.where(reflected, total[0] + growth, x), y)
    rest = rest + torch.where(reflected, total[1], 0.0)
    far, rest = torch.where(reflected, -far, far), torch.where(reflected, -rest, rest)
    wave = _wave(left)
    return torch.where(reflected, divisor, product), torch.where(reflected, product * wave, divisor), far, rest


def _scaled(factor, exponent, rest):
    """Return a factor times the exponential of `exponent` and a small `rest`, by its root next to overflow."""
    x, y = parts(exponent)
    root = torch.exp(0.5 * x.clamp(-1480.0, 1480.0))
    a, b = parts(factor * torch.exp(rest) * joined(torch.cos(y), torch.sin(y)))
    return joined((a * root) * root, (b * root) * root)


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
    numerator, divisor, exponent, rest = _quotient(inside)
    value = _conjugated(_scaled(numerator / divisor, exponent, rest), below)
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
    numerator, divisor, exponent, rest = _quotient(inside)
    value = _conjugated(_scaled(divisor / numerator, -exponent, -rest), below)
    x, y = parts(z)
    flat = _on_axis(value, real.rgamma(torch.where(y == 0.0, x, 1.0)), y)
    value = torch.where(fine, value, torch.nan + torch.zeros_like(z))
    value = torch.where((y == 0.0) & torch.isfinite(x), flat, value)
    # further left the derivative overflows
    pole = (y == 0.0) & is_pole(x) & (x > -170.0)
    return torch.where(pole, _at_pole(torch.where(pole, z, -1.0)), value)
