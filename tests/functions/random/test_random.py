"""Random numbers: NumPy's bit for bit on the CPU; torch's by statistical tests; sizes, dtypes and errors as in NumPy.

torch's distributions have fixed seeds; a right algorithm fails one of these tests with a probability of `ALARM`.
"""

import copy
import inspect
import pickle
from collections.abc import Sized
from typing import ClassVar

import numpy as np
import pytest
import sklearn.utils
import torch
from scipy import stats
from support.cases import cases
from support.oracle import alike, calls, raises_alike
from torch._subclasses.fake_tensor import FakeTensorMode

import xp_torch as xp
from xp_torch import random as module

pytestmark = pytest.mark.cpu_only

ALARM = 1e-6
SIZE = 20_000


def rng(seed=12345):
    """Return a generator that draws NumPy's numbers."""
    return xp.random.default_rng(seed)


def torchs(seed=12345):
    """Return a generator that draws torch's numbers."""
    return xp.random.default_rng(torch.Generator().manual_seed(seed))


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
        x = np.asarray(getattr(torchs(), name)(*parameters, size=SIZE))
        assert x.dtype == np.float64
        assert x.shape == (SIZE,)
        assert continuous_p(x, distribution) > ALARM

    @pytest.mark.parametrize(
        ("kappa", "distribution"),
        [
            (0.0, stats.uniform(-np.pi, 2 * np.pi)),
            (1e-20, stats.uniform(-np.pi, 2 * np.pi)),
            (1e20, stats.norm(0, 1e-10)),
        ],
    )
    def test_extreme_concentrations(self, kappa, distribution):
        """NumPy's `RandomState` never returns for the last one."""
        assert continuous_p(np.asarray(torchs().vonmises(0.0, kappa, size=SIZE)), distribution) > ALARM

    @pytest.mark.parametrize(("name", "parameters", "distribution"), DISCRETE)
    def test_discrete(self, name, parameters, distribution):
        x = np.asarray(getattr(torchs(), name)(*parameters, size=SIZE))
        assert x.dtype == np.int64
        assert discrete_p(x, distribution) > ALARM

    @pytest.mark.parametrize(("name", "parameters", "distribution"), [r for r in CONTINUOUS + DISCRETE if r[1]])
    def test_arrays_of_parameters_give_what_numbers_give(self, name, parameters, distribution):
        spread = [np.full((2, 1), p) for p in parameters]
        x = np.asarray(getattr(torchs(3), name)(*map(xp.asarray, spread), size=(2, SIZE // 2)))
        assert x.shape == (2, SIZE // 2)
        p_value = discrete_p if x.dtype == np.int64 else continuous_p
        for row in x:
            assert p_value(row, distribution) > ALARM

    def test_the_tests_see_what_is_wrong(self):
        x = np.asarray(torchs().normal(0.1, 1.0, size=SIZE))
        assert continuous_p(x, stats.norm()) < ALARM
        x = np.asarray(torchs().poisson(3.2, size=SIZE))
        assert discrete_p(x, stats.poisson(3)) < ALARM

    @pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
    @pytest.mark.parametrize("name", ["random", "standard_normal", "standard_exponential", "standard_gamma"])
    def test_dtypes(self, name, dtype):
        parameters = (2.0,) if name == "standard_gamma" else ()
        x = getattr(torchs(), name)(*parameters, size=SIZE, dtype=dtype)
        assert x.dtype == dtype
        expected = {"random": 0.5, "standard_normal": 0.0, "standard_exponential": 1.0, "standard_gamma": 2.0}[name]
        assert abs(float(xp.mean(x.astype("float64"))) - expected) < 0.06

    def test_multinomial(self):
        p = [0.1, 0.0, 0.25, 0.4, 0.25]
        x = np.asarray(torchs().multinomial(20, p, size=SIZE))
        assert x.shape == (SIZE, 5)
        assert (x.sum(-1) == 20).all()
        for i, share in enumerate(p):
            if share:
                assert discrete_p(x[:, i], stats.binom(20, share)) > ALARM
        assert not x[:, 1].any()
        covariance = np.cov(x.T)
        np.testing.assert_allclose(covariance[2, 3], -20 * 0.25 * 0.4, atol=0.15)

    def test_multinomial_broadcasts(self):
        x = torchs().multinomial(xp.asarray([[3], [4]]), [[0.5, 0.5], [0.1, 0.9], [1.0, 0.0]])
        assert x.shape == (2, 3, 2)
        assert x.sum(-1).tolist() == [[3, 3, 3], [4, 4, 4]]
        assert x[:, 2].tolist() == [[3, 0], [4, 0]]

    def test_multivariate_hypergeometric(self):
        x = np.asarray(torchs().multivariate_hypergeometric([30, 0, 20, 50], 40, size=SIZE))
        assert (x.sum(-1) == 40).all()
        for i, colors in ((0, 30), (2, 20), (3, 50)):
            assert discrete_p(x[:, i], stats.hypergeom(100, colors, 40)) > ALARM

    @pytest.mark.parametrize("alpha", [(0.3, 0.4), (2.0, 3.0, 5.0), (0.0, 1.0, 1.0)])
    def test_dirichlet(self, alpha):
        x = np.asarray(torchs().dirichlet(alpha, size=SIZE))
        np.testing.assert_allclose(x.sum(-1), 1.0)
        for i, a in enumerate(alpha):
            if a:
                assert continuous_p(x[:, i], stats.beta(a, sum(alpha) - a)) > ALARM
            else:
                assert not x[:, i].any()

    @pytest.mark.parametrize("method", ["svd", "eigh", "cholesky"])
    def test_multivariate_normal(self, method):
        mean, cov = [1.0, -2.0], [[2.0, 0.5], [0.5, 1.0]]
        x = np.asarray(torchs().multivariate_normal(mean, cov, size=SIZE, method=method))
        assert continuous_p(x @ [1.0, 1.0], stats.norm(-1.0, 2.0)) > ALARM
        assert continuous_p(x @ [1.0, -1.0], stats.norm(3.0, np.sqrt(2.0))) > ALARM

    def test_zipf_next_to_one_ends(self):
        x = np.asarray(torchs().zipf(1.0 + 1e-12, size=100))
        assert (x >= 1).all()

    def test_uniform_bits(self):
        x = np.asarray(torchs().integers(0, 2**64 - 1, size=SIZE, dtype="uint64", endpoint=True))
        ones = np.unpackbits(x.view(np.uint8)).reshape(SIZE, 64).sum(0)
        assert stats.chisquare(ones, np.full(64, SIZE / 2) * 1.0, sum_check=False).pvalue > ALARM

    @pytest.mark.parametrize(
        "dtype", ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
    )
    def test_integers_of_all_dtypes(self, dtype):
        least, most = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        for forms in ((least, most), (np.array([least], dtype), np.array([most], dtype))):
            x = torchs().integers(*forms, size=SIZE, dtype=dtype, endpoint=True)
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
        x = np.asarray(torchs().integers(span, size=SIZE)).astype(np.float64)
        assert continuous_p(x / span, stats.uniform()) > ALARM

    def test_integers_of_arrays(self):
        x = torchs().integers([1, 10, 100], [[101], [200]], size=(500, 2, 3))
        a = np.asarray(x)
        assert (a >= [1, 10, 100]).all()
        assert (a < [[101], [200]]).all()
        assert a[:, 0, 2].tolist() == [100] * 500


_A = np.arange(12.0).reshape(3, 4)

#: (method, arguments, options) of both classes, beside those of `CONTINUOUS` and `DISCRETE`
NUMPYS = [
    ("bytes", (11,), {}), ("choice", (5,), {}), ("choice", (5, 3), {}), ("choice", (7, (2, 3), False), {}),
    ("choice", (20_000, 50, False), {}), ("choice", (7, 3), {"p": [0.1, 0.2, 0.05, 0.15, 0.3, 0.1, 0.1]}),
    ("choice", (4, 3), {"replace": False, "p": np.array([0.1, 0.2, 0.3, 0.4])}), ("choice", ([2.5, 3.5, 4.5], 4), {}),
    ("choice", (np.array([True, False, True]),), {}), ("dirichlet", ([0.3, 2.0, 1.0],), {}),
    ("dirichlet", ((3.0, 4.0), (2, 3)), {}), ("multinomial", (20, [0.1, 0.25, 0.4, 0.25]), {}),
    ("multinomial", (20, [0.1, 0.9], (2, 3)), {}), ("multivariate_normal", ([1.0, -2.0], [[2.0, 0.5], [0.5, 1.0]]), {}),
    ("multivariate_normal", ([1.0, -2.0], [[2.0, 0.5], [0.5, 1.0]], (2, 3)), {"check_valid": "ignore"}),
    ("permutation", (6,), {}), ("permutation", (np.int64(6),), {}), ("permutation", (_A,), {}),
    ("permutation", ([3, 1, 2],), {}), ("permutation", (np.arange(9, dtype="uint16"),), {}),
    ("normal", ([0.0, 10.0, 20.0], 2.0, (2, 3)), {}), ("normal", (np.float32(3), _A), {}),
    ("normal", (_A[::-1], 1), {}), ("uniform", (np.zeros((2, 1)), [1, 2, 3]), {}),
    ("uniform", (0, [5, 7]), {}), ("normal", (), {"size": np.int64(2)}),
    ("binomial", ([3, 40, 500], 0.3), {}), ("binomial", (np.array([7], "uint8"), [[0.2], [0.9]]), {}),
    ("gamma", ([0.3, 1.0, 4.0], [[1.0], [2.0]]), {}), ("poisson", (np.array([0.5, 300.0], "float32"), (3, 2)), {}),
    ("beta", (np.array(2.0), 3), {}), ("standard_normal", ((2, 3),), {}), ("standard_gamma", ([2.0, 0.5],), {}),
    ("hypergeometric", ([5, 500], 7, [6, 3]), {}), ("zipf", ([2.0, 3.0],), {}), ("vonmises", ([0.0, 1.0], 4.0), {}),
    ("negative_binomial", ([3, 4], [0.5, 0.1]), {}), ("triangular", (-1, [0.0, 0.5], 3), {}),
]  # fmt: skip
OF_GENERATOR = [
    *(
        (name, args, {"dtype": dtype, "size": 5})
        for name, args in (
            ("random", ()), ("standard_normal", ()), ("standard_exponential", ()), ("standard_gamma", (2.0,)),
        )
        for dtype in ("float32", "float64")
    ),
    *(
        ("integers", (*args,), {"dtype": dtype, "endpoint": True})
        for dtype in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
        for args in ((0, 1, 41), (1,), ([0, 1], [[1]] * 7))
    ),
    ("integers", (-5, 100), {}), ("integers", (2**63, 2**64, (2, 3)), {"dtype": "uint64"}),
    ("integers", ([1, 10, 100], [[101], [200]]), {}),
    ("integers", (0, 2**64 - 1, 4), {"dtype": "uint64", "endpoint": True}),
    ("integers", (-128, 128, 9), {"dtype": "int8"}), ("integers", (np.array(4),), {}), ("integers", (5.7, None, 3), {}),
    ("integers", (2**40, 2**41, 3), {}), ("integers", (10, None, 0), {}), ("integers", (3, 4, 5), {}),
    ("random", ((2, 3),), {"dtype": "float32"}), ("standard_exponential", (5,), {"method": "inv"}),
    ("standard_exponential", (5, "float32", "inv"), {}),
    ("choice", (_A, 2), {"axis": 1, "replace": False}), ("choice", (_A, (2, 5)), {}),
    ("choice", (9, 4, False), {"shuffle": False}),
    ("permutation", (_A,), {"axis": 1}), ("permuted", (_A,), {}), ("permuted", (_A,), {"axis": 1}),
    ("permuted", (np.arange(24).reshape(2, 3, 4),), {"axis": -2}),
    ("multinomial", ([[3], [4]], [[0.5, 0.5], [0.1, 0.9]]), {}),
    ("multivariate_hypergeometric", ([30, 0, 20, 50], 40), {}),
    ("multivariate_hypergeometric", ([3, 4], 2, (3, 2), "count"), {}),
    ("multivariate_normal", ([1.0, -2.0], [[2.0, 0.5], [0.5, 1.0]], 3), {"method": "cholesky"}),
    ("multivariate_normal", ([1.0, -2.0], [[2.0, 0.5], [0.5, 1.0]], 3), {"method": "eigh"}),
    ("hypergeometric", (5, 5, 0), {}),
]  # fmt: skip
OF_RANDOM_STATE = [
    ("rand", (), {}), ("rand", (2, 3), {}), ("randn", (), {}), ("randn", (5,), {}),
    ("random_sample", (4,), {}), ("tomaxint", (), {}),
    ("tomaxint", (3,), {}), ("randint", (9,), {}), ("randint", (2, 9, (2, 2)), {}),
    ("randint", (0, 200, 9), {"dtype": "uint8"}),
    ("randint", (0, 2**64, 3), {"dtype": "uint64"}), ("randint", ([1, 10], [[101], [200]]), {}),
    ("uniform", (2.0, 1.0, 3), {}),
    ("randint", (0, 2, 40), {"dtype": "bool"}), ("random", (), {}),
]  # fmt: skip
DRAWN = [
    *(
        (name, parameters, {"size": size})
        for name, parameters, _ in CONTINUOUS + DISCRETE
        for size in (None, (), 0, 4, (2, 3))
    ),
    *NUMPYS,
]


def same_draw(ours, theirs, name, args, options):
    """Assert that two generators draw the same bytes, and have the same state then."""
    expected = getattr(theirs, name)(*args, **options)
    mine = [xp.asarray(x) if isinstance(x, np.ndarray) else x for x in args]
    got = getattr(ours, name)(*mine, **options)
    if name == "bytes":
        assert got == expected
    else:
        assert isinstance(got, xp.ndarray)
        assert np.asarray(got).dtype == np.asarray(expected).dtype
        assert got.shape == np.shape(expected)
        assert np.asarray(got).tobytes() == np.asarray(expected).tobytes()
    assert state_of(ours) == state_of(theirs)


def state_of(g):
    return str(g.bit_generator.state if isinstance(g, np.random.Generator) else g.get_state(legacy=False))


class TestNumpys:
    """The numbers are NumPy's, bit for bit."""

    @cases(("name", "args", "options"), [*DRAWN, *OF_GENERATOR], by=str)
    def test_generator(self, name, args, options):
        ours, theirs = rng(7), np.random.default_rng(7)
        for _ in range(2):
            same_draw(ours, theirs, name, args, options)

    @cases(
        ("name", "args", "options"),
        [*(c for c in DRAWN if hasattr(np.random.RandomState, c[0])), *OF_RANDOM_STATE],
        by=str,
    )
    def test_random_state(self, name, args, options):
        ours, theirs = xp.random.RandomState(7), np.random.RandomState(7)
        for _ in range(2):
            same_draw(ours, theirs, name, args, options)

    def test_every_method_is_drawn(self):
        drawn = {name for name, *_ in [*DRAWN, *OF_GENERATOR]}
        others = {"bit_generator", "shuffle", "spawn"}
        assert {n for n in dir(np.random.Generator) if n[0] != "_"} == drawn | others
        drawn = {name for name, *_ in [*DRAWN, *OF_RANDOM_STATE] if hasattr(np.random.RandomState, name)}
        others = {"get_state", "random_integers", "seed", "set_state", "shuffle"}
        assert {n for n in dir(np.random.RandomState) if n[0] != "_"} == drawn | others

    @pytest.mark.parametrize("name", ["MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"])
    def test_bit_generators(self, name):
        make = getattr(xp.random, name)
        assert issubclass(make, getattr(np.random, name))
        assert make.__module__ == "xp_torch.random"
        assert type(make(3).jumped() if hasattr(make, "jumped") else make(3).spawn(1)[0]) is make
        assert type(pickle.loads(pickle.dumps(make(3)))) is make
        for kind in ("Generator", "RandomState"):
            ours, theirs = getattr(xp.random, kind)(make(3)), getattr(np.random, kind)(make(3))
            for call in (("normal", (), {"size": 3}), ("permutation", (5,), {}), ("uniform", (0, 1, 2), {})):
                same_draw(ours, theirs, *call)
        ours, theirs = xp.random.Generator(make(3).spawn(2)[1]), np.random.Generator(make(3).spawn(2)[1])
        same_draw(ours, theirs, "random", (3,), {})

    @pytest.mark.parametrize(
        "seed", [0, 2**100, [1, 2, 3], (4, 5), np.random.SeedSequence(5), np.int64(3), np.arange(3)], ids=str
    )
    def test_seeds(self, seed):
        given = xp.asarray(seed) if isinstance(seed, np.ndarray) else copy.deepcopy(seed)
        same_draw(xp.random.default_rng(given), np.random.default_rng(seed), "random", (3,), {})
        if seed != 2**100 if isinstance(seed, int) else not isinstance(seed, np.random.SeedSequence):
            same_draw(xp.random.RandomState(given), np.random.RandomState(seed), "rand", (3,), {})
            xp.random.seed(given)
            assert xp.random.rand(3).tolist() == np.random.RandomState(seed).rand(3).tolist()

    @pytest.mark.numpy_after
    @pytest.mark.filterwarnings("ignore:the matrix subclass")
    def test_a_matrix_is_a_seed(self):
        # NumPy itself ends the process: the items of a matrix are matrices.
        assert xp.random.PCG64(np.matrix([1, 2])).random_raw() == np.random.PCG64(np.array([[1, 2]])).random_raw()

    @pytest.mark.numpy_after
    @pytest.mark.parametrize("name", ["MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"])
    def test_nested_seeds_with_arrays(self, name):
        x, a = xp.arange(3), np.arange(3)
        mine, theirs = [x, [x[2]]], [a, [a[2]]]
        assert getattr(xp.random, name)(mine).random_raw() == getattr(np.random, name)(theirs).random_raw()
        same_draw(xp.random.default_rng(mine), np.random.default_rng(theirs), "random", (3,), {})
        with pytest.raises(TypeError, match="seed must be integer"):
            getattr(xp.random, name)([xp.ones(2)])

    @pytest.mark.parametrize("name", ["MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"])
    def test_seeds_with_arrays(self, name):
        x, a = xp.arange(3), np.arange(3)
        for mine, theirs in ((x, a), (x[1], a[1]), ([x[1], 5], [a[1], 5]), (x.tensor, a)):
            ours = getattr(xp.random, name)(mine)
            assert ours.random_raw() == getattr(np.random, name)(theirs).random_raw()
            same_draw(xp.random.default_rng(mine), np.random.default_rng(theirs), "random", (3,), {})
        assert xp.random.Philox(key=x[1]).random_raw() == np.random.Philox(key=a[1]).random_raw()

    @pytest.mark.parametrize("of", ["Generator", "RandomState"])
    def test_shuffle(self, of):
        make = {"Generator": "default_rng", "RandomState": "RandomState"}[of]
        ours, theirs = getattr(xp.random, make)(7), getattr(np.random, make)(7)
        for x in (np.arange(9.0), np.arange(12).reshape(4, 3), np.arange(9)[::-2], list("abcdef")):
            mine, x = (list(x), x) if isinstance(x, list) else (xp.asarray(x.copy()), x.copy())
            ours.shuffle(mine)
            theirs.shuffle(x)
            assert list(mine) == list(x) if isinstance(x, list) else mine.tolist() == x.tolist()
        if of == "Generator":
            x = np.arange(12).reshape(3, 4)
            mine = xp.asarray(x.copy())
            ours.shuffle(mine, axis=1)
            theirs.shuffle(x, axis=1)
            assert mine.tolist() == x.tolist()
        assert state_of(ours) == state_of(theirs)

    def test_out(self):
        for name in ("random", "standard_normal", "standard_exponential"):
            for dtype in ("float32", "float64"):
                out, expected = xp.zeros((2, 3), dtype=dtype), np.zeros((2, 3), dtype)
                version = out.tensor._version
                assert getattr(rng(), name)(out=out, dtype=dtype) is out
                getattr(np.random.default_rng(12345), name)(out=expected, dtype=dtype)
                assert np.asarray(out).tobytes() == expected.tobytes()
                assert out.tensor._version > version

    def test_a_drawn_array_has_the_memory_that_numpy_made(self):
        x = rng().normal(size=4)
        assert np.shares_memory(np.asarray(x), x.tensor.numpy())
        x[0] = 2.0
        assert x.tolist()[0] == 2.0

    def test_functions_of_the_module(self):
        xp.random.seed(5)
        theirs = np.random.RandomState(5)
        assert xp.random.randint(0, 9, 4).tolist() == theirs.randint(0, 9, 4).tolist()
        assert xp.random.randn(3).tolist() == theirs.randn(3).tolist()  # leaves one number for the next call
        theirs.set_state(xp.random.get_state())
        assert xp.random.randn(3).tolist() == theirs.randn(3).tolist()
        xp.random.set_state(theirs.get_state(legacy=False))
        assert xp.random.standard_normal() == theirs.standard_normal()

    def test_states_are_numpys(self):
        ours, theirs = rng(1), np.random.default_rng(2)
        ours.bit_generator.state = theirs.bit_generator.state
        same_draw(ours, theirs, "integers", (9,), {"dtype": "int32"})
        theirs.bit_generator.state = ours.bit_generator.state
        same_draw(ours, theirs, "random", (4,), {"dtype": "float32"})
        ours, theirs = xp.random.default_rng(theirs), np.random.default_rng(theirs.bit_generator)
        assert ours.bit_generator is theirs.bit_generator
        state = np.random.RandomState(3)
        assert xp.random.default_rng(state).bit_generator is state._bit_generator

    @pytest.mark.parametrize("remake", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
    def test_copies(self, remake):
        for make in ("default_rng", "RandomState"):
            ours, theirs = getattr(xp.random, make)(7), getattr(np.random, make)(7)
            ours.normal(size=3), theirs.normal(size=3)
            again = remake(ours)
            assert type(again) is type(ours)
            same_draw(again, theirs, "normal", (), {})

    def test_spawn(self):
        for ours, theirs in zip(rng(7).spawn(3), np.random.default_rng(7).spawn(3), strict=True):
            assert type(ours) is xp.random.Generator
            same_draw(ours, theirs, "random", (3,), {})

    def test_they_are_instances_of_numpys_classes(self):
        assert isinstance(rng(), np.random.Generator)
        assert isinstance(xp.random.RandomState(), np.random.RandomState)
        assert isinstance(xp.random.mtrand._rand, xp.random.RandomState)
        assert xp.random.mtrand.RandomState is xp.random.RandomState
        assert xp.random.mtrand._rand is xp.random.rand.__self__
        state = xp.random.RandomState(0)
        assert sklearn.utils.check_random_state(state) is state

    def test_scipy_draws_with_them(self):
        for make in ("RandomState", "default_rng"):
            drawn = stats.norm.rvs(2.0, 3.0, size=4, random_state=getattr(xp.random, make)(0))
            expected = stats.norm.rvs(2.0, 3.0, size=4, random_state=getattr(np.random, make)(0))
            np.testing.assert_array_equal(drawn, expected)

    def test_the_default_float_rounds(self):
        expected = np.random.default_rng(12345)
        with xp.set_default_dtype("pytorch"):
            g = rng()
            for name in ("random", "standard_normal", "normal", "standard_exponential"):
                got = getattr(g, name)(size=5)
                assert got.dtype == "float32"
                assert np.asarray(got).tolist() == getattr(expected, name)(size=5).astype("float32").tolist()
            assert g.random().dtype == "float32"
            assert float(g.random(dtype="float64")) == (expected.random(), expected.random())[1]
            assert g.poisson(3.0, size=2).dtype == "int64"

    @pytest.mark.parametrize("name", ["poisson", "standard_gamma", "zipf", "dirichlet", "chisquare"])
    @pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
    def test_parameters_of_few_bits_are_numpys(self, name, dtype):
        expected = getattr(np.random.default_rng(12345), name)([3.0, 50.0])
        drawn = getattr(rng(), name)(xp.asarray([3.0, 50.0], dtype=dtype))
        assert drawn.dtype == expected.dtype
        assert drawn.tolist() == expected.tolist()

    @pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
    def test_numbers_of_16_bits_are_float32_rounded(self, dtype):
        x = rng().random(4000, dtype=dtype)
        assert x.dtype == dtype
        assert float(x.max()) < 1.0
        wide = torch.from_numpy(np.random.default_rng(12345).random(4000, dtype="float32"))
        rounded = wide.to(getattr(torch, dtype))
        assert torch.equal(x.tensor, torch.where(rounded < 1, rounded, x.tensor))
        normal = torch.from_numpy(np.random.default_rng(1).standard_normal(9, dtype="float32"))
        assert torch.equal(rng(1).standard_normal(9, dtype=dtype).tensor, normal.to(getattr(torch, dtype)))

    def test_parameters_of_other_dtypes(self):
        loc = xp.asarray([1.0, 2.0], dtype="bfloat16")
        expected = np.random.default_rng(12345).normal([1.0, 2.0])
        assert rng().normal(loc).tolist() == rng().normal([loc[0], 2.0]).tolist() == expected.tolist()
        assert rng().normal(loc.tensor).tolist() == expected.tolist()


#: (method, parameters, which of them get derivatives, whether the numbers stay NumPy's)
DIFFERENTIATED = [
    ("normal", (1.0, 2.0), (0, 1), True), ("lognormal", (0.5, 0.75), (0, 1), True),
    ("uniform", (-1.0, 3.0), (0, 1), True),
    ("exponential", (2.5,), (0,), True), ("gumbel", (1.0, 2.0), (0, 1), True), ("laplace", (1.0, 2.0), (0, 1), True),
    ("logistic", (1.0, 2.0), (0, 1), True), ("rayleigh", (2.0,), (0,), True), ("pareto", (3.0,), (0,), True),
    ("power", (3.0,), (0,), True), ("weibull", (2.0,), (0,), True), ("triangular", (-1.0, 0.5, 3.0), (0, 1, 2), True),
    ("gamma", (2.0, 3.0), (0, 1), False), ("beta", (2.0, 3.0), (0, 1), False), ("chisquare", (3.0,), (0,), False),
    ("f", (3.0, 5.0), (0, 1), False), ("standard_t", (5.0,), (0,), False), ("standard_gamma", (2.0,), (0,), False),
    ("vonmises", (0.5, 4.0), (0,), False),
]  # fmt: skip


class TestDerivatives:
    @pytest.mark.parametrize(("name", "parameters", "places", "is_numpys"), DIFFERENTIATED)
    def test_by_parameters(self, name, parameters, places, is_numpys):
        """The draws with a seed are a function of the parameters, so that differences say its derivative."""

        def of(*values):
            return getattr(rng(), name)(*map(xp.asarray, values), size=50).tensor

        leaves = [torch.tensor(p, dtype=torch.float64, requires_grad=i in places) for i, p in enumerate(parameters)]
        drawn = of(*leaves)
        if is_numpys:
            np.testing.assert_allclose(
                drawn.detach(), getattr(np.random.default_rng(12345), name)(*parameters, size=50), rtol=1e-13
            )
            for i in places:
                (found,) = torch.autograd.grad(drawn.sum(), leaves[i], retain_graph=True)
                step = 1e-6
                moved = [
                    of(
                        *[
                            torch.tensor(p + sign * step * (i == j), dtype=torch.float64)
                            for j, p in enumerate(parameters)
                        ]
                    )
                    for sign in (1, -1)
                ]
                np.testing.assert_allclose(found, (moved[0] - moved[1]).sum() / (2 * step), rtol=1e-5)
        else:
            found = torch.autograd.grad(drawn.sum(), [leaves[i] for i in places])
            assert all(bool(g != 0) for g in found)

    @pytest.mark.parametrize(
        ("name", "parameters"), [("wald", (1.5, 2.0)), ("noncentral_chisquare", (3.0, 2.0)), ("vonmises", (0.5, 4.0))]
    )
    def test_numbers_without_one_raise(self, name, parameters):
        leaves = [xp.asarray(torch.tensor(p, dtype=torch.float64, requires_grad=True)) for p in parameters]
        with pytest.raises(RuntimeError, match="no derivative"):
            getattr(rng(), name)(*leaves)

    def test_discrete_numbers_stay_numpys(self):
        lam = torch.tensor([3.0, 50.0], requires_grad=True)
        assert rng().poisson(xp.asarray(lam)).tolist() == np.random.default_rng(12345).poisson([3.0, 50.0]).tolist()

    def test_without_gradients(self):
        loc = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
        with torch.no_grad():
            drawn = rng().beta(xp.asarray(loc), 2.0)
        assert drawn.tolist() == np.random.default_rng(12345).beta([1.0, 2.0], 2.0).tolist()

    def test_transforms_draw_what_the_function_draws(self):
        def f(x):
            g = rng()
            return xp.sum(x * g.normal(size=3) + g.normal(x, 2.0) + g.beta(2.0, 3.0, size=3))

        x = xp.asarray([1.0, 2.0, 3.0])
        value, gradient = xp.value_and_grad(f)(x)
        np.testing.assert_allclose(value, f(x), rtol=1e-13)
        np.testing.assert_allclose(gradient, np.random.default_rng(12345).normal(size=3) + 1.0, rtol=1e-13)
        value, tangent = torch.func.jvp(lambda t: f(xp.asarray(t)).tensor, (x.tensor,), (torch.ones_like(x.tensor),))
        np.testing.assert_allclose(value, f(x).tensor, rtol=1e-13)
        np.testing.assert_allclose(tangent, np.asarray(gradient).sum(), rtol=1e-13)

    def test_gamma_numbers_raise_in_forward_mode(self):
        t = torch.tensor(2.0, dtype=torch.float64)
        with torch.autograd.forward_ad.dual_level():
            dual = torch.autograd.forward_ad.make_dual(t, torch.ones_like(t))
            with pytest.raises(RuntimeError, match=r"no derivative .* in forward mode"):
                rng().standard_gamma(xp.asarray(dual))


class TestChoice:
    def test_uniform(self):
        x = np.asarray(torchs().choice(xp.asarray([2.5, 3.5, 4.5]), SIZE))
        _, counts = np.unique(x, return_counts=True)
        assert stats.chisquare(counts).pvalue > ALARM

    def test_by_probabilities(self):
        p = [0.1, 0.0, 0.6, 0.3]
        x = np.asarray(torchs().choice(4, SIZE, p=p))
        counts = np.bincount(x, minlength=4)
        assert counts[1] == 0
        assert stats.chisquare(counts[[0, 2, 3]], np.asarray([0.1, 0.6, 0.3]) * SIZE).pvalue > ALARM

    def test_without_replacement_by_probabilities(self):
        g, p = torchs(), np.asarray([0.2, 0.3, 0.5])
        pairs = np.stack([np.asarray(g.choice(3, 2, replace=False, p=p)) for _ in range(4000)])
        assert (pairs[:, 0] != pairs[:, 1]).all()
        due = [p[i] * p[j] / (1 - p[i]) for i in range(3) for j in range(3) if i != j]
        seen = [((pairs[:, 0] == i) & (pairs[:, 1] == j)).sum() for i in range(3) for j in range(3) if i != j]
        assert stats.chisquare(seen, np.asarray(due) * 4000).pvalue > ALARM

    @pytest.mark.parametrize("count", [10, 1_000_000, 10**12])
    def test_without_replacement(self, count):
        x = np.asarray(torchs().choice(count, 8, replace=False))
        assert len(set(x.tolist())) == 8
        assert ((x >= 0) & (x < count)).all()

    def test_distinct_numbers_are_uniform_in_order(self):
        g = torchs()
        x = np.stack([np.asarray(g.choice(20_000, 500, replace=False)) for _ in range(40)])
        assert all(len(set(row.tolist())) == 500 for row in x)
        assert continuous_p(x[:, :250].reshape(-1) / 20_000, stats.uniform()) > ALARM
        assert abs(stats.spearmanr(np.arange(500), x.mean(0)).pvalue) > ALARM

    def test_along_an_axis(self):
        a = xp.arange(12).reshape(3, 4)
        x = torchs().choice(a, 2, axis=1, replace=False)
        assert x.shape == (3, 2)
        assert (x[1] - x[0]).tolist() == [4, 4]
        assert torchs().choice(a, (2, 5)).shape == (2, 5, 4)


class TestOrders:
    def test_permutations_are_equally_likely(self):
        g = torchs()
        seen = [tuple(g.permutation(3).tolist()) for _ in range(3000)]
        counts = [seen.count(p) for p in set(seen)]
        assert len(counts) == 6
        assert stats.chisquare(counts).pvalue > ALARM

    def test_permutation_of_an_array(self):
        a = xp.arange(12).reshape(4, 3)
        x = torchs().permutation(a, axis=1)
        assert xp.sort(x, axis=1).tolist() == a.tolist()
        assert (x[1:] - x[:-1]).tolist() == [[3, 3, 3]] * 3
        assert a.tolist() == np.arange(12).reshape(4, 3).tolist()
        assert sorted(torchs().permutation([5, 6, 7]).tolist()) == [5, 6, 7]

    @calls("""
        m.random.permutation(3.5); m.random.default_rng(1).permutation(np.float64(3)); m.random.permutation(2j);
        m.random.permutation(m.asarray(3.0)); m.random.choice(3.5);
        m.random.default_rng(1).choice(1j, 2)
    """)
    def test_a_number_of_items_is_an_integer(self, call):
        raises_alike(call)

    def test_a_permutation_of_a_negative_number_is_empty(self):
        alike(lambda m: m.random.permutation(-1))

    @pytest.mark.parametrize("dtype", ["float64", "uint16", "bool", "complex64", "bfloat16"])
    @pytest.mark.parametrize("axis", [0, 1, -1])
    def test_shuffle_in_place(self, axis, dtype):
        a = xp.astype(xp.arange(20).reshape(4, 5), dtype)
        before, memory = a.copy(), a.tensor.data_ptr()
        assert torchs().shuffle(a, axis=axis) is None
        assert a.tensor.data_ptr() == memory
        lines = lambda x: sorted(str(row.tolist()) for row in (x if axis == 0 else x.T))
        assert lines(a) == lines(before)

    def test_shuffle_of_a_view_a_list_and_numpy(self):
        a = xp.arange(10)
        torchs().shuffle(a[::2])
        assert a[1::2].tolist() == [1, 3, 5, 7, 9]
        assert sorted(a.tolist()) == list(range(10))
        values = ["a", "b", "c"]
        torchs().shuffle(values)
        assert sorted(values) == ["a", "b", "c"]
        theirs = np.arange(5)
        torchs(2).shuffle(theirs)
        assert sorted(theirs.tolist()) == list(range(5))
        with pytest.raises(TypeError):
            torchs().shuffle((1, 2))

    def test_permuted(self):
        a = xp.arange(3000).reshape(3, 1000)
        x = torchs().permuted(a, axis=1)
        assert xp.sort(x, axis=1).tolist() == a.tolist()
        assert (x[0] + 1000).tolist() != x[1].tolist()
        assert xp.sort(torchs().permuted(a), axis=None).tolist() == list(range(3000))
        out = xp.zeros_like(a)
        assert torchs().permuted(a, axis=0, out=out) is out
        assert xp.sort(out, axis=0).tolist() == a.tolist()
        with pytest.raises(ValueError):
            torchs().permuted(a, out=xp.zeros(3, dtype=xp.int64))


class TestForms:
    @cases("name", [n for n in dir(np.random.Generator) if n[0] != "_"])
    def test_signatures_of_generator(self, name):
        self.compare(np.random.Generator, xp.random.Generator, name)

    @cases(
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

    @cases("size", SIZES, ids=str)
    @pytest.mark.parametrize(("name", "parameters", "distribution"), CONTINUOUS + DISCRETE)
    def test_sizes(self, name, parameters, distribution, size):
        expected = np.asarray(getattr(np.random.default_rng(1), name)(*parameters, size=size))
        for make in (rng, torchs):
            x = getattr(make(), name)(*parameters, size=size)
            assert isinstance(x, xp.ndarray)
            assert (x.shape, x.dtype.name) == (expected.shape, expected.dtype.name)

    @cases(("name", "parameters", "distribution"), [r for r in CONTINUOUS + DISCRETE if r[1]])
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

    @cases(("name", "parameters"), BAD)
    def test_errors(self, name, parameters):
        with pytest.raises(ValueError):
            getattr(np.random.default_rng(1), name)(*parameters)
        for make in (rng, torchs):
            with pytest.raises(ValueError):
                getattr(make(), name)(*parameters)
            if name != "choice" and all(isinstance(p, (int, float)) for p in parameters):
                with pytest.raises(ValueError):
                    getattr(make(), name)(*[xp.asarray([p, p]) for p in parameters])

    @pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "bool"])
    def test_bounds_of_integers(self, dtype):
        least, most = (0, 1) if dtype == "bool" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
        for make in (rng, torchs):
            for low, high in ((least - 1, most), (least, most + 2), (most, least)):
                with pytest.raises(ValueError):
                    make().integers(low, high, dtype=dtype)
                if low >= -(2**63) and high < 2**63:
                    with pytest.raises(ValueError):
                        make().integers([low], [high], dtype=dtype)
            assert make().integers(least, most + 1, dtype=dtype).dtype == dtype

    def test_types_that_are_refused(self):
        for act in (
            lambda: rng().integers(3, dtype="float64"),
            lambda: rng().random(3, dtype="int64"),
            lambda: rng().normal(1j),
            lambda: torchs().normal(1j),
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

    def test_one_choice_is_an_element(self):
        for pool in ([3, 4], xp.asarray([3.5, 4.5])):
            chosen = xp.random.choice(pool)
            assert not isinstance(chosen, Sized)
            assert chosen in list(pool)

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

    @pytest.mark.compiled
    @pytest.mark.parametrize("make", [rng, torchs])
    @pytest.mark.parametrize("part", range(3))
    def test_a_generator_from_outside_goes_on_with_its_stream(self, part, make):
        """Every third method, in one graph."""
        calls = [(name, parameters if name == "permutation" else (*parameters, 3)) for name, parameters in COMPILED]

        def draw(g):
            return [(getattr(g, name)(*arguments), g.normal(size=2)) for name, arguments in calls[part::3]]

        g, same = make(), make()
        compiled = torch.compile(draw, backend="aot_eager", fullgraph=True)
        for (name, _), found, wanted in zip(
            2 * calls[part::3], compiled(g) + compiled(g), draw(same) + draw(same), strict=True
        ):
            for got, expected in zip(found, wanted, strict=True):
                assert got.dtype is expected.dtype, name
                # compiled arithmetic may contract what follows the draw
                np.testing.assert_allclose(np.asarray(got), np.asarray(expected), rtol=1e-12, err_msg=name)

    @pytest.mark.compiled
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

    @pytest.mark.compiled
    @pytest.mark.parametrize("backend", ["eager", "aot_eager"])
    def test_an_unused_draw_advances_the_stream(self, backend):
        def draw(g, x):
            g.normal(size=4)
            return x + g.random(3).tensor

        x = torch.zeros(3, dtype=torch.float64, requires_grad=True)
        assert torch.equal(torch.compile(draw, backend=backend, fullgraph=True)(rng(), x), draw(rng(), x))

    @pytest.mark.compiled
    def test_of_all_methods_numpys_numbers_are_drawn(self):
        """Those of `TestNumpys` are compiled by the hundred; these have other ways into the graph."""

        def draw(rng, x):
            return (
                rng.permuted(x, axis=1), rng.choice(x, 2, axis=1, p=[0.1, 0.2, 0.3, 0.4]),
                rng.choice(9, 4, replace=False),
                rng.multivariate_hypergeometric([3, 4], 2, size=3), rng.integers(2**63 + 5, 2**64, 3, dtype="uint64"),
                rng.integers(7, size=2), rng.integers([1, 2], 9, size=(3, 2)), rng.random(3, dtype="float32"),
                rng.standard_exponential(2, method="inv"), rng.multinomial([3, 5], [0.25, 0.75]), rng.permutation(x),
                rng.standard_normal(2, dtype="float32"), rng.multivariate_normal([0.0, 1.0], [[2.0, 0.5], [0.5, 1.0]]),
                rng.normal([0.0, 10.0], x[:, :2]), rng.uniform(), rng.beta(x + 1.0, 2.0),
            )  # fmt: skip

        x = np.arange(12.0).reshape(3, 4)
        expected = draw(np.random.default_rng(5), x)
        got = torch.compile(draw, backend="aot_eager", fullgraph=True)(rng(5), xp.asarray(x))
        for mine, theirs in zip(got, expected, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-12)
            assert mine.shape == np.shape(theirs)

    @pytest.mark.compiled
    def test_of_random_state_too(self):
        def draw(state):
            return state.randint(0, 2**64, 3, dtype="uint64"), state.tomaxint(2), state.randn(3), state.choice(5, 2)

        expected = draw(np.random.RandomState(5))
        got = torch.compile(draw, backend="aot_eager", fullgraph=True)(xp.random.RandomState(5))
        for mine, theirs in zip(got, expected, strict=True):
            assert mine.tolist() == theirs.tolist()

    @pytest.mark.compiled
    @pytest.mark.filterwarnings("ignore:Dynamo does not know")
    def test_numbers_that_are_mapped(self):
        def draw(g, x, randomness):
            return torch.func.vmap(lambda t: t + g.random(2).tensor, randomness=randomness)(x)

        x = torch.zeros(3, 2)
        for randomness in ("same", "different"):
            got = torch.compile(draw, backend="eager")(rng(), x, randomness)
            assert torch.equal(got, draw(rng(), x, randomness))
        for backend in ("eager", "aot_eager"):
            with pytest.raises(RuntimeError, match="randomness"):
                torch.compile(draw, backend=backend)(rng(), x, "error")

    @pytest.mark.compiled
    def test_a_generator_made_inside_breaks_the_graph_and_draws_the_same(self):
        def draw(x):
            return (xp.asarray(x) + xp.random.default_rng(5).normal(size=3)).tensor

        x = torch.ones(3, dtype=torch.float64)
        assert torch.equal(torch.compile(draw, backend="eager")(x), draw(x))

    @pytest.mark.compiled
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
    @cases(("name", "parameters"), COMPILED)
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
    assert drawn[0] == drawn[1] != rng().random().tensor
    twice = [
        torch.func.vmap(lambda t: t + rng().random(3).tensor, randomness="different")(torch.zeros(2)) for _ in "12"
    ]
    assert torch.equal(*twice)
    assert len(set(twice[0].ravel().tolist())) == 6
    with pytest.raises(RuntimeError, match="randomness"):
        torch.func.vmap(lambda t: t + rng().random().tensor)(torch.zeros(2))
    with FakeTensorMode():
        assert type(rng().random().tensor) is not torch.Tensor
    with FakeTensorMode(), torch.device("cuda"):
        assert rng().integers(3).device.type == "cuda"


def test_numbers_after_one_that_inference_mode_has_drawn():
    one, same = rng(), rng()
    with torch.inference_mode():
        first = one.random()
    assert [first.item(), one.random().item()] == [same.random().item() for _ in range(2)]


@pytest.mark.parametrize("make", ["default_rng", "RandomState"])
def test_choices_among_text_are_numpys(make):
    text = ["b", "a", "c"]

    def draws(m):
        rng = getattr(m.random, make)(7)
        yield rng.choice(text)
        yield rng.choice(np.array(text), (2, 2))
        yield rng.choice(text, 2, replace=False, p=[0.5, 0.25, 0.25])
        yield rng.permutation(text)

    for got, expected in zip(draws(xp), draws(np), strict=True):
        assert type(got) is type(expected)
        assert got.tolist() == expected.tolist()
    with pytest.raises(ValueError, match="choice: a must be a sequence"):
        getattr(xp.random, make)(7).choice("text")


@pytest.mark.parametrize("cov", [np.ones((2, 3)), np.ones((3, 2)), np.ones(2), np.ones((1, 2, 2))])
def test_covariances_that_are_no_square_matrices(cov):
    for generator in (torchs(0), xp.random.default_rng(0), np.random.default_rng(0)):
        with pytest.raises(ValueError, match="cov must be 2 dimensional and square"):
            generator.multivariate_normal(np.zeros(2), cov)
    for generator in (torchs(0), xp.random.default_rng(0), np.random.default_rng(0)):
        with pytest.raises(ValueError, match="mean and cov must have same length"):
            generator.multivariate_normal(np.zeros(3), np.eye(2))


def test_bounds_of_uint64_in_arrays():
    low, high = xp.asarray([2**63 + 5, 0], dtype="uint64"), xp.asarray([2**63 + 7, 2**64 - 1], dtype="uint64")
    for generator in (rng(), torchs()):
        for closed in (False, True):
            drawn = generator.integers(low, high, size=(50, 2), dtype="uint64", endpoint=closed)
            assert {int(x) - 2**63 for x in drawn[:, 0]} == ({5, 6, 7} if closed else {5, 6})
            assert int(drawn[:, 1].max()) > 2**62
        assert int(generator.integers(xp.asarray([3]), xp.asarray([4]), dtype="uint64")[0]) == 3
        with pytest.raises(ValueError, match="out of bounds"):
            generator.integers(xp.asarray([-1]), xp.asarray([4]), dtype="uint64")
        with pytest.raises(ValueError, match="low >= high"):
            generator.integers(high, low, dtype="uint64")


@pytest.mark.parametrize("generator", [rng(), torchs(), xp.random.RandomState(1)])
@pytest.mark.parametrize("count", [2**62, 2**63, 2**64 - 3])
def test_permutations_of_too_many_integers(generator, count):
    for x in (count, xp.asarray(count, dtype="uint64")):
        with pytest.raises(ValueError, match="too big"):
            generator.permutation(x)
