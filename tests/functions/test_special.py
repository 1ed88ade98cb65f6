"""Special functions against SciPy's and mpmath's, over all dtypes; and that SciPy finds them."""

import inspect
import itertools
import math
import re
import subprocess
import sys
from pathlib import Path

import mpmath
import numpy as np
import pytest
import scipy.special as sc
import torch
from support.cases import cases
from support.oracle import same
from support.values import DTYPES, extremes

import xp_torch as xp

UNARY = (
    "cbrt cosm1 digamma entr erf erfc erfcinv erfcx erfinv exp10 exp2 expit expm1 exprel gamma gammaln gammasgn i0 i0e "
    "i1 i1e j0 j1 k0 k0e k1 k1e log1p log_expit log_ndtr loggamma logit ndtr ndtri psi rgamma sinc y0 y1 zeta zetac"
)
#: functions whose loop for float32 SciPy 1.17 tries first: float16 and small integers give float32, else float64.
SINGLE_FIRST = {
    "boxcox", "boxcox1p", "entr", "erfcinv", "erfinv", "huber", "inv_boxcox", "inv_boxcox1p", "kl_div", "ndtri",
    "pseudo_huber", "rel_entr",
}  # fmt: skip
BINARY = (
    "boxcox boxcox1p gammainc gammaincc huber inv_boxcox inv_boxcox1p kl_div pseudo_huber rel_entr xlog1py xlogy zeta"
)
#: functions of which SciPy loses digits for large numbers, which mpmath has.
BESSEL = {"j0", "j1", "y0", "y1"}
EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, -3.0, np.inf, -np.inf, np.nan, 1e300, -1e300]

#: absolute errors beside zeros, where the relative error has no bound.
ATOL = {
    "gammaln": 2e-15, "loggamma": 2e-15, "psi": 2e-15, "digamma": 2e-15, "logit": 2e-16, "zeta": 1e-15, "zetac": 1e-15,
    "sinc": 1e-300, "cosm1": 1e-15, "boxcox": 1e-15, "j0": 1e-13, "j1": 1e-13, "y0": 1e-13, "y1": 1e-13,
}  # fmt: skip


def wide(seed):
    """Numbers over the range of float64 and, more of them, where functions turn."""
    rng = np.random.default_rng(seed)
    sizes = np.concatenate(
        [10.0 ** rng.uniform(-300, 300, 200), 10.0 ** rng.uniform(-5, 3, 400), rng.uniform(0, 3, 400)]
    )
    x = np.concatenate([sizes, -sizes])
    rng.shuffle(x)
    return np.concatenate([EDGES, x])


def compare(name, got, expected, dtype="float64"):
    rtol = 1e-12
    tiny = 1e-300 if dtype == "float64" else float(torch.finfo(getattr(torch, dtype)).tiny)
    if dtype != "float64":
        eps = torch.finfo(getattr(torch, dtype)).eps
        rtol = max(rtol, 2 * eps)
    g = np.asarray(got.astype("float64"))
    np.testing.assert_allclose(g, expected, rtol=rtol, atol=max(ATOL.get(name, 0), tiny), err_msg=name)


#: Functions of an integer, of whole arrays, and without a derivative.
NOT_DIFFERENTIATED = {"polygamma", "multigammaln", "gammasgn", "softmax", "log_softmax", "logsumexp"}
#: Those whose derivatives `test_special_kernels.py` compares with mpmath's.
NOT_DIFFERENTIATED |= {
    "bernoulli", "beta", "betainc", "betaincinv", "betaln", "comb", "dawsn", "exp1", "expi", "expn", "factorial",
    "fresnel", "gdtr", "hyp1f1", "hyp2f1", "kolmogorov", "ndtri_exp", "owens_t", "perm", "poch", "sici",
    "spence", "stdtr", "voigt_profile", "wofz",
}  # fmt: skip


