"""Shapes and dimensions: `reshape`, `transpose`, `squeeze`, `atleast_1d` and their relatives."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex, overload

import torch

from xp_torch._array.coercion import as_copy, as_tensor, finish, moved, strided
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_override, has_override_within
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.reversed_views import ReversedView, reshaped
from xp_torch._facts.annotations import ArrayLike, Axis, Order, ShapeLike
from xp_torch._facts.errors import AxisError, too_many_dimensions
from xp_torch._facts.shapes import MAX_NDIM, as_int, bounded, is_sequence, listed_axes, normalize_axes, normalize_axis
from xp_torch._facts.torch_errors import explained, raise_explained
from xp_torch._kernels import manipulation as kernels
from xp_torch._kernels.layout import check_order, reverse_axes

__all__ = [
    "atleast_1d",
    "atleast_2d",
    "atleast_3d",
    "expand_dims",
    "moveaxis",
    "permute_dims",
    "ravel",
    "reshape",
    "rollaxis",
    "squeeze",
    "swapaxes",
    "transpose",
]

_movedim, _permute, _reshape, _squeeze = torch.movedim, torch.permute, torch.reshape, torch.squeeze
_transpose, _unsqueeze = torch.transpose, torch.unsqueeze


def reshape(
    a: ArrayLike, /, shape: ShapeLike, order: Literal["C", "F", "A"] = "C", *, copy: bool | None = None
) -> ndarray:
    """Return an array with another shape.

    Parameters
    ----------
    a : array_like
        Input.
    shape : int or sequence of ints
        Shape of the result; one size may be -1, and is computed from the others. None keeps the shape, and returns a
        view whatever `copy` is, as in NumPy.
    order : {"C", "F", "A"}, default: "C"
        Whether elements are read and placed in row-major or column-major order; "A" is "F" for column-major arrays.
    copy : bool, optional
        True always copies, False raises ValueError if a copy is needed, None copies only if needed.

    Returns
    -------
    ndarray
        A view if the layout allows it and `copy` is not True, else a copy.

    Examples
    --------
    >>> xp.reshape([1, 2, 3, 4, 5, 6], (2, -1))
    array([[1, 2, 3],
           [4, 5, 6]])
    """
    if type(a) is ndarray and order == "C" and copy is None and (type(shape) is tuple or type(shape) is int):
        try:
            t: Any = _reshape(a._tensor, shape if type(shape) is tuple else (shape,))
            if type(t) is not ndarray:  # which torch gives for a size that is an array
                return wrap_as(t, a._dtype)
        except (TypeError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            if _fits(a._tensor.numel(), shape if type(shape) is tuple else (shape,)):
                raise_explained("reshape", [a._tensor], error)
            # else the general path says what is wrong with the sizes, or takes another negative one for -1
    if type(a) is not ndarray and has_override(a):
        return call_override(reshape, locals())
    t = strided(a)
    if isinstance(order, str) and order.upper() == "K":
        raise ValueError("order 'K' is not permitted for reshaping")
    layout = check_order(order, t) if order is not None else "C"
    copy = as_copy(copy)
    if isinstance(a, ReversedView):
        if order in ("A", "a"):
            layout = "C"  # it is in no order in memory
        view = a[...] if shape is None else None if copy else reshaped(a, _resolved(t.numel(), shape), layout)
        if view is not None:
            return view
        if copy is False:
            raise ValueError("Unable to avoid creating a copy while reshaping.")
        a = plain(a)
        t = a._tensor  # type: ignore[union-attr]
    if shape is None:
        return finish("reshape", t.view_as(t), like=a)
    sizes = _resolved(t.numel(), shape)
    if copy is not False:
        return finish("reshape", kernels.reshape(explained(torch.clone)(t) if copy else t, sizes, layout), like=a)
    try:
        return finish("reshape", kernels.reshape_view(t, sizes, layout), like=a)
    except RuntimeError:
        raise ValueError("Unable to avoid creating a copy while reshaping.") from None


def _fits(size: int, shape: tuple) -> bool:
    """Return whether `size` elements fit in a shape of numbers in which -1 is the only negative size."""
    if any(isinstance(s, ndarray) for s in shape):
        return False
    known = math.prod([abs(s) for s in shape])
    unknown = shape.count(-1)
    if unknown:
        return unknown == 1 and min(shape) >= -1 and known > 0 and size % known == 0
    return min(shape, default=0) >= 0 and size == known


def _resolved(size: int, shape: Any) -> tuple[int, ...]:
    """Return `shape` with -1 replaced by the size it stands for; raise ValueError if `size` elements do not fit."""
    sizes = list(map(as_int, bounded(shape))) if is_sequence(shape) else [as_int(shape)]
    if len(sizes) > MAX_NDIM:
        raise too_many_dimensions(len(sizes), MAX_NDIM)
    unknown = [i for i, s in enumerate(sizes) if s < 0]
    if len(unknown) > 1:
        raise ValueError("can only specify one unknown dimension")
    known = 1
    for s in sizes:
        known *= s if s >= 0 else 1
    if unknown and known and size % known == 0:
        sizes[unknown[0]] = size // known
    elif unknown or known != size:
        named = ["newaxis" if s < 0 else str(s) for s in sizes]
        shown = f"({named[0]},)" if len(named) == 1 else f"({','.join(named)})"
        raise ValueError(f"cannot reshape array of size {size} into shape {shown:.200}")
    return tuple(sizes)


def ravel(a: ArrayLike, order: Order = "C") -> ndarray:
    """Flatten an array.

    Parameters
    ----------
    a : array_like
        Input.
    order : {"C", "F", "A", "K"}, default: "C"
        Row-major, column-major, or ("A", "K") the order in memory.

    Returns
    -------
    ndarray
        1-D array: a view if the elements are contiguous in that order, else a copy.

    Examples
    --------
    >>> xp.ravel([[1, 2], [3, 4]], order="F")
    array([1, 3, 2, 4])
    """
    if type(a) is ndarray and order == "C":
        try:
            return wrap_as(a._tensor.ravel(), a._dtype)
        except RuntimeError as error:
            raise_explained("ravel", [a._tensor], error)
    if type(a) is not ndarray and has_override(a):
        return call_override(ravel, locals())
    if isinstance(a, ReversedView):
        a, order = plain(a), "C" if order in ("A", "a") else order
    t = as_tensor(a)
    return finish("ravel", kernels.ravel(t, check_order("C" if order is None else order, t)), like=a)


def expand_dims(a: ArrayLike, axis: SupportsIndex | Sequence[SupportsIndex]) -> ndarray:
    """Insert dimensions of size one.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or tuple of ints
        Positions of the new dimensions in the result.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> xp.expand_dims([1, 2], axis=1).shape
    (2, 1)
    """
    if type(a) is ndarray and type(axis) is int:
        try:
            return wrap_as(_unsqueeze(a._tensor, axis), a._dtype)
        except (IndexError, ValueError):
            pass  # the general path raises the right error
    if type(a) is not ndarray and has_override(a):
        return call_override(expand_dims, locals())
    positions = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = strided(a).ndim + len(positions)
    dims = [normalize_axis(x, ndim) for x in positions]
    if len(set(dims)) != len(dims):
        raise ValueError("repeated axis")
    return moved(a, lambda t: functools.reduce(_unsqueeze, sorted(dims), t) if dims else t.view_as(t))


def squeeze(a: ArrayLike, axis: Axis = None) -> ndarray:
    """Remove dimensions of size one.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int or tuple of ints or None, default: None
        Dimensions to remove; None removes all dimensions of size one.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> xp.squeeze([[1, 2]], axis=0)
    array([1, 2])
    """
    if type(a) is ndarray:
        t = a._tensor
        if axis is None:
            return wrap_as(_squeeze(t), a._dtype)
        try:
            if type(axis) is int and t.shape[axis] == 1:
                return wrap_as(_squeeze(t, axis), a._dtype)
        except (IndexError, ValueError):
            pass  # the general path raises the right error
    if type(a) is not ndarray and has_override(a):
        return call_override(squeeze, locals())
    if axis is None:
        return moved(a, _squeeze)
    t = strided(a)
    if t.ndim == 0 and not isinstance(axis, (tuple, list)) and operator.index(axis) in (0, -1):
        # As in NumPy, a 0-D array accepts the axes of a 1-D array.
        return moved(a, lambda t: t.view(()))
    axes = [normalize_axis(x, t.ndim) for x in (axis if isinstance(axis, (tuple, list)) else (axis,))]
    if len(set(axes)) != len(axes):
        raise ValueError("duplicate value in 'axis'")
    if any(t.shape[x] != 1 for x in axes):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return moved(a, lambda t: t.squeeze(tuple(axes)))


def transpose(a: ArrayLike, axes: Sequence[SupportsIndex] | None = None) -> ndarray:
    """Permute the dimensions of an array.

    Parameters
    ----------
    a : array_like
        Input.
    axes : sequence of ints, optional
        Dimension of `a` for each dimension of the result; by default the reverse order.

    Returns
    -------
    ndarray
        A view.

    See Also
    --------
    moveaxis : Moves some dimensions and keeps the others in order.

    Examples
    --------
    >>> xp.permute_dims(xp.zeros((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    if type(a) is ndarray:
        if axes is None:
            t: Any = a._tensor
            return wrap_as(t.t() if t.ndim == 2 else reverse_axes(t), a._dtype)
        if type(axes) is tuple:
            try:
                t = _permute(a._tensor, axes)
                if type(t) is not ndarray:  # torch returns an array if an axis is an array
                    return wrap_as(t, a._dtype)
            except (IndexError, TypeError, ValueError):
                pass  # the general path raises the right error
            except RuntimeError as error:
                t = a._tensor
                if sorted([axis % max(t.ndim, 1) for axis in axes]) == list(range(t.ndim)):
                    raise_explained("transpose", [t], error)
                # else the general path says what is wrong with the axes
    if type(a) is not ndarray and has_override(a):
        return call_override(transpose, locals())
    if axes is None:
        return moved(a, reverse_axes)
    given, ndim = listed_axes(axes), strided(a).ndim
    if len(given) != ndim:
        raise ValueError("axes don't match array")
    dims = [normalize_axis(x, ndim) for x in given]
    if len(set(dims)) != len(dims):
        raise ValueError("repeated axis in transpose")
    return moved(a, lambda t: t.permute(dims))


permute_dims = transpose


def moveaxis(
    a: ArrayLike, source: SupportsIndex | Sequence[SupportsIndex], destination: SupportsIndex | Sequence[SupportsIndex]
) -> ndarray:
    """Move dimensions to new positions; the others keep their order.

    Parameters
    ----------
    a : array_like
        Input.
    source : int or sequence of ints
        Dimensions to move.
    destination : int or sequence of ints
        Position of each in the result.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> xp.moveaxis(xp.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    if type(a) is ndarray and type(source) is int and type(destination) is int:
        t = a._tensor
        ndim = t.ndim
        if -ndim <= source < ndim and -ndim <= destination < ndim:
            return wrap_as(_movedim(t, source, destination), a._dtype)
    if type(a) is not ndarray and has_override(a):
        return call_override(moveaxis, locals())
    ndim = strided(a).ndim
    from_, to = (
        normalize_axes(listed_axes(axes), ndim, name)
        for name, axes in (("source", source), ("destination", destination))
    )
    if len(from_) != len(to):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    return moved(a, lambda t: t.movedim(from_, to))


def swapaxes(a: ArrayLike, axis1: SupportsIndex, axis2: SupportsIndex) -> ndarray:
    """Swap two dimensions.

    Parameters
    ----------
    a : array_like
        Input.
    axis1, axis2 : int
        Dimensions to swap.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> xp.swapaxes(xp.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    if type(a) is ndarray and type(axis1) is int and type(axis2) is int:
        t = a._tensor
        ndim = t.ndim
        if -ndim <= axis1 < ndim and -ndim <= axis2 < ndim:
            return wrap_as(_transpose(t, axis1, axis2), a._dtype)
    if type(a) is not ndarray and has_override(a):
        return call_override(swapaxes, locals())
    ndim = strided(a).ndim
    first, second = normalize_axis(axis1, ndim, "axis1"), normalize_axis(axis2, ndim, "axis2")
    return moved(a, lambda t: t.transpose(first, second))


def rollaxis(a: ArrayLike, axis: SupportsIndex, start: SupportsIndex = 0) -> ndarray:
    """Move one dimension before another; the others keep their order.

    Parameters
    ----------
    a : array_like
        Input.
    axis : int
        Dimension to move.
    start : int, default: 0
        Dimension to move it before; the number of dimensions moves it to the end.

    Returns
    -------
    ndarray
        A view.

    See Also
    --------
    moveaxis : Takes the position in the result.

    Examples
    --------
    >>> xp.rollaxis(xp.zeros((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(rollaxis, locals())
    ndim = strided(a).ndim
    source, to = normalize_axis(axis, ndim), operator.index(start)
    to = to + ndim if to < 0 else to
    if not 0 <= to <= ndim:
        raise AxisError(f"'start' arg requires {-ndim} <= start < {ndim + 1}, but {to} was passed in")
    return moved(a, lambda t: t.movedim(source, to - 1 if source < to else to))


def _at_least(ndim: int, arrays: tuple[Any, ...]) -> Any:
    """Return each of `arrays` with at least `ndim` dimensions; a tuple unless there is one."""

    def extended(t: torch.Tensor) -> torch.Tensor:
        if ndim == 3 and t.ndim:
            t = t.unsqueeze(-1)
        return t.expand((1,) * (ndim - t.ndim) + t.shape)

    results = []
    for a in arrays:
        if strided(a).ndim < ndim:
            results.append(moved(a, extended))
        else:
            results.append(a if isinstance(a, ndarray) else wrap(as_tensor(a)))
    return results[0] if len(results) == 1 else tuple(results)


@overload
def atleast_1d(ary: ArrayLike, /) -> ndarray: ...
@overload
def atleast_1d(*arys: ArrayLike) -> Any: ...
def atleast_1d(*arys: ArrayLike) -> Any:
    """Return arrays with at least one dimension.

    Parameters
    ----------
    *arys : array_like
        Inputs.

    Returns
    -------
    ndarray or tuple of ndarray
        The arrays, unchanged or as views; a tuple unless there is exactly one.

    Examples
    --------
    >>> xp.atleast_1d(3)
    array([3])
    """
    if has_override_within(arys):
        return call_override(atleast_1d, locals())
    return _at_least(1, arys)


@overload
def atleast_2d(ary: ArrayLike, /) -> ndarray: ...
@overload
def atleast_2d(*arys: ArrayLike) -> Any: ...
def atleast_2d(*arys: ArrayLike) -> Any:
    """Return arrays with at least two dimensions; new ones come first.

    Parameters
    ----------
    *arys : array_like
        Inputs.

    Returns
    -------
    ndarray or tuple of ndarray
        The arrays, unchanged or as views; a tuple unless there is exactly one.

    Examples
    --------
    >>> xp.atleast_2d([1, 2])
    array([[1, 2]])
    """
    if has_override_within(arys):
        return call_override(atleast_2d, locals())
    return _at_least(2, arys)


@overload
def atleast_3d(ary: ArrayLike, /) -> ndarray: ...
@overload
def atleast_3d(*arys: ArrayLike) -> Any: ...
def atleast_3d(*arys: ArrayLike) -> Any:
    """Return arrays with at least three dimensions: shape ``(N,)`` becomes ``(1, N, 1)``, ``(M, N)`` ``(M, N, 1)``.

    Parameters
    ----------
    *arys : array_like
        Inputs.

    Returns
    -------
    ndarray or tuple of ndarray
        The arrays, unchanged or as views; a tuple unless there is exactly one.

    Examples
    --------
    >>> xp.atleast_3d([1, 2]).shape
    (1, 2, 1)
    """
    if has_override_within(arys):
        return call_override(atleast_3d, locals())
    return _at_least(3, arys)
