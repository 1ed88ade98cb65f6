"""The ufuncs of `special`, for type checkers and editors; written by tools/generate_stubs.py."""

from xp_torch._array.ufunc.ufuncs import BinaryUfunc, QuaternaryUfunc, TernaryUfunc, UnaryUfunc, UnaryUfuncOfTwo

beta: BinaryUfunc
"""Beta function, ``gamma(a) * gamma(b) / gamma(a + b)``.

Notes
-----
SciPy's ``scipy.special.beta``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.beta(2.0, 3.0)
array(0.08333333)
"""

betainc: TernaryUfunc
"""Regularized incomplete beta function.

Notes
-----
SciPy's ``scipy.special.betainc``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.betainc(2.0, 3.0, 0.5)
array(0.6875)
"""

betaincinv: TernaryUfunc
"""Inverse of `betainc` by its last operand; NaN outside of its domain.

Notes
-----
SciPy's ``scipy.special.betaincinv``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.betaincinv(2.0, 3.0, 0.6875)
array(0.5)
"""

betaln: BinaryUfunc
"""Logarithm of the absolute value of the beta function.

Notes
-----
SciPy's ``scipy.special.betaln``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.betaln(2.0, 3.0)
array(-2.48490665)
"""

boxcox: BinaryUfunc
"""Box-Cox transform ``(x**lmbda - 1) / lmbda``, and ``log(x)`` if `lmbda` is 0.

Notes
-----
SciPy's ``scipy.special.boxcox``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.boxcox(xp.asarray([1.0, 4.0]), 0.5)
array([0., 2.])
"""

boxcox1p: BinaryUfunc
"""Box-Cox transform of ``1 + x``.

Notes
-----
SciPy's ``scipy.special.boxcox1p``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.boxcox1p(xp.asarray([0.0, 3.0]), 0.5)
array([0., 2.])
"""

cbrt: UnaryUfunc
"""Cube root.

Notes
-----
SciPy's ``scipy.special.cbrt``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.cbrt(27)
array(3.)
"""

cosm1: UnaryUfunc
"""``cos(x) - 1`` without cancellation near 0.

Notes
-----
SciPy's ``scipy.special.cosm1``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.cosm1(1e-5)
array(-5.e-11)
"""

dawsn: UnaryUfunc
"""Dawson's integral, ``exp(-x**2)`` times the integral of ``exp(t**2)`` from 0 to `x`.

Notes
-----
SciPy's ``scipy.special.dawsn``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.dawsn(1.0)
array(0.53807951)
"""

entr: UnaryUfunc
"""``-x * log(x)``: 0 for 0, -inf for negative numbers.

Notes
-----
SciPy's ``scipy.special.entr``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.entr(0.5)
array(0.34657359)
"""

erf: UnaryUfunc
"""Error function.

Notes
-----
SciPy's ``scipy.special.erf``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.erf(1.0)
array(0.84270079)
"""

erfc: UnaryUfunc
"""Complementary error function, ``1 - erf(x)``.

Notes
-----
SciPy's ``scipy.special.erfc``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.erfc(1.0)
array(0.15729921)
"""

erfcinv: UnaryUfunc
"""Inverse of the complementary error function; NaN outside its domain.

Notes
-----
SciPy's ``scipy.special.erfcinv``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.erfcinv(0.5)
array(0.47693628)
"""

erfcx: UnaryUfunc
"""Scaled complementary error function, ``exp(x**2) * erfc(x)``.

Notes
-----
SciPy's ``scipy.special.erfcx``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.erfcx(100.0)
array(0.00564161)
"""

erfinv: UnaryUfunc
"""Inverse of the error function.

Notes
-----
SciPy's ``scipy.special.erfinv``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.erfinv(0.5)
array(0.47693628)
"""

exp1: UnaryUfunc
"""Exponential integral E1: infinite at 0, NaN for negative numbers.

Notes
-----
SciPy's ``scipy.special.exp1``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.exp1(1.0)
array(0.21938393)
"""

exp10: UnaryUfunc
"""``10**x``.

Notes
-----
SciPy's ``scipy.special.exp10``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.exp10(xp.asarray([1.0, -2.0]))
array([10.  ,  0.01])
"""

exp2: UnaryUfunc
"""``2**x``.

Notes
-----
SciPy's ``scipy.special.exp2``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.exp2(xp.asarray([1.0, -2.0]))
array([2.  , 0.25])
"""

expi: UnaryUfunc
"""Exponential integral Ei.

Notes
-----
SciPy's ``scipy.special.expi``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.expi(1.0)
array(1.89511782)
"""

