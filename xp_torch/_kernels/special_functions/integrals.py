"""Exponential, sine and cosine integrals, and Spence's function."""

import math

import torch

from xp_torch._kernels.special_functions import tables
from xp_torch._kernels.special_functions.pieces import chosen, piecewise_polynomial, polynomial

_EULER_GAMMA = 0.5772156649015329
#: coefficients of the series of (E1(x) + log(x) + gamma) / x (DLMF 6.6.2).
_E1_SERIES = tuple((-1.0) ** k / ((k + 1) * math.factorial(k + 1)) for k in range(16))
#: the zeros of Ei and of Ci that are next to 0, as sums of two numbers.
_EI_ZERO, _CI_ZERO = (0.3725074107813666, 1.3140183414386028e-17), (0.6165054856207163, -4.209920321433186e-17)
#: coefficients of the asymptotic series of x * exp(-x) * Ei(x) (DLMF 6.12.2).
_EI_FAR = tuple(float(math.factorial(k)) for k in range(40))


def exp1(x):
    """Return the exponential integral E1: its series up to 1/2, then a polynomial of 1 / x; NaN below 0."""
    far = x > 0.5
    near = torch.where(far | (x <= 0.0), 0.25, x)
    series = near * polynomial(near, _E1_SERIES) - _EULER_GAMMA - torch.log(near)
    beyond = torch.where(far, x, 1.0)
    step = 1.0 / beyond
    value = torch.exp(-beyond) * (piecewise_polynomial(step, tables.E1_EDGES, tables.E1) * step)
    value = torch.where(far, value, torch.where(x == 0.0, torch.inf, series))
    return torch.where((x < 0.0) | x.isnan(), torch.nan, value)


def _beside_zero(x, zero, edges, rows):
    """Return log(x / zero) + (x - zero) * p(x), a function with full precision near its zero."""
    distance = (x - zero[0]) - zero[1]
    ratio = distance / zero[0]
    close = torch.abs(ratio) < 0.5
    logarithm = torch.where(
        close, torch.log1p(torch.where(close, ratio, 0.0)), torch.log(torch.where(close, 1.0, x)) - math.log(zero[0])
    )
    return logarithm + distance * piecewise_polynomial(x, edges, rows)


def _ei_middle(x):
    return piecewise_polynomial(1.0 / x, tables.EI_EDGES, tables.EI) * torch.exp(x) / x


def _ei_far(x):
    """Return Ei by its asymptotic series; half of the exponential is below overflow."""
    half = torch.exp(0.5 * x)
    return half * (half * polynomial(1.0 / x, _EI_FAR) / x)


def expi(x):
    """Return the exponential integral Ei: near its zero, by polynomials of 1 / x, or by its asymptotic series."""
    below = torch.where(x < 0.0, -exp1(torch.where(x < 0.0, -x, 1.0)), torch.where(x == 0.0, -torch.inf, x))
    return chosen(
        below,
        (x,),
        (x > 0.0, lambda t: _beside_zero(t, _EI_ZERO, tables.EI_NEAR_EDGES, tables.EI_NEAR), (1.0,)),
        (x > 6.0, _ei_middle, (8.0,)),
        ((x > 40.0) & (x < torch.inf), _ei_far, (50.0,)),
        (x == torch.inf, torch.clone, (1.0,)),
    )


def _expn_series(n, x):
    """Return E_n(x) for `x` up to 1 by its series (DLMF 8.19.8), whose term n - 1 has a logarithm."""
    logarithm, harmonic = torch.log(x), -_EULER_GAMMA
    total, power = torch.zeros_like(x), torch.ones_like(x)
    for k in range(20):
        special = n == k + 1.0
        factor = torch.where(special, harmonic - logarithm, 1.0 / torch.where(special, 1.0, n - (k + 1.0)))
        total = total + power * factor
        power, harmonic = power * (-x / (k + 1.0)), harmonic + 1.0 / (k + 1.0)
    return total


_FRACTIONS = 105


def _expn_fraction(n, x):
    """Return E_n(x) for `x` above 1 by its continued fraction (DLMF 8.19.17, contracted), from its end."""
    base = x + n
    bottom = base + 2.0 * _FRACTIONS
    for k in range(_FRACTIONS, 0, -1):
        bottom = (base + (2.0 * k - 2.0)) - (n + (k - 1.0)) / bottom * k
    return torch.exp(-x) / bottom


