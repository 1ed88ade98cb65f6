"""Creation functions: arrays from data.

Ranges are in `_creation_range`, constant values in `_creation_fill`, matrices and grids in `_creation_matrix`.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import KNOWN, as_copy, as_tensor, by_protocol
from xp_torch._array.ndarray import ndarray, wrap, wrap_as, wrap_like
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import FROM_TORCH
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._functions.creation.arguments import check_like, given_device, given_dtype
from xp_torch._kernels.layout import borrowed, check_order, in_order

__all__ = [
    "array",
    "asanyarray",
    "asarray",
    "asarray_chkfinite",
    "ascontiguousarray",
    "asfortranarray",
    "copy",
    "from_dlpack",
    "require",
]


def _from_data(
    obj: Any, dtype: Any, order: Any, device: Any, share: bool | None, subok: bool = False, ndmin: int = 0
) -> ndarray:
    """Return `obj` as an array; `share` is the standard's ``copy=``."""
    share = as_copy(share)
    check_order(order)
    if ndmin > MAX_NDIM:
        raise ValueError(f"ndmin must be <= ndmax ({MAX_NDIM})")
    found = given_dtype(dtype)
    obj, share = by_protocol(obj, found, share)
    t = as_tensor(obj, found, given_device(device), share)
    # Without a reason to copy, "A" is any order.
    kept = dtype is None or (hasattr(obj, "dtype") and FROM_TORCH[t.dtype] == obj.dtype)
    laid = t if order in ("A", "a") and share is not True and kept else in_order(t, order)
    if laid is not t and share is False:
        raise ValueError(f"Unable to avoid copy while laying out an array in order {order!r}")
    if laid.ndim < ndmin:
        laid = laid[(None,) * (ndmin - laid.ndim)]
    if isinstance(obj, ndarray):
        cls = type(obj) if subok else ndarray
        return obj if laid is obj._tensor and type(obj) is cls else wrap_like(cls, laid, obj)
    return wrap(laid)


def asarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: bool | None = None,
    like: Any = None,
) -> ndarray:
    """Convert an array-like to an array.

    Parameters
    ----------
    a : array_like
        An array, a tensor, a NumPy array, a Python scalar, nested lists or tuples of these, or an object with
        ``__array__``, ``__dlpack__`` or the buffer protocol.
    dtype : dtype_like, optional
        Data type; by default that of the input. Python numbers have the default dtypes (`set_default_dtype`).
    order : {"C", "F", "A", "K"}, optional
        Layout in memory; "K", the default, keeps that of the input.
    device : device_like, optional
        Where the array is to lie. By default arrays and tensors keep their device, and other data goes to torch's
        default device.
    copy : bool, optional
        True copies always, False raises if a copy is needed, None copies if one is needed.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        `a` itself if it is an `ndarray` that needs no change. It shares memory with tensors, and with NumPy arrays on
        the CPU unless they are read-only, byte-swapped or have negative strides. The autograd graph of a tensor stays.

    Raises
    ------
    ValueError
        If `copy` is False and a copy is needed, or if nested lists are ragged.
    TypeError
        If the data has no numeric dtype (strings, objects, generators).
    OverflowError
        If a Python int does not fit the dtype.

    See Also
    --------
    array : Copies by default.
    from_dlpack : From any object with ``__dlpack__``.

    Examples
    --------
    >>> import torch
    >>> import xp_torch as xp
    >>> xp.asarray([[1, 2], [3, 4]])
    array([[1, 2],
           [3, 4]])
    >>> t = torch.zeros(2)
    >>> x = xp.asarray(t)
    >>> x[0] = 5
    >>> t
    tensor([5., 0.])
    """
    if dtype is None and order is None and device is None and copy is None and like is None:
        kind = type(a)
        if kind is ndarray:
            return a
        if kind is float and default_float() is torch.float64:
            return wrap_as(torch.scalar_tensor(a, dtype=torch.float64), torch.float64)
        if kind in KNOWN:
            return wrap(as_tensor(a))
    if copy is True and type(a) is ndarray and dtype is None and order is None and device is None and like is None:
        return wrap_as(a._tensor.clone(), a._dtype)
    check_like(like)
    return _from_data(a, dtype, order, device, copy)