expit: UnaryUfunc
"""Logistic function, ``1 / (1 + exp(-x))``.

Notes
-----
SciPy's ``scipy.special.expit``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.expit(2.0)
array(0.88079708)
"""

expm1: UnaryUfunc
"""``exp(x) - 1`` without cancellation near 0.

Notes
-----
SciPy's ``scipy.special.expm1``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.expm1(1e-5)
array(1.000005e-05)
"""

expn: BinaryUfunc
"""Generalized exponential integral of order `n`; fractions of `n` are ignored.

Notes
-----
SciPy's ``scipy.special.expn``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.expn(2, 1.0)
array(0.14849551)
"""

exprel: UnaryUfunc
"""``(exp(x) - 1) / x``: 1 for 0.

Notes
-----
SciPy's ``scipy.special.exprel``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.exprel(xp.asarray([0.0, 1.0]))
array([1.        , 1.71828183])
"""

fresnel: UnaryUfuncOfTwo
"""Fresnel integrals S and C.

Notes
-----
SciPy's ``scipy.special.fresnel``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.fresnel(xp.asarray([0.5, 1.0]))
(array([0.06473243, 0.43825915]), array([0.49234423, 0.7798934 ]))
"""

gamma: UnaryUfunc
"""Gamma function: infinite at 0, NaN at negative integers.

Notes
-----
SciPy's ``scipy.special.gamma``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.gamma(xp.asarray([5.0, 0.5]))
array([24.        ,  1.77245385])
"""

gammainc: BinaryUfunc
"""Regularized lower incomplete gamma function.

Notes
-----
SciPy's ``scipy.special.gammainc``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.gammainc(2.0, 3.0)
array(0.80085173)
"""

gammaincc: BinaryUfunc
"""Regularized upper incomplete gamma function.

Notes
-----
SciPy's ``scipy.special.gammaincc``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.gammaincc(2.0, 3.0)
array(0.19914827)
"""

gammaln: UnaryUfunc
"""Logarithm of the absolute value of the gamma function.

Notes
-----
SciPy's ``scipy.special.gammaln``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.gammaln(5.0)
array(3.17805383)
"""

gammasgn: UnaryUfunc
"""Sign of the gamma function: that of the argument at 0, NaN at negative integers.

Notes
-----
SciPy's ``scipy.special.gammasgn``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.gammasgn(xp.asarray([2.0, -0.5]))
array([ 1., -1.])
"""

gdtr: TernaryUfunc
"""Gamma distribution function of rate `a` and shape `b`.

Notes
-----
SciPy's ``scipy.special.gdtr``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.gdtr(1.0, 2.0, 3.0)
array(0.80085173)
"""

huber: BinaryUfunc
"""Huber loss.

Notes
-----
SciPy's ``scipy.special.huber``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.huber(1.0, 3.0)
array(2.5)
"""

hyp1f1: TernaryUfunc
"""Kummer's confluent hypergeometric function 1F1; NaN where its series lose their digits.

Notes
-----
SciPy's ``scipy.special.hyp1f1``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.hyp1f1(1.0, 2.0, 1.0)
array(1.71828183)
"""

hyp2f1: QuaternaryUfunc
"""Gauss's hypergeometric function 2F1; NaN where its series lose their digits, and above 1.

Notes
-----
SciPy's ``scipy.special.hyp2f1``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.hyp2f1(1.0, 1.0, 2.0, 0.5)
array(1.38629436)
"""

i0: UnaryUfunc
"""Modified Bessel function of the first kind and order 0.

Notes
-----
SciPy's ``scipy.special.i0``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.i0(1.0)
array(1.26606588)
"""

i0e: UnaryUfunc
"""Exponentially scaled `i0`, ``exp(-abs(x)) * i0(x)``.

Notes
-----
SciPy's ``scipy.special.i0e``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.i0e(1.0)
array(0.46575961)
"""

i1: UnaryUfunc
"""Modified Bessel function of the first kind and order 1.

Notes
-----
SciPy's ``scipy.special.i1``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.i1(1.0)
array(0.5651591)
"""

i1e: UnaryUfunc
"""Exponentially scaled `i1`, ``exp(-abs(x)) * i1(x)``.

Notes
-----
SciPy's ``scipy.special.i1e``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.i1e(1.0)
array(0.20791042)
"""

inv_boxcox: BinaryUfunc
"""Inverse of `boxcox`.

Notes
-----
SciPy's ``scipy.special.inv_boxcox``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.inv_boxcox(xp.asarray([0.0, 2.0]), 0.5)
array([1., 4.])
"""

