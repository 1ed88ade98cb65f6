"""Says of item assignments, `clip` and views how they differ by a documented difference: one function for each row.

Each recomputes in NumPy what its row says is given here, and holds all the rest to it.
"""

from __future__ import annotations

import copy
import operator
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from conformance.differential.compare import NUMPY, Outcome, as_numpy, error_class
from conformance.differential.excuse import cast_of, is_numpys, last_name, only_at, raised, text_of, value_of
from conformance.differential.nodes import Alias, Arr, Call, Dtype

COMPUTE: dict[str, Callable[[Any, Any], Any]] = {"setitem.iadd": np.add, "setitem.imul": np.multiply}


def _place(call: Call) -> tuple[np.ndarray, Any]:
    """Return the array that is written and the key, as NumPy has them."""
    x, key = (NUMPY.realize(node, []) for node in call.args[:2])
    return x, key


def _element(call: Call) -> tuple[np.ndarray, Any, Any]:
    """Return the array that is written, the key, and what NumPy reads there: None if it can't."""
    x, key = _place(call)
    try:
        return x, key, x[key]
    except (IndexError, OverflowError):
        return x, key, None


def _assigned(call: Call, x: np.ndarray, key: Any, value: Any) -> Outcome:
    """Return what NumPy gives for ``x[key] = value``, with the other arrays of the call as they are."""
    x = copy.copy(x)
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            operator.setitem(x, key, value)
    except Exception as error:
        return Outcome(error=error)
    others = [NUMPY.realize(node, []) for node in call.arrays() if node.form == "array"]
    return Outcome(x, None, (x, *others[1:]))


def _as_arrays(call: Call, ours: Outcome) -> bool:
    """Say whether ``x[key] op= value`` gave the 0-D array that is computed, assigned as NumPy assigns arrays."""
    x, key = _place(call)
    value = value_of(call, call.args[2])
    try:
        with np.errstate(all="ignore"):
            new = np.asarray(COMPUTE[call.name](x[key], value))
    except (ValueError, TypeError) as error:
        return raised(ours, error_class(error))
    expected = _assigned(call, x, key, new)
    if expected.failed or ours.failed:
        here = raised(ours, error_class(expected.error)) or "with a sequence" in text_of(ours)
        return expected.failed and here
    written = np.zeros(x.shape, bool)
    written[key] = True
    kept = new.size == 1 and x.dtype.kind in "iu" and not _holds(x.dtype, new.reshape(())[()])
    # What a cast that does not hold the value gives is the machine's.
    machine = kept and new.dtype.kind in "fc"
    return only_at(call, ours, expected, written if machine else np.zeros_like(written))


def _holds(dtype: np.dtype, value: Any) -> bool:
    """Say whether an integer dtype holds a number, its fraction and imaginary part cut off."""
    real, info = value.real, np.iinfo(dtype)
    return bool(np.isfinite(real)) and info.min <= int(real) <= info.max


