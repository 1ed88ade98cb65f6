"""Special functions that torch lacks, against mpmath over many decades, and their derivatives against mpmath's."""

import math

import mpmath
import numpy as np
import pytest
import scipy.special as sc
import torch
from support.cases import cases

import xp_torch as xp


def sizes(seed, low, high, count=30, signs=False):
    """Numbers whose logarithms are uniform between powers of 10, of both signs if asked for."""
    rng = np.random.default_rng(seed)
    return 10.0 ** rng.uniform(low, high, count) * (rng.choice([-1.0, 1.0], count) if signs else 1.0)


def complexes(seed, low, high, count=30):
    return sizes(seed, low, high, count, True) + 1j * sizes(seed + 1, low, high, count, True)


def faddeeva(z):
    return mpmath.exp(-z * z) * mpmath.erfc(-1j * z)


def dawson(x):
    return mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(-x * x) * mpmath.erfi(x)


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
    integral = mpmath.quad(lambda x: mpmath.exp(-h * h * x * x / 2) / (1 + x * x), mpmath.linspace(0, a, 3))
    return mpmath.exp(-h * h / 2) * integral / (2 * mpmath.pi)


def kolmogorov(y):
    return 2 * sum((-1) ** (k - 1) * mpmath.exp(-2 * k * k * y * y) for k in range(1, 20))


def student(df, t):
    half, x = mpmath.mpf("0.5"), df / (df + t * t)
    tail = (lower_beta(df / 2, half, x) if x < half else 1 - lower_beta(half, df / 2, 1 - x)) / 2
    return tail if t < 0 else 1 - tail


#: the function of mpmath, arguments, and the largest error in units in the last place of the larger component.
ROWS = {
    "beta": (mpmath.beta, (sizes(0, -3, 2), sizes(1, -3, 2)), 8),
    "beta of negative numbers": (mpmath.beta, (sizes(2, -2, 1, signs=True), sizes(3, -2, 1, signs=True)), 8),
    "betainc": (lower_beta, (sizes(4, -2, 2), sizes(5, -2, 2), sizes(6, -6, -0.05)), 8),
    "betaincinv": (lower_beta_inverse, (sizes(52, -1, 1.5), sizes(53, -1, 1.5), sizes(54, -3, -0.01)), 40),
    "comb": (mpmath.binomial, (sizes(7, 1, 3), sizes(8, -1, 1)), 8),
    "dawsn": (dawson, (sizes(9, -6, 1, signs=True),), 8),
    "erf": (mpmath.erf, (complexes(10, -6, 0.8),), 8),
    "erfcx": (lambda z: faddeeva(1j * z), (complexes(12, -3, 0.8),), 8),
    "exp1": (mpmath.e1, (sizes(14, -6, 2.5),), 8),
    "expi": (mpmath.ei, (sizes(15, -6, 2.5, signs=True),), 8),
    "expi at its zero": (mpmath.ei, (0.3725074107813666 * (1 + sizes(16, -12, -1, signs=True)),), 8),
    "expn": (mpmath.expint, (np.floor(sizes(17, 0, 3)), sizes(18, -3, 2)), 8),
    "factorial": (mpmath.factorial, (sizes(19, -3, 2.2),), 8),
    "fresnel 0": (mpmath.fresnels, (sizes(20, -3, 3, signs=True),), 8),
    "fresnel 1": (mpmath.fresnelc, (sizes(21, -3, 3, signs=True),), 8),
    "gamma": (mpmath.gamma, (complexes(22, -3, 0.7),), 40),
    "gammainc": (lambda a, x: mpmath.gammainc(a, 0, x, True), (sizes(24, -2, 2), sizes(25, -2, 2)), 8),
    "gammaincc": (lambda a, x: mpmath.gammainc(a, x, mpmath.inf, True), (sizes(26, -2, 2), sizes(27, -2, 2)), 16),
    "hyp1f1": (mpmath.hyp1f1, (sizes(55, -1, 1), sizes(56, -1, 1), sizes(57, -2, 1.3, signs=True)), 30),
    "hyp2f1": (
        mpmath.hyp2f1,
        (sizes(58, -1, 0.7, signs=True), sizes(59, -1, 0.7), sizes(60, -1, 1), 0.8 - sizes(61, -2, 0.9)),
        30,
    ),
    "kolmogorov": (kolmogorov, (sizes(28, -0.3, 1.2),), 8),
    "loggamma": (mpmath.loggamma, (complexes(29, -3, 2),), 40),
    "ndtri_exp": (None, (-sizes(31, 0.5, 3),), 8),
    "owens_t": (owen, (sizes(32, -2, 1), sizes(33, -2, 0.5)), 8),
    "perm": (lambda n, k: mpmath.gamma(n + 1) / mpmath.gamma(n - k + 1), (sizes(34, 1, 2.2), sizes(35, -1, 1)), 16),
    "poch": (lambda z, m: mpmath.gammaprod([z + m], [z]), (sizes(36, -2, 4), sizes(37, -2, 1.5)), 8),
    "poch of negative numbers": (
        lambda z, m: mpmath.gammaprod([z + m], [z]),
        (sizes(38, -2, 1, signs=True), sizes(39, -2, 1, signs=True)),
        8,
    ),
    "rgamma": (mpmath.rgamma, (complexes(40, -3, 0.7),), 40),
    "sici 0": (mpmath.si, (sizes(42, -6, 3, signs=True),), 8),
    "sici 1": (mpmath.ci, (sizes(43, -6, 0.3),), 8),
    "spence": (lambda x: mpmath.polylog(2, 1 - x), (sizes(44, -6, 6),), 8),
    "stdtr": (student, (sizes(45, -1, 2), sizes(46, -2, 1.5, signs=True)), 16),
    "voigt_profile": (
        lambda x, s, g: mpmath.re(faddeeva((x + 1j * g) / (s * mpmath.sqrt(2)))) / (s * mpmath.sqrt(2 * mpmath.pi)),
        (sizes(47, -2, 0.7), sizes(48, 0, 2), sizes(49, -2, 0.7)),
        8,
    ),
    "wrightomega": (omega, (complexes(62, -2, 2),), 8),
    "wrightomega of real numbers": (omega, (sizes(63, -2, 2.5, signs=True),), 8),
    "wofz": (faddeeva, (complexes(50, -3, 0.8),), 8),
}


