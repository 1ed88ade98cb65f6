"""Calls of averages, order statistics and covariances."""

from collections.abc import Callable
from typing import Any

CALLS: dict[str, tuple[Callable[..., Any], ...]] = {
    "average": (lambda m, x: m.average(x, axis=1), lambda m, x, v: m.average(x, axis=1, weights=m.abs(v))),
    "corrcoef": (lambda m, s: m.corrcoef(s),),
    "cov": (lambda m, s: m.cov(s), lambda m, x, z: m.cov(x, aweights=z[:3])),
    "median": (lambda m, x: m.median(x), lambda m, x: m.median(x, axis=1, keepdims=True)),
    "percentile": (lambda m, x: m.percentile(x, 30), lambda m, x: m.percentile(x, [20, 80], axis=1)),
    "ptp": (lambda m, x: m.ptp(x, axis=1),),
    "quantile": (
        lambda m, x: m.quantile(x, 0.3, axis=0),
        lambda m, x: m.quantile(x, 0.3, method="lower"),
        lambda m, x, z: m.quantile(x, 0.3, axis=1, method="inverted_cdf", weights=z[:3]),
    ),
}
