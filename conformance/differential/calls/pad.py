"""Rows of `pad`."""

from __future__ import annotations

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows(
    "pad",
    "array padwidth",
    "array padwidth constant_values=number",
    "array padwidth mode!=padmode",
    "array count mode=text",
    close=near.SUM,
    values="tame",
)