def errors(got, exact):
    """Errors in units in the last place of the larger component of the exact value, in float64."""
    result = []
    for g, e in zip(got, exact, strict=True):
        largest = max(abs(mpmath.re(e)), abs(mpmath.im(e)))
        unit = max(math.ldexp(1.0, math.frexp(float(largest))[1] - 53), 5e-324)
        result.append(float(abs(mpmath.mpmathify(g) - e) / unit))
    return np.asarray(result)


def called(name, *args):
    """The function of a row, and one of its results if it has several."""
    name, *which = name.split()
    result = getattr(xp.special, name)(*map(xp.asarray, args))
    return result[int(which[0])] if which and which[0].isdigit() else result


@pytest.fixture(autouse=True)
def _digits():
    with mpmath.workdps(40):
        yield


def exact_values(name):
    function, args, _ = ROWS[name]
    if function is None:  # the inverse of log_ndtr
        (y,) = args
        return [
            mpmath.findroot(lambda x, v=v: mpmath.log(mpmath.erfc(-x / mpmath.sqrt(2)) / 2) - v, s)
            for v, s in zip(y, sc.ndtri_exp(y), strict=True)
        ]
    number = mpmath.mpc if np.iscomplexobj(args[0]) else mpmath.mpf
    return [function(*map(number, values)) for values in zip(*args, strict=True)]


@cases("name", list(ROWS))
def test_values_of_mpmath(name):
    args, most = ROWS[name][1:]
    got = called(name, *args).tolist()
    exact = exact_values(name)
    kept = [i for i, e in enumerate(exact) if mpmath.mpf("1e-300") < abs(e) < mpmath.mpf("1e300")]
    if name in ("hyp1f1", "hyp2f1"):  # NaN where the series loses its digits
        kept = [i for i in kept if not math.isnan(got[i])]
    wrong = errors([got[i] for i in kept], [exact[i] for i in kept])
    assert len(kept) > 15
    assert wrong.max() <= most, (wrong.max(), [a[kept[int(wrong.argmax())]] for a in args])