def element_beyond(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """An element of integers gets a new value that they do not hold, which NumPy checks in its scalars."""
    if call.name not in COMPUTE or not raised(theirs, "OverflowError", "ValueError"):
        return False
    x, _, element = _element(call)
    if x.dtype.kind != "i" or not isinstance(element, np.generic) or isinstance(call.args[2], str | Dtype):
        return False
    with np.errstate(all="ignore"):
        new = np.asarray(COMPUTE[call.name](element, value_of(call, call.args[2])))
    return new.ndim == 0 and not _holds(x.dtype, new[()]) and _as_arrays(call, ours)


def element_view(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """An element is addressed as a 0-D view, which NumPy writes in place, by the rules of `out`."""
    if call.name not in COMPUTE:
        return False
    said = ("with casting rule 'same_kind'", "non-broadcastable output operand")
    if not any(text in text_of(theirs) for text in said):
        return False
    element = _element(call)[2]
    return isinstance(element, np.ndarray) and element.ndim == 0 and _as_arrays(call, ours)


def repeated_list(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy's integer scalars times a list repeat the list; others are refused."""
    value = call.args[2] if len(call.args) > 2 else None
    if call.name != "setitem.imul" or not (isinstance(value, list | tuple) or getattr(value, "form", "") == "list"):
        return False
    refused = "can't multiply sequence" in text_of(theirs)
    return isinstance(_element(call)[2], np.generic if refused else np.integer) and _as_arrays(call, ours)


def overlapping_mask(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy reads what it has written where a mask of the array's own shape takes values from the array."""
    if call.name != "setitem" or not isinstance(call.args[2], Alias) or ours.failed or theirs.failed:
        return False
    x, key = _place(call)
    key = key[0] if isinstance(key, tuple) and len(key) == 1 else key
    mask = np.asarray(key)
    if mask.dtype != bool or mask.shape != x.shape:
        return False
    return only_at(call, ours, _assigned(call, x, mask, value_of(call, call.args[2]).copy()), np.zeros(x.shape, bool))


def nothing_written(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy takes a value without elements of too many dimensions where index arrays point nowhere."""
    if call.name == "insert" and "could not broadcast input array" in text_of(ours):
        return not theirs.failed and all(np.size(value_of(call, node)) == 0 for node in call.args[1:3])
    if call.name == "put_along_axis" and "shape mismatch: value array" in text_of(ours):
        return not theirs.failed and all(np.size(value_of(call, node)) == 0 for node in call.args[1:3])
    if not call.name.startswith("setitem") or "shape mismatch: value array" not in text_of(ours):
        return False
    x, _, selected = _element(call)
    value = np.asarray(value_of(call, call.args[2]))
    if selected is None:  # so it goes on to look for an index out of bounds
        return value.size == 0 and raised(theirs, "IndexError")
    if theirs.failed:
        return False
    return selected.size == 0 == value.size and value.ndim > selected.ndim and theirs.value.tobytes() == x.tobytes()


def sequence_as_element(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A sequence stands for one element: NumPy takes its truth for a bool, and raises by dtype."""
    if call.name not in ("setitem", "ndarray.fill") or "with a sequence" not in text_of(ours):
        return False
    value = call.args[-1]
    if not isinstance(value, list | tuple) and getattr(value, "form", "") != "list":
        return False
    if call.name == "ndarray.fill":
        x, key = NUMPY.realize(call.args[0], []), ...
    else:
        x, key, element = _element(call)
        if not isinstance(element, np.generic):
            return False
    if x.dtype != bool:
        return raised(theirs, "TypeError", "ValueError")
    truth = bool(value if isinstance(value, list | tuple) else value.data.tolist())
    expected = _assigned(call, x, key, truth)
    return not theirs.failed and expected.value.tobytes() == theirs.inputs[0].tobytes()


def _clipped(call: Any) -> tuple[Any, list[Any], Any] | None:
    """Return the array of a `clip`, its bounds and ``minimum(maximum(a, min), max)``; None for another call."""
    given = dict(zip(("a", "min", "max", "out"), call.args, strict=False)) | call.kwargs
    if last_name(call) != "clip" or not {"a", "min", "max"} <= set(given) <= {"a", "min", "max", "out"}:
        return None
    x, low, high = (value_of(call, given[name]) for name in ("a", "min", "max"))
    with np.errstate(all="ignore"):
        expected = x if low is None else np.maximum(x, low)
        return x, [low, high], expected if high is None else np.minimum(expected, high)


def nan_bound(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`clip` of complex numbers, where a bound has a NaN part."""
    found = None if ours.failed or theirs.failed or call.hostile else _clipped(call)
    if found is None:
        return False
    bounds = [np.asarray(bound) for bound in found[1] if bound is not None]
    if not any(bound.dtype.kind == "c" and np.isnan(bound).any() for bound in bounds):
        return False
    here = as_numpy(ours.value)
    expected = np.broadcast_to(cast_of(found[2], here.dtype), here.shape)  # to that of an `out`
    return np.array_equal(here, expected, equal_nan=True)


def dropped_bound(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`clip` with a Python int at or beyond what the dtype of the first array holds, which NumPy drops."""
    if ours.failed or theirs.failed or call.hostile or not {type(node) for node in call.args[1:]} & {int}:
        return False
    found = _clipped(call)
    if found is None or np.asarray(found[0]).dtype.kind not in "iu":
        return False
    info = np.iinfo(np.asarray(found[0]).dtype)
    low, high = found[1]
    dropped = (type(low) is int and low <= info.min) or (type(high) is int and high >= info.max)
    here = as_numpy(ours.value)
    return dropped and np.array_equal(here, cast_of(found[2], here.dtype))


def viewed_as_none(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A view as None is a view of the same dtype, or of the same class."""
    if call.name != "ndarray.view" or not any(x is None for x in call.args[1:]) or call.kwargs:
        return False
    x, *rest = call.args
    # A negative step is a copy, which NumPy could not view.
    reversed_ = isinstance(x, Arr) and x.layout == "neg"
    other = call.changed([Arr(x.data) if reversed_ else x, *(node for node in rest if node is not None)])
    return is_numpys(call, ours, other, sharing=not reversed_)


def reshaped_as_none(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A copy that is asked for in the shape None is one."""
    if call.name not in ("reshape", "ndarray.reshape") or call.args[1:2] != [None] or not call.kwargs.get("copy"):
        return False
    return mismatch.what == "sharing" and "is apart from" in mismatch.here
