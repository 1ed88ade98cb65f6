"""Creation functions that fill a shape with one value; `_creation` re-exports them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import as_device, as_tensor, warned_cast
from xp_torch._array.ndarray import ndarray, wrap, wrap_as, wrap_like
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._facts.defaults import default_float, default_int
from xp_torch._facts.dtypes import BOUNDS, KIND, torch_dtype
from xp_torch._facts.promotion import check_int, python_dtype, scalar_kind
from xp_torch._facts.shapes import check_size, normalize_shape
from xp_torch._functions.creation.arguments import check_like, given_device, given_dtype
from xp_torch._kernels import creation as kernels
from xp_torch._kernels.layout import check_order, drop_leading

__all__ = ["empty", "empty_like", "full", "full_like", "ones", "ones_like", "zeros", "zeros_like"]

# Python scalars of a kind go as they are into dtypes of this rank or a higher one; others are cast as arrays are.
_RANK = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
_empty, _full, _ones, _zeros = torch.empty, torch.full, torch.ones, torch.zeros
_empty_like, _full_like, _ones_like, _zeros_like = torch.empty_like, torch.full_like, torch.ones_like, torch.zeros_like
_float64 = torch.float64


def _axes(order: Any, ndim: int) -> tuple[int, ...]:
    """Return the axes from the slowest to the fastest in memory for `order`, where there is no prototype."""
    found = "C" if order is None else check_order(order)
    if found == "K" or order in ("A", "a"):
        raise ValueError("only 'C' or 'F' order is permitted")
    return tuple(range(ndim))[::-1] if found == "F" else tuple(range(ndim))


def _filled(
    sizes: tuple[int, ...], value: Any, dtype: torch.dtype | None, axes: tuple[int, ...], device: torch.device | None
) -> torch.Tensor:
    """Return a tensor filled with `value`, a scalar or an array-like that broadcasts to `sizes`."""
    kind = scalar_kind(value)
    if kind == "i" and dtype is torch.bool:
        check_int(value, torch.int64)
    if kind is not None and (dtype is None or _RANK[kind] <= _RANK[KIND[dtype]]):
        if dtype is None:
            dtype = torch.uint64 if kind == "i" and value > BOUNDS[torch.int64][1] else python_dtype(kind)
        return kernels.full(sizes, value, dtype, as_device(device), axes)
    t = as_tensor(value, device=device)
    if dtype is not None:
        t = warned_cast(t, dtype, 4)
    t = drop_leading(t, len(sizes))
    try:
        wide = t.expand(sizes)
    except RuntimeError:
        given, asked = (str(tuple(s)).replace(" ", "") for s in (t.shape, sizes))
        raise ValueError(f"could not broadcast input array from shape {given} into shape {asked}") from None
    return kernels.laid_out(wide, axes)


def _plain(factory: Callable[..., torch.Tensor], shape: Any, dtype: Any) -> ndarray | None:
    """Return what torch's `factory` makes of a shape that it takes as NumPy means it, else None."""
    found = default_float() if dtype is None else torch_dtype(dtype)
    try:
        # Sizes one by one: torch takes half as long again to read a tuple.
        if type(shape) is int:
            return wrap_as(factory(shape, dtype=found), found)
        if type(shape) is tuple and (not shape or type(shape[0]) is int):
            return wrap_as(factory(*shape, dtype=found) if shape else factory((), dtype=found), found)
    except (RuntimeError, TypeError):
        pass  # the general path says what is wrong
    return None


def _sizes(shape: Any, dtype: torch.dtype) -> tuple[int, ...]:
    """Return `shape` as a tuple; raise ValueError if an array of it and `dtype` is larger than addresses go."""
    sizes = normalize_shape(shape)
    if not torch.compiler.is_compiling():
        check_size(sizes, dtype.itemsize)
    return sizes


def _fits(value: Any, dtype: torch.dtype) -> bool:
    """Tell whether torch fills with `value`, a Python scalar, as rule 4 wants it in `dtype`."""
    if dtype is _float64 and type(value) is float:
        return True
    bounds = FITS.get((type(value), dtype))
    return bounds is not None and (bounds[0] <= value <= bounds[1] or value != value)


