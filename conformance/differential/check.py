"""One example: draw, call both, compare, and shrink what differs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import xp_torch as xp
from conformance.differential.calls import ROWS
from conformance.differential.compare import (
    OURS,
    Mismatch,
    Outcome,
    both,
    compare,
    internal,
    out_of_scope,
    quietly,
    show,
)
from conformance.differential.forms import draw
from conformance.differential.known import documented
from conformance.differential.nodes import Arr, Call, call_source
from conformance.differential.reconstruct import RECONSTRUCT
from conformance.differential.shrink import shrink


@dataclass
class Finding:
    """An undocumented difference: where it was drawn, in what it is one, and one line that shows it."""

    function: str
    index: int
    what: str
    line: str

    def record(self) -> dict[str, Any]:
        """Return the finding for the report."""
        return asdict(self)


def _alone(ours: Outcome, case: str) -> tuple[Mismatch | None, str]:
    """Judge a call that NumPy has no answer to: it must not show what no user should see."""
    return (Mismatch("error", show(ours.error), "not asked"), "") if internal(ours) else (None, case)


def judge(call: Call) -> tuple[Mismatch | None, str]:
    """Return how `call` differs from NumPy's (None where it does not) and the case of the row that documents it."""
    masked = "where" in call.kwargs and call.kwargs.get("out") in (None, ...)
    if masked and isinstance(getattr(xp, call.name, None), xp.ufunc):
        return _alone(quietly(call, OURS), "undefined")
    if call.name.rpartition(".")[2] in ("cumsum", "cumprod") and call.kwargs.get("out") is not None:
        out = call.kwargs["out"]
        first = next(iter(call.arrays()), None)
        if first is None or not first.data.size or (isinstance(out, Arr) and out.shape == ()):
            # NumPy's process may end where `out` has another shape than the result.
            return _alone(quietly(call, OURS), "undefined")
    ours, theirs = both(call)
    if ours.unmade or theirs.unmade:
        return None, "unmade"
    if theirs.failed and any(node.data.dtype.name == "bfloat16" for node in call.arrays()):
        return _alone(ours, "no oracle")
    if out_of_scope(theirs.value) and ours.failed and isinstance(ours.error, TypeError | ValueError | OverflowError):
        return None, "out of scope"
    row = ROWS[call.name]
    if row.fix and not ours.failed and not theirs.failed:
        ours, theirs = RECONSTRUCT[row.fix](call, ours, theirs)
    mismatch = compare(call, ours, theirs, row.close)
    if mismatch is None:
        return None, ""
    known = documented(call, ours, theirs, mismatch)
    return (None, known.case) if known else (mismatch, "")


def example(name: str, seed: int, index: int) -> tuple[Finding | None, str]:
    """Return what example `index` of a function shows: an undocumented difference, and the case of a documented one."""
    call = draw(name, seed, index)
    mismatch, case = judge(call)
    if mismatch is None:
        return None, case
    # A smaller call has to differ in the same way, with the same errors where there are some.
    kind = signature(mismatch)

    def shows(smaller: Call) -> bool:
        found, _ = judge(smaller)
        return found is not None and signature(found) == kind

    call = shrink(call, shows)
    mismatch = judge(call)[0] or mismatch
    return Finding(name, index, mismatch.what, line(call, mismatch)), ""


def signature(mismatch: Mismatch) -> tuple[str, ...]:
    """Return what stays the same while a call shrinks."""
    if mismatch.what == "error":
        return mismatch.what, mismatch.here[:60], mismatch.numpy.partition(":")[0] if "Error" in mismatch.numpy else ""
    return mismatch.what, mismatch.numpy[:40] if mismatch.what == "no error" else ""


def line(call: Call, mismatch: Mismatch) -> str:
    """Return a difference as one line of Python."""
    return f"{call_source(call)}  # {mismatch.what}: here {mismatch.here}, NumPy {mismatch.numpy}"
