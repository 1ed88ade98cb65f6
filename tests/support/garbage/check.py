"""One garbage call: make it, and judge the error."""

from __future__ import annotations

import array
import collections
import decimal
import fractions
import io
import operator
import re
import types
import warnings
from typing import Any

import numpy as np
import torch

import xp_torch as xp
from support.fuzzer import compare
from support.fuzzer.check import Finding
from support.garbage.draw import source

#: seconds that a call may take.
HANG_SECONDS = 60.0
#: the longest message.
LONGEST = 2000
#: classes of errors that no argument should lead to, unless NumPy raises one too.
INTERNAL = (
    RuntimeError, AssertionError, NameError, AttributeError, SystemError, KeyError, ZeroDivisionError, StopIteration,
    StopAsyncIteration, UnicodeError, EOFError,
)  # fmt: skip
#: what only torch's messages contain.
TORCHS = re.compile(
    r"""aten::|\.cpp\b|\.h:\d|IntArrayRef|INTERNAL\ ASSERT|enforce\ fail|Overflow\ when\ unpacking|\bunpack\w*\(|
    Dimension\ out\ of\ range|size\ of\ tensor|shape\ '\[|not\ implemented\ for\ '|calculation\ overflowed|
    multiplication\ overflow|invalid\ combination\ of\ arguments|argument\ '\w+'\ \(position|must\ be\ Tensor|
    cannot\ be\ converted\ to\ type|value\ of\ Tensor|element\ tensors|Tensor\ with\ \d|
    Expected\ (all|tensor|condition|a\ proper|one\ of|object|self|Tensor|is\w+|p_in|probs)|
    \bexpected\ scalar|torch\.\w+Tensor|linalg[._]\w+:|input\ tensor|\bdim\ (?!\d+\))|self\.size|self\.dim|
    out\ of\ bounds\ for\ dimension|dtype\ torch|ScalarType|\bc10\b|the\ input\ to\b|
    NoneType'\ object\ is\ not\ callable|at::|Tensor\.__|_VariableFunctions|torch\.Size|only\ Tensors|Trying\ to|
    not\ supported\ for\ strided|overflow\ encountered\ while|setStorage|vmap\(\w+,|SymInt""",
    re.VERBOSE,
)


class Unreadable:
    """An object whose text cannot be made."""

    def __repr__(self) -> str:
        raise ValueError("no text")


def _names(module: Any) -> dict[str, Any]:
    """Return the names that the texts of calls use; `np` is `module`."""
    own: list[Any] = [1.0]
    own.append(own)
    deep: Any = 1.0
    for _ in range(100):
        deep = [deep]
    return {
        "np": module, "numpy": np, "torch": torch, "nan": float("nan"), "inf": float("inf"), "SELF": own,
        "DEEP": deep, "UNREADABLE": Unreadable(), "io": io, "array": array, "collections": collections, "types": types,
        "decimal": decimal, "fractions": fractions, "operator": operator,
    }  # fmt: skip


def outcome(text: str, module: Any) -> BaseException | None:
    """Return the error of a call in a namespace, or None."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            eval(text, _names(module))
        except Exception as error:
            error.__traceback__ = None
            return error
    return None


def fault(error: BaseException | None) -> str:
    """Return the fault of an error message, such as a text of torch's; "" for none."""
    if error is None:
        return ""
    message = str(error)
    if len(message) > LONGEST:
        return "a long message"
    if "has no attribute '__dlpack__'" in message:
        return ""  # NumPy's error of `from_dlpack`
    if isinstance(error, MemoryError) and not message:
        return "no message"
    if type(error).__module__.startswith("torch") or TORCHS.search(message):
        return "a message of torch's"
    return "an internal error" if isinstance(error, INTERNAL) else ""


def example(name: str, seed: int, index: int) -> tuple[Finding | None, str]:
    """Return the fault of a call, if any, and else what NumPy's own call shares."""
    text = source(name, seed, index)
    compare.turn(True)
    try:
        error = outcome(text, xp)
    finally:
        compare.turn(False)
    what = fault(error)
    if not what:
        return None, ""
    if what != "no message":
        theirs = outcome(text, np)
        if str(theirs) == str(error) or (type(theirs) is type(error) and what != "a message of torch's"):
            return None, f"NumPy's call: {what}"
    return Finding(name, index, what, f"{text}  # {type(error).__name__}: {str(error)[:200]!r}"), ""
