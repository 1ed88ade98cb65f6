"""Moving and repeating elements: `flip`, `roll`, `rot90`, `repeat`, `tile`, `resize`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, finish, strided, with_integers
from xp_torch._array.door import call_override, has_override, has_override_within
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.reversed_views import ReversedView, reversed_view
from xp_torch._facts.annotations import ArrayLike, Axis, ShapeLike
from xp_torch._facts.dtype_sets import ORDERED
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import warn
from xp_torch._facts.shapes import (
    as_index,
    check_dimension,
    check_size,
    fixed_size,
    is_sequence,
    listed_axes,
    listed_sizes,
    normalize_axes,
    normalize_axis,
    normalize_shape,
    single,
)
from xp_torch._facts.torch_errors import explained, raise_explained
from xp_torch._functions.manipulation.shape import swapaxes
from xp_torch._kernels import host_functions
from xp_torch._kernels import manipulation as kernels
from xp_torch._kernels.layout import raveled
from xp_torch._kernels.reversed_views import flip as reverse

__all__ = ["flip", "fliplr", "flipud", "repeat", "resize", "roll", "rot90", "tile"]


def flip(m: ArrayLike, axis: Axis = None) -> ndarray:
    """Reverse the order of elements along axes.

    Parameters
    ----------
    m : array_like
        Input.
    axis : int or tuple of ints or None, default: None
        Axes to reverse; None reverses all of them.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> xp.flip([[1, 2], [3, 4]], axis=1)
    array([[2, 1],
           [4, 3]])
    """
    if type(m) is not ndarray and has_override(m):
        return call_override(flip, locals())
    t = strided(m)
    return _flipped(m, t, normalize_axes(None if axis is None else listed_axes(axis), t.ndim))


def _flipped(m: Any, t: torch.Tensor, axes: Sequence[int]) -> ndarray:
    """Return the array-like `m`, as a tensor `t`, reversed along axes: a view if `m` has memory, else a copy."""
    if isinstance(m, ReversedView):
        return reversed_view(t, set(axes) ^ set(m._flips))
    # A 0-D result is a scalar in NumPy, which shares no memory.
    if not t.ndim or not isinstance(m, (ndarray, torch.Tensor, np.ndarray)):
        return wrap(reverse(t, axes))
    return reversed_view(t, axes, m if isinstance(m, ndarray) else None)


def _flip_axis(m: Any, axis: int) -> ndarray:
    """Return `m` reversed along `axis`, which it must have."""
    t = strided(m)
    if t.ndim <= axis:
        raise ValueError(f"Input must be >= {axis + 1}-d.")
    return _flipped(m, t, (axis,))


def fliplr(m: ArrayLike) -> ndarray:
    """Reverse the order of elements along axis 1.

    Parameters
    ----------
    m : array_like
        Array of at least two dimensions.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> xp.fliplr([[1, 2], [3, 4]])
    array([[2, 1],
           [4, 3]])
    """
    if type(m) is not ndarray and has_override(m):
        return call_override(fliplr, locals())
    return _flip_axis(m, 1)


def flipud(m: ArrayLike) -> ndarray:
    """Reverse the order of elements along axis 0.

    Parameters
    ----------
    m : array_like
        Array of at least one dimension.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> xp.flipud([[1, 2], [3, 4]])
    array([[3, 4],
           [1, 2]])
    """
    if type(m) is not ndarray and has_override(m):
        return call_override(flipud, locals())
    return _flip_axis(m, 0)


def rot90(m: ArrayLike, k: SupportsIndex = 1, axes: tuple[SupportsIndex, SupportsIndex] = (0, 1)) -> ndarray:
    """Rotate an array by 90 degrees in a plane.

    Parameters
    ----------
    m : array_like
        Array of at least two dimensions.
    k : int, default: 1
        Number of rotations.
    axes : pair of ints, default: (0, 1)
        Plane to rotate in; the direction is from the first axis towards the second.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> xp.rot90([[1, 2], [3, 4]])
    array([[2, 4],
           [1, 3]])
    """
    if type(m) is not ndarray and has_override(m):
        return call_override(rot90, locals())
    t = strided(m)
    plane = tuple(as_index(x) for x in itertools.islice(axes, 3))
    if len(plane) != 2:
        raise ValueError("len(axes) must be 2.")
    if plane[0] == plane[1] or abs(plane[0] - plane[1]) == t.ndim:
        raise ValueError("Axes must be different.")
    if not all(-t.ndim <= x < t.ndim for x in plane):
        raise ValueError(f"Axes={plane} out of range for array of ndim={t.ndim}.")
    dims = (plane[0] % t.ndim, plane[1] % t.ndim)
    turns = _turns(k) % 4
    if turns % 2:
        m, t = swapaxes(m, *dims) if isinstance(m, ReversedView) else m, t.transpose(*dims)
    # After the transposition, the axis to reverse decides the direction.
    return _flipped(m, t, ((), dims[:1], dims, dims[1:])[turns])


def _turns(k: Any) -> int:
    """Return the number of turns of `rot90` as an int; another number is truncated with a DeprecationWarning."""
    try:
        return as_index(k)
    except TypeError:
        pass
    text = f"Passing a value for k ({k!r:.80}) that is not an integer type has been deprecated in NumPy 2.5. "
    warn(text + "The value will be cast to an integer.  In the future this will be an error.", DeprecationWarning)
    return int(single(k, "k"))


def _count(value: Any) -> int:
    """Return a shift or a number of repeats as an int; as in NumPy, floats are truncated and strings parsed."""
    return int(value) if isinstance(value, (float, np.floating, str)) else as_index(value)


def _shift(value: Any) -> int:
    """Return a shift as an int; as in NumPy, a 0-D array may hold a float, which is truncated."""
    return int(value) if isinstance(value, ndarray) and KIND[value._dtype] == "f" else _count(value)


def _as_list(value: Any) -> list[Any]:
    """Return a scalar or a 1-D sequence as a list; deeper nesting raises ValueError."""
    if isinstance(value, str) or not is_sequence(value):
        return [value]
    items = list(value)
    if any(isinstance(item, str) for item in items):
        items = list(np.asarray(items))  # NumPy reads all of them as text
    elif any(map(is_sequence, items)):
        raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    return items


def roll(
    a: ArrayLike,
    shift: SupportsIndex | Sequence[SupportsIndex],
    axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
) -> ndarray:
    """Shift elements along axes; those shifted beyond the end come back at the start.

    Parameters
    ----------
    a : array_like
        Input.
    shift : int or sequence of ints
        Number of places to shift by; a sequence has one number for each of `axis`.
    axis : int or sequence of ints, optional
        Axes along which to shift; by default the flattened array is shifted, and its shape restored.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.roll([1, 2, 3, 4], 1)
    array([4, 1, 2, 3])
    """
    if type(a) is ndarray and type(shift) is int and (axis is None or type(axis) is int):
        t = a._tensor
        # torch does not check the axis of an empty tensor, and rolls the mapped axis of a 0-D one.
        # Nor does it take shifts below -2**62, which it keeps for symbols.
        direct = a._dtype in ORDERED and t.ndim and -(2**62) < shift < 2**62
        if direct and (axis is None or (t.numel() and t.is_contiguous())):
            try:
                return wrap_as(torch.roll(t, shift) if axis is None else torch.roll(t, shift, axis), a._dtype)
            except (IndexError, TypeError, ValueError):
                pass  # the general path raises the right error
            except RuntimeError as error:
                raise_explained("roll", [t], error)
    if type(a) is not ndarray and has_override(a):
        return call_override(roll, locals())
    t = as_tensor(a)
    shifts = _as_list(shift)
    if axis is None:
        flat = kernels.roll(raveled(t), [sum(map(_shift, shifts))], [0])
        return finish("roll", flat.reshape(t.shape), like=a)
    axes = [normalize_axis(x, t.ndim) for x in _as_list(axis)]
    if len(shifts) != len(axes) and 1 not in (len(shifts), len(axes)):
        raise ValueError(
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between "
            f"arg 0 with shape ({len(shifts)},) and arg 1 with shape ({len(axes)},)."
        )
    n = max(len(shifts), len(axes)) if shifts and axes else 0
    total: dict[int, int] = {}
    for i in range(n):
        dim = axes[i % len(axes)]
        total[dim] = total.get(dim, 0) + _shift(shifts[i % len(shifts)])
    return finish("roll", kernels.roll(t, list(total.values()), list(total)), like=a)


def _repeat_to(t: torch.Tensor, counts: torch.Tensor, dim: int, length: Any, like: Any) -> ndarray:
    """Return `t` with each element repeated along `dim`, cut or continued to `length`."""
    length = fixed_size("repeat", length, "total_repeat_length")
    if length and not t.shape[dim]:
        raise ValueError(f"repeat: total_repeat_length must be 0 for an axis of size 0 (got {length})")
    return finish("repeat", kernels.repeat_to(t, counts, dim, length), like=like)


def repeat(
    a: ArrayLike, repeats: ArrayLike, axis: SupportsIndex | None = None, *, total_repeat_length: int | None = None
) -> ndarray:
    """Repeat each element.

    Parameters
    ----------
    a : array_like
        Input.
    repeats : int or array_like of ints
        Number of repeats: one for all elements, or one for each index along `axis`.
    axis : int, optional
        Axis along which to repeat; by default the flattened array is repeated, and the result is 1-D.
    total_repeat_length : int, optional
        Size of the result along the axis: surplus elements are left out, and the last one fills what is missing. By
        default the sum of `repeats`.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    tile : Repeats the whole array.

    Notes
    -----
    If `repeats` is an array, the shape of the result depends on its values, which are read back to the host. Those of a
    list are not. With `total_repeat_length`, JAX's parameter, nothing is read back.

    Examples
    --------
    >>> xp.repeat([1, 2], 2)
    array([1, 1, 2, 2])
    >>> xp.repeat([[1, 2], [3, 4]], [1, 2], axis=0)
    array([[1, 2],
           [3, 4],
           [3, 4]])
    """
    if type(a) is ndarray and axis is None and type(repeats) is int and repeats >= 0 and total_repeat_length is None:
        try:
            result = host_functions.repeated(a._tensor, repeats)
            return wrap_as(torch.repeat_interleave(a._tensor, repeats) if result is None else result, a._dtype)
        except (TypeError, OverflowError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            raise_explained("repeat", [a._tensor], error)
    if has_override_within((a, repeats)):
        return call_override(repeat, locals())
    if isinstance(repeats, (int, float)):
        t = as_tensor(a)
        counts: Any = _count(repeats)
    else:
        t, counts = with_integers("repeat", a, repeats)
        if KIND[counts.dtype] not in "biu" or counts.dtype is torch.uint64:
            raise TypeError(
                f"Cannot cast array data from dtype('{str(counts.dtype)[6:]}') to dtype('int64') "
                "according to the rule 'safe'"
            )
        counts = counts.to(torch.int64)
    if axis is None:
        t, dim = raveled(t), 0
    else:
        # As in NumPy, a 0-D array is read as 1-D.
        t = t.reshape(1) if t.ndim == 0 else t
        dim = normalize_axis(axis, t.ndim)
    if not isinstance(counts, torch.Tensor):
        if counts < 0 and t.shape[dim]:
            raise ValueError("negative dimensions are not allowed")
        counts = max(counts, 0)
        if total_repeat_length is not None:
            check_dimension(counts)
            each = torch.full(t.shape[dim : dim + 1], counts, device=t.device)
            return _repeat_to(t, each, dim, total_repeat_length, a)
        check_size([*t.shape, counts], t.itemsize)
        return finish("repeat", kernels.repeat(t, counts, dim), like=a)
    size = t.shape[dim]
    if counts.ndim > 1:
        raise ValueError("object too deep for desired array")
    if counts.numel() not in (1, size):
        raise ValueError(f"operands could not be broadcast together with shape ({size},) ({counts.numel()},)")
    if total_repeat_length is not None:
        return _repeat_to(t, raveled(counts).expand(size), dim, total_repeat_length, a)
    total = None
    if isinstance(repeats, (list, tuple)) and all(type(x) is int for x in repeats):
        if any(x < 0 for x in repeats):
            raise ValueError("repeats may not contain negative values.")
        total = sum(repeats) * (1 if len(repeats) == size else size)
    try:
        repeated = kernels.repeat(t, raveled(counts).expand(size), dim, total)
    except RuntimeError as error:
        if "negative" not in str(error):
            raise
        raise ValueError("repeats may not contain negative values.") from None
    return finish("repeat", repeated, like=a)


def tile(A: ArrayLike, reps: ShapeLike) -> ndarray:
    """Repeat a whole array along its axes.

    Parameters
    ----------
    A : array_like
        Input.
    reps : int or sequence of ints
        Number of copies along each axis; ones are prepended to the shorter of `reps` and the shape.

    Returns
    -------
    ndarray
        New array of ``max(A.ndim, len(reps))`` dimensions.

    See Also
    --------
    repeat : Repeats each element.

    Examples
    --------
    >>> xp.tile([1, 2], (2, 2))
    array([[1, 2, 1, 2],
           [1, 2, 1, 2]])
    """
    if has_override(A, reps):
        return call_override(tile, locals())
    t = as_tensor(A)
    counts = listed_sizes(reps)
    if any(c < 0 for c in counts):
        raise ValueError("negative dimensions are not allowed")
    counts = [1] * (t.ndim - len(counts)) + counts
    sizes = [n * c for n, c in zip([1] * (len(counts) - t.ndim) + [*t.shape], counts, strict=True)]
    check_size(sizes, t.itemsize)
    if 0 in sizes:
        # torch would raise for counts beyond int64.
        return finish("tile", torch.empty(normalize_shape(sizes), dtype=t.dtype, device=t.device), like=A)
    return finish("tile", kernels.tile(t, counts), like=A)


def resize(a: ArrayLike, new_shape: ShapeLike) -> ndarray:
    """Return an array of another shape, filled with repeated copies of the elements.

    Parameters
    ----------
    a : array_like
        Elements, in row-major order.
    new_shape : int or sequence of ints
        Shape of the result.

    Returns
    -------
    ndarray
        New array; zeros if `a` is empty.

    Examples
    --------
    >>> xp.resize([1, 2, 3], (2, 2))
    array([[1, 2],
           [3, 1]])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(resize, locals())
    t = as_tensor(a)
    sizes = listed_sizes(new_shape)
    if min(sizes, default=0) < 0:
        raise ValueError("all elements of `new_shape` must be non-negative")
    check_size(sizes, t.itemsize)
    size = math.prod(sizes)
    if size == 0 or t.numel() == 0:
        return finish("resize", explained(torch.zeros)(sizes, dtype=t.dtype, device=t.device), like=a)
    copies = kernels.tile(raveled(t), [-(-size // t.numel())])
    return finish("resize", copies.narrow(0, 0, size).reshape(sizes), like=a)
