"""Searching: indices of extremes and of nonzero elements, selection by a condition, search in sorted arrays."""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex, overload

import torch

from xp_torch._array.coercion import (
    OUTPUTS,
    as_tensor,
    as_tensors,
    device_among,
    finish,
    one_value,
    output_dtype,
    promote_args,
)
from xp_torch._array.door import call_override, has_override, has_override_within
from xp_torch._array.element import ELEMENTS
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._array.selection import masked
from xp_torch._array.ufunc.reduction import finish_reduction, reduction_axes, with_axis
from xp_torch._facts.annotations import ArrayLike, Axis, ShapeLike
from xp_torch._facts.defaults import default_device
from xp_torch._facts.dtype_sets import NATIVE_FLOATS, NATIVE_SIGNED
from xp_torch._facts.dtypes import KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.errors import without_frames
from xp_torch._facts.inspection import any_true, known_or
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import can_cast, promote, scalar_kind, weak_promote
from xp_torch._facts.shapes import as_bool, fixed_size, normalize_axis, reduced_shape
from xp_torch._facts.torch_errors import common_device, raise_explained
from xp_torch._kernels import searching as kernels
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.cast import cast
from xp_torch._kernels.elementwise.mixed_comparisons import needs_exact
from xp_torch._kernels.indexing.plan import aten_index
from xp_torch._kernels.layout import raveled

__all__ = ["argmax", "argmin", "argwhere", "count_nonzero", "flatnonzero", "nonzero", "searchsorted", "where"]

_SIDES = ("left", "right")
_DOUBLES = (float, ELEMENTS[torch.float64])
_bool, _int64 = torch.bool, torch.int64
#: largest Python number that `torch.where` accepts for a dtype; larger ones become infinite.
_LARGEST = {d: torch.finfo(d).max for d in NATIVE_FLOATS}


@without_frames
def _arg_extreme(name: str, a: Any, axis: Any, out: Any, keepdims: Any, largest: bool) -> ndarray:
    plain = type(a) is ndarray and out is None and (axis is None or type(axis) is int) and keepdims is False
    if plain and (a._dtype in NATIVE_SIGNED or a._dtype is _bool):
        try:
            t = a._tensor.view(torch.uint8) if a._dtype is _bool else a._tensor
            return wrap_as(kernels.plain_arg_extreme(t, axis, largest), _int64)
        except (IndexError, ValueError):
            pass  # the general path raises the right error
        except RuntimeError as error:
            raise_explained(name, [t], error)
    t = as_tensor(a)
    axes = tuple(range(t.ndim)) if axis is None else (normalize_axis(axis, t.ndim or 1),)
    shape = reduced_shape(t.shape, axes if t.ndim else (), as_bool(keepdims, "keepdims"))
    flat, dim = (raveled(t), 0) if axis is None or not t.ndim else (t, axes[0])
    if known_or(False, flat.shape[dim] == 0):
        raise ValueError(f"attempt to get {name} of an empty sequence")
    indices = kernels.arg_extreme(flat, dim, largest)
    if isinstance(out, OUTPUTS) and out.shape != tuple(shape):
        raise ValueError(f"output array does not match result of np.{name}.")
    if isinstance(out, OUTPUTS) and not can_cast(output_dtype(out), indices.dtype):
        raise TypeError(f"{name}: out must have an integer dtype that casts safely to int64 (got {out.dtype!r:.80})")
    return finish_reduction(name, indices.reshape(shape), out, None)