class TestValues:
    @pytest.mark.parametrize("name", UNARY.split())
    def test_of_one(self, name):
        x = wide(0)
        if name in ("zeta", "zetac"):
            x = x[~(x < -150.0)]  # where gamma overflows
        if name in ("gammaln", "psi", "digamma"):
            x = x[~(x < -1e9)]  # poles closer than numbers
        if name in ("gammasgn", "rgamma"):
            x = x[~(x < -(2.0**31))]  # where SciPy's parity of an int overflows
        if name in BESSEL:
            x = x[~(np.isfinite(x) & (np.abs(x) > 100.0))]
        with np.errstate(all="ignore"):
            expected = getattr(sc, name)(x)
        got = getattr(xp.special, name)(xp.asarray(x))
        assert got.dtype == "float64"
        compare(name, got, expected)

    @pytest.mark.parametrize("name", BINARY.split())
    def test_of_two(self, name):
        a, b = (g.reshape(-1) for g in np.meshgrid(EDGES, EDGES))
        x = np.abs(wide(1)[len(EDGES) :]) if name.startswith(("gamma", "zeta")) else wide(1)[len(EDGES) :]
        y = np.abs(wide(2)[len(EDGES) :]) if name.startswith(("gamma", "zeta")) else wide(2)[len(EDGES) :]
        if name.startswith("gamma"):
            kept = (x > 1e-5) & (x < 1e5)
            x, y = x[kept], y[kept]
        x, y = np.concatenate([a, x]), np.concatenate([b, y])
        with np.errstate(all="ignore"):
            expected = getattr(sc, name)(x, y)
        if name in ("rel_entr", "kl_div"):
            finite = np.isfinite(expected)
            x, y, expected = x[finite], y[finite], expected[finite]
        if name == "pseudo_huber":  # SciPy's overflows where the loss does not
            sizes = np.abs(x)
            kept = (sizes > 1e-100) & (sizes < 1e100) & (np.isinf(y) | ((np.abs(y) < 1e100) & (np.abs(y) > 1e-100)))
            x, y, expected = x[kept], y[kept], expected[kept]
        compare(name, getattr(xp.special, name)(xp.asarray(x), xp.asarray(y)), expected)

    @cases("dtype", ["float32", "float16", "bfloat16"])
    @pytest.mark.parametrize("name", UNARY.split())
    def test_narrow_dtypes(self, name, dtype):
        x = xp.asarray(np.random.default_rng(3).uniform(0.05, 30.0, 500)).astype(dtype)
        x = xp.concat([x, -x, xp.asarray([0.0, np.inf, -np.inf, np.nan, 1.0], dtype=dtype)])
        got = getattr(xp.special, name)(x)
        wide = "float32" if name in SINGLE_FIRST else "float64"
        assert got.dtype == (dtype if dtype != "float16" or name == "sinc" else wide)
        with np.errstate(all="ignore"):
            expected = getattr(sc, name)(np.asarray(x.astype("float64")))
        most = torch.finfo(got.dtype.torch).max
        expected = np.where(np.abs(expected) > most, np.copysign(np.inf, expected), expected)
        kept = np.abs(expected) < 0.99 * most
        kept |= ~np.isfinite(expected)
        compare(name, got[xp.asarray(kept)], expected[kept], dtype)

    @pytest.mark.parametrize(
        ("name", "args", "exact"),
        [
            ("ndtr", (-20.5,), lambda: mpmath.ncdf(-20.5)),
            ("ndtr", (-37.5,), lambda: mpmath.ncdf(-37.5)),
            ("zeta", (2.0, 1e300), lambda: mpmath.mpf(10) ** -300),
            ("zeta", (1.5, 1e9), lambda: mpmath.zeta(1.5, 10**9)),
            ("zeta", (0.5,), lambda: mpmath.zeta(0.5)),
            ("zeta", (0.0,), lambda: mpmath.mpf(-1) / 2),
            ("zeta", (-1.0,), lambda: mpmath.mpf(-1) / 12),
            ("zeta", (-2.5,), lambda: mpmath.zeta(-2.5)),
            ("zeta", (0.999,), lambda: mpmath.zeta(0.999)),
            ("erfcx", (-25.0,), lambda: mpmath.exp(625) * mpmath.erfc(-25)),
            ("polygamma", (3, 0.25), lambda: mpmath.polygamma(3, 0.25)),
        ],
    )
    def test_values_of_mpmath(self, name, args, exact):
        got = getattr(xp.special, name)(*args)
        np.testing.assert_allclose(float(got), float(exact()), rtol=2e-13)

    @pytest.mark.parametrize("name", sorted(BESSEL))
    def test_bessel_functions_of_large_numbers(self, name):
        x = np.random.default_rng(8).uniform(0.0, 40.0, 60) ** 3
        got = np.asarray(getattr(xp.special, name)(xp.asarray(x)))
        function = mpmath.besselj if name[0] == "j" else mpmath.bessely
        expected = np.asarray([float(function(int(name[1]), v)) for v in x])
        np.testing.assert_allclose(got * np.sqrt(x), expected * np.sqrt(x), rtol=1e-13, atol=1e-14)

    def test_factorials_are_exact(self):
        assert xp.special.gamma(xp.arange(1, 22)).tolist() == [float(math.factorial(n)) for n in range(21)]

    @pytest.mark.parametrize("x", [-20.3, -0.5, 0.3, 1.0, 21.4, 21.6, 171.0])
    def test_derivatives_of_gamma(self, x):
        slope = float(mpmath.gamma(x) * mpmath.psi(0, x))
        np.testing.assert_allclose(float(xp.grad(xp.special.gamma)(x)), slope, rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(
            float(xp.grad(xp.special.rgamma)(x)), float(-mpmath.psi(0, x) / mpmath.gamma(x)), rtol=1e-11, atol=1e-300
        )

    @cases("name", [name for name in xp.special.__all__ if name not in NOT_DIFFERENTIATED])
    def test_derivatives_are_quotients_of_differences(self, name):
        """Between the values where functions have poles or kinks, in each of the ranges that a kernel tells apart."""
        x = np.concatenate([np.arange(-30, 30) + 0.4, [0.06, 0.9, 1.1, 35.3, 80.7, 150.2]])
        function = getattr(xp.special, name)
        count = sum(p.default is p.empty for p in inspect.signature(function).parameters.values())
        for place, other in itertools.product(range(count), (0.3, 12.6) if count == 2 else (None,)):
            operands = [other] * count

            def values(z):
                z = xp.asarray(z)
                return function(*[z if i == place else z * 0 + other for i, other in enumerate(operands)])

            h = 1e-6 * np.maximum(1, np.abs(x))
            with np.errstate(over="ignore", invalid="ignore"):
                slopes = [np.asarray(values(x + k) - values(x - k)) / (2 * k) for k in (h, 10 * h)]
                scale = np.abs(slopes[0]) + np.abs(np.asarray(values(x)))
                known = np.isfinite(scale) & (np.abs(slopes[0] - slopes[1]) <= 1e-6 * scale)
            got = np.asarray(xp.grad(lambda z: xp.sum(values(z)))(xp.asarray(x[known])))
            wrong = ~(np.abs(got - slopes[0][known]) <= 1e-5 * scale[known])
            assert not wrong.any(), (place, other, x[known][wrong], got[wrong], slopes[0][known][wrong])

    def test_derivatives_of_rgamma_at_the_poles_of_gamma(self):
        assert [float(xp.grad(xp.special.rgamma)(float(-n))) for n in range(4)] == pytest.approx([1, -1, 2, -6])

    @pytest.mark.parametrize(
        ("name", "reference", "point", "place"),
        [
            ("comb", mpmath.binomial, (5.5, 0.0), 1),
            ("comb", mpmath.binomial, (4.0, 4.0), 0),
            ("comb", mpmath.binomial, (4.0, 4.0), 1),
            ("poch", mpmath.rf, (2.5, 0.0), 1),
            ("poch", mpmath.rf, (-1.5, 0.0), 1),
            ("perm", mpmath.ff, (4.0, 0.0), 1),
        ],
    )
    def test_derivatives_where_nothing_is_chosen(self, name, reference, point, place):
        function = getattr(xp.special, name)
        first, second = xp.grad(function, place), xp.grad(xp.grad(function, place), place)
        for order, derivative in ((1, first), (2, second)):
            orders = tuple([order if i == place else 0 for i in range(2)])
            expected = float(mpmath.re(mpmath.diff(reference, point, orders)))
            assert float(derivative(*point)) == pytest.approx(expected, rel=1e-6)

    def test_torchs_own_values_are_wrong(self):
        """Fails once torch's are right: then the repairs go."""
        f64 = torch.tensor([-20.5, 1.0], dtype=torch.float64)
        assert torch.special.ndtr(f64)[0] == 0.0
        nan, zero = torch.tensor([torch.nan], dtype=torch.float64), torch.zeros(1, dtype=torch.float64)
        assert not torch.special.gammainc(nan, zero).isnan()
        two = torch.tensor([2.0], dtype=torch.float64)
        assert torch.special.zeta(two, torch.tensor([torch.inf], dtype=torch.float64)).isnan()
        assert abs(torch.special.psi(torch.tensor([-101.81023])) + 0.0017808012) > 1e-7
        assert abs(torch.special.bessel_j0(torch.tensor([5.001], dtype=torch.float64)) - sc.j0(5.001)) > 1e-8

    @pytest.mark.compiled
    @pytest.mark.parametrize("dtype", ["complex64", "complex128"])
    @pytest.mark.parametrize("name", ["psi", "xlogy", "xlog1py"])
    def test_of_complex_numbers(self, name, dtype):
        rng = np.random.default_rng(4)
        x, y = (np.concatenate([rng.normal(size=(300, 2)) * n for n in (0.1, 1, 10, 100)]).view("c16") for _ in "xy")
        edges = np.array([[0, -1, 2, 1e8 + 1j, 3 - 1e5j, -1e8 + 100j, np.inf, -np.inf, np.nan, -20 + 1e-3j]]).T
        x, y = (np.concatenate([v, edges]).astype(dtype) for v in (x, y))
        x[:50] = y[25:75] = 0
        args = (x,) if name == "psi" else (x, y)
        with np.errstate(all="ignore"):
            expected = getattr(sc, name)(*args)
        got = getattr(xp.special, name)(*map(xp.asarray, args))
        assert got.dtype == dtype
        eps = np.finfo(dtype).eps
        np.testing.assert_allclose(np.asarray(got), expected, 20 * eps, 20 * eps)
        compiled = torch.compile(getattr(xp.special, name), fullgraph=True, backend="eager")
        np.testing.assert_array_equal(np.asarray(compiled(*map(xp.asarray, args))), np.asarray(got))
        t = torch.tensor(np.concatenate([x[-1], [2 + 1j, -3.5 + 2j]]).astype("c16"), requires_grad=True)
        u = torch.tensor([0.5 + 1j, 2.0, 1j], dtype=torch.complex128, requires_grad=True)
        torch.autograd.gradcheck(
            lambda *z: getattr(xp.special, name)(*map(xp.asarray, z)).tensor, (t,) if name == "psi" else (t, u)
        )

    @pytest.mark.parametrize("order", [0, 1, 2, 5])
    def test_polygamma(self, order):
        x = np.random.default_rng(1).uniform(0.01, 60, 300)
        compare("psi", xp.special.polygamma(order, xp.asarray(x)), sc.polygamma(order, x))
        compare("psi", xp.special.polygamma(xp.asarray([order]), xp.asarray(x)), sc.polygamma(order, x))

    @pytest.mark.parametrize("x", [2.5, -2.5, 0.0, np.inf, np.nan])
    def test_polygamma_of_invalid_orders(self, x):
        orders = np.asarray([-1, -2, -3, -0.5, 0.5, 1.5, np.nan, -np.inf, 0, -0.0, 1])
        with np.errstate(all="ignore"):
            expected = sc.polygamma(orders, x)
        compare("psi", xp.special.polygamma(xp.asarray(orders), x), expected)
        assert np.isnan(float(xp.special.polygamma(-1, x)))

    @pytest.mark.cpu_only
    @pytest.mark.parametrize(("a", "d"), [(0.5, 2), ([3.0, 0.5], 2), ([3.0, -1.0], 1), (1, 3), ([np.nan, 1.0], 3)])
    def test_multigammaln_outside_its_domain(self, a, d):
        for module, give in ((sc, np.asarray), (xp.special, xp.asarray)):
            with pytest.raises(ValueError, match=r"\(d ?- ?1\)"):
                module.multigammaln(give(a), d)
        # values that cannot be inspected are NaN instead
        t = torch.tensor([0.25, 3.0], dtype=torch.float64)
        result = torch.vmap(lambda t: xp.special.multigammaln(xp.asarray(t), 2).tensor)(t)
        assert result.isnan().tolist() == [True, False]

    @pytest.mark.parametrize("a", [np.nan, np.inf, [np.nan, 3.0], np.empty(0)])
    def test_multigammaln_of_nan_and_infinity(self, a):
        compare("psi", xp.special.multigammaln(xp.asarray(a), 2), sc.multigammaln(a, 2))

    @pytest.mark.parametrize("d", [1, 2, 5])
    def test_multigammaln(self, d):
        x = np.linspace(3.0, 40.0, 12).reshape(3, 4)
        compare("psi", xp.special.multigammaln(xp.asarray(x), d), sc.multigammaln(x, d))
        with pytest.raises(ValueError):
            xp.special.multigammaln(x, 0)
        with pytest.raises(ValueError):
            xp.special.multigammaln(x, 1.5)
        with pytest.raises(ValueError):
            xp.special.multigammaln(x, xp.asarray([1, 2]))


class TestReductions:
    X = np.random.default_rng(5).normal(size=(3, 4, 2)) * 300

    @pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (2, 0, 1)])
    @pytest.mark.parametrize("name", ["softmax", "log_softmax"])
    def test_softmax(self, name, axis):
        expected = getattr(sc, name)(self.X, axis=axis)
        np.testing.assert_allclose(
            np.asarray(getattr(xp.special, name)(xp.asarray(self.X), axis=axis)), expected, 1e-12
        )

    @pytest.mark.parametrize("keepdims", [False, True])
    @pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), ()])
    def test_logsumexp(self, axis, keepdims):
        x = xp.asarray(self.X)
        got = xp.special.logsumexp(x, axis=axis, keepdims=keepdims)
        np.testing.assert_allclose(np.asarray(got), sc.logsumexp(self.X, axis=axis, keepdims=keepdims), 1e-12)
        b = np.random.default_rng(6).integers(-2, 3, self.X.shape).astype(float)
        got = xp.special.logsumexp(x, axis=axis, b=xp.asarray(b), keepdims=keepdims, return_sign=True)
        expected = sc.logsumexp(self.X, axis=axis, b=b, keepdims=keepdims, return_sign=True)
        for g, e in zip(got, expected, strict=True):
            np.testing.assert_allclose(np.asarray(g), e, 1e-12)

    @pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
    @pytest.mark.parametrize("large", [100, 1000, np.inf, np.nan])
    def test_a_weight_of_zero_leaves_out_what_overflows(self, large, dtype):
        x, b = np.asarray([1, large], dtype=dtype), np.asarray([1, 0], dtype=dtype)
        result = xp.special.logsumexp(xp.asarray(x), b=xp.asarray(b))
        assert result.item() == sc.logsumexp(x, b=b) == 1
        assert result.dtype == dtype

    @pytest.mark.cpu_only(dtype="complex128")
    @pytest.mark.parametrize("axis", [None, 0, (0, 2)])
    @pytest.mark.parametrize("dtype", ["complex64", "complex128"])
    def test_complex_numbers(self, dtype, axis):
        rng = np.random.default_rng(7)
        x, b = ((rng.normal(size=(3, 4, 2)) * n + rng.normal(size=(3, 4, 2)) * 1j * n).astype(dtype) for n in (30, 2))
        rtol = 1e-12 if dtype == "complex128" else 1e-4
        for name in ("softmax", "log_softmax"):
            expected, got = (getattr(m, name)(a, axis=axis) for m, a in ((sc, x), (xp.special, xp.asarray(x))))
            assert got.dtype == dtype
            np.testing.assert_allclose(np.asarray(got), expected, rtol)
        for w in (None, b, b.real):
            expected = sc.logsumexp(x, axis=axis, b=w, return_sign=True)
            weights = None if w is None else xp.asarray(np.array(w))
            got = xp.special.logsumexp(xp.asarray(x), axis=axis, b=weights, return_sign=True)
            for g, e in zip(got, expected, strict=True):
                assert g.dtype == e.dtype
                np.testing.assert_allclose(np.asarray(g), e, rtol)
            got = xp.special.logsumexp(xp.asarray(x), axis=axis, b=weights)
            np.testing.assert_allclose(np.asarray(got), sc.logsumexp(x, axis=axis, b=w), rtol)

    def test_dtypes_of_softmax(self):
        for kind in ("i1", "u1", "i2", "u2", "i4", "i8", "f2", "f4"):
            x = np.zeros(2, kind)
            assert xp.special.softmax(xp.asarray(x)).dtype == sc.softmax(x).dtype
            assert xp.special.log_softmax(xp.asarray(x)).dtype == sc.log_softmax(x).dtype

    @pytest.mark.parametrize("dtype", [*DTYPES, "bfloat16"])
    def test_softplus(self, dtype):
        x = extremes(dtype)
        if x.dtype.kind == "c":
            with pytest.raises(TypeError):
                xp.special.softplus(xp.asarray(x))
            return
        with np.errstate(all="ignore"):
            expected = np.logaddexp(0, x.astype("float32") if dtype == "bfloat16" else x)
        got = xp.special.softplus(xp.asarray(x))
        assert got.dtype == ("bfloat16" if dtype == "bfloat16" else expected.dtype)
        rtol = {"bfloat16": 1e-2, "float16": 1e-3, "float32": 1e-6}.get(got.dtype.name, 1e-14)
        same(got.astype(expected.dtype), expected, rtol)

    def test_a_weight_of_zero_leaves_out_the_largest_complex_number(self):
        x, b = np.asarray([1 + 1j, 1000], dtype="complex64"), np.asarray([1, 0], dtype="float32")
        result = xp.special.logsumexp(xp.asarray(x), b=xp.asarray(b))
        np.testing.assert_allclose(np.asarray(result), sc.logsumexp(x, b=b), 1e-6)

    def test_edges(self):
        assert xp.special.logsumexp(xp.asarray([-np.inf, -np.inf])).item() == -np.inf
        assert xp.special.logsumexp(xp.asarray([np.inf, 1.0])).item() == np.inf
        assert np.isnan(xp.special.logsumexp(xp.asarray([0.0]), b=[-1.0]).item())
        assert xp.special.logsumexp([1, 2]).dtype == "float64"


