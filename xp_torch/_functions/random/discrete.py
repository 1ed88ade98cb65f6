"""Discrete and multivariate distributions, for `Generator` and `RandomState`."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.door import call_override, draws_elsewhere
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.annotations import ArrayLike, ShapeLike
from xp_torch._facts.errors import LinAlgError, warn
from xp_torch._facts.inspection import any_true
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._facts.torch_state import is_compiling
from xp_torch._functions.linear_algebra.arguments import working_dtype
from xp_torch._functions.random.draws import (
    ABOVE_ONE,
    COUNT,
    POSITIVE_NUMBER,
    PROBABILITY,
    PROBABILITY_ABOVE_ZERO,
    PROBABILITY_BELOW_ONE,
    RATE,
    REAL,
    Distributions,
    DrawContext,
    as_default_float,
    domains,
    raise_if,
)
from xp_torch._functions.random.streams import given_arrays, result_shape
from xp_torch._kernels.cast import cast
from xp_torch._kernels.linear_algebra import cholesky

__all__ = ["Discrete", "split_counts"]

_DOUBLE = torch.float64
#: The largest mean for which Poisson numbers fit int64, with ten standard deviations to spare.
_MAX_RATE = 2.0**63 - 1 - math.sqrt(2.0**63 - 1) * 10


def split_counts(counts: torch.Tensor, shares: torch.Tensor, draw: Callable[..., torch.Tensor]) -> torch.Tensor:
    """Split counts at random, by shares, along a new last axis; the shares are halved repeatedly to draw few times.

    `draw` takes the counts, the share of the first half and that of both halves.
    """
    size = shares.shape[-1]
    width = 1 << max(size - 1, 0).bit_length()
    levels = [torch.nn.functional.pad(shares, (0, width - size))]
    while levels[-1].shape[-1] > 1:
        levels.append(levels[-1].unflatten(-1, (-1, 2)).sum(-1))
    parts = counts.unsqueeze(-1)
    for level in reversed(levels[:-1]):
        pairs = level.unflatten(-1, (-1, 2))
        first = draw(parts, pairs.unbind(-1)[0], pairs.sum(-1))
        parts = torch.stack([first, parts - first], -1).flatten(-2)
    return parts.narrow(-1, 0, size)


class Discrete(Distributions):
    """The discrete and the multivariate distributions that NumPy's two classes share."""

    def _draw_integers(self, name: str, size: ShapeLike | None, *values: Any) -> ndarray:
        """Return int64 numbers of the distribution `name`, drawn by the sampler of that name."""
        if (drawn := self._numpys(name, size, *values, kind=torch.int64)) is not None:
            return drawn
        context, *parameters = self._prepare(name, size, *values, dtype=_DOUBLE)
        return context.draw_integers(name, *parameters)

    @domains(n=COUNT, p=PROBABILITY)
    def binomial(self, n: ArrayLike, p: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw numbers of successes, as int64.

        Parameters
        ----------
        n : array_like
            Number of trials, a non-negative integer.
        p : array_like
            Probability of success, in [0, 1].
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.binomial(10, 0.5, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, n, p):
            return call_override(Discrete.binomial, locals())
        return self._draw_integers("binomial", size, n, p)

    @domains(n=POSITIVE_NUMBER, p=PROBABILITY_ABOVE_ZERO)
    def negative_binomial(self, n: ArrayLike, p: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw numbers of failures before `n` successes, as int64.

        Parameters
        ----------
        n : array_like
            Number of successes, not necessarily an integer, positive.
        p : array_like
            Probability of success, in (0, 1].
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.negative_binomial(3, 0.5, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, n, p):
            return call_override(Discrete.negative_binomial, locals())
        if (drawn := self._numpys("negative_binomial", size, n, p, kind=torch.int64)) is not None:
            return drawn
        context, count, chance = self._prepare("negative_binomial", size, n, p, dtype=_DOUBLE)
        odds = (1.0 - chance) / chance
        raise_if(
            odds * (count + 10.0 * count**0.5) > _MAX_RATE, "n too large or p too small, see Generator.poisson Notes"
        )
        return context.draw_integers("poisson", context.draw("gamma", count) * odds)

    @domains(lam=RATE)
    def poisson(self, lam: ArrayLike = 1.0, size: ShapeLike | None = None) -> ndarray:
        """Draw from the Poisson distribution, as int64.

        Parameters
        ----------
        lam : array_like, default: 1.0
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
        >>> rng.poisson(3.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, lam):
            return call_override(Discrete.poisson, locals())
        if (drawn := self._numpys("poisson", size, lam, kind=torch.int64)) is not None:
            return drawn
        context, rate = self._prepare("poisson", size, lam, dtype=_DOUBLE)
        raise_if(rate > _MAX_RATE, "lam value too large")
        return context.draw_integers("poisson", rate)

    @domains(p=PROBABILITY_ABOVE_ZERO)
    def geometric(self, p: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw numbers of trials up to the first success, as int64.

        Parameters
        ----------
        p : array_like
            Probability of success, in (0, 1].
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.geometric(0.5, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, p):
            return call_override(Discrete.geometric, locals())
        if (drawn := self._numpys("geometric", size, p, kind=torch.int64)) is not None:
            return drawn
        context, p = self._prepare("geometric", size, p, dtype=_DOUBLE)
        trials = torch.ceil(-context.draw("exponential") / torch.log1p(-context.tensor(p)))
        return wrap_as(torch.clamp(trials, 1.0, 2.0**63 - 1024).to(torch.int64), torch.int64)

    @domains(ngood=COUNT, nbad=COUNT, nsample=COUNT)
    def hypergeometric(
        self, ngood: ArrayLike, nbad: ArrayLike, nsample: ArrayLike, size: ShapeLike | None = None
    ) -> ndarray:
        """Draw numbers of good items among items drawn without replacement, as int64.

        Parameters
        ----------
        ngood : array_like
            Number of good items, a non-negative integer.
        nbad : array_like
            Number of bad items, a non-negative integer.
        nsample : array_like
            Number of items drawn, at most all, a non-negative integer.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.hypergeometric(5, 4, 3, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, ngood, nbad, nsample):
            return call_override(Discrete.hypergeometric, locals())
        if (drawn := self._numpys("hypergeometric", size, ngood, nbad, nsample, kind=torch.int64)) is not None:
            return drawn
        context, good, bad, sample = self._prepare("hypergeometric", size, ngood, nbad, nsample, dtype=_DOUBLE)
        raise_if((good >= 10**9) | (bad >= 10**9), "both ngood and nbad must be less than 1000000000")
        if self._is_legacy:
            raise_if(sample < 1, "nsample < 1")
        raise_if(good + bad < sample, "ngood + nbad < nsample")
        return context.draw_integers("hypergeometric", good, bad, sample)

    @domains(p=PROBABILITY_BELOW_ONE)
    def logseries(self, p: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the logarithmic series distribution, as int64.

        Parameters
        ----------
        p : array_like
            Shape parameter, in [0, 1).
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.logseries(0.5, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, p):
            return call_override(Discrete.logseries, locals())
        return self._draw_integers("logseries", size, p)

    @domains(a=ABOVE_ONE)
    def zipf(self, a: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw from the Zipf distribution, with the density ``k**-a / zeta(a)``, as int64.

        Parameters
        ----------
        a : array_like
            Exponent, greater than 1.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.zipf(3.0, size=3).shape
        (3,)
        """
        if draws_elsewhere(self, a):
            return call_override(Discrete.zipf, locals())
        return self._draw_integers("zipf", size, a)

    @domains(n=COUNT, pvals=REAL)
    def multinomial(self, n: ArrayLike, pvals: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw numbers of trials with each outcome.

        Parameters
        ----------
        n : array_like
            Number of trials, a non-negative integer.
        pvals : array_like
            Probabilities of the outcomes; the last one is replaced by the remainder to 1.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random int64, with a last axis of the outcomes.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.multinomial(10, [0.2, 0.3, 0.5], size=3).shape
        (3, 3)
        """
        if draws_elsewhere(self, n, pvals):
            return call_override(Discrete.multinomial, locals())
        if (drawn := self._numpys("multinomial", size, n, pvals, kind=torch.int64)) is not None:
            return drawn
        device = self._device_for("multinomial", given_arrays(n, pvals))
        p = cast(as_tensor(pvals, device=device), _DOUBLE)
        if p.ndim < 1 or p.shape[-1] == 0:
            raise ValueError(
                "pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0."
            )
        context, n = self._prepare("multinomial", None, n, dtype=_DOUBLE)
        context.shape = result_shape(size, [context.shape, p.shape[:-1]])
        context.device, p = device, p.to(device)
        first = p.narrow(-1, 0, p.shape[-1] - 1)
        raise_if((p < 0) | (p > 1) | (p != p), "pvals < 0, pvals > 1 or pvals contains NaNs")
        raise_if(first.sum(-1) > 1.0 + 1e-12, "sum(pvals[:-1].astype(np.float64)) > 1.0")
        p = torch.cat([first, torch.clamp(1.0 - first.sum(-1, keepdim=True), min=0.0)], -1)

        def halve(count: torch.Tensor, one: torch.Tensor, both: torch.Tensor) -> torch.Tensor:
            share = torch.clamp(torch.where(both > 0, one / torch.where(both > 0, both, 1.0), 0.0), max=1.0)
            inner = DrawContext(context.rng, broadcast_shapes(count.shape, share.shape), device, _DOUBLE)
            return inner.draw("binomial", count, share)

        counts = split_counts(context.tensor(n).broadcast_to(context.shape), p, halve)
        return wrap_as(counts.broadcast_to((*context.shape, p.shape[-1])).to(torch.int64).contiguous(), torch.int64)

    @domains(alpha=REAL)
    def dirichlet(self, alpha: ArrayLike, size: ShapeLike | None = None) -> ndarray:
        """Draw shares that add up to 1, along a new last axis.

        Parameters
        ----------
        alpha : array_like
            Concentrations, 1-D, non-negative.
        size : int or tuple of ints, optional
            Shape of the result; by default the broadcast shape of the parameters.

        Returns
        -------
        ndarray
            Random numbers.

        Examples
        --------
        >>> rng = xp.random.default_rng(1)
        >>> rng.dirichlet([1.0, 2.0, 3.0], size=3).shape
        (3, 3)
        """
        if draws_elsewhere(self, alpha):
            return call_override(Discrete.dirichlet, locals())
        if (drawn := self._numpys("dirichlet", size, alpha)) is not None:
            return drawn
        context = self._context("dirichlet", alpha)
        alpha = context.real_tensor(alpha)
        if self._is_legacy:
            raise_if((alpha <= 0) | (alpha != alpha), "alpha <= 0")
        raise_if((alpha < 0) | (alpha != alpha), "alpha < 0")
        if alpha.ndim != 1:
            raise ValueError("alpha must be one-dimensional")
        context.shape = (*result_shape(size), alpha.shape[0])
        logarithms = context.draw("log_gamma", alpha)
        all_zero = (alpha == 0).all()
        shares = torch.softmax(torch.where(all_zero, 0.0, logarithms), -1)
        return as_default_float(torch.where(all_zero, 0.0, shares))

    def _multivariate_normal(
        self, mean: Any, cov: Any, size: ShapeLike | None, check_valid: str, tol: float, **method: str
    ) -> ndarray:
        """Draw from the multivariate normal distribution; `method` is as for `Generator`."""
        options: dict[str, Any] = {"check_valid": check_valid, "tol": tol, **method}
        # The covariance is checked after the numbers are drawn, by NumPy too.
        with nullcontext() if is_compiling() else self._unmoved_by_errors():
            if (drawn := self._numpys("multivariate_normal", size, mean, cov, **options)) is not None:
                return drawn
            return self._factorized(mean, cov, size, check_valid, tol, **method)

    def _factorized(
        self, mean: Any, cov: Any, size: ShapeLike | None, check_valid: str, tol: float, method: str = "svd"
    ) -> ndarray:
        """Draw from the multivariate normal distribution by a factorization of the covariance."""
        if method not in ("eigh", "svd", "cholesky"):
            raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
        if check_valid not in ("warn", "raise", "ignore"):
            raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
        context = self._context("multivariate_normal", mean, cov)
        mean, cov = context.real_tensor(mean), context.real_tensor(cov)
        if mean.ndim != 1:
            raise ValueError("mean must be 1 dimensional")
        if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError("cov must be 2 dimensional and square")
        if mean.shape[0] != cov.shape[0]:
            raise ValueError("mean and cov must have same length")
        context.shape = (*result_shape(size), mean.shape[0])
        z = context.draw("normal")
        cov = cast(cov, working_dtype(cov.device, cov.dtype)[0])
        if method == "cholesky":
            try:
                factor = cholesky(cov)
            except torch.linalg.LinAlgError:
                raise LinAlgError("Matrix is not positive definite") from None
            product = factor @ factor.mT
        elif method == "eigh":
            values, vectors = torch.linalg.eigh(cov)
            factor = vectors * torch.sqrt(torch.clamp(values, min=0.0))
            product = factor @ factor.mT
        else:
            _, s, vh = torch.linalg.svd(cov)
            factor = vh.mT * torch.sqrt(s)
            product = (vh.mT * s) @ vh
        if check_valid != "ignore" and any_true(torch.logical_not(torch.isclose(product, cov, rtol=tol, atol=tol))):
            text = "covariance is not symmetric positive-semidefinite."
            if check_valid == "raise":
                raise ValueError(text)
            warn(text, RuntimeWarning)
        return as_default_float(mean + z @ cast(factor, z.dtype).mT)
