"""Arrays from existing data: `asarray` and its relatives, `copy`, `require`, `from_dlpack`."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import KNOWN, as_copy, as_tensor, by_protocol, from_producer
from xp_torch._array.deferred import plain
from xp_torch._array.door import BLOCKS, call_override, has_override, has_ruled, is_elsewhere
from xp_torch._array.ndarray import hand_out, ndarray, wrap, wrap_as, wrap_like
from xp_torch._array.numpys import check_host, is_numpys
from xp_torch._array.reversed_views import ReversedView
from xp_torch._facts.annotations import ArrayLike, DeviceLike, DTypeLike, Order
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import FROM_TORCH, KIND, numpys_dtype
from xp_torch._facts.errors import UnsupportedError, without_frames
from xp_torch._facts.inspection import read_back
from xp_torch._facts.shapes import MAX_NDIM, as_bool, as_index, single
from xp_torch._facts.torch_errors import explained, raise_explained
from xp_torch._facts.torch_state import is_compiling, is_transforming
from xp_torch._functions.creation.arguments import check_like, given_device, given_dtype
from xp_torch._kernels.layout import check_order, in_order, like_layout, owner_of
from xp_torch._kernels.mapped import mapped_copy

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

_as_tensor = explained(as_tensor)


@without_frames
def _from_data(
    obj: Any, dtype: Any, order: Any, device: Any, copy: bool | None, subok: bool = False, ndmin: int = 0
) -> ndarray:
    """Return `obj` as an array; as NumPy's if torch lacks its dtype."""
    if numpys_dtype(dtype) is not None or (subok and not isinstance(obj, ndarray) and is_numpys(obj)):
        return _by_numpy(obj, dtype, order, device, copy, subok, ndmin)
    try:
        return _as_array(obj, dtype, order, device, copy, subok, ndmin)
    except (UnsupportedError, OverflowError):
        if dtype is not None or is_compiling():
            raise
    return _by_numpy(obj, None, order, device, copy, subok, ndmin)


def _by_numpy(
    obj: Any, dtype: Any, order: Any, device: Any, copy: bool | None, subok: bool = False, ndmin: int = 0
) -> Any:
    """Return `obj` as an array of NumPy's, whose dtype torch lacks."""
    check_host("asarray", device)
    return np.array(_with_scalars(obj), numpys_dtype(dtype), copy=copy, order=order or "K", subok=subok, ndmin=ndmin)


def _with_scalars(obj: Any) -> Any:
    """Return nested lists with NumPy's scalars in place of 0-D arrays, which NumPy would read as sequences."""
    if type(obj) in (list, tuple):
        return type(obj)(map(_with_scalars, obj))
    return np.asarray(obj)[()] if isinstance(obj, ndarray) and not obj.ndim else obj


def _as_array(
    obj: Any, dtype: Any, order: Any, device: Any, copy: bool | None, subok: bool = False, ndmin: int = 0
) -> ndarray:
    """Return `obj` as an array."""
    copy = as_copy(copy)
    check_order(order)
    if ndmin > MAX_NDIM:
        raise ValueError(f"ndmin must be <= ndmax ({MAX_NDIM})")
    target = given_dtype(dtype)
    obj, copy = by_protocol(obj, target, copy)
    if isinstance(obj, ReversedView):
        unchanged = target in (None, obj._dtype) and given_device(device) in (None, obj.device)
        if unchanged and copy is not True and order in (None, "K", "k", "A", "a"):
            return obj if obj.ndim >= ndmin else obj[(None,) * (ndmin - obj.ndim)]
        if copy is False and order in ("C", "c", "F", "f"):
            raise ValueError(f"Unable to avoid copy while changing the memory layout to order {order!r:.80}")
        obj = plain(obj)
    t = _as_tensor(obj, target, given_device(device), copy)
    # Unless something else requires a copy, "A" accepts any order.
    any_order = order in ("A", "a") and copy is not True
    kept = any_order and (dtype is None or (hasattr(obj, "dtype") and FROM_TORCH[t.dtype] == obj.dtype))
    if order in ("A", "a") and not kept and (flags := getattr(obj, "flags", None)) is not None:
        # As in NumPy, check the array itself: its copy may have no gaps, and a cast keeps the order of the axes.
        order = "K" if FROM_TORCH[t.dtype] != obj.dtype else "F" if flags.f_contiguous else "C"
    ordered = t if kept else in_order(t, order)
    if copy is False and ordered is not t:
        raise ValueError(f"Unable to avoid copy while changing the memory layout to order {order!r:.80}")
    if ordered.ndim < ndmin:
        ordered = ordered.reshape((1,) * (ndmin - ordered.ndim) + tuple(ordered.shape))
    if isinstance(obj, ndarray):
        cls = type(obj) if subok else ndarray
        return obj if ordered is obj._tensor and type(obj) is cls else wrap_like(cls, ordered, obj)
    return _wrap_of(obj, ordered)


