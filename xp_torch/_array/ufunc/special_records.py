"""One record for each of SciPy's ufuncs in `special`, from which the ufunc, its docs and tests are made.

To add a function, write a row ``_op(name, operands, loops)`` and its text. `loops` are kernels of tensors by dtype:
`in_float64` of a kernel computes float32 and bfloat16 in float64; ``| in_complex128(kernel)`` adds complex numbers.
``order`` is the order of SciPy's ``ufunc.types`` ("fd" if float32 is first), ``nout`` and ``identity`` are SciPy's.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import special

from xp_torch._array.ufunc.record import Op, read_texts
from xp_torch._kernels import bessel, gamma
from xp_torch._kernels import special as kernels
from xp_torch._kernels.elementwise import complexes, floats
from xp_torch._kernels.elementwise.loops import Loops
from xp_torch._kernels.special import in_complex128, in_float32, in_float64
from xp_torch._kernels.special_functions import (
    complex_gamma,
    distributions,
    error,
    factorials,
    hypergeometric,
    incomplete_beta,
    integrals,
    wright,
)
from xp_torch._kernels.special_functions.opaque import opaque

_TEXTS = """
beta: Beta function, ``gamma(a) * gamma(b) / gamma(a + b)``.
>>> xp.special.beta(2.0, 3.0)
array(0.08333333)

betainc: Regularized incomplete beta function.
>>> xp.special.betainc(2.0, 3.0, 0.5)
array(0.6875)

betaincinv: Inverse of `betainc` by its last operand; NaN outside of its domain.
>>> xp.special.betaincinv(2.0, 3.0, 0.6875)
array(0.5)

betaln: Logarithm of the absolute value of the beta function.
>>> xp.special.betaln(2.0, 3.0)
array(-2.48490665)

boxcox: Box-Cox transform ``(x**lmbda - 1) / lmbda``, and ``log(x)`` if `lmbda` is 0.
>>> xp.special.boxcox(xp.asarray([1.0, 4.0]), 0.5)
array([0., 2.])

boxcox1p: Box-Cox transform of ``1 + x``.
>>> xp.special.boxcox1p(xp.asarray([0.0, 3.0]), 0.5)
array([0., 2.])

cbrt: Cube root.
>>> xp.special.cbrt(27)
array(3.)

cosm1: ``cos(x) - 1`` without cancellation near 0.
>>> xp.special.cosm1(1e-5)
array(-5.e-11)

dawsn: Dawson's integral, ``exp(-x**2)`` times the integral of ``exp(t**2)`` from 0 to `x`.
>>> xp.special.dawsn(1.0)
array(0.53807951)

entr: ``-x * log(x)``: 0 for 0, -inf for negative numbers.
>>> xp.special.entr(0.5)
array(0.34657359)

erf: Error function.
>>> xp.special.erf(1.0)
array(0.84270079)

erfc: Complementary error function, ``1 - erf(x)``.
>>> xp.special.erfc(1.0)
array(0.15729921)

erfcinv: Inverse of the complementary error function; NaN outside its domain.
>>> xp.special.erfcinv(0.5)
array(0.47693628)

erfcx: Scaled complementary error function, ``exp(x**2) * erfc(x)``.
>>> xp.special.erfcx(100.0)
array(0.00564161)

erfinv: Inverse of the error function.
>>> xp.special.erfinv(0.5)
array(0.47693628)

exp1: Exponential integral E1: infinite at 0, NaN for negative numbers.
>>> xp.special.exp1(1.0)
array(0.21938393)

exp10: ``10**x``.
>>> xp.special.exp10(xp.asarray([1.0, -2.0]))
array([10.  ,  0.01])

exp2: ``2**x``.
>>> xp.special.exp2(xp.asarray([1.0, -2.0]))
array([2.  , 0.25])

expi: Exponential integral Ei.
>>> xp.special.expi(1.0)
array(1.89511782)

expit: Logistic function, ``1 / (1 + exp(-x))``.
>>> xp.special.expit(2.0)
array(0.88079708)

