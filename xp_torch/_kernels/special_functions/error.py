"""The Faddeeva function and its relatives: the error functions of complex numbers, Dawson's, Voigt's and Fresnel's.

They take w(z) = exp(-z * z) * erfc(-i * z) from the trapezoidal rule, modified by the residue of its integrand (Matta
and Reichel, Math. Comp. 25, 1971; Al Azah and Chandler-Wilde, SIAM J. Numer. Anal. 59, 2021), in real arithmetic, so
that the real part has all digits, however small it is.
"""

import math

import torch

from xp_torch._kernels.elementwise.complexes import joined, parts
from xp_torch._kernels.elementwise.floats import exact_product, exact_sum
from xp_torch._kernels.special_functions.pieces import constants, polynomial

#: The rule has nodes at multiples of the step, or half a step away; omitted nodes weigh less than exp(-44).
_COUNT = 13
_STEP = math.sqrt(math.pi / (_COUNT + 1))
_NODES = tuple(tuple((k + shift) * _STEP for k in range(_COUNT + 1)) for shift in (0.0, 0.5))
#: size above which w(z) is i / (sqrt(pi) * z).
_FAR = 1e8
_RSQRT_PI = 1.0 / math.sqrt(math.pi)


def _turned(x, y):
    """Return the root of the modulus of ``exp(-z * z)`` for ``z = x + iy``, and its direction, from exact products."""
    a, b = x.detach(), y.detach()
    (p, p_low), (q, q_low), (r, r_low) = exact_product(a, a), exact_product(b, b), exact_product(a, b)
    exponent = (y - x) * (y + x)
    angle = -2.0 * torch.where(torch.isinf(y) & (x == 0.0), torch.sign(y), y) * x
    total, low = exact_sum(q, -p)
    low = (total - exponent.detach()) + low + (q_low - p_low)
    low = 1.0 + torch.where(torch.abs(exponent) < 1e4, low, 0.0)
    turn = (-2.0 * r - angle.detach()) - 2.0 * r_low
    turn = torch.where((torch.abs(angle) < 1e15) & torch.isfinite(turn), turn, 0.0)
    root = torch.exp(0.5 * exponent)
    zero = root == 0.0
    angle = torch.where(zero, 1.0, angle)
    cosine, sine = torch.cos(angle), torch.sin(angle)
    return (
        root,
        torch.where(zero, 0.0, low * (cosine - sine * turn)),
        torch.where(zero, 0.0, low * (sine + cosine * turn)),
    )


def _scaled(root, t):
    """Return t * root * root, which is 0 if `t` is 0 and `root` infinite."""
    root = torch.where((t == 0.0) & torch.isinf(root), 1.0, root)
    return root * (root * t)


def wave(x, y):
    """Return the parts of exp(-z * z) for z = x + iy."""
    root, cosine, sine = _turned(x, y)
    return _scaled(root, cosine), _scaled(root, sine)


def _residue(x, y, middle):
    """Return the residue: ``2 * exp(-z * z) / (1 + q)`` if `middle`, else ``2 * exp(-z * z) / (1 - q)``."""
    real, imag = wave(x, y)
    angle = (2.0 * math.pi / _STEP) * x
    grown = torch.where(middle, 1.0, -1.0) * torch.exp((2.0 * math.pi / _STEP) * y)
    a, b = 1.0 + grown * torch.cos(angle), grown * torch.sin(angle)
    scale = 2.0 / (a * a + b * b)
    return scale * (real * a - imag * b), scale * (imag * a + real * b)


def _near(x, y):
    """Return the parts of w(x + iy) for non-negative `y`, by the rule with nodes far from `x`."""
    place = (x / _STEP).detach()
    middle = torch.abs(place - torch.round(place)) < 0.25
    whole, halves = [constants(nodes, x) for nodes in _NODES]
    t = torch.where(middle.unsqueeze(-1), halves, whole)
    weight = torch.exp(-t * t) * torch.where(t == 0.0, 0.5, 1.0)
    a, b = x.unsqueeze(-1), y.unsqueeze(-1)
    left, right, square = a - t, a + t, b * b
    weight = weight / ((left * left + square) * (right * right + square))
    real = (2.0 * _STEP / math.pi) * y * torch.sum(weight * (a * a + square + t * t), -1)
    imag = (2.0 * _STEP / math.pi) * x * torch.sum(weight * (square + left * right), -1)
    inside = y < math.pi / _STEP
    real_residue, imag_residue = _residue(x, torch.where(inside, y, 0.0), middle)
    return real + torch.where(inside, real_residue, 0.0), imag + torch.where(inside, imag_residue, 0.0)


