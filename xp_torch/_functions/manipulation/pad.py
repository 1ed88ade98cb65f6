"""`pad`: arrays with more elements at their ends."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, finish, leaves_of, warned_cast
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.call import in_order
from xp_torch._facts.dtypes import KIND
from xp_torch._functions.creation.ranges import linspace
from xp_torch._functions.statistics.quantiles import median
from xp_torch._functions.statistics.reductions import max as largest
from xp_torch._functions.statistics.reductions import mean
from xp_torch._functions.statistics.reductions import min as smallest
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.layout import reverse_axes

__all__ = ["pad"]

#: which keyword each mode takes.
_KEYWORDS = {
    "constant": "constant_values",
    "edge": "",
    "empty": "",
    "linear_ramp": "end_values",
    "maximum": "stat_length",
    "mean": "stat_length",
    "median": "stat_length",
    "minimum": "stat_length",
    "reflect": "reflect_type",
    "symmetric": "reflect_type",
    "wrap": "",
}
_STATISTICS: dict[str, Callable[..., ndarray]] = {
    "maximum": largest,
    "mean": mean,
    "median": median,
    "minimum": smallest,
}

_Widths = tuple[int, int]
#: where the widths end, which NumPy has in int64.
_TOP = 2**63


def _refused() -> ValueError:
    """Return the error for options that are no pairs for each axis."""
    return ValueError(
        "operands could not be broadcast together: input operand has more dimensions than allowed by the axis "
        "remapping, or is none of a number, a pair and pairs for each axis"
    )


def _pairs(t: torch.Tensor, ndim: int) -> torch.Tensor:
    """Return a value, a pair of values or values for each axis as a matrix of pairs."""
    if t.ndim < 3 and t.numel() == 1:
        return t.reshape(1, 1).expand(ndim, 2)
    if t.ndim < 3 and t.numel() == 2 and tuple(t.shape) != (2, 1):
        return t.reshape(1, 2).expand(ndim, 2)
    if t.ndim != 2 or t.shape[0] not in (1, ndim) or t.shape[1] not in (1, 2):
        raise _refused()
    return t.expand(ndim, 2)


def _rows(given: Any, ndim: int) -> list[Any]:
    """Return the same of Python numbers, which no tracer follows into tensors: a list with a pair for each axis."""
    if not isinstance(given, (list, tuple)):
        return [(given, given)] * ndim
    rows = [tuple(x) if isinstance(x, (list, tuple)) else x for x in given]
    if all(isinstance(x, tuple) for x in rows):
        if len(rows) == 1 and len(rows[0]) in (1, 2):
            rows = rows * ndim
        plain = not any(isinstance(n, (list, tuple)) for x in rows for n in x)
        if plain and rows and len(rows) == ndim and len({len(x) for x in rows}) == 1 and len(rows[0]) in (1, 2):
            return [(x[0], x[-1]) for x in rows]
    elif len(rows) in (1, 2) and not any(isinstance(x, tuple) for x in rows):
        return [(rows[0], rows[-1])] * ndim
    raise _refused()


def _counts(given: Any, ndim: int, exact: bool = True) -> list[_Widths]:
    """Return counts for both ends of each axis as ints; unless `exact` they are rounded."""
    given = given.tolist() if hasattr(given, "tolist") else given
    counts = []
    for pair in _rows(given, ndim or 1):  # those of a 0-D array are looked at too
        if exact and not all(isinstance(n, np.signedinteger) or (type(n) is int and -_TOP <= n < _TOP) for n in pair):
            raise TypeError("`pad_width` must be of integral type.")
        counts.append((round(pair[0]), round(pair[1])))
    if any(n < 0 for pair in counts for n in pair):
        raise ValueError("index can't contain negative values")
    return counts[:ndim]


def _widths(given: Any, ndim: int) -> list[_Widths]:
    """Return ``pad_width`` for both ends of each axis."""
    if isinstance(given, dict):
        chosen: list[Any] = [(0, 0)] * ndim
        for axis, width in given.items():
            pair = isinstance(width, tuple) and len(width) == 2 and all(isinstance(n, int) for n in width)
            if not pair and not isinstance(width, int):
                raise AssertionError(f"Expected code to be unreachable, but got: {width!r}")
            chosen[axis] = width if pair else (width, width)
        given = chosen
    if isinstance(given, (list, tuple)) and not leaves_of(given):
        given = np.empty(0)  # floating, as every empty list
    kind = getattr(getattr(given, "dtype", None), "kind", "i")
    if kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    return _counts(given, ndim)


def _joined(before: torch.Tensor | None, t: torch.Tensor, after: torch.Tensor | None, axis: int) -> torch.Tensor:
    """Return tensors of one dtype joined along an axis."""
    parts = [signed_bits(part) for part in (before, t, after) if part is not None]
    return from_signed_bits(torch.cat(parts, axis), t.dtype) if len(parts) > 1 else t


def _filled(t: torch.Tensor, value: torch.Tensor, width: int, axis: int) -> torch.Tensor:
    """Return a value, or a slice of one element along the axis, repeated `width` times along it."""
    shape = list(t.shape)
    shape[axis] = width
    return warned_cast(value.to(t.device), t.dtype).expand(shape)


def _check_numbers(values: Any, dtype: torch.dtype) -> None:
    """Raise for plain numbers that the dtype does not hold, as an assignment of them does.

    One or two are NumPy's scalars by then, which raise for signed integers alone.
    """
    given = leaves_of(values) if isinstance(values, (list, tuple)) else [values]
    few = len(given) < 3
    if few and KIND[dtype] != "i":
        return
    for number in [n.item() if isinstance(n, np.generic) else n for n in given]:
        if isinstance(number, (int, float, complex)):
            as_tensor(number.real if few else number, dtype)


def _constant(t: torch.Tensor, widths: list[_Widths], values: Any) -> torch.Tensor:
    """Pad with values."""
    pairs = _pairs(as_tensor(values), t.ndim)
    for axis, (before, after) in enumerate(widths):
        ends = [_filled(t, pairs.select(0, axis).select(0, i), width, axis) for i, width in enumerate((before, after))]
        t = _joined(ends[0], t, ends[1], axis)
    return t


def _edge(t: torch.Tensor, axis: int, widths: _Widths) -> torch.Tensor:
    """Pad one axis with its first and its last element."""
    size = t.shape[axis]
    first, last = t.narrow(axis, 0, 1), t.narrow(axis, size - 1, 1)
    return _joined(_filled(t, first, widths[0], axis), t, _filled(t, last, widths[1], axis), axis)


def _ramp(t: torch.Tensor, axis: int, widths: _Widths, values: torch.Tensor) -> torch.Tensor:
    """Pad one axis with even steps from the end values to the first and the last element."""
    size, ends = t.shape[axis], []
    for i, (place, width) in enumerate(zip((0, size - 1), widths, strict=True)):
        edge = wrap(t.select(axis, place))
        end = wrap(values.select(0, i))
        ends.append(linspace(end, edge, width, endpoint=False, dtype=wrap(t).dtype, axis=axis)._tensor)
    after = from_signed_bits(signed_bits(ends[1]).flip(axis), t.dtype)
    return _joined(ends[0], t, after, axis)


def _statistic(t: torch.Tensor, axis: int, widths: _Widths, lengths: Any, mode: str) -> torch.Tensor:
    """Pad one axis with a statistic of its first and its last elements."""
    size, found = t.shape[axis], []
    for start, length in enumerate(lengths):
        count = size if length is None or length > size else length
        if count == 0 and mode in ("maximum", "minimum"):
            raise ValueError("stat_length of 0 yields no value for padding")
        chunk = wrap(t.narrow(axis, size - count if start else 0, count))
        value = _STATISTICS[mode](chunk, axis=axis, keepdims=True)._tensor
        if KIND[t.dtype] in "iu" and KIND[value.dtype] == "f":
            value = value.round()
        found.append(value)
    return _joined(_filled(t, found[0], widths[0], axis), t, _filled(t, found[1], widths[1], axis), axis)


def _mirrored(t: torch.Tensor, axis: int, place: int, chunk: torch.Tensor, odd: bool) -> torch.Tensor:
    """Return a chunk reversed, and for odd reflections subtracted from twice the element at the edge."""
    turned = from_signed_bits(signed_bits(chunk).flip(axis), t.dtype)
    if not odd:
        return turned
    return warned_cast((2 * wrap(t.narrow(axis, place, 1)) - wrap(turned))._tensor, t.dtype)


def _reflect(t: torch.Tensor, axis: int, widths: _Widths, odd: bool, with_edge: bool) -> torch.Tensor:
    """Pad one axis with its reflections, as often as it takes; a whole number of periods is reflected each time."""
    period = t.shape[axis] - (not with_edge)
    if not period:
        return _edge(t, axis, widths)
    before, after = widths
    skipped = 0 if with_edge else 1
    while before or after:
        size = t.shape[axis]
        whole = (size - skipped) // period * period
        parts: list[torch.Tensor | None] = [None, None]
        if before:
            count = min(whole, before)
            parts[0] = _mirrored(t, axis, 0, t.narrow(axis, skipped, count), odd)
            before -= count
        if after:
            count = min(whole, after)
            parts[1] = _mirrored(t, axis, size - 1, t.narrow(axis, size - skipped - count, count), odd)
            after -= count
        t = _joined(parts[0], t, parts[1], axis)
    return t


def _wrap(t: torch.Tensor, axis: int, widths: _Widths) -> torch.Tensor:
    """Pad one axis with the elements from its other end."""
    size, bits = t.shape[axis], signed_bits(t)
    (rounds_before, tail), (rounds_after, head) = divmod(widths[0], size), divmod(widths[1], size)
    whole = [bits] * (rounds_before + 1 + rounds_after)
    parts = [bits.narrow(axis, size - tail, tail), *whole, bits.narrow(axis, 0, head)]
    return from_signed_bits(torch.cat(parts, axis), t.dtype)


def _by_function(t: torch.Tensor, widths: list[_Widths], function: Callable[..., Any], keywords: dict) -> torch.Tensor:
    """Pad with zeros that a function overwrites, one vector at a time."""
    padded = _constant(t, widths, 0)
    padded = padded.clone() if padded is t else padded
    for axis in range(t.ndim):
        view = padded.movedim(axis, -1)
        for index in itertools.product(*map(range, view.shape[:-1])):
            function(wrap(view[index]), widths[axis], axis, keywords)
    return padded


def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> ndarray:
    """Pad an array at the ends of its axes.

    Parameters
    ----------
    array : array_like
        The array.
    pad_width : int, pair of ints, sequence of pairs or dict
        How many elements before and after: the same everywhere, for all axes, for each axis, or (a dict from axes to
        an int or a pair) for some.
    mode : str or function, default: "constant"
        What to pad with: "constant" values, the "edge" value, a "linear_ramp" to an end value, the "maximum", "mean",
        "median" or "minimum" of the elements, their reflection without ("reflect") or with the edge ("symmetric"),
        the elements from the other end ("wrap"), or nothing ("empty"). A function gets each padded vector, the pair of
        widths, the axis and the keywords, and writes to the vector.
    **kwargs : dict
        What the mode takes. For the statistics ``stat_length``, how many elements at the edge count (an int, a pair or
        a sequence of pairs, by default all); for "constant" ``constant_values`` and for "linear_ramp" ``end_values``
        (a scalar, a pair or a sequence of pairs, by default 0); for "reflect" and "symmetric" ``reflect_type``, "even"
        (the default) or "odd", which reflects at a point, the value at the edge. A function gets them all.

    Returns
    -------
    ndarray
        A new array of the dtype of `array`. Later axes pad what the earlier ones gave.

    Raises
    ------
    TypeError
        If `pad_width` is not of integers.
    ValueError
        If widths are negative or do not fit, a keyword or the mode is unknown, or an axis has nothing to pad with.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.pad([1, 2, 3], (2, 1), "reflect")
    array([3, 2, 1, 2, 3, 2])
    >>> xp.pad([[1, 2]], {1: 1}, constant_values=9)
    array([[9, 1, 2, 9]])
    """
    source = as_tensor(array)
    widths = _widths(pad_width, source.ndim)
    if callable(mode):
        return finish("pad", _by_function(source, widths, mode, kwargs), like=array)
    if mode not in _KEYWORDS:
        raise ValueError(f"mode '{mode}' is not supported")
    unknown = set(kwargs) - {_KEYWORDS[mode]}
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    option = kwargs.get(_KEYWORDS[mode])
    if mode in ("constant", "empty"):
        if option is not None and source.ndim:
            _check_numbers(option, source.dtype)
        t = _constant(source, widths, kwargs.get("constant_values", 0))
    else:
        t = _padded(source, widths, mode, option)
    new = t.clone() if t is source else t
    by_columns = not source.is_contiguous() and reverse_axes(source).is_contiguous()
    return finish("pad", in_order(new, "F") if by_columns else new, like=array)


def _padded(t: torch.Tensor, widths: list[_Widths], mode: str, option: Any) -> torch.Tensor:
    """Pad with what the elements give."""
    if not t.numel():
        for axis, (before, after) in enumerate(widths):
            if not t.shape[axis] and (before or after):
                raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
        return _constant(t, widths, 0)
    lengths: list[Any] = [(None, None)] * t.ndim
    ends = None
    if mode in _STATISTICS and option is not None:
        lengths = list(_counts(option, t.ndim, exact=False))
    if mode == "linear_ramp":
        ends = _pairs(as_tensor(0 if option is None else option, device=t.device), t.ndim)
    for axis, pair in enumerate(widths):
        if mode == "edge":
            t = _edge(t, axis, pair)
        elif ends is not None:
            t = _ramp(t, axis, pair, ends.select(0, axis))
        elif mode in _STATISTICS:
            t = _statistic(t, axis, pair, lengths[axis], mode)
        elif mode == "wrap":
            t = _wrap(t, axis, pair)
        else:
            t = _reflect(t, axis, pair, option == "odd", mode == "symmetric")
    return t