def _prototype(
    a: Any, dtype: Any, order: Any, shape: Any, device: Any
) -> tuple[tuple[int, ...], torch.dtype, tuple[int, ...], torch.device]:
    """Return shape, dtype, memory order of the axes and device of an array like `a`."""
    t = as_tensor(a)
    sizes = tuple(t.shape) if shape is None else normalize_shape(shape)
    layout, same = check_order(order, t), len(sizes) == t.ndim
    axes = _axes("F" if layout == "F" else "C", len(sizes))
    if layout == "K" and same:
        steps = t.stride()
        axes = tuple(sorted(axes, key=lambda axis: -steps[axis]))
    return sizes, given_dtype(dtype) or t.dtype, axes, given_device(device) or t.device


def _of_class(t: torch.Tensor, a: Any, subok: bool) -> ndarray:
    """Return `t` as an array of the class of `a` if `subok`."""
    return wrap_like(type(a), t, a) if subok and isinstance(a, ndarray) else wrap(t)


def empty(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None) -> ndarray:
    """Return an array of unset values.

    Parameters
    ----------
    shape : int or sequence of ints
        Shape.
    dtype : dtype_like, optional
        Data type, the default floating dtype if not given.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Where to create the array, torch's default device if not given.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If a size is negative.

    See Also
    --------
    empty_like : The shape and dtype of another array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.empty((2, 3)).shape
    (2, 3)
    """
    if order == "C" and device is None and like is None:
        found = _plain(_empty, shape, dtype)
        if found is not None:
            return found
    check_like(like)
    kind = default_float() if dtype is None else torch_dtype(dtype)
    sizes = _sizes(shape, kind)
    return wrap(kernels.empty(sizes, kind, as_device(device), _axes(order, len(sizes))))


def zeros(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None) -> ndarray:
    """Return an array of zeros.

    Parameters
    ----------
    shape : int or sequence of ints
        Shape.
    dtype : dtype_like, optional
        Data type, the default floating dtype if not given.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Where to create the array, torch's default device if not given.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If a size is negative.

    See Also
    --------
    zeros_like : The shape and dtype of another array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.zeros((2, 2), dtype=xp.uint16)
    array([[0, 0],
           [0, 0]], dtype=uint16)
    """
    if order == "C" and device is None and like is None:
        found = _plain(_zeros, shape, dtype)
        if found is not None:
            return found
    check_like(like)
    kind = default_float() if dtype is None else torch_dtype(dtype)
    sizes = _sizes(shape, kind)
    return wrap(kernels.full(sizes, 0, kind, as_device(device), _axes(order, len(sizes))))


def ones(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None) -> ndarray:
    """Return an array of ones.

    Parameters
    ----------
    shape : int or sequence of ints
        Shape.
    dtype : dtype_like, optional
        Data type, the default floating dtype if not given.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Where to create the array, torch's default device if not given.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If a size is negative.

    See Also
    --------
    ones_like : The shape and dtype of another array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.ones(3)
    array([1., 1., 1.])
    """
    if order == "C" and device is None and like is None:
        found = _plain(_ones, shape, dtype)
        if found is not None:
            return found
    check_like(like)
    kind = default_float() if dtype is None else torch_dtype(dtype)
    sizes = _sizes(shape, kind)
    return wrap(kernels.full(sizes, 1, kind, as_device(device), _axes(order, len(sizes))))


def full(
    shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None
) -> ndarray:
    """Return an array filled with a value.

    Parameters
    ----------
    shape : int or sequence of ints
        Shape.
    fill_value : scalar or array_like
        The value; an array broadcasts to `shape`.
    dtype : dtype_like, optional
        Data type; by default that of the value, with Python numbers in the default dtypes.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Where to create the array; by default where the value lies if it is an array, else torch's default device.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    OverflowError
        If the value is a Python int that does not fit the dtype.
    ValueError
        If a size is negative, or the value does not broadcast to `shape`.

    See Also
    --------
    full_like : The shape and dtype of another array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.full((2, 2), [1, 2])
    array([[1, 2],
           [1, 2]])
    """
    if order == "C" and device is None and like is None and (type(shape) is int or type(shape) is tuple):
        kind = type(fill_value)
        if dtype is not None:
            found = torch_dtype(dtype)
        else:
            found = default_float() if kind is float else default_int()
        if (kind is float or kind is int) and _fits(fill_value, found):
            try:
                sizes: Any = (shape,) if type(shape) is int else shape
                return wrap_as(_full(sizes, fill_value, dtype=found), found)
            except (RuntimeError, TypeError):
                pass  # the general path says what is wrong
    check_like(like)
    sizes = normalize_shape(shape)
    return wrap(_filled(sizes, fill_value, given_dtype(dtype), _axes(order, len(sizes)), given_device(device)))