def _wrap_of(obj: Any, t: torch.Tensor) -> ndarray:
    """Wrap `t`. If the caller passed `t` itself, note that the caller still holds it."""
    new = wrap(t)
    if t is obj:
        hand_out(new)
    return new


def asarray(
    a: Any,
    dtype: DTypeLike | None = None,
    order: Order | None = None,
    *,
    device: DeviceLike | None = None,
    copy: bool | None = None,
    like: ndarray | None = None,
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
        Device of the result. By default arrays and tensors keep their device, and other data goes to torch's default
        device.
    copy : bool, optional
        True always copies, False raises if a copy is needed, None copies only if needed.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        `a` itself if it is an `ndarray` that needs no change. The result shares memory and the autograd graph with a
        tensor, and memory with a NumPy array, unless that is read-only, byte-swapped or has negative strides.

    Raises
    ------
    TypeError
        If the data has no numeric dtype (strings, objects, generators).
    OverflowError
        If a Python int does not fit the dtype.

    See Also
    --------
    array : Copies by default.
    from_dlpack : Accepts any object with ``__dlpack__``.

    Examples
    --------
    >>> import torch
    >>> xp.asarray([[1, 2], [3, 4]])
    array([[1, 2],
           [3, 4]])
    >>> t = torch.zeros(2)
    >>> x = xp.asarray(t)
    >>> x[0] = 5
    >>> t
    tensor([5., 0.])
    """
    if type(a) is ndarray and dtype is None and order is None and device is None and copy is None and like is None:
        return a
    kind = type(a)
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or (kind is not float and has_ruled(a)):
        return call_override(asarray, locals())
    if dtype is None and order is None and device is None and like is None:
        if copy is None:
            if kind is float and default_float() is torch.float64:
                return wrap_as(torch.scalar_tensor(a, dtype=torch.float64), torch.float64)
            if kind in KNOWN:
                try:
                    return _wrap_of(a, as_tensor(a))
                except (UnsupportedError, OverflowError):
                    pass  # the general path returns NumPy's array, or raises
        elif copy is True and kind is ndarray:
            try:
                return wrap_as(a._tensor.clone(), a._dtype)
            except RuntimeError as error:
                raise_explained("copy", [a._tensor], error)
    check_like(like)
    return _from_data(a, dtype, order, device, copy)


def array(
    object: Any,
    dtype: DTypeLike | None = None,
    *,
    copy: bool | None = True,
    order: Order = "K",
    subok: bool = False,
    ndmin: int = 0,
    ndmax: int = 0,
    device: DeviceLike | None = None,
    like: ndarray | None = None,
) -> ndarray:
    """Make an array from an array-like, by default as a copy.

    Parameters
    ----------
    object : array_like
        Input, as for `asarray`.
    dtype : dtype_like, optional
        Data type; by default that of the input.
    copy : bool or None, default: True
        True always copies, False raises if a copy is needed, None copies only if needed.
    order : {"K", "A", "C", "F"}, default: "K"
        Layout in memory.
    subok : bool, default: False
        Whether a subclass of `ndarray` passes through.
    ndmin : int, default: 0
        Minimum number of dimensions; sizes of one are prepended to the shape.
    ndmax : int, default: 0
        Maximum depth of nested lists; 0 means no limit. Deeper lists raise ValueError.
    device : device_like, optional
        Device of the result, as for `asarray`.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        The array.

    See Also
    --------
    asarray : Shares memory if possible.

    Examples
    --------
    >>> xp.array([1, 2.5], ndmin=2)
    array([[1. , 2.5]])
    """
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or has_ruled(object):
        return call_override(array, locals())
    check_like(like)
    smallest, subok = operator.index(ndmin), as_bool(subok, "subok")
    if not 0 <= as_index(ndmax) <= MAX_NDIM:
        raise ValueError(f"ndmax must be in the range [0, NPY_MAXDIMS ({MAX_NDIM})]")
    if 0 < ndmax < smallest:
        raise ValueError("ndmin must be <= ndmax")
    result = _from_data(object, dtype, order, device, copy, subok, smallest)
    if 0 < ndmax < result.ndim and not hasattr(object, "ndim"):
        raise ValueError(
            "setting an array element with a sequence. "
            f"The requested array would exceed the maximum number of dimension of {ndmax}."
        )
    return result


def asanyarray(
    a: Any,
    dtype: DTypeLike | None = None,
    order: Order | None = None,
    *,
    device: DeviceLike | None = None,
    copy: bool | None = None,
    like: ndarray | None = None,
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
    >>> xp.asanyarray((1, 2))
    array([1, 2])
    """
    if isinstance(a, ndarray) and dtype is None and order is None and device is None and copy is None and like is None:
        return a
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or has_ruled(a):
        return call_override(asanyarray, locals())
    check_like(like)
    return _from_data(a, dtype, order, device, copy, True)


def ascontiguousarray(a: ArrayLike, dtype: DTypeLike | None = None, *, like: ndarray | None = None) -> ndarray:
    """Return the input as an array of at least one dimension, in row-major order.

    Parameters
    ----------
    a : array_like
        Input.
    dtype : dtype_like, optional
        Data type of the result; by default that of the input.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        `a` itself if it needs no change, else a copy.

    Examples
    --------
    >>> xp.ascontiguousarray(xp.asarray([[1, 2], [3, 4]]).T).strides
    (16, 8)
    """
    if has_ruled(a):
        return call_override(ascontiguousarray, locals())
    check_like(like)
    return _from_data(a, dtype, "C", None, None, ndmin=1)


def asfortranarray(a: ArrayLike, dtype: DTypeLike | None = None, *, like: ndarray | None = None) -> ndarray:
    """Return the input as an array of at least one dimension, in column-major order.

    Parameters
    ----------
    a : array_like
        Input.
    dtype : dtype_like, optional
        Data type of the result; by default that of the input.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        `a` itself if it needs no change, else a copy.

    Examples
    --------
    >>> xp.asfortranarray([[1, 2], [3, 4]]).strides
    (8, 16)
    """
    if has_ruled(a):
        return call_override(asfortranarray, locals())
    check_like(like)
    return _from_data(a, dtype, "F", None, None, ndmin=1)


def asarray_chkfinite(a: ArrayLike, dtype: DTypeLike | None = None, order: Order | None = None) -> ndarray:
    """Convert an array-like to an array, and raise if it has a NaN or an infinity.

    Parameters
    ----------
    a, dtype, order
        As in `asarray`.

    Returns
    -------
    ndarray
        The array, which shares memory with `a` if possible.

    Raises
    ------
    ValueError
        If there is a NaN or an infinity. The check reads values back to the host; where they are traced or mapped,
        there is no check.

    Examples
    --------
    >>> xp.asarray_chkfinite([1.0, 2.0])
    array([1., 2.])
    """
    if has_ruled(a):
        return call_override(asarray_chkfinite, locals())
    result = asarray(a, dtype=dtype, order=order)
    if isinstance(result, np.ndarray):
        return np.asarray_chkfinite(result)
    if read_back(torch.isfinite(result._tensor).all()) is False:
        raise ValueError("array must not contain infs or NaNs")
    return result


#: NumPy's names of the requirements, and their letters.
_REQUIRED = {letter: letter for letter in "CFAWOE"} | {
    "C_CONTIGUOUS": "C",
    "CONTIGUOUS": "C",
    "F_CONTIGUOUS": "F",
    "FORTRAN": "F",
    "ALIGNED": "A",
    "WRITEABLE": "W",
    "OWNDATA": "O",
    "ENSUREARRAY": "E",
}


def require(
    a: ArrayLike,
    dtype: DTypeLike | None = None,
    requirements: str | Sequence[str] | None = None,
    *,
    like: ndarray | None = None,
) -> ndarray:
    """Convert an array-like to an array that meets requirements.

    Parameters
    ----------
    a : array_like
        Input.
    dtype : dtype_like, optional
        Data type of the result; by default that of the input.
    requirements : str or sequence of str, optional
        NumPy's flags: "C" row-major, "F" column-major, "O" owns its memory, "W" no two elements share memory, "E" not
        a subclass. "A" (aligned) is true of every array.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.

    Returns
    -------
    ndarray
        The array; a copy only if needed.

    Examples
    --------
    >>> xp.require(xp.ones((2, 3)).T, requirements="C").flags.c_contiguous
    True
    """
    check_like(like)
    if requirements is None or not single(requirements, "requirements"):
        return asanyarray(a, dtype=dtype)
    flags = {_REQUIRED[name.upper()] for name in requirements}
    if {"C", "F"} <= flags:
        raise ValueError('Cannot specify both "C" and "F" order')
    order: Order = "F" if "F" in flags else "C" if "C" in flags else "A"
    result = array(a, dtype=dtype, order=order, copy=None, subok="E" not in flags)
    copied = ("O" in flags and owner_of(result._tensor) is not None) or ("W" in flags and not result.flags.writeable)
    return copy(result, order, subok=True) if copied else result


def copy(a: ArrayLike, order: Order = "K", subok: bool = False) -> ndarray:
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
        The copy, which gradients pass through.

    Examples
    --------
    >>> x = xp.zeros(2)
    >>> y = xp.copy(x)
    >>> y[0] = 1
    >>> x
    array([0., 0.])
    """
    if type(a) is ndarray and order == "K":
        try:
            t = a._tensor.clone()
            return wrap_as(like_layout(mapped_copy(t), t) if is_transforming() else t, a._dtype)
        except RuntimeError as error:
            raise_explained("copy", [a._tensor], error)
    if type(a) is not ndarray and has_override(a):
        return call_override(copy, locals())
    return _from_data(a, None, order, None, True, as_bool(subok, "subok"))


def from_dlpack(x: Any, /, *, device: DeviceLike | None = None, copy: bool | None = None) -> ndarray:
    """Return an array that shares memory with an array of another library, by DLPack.

    Parameters
    ----------
    x : object
        Array with ``__dlpack__`` and ``__dlpack_device__``.
    device : device_like, optional
        Device of the result; by default that of `x`.
    copy : bool, optional
        True always copies, False raises BufferError if a copy is needed, None copies only if needed.

    Returns
    -------
    ndarray
        The array. Memory that is read-only or has negative strides is copied, since torch has no such memory.

    Raises
    ------
    BufferError
        If `x` cannot be exported, for instance because it requires grad.

    Examples
    --------
    >>> import numpy as np
    >>> a = np.zeros(2)
    >>> x = xp.from_dlpack(a)
    >>> x[0] = 1
    >>> a
    array([1., 0.])
    """
    if ((BLOCKS or device is not None) and is_elsewhere(device)) or has_ruled(x):
        return call_override(from_dlpack, locals())
    if not hasattr(x, "__dlpack__") or not hasattr(x, "__dlpack_device__"):
        raise AttributeError(f"'{type(x).__name__}' object has no attribute '__dlpack__'")
    target, copy = given_device(device), as_copy(copy)
    if isinstance(x, np.ndarray) and not (x.flags.writeable and x.dtype.isnative and all(s >= 0 for s in x.strides)):
        if copy is False:
            raise BufferError(
                "from_dlpack: a NumPy array that is read-only, byte-swapped or has negative strides must be copied"
            )
        return wrap(as_tensor(np.asarray(x), None, target or torch.device("cpu"), True))
    if isinstance(x, ndarray) and is_transforming():
        # An array that `vmap` maps has no address to exchange.
        t = x._tensor.clone() if copy else x._tensor.view_as(x._tensor)
    else:
        t = from_producer(x, copy, BufferError)
    if t.dtype not in KIND:
        raise BufferError(f"from_dlpack: {t.dtype} is not supported by xp_torch")
    if target is not None and t.device != target:
        if copy is False:
            raise BufferError(f"from_dlpack: moving the array from {t.device} to {target} needs a copy")
        t = t.to(target)
    return wrap(t)
