"""Special functions: torch's where they are right, and what mends them. Tensors of one floating dtype in and out.

float32 and narrower work in float64: torch's own float32 has psi(-101.8) off by 1594 units in the last place,
logit(0.49993) by 2777, sinc(560924) by 1.8e-8 of 5e-18, and i0(90.5) infinite.
"""

import math
from collections.abc import Callable

import torch

from xp_torch._kernels.elementwise.floats import working_in

__all__ = ["LOOPS", "logsumexp", "multigammaln", "polygamma"]

#: coefficients of Euler and Maclaurin's sum: Bernoulli numbers B(2k) over (2k)!.
_EULER_MACLAURIN = (
    1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600,
    -3617 / 10670622842880000,
)  # fmt: skip
_TERMS = 12


def ndtr(x):
    """Return the normal distribution function; torch's is (1 + erf) / 2: 0 at -20.5, not 1e-93."""
    return 0.5 * torch.special.erfc(x * -math.sqrt(0.5))


def gammaln(x):
    """Return log(abs(gamma(x))); of -inf SciPy's -inf, where C's and so torch's is inf."""
    return torch.where(x == -torch.inf, -torch.inf, torch.special.gammaln(x))


def _with_nan(kernel):
    """Return a kernel of two operands that NaN propagates through: torch's gammainc(nan, 0) is 0."""
    return lambda a, x: torch.where(a.isnan() | x.isnan(), torch.nan, kernel(a, x))


def zeta(x, q):
    """Return Hurwitz's zeta function; torch's is NaN or 0 for very large `q`, where two terms are all of it."""
    far = q > 1e8
    near = torch.special.zeta(x, torch.where(far, 1.0, q))
    above = far & (x > 1.0)
    base, s = torch.where(above, q, 1.0), torch.where(above, x, 2.0)
    tail = (1.0 / (s - 1.0) + 0.5 / base) * torch.pow(base, 1.0 - s)
    return torch.where(above, tail, torch.where(far & (x < 1.0), torch.nan, near))


def riemann_zeta(x):
    """Return Riemann's zeta function: torch's above 1, Euler and Maclaurin's sum above -1, reflected below."""
    right = torch.where(x <= -1.0, 1.0 - x, x)
    above = torch.special.zeta(torch.where(right > 1.0, right, 2.0), torch.ones_like(x))
    s = torch.where((x > -1.0) & (x < 1.0), x, 0.5)
    between = torch.pow(float(_TERMS), 1.0 - s) / (s - 1.0) + 0.5 * torch.pow(float(_TERMS), -s)
    for n in range(1, _TERMS):
        between = between + torch.pow(float(n), -s)
    rising, power = s, torch.pow(float(_TERMS), -s - 1.0)
    for k, coefficient in enumerate(_EULER_MACLAURIN):
        between = between + coefficient * rising * power
        rising = rising * (s + (2 * k + 1)) * (s + (2 * k + 2))
        power = power / _TERMS**2
    found = torch.where(right > 1.0, above, between)
    # 2 * (2 pi)**(x - 1) * sin(pi x / 2) * gamma(1 - x) * zeta(1 - x); the sine's argument is reduced exactly
    turn = torch.fmod(x, 4.0)
    sine = torch.where(torch.fmod(x, 2.0) == 0.0, 0.0, torch.sin(turn * (math.pi / 2)))
    size = torch.exp((x - 1.0) * math.log(2 * math.pi) + torch.lgamma(right))
    below = torch.where(sine == 0.0, 0.0, 2.0 * sine * size * found)
    found = torch.where(x <= -1.0, below, found)
    return torch.where(x == 1.0, torch.inf, torch.where(x.isnan() | (x == -torch.inf), torch.nan, found))


def rel_entr(x, y):
    """Return x * log(x / y)."""
    both = (x > 0) & (y > 0)
    ratio = x / y
    # where the quotient leaves the range, the difference of logarithms has the digits
    plain = both & (ratio > 0) & torch.isfinite(ratio)
    logarithm = torch.where(
        plain,
        torch.log(torch.where(plain, ratio, 1.0)),
        torch.log(torch.where(both, x, 1.0)) - torch.log(torch.where(both, y, 1.0)),
    )
    inside = torch.where(both, x * logarithm, torch.where((x == 0) & (y >= 0), 0.0, torch.inf))
    return torch.where(x.isnan() | y.isnan(), torch.nan, inside)


