"""Continuous distributions, for `Generator` and `RandomState`."""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._array.door import call_override, draws_elsewhere
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, ShapeLike
from xp_torch._functions.random.draws import (
    NON_NEGATIVE,
    POSITIVE,
    REAL,
    Distributions,
    DrawContext,
    as_default_float,
    domains,
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

    @domains(a=POSITIVE, b=POSITIVE)
    def beta(self, a: ArrayLike, b: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the beta distribution on (0, 1).

        Parameters
        ----------
        a : array_like
            First shape parameter, positive.
        b : array_like
            Second shape parameter, positive.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.beta(2.0, 3.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, a, b):
            return call_override(Continuous.beta, locals())
        if (drawn := self._numpys("beta", size, a, b)) is not None:
            return drawn
        context, a, b = self._prepare("beta", size, a, b)
        return as_default_float(torch.sigmoid(context.draw("log_gamma", a) - context.draw("log_gamma", b)))

    @domains(scale=NON_NEGATIVE)
    def exponential(self, scale: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the exponential distribution.

        Parameters
        ----------
        scale : array_like, default: 1.0
            Mean, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.exponential(2.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, scale):
            return call_override(Continuous.exponential, locals())
        if (drawn := self._numpys("exponential", size, scale)) is not None:
            return drawn
        context, scale = self._prepare("exponential", size, scale)
        return as_default_float(scale * context.draw("exponential"))

    @domains(shape=NON_NEGATIVE, scale=NON_NEGATIVE)
    def gamma(self, shape: ArrayLike, scale: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the gamma distribution.

        Parameters
        ----------
        shape : array_like
            Shape parameter, non-negative.
        scale : array_like, default: 1.0
            Scale, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.gamma(2.0, 3.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, shape, scale):
            return call_override(Continuous.gamma, locals())
        if (drawn := self._numpys("gamma", size, shape, scale)) is not None:
            return drawn
        context, shape, scale = self._prepare("gamma", size, shape, scale)
        return as_default_float(scale * context.draw("gamma", shape))

    @domains(df=POSITIVE)
    def chisquare(self, df: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the chi-square distribution.

        Parameters
        ----------
        df : array_like
            Degrees of freedom, positive.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.chisquare(2.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, df):
            return call_override(Continuous.chisquare, locals())
        if (drawn := self._numpys("chisquare", size, df)) is not None:
            return drawn
        context, df = self._prepare("chisquare", size, df)
        return as_default_float(_chisquare(context, df))

    @domains(df=POSITIVE, nonc=NON_NEGATIVE)
    def noncentral_chisquare(self, df: ArrayLike, nonc: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the noncentral chi-square distribution.

        Parameters
        ----------
        df : array_like
            Degrees of freedom, positive.
        nonc : array_like
            Non-centrality, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.noncentral_chisquare(2.0, 1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, df, nonc):
            return call_override(Continuous.noncentral_chisquare, locals())
        if (drawn := self._numpys("noncentral_chisquare", size, df, nonc)) is not None:
            return drawn
        context, df, nonc = self._prepare("noncentral_chisquare", size, df, nonc)
        return as_default_float(_noncentral_chisquare(context, df, nonc))

    @domains(dfnum=POSITIVE, dfden=POSITIVE)
    def f(self, dfnum: ArrayLike, dfden: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the F distribution.

        Parameters
        ----------
        dfnum : array_like
            Degrees of freedom of the numerator, positive.
        dfden : array_like
            Degrees of freedom of the denominator, positive.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.f(2.0, 5.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, dfnum, dfden):
            return call_override(Continuous.f, locals())
        if (drawn := self._numpys("f", size, dfnum, dfden)) is not None:
            return drawn
        context, m, n = self._prepare("f", size, dfnum, dfden)
        return as_default_float((_chisquare(context, m) * n) / (_chisquare(context, n) * m))

    @domains(dfnum=POSITIVE, dfden=POSITIVE, nonc=NON_NEGATIVE)
    def noncentral_f(
        self, dfnum: ArrayLike, dfden: ArrayLike, nonc: ArrayLike, size: ShapeLike | None = None
    ) -> ndarray:
        """Draw from the noncentral F distribution.

        Parameters
        ----------
        dfnum : array_like
            Degrees of freedom of the numerator, positive.
        dfden : array_like
            Degrees of freedom of the denominator, positive.
        nonc : array_like
            Non-centrality of the numerator, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.noncentral_f(2.0, 5.0, 1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, dfnum, dfden, nonc):
            return call_override(Continuous.noncentral_f, locals())
        if (drawn := self._numpys("noncentral_f", size, dfnum, dfden, nonc)) is not None:
            return drawn
        context, m, n, nonc = self._prepare("noncentral_f", size, dfnum, dfden, nonc)
        return as_default_float((_noncentral_chisquare(context, m, nonc) * n) / (_chisquare(context, n) * m))

    @domains(loc=REAL, scale=NON_NEGATIVE)
    def gumbel(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the Gumbel distribution.

        Parameters
        ----------
        loc : array_like, default: 0.0
            Mode.
        scale : array_like, default: 1.0
            Scale, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.gumbel(0.0, 1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, loc, scale):
            return call_override(Continuous.gumbel, locals())
        if (drawn := self._numpys("gumbel", size, loc, scale)) is not None:
            return drawn
        context, loc, scale = self._prepare("gumbel", size, loc, scale)
        return as_default_float(loc + scale * context.draw("gumbel"))

    @domains(loc=REAL, scale=NON_NEGATIVE)
    def laplace(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the Laplace (double exponential) distribution.

        Parameters
        ----------
        loc : array_like, default: 0.0
            Mean.
        scale : array_like, default: 1.0
            Scale, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.laplace(0.0, 1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, loc, scale):
            return call_override(Continuous.laplace, locals())
        if (drawn := self._numpys("laplace", size, loc, scale)) is not None:
            return drawn
        context, loc, scale = self._prepare("laplace", size, loc, scale)
        return as_default_float(loc + scale * context.draw("laplace"))

    @domains(loc=REAL, scale=NON_NEGATIVE)
    def logistic(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the logistic distribution.

        Parameters
        ----------
        loc : array_like, default: 0.0
            Mean.
        scale : array_like, default: 1.0
            Scale, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.logistic(0.0, 1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, loc, scale):
            return call_override(Continuous.logistic, locals())
        if (drawn := self._numpys("logistic", size, loc, scale)) is not None:
            return drawn
        context, loc, scale = self._prepare("logistic", size, loc, scale)
        return as_default_float(loc + scale * context.draw("logistic"))

    @domains(mean=REAL, sigma=NON_NEGATIVE)
    def lognormal(self, mean: ArrayLike = 0.0, sigma: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the log-normal distribution.

        Parameters
        ----------
        mean : array_like, default: 0.0
            Mean of the logarithm.
        sigma : array_like, default: 1.0
            Standard deviation of the logarithm, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.lognormal(0.0, 1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, mean, sigma):
            return call_override(Continuous.lognormal, locals())
        if (drawn := self._numpys("lognormal", size, mean, sigma)) is not None:
            return drawn
        context, mean, sigma = self._prepare("lognormal", size, mean, sigma)
        return as_default_float(torch.exp(mean + sigma * context.draw("normal")))

    @domains(loc=REAL, scale=NON_NEGATIVE)
    def normal(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the normal distribution.

        Parameters
        ----------
        loc : array_like, default: 0.0
            Mean.
        scale : array_like, default: 1.0
            Standard deviation, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.normal(0.0, 1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, loc, scale):
            return call_override(Continuous.normal, locals())
        if (drawn := self._numpys("normal", size, loc, scale)) is not None:
            return drawn
        context, loc, scale = self._prepare("normal", size, loc, scale)
        return as_default_float(loc + scale * context.draw("normal"))

    @domains(a=POSITIVE)
    def pareto(self, a: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the Pareto II (Lomax) distribution on [0, inf).

        Parameters
        ----------
        a : array_like
            Shape parameter, positive.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.pareto(3.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, a):
            return call_override(Continuous.pareto, locals())
        if (drawn := self._numpys("pareto", size, a)) is not None:
            return drawn
        context, a = self._prepare("pareto", size, a)
        return as_default_float(torch.expm1(context.draw("exponential") / a))

    @domains(a=POSITIVE)
    def power(self, a: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the distribution on [0, 1] with the density ``a * x**(a - 1)``.

        Parameters
        ----------
        a : array_like
            Exponent, positive.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.power(3.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, a):
            return call_override(Continuous.power, locals())
        if (drawn := self._numpys("power", size, a)) is not None:
            return drawn
        context, shape = self._prepare("power", size, a)
        return as_default_float(torch.pow(-torch.expm1(-context.draw("exponential")), 1.0 / shape))

    @domains(scale=NON_NEGATIVE)
    def rayleigh(self, scale: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the Rayleigh distribution.

        Parameters
        ----------
        scale : array_like, default: 1.0
            Mode, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.rayleigh(1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, scale):
            return call_override(Continuous.rayleigh, locals())
        if (drawn := self._numpys("rayleigh", size, scale)) is not None:
            return drawn
        context, width = self._prepare("rayleigh", size, scale)
        return as_default_float(width * torch.sqrt(2.0 * context.draw("exponential")))

    def standard_cauchy(self, size: ShapeLike | None = None) -> ndarray:
        """Draw from the standard Cauchy distribution.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.standard_cauchy(size=3).shape
        (3,)
        """
        if draws_elsewhere(self):
            return call_override(Continuous.standard_cauchy, locals())
        if (drawn := self._numpys("standard_cauchy", size)) is not None:
            return drawn
        (context,) = self._prepare("standard_cauchy", size)
        return as_default_float(context.draw("normal") / context.draw("normal"))

    @domains(df=POSITIVE)
    def standard_t(self, df: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from Student's t distribution.

        Parameters
        ----------
        df : array_like
            Degrees of freedom, positive.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.standard_t(5.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, df):
            return call_override(Continuous.standard_t, locals())
        if (drawn := self._numpys("standard_t", size, df)) is not None:
            return drawn
        context, freedom = self._prepare("standard_t", size, df)
        half = freedom / 2.0
        return as_default_float(context.draw("normal") / torch.sqrt(context.draw("gamma", half) / half))

    @domains(left=REAL, mode=REAL, right=REAL)
    def triangular(self, left: ArrayLike, mode: ArrayLike, right: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the triangular distribution.

        Parameters
        ----------
        left : array_like
            Lower bound.
        mode : array_like
            Mode, between the bounds.
        right : array_like
            Upper bound, greater than `left`.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.triangular(0.0, 1.0, 3.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, left, mode, right):
            return call_override(Continuous.triangular, locals())
        if (drawn := self._numpys("triangular", size, left, mode, right)) is not None:
            return drawn
        context, low, peak, high = self._prepare("triangular", size, left, mode, right)
        raise_if(low > peak, "left > mode")
        raise_if(peak > high, "mode > right")
        raise_if(low == high, "left == right")
        u, width = context.draw("uniform"), high - low
        rising = low + torch.sqrt(u * (width * (peak - low)))
        falling = high - torch.sqrt((1.0 - u) * (width * (high - peak)))
        return as_default_float(torch.where(u * width <= peak - low, rising, falling))

    @domains(low=REAL, high=REAL)
    def uniform(self, low: ArrayLike = 0.0, high: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw uniformly from [low, high).

        Parameters
        ----------
        low : array_like, default: 0.0
            Lower bound (inclusive).
        high : array_like, default: 1.0
            Upper bound (exclusive).
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.uniform(-1.0, 1.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, low, high):
            return call_override(Continuous.uniform, locals())
        if (drawn := self._numpys("uniform", size, low, high)) is not None:
            return drawn
        context, start, stop = self._prepare("uniform", size, low, high)
        width = stop - start
        raise_if((abs(width) == math.inf) | (width != width), "high - low range exceeds valid bounds", OverflowError)
        if not self._is_legacy:
            raise_if(width < 0, "high - low < 0")
        return as_default_float(start + width * context.draw("uniform"))

    @domains(mu=REAL, kappa=NON_NEGATIVE)
    def vonmises(self, mu: ArrayLike, kappa: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw angles in [-pi, pi] from the von Mises distribution.

        Parameters
        ----------
        mu : array_like
            Mode.
        kappa : array_like
            Concentration, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.vonmises(0.0, 4.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, mu, kappa):
            return call_override(Continuous.vonmises, locals())
        if (drawn := self._numpys("vonmises", size, mu, kappa)) is not None:
            return drawn
        context, mu, kappa = self._prepare("vonmises", size, mu, kappa)
        angle = mu + context.draw("vonmises", kappa)
        return as_default_float(torch.remainder(angle + math.pi, 2.0 * math.pi) - math.pi)

    @domains(mean=POSITIVE, scale=POSITIVE)
    def wald(self, mean: ArrayLike, scale: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the Wald (inverse Gaussian) distribution.

        Parameters
        ----------
        mean : array_like
            Mean, positive.
        scale : array_like
            Scale, positive.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.wald(1.0, 2.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, mean, scale):
            return call_override(Continuous.wald, locals())
        if (drawn := self._numpys("wald", size, mean, scale)) is not None:
            return drawn
        context, mean, scale = self._prepare("wald", size, mean, scale)
        return as_default_float(context.draw("wald", mean, scale))

    @domains(a=NON_NEGATIVE)
    def weibull(self, a: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the Weibull distribution.

        Parameters
        ----------
        a : array_like
            Shape parameter, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.weibull(2.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, a):
            return call_override(Continuous.weibull, locals())
        if (drawn := self._numpys("weibull", size, a)) is not None:
            return drawn
        context, a = self._prepare("weibull", size, a)
        powers = torch.pow(context.draw("exponential"), 1.0 / _where(a == 0.0, 1.0, a))
        return as_default_float(powers * _where(a == 0.0, 0.0, 1.0))
