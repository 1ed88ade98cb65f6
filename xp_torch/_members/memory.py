"""Attributes and methods of `ndarray` that concern its memory."""

from __future__ import annotations

import math
import operator
import weakref
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.exchange import __array__
from xp_torch._array.ndarray import ndarray, replace_tensor, wrap, wrap_like
from xp_torch._array.reversed_views import ReversedView, replace_view, reversed_view
from xp_torch._facts.annotations import ArrayLike, DTypeLike, ShapeLike
from xp_torch._facts.dtypes import FROM_TORCH, WITHOUT_NUMPY, torch_dtype
from xp_torch._facts.shapes import as_bool, check_size, normalize_shape
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_compiling
from xp_torch._functions.manipulation.shape import reshape
from xp_torch._kernels.aliasing import may_share_memory
from xp_torch._kernels.cast import copy_into
from xp_torch._kernels.layout import owner_of, reinterpret, reverse_axes

#: The arrays that `base` has returned, by the identity of the tensor that owns the memory.
_bases: weakref.WeakValueDictionary[int, ndarray] = weakref.WeakValueDictionary()


def base(self: ndarray) -> ndarray | None:
    """The array that owns the memory of this view; None if the array is not a view.

    All views of that memory share this object. It wraps the tensor of the array that the views were made from, but is
    not that array: compare with `xp.shares_memory`, or the bases of two views with ``is``.

    Examples
    --------
    >>> x = xp.arange(4)
    >>> x.base is None, x[1:3].base
    (True, array([0, 1, 2, 3]))
    """
    t = self._strided
    owner = owner_of(t)
    if owner is None:
        if not isinstance(self, ReversedView):
            return None
        owner = t
    if is_compiling():
        return wrap(owner)
    whole = _bases.get(id(owner))
    if whole is None or whole._tensor is not owner:
        whole = _bases[id(owner)] = wrap(owner)
    return whole


def setflags(self: ndarray, write: bool | None = None, align: bool | None = None, uic: bool | None = None) -> None:
    """Accept NumPy's flags, which have no effect: arrays are always writeable and aligned.

    Parameters
    ----------
    write, align : bool, optional
        Ignored.
    uic : bool, optional
        Must not be true.

    Examples
    --------
    >>> x = xp.zeros(2)
    >>> x.setflags(write=False)
    >>> x.flags.writeable
    True
    """
    flags = self.flags
    for name, value in (("writeable", write), ("aligned", align), ("writebackifcopy", uic)):
        if value is not None:
            setattr(flags, name, as_bool(value, name))


@explained
def _swapped(t: torch.Tensor) -> torch.Tensor:
    """Return `t` with the bytes of each element in reverse order."""
    parts = torch.view_as_real(t) if t.is_complex() else t
    # A part without elements may claim any step: the last one must be 1.
    raw = parts.flatten().contiguous().unsqueeze(-1).view(torch.uint8)
    swapped = raw.flip(-1).view(parts.dtype).reshape(parts.shape)
    return torch.view_as_complex(swapped) if t.is_complex() else swapped


def byteswap(self: ndarray, inplace: bool = False) -> ndarray:
    """Return the array with the bytes of each element in reverse order, in the same dtype.

    Parameters
    ----------
    inplace : bool, default: False
        Whether to write to the array itself.

    Examples
    --------
    >>> xp.asarray([1, 256], dtype=xp.int16).byteswap()
    array([256,   1], dtype=int16)
    """
    t = self._tensor
    if t.requires_grad:
        raise RuntimeError("byteswap: an array that requires grad has no derivative by its bytes; detach it first")
    new = _swapped(t)
    if as_bool(inplace, "inplace"):
        copy_into(t, new)
        self._store(t)
        return self
    return wrap_like(type(self), new, self)


def resize(self: ndarray, *new_shape: ShapeLike | None, refcheck: bool = True) -> None:
    """Change the shape and the size of the array itself: cut off elements at the end, or append zeros.

    Parameters
    ----------
    *new_shape : int or tuple of ints
        Shape to change to. The array must be contiguous, and for another size it must not be a view.
    refcheck : bool, default: True
        Accepted for compatibility with NumPy; ignored, because views keep the old memory.

    Notes
    -----
    NumPy 2.5 advises against it, without a warning when it is called: use `xp.resize` or `reshape`.

    Examples
    --------
    >>> x = xp.asarray([1, 2, 3])
    >>> x.resize(2, 2)
    >>> x
    array([[1, 2],
           [3, 0]])
    """
    if not isinstance(refcheck, (int, np.bool)):
        raise TypeError(f"resize: refcheck must be a bool, not {type(refcheck).__name__}")
    if not new_shape or new_shape == (None,):
        return
    given = new_shape[0] if len(new_shape) == 1 else new_shape
    sizes = normalize_shape(given)
    t = self._tensor
    if isinstance(self, ReversedView) or not (t.is_contiguous() or reverse_axes(t).is_contiguous()):
        raise ValueError("resize only works on single-segment arrays")
    # Resize in the order of memory: a column-major array remains one.
    by_column = not t.is_contiguous()
    if by_column:
        t, sizes = reverse_axes(t), sizes[::-1]
    flat, count = t.view(-1), math.prod(sizes)
    if count == flat.numel():
        new = flat.view(sizes)
        replace_tensor(self, reverse_axes(new) if by_column else new)
        return
    owner = owner_of(t)
    if owner is not None and owner.numel() != t.numel():
        raise ValueError("cannot resize this array: it does not own its data")
    try:
        check_size(sizes, t.itemsize)
    except ValueError as error:
        raise MemoryError(f"resize: {error}") from None
    new = explained(torch.zeros)(sizes, dtype=t.dtype, device=t.device)
    kept = min(count, flat.numel())
    new.view(-1)[:kept].copy_(flat[:kept])
    replace_tensor(self, reverse_axes(new) if by_column else new)


