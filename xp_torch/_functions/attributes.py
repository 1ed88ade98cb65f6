"""Attributes of arrays as functions, which take array-likes: `ndim`, `shape`, `size`; and arrays to iterate over."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._array.flat import flatiter
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.shapes import normalize_axes
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.manipulation.broadcast import broadcast_arrays
from xp_torch._kernels.layout import reverse_axes

__all__ = ["broadcast", "flatiter", "isfortran", "ndim", "shape", "size"]

_MOST = 64


def shape(a: Any) -> tuple[int, ...]:
    """Return the sizes of the dimensions.

    Parameters
    ----------
    a : array_like
        The array; what has a ``shape`` is asked for it.

    Returns
    -------
    tuple of ints
        The sizes.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.shape([[1, 2, 3]]), xp.shape(0)
    ((1, 3), ())
    """
    found = getattr(a, "shape", None)
    if found is None:
        try:
            found = as_tensor(a).shape
        except TypeError:
            found = np.shape(a)  # text and objects, which have a shape as well
    return tuple(found)


def ndim(a: Any) -> int:
    """Return the number of dimensions.

    Parameters
    ----------
    a : array_like
        The array.

    Returns
    -------
    int
        The number; 0 for numbers.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.ndim([[1, 2, 3]]), xp.ndim(0)
    (2, 0)
    """
    return len(shape(a))


def size(a: Any, axis: int | tuple[int, ...] | None = None) -> int:
    """Return the number of elements, of all or along axes.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or tuple of ints, optional
        Axes to count along; all by default.

    Returns
    -------
    int
        The number.

    Raises
    ------
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.size([[1, 2, 3]]), xp.size([[1, 2, 3]], axis=0)
    (3, 1)
    """
    sizes = shape(a)
    return math.prod([sizes[i] for i in normalize_axes(axis, len(sizes))])  # a list, which Dynamo takes


def isfortran(a: ndarray) -> bool:
    """Tell whether an array is laid out column by column and not row by row as well.

    Parameters
    ----------
    a : ndarray
        The array.

    Returns
    -------
    bool
        Whether it is.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.zeros((2, 3))
    >>> xp.isfortran(x), xp.isfortran(x.T)
    (False, True)
    """
    t = as_tensor(a)
    return reverse_axes(t).is_contiguous() and not t.is_contiguous()


class broadcast:
    """Array-likes broadcast against each other, to ask for their shape or to iterate over their elements together.

    Parameters
    ----------
    *arrays : array_like
        Up to 64 arrays. Another `broadcast` stands for the arrays that it has.

    Attributes
    ----------
    shape : tuple of ints
        The shape that they have together.
    nd : int
        Number of dimensions, which ``ndim`` says too.
    size : int
        Number of elements.
    numiter : int
        Number of arrays.
    iters : tuple of flatiter
        Each array's elements in the common shape.
    index : int
        How many elements have been given.

    Raises
    ------
    ValueError
        If there are more than 64 arrays, keyword arguments, or shapes that do not fit together.

    Examples
    --------
    >>> import xp_torch as xp
    >>> both = xp.broadcast([1, 2], [[10], [20]])
    >>> both.shape, [int(x + y) for x, y in both]
    ((2, 2), [11, 12, 21, 22])
    """

    # keyword arguments are taken only to be refused by NumPy's error
    __signature__ = inspect.Signature([inspect.Parameter("arrays", inspect.Parameter.VAR_POSITIONAL)])

    def __init__(self, *arrays: Any, **kwargs: Any) -> None:
        if kwargs:
            raise ValueError("keyword arguments not accepted.")
        given = [x._arrays if isinstance(x, broadcast) else [asarray(x)] for x in arrays]
        self._arrays: list[ndarray] = [x for part in given for x in part]
        if len(self._arrays) > _MOST:
            raise ValueError(f"Need at least 0 and at most {_MOST} array objects.")
        self._common = broadcast_arrays(*self._arrays)
        self.shape: tuple[int, ...] = self._common[0].shape if self._arrays else ()
        self.ndim = self.nd = len(self.shape)
        self.size = math.prod(self.shape)
        self.numiter = len(self._arrays)
        self.reset()

    @property
    def iters(self) -> tuple[flatiter, ...]:
        """Each array's elements in the common shape."""
        return tuple(map(flatiter, self._arrays, self._common))

    def reset(self, /) -> None:
        """Begin with the first elements again."""
        self.index = 0
        self._elements = zip(*self.iters, strict=True) if self._arrays else iter([()])

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self

    def __next__(self) -> tuple[Any, ...]:
        found = next(self._elements)
        self.index += 1
        return found