def argmax(
    a: ArrayLike, axis: SupportsIndex | None = None, out: ndarray | None = None, *, keepdims: bool = False
) -> ndarray:
    """Return the indices of the largest elements along an axis.

    Parameters
    ----------
    a : array_like
        Input; complex numbers are ordered by real part, then imaginary part, as in NumPy.
    axis : int or None, default: None
        Axis along which to search; None searches the flattened array.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result and hold integers.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.

    Returns
    -------
    ndarray
        Indices (int64). Of several largest elements, the index of the first; NaNs are largest of all.

    Examples
    --------
    >>> xp.argmax(xp.asarray([[1, 7, 7], [3, 2, 1]]), axis=1)
    array([1, 0])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(argmax, locals())
    return _arg_extreme("argmax", a, axis, out, keepdims, largest=True)


def argmin(
    a: ArrayLike, axis: SupportsIndex | None = None, out: ndarray | None = None, *, keepdims: bool = False
) -> ndarray:
    """Return the indices of the smallest elements along an axis.

    Parameters
    ----------
    a : array_like
        Input; complex numbers are ordered by real part, then imaginary part, as in NumPy.
    axis : int or None, default: None
        Axis along which to search; None searches the flattened array.
    out : ndarray, optional
        Array to write the result to. It must have the shape of the result and hold integers.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.

    Returns
    -------
    ndarray
        Indices (int64). Of several smallest elements, the index of the first; NaNs are smallest of all.

    Examples
    --------
    >>> xp.argmin(xp.asarray([[1, 7, 7], [3, 2, 1]]), axis=1)
    array([0, 2])
    """
    if (type(a) is not ndarray or out is not None) and has_override(a, out):
        return call_override(argmin, locals())
    return _arg_extreme("argmin", a, axis, out, keepdims, largest=False)


def _padded_nonzero(name: str, t: torch.Tensor, size: Any, fill_value: Any) -> list[ndarray]:
    """Return the indices of `size` nonzero elements by dimension, padded with `fill_value`, one or a tuple of them."""
    values = fill_value if isinstance(fill_value, tuple) else (0 if fill_value is None else fill_value,) * t.ndim
    if len(values) != t.ndim:
        raise ValueError(f"{name}: fill_value must be an int or a tuple of {t.ndim} ints (got {fill_value!r:.80})")
    target = torch.empty((), dtype=_int64, device=t.device)
    fill_values = [one_value(name, v, target) for v in values]
    return [wrap(i) for i in kernels.padded_nonzero(t, fixed_size(name, size), fill_values)]


def nonzero(a: ArrayLike, *, size: int | None = None, fill_value: ShapeLike | None = None) -> tuple[ndarray, ...]:
    """Return the indices of the nonzero elements, one array for each dimension.

    Parameters
    ----------
    a : array_like
        Input of at least one dimension. NaN is not zero.
    size : int, optional
        Number of indices to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : int or tuple of ints, optional
        Index to pad with; by default 0.

    Returns
    -------
    tuple of ndarray
        1-D indices (int64) in row-major order; ``a[nonzero(a)]`` are the elements.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.nonzero(xp.asarray([[0, 3], [5, 0]]))
    (array([0, 1]), array([1, 0]))
    >>> xp.nonzero(xp.asarray([0, 3, 5]), size=3, fill_value=-1)
    (array([ 1,  2, -1]),)
    """
    if size is None and type(a) is ndarray and a._dtype not in SAME_WIDTH_SIGNED and a._tensor.ndim:
        return tuple([wrap_as(i, _int64) for i in kernels.plain_nonzero(a._tensor)])
    if type(a) is not ndarray and has_override(a):
        return call_override(nonzero, locals())
    t = as_tensor(a)
    if t.ndim == 0:
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use xp.atleast_1d(x).nonzero() instead.")
    if size is not None:
        return tuple(_padded_nonzero("nonzero", t, size, fill_value))
    return tuple(wrap(i) for i in kernels.nonzero(t))


def flatnonzero(a: ArrayLike, *, size: int | None = None, fill_value: SupportsIndex | None = None) -> ndarray:
    """Return the indices of the nonzero elements of the flattened array.

    Parameters
    ----------
    a : array_like
        Input. NaN is not zero.
    size : int, optional
        Number of indices to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : int, optional
        Index to pad with; by default 0.

    Returns
    -------
    ndarray
        1-D indices (int64).

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.flatnonzero([[0, 3], [5, 0]])
    array([1, 2])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(flatnonzero, locals())
    t = raveled(as_tensor(a))
    if size is not None:
        return _padded_nonzero("flatnonzero", t, size, fill_value)[0]
    return wrap(kernels.nonzero(t)[0])


