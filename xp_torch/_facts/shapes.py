"""Rules of axes and shapes, on Python integers."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

import torch

from xp_torch._facts.errors import AxisError, broadcast_error, too_big, too_many_dimensions
from xp_torch._facts.inspection import is_static, known_or

#: the greatest number of dimensions in NumPy, and in torch's kernels.
MAX_NDIM = 64


def normalize_axis(axis: Any, ndim: int, name: str | None = None) -> int:
    """Return `axis` as a non-negative int; raise `AxisError` if it is out of bounds for `ndim` dimensions."""
    index = operator.index(axis)
    if index < -ndim or index >= ndim:
        if not -(2**31) <= index < 2**31:
            raise OverflowError(f"{name or 'axis'} {index} does not fit in a C int; it must be below {ndim}")
        raise AxisError(index, ndim, name)
    return index + ndim if index < 0 else index


def slice_span(key: slice, n: int) -> tuple[int, int, int]:
    """Return the first index that a slice takes of `n` elements, the number of indices, and the step."""
    if is_static(n):
        span = range(*key.indices(n))
        if len(span) < 2:  # the step may have more than 64 bits
            return max(span.start, 0), len(span), 1
        return span.start, len(span), span.step
    step = 1 if key.step is None else key.step
    low, high = (0, n) if step > 0 else (-1, n - 1)

    def bound(i: int | None, default: int) -> int:
        return default if i is None else max(low, min(i + n if i < 0 else i, high))

    start, stop = bound(key.start, low if step > 0 else high), bound(key.stop, high if step > 0 else low)
    return start, max((stop - start + step + (-1 if step > 0 else 1)) // step, 0), step


def normalize_axes(axis: Any, ndim: int, name: str | None = None) -> tuple[int, ...]:
    """Return `axis` (None for all, an int, or a sequence of ints) as distinct non-negative ints, in the order given."""
    if axis is None:
        return tuple(range(ndim))
    axes = []
    for index in map(operator.index, listed_axes(axis)):
        if index < -ndim or index >= ndim:
            raise AxisError(index, ndim, name)
        axes.append(index + ndim if index < 0 else index)
    if len(set(axes)) != len(axes):
        raise ValueError(f"repeated axis in `{name or 'axis'}` argument")
    return tuple(axes)


def listed_axes(axis: Any) -> list[Any]:
    """Return an axis, or an iterable of axes, as a list."""
    if isinstance(axis, (tuple, list)):
        return list(axis)
    try:
        return [operator.index(axis)]
    except TypeError:
        pass
    return list(bounded(axis))


def as_int(number: Any) -> Any:
    """Return an integer as an int; bools raise TypeError, as NumPy does for sizes and most axes."""
    if isinstance(number, bool):
        raise TypeError("an integer is required")
    return number if type(number) is int or isinstance(number, torch.SymInt) else operator.index(number)


def as_index(number: Any) -> Any:
    """Return an integer as an int; symbolic sizes stay symbolic, where `operator.index` would fix them."""
    return number if type(number) is int or isinstance(number, torch.SymInt) else operator.index(number)


def as_offset(number: Any) -> Any:
    """Return the number of a diagonal as an int; one beyond a C int raises OverflowError, as in NumPy."""
    offset = as_index(number)
    if type(offset) is int and not -(2**31) <= offset < 2**31:
        raise OverflowError(f"offset {offset} of a diagonal does not fit in 32 bits")
    return offset


def fixed_size(name: str, size: Any, parameter: str = "size") -> int:
    """Return the given size of a result whose number of elements depends on values; `name` is the function."""
    size = as_int(size)
    if size < 0:
        raise ValueError(f"{name}: {parameter} must not be negative (got {size})")
    check_dimension(size)
    return size


def check_dimension(size: int) -> None:
    """Raise NumPy's ValueError if no axis can have so many elements: the number has more than 64 bits."""
    if size >= 2**63:
        raise ValueError(f"Maximum allowed dimension exceeded: an axis of {size} elements, of at most 2**63 - 1")


def is_sequence(shape: Any) -> TypeGuard[Sequence[Any]]:
    """Return whether `shape` is an iterable of sizes, which a 0-D array is not."""
    return (isinstance(shape, Iterable) or hasattr(type(shape), "__getitem__")) and bool(getattr(shape, "ndim", 1))


