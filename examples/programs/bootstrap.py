"""Summary statistics and a bootstrap confidence interval."""

import numpy as np


def summary(x):
    """Return the usual statistics by name."""
    q1, median, q3 = np.percentile(x, [25, 50, 75])
    return {
        "n": x.size,
        "mean": x.mean(),
        "sd": x.std(ddof=1),
        "min": x.min(),
        "q1": q1,
        "median": median,
        "q3": q3,
        "max": x.max(),
        "skewness": ((x - x.mean()) ** 3).mean() / x.std() ** 3,
    }


def bootstrap(x, statistic, rng, draws=500, level=0.95):
    """Return the percentile interval of a statistic."""
    samples = rng.choice(x, size=(draws, x.size))
    values = np.apply_along_axis(statistic, 1, samples)
    tail = (1 - level) / 2
    return np.quantile(values, [tail, 1 - tail]), values.std(ddof=1)


def main():
    """Print a table for two samples and test their difference."""
    rng = np.random.default_rng(12345)
    groups = {"control": rng.normal(10.0, 2.0, 60), "treated": rng.gamma(6.0, 2.0, 50)}
    for name, x in groups.items():
        print(name)
        for key, value in summary(x).items():
            print(f"  {key:<9}{value:>10.4f}")
        (low, high), error = bootstrap(x, np.median, rng)
        print(f"  median in [{low:.3f}, {high:.3f}], error {error:.4f}")
    a, b = groups.values()
    t = (b.mean() - a.mean()) / np.sqrt(a.var(ddof=1) / a.size + b.var(ddof=1) / b.size)
    print("Welch's t = %.5f" % t, "significant" if abs(t) > 1.98 else "not significant")
    return t, [summary(x)["skewness"] for x in groups.values()]
