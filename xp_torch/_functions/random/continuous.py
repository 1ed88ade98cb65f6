"""Continuous distributions, for `Generator` and `RandomState`."""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._functions.random.draws import Draws, Frame, give, refuse, tells

__all__ = ["Continuous"]

Size = int | tuple[int, ...] | None
_POSITIVE, _NOT_NEGATIVE = "positive", "not negative"


def _where(condition: Any, chosen: Any, other: Any) -> Any:
    """Return `torch.where`, or Python's choice where the condition is no tensor."""
    if isinstance(condition, torch.Tensor):
        return torch.where(condition, chosen, other)
    return chosen if condition else other


def _power(base: torch.Tensor, exponent: Any) -> torch.Tensor:
    """Return a power."""
    return torch.pow(base, exponent)


def _sqrt(x: Any) -> Any:
    """Return the root of a float or a tensor."""
    return math.sqrt(x) if isinstance(x, float) else torch.sqrt(x)


def _chisquare(frame: Frame, df: Any) -> torch.Tensor:
    """Return chi-square numbers."""
    return 2.0 * frame.draw("gamma", df / 2.0)


def _noncentral_chisquare(frame: Frame, df: Any, nonc: Any) -> torch.Tensor:
    """Return noncentral chi-square numbers: a square of a shifted normal number and the rest, or Poisson's mixture."""
    numbers = isinstance(df, float)
    if not numbers or df > 1.0:
        shifted = frame.draw("normal") + _sqrt(nonc)
        above = shifted * shifted + 2.0 * frame.draw("gamma", _where(df > 1.0, df - 1.0, 0.0) / 2.0)
        if numbers:
            return above
    # Below one degree of freedom there is no normal number to shift.
    below = 2.0 * frame.draw("gamma", df / 2.0 + frame.draw("poisson", nonc / 2.0))
    return below if numbers else torch.where(df > 1.0, above, below)