def normalize_shape(shape: Any) -> tuple[int, ...]:
    """Return `shape`, an int or a sequence of ints, as a tuple of non-negative ints."""
    if isinstance(shape, (dict, set)):
        raise TypeError(f"expected a sequence of integers or a single integer, got '{shape!r:.80}'")
    if shape is None:
        raise TypeError("Use () not None as shape arguments")
    sizes = tuple(map(as_int, bounded(shape))) if is_sequence(shape) else (as_int(shape),)
    if len(sizes) > MAX_NDIM:
        raise too_many_dimensions(len(sizes), MAX_NDIM)
    for s in sizes:
        if s < 0:
            raise ValueError("negative dimensions are not allowed")
        check_dimension(s)
    return sizes


def bounded(sizes: Sequence[Any]) -> Sequence[Any]:
    """Return `sizes`; of a range, which may be longer than any list, one more than there are dimensions."""
    return sizes[: MAX_NDIM + 1] if isinstance(sizes, range) else sizes


def listed_sizes(shape: Any) -> list[Any]:
    """Return `shape`, an int or a sequence of ints, as a list of ints, which may be negative."""
    sizes = [as_index(s) for s in bounded(shape)] if is_sequence(shape) else [as_index(shape)]
    if len(sizes) > MAX_NDIM:
        raise too_many_dimensions(len(sizes), MAX_NDIM)
    return sizes


def check_size(shape: Sequence[int], itemsize: int) -> None:
    """Raise NumPy's ValueError if an array of `shape` would have more than 2**63 bytes; as there, 0 counts as 1."""
    if math.prod([n for n in shape if n]) * itemsize >= 2**63:
        raise too_big()


def joined_size(sizes: Sequence[int]) -> int:
    """Return the sum of `sizes`; raise NumPy's ValueError if it has more than 63 bits, which torch wraps."""
    total = sum(sizes)
    if known_or(False, total >= 2**63):
        raise too_big()
    return total


def check_span(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> None:
    """Raise NumPy's ValueError if elements are more than 2**63 bytes apart; `strides` are in bytes."""
    if 0 not in shape and sum((n - 1) * abs(s) for n, s in zip(shape, strides, strict=True)) + itemsize >= 2**63:
        raise too_big()


def broadcast_shapes(*shapes: Sequence[int]) -> tuple[int, ...]:
    """Return the shape to which `shapes` broadcast; raise NumPy's ValueError if they do not."""
    ndim = max([0, *[len(s) for s in shapes]])
    if ndim > MAX_NDIM:
        raise too_many_dimensions(ndim, MAX_NDIM)
    result = [1] * ndim
    for shape in shapes:
        offset = ndim - len(shape)
        for i, size in enumerate(shape):
            if size != 1:
                if result[offset + i] != 1 and result[offset + i] != size:
                    raise broadcast_error(shapes)
                result[offset + i] = size
    return tuple(result)


def can_broadcast(shape: Sequence[int], target: Sequence[int]) -> bool:
    """Return whether an array of `shape` broadcasts to the shape `target`."""
    return len(shape) <= len(target) and all(shape[-d] in (target[-d], 1) for d in range(1, len(shape) + 1))


def as_flag(value: Any, name: str = "keepdims") -> bool:
    """Return the argument `name` as a bool; raise TypeError unless it is a bool or an integer, as NumPy does."""
    if value is True or value is False:
        return value
    try:
        return bool(as_index(value))
    except TypeError:
        raise TypeError(f"{name} must be a bool, not {type(value).__name__}") from None


def single(value: Any, name: str) -> Any:
    """Return the argument `name`; raise TypeError if it is a torch tensor, but not of one element."""
    if isinstance(value, torch.Tensor) and value.numel() != 1:
        raise TypeError(f"{name} must be one value, not a tensor of shape {tuple(value.shape)}")
    return value


def as_bool(value: Any, name: str) -> bool:
    """Return the truth of the argument `name`; raise TypeError if it is a tensor of several elements."""
    return value if value is True or value is False else bool(single(value, name))


def singles(options: dict[str, Any]) -> dict[str, Any]:
    """Return options by name, for NumPy; raise TypeError if one is a tensor of several elements."""
    for name, value in options.items():
        single(value, name)
    return options


def reduced_shape(shape: Sequence[int], axes: Sequence[int], keepdims: bool) -> tuple[int, ...]:
    """Return `shape` without the reduced `axes`, or with size 1 for them if `keepdims`."""
    if as_flag(keepdims):
        return tuple(1 if i in axes else s for i, s in enumerate(shape))
    return tuple(s for i, s in enumerate(shape) if i not in axes)


def broadcast_axes(shape: Sequence[int], steps: Sequence[int]) -> list[int]:
    """Return the axes along which the elements of an array share memory, given its steps in memory."""
    return [axis for axis, (size, step) in enumerate(zip(shape, steps, strict=True)) if step == 0 and size > 1]
