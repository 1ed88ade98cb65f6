"""What the reasons recompute: which elements differ, and what a related call gives here and in NumPy.

A reason excuses the elements or the error that its row names and holds all the rest to NumPy's answer.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from conformance.differential.calls import ROWS
from conformance.differential.compare import (
    NUMPY,
    OURS,
    Mismatch,
    Outcome,
    as_numpy,
    compare,
    error_class,
    in_loop,
    quietly,
)
from conformance.differential.nodes import Alias, Arr, Call, Dtype

#: the errors that a call that nobody means may end in.
PUBLIC = ("TypeError", "ValueError", "IndexError", "OverflowError")
#: says whether a row explains how a call differs.
Also = Callable[[Any, Any, Any, Any], bool]


def last_name(call: Any) -> str:
    """Return the name of a function without its module."""
    return call.name.rpartition(".")[2]


def raised(outcome: Any, *names: str) -> bool:
    """Say whether a call raised an error of one of these classes."""
    return outcome.failed and any(cls.__name__ in names for cls in type(outcome.error).__mro__)


def text_of(outcome: Any) -> str:
    """Return the message of a call that raised."""
    return str(outcome.error) if outcome.failed else ""


# ------------------------------------------------------------------ elements


def leaves(value: Any) -> list[Any]:
    """Return the results of a call one by one."""
    if isinstance(value, tuple | list):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def pairs(ours: Outcome, theirs: Outcome) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the results of a call and the arrays it was given as they are afterwards, ours beside NumPy's."""
    here, there = leaves(ours.value) + list(ours.inputs), leaves(theirs.value) + list(theirs.inputs)
    return [(as_numpy(a), as_numpy(b)) for a, b in zip(here, there, strict=True)] if len(here) == len(there) else []


def differing(call: Call, x: np.ndarray, y: np.ndarray, inputs: Iterable[Any]) -> np.ndarray:
    """Return which elements of `x` are not as close to those of `y` as the function's row asks."""
    close, found = in_loop(call, ROWS[call.name].close), np.zeros(x.size, bool)
    a, b = x.reshape(-1), y.reshape(-1)
    for i in range(x.size):
        if a[i : i + 1].tobytes() != b[i : i + 1].tobytes():
            found[i] = not close(a[i : i + 1], b[i : i + 1], tuple(inputs), y.dtype.name)
    return found.reshape(x.shape)


def only_at(call: Call, ours: Outcome, theirs: Outcome, excused: np.ndarray | Callable[[int], np.ndarray]) -> bool:
    """Say whether every element that differs is one that `excused` names: a mask, or one for each result."""
    if ours.failed or theirs.failed:
        return False
    both = pairs(ours, theirs)
    for k, (x, y) in enumerate(both):
        if x.shape != y.shape or x.dtype != y.dtype:
            return False
        wrong = differing(call, x, y, theirs.inputs)
        if wrong.any():
            mask = np.asarray(excused(k) if callable(excused) else excused)
            if np.broadcast_shapes(mask.shape, wrong.shape) != wrong.shape or (wrong & ~mask).any():
                return False
    return bool(both)


def operands(call: Call) -> list[Any]:
    """Return the values of a function's positional arguments: arrays and numbers."""
    return [value_of(call, node) for node in call.args]


def value_of(call: Call, node: Any) -> Any:
    """Return what an argument holds: an array where it is one, numbers and the like as they are."""
    if isinstance(node, Alias):
        return call.args[0].data[node.part or ()]
    if isinstance(node, Arr):
        # An empty list has one axis, whatever array it was made from.
        return np.asarray(node.data.tolist()) if node.form == "list" else node.data
    if type(node) in (list, tuple) and any(isinstance(item, Arr | list | tuple) for item in node):
        return [value_of(call, item) for item in node]
    return node


# ------------------------------------------------------------------ related calls


def numpy_gives(call: Call) -> Outcome:
    """Return what NumPy gives for a call."""
    return quietly(call, NUMPY)


def we_give(call: Call) -> Outcome:
    """Return what is given here for a call."""
    return quietly(call, OURS)


