"""Says of a call whose errors differ from NumPy's by which documented difference: one function for each row.

Each recomputes the condition that its row names, with what `excuse` offers, and holds all the rest to NumPy's answer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from conformance.differential.compare import error_class
from conformance.differential.excuse import (
    PUBLIC,
    Also,
    as_documented,
    faults,
    gives,
    is_numpys,
    last_name,
    mapped,
    numpy_gives,
    operands,
    raised,
    text_of,
    value_of,
    we_give,
)
from conformance.differential.nodes import Alias, Arr, Call, Dtype

ORDERS = ("operator.eq", "operator.ne", "operator.lt", "operator.le", "operator.gt", "operator.ge")


def _odd(x: Any) -> bool:
    return x is None or x is Ellipsis or isinstance(x, str | dict | slice)


def _huge(call: Any, x: Any) -> bool:
    top = 2**63 if last_name(call).startswith("logical") else 2**64
    return isinstance(x, int) and not -(2**63) <= x < top


def unsupported(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """No object, text and other such arrays, and no integers beyond 64 bits."""
    says = ("cannot make an array of", "does not fit an integer dtype", "is not supported by xp_torch", "inhomogeneous",
            "out of bounds for")  # fmt: skip
    huge = any(_huge(call, x) for x in call.leaves())
    if odd_comparison(call, ours, theirs):
        return True
    if call.name in ("array_equal", "array_equiv") and any(_huge(call, x) or _odd(x) for x in call.args[:2]):
        return ours.value is False and not ours.failed
    if huge and not ours.failed:
        # Beside a float it is that float, where NumPy makes objects.
        objects = theirs.failed or getattr(getattr(theirs.value, "dtype", None), "kind", "") == "O"
        return objects and is_numpys(call, ours, mapped(call, lambda x: float(x) if _huge(call, x) else x))
    odd = any(map(_odd, call.leaves())) or call.hostile
    return raised(ours, *PUBLIC) and any(text in text_of(ours) for text in says[: 5 if huge else 4]) and (huge or odd)


def odd_comparison(call: Any, ours: Any, theirs: Any) -> bool:
    """Say whether something that is no number is compared, which NumPy does element by element."""
    if call.name not in ORDERS or not any(map(_odd, call.leaves())):
        return False
    if call.name in ORDERS[:2]:
        return ours.value is (call.name == "operator.ne") and not ours.failed
    return raised(ours, "TypeError")


def not_arrays(call: Any, ours: Any, theirs: Any, mismatch: Any, also: Also) -> bool:
    """NumPy falls over what is no array; here it is made one."""
    # These take the length of a list for its size along every axis.
    fell = raised(theirs, "AttributeError") or call.name.endswith("split")
    # A list of lists has no slices of several axes.
    fell = fell or (call.name == "trim_zeros" and raised(theirs, "TypeError"))
    if not fell and "Input should be a NumPy array" not in text_of(theirs):
        return False
    # What is no array is the first argument, or the indices.
    arrays = [isinstance(x, Arr) and x.form == "array" for x in call.args]
    at = int(call.name in ("take_along_axis", "put_along_axis") and arrays[:1] == [True] and len(arrays) > 1)
    if not arrays or arrays[at]:
        return False

    def made(x: Any) -> Any:
        if isinstance(x, Arr):
            return Arr(np.asarray(value_of(call, x)))
        return Arr(np.asarray(x)) if isinstance(x, bool | int | float | complex | list | tuple) else x

    try:
        array = made(call.args[at])
    except ValueError:  # a ragged list
        return raised(ours, *PUBLIC)
    if array is call.args[at]:
        return False
    return as_documented(call.changed([*call.args[:at], array, *call.args[at + 1 :]]), ours, also)


def _accidental(call: Any, theirs: Any) -> Any:
    """Return what stands in for a call that NumPy falls over, or None: another call or what it would give."""
    text, name = text_of(theirs), last_name(call)
    first = operands(call)[0] if call.args else None
    if name in ("fftshift", "ifftshift", "roll") and "not enough values to unpack" in text and np.ndim(first) == 0:
        return replace(theirs, value=np.asarray(first), error=None)
    if name == "tensorinv" and ("reshape() takes exactly" in text or "shape (0,newaxis)" in text):
        whole, ind = np.asarray(first), call.kwargs.get("ind", 2)
        with np.errstate(all="ignore"):
            turned = np.zeros(whole.shape[ind:] + whole.shape[:ind], whole.dtype) * 1.0 if whole.ndim else 1.0 / whole
        return replace(theirs, value=np.asarray(turned), error=None)
    if "cannot reshape array of size 0" in text and isinstance(first, np.ndarray | list | tuple):
        first = np.asarray(first)
        # Axes of no elements that stay: as many as there are, which some number stands for.
        one = numpy_gives(call.changed([Arr(np.zeros([n or 97 for n in first.shape], first.dtype)), *call.args[1:]]))
        shape = [0 if n == 97 else n for n in np.shape(one.value)]
        return replace(theirs, value=np.zeros(shape, np.asarray(one.value).dtype), error=None)
    if name in ("quantile", "percentile") and "out of bounds for axis" in text and np.size(first) == 0:
        return call.changed([Arr(np.zeros(np.shape(first), "int64")), *call.args[1:]])  # in which no NaN is looked for
    if name == "put_along_axis" and "read-only" in text and call.args[0].layout != "bcast":
        return call.changed([Arr(call.args[0].data), *call.args[1:]])
    if name == "finfo" and "numpy.object_" in text and isinstance(call.args[0], Arr):
        return call.changed([Dtype(call.args[0].data.dtype.name)])
    if name == "clip" and "missing 1 required" in text:
        rest = {key: value for key, value in call.kwargs.items() if key != "max"}
        return call.changed([*call.args, call.kwargs.get("max")], rest)
    return None


def accident(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy's code falls over something before it has checked the arguments."""
    if not theirs.failed:
        return False
    other = _accidental(call, theirs)
    if other is not None and not ours.failed:
        written = call.name == "put_along_axis"
        return (
            is_numpys(call, ours, other, sharing=written)
            if isinstance(other, Call)
            else gives(call, ours, other) is None
        )
    says = {
        "fft.": ("index", "cannot do a non-empty take", "Invalid number of FFT data points", "different lengths",
                 "division by zero", "out of bounds"),
        "split": ("modulo by zero", "tuple index out of range"),
        "tensorinv": ("reshape()", "newaxis"),
        "setitem": ("only 0-dimensional arrays can be",),
        "finfo": ("not inexact",),
        "common_type": ("has no attribute",),
        "matrix_power": ("Cannot cast ufunc 'reciprocal'",),
    }  # fmt: skip
    mine = any(text in text_of(theirs) for part, texts in says.items() if part in call.name for text in texts)
    return mine and raised(ours, *PUBLIC)


