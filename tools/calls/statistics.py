"""Rows of averages, quantiles, covariances, histograms and the functions that ignore NaN."""

from __future__ import annotations

from tools import tolerance as near
from tools.calls.row import examples, not_drawn, rows

QUANTILES = {"close": near.SUM, "values": "special", "dtypes": "real"}
rows(
    "quantile nanquantile",
    "a: array, q: share, *, axis: axes = ..., method: quantilemode = ..., keepdims: flag = ...",
    **QUANTILES,
)
rows(
    "percentile nanpercentile",
    "a: array, q: percent, *, axis: axes = ..., method: quantilemode = ..., keepdims: flag = ...",
    **QUANTILES,
)
rows("median", "a: array, *, axis: axis = ..., keepdims: flag = ...", close=near.LOOSE, values="tame")
rows("ptp", "a: array, *, axis: axes = ..., keepdims: flag = ...", close=near.LOOSE, dtypes="numbers", values="tame")
rows(
    "average",
    "a: array, *, axis: axis = ..., weights: weights = ..., returned: flag = ..., keepdims: flag = ...",
    close=near.SQUARES,
    values="tame",
)
rows(
    "cov corrcoef",
    "m: array, *, rowvar: flag = ...",
    "m: vector, y: same",
    "m: matrix, *, rowvar: flag = ..., ddof: small = ..., dtype: dtype = ...",
    close=near.SQUARES,
    values="tame",
)


rows("nansum nanprod", "a: array, *, axis: axes = ..., keepdims: flag = ...", close=near.SUM, values="special")
rows("nanmean", "a: array, *, axis: axes = ..., keepdims: flag = ...", close=near.SUM, values="special")
rows("nancumsum", "a: array, *, axis: axis = ...", close=near.SUM, values="special")
rows("nancumprod", "a: array, *, axis: axis = ...", close=near.CHAIN, values="special")
rows("nanmax nanmin", "a: array, *, axis: axes = ..., keepdims: flag = ...", close=near.sets, values="special")
rows("nanargmax nanargmin", "a: array, *, axis: axis = ..., keepdims: flag = ...", values="special")
rows(
    "nanstd nanvar",
    "a: array, *, axis: axes = ..., ddof: ddof = ..., keepdims: flag = ..., where: mask = ...",
    close=near.SQUARES,
    values="special",
)
rows("nanmedian", "a: array, *, axis: axes = ..., keepdims: flag = ...", close=near.SUM, values="special")

# histograms
REAL = {"close": near.SUM, "values": "tame", "dtypes": "real"}
rows("bincount", "x: naturals, *, minlength: count = ...", "x: naturals, weights: same", "x: vector", **REAL)
rows("digitize", "x: array, bins: monotonic, *, right: flag = ...", values="special", dtypes="real")
rows(
    "histogram",
    "a: vector, bins: edges, *, range: extent = ..., density: flag = ..., weights: same = ...",
    "a: vector",
    **REAL,
)
rows("histogram_bin_edges", "a: vector, bins: edges, *, range: extent = ...", **REAL)
rows("histogram2d", "x: vector, y: same, *, bins: edges = ..., density: flag = ...", **REAL)

not_drawn("histogram2d, which is drawn, of more columns", "histogramdd")

examples(
    {
        "average": "x, axis=1; x, axis=1, weights=m.abs(v)",
        "bincount": "i; i, weights=v, minlength=5",
        "corrcoef": "s",
        "cov": "s; x, aweights=z[:3]",
        "digitize": "x, z; x, [2.0, 1.0, -1.0], right=True",
        "histogram": "x, bins=3; x, bins=z; x, bins=4, range=(0, 2), density=True",
        "histogram2d": "v, w, bins=2",
        "histogram_bin_edges": "x, bins=3",
        "histogramdd": "x, bins=2; s, bins=[1, 2, 2]",
        "median": "x; x, axis=1, keepdims=True",
        "nanargmax nanstd": "holed(m, x), axis=1",
        "nanargmin nancumsum nanprod": "holed(m, x)",
        "nancumprod": "holed(m, x), axis=0",
        "nanmax": "holed(m, x), axis=1; x, initial=9.0",
        "nanmean": "holed(m, x), axis=0; x, where=b",
        "nanmedian": "holed(m, x), axis=1; holed(m, x)",
        "nanmin": "holed(m, x), axis=0, keepdims=True",
        "nanpercentile": "holed(m, x), [10, 60], axis=1",
        "nanquantile": "holed(m, x), 0.4, axis=1; x, 0.4",
        "nansum": "holed(m, x), axis=1, keepdims=True",
        "nanvar": "holed(m, x); x, axis=1, ddof=1",
        "percentile": "x, 30; x, [20, 80], axis=1",
        "ptp": "x, axis=1",
        "quantile": 'x, 0.3, axis=0; x, 0.3, method="lower"; x, 0.3, axis=1, method="inverted_cdf", weights=z[:3]',
    }
)
