"""Floating-point errors of elementwise functions, for the modes of `errstate` that report them.

torch does not trap these errors, so the general path compares results with their operands. While a context of the
process reports errors, the fast paths ask whether it is theirs, and leave its calls to the general path.
"""

from __future__ import annotations

import operator
import sys
import threading
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

import numpy as np
import torch

from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import warn
from xp_torch._facts.torch_state import is_compiling, is_transformed
from xp_torch._kernels.cast import cast

#: The settings of a context, as `error_state` keeps them; None for NumPy's defaults.
settings: ContextVar[dict[str, Any] | None] = ContextVar("xp_torch_error_state", default=None)
#: The mode that a context begins with: `geterr` returns "warn", but nothing is reported.
SILENT = "silent"
_QUIET = frozenset({"ignore", SILENT})
#: NumPy's name and bit of each kind of error, in the order in which it reports them.
_KINDS = {
    "divide": ("divide by zero", 1),
    "over": ("overflow", 2),
    "under": ("underflow", 4),
    "invalid": ("invalid value", 8),
}
#: Operand and magnitude at which a function has a pole: an infinite result is not an overflow there.
_POLES = {
    **dict.fromkeys(("divide", "floor_divide", "divmod"), (1, 0)),
    **dict.fromkeys(("reciprocal", "log", "log2", "log10", "pow", "float_power"), (0, 0)),
    **dict.fromkeys(("log1p", "atanh"), (0, 1)),
}
#: Operands that make the result zero where they are zero, for the functions that underflow otherwise.
_FACTORS: dict[str, tuple[int, ...]] = {
    "multiply": (0, 1),
    **dict.fromkeys(("divide", "square", "pow", "float_power", "ldexp"), (0,)),
    **dict.fromkeys(("reciprocal", "exp", "exp2"), ()),
}
#: Divisors of the functions that divide integers.
_DIVISORS = {**dict.fromkeys(("floor_divide", "remainder", "fmod", "divmod"), 1), "reciprocal": 0}
#: NumPy reports the overflow of integers for scalars only.
_OF_INTEGERS: dict[str, Callable[..., int]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "negative": operator.neg,
    "abs": abs,
}
_lock = threading.Lock()
#: Number of contexts that report errors.
_contexts = [0]
#: Not empty while a context of the process reports errors or has guard rails: the fast paths ask `is_reporting` then.
reporting: list[bool] = []
#: Whether guard rails (``transforms/guards.py``) need the general path in this context.
guarded: ContextVar[bool] = ContextVar("xp_torch_guarded", default=False)


def reports(state: dict[str, Any] | None) -> bool:
    """Return whether one of the modes reports errors."""
    return state is not None and not _QUIET.issuperset(map(state.__getitem__, _KINDS))


def count_contexts(change: int) -> None:
    """Note that a context has begun (1) or ceased (-1) to need the general path."""
    with _lock:
        _contexts[0] += change
        reporting[:] = [True] if _contexts[0] else []


def is_reporting() -> bool:
    """Return whether this context leaves every call to the general path, which reports errors."""
    if not reporting or is_compiling():
        return False
    return guarded.get() or reports(settings.get())


def report(name: str, is_operator: bool, operands: Sequence[Any], results: Sequence[torch.Tensor], mask: Any) -> None:
    """Report the errors of a call of the ufunc `name` as the modes of this context say.

    `operands` are tensors and Python numbers; a `mask` selects the elements that are computed.
    """
    if not is_reporting():
        return
    state: Any = settings.get()
    if not reports(state):
        return
    found = _errors(name, operands, results, mask)
    status = sum(_KINDS[kind][1] for kind in found)
    of_elements = is_operator and not any(isinstance(x, torch.Tensor) and x.ndim for x in operands)
    called = ("scalar " if of_elements else "") + getattr(np, name).__name__
    for kind, (text, _) in _KINDS.items():
        if kind in found:
            _report(state[kind], text, called, status, state["call"])


def _report(mode: str, text: str, name: str, status: int, call: Any) -> None:
    message = f"{text} encountered in {name}"
    if mode == "raise":
        raise FloatingPointError(message)
    if mode == "warn":
        warn(message, RuntimeWarning)
    elif mode == "print":
        sys.stderr.write(f"Warning: {message}\n")
    elif mode == "call":
        if not callable(call):
            raise NameError(f"python callback specified for {text} (in {name}) but no function found.")
        call(text, status)
    elif mode == "log":
        if not hasattr(call, "write"):
            raise NameError(f"log specified for {text} (in {name}) but no object with write method found.")
        call.write(f"Warning: {message}\n")


def _errors(name: str, operands: Sequence[Any], results: Sequence[torch.Tensor], mask: Any) -> set[str]:
    """Return the kinds of errors of a call."""
    first = results[0].detach()
    kind = KIND[first.dtype]
    if kind not in ("i", "u", "f", "c") or type(first) is not torch.Tensor or first.is_meta or is_transformed():
        return set()
    given = [_as_float(x, first.device) for x in operands]
    if kind in "iu":
        found = {"divide": given[_DIVISORS[name]] == 0} if name in _DIVISORS else {}
        if name in _OF_INTEGERS and not first.ndim:
            values = [x.item() if isinstance(x, torch.Tensor) else x for x in operands]
            found["over"] = torch.tensor(_OF_INTEGERS[name](*values) != first.item())
    else:
        found = {}
        for result in results:
            for error, where in _of_floats(name, given, result.detach()).items():
                found[error] = found[error] | where if error in found else where
    return {error for error, where in found.items() if bool((where if mask is None else where & mask).any())}


def _as_float(x: Any, device: torch.device) -> torch.Tensor:
    """Return an operand as a floating or complex tensor."""
    if not isinstance(x, torch.Tensor):
        return torch.full((), x, dtype=torch.complex128 if type(x) is complex else torch.float64, device=device)
    return x.detach() if KIND[x.dtype] in "fc" else cast(x, torch.float64)


def _of_floats(name: str, given: list[torch.Tensor], result: torch.Tensor) -> dict[str, torch.Tensor]:
    """Return where a floating or complex result has each kind of error."""
    finite = ordered = torch.ones((), dtype=torch.bool, device=result.device)
    for t in given:
        finite, ordered = finite & torch.isfinite(t), ordered & ~torch.isnan(t)
    infinite = torch.isinf(result) & finite
    index, value = _POLES.get(name, (0, None))
    pole = torch.zeros_like(infinite) if value is None else torch.abs(given[index]) == value
    found = {
        "divide": infinite & pole,
        "over": infinite & ~pole,
        "invalid": torch.isnan(result) & ordered,
    }
    if name in ("floor_divide", "divmod"):
        found["invalid"] = found["invalid"] | found["over"]  # NumPy subtracts the infinite quotients
    if name in _FACTORS and result.is_floating_point():
        tiny = torch.finfo(result.dtype).tiny
        under = finite & (torch.abs(result) < tiny)
        for t in (given[i] for i in _FACTORS[name]):
            # The result of subnormal operands may be exact.
            under = under & (t != 0) & ((result == 0) | (torch.abs(t) >= tiny))
        found["under"] = under
    return found
