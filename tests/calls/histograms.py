"""Calls of the histograms."""

from collections.abc import Callable
from typing import Any

CALLS: dict[str, tuple[Callable[..., Any], ...]] = {
    "bincount": (lambda m, i: m.bincount(i), lambda m, i, v: m.bincount(i, weights=v, minlength=5)),
    "digitize": (lambda m, x, z: m.digitize(x, z), lambda m, x: m.digitize(x, [2.0, 1.0, -1.0], right=True)),
    "histogram": (
        lambda m, x: m.histogram(x, bins=3),
        lambda m, x, z: m.histogram(x, bins=z),
        lambda m, x: m.histogram(x, bins=4, range=(0, 2), density=True),
    ),
    "histogram2d": (lambda m, v, w: m.histogram2d(v, w, bins=2),),
    "histogram_bin_edges": (lambda m, x: m.histogram_bin_edges(x, bins=3),),
    "histogramdd": (lambda m, x: m.histogramdd(x, bins=2), lambda m, s: m.histogramdd(s, bins=[1, 2, 2])),
}
