"""Splitting arrays: `split`, `unstack` and their relatives."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray
from xp_torch._array.reversed_views import ReversedView
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.shapes import as_index, is_sequence, normalize_axis
from xp_torch._facts.torch_errors import explained

__all__ = ["array_split", "dsplit", "hsplit", "split", "unstack", "vsplit"]

_empty = explained(torch.empty)
#: Sections from which on the memory for their list is checked.
_MANY = 2**20


def _check_memory_of_list(count: int) -> None:
    """Raise NumPy's MemoryError if there is no memory for a list of `count` places."""
    if count > _MANY:
        _empty(count, dtype=torch.int64, device="cpu")


def unstack(x: ArrayLike, /, *, axis: SupportsIndex = 0) -> tuple[ndarray, ...]:
    """Split an array into its slices along an axis.

    Parameters
    ----------
    x : array_like
        Array to split.
    axis : int, default: 0
        Axis along which to split.

    Returns
    -------
    tuple of ndarray
        Views without the axis; for a 1-D array, copies of its elements.

    See Also
    --------
    stack : The inverse.

    Examples
    --------
    >>> xp.unstack(xp.asarray([[1, 2], [3, 4]]), axis=1)
    (array([1, 3]), array([2, 4]))
    """
    if type(x) is not ndarray and has_override(x):
        return call_override(unstack, locals())
    t = as_tensor(x)
    if t.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    axis = normalize_axis(axis, t.ndim)
    if isinstance(x, ReversedView):
        return tuple(x[(slice(None),) * axis + (i,)] for i in range(t.shape[axis]))
    # torch's autograd does not accept writes to the views that `unbind` returns.
    slices = [t.select(axis, i) for i in range(t.shape[axis])] if t.requires_grad else t.unbind(axis)
    return tuple(finish("unstack", s if t.ndim > 1 else s.clone(), like=x) for s in slices)


def array_split(
    ary: ArrayLike, indices_or_sections: SupportsIndex | Sequence[SupportsIndex], axis: SupportsIndex = 0
) -> list[ndarray]:
    """Split an array into parts along an axis; if their number is given, sizes differ by at most one.

    Parameters
    ----------
    ary : array_like
        Array to split.
    indices_or_sections : int or sequence of ints
        Number of parts, or the indices at which new parts begin.
    axis : int, default: 0
        Axis along which to split.

    Returns
    -------
    list of ndarray
        Views.

    See Also
    --------
    split : Splits into parts of equal size.

    Examples
    --------
    >>> xp.array_split([1, 2, 3], 2)
    [array([1, 2]), array([3])]
    """
    if has_override(ary, indices_or_sections):
        return call_override(array_split, locals())
    t = as_tensor(ary)
    dim = normalize_axis(axis, t.ndim)
    size = t.shape[dim]
    if is_sequence(indices_or_sections):
        _check_memory_of_list(len(indices_or_sections))
        places = [as_index(i) for i in indices_or_sections]
        bounds = [0, *[max(i + size, 0) if i < 0 else min(i, size) for i in places], size]
    else:
        sections = int(indices_or_sections)  # type: ignore[arg-type]
        if sections <= 0:
            raise ValueError(f"array_split: the number of sections must be at least 1 (got {sections})")
        if sections >= 2**31:
            raise OverflowError(f"cannot split into {sections} sections")
        _check_memory_of_list(sections)
        # Not `divmod`, which Dynamo does not trace for sizes.
        each, extra = size // sections, size % sections
        bounds = [i * each + min(i, extra) for i in range(sections + 1)]
    parts = []
    for start, stop in itertools.pairwise(bounds):
        if isinstance(ary, ReversedView):
            parts.append(ary[(slice(None),) * dim + (slice(start, stop),)])
        else:
            parts.append(finish("array_split", t.narrow(dim, start, max(0, stop - start)), like=ary))
    return parts


def split(
    ary: ArrayLike, indices_or_sections: SupportsIndex | Sequence[SupportsIndex], axis: SupportsIndex = 0
) -> list[ndarray]:
    """Split an array into parts along an axis.

    Parameters
    ----------
    ary : array_like
        Array to split.
    indices_or_sections : int or sequence of ints
        Number of parts of equal size, or the indices at which new parts begin.
    axis : int, default: 0
        Axis along which to split.

    Returns
    -------
    list of ndarray
        Views.

    Examples
    --------
    >>> xp.split([1, 2, 3, 4], [1, 3])
    [array([1]), array([2, 3]), array([4])]
    """
    if has_override(ary, indices_or_sections):
        return call_override(split, locals())
    if not is_sequence(indices_or_sections):
        t = as_tensor(ary)
        sections = int(indices_or_sections)  # type: ignore[arg-type]
        if sections > 0 and t.shape[normalize_axis(axis, t.ndim)] % indices_or_sections:  # type: ignore[operator]
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


def _split_along(name: str, ary: Any, indices_or_sections: Any, min_ndim: int, axis: int) -> list[ndarray]:
    """Split along `axis` an array that must have at least `min_ndim` dimensions."""
    if as_tensor(ary).ndim < min_ndim:
        raise ValueError(f"{name} only works on arrays of {min_ndim} or more dimensions")
    return split(ary, indices_or_sections, axis)


def hsplit(ary: ArrayLike, indices_or_sections: SupportsIndex | Sequence[SupportsIndex]) -> list[ndarray]:
    """Split an array along the second axis, a 1-D array along the first.

    Parameters
    ----------
    ary : array_like
        Array of at least one dimension to split.
    indices_or_sections : int or sequence of ints
        Number of parts of equal size, or the indices at which new parts begin.

    Returns
    -------
    list of ndarray
        Views.

    Examples
    --------
    >>> xp.hsplit([[1, 2]], 2)
    [array([[1]]), array([[2]])]
    """
    if has_override(ary, indices_or_sections):
        return call_override(hsplit, locals())
    return _split_along("hsplit", ary, indices_or_sections, 1, 1 if as_tensor(ary).ndim > 1 else 0)


def vsplit(ary: ArrayLike, indices_or_sections: SupportsIndex | Sequence[SupportsIndex]) -> list[ndarray]:
    """Split an array along the first axis.

    Parameters
    ----------
    ary : array_like
        Array of at least two dimensions to split.
    indices_or_sections : int or sequence of ints
        Number of parts of equal size, or the indices at which new parts begin.

    Returns
    -------
    list of ndarray
        Views.

    Examples
    --------
    >>> xp.vsplit([[1], [2]], 2)
    [array([[1]]), array([[2]])]
    """
    if has_override(ary, indices_or_sections):
        return call_override(vsplit, locals())
    return _split_along("vsplit", ary, indices_or_sections, 2, 0)


def dsplit(ary: ArrayLike, indices_or_sections: SupportsIndex | Sequence[SupportsIndex]) -> list[ndarray]:
    """Split an array along the third axis.

    Parameters
    ----------
    ary : array_like
        Array of at least three dimensions to split.
    indices_or_sections : int or sequence of ints
        Number of parts of equal size, or the indices at which new parts begin.

    Returns
    -------
    list of ndarray
        Views.

    Examples
    --------
    >>> [part.shape for part in xp.dsplit(xp.zeros((1, 2, 4)), 2)]
    [(1, 2, 2), (1, 2, 2)]
    """
    if has_override(ary, indices_or_sections):
        return call_override(dsplit, locals())
    return _split_along("dsplit", ary, indices_or_sections, 3, 2)
