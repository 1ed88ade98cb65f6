"""Packing of booleans into the bits of bytes."""

from __future__ import annotations

import operator
from typing import Any, Literal, SupportsIndex

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.promotion import check_int
from xp_torch._facts.shapes import check_size, normalize_axis
from xp_torch._kernels import packing as kernels
from xp_torch._kernels.layout import raveled

__all__ = ["packbits", "unpackbits"]


def _along(t: torch.Tensor, axis: Any) -> tuple[torch.Tensor, int]:
    """Return a tensor and the dimension to pack: the flattened tensor for None; 0-D counts as one element."""
    if axis is None:
        return raveled(t), 0
    t = t if t.ndim else t.reshape(1)
    return t, normalize_axis(axis, t.ndim)


def _check_order(bitorder: Any) -> str:
    """Return `bitorder`, or raise if it is not valid."""
    if not isinstance(bitorder, str):
        raise TypeError(f"bitorder must be str, not {type(bitorder).__name__}")
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    return bitorder


def packbits(a: ArrayLike, /, axis: SupportsIndex | None = None, bitorder: Literal["big", "little"] = "big") -> ndarray:
    """Pack booleans into the bits of bytes.

    Parameters
    ----------
    a : array_like
        Booleans or integers; non-zero integers count as True.
    axis : int, optional
        Axis to pack; by default the array is flattened.
    bitorder : {"big", "little"}, default: "big"
        Whether the first of eight elements is the highest or the lowest bit.

    Returns
    -------
    ndarray
        uint8 array; its size along the axis is an eighth, rounded up. The last byte is padded with zeros.

    See Also
    --------
    unpackbits : The inverse.

    Examples
    --------
    >>> xp.packbits([1, 0, 0, 0, 0, 0, 0, 1, 1])
    array([129, 128], dtype=uint8)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(packbits, locals())
    t, order = as_tensor(a), _check_order(bitorder)
    if KIND[t.dtype] not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    t, dim = _along(t, axis)
    return finish("packbits", kernels.pack(t, dim, order), like=a)


def unpackbits(
    a: ArrayLike,
    /,
    axis: SupportsIndex | None = None,
    count: SupportsIndex | None = None,
    bitorder: Literal["big", "little"] = "big",
) -> ndarray:
    """Unpack the bits of bytes into zeros and ones.

    Parameters
    ----------
    a : array_like
        uint8 array.
    axis : int, optional
        Axis to unpack; by default the array is flattened.
    count : int, optional
        Number of bits to return along the axis, padded with zeros; a negative number removes bits from the end.
    bitorder : {"big", "little"}, default: "big"
        Whether the highest or the lowest bit of a byte comes first.

    Returns
    -------
    ndarray
        uint8 array of zeros and ones.

    See Also
    --------
    packbits : The inverse.

    Examples
    --------
    >>> xp.unpackbits(xp.asarray([129], dtype=xp.uint8))
    array([1, 0, 0, 0, 0, 0, 0, 1], dtype=uint8)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(unpackbits, locals())
    t, order = as_tensor(a), _check_order(bitorder)
    if t.dtype is not torch.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    t, dim = _along(t, axis)
    number = None if count is None else operator.index(count)
    if number is not None:
        check_int(number, torch.int64)
        if -number > 8 * t.shape[dim]:
            raise ValueError("-count larger than number of elements")
        check_size((*t.shape[:dim], max(number, 0), *t.shape[dim + 1 :]), 1)
    return finish("unpackbits", kernels.unpack(t, dim, number, order), like=a)