def gives(call: Call, ours: Outcome, theirs: Outcome) -> Mismatch | None:
    """Return how one outcome differs from another by the rules of the function's row."""
    return compare(call, replace(ours, inputs=()), replace(theirs, inputs=()), ROWS[call.name].close)


def agrees(call: Call) -> bool:
    """Say whether a related call gives here what it gives in NumPy."""
    ours, theirs = we_give(call), numpy_gives(call)
    return not ours.failed and gives(call, ours, theirs) is None


def is_numpys(call: Call, ours: Outcome, other: Call, sharing: bool = False) -> bool:
    """Say whether `ours` is what NumPy gives for another call, memory that is shared too where that is asked."""
    theirs = numpy_gives(other)
    if ours.failed or theirs.failed:
        return False
    if sharing:
        return compare(call, ours, theirs, ROWS[call.name].close) is None
    return gives(call, ours, theirs) is None


def as_documented(other: Call, ours: Outcome, also: Also, sharing: bool = False) -> bool:
    """Say whether `ours` is what NumPy gives for another call, but for what another row explains."""
    theirs = numpy_gives(other)
    if not sharing:
        ours, theirs = replace(ours, inputs=()), replace(theirs, inputs=())
    mismatch = compare(other, ours, theirs, ROWS[other.name].close)
    return mismatch is None or also(other, ours, theirs, mismatch)


def without(call: Call, *keys: str) -> Call:
    """Return a call without these keywords."""
    return call.changed(kwargs={key: value for key, value in call.kwargs.items() if key not in keys})


def mapped(call: Call, change: Callable[[Any], Any]) -> Call:
    """Return a call with every argument changed, those in lists and tuples too."""

    def deep(node: Any) -> Any:
        return type(node)(map(deep, node)) if type(node) in (list, tuple) else change(node)

    return call.changed([deep(arg) for arg in call.args], {key: deep(value) for key, value in call.kwargs.items()})


def cast_of(value: Any, dtype: Any) -> np.ndarray:
    """Return NumPy's cast of a result, without a word."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.asarray(value).astype(dtype)


def beyond(values: Any, dtype: np.dtype) -> np.ndarray:
    """Return which values an integer dtype does not hold, once their fraction is cut off."""
    values = np.asarray(values)
    if values.dtype.kind not in "fcV":
        return np.zeros(values.shape, bool)
    with np.errstate(all="ignore"):
        cut = np.trunc(values.real.astype(np.float64))
    info = np.iinfo(dtype)
    return ~((cut >= float(info.min)) & (cut < float(int(info.max) + 1)))


# ------------------------------------------------------------------ errors


def _plain(node: Any, shape: tuple[int, ...]) -> Any:
    if isinstance(node, Alias):
        return Alias()
    if not isinstance(node, Arr):
        return node
    # An empty list is one of floats.
    dtype = node.data.dtype if node.form != "list" or node.data.size else np.dtype(float)
    return Arr(np.zeros(shape, dtype), "C", node.form)


def _typed(node: Any, name: str, none: Any) -> Any:
    if isinstance(node, Arr):
        return Arr(np.zeros(node.shape, name), "C", node.form)
    if isinstance(node, Dtype):
        return Dtype(name)
    if node is None:
        return none
    return 1 if isinstance(node, float | complex | list) or (isinstance(node, int) and abs(node) > 99) else node


def faults(call: Call) -> tuple[set[tuple[str, str]], ...]:
    """Return the errors, with how they begin, of a call whose shapes are made to fit, and of one whose dtypes are."""
    fitting = [mapped(call, partial(_plain, shape=shape)) for shape in ((), (1,), (1, 1))]
    typed = [
        mapped(without(call, "casting"), partial(_typed, name=name, none=none))
        for name in ("int64", "float64", "bool")
        for none in (None, 0)
    ]
    valued = [_number_free(changed) for changed in typed]
    said = [numpy_gives(other) for other in fitting], [numpy_gives(other) for other in (*typed, *valued)]
    return tuple({(error_class(o.error), text_of(o)[:12]) for o in some if o.failed and not o.unmade} for some in said)


def _number_free(call: Call) -> Call:
    """Return a call whose keywords that are numbers are 1."""
    return call.changed(kwargs={k: 1 if isinstance(v, int | float) else v for k, v in call.kwargs.items()})