expm1: ``exp(x) - 1`` without cancellation near 0.
>>> xp.special.expm1(1e-5)
array(1.000005e-05)

expn: Generalized exponential integral of order `n`; fractions of `n` are ignored.
>>> xp.special.expn(2, 1.0)
array(0.14849551)

exprel: ``(exp(x) - 1) / x``: 1 for 0.
>>> xp.special.exprel(xp.asarray([0.0, 1.0]))
array([1.        , 1.71828183])

fresnel: Fresnel integrals S and C.
>>> xp.special.fresnel(xp.asarray([0.5, 1.0]))
(array([0.06473243, 0.43825915]), array([0.49234423, 0.7798934 ]))

gamma: Gamma function: infinite at 0, NaN at negative integers.
>>> xp.special.gamma(xp.asarray([5.0, 0.5]))
array([24.        ,  1.77245385])

gammainc: Regularized lower incomplete gamma function.
>>> xp.special.gammainc(2.0, 3.0)
array(0.80085173)

gammaincc: Regularized upper incomplete gamma function.
>>> xp.special.gammaincc(2.0, 3.0)
array(0.19914827)

gammaln: Logarithm of the absolute value of the gamma function.
>>> xp.special.gammaln(5.0)
array(3.17805383)

gammasgn: Sign of the gamma function: that of the argument at 0, NaN at negative integers.
>>> xp.special.gammasgn(xp.asarray([2.0, -0.5]))
array([ 1., -1.])

gdtr: Gamma distribution function of rate `a` and shape `b`.
>>> xp.special.gdtr(1.0, 2.0, 3.0)
array(0.80085173)

huber: Huber loss.
>>> xp.special.huber(1.0, 3.0)
array(2.5)

hyp1f1: Kummer's confluent hypergeometric function 1F1; NaN where its series lose their digits.
>>> xp.special.hyp1f1(1.0, 2.0, 1.0)
array(1.71828183)

hyp2f1: Gauss's hypergeometric function 2F1; NaN where its series lose their digits, and above 1.
>>> xp.special.hyp2f1(1.0, 1.0, 2.0, 0.5)
array(1.38629436)

i0: Modified Bessel function of the first kind and order 0.
>>> xp.special.i0(1.0)
array(1.26606588)

i0e: Exponentially scaled `i0`, ``exp(-abs(x)) * i0(x)``.
>>> xp.special.i0e(1.0)
array(0.46575961)

i1: Modified Bessel function of the first kind and order 1.
>>> xp.special.i1(1.0)
array(0.5651591)

i1e: Exponentially scaled `i1`, ``exp(-abs(x)) * i1(x)``.
>>> xp.special.i1e(1.0)
array(0.20791042)

inv_boxcox: Inverse of `boxcox`.
>>> xp.special.inv_boxcox(xp.asarray([0.0, 2.0]), 0.5)
array([1., 4.])

inv_boxcox1p: Inverse of `boxcox1p`.
>>> xp.special.inv_boxcox1p(xp.asarray([0.0, 2.0]), 0.5)
array([0., 3.])

j0: Bessel function of the first kind of order 0.
>>> xp.special.j0(xp.asarray([0.0, 1.0]))
array([1.        , 0.76519769])

j1: Bessel function of the first kind of order 1.
>>> xp.special.j1(xp.asarray([0.0, 1.0]))
array([0.        , 0.44005059])

k0: Modified Bessel function of the second kind and order 0.
>>> xp.special.k0(2.0)
array(0.11389387)

k0e: Exponentially scaled `k0`, ``exp(x) * k0(x)``.
>>> xp.special.k0e(2.0)
array(0.84156822)

k1: Modified Bessel function of the second kind and order 1.
>>> xp.special.k1(2.0)
array(0.13986588)

k1e: Exponentially scaled `k1`, ``exp(x) * k1(x)``.
>>> xp.special.k1e(2.0)
array(1.03347685)

kl_div: Elements of the Kullback-Leibler divergence, ``x * log(x / y) - x + y``.
>>> xp.special.kl_div(1.0, 2.0)
array(0.30685282)

