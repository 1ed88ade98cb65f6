"""Discrete distributions, and distributions of several variables, for `Generator` and `RandomState`."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._functions.random.bit_generators import is_traced
from xp_torch._functions.random.draws import Draws, Frame, give, integer_parameter, refuse, size_of, tells
from xp_torch._kernels.cast import cast

__all__ = ["Discrete"]

Size = int | tuple[int, ...] | None
_DOUBLE = torch.float64
_COUNTS = "Random int64."


def _split(counts: torch.Tensor, shares: torch.Tensor, draw: Callable[..., torch.Tensor]) -> torch.Tensor:
    """Return counts dealt out to shares along the last axis, each half's number drawn in turn: log2 as many draws.

    `draw` takes the count, the share of the one half and that of both.
    """
    size = shares.shape[-1]
    width = 1 << max(size - 1, 0).bit_length()
    levels = [torch.nn.functional.pad(shares, (0, width - size))]
    while levels[-1].shape[-1] > 1:
        levels.append(levels[-1].unflatten(-1, (-1, 2)).sum(-1))
    dealt = counts.unsqueeze(-1)
    for level in reversed(levels[:-1]):
        pairs = level.unflatten(-1, (-1, 2))
        first = draw(dealt, pairs.unbind(-1)[0], pairs.sum(-1))
        dealt = torch.stack([first, dealt - first], -1).flatten(-2)
    return dealt.narrow(-1, 0, size)


class Discrete(Draws):
    """The discrete distributions that NumPy's two classes share, and those of several variables."""

    @tells(
        "rng.binomial(10, 0.5, size=3).shape", returns=_COUNTS, n="Trials, not negative.", p="Of success, in [0, 1]."
    )
    def binomial(self, n: Any, p: Any, size: Size = None) -> ndarray:
        """Draw numbers of successes."""
        (n, p), frame = self._prepare(
            "binomial", size, ("n", integer_parameter(n), "not negative"), ("p", p, "probability"), dtype=_DOUBLE
        )
        return self._integers(frame, "binomial", n, p)

    @tells(
        "rng.negative_binomial(3, 0.5, size=3).shape",
        returns=_COUNTS,
        n="Successes to wait for, positive; need not be whole.",
        p="Of success, in (0, 1].",
    )
    def negative_binomial(self, n: Any, p: Any, size: Size = None) -> ndarray:
        """Draw numbers of failures before so many successes."""
        (n, p), frame = self._prepare(
            "negative_binomial",
            size,
            ("n", n, "positive number"),
            ("p", p, "probability above 0"),
            dtype=_DOUBLE,
        )
        most = (1.0 - p) / p * (n + 10.0 * n**0.5)
        refuse(
            most > 2.0**63 - 1 - 10.0 * math.sqrt(2.0**63 - 1),
            "n too large or p too small, see Generator.poisson Notes",
        )
        rate = frame.draw("gamma", n) * ((1.0 - p) / p)
        return self._integers(frame, "poisson", rate)

    @tells("rng.poisson(3.0, size=3).shape", returns=_COUNTS, lam="Mean, not negative.")
    def poisson(self, lam: Any = 1.0, size: Size = None) -> ndarray:
        """Draw from the Poisson distribution."""
        (lam,), frame = self._prepare("poisson", size, ("lam", lam, "rate, bounded rate"), dtype=_DOUBLE)
        return self._integers(frame, "poisson", lam)

    @tells("rng.geometric(0.5, size=3).shape", returns=_COUNTS, p="Of success, in (0, 1].")
    def geometric(self, p: Any, size: Size = None) -> ndarray:
        """Draw numbers of trials up to the first success."""
        (p,), frame = self._prepare("geometric", size, ("p", p, "probability above 0"), dtype=_DOUBLE)
        trials = torch.ceil(-frame.draw("exponential") / torch.log1p(-frame.tensor(p)))
        return wrap_as(torch.clamp(trials, 1.0, 2.0**63 - 1024).to(torch.int64), torch.int64)

    @tells(
        "rng.hypergeometric(5, 4, 3, size=3).shape",
        returns=_COUNTS,
        ngood="Good things in the urn, not negative.",
        nbad="Bad things in the urn, not negative.",
        nsample="How many are drawn, at most all.",
    )
    def hypergeometric(self, ngood: Any, nbad: Any, nsample: Any, size: Size = None) -> ndarray:
        """Draw numbers of good things drawn from an urn without putting them back."""
        (good, bad, sample), frame = self._prepare(
            "hypergeometric",
            size,
            ("ngood", integer_parameter(ngood), "not negative"),
            ("nbad", integer_parameter(nbad), "not negative"),
            ("nsample", integer_parameter(nsample), "not negative"),
            dtype=_DOUBLE,
        )
        refuse((good >= 10**9) | (bad >= 10**9), "both ngood and nbad must be less than 1000000000")
        refuse(good + bad < sample, "ngood + nbad < nsample")
        return self._integers(frame, "hypergeometric", good, bad, sample)

    @tells("rng.logseries(0.5, size=3).shape", returns=_COUNTS, p="In [0, 1).")
    def logseries(self, p: Any, size: Size = None) -> ndarray:
        """Draw from the logarithmic series distribution."""
        (p,), frame = self._prepare("logseries", size, ("p", p, "probability below 1"), dtype=_DOUBLE)
        return self._integers(frame, "logseries", p)

    @tells("rng.zipf(3.0, size=3).shape", returns=_COUNTS, a="Exponent, above 1.")
    def zipf(self, a: Any, size: Size = None) -> ndarray:
        """Draw from Zipf's distribution, of the density ``k**-a / zeta(a)``."""
        (a,), frame = self._prepare("zipf", size, ("a", a, "above 1"), dtype=_DOUBLE)
        return self._integers(frame, "zipf", a)

    @tells(
        "rng.multinomial(10, [0.2, 0.3, 0.5], size=3).shape",
        returns="Random int64, of the size and an axis for the outcomes.",
        shown="(3, 3)",
        n="Trials, not negative.",
        pvals="Of each outcome; the last gets what is left of 1.",
    )
    def multinomial(self, n: Any, pvals: Any, size: Size = None) -> ndarray:
        """Draw numbers of trials that end in each outcome."""
        (n, p), frame = self._vectors("multinomial", size, n, pvals)
        first = p.narrow(-1, 0, p.shape[-1] - 1)
        refuse((p < 0) | (p > 1) | (p != p), "pvals < 0, pvals > 1 or pvals contains NaNs")
        refuse(first.sum(-1) > 1.0 + 1e-12, "sum(pvals[:-1].astype(np.float64)) > 1.0")
        p = torch.cat([first, torch.clamp(1.0 - first.sum(-1, keepdim=True), min=0.0)], -1)

        def halve(count: torch.Tensor, one: torch.Tensor, both: torch.Tensor) -> torch.Tensor:
            share = torch.clamp(torch.where(both > 0, one / torch.where(both > 0, both, 1.0), 0.0), max=1.0)
            inner = Frame(frame.bits, broadcast_shapes(count.shape, share.shape), frame.device, _DOUBLE)
            return inner.draw("binomial", count, share)

        counts = frame.tensor(n).broadcast_to(frame.shape)
        dealt = _split(counts, p, halve)
        return wrap_as(dealt.broadcast_to((*frame.shape, p.shape[-1])).to(torch.int64).contiguous(), torch.int64)

    def _vectors(self, name: str, size: Size, n: Any, pvals: Any) -> tuple[list[Any], Frame]:
        """Return a count and probabilities along the last axis, with the shape of what is drawn without that axis."""
        device = self._bit_generator.place(name, [v for v in (n, pvals) if isinstance(v, (ndarray, torch.Tensor))])
        p = cast(as_tensor(pvals, device=device), _DOUBLE)
        if p.ndim < 1 or p.shape[-1] == 0:
            raise ValueError(
                "pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0."
            )
        (n,), frame = self._prepare(name, None, ("n", integer_parameter(n), "not negative"), dtype=_DOUBLE)
        frame.shape = size_of(size, [frame.shape, p.shape[:-1]])
        frame.device = device
        return [n, p.to(device)], frame

    @tells("rng.dirichlet([1.0, 2.0, 3.0], size=3).shape", shown="(3, 3)", alpha="One-dimensional, not negative.")
    def dirichlet(self, alpha: Any, size: Size = None) -> ndarray:
        """Draw shares that add up to 1."""
        (alpha,), frame = self._prepare("dirichlet", None, ("alpha", _vector(alpha), ""))
        refuse((alpha < 0) | (alpha != alpha), "alpha < 0")
        if alpha.ndim != 1:
            raise ValueError("alpha must be one-dimensional")
        frame.shape = (*size_of(size), alpha.shape[0])
        logarithms = frame.draw("log_gamma", alpha)
        none = (alpha == 0).all()
        return give(torch.where(none, 0.0, torch.softmax(torch.where(none, 0.0, logarithms), -1)))

    def _normals(self, mean: Any, cov: Any, size: Size, check_valid: str, tol: float, method: str) -> ndarray:
        """Draw from the normal distribution of several variables by a factor of the covariance."""
        if method not in ("eigh", "svd", "cholesky"):
            raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
        if check_valid not in ("warn", "raise", "ignore"):
            raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
        (mean, cov), frame = self._moments(mean, cov)
        if mean.ndim != 1:
            raise ValueError("mean must be 1 dimensional")
        if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError("cov must be 2 dimensional and square")
        if mean.shape[0] != cov.shape[0]:
            raise ValueError("mean and cov must have same length")
        frame.shape = (*size_of(size), mean.shape[0])
        z = frame.draw("normal")
        if method == "cholesky":
            try:
                factor = torch.linalg.cholesky(cov)
            except torch.linalg.LinAlgError:
                raise LinAlgError("Matrix is not positive definite") from None
            back = factor @ factor.mT
        elif method == "eigh":
            values, vectors = torch.linalg.eigh(cov)
            factor = vectors * torch.sqrt(torch.clamp(values, min=0.0))
            back = factor @ factor.mT
        else:
            _, s, vh = torch.linalg.svd(cov)
            factor = vh.mT * torch.sqrt(s)
            back = (vh.mT * s) @ vh
        if check_valid != "ignore" and cov.device.type == "cpu" and not is_traced():
            text = "covariance is not symmetric positive-semidefinite."
            if not torch.allclose(back, cov, rtol=tol, atol=tol):
                if check_valid == "raise":
                    raise ValueError(text)
                warnings.warn(text, RuntimeWarning, stacklevel=3)
        return give(mean + z @ factor.mT)

    def _moments(self, mean: Any, cov: Any) -> tuple[list[torch.Tensor], Frame]:
        """Return a mean and a covariance as tensors."""
        (mean,), frame = self._prepare("multivariate_normal", None, ("mean", _vector(mean), ""))
        (cov,), _ = self._prepare("multivariate_normal", None, ("cov", _vector(cov), ""))
        return [mean, cov.to(mean.device)], frame


def _vector(value: Any) -> Any:
    """Return what is given as an array, so that numbers are not taken for parameters."""
    return value if isinstance(value, (ndarray, torch.Tensor)) else wrap(as_tensor(value))
