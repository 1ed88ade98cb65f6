"""Says of a call how it differs from NumPy by a documented difference: one function for each row that needs one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

#: what casts what it is given to a dtype that it has or is asked for.
CASTS = (
    *("astype", "asarray", "asanyarray", "array", "full", "full_like"),
    *("arange", "linspace", "logspace", "geomspace", "fill", "setitem"),
)


def last_name(call: Any) -> str:
    """Return the name of a function without its module."""
    return call.name.rpartition(".")[2]


def called(*names: str) -> Callable[..., bool]:
    """Return what says whether one of `names` is called."""
    return lambda call, ours, theirs, mismatch: last_name(call) in names


def raised(outcome: Any, *names: str) -> bool:
    """Say whether a call raised an error of one of these classes."""
    return outcome.failed and any(cls.__name__ in names for cls in type(outcome.error).__mro__)


def text_of(outcome: Any) -> str:
    """Return the message of a call that raised."""
    return str(outcome.error) if outcome.failed else ""


def unsupported(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """No object, text and other such arrays, and no integers beyond 64 bits."""
    says = ("cannot make an array of", "does not fit an integer dtype", "is not supported by xp_torch", "inhomogeneous",
            "out of bounds for")  # fmt: skip
    top = 2**63 if last_name(call).startswith("logical") else 2**64
    huge = any(isinstance(x, int) and not -(2**63) <= x < top for x in call.leaves())
    if odd_comparison(call, ours, theirs):
        return True
    odd = any(x is None or x is Ellipsis or isinstance(x, str | dict | slice) for x in call.leaves()) or call.hostile
    if huge and not ours.failed:
        return theirs.failed or getattr(getattr(theirs.value, "dtype", None), "kind", "") == "O"
    return ours.failed and any(text in text_of(ours) for text in says[: 5 if huge else 4]) and (huge or odd)


def odd_comparison(call: Any, ours: Any, theirs: Any) -> bool:
    """Say whether something that is no number is compared, which NumPy does element by element."""
    odd = any(x is None or x is Ellipsis or isinstance(x, str | dict | slice) for x in call.leaves())
    return odd and call.name in (
        "operator.eq",
        "operator.ne",
        "operator.lt",
        "operator.le",
        "operator.gt",
        "operator.ge",
    )


def not_arrays(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy falls over what is no array; here it is made one."""
    return raised(theirs, "AttributeError") or "Input should be a NumPy array" in text_of(theirs)


