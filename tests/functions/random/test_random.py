"""Random numbers: distributions by statistical tests, sizes and dtypes and errors as in NumPy, streams that repeat.

Distributions are drawn with fixed seeds; a right algorithm fails one of these tests with a probability of `ALARM`.
"""

import copy
import inspect
import pickle
from typing import ClassVar

import numpy as np
import pytest
import torch
from oracle import alike, calls
from scipy import stats
from torch._subclasses.fake_tensor import FakeTensorMode

import xp_torch as xp
from xp_torch import random as module

ALARM = 1e-6
SIZE = 20_000


def rng(seed=12345):
    return xp.random.default_rng(seed)


#: (method, parameters, SciPy's distribution)
CONTINUOUS = [
    ("random", (), stats.uniform()),
    ("standard_normal", (), stats.norm()),
    ("standard_exponential", (), stats.expon()),
    ("standard_gamma", (0.3,), stats.gamma(0.3)),
    ("standard_gamma", (50.0,), stats.gamma(50.0)),
    ("standard_cauchy", (), stats.cauchy()),
    ("beta", (2.0, 3.0), stats.beta(2, 3)),
    ("beta", (0.02, 0.5), stats.beta(0.02, 0.5)),
    ("beta", (300.0, 0.5), stats.beta(300, 0.5)),
    ("exponential", (2.5,), stats.expon(scale=2.5)),
    ("gamma", (2.0, 3.0), stats.gamma(2, scale=3)),
    ("chisquare", (3.0,), stats.chi2(3)),
    ("noncentral_chisquare", (3.0, 2.0), stats.ncx2(3, 2)),
    ("noncentral_chisquare", (0.5, 2.0), stats.ncx2(0.5, 2)),
    ("f", (3.0, 5.0), stats.f(3, 5)),
    ("noncentral_f", (3.0, 5.0, 1.5), stats.ncf(3, 5, 1.5)),
    ("gumbel", (1.0, 2.0), stats.gumbel_r(1, 2)),
    ("laplace", (1.0, 2.0), stats.laplace(1, 2)),
    ("logistic", (1.0, 2.0), stats.logistic(1, 2)),
    ("lognormal", (0.5, 0.75), stats.lognorm(0.75, scale=np.exp(0.5))),
    ("normal", (1.0, 2.0), stats.norm(1, 2)),
    ("pareto", (3.0,), stats.lomax(3)),
    ("power", (3.0,), stats.powerlaw(3)),
    ("rayleigh", (2.0,), stats.rayleigh(scale=2)),
    ("standard_t", (2.5,), stats.t(2.5)),
    ("triangular", (-1.0, 0.5, 3.0), stats.triang(0.375, -1, 4)),
    ("uniform", (-1.0, 3.0), stats.uniform(-1, 4)),
    ("vonmises", (0.0, 4.0), stats.vonmises(4)),
    ("vonmises", (0.0, 0.01), stats.vonmises(0.01)),
    ("vonmises", (0.0, 1e-7), stats.uniform(-np.pi, 2 * np.pi)),
    ("vonmises", (0.0, 1e8), stats.norm(0, 1e-4)),
    ("wald", (1.5, 2.0), stats.invgauss(0.75, scale=2)),
    ("weibull", (2.0,), stats.weibull_min(2)),
]

DISCRETE = [
    ("binomial", (10, 0.3), stats.binom(10, 0.3)),
    ("binomial", (1000, 0.9), stats.binom(1000, 0.9)),
    ("negative_binomial", (3.5, 0.4), stats.nbinom(3.5, 0.4)),
    ("poisson", (3.0,), stats.poisson(3)),
    ("poisson", (200.0,), stats.poisson(200)),
    ("geometric", (0.3,), stats.geom(0.3)),
    ("geometric", (0.01,), stats.geom(0.01)),
    ("hypergeometric", (5, 7, 6), stats.hypergeom(12, 5, 6)),
    ("hypergeometric", (50, 40, 30), stats.hypergeom(90, 50, 30)),
    ("hypergeometric", (40, 50, 70), stats.hypergeom(90, 40, 70)),
    ("hypergeometric", (500, 10, 505), stats.hypergeom(510, 500, 505)),
    ("hypergeometric", (30000, 20000, 1000), stats.hypergeom(50000, 30000, 1000)),
    ("logseries", (0.6,), stats.logser(0.6)),
    ("logseries", (0.99,), stats.logser(0.99)),
    ("zipf", (3.0,), stats.zipf(3)),
    ("zipf", (2.0,), stats.zipf(2.0)),
    ("integers", (-3, 9), stats.randint(-3, 9)),
]


def continuous_p(values, distribution):
    if distribution.dist.name in ("ncf", "ncx2"):
        values = values[:2000]  # whose distribution functions take SciPy long
    return stats.kstest(values, distribution.cdf).pvalue