def _far(x, y):
    """Return the parts of i / (sqrt(pi) * z), without overflow by squares."""
    largest = torch.maximum(torch.abs(x), y).detach()
    a, b = x / largest, y / largest
    scale = _RSQRT_PI / (a * a + b * b) / largest
    return b * scale, a * scale


#: coefficients of the series of Dawson's integral over z, by -2 * z * z (DLMF 7.6.3 at imaginary numbers).
_DAWSON = tuple(1.0 / math.prod(range(1, 2 * k + 2, 2)) for k in range(25))


def _small(x, y):
    """Return the parts of w(z) of small numbers: exp(-z * z) + 2i / sqrt(pi) * dawsn(z) (DLMF 7.5.1)."""
    z = joined(x, y)
    a, b = parts(z * polynomial(-2.0 * z * z, _DAWSON))
    real, imag = wave(x, y)
    return real - (2.0 * _RSQRT_PI) * b, imag + (2.0 * _RSQRT_PI) * a


def faddeeva(x, y):
    """Return the parts of w(x + iy) for `y` not negative."""
    far, small = (torch.abs(x) > _FAR) | (y > _FAR), (torch.abs(x) < 1.1) & (y < 0.4)
    infinite = torch.isinf(x) | torch.isinf(y)
    beyond = far & torch.logical_not(infinite)
    near = _near(torch.where(far | small, 2.0, x), torch.where(far | small, 1.0, y))
    away = _far(torch.where(beyond, x, 1.0), torch.where(beyond, y, _FAR))
    inside = _small(torch.where(small, x, 0.5), torch.where(small, y, 0.1))
    zeros, undefined = (torch.zeros_like(x), 0.0 * torch.sign(x)), x.isnan() | y.isnan()
    result = []
    for a, b, c, zero in zip(near, away, inside, zeros, strict=True):
        value = torch.where(infinite, zero, torch.where(far, b, torch.where(small, c, a)))
        result.append(torch.where(undefined, torch.nan, value))
    return result


def _w(x, y):
    """Return the parts of w(x + iy): below the real axis 2 * exp(-z * z) - w(-z)."""
    below = y < 0.0
    real, imag = faddeeva(torch.where(below, -x, x), torch.where(below, -y, y))
    a, b = wave(torch.where(below, x, 0.0), torch.where(below, y, 0.0))
    imag = torch.where(below, 2.0 * b - imag, imag)
    return torch.where(below, 2.0 * a - real, real), torch.where((x == 0.0) & imag.isnan(), x, imag)


def wofz(z):
    """Return the Faddeeva function."""
    return joined(*_w(*parts(z)))


def complex_erfcx(z):
    """Return exp(z * z) * erfc(z), which is w(i * z) (DLMF 7.2.3)."""
    x, y = parts(z)
    return joined(*_w(-y, x))


#: coefficients of the series of sqrt(pi) / 2 * erf(z) / z by -z * z (DLMF 7.6.1).
_ERF = tuple(1.0 / (math.factorial(n) * (2 * n + 1)) for n in range(20))


def complex_erf(z):
    """Return the error function: by its series for small numbers, else from Faddeeva's function w."""
    x, y = parts(z)
    small = (torch.abs(x) < 1.0) & (torch.abs(y) < 1.0)
    inside = torch.where(small, z, 0.5)
    series = (2.0 * _RSQRT_PI) * inside * polynomial(-inside * inside, _ERF)
    left = torch.signbit(x)
    a, b = torch.where(small, 1.0, torch.where(left, -x, x)), torch.where(small, 0.0, torch.where(left, -y, y))
    (p, q), (root, c, d) = faddeeva(-b, a), _turned(a, b)
    real, imag = 1.0 - _scaled(root, c * p - d * q), -_scaled(root, d * p + c * q)
    real, imag = torch.where(left, -real, real), torch.where(left, -imag, imag)
    # next to the imaginary axis the real part has its own digits, by the derivative
    thin = torch.logical_not(small) & ((x == 0.0) | (torch.abs(x) * (1.0 + torch.abs(y)) < 1e-8))
    beside = (2.0 * _RSQRT_PI) * x * torch.exp(torch.square(torch.where(thin, y, 0.0)))
    real = torch.where(thin, beside, real)
    real, imag = torch.where((x == 0.0) & real.isnan(), x, real), torch.where((y == 0.0) & imag.isnan(), y, imag)
    imag = torch.where((x == 0.0) & torch.isinf(y), y, imag)
    a, b = parts(series)
    return joined(torch.where(small, a, real), torch.where(small, b, imag))


def dawsn(x):
    """Return Dawson's integral: its series for small numbers, else sqrt(pi) / 2 times the imaginary part of w(x)."""
    small = torch.abs(x) < 1.1
    inside = torch.where(small, x, 0.5)
    _, imag = faddeeva(torch.where(small, 1.5, x), torch.zeros_like(x))
    return torch.where(small, inside * polynomial(-2.0 * inside * inside, _DAWSON), 0.5 / _RSQRT_PI * imag)