def argwhere(a: ArrayLike, *, size: int | None = None, fill_value: ShapeLike | None = None) -> ndarray:
    """Return the indices of the nonzero elements, one row for each element.

    Parameters
    ----------
    a : array_like
        Input. NaN is not zero.
    size : int, optional
        Number of indices to return: surplus ones are left out, and missing ones are padded. By default all are
        returned.
    fill_value : int or tuple of ints, optional
        Index to pad with; by default 0.

    Returns
    -------
    ndarray
        Indices (int64) of shape ``(n, a.ndim)``.

    Notes
    -----
    Without `size`, the shape of the result depends on the values, which are read back to the host. With `size` nothing
    is read back, so that the function can be traced and mapped; the two parameters are JAX's.

    Examples
    --------
    >>> xp.argwhere([[0, 3], [5, 0]])
    array([[0, 1],
           [1, 0]])
    """
    if type(a) is not ndarray and has_override(a):
        return call_override(argwhere, locals())
    t = as_tensor(a)
    if size is None:
        return wrap(kernels.argwhere(t))
    indices = _padded_nonzero("argwhere", t, size, fill_value)
    if not indices:
        return wrap(torch.empty((fixed_size("argwhere", size), 0), dtype=_int64, device=t.device))
    return wrap(torch.stack([i._tensor for i in indices], 1))


def count_nonzero(a: ArrayLike, axis: Axis = None, *, keepdims: bool = False) -> ndarray:
    """Return the number of nonzero elements along axes.

    Parameters
    ----------
    a : array_like
        Input. NaN is not zero.
    axis : int or tuple of ints or None, default: None
        Axes to reduce; None reduces all of them.
    keepdims : bool, default: False
        Whether to keep the reduced axes, with size one.

    Returns
    -------
    ndarray
        Counts (int64).

    Notes
    -----
    Differs from NumPy: if `axis` is None the result is a 0-D array, not a Python int; nothing is read back.

    Examples
    --------
    >>> xp.count_nonzero(xp.asarray([[0, 3], [5, 1]]), axis=1)
    array([1, 2])
    """
    if axis is None and keepdims is False and type(a) is ndarray and a._dtype not in SAME_WIDTH_SIGNED:
        return wrap_as(kernels.count_of(a._tensor, a._dtype), _int64)
    if type(a) is not ndarray and has_override(a):
        return call_override(count_nonzero, locals())
    a, mask = masked(a, axis)
    t = as_tensor(a)
    t = t if mask is True else torch.logical_and(t != 0, mask._tensor)
    axes = reduction_axes(axis, t.ndim)
    shape = reduced_shape(t.shape, axes, keepdims)
    t, _, axes = with_axis(t, None, axes)
    return wrap(kernels.count_along(t, axes).reshape(shape))


def searchsorted(
    a: ArrayLike, v: ArrayLike, side: Literal["left", "right"] = "left", sorter: ArrayLike | None = None
) -> ndarray:
    """Return the indices at which to insert values in a sorted array to keep it sorted.

    Parameters
    ----------
    a : array_like
        1-D array in ascending order, or sorted by `sorter`.
    v : array_like
        Values to insert.
    side : {"left", "right"}, default: "left"
        Whether to insert before or after equal elements.
    sorter : array_like of integers, optional
        Indices that sort `a`, as returned by `argsort`.

    Returns
    -------
    ndarray
        Indices (int64) from 0 to the size of `a`, of the shape of `v`.

    Notes
    -----
    NaNs are last and equal. Differs from NumPy: int64 and uint64 are compared exactly, not as float64.

    Examples
    --------
    >>> xp.searchsorted(xp.asarray([1, 3, 5]), xp.asarray([0, 3, 9]))
    array([0, 1, 3])
    >>> xp.searchsorted(xp.asarray([1, 3, 5]), 3, side="right")
    array(2)
    """
    if type(a) is ndarray and sorter is None and side in _SIDES:
        value: Any = None
        if type(v) is ndarray:
            value = v._tensor if a._dtype is v._dtype else None
        elif a._dtype is torch.float64 and type(v) in _DOUBLES:
            value = float(v)  # type: ignore[arg-type]
        indices = None if value is None else kernels.plain_searchsorted(a._tensor, value, a._dtype, side == "right")
        if indices is not None:
            return wrap_as(indices, _int64)
    if has_override(a, v, sorter):
        return call_override(searchsorted, locals())
    if not isinstance(side, str):
        raise TypeError(f"search side must be str, not {type(side).__name__}")
    if side not in _SIDES:
        raise ValueError(f"search side must be 'left' or 'right' (got {side!r:.80})")
    kind = None if type(v) is ndarray else scalar_kind(v)
    if kind is None:
        t, w = as_tensors("searchsorted", a, v)
    else:
        # A Python scalar is weak, but an int that does not fit the dtype has an index too.
        t = as_tensor(a)
        fits = kind not in ("b", "i") or KIND[t.dtype] not in "biu"
        w = as_tensor(v, dtype=weak_promote(t.dtype, kind) if fits else None, device=t.device)
    if t.ndim != 1:
        depth = "too deep" if t.ndim else "of too small depth"
        raise ValueError(f"object {depth} for desired array")
    if sorter is not None:
        t = _sorted_by(t, sorter)
    if needs_exact(t.dtype, w.dtype):
        return wrap(kernels.searchsorted_mixed(t, w, side == "right"))
    common = promote(t.dtype, w.dtype)
    return wrap(kernels.searchsorted(cast(t, common), cast(w, common), side == "right"))


