"""Bits packed into bytes (the bitwise operations are elementwise)."""

from __future__ import annotations

import operator
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.promotion import check_int
from xp_torch._facts.shapes import check_size, normalize_axis
from xp_torch._kernels import packing as kernels
from xp_torch._kernels.searching import truth

__all__ = ["packbits", "unpackbits"]


def _along(t: torch.Tensor, axis: Any) -> tuple[torch.Tensor, int]:
    """Return what is packed along which dimension; None flattens, and 0-D counts as one element."""
    if axis is None:
        return t.reshape(-1), 0
    t = t if t.ndim else t.reshape(1)
    return t, normalize_axis(axis, t.ndim)


def _order(bitorder: Any) -> str:
    """Return the order of bits; others than NumPy's raise."""
    if not isinstance(bitorder, str):
        raise TypeError(f"bitorder must be str, not {type(bitorder).__name__}")
    if bitorder not in ("big", "little"):
        raise ValueError("'order' must be either 'little' or 'big'")
    return bitorder


def packbits(a: Any, /, axis: Any = None, bitorder: str = "big") -> ndarray:
    """Return booleans as bits of bytes.

    Parameters
    ----------
    a : array_like
        Booleans, or integers of which those that are not zero count as True.
    axis : int, optional
        The axis that is packed; by default the array is flattened.
    bitorder : {"big", "little"}, default: "big"
        Whether the first of eight elements is the highest bit or the lowest.

    Returns
    -------
    ndarray
        uint8 array; its size along the axis is an eighth, rounded up: the last byte is filled up with zeros.

    Raises
    ------
    TypeError
        If `a` is neither of booleans nor of integers.
    ValueError
        If `bitorder` is unknown.

    See Also
    --------
    unpackbits : The way back.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.packbits([1, 0, 0, 0, 0, 0, 0, 1, 1])
    array([129, 128], dtype=uint8)
    """
    t, order = as_tensor(a), _order(bitorder)
    if KIND[t.dtype] not in "biu":
        raise TypeError("Expected an input array of integer or boolean data type")
    t, dim = _along(t, axis)
    return finish("packbits", kernels.pack(truth(t), dim, order), like=a)


def unpackbits(a: Any, /, axis: Any = None, count: Any = None, bitorder: str = "big") -> ndarray:
    """Return the bits of bytes as zeros and ones.

    Parameters
    ----------
    a : array_like
        uint8 array.
    axis : int, optional
        The axis that is unpacked; by default the array is flattened.
    count : int, optional
        How many bits to return along the axis: missing ones are zeros; a negative number leaves so many out at the end.
    bitorder : {"big", "little"}, default: "big"
        Whether the highest bit of a byte comes first or the lowest.

    Returns
    -------
    ndarray
        uint8 array of zeros and ones.

    Raises
    ------
    TypeError
        If `a` is not of uint8.
    ValueError
        If `bitorder` is unknown, or `count` leaves out more than there are.
    OverflowError
        If int64 does not hold `count`.

    See Also
    --------
    packbits : The way back.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.unpackbits(xp.asarray([129], dtype=xp.uint8))
    array([1, 0, 0, 0, 0, 0, 0, 1], dtype=uint8)
    """
    t, order = as_tensor(a), _order(bitorder)
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