def array(
    object: Any,
    dtype: Any = None,
    *,
    copy: bool | None = True,
    order: Any = "K",
    subok: bool = False,
    ndmin: int = 0,
    ndmax: int = 0,
    device: Any = None,
    like: Any = None,
) -> ndarray:
    """Make an array of an array-like: a copy by default.

    Parameters
    ----------
    object : array_like
        What `asarray` takes.
    dtype : dtype_like, optional
        Data type; by default that of the input.
    copy : bool or None, default: True
        True copies always, False raises if a copy is needed, None copies if one is needed.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory.
    subok : bool, default: False
        Whether a subclass of `ndarray` passes through.
    ndmin : int, default: 0
        Least number of dimensions; ones are put before the shape.
    ndmax : int, default: 0
        Greatest number of dimensions that nested lists may have; 0 sets no bound.
    device : device_like, optional
        Where the array is to lie, as in `asarray`.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If `copy` is False and a copy is needed, or if nested lists are ragged or have more than `ndmax` dimensions.
    TypeError
        If the data has no numeric dtype.

    See Also
    --------
    asarray : Shares memory if it can.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.array([1, 2.5], ndmin=2)
    array([[1. , 2.5]])
    """
    check_like(like)
    found = _from_data(object, dtype, order, device, copy, subok, operator.index(ndmin))
    if ndmax != 0:
        _check_ndmax(object, found.ndim, ndmin, ndmax)
    return found


def _check_ndmax(given: Any, ndim: int, ndmin: int, ndmax: int) -> None:
    """Raise ValueError if what became an array of `ndim` dimensions may not have so many."""
    if not 0 < ndmax <= MAX_NDIM:
        raise ValueError(f"ndmax must be in the range [0, NPY_MAXDIMS ({MAX_NDIM})]")
    if ndmin > ndmax:
        raise ValueError("ndmin must be <= ndmax")
    if ndim > ndmax and not hasattr(given, "ndim"):
        raise ValueError(
            "setting an array element with a sequence. "
            f"The requested array would exceed the maximum number of dimension of {ndmax}."
        )


def asanyarray(
    a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: bool | None = None, like: Any = None
) -> ndarray:
    """Convert an array-like to an array; subclasses of `ndarray` pass through.

    Parameters
    ----------
    a, dtype, order, device, copy, like
        As in `asarray`.

    Returns
    -------
    ndarray
        The array, of the class of `a` if that is a subclass.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.asanyarray((1, 2))
    array([1, 2])
    """
    check_like(like)
    return _from_data(a, dtype, order, device, copy, True)


def ascontiguousarray(a: Any, dtype: Any = None, *, like: Any = None) -> ndarray:
    """Return the input as an array of at least one dimension, in row-major order.

    Parameters
    ----------
    a : array_like
        Input.
    dtype : dtype_like, optional
        Data type; by default that of the input.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        `a` itself if it needs no change, else a copy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.ascontiguousarray(xp.asarray([[1, 2], [3, 4]]).T).strides
    (16, 8)
    """
    check_like(like)
    return _from_data(a, dtype, "C", None, None, ndmin=1)


def asfortranarray(a: Any, dtype: Any = None, *, like: Any = None) -> ndarray:
    """Return the input as an array of at least one dimension, in column-major order.

    Parameters
    ----------
    a : array_like
        Input.
    dtype : dtype_like, optional
        Data type; by default that of the input.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        `a` itself if it needs no change, else a copy.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.asfortranarray([[1, 2], [3, 4]]).strides
    (8, 16)
    """
    check_like(like)
    return _from_data(a, dtype, "F", None, None, ndmin=1)


def asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> ndarray:
    """Return an array-like as an array, all of whose elements are finite.

    Parameters
    ----------
    a : array_like
        The data.
    dtype : dtype_like, optional
        Data type; by default that of the data.
    order : {"C", "F", "A", "K"}, optional
        Memory layout.

    Returns
    -------
    ndarray
        The array, sharing memory with `a` where it can.

    Raises
    ------
    ValueError
        If there is a NaN or infinity; this is read back from the device.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.asarray_chkfinite([1.0, 2.0])
    array([1., 2.])
    """
    found = asarray(a, dtype=dtype, order=order)
    if not bool(torch.isfinite(found._tensor).all()):
        raise ValueError("array must not contain infs or NaNs")
    return found


