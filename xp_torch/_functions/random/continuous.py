"""Continuous distributions, for `Generator` and `RandomState`."""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._functions.random.draws import (
    NON_NEGATIVE,
    POSITIVE,
    REAL,
    Distributions,
    DrawContext,
    Size,
    as_default_float,
    distribution,
    raise_if,
)

__all__ = ["Continuous"]


def _where(condition: Any, chosen: Any, other: Any) -> Any:
    """Return `torch.where`, or Python's choice if the condition is a bool."""
    if isinstance(condition, torch.Tensor):
        return torch.where(condition, chosen, other)
    return chosen if condition else other


def _sqrt(x: Any) -> Any:
    """Return the square root of a float or a tensor."""
    return math.sqrt(x) if isinstance(x, float) else torch.sqrt(x)


def _chisquare(context: DrawContext, df: Any) -> torch.Tensor:
    """Return chi-square numbers."""
    return 2.0 * context.draw("gamma", df / 2.0)


def _noncentral_chisquare(context: DrawContext, df: Any, nonc: Any) -> torch.Tensor:
    """Return noncentral chi-square numbers: a shifted normal number squared, plus chi-square of one degree less."""
    is_float = isinstance(df, float)
    if not is_float or df > 1.0:
        shifted = context.draw("normal") + _sqrt(nonc)
        above = shifted * shifted + 2.0 * context.draw("gamma", _where(df > 1.0, df - 1.0, 0.0) / 2.0)
        if is_float:
            return above
    # Up to one degree of freedom: a mixture of chi-square distributions with Poisson weights.
    below = 2.0 * context.draw("gamma", df / 2.0 + context.draw("poisson", nonc / 2.0))
    return below if is_float else torch.where(df > 1.0, above, below)