inv_boxcox1p: BinaryUfunc
"""Inverse of `boxcox1p`.

Notes
-----
SciPy's ``scipy.special.inv_boxcox1p``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.inv_boxcox1p(xp.asarray([0.0, 2.0]), 0.5)
array([0., 3.])
"""

j0: UnaryUfunc
"""Bessel function of the first kind of order 0.

Notes
-----
SciPy's ``scipy.special.j0``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.j0(xp.asarray([0.0, 1.0]))
array([1.        , 0.76519769])
"""

j1: UnaryUfunc
"""Bessel function of the first kind of order 1.

Notes
-----
SciPy's ``scipy.special.j1``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.j1(xp.asarray([0.0, 1.0]))
array([0.        , 0.44005059])
"""

k0: UnaryUfunc
"""Modified Bessel function of the second kind and order 0.

Notes
-----
SciPy's ``scipy.special.k0``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.k0(2.0)
array(0.11389387)
"""

k0e: UnaryUfunc
"""Exponentially scaled `k0`, ``exp(x) * k0(x)``.

Notes
-----
SciPy's ``scipy.special.k0e``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.k0e(2.0)
array(0.84156822)
"""

k1: UnaryUfunc
"""Modified Bessel function of the second kind and order 1.

Notes
-----
SciPy's ``scipy.special.k1``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.k1(2.0)
array(0.13986588)
"""

k1e: UnaryUfunc
"""Exponentially scaled `k1`, ``exp(x) * k1(x)``.

Notes
-----
SciPy's ``scipy.special.k1e``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.k1e(2.0)
array(1.03347685)
"""

kl_div: BinaryUfunc
"""Elements of the Kullback-Leibler divergence, ``x * log(x / y) - x + y``.

Notes
-----
SciPy's ``scipy.special.kl_div``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.kl_div(1.0, 2.0)
array(0.30685282)
"""

kolmogorov: UnaryUfunc
"""Kolmogorov survival function.

Notes
-----
SciPy's ``scipy.special.kolmogorov``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.kolmogorov(1.0)
array(0.26999967)
"""

log1p: UnaryUfunc
"""``log(1 + x)`` without cancellation near 0.

Notes
-----
SciPy's ``scipy.special.log1p``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.log1p(1e-5)
array(9.99995e-06)
"""

log_expit: UnaryUfunc
"""Logarithm of `expit`.

Notes
-----
SciPy's ``scipy.special.log_expit``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.log_expit(xp.asarray([0.0, -1000.0]))
array([-6.93147181e-01, -1.00000000e+03])
"""

log_ndtr: UnaryUfunc
"""Logarithm of the standard normal distribution function.

Notes
-----
SciPy's ``scipy.special.log_ndtr``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.log_ndtr(-40.0)
array(-804.60844201)
"""

loggamma: UnaryUfunc
"""Logarithm of the gamma function: NaN for negative real numbers.

Notes
-----
SciPy's ``scipy.special.loggamma``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.loggamma(10.0)
array(12.80182748)
"""

logit: UnaryUfunc
"""Inverse of `expit`, ``log(x / (1 - x))``.

Notes
-----
SciPy's ``scipy.special.logit``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.logit(0.75)
array(1.09861229)
"""

ndtr: UnaryUfunc
"""Standard normal distribution function.

Notes
-----
SciPy's ``scipy.special.ndtr``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.ndtr(1.0)
array(0.84134475)
"""

ndtri: UnaryUfunc
"""Inverse of the standard normal distribution function.

Notes
-----
SciPy's ``scipy.special.ndtri``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.ndtri(0.975)
array(1.95996398)
"""

ndtri_exp: UnaryUfunc
"""Inverse of `log_ndtr`.

Notes
-----
SciPy's ``scipy.special.ndtri_exp``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.ndtri_exp(-40.0)
array(-8.59267572)
"""

owens_t: BinaryUfunc
"""Owen's T function.

Notes
-----
SciPy's ``scipy.special.owens_t``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.owens_t(0.5, 2.0)
array(0.1415806)
"""

poch: BinaryUfunc
"""Pochhammer symbol, ``gamma(z + m) / gamma(z)``.

Notes
-----
SciPy's ``scipy.special.poch``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.poch(0.5, 3.0)
array(1.875)
"""

polygamma: BinaryUfunc
"""Derivative of the digamma function, of order `n`.

Notes
-----
SciPy's ``scipy.special.polygamma``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.polygamma(1, [1.0, 2.0])
array([1.64493407, 0.64493407])
"""

pseudo_huber: BinaryUfunc
"""Pseudo-Huber loss, a smooth approximation of `huber`.

Notes
-----
SciPy's ``scipy.special.pseudo_huber``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.pseudo_huber(1.0, 3.0)
array(2.16227766)
"""