def discrete_p(values, distribution):
    """The p-value of the chi-square test over values that are expected five times or more, and the rest."""
    low, high = distribution.ppf([5e-4, 1 - 5e-3])
    if high - low > 60:
        edges = np.unique(np.floor(np.linspace(low, high, 40)))
    else:
        edges = np.arange(low, high + 1)
    heights = np.concatenate([[0.0], distribution.cdf(edges), [1.0]])
    counts = np.bincount(np.searchsorted(edges, values), minlength=len(edges) + 1)
    expected = np.diff(heights) * values.size
    kept = expected >= 5
    seen = np.append(counts[kept], counts[~kept].sum())
    due = np.append(expected[kept], expected[~kept].sum())
    if due[-1] < 5:
        seen, due = np.append(seen[:-2], seen[-2:].sum()), np.append(due[:-2], due[-2:].sum())
    return stats.chisquare(seen, due, sum_check=False).pvalue


class TestDistributions:
    @pytest.mark.parametrize(("name", "parameters", "distribution"), CONTINUOUS)
    def test_continuous(self, name, parameters, distribution):
        x = np.asarray(getattr(rng(), name)(*parameters, size=SIZE))
        assert x.dtype == np.float64
        assert x.shape == (SIZE,)
        assert continuous_p(x, distribution) > ALARM

    @pytest.mark.parametrize(("name", "parameters", "distribution"), DISCRETE)
    def test_discrete(self, name, parameters, distribution):
        x = np.asarray(getattr(rng(), name)(*parameters, size=SIZE))
        assert x.dtype == np.int64
        assert discrete_p(x, distribution) > ALARM

    @pytest.mark.parametrize(("name", "parameters", "distribution"), [r for r in CONTINUOUS + DISCRETE if r[1]])
    def test_arrays_of_parameters_give_what_numbers_give(self, name, parameters, distribution):
        spread = [np.full((2, 1), p) for p in parameters]
        x = np.asarray(getattr(rng(3), name)(*map(xp.asarray, spread), size=(2, SIZE // 2)))
        assert x.shape == (2, SIZE // 2)
        p_value = discrete_p if x.dtype == np.int64 else continuous_p
        for row in x:
            assert p_value(row, distribution) > ALARM

    def test_the_tests_see_what_is_wrong(self):
        x = np.asarray(rng().normal(0.1, 1.0, size=SIZE))
        assert continuous_p(x, stats.norm()) < ALARM
        x = np.asarray(rng().poisson(3.2, size=SIZE))
        assert discrete_p(x, stats.poisson(3)) < ALARM

    @pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
    @pytest.mark.parametrize("name", ["random", "standard_normal", "standard_exponential", "standard_gamma"])
    def test_dtypes(self, name, dtype):
        parameters = (2.0,) if name == "standard_gamma" else ()
        x = getattr(rng(), name)(*parameters, size=SIZE, dtype=dtype)
        assert x.dtype == dtype
        expected = {"random": 0.5, "standard_normal": 0.0, "standard_exponential": 1.0, "standard_gamma": 2.0}[name]
        assert abs(float(xp.mean(x.astype("float64"))) - expected) < 0.06

    def test_multinomial(self):
        p = [0.1, 0.0, 0.25, 0.4, 0.25]
        x = np.asarray(rng().multinomial(20, p, size=SIZE))
        assert x.shape == (SIZE, 5)
        assert (x.sum(-1) == 20).all()
        for i, share in enumerate(p):
            if share:
                assert discrete_p(x[:, i], stats.binom(20, share)) > ALARM
        assert not x[:, 1].any()
        covariance = np.cov(x.T)
        np.testing.assert_allclose(covariance[2, 3], -20 * 0.25 * 0.4, atol=0.15)

    def test_multinomial_broadcasts(self):
        x = rng().multinomial(xp.asarray([[3], [4]]), [[0.5, 0.5], [0.1, 0.9], [1.0, 0.0]])
        assert x.shape == (2, 3, 2)
        assert x.sum(-1).tolist() == [[3, 3, 3], [4, 4, 4]]
        assert x[:, 2].tolist() == [[3, 0], [4, 0]]

    def test_multivariate_hypergeometric(self):
        x = np.asarray(rng().multivariate_hypergeometric([30, 0, 20, 50], 40, size=SIZE))
        assert (x.sum(-1) == 40).all()
        for i, colors in ((0, 30), (2, 20), (3, 50)):
            assert discrete_p(x[:, i], stats.hypergeom(100, colors, 40)) > ALARM

    @pytest.mark.parametrize("alpha", [(0.3, 0.4), (2.0, 3.0, 5.0), (0.0, 1.0, 1.0)])
    def test_dirichlet(self, alpha):
        x = np.asarray(rng().dirichlet(alpha, size=SIZE))
        np.testing.assert_allclose(x.sum(-1), 1.0)
        for i, a in enumerate(alpha):
            if a:
                assert continuous_p(x[:, i], stats.beta(a, sum(alpha) - a)) > ALARM
            else:
                assert not x[:, i].any()

    @pytest.mark.parametrize("method", ["svd", "eigh", "cholesky"])
    def test_multivariate_normal(self, method):
        mean, cov = [1.0, -2.0], [[2.0, 0.5], [0.5, 1.0]]
        x = np.asarray(rng().multivariate_normal(mean, cov, size=SIZE, method=method))
        assert continuous_p(x @ [1.0, 1.0], stats.norm(-1.0, 2.0)) > ALARM
        assert continuous_p(x @ [1.0, -1.0], stats.norm(3.0, np.sqrt(2.0))) > ALARM

    def test_zipf_next_to_one_ends(self):
        x = np.asarray(rng().zipf(1.0 + 1e-12, size=100))
        assert (x >= 1).all()

    def test_uniform_bits(self):
        x = np.asarray(rng().integers(0, 2**64 - 1, size=SIZE, dtype="uint64", endpoint=True))
        ones = np.unpackbits(x.view(np.uint8)).reshape(SIZE, 64).sum(0)
        assert stats.chisquare(ones, np.full(64, SIZE / 2) * 1.0, sum_check=False).pvalue > ALARM

    @pytest.mark.parametrize(
        "dtype", ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
    )
    def test_integers_of_all_dtypes(self, dtype):
        least, most = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        for forms in ((least, most), (np.array([least], dtype), np.array([most], dtype))):
            x = rng().integers(*forms, size=SIZE, dtype=dtype, endpoint=True)
            assert x.dtype == dtype
            a = np.asarray(x).astype(np.float64)
            scaled = (a - least) / (float(most) - least + 1)
            if most - least > 2**20:
                assert continuous_p(scaled, stats.uniform()) > ALARM
            else:
                counts = np.bincount((scaled * min(most - least + 1, 256)).astype(int))
                assert stats.chisquare(counts).pvalue > ALARM

    @pytest.mark.parametrize("span", [3 * 2**61, 2**33 + 1, 2**62 + 3])
    def test_wide_ranges_are_not_skewed(self, span):
        x = np.asarray(rng().integers(span, size=SIZE)).astype(np.float64)
        assert continuous_p(x / span, stats.uniform()) > ALARM

    def test_integers_of_arrays(self):
        x = rng().integers([1, 10, 100], [[101], [200]], size=(500, 2, 3))
        a = np.asarray(x)
        assert (a >= [1, 10, 100]).all()
        assert (a < [[101], [200]]).all()
        assert a[:, 0, 2].tolist() == [100] * 500


class TestChoice:
    def test_uniform(self):
        x = np.asarray(rng().choice(xp.asarray([2.5, 3.5, 4.5]), SIZE))
        _, counts = np.unique(x, return_counts=True)
        assert stats.chisquare(counts).pvalue > ALARM

    def test_by_probabilities(self):
        p = [0.1, 0.0, 0.6, 0.3]
        x = np.asarray(rng().choice(4, SIZE, p=p))
        counts = np.bincount(x, minlength=4)
        assert counts[1] == 0
        assert stats.chisquare(counts[[0, 2, 3]], np.asarray([0.1, 0.6, 0.3]) * SIZE).pvalue > ALARM

    def test_without_replacement_by_probabilities(self):
        g, p = rng(), np.asarray([0.2, 0.3, 0.5])
        pairs = np.stack([np.asarray(g.choice(3, 2, replace=False, p=p)) for _ in range(4000)])
        assert (pairs[:, 0] != pairs[:, 1]).all()
        due = [p[i] * p[j] / (1 - p[i]) for i in range(3) for j in range(3) if i != j]
        seen = [((pairs[:, 0] == i) & (pairs[:, 1] == j)).sum() for i in range(3) for j in range(3) if i != j]
        assert stats.chisquare(seen, np.asarray(due) * 4000).pvalue > ALARM

    @pytest.mark.parametrize("count", [10, 1_000_000, 10**12])
    def test_without_replacement(self, count):
        x = np.asarray(rng().choice(count, 8, replace=False))
        assert len(set(x.tolist())) == 8
        assert ((x >= 0) & (x < count)).all()

    def test_distinct_numbers_are_uniform_in_order(self):
        g = rng()
        x = np.stack([np.asarray(g.choice(20_000, 500, replace=False)) for _ in range(40)])
        assert all(len(set(row.tolist())) == 500 for row in x)
        assert continuous_p(x[:, :250].reshape(-1) / 20_000, stats.uniform()) > ALARM
        assert abs(stats.spearmanr(np.arange(500), x.mean(0)).pvalue) > ALARM

    def test_along_an_axis(self):
        a = xp.arange(12).reshape(3, 4)
        x = rng().choice(a, 2, axis=1, replace=False)
        assert x.shape == (3, 2)
        assert (x[1] - x[0]).tolist() == [4, 4]
        assert rng().choice(a, (2, 5)).shape == (2, 5, 4)


class TestOrders:
    def test_permutations_are_equally_likely(self):
        g = rng()
        seen = [tuple(g.permutation(3).tolist()) for _ in range(3000)]
        counts = [seen.count(p) for p in set(seen)]
        assert len(counts) == 6
        assert stats.chisquare(counts).pvalue > ALARM

    def test_permutation_of_an_array(self):
        a = xp.arange(12).reshape(4, 3)
        x = rng().permutation(a, axis=1)
        assert xp.sort(x, axis=1).tolist() == a.tolist()
        assert (x[1:] - x[:-1]).tolist() == [[3, 3, 3]] * 3
        assert a.tolist() == np.arange(12).reshape(4, 3).tolist()
        assert sorted(rng().permutation([5, 6, 7]).tolist()) == [5, 6, 7]

    @calls("""
        m.random.permutation(3.5); m.random.default_rng(1).permutation(np.float64(3)); m.random.permutation(2j);
        m.random.permutation(m.asarray(3.0)); m.random.permutation(-1); m.random.choice(3.5);
        m.random.default_rng(1).choice(1j, 2)
    """)
    def test_a_number_of_items_is_an_integer(self, call):
        alike(call)

    @pytest.mark.parametrize("dtype", ["float64", "uint16", "bool", "complex64", "bfloat16"])
    @pytest.mark.parametrize("axis", [0, 1, -1])
    def test_shuffle_in_place(self, axis, dtype):
        a = xp.astype(xp.arange(20).reshape(4, 5), dtype)
        before, memory = a.copy(), a.tensor.data_ptr()
        assert rng().shuffle(a, axis=axis) is None
        assert a.tensor.data_ptr() == memory
        lines = lambda x: sorted(str(row.tolist()) for row in (x if axis == 0 else x.T))
        assert lines(a) == lines(before)

    def test_shuffle_of_a_view_a_list_and_numpy(self):
        a = xp.arange(10)
        rng().shuffle(a[::2])
        assert a[1::2].tolist() == [1, 3, 5, 7, 9]
        assert sorted(a.tolist()) == list(range(10))
        values = ["a", "b", "c"]
        rng().shuffle(values)
        assert sorted(values) == ["a", "b", "c"]
        theirs = np.arange(5)
        rng(2).shuffle(theirs)
        assert sorted(theirs.tolist()) == list(range(5))
        with pytest.raises(TypeError):
            rng().shuffle((1, 2))

    def test_permuted(self):
        a = xp.arange(3000).reshape(3, 1000)
        x = rng().permuted(a, axis=1)
        assert xp.sort(x, axis=1).tolist() == a.tolist()
        assert (x[0] + 1000).tolist() != x[1].tolist()
        assert xp.sort(rng().permuted(a), axis=None).tolist() == list(range(3000))
        out = xp.zeros_like(a)
        assert rng().permuted(a, axis=0, out=out) is out
        assert xp.sort(out, axis=0).tolist() == a.tolist()
        with pytest.raises(ValueError):
            rng().permuted(a, out=xp.zeros(3, dtype=xp.int64))


class TestForms:
    @pytest.mark.parametrize("name", [n for n in dir(np.random.Generator) if n[0] != "_"])
    def test_signatures_of_generator(self, name):
        self.compare(np.random.Generator, xp.random.Generator, name)

    @pytest.mark.parametrize(
        "name",
        [n for n in dir(np.random.RandomState) if n[0] != "_"],
    )
    def test_signatures_of_random_state(self, name):
        self.compare(np.random.RandomState, xp.random.RandomState, name)

    def compare(self, theirs, ours, name):
        if name == "bit_generator":
            assert isinstance(rng().bit_generator, xp.random.BitGenerator)
            return
        expected = inspect.signature(getattr(theirs, name)).parameters.values()
        got = inspect.signature(getattr(ours, name)).parameters.values()
        assert [(p.name, p.kind) for p in got] == [(p.name, p.kind) for p in expected]
        for g, e in zip(got, expected, strict=True):
            assert g.default == e.default or (e.default is np.float64 and g.default is None)

    def test_every_name_of_numpy_is_there(self):
        assert sorted(np.random.__all__) == sorted(module.__all__)

    SIZES: ClassVar = [None, (), 0, 3, (2, 3), [2, 1], np.int64(2)]

    @pytest.mark.parametrize("size", SIZES, ids=str)
    @pytest.mark.parametrize(("name", "parameters", "distribution"), CONTINUOUS + DISCRETE)
    def test_sizes(self, name, parameters, distribution, size):
        expected = np.asarray(getattr(np.random.default_rng(1), name)(*parameters, size=size))
        x = getattr(rng(), name)(*parameters, size=size)
        assert isinstance(x, xp.ndarray)
        assert (x.shape, x.dtype.name) == (expected.shape, expected.dtype.name)

    @pytest.mark.parametrize(("name", "parameters", "distribution"), [r for r in CONTINUOUS + DISCRETE if r[1]])
    def test_sizes_that_do_not_fit(self, name, parameters, distribution):
        arrays = [[p, p] for p in parameters]
        assert getattr(rng(), name)(*arrays).shape == (2,)
        assert getattr(rng(), name)(*arrays, size=(3, 2)).shape == (3, 2)
        for wrong in (3, (2, 1), -1):
            if name != "integers":  # whose result NumPy leaves in a shape that the bounds do not broadcast to
                with pytest.raises(ValueError):
                    getattr(np.random.default_rng(1), name)(*arrays, size=wrong)
            with pytest.raises(ValueError):
                getattr(rng(), name)(*arrays, size=wrong)
        with pytest.raises(TypeError):
            getattr(rng(), name)(*parameters, size=2.5)

    BAD: ClassVar = [
        ("normal", (0, -1)), ("normal", (0, -0.0)), ("exponential", (-1,)), ("gamma", (-1, 1)), ("gamma", (1, -1)),
        ("standard_gamma", (-1,)), ("beta", (0, 1)), ("beta", (1, -1)), ("f", (0, 1)), ("f", (1, 0)),
        ("noncentral_f", (1, 1, -1)), ("chisquare", (0,)), ("noncentral_chisquare", (1, -1)), ("gumbel", (0, -1)),
        ("laplace", (0, -1)), ("logistic", (0, -1)), ("lognormal", (0, -1)), ("pareto", (0,)), ("power", (0,)),
        ("rayleigh", (-1,)), ("standard_t", (0,)), ("triangular", (2, 1, 3)), ("triangular", (0, 4, 3)),
        ("triangular", (1, 1, 1)), ("uniform", (2, 1)), ("vonmises", (0, -1)), ("wald", (0, 1)), ("wald", (1, 0)),
        ("weibull", (-1,)), ("zipf", (1,)), ("zipf", (np.nan,)), ("binomial", (-1, 0.5)), ("binomial", (1, 1.5)),
        ("binomial", (1, np.nan)), ("negative_binomial", (0, 0.5)), ("negative_binomial", (1, 0)),
        ("poisson", (-1,)), ("poisson", (np.nan,)), ("poisson", (1e20,)), ("geometric", (0,)), ("geometric", (1.5,)),
        ("hypergeometric", (1, 1, 3)), ("hypergeometric", (-1, 1, 1)), ("hypergeometric", (10**9, 1, 1)),
        ("logseries", (1,)), ("logseries", (-0.1,)), ("integers", (3, 3)), ("integers", (3, 2)),
        ("multinomial", (-1, [0.5, 0.5])), ("multinomial", (1, [0.9, 0.9, 0.1])), ("multinomial", (1, [-0.1, 1.1])),
        ("dirichlet", ([-1.0, 1.0],)), ("multivariate_normal", (0.0, [[1.0]])),
        ("multivariate_normal", ([0.0], [1.0])), ("multivariate_normal", ([0.0, 1.0], [[1.0]])),
        ("multivariate_hypergeometric", ([1, 2], 4)), ("multivariate_hypergeometric", ([-1, 2], 1)),
        ("choice", (0, 1)), ("choice", (-3, 3)), ("choice", ([], 1)), ("choice", ([1, 2], 3, False)),
        ("choice", ([1, 2], 1, True, [0.5, 0.6])), ("choice", ([1, 2], 1, True, [1.5, -0.5])),
        ("choice", ([1, 2], 1, True, [0.5, 0.25, 0.25])), ("choice", ([1, 2], 1, True, [[0.5, 0.5]])),
        ("choice", ([1, 2], 1, True, [np.nan, 1.0])), ("choice", ([1, 2], 2, False, [1.0, 0.0])),
    ]  # fmt: skip

    @pytest.mark.parametrize(("name", "parameters"), BAD)
    def test_errors(self, name, parameters):
        with pytest.raises(ValueError):
            getattr(np.random.default_rng(1), name)(*parameters)
        with pytest.raises(ValueError):
            getattr(rng(), name)(*parameters)
        if name != "choice" and all(isinstance(p, (int, float)) for p in parameters):
            with pytest.raises(ValueError):
                getattr(rng(), name)(*[xp.asarray([p, p]) for p in parameters])

    @pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "bool"])
    def test_bounds_of_integers(self, dtype):
        least, most = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        for low, high in ((least - 1, most), (least, most + 2), (most, least)):
            with pytest.raises(ValueError):
                rng().integers(low, high, dtype=dtype)
            if low >= -(2**63) and high < 2**63:
                with pytest.raises(ValueError):
                    rng().integers([low], [high], dtype=dtype)
        assert rng().integers(least, most + 1, dtype=dtype).dtype == dtype

    def test_types_that_are_refused(self):
        for act in (
            lambda: rng().integers(3, dtype="float64"),
            lambda: rng().random(3, dtype="int64"),
            lambda: rng().normal("a"),
            lambda: rng().normal(1j),
            lambda: rng().integers(None),
            lambda: rng().random(out=[1.0]),
            lambda: rng().random(out=xp.zeros(3, dtype="float32")),
            lambda: xp.random.default_rng("a"),
            lambda: xp.random.default_rng(1.5),
        ):
            with pytest.raises(TypeError):
                act()
        with pytest.raises(ValueError):
            xp.random.default_rng(-1)
        with pytest.raises(ValueError):
            rng().random(2, out=xp.zeros(3))
        with pytest.raises(OverflowError):
            rng().uniform(0.0, np.inf)

    def test_out(self):
        for name in ("random", "standard_normal", "standard_exponential"):
            out = xp.zeros(5)
            assert getattr(rng(), name)(out=out) is out
            assert out.tolist() == getattr(rng(), name)(5).tolist()
        half = xp.zeros(4, dtype="float32")
        assert rng().standard_gamma(2.0, dtype="float32", out=half) is half
        assert half.all()

    def test_the_default_float(self):
        with xp.set_default_dtype("pytorch"):
            assert rng().normal(size=2).dtype == "float32"
            assert rng().random(2).dtype == "float32"
            assert rng().random(2, dtype="float64").dtype == "float64"
            assert rng().poisson(3.0, size=2).dtype == "int64"
        with xp.set_default_dtype("bfloat16"):
            assert rng().gamma(2.0, size=2).dtype == "bfloat16"

    def test_gradients_go_to_location_and_scale(self):
        loc = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
        rng().normal(xp.asarray(loc), 2.0, size=5).sum().tensor.backward()
        assert loc.grad == 5

    def test_covariances_that_are_none(self):
        bad = [[1.0, 2.0], [2.0, 1.0]]
        with pytest.warns(RuntimeWarning, match="positive-semidefinite"):
            rng().multivariate_normal([0.0, 0.0], bad)
        with pytest.raises(ValueError, match="positive-semidefinite"):
            rng().multivariate_normal([0.0, 0.0], bad, check_valid="raise")
        rng().multivariate_normal([0.0, 0.0], bad, check_valid="ignore")
        with pytest.raises(np.linalg.LinAlgError):
            rng().multivariate_normal([0.0, 0.0], bad, method="cholesky")


class TestStreams:
    @pytest.mark.parametrize("seed", [0, 1, 2**100, [1, 2, 3], np.random.SeedSequence(5), np.int64(3)], ids=str)
    def test_a_seed_repeats(self, seed):
        seed = copy.deepcopy(seed)
        a, b = xp.random.default_rng(seed), xp.random.default_rng(seed)
        assert a.random(5).tolist() == b.random(5).tolist()
        assert a.normal(size=3).tolist() == b.normal(size=3).tolist()
        assert a.random(5).tolist() != xp.random.default_rng([9, 9]).random(5).tolist()

    def test_no_seed_does_not_repeat(self):
        assert xp.random.default_rng().random(4).tolist() != xp.random.default_rng().random(4).tolist()

    def test_the_whole_state_is_seeded(self):
        # torch's manual_seed takes 32 bits of a seed: all words but the first would follow from them.
        state = xp.random.PCG64(1).torch_generator("cpu").get_state().view(torch.int64)
        other = torch.Generator().manual_seed(int(state[0])).get_state().view(torch.int64)
        assert state.numel() == other.numel() == 632
        assert not (state[4:627] == other[4:627]).any()
        assert ((state[3:627] >= 0) & (state[3:627] < 2**32)).all()

    def test_spawned_streams_differ(self):
        parent = rng()
        children = parent.spawn(3)
        firsts = [c.random(3).tolist() for c in [parent, *children]]
        assert len({str(f) for f in firsts}) == 4
        assert rng().spawn(3)[1].random(3).tolist() == firsts[2]

    def test_what_default_rng_takes(self):
        g = rng()
        assert xp.random.default_rng(g) is g
        assert xp.random.default_rng(g.bit_generator).bit_generator is g.bit_generator
        state = xp.random.RandomState(3)
        assert xp.random.default_rng(state).bit_generator is state._bit_generator
        t = torch.Generator().manual_seed(3)
        x = xp.random.default_rng(t).random(3)
        assert x.tolist() == torch.rand(3, dtype=torch.float64, generator=torch.Generator().manual_seed(3)).tolist()
        with pytest.raises(ValueError):
            xp.random.default_rng(t, device="meta")
        with pytest.raises(ValueError):
            xp.random.Generator(np.random.PCG64())

    @pytest.mark.parametrize("name", ["MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"])
    def test_bit_generators(self, name):
        make = getattr(xp.random, name)
        bits = make(3)
        assert isinstance(bits, xp.random.BitGenerator)
        state = bits.state
        assert state["bit_generator"] == name
        x = bits.random_raw(4)
        assert x.dtype == "uint64"
        bits.state = state
        assert bits.random_raw(4).tolist() == x.tolist()
        assert len(bits.spawn(2)) == 2
        with pytest.raises(ValueError):
            bits.state = {"bit_generator": "other"}
        with pytest.raises(TypeError):
            bits.state = 3
        for member in ("advance", "ctypes"):
            if hasattr(getattr(np.random, name), member):
                with pytest.raises(AttributeError, match=r"independent streams|methods of Generator"):
                    getattr(bits, member)
        with pytest.raises(AttributeError, match=r"no attribute 'nonsense'$"):
            bits.nonsense

    @pytest.mark.parametrize("name", ["MT19937", "PCG64", "PCG64DXSM", "Philox"])
    def test_jumped_bit_generators_have_other_streams(self, name):
        bits = getattr(xp.random, name)(3)
        children = [bits, bits.jumped(), bits.jumped(2), *bits.spawn(2), bits.spawn(1)[0].jumped()]
        streams = [child.random_raw(3).tolist() for child in children]
        assert all(streams.count(stream) == 1 for stream in streams)
        assert all(type(child) is type(bits) for child in children)
        assert bits.jumped().random_raw(3).tolist() == streams[1]
        assert pickle.loads(pickle.dumps(bits.jumped())).jumped().random_raw(3).tolist() == streams[2]
        with pytest.raises(TypeError, match="jumped"):
            getattr(xp.random, name)(torch.Generator()).jumped()

    def test_keys_and_counters_of_philox(self):
        def numbers(*args, **kwargs):
            return xp.random.Philox(*args, **kwargs).random_raw(3).tolist()

        key = 2**96 + 2**33
        assert numbers(key=key) == numbers(key) == numbers(key=key, counter=0) == numbers(key=key, counter=[0, 0])
        streams = [numbers(key=key), numbers(key=key + 1), numbers(key=key, counter=1), numbers(None, [0, 1], key)]
        assert all(streams.count(stream) == 1 for stream in streams)
        assert numbers(3, 2) == numbers(3, counter=np.array([2], np.uint64))
        with pytest.raises(ValueError, match="both"):
            xp.random.Philox(1, key=1)
        with pytest.raises(TypeError, match="counter"):
            xp.random.Philox(torch.Generator(), counter=1)

    @pytest.mark.parametrize("drawn", [0, 3])
    def test_copies_go_on_from_the_same_place(self, drawn):
        for make in (rng, lambda: xp.random.RandomState(3)):
            g = make()
            g.normal(size=drawn)
            first, second = pickle.loads(pickle.dumps(g)), copy.deepcopy(g)
            x = g.normal(size=3).tolist()
            assert first.normal(size=3).tolist() == x
            assert second.normal(size=3).tolist() == x
            assert g.normal(size=3).tolist() != x

    def test_torchs_own_generator_is_left_alone(self):
        torch.manual_seed(5)
        before = torch.random.get_rng_state()
        xp.random.rand(3)
        rng().random(3)
        assert torch.equal(torch.random.get_rng_state(), before)

    def test_bytes(self):
        assert rng().bytes(11) == rng().bytes(11)
        assert len(rng().bytes(0)) == 0
        assert len(xp.random.bytes(9)) == 9

    def test_repr(self):
        assert str(rng()) == "Generator(PCG64)"
        assert repr(xp.random.RandomState(1)).startswith("RandomState(MT19937) at 0x")


class TestLegacy:
    def test_seed_and_state(self):
        xp.random.seed(7)
        state, whole = xp.random.get_state(), xp.random.get_state(legacy=False)
        x = xp.random.rand(3).tolist()
        for act in (lambda: xp.random.seed(7), lambda: xp.random.set_state(state), lambda: xp.random.set_state(whole)):
            act()
            assert xp.random.random_sample(3).tolist() == x
        assert xp.random.RandomState(7).rand(3).tolist() == x
        with pytest.raises(ValueError):
            xp.random.seed(2**32)
        with pytest.raises(ValueError):
            xp.random.seed(-1)
        with pytest.raises(TypeError):
            xp.random.set_state(3)

    def test_the_functions_are_methods_of_one_object(self):
        owners = {getattr(module, n).__self__ for n in module.__all__ if inspect.ismethod(getattr(module, n))}
        assert len(owners) == 1

    def test_shapes_and_dtypes(self):
        r, theirs = xp.random.RandomState(3), np.random.RandomState(3)
        for name, args in (
            ("rand", ()), ("rand", (2, 3)), ("randn", (4,)), ("randint", (5,)), ("randint", (2, 9, (2, 2))),
            ("random_sample", (3,)), ("random", (3,)), ("tomaxint", (2,)), ("permutation", (5,)), ("choice", (5, 3)),
            ("standard_normal", ()), ("normal", (0.0, 1.0, 3)), ("multinomial", (5, [0.5, 0.5])),
        ):  # fmt: skip
            got, expected = getattr(r, name)(*args), np.asarray(getattr(theirs, name)(*args))
            assert (got.shape, got.dtype.name) == (expected.shape, expected.dtype.name), name
        assert r.randint(0, 200, 3, dtype="uint8").dtype == "uint8"
        with pytest.warns(DeprecationWarning, match="randint"):
            assert r.random_integers(1, 1, 3).tolist() == [1, 1, 1]

    def test_uniform_takes_bounds_in_either_order(self):
        x = xp.random.RandomState(1).uniform(2.0, 1.0, 100)
        assert ((x > 1.0) & (x <= 2.0)).all()

    def test_choice_of_one_dimension_only(self):
        with pytest.raises(ValueError):
            xp.random.choice([[1, 2]])


#: one call of each method, since parameters that are numbers don't change what is traced
COMPILED = [
    *{name: (name, parameters) for name, parameters, _ in CONTINUOUS + DISCRETE}.values(),
    ("multinomial", (5, [0.5, 0.5])), ("dirichlet", ([1.0, 2.0],)), ("permutation", (5,)), ("choice", (5,)),
    ("multivariate_hypergeometric", ([3, 4], 2)),
]  # fmt: skip


class TestTraced:
    @pytest.fixture(autouse=True)
    def _fresh(self):
        torch._dynamo.reset()
        yield
        torch._dynamo.reset()

    @pytest.mark.parametrize(("name", "parameters"), COMPILED)
    def test_a_generator_from_outside_goes_on_with_its_stream(self, name, parameters):
        def draw(g):
            a = getattr(g, name)(*parameters, size=3) if name != "permutation" else g.permutation(*parameters)
            return a.tensor, g.normal(size=2).tensor

        g, same = rng(), rng()
        compiled = torch.compile(draw, backend="aot_eager", fullgraph=True)
        for _ in range(2):
            for got, expected in zip(compiled(g), draw(same), strict=True):
                assert got.dtype is expected.dtype
                # compiled arithmetic may contract what follows the draw
                np.testing.assert_allclose(got.numpy(), expected.numpy(), rtol=1e-12)

    @pytest.mark.parametrize("backend", ["eager", "aot_eager"])
    def test_functions_of_the_module(self, backend):
        def draw():
            return xp.random.rand(3).tensor, xp.random.randn(2).tensor, xp.random.randint(0, 9, 4).tensor

        xp.random.seed(3)
        expected = [draw() for _ in range(2)]
        compiled = torch.compile(draw, backend=backend, fullgraph=True)
        xp.random.seed(3)
        for row in expected:
            for got, due in zip(compiled(), row, strict=True):
                assert torch.equal(got, due)

    @pytest.mark.parametrize("backend", ["eager", "aot_eager"])
    def test_an_unused_draw_advances_the_stream(self, backend):
        def draw(g, x):
            g.normal(size=4)
            return x + g.random(3).tensor

        x = torch.zeros(3, dtype=torch.float64, requires_grad=True)
        assert torch.equal(torch.compile(draw, backend=backend, fullgraph=True)(rng(), x), draw(rng(), x))

    def test_a_generator_made_inside_breaks_the_graph_and_draws_the_same(self):
        def draw(x):
            return (xp.asarray(x) + xp.random.default_rng(5).normal(size=3)).tensor

        x = torch.ones(3, dtype=torch.float64)
        assert torch.equal(torch.compile(draw, backend="eager")(x), draw(x))

    def test_parameters_and_arrays_in_the_graph(self):
        def draw(g, x):
            a = xp.asarray(x)
            g.shuffle(a)
            return (g.normal(a, 2.0) + g.poisson(a)).tensor, a.tensor

        g, same, x = rng(), rng(), torch.arange(1.0, 6.0, dtype=torch.float64)
        expected = draw(same, x.clone())
        for got, due in zip(
            torch.compile(draw, backend="aot_eager", fullgraph=True)(g, x.clone()), expected, strict=True
        ):
            np.testing.assert_allclose(got.numpy(), due.numpy())

    @pytest.mark.parametrize("device", ["cpu", "cuda"])
    @pytest.mark.parametrize(("name", "parameters"), COMPILED)
    def test_fake_tensors(self, name, parameters, device):
        with FakeTensorMode(), torch.device(device):
            g = xp.random.default_rng(1, device=None)
            x = getattr(g, name)(*parameters, size=3) if name != "permutation" else g.permutation(*parameters)
            assert x.device.type == device
            assert x.shape[0] in (3, 5)

    def test_devices(self):
        assert rng().random(3).device.type == "cpu"
        with torch.device("meta"):
            assert xp.random.default_rng(1, device="cpu").random(3).device.type == "cpu"
        with pytest.raises(ValueError, match="drawn on cpu"):
            xp.random.default_rng(1, device="cpu").normal(xp.zeros(3, device="meta"))


def test_a_size_may_be_an_array_of_one_number():
    assert xp.random.uniform(size=xp.asarray(3)).shape == xp.random.rand(xp.asarray(3)).shape == (3,)


@pytest.mark.parametrize("dtypes", ["numpy", "pytorch"])
@pytest.mark.parametrize(
    ("name", "arguments", "options"),
    [
        *(
            ("random", (), {}),
            ("random", (), {"dtype": "float32"}),
            ("standard_normal", (), {}),
            ("normal", (2.0, 0.5), {}),
        ),
        *(
            ("uniform", (-1.0, 3.0), {}),
            ("normal", (xp.asarray(2.0),), {}),
            ("integers", (7,), {}),
            ("integers", (-5, 9), {}),
        ),
        *(
            ("integers", (2,), {"dtype": "bool"}),
            ("integers", (2**63, 2**63 + 9), {"dtype": "uint64"}),
            ("choice", (5,), {}),
        ),
        *(("choice", ([1.5, 2.5, 3.5],), {"p": [0.2, 0.3, 0.5]}), ("choice", (3,), {"p": [0.0, 1.0, 0.0]})),
        ("choice", (xp.reshape(xp.arange(12), (3, 4)),), {"axis": 1}),
    ],
)
def test_numbers_are_those_of_the_stream(name, arguments, options, dtypes):
    with xp.set_default_dtype(dtypes):
        one, same = rng(), rng()
        for _ in range(3):
            x, y = getattr(one, name)(*arguments, **options), getattr(same, name)(*arguments, size=1, **options)
            assert (x.tolist(), x.dtype) == (y.reshape(x.shape).tolist(), y.dtype)
        assert one.random() == same.random()


def test_numbers_under_transforms_and_modes():
    drawn = torch.func.vmap(lambda t: t + rng().random().tensor, randomness="same")(torch.zeros(2))
    assert drawn.tolist() == [rng().random().item()] * 2
    with FakeTensorMode():
        assert type(rng().random().tensor) is not torch.Tensor
    with FakeTensorMode(), torch.device("cuda"):
        assert rng().integers(3).device.type == "cuda"


def test_numbers_after_one_that_inference_mode_has_drawn():
    one, same = rng(), rng()
    with torch.inference_mode():
        first = one.random()
    assert [first.item(), one.random().item()] == [same.random().item() for _ in range(2)]
