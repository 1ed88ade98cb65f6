"""Rows of the polynomials."""

from __future__ import annotations

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("polyadd polysub", "vector vector")
rows("polymul", "vector vector", close=near.PRODUCT, values="tame")
rows("polyint", "vector m=count k=number", close=near.CHAIN, values="tame")
rows("polyval", "vector array", close=near.CHAIN, values="tame")
rows("vander", "vector N=count increasing=flag", close=near.CHAIN, values="tame")

NOT_DRAWN = {
    "poly": "of roots, whose errors grow without bound",
    "poly1d": "a class",
    "polyder": "of one vector: compared by its tests; NumPy's takes several dimensions where they happen to fit",
    "polydiv": "of quotients, whose errors grow without bound",
    "polyfit": "of points, where the condition decides on the errors",
    "roots": "in no order, and ill-conditioned",
}
