"""Special functions against mpmath: the exact functions, arguments over many decades, and the errors of results."""

import math

import mpmath
import numpy as np
import scipy.special as sc

import xp_torch as xp


def sizes(seed, low, high, signs=False, count=30):
    """Numbers whose logarithms are uniform between powers of 10, of both signs if asked for."""
    rng = np.random.default_rng(seed)
    return 10.0 ** rng.uniform(low, high, count) * (rng.choice([-1.0, 1.0], count) if signs else 1.0)


def complexes(seed, low, high, count=30):
    """Complex numbers whose components are `sizes`."""
    return sizes(seed, low, high, True, count) + 1j * sizes(seed + 1, low, high, True, count)


def faddeeva(z):
    """The Faddeeva function."""
    return mpmath.exp(-z * z) * mpmath.erfc(-1j * z)


def dawson(x):
    """Dawson's integral."""
    return mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(-x * x) * mpmath.erfi(x)


def exponential_integral(n, x):
    """The generalised exponential integral, with the digits that mpmath's loses."""
    with mpmath.workdps(100):
        return mpmath.expint(n, x)


def lower_beta(a, b, x):
    """The regularised incomplete beta function by its series, of which all terms are positive."""
    total = term = mpmath.mpf(1)
    k = 0
    while term > total * mpmath.mpf(10) ** -40:
        term *= (a + b + k) / (a + 1 + k) * x
        total, k = total + term, k + 1
    return x**a * (1 - x) ** b / mpmath.beta(a, b) * total / a


def lower_beta_inverse(a, b, y):
    """The inverse, by Newton's method from SciPy's."""
    x = mpmath.mpf(sc.betaincinv(float(a), float(b), float(y)))
    for _ in range(4):
        x -= (lower_beta(a, b, x) - y) * mpmath.beta(a, b) / (x ** (a - 1) * (1 - x) ** (b - 1))
    return x


def omega(z):
    """Wright's omega function by the branches of Lambert's function, and beyond them from its start."""
    if mpmath.re(z) < 300:
        value = mpmath.lambertw(mpmath.exp(z), int(mpmath.ceil((mpmath.im(z) - mpmath.pi) / (2 * mpmath.pi))))
        return value if isinstance(z, mpmath.mpc) else mpmath.re(value)
    return mpmath.findroot(lambda w: w + mpmath.log(w) - z, z - mpmath.log(z))


def owen(h, a):
    """Owen's T function."""
    integral = mpmath.quad(lambda x: mpmath.exp(-h * h * x * x / 2) / (1 + x * x), mpmath.linspace(0, a, 3))
    return mpmath.exp(-h * h / 2) * integral / (2 * mpmath.pi)


def inverse_log_ndtr(y):
    """The inverse of the logarithm of the normal distribution function, by Newton's method from SciPy's."""
    x = mpmath.mpf(sc.ndtri_exp(float(y)))
    for _ in range(8):
        value = mpmath.erfc(-x / mpmath.sqrt(2)) / 2
        x -= (mpmath.log(value) - y) * value * mpmath.sqrt(2 * mpmath.pi) * mpmath.exp(x * x / 2)
    return x


def kolmogorov(y):
    """Kolmogorov's survival function."""
    return 2 * sum((-1) ** (k - 1) * mpmath.exp(-2 * k * k * y * y) for k in range(1, 20))


def student(df, t):
    """Student's distribution function."""
    half, x = mpmath.mpf("0.5"), df / (df + t * t)
    tail = (lower_beta(df / 2, half, x) if x < half else 1 - lower_beta(half, df / 2, 1 - x)) / 2
    return tail if t < 0 else 1 - tail


