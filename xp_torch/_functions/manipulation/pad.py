"""`pad`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, as_tensor_beside, finish, has_elements, warned_cast
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.call import in_order
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.shapes import as_int, check_size
from xp_torch._facts.torch_errors import explained
from xp_torch._functions.creation.ranges import linspace
from xp_torch._functions.statistics.quantiles import median
from xp_torch._functions.statistics.reductions import max as largest
from xp_torch._functions.statistics.reductions import mean
from xp_torch._functions.statistics.reductions import min as smallest
from xp_torch._kernels import manipulation as kernels
from xp_torch._kernels.layout import reverse_axes
from xp_torch._kernels.reversed_views import flip

__all__ = ["pad"]

#: keyword that each mode takes.
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


def _nested(t: torch.Tensor) -> Any:
    """Return the elements of a tensor as nested lists of 0-D tensors."""
    return [_nested(x) for x in t.unbind()] if t.ndim else t


def _lists(given: Any, depth: int = 2) -> Any:
    """Return nested sequences and arrays as lists of lists."""
    if isinstance(given, (ndarray, torch.Tensor)):
        return _nested(as_tensor(given))
    if isinstance(given, (list, tuple)):
        return [_lists(x, depth - 1) for x in given] if depth else given
    if isinstance(given, (int, float, complex, np.generic)) or not has_elements(given):
        return given
    return _nested(as_tensor(given))


def _pairs(given: Any, ndim: int) -> list[tuple[Any, Any]]:
    """Return a value, a pair, or one value or pair for each axis, as one pair for each axis."""
    if type(given) in (int, float):
        return [(given, given)] * max(ndim, 1)
    rows = _lists(given)
    rows = rows if isinstance(rows, list) else [rows]
    if not any(isinstance(row, list) for row in rows):
        rows = [rows]
    rows = [row if isinstance(row, list) else () for row in rows]
    rows = rows * max(ndim, 1) if len(rows) == 1 else rows
    nested = any(isinstance(value, (list, tuple)) for row in rows for value in row)
    if nested or len(rows) != max(ndim, 1) or len({len(row) for row in rows}) != 1 or len(rows[0]) not in (1, 2):
        raise ValueError(
            f"operands could not be broadcast together: expected a number, a pair, or one pair per axis ({ndim})"
        )
    return [(row[0], row[-1]) for row in rows]


def _checked(widths: list[_Widths]) -> list[_Widths]:
    """Return `widths`; negative ones raise ValueError."""
    if any(n < 0 for pair in widths for n in pair):
        raise ValueError("index can't contain negative values")
    return widths


def _widths(given: Any, ndim: int) -> list[_Widths]:
    """Return ``pad_width`` for both ends of each axis."""
    if isinstance(given, dict):
        by_axis: list[Any] = [(0, 0)] * ndim
        for axis, width in given.items():
            by_axis[axis] = _pairs(width, 1)[0]
        given = by_axis or 0
    if isinstance(given, (list, tuple)) and all(row == [] for row in _lists(given)):
        raise TypeError("`pad_width` must be of integral type.")  # an empty list is an array of floats
    try:
        return _checked([(as_int(before), as_int(after)) for before, after in _pairs(given, ndim)])[:ndim]
    except TypeError:
        raise TypeError("`pad_width` must be of integral type.") from None


def _joined(before: torch.Tensor | None, t: torch.Tensor, after: torch.Tensor | None, axis: int) -> torch.Tensor:
    """Return tensors of one dtype joined along an axis."""
    parts = [part for part in (before, t, after) if part is not None]
    return kernels.concat(parts, axis) if len(parts) > 1 else t


def _filled(t: torch.Tensor, values: Sequence[torch.Tensor], widths: _Widths, axis: int) -> torch.Tensor:
    """Pad one axis with two values, or slices of size one along the axis, each repeated along it."""
    ends = []
    for value, width in zip(values, widths, strict=True):
        shape = (*t.shape[:axis], width, *t.shape[axis + 1 :])
        ends.append(warned_cast(value, t.dtype).expand(shape))
    return _joined(ends[0], t, ends[1], axis)


def _fill_value(value: Any, like: torch.Tensor) -> torch.Tensor:
    """Return a constant as a tensor on the device of `like`.

    As in NumPy, a number that does not fit a signed integer dtype of `like` raises.
    """
    value = value.item() if isinstance(value, np.generic) else value
    dtype = like.dtype if KIND[like.dtype] == "i" and isinstance(value, (int, float)) else None
    return as_tensor_beside("pad", like, value, dtype)


def _constant(t: torch.Tensor, widths: list[_Widths], values: Any) -> torch.Tensor:
    """Pad with values."""
    bounds = FITS.get(t.dtype, {}).get(type(values))
    if bounds is not None and bounds[0] <= values <= bounds[1]:
        return kernels.pad(t, widths, values)
    for axis, (pair, counts) in enumerate(zip(_pairs(values, t.ndim), widths, strict=False)):
        before = _fill_value(pair[0], t)
        after = before if pair[1] is pair[0] else _fill_value(pair[1], t)
        t = _filled(t, (before, after), counts, axis)
    return t


def _edge(t: torch.Tensor, axis: int, widths: _Widths) -> torch.Tensor:
    """Pad one axis with its first and its last element."""
    return _filled(t, (t.narrow(axis, 0, 1), t.narrow(axis, t.shape[axis] - 1, 1)), widths, axis)


def _ramp(t: torch.Tensor, axis: int, widths: _Widths, values: tuple[Any, Any]) -> torch.Tensor:
    """Pad one axis with even steps from the end values to the first and the last element."""
    ramps = []
    for index, width, value in zip((0, t.shape[axis] - 1), widths, values, strict=True):
        edge, end = wrap(t.select(axis, index)), wrap(as_tensor_beside("pad", t, value))
        ramps.append(linspace(end, edge, width, endpoint=False, dtype=edge.dtype, axis=axis)._tensor)
    after = flip(ramps[1], (axis,))
    return _joined(ramps[0], t, after, axis)


def _statistic(t: torch.Tensor, axis: int, widths: _Widths, lengths: Any, mode: str) -> torch.Tensor:
    """Pad one axis with a statistic of its first and its last elements."""
    size, values = t.shape[axis], []
    for at_end, length in enumerate(lengths):
        count = size if length is None or length > size else length
        if count == 0 and mode in ("maximum", "minimum"):
            raise ValueError("stat_length of 0 yields no value for padding")
        chunk = wrap(t.narrow(axis, size - count if at_end else 0, count))
        value = _STATISTICS[mode](chunk, axis=axis, keepdims=True)._tensor
        if KIND[t.dtype] in "iu" and KIND[value.dtype] == "f":
            value = value.round()
        values.append(value)
    return _filled(t, values, widths, axis)


def _mirrored(t: torch.Tensor, axis: int, edge: int, chunk: torch.Tensor, odd: bool) -> torch.Tensor:
    """Return a chunk reversed, and for odd reflections subtracted from twice the element at the edge."""
    reversed_ = flip(chunk, (axis,))
    if not odd:
        return reversed_
    return warned_cast((2 * wrap(t.narrow(axis, edge, 1)) - wrap(reversed_))._tensor, t.dtype)


def _reflect(t: torch.Tensor, axis: int, widths: _Widths, odd: bool, with_edge: bool) -> torch.Tensor:
    """Pad one axis with reflections, in rounds that each add at most as many elements as there are."""
    period = t.shape[axis] - (not with_edge)
    if not period:
        return _edge(t, axis, widths)
    before, after = widths
    skipped = 0 if with_edge else 1
    while before or after:
        size = t.shape[axis]
        available = (size - skipped) // period * period
        parts: list[torch.Tensor | None] = [None, None]
        if before:
            count = min(available, before)
            parts[0] = _mirrored(t, axis, 0, t.narrow(axis, skipped, count), odd)
            before -= count
        if after:
            count = min(available, after)
            parts[1] = _mirrored(t, axis, size - 1, t.narrow(axis, size - skipped - count, count), odd)
            after -= count
        t = _joined(parts[0], t, parts[1], axis)
    return t


def _wrap(t: torch.Tensor, axis: int, widths: _Widths) -> torch.Tensor:
    """Pad one axis with the elements from its other end."""
    size = t.shape[axis]
    before, after = widths
    # Not `divmod`, which Dynamo does not trace for sizes.
    tail, head = before % size, after % size
    copies = [t] * (before // size + 1 + after // size)
    return kernels.concat([t.narrow(axis, size - tail, tail), *copies, t.narrow(axis, 0, head)], axis)


def _by_function(t: torch.Tensor, widths: list[_Widths], function: Callable[..., Any], keywords: dict) -> torch.Tensor:
    """Pad with zeros that a function overwrites, one vector at a time."""
    padded = _constant(t, widths, 0)
    for axis in range(t.ndim):
        view = padded.movedim(axis, -1)
        for index in itertools.product(*map(range, view.shape[:-1])):
            function(wrap(view[index]), widths[axis], axis, keywords)
    return padded


def pad(
    array: ArrayLike, pad_width: ArrayLike | dict[int, Any], mode: str | Callable[..., Any] = "constant", **kwargs: Any
) -> ndarray:
    """Pad an array at the ends of its axes.

    Parameters
    ----------
    array : array_like
        Array to pad.
    pad_width : int, pair of ints, sequence of pairs or dict
        Number of elements to add before and after: one number or pair for all axes, one pair for each axis, or a dict
        from axes to numbers or pairs.
    mode : str or function, default: "constant"
        What to pad with: "constant" values, the "edge" value, a "linear_ramp" to an end value, the "maximum", "mean",
        "median" or "minimum" of the elements, their reflection without ("reflect") or with the edge ("symmetric"),
        the elements from the other end ("wrap"), or uninitialized values ("empty"). A function is called with each
        padded vector, its pair of widths, the axis and the keywords, and writes to the vector.
    **kwargs : dict
        Options of the mode. For the statistics ``stat_length``, the number of elements at each edge to use (an int, a
        pair or a sequence of pairs; by default all). For "constant" ``constant_values`` and for "linear_ramp"
        ``end_values`` (a scalar, a pair or a sequence of pairs, by default 0). For "reflect" and "symmetric"
        ``reflect_type``, "even" (the default) or "odd", which subtracts the reflection from twice the edge value.

    Returns
    -------
    ndarray
        New array of the dtype of `array`. Later axes also pad the elements that earlier axes added.

    Examples
    --------
    >>> xp.pad([1, 2, 3], (2, 1), "reflect")
    array([3, 2, 1, 2, 3, 2])
    >>> xp.pad([[1, 2]], {1: 1}, constant_values=9)
    array([[9, 1, 2, 9]])
    """
    if type(array) is not ndarray and has_override(array):
        return call_override(pad, locals())
    source = as_tensor(array)
    widths = _widths(pad_width, source.ndim)
    check_size([n + sum(pair) for n, pair in zip(source.shape, widths, strict=False)], source.itemsize)
    if callable(mode):
        return finish("pad", _by_function(source, widths, mode, kwargs), like=array)
    if mode not in _KEYWORDS:
        raise ValueError(f"mode {mode!r:.80} is not supported")
    unknown = set(kwargs) - {_KEYWORDS[mode]}
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    option = kwargs.get(_KEYWORDS[mode])
    if mode in ("constant", "empty"):
        t = _constant(source, widths, kwargs.get("constant_values", 0))
    else:
        t = explained(_padded)(source, widths, mode, option)
    new = t.clone() if t is source else t
    column_major = not source.is_contiguous() and reverse_axes(source).is_contiguous()
    return finish("pad", in_order(new, "F") if column_major else new, like=array)


def _padded(t: torch.Tensor, widths: list[_Widths], mode: str, option: Any) -> torch.Tensor:
    """Pad in a mode that depends on the elements."""
    if not t.numel():
        for axis, (before, after) in enumerate(widths):
            if not t.shape[axis] and (before or after):
                raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
        return _constant(t, widths, 0)
    lengths: list[Any] = [(None, None)] * t.ndim
    if mode in _STATISTICS and option is not None:
        lengths = list(_checked([(round(float(m)), round(float(n))) for m, n in _pairs(option, t.ndim)]))
    ends = _pairs(0 if option is None else option, t.ndim) if mode == "linear_ramp" else []
    for axis, pair in enumerate(widths):
        if mode == "edge":
            t = _edge(t, axis, pair)
        elif mode == "linear_ramp":
            t = _ramp(t, axis, pair, ends[axis])
        elif mode in _STATISTICS:
            t = _statistic(t, axis, pair, lengths[axis], mode)
        elif mode == "wrap":
            t = _wrap(t, axis, pair)
        else:
            t = _reflect(t, axis, pair, option == "odd", mode == "symmetric")
    return t
