"""Special functions that torch lacks, against mpmath over many decades, and their derivatives against mpmath's."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import scipy.special as sc
import torch
from support.cases import cases

import xp_torch as xp
from benchmarks.accuracy.special import called, errors, exact_values, rows

ROWS = rows(30)


@pytest.fixture(autouse=True)
def _digits():
    with mpmath.workdps(40):
        yield


@cases("name", list(ROWS))
def test_values_of_mpmath(name):
    args, most = ROWS[name][1:]
    got = called(name, *args).tolist()
    exact = exact_values(ROWS[name])
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
            if name in ("hyp1f1", "hyp2f1") and math.isnan(g):  # where its series loses five digits
                continue
            if 1e-290 < abs(value) < 1e290:
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


def test_hypergeometric_functions_at_special_points():
    table = """
        0 1 1 1, 1 0 1 1, 1 1 0 1, 1 1 1 0, 1 1 -1 1, 5 1 3 .5, 5 1 3 1, .245 3 3 .35, .45 .7 .45 .35, 2 1 5 1,
        .4 .7 .3 .4, .32 .76 .11 .95, 4 2 7 .95, 4 3 7 .95, 1 1 2 -1000, .5 .5 1.5 -30, -3 2 1.5 40, 1 2 3 .999
    """
    args = np.asarray([[float(t) for t in row.split()] for row in table.split(",")]).T
    np.testing.assert_allclose(np.asarray(xp.special.hyp2f1(*args)), sc.hyp2f1(*args), rtol=1e-13)
    assert math.isnan(float(xp.special.hyp2f1(0.5, 0.7, 1.2, 1.5)))  # on the cut
    args = np.asarray([(1, 2, 700), (1.5, 2, -700), (-2, 1.5, 400), (2, 2, -1e4), (0, 2, 1e5), (1, 2, 5000)], float).T
    np.testing.assert_allclose(np.asarray(xp.special.hyp1f1(*args)), sc.hyp1f1(*args), rtol=1e-12)


def polynomial(numerators, denominator, x):
    """Return a hypergeometric series that ends, computed with fractions."""
    term = total = Fraction(1)
    for k in range(int(-max(a for a in numerators if a <= 0 and a == int(a)))):
        term *= math.prod(Fraction(a) + k for a in numerators) * Fraction(x) / (Fraction(denominator) + k) / (k + 1)
        total += term
    return float(total)


@cases("name, others", [("hyp1f1", [()]), ("hyp2f1", [(0.5,), (2.0,), (-3.0,), (-11.0,)])])
def test_polynomials_whose_denominator_is_a_pole(name, others):
    pairs = [(a, b) for b in (-1.0, -9.0, -14.0) for a in (-1.0, -7.0, -14.0) if a >= b]
    rows = [(a, *more, b, x) for a, b in pairs for more in others for x in (-6.5, -0.75, -0.25, 0.25, 0.75)]
    args = np.asarray(rows).T
    exact = [polynomial(row[:-2], *row[-2:]) for row in rows]
    np.testing.assert_allclose(np.asarray(getattr(xp.special, name)(*args)), exact, rtol=1e-13)
    swapped = (args[1], args[0], *args[2:]) if name == "hyp2f1" else args
    np.testing.assert_allclose(np.asarray(getattr(xp.special, name)(*swapped)), exact, rtol=1e-13)


@pytest.mark.slow
@cases(
    "name, args, undefined",
    [
        ("hyp1f1", (0.0, 1.5, 2.0), ""),
        ("hyp1f1", (-2.0, 1.5, 2.0), ""),
        ("hyp1f1", (1.0, 2.5, 400.0), ""),
        ("hyp1f1", (1.3, 2.5, -350.0), ""),
        ("hyp1f1", (-2.5, 1.5, 20.0), ""),
        ("hyp1f1", (-20.5, 0.7, 25.0), "0 1 2"),  # too many digits cancel
        ("hyp2f1", (-1.0, 1.2, 1.5, 0.3), ""),
        ("hyp2f1", (-1.0, 1.2, 1.5, 0.98), "0 2"),  # the series of the derivative is longer
        ("hyp2f1", (0.3, 0.4, 1.2, 0.98), ""),
        ("hyp2f1", (0.3, 0.8, 1.7, -50.0), ""),
        ("hyp2f1", (0.3, 0.4, 1.7, 0.98), "0 1 2"),  # the formula is for these parameters only
        ("hyp2f1", (0.3, 1.3, 1.7, -50.0), "0 1 2"),
        ("hyp2f1", (0.3, 0.4, 1.7, 1.0), "3"),
        ("hyp2f1", (-2.0, 1.2, 1.5, -30.0), "0 2"),
    ],
)
def test_derivatives_of_hypergeometric_functions(name, args, undefined):
    function = {"hyp1f1": mpmath.hyp1f1, "hyp2f1": mpmath.hyp2f1}[name]
    for place in range(len(args)):

        def value(z, place=place):
            return called(name, *[z if i == place else a for i, a in enumerate(args)])

        got = float(xp.grad(value)(xp.asarray(args[place])))
        tangent = float(xp.jvp(value, (xp.asarray(args[place]),), (xp.asarray(1.0),))[1])
        if str(place) in undefined.split():
            assert math.isnan(got) or math.isnan(tangent)
        else:
            slope = mpmath.re(differences(function, list(map(mpmath.mpf, args)), place))
            assert got == pytest.approx(float(slope), rel=1e-9)
            assert tangent == pytest.approx(float(slope), rel=1e-9)


def test_loggamma_of_complex_numbers_beside_zero():
    z = np.asarray([1e-20, 1e-300, -1e-24 + 1e-24j, 1e-40j, 0.3e-16 + 0j, -1e-30 + 0j])
    np.testing.assert_allclose(np.asarray(xp.special.loggamma(z)), sc.loggamma(z), rtol=1e-15)


@cases("z, m", [(1000.0, 100.0), (1000.0, -90.0), (10000.0, 70.0), (0.5, 169.5)])
def test_derivatives_of_large_pochhammer_symbols(z, m):
    for place, order in ((0, (1, 0)), (1, (0, 1))):
        exact = float(mpmath.diff(lambda z, m: mpmath.gammaprod([z + m], [z]), (z, m), order))
        got = xp.grad(xp.special.poch, argnums=place)(xp.asarray(z), xp.asarray(m))
        assert float(got) == pytest.approx(exact, rel=1e-9)


@cases("n, k", [(1000.0, 500.0), (1025.0, 500.5), (60.0, 30.5), (5.0, 0.0)])
def test_derivatives_of_large_numbers_of_combinations(n, k):
    n, k = xp.asarray(n), xp.asarray(k)
    for place, order in ((0, (1, 0)), (1, (0, 1))):
        exact = float(mpmath.diff(mpmath.binomial, (float(n), float(k)), order))
        scale = float(mpmath.binomial(float(n), float(k)))
        assert float(xp.grad(xp.special.comb, argnums=place)(n, k)) == pytest.approx(exact, rel=1e-9, abs=1e-9 * scale)
    second = float(mpmath.diff(mpmath.binomial, (float(n), float(k)), (2, 0)))
    assert float(xp.grad(xp.grad(xp.special.comb))(n, k)) == pytest.approx(second, rel=1e-6, abs=1e-9)


def test_combinations_of_whole_numbers_are_whole():
    n, k = np.meshgrid(np.arange(40), np.arange(40))
    for name in ("comb", "perm"):
        got = getattr(xp.special, name)(xp.asarray(n), xp.asarray(k))
        exact = np.vectorize(getattr(math, name), otypes=[float])(n, k)
        small = exact < 2.0**49
        np.testing.assert_array_equal(np.asarray(got)[small], exact[small])
        assert getattr(xp.special, name)(60, 30, exact=True) == getattr(math, name)(60, 30)
        assert getattr(xp.special, name)(-2, 1, exact=True) == 0
        with pytest.raises(ValueError, match=f"{name}: exact=True needs integers N and k"):
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

    class Module(torch.nn.Module):
        def forward(self, t):
            return xp.special.exp1(xp.asarray(t)).tensor

    exported = torch.export.export(Module(), (x,), strict=True)
    assert not any("special" in str(node.target) for node in exported.graph.nodes)

    def slope(t):
        return xp.grad(lambda x: xp.special.exp1(x).sum())(xp.asarray(t)).tensor

    traced = torch.compile(slope, backend="eager", fullgraph=True)
    torch.testing.assert_close(traced(x), -torch.exp(-x) / x, rtol=1e-12, atol=0)


def test_the_third_derivative_of_an_inverse_by_newtons_method():
    third = xp.grad(xp.grad(xp.grad(xp.special.ndtri_exp)))
    # of x with log(ncdf(x)) = -5, by mpmath with 60 digits
    np.testing.assert_allclose(float(third(xp.asarray(-5.0))), 0.013809188835023346, rtol=1e-12)


@pytest.mark.parametrize("name", ["gamma", "rgamma"])
def test_complex_functions_on_the_real_axis_are_the_real_ones(name):
    x = np.concatenate([np.arange(-120.75, 171.0, 0.5), np.arange(1.0, 30.0)])
    real, result = (np.asarray(called(name, xp.asarray(v))) for v in (x, x + 0j))
    assert result.real.tolist() == real.tolist()
    assert not result.imag.any()


@pytest.mark.parametrize("name", ["dawsn", "wofz", "erf", "erfcx", "gamma", "rgamma", "wrightomega"])
def test_derivatives_of_complex_functions_on_the_axes(name):
    def function(t):
        return called(name, xp.asarray(t)).tensor

    points = [0.5 + 0j, 1.5 + 0j, -2.5 + 0j, 1.5 - 0.0j, 0.3j, -0.4j, 2j, *[0j, -2 + 0j] * (name == "rgamma")]
    t = torch.tensor(points, dtype=torch.complex128, requires_grad=True)
    options = {"atol": 1e-5, "rtol": 1e-4, "fast_mode": True}
    assert torch.autograd.gradcheck(function, (t,), check_forward_ad=True, **options)
    assert torch.autograd.gradgradcheck(function, (t,), **options)


@pytest.mark.compiled
def test_results_of_one_operation_in_graphs_are_contiguous():
    def function(x):
        return xp.special.owens_t(x.T, x.T).reshape(-1), xp.special.owens_t(x.T, 0.5)[1:].ravel()

    x = xp.linspace(0.0, 2.0, 6).reshape(2, 3)
    for got, expected in zip(xp.compile(function, backend="aot_eager", fullgraph=True)(x), function(x), strict=True):
        assert got.tolist() == expected.tolist()


@pytest.mark.parametrize("x", [-1e10, -1e5, -1000.0, -20.5, -19.5, -3.0, 0.0, 2.0])
def test_derivatives_of_log_ndtr(x):
    with mpmath.workdps(50):
        exact = mpmath.mpf(x)
        # far below 0 the density over the distribution is -x - 1 / x
        ratio = -exact - 1 / exact if x < -1e4 else mpmath.npdf(exact) / mpmath.ncdf(exact)
        second = -1 if x < -1e4 else -ratio * (exact + ratio)
    point = xp.asarray(x)
    for act in (xp.grad(xp.special.log_ndtr), lambda p: xp.jvp(xp.special.log_ndtr, (p,), (xp.ones(()),))[1]):
        assert xp.isclose(act(point), float(ratio), rtol=1e-12)
    assert xp.isclose(xp.grad(xp.grad(xp.special.log_ndtr))(point), float(second), rtol=1e-8)


def test_derivatives_at_zero_of_functions_by_size():
    zero, half = xp.asarray(0.0), xp.asarray(0.5)
    assert xp.grad(xp.special.log_expit)(zero) == 0.5
    assert xp.jvp(xp.special.log_expit, (zero,), (xp.ones(()),))[1] == 0.5
    assert xp.grad(xp.grad(xp.special.log_expit))(zero) == -0.25
    slope = xp.grad(lambda a: xp.special.owens_t(half, a))(zero)
    assert xp.isclose(slope, np.exp(-0.125) / (2 * np.pi), rtol=1e-13)
    bend = xp.grad(xp.grad(lambda h: xp.special.owens_t(h, half)))(zero)
    assert xp.isclose(bend, -0.5 / (2 * np.pi), rtol=1e-13)


@pytest.mark.parametrize("x", [0.0, 1e-200, -1.0, -2.0, 0.5])
def test_three_derivatives_of_the_reciprocal_of_gamma(x):
    act, point = xp.special.rgamma, xp.asarray(x)
    with mpmath.workdps(40):
        for order in range(4):
            assert xp.isclose(act(point), float(mpmath.diff(mpmath.rgamma, x, order)), rtol=1e-12, atol=1e-15)
            act = xp.grad(act)