#: what NumPy calls the requirements, by their first letter or whole; the rest is true of every array.
_REQUIRED = {"C": "C", "F": "F", "A": "A", "W": "W", "O": "O", "E": "E"} | {
    "C_CONTIGUOUS": "C",
    "CONTIGUOUS": "C",
    "F_CONTIGUOUS": "F",
    "FORTRAN": "F",
    "ALIGNED": "A",
    "WRITEABLE": "W",
    "OWNDATA": "O",
    "ENSUREARRAY": "E",
}


def require(a: Any, dtype: Any = None, requirements: Any = None, *, like: Any = None) -> ndarray:
    """Return an array-like as an array that meets requirements.

    Parameters
    ----------
    a : array_like
        The data.
    dtype : dtype_like, optional
        Data type; by default that of the data.
    requirements : str or sequence of str, optional
        NumPy's flags: "C" and "F" contiguous, "O" own memory, "E" no subclass; "A" and "W", aligned and writeable, hold
        for every array.
    like : array_like, optional
        NumPy's reference object; an `ndarray` or None.

    Returns
    -------
    ndarray
        The array; a copy where it is needed.

    Raises
    ------
    ValueError
        If "C" and "F" are both required.
    KeyError
        If a requirement is unknown.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.require(xp.ones((2, 3)).T, requirements="C").flags.c_contiguous
    True
    """
    check_like(like)
    if not requirements:
        return asanyarray(a, dtype=dtype)
    asked = {_REQUIRED[name.upper()] for name in requirements}
    if {"C", "F"} <= asked:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = "F" if "F" in asked else "C" if "C" in asked else "A"
    found = array(a, dtype=dtype, order=order, copy=None, subok="E" not in asked)
    return copy(found, order, subok=True) if "O" in asked and found._tensor._base is not None else found


def copy(a: Any, order: Any = "K", subok: bool = False) -> ndarray:
    """Return a copy of an array-like.

    Parameters
    ----------
    a : array_like
        Input.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout of the copy.
    subok : bool, default: False
        Whether a subclass of `ndarray` passes through.

    Returns
    -------
    ndarray
        The copy, in the autograd graph of `a`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> x = xp.zeros(2)
    >>> y = xp.copy(x)
    >>> y[0] = 1
    >>> x
    array([0., 0.])
    """
    if type(a) is ndarray and order == "K":
        return wrap_as(a._tensor.clone(), a._dtype)
    return _from_data(a, None, order, None, True, subok)


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> ndarray:
    """Return an array that shares the memory of another library's array, by DLPack.

    Parameters
    ----------
    x : object
        Array with ``__dlpack__`` and ``__dlpack_device__``.
    device : device_like, optional
        Where the array is to lie, by default where `x` does.
    copy : bool, optional
        True copies always, False never (BufferError if a copy is needed), None if one is needed.

    Returns
    -------
    ndarray
        The array. Read-only NumPy arrays are copied, since torch has no read-only memory.

    Raises
    ------
    AttributeError
        If `x` has no ``__dlpack__``.
    BufferError
        If `x` can't be exported (it requires grad, say) or `copy` is False and a copy is needed.

    Examples
    --------
    >>> import numpy as np
    >>> import xp_torch as xp
    >>> a = np.zeros(2)
    >>> x = xp.from_dlpack(a)
    >>> x[0] = 1
    >>> a
    array([1., 0.])
    """
    if not hasattr(x, "__dlpack__") or not hasattr(x, "__dlpack_device__"):
        raise AttributeError(f"'{type(x).__name__}' object has no attribute '__dlpack__'")
    target, copy = given_device(device), as_copy(copy)
    if isinstance(x, np.ndarray) and not (x.flags.writeable and x.dtype.isnative and all(s >= 0 for s in x.strides)):
        if copy is False:
            raise BufferError("from_dlpack: a read-only, byte-swapped or reversed NumPy array has to be copied")
        return wrap(as_tensor(x, None, target or torch.device("cpu"), True))
    try:
        t = borrowed(torch.from_dlpack(x, copy=copy))
    except (ValueError, RuntimeError, AssertionError, TypeError) as error:
        raise BufferError(f"from_dlpack: {error}") from error
    if t.dtype not in FROM_TORCH:
        raise BufferError(f"from_dlpack: {t.dtype} has no counterpart in xp_torch")
    if target is not None and t.device != target:
        if copy is False:
            raise BufferError(f"from_dlpack: the array has to be copied from {t.device} to {target}")
        t = t.to(target)
    return wrap(t)
