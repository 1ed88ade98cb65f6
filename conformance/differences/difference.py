"""What a row of the table of differences holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

STANDARD = "https://data-apis.org/array-api/2025.12"


@dataclass(frozen=True)
class Difference:
    """One difference: what is given here and in NumPy, why, the test that holds it, and how the fuzzer knows it."""

    section: str
    case: str
    here: str
    numpy: str
    rule: str = ""
    test: str = ""
    known: Callable[[Any, Any, Any, Any], bool] | None = None

    def explains(self, call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
        """Say whether the condition holds; of arguments that it can't be computed from it doesn't."""
        try:
            return self.known is not None and self.known(call, ours, theirs, mismatch)
        except (TypeError, ValueError, IndexError, OverflowError, AttributeError):
            return False


def also(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Say whether some row explains how a call differs, for a row that is about one argument of it."""
    from conformance.differences import DIFFERENCES  # the table that the asking row stands in

    return any(row.explains(call, ours, theirs, mismatch) for row in DIFFERENCES)