def two_faults(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A cast that is not allowed beside shapes that do not fit: with one of them mended NumPy says the other."""
    if mismatch.what != "error" or not theirs.failed or not raised(ours, *PUBLIC):
        return False
    here, there = error_class(ours.error), (error_class(theirs.error), text_of(theirs)[:12])
    if call.name.startswith("setitem.i"):
        # Of ``x[key] op= y`` it is the operator that has two faults.
        read = numpy_gives(Call("operator.getitem", call.args[:2]))
        call = call if read.failed else Call(f"operator.{last_name(call)}", [Arr(np.asarray(read.value)), call.args[2]])
    fitting, typed = faults(call)
    return any(there in a and here in {name for name, _ in b} for a, b in ((fitting, typed), (typed, fitting)))


def hostile(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Which error an argument gets that no caller means: both refuse it."""
    refused = raised(theirs, *PUBLIC, "AttributeError", "ZeroDivisionError", "MemoryError", "SystemError")
    zero = ("ZeroDivisionError",) if call.name == "average" else ()  # of weights, beside the odd argument
    return call.hostile and mismatch.what == "error" and refused and raised(ours, *PUBLIC, *zero)


def lenient(call: Any, ours: Any, theirs: Any, mismatch: Any, also: Also) -> bool:
    """An index, count or flag of another type is taken for its value: NumPy gives the same for that value."""
    shared = mismatch.what == "sharing" and "copy" in call.kwargs
    inverted = mismatch.what == "value" and "invert" in call.kwargs
    refused = mismatch.what == "no error" and raised(theirs, "TypeError", "ValueError", "OverflowError")
    share = mismatch.what == "dtype" and last_name(call) in ("quantile", "percentile", "nanquantile", "nanpercentile")
    if not call.hostile or not (shared or inverted or refused or share):
        return False
    places = [(i, x) for i, x in enumerate(call.args)] + list(call.kwargs.items())
    for place, given in places:
        for value in _values_of(given):
            if isinstance(place, int):
                other = call.changed([*call.args[:place], value, *call.args[place + 1 :]])
            else:
                other = call.changed(kwargs={**call.kwargs, place: value})
            other.hostile = False
            if not ours.failed and as_documented(other, ours, also, sharing=shared):
                return True
    return False


def _values_of(x: Any) -> list[Any]:
    """Return what an argument may be taken for: its truth, its integer, a tuple of it."""
    if isinstance(x, Arr | Alias) or (isinstance(x, Dtype) and x.form != "text"):
        return []
    found = [bool(x.name if isinstance(x, Dtype) else x)]
    if isinstance(x, bool):
        found = [int(x)]
    return [*found, tuple(x)] if isinstance(x, list | dict) else found


#: what an argument is that NumPy gets by with, and what stands in for it to see that the rest of the call is right.
STRICT = {
    "ddof": (1, complex | list | tuple | dict), "correction": (1, complex | list | tuple | dict),
    "where": (True, float | complex | list | tuple), "norm": (None, bool | list | tuple | float),
    "order": ("K", type(None)), "N": (1, float), "M": (1, float), "axes": (None, dict), "axis": (None, dict | list),
    "discont": (None, type(...)),
    "repeats": (1, list), "mode": ("clip", tuple | type(None)),
    "align": (False, object), "d": (1.0, complex), "k": (1, float), "shift": (1, complex | slice | type(None)),
    "rcond": (1e-15, complex | list | tuple), "tol": (1e-15, complex), "ord": (2, complex | list | tuple),
}  # fmt: skip
POSITIONS = {
    "tri": ("N", "M", "k"), "tril_indices": ("n", "k", "m"), "triu_indices": ("n", "k", "m"),
    "tril": ("m", "k"), "triu": ("m", "k"), "repeat": ("a", "repeats"),
    "dtype": ("dtype", "align"), "fftfreq": ("n", "d"), "rfftfreq": ("n", "d"),
    "roll": ("a", "shift"), "rot90": ("m", "k"), "pinv": ("a", "rcond"), "lstsq": ("a", "b", "rcond"),
    "matrix_rank": ("A", "tol"), "norm": ("x", "ord"),
    **dict.fromkeys(("average", "median", "nanmedian", "size"), ("a", "axis")), "unwrap": ("p", "discont"),
    "tril_indices_from": ("arr", "k"), "triu_indices_from": ("arr", "k"),
    **dict.fromkeys(("quantile", "percentile", "nanquantile", "nanpercentile"), ("a", "q", "axis")),
}  # fmt: skip


def strict(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """An argument is refused with which NumPy gets by; with a right one the call is NumPy's."""
    if not call.hostile or mismatch.what != "error" or theirs.failed or not raised(ours, "TypeError", "ValueError"):
        return False
    named = list(zip(POSITIONS.get(last_name(call), ()), range(len(call.args)), strict=False))
    for key, place in [*named, *((key, None) for key in call.kwargs)]:
        given = call.kwargs[key] if place is None else call.args[place]
        right, wrong = STRICT.get(key, (None, ()))
        if key in STRICT and isinstance(given, wrong):
            if place is None:
                return not we_give(call.changed(kwargs={**call.kwargs, key: right})).failed
            args = call.args[:place] if key == "align" else [*call.args[:place], right, *call.args[place + 1 :]]
            return not we_give(call.changed(args)).failed
    return False


def repeated_text(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Text times a 0-D array of integers is repeated, as by an integer."""
    if call.name not in ("operator.mul", "operator.imul") or len(call.args) != 2:
        return False
    values = [x.name if isinstance(x, Dtype) else x for x in operands(call)]
    text = next((x for x in values if isinstance(x, str)), None)
    count = next((x for x in values if isinstance(x, np.ndarray)), None)
    if text is None or count is None or count.ndim:
        return False
    if int(count) * len(text) > 2**40:
        return raised(ours, "MemoryError", "OverflowError")
    return bool(ours.value == text * int(count))
