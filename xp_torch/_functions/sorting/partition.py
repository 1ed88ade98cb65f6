"""Sorting other than by `sort`: partitions, several keys, complex results."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.inspection import numpy_view, same_shape
from xp_torch._facts.shapes import as_bool, normalize_axis
from xp_torch._kernels import sorting as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.manipulation import flattened

__all__ = ["argpartition", "lexsort", "partition", "sort_complex"]


def _sorted_positions(t: torch.Tensor, kth: Any, dim: int, kind: Any, order: Any) -> list[int] | None:
    """Return `kth` as a list, None if its values cannot be inspected; raise NumPy's errors for its arguments."""
    if not isinstance(kind, str):
        raise TypeError(f"select kind must be str, not {type(kind).__name__}")
    if kind != "introselect":
        raise ValueError(f"select kind must be 'introselect' (got {kind!r:.80})")
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    # Ints stay on the CPU whatever the default device is, so that they can be inspected.
    positions = as_tensor(kth, device=None if isinstance(kth, (ndarray, torch.Tensor)) else torch.device("cpu"))
    if positions.dtype is torch.bool:
        raise ValueError("Booleans unacceptable as partition index")
    if KIND[positions.dtype] not in "iu":
        raise TypeError("Partition index must be integer")
    if positions.ndim > 1:
        raise ValueError("partition indices must have at most one dimension")
    inspected = numpy_view(positions)
    if inspected is None:
        return None
    n = t.shape[dim]
    values: list[int] = inspected.reshape(-1).tolist()
    for k in values if t.numel() else ():
        if not -n <= k < n:
            raise ValueError(f"kth(={k + n if k < 0 else k}) out of bounds ({n})")
    return values


def partition(
    a: ArrayLike,
    kth: ArrayLike,
    axis: SupportsIndex | None = -1,
    kind: Literal["introselect"] = "introselect",
    order: None = None,
    *,
    descending: bool = False,
) -> ndarray:
    """Return a copy with some elements in their sorted position, smaller elements before and larger ones after each.

    Parameters
    ----------
    a : array_like
        Array to partition.
    kth : int or sequence of ints
        Indices whose elements are put in their sorted position. Negative indices count from the end.
    axis : int or None, default: -1
        Axis along which to partition; None partitions the flattened array.
    kind : {"introselect"}, default: "introselect"
        NumPy's algorithm. On other devices and in compiled code, all elements are sorted instead.
    order : None
        For NumPy's structured arrays, which are not supported.
    descending : bool, default: False
        Whether larger elements are before each of these elements, and smaller ones after it. NaNs stay last.

    Returns
    -------
    ndarray
        Array of the dtype of `a`, and of its shape (its size, if `axis` is None).

    Raises
    ------
    ValueError
        If an index is out of bounds (checked on the CPU), or `kind` is unknown.
    TypeError
        If `kth` is not of integers.

    See Also
    --------
    sort : Puts all elements in order.

    Examples
    --------
    >>> xp.partition([7, 1, 5, 2], 2)[2]
    array(5)
    >>> xp.partition([7, 1, 5, 2], 2, descending=True)[2]
    array(2)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(partition, locals())
    t, dim = flattened(as_tensor(a), axis)
    positions = _sorted_positions(t, kth, dim, kind, order)
    return finish("partition", kernels.partition(t, positions, dim, as_bool(descending, "descending")), like=a)


def argpartition(
    a: ArrayLike,
    kth: ArrayLike,
    axis: SupportsIndex | None = -1,
    kind: Literal["introselect"] = "introselect",
    order: None = None,
    *,
    descending: bool = False,
) -> ndarray:
    """Return the indices that partition an array.

    Parameters
    ----------
    a : array_like
        Array to partition.
    kth : int or sequence of ints
        Indices whose elements are put in their sorted position. Negative indices count from the end.
    axis : int or None, default: -1
        Axis along which to partition; None partitions the flattened array.
    kind : {"introselect"}, default: "introselect"
        NumPy's algorithm. On other devices and in compiled code, all elements are sorted instead.
    order : None
        For NumPy's structured arrays, which are not supported.
    descending : bool, default: False
        Whether larger elements are before each of these elements, and smaller ones after it. NaNs stay last.

    Returns
    -------
    ndarray
        Indices (int64) of the shape of `a` (its size, if `axis` is None).

    Raises
    ------
    ValueError
        If an index is out of bounds (checked on the CPU), or `kind` is unknown.
    TypeError
        If `kth` is not of integers.

    See Also
    --------
    argsort : Returns the indices that sort.

    Examples
    --------
    >>> xp.argpartition([7, 1, 5, 2], 2)[2]
    array(2)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(argpartition, locals())
    t = as_tensor(a)
    t, dim = flattened(t if t.ndim else t.reshape(1), axis)
    positions = _sorted_positions(t, kth, dim, kind, order)
    return wrap(kernels.argpartition(t, positions, dim, as_bool(descending, "descending")))


def lexsort(keys: ndarray | np.ndarray | Sequence[ArrayLike], axis: SupportsIndex = -1) -> ndarray:
    """Return the indices that sort by several keys, the last key first; the sort is stable.

    Parameters
    ----------
    keys : sequence of array_like
        Keys of one shape, the most significant last; an array is a sequence along its first axis.
    axis : int, default: -1
        Axis along which to sort.

    Returns
    -------
    ndarray
        Indices (int64) of the shape of a key.

    Examples
    --------
    >>> xp.lexsort(([1, 2, 0], [5, 4, 5]))
    array([1, 2, 0])
    """
    if type(keys) is not ndarray and has_override(keys):
        return call_override(lexsort, locals())
    try:
        items = list(keys)
    except TypeError:
        items = []
    if not items:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    tensors = as_tensors("lexsort", *items)
    if not all(same_shape(t.shape, tensors[0].shape) for t in tensors):
        raise ValueError("all keys need to be the same shape")
    dim = normalize_axis(operator.index(axis), tensors[0].ndim or 1)
    if not tensors[0].ndim:
        return wrap(torch.zeros((), dtype=torch.int64, device=tensors[0].device))
    order = kernels.argsort(tensors[0], dim)
    for t in tensors[1:]:
        order = torch.gather(order, dim, kernels.argsort(kernels.gather(t, dim, order), dim))
    return wrap(order)


def sort_complex(a: ArrayLike) -> ndarray:
    """Return a complex copy sorted along the last axis by real part, then imaginary part.

    Parameters
    ----------
    a : array_like
        Array to sort.

    Returns
    -------
    ndarray
        Array of the shape of `a`: complex64 for complex64 and for integers of 8 and 16 bits, else complex128.

    Examples
    --------
    >>> xp.sort_complex([5, 3, 1])
    array([1.+0.j, 3.+0.j, 5.+0.j])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(sort_complex, locals())
    t = as_tensor(a)
    t = kernels.sort(t, normalize_axis(-1, t.ndim))
    kind = KIND[t.dtype]
    if kind != "c":
        t = cast(t, torch.complex64 if kind in "iu" and t.dtype.itemsize < 4 else torch.complex128)
    return finish("sort_complex", t, like=a)
