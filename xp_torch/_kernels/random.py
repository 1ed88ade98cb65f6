"""Samplers: random tensors of a shape from a `torch.Generator`, exact for their distribution.

All take ``(parameters, shape, dtype, device, generator)``; parameters broadcast to the shape. Rejection samplers read
back how many elements are left. Invalid parameters, which callers check if they can inspect them, give NaN or 0.
"""

import math
from collections.abc import Callable

import torch

from xp_torch._facts.torch_state import map_randomness, standard_gamma
from xp_torch._kernels.mapped import mapped_copy

_LOWEST = -(2**63)
#: Lower bound of uniform numbers before their logarithm is taken.
_MIN_UNIFORM = 2.0**-54
#: hat of the ratio of uniforms (Stadlober 1990): 2 * sqrt(2 / e) and 3 - 2 * sqrt(3 / e).
_HAT = 1.7155277699214135, 0.8989161620588988
#: largest hypergeometric sample that is drawn one item at a time.
_SMALL_SAMPLE = 10


def uniform(parameters, shape, dtype, device, generator):
    """Return numbers in [0, 1)."""
    return torch.rand(shape, dtype=dtype, device=device, generator=generator)


def normal(parameters, shape, dtype, device, generator):
    """Return standard normal numbers."""
    return torch.randn(shape, dtype=dtype, device=device, generator=generator)


def exponential(parameters, shape, dtype, device, generator):
    """Return standard exponential numbers, all positive, by inversion of the distribution function."""
    return -torch.log1p(-torch.clamp(uniform((), shape, dtype, device, generator), min=_MIN_UNIFORM))


def gumbel(parameters, shape, dtype, device, generator):
    """Return standard Gumbel numbers."""
    return -torch.log(exponential((), shape, dtype, device, generator))


def laplace(parameters, shape, dtype, device, generator):
    """Return standard Laplace numbers."""
    return exponential((), shape, dtype, device, generator) - exponential((), shape, dtype, device, generator)


def logistic(parameters, shape, dtype, device, generator):
    """Return standard logistic numbers."""
    e = exponential((), shape, dtype, device, generator)
    return torch.log(-torch.expm1(-e)) + e


def gamma(parameters, shape, dtype, device, generator):
    """Return standard gamma numbers. torch's are positive even for the shape parameter 0, where ours are 0."""
    (a,) = parameters
    a = a.broadcast_to(shape)
    drawn = standard_gamma(torch.where(a > 0, a, 1.0), generator=generator)
    return torch.where(a > 0, drawn, torch.where(a == 0, 0.0, torch.nan)).to(dtype)


def log_gamma(parameters, shape, dtype, device, generator):
    """Return logarithms of standard gamma numbers, which may themselves underflow."""
    (a,) = parameters
    above = gamma((a + 1.0,), shape, dtype, device, generator)
    return torch.log(above) - exponential((), shape, dtype, device, generator) / a


def poisson(parameters, shape, dtype, device, generator):
    """Return Poisson numbers. torch's kernel raises for a negative or NaN rate, so those are replaced."""
    (rate,) = parameters
    valid = rate >= 0
    drawn = torch.poisson(torch.where(valid, rate, 0.0).broadcast_to(shape).contiguous(), generator=generator)
    return torch.clamp(torch.where(valid, drawn, 0.0), max=2.0**63 - 1024).to(dtype)


def binomial(parameters, shape, dtype, device, generator):
    """Return binomial numbers. torch's kernel does not terminate for a NaN count, so those are replaced."""
    count, p = (x.broadcast_to(shape) for x in parameters)
    valid = (p >= 0) & (p <= 1)
    drawn = torch.binomial(torch.nan_to_num(count).contiguous(), torch.where(valid, p, 0.0), generator=generator)
    return drawn.to(dtype)


def bits(parameters, shape, dtype, device, generator):
    """Return int64 of 64 random bits."""
    t = torch.empty(shape, dtype=torch.int64, device=device)
    t = mapped_copy(t) if "different" in map_randomness() else t
    return t.random_(_LOWEST, None, generator=generator)


def rejection(
    parameters: list[torch.Tensor], valid: torch.Tensor, shape: list[int], dtype: torch.dtype, propose: Callable
) -> torch.Tensor:
    """Return for each element the first accepted proposal; 0 where not `valid`.

    `propose` takes 1-D parameters and returns values and the mask of the accepted ones.
    """
    flat = [p.broadcast_to(shape).reshape(-1) for p in parameters]
    result = torch.zeros(math.prod(shape), dtype=dtype, device=flat[0].device)
    indices = torch.nonzero(valid.broadcast_to(shape).reshape(-1))[:, 0]
    while indices.numel():
        value, accepted = propose(*[p[indices] for p in flat])
        result[indices[accepted]] = value[accepted].to(dtype)
        indices = indices[~accepted]
    return result.reshape(shape)


