"""One example: draw a call, make it in both libraries, compare and shrink."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import xp_torch as xp
from support.fuzzer.compare import (
    NUMPY,
    OURS,
    Mismatch,
    Outcome,
    both,
    compare,
    internal,
    out_of_scope,
    quietly,
    same_error,
    show,
    unchanged,
)
from support.fuzzer.excuses import excused
from support.fuzzer.forms import draw
from support.fuzzer.nodes import Arr, Call, call_source
from support.fuzzer.reconstruct import RECONSTRUCT
from support.fuzzer.shrink import shrink
from tools.calls import ROWS

#: seconds that an example may take.
HANG_SECONDS = 120.0


@dataclass
class Finding:
    """An undocumented difference: its function and example, its kind, and a line of Python that shows it."""

    function: str
    index: int
    what: str
    line: str

    def record(self) -> dict[str, Any]:
        """Return the finding for the report."""
        return asdict(self)


def _clean(call: Call, ours: Outcome) -> Mismatch | None:
    """Return the fault of a call with nonsense arguments: an error of torch, or inputs that the failure changed."""
    if not ours.failed:
        return None
    if not internal(ours.error):
        return unchanged(call, ours)
    theirs = quietly(call, NUMPY)
    return None if type(ours.error) is type(theirs.error) else Mismatch("error", show(ours.error), "a clean error")


def _has_no_oracle(call: Call) -> str:
    """Return why NumPy's answer to a call says nothing, or ""."""
    if call.hostile:
        return "nonsense"
    out = call.kwargs.get("out")
    if "where" in call.kwargs and out in (None, ...) and isinstance(getattr(xp, call.name, None), xp.ufunc):
        return "undefined"
    if call.name.rpartition(".")[2] in ("cumsum", "cumprod") and out is not None:
        # NumPy's process may end if `out` has another shape than the result.
        first = next(iter(call.arrays()), None)
        if first is None or not first.data.size or (isinstance(out, Arr) and out.shape == ()):
            return "undefined"
    return ""


def judge(call: Call) -> tuple[Mismatch | None, str]:
    """Return how `call` differs from NumPy's (None if it does not, or is excused), and the excuse."""
    if why := _has_no_oracle(call):
        return _clean(call, quietly(call, OURS)), why
    ours, theirs = both(call)
    if ours.unmade or theirs.unmade:
        return None, "unmade"
    half = any(node.data.dtype.name == "bfloat16" for node in call.arrays())
    if (theirs.failed and half) or (ours.failed and out_of_scope(theirs.value)):
        return _clean(call, ours), "no oracle"
    if theirs.failed and ours.failed:
        if not same_error(call, ours.error, theirs.error):
            return Mismatch("error", show(ours.error), show(theirs.error)), ""
        return unchanged(call, ours), "both raise"
    row = ROWS[call.name]
    if row.fix and not ours.failed and not theirs.failed:
        ours, theirs = RECONSTRUCT[row.fix](call, ours, theirs)
    mismatch = compare(call, ours, theirs, row.close)
    if mismatch is None:
        return None, ""
    why = excused(call, ours, theirs, mismatch)
    return (None, why) if why else (mismatch, "")


def example(name: str, seed: int, index: int) -> tuple[Finding | None, str]:
    """Return the undocumented difference that an example shows, if any, and else its excuse."""
    call = draw(name, seed, index)
    mismatch, case = judge(call)
    if mismatch is None:
        return None, case
    # A smaller call has to differ in the same way, with the same errors.
    kind = signature(mismatch)

    def shows(smaller: Call) -> bool:
        found, _ = judge(smaller)
        return found is not None and signature(found) == kind

    call = shrink(call, shows)
    mismatch = judge(call)[0] or mismatch
    return Finding(name, index, mismatch.what, line(call, mismatch)), ""


def source(name: str, seed: int, index: int) -> str:
    """Return the call that an example makes, without making it."""
    return call_source(draw(name, seed, index))


def signature(mismatch: Mismatch) -> tuple[str, ...]:
    """Return the part of a mismatch that shrinking must keep."""
    if mismatch.what == "error":
        return mismatch.what, mismatch.here[:60], mismatch.numpy.partition(":")[0] if "Error" in mismatch.numpy else ""
    return mismatch.what, mismatch.numpy[:40] if mismatch.what == "no error" else ""


def line(call: Call, mismatch: Mismatch) -> str:
    """Return a difference as one line of Python."""
    return f"{call_source(call)}  # {mismatch.what}: here {mismatch.here}, NumPy {mismatch.numpy}"
