"""Sorting functions beside `sort`: partitions, several keys, complex results; `_sorting` re-exports them."""

from __future__ import annotations

import operator
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, as_tensors, finish
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.shapes import normalize_axis
from xp_torch._kernels import sorting as kernels
from xp_torch._kernels.cast import cast
from xp_torch._kernels.indexing.write import on_host

__all__ = ["argpartition", "lexsort", "partition", "sort_complex"]


def _partition_places(t: torch.Tensor, kth: Any, dim: int, kind: Any, order: Any) -> list[int] | None:
    """Return the places of a partition, None where they can't be read; raise NumPy's errors for its arguments."""
    if not isinstance(kind, str):
        raise TypeError(f"select kind must be str, not {type(kind).__name__}")
    if kind != "introselect":
        raise ValueError(f"select kind must be 'introselect' (got {kind!r})")
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    places = as_tensor(kth)
    if places.dtype is torch.bool:
        raise ValueError("Booleans unacceptable as partition index")
    if KIND[places.dtype] not in "iu":
        raise TypeError("Partition index must be integer")
    if places.ndim > 1:
        raise ValueError("partition indices must have at most one dimension")
    if not on_host(places):
        return None
    n = t.shape[dim]
    known: list[int] = places.reshape(-1).tolist()
    for k in known if t.numel() else ():
        if not -n <= k < n:
            raise ValueError(f"kth(={k + n if k < 0 else k}) out of bounds ({n})")
    return known


def partition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: None = None) -> ndarray:
    """Return a copy in which some elements are where sorting puts them, smaller ones before and greater ones behind.

    Parameters
    ----------
    a : array_like
        Array to partition, of any dtype.
    kth : int or sequence of ints
        Which places have the element that sorting puts there. Negative ones count from the end.
    axis : int or None, default: -1
        Axis along which to partition; None partitions the flattened array.
    kind : {"introselect"}, default: "introselect"
        NumPy's algorithm. It serves on the CPU; elsewhere, and in a graph, all elements are sorted.
    order : None
        For NumPy's structured arrays, of which there are none.

    Returns
    -------
    ndarray
        Array of the shape (the size, if `axis` is None) and dtype of `a`.

    Raises
    ------
    ValueError
        If a place is out of bounds, or `kind` is unknown.
    TypeError
        If a place is no integer, or `kind` no text.
    AxisError
        If `axis` is out of bounds.

    See Also
    --------
    sort : All elements in order.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.partition([7, 1, 5, 2], 2)[2]
    array(5)
    """
    t = as_tensor(a)
    t, dim = (t.reshape(-1), 0) if axis is None else (t, normalize_axis(axis, t.ndim))
    places = _partition_places(t, kth, dim, kind, order)
    return finish("partition", kernels.partition(t, places, dim), like=a)


def argpartition(a: Any, kth: Any, axis: int | None = -1, kind: str = "introselect", order: None = None) -> ndarray:
    """Return the indices that partition an array.

    Parameters
    ----------
    a : array_like
        Array to partition, of any dtype.
    kth : int or sequence of ints
        Which places have the element that sorting puts there. Negative ones count from the end.
    axis : int or None, default: -1
        Axis along which to partition; None partitions the flattened array.
    kind : {"introselect"}, default: "introselect"
        NumPy's algorithm. It serves on the CPU; elsewhere, and in a graph, all elements are sorted.
    order : None
        For NumPy's structured arrays, of which there are none.

    Returns
    -------
    ndarray
        int64 array of the shape (the size, if `axis` is None) of `a`.

    Raises
    ------
    ValueError
        If a place is out of bounds, or `kind` is unknown.
    TypeError
        If a place is no integer, or `kind` no text.
    AxisError
        If `axis` is out of bounds.

    See Also
    --------
    argsort : The indices that sort.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.argpartition([7, 1, 5, 2], 2)[2]
    array(2)
    """
    t = as_tensor(a)
    t = t if t.ndim else t.reshape(1)
    t, dim = (t.reshape(-1), 0) if axis is None else (t, normalize_axis(axis, t.ndim))
    places = _partition_places(t, kth, dim, kind, order)
    return finish("argpartition", kernels.argpartition(t, places, dim), like=a)


def lexsort(keys: Any, axis: int = -1) -> ndarray:
    """Return the indices that sort by several keys, stably: by the last one, where that is equal by the one before.

    Parameters
    ----------
    keys : sequence of array_like
        Keys of one shape; of an array the items along its first axis.
    axis : int, default: -1
        Axis along which to sort.

    Returns
    -------
    ndarray
        int64 array of the shape of a key.

    Raises
    ------
    TypeError
        If there are no keys.
    ValueError
        If their shapes differ.
    AxisError
        If `axis` is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.lexsort(([1, 2, 0], [5, 4, 5]))
    array([1, 2, 0])
    """
    try:
        given = list(keys)
    except TypeError:
        given = []
    if not given:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    parts = as_tensors("lexsort", *given)
    if any(t.shape != parts[0].shape for t in parts):
        raise ValueError("all keys need to be the same shape")
    dim = normalize_axis(operator.index(axis), parts[0].ndim or 1)
    if not parts[0].ndim:
        return finish("lexsort", torch.zeros((), dtype=torch.int64, device=parts[0].device), like=given[0])
    found = kernels.argsort(parts[0], dim)
    for t in parts[1:]:
        found = torch.gather(found, dim, kernels.argsort(kernels.gather(t, dim, found), dim))
    return finish("lexsort", found, like=given[0])


def sort_complex(a: Any) -> ndarray:
    """Return a copy sorted along the last axis, as complex numbers: by real part, then by imaginary part.

    Parameters
    ----------
    a : array_like
        Array to sort.

    Returns
    -------
    ndarray
        Array of the shape of `a`: complex64 for integers of 8 and 16 bits, else complex128; complex numbers keep their
        dtype.

    Raises
    ------
    AxisError
        If `a` is 0-D.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.sort_complex([5, 3, 1])
    array([1.+0.j, 3.+0.j, 5.+0.j])
    """
    t = as_tensor(a)
    t = kernels.sort(t, normalize_axis(-1, t.ndim))
    kind = KIND[t.dtype]
    if kind != "c":
        t = cast(t, torch.complex64 if kind in "iu" and t.dtype.itemsize < 4 else torch.complex128)
    return finish("sort_complex", t, like=a)
