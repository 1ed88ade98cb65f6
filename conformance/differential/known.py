"""Knows the documented differences: the rows of the table that the docs are made from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.differences import DIFFERENCES, Difference
from conformance.differential.compare import Mismatch, Outcome
from conformance.differential.nodes import Call


def documented(call: Call, ours: Outcome, theirs: Outcome, mismatch: Mismatch) -> Difference | None:
    """Return the row that explains how `call` differs, or None."""
    mine = (call, ours, theirs, mismatch)
    return next((row for row in DIFFERENCES if row.known is not None and explains(row.known, mine)), None)


def explains(known: Callable[..., bool], mine: tuple[Any, ...]) -> bool:
    """Say whether a row's condition holds; of arguments that it can't be computed from it doesn't."""
    try:
        return known(*mine)
    except (TypeError, ValueError, IndexError, OverflowError, AttributeError):
        return False
