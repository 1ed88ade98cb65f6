"""Arrays from buffers, files of bytes and iterables, and the methods of arrays that write such."""

from __future__ import annotations

import operator
import os
import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import host, ndarray, wrap
from xp_torch._facts.dtypes import as_dtype
from xp_torch._functions.creation.arguments import check_like
from xp_torch._functions.io.convert import made, readable

__all__ = ["frombuffer", "fromfile", "fromiter"]


def frombuffer(
    buffer: Any, dtype: Any = None, count: int = -1, offset: int = 0, *, like: Any = None, device: Any = None
) -> ndarray:
    """Return a 1-D array over the memory of a buffer.

    Parameters
    ----------
    buffer : object exposing the buffer interface
        The memory.
    dtype : dtype_like, default: float
        Dtype to see it as.
    count : int, default: -1
        How many elements; all by default.
    offset : int, default: 0
        Bytes to skip.
    like : ndarray, optional
        Reference array; it must be this package's.
    device : device_like, optional
        Where the array is to lie.

    Returns
    -------
    ndarray
        Array that shares the memory. What is read-only, such as `bytes`, is copied: torch has no read-only memory.

    Raises
    ------
    ValueError
        If the buffer is too small or not a multiple of the dtype's size.

    Examples
    --------
    >>> import xp_torch as xp
    >>> memory = bytearray(b"abc")
    >>> x = xp.frombuffer(memory, dtype=xp.uint8)
    >>> x[0] = 65
    >>> memory
    bytearray(b'Abc')
    """
    check_like(like)
    kind = as_dtype(dtype)
    if isinstance(buffer, ndarray):  # a class in Python 3.11 has no buffer protocol
        buffer = buffer.data
    if kind.torch is torch.bfloat16:
        return wrap(made(np.frombuffer(buffer, np.int16, count, offset), device)._tensor.view(kind.torch))
    return made(np.frombuffer(buffer, kind.__numpy_dtype__, count, offset), device)


def fromfile(
    file: Any,
    dtype: Any = None,
    count: int = -1,
    sep: str = "",
    offset: int = 0,
    *,
    like: Any = None,
    device: Any = None,
) -> ndarray:
    """Read a 1-D array from a file of bytes or of text.

    Parameters
    ----------
    file : file, str or path
        What to read.
    dtype : dtype_like, default: float
        Dtype of the elements.
    count : int, default: -1
        How many elements; all by default.
    sep : str, default: ""
        What stands between numbers in text; "" reads bytes.
    offset : int, default: 0
        Bytes to skip; for bytes only.
    like : ndarray, optional
        Reference array; it must be this package's.
    device : device_like, optional
        Where the array is to lie.

    Returns
    -------
    ndarray
        The array.

    See Also
    --------
    load : Read a file that tells dtype and shape.

    Examples
    --------
    >>> import tempfile
    >>> import xp_torch as xp
    >>> with tempfile.TemporaryFile() as file:
    ...     xp.asarray([1.0, 2.0]).tofile(file)
    ...     _ = file.seek(0)
    ...     xp.fromfile(file)
    array([1., 2.])
    """
    check_like(like)
    kind = as_dtype(dtype)
    if kind.torch is torch.bfloat16 and not sep:
        return wrap(made(np.fromfile(file, np.int16, count, sep, offset), device)._tensor.view(kind.torch))
    read, final = readable(kind)
    return made(np.fromfile(file, read, count, sep, offset), device, final)


def fromiter(iter: Iterable[Any], dtype: Any, count: int = -1, *, like: Any = None, device: Any = None) -> ndarray:
    """Return a 1-D array of what an iterable gives.

    Parameters
    ----------
    iter : iterable
        Gives numbers.
    dtype : dtype_like
        Dtype of the array.
    count : int, default: -1
        How many to take; all by default.
    like : ndarray, optional
        Reference array; it must be this package's.
    device : device_like, optional
        Where the array is to lie.

    Returns
    -------
    ndarray
        The array.

    Raises
    ------
    ValueError
        If the iterable gives fewer than `count`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.fromiter((i * i for i in range(4)), dtype=int)
    array([0, 1, 4, 9])
    """
    check_like(like)
    read, final = readable(dtype)
    # NumPy would take a 0-D array for a sequence
    plain = (x.item() if isinstance(x, (ndarray, torch.Tensor)) and x.ndim == 0 else x for x in iter)
    return made(np.fromiter(plain, read, operator.index(count)), device, final)


# Methods of arrays, which `_methods` attaches.


def _tofile(self: ndarray, fid: Any, /, sep: str = "", format: str = "%s") -> None:
    """Write the elements to a file in row-major order: their bytes, or with `sep` text.

    Parameters
    ----------
    fid : file, str or path
        Where to.
    sep : str, default: ""
        What to put between numbers in text; "" writes bytes.
    format : str, default: "%s"
        Format of a number in text.

    Examples
    --------
    >>> import tempfile
    >>> import xp_torch as xp
    >>> with tempfile.TemporaryFile() as file:
    ...     xp.asarray([1, 2]).tofile(file, sep=" ")
    ...     _ = file.seek(0)
    ...     file.read()
    b'1 2'
    """
    t = self._tensor
    if t.dtype is torch.bfloat16:
        t = t.float() if sep else t.contiguous().view(torch.int16)
    host(t).tofile(fid, sep, format)


def _dump(self: ndarray, file: Any, /) -> None:
    """Pickle the array into a file, or into a new one of that name.

    Examples
    --------
    >>> import io
    >>> import xp_torch as xp
    >>> file = io.BytesIO()
    >>> xp.zeros(2).dump(file)
    >>> _ = file.seek(0)
    >>> xp.load(file, allow_pickle=True)
    array([0., 0.])
    """
    if hasattr(file, "write"):
        pickle.dump(self, file)
        return
    with open(os.fspath(file), "wb") as opened:
        pickle.dump(self, opened)


def _dumps(self: ndarray, /) -> bytes:
    """Return the pickled array.

    Examples
    --------
    >>> import pickle
    >>> import xp_torch as xp
    >>> pickle.loads(xp.zeros(2).dumps())
    array([0., 0.])
    """
    return pickle.dumps(self)