def accident(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy's code falls over something before it has checked the arguments."""
    says = ("tuple index out of range", "list index out of range", "not enough values to unpack", "missing 1 required",
            "reshape() takes exactly", "shape (0,newaxis)", "Cannot cast ufunc 'reciprocal' input from dtype('O')",
            "Invalid number of FFT data points", "numpy.object_'> not inexact", "only 0-dimensional arrays can be",
            "Shape and axes have different lengths")  # fmt: skip
    if call.name.startswith("fft.") and raised(theirs, "IndexError"):
        return True
    return (raised(theirs, "ZeroDivisionError") and (ours.failed or 0 in call.leaves())) or any(
        text in text_of(theirs) for text in says
    )


def two_faults(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A cast that is not allowed beside shapes that do not fit."""
    casts = (
        *("Cannot cast", "cannot cast", "No loop", "not supported for the input", "out of bounds", "NaN", "infinity"),
        *("interpreted as an integer", "not iterable", "argument must be"),
    )
    shapes = ("broadcast", "dimension", "axis", "too many indices", "shape")
    said = [text_of(ours), text_of(theirs)]
    return (
        mismatch.what == "error"
        and all(said)
        and any(any(t in a for t in casts) and any(t in b for t in shapes) for a, b in (said, said[::-1]))
    )


def out_buffer(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Reductions write what they have so far into an `out` that does not hold it."""
    out = call.kwargs.get("out")
    out = call.args[0] if type(out).__name__ == "Alias" else out
    first = call.args[0] if call.args else None
    if not hasattr(out, "data") or not hasattr(first, "data") or mismatch.what not in ("value", "input 1 afterwards"):
        return False
    names = ("sum", "prod", "max", "min", "amax", "amin", "cumsum", "cumprod", "mean", "std", "var")
    wide = np.result_type(first.data.dtype, np.float64 if last_name(call) in ("mean", "std", "var") else np.int64)
    return last_name(call) in names and not np.can_cast(wide, out.data.dtype, "safe")


def referee(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy itself, asked in a wider dtype, gives what is given here: it has lost digits or overflowed on the way."""
    if mismatch.what != "value" or not hasattr(np, call.name) or not isinstance(getattr(np, call.name), np.ufunc):
        return False
    wider = {"complex64": np.complex128, "complex128": np.clongdouble, "float32": np.float64, "float64": np.longdouble,
             "float16": np.float64}  # fmt: skip
    arrays = [x.data for x in call.arrays()]
    if len(arrays) != len(call.args) or call.kwargs or not all(x.dtype.name in wider for x in arrays):
        return False
    with np.errstate(all="ignore"):
        wide = getattr(np, call.name)(*[x.astype(wider[x.dtype.name]) for x in arrays])
        here, there = np.asarray(ours.value), np.asarray(theirs.value)
        off = np.abs(here - wide), np.abs(there - wide)
        fits = np.isfinite(wide) & (np.abs(wide) <= float(np.finfo(there.dtype).max))
        info = np.finfo(there.dtype)
        close = off[0] <= 4 * (info.eps * np.abs(wide) + info.smallest_subnormal)
    return bool((close & fits | (here == there) | (here != here) & (there != there)).all())


def blas(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """BLAS leaves out what is multiplied by zero."""
    if last_name(call) not in ("dot", "multi_dot", "matmul", "tensordot", "kron", "outer") or mismatch.what != "value":
        return False
    here, there = np.asarray(ours.value), np.asarray(theirs.value)
    return bool(((here == there) | np.isnan(here)).all())


def narrow(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Means and variances that are asked for in a dtype of a lower kind than they have."""
    asked = call.kwargs.get("dtype")
    if last_name(call) not in ("mean", "std", "var") or not call.args or type(asked).__name__ != "Dtype":
        return False
    own = call.arrays()[0].data.dtype if call.arrays() else np.asarray(call.args[0]).dtype
    kind = np.dtype(asked.name).kind
    if own.kind == "c" and kind != "c":
        return True
    return kind in "biu" and (last_name(call) != "mean" or kind == "b" or own.kind in "fc")


def hostile(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Which error an argument gets that no caller means."""
    public = ("TypeError", "ValueError", "IndexError", "OverflowError", "AttributeError", "ZeroDivisionError")
    takes = not theirs.failed and raised(ours, "TypeError")
    refuses = raised(ours, *public[:4]) and raised(theirs, *public)
    return call.hostile and mismatch.what == "error" and (refuses or takes)


def lenient(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """An index, count or flag of another type that has its value all the same."""
    if call.hostile and mismatch.what == "sharing" and not isinstance(call.kwargs.get("copy", True), bool):
        return True
    return call.hostile and mismatch.what == "no error" and raised(theirs, "TypeError", "OverflowError")


def out_of_range(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A cast to integers is asked for, and some float is beyond what their dtype holds."""
    if mismatch.what != "value" and not mismatch.what.startswith("input"):
        return False
    integers = [
        x.dtype for x in (theirs.value, *theirs.inputs) if getattr(getattr(x, "dtype", None), "kind", "") in "iu"
    ]
    asked = any(type(x).__name__ == "Dtype" for x in call.leaves()) or "out" in call.kwargs or len(call.args) > 2
    if not integers or not (asked or last_name(call) in CASTS or call.name.startswith("setitem")):
        return False
    low, high = max(np.iinfo(d).min for d in integers), min(np.iinfo(d).max for d in integers)
    values = [x.data for x in call.arrays()] + [np.asarray(x) for x in call.leaves() if isinstance(x, float | complex)]
    with np.errstate(all="ignore"):
        parts = [x.real.astype(np.float64) for x in values if x.dtype.kind in "fcV"]
    # What is computed on the way may be larger than what is given.
    return any(not ((x > low - 1) & (x < high + 1)).all() for x in parts) or bool(
        parts and call.kwargs.get("out") is not None
    )


def negative_power(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Integers to a negative power."""
    empty = any(0 in x.shape for x in call.arrays())
    return ("negative integer powers" in text_of(theirs) and not ours.failed) or (
        "negative integer powers" in text_of(ours) and empty
    )


def not_finite_floor(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`floor_divide` at infinities, given or reached by overflow."""
    if last_name(call) not in ("floor_divide", "floordiv", "ifloordiv", "divmod"):
        return False
    values = [x.data for x in call.arrays()] + [np.asarray(x) for x in call.leaves() if isinstance(x, int | float)]
    with np.errstate(all="ignore"):
        numbers = [np.asarray(x, np.float64) for x in values if x.dtype.kind != "c"]
        return any(not np.isfinite(x).all() or np.abs(x).max(initial=0) >= 65504 for x in numbers)


def complex_special(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Complex functions at which the standard's tables differ from NumPy's values."""
    return (
        last_name(call) in ("expm1", "sign", "tanh")
        and mismatch.what in ("value", "input 1 afterwards")
        and any(x.data.dtype.kind == "c" for x in call.arrays())
    ) or (
        last_name(call) in ("expm1", "sign", "tanh")
        and any(isinstance(x, complex) or getattr(x, "name", "").startswith("complex") for x in call.leaves())
    )


def steps(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Negative steps are copies."""
    negative = any(isinstance(x, slice) and x.step is not None and x.step < 0 for x in call.leaves())
    laid = any(x.layout == "neg" for x in call.arrays())
    if (
        laid
        and not ours.failed
        and (
            "Unable to avoid copy" in text_of(theirs)
            or "must be contiguous" in text_of(theirs)
            or "C-Array" in text_of(theirs)
        )
    ):
        return True
    return mismatch.what == "sharing" and (negative or last_name(call) in ("flip", "fliplr", "flipud", "rot90"))


def bfloat16(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Say whether the row of this name explains the call."""
    return any(x.data.dtype.name == "bfloat16" for x in call.arrays())


def where_int(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Say whether the row of this name explains the call."""
    return call.name == "where" and raised(ours, "OverflowError") and not theirs.failed


def uninitialised(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Say whether the row of this name explains the call."""
    return call.name.startswith("fft.") and mismatch.what == "value" and any(0 in x.shape for x in call.arrays())


def scalar_attribute(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Say whether the row of this name explains the call."""
    if call.name == "linspace" and mismatch.what == "type":
        return True
    return (
        mismatch.what == "type"
        and isinstance(theirs.value, int | float | complex)
        and getattr(ours.value, "ndim", 1) == 0
    )


def rounding(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Say whether the row of this name explains the call."""
    return call.name == "builtins.round" and "__round__" in text_of(theirs)


def empty_axes(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Say whether the row of this name explains the call."""
    none = (
        not call.arrays()
        or call.kwargs.get("axes", 1) == ()
        or call.kwargs.get("s", 1) == ()
        or any(x.shape == () for x in call.arrays())
    )
    return call.name.startswith("fft.") and none and mismatch.what in ("dtype", "sharing")
