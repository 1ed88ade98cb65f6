"""Rows of histograms, of real numbers: bins of complex ones go by the last bit of their edges."""

from __future__ import annotations

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

REAL = {"close": near.SUM, "values": "tame", "dtypes": "real"}
rows("bincount", "naturals minlength=count", "naturals same", "vector", **REAL)
rows("digitize", "array monotonic right=flag", values="special", dtypes="real")
rows("histogram", "vector edges range=extent density=flag weights=same", "vector", **REAL)
rows("histogram_bin_edges", "vector edges range=extent", **REAL)
rows("histogram2d", "vector same bins=edges density=flag", **REAL)

NOT_DRAWN = {"histogramdd": "histogram2d, which is drawn, of more columns"}
