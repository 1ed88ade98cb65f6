"""Says of a call how it differs from NumPy by a documented difference: one function for each row that needs one.

Each recomputes the condition that its row names, with what `excuse` offers, and holds all the rest to NumPy's answer;
those of the errors are in `refusals`.
"""

from __future__ import annotations

import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

import ml_dtypes
import numpy as np

import xp_torch as xp
from conformance.differential.calls import ROWS
from conformance.differential.compare import Outcome, as_numpy
from conformance.differential.excuse import (
    PUBLIC,
    Also,
    agrees,
    as_documented,
    beyond,
    cast_of,
    gives,
    is_numpys,
    last_name,
    leaves,
    mapped,
    numpy_gives,
    only_at,
    operands,
    raised,
    text_of,
    value_of,
    we_give,
    without,
)
from conformance.differential.nodes import Alias, Arr, Call, Dtype


def called(*names: str) -> Callable[..., bool]:
    """Return what says whether one of `names` is called."""
    return lambda call, ours, theirs, mismatch: last_name(call) in names


def _cast(value: Any, dtype: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return xp.astype(xp.asarray(value), dtype)


def _cast_once(call: Any, ours: Any, *keys: str) -> bool:
    """Say whether a result is the one without the keywords, which is NumPy's too, cast to their dtypes."""
    plain = without(call, *keys)
    if ours.failed or not agrees(plain):
        return False
    value = we_give(plain).value
    for key in ("dtype", "out"):
        given = call.kwargs.get(key)
        given = call.args[0] if isinstance(given, Alias) else given
        if key in keys and given is not None:
            value = _cast(value, given.data.dtype.name if isinstance(given, Arr) else given.name)
    x, y = as_numpy(ours.value), as_numpy(value)
    if isinstance(call.kwargs.get("out"), Arr) and "out" in keys:
        # a result of fewer dimensions is repeated in `out`
        y = np.broadcast_to(y, np.broadcast_shapes(x.shape, y.shape))
    if x.dtype != y.dtype or x.shape != y.shape:
        return False
    # What integers do not hold is cast in more ways than one.
    lost = (
        np.broadcast_to(beyond(as_numpy(we_give(plain).value), x.dtype), x.shape)
        if x.dtype.kind in "iu"
        else np.zeros(x.shape, bool)
    )
    return bool((_equal(x, y) | lost).all())


def out_buffer(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Reductions write what they have so far into an `out` that does not hold it; here it is cast once."""
    names = ("sum", "prod", "max", "min", "amax", "amin", "cumsum", "cumprod", "mean", "std", "var")
    out = call.kwargs.get("out")
    out = call.args[0] if isinstance(out, Alias) else out
    if last_name(call) not in names or not isinstance(out, Arr) or theirs.failed:
        return False
    plain = numpy_gives(without(call, "out"))
    if plain.failed or np.can_cast(np.asarray(plain.value).dtype, out.data.dtype, "safe"):
        return False
    return _cast_once(call, ours, "out")


def _log1p(z: np.ndarray) -> np.ndarray:
    """Return log1p of complex numbers, whose logarithm of `1 + z` NumPy takes without the digits of `z`."""
    found = np.empty_like(z)
    found.real = np.where(
        np.abs(z) < 0.5, np.log1p(z.real * (z.real + 2) + z.imag * z.imag) / 2, np.log(np.hypot(1 + z.real, z.imag))
    )
    found.imag = np.arctan2(z.imag, 1 + z.real)
    return found


def _refereed(call: Any, ours: Any, theirs: Any) -> np.ndarray:
    """Return where NumPy itself, asked in a wider dtype, gives what is given here."""
    wider = {"complex64": np.complex128, "complex128": np.clongdouble, "float32": np.float64, "float64": np.longdouble,
             "float16": np.float64}  # fmt: skip
    function, asked = getattr(np, call.name, None), call.kwargs.get("dtype")
    if not isinstance(function, np.ufunc):
        return np.asarray(False)
    arrays = [x.data for x in call.args if isinstance(x, Arr)]
    if isinstance(asked, Dtype) and not call.hostile:
        arrays = [cast_of(x, asked.name) for x in operands(call)]
    plain = not set(call.kwargs) - {"order", "casting", "out", "dtype", "where"}
    if len(arrays) != len(call.args) or not plain:
        return np.asarray(False)
    if isinstance(theirs.value, tuple) or not all(x.dtype.name in wider for x in arrays):
        return np.asarray(False)
    if np.asarray(theirs.value).dtype.kind not in "fc":
        return np.asarray(False)
    with np.errstate(all="ignore"):
        if call.name == "log1p" and arrays[0].dtype.kind == "c":
            function = _log1p
        wide = function(*[x.astype(wider[x.dtype.name]) for x in arrays])
        here, there = as_numpy(ours.value), np.asarray(theirs.value)
        info = np.finfo(there.dtype)
        bound = 4 * (info.eps * np.abs(wide) + info.smallest_subnormal)
        rounded = wide.astype(there.dtype)
        return (np.isfinite(rounded) & (np.abs(here - wide) <= bound)) | _equal(here, rounded)


def referee(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy has lost digits or overflowed on the way: asked in a wider dtype, it gives what is given here."""
    return mismatch.what == "value" and only_at(call, ours, theirs, _refereed(call, ours, theirs))


def _equal(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return where two arrays have one value, part by part, NaN where NaN is."""
    parts = [(x.real, y.real), (x.imag, y.imag)] if x.dtype.kind == "c" else [(x, y)]
    return np.logical_and.reduce([(a == b) | ((a != a) & (b != b)) for a, b in parts])


def blas(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """BLAS leaves out what is multiplied by zero: products of Python's numbers are NaN there, as here."""
    products = ("dot", "inner", "multi_dot", "matmul", "tensordot", "kron", "outer", "einsum")
    if last_name(call) not in products or mismatch.what != "value":
        return False
    if last_name(call) == "multi_dot":
        # Integers wrap on the way, which Python's do not.
        with np.errstate(all="ignore"):
            exact = reduce(_multiplied, [value_of(call, x) for x in call.args[0]])
    else:
        objects = numpy_gives(mapped(call, lambda x: Arr(x.data.astype(object)) if isinstance(x, Arr) else x))
        if objects.failed:
            return False
        exact = np.asarray(objects.value).astype(np.complex128)
    same = np.shape(exact) == np.shape(theirs.value)
    return same and only_at(call, ours, theirs, np.isnan(exact) & np.isnan(as_numpy(ours.value)))


def _multiplied(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the product of a vector or matrix and a matrix or vector, each term computed."""
    return (a[..., None] * b).sum(-2) if b.ndim > 1 else (a * b).sum(-1)


def narrow(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Means and variances that are asked for in a dtype of a lower kind than they have are cast once."""
    asked = call.kwargs.get("dtype")
    if last_name(call) not in ("mean", "std", "var") or not call.args or type(asked).__name__ != "Dtype":
        return False
    own, kind = np.asarray(operands(call)[0]).dtype, np.dtype(asked.name).kind
    lower = kind in "biu" and (last_name(call) != "mean" or kind == "b" or own.kind in "fc")
    return (lower or (own.kind == "c" and kind != "c")) and _cast_once(call, ours, "dtype", "out")


CASTS = ("astype", "asarray", "asanyarray", "array", "ascontiguousarray", "asfortranarray", "full_like", "fill")


def _written(call: Any, theirs: Any) -> np.ndarray | None:
    """Return which elements of a result are cast from a float that their integer dtype does not hold."""
    name, values = last_name(call), operands(call)
    if name in ("put", "put_along_axis"):
        target, key, value = call.args[:3]
        flags = Arr(beyond(value_of(call, value), target.data.dtype)) if target.data.dtype.kind in "iu" else None
        blank = Arr(np.zeros(target.shape, bool))
        return None if flags is None else numpy_gives(call.changed([blank, key, flags])).inputs[0]
    asked = next((x for x in (*call.args, *call.kwargs.values()) if isinstance(x, Dtype)), None)
    out = call.kwargs.get("out")
    out = call.args[0] if isinstance(out, Alias) else out
    result = np.asarray(leaves(theirs.value)[0]).dtype
    dtypes = [np.dtype(asked.name)] if asked is not None else []
    dtypes += [out.data.dtype if isinstance(out, Arr) else result]
    target = next((d for d in dtypes if d.kind in "iu"), dtypes[0])
    if call.name.startswith("setitem"):
        x, key, value = call.args
        if x.data.dtype.kind not in "iu":
            return None
        source = np.asarray(value_of(call, value))
        if name != "setitem":
            read = numpy_gives(Call("operator.getitem", [x, key])).value
            source = np.add(read, source) if name == "iadd" else np.multiply(read, source)
        blank = Arr(np.zeros(x.shape, bool))
        return np.asarray(numpy_gives(call.changed([blank, key, Arr(beyond(source, x.data.dtype))])).value)
    if target.kind not in "iu":
        return None
    if name in CASTS or name == target.name:
        source = values[0 if name not in ("fill", "full_like") else 1]
        return np.broadcast_to(beyond(source, target), np.shape(theirs.value))
    whole = asked is not None and np.dtype(asked.name).kind in "iu"
    elementwise = isinstance(getattr(np, call.name, None), np.ufunc)
    plain = numpy_gives(without(call, "out", "where" if elementwise else "out", "dtype" if whole else "out"))
    first = whole and elementwise
    if plain.failed and not first:
        return None
    lost = np.asarray(False) if plain.failed else beyond(leaves(plain.value)[0], target)
    if first:
        # The operands are cast before, and may have no loop as they are.
        lost = np.logical_or.reduce(np.broadcast_arrays(lost, *[beyond(value, target) for value in values]))
    if name in ("cumsum", "cumprod", "cumulative_sum", "cumulative_prod"):
        # An element that was not held is in every later sum.
        axis = call.kwargs.get("axis")
        first = beyond(values[0], target)
        late = np.logical_or.accumulate(first.reshape(-1) if axis is None else first, axis or 0)
        if lost.shape != late.shape:  # include_initial: one element more, the first
            late = np.concatenate([np.zeros_like(np.take(late, [0], axis or 0)), late], axis or 0)
        lost = lost | late
    elif name in ("sum", "prod") and np.asarray(values[0]).dtype.kind in "fc":
        keep = {key: value for key, value in call.kwargs.items() if key in ("axis", "keepdims")}
        lost = lost | np.any(beyond(values[0], target), **keep)
    return lost


def out_of_range(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A float is cast to an integer dtype that does not hold it: those elements may differ, and no other."""
    if ours.failed or theirs.failed or (mismatch.what != "value" and not mismatch.what.startswith("input")):
        return False
    lost = _written(call, theirs)
    return lost is not None and bool(lost.any()) and only_at(call, ours, theirs, lost)


def negative_power(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Integers to a negative power in an array: the exact power cut to an integer."""
    if "negative integer powers" not in text_of(theirs) or ours.failed:
        return False
    asked = call.kwargs.get("dtype")
    base, power = (np.asarray(x) for x in operands(call)[:2])
    if isinstance(asked, Dtype):
        base, power = cast_of(base, asked.name), cast_of(power, asked.name)
    out, here = call.kwargs.get("out"), as_numpy(ours.value)
    if out is not None and out is not ...:
        # The result is that of the loop, cast, where it is asked for.
        mask, plain = value_of(call, call.kwargs.get("where", True)), without(call, "out", "where")
        if we_give(plain).failed:
            return False
        loop = as_numpy(we_give(plain).value)
        if not ((here == as_numpy(_cast(loop, here.dtype.name))) | ~np.asarray(mask, bool)).all():
            return False
        here = loop
    whole = np.vectorize(_power, otypes=[object])(base.astype(object), power.astype(object))
    bits = 8 * here.dtype.itemsize
    wrapped = np.vectorize(lambda x: x % 2**bits, otypes=[object])(whole)
    return (
        here.dtype.kind in "iu"
        and here.shape == whole.shape
        and bool((np.vectorize(lambda x: int(x) % 2**bits, otypes=[object])(here) == wrapped).all())
    )


def _power(base: int, power: int) -> int:
    if power >= 0:
        return pow(int(base), int(power), 2**64)
    return {1: 1, -1: -1 if power % 2 else 1}.get(int(base), 0)


def not_finite_floor(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`floor_divide` at infinities: the quotients of an infinity or by one may differ."""
    if last_name(call) not in ("floor_divide", "floordiv", "ifloordiv", "divmod") or ours.failed or theirs.failed:
        return False
    asked = call.kwargs.get("dtype")
    plain = as_numpy(leaves(numpy_gives(without(call, "dtype", "out", "where", "casting")).value)[0])
    result = np.dtype(asked.name) if isinstance(asked, Dtype) else plain.dtype
    if result.kind != "f":
        return False
    x, y = (cast_of(value, result) for value in operands(call)[:2])
    mask = np.isinf(x) | np.isinf(y)
    return only_at(call, ours, theirs, lambda k: mask if k != 1 or last_name(call) != "divmod" else mask & False)


def complex_special(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Complex functions at numbers with infinite or NaN parts."""
    if last_name(call) not in ("expm1", "sign", "tanh") or not call.args:
        return False
    x = np.asarray(operands(call)[0])
    asked = call.kwargs.get("dtype")
    x = cast_of(x, asked.name) if isinstance(asked, Dtype) and asked.name.startswith("complex") else x
    if x.dtype.kind != "c" or ours.failed or theirs.failed:
        return False
    here, axis = as_numpy(ours.value), (last_name(call) == "expm1") & (x.imag == 0)
    overflows = axis & np.isinf(here.real) & (here.imag == 0) if here.dtype.kind == "c" else False
    return only_at(call, ours, theirs, ~np.isfinite(x) | overflows | _refereed(call, ours, theirs))


def steps(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Negative steps are copies."""
    negative = any(isinstance(x, slice) and x.step is not None and x.step < 0 for x in call.leaves())
    says = ("Unable to avoid copy", "Unable to avoid creating a copy", "must be contiguous", "C-Array")
    if any(x.layout == "neg" for x in call.arrays()) and any(text in text_of(theirs) for text in says):
        return is_numpys(call, ours, mapped(call, lambda x: Arr(x.data) if isinstance(x, Arr) else x))
    apart = mismatch.what == "sharing" and "is apart from" in mismatch.here
    return apart and (negative or last_name(call) in ("flip", "fliplr", "flipud", "rot90"))


def _to_bfloat16(x: Any) -> np.ndarray:
    """Return values as they are once bfloat16 has rounded them, in float32."""
    return cast_of(cast_of(x, ml_dtypes.bfloat16), np.float32)


def bfloat16(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`ml_dtypes` has another dtype or sign of zero: the values are those of float32, rounded once."""
    if not any(x.data.dtype.name == "bfloat16" for x in call.arrays()):
        return False
    if mismatch.what == "error" and raised(ours, "TypeError"):
        # To `ml_dtypes` a cast from complex numbers is one of the same kind.
        asked, there = call.kwargs.get("dtype"), "to dtype('bfloat16')" in text_of(ours)
        kinds = {np.asarray(x).dtype.kind for x in call.args if isinstance(x, complex)}
        from_complex = (isinstance(asked, Dtype) and np.dtype(asked.name).kind == "c") or (there and "c" in kinds)
        return "Cannot cast" in text_of(ours) and from_complex
    if ours.failed or theirs.failed:
        return False
    if call.name == "nextafter" and mismatch.what == "dtype":
        # The next number is one of the dtype's own, which a Python number takes.
        other = mapped(call, lambda x: Arr(np.asarray(x, ml_dtypes.bfloat16)) if isinstance(x, int | float) else x)
        return is_numpys(call, ours, other)

    def single(x: Any) -> Any:
        if isinstance(x, Arr) and x.data.dtype.name == "bfloat16":
            return Arr(x.data.astype(np.float32), "C", x.form)
        return float(_to_bfloat16(x)) if isinstance(x, float) else x

    out = call.kwargs.get("out")
    if mismatch.what == "value" and isinstance(out, Arr) and out.data.dtype.name != "bfloat16":
        # What is computed in bfloat16 is in an `out` of another dtype too.
        plain = without(call, "out", "where")
        mine, there = we_give(plain), numpy_gives(plain)
        less = gives(plain, mine, there)
        known = less is not None and bfloat16(plain, mine, there, less)
        mask = call.kwargs.get("where", True)
        return known and only_at(
            call,
            ours,
            theirs,
            value_of(call, mask) & (as_numpy(ours.value) == cast_of(as_numpy(mine.value), out.data.dtype)),
        )
    wide = leaves(numpy_gives(mapped(without(call, "out"), single)).value)
    here, there = leaves(ours.value), leaves(theirs.value)
    if len(wide) != len(here) or {a.dtype.name for a in here} != {"bfloat16"}:
        return False
    close = ROWS[call.name].close
    if mismatch.what == "dtype":
        return all(close(as_numpy(a), _to_bfloat16(w), (), "bfloat16") for a, w in zip(here, wide, strict=True))
    # The sign of what comes of a zero.
    zero = np.asarray(operands(call)[0]).astype(np.float32) == 0
    signs = [np.signbit(as_numpy(a)) == np.signbit(w) for a, w in zip(here, wide, strict=True)]
    sizes = [np.abs(as_numpy(a)) == np.abs(as_numpy(b)) for a, b in zip(here, there, strict=True)]
    return mismatch.what == "value" and only_at(call, ours, theirs, zero & signs[0] & sizes[0])


def where_int(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A Python int that `where` or `union1d` cannot give the dtype of the other argument."""
    if (
        call.name not in ("where", "union1d")
        or not raised(ours, "OverflowError")
        or (theirs.failed and not raised(theirs, "ValueError"))
    ):
        return False
    given = call.args[1:] if call.name == "where" else call.args
    # A list without axes is a number.
    given = [x.data.item() if isinstance(x, Arr) and x.form == "list" and not x.shape else x for x in given]
    others = [x.data.dtype for x in given if isinstance(x, Arr)]
    info = np.iinfo(others[0] if others and others[0].kind in "iu" else np.int64)
    return any(type(x) is int and not info.min <= x <= info.max for x in given)


def uninitialised(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A transform of nothing is zeros."""
    empty = call.name.startswith("fft.") and mismatch.what == "value" and np.size(operands(call)[0]) == 0
    return empty and not as_numpy(ours.value).any()


def scalar_attribute(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """What NumPy answers with a Python number is a 0-D array of it."""
    if mismatch.what != "type" or ours.failed or theirs.failed:
        return False
    here, there = leaves(ours.value), leaves(theirs.value)
    plain = [type(x) in (bool, int, float, complex) for x in there]
    if not any(plain) or len(here) != len(there) or not all(isinstance(x, xp.ndarray) for x in here):
        return False
    # `imag(2**63)` is 0 in the dtype of 2**63.
    made = [
        np.asarray(x, x_.dtype.name) if p and x == x_ else np.asarray(x)
        for x, x_, p in zip(there, here, plain, strict=True)
    ]
    return gives(call, replace(ours, value=tuple(here)), replace(theirs, value=tuple(made))) is None


def rounding(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`round` of an array, which NumPy's arrays have not got, is the function of that name."""
    if call.name != "builtins.round" or "__round__" not in text_of(theirs):
        return False
    args = [arg for arg in call.args if arg is not None]
    other = numpy_gives(Call("ndarray.round", args))
    if ours.failed or other.failed:
        return raised(ours, *PUBLIC)
    if len(args) == 1:
        return type(ours.value) is int and ours.value == other.value
    return gives(call, ours, other) is None


def empty_axes(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A transform over no axes is the input as a complex array."""
    if not call.name.startswith("fft.") or mismatch.what not in ("dtype", "sharing") or theirs.failed:
        return False
    given = np.asarray(theirs.value)
    made = given.astype(np.result_type(given, np.complex64 if given.dtype.kind in "fc" else np.complex128))
    return gives(call, ours, Outcome(made)) is None and np.array_equal(given, operands(call)[0], equal_nan=True)


def wide_exponents(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`ldexp` takes any exponent: NumPy gives the same for the nearest that int32 holds."""
    if call.name != "ldexp" or not theirs.failed or len(call.args) < 2:
        return False
    power = np.asarray(np.clip(np.asarray(operands(call)[1]).astype(object), -(2**31), 2**31 - 1)).astype(np.int32)
    other = without(call, "casting").changed([call.args[0], Arr(power)])
    return is_numpys(call, ours, other.changed(kwargs={**other.kwargs, "casting": "unsafe"}) if other.kwargs else other)


def _exact_set(name: str, a: list[Any], b: list[Any]) -> list[Any]:
    """Return the elements of a set function, each value once, NaN once for each side that has it."""
    numbers = {x for x in a if x == x}, {x for x in b if x == x}
    nans = [len({True for x in side if x != x}) for side in (a, b)]
    found, extra = {
        "intersect1d": (numbers[0] & numbers[1], 0),
        "setxor1d": (numbers[0] ^ numbers[1], sum(nans)),
        "setdiff1d": (numbers[0] - numbers[1], nans[0]),
    }[name]
    return [*found, *[float("nan")] * extra]


def exact_integers(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Integers that meet floats or the other sign are compared as they are: Python's numbers say how."""
    name = last_name(call)
    if name not in ("searchsorted", "intersect1d", "setxor1d", "isin", "setdiff1d"):
        return False
    if len(call.args) != 2 and (len(call.args) < 2 or any(call.args[2:])):
        return False
    if ours.failed or theirs.failed or set(call.kwargs) - {"side", "invert", "assume_unique", "return_indices"}:
        return False
    if call.kwargs.get("return_indices"):
        return False
    first, second = (np.asarray(x) for x in operands(call)[:2])
    if not any(x.dtype.name.endswith("64") and x.dtype.kind in "iu" for x in (first, second)):
        return False
    a, b = first.reshape(-1).tolist(), second.reshape(-1).tolist()
    if name == "isin":
        known = {x for x in b if x == x}
        want = np.asarray([(x in known) != bool(call.kwargs.get("invert", False)) for x in a], bool).reshape(
            first.shape
        )
    elif name == "searchsorted":
        bisect = bisect_right if call.kwargs.get("side") == "right" else bisect_left
        order = [(x != x, 0 if x != x else x) for x in a]
        want = np.asarray([bisect(order, (x != x, 0 if x != x else x)) for x in b], np.int64).reshape(second.shape)
    else:
        dtype = np.result_type(first, second) if name != "setdiff1d" else first.dtype
        want = np.unique(np.asarray([dtype.type(x) for x in _exact_set(name, a, b)], dtype), equal_nan=False)
    if gives(call, ours, Outcome(want)) is None:
        return True
    # Beside floats integers are floats, and then each value of the result is there once.
    common = np.result_type(first, second)
    floats = call.changed([Arr(cast_of(x, common)) for x in (first, second)])
    return first.dtype.kind != second.dtype.kind and "f" in common.kind and is_numpys(call, ours, floats)


def flat_out(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`out` of a running sum has the shape of the result."""
    if last_name(call) not in ("cumsum", "cumprod") or "out must have the shape" not in text_of(ours):
        return False
    plain, out = numpy_gives(without(call, "out")), call.kwargs.get("out")
    out = call.args[0] if isinstance(out, Alias) else out
    return raised(ours, "ValueError") and not plain.failed and isinstance(out, Arr) and plain.value.shape != out.shape


def returned_out(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A 0-D `out` is what is returned."""
    shared = mismatch.what == "sharing" and "shares memory with" in mismatch.here
    return shared and "out" in call.kwargs and getattr(theirs.value, "shape", 0) == ()


def own_dtype(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`min_scalar_type` of an array is its dtype."""
    given = call.args[0] if call.args else None
    return call.name == "min_scalar_type" and isinstance(given, Arr) and ours.value == given.data.dtype


def rounded_out(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`round` of integers into an `out` of theirs is what it is without one."""
    if last_name(call) not in ("round", "around") or "ufunc 'divide' output" not in text_of(theirs):
        return False
    return _cast_once(call, ours, "out")


def assumed_unique(call: Any, ours: Any, theirs: Any, mismatch: Any, also: Also) -> bool:
    """What `assume_unique` says is not so: the call is what it is without."""
    if last_name(call) not in ("intersect1d", "setdiff1d", "setxor1d", "isin") or len(call.args) < 2:
        return False
    given = call.args[2] if len(call.args) > 2 else call.kwargs.get("assume_unique", False)
    twice = any(np.unique(x).size < np.size(x) for x in operands(call)[:2])
    other = without(call, "assume_unique").changed(call.args[:2])
    if last_name(call) == "setdiff1d" and given and not ours.failed:
        first, second = (np.asarray(x).reshape(-1) for x in operands(call)[:2])
        return gives(call, ours, Outcome(first[~np.isin(first, second)])) is None
    return bool(given) and twice and not ours.failed and as_documented(other, ours, also)


def stable_order(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Equal elements stay in their order, asked or not."""
    if last_name(call) != "argsort" or mismatch.what != "value" or call.kwargs.get("stable"):
        return False
    plain = without(call, "kind", "stable").changed(call.args[:2])
    return is_numpys(call, ours, plain.changed(kwargs={**plain.kwargs, "stable": True}))