def getfield(self: ndarray, dtype: DTypeLike, offset: int = 0) -> ndarray:
    """Return a view of some bytes of each element as another dtype.

    Parameters
    ----------
    dtype : dtype_like
        Data type of the view, not wider than the array's.
    offset : int, default: 0
        Bytes to skip in each element: a multiple of the size of `dtype`.

    Examples
    --------
    >>> xp.asarray([1 + 2j, 3 - 4j]).getfield(xp.float64, offset=8)
    array([ 2., -4.])
    """
    if isinstance(self, ReversedView):
        return reversed_view(getfield(wrap(self._view), dtype, offset)._tensor, self._flips)
    t, target, skip = self._tensor, torch_dtype(dtype), operator.index(offset)
    room = t.itemsize - target.itemsize
    if not 0 <= skip <= room:
        raise ValueError(f"Need 0 <= offset <= {room} for requested type but received offset {skip}")
    if skip % target.itemsize:
        raise ValueError(f"getfield: offset must be a multiple of the itemsize, {target.itemsize} (got {skip})")
    fields = reinterpret("getfield", t.unsqueeze(-1), target)
    return wrap_like(type(self), fields.select(-1, skip // target.itemsize), self)


def setfield(self: ndarray, val: ArrayLike, dtype: DTypeLike, offset: int = 0) -> None:
    """Write to the view that `getfield` returns.

    Parameters
    ----------
    val : array_like
        Values to write; broadcast to the array.
    dtype : dtype_like
        Data type of the view, not wider than the array's.
    offset : int, default: 0
        Bytes to skip in each element: a multiple of the size of `dtype`.

    Examples
    --------
    >>> x = xp.asarray([1 + 2j, 3 - 4j])
    >>> x.setfield(0, xp.float64, offset=8)
    >>> x
    array([1.+0.j, 3.+0.j])
    """
    getfield(self, dtype, offset)[...] = val


def data(self: ndarray) -> memoryview:
    """The memory of an array on the CPU, as a `memoryview`."""
    return __array__(self).data


def ctypes(self: ndarray) -> Any:
    """The memory of an array on the CPU for ctypes: NumPy's object, with ``data_as`` and ``shape_as``."""
    return __array__(self).ctypes


def _described(self: ndarray) -> np.ndarray:
    """Return the array as a NumPy array whose dtype the array interface can describe."""
    wide = WITHOUT_NUMPY.get(self._dtype)
    if wide is not None:
        raise AttributeError(f"the array interface has no {self.dtype}; convert with astype(xp.{FROM_TORCH[wide]})")
    return __array__(self)


def __array_interface__(self: ndarray) -> dict[str, Any]:
    """NumPy's array interface of an array on the CPU: address, shape, strides and type."""
    a = _described(self)
    interface = a.__array_interface__
    # NumPy's None means contiguous; Pillow then reads the buffer, which classes lack before Python 3.12.
    interface["strides"] = a.strides
    return interface


def __array_struct__(self: ndarray) -> Any:
    """NumPy's array interface as a capsule of C's structure, which `numpy.asarray` reads in less time."""
    return _described(self).__array_struct__


def __cuda_array_interface__(self: ndarray) -> dict[str, Any]:
    """The interface by which CuPy and Numba read the memory of the tensor of an array on a CUDA GPU."""
    if isinstance(self, ReversedView):
        raise AttributeError(
            "torch has no negative strides, so a reversed view has no __cuda_array_interface__; use x.copy()"
        )
    return self._tensor.__cuda_array_interface__


def __buffer__(self: ndarray, flags: int, /) -> memoryview:
    """Return the memory of an array on the CPU: the buffer protocol of Python 3.12 and later.

    Parameters
    ----------
    flags : int
        The caller's request; Python compares it with the result.
    """
    return __array__(self).data


def __array_wrap__(self: ndarray, array: Any, context: Any = None, return_scalar: bool = False, /) -> ndarray:
    """Return the result of a NumPy function of this array as an array of its class."""
    return array if type(array) is type(self) else wrap_like(type(self), as_tensor(array), self)


def __delitem__(self: ndarray, key: Any, /) -> None:
    """Raise ValueError; use `xp.delete`."""
    raise ValueError("cannot delete array elements")


def __sizeof__(self: ndarray) -> int:
    """Return the size in bytes of the object, its shape and strides, and of the elements if it owns them."""
    t = self._tensor
    return object.__sizeof__(self) + 16 * t.ndim + (self.nbytes if owner_of(t) is None else 0)


def _set_shape(self: ndarray, value: Any) -> None:
    """Change the shape of the array itself: ``x.shape = value``."""
    shaped = reshape(self, value)
    if isinstance(self, ReversedView) and isinstance(shaped, ReversedView):
        replace_view(self, shaped)
        return
    new = shaped._tensor
    if new.numel() and not may_share_memory(new, self._tensor):
        raise AttributeError(
            "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape."
        )
    replace_tensor(self, new)