def complex_dawsn(z):
    """Return Dawson's integral of complex numbers: its series, and i * sqrt(pi) / 2 * (exp(-z * z) - w(z))."""
    x, y = parts(z)
    below = torch.signbit(y)
    x, y = torch.where(below, -x, x), torch.where(below, -y, y)
    small = (torch.abs(x) < 1.0) & (y < 1.0)
    inside = torch.where(small, joined(x, y), 0.5)
    a, b = parts(inside * polynomial(-2.0 * inside * inside, _DAWSON))
    p, q = torch.where(small, 1.5, x), torch.where(small, 0.5, y)
    (c, d), (e, f) = wave(p, q), faddeeva(p, q)
    real = torch.where(small, a, (0.5 / _RSQRT_PI) * (f - d))
    imag = torch.where(small, b, (0.5 / _RSQRT_PI) * (c - e))
    return joined(torch.where(below, -real, real), torch.where(below, -imag, imag))


_ROOT, _ROOT_LOW = math.sqrt(2.0), -9.667293313452913e-17


def _standardised(x, sigma):
    """Return x / (sqrt(2) * sigma) and its rounding error."""
    width, low = exact_product(sigma, torch.full_like(sigma, _ROOT))
    place = x / width
    product, product_low = exact_product(place, width)
    error = (((x - product) - product_low) - place * (low + sigma * _ROOT_LOW)) / width
    return place, torch.where(torch.isfinite(error), error, 0.0).detach()


def voigt_profile(x, sigma, gamma):
    """Return Voigt's profile: the real part of w, Cauchy's far from the normal distribution, or if `sigma` is 0."""
    width = math.sqrt(2.0) * sigma
    cauchy = (torch.maximum(torch.abs(x), torch.abs(gamma)) > _FAR * width) & (gamma != 0.0)
    point = (sigma == 0.0) & (gamma == 0.0)
    scale = torch.where(cauchy | point, 1.0, sigma)
    place, error = _standardised(torch.where(cauchy | point, 1.0, x), scale)
    height = torch.where(cauchy | point, 1.0, gamma) / (math.sqrt(2.0) * scale)
    real, imag = _w(place, height)
    # the derivative is -2 * z * w (DLMF 7.10.2)
    change = torch.where(torch.abs(place) < 1e4, -2.0 * (place * real - height * imag) * error, 0.0)
    value = (real + change.detach()) * (1.0 / math.sqrt(2.0 * math.pi)) / scale
    a, b = torch.where(cauchy, x, 1.0), torch.where(cauchy, gamma, 1.0)
    ratio = torch.where(torch.isinf(a), torch.inf, a / b)
    value = torch.where(cauchy, 1.0 / (math.pi * b * (1.0 + ratio * ratio)), value)
    value = torch.where(point, torch.where(x == 0.0, torch.inf, 0.0), value)
    return torch.where(x.isnan() | sigma.isnan() | gamma.isnan(), torch.nan, value)


#: coefficients of the series of C(x) / x and S(x) / x**3, by -x**4 (DLMF 7.6.4 and 7.6.6).
_COSINE = tuple((math.pi / 2) ** (2 * n) / (math.factorial(2 * n) * (4 * n + 1)) for n in range(14))
_SINE = tuple((math.pi / 2) ** (2 * n + 1) / (math.factorial(2 * n + 1) * (4 * n + 3)) for n in range(14))


def fresnel(x):
    """Return Fresnel's integrals S and C: series, and above 1.2 by their auxiliary functions, of w (DLMF 7.5.3-10)."""
    small, infinite = torch.abs(x) < 1.2, torch.isinf(x)
    s = torch.where(small, x, 0.5)
    fourth = -torch.square(s * s)
    size = torch.where(small | infinite, 1.5, torch.abs(x))
    place = (0.5 * math.sqrt(math.pi)) * size
    real, imag = faddeeva(place, place)
    f, g = 0.5 * (real + imag), 0.5 * (real - imag)
    t = torch.where(size > 1e100, 1.0, size)
    square, low = exact_product(t.detach(), t.detach())
    change = t * t
    angle = (math.pi / 2) * (torch.fmod(square, 4.0) + torch.fmod(low, 4.0) + (change - change.detach()))
    sine, cosine = torch.sin(angle), torch.cos(angle)
    far = 0.5 - f * cosine - g * sine, 0.5 + f * sine - g * cosine
    near = s * (s * s) * polynomial(fourth, _SINE), s * polynomial(fourth, _COSINE)
    return tuple(
        torch.where(small, b, torch.sign(x) * torch.where(infinite, 0.5, a)) for a, b in zip(far, near, strict=True)
    )
