"""Arrays filled with one value: `empty`, `zeros`, `ones`, `full` and their ``_like`` forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import torch

from xp_torch._array.coercion import as_device, as_tensor, has_more, warned_cast
from xp_torch._array.door import BLOCKS, call_override, has_override, has_ruled, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap, wrap_as, wrap_like
from xp_torch._array.numpys import is_numpys
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike, Order, ShapeLike
from xp_torch._facts.defaults import default_float, default_int, python_dtype
from xp_torch._facts.dtypes import BOUNDS, KIND, numpys_dtype, torch_dtype
from xp_torch._facts.errors import shape_text
from xp_torch._facts.promotion import check_int, scalar_kind
from xp_torch._facts.shapes import MAX_NDIM, as_flag, check_size, normalize_shape
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import is_compiling_or_exporting, is_transforming
from xp_torch._functions.creation.arguments import check_like, given_device, given_dtype
from xp_torch._kernels import creation as kernels
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.cast import copy_into, stored
from xp_torch._kernels.layout import check_order, drop_leading, like_layout
from xp_torch._kernels.mapped import mapped_copy

__all__ = ["empty", "empty_like", "full", "full_like", "ones", "ones_like", "zeros", "zeros_like"]

# A Python scalar whose kind ranks no higher than the dtype's is filled in directly; others are cast.
_RANK = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
_empty, _full, _ones, _zeros = torch.empty, torch.full, torch.ones, torch.zeros
_empty_like, _full_like, _ones_like, _zeros_like = torch.empty_like, torch.full_like, torch.ones_like, torch.zeros_like
_float64 = torch.float64

_Factory = Callable[..., torch.Tensor]


def _axes(order: Any, ndim: int) -> tuple[int, ...]:
    """Return the axes from the slowest to the fastest in memory for `order`, "C" or "F"."""
    layout = "C" if order is None else check_order(order)
    if layout == "K" or order in ("A", "a"):
        raise ValueError("only 'C' or 'F' order is permitted")
    return tuple(range(ndim))[::-1] if layout == "F" else tuple(range(ndim))


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
        return kernels.new(_full, sizes, axes, dtype, as_device(device), stored(value, dtype))
    t = as_tensor(value, device=device, read=dtype)
    if dtype is not None:
        t = warned_cast(t, dtype)
    t = drop_leading(t, len(sizes))
    try:
        expanded = t.expand(sizes)
    except RuntimeError:
        raise ValueError(
            f"could not broadcast input array from shape {shape_text(t.shape)} into shape {shape_text(sizes)}"
        ) from None
    return kernels.copy_in_layout(expanded, axes)


def _new_array(factory: _Factory, shape: Any, dtype: Any, order: Any, device: Any, like: Any) -> ndarray:
    """Return the array that torch's `factory` makes."""
    target, failure = default_float() if dtype is None else torch_dtype(dtype), None
    if order == "C" and device is None and like is None and not is_transforming():
        try:
            # torch reads separate sizes in two thirds of the time of a tuple.
            if type(shape) is int:
                return wrap_as(factory(shape, dtype=target), target)
            if type(shape) is tuple and (not shape or (type(shape[0]) is int and len(shape) <= MAX_NDIM)):
                t: Any = factory(*shape, dtype=target) if shape else factory((), dtype=target)
                if type(t) is not ndarray:  # which torch gives for a size that is an array
                    return wrap_as(t, target)
        except (TypeError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            failure = error  # the arguments are checked first
    check_like(like)
    sizes = normalize_shape(shape)
    if not is_compiling_or_exporting():
        check_size(sizes, target.itemsize)
    if failure is not None:
        raise_explained(factory.__name__, (), failure)
    t = kernels.new(factory, sizes, _axes(order, len(sizes)), target, as_device(device))
    return wrap(mapped_copy(t) if is_transforming() else t)


def _fits(value: Any, dtype: torch.dtype) -> bool:
    """Return whether torch fills an array of `dtype` with the Python scalar `value` as rule 4 demands."""
    if dtype is _float64 and type(value) is float:
        return True
    bounds = FITS.get(dtype, {}).get(type(value))
    return bounds is not None and (bounds[0] <= value <= bounds[1] or value != value)


def _new_array_like(
    factory_like: _Factory,
    factory: _Factory,
    a: Any,
    dtype: Any,
    order: Any,
    subok: bool,
    shape: Any,
    device: Any,
    *value: Any,
) -> ndarray:
    """Return an array like `a`, filled by torch's `factory`, or with the `value` given."""
    plain = type(a) is ndarray and order == "K" and shape is None and device is None and type(subok) is bool
    if plain and a._tensor.is_contiguous() and not is_transforming():
        target = a._dtype if dtype is None else torch_dtype(dtype)
        if not value or _fits(value[0], target):
            try:
                if target is a._dtype:
                    return wrap_as(factory_like(a._tensor, *value), target)
                return wrap_as(factory_like(a._tensor, *value, dtype=target), target)
            except RuntimeError as error:
                raise_explained(factory_like.__name__, [a._tensor], error)
    t, subok = as_tensor(a), as_flag(subok, "subok")
    sizes = tuple(t.shape) if shape is None else normalize_shape(shape)
    layout = check_order(order, t)
    axes = _axes("F" if layout == "F" else "C", len(sizes))
    if layout == "K" and len(sizes) == t.ndim:
        steps = t.stride()
        axes = tuple(sorted(axes, key=lambda axis: -steps[axis]))
    target, device = given_dtype(dtype) or t.dtype, given_device(device) or t.device
    new = _filled(sizes, value[0], target, axes, device) if value else kernels.new(factory, sizes, axes, target, device)
    if is_transforming():
        # Mapped if `a` is; the values of `a` are not used.
        mapped = mapped_copy(torch_where(t.new_zeros(new.shape, dtype=torch.bool, device=new.device), new, new))
        new = like_layout(mapped, new)
    elif type(t) is not torch.Tensor:
        # Only torch can make a tensor of the type that its functions give for a subclass.
        filled = new
        new = t.new_empty_strided(filled.shape, filled.stride(), dtype=filled.dtype, device=filled.device)
        copy_into(new, filled)
    return wrap_like(type(a), new, a) if subok and isinstance(a, ndarray) else wrap(new)


def empty(
    shape: ShapeLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    *,
    device: DeviceLike | None = None,
    like: ndarray | None = None,
) -> ndarray:
    """Return a new array without setting its values.

    Parameters
    ----------
    shape : int or sequence of ints
        Shape of the result.
    dtype : dtype_like, optional
        Data type of the result; by default the default floating dtype.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Device of the result; by default torch's default device.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    empty_like : Takes the shape and dtype of another array.

    Examples
    --------
    >>> xp.empty((2, 3)).shape
    (2, 3)
    """
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or numpys_dtype(dtype) is not None:
        return call_override(empty, locals())
    return _new_array(_empty, shape, dtype, order, device, like)


def zeros(
    shape: ShapeLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    *,
    device: DeviceLike | None = None,
    like: ndarray | None = None,
) -> ndarray:
    """Return a new array of zeros.

    Parameters
    ----------
    shape : int or sequence of ints
        Shape of the result.
    dtype : dtype_like, optional
        Data type of the result; by default the default floating dtype.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Device of the result; by default torch's default device.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    zeros_like : Takes the shape and dtype of another array.

    Examples
    --------
    >>> xp.zeros((2, 2), dtype=xp.uint16)
    array([[0, 0],
           [0, 0]], dtype=uint16)
    """
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or numpys_dtype(dtype) is not None:
        return call_override(zeros, locals())
    return _new_array(_zeros, shape, dtype, order, device, like)


def ones(
    shape: ShapeLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    *,
    device: DeviceLike | None = None,
    like: ndarray | None = None,
) -> ndarray:
    """Return a new array of ones.

    Parameters
    ----------
    shape : int or sequence of ints
        Shape of the result.
    dtype : dtype_like, optional
        Data type of the result; by default the default floating dtype.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Device of the result; by default torch's default device.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    ones_like : Takes the shape and dtype of another array.

    Examples
    --------
    >>> xp.ones(3)
    array([1., 1., 1.])
    """
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or numpys_dtype(dtype) is not None:
        return call_override(ones, locals())
    return _new_array(_ones, shape, dtype, order, device, like)


def full(
    shape: ShapeLike,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Literal["C", "F"] = "C",
    *,
    device: DeviceLike | None = None,
    like: ndarray | None = None,
) -> ndarray:
    """Return a new array filled with a value.

    Parameters
    ----------
    shape : int or sequence of ints
        Shape of the result.
    fill_value : scalar or array_like
        Value to fill with; arrays broadcast, ints must fit the dtype.
    dtype : dtype_like, optional
        Data type of the result; by default that of the value, with Python numbers in the default dtypes.
    order : {"C", "F"}, default: "C"
        Row-major or column-major in memory.
    device : device_like, optional
        Device of the result; by default that of an array given as the value, else torch's default device.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        New array.

    See Also
    --------
    full_like : Takes the shape and dtype of another array.

    Examples
    --------
    >>> xp.full((2, 2), [1, 2])
    array([[1, 2],
           [1, 2]])
    """
    if (
        ((BLOCKS or device is not None) and is_elsewhere(device))
        or numpys_dtype(dtype) is not None
        or (dtype is None and is_numpys(fill_value) and not has_more(type(fill_value)))
    ):
        return call_override(full, locals())
    failure = None
    plain = order == "C" and device is None and like is None and not is_transforming()
    if plain and (type(shape) is int or type(shape) is tuple):
        kind = type(fill_value)
        if dtype is not None:
            target = torch_dtype(dtype)
        else:
            target = default_float() if kind is float else default_int()
        if (kind is float or kind is int) and _fits(fill_value, target):
            try:
                sizes: Any = (shape,) if type(shape) is int else shape
                t: Any = _full(sizes, fill_value, dtype=target)  # type: ignore[arg-type]
                if type(t) is not ndarray:  # which torch gives for a size that is an array
                    return wrap_as(t, target)
            except (TypeError, ValueError):
                pass  # the general path raises the right error
            except RuntimeError as error:
                failure = error  # the arguments are checked first
    if has_ruled(fill_value):
        return call_override(full, locals())
    check_like(like)
    sizes = normalize_shape(shape)
    if failure is not None:
        check_size(sizes, target.itemsize)
        raise_explained("full", (), failure)
    t = _filled(sizes, fill_value, given_dtype(dtype), _axes(order, len(sizes)), given_device(device))
    return wrap(mapped_copy(t) if is_transforming() else t)


def empty_like(
    prototype: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Order = "K",
    subok: bool = True,
    shape: ShapeLike | None = None,
    *,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return a new array without setting its values, with the shape and dtype of another array.

    Parameters
    ----------
    prototype : array_like
        Array that the shape, dtype, layout and device are taken from.
    dtype : dtype_like, optional
        Data type of the result; by default that of `prototype`.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory; "K" keeps that of `prototype`.
    subok : bool, default: True
        Whether the result is of the class of `prototype`.
    shape : int or sequence of ints, optional
        Shape of the result; by default that of `prototype`.
    device : device_like, optional
        Device of the result; by default that of `prototype`.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.empty_like(xp.zeros((2, 3))).shape
    (2, 3)
    """
    if (
        (type(prototype) is not ndarray and has_override(prototype))
        or ((BLOCKS or device is not None) and is_elsewhere(device))
        or numpys_dtype(dtype) is not None
    ):
        return call_override(empty_like, locals())
    return _new_array_like(_empty_like, _empty, prototype, dtype, order, subok, shape, device)


def zeros_like(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Order = "K",
    subok: bool = True,
    shape: ShapeLike | None = None,
    *,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return a new array of zeros, with the shape and dtype of another array.

    Parameters
    ----------
    a : array_like
        Array that the shape, dtype, layout and device are taken from.
    dtype : dtype_like, optional
        Data type of the result; by default that of `a`.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory; "K" keeps that of `a`.
    subok : bool, default: True
        Whether the result is of the class of `a`.
    shape : int or sequence of ints, optional
        Shape of the result; by default that of `a`.
    device : device_like, optional
        Device of the result; by default that of `a`.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.zeros_like(xp.asarray([1, 2]))
    array([0, 0])
    """
    if (
        (type(a) is not ndarray and has_override(a))
        or ((BLOCKS or device is not None) and is_elsewhere(device))
        or numpys_dtype(dtype) is not None
    ):
        return call_override(zeros_like, locals())
    return _new_array_like(_zeros_like, _zeros, a, dtype, order, subok, shape, device)


def ones_like(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Order = "K",
    subok: bool = True,
    shape: ShapeLike | None = None,
    *,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return a new array of ones, with the shape and dtype of another array.

    Parameters
    ----------
    a : array_like
        Array that the shape, dtype, layout and device are taken from.
    dtype : dtype_like, optional
        Data type of the result; by default that of `a`.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory; "K" keeps that of `a`.
    subok : bool, default: True
        Whether the result is of the class of `a`.
    shape : int or sequence of ints, optional
        Shape of the result; by default that of `a`.
    device : device_like, optional
        Device of the result; by default that of `a`.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.ones_like(xp.asarray([1, 2]))
    array([1, 1])
    """
    if (
        (type(a) is not ndarray and has_override(a))
        or ((BLOCKS or device is not None) and is_elsewhere(device))
        or numpys_dtype(dtype) is not None
    ):
        return call_override(ones_like, locals())
    return _new_array_like(_ones_like, _ones, a, dtype, order, subok, shape, device)


def full_like(
    a: ArrayLike,
    fill_value: ArrayLike,
    dtype: DTypeLike | None = None,
    order: Order = "K",
    subok: bool = True,
    shape: ShapeLike | None = None,
    *,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return a new array filled with a value, with the shape and dtype of another array.

    Parameters
    ----------
    a : array_like
        Array that the shape, dtype, layout and device are taken from.
    fill_value : scalar or array_like
        Value to fill with; arrays broadcast, ints must fit the dtype.
    dtype : dtype_like, optional
        Data type of the result; by default that of `a`.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory; "K" keeps that of `a`.
    subok : bool, default: True
        Whether the result is of the class of `a`.
    shape : int or sequence of ints, optional
        Shape of the result; by default that of `a`.
    device : device_like, optional
        Device of the result; by default that of `a`.

    Returns
    -------
    ndarray
        New array.

    Examples
    --------
    >>> xp.full_like(xp.zeros(3), 7)
    array([7., 7., 7.])
    """
    if (
        has_override(a, fill_value)
        or ((BLOCKS or device is not None) and is_elsewhere(device))
        or numpys_dtype(dtype) is not None
    ):
        return call_override(full_like, locals())
    return _new_array_like(_full_like, _full, a, dtype, order, subok, shape, device, fill_value)
