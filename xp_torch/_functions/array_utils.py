"""Normalization of axes, and addresses: NumPy's ``lib.array_utils``."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import SupportsIndex

import numpy as np

from xp_torch._array.coercion import strided
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.shapes import as_bool, listed_axes, normalize_axis
from xp_torch._kernels.aliasing import memory_bounds

__all__ = ["byte_bounds", "normalize_axis_index", "normalize_axis_tuple"]


def byte_bounds(a: ndarray | np.ndarray) -> tuple[int, int]:
    """Return the addresses of the first byte of an array and of the byte after the last.

    Parameters
    ----------
    a : ndarray
        Array on any device.

    Returns
    -------
    tuple of two ints
        Addresses; zero for an array without elements.

    Examples
    --------
    >>> low, high = xp.lib.array_utils.byte_bounds(xp.zeros((3, 4))[:, :2])
    >>> high - low
    80
    """
    return memory_bounds(strided(a))


def normalize_axis_index(axis: SupportsIndex, ndim: int, msg_prefix: str | None = None) -> int:
    """Return an axis as a non-negative int.

    Parameters
    ----------
    axis : int
        Axis; negative axes count from the end.
    ndim : int
        Number of dimensions.
    msg_prefix : str, optional
        Prefix of the error's message.

    Returns
    -------
    int
        The non-negative axis.

    Examples
    --------
    >>> xp.lib.array_utils.normalize_axis_index(-1, ndim=3)
    2
    """
    return normalize_axis(axis, ndim, msg_prefix)


def normalize_axis_tuple(
    axis: SupportsIndex | Iterable[SupportsIndex], ndim: int, argname: str | None = None, allow_duplicate: bool = False
) -> tuple[int, ...]:
    """Return one or more axes as a tuple of non-negative ints.

    Parameters
    ----------
    axis : int or iterable of ints
        Axes; negative axes count from the end.
    ndim : int
        Number of dimensions.
    argname : str, optional
        Name of the argument in the error's message.
    allow_duplicate : bool, default: False
        Whether an axis may be repeated.

    Returns
    -------
    tuple of ints
        The non-negative axes, in the order given.

    Examples
    --------
    >>> xp.lib.array_utils.normalize_axis_tuple((-1, 0), ndim=3)
    (2, 0)
    """
    ndim = operator.index(ndim)
    axes = tuple(normalize_axis(a, ndim, argname) for a in listed_axes(axis))
    if not as_bool(allow_duplicate, "allow_duplicate") and len(set(axes)) != len(axes):
        raise ValueError(f"repeated axis in `{argname}` argument" if argname else "repeated axis")
    return axes