class TestForms:
    def test_dtypes(self):
        s = xp.special
        assert s.erf(xp.asarray([1, 2], dtype="int8")).dtype == "float64"
        assert s.erf(1).shape == ()
        assert s.xlogy(xp.asarray([1.0], dtype="float16"), 3.0).dtype == "float64"
        assert s.xlogy(xp.asarray([1.0], dtype="float32"), 3.0).dtype == "float32"
        assert s.xlogy(xp.asarray([1.0], dtype="float32"), xp.asarray([1], dtype="int8")).dtype == "float64"
        assert s.polygamma(1, xp.asarray([1.0], dtype="float32")).dtype == "float64"
        assert s.multigammaln(xp.asarray([1.0], dtype="float32"), 1).dtype == "float64"
        for kind, name in ("i1", "kl_div"), ("u2", "huber"), ("f2", "zeta"), ("?", "rel_entr"):
            assert getattr(s, name)(xp.ones(2, kind), xp.ones(2, "i2")).dtype == "float32"
        assert s.kl_div(xp.ones(2, "i4"), xp.ones(2, "i2")).dtype == "float64"
        assert s.xlogy(xp.asarray([1.0], dtype="float32"), xp.asarray([1])).dtype == "float64"
        assert s.gammainc(xp.asarray([1], dtype="int32"), xp.asarray([1.0], dtype="float32")).dtype == "float64"
        with xp.set_default_dtype("pytorch"):
            assert s.expit(3).dtype == "float32"
            assert s.erf(xp.ones(2, "f2")).dtype == "float32"
        with pytest.raises(TypeError, match="not supported"):
            s.erfc(1j)

    def test_out_and_broadcasting(self):
        out = xp.zeros((2, 3))
        got = xp.special.xlogy(xp.asarray([[1.0], [2.0]]), xp.asarray([1.0, 2.0, 3.0]), out=out)
        assert got is out
        np.testing.assert_allclose(np.asarray(out), sc.xlogy([[1.0], [2.0]], [1.0, 2.0, 3.0]))
        with pytest.raises(ValueError, match="broadcast"):
            xp.special.xlogy(xp.ones(2), xp.ones(3))

    def test_empty(self):
        assert xp.special.erf(xp.zeros((0, 3))).shape == (0, 3)