def rows(n):
    """Return mpmath's function, `n` arguments, and the largest error by name, in units of the larger component."""
    return {
        "beta": (mpmath.beta, (sizes(0, -3, 2, count=n), sizes(1, -3, 2, count=n)), 8),
        "beta of negative numbers": (
            mpmath.beta,
            (sizes(2, -2, 1, signs=True, count=n), sizes(3, -2, 1, signs=True, count=n)),
            8,
        ),
        "betainc": (lower_beta, (sizes(4, -2, 2, count=n), sizes(5, -2, 2, count=n), sizes(6, -6, -0.05, count=n)), 8),
        "betaincinv": (
            lower_beta_inverse,
            (sizes(52, -1, 1.5, count=n), sizes(53, -1, 1.5, count=n), sizes(54, -3, -0.01, count=n)),
            40,
        ),
        "comb": (mpmath.binomial, (sizes(7, 1, 3, count=n), sizes(8, -1, 1, count=n)), 8),
        "dawsn": (dawson, (sizes(9, -6, 1, signs=True, count=n),), 8),
        "dawsn of complex numbers": (dawson, (complexes(64, -3, 0.7, count=n),), 16),
        "erf of complex numbers": (mpmath.erf, (complexes(10, -6, 0.8, count=n),), 8),
        "erfcx of complex numbers": (lambda z: faddeeva(1j * z), (complexes(12, -3, 0.8, count=n),), 8),
        "exp1": (mpmath.e1, (sizes(14, -6, 2.5, count=n),), 8),
        "expi": (mpmath.ei, (sizes(15, -6, 2.5, signs=True, count=n),), 8),
        "expi at its zero": (mpmath.ei, (0.3725074107813666 * (1 + sizes(16, -12, -1, signs=True, count=n)),), 8),
        "expn": (exponential_integral, (np.floor(sizes(17, 0, 3, count=n)), sizes(18, -3, 2, count=n)), 8),
        "erfcx": (lambda x: mpmath.exp(x * x) * mpmath.erfc(x), (sizes(65, -3, 1.4, signs=True, count=n),), 8),
        "factorial": (mpmath.factorial, (sizes(19, -3, 2.2, count=n),), 8),
        "fresnel 0": (mpmath.fresnels, (sizes(20, -3, 3, signs=True, count=n),), 8),
        "fresnel 1": (mpmath.fresnelc, (sizes(21, -3, 3, signs=True, count=n),), 8),
        "gamma of complex numbers": (mpmath.gamma, (complexes(22, -3, 2, count=n),), 8),
        "gammainc": (
            lambda a, x: mpmath.gammainc(a, 0, x, True),
            (sizes(24, -2, 2, count=n), sizes(25, -2, 2, count=n)),
            8,
        ),
        "gammaincc": (
            lambda a, x: mpmath.gammainc(a, x, mpmath.inf, True),
            (sizes(26, -2, 2, count=n), sizes(27, -2, 2, count=n)),
            16,
        ),
        "hyp1f1": (
            mpmath.hyp1f1,
            (
                sizes(55, -1.5, 1.5, signs=True, count=n),
                sizes(56, -1.5, 1.5, signs=True, count=n),
                sizes(57, -2, 2.7, signs=True, count=n),
            ),
            8,
        ),
        "hyp2f1": (
            mpmath.hyp2f1,
            (
                sizes(58, -1, 0.7, signs=True, count=n),
                sizes(59, -1, 0.7, count=n),
                sizes(60, -1, 1, count=n),
                1.0 - sizes(61, -3, 2, count=n),
            ),
            30,
        ),
        "kl_div": (
            lambda x, y: x * mpmath.log(x / y) - x + y,
            (sizes(66, -3, 3, count=n), sizes(66, -3, 3, count=n) * (1 + sizes(67, -7, 1, count=n))),
            8,
        ),
        "kolmogorov": (kolmogorov, (sizes(28, -0.3, 1.2, count=n),), 8),
        "logit beside its zero": (
            lambda x: mpmath.log(x) - mpmath.log1p(-x),
            (0.5 + sizes(68, -16, -0.4, signs=True, count=n),),
            8,
        ),
        "loggamma of complex numbers": (mpmath.loggamma, (complexes(29, -3, 2, count=n),), 16),
        "ndtri_exp": (None, (-sizes(31, 0.5, 3, count=n),), 8),
        "ndtri_exp beside its zero": (None, (-math.log(2) * (1 + sizes(69, -14, -0.6, signs=True, count=n)),), 8),
        "owens_t": (owen, (sizes(32, -2, 1, count=n), sizes(33, -2, 0.5, count=n)), 8),
        "perm": (
            lambda n, k: mpmath.gamma(n + 1) / mpmath.gamma(n - k + 1),
            (sizes(34, 1, 2.2, count=n), sizes(35, -1, 1, count=n)),
            16,
        ),
        "poch": (
            lambda z, m: mpmath.gammaprod([z + m], [z]),
            (sizes(36, -2, 4, count=n), sizes(37, -2, 1.5, count=n)),
            8,
        ),
        "poch of negative numbers": (
            lambda z, m: mpmath.gammaprod([z + m], [z]),
            (sizes(38, -2, 1, signs=True, count=n), sizes(39, -2, 1, signs=True, count=n)),
            8,
        ),
        "psi": (mpmath.digamma, (sizes(70, -3, 2, signs=True, count=n),), 16),
        "psi beside its root": (mpmath.digamma, (1.4616321449683622 + sizes(71, -15, -0.5, signs=True, count=n),), 8),
        "psi of complex numbers": (mpmath.digamma, (complexes(72, -3, 2, count=n),), 16),
        "rel_entr": (
            lambda x, y: x * mpmath.log(x / y),
            (sizes(74, -3, 3, count=n), sizes(74, -3, 3, count=n) * (1 + sizes(75, -14, 1, count=n))),
            8,
        ),
        "rgamma of complex numbers": (mpmath.rgamma, (complexes(40, -3, 2, count=n),), 8),
        "sici 0": (mpmath.si, (sizes(42, -6, 3, signs=True, count=n),), 8),
        "sici 1": (mpmath.ci, (sizes(43, -6, 0.3, count=n),), 8),
        "spence": (lambda x: mpmath.polylog(2, 1 - x), (sizes(44, -6, 6, count=n),), 8),
        "stdtr": (student, (sizes(45, -1, 2, count=n), sizes(46, -2, 1.5, signs=True, count=n)), 16),
        "voigt_profile": (
            lambda x, s, g: mpmath.re(faddeeva((x + 1j * g) / (s * mpmath.sqrt(2)))) / (s * mpmath.sqrt(2 * mpmath.pi)),
            (sizes(47, -2, 0.7, count=n), sizes(48, 0, 2, count=n), sizes(49, -2, 0.7, count=n)),
            8,
        ),
        "wrightomega of complex numbers": (omega, (complexes(62, -2, 2, count=n),), 8),
        "wrightomega": (omega, (sizes(63, -2, 2.5, signs=True, count=n),), 8),
        "zetac": (lambda x: mpmath.zeta(x) - 1, (1.0 - sizes(76, -3, 1, count=n),), 16),
        "wofz of complex numbers": (faddeeva, (complexes(50, -3, 0.8, count=n),), 8),
    }