psi: UnaryUfunc
"""Digamma function, the derivative of `gammaln`.

Notes
-----
SciPy's ``scipy.special.psi``. Also ``digamma``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.psi(2.0)
array(0.42278434)
"""

digamma: UnaryUfunc
"""Digamma function, the derivative of `gammaln`.

Notes
-----
SciPy's ``scipy.special.psi``. Also ``digamma``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.psi(2.0)
array(0.42278434)
"""

rel_entr: BinaryUfunc
"""Elements of the relative entropy, ``x * log(x / y)``.

Notes
-----
SciPy's ``scipy.special.rel_entr``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.rel_entr(1.0, 2.0)
array(-0.69314718)
"""

rgamma: UnaryUfunc
"""Reciprocal of the gamma function: 0 at 0 and negative integers.

Notes
-----
SciPy's ``scipy.special.rgamma``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.rgamma(xp.asarray([5.0, -1.0]))
array([0.04166667, 0.        ])
"""

riemann_zeta: UnaryUfunc
"""Riemann zeta function.

Notes
-----
SciPy's ``scipy.special.riemann_zeta``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.zeta(2.0)
array(1.64493407)
"""

sici: UnaryUfuncOfTwo
"""Sine and cosine integrals.

Notes
-----
SciPy's ``scipy.special.sici``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.sici(xp.asarray([1.0, 2.0]))
(array([0.94608307, 1.60541298]), array([0.33740392, 0.42298083]))
"""

spence: UnaryUfunc
"""Spence's function, the dilogarithm of ``1 - z``: NaN for negative numbers.

Notes
-----
SciPy's ``scipy.special.spence``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.spence(xp.asarray([0.0, 2.0]))
array([ 1.64493407, -0.82246703])
"""

stdtr: BinaryUfunc
"""Student's t distribution function of `df` degrees of freedom.

Notes
-----
SciPy's ``scipy.special.stdtr``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.stdtr(3.0, 2.0)
array(0.93033702)
"""

voigt_profile: TernaryUfunc
"""Voigt profile, the density of the sum of a normal and a Cauchy variable.

Notes
-----
SciPy's ``scipy.special.voigt_profile``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.voigt_profile(1.0, 0.5, 0.25)
array(0.16484817)
"""

wofz: UnaryUfunc
"""Faddeeva function, ``exp(-z**2) * erfc(-1j * z)``.

Notes
-----
SciPy's ``scipy.special.wofz``.
Loops: complex128, complex64, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.wofz(1.0 + 1.0j)
array(0.30474421+0.20821894j)
"""

wrightomega: UnaryUfunc
"""Wright's omega function, the solution w of ``w + log(w) = z``.

Notes
-----
SciPy's ``scipy.special.wrightomega``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.wrightomega(0.0)
array(0.56714329)
"""

xlog1py: BinaryUfunc
"""``x * log1p(y)``, 0 where x is 0.

Notes
-----
SciPy's ``scipy.special.xlog1py``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.xlog1py(2.0, 1.0)
array(1.38629436)
"""

xlogy: BinaryUfunc
"""``x * log(y)``, 0 where x is 0.

Notes
-----
SciPy's ``scipy.special.xlogy``.
Loops: bfloat16, float32, float64, complex128, complex64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.xlogy(2.0, 2.0)
array(1.38629436)
"""

y0: UnaryUfunc
"""Bessel function of the second kind of order 0: -inf for 0, NaN for negative numbers.

Notes
-----
SciPy's ``scipy.special.y0``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.y0(xp.asarray([0.0, 1.0]))
array([      -inf, 0.08825696])
"""

y1: UnaryUfunc
"""Bessel function of the second kind of order 1: -inf for 0, NaN for negative numbers.

Notes
-----
SciPy's ``scipy.special.y1``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.y1(xp.asarray([0.0, 1.0]))
array([       -inf, -0.78121282])
"""

zeta: BinaryUfunc
"""Hurwitz zeta function, the sum of ``(k + q)**-x``.

Notes
-----
SciPy's ``scipy.special.zeta``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.special.zeta(2.0, 1.0)
array(1.64493407)
"""

zetac: UnaryUfunc
"""Riemann zeta function minus 1.

Notes
-----
SciPy's ``scipy.special.zetac``.
Loops: bfloat16, float32, float64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the default floating dtype, or to the first that holds them. 

Examples
--------
>>> xp.special.zetac(xp.asarray([2.0, 30.0]))
array([6.44934067e-01, 9.31327432e-10])
"""