class Continuous(Draws):
    """The continuous distributions that NumPy's two classes share."""

    @tells("rng.beta(2.0, 3.0, size=3).shape", a="Positive.", b="Positive.")
    def beta(self, a: Any, b: Any, size: Size = None) -> ndarray:
        """Draw from the beta distribution on (0, 1)."""
        (a, b), frame = self._prepare("beta", size, ("a", a, _POSITIVE), ("b", b, _POSITIVE))
        return give(torch.sigmoid(frame.draw("log_gamma", a) - frame.draw("log_gamma", b)))

    @tells("rng.exponential(2.0, size=3).shape", scale="Mean, not negative.")
    def exponential(self, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the exponential distribution."""
        (scale,), frame = self._prepare("exponential", size, ("scale", scale, _NOT_NEGATIVE))
        return give(scale * frame.draw("exponential"))

    @tells("rng.gamma(2.0, 3.0, size=3).shape", shape="Not negative.", scale="Not negative.")
    def gamma(self, shape: Any, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the gamma distribution."""
        (a, scale), frame = self._prepare(
            "gamma", size, ("shape", shape, _NOT_NEGATIVE), ("scale", scale, _NOT_NEGATIVE)
        )
        return give(scale * frame.draw("gamma", a))

    @tells("rng.chisquare(2.0, size=3).shape", df="Degrees of freedom, positive.")
    def chisquare(self, df: Any, size: Size = None) -> ndarray:
        """Draw from the chi-square distribution."""
        (df,), frame = self._prepare("chisquare", size, ("df", df, _POSITIVE))
        return give(_chisquare(frame, df))

    @tells("rng.noncentral_chisquare(2.0, 1.0, size=3).shape", df="Degrees of freedom, positive.", nonc="Not negative.")
    def noncentral_chisquare(self, df: Any, nonc: Any, size: Size = None) -> ndarray:
        """Draw from the noncentral chi-square distribution."""
        (df, nonc), frame = self._prepare(
            "noncentral_chisquare", size, ("df", df, _POSITIVE), ("nonc", nonc, _NOT_NEGATIVE)
        )
        return give(_noncentral_chisquare(frame, df, nonc))

    @tells("rng.f(2.0, 5.0, size=3).shape", dfnum="Degrees of freedom, positive.", dfden="Likewise.")
    def f(self, dfnum: Any, dfden: Any, size: Size = None) -> ndarray:
        """Draw from the F distribution."""
        (m, n), frame = self._prepare("f", size, ("dfnum", dfnum, _POSITIVE), ("dfden", dfden, _POSITIVE))
        return give((_chisquare(frame, m) * n) / (_chisquare(frame, n) * m))

    @tells(
        "rng.noncentral_f(2.0, 5.0, 1.0, size=3).shape",
        dfnum="Degrees of freedom, positive.",
        dfden="Likewise.",
        nonc="Not negative.",
    )
    def noncentral_f(self, dfnum: Any, dfden: Any, nonc: Any, size: Size = None) -> ndarray:
        """Draw from the noncentral F distribution."""
        (m, n, nonc), frame = self._prepare(
            "noncentral_f",
            size,
            ("dfnum", dfnum, _POSITIVE),
            ("dfden", dfden, _POSITIVE),
            ("nonc", nonc, _NOT_NEGATIVE),
        )
        return give((_noncentral_chisquare(frame, m, nonc) * n) / (_chisquare(frame, n) * m))

    @tells("rng.gumbel(0.0, 1.0, size=3).shape", loc="Mode.", scale="Not negative.")
    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the Gumbel distribution, of the largest of many."""
        (loc, scale), frame = self._prepare("gumbel", size, ("loc", loc, ""), ("scale", scale, _NOT_NEGATIVE))
        return give(loc - scale * torch.log(frame.draw("exponential")))

    @tells("rng.laplace(0.0, 1.0, size=3).shape", loc="Mean.", scale="Not negative.")
    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the Laplace (double exponential) distribution."""
        (loc, scale), frame = self._prepare("laplace", size, ("loc", loc, ""), ("scale", scale, _NOT_NEGATIVE))
        return give(loc + scale * (frame.draw("exponential") - frame.draw("exponential")))

    @tells("rng.logistic(0.0, 1.0, size=3).shape", loc="Mean.", scale="Not negative.")
    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the logistic distribution."""
        (loc, scale), frame = self._prepare("logistic", size, ("loc", loc, ""), ("scale", scale, _NOT_NEGATIVE))
        e = frame.draw("exponential")
        return give(loc + scale * (torch.log(-torch.expm1(-e)) + e))

    @tells("rng.lognormal(0.0, 1.0, size=3).shape", mean="Mean of the logarithm.", sigma="Its deviation, not negative.")
    def lognormal(self, mean: Any = 0.0, sigma: Any = 1.0, size: Size = None) -> ndarray:
        """Draw numbers whose logarithm is normal."""
        (mean, sigma), frame = self._prepare("lognormal", size, ("mean", mean, ""), ("sigma", sigma, _NOT_NEGATIVE))
        return give(torch.exp(mean + sigma * frame.draw("normal")))

    @tells("rng.normal(0.0, 1.0, size=3).shape", loc="Mean.", scale="Standard deviation, not negative.")
    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the normal distribution."""
        (loc, scale), frame = self._prepare("normal", size, ("loc", loc, ""), ("scale", scale, _NOT_NEGATIVE))
        return give(loc + scale * frame.draw("normal"))

    @tells("rng.pareto(3.0, size=3).shape", a="Shape, positive.")
    def pareto(self, a: Any, size: Size = None) -> ndarray:
        """Draw from the Pareto II (Lomax) distribution, which begins at 0."""
        (a,), frame = self._prepare("pareto", size, ("a", a, _POSITIVE))
        return give(torch.expm1(frame.draw("exponential") / a))

    @tells("rng.power(3.0, size=3).shape", a="Exponent, positive.")
    def power(self, a: Any, size: Size = None) -> ndarray:
        """Draw from [0, 1] with the density ``a * x**(a - 1)``."""
        (a,), frame = self._prepare("power", size, ("a", a, _POSITIVE))
        return give(_power(-torch.expm1(-frame.draw("exponential")), 1.0 / a))

    @tells("rng.rayleigh(1.0, size=3).shape", scale="Mode, not negative.")
    def rayleigh(self, scale: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the Rayleigh distribution."""
        (scale,), frame = self._prepare("rayleigh", size, ("scale", scale, _NOT_NEGATIVE))
        return give(scale * torch.sqrt(2.0 * frame.draw("exponential")))

    @tells("rng.standard_cauchy(size=3).shape")
    def standard_cauchy(self, size: Size = None) -> ndarray:
        """Draw from the Cauchy distribution about 0."""
        _, frame = self._prepare("standard_cauchy", size)
        return give(frame.draw("normal") / frame.draw("normal"))

    @tells("rng.standard_t(5.0, size=3).shape", df="Degrees of freedom, positive.")
    def standard_t(self, df: Any, size: Size = None) -> ndarray:
        """Draw from Student's t distribution."""
        (df,), frame = self._prepare("standard_t", size, ("df", df, _POSITIVE))
        half = df / 2.0
        return give(frame.draw("normal") / torch.sqrt(frame.draw("gamma", half) / half))

    @tells(
        "rng.triangular(0.0, 1.0, 3.0, size=3).shape",
        left="Lower end.",
        mode="Where the density is largest, between the ends.",
        right="Upper end, above the lower.",
    )
    def triangular(self, left: Any, mode: Any, right: Any, size: Size = None) -> ndarray:
        """Draw from the triangular distribution."""
        (left, mode, right), frame = self._prepare(
            "triangular", size, ("left", left, ""), ("mode", mode, ""), ("right", right, "")
        )
        refuse(left > mode, "left > mode")
        refuse(mode > right, "mode > right")
        refuse(left == right, "left == right")
        u, width = frame.draw("uniform"), right - left
        rising = left + torch.sqrt(u * (width * (mode - left)))
        falling = right - torch.sqrt((1.0 - u) * (width * (right - mode)))
        return give(torch.where(u * width <= mode - left, rising, falling))

    @tells("rng.uniform(-1.0, 1.0, size=3).shape", low="Lower end, included.", high="Upper end, excluded.")
    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Size = None) -> ndarray:
        """Draw uniformly from [low, high)."""
        (low, high), frame = self._prepare("uniform", size, ("low", low, ""), ("high", high, ""))
        width = high - low
        refuse((abs(width) == math.inf) | (width != width), "high - low range exceeds valid bounds", OverflowError)
        self._check_width(width)
        return give(low + width * frame.draw("uniform"))

    def _check_width(self, width: Any) -> None:
        """Refuse widths that are negative, where NumPy does."""

    @tells("rng.vonmises(0.0, 4.0, size=3).shape", mu="Mode.", kappa="Concentration, not negative.")
    def vonmises(self, mu: Any, kappa: Any, size: Size = None) -> ndarray:
        """Draw angles in [-pi, pi] from von Mises's distribution."""
        (mu, kappa), frame = self._prepare("vonmises", size, ("mu", mu, ""), ("kappa", kappa, _NOT_NEGATIVE))
        angle = mu + frame.draw("vonmises", kappa)
        return give(torch.remainder(angle + math.pi, 2.0 * math.pi) - math.pi)

    @tells("rng.wald(1.0, 2.0, size=3).shape", mean="Positive.", scale="Positive.")
    def wald(self, mean: Any, scale: Any, size: Size = None) -> ndarray:
        """Draw from the Wald (inverse Gaussian) distribution, by Michael, Schucany and Haas (1976)."""
        (mean, scale), frame = self._prepare("wald", size, ("mean", mean, _POSITIVE), ("scale", scale, _POSITIVE))
        y = frame.draw("normal") ** 2 * mean
        # the smaller root, 1 + d - sqrt(d * (d + 2)) of the mean, without the difference
        d = y / (2.0 * scale)
        x = mean / (1.0 + d + torch.sqrt(d * (d + 2.0)))
        return give(torch.where(frame.draw("uniform") * (mean + x) <= mean, x, mean * (mean / x)))

    @tells("rng.weibull(2.0, size=3).shape", a="Shape, not negative.")
    def weibull(self, a: Any, size: Size = None) -> ndarray:
        """Draw from the Weibull distribution."""
        (a,), frame = self._prepare("weibull", size, ("a", a, _NOT_NEGATIVE))
        drawn = _power(frame.draw("exponential"), 1.0 / _where(a == 0.0, 1.0, a))
        return give(drawn * _where(a == 0.0, 0.0, 1.0))