@cases("name", list(ROWS))
def test_narrow_dtypes_are_computed_in_double_precision(name):
    args = ROWS[name][1]
    narrow = [a.astype("complex64" if np.iscomplexobj(a) else "float32") for a in args]
    wide = [a.astype(np.result_type(a.dtype, np.float64)) for a in narrow]
    got, expected = called(name, *narrow), called(name, *wide)
    assert got.dtype == np.result_type(got.dtype, narrow[0].dtype) == narrow[0].dtype
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(np.asarray(got), np.asarray(expected).astype(narrow[0].dtype))


REAL = [name for name in ROWS if not np.iscomplexobj(ROWS[name][1][0]) and name != "expn"]


def differences(function, values, place):
    """The quotient of differences of mpmath's function by the operand at a place."""
    h = mpmath.mpf(10) ** -20
    moved = [[v + (k * h if i == place else 0) for i, v in enumerate(values)] for k in (-1, 1)]
    return (function(*moved[1]) - function(*moved[0])) / (2 * h)


@pytest.mark.slow
@cases("name", [name for name in REAL if ROWS[name][0] is not None])
def test_derivatives(name):
    function, args, _ = ROWS[name]
    args = [a[:12] for a in args]
    for place in range(len(args)):

        def total(z, place=place):
            return called(name, *[z if i == place else a for i, a in enumerate(args)]).sum()

        got = xp.grad(total)(xp.asarray(args[place])).tolist()
        tangent = xp.jvp(total, (xp.asarray(args[place]),), (xp.ones(12),))[1]
        assert float(tangent) == pytest.approx(math.fsum(got), rel=1e-9, nan_ok=True)
        for g, *values in zip(got, *args, strict=True):
            values = list(map(mpmath.mpf, values))
            slope, value = differences(function, values, place), function(*values)
            if name in ("hyp1f1", "hyp2f1") and math.isnan(float(called(name, *map(float, values)))):
                assert math.isnan(g)
            elif 1e-290 < abs(value) < 1e290:
                scale = abs(slope) + abs(value) / abs(values[place])
                assert abs(g - slope) <= 1e-9 * scale, (place, values, g, float(slope))


@cases("name", ["dawsn", "exp1", "expi", "spence", "kolmogorov", "ndtri_exp"])
def test_second_derivatives(name):
    x = {"ndtri_exp": -3.7, "kolmogorov": 1.2}.get(name, 1.7)
    function = getattr(xp.special, name)
    got = float(xp.grad(xp.grad(function))(x))
    h = 1e-4
    expected = (float(xp.grad(function)(x + h)) - float(xp.grad(function)(x - h))) / (2 * h)
    assert got == pytest.approx(expected, rel=1e-6)


@cases("name", list(ROWS))
def test_mapped(name):
    args = [xp.asarray(a[:5]) for a in ROWS[name][1]]
    got = xp.vmap(lambda *a: called(name, *a))(*args)
    np.testing.assert_array_equal(np.asarray(got), np.asarray(called(name, *args)))


def test_numbers_of_bernoulli():
    got = xp.special.bernoulli(60)
    exact = [mpmath.bernoulli(n) for n in range(61)]
    exact[1] = -exact[1] if exact[1] > 0 else exact[1]
    assert errors(got.tolist(), exact).max() <= 1
    for n in (0, 1, 2, 3):
        assert xp.special.bernoulli(n).tolist() == pytest.approx(sc.bernoulli(n).tolist())
    assert xp.special.bernoulli(262)[-2:].tolist() == [0.0, math.inf]
    with pytest.raises(ValueError, match=r"bernoulli: n must be a number that is not negative \(got -1\)"):
        xp.special.bernoulli(-1)


def test_combinations_of_whole_numbers_are_whole():
    n, k = np.meshgrid(np.arange(40), np.arange(40))
    for name in ("comb", "perm"):
        got = getattr(xp.special, name)(xp.asarray(n), xp.asarray(k))
        exact = np.vectorize(getattr(math, name), otypes=[float])(n, k)
        small = exact < 2.0**49
        np.testing.assert_array_equal(np.asarray(got)[small], exact[small])
        assert getattr(xp.special, name)(60, 30, exact=True) == getattr(math, name)(60, 30)
        assert getattr(xp.special, name)(-2, 1, exact=True) == 0
        with pytest.raises(ValueError, match=f"{name}: with exact=True, N and k must be integers"):
            getattr(xp.special, name)(2.5, 1, exact=True)
    got = xp.special.comb(xp.asarray(n), xp.asarray(k), repetition=True)
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(np.asarray(got), sc.comb(n, k, repetition=True), rtol=1e-11)


