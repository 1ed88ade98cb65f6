"""Rows of averages, quantiles, covariances and ranges."""

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("median", "array axis=axis keepdims=flag", close=near.LOOSE, values="tame")
rows("ptp", "array axis=axes keepdims=flag", close=near.LOOSE, dtypes="numbers", values="tame")
rows(
    "quantile",
    "array share axis=axes method=quantilemode keepdims=flag",
    close=near.SUM,
    values="special",
    dtypes="real",
)
rows(
    "percentile",
    "array percent axis=axes method=quantilemode keepdims=flag",
    close=near.SUM,
    values="special",
    dtypes="real",
)
rows("average", "array axis=axis weights=weights returned=flag keepdims=flag", close=near.SQUARES, values="tame")
rows(
    "cov corrcoef",
    "array rowvar=flag",
    "vector same",
    "matrix rowvar=flag ddof=small dtype=dtype",
    close=near.SQUARES,
    values="tame",
)