DISPATCH = """
import numpy as np, scipy.special as sc, xp_torch as xp
from scipy.special._support_alternative_backends import _special_funcs
x = np.linspace(0.1, 0.9, 5)
called = []
for name in xp.special.__all__:
    f = getattr(xp.special, name)
    counted = lambda *a, f=f, name=name, **k: called.append(name) or f(*a, **k)
    setattr(xp.special, name, counted)
operands = {f.name: f.n_args for f in _special_funcs if f.name not in ("multigammaln", "polygamma")}
own = sorted(operands.keys() & set(xp.special.__all__))
assert len(own) > 45
for name in [*own, "chdtr", "chdtrc", "ellipk"]:
    args = [x + i for i in reversed(range(operands[name]))]
    got, expected = getattr(sc, name)(*map(xp.asarray, args)), getattr(sc, name)(*args)
    assert type(got) is xp.ndarray, name
    np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-8, atol=1e-12, err_msg=name)
missing = set(own) - set(called)
assert not missing, missing
assert type(sc.softmax(xp.asarray(x))) is xp.ndarray
assert type(sc.logsumexp(xp.asarray(x))) is xp.ndarray
assert type(sc.polygamma(1, xp.asarray(x))) is type(sc.multigammaln(xp.asarray(x + 3), 2)) is xp.ndarray
"""


