"""Functions of attributes of array-likes, such as `ndim`, and `broadcast`, which iterates over arrays together."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._array.door import call_override, has_ruled
from xp_torch._array.flat import flatiter
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, Axis
from xp_torch._facts.shapes import MAX_NDIM, normalize_axes
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.manipulation.broadcast import broadcast_arrays
from xp_torch._kernels.layout import reverse_axes

__all__ = ["broadcast", "flatiter", "isfortran", "ndim", "shape", "size"]


def shape(a: ArrayLike) -> tuple[int, ...]:
    """Return the sizes of the dimensions.

    Parameters
    ----------
    a : array_like
        The array. An object with an attribute ``shape`` is not converted.

    Returns
    -------
    tuple of ints
        Sizes of the dimensions.

    Examples
    --------
    >>> xp.shape([[1, 2, 3]]), xp.shape(0)
    ((1, 3), ())
    """
    own = getattr(a, "shape", None)
    if own is None:
        try:
            return tuple(as_tensor(a).shape)
        except TypeError:
            pass  # strings and objects
        own = np.shape(a)
    return tuple(own)


def ndim(a: ArrayLike) -> int:
    """Return the number of dimensions.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    int
        Number of dimensions; 0 for numbers.

    Examples
    --------
    >>> xp.ndim([[1, 2, 3]]), xp.ndim(0)
    (2, 0)
    """
    return len(shape(a))


def size(a: ArrayLike, axis: Axis = None) -> int:
    """Return the number of elements along axes.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or tuple of ints, optional
        Axes to count along, all by default.

    Returns
    -------
    int
        Number of elements.

    Examples
    --------
    >>> xp.size([[1, 2, 3]]), xp.size([[1, 2, 3]], axis=0)
    (3, 1)
    """
    sizes = shape(a)
    return math.prod([sizes[i] for i in normalize_axes(axis, len(sizes))])  # Dynamo traces `prod` of lists only


def isfortran(a: ndarray) -> bool:
    """Return whether an array is column-major and not row-major, too.

    Parameters
    ----------
    a : ndarray
        The array.

    Returns
    -------
    bool
        Whether it is column-major.

    Examples
    --------
    >>> x = xp.zeros((2, 3))
    >>> xp.isfortran(x), xp.isfortran(x.T)
    (False, True)
    """
    if has_ruled(a):
        return call_override(isfortran, locals())
    t = as_tensor(a)
    return reverse_axes(t).is_contiguous() and not t.is_contiguous()


class broadcast:
    """Array-likes broadcast against each other, as an object with their shape and an iterator over their elements.

    Parameters
    ----------
    *arrays : array_like
        Up to 64 arrays. Another `broadcast` adds its arrays.

    Attributes
    ----------
    shape : tuple of ints
        Broadcast shape.
    ndim, nd : int
        Number of dimensions.
    size : int
        Number of elements.
    numiter : int
        Number of arrays.
    iters : tuple of flatiter
        Iterators over the elements of each array in the broadcast shape.
    index : int
        Number of elements that have been iterated over.

    Examples
    --------
    >>> both = xp.broadcast([1, 2], [[10], [20]])
    >>> both.shape, [int(x + y) for x, y in both]
    ((2, 2), [11, 12, 21, 22])
    """

    # Keyword arguments raise NumPy's error.
    __signature__ = inspect.Signature([inspect.Parameter("arrays", inspect.Parameter.VAR_POSITIONAL)])

    def __init__(self, *arrays: ArrayLike, **kwargs: Any) -> None:
        if kwargs:
            raise ValueError("keyword arguments not accepted.")
        given = [x._arrays if isinstance(x, broadcast) else [asarray(x)] for x in arrays]
        self._arrays: list[ndarray] = [x for part in given for x in part]
        if len(self._arrays) > MAX_NDIM:
            raise ValueError(f"Need at least 0 and at most {MAX_NDIM} array objects.")
        self._common = broadcast_arrays(*self._arrays)
        self.shape: tuple[int, ...] = self._common[0].shape if self._arrays else ()
        self.ndim = self.nd = len(self.shape)
        self.size = math.prod(self.shape)
        self.numiter = len(self._arrays)
        self.reset()

    @property
    def iters(self) -> tuple[flatiter, ...]:
        """Iterators over the elements of each array, broadcast to the common shape."""
        return tuple(map(flatiter, self._arrays, self._common))

    def reset(self, /) -> None:
        """Start the iteration again."""
        self.index = 0
        self._elements = zip(*self.iters, strict=True) if self._arrays else iter([()])

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self

    def __next__(self) -> tuple[Any, ...]:
        elements = next(self._elements)
        self.index += 1
        return elements