def kl_div(x, y):
    """Return x * log(x / y) - x + y."""
    inside = torch.where((x > 0) & (y > 0), rel_entr(x, y) - x + y, torch.where((x == 0) & (y >= 0), y, torch.inf))
    return torch.where(x.isnan() | y.isnan(), torch.nan, inside)


def huber(delta, r):
    """Return Huber's loss; infinite for negative `delta`."""
    size = torch.abs(r)
    loss = torch.where(size <= delta, 0.5 * r * r, delta * (size - 0.5 * delta))
    return torch.where(delta < 0, torch.inf, loss)


def pseudo_huber(delta, r):
    """Return the smooth approximation of Huber's loss; infinite for negative `delta`."""
    far = torch.isinf(r) & (delta > 0) & torch.isfinite(delta)
    loss = delta * (r / (delta + torch.hypot(delta, r))) * r
    return torch.where((delta < 0) | far, torch.inf, torch.where((delta == 0) | (r == 0), 0.0, loss))


def polygamma(n, x):
    """Return derivatives of psi, of the order `n`, by zeta as SciPy does."""
    sign = torch.where(torch.fmod(n, 2.0) == 0.0, -1.0, 1.0)
    order = torch.where(n > 0, n, 1.0)
    derived = sign * torch.exp(torch.lgamma(order + 1.0)) * zeta(order + 1.0, x)
    return torch.where(n == 0, torch.special.digamma(x), derived)


def multigammaln(a, d):
    """Return the logarithm of the gamma function of `d` dimensions."""
    halves = torch.arange(d, dtype=a.dtype, device=a.device) * 0.5
    return torch.lgamma(a.unsqueeze(-1) - halves).sum(-1) + d * (d - 1) / 4.0 * math.log(math.pi)


def logsumexp(x, axes, keepdims):
    """Return the logarithm of the sum of exponentials along axes; of nothing, -inf."""
    if not axes:
        return x.clone()
    return torch.logsumexp(x, axes, keepdim=keepdims)


def _wide(kernel):
    """Return the loops of a kernel that narrower dtypes work in float64 for."""
    narrow = working_in(torch.float64, kernel)
    return {torch.float64: kernel, **dict.fromkeys((torch.float32, torch.float16, torch.bfloat16), narrow)}


def _plain(kernel):
    """Return the loops of a kernel that is right in float32."""
    halves = working_in(torch.float32, kernel)
    return {**dict.fromkeys((torch.float64, torch.float32), kernel), torch.float16: halves, torch.bfloat16: halves}


_S = torch.special
#: by SciPy's names: a kernel for each dtype.
LOOPS: dict[str, dict[torch.dtype, Callable[..., torch.Tensor]]] = {
    "entr": _plain(_S.entr),
    "erf": _plain(_S.erf),
    "erfc": _plain(_S.erfc),
    "erfcx": _wide(_S.erfcx),
    "erfinv": _plain(_S.erfinv),
    "expit": _wide(_S.expit),
    "gammainc": _wide(_with_nan(_S.gammainc)),
    "gammaincc": _wide(_with_nan(_S.gammaincc)),
    "gammaln": _wide(gammaln),
    "huber": _wide(huber),
    "i0": _wide(_S.i0),
    "i0e": _wide(_S.i0e),
    "i1": _wide(_S.i1),
    "i1e": _wide(_S.i1e),
    "k0": _wide(_S.modified_bessel_k0),
    "k0e": _wide(_S.scaled_modified_bessel_k0),
    "k1": _wide(_S.modified_bessel_k1),
    "k1e": _wide(_S.scaled_modified_bessel_k1),
    "kl_div": _wide(kl_div),
    "log_ndtr": _wide(_S.log_ndtr),
    "logit": _wide(_S.logit),
    "ndtr": _wide(ndtr),
    "ndtri": _wide(_S.ndtri),
    "pseudo_huber": _wide(pseudo_huber),
    "psi": _wide(_S.digamma),
    "rel_entr": _wide(rel_entr),
    "sinc": _wide(_S.sinc),
    "xlog1py": _wide(_S.xlog1py),
    "xlogy": _wide(_S.xlogy),
    "zeta": _wide(zeta),
    "riemann_zeta": _wide(riemann_zeta),
    "polygamma": _wide(polygamma),
}