def empty_like(
    prototype: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> ndarray:
    """Return an array of unset values, with the shape and dtype of another array.

    Parameters
    ----------
    prototype : array_like
        The prototype.
    dtype : dtype_like, optional
        Data type; by default that of the prototype.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory; "K" keeps that of the prototype.
    subok : bool, default: True
        Whether the result is of the prototype's class.
    shape : int or sequence of ints, optional
        Shape; by default that of the prototype.
    device : device_like, optional
        Where to create the array; by default where the prototype lies.

    Returns
    -------
    ndarray
        The array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.empty_like(xp.zeros((2, 3))).shape
    (2, 3)
    """
    plain = order == "K" and shape is None and device is None
    if plain and type(prototype) is ndarray and prototype._tensor.is_contiguous():
        if dtype is None:
            return wrap_as(_empty_like(prototype._tensor), prototype._dtype)
        target = torch_dtype(dtype)
        return wrap_as(_empty_like(prototype._tensor, dtype=target), target)
    sizes, found, axes, where = _prototype(prototype, dtype, order, shape, device)
    return _of_class(kernels.empty(sizes, found, where, axes), prototype, subok)


def zeros_like(
    a: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> ndarray:
    """Return an array of zeros, with the shape and dtype of another array.

    Parameters
    ----------
    a : array_like
        The prototype.
    dtype : dtype_like, optional
        Data type; by default that of the prototype.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory; "K" keeps that of the prototype.
    subok : bool, default: True
        Whether the result is of the prototype's class.
    shape : int or sequence of ints, optional
        Shape; by default that of the prototype.
    device : device_like, optional
        Where to create the array; by default where the prototype lies.

    Returns
    -------
    ndarray
        The array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.zeros_like(xp.asarray([1, 2]))
    array([0, 0])
    """
    if type(a) is ndarray and order == "K" and shape is None and device is None and a._tensor.is_contiguous():
        if dtype is None:
            return wrap_as(_zeros_like(a._tensor), a._dtype)
        target = torch_dtype(dtype)
        return wrap_as(_zeros_like(a._tensor, dtype=target), target)
    sizes, found, axes, where = _prototype(a, dtype, order, shape, device)
    return _of_class(kernels.full(sizes, 0, found, where, axes), a, subok)


def ones_like(
    a: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> ndarray:
    """Return an array of ones, with the shape and dtype of another array.

    Parameters
    ----------
    a : array_like
        The prototype.
    dtype : dtype_like, optional
        Data type; by default that of the prototype.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory; "K" keeps that of the prototype.
    subok : bool, default: True
        Whether the result is of the prototype's class.
    shape : int or sequence of ints, optional
        Shape; by default that of the prototype.
    device : device_like, optional
        Where to create the array; by default where the prototype lies.

    Returns
    -------
    ndarray
        The array.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.ones_like(xp.asarray([1, 2]))
    array([1, 1])
    """
    if type(a) is ndarray and order == "K" and shape is None and device is None and a._tensor.is_contiguous():
        if dtype is None:
            return wrap_as(_ones_like(a._tensor), a._dtype)
        target = torch_dtype(dtype)
        return wrap_as(_ones_like(a._tensor, dtype=target), target)
    sizes, found, axes, where = _prototype(a, dtype, order, shape, device)
    return _of_class(kernels.full(sizes, 1, found, where, axes), a, subok)


def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> ndarray:
    """Return an array filled with a value, with the shape and dtype of another array.

    Parameters
    ----------
    a : array_like
        The prototype.
    fill_value : scalar or array_like
        The value; an array broadcasts to the shape.
    dtype : dtype_like, optional
        Data type; by default that of the prototype.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory; "K" keeps that of the prototype.
    subok : bool, default: True
        Whether the result is of the prototype's class.
    shape : int or sequence of ints, optional
        Shape; by default that of the prototype.
    device : device_like, optional
        Where to create the array; by default where the prototype lies.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    OverflowError
        If the value is a Python int that does not fit the dtype.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.full_like(xp.zeros(3), 7)
    array([7., 7., 7.])
    """
    if type(a) is ndarray and order == "K" and shape is None and device is None:
        target = a._dtype if dtype is None else torch_dtype(dtype)
        if a._tensor.is_contiguous() and _fits(fill_value, target):
            same = target is a._dtype
            t = _full_like(a._tensor, fill_value) if same else _full_like(a._tensor, fill_value, dtype=target)
            return wrap_as(t, target)
    sizes, found, axes, where = _prototype(a, dtype, order, shape, device)
    return _of_class(_filled(sizes, fill_value, found, axes, where), a, subok)
