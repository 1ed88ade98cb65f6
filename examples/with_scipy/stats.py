"""Distributions and tests of scipy.stats."""

import numpy as np
from scipy import stats

X = 4 + 1.7 * np.sin(np.arange(10) ** 2)
Y = np.array([2.8, 3.4, 6.0, 4.0, 3.5, 2.9, 5.2, 5.5, 2.1, 4.1])
TABLE = np.array([[10, 12, 5], [7, 9, 14]])


def normal():
    at = np.linspace(-2, 2, 9)
    return (
        stats.norm.pdf(at),
        stats.norm.cdf(at, loc=X[:9], scale=Y[:9]),
        stats.norm.ppf(X / 10),
        stats.norm(X, 2).mean(),
    )


def many_distributions():
    p = X / 10
    return (
        stats.gamma.cdf(X, a=Y),
        stats.beta.ppf(p, 2, 3),
        stats.t.sf(X, df=5),
        stats.poisson.pmf(np.arange(5), mu=X[:5]),
        stats.binom.cdf(np.arange(5), 10, p[:5]),
        stats.expon.logpdf(X),
        stats.weibull_min.stats(1.5, moments="mv"),
        stats.chi2.isf(p, 3),
        stats.nbinom.pmf(np.arange(3), 5, 0.5),
    )


def fitted():
    return (
        stats.norm.fit(X),
        stats.expon.fit(X),
        stats.gamma.fit(X, floc=0),
        stats.uniform.fit(X),
        stats.norm.nnlf((4, 1), X),
    )


def expectation():
    c = np.array([1.0, 2.0])
    return stats.norm.expect(lambda x: np.polyval(c, x) ** 2), stats.poisson.expect(lambda k: c[1] * k, args=(3,))


def drawn():
    sample = stats.norm.rvs(loc=np.array([0.0, 10]), scale=2, size=(50, 2), random_state=1)
    return sample.mean(axis=0) - np.array([0.0, 10]), stats.multinomial.rvs(5, np.array([0.2, 0.8]), random_state=2)


def own_distribution():
    class Ramp(stats.rv_continuous):
        def _pdf(self, x):
            return weights[0] * x * weights[1]

    weights = np.array([2.0, 1.0])
    ramp = Ramp(a=0, b=1)
    custom = stats.rv_discrete(values=(np.arange(3), np.array([0.2, 0.3, 0.5])))
    histogram = stats.rv_histogram(np.histogram(X, bins=4))
    return ramp.cdf(np.array([0.2, 0.5])), ramp.mean(), custom.pmf(np.arange(3)), custom.mean(), histogram.pdf(X)


def multivariate():
    mean, cov = np.array([1.0, 2.0]), np.array([[2.0, 0.3], [0.3, 0.5]])
    at = np.stack([X, Y], axis=1)
    d = stats.multivariate_normal(mean, cov)
    return (
        d.pdf(at),
        d.cdf(mean),
        stats.multivariate_t.pdf(at, mean, cov, 3),
        stats.dirichlet.pdf(np.array([0.3, 0.7]), mean),
    )


def wishart():
    S = np.array([[2.0, 0.3], [0.3, 0.5]])
    return (
        stats.wishart.pdf(S, 3, np.eye(2)),
        stats.ortho_group.rvs(3, random_state=0) @ np.eye(3),
        stats.invwishart.mean(4, S),
    )


def density():
    kde = stats.gaussian_kde(X)
    two = stats.gaussian_kde(np.vstack([X, Y]), weights=np.ones(10))
    return kde(np.linspace(1, 7, 9)), kde.integrate_box_1d(0, 4), two(np.array([[3.0], [4.0]])), two.covariance


def t_tests():
    return (
        stats.ttest_ind(X, Y),
        stats.ttest_rel(X, Y),
        stats.ttest_1samp(X, 4),
        stats.ttest_ind(X, Y, equal_var=False).df,
    )


def rank_tests():
    return (
        stats.mannwhitneyu(X, Y),
        stats.wilcoxon(X - Y),
        stats.kruskal(X, Y),
        stats.ranksums(X, Y),
        stats.friedmanchisquare(X, Y, X[::-1]),
    )


def variances():
    return (
        stats.f_oneway(X, Y, X + 1),
        stats.levene(X, Y),
        stats.bartlett(X, Y),
        stats.fligner(X, Y),
        stats.ansari(X, Y),
    )


def normality():
    return (
        stats.shapiro(X),
        stats.normaltest(X),
        stats.anderson(X, "norm", method="interpolate").statistic,
        stats.jarque_bera(X),
        stats.skewtest(X),
    )


