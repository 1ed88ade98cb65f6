"""Manipulation functions that move or repeat elements; `_manipulation` re-exports them."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, finish, with_integers
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.dtype_sets import ORDERED
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.shapes import check_size, listed_axes, normalize_axes, normalize_axis, normalize_shape
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._kernels import manipulation as kernels

__all__ = ["flip", "fliplr", "flipud", "repeat", "resize", "roll", "rot90", "tile"]


def flip(m: Any, axis: Any = None) -> ndarray:
    """Reverse the order of elements along axes.

    Parameters
    ----------
    m : array_like
        The array.
    axis : int or tuple of ints, optional
        The axes, all by default.

    Returns
    -------
    ndarray
        A copy.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is named twice.

    Notes
    -----
    Differs from NumPy, where the result is a view: torch has no negative strides.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.flip([[1, 2], [3, 4]], axis=1)
    array([[2, 1],
           [4, 3]])
    """
    if type(m) is ndarray and m._dtype in ORDERED:
        t = m._tensor
        ndim = t.ndim
        if axis is None or (type(axis) is int and -ndim <= axis < ndim):
            try:
                return wrap_as(torch.flip(t, tuple(range(ndim)) if axis is None else (axis,)), m._dtype)
            except RuntimeError as error:
                raise_explained("flip", (t,), error)
    t = as_tensor(m)
    axes = normalize_axes(None if axis is None else listed_axes(axis), t.ndim)
    return finish("flip", kernels.flip(t, axes), like=m)


def fliplr(m: Any) -> ndarray:
    """Reverse the order of elements along axis 1.

    Parameters
    ----------
    m : array_like
        Array of at least two dimensions.

    Returns
    -------
    ndarray
        A copy (in NumPy a view).

    Raises
    ------
    ValueError
        If there are fewer dimensions.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fliplr([[1, 2], [3, 4]])
    array([[2, 1],
           [4, 3]])
    """
    t = as_tensor(m)
    if t.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return finish("fliplr", kernels.flip(t, (1,)), like=m)


def flipud(m: Any) -> ndarray:
    """Reverse the order of elements along axis 0.

    Parameters
    ----------
    m : array_like
        Array of at least one dimension.

    Returns
    -------
    ndarray
        A copy (in NumPy a view).

    Raises
    ------
    ValueError
        If there is no dimension.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.flipud([[1, 2], [3, 4]])
    array([[3, 4],
           [1, 2]])
    """
    t = as_tensor(m)
    if t.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return finish("flipud", kernels.flip(t, (0,)), like=m)


def rot90(m: Any, k: Any = 1, axes: Any = (0, 1)) -> ndarray:
    """Turn an array by quarter turns in a plane.

    Parameters
    ----------
    m : array_like
        Array of at least two dimensions.
    k : int, default: 1
        How many times.
    axes : pair of ints, default: (0, 1)
        The plane; turns go from the first axis to the second.

    Returns
    -------
    ndarray
        A copy (in NumPy a view); a view if `k` is a multiple of four.

    Raises
    ------
    ValueError
        If `axes` are not two different axes of the array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.rot90([[1, 2], [3, 4]])
    array([[2, 4],
           [1, 3]])
    """
    t = as_tensor(m)
    plane = tuple(operator.index(x) for x in axes)
    if len(plane) != 2:
        raise ValueError("len(axes) must be 2.")
    if plane[0] == plane[1] or abs(plane[0] - plane[1]) == t.ndim:
        raise ValueError("Axes must be different.")
    if not all(-t.ndim <= x < t.ndim for x in plane):
        raise ValueError(f"Axes={plane} out of range for array of ndim={t.ndim}.")
    places = (plane[0] % t.ndim, plane[1] % t.ndim)
    return finish("rot90", kernels.rot90(t, operator.index(k) % 4, places), like=m)


def _count(value: Any) -> int:
    """Return a number of places or repeats as an int; floats are cut off, as NumPy does."""
    return int(value) if isinstance(value, float) else operator.index(value)


def _listed(value: Any) -> list[Any]:
    """Return a scalar or a sequence of scalars as a list; deeper nesting raises ValueError."""
    if isinstance(value, Iterable) and not isinstance(value, str) and getattr(value, "ndim", 1) != 0:
        found = list(value)
        if any(isinstance(v, Iterable) and getattr(v, "ndim", 1) != 0 for v in found):
            raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
        return found
    return [value]


def roll(a: Any, shift: Any, axis: Any = None) -> ndarray:
    """Shift elements along axes; those beyond the end come in at the start.

    Parameters
    ----------
    a : array_like
        The array.
    shift : int or sequence of ints
        By how many places; a sequence goes with `axis` element by element.
    axis : int or sequence of ints, optional
        The axes; by default the array is rolled as if it were flat.

    Returns
    -------
    ndarray
        A copy.

    Raises
    ------
    ValueError
        If `shift` and `axis` do not broadcast.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.roll([1, 2, 3, 4], 1)
    array([4, 1, 2, 3])
    """
    if type(a) is ndarray and type(shift) is int and (axis is None or type(axis) is int):
        t = a._tensor
        # of nothing torch checks no axis
        if a._dtype in ORDERED and (axis is None or (t.numel() and t.ndim)):
            try:
                return wrap_as(torch.roll(t, shift) if axis is None else torch.roll(t, shift, axis), a._dtype)
            except (RuntimeError, IndexError, TypeError, OverflowError, ValueError):
                pass  # the general path knows shifts beyond int64, or says what is wrong
    t = as_tensor(a)
    shifts = _listed(shift)
    if axis is None:
        flat = kernels.roll(t.reshape(-1), [sum(map(_count, shifts))], [0])
        return finish("roll", flat.reshape(t.shape), like=a)
    axes = [normalize_axis(x, t.ndim) for x in _listed(axis)]
    if len(shifts) != len(axes) and 1 not in (len(shifts), len(axes)):
        raise ValueError(
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            f"arg 0 with shape ({len(shifts)},) and arg 1 with shape ({len(axes)},)."
        )
    n = max(len(shifts), len(axes)) if shifts and axes else 0
    total: dict[int, int] = {}
    for i in range(n):
        place = axes[i % len(axes)]
        total[place] = total.get(place, 0) + _count(shifts[i % len(shifts)])
    return finish("roll", kernels.roll(t, list(total.values()), list(total)), like=a)


def repeat(a: Any, repeats: Any, axis: Any = None) -> ndarray:
    """Repeat each element.

    Parameters
    ----------
    a : array_like
        The array.
    repeats : int or array_like of ints
        How often: for all elements, or for each index along `axis`. The shape of the result depends on an array's
        values.
    axis : int, optional
        The axis; by default the flattened array is repeated, and the result is 1-D.

    Returns
    -------
    ndarray
        A copy.

    Raises
    ------
    ValueError
        If a number is negative, or `repeats` does not broadcast to the size of the axis.
    TypeError
        If `repeats` is an array that does not hold integers.

    See Also
    --------
    tile : Repeat the whole array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.repeat([1, 2], 2)
    array([1, 1, 2, 2])
    >>> xp.repeat([[1, 2], [3, 4]], [1, 2], axis=0)
    array([[1, 2],
           [3, 4],
           [3, 4]])
    """
    if type(a) is ndarray and axis is None and type(repeats) is int and repeats >= 0:
        try:
            return wrap_as(torch.repeat_interleave(a._tensor, repeats), a._dtype)
        except (RuntimeError, TypeError, OverflowError, ValueError):
            pass  # the general path says what is wrong
    if isinstance(repeats, (int, float)):
        t = as_tensor(a)
        counts: Any = _count(repeats)
    else:
        t, counts = with_integers("repeat", a, repeats)
        if KIND[counts.dtype] not in "biu":
            raise TypeError(
                f"Cannot cast array data from dtype('{str(counts.dtype)[6:]}') to dtype('int64') "
                "according to the rule 'safe'"
            )
        counts = counts.to(torch.int64)
    if axis is None:
        t, place = t.reshape(-1), 0
    else:
        # A 0-D array counts as one element, as in NumPy.
        t = t.reshape(1) if t.ndim == 0 else t
        place = normalize_axis(axis, t.ndim)
    if not isinstance(counts, torch.Tensor):
        if counts < 0 and t.shape[place]:
            raise ValueError("negative dimensions are not allowed")
        counts = max(counts, 0)
        check_size([*t.shape, counts], t.itemsize)
        return finish("repeat", kernels.repeat(t, counts, place), like=a)
    size = t.shape[place]
    if counts.ndim > 1:
        raise ValueError("object too deep for desired array")
    if counts.numel() not in (1, size):
        raise ValueError(f"operands could not be broadcast together with shape ({size},) ({counts.numel()},)")
    try:
        new = kernels.repeat(t, counts.reshape(-1).expand(size), place)
    except RuntimeError as error:
        raise ValueError("repeats may not contain negative values.") from error
    return finish("repeat", new, like=a)


def tile(A: Any, reps: Any) -> ndarray:
    """Put copies of an array side by side.

    Parameters
    ----------
    A : array_like
        The array.
    reps : int or sequence of ints
        Number of copies along each dimension; the shorter of `reps` and the shape gets ones in front.

    Returns
    -------
    ndarray
        A copy of ``max(A.ndim, len(reps))`` dimensions.

    Raises
    ------
    ValueError
        If a number is negative.

    See Also
    --------
    repeat : Repeat each element.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.tile([1, 2], (2, 2))
    array([[1, 2, 1, 2],
           [1, 2, 1, 2]])
    """
    t = as_tensor(A)
    counts = (
        [operator.index(r) for r in reps]
        if isinstance(reps, Iterable) and getattr(reps, "ndim", 1) != 0
        else [operator.index(reps)]
    )
    if any(c < 0 for c in counts):
        raise ValueError("negative dimensions are not allowed")
    counts = [1] * (t.ndim - len(counts)) + counts
    sizes = [n * c for n, c in zip([1] * (len(counts) - t.ndim) + [*t.shape], counts, strict=True)]
    check_size(sizes, t.itemsize)
    if 0 in sizes:
        # torch counts in 64 bits how often nothing is repeated
        return finish("tile", torch.empty(normalize_shape(sizes), dtype=t.dtype, device=t.device), like=A)
    return finish("tile", kernels.tile(t, counts), like=A)


def resize(a: Any, new_shape: Any) -> ndarray:
    """Return the elements in another shape, repeated as often as needed.

    Parameters
    ----------
    a : array_like
        The array.
    new_shape : int or sequence of ints
        The shape.

    Returns
    -------
    ndarray
        A copy; zeros if `a` is empty.

    Raises
    ------
    ValueError
        If a size is negative.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.resize([1, 2, 3], (2, 2))
    array([[1, 2],
           [3, 1]])
    """
    t = as_tensor(a)
    # a 0-D array, which can't be iterated over, is one size
    several = isinstance(new_shape, Iterable) and getattr(new_shape, "ndim", 1) != 0
    sizes = [operator.index(s) for s in new_shape] if several else [operator.index(new_shape)]
    if min(sizes, default=0) < 0:
        raise ValueError("all elements of `new_shape` must be non-negative")
    check_size(sizes, t.itemsize)
    size = math.prod(sizes)
    if size == 0 or t.numel() == 0:
        return finish("resize", torch.zeros(sizes, dtype=t.dtype, device=t.device), like=a)
    copies = kernels.tile(t.reshape(-1), [-(-size // t.numel())])
    return finish("resize", copies.narrow(0, 0, size).reshape(sizes), like=a)
