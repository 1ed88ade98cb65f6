"""Rows of `pad`."""

from __future__ import annotations

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("pad", "array count", "array count constant_values=number", "array count mode=text", close=near.SUM, values="tame")
