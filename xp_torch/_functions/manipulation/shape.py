"""Manipulation functions: shapes and dimensions.

Broadcasting is in `_manipulation_broadcast`, joining in `_manipulation_join`, splitting in `_manipulation_split`,
moving and repeating elements in `_manipulation_move`, putting them in and taking them out in `_manipulation_edit`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any

import torch

from xp_torch._array.coercion import as_copy, as_tensor, finish
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.errors import AxisError
from xp_torch._facts.shapes import is_sequence, listed_axes, normalize_axes, normalize_axis, whole
from xp_torch._facts.torch_errors import raise_explained
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


def _view(name: str, t: torch.Tensor, like: Any) -> ndarray:
    """Return a view as an array of the class of `like`."""
    return finish(name, t, like=like)


def reshape(a: Any, /, shape: Any, order: Any = "C", *, copy: bool | None = None) -> ndarray:
    """Give an array another shape.

    Parameters
    ----------
    a : array_like
        The array.
    shape : int or sequence of ints
        The shape; one size may be -1, and follows from the others.
    order : {"C", "F", "A"}, default: "C"
        Read and place elements in row-major or column-major order, or ("A") as they lie in memory.
    copy : bool, optional
        True copies always, False raises if a copy is needed, None copies if one is needed.

    Returns
    -------
    ndarray
        A view if the layout allows it and `copy` is not True, else a copy.

    Raises
    ------
    ValueError
        If the sizes do not match, or `copy` is False and a copy is needed.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.reshape([1, 2, 3, 4, 5, 6], (2, -1))
    array([[1, 2, 3],
           [4, 5, 6]])
    """
    if type(a) is ndarray and order == "C" and copy is None and (type(shape) is tuple or type(shape) is int):
        try:
            return wrap_as(_reshape(a._tensor, shape if type(shape) is tuple else (shape,)), a._dtype)
        except (RuntimeError, TypeError):
            pass  # the general path says what is wrong
    t = as_tensor(a)
    if isinstance(order, str) and order.upper() == "K":
        raise ValueError("order 'K' is not permitted for reshaping")
    layout = check_order(order, t) if order is not None else "C"
    copy = as_copy(copy)
    sizes = tuple(t.shape) if shape is None else _resolved(t.numel(), shape)
    if copy is None or shape is None:
        return _view("reshape", kernels.reshape(t, sizes, layout), a)
    if copy:
        return _view("reshape", kernels.reshape(t.clone(), sizes, layout), a)
    try:
        return _view("reshape", kernels.reshape_view(t, sizes, layout), a)
    except RuntimeError:
        raise ValueError("Unable to avoid creating a copy while reshaping.") from None


def _resolved(size: int, shape: Any) -> tuple[int, ...]:
    """Return `shape` with its -1, if any, worked out; raise NumPy's ValueError if `size` elements do not fit."""
    sizes = [whole(s) for s in shape] if is_sequence(shape) else [whole(shape)]
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
        raise ValueError(f"cannot reshape array of size {size} into shape {shown}")
    return tuple(sizes)


def ravel(a: Any, order: Any = "C") -> ndarray:
    """Flatten an array.

    Parameters
    ----------
    a : array_like
        The array.
    order : {"C", "F", "A", "K"}, default: "C"
        Row-major, column-major, or ("A", "K") as elements lie in memory.

    Returns
    -------
    ndarray
        1-D: a view if the elements lie one after the other, else a copy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.ravel([[1, 2], [3, 4]], order="F")
    array([1, 3, 2, 4])
    """
    if type(a) is ndarray and order == "C":
        try:
            return wrap_as(a._tensor.ravel(), a._dtype)
        except RuntimeError as error:
            raise_explained("ravel", (a._tensor,), error)
    t = as_tensor(a)
    return _view("ravel", kernels.ravel(t, check_order("C" if order is None else order, t)), a)


