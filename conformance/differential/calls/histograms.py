"""Histograms, of which no call is drawn: values of arrays are not checked, which NumPy does."""

NOT_DRAWN = dict.fromkeys(
    ("bincount", "digitize", "histogram", "histogram2d", "histogram_bin_edges", "histogramdd"),
    "errors by values, and edges by the last bit: compared by its tests",
)