def integers(parameters, shape, dtype, device, generator):
    """Return `low` plus random integers below `span`, as bits of uint64, by rejecting numbers that are too large."""
    low, span = parameters
    mask = span
    for step in (1, 2, 4, 8, 16, 32):
        mask = mask | (mask >> step)

    def propose(span, mask):
        drawn = bits((), span.shape, None, device, generator) & mask
        return drawn, (drawn ^ _LOWEST) <= (span ^ _LOWEST)

    return low + rejection([span, mask], torch.ones_like(span, dtype=torch.bool), shape, torch.int64, propose)


def permutation(parameters, shape, dtype, device, generator):
    """Return the integers in [0, shape[0]) in random order."""
    return torch.randperm(shape[0], dtype=dtype, device=device, generator=generator)


def distinct(parameters, shape, dtype, device, generator):
    """Return distinct integers in [0, bound) in random order: the first occurrences in draws with replacement."""
    (bound,) = parameters
    count = shape[0]
    result = torch.empty(0, dtype=torch.int64, device=device)
    while result.numel() < count:
        more = bits((), [count + 16], None, device, generator) & (2**63 - 1)
        drawn = torch.cat([result, more % bound])
        _, inverse = torch.unique(drawn, return_inverse=True)
        first = torch.full_like(drawn, drawn.numel()).scatter_reduce(
            0, inverse, torch.arange(drawn.numel(), device=device), "amin"
        )
        result = drawn[torch.sort(first[: int(inverse.max()) + 1]).values]
    return result[:count]


def zipf(parameters, shape, dtype, device, generator):
    """Return Zipf numbers, by Devroye's rejection from a Pareto distribution (1986, X.6.1)."""
    (a,) = parameters

    def propose(a):
        exponent = a - 1.0
        # Only x within int64 is proposed: for `a` close to 1 nearly all of the distribution is beyond it.
        share = -torch.expm1(-math.log(2.0**63) * exponent)
        u = torch.log1p(-share * uniform((), a.shape, a.dtype, device, generator))
        v = uniform((), a.shape, a.dtype, device, generator)
        x = torch.floor(torch.exp(-u / exponent))
        t = torch.expm1(exponent * torch.log1p(1.0 / x))
        b = torch.expm1(exponent * math.log(2.0))
        return x, (v * x * t / b <= (t + 1.0) / (b + 1.0)) & (x < 2.0**63)

    # Above 1025 the powers overflow, and all numbers are 1.
    drawn = rejection([a], (a > 1.0) & (a < 1025.0), shape, torch.int64, propose)
    return torch.where(a >= 1025.0, 1, drawn)


def vonmises(parameters, shape, dtype, device, generator):
    """Return angles around 0, by Best and Fisher's rejection (1979); for extreme kappa, by the limit of the density."""
    (kappa,) = parameters

    def propose(kappa):
        root = torch.sqrt(1.0 + 4.0 * kappa * kappa)
        rho = (1.0 + root - torch.sqrt(2.0 * (1.0 + root))) / (2.0 * kappa)
        r = (1.0 + rho * rho) / (2.0 * rho)
        z = torch.cos(math.pi * uniform((), kappa.shape, kappa.dtype, device, generator))
        w = (1.0 + r * z) / (r + z)
        y = kappa * (r - w)
        v = torch.clamp(uniform((), kappa.shape, kappa.dtype, device, generator), min=_MIN_UNIFORM)
        side = uniform((), kappa.shape, kappa.dtype, device, generator) < 0.5
        angle = torch.acos(torch.clamp(w, -1.0, 1.0))
        return torch.where(side, -angle, angle), (y * (2.0 - y) >= v) | (torch.log(y / v) + 1.0 >= y)

    between = (kappa >= 1e-5) & (kappa <= 1e6)
    drawn = rejection([kappa], between, shape, kappa.dtype, propose)
    u = uniform((), shape, kappa.dtype, device, generator)
    wide = (2.0 * u - 1.0) * math.pi
    # density (1 + kappa * cos(x)) / (2 * pi) to first order
    wide = wide - torch.where(kappa < 1e-5, kappa, 0.0) * torch.sin(wide)
    narrow = normal((), shape, kappa.dtype, device, generator) / torch.sqrt(torch.clamp(kappa, min=1.0))
    return torch.where(between, drawn, torch.where(kappa < 1.0, wide, narrow)).to(dtype)