kolmogorov: Kolmogorov survival function.
>>> xp.special.kolmogorov(1.0)
array(0.26999967)

log1p: ``log(1 + x)`` without cancellation near 0.
>>> xp.special.log1p(1e-5)
array(9.99995e-06)

log_expit: Logarithm of `expit`.
>>> xp.special.log_expit(xp.asarray([0.0, -1000.0]))
array([-6.93147181e-01, -1.00000000e+03])

log_ndtr: Logarithm of the standard normal distribution function.
>>> xp.special.log_ndtr(-40.0)
array(-804.60844201)

loggamma: Logarithm of the gamma function: NaN for negative real numbers.
>>> xp.special.loggamma(10.0)
array(12.80182748)

logit: Inverse of `expit`, ``log(x / (1 - x))``.
>>> xp.special.logit(0.75)
array(1.09861229)

ndtr: Standard normal distribution function.
>>> xp.special.ndtr(1.0)
array(0.84134475)

ndtri: Inverse of the standard normal distribution function.
>>> xp.special.ndtri(0.975)
array(1.95996398)

ndtri_exp: Inverse of `log_ndtr`.
>>> xp.special.ndtri_exp(-40.0)
array(-8.59267572)

owens_t: Owen's T function.
>>> xp.special.owens_t(0.5, 2.0)
array(0.1415806)

poch: Pochhammer symbol, ``gamma(z + m) / gamma(z)``.
>>> xp.special.poch(0.5, 3.0)
array(1.875)

polygamma: Derivative of the digamma function, of order `n`.
>>> xp.special.polygamma(1, [1.0, 2.0])
array([1.64493407, 0.64493407])

pseudo_huber: Pseudo-Huber loss, a smooth approximation of `huber`.
>>> xp.special.pseudo_huber(1.0, 3.0)
array(2.16227766)

psi: Digamma function, the derivative of `gammaln`.
>>> xp.special.psi(2.0)
array(0.42278434)

rel_entr: Elements of the relative entropy, ``x * log(x / y)``.
>>> xp.special.rel_entr(1.0, 2.0)
array(-0.69314718)

rgamma: Reciprocal of the gamma function: 0 at 0 and negative integers.
>>> xp.special.rgamma(xp.asarray([5.0, -1.0]))
array([0.04166667, 0.        ])

riemann_zeta: Riemann zeta function.
>>> xp.special.zeta(2.0)
array(1.64493407)

sici: Sine and cosine integrals.
>>> xp.special.sici(xp.asarray([1.0, 2.0]))
(array([0.94608307, 1.60541298]), array([0.33740392, 0.42298083]))

spence: Spence's function, the dilogarithm of ``1 - z``: NaN for negative numbers.
>>> xp.special.spence(xp.asarray([0.0, 2.0]))
array([ 1.64493407, -0.82246703])

stdtr: Student's t distribution function of `df` degrees of freedom.
>>> xp.special.stdtr(3.0, 2.0)
array(0.93033702)

voigt_profile: Voigt profile, the density of the sum of a normal and a Cauchy variable.
>>> xp.special.voigt_profile(1.0, 0.5, 0.25)
array(0.16484817)

wofz: Faddeeva function, ``exp(-z**2) * erfc(-1j * z)``.
>>> xp.special.wofz(1.0 + 1.0j)
array(0.30474421+0.20821894j)

wrightomega: Wright's omega function, the solution w of ``w + log(w) = z``.
>>> xp.special.wrightomega(0.0)
array(0.56714329)

xlog1py: ``x * log1p(y)``, 0 where x is 0.
>>> xp.special.xlog1py(2.0, 1.0)
array(1.38629436)

xlogy: ``x * log(y)``, 0 where x is 0.
>>> xp.special.xlogy(2.0, 2.0)
array(1.38629436)

y0: Bessel function of the second kind of order 0: -inf for 0, NaN for negative numbers.
>>> xp.special.y0(xp.asarray([0.0, 1.0]))
array([      -inf, 0.08825696])

