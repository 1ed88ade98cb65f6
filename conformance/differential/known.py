"""Knows the documented differences: the rows of the table that the docs are made from."""

from __future__ import annotations

from conformance.differences import DIFFERENCES, Difference
from conformance.differential.compare import Mismatch, Outcome
from conformance.differential.nodes import Call


def documented(call: Call, ours: Outcome, theirs: Outcome, mismatch: Mismatch) -> Difference | None:
    """Return the row that explains how `call` differs, or None."""
    return next((row for row in DIFFERENCES if row.explains(call, ours, theirs, mismatch)), None)