class Continuous(Distributions):
    """The continuous distributions that NumPy's two classes share."""

    @distribution("2.0, 3.0", a=("First shape parameter", POSITIVE), b=("Second shape parameter", POSITIVE))
    def beta(self, a: Any, b: Any, size: Size = None) -> ndarray:
        """Draw from the beta distribution on (0, 1)."""
        context, a, b = self._prepare("beta", size, a, b)
        return as_default_float(torch.sigmoid(context.draw("log_gamma", a) - context.draw("log_gamma", b)))

    @distribution("2.0", scale=("Mean", NON_NEGATIVE))
    def exponential(self, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the exponential distribution."""
        context, scale = self._prepare("exponential", size, scale)
        return as_default_float(scale * context.draw("exponential"))

    @distribution("2.0, 3.0", shape=("Shape parameter", NON_NEGATIVE), scale=("Scale", NON_NEGATIVE))
    def gamma(self, shape: Any, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the gamma distribution."""
        context, shape, scale = self._prepare("gamma", size, shape, scale)
        return as_default_float(scale * context.draw("gamma", shape))

    @distribution("2.0", df=("Degrees of freedom", POSITIVE))
    def chisquare(self, df: Any, size: Size = None) -> ndarray:
        """Draw from the chi-square distribution."""
        context, df = self._prepare("chisquare", size, df)
        return as_default_float(_chisquare(context, df))

    @distribution("2.0, 1.0", df=("Degrees of freedom", POSITIVE), nonc=("Non-centrality", NON_NEGATIVE))
    def noncentral_chisquare(self, df: Any, nonc: Any, size: Size = None) -> ndarray:
        """Draw from the noncentral chi-square distribution."""
        context, df, nonc = self._prepare("noncentral_chisquare", size, df, nonc)
        return as_default_float(_noncentral_chisquare(context, df, nonc))

    @distribution(
        "2.0, 5.0",
        dfnum=("Degrees of freedom of the numerator", POSITIVE),
        dfden=("Degrees of freedom of the denominator", POSITIVE),
    )
    def f(self, dfnum: Any, dfden: Any, size: Size = None) -> ndarray:
        """Draw from the F distribution."""
        context, m, n = self._prepare("f", size, dfnum, dfden)
        return as_default_float((_chisquare(context, m) * n) / (_chisquare(context, n) * m))

    @distribution(
        "2.0, 5.0, 1.0",
        dfnum=("Degrees of freedom of the numerator", POSITIVE),
        dfden=("Degrees of freedom of the denominator", POSITIVE),
        nonc=("Non-centrality of the numerator", NON_NEGATIVE),
    )
    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Size = None) -> ndarray:
        """Draw from the noncentral F distribution."""
        context, m, n, nonc = self._prepare("noncentral_f", size, dfnum, dfden, nonc)
        return as_default_float((_noncentral_chisquare(context, m, nonc) * n) / (_chisquare(context, n) * m))

    @distribution("0.0, 1.0", loc=("Mode", REAL), scale=("Scale", NON_NEGATIVE))
    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the Gumbel distribution."""
        context, loc, scale = self._prepare("gumbel", size, loc, scale)
        return as_default_float(loc - scale * torch.log(context.draw("exponential")))

    @distribution("0.0, 1.0", loc=("Mean", REAL), scale=("Scale", NON_NEGATIVE))
    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the Laplace (double exponential) distribution."""
        context, loc, scale = self._prepare("laplace", size, loc, scale)
        return as_default_float(loc + scale * (context.draw("exponential") - context.draw("exponential")))

    @distribution("0.0, 1.0", loc=("Mean", REAL), scale=("Scale", NON_NEGATIVE))
    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the logistic distribution."""
        context, loc, scale = self._prepare("logistic", size, loc, scale)
        e = context.draw("exponential")
        return as_default_float(loc + scale * (torch.log(-torch.expm1(-e)) + e))

    @distribution(
        "0.0, 1.0", mean=("Mean of the logarithm", REAL), sigma=("Standard deviation of the logarithm", NON_NEGATIVE)
    )
    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the log-normal distribution."""
        context, mean, sigma = self._prepare("lognormal", size, mean, sigma)
        return as_default_float(torch.exp(mean + sigma * context.draw("normal")))

    @distribution("0.0, 1.0", loc=("Mean", REAL), scale=("Standard deviation", NON_NEGATIVE))
    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the normal distribution."""
        context, loc, scale = self._prepare("normal", size, loc, scale)
        return as_default_float(loc + scale * context.number("normal"))

    @distribution("3.0", a=("Shape parameter", POSITIVE))
    def pareto(self, a: Any, size: Size = None) -> ndarray:
        """Draw from the Pareto II (Lomax) distribution on [0, inf)."""
        context, a = self._prepare("pareto", size, a)
        return as_default_float(torch.expm1(context.draw("exponential") / a))

    @distribution("3.0", a=("Exponent", POSITIVE))
    def power(self, a: Any, size: Size = None) -> ndarray:
        """Draw from the distribution on [0, 1] with the density ``a * x**(a - 1)``."""
        context, a = self._prepare("power", size, a)
        return as_default_float(torch.pow(-torch.expm1(-context.draw("exponential")), 1.0 / a))

    @distribution("1.0", scale=("Mode", NON_NEGATIVE))
    def rayleigh(self, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the Rayleigh distribution."""
        context, scale = self._prepare("rayleigh", size, scale)
        return as_default_float(scale * torch.sqrt(2.0 * context.draw("exponential")))

    @distribution()
    def standard_cauchy(self, size: Size = None) -> ndarray:
        """Draw from the standard Cauchy distribution."""
        (context,) = self._prepare("standard_cauchy", size)
        return as_default_float(context.draw("normal") / context.draw("normal"))

    @distribution("5.0", df=("Degrees of freedom", POSITIVE))
    def standard_t(self, df: Any, size: Size = None) -> ndarray:
        """Draw from Student's t distribution."""
        context, df = self._prepare("standard_t", size, df)
        half = df / 2.0
        return as_default_float(context.draw("normal") / torch.sqrt(context.draw("gamma", half) / half))

    @distribution(
        "0.0, 1.0, 3.0",
        left=("Lower bound", REAL),
        mode=("Mode, between the bounds", REAL),
        right=("Upper bound, greater than `left`", REAL),
    )
    def triangular(self, left: Any, mode: Any, right: Any, size: Size = None) -> ndarray:
        """Draw from the triangular distribution."""
        context, left, mode, right = self._prepare("triangular", size, left, mode, right)
        raise_if(left > mode, "left > mode")
        raise_if(mode > right, "mode > right")
        raise_if(left == right, "left == right")
        u, width = context.draw("uniform"), right - left
        rising = left + torch.sqrt(u * (width * (mode - left)))
        falling = right - torch.sqrt((1.0 - u) * (width * (right - mode)))
        return as_default_float(torch.where(u * width <= mode - left, rising, falling))

    @distribution("-1.0, 1.0", low=("Lower bound (inclusive)", REAL), high=("Upper bound (exclusive)", REAL))
    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Size = None) -> ndarray:
        """Draw uniformly from [low, high)."""
        context, low, high = self._prepare("uniform", size, low, high)
        width = high - low
        raise_if((abs(width) == math.inf) | (width != width), "high - low range exceeds valid bounds", OverflowError)
        self._check_width(width)
        return as_default_float(low + width * context.number("uniform"))

    def _check_width(self, width: Any) -> None:
        """Raise for a range of negative width; RandomState accepts it."""

    @distribution("0.0, 4.0", mu=("Mode", REAL), kappa=("Concentration", NON_NEGATIVE))
    def vonmises(self, mu: Any, kappa: Any, size: Size = None) -> ndarray:
        """Draw angles in [-pi, pi] from the von Mises distribution."""
        context, mu, kappa = self._prepare("vonmises", size, mu, kappa)
        angle = mu + context.draw("vonmises", kappa)
        return as_default_float(torch.remainder(angle + math.pi, 2.0 * math.pi) - math.pi)

    @distribution("1.0, 2.0", mean=("Mean", POSITIVE), scale=("Scale", POSITIVE))
    def wald(self, mean: Any, scale: Any, size: Size = None) -> ndarray:
        """Draw from the Wald (inverse Gaussian) distribution, by Michael, Schucany and Haas (1976)."""
        context, mean, scale = self._prepare("wald", size, mean, scale)
        y = context.draw("normal") ** 2 * mean
        # The smaller root is mean * (1 + d - sqrt(d * (d + 2))); this form has no cancellation.
        d = y / (2.0 * scale)
        x = mean / (1.0 + d + torch.sqrt(d * (d + 2.0)))
        return as_default_float(torch.where(context.draw("uniform") * (mean + x) <= mean, x, mean * (mean / x)))

    @distribution("2.0", a=("Shape parameter", NON_NEGATIVE))
    def weibull(self, a: Any, size: Size = None) -> ndarray:
        """Draw from the Weibull distribution."""
        context, a = self._prepare("weibull", size, a)
        drawn = torch.pow(context.draw("exponential"), 1.0 / _where(a == 0.0, 1.0, a))
        return as_default_float(drawn * _where(a == 0.0, 0.0, 1.0))