def errors(got, exact):
    """Errors in units in the last place of the larger component of the exact value, in float64."""
    result = []
    for g, e in zip(got, exact, strict=True):
        largest = max(abs(mpmath.re(e)), abs(mpmath.im(e)))
        unit = max(math.ldexp(1.0, math.frexp(float(largest))[1] - 53), 5e-324)
        result.append(float(abs(mpmath.mpmathify(g) - e) / unit))
    return np.asarray(result)


def called(name, *args, of=xp.special, convert=xp.asarray):
    """The function of a row, and one of its results if it has several."""
    name, *which = name.split()
    result = getattr(of, name)(*map(convert, args))
    return result[int(which[0])] if which and which[0].isdigit() else result


def exact_values(row):
    """The exact values at the arguments of a row."""
    function, args, _ = row
    if function is None:  # the inverse of log_ndtr
        return [inverse_log_ndtr(mpmath.mpf(y)) for y in args[0]]
    number = mpmath.mpc if np.iscomplexobj(args[0]) else mpmath.mpf
    return [function(*map(number, values)) for values in zip(*args, strict=True)]


def measure(name, row):
    """The worst error of this package and of SciPy at the arguments of a row, and the share that is NaN here."""
    got = np.asarray(called(name, *row[1]))
    theirs = called(name, *row[1], of=sc, convert=np.asarray)
    with mpmath.workdps(40):
        exact = exact_values(row)
        kept = [i for i, e in enumerate(exact) if mpmath.mpf("1e-300") < abs(e) < mpmath.mpf("1e300")]
        found = [i for i in kept if not np.isnan(got[i])]
        worst = [errors([r.tolist()[i] for i in found], [exact[i] for i in found]).max() for r in (got, theirs)]
    return {"function": name, "arguments": len(kept), "undefined": 1 - len(found) / len(kept), "errors": worst}


def table(samples):
    """The measured rows as a table of a page."""
    lines = ["| function | arguments | xp_torch / SciPy | NaN here |", "| --- | --- | --- | --- |"]
    for name, row in rows(samples).items():
        found = measure(name, row)
        share = f"{found['undefined']:.0%}" if found["undefined"] else "none"
        ours, theirs = (f"{e:.1f}" if e < 1000 else f"{e:.0e}" for e in found["errors"])
        lines.append(f"| {name} | {found['arguments']} | {ours} / {theirs} | {share} |")
    return "\n".join(lines)