def expand_dims(a: Any, axis: Any) -> ndarray:
    """Put dimensions of size one into the shape.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or tuple of ints
        Where the new dimensions are in the result.

    Returns
    -------
    ndarray
        A view.

    Raises
    ------
    AxisError
        If an axis is out of bounds.
    ValueError
        If an axis is named twice.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.expand_dims([1, 2], axis=1).shape
    (2, 1)
    """
    if type(a) is ndarray and type(axis) is int:
        try:
            return wrap_as(_unsqueeze(a._tensor, axis), a._dtype)
        except IndexError:
            pass  # the general path says what is wrong
    t = as_tensor(a)
    given = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = t.ndim + len(given)
    places = [normalize_axis(x, ndim) for x in given]
    if len(set(places)) != len(places):
        raise ValueError("repeated axis")
    for place in sorted(places):
        t = t.unsqueeze(place)
    return _view("expand_dims", t, a)


def squeeze(a: Any, axis: Any = None) -> ndarray:
    """Take dimensions of size one out of the shape.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int or tuple of ints, optional
        Which ones; by default all.

    Returns
    -------
    ndarray
        A view.

    Raises
    ------
    ValueError
        If the size along an axis is not one, or an axis is named twice.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
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
        except IndexError:
            pass  # the general path says what is wrong
    t = as_tensor(a)
    if axis is None:
        return _view("squeeze", t.squeeze(), a)
    if t.ndim == 0 and not isinstance(axis, (tuple, list)) and operator.index(axis) in (0, -1):
        # NumPy lets the axes of one element pass for a 0-D array.
        return _view("squeeze", t.view(()), a)
    axes = [normalize_axis(x, t.ndim) for x in (axis if isinstance(axis, (tuple, list)) else (axis,))]
    if len(set(axes)) != len(axes):
        raise ValueError("duplicate value in 'axis'")
    if any(t.shape[x] != 1 for x in axes):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return _view("squeeze", t.squeeze(tuple(axes)), a)


def transpose(a: Any, axes: Any = None) -> ndarray:
    """Permute the dimensions of an array.

    Parameters
    ----------
    a : array_like
        The array.
    axes : sequence of ints, optional
        For each dimension of the result, the one of `a` that it is; by default the reverse order.

    Returns
    -------
    ndarray
        A view.

    Raises
    ------
    ValueError
        If `axes` is not a permutation.

    See Also
    --------
    moveaxis : Move some, keep the rest in order.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.permute_dims(xp.zeros((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    if type(a) is ndarray:
        if axes is None:
            t = a._tensor
            return wrap_as(t.mT if t.ndim == 2 else reverse_axes(t), a._dtype)
        if type(axes) is tuple:
            try:
                return wrap_as(_permute(a._tensor, axes), a._dtype)
            except (RuntimeError, IndexError, TypeError):
                pass  # the general path says what is wrong
    t = as_tensor(a)
    if axes is None:
        return _view("transpose", reverse_axes(t), a)
    given = tuple(axes) if isinstance(axes, Iterable) else (axes,)
    if len(given) != t.ndim:
        raise ValueError("axes don't match array")
    places = [normalize_axis(x, t.ndim) for x in given]
    if len(set(places)) != len(places):
        raise ValueError("repeated axis in transpose")
    return _view("transpose", t.permute(places), a)


permute_dims = transpose


def moveaxis(a: Any, source: Any, destination: Any) -> ndarray:
    """Move dimensions to other places; the rest keep their order.

    Parameters
    ----------
    a : array_like
        The array.
    source : int or sequence of ints
        Where they are.
    destination : int or sequence of ints
        Where each is to be.

    Returns
    -------
    ndarray
        A view.

    Raises
    ------
    ValueError
        If the numbers of places differ, or one is named twice.
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.moveaxis(xp.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    if type(a) is ndarray and type(source) is int and type(destination) is int:
        t = a._tensor
        ndim = t.ndim
        if -ndim <= source < ndim and -ndim <= destination < ndim:
            return wrap_as(_movedim(t, source, destination), a._dtype)
    t = as_tensor(a)
    from_, to = (
        normalize_axes(listed_axes(places), t.ndim, name)
        for name, places in (("source", source), ("destination", destination))
    )
    if len(from_) != len(to):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    return _view("moveaxis", t.movedim(from_, to), a)


def swapaxes(a: Any, axis1: Any, axis2: Any) -> ndarray:
    """Swap two dimensions.

    Parameters
    ----------
    a : array_like
        The array.
    axis1, axis2 : int
        The dimensions.

    Returns
    -------
    ndarray
        A view.

    Raises
    ------
    AxisError
        If an axis is out of bounds.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.swapaxes(xp.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    if type(a) is ndarray and type(axis1) is int and type(axis2) is int:
        t = a._tensor
        ndim = t.ndim
        if -ndim <= axis1 < ndim and -ndim <= axis2 < ndim:
            return wrap_as(_transpose(t, axis1, axis2), a._dtype)
    t = as_tensor(a)
    first, second = normalize_axis(axis1, t.ndim, "axis1"), normalize_axis(axis2, t.ndim, "axis2")
    return _view("swapaxes", t.transpose(first, second), a)


def rollaxis(a: Any, axis: Any, start: Any = 0) -> ndarray:
    """Move one dimension before another; the rest keep their order.

    Parameters
    ----------
    a : array_like
        The array.
    axis : int
        The dimension that is moved.
    start : int, default: 0
        The dimension before which it is to be; the number of dimensions is the end.

    Returns
    -------
    ndarray
        A view.

    Raises
    ------
    AxisError
        If one of them is out of bounds.

    See Also
    --------
    moveaxis : The place in the result.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.rollaxis(xp.zeros((2, 3, 4)), 2).shape
    (4, 2, 3)
    """
    t = as_tensor(a)
    source, to = normalize_axis(axis, t.ndim), operator.index(start)
    to = to + t.ndim if to < 0 else to
    if not 0 <= to <= t.ndim:
        raise AxisError(f"'start' arg requires {-t.ndim} <= start < {t.ndim + 1}, but {to} was passed in")
    return _view("rollaxis", t.movedim(source, to - 1 if source < to else to), a)


def _at_least(name: str, ndim: int, arrays: tuple[Any, ...]) -> Any:
    """Return each of `arrays` with at least `ndim` dimensions; a tuple unless there is one."""
    found = []
    for a in arrays:
        t = as_tensor(a)
        if t.ndim >= ndim:
            found.append(a if isinstance(a, ndarray) else finish(name, t))
        elif ndim == 3 and t.ndim == 2:
            found.append(_view(name, t.unsqueeze(2), a))
        elif ndim == 3 and t.ndim == 1:
            found.append(_view(name, t.unsqueeze(0).unsqueeze(2), a))
        else:
            found.append(_view(name, t.expand((1,) * (ndim - t.ndim) + t.shape), a))
    return found[0] if len(found) == 1 else tuple(found)


def atleast_1d(*arys: Any) -> Any:
    """Return arrays with at least one dimension.

    Parameters
    ----------
    *arys : array_like
        The arrays.

    Returns
    -------
    ndarray or tuple of ndarray
        The arrays, as they are if they have a dimension; a tuple unless there is exactly one.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.atleast_1d(3)
    array([3])
    """
    return _at_least("atleast_1d", 1, arys)


def atleast_2d(*arys: Any) -> Any:
    """Return arrays with at least two dimensions; new ones come first.

    Parameters
    ----------
    *arys : array_like
        The arrays.

    Returns
    -------
    ndarray or tuple of ndarray
        The arrays, as they are or as views; a tuple unless there is exactly one.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.atleast_2d([1, 2])
    array([[1, 2]])
    """
    return _at_least("atleast_2d", 2, arys)


def atleast_3d(*arys: Any) -> Any:
    """Return arrays with at least three dimensions: ``(N,)`` becomes ``(1, N, 1)``, ``(M, N)`` ``(M, N, 1)``.

    Parameters
    ----------
    *arys : array_like
        The arrays.

    Returns
    -------
    ndarray or tuple of ndarray
        The arrays, as they are or as views; a tuple unless there is exactly one.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.atleast_3d([1, 2]).shape
    (1, 2, 1)
    """
    return _at_least("atleast_3d", 3, arys)