def _log_choices(n, k):
    """Return log(n! / (k! (n - k)!))."""
    return torch.lgamma(n + 1.0) - torch.lgamma(k + 1.0) - torch.lgamma(n - k + 1.0)


def _draw_singly(good, bad, sample, device, generator):
    """Return the numbers of good items in small samples, drawn one item at a time."""
    count, left, total = torch.zeros_like(good), good, good + bad
    for drawn in range(_SMALL_SAMPLE):
        u = uniform((), good.shape, good.dtype, device, generator)
        hit = ((u * (total - drawn) < left) & (drawn < sample)).to(good.dtype)
        count, left = count + hit, left - hit
    return count


def hypergeometric(parameters, shape, dtype, device, generator):
    """Return hypergeometric numbers: small samples item by item, large ones by ratio of uniforms (Stadlober 1990)."""
    good, bad, sample = (x.broadcast_to(shape) for x in parameters)
    total = good + bad
    valid = (good >= 0) & (bad >= 0) & (sample >= 0) & (sample <= total)
    # By symmetry, work on the smaller of sample and rest, and of good and bad items.
    fewer = torch.minimum(sample, total - sample)
    small, large = torch.minimum(good, bad), torch.maximum(good, bad)

    def propose(small, large, fewer):
        total = small + large
        share = small / total
        mean = fewer * share
        variance = mean * (1.0 - share) * (total - fewer) / torch.clamp(total - 1.0, min=1.0)
        width = _HAT[0] * torch.sqrt(variance + 0.5) + _HAT[1]
        mode = torch.floor((fewer + 1.0) * (small + 1.0) / (total + 2.0))
        u = torch.clamp(uniform((), small.shape, small.dtype, device, generator), min=_MIN_UNIFORM)
        v = uniform((), small.shape, small.dtype, device, generator)
        k = torch.floor(mean + 0.5 + width * (v - 0.5) / u)
        inside = (k >= 0) & (k <= torch.minimum(small, fewer))
        k = torch.where(inside, k, mode)
        log_ratio = (_log_choices(small, k) - _log_choices(small, mode)) + (
            _log_choices(large, fewer - k) - _log_choices(large, fewer - mode)
        )
        return k, inside & (2.0 * torch.log(u) <= log_ratio)

    large_samples = rejection([small, large, fewer], valid & (fewer > _SMALL_SAMPLE), shape, good.dtype, propose)
    count = torch.where(fewer > _SMALL_SAMPLE, large_samples, _draw_singly(small, large, fewer, device, generator))
    count = torch.where(sample > fewer, small - count, count)
    count = torch.where(good > bad, sample - count, count)
    return torch.where(valid, count, 0.0).to(dtype)


def logseries(parameters, shape, dtype, device, generator):
    """Return logarithmic series numbers, by Kemp's method without rejection (1981)."""
    (p,) = parameters
    u = uniform((), shape, p.dtype, device, generator)
    v = torch.clamp(uniform((), shape, p.dtype, device, generator), min=_MIN_UNIFORM)
    q = -torch.expm1(torch.log1p(-p) * u)
    far = torch.floor(1.0 + torch.log(v) / torch.log(q))
    number = torch.where(v <= q * q, torch.clamp(far, 1.0, 2.0**63 - 1024), torch.where(v <= q, 2.0, 1.0))
    return torch.where(p > 0, number, 1.0).to(dtype)


def wald(parameters, shape, dtype, device, generator):
    """Return Wald numbers, by Michael, Schucany and Haas (1976). Which root is taken is random: no derivative."""
    mean, scale = parameters
    y = normal((), shape, dtype, device, generator) ** 2 * mean
    # The smaller root is mean * (1 + d - sqrt(d * (d + 2))); this form has no cancellation.
    d = y / (2.0 * scale)
    x = mean / (1.0 + d + torch.sqrt(d * (d + 2.0)))
    u = uniform((), shape, dtype, device, generator)
    return torch.where(u * (mean + x) <= mean, x, mean * (mean / x))


SAMPLERS: dict[str, Callable[..., torch.Tensor]] = {
    sampler.__name__: sampler
    for sampler in (
        binomial,
        bits,
        distinct,
        exponential,
        gamma,
        gumbel,
        hypergeometric,
        integers,
        laplace,
        log_gamma,
        logistic,
        logseries,
        normal,
        permutation,
        poisson,
        uniform,
        vonmises,
        wald,
        zipf,
    )
}
