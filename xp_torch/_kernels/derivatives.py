"""Derivatives that torch lacks, as operations that autograd differentiates, to any order."""

import torch

#: coefficients of the Euler-Maclaurin formula: Bernoulli numbers B(2k) over (2k)!.
_EULER_MACLAURIN = (
    1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600,
    -3617 / 10670622842880000,
)  # fmt: skip
_TERMS = 12
_EULER_GAMMA = 0.5772156649015329
#: where an integrand is left out: below exp(-45) of its maximum.
_NEGLIGIBLE = 45.0
_INTERVALS = 128


def euler_maclaurin(s, q):
    """Return the Hurwitz zeta function by the Euler-Maclaurin formula, for positive `q` and `s` above -1, not 1."""
    end = q + float(_TERMS)
    total = torch.pow(end, 1.0 - s) / (s - 1.0) + 0.5 * torch.pow(end, -s)
    for n in range(_TERMS):
        total = total + torch.pow(q + float(n), -s)
    rising, power = s, torch.pow(end, -s - 1.0)
    for k, coefficient in enumerate(_EULER_MACLAURIN):
        total = total + coefficient * rising * power
        rising = rising * (s + (2 * k + 1)) * (s + (2 * k + 2))
        power = power / (end * end)
    return total


def zeta(s, q):
    """Return the Hurwitz zeta function for `s` above 1; NaN below, and a constant at infinities and negative poles."""
    # Above 1e18 the products overflow.
    defined = (s > 1.0) & (s < 1e18) & torch.isfinite(q) & ((q > 0.0) | (q != torch.floor(q)))
    total = euler_maclaurin(torch.where(defined, s, 2.0), torch.where(defined, q, 1.0))
    undefined = (s < 1.0) | s.isnan() | q.isnan()
    return torch.where(undefined, nan_by(undefined, s, q), torch.where(torch.isfinite(total), total, 0.0))


def nan_by(mask, x, y):
    """Return NaN where a mask is true, with NaN derivatives of any order by `x` and `y`."""
    return torch.exp(torch.where(mask, x + y, 0.0)) * torch.nan


def bessel_k(order, scaled=False):
    """Return a function for the modified Bessel function of the second kind of `order` 0 or 1.

    It is the integral of ``exp(-x * cosh(t)) * cosh(order * t)`` by the trapezoidal rule, which converges fast; below
    1e-9 the first term of the series is exact enough. At 0 the derivative is infinite.
    """

    def function(x):
        inside = (x > 1e-9) & torch.isfinite(x)
        safe = torch.where(inside, x, 1.0).unsqueeze(-1)
        last = 2.0 * torch.asinh(torch.sqrt(0.5 * _NEGLIGIBLE / safe.detach()))
        step = last / _INTERVALS
        half = torch.arange(_INTERVALS + 1, dtype=x.dtype, device=x.device) * (0.5 * step)
        rise = 2.0 * torch.square(torch.sinh(half))
        terms = torch.exp(-safe * rise) * (1.0 + rise if order else 1.0)
        total = (torch.sum(terms, -1) - 0.5 * terms.select(-1, 0)) * step.squeeze(-1)
        small = torch.where((x > 0.0) & (x <= 1e-9), x, 1.0)
        series = 1.0 / small if order else -torch.log(0.5 * small) - _EULER_GAMMA
        factor = torch.where(inside, 1.0, torch.exp(small)) if scaled else torch.where(inside, torch.exp(-x), 1.0)
        total = factor * torch.where(inside, total, series)
        return torch.where(x > 0.0, total, -torch.sqrt(x))

    return function