def _sorted_by(t: torch.Tensor, sorter: Any) -> torch.Tensor:
    """Return the elements of the flat `t` in the order of `sorter`."""
    order = as_tensor(sorter, device=None if isinstance(sorter, (ndarray, torch.Tensor)) else t.device)
    if KIND[order.dtype] not in "iu":
        raise TypeError("sorter must only contain integers")
    common_device("searchsorted", [t, order])
    if order.ndim != 1:
        raise TypeError("could not parse sorter argument")
    if order.shape != t.shape:
        raise ValueError("sorter.size must equal a.size")
    order = cast(order, torch.int64)
    try:
        if not any_true(order < 0):
            return aten_index(t, [order])
    except IndexError:
        pass
    raise ValueError("Sorter index out of range.")


@overload
def where(
    condition: ArrayLike, /, *, size: int | None = ..., fill_value: ShapeLike | None = ...
) -> tuple[ndarray, ...]: ...
@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike, /) -> ndarray: ...
def where(
    condition: ArrayLike,
    x: ArrayLike = NO_VALUE,
    y: ArrayLike = NO_VALUE,
    /,
    *,
    size: int | None = None,
    fill_value: ShapeLike | None = None,
) -> Any:
    """Return elements of `x` where a condition is true, else of `y`; with the condition alone, its `nonzero`.

    Parameters
    ----------
    condition : array_like
        Where to take elements of `x`; numbers are true if they are not zero.
    x, y : array_like, optional
        Values to choose from, broadcast with the condition. Python scalars are weak in promotion.
    size : int, optional
        Number of indices to return, as in `nonzero`; only without `x` and `y`.
    fill_value : int or tuple of ints, optional
        Index to pad with, as in `nonzero`; only without `x` and `y`.

    Returns
    -------
    ndarray or tuple of ndarray
        New array of the common dtype of `x` and `y`; without them, the indices that `nonzero` returns.

    Notes
    -----
    Differs from NumPy: a Python int that does not fit the common dtype raises OverflowError; NumPy wraps it.

    Examples
    --------
    >>> x = xp.asarray([-1.0, 2.0, -3.0])
    >>> xp.where(x < 0, 0, x)
    array([0., 2., 0.])
    >>> xp.where(x < 0)
    (array([0, 2]),)
    """
    if type(condition) is ndarray and condition._dtype is _bool and type(x) is ndarray and size is None:
        dtype, operands = x._dtype, [condition._tensor, x._tensor]
        try:
            if type(y) is ndarray:
                if dtype is y._dtype:
                    operands.append(y._tensor)
                    return wrap_as(torch_where(*operands), dtype)
            elif type(y) in (int, float) and abs(y) <= _LARGEST.get(dtype, -1):  # type: ignore[operator, arg-type]
                return wrap_as(torch_where(*operands, y), dtype)
        except RuntimeError as error:
            raise_explained("where", operands, error)
    if has_override_within((condition, x, y)):
        return call_override(where, locals())
    if x is NO_VALUE or y is NO_VALUE:
        if x is NO_VALUE and y is NO_VALUE:
            return nonzero(condition, size=size, fill_value=fill_value)
        raise ValueError("either both or neither of x and y should be given")
    if size is not None or fill_value is not None:
        raise ValueError("where: size and fill_value are for the condition alone, not for x and y")
    device = device_among("where", condition, x, y) or default_device()
    c = kernels.truth(as_tensor(condition, device=device))
    a, b = (t if t.device == device else t.to(device) for t in promote_args("where", x, y, device=device))
    like = x if isinstance(x, ndarray) else y if isinstance(y, ndarray) else condition
    try:
        return finish("where", torch_where(c, a, b), like=like)
    except RuntimeError as error:
        raise_explained("where", (c, a, b), error)