def test_factorials():
    assert xp.special.factorial([0, 1, 5, -1]).tolist() == [1.0, 1.0, 120.0, 0.0]
    assert xp.special.factorial(30, exact=True) == math.factorial(30)
    assert float(xp.special.factorial(-1.5, extend="complex")) == pytest.approx(sc.gamma(-0.5))
    assert complex(xp.special.factorial(1j, extend="complex")) == pytest.approx(sc.gamma(1 + 1j))
    with pytest.raises(ValueError, match='complex numbers need extend="complex"'):
        xp.special.factorial(1j)
    with pytest.raises(ValueError, match="extend must be"):
        xp.special.factorial(3, extend="real")


EXTREMES = [0.0, 1.0, -1.0, 0.5, -2.0, np.inf, -np.inf, np.nan, 1e300, -1e300, 1e-300]
NAMES = "betainc dawsn exp1 expi gdtr kolmogorov ndtri_exp owens_t sici spence stdtr erf erfcx wofz"


@cases("name", NAMES.split())
def test_extremes_are_those_of_scipy(name):
    function = getattr(sc, name)
    args = [g.reshape(-1) for g in np.meshgrid(*[EXTREMES] * function.nin)]
    if name in ("erf", "erfcx", "wofz"):
        parts = np.meshgrid(EXTREMES, EXTREMES)
        args = [np.asarray([complex(*p) for p in zip(*[g.reshape(-1) for g in parts], strict=True)])]
    with np.errstate(all="ignore"):
        expected = function(*args)
    got = getattr(xp.special, name)(*map(xp.asarray, args))
    for g, e in zip(got if function.nout > 1 else [got], expected if function.nout > 1 else [expected], strict=True):
        for part in ("real", "imag"):
            np.testing.assert_allclose(getattr(np.asarray(g), part), getattr(e, part), rtol=1e-12, atol=1e-300)


@pytest.mark.compiled
def test_compiled():
    """Each kernel is one operation, but where a derivative is wanted; several blocks are computed in it."""
    x = torch.linspace(0.6, 3.0, 5000, dtype=torch.float64)

    def both(t):
        return xp.special.gammainc(1.5, xp.asarray(t)).tensor + xp.special.sici(xp.asarray(t))[1].tensor

    compiled = torch.compile(both, backend="inductor", fullgraph=True)
    torch.testing.assert_close(compiled(x), both(x), rtol=0, atol=0)
    torch.testing.assert_close(compiled(x), torch.stack([both(t) for t in x.split(2500)]).flatten(), rtol=0, atol=0)

    def slope(t):
        return xp.grad(lambda x: xp.special.exp1(x).sum())(xp.asarray(t)).tensor

    traced = torch.compile(slope, backend="eager", fullgraph=True)
    torch.testing.assert_close(traced(x), -torch.exp(-x) / x, rtol=1e-12, atol=0)


def test_the_third_derivative_of_an_inverse_by_newtons_method():
    third = xp.grad(xp.grad(xp.grad(xp.special.ndtri_exp)))
    # of x with log(ncdf(x)) = -5, by mpmath with 60 digits
    np.testing.assert_allclose(float(third(xp.asarray(-5.0))), 0.013809188835023346, rtol=1e-12)


@pytest.mark.parametrize("name", ["wofz", "erf", "erfcx", "gamma", "rgamma", "wrightomega"])
def test_derivatives_of_complex_functions_on_the_axes(name):
    def function(t):
        return called(name, xp.asarray(t)).tensor

    for z in (0.5 + 0j, 1.5 + 0j, -2.5 + 0j, 1.5 - 0.0j, 0.3j, -0.4j, 2j):
        t = torch.tensor([z], dtype=torch.complex128, requires_grad=True)
        assert torch.autograd.gradcheck(function, (t,), check_forward_ad=True, atol=1e-5, rtol=1e-4)
        assert torch.autograd.gradgradcheck(function, (t,), atol=1e-5, rtol=1e-4)