y1: Bessel function of the second kind of order 1: -inf for 0, NaN for negative numbers.
>>> xp.special.y1(xp.asarray([0.0, 1.0]))
array([       -inf, -0.78121282])

zeta: Hurwitz zeta function, the sum of ``(k + q)**-x``.
>>> xp.special.zeta(2.0, 1.0)
array(1.64493407)

zetac: Riemann zeta function minus 1.
>>> xp.special.zetac(xp.asarray([2.0, 30.0]))
array([6.44934067e-01, 9.31327432e-10])
"""


_SUMMARIES = read_texts(_TEXTS)
_DTYPES = {"f": torch.float32, "d": torch.float64, "F": torch.complex64, "D": torch.complex128}


def _op(name: str, operands: str, loops: Loops, order: str = "dfDF", **facts: Any) -> Op:
    names = tuple(operands.split())
    found = tuple([d for char in order if (d := _DTYPES[char]) in loops])
    facts = {"operands": names, "given": loops, "order": found, **facts}
    return Op(f"special.{name}", len(names), None, "", *_SUMMARIES[name], **facts)


_ROWS = (
    _op("beta", "a b", in_float64(opaque(factorials.beta))),
    _op("betainc", "a b x", in_float64(opaque(incomplete_beta.betainc)), "fd", identity=0),
    _op("betaincinv", "a b y", in_float64(opaque(incomplete_beta.betaincinv)), "fd", identity=0),
    _op("betaln", "a b", in_float64(opaque(factorials.betaln))),
    _op("boxcox", "x lmbda", in_float64(kernels.boxcox), "fd", identity=0),
    _op("boxcox1p", "x lmbda", in_float64(kernels.boxcox1p), "fd", identity=0),
    _op("cbrt", "x", in_float64(floats.cbrt)),
    _op("cosm1", "x", in_float64(kernels.cosm1)),
    _op("dawsn", "x", in_float64(opaque(error.dawsn)) | in_complex128(opaque(error.complex_dawsn))),
    _op("entr", "x", in_float32(special.entr), "fd", identity=0),
    _op("erf", "x", in_float32(special.erf) | in_complex128(opaque(error.complex_erf))),
    _op("erfc", "x", in_float32(special.erfc)),
    _op("erfcinv", "y", in_float64(kernels.erfcinv), "fd", identity=0),
    _op("erfcx", "x", in_float64(kernels.erfcx) | in_complex128(opaque(error.complex_erfcx))),
    _op("erfinv", "y", in_float32(special.erfinv), "fd", identity=0),
    _op("exp1", "z", in_float64(opaque(integrals.exp1)), "fd"),
    _op("exp10", "x", in_float64(kernels.exp10)),
    _op("exp2", "x", in_float32(special.exp2)),
    _op("expi", "x", in_float64(opaque(integrals.expi)), "fd"),
    _op("expit", "x", in_float64(special.expit)),
    _op("expm1", "x", in_float32(special.expm1) | in_complex128(complexes.expm1)),
    _op("expn", "n x", in_float64(opaque(integrals.expn)), identity=0),
    _op("exprel", "x", in_float64(kernels.exprel)),
    _op("fresnel", "z", in_float64(opaque(error.fresnel, 2)), nout=2),
    _op("gamma", "x", in_float64(opaque(gamma.gamma)) | in_complex128(opaque(complex_gamma.gamma)), "dDfF"),
    _op("gammainc", "a x", in_float64(opaque(incomplete_beta.gammainc))),
    _op("gammaincc", "a x", in_float64(opaque(incomplete_beta.gammaincc))),
    _op("gammaln", "x", in_float64(kernels.gammaln)),
    _op("gammasgn", "x", in_float64(gamma.gammasgn)),
    _op("gdtr", "a b x", in_float64(opaque(incomplete_beta.gdtr)), "fd", identity=0),
    _op("huber", "delta r", in_float64(kernels.huber), "fd", identity=0),
    _op("hyp1f1", "a b x", in_float64(opaque(hypergeometric.hyp1f1, block=256)), "fd", identity=0),
    _op("hyp2f1", "a b c z", in_float64(opaque(hypergeometric.hyp2f1, block=256))),
    _op("i0", "x", in_float64(special.i0)),
    _op("i0e", "x", in_float64(special.i0e)),
    _op("i1", "x", in_float64(special.i1)),
    _op("i1e", "x", in_float64(special.i1e)),
    _op("inv_boxcox", "y lmbda", in_float64(kernels.inv_boxcox), "fd", identity=0),
    _op("inv_boxcox1p", "y lmbda", in_float64(kernels.inv_boxcox1p), "fd", identity=0),
    _op("j0", "x", in_float64(bessel.j0)),
    _op("j1", "x", in_float64(bessel.j1)),
    _op("k0", "x", in_float64(kernels.k0)),
    _op("k0e", "x", in_float64(kernels.k0e)),
    _op("k1", "x", in_float64(kernels.k1)),
    _op("k1e", "x", in_float64(kernels.k1e)),
    _op("kl_div", "x y", in_float64(kernels.kl_div), "fd", identity=0),
    _op("kolmogorov", "y", in_float64(opaque(distributions.kolmogorov)), "fd", identity=0),
    _op("log1p", "x", in_float32(floats.log1p) | in_complex128(complexes.log1p)),
    _op("log_expit", "x", in_float64(kernels.log_expit)),
    _op("log_ndtr", "x", in_float64(kernels.log_ndtr)),
    _op("loggamma", "x", in_float64(gamma.loggamma) | in_complex128(opaque(complex_gamma.loggamma)), "dDfF"),
    _op("logit", "x", in_float64(kernels.logit)),
    _op("ndtr", "x", in_float64(kernels.ndtr)),
    _op("ndtri", "y", in_float64(special.ndtri), "fd", identity=0),
    _op("ndtri_exp", "y", in_float64(opaque(distributions.ndtri_exp)), "fd", identity=0),
    _op("owens_t", "h a", in_float64(opaque(distributions.owens_t)), "fd", identity=0),
    _op("poch", "z m", in_float64(opaque(factorials.poch)), "fd", identity=0),
    _op("polygamma", "n x", in_float64(kernels.polygamma)),
    _op("pseudo_huber", "delta r", in_float64(kernels.pseudo_huber), "fd", identity=0),
    _op("psi", "x", in_float64(kernels.digamma) | in_complex128(kernels.complex_psi), "dDfF", aliases=("digamma",)),
    _op("rel_entr", "x y", in_float64(kernels.rel_entr), "fd", identity=0),
    _op("rgamma", "x", in_float64(opaque(gamma.rgamma)) | in_complex128(opaque(complex_gamma.rgamma)), "dDfF"),
    _op("riemann_zeta", "x", in_float64(kernels.riemann_zeta)),
    _op("sici", "x", in_float64(opaque(integrals.sici, 2)), "fd", identity=0, nout=2),
    _op("spence", "z", in_float64(opaque(integrals.spence)), "fd", identity=0),
    _op("stdtr", "df t", in_float64(opaque(incomplete_beta.stdtr)), "fd", identity=0),
    _op("voigt_profile", "x sigma gamma", in_float64(opaque(error.voigt_profile))),
    _op("wofz", "z", in_complex128(opaque(error.wofz)), "DF"),
    _op(
        "wrightomega",
        "x",
        in_float64(opaque(wright.wrightomega)) | in_complex128(opaque(wright.complex_wrightomega)),
        "fdFD",
        identity=0,
    ),
    _op("xlog1py", "x y", in_float64(special.xlog1py) | in_complex128(kernels.complex_xlog1py)),
    _op("xlogy", "x y", in_float64(special.xlogy) | in_complex128(kernels.complex_xlogy)),
    _op("y0", "x", in_float64(bessel.y0)),
    _op("y1", "x", in_float64(bessel.y1)),
    _op("zeta", "x q", in_float64(kernels.zeta), "fd"),
    _op("zetac", "x", in_float64(kernels.zetac)),
)

#: The ufuncs of `special`, by their names in this package's namespace, as "special.erf".
SPECIAL: dict[str, Op] = {op.name: op for op in _ROWS}
