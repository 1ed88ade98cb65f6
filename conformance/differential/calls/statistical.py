"""Rows of averages and ranges; order statistics are compared over all methods by their tests."""

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("median", "array axis=axis keepdims=flag", close=near.LOOSE, values="tame")
rows("ptp", "array axis=axes keepdims=flag", close=near.LOOSE, dtypes="numbers", values="tame")

#: functions that no call is drawn of, and why.
NOT_DRAWN = {
    "average": "raises by the values of weights",
    "cov": "rounds by the order of a product; compared by its tests",
    "corrcoef": "rounds by the order of a product; compared by its tests",
    "percentile": "the shares have a range; compared over all methods by its tests",
    "quantile": "the shares have a range; compared over all methods by its tests",
}