def expn(n, x):
    """Return the generalised exponential integral E_n; fractional orders are truncated."""
    n = torch.trunc(n).detach()
    defined = (n >= 0.0) & (x > 0.0)
    value = chosen(
        torch.where((n < 0.0) | (x < 0.0) | n.isnan() | x.isnan(), torch.nan, torch.inf),
        (n, x),
        ((n > 1.0) & (x == 0.0), lambda n, x: 1.0 / (n - 1.0), (2.0, 1.0)),
        (defined & (x <= 1.0), _expn_series, (1.0, 0.5)),
        (defined & (x > 1.0), _expn_fraction, (1.0, 2.0)),
        (defined & (n == 0.0), lambda n, x: torch.exp(-x) / x, (0.0, 1.0)),
    )
    return torch.where((n >= 0.0) & (x == torch.inf), 0.0, value)


#: coefficients of the series of Si(x) / x by -x * x (DLMF 6.6.5).
_SI_SERIES = tuple(1.0 / ((2 * k + 1) * math.factorial(2 * k + 1)) for k in range(14))


def sici(x):
    """Return the sine and the cosine integral; above 2 by their auxiliary functions f and g (DLMF 6.2.19-20)."""
    far, infinite = torch.abs(x) > 2.0, torch.isinf(x)
    size = torch.where(far & torch.logical_not(infinite), torch.abs(x), 3.0)
    step = 1.0 / size
    square = step * step
    f = step * piecewise_polynomial(square, tables.F_EDGES, tables.F)
    g = square * piecewise_polynomial(square, tables.G_EDGES, tables.G)
    sine, cosine = torch.sin(size), torch.cos(size)
    distant = math.pi / 2 - f * cosine - g * sine, f * sine - g * cosine
    near = torch.where(far, 1.0, x)
    series = near * polynomial(-near * near, _SI_SERIES)
    si = torch.where(far, torch.sign(x) * torch.where(infinite, math.pi / 2, distant[0]), series)
    inside = torch.where(far | (x == 0.0), 1.0, torch.abs(x))
    ci = _beside_zero(inside, _CI_ZERO, tables.CI_NEAR_EDGES, tables.CI_NEAR)
    ci = torch.where(far, torch.where(infinite, 0.0, distant[1]), torch.where(x == 0.0, -torch.inf, ci))
    return si, torch.where((x == -torch.inf) | x.isnan(), torch.nan, ci)


#: Bernoulli numbers of even order over the factorial of the next number: coefficients of the dilogarithm's series.
_DEBYE = tuple(
    b / math.factorial(2 * k + 3)
    for k, b in enumerate((1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798))
)


def _spence_near(x):
    """Return Spence's function between 1/2 and 2 by Debye's series of log(x) (Lewin, Polylogarithms, 1.11)."""
    u = -torch.log(x)
    square = u * u
    return u * (1.0 - 0.25 * u + square * polynomial(square, _DEBYE))


def _spence_below(x):
    """Return Spence's function below 1/2, by reflection to 1 - x (DLMF 25.12.6)."""
    zero = x == 0.0
    inside = torch.where(zero, 0.25, x)
    value = math.pi**2 / 6 - torch.log(inside) * torch.log1p(-inside) - _spence_near(1.0 - inside)
    return torch.where(zero, math.pi**2 / 6, value)


def _spence_above(x):
    """Return Spence's function above 2, by inversion to 1 / x (DLMF 25.12.4)."""
    inverse = 1.0 / x
    inner = chosen(
        _spence_near(torch.where(inverse < 0.5, 1.0, inverse)), (inverse,), (inverse < 0.5, _spence_below, (0.25,))
    )
    return -0.5 * torch.square(torch.log(x)) - inner


def spence(x):
    """Return Spence's function, the dilogarithm of 1 - x; NaN below 0."""
    return chosen(
        torch.full_like(x, torch.nan),
        (x,),
        ((x >= 0.0) & (x < 0.5), _spence_below, (0.25,)),
        ((x >= 0.5) & (x <= 2.0), _spence_near, (1.0,)),
        ((x > 2.0) & (x < torch.inf), _spence_above, (4.0,)),
    )