def goodness_of_fit():
    return (
        stats.kstest(X, "norm", args=(4, 1)),
        stats.ks_2samp(X, Y),
        stats.kstest(X, lambda v: stats.norm.cdf(v, 4, 1)),
        stats.cramervonmises(X, "norm", (4, 1)).statistic,
        stats.chisquare(TABLE[0], np.full(3, 9)),
        stats.power_divergence(TABLE, axis=None, lambda_="log-likelihood"),
    )


def contingency():
    found = stats.chi2_contingency(TABLE)
    return (
        found.pvalue,
        found.expected_freq - TABLE,
        stats.fisher_exact(TABLE[:, :2]),
        stats.barnard_exact(TABLE[:, :2]).pvalue,
        stats.contingency.association(TABLE),
        stats.contingency.crosstab(np.array([0, 1, 1]), np.array([1, 1, 0])).count,
    )


def correlations():
    return (
        stats.pearsonr(X, Y),
        stats.spearmanr(X, Y),
        stats.kendalltau(X, Y),
        stats.pointbiserialr(X > 4, Y),
        stats.weightedtau(X, Y),
    )


def regressions():
    line = stats.linregress(X, Y)
    return line.slope * X + line.intercept, line.stderr, stats.theilslopes(Y, X), stats.siegelslopes(Y, X)


def descriptions():
    about = stats.describe(X)
    return (
        about.mean,
        about.minmax,
        stats.skew(X),
        stats.kurtosis(X),
        stats.sem(X),
        stats.iqr(X),
        stats.trim_mean(X, 0.1),
        stats.gmean(X),
        stats.mode(np.array([1, 2, 2, 3])),
        stats.zscore(X),
        stats.median_abs_deviation(X),
        stats.moment(X, [2, 3]),
    )


def binned():
    return (
        stats.binned_statistic(X, Y, "mean", bins=3),
        stats.binned_statistic(X, Y, statistic=lambda v: np.sum(v) * 2, bins=np.array([2.0, 4, 7])),
        stats.binned_statistic_2d(X, Y, X, "sum", bins=[2, 2]).statistic,
        stats.cumfreq(X, 4),
        stats.relfreq(X, 4).frequency,
        stats.percentileofscore(X, Y[:3]),
        stats.scoreatpercentile(X, 30),
    )


def transformed():
    return (
        stats.boxcox(X),
        stats.yeojohnson(X),
        stats.rankdata(X),
        stats.boxcox(X, 0.5),
        stats.probplot(X)[1],
        stats.sigmaclip(X)[0],
        stats.trimboth(X, 0.2),
        stats.mstats.winsorize(X, 0.1).sum(),
        stats.obrientransform(X, Y),
    )


def resampling():
    found = stats.bootstrap((X,), np.mean, n_resamples=200, rng=1)
    statistic = lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis)
    test = stats.permutation_test((X, Y), statistic, n_resamples=200, vectorized=True, rng=2)
    return found.confidence_interval, test.statistic, test.pvalue


def own_statistics():
    found = stats.bootstrap(
        (X, Y), lambda x, y: np.mean(x * Y[0]) - np.median(y), n_resamples=99, vectorized=False, paired=True, rng=3
    )
    monte_carlo = stats.monte_carlo_test(
        X - 4, lambda size: np.random.default_rng(1).normal(size=size), lambda x, axis: np.mean(x, axis), n_resamples=99
    )
    return found.standard_error, monte_carlo.statistic


def multiple_comparisons():
    return (
        stats.tukey_hsd(X, Y, X + 1).statistic,
        stats.false_discovery_control(np.array([0.01, 0.2, 0.03])),
        stats.combine_pvalues(np.array([0.1, 0.02])),
        stats.dunnett(X, Y, control=X + 1, rng=1).statistic,
        stats.alexandergovern(X, Y).statistic,
    )


def quasi_random():
    sampler = stats.qmc.Sobol(2, scramble=False)
    sample = sampler.random(8)
    return (
        stats.qmc.scale(sample, np.array([0.0, 1]), np.array([1.0, 5])),
        stats.qmc.discrepancy(sample),
        sample * X[:2],
    )


def survival():
    found = stats.ecdf(stats.CensoredData.right_censored(X, X > 5))
    return found.sf.probabilities, found.cdf.quantiles, stats.logrank(X, Y).statistic, stats.ecdf(X).cdf.evaluate(Y)


def new_distributions():
    d = stats.Normal(mu=X[:3], sigma=Y[:3])
    return (
        d.cdf(np.array([3.0, 3, 3])),
        d.mean(),
        stats.entropy(X / X.sum(), Y / Y.sum()),
        stats.differential_entropy(X),
    )


def circular():
    return (
        stats.circmean(X),
        stats.circstd(X),
        stats.directional_stats(np.stack([X, Y], axis=1)).mean_direction,
        stats.wasserstein_distance(X, Y),
        stats.energy_distance(X, Y),
    )
