"""Says of elementwise arithmetic how it differs from NumPy by a documented difference: one function for each row."""

from __future__ import annotations

from typing import Any

import numpy as np

from conformance.differential.compare import NUMPY, as_numpy
from conformance.differential.excuse import (
    Also,
    as_documented,
    cast_of,
    is_numpys,
    last_name,
    numpy_gives,
    only_at,
    operands,
    raised,
    text_of,
    value_of,
    without,
)
from conformance.differential.nodes import Arr, Call, Dtype

POWERS = ("pow", "power", "float_power", "ipow")


def _fused(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """Return a * b + c * d with every rounding, and with one product exact; and what they may be off by."""
    p, q = a * b, c * d
    wide = [x.astype(np.longdouble) for x in (a, b, c, d)]
    sums = [p + q, (wide[0] * wide[1] + q).astype(a.dtype), (p + wide[2] * wide[3]).astype(a.dtype)]
    return sums, 8 * np.finfo(a.dtype).eps * (np.abs(p) + np.abs(q))


def _one_of(x: np.ndarray, found: list[np.ndarray], off: np.ndarray) -> np.ndarray:
    """Return where `x` is one of what was found, NaN as any other."""
    same = [(x == y) | ((x != x) & (y != y)) | (np.isfinite(off) & (np.abs(x - y) <= off)) for y in found]
    return np.logical_or.reduce(same)


def partial_products(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A product of complex numbers whose partial products overflow or are not finite: one may be fused or rounded."""
    name, values = last_name(call), operands(call)
    if ours.failed or theirs.failed or "where" in call.kwargs:
        return False
    if name in ("pow", "ipow") and type(values[1]) is int and values[1] == 2:
        name, values = "square", values[:1]  # by NumPy's operator
    place: Any = ...
    if call.name == "setitem.imul":
        place, values = (
            NUMPY.realize(call.args[1], []),
            [numpy_gives(Call("operator.getitem", call.args[:2])).value, values[2]],
        )
    elif name not in ("multiply", "square", "mul", "imul") or len(values) != (1 if name == "square" else 2):
        return False
    if not all(isinstance(value, np.ndarray | np.generic | int | float | complex) for value in values):
        return False
    asked = call.kwargs.get("dtype")
    loop = np.dtype(asked.name) if isinstance(asked, Dtype) else np.result_type(*values)
    here, there = (as_numpy(outcome.value) for outcome in (ours, theirs))
    if loop.kind != "c" or here.dtype.kind != "c" or here.shape != there.shape:
        return False
    try:
        # Of a place that is named again the last product stays.
        turn = np.arange(here[place].size).reshape(np.shape(here[place]))
        last = np.zeros(here.shape, int)
        last[place] = turn
        stays = last[place] == turn
        here, there = here[place], there[place]
    except (IndexError, TypeError):
        return False
    with np.errstate(all="ignore"):
        x, y = (np.broadcast_to(cast_of(value, loop), here.shape) for value in (values[0], values[-1]))
        real, off = _fused(x.real, y.real, -x.imag, y.imag)
        imag, off_too = _fused(x.real, y.imag, x.imag, y.real)
        products = [x.real * y.real, x.imag * y.imag, x.real * y.imag, x.imag * y.real]
        right = [~stays | (_one_of(z.real, real, off) & _one_of(z.imag, imag, off_too)) for z in (here, there)]
    return not np.isfinite(products).all() and bool(np.all(right))


def root_of_minus_infinity(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """-inf to the power 0.5 is infinite here."""
    if last_name(call) not in POWERS or ours.failed or theirs.failed or len(call.args) < 2:
        return False
    asked = call.kwargs.get("dtype")
    values = operands(call)[:2]
    x, y = (cast_of(value, asked.name) if isinstance(asked, Dtype) else np.asarray(value) for value in values)
    if x.dtype.kind == "c" or y.dtype.kind == "c" or as_numpy(ours.value).dtype.kind != "f":
        return False
    return only_at(call, ours, theirs, (x == -np.inf) & (y == 0.5) & (as_numpy(ours.value) == np.inf))


def next_zero(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """`nextafter` of a zero towards the other zero is that one in float16 too."""
    if call.name != "nextafter" or ours.failed or theirs.failed:
        return False
    plain = numpy_gives(without(call, "out", "where"))
    if plain.failed or plain.value.dtype != np.float16:
        return False
    x, y = (cast_of(value, np.float16) for value in operands(call)[:2])
    return only_at(call, ours, theirs, (x == 0) & (y == 0) & (np.signbit(as_numpy(ours.value).real) == np.signbit(y)))


def nothing_selected(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A negative Python int as the power of integers is refused without a look at `where`."""
    if last_name(call) not in POWERS or theirs.failed or "negative integer powers" not in text_of(ours):
        return False
    power = operands(call)[1]
    return type(power) is int and power < 0 and not np.any(value_of(call, call.kwargs.get("where", True)))


def repeated(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """A 0-D array of integers times a list is the product of arrays."""
    if call.name == "operator.imul" and type(theirs.value) is str:
        return raised(ours, "TypeError")
    often = type(theirs.value) in (list, tuple) or "can't multiply sequence by non-int" in text_of(theirs)
    often = often or raised(theirs, "MemoryError", "OverflowError")
    return call.name == "operator.imul" and often and is_numpys(call, ours, Call("multiply", list(call.args)))


def unwritten(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy leaves out elements of an `out` that does not lie in one piece: here they are what they are without it."""
    out = call.kwargs.get("out")
    if last_name(call) not in ("isfinite", "isinf", "isnan", "signbit") or not isinstance(out, Arr) or ours.failed:
        return False
    plain = numpy_gives(without(call, "out", "where"))
    apart = out.layout != "C" and out.data.size >= 16 and out.data.dtype == bool
    return apart and not plain.failed and only_at(call, ours, theirs, as_numpy(ours.value) == plain.value)


def unpacked_nothing(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """NumPy leaves what `count` adds to an array without elements as the memory is: here it is zeros."""
    if call.name != "unpackbits" or mismatch.what != "value" or np.size(operands(call)[0]):
        return False
    return not as_numpy(ours.value).any()


def any_output(call: Any, ours: Any, theirs: Any, mismatch: Any, also: Also) -> bool:
    """`...` for `out` asks for an array by position as by keyword."""
    positional = [x for x in call.args if x is not ...]
    said = raised(theirs, "TypeError") and "only allowed as a keyword argument" in text_of(theirs)
    if not said or len(positional) == len(call.args):
        return False
    return as_documented(call.changed(positional, call.kwargs), ours, also)