@pytest.mark.slow
def test_scipy_finds_them(monkeypatch):
    monkeypatch.setenv("SCIPY_ARRAY_API", "1")
    done = subprocess.run([sys.executable, "-c", DISPATCH], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_functions_that_are_missing_are_listed():
    page = (Path(__file__).resolve().parents[2] / "docs/api/special.md").read_text(encoding="utf-8")
    listed = re.findall(r"`(\w+)`", page.partition("## Functions that are missing")[2])
    assert len(listed) == len(set(listed)) == int(re.search(r"These (\d+) functions", page)[1])
    assert not set(listed) & set(xp.special.__all__)
    assert all(callable(getattr(sc, name)) for name in listed)


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "logsumexp"])
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_exponentials_of_no_elements(name, dtype):
    function = getattr(xp.special, name)
    for shape, axis in (((0,), None), ((2, 0), -1), ((0, 2), 0)):
        result = function(xp.zeros(shape, dtype=dtype), axis=axis)
        if name == "logsumexp":
            assert bool(xp.all(xp.real(result) == -xp.inf))
            assert not bool(xp.any(xp.imag(result)))
        else:
            assert result.shape == function(xp.zeros(shape, dtype=dtype), axis=()).shape == shape


EXTREMES = ([1e300, 1e-300], [1e-300, 1e-300], [1e300, 1e300], [-1e-300, 1e300], [0.0, 1e-300])


@pytest.mark.parametrize("weights", EXTREMES)
@pytest.mark.parametrize("values", [[700.0, 690.0], [-700.0, 700.0], [-1e4, -1e4 + 1], [1e4, 1e4 - 1400]])
def test_logarithms_of_sums_with_extreme_weights(weights, values):
    with mpmath.workdps(40):
        pairs = zip(map(mpmath.mpf, weights), map(mpmath.mpf, values), strict=True)
        expected = mpmath.log(mpmath.fsum(w * mpmath.exp(x) for w, x in pairs))
    result, sign = xp.special.logsumexp(xp.asarray(values), b=xp.asarray(weights), return_sign=True)
    assert float(sign) == (1 if not mpmath.im(expected) else -1)
    np.testing.assert_allclose(float(result), float(mpmath.re(expected)), rtol=1e-13)
