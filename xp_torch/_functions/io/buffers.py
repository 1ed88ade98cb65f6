"""Arrays from buffers, files of bytes and iterables, and the methods of arrays that write files."""

from __future__ import annotations

import operator
import os
import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import torch

from xp_torch._array.door import BLOCKS, call_override, is_elsewhere
from xp_torch._array.ndarray import host, ndarray, wrap
from xp_torch._facts.annotations import Buffer, DeviceLike, DTypeLike, FileLike
from xp_torch._facts.dtypes import BITS, WITHOUT_NUMPY, as_dtype, numpys_dtype
from xp_torch._functions.creation.arguments import check_like
from xp_torch._functions.io.convert import from_read, numpy_dtype
from xp_torch._kernels.cast import stored

__all__ = ["frombuffer", "fromfile", "fromiter"]


def frombuffer(
    buffer: Buffer | np.ndarray,
    dtype: DTypeLike | None = None,
    count: int = -1,
    offset: int = 0,
    *,
    like: ndarray | None = None,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return a 1-D array that shares the memory of a buffer.

    Parameters
    ----------
    buffer : object exposing the buffer interface
        Memory of the result.
    dtype : dtype_like, optional
        Data type of the result; by default float64.
    count : int, default: -1
        Number of elements to read; -1 reads all.
    offset : int, default: 0
        Number of bytes to skip.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The array. Read-only memory, such as that of `bytes`, and memory in another byte order are copied, because torch
        cannot represent them.

    Examples
    --------
    >>> memory = bytearray(b"abc")
    >>> x = xp.frombuffer(memory, dtype=xp.uint8)
    >>> x[0] = 65
    >>> memory
    bytearray(b'Abc')
    >>> xp.frombuffer(memory, dtype=">i2", count=1)
    array([16738], dtype=int16)
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(frombuffer, locals())
    check_like(like)
    if (theirs := numpys_dtype(dtype)) is not None:
        return from_read(np.frombuffer(buffer, theirs, count, offset), device)  # type: ignore[arg-type]
    kind = as_dtype(dtype, stored=False)
    # a class in Python 3.11 has no buffer protocol
    memory: Any = buffer.data if isinstance(buffer, ndarray) else buffer
    if kind.torch in WITHOUT_NUMPY:
        bits = as_dtype(BITS[kind.torch]).__numpy_dtype__
        return wrap(from_read(np.frombuffer(memory, bits, count, offset), device)._tensor.view(kind.torch))
    return from_read(np.frombuffer(memory, kind.__numpy_dtype__, count, offset), device)


def fromfile(
    file: FileLike,
    dtype: DTypeLike | None = None,
    count: int = -1,
    sep: str = "",
    offset: int = 0,
    *,
    like: ndarray | None = None,
    device: DeviceLike | None = None,
) -> ndarray:
    """Read a 1-D array from a file of bytes or of text.

    Parameters
    ----------
    file : file, str or path
        File to read.
    dtype : dtype_like, optional
        Data type of the result; by default float64.
    count : int, default: -1
        Number of elements to read; -1 reads all.
    sep : str, default: ""
        Text between the numbers of a text file; "" reads bytes.
    offset : int, default: 0
        Number of bytes to skip; for files of bytes only.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The array.

    See Also
    --------
    load : Read a file that includes dtype and shape.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     xp.asarray([1.0, 2.0]).tofile(file)
    ...     _ = file.seek(0)
    ...     xp.fromfile(file)
    array([1., 2.])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(fromfile, locals())
    check_like(like)
    if not hasattr(file, "fileno") and not isinstance(file, (str, bytes, os.PathLike)):
        raise TypeError(f"fromfile: file must be a path or an open file (got {file!r:.80})")
    if (theirs := numpys_dtype(dtype)) is not None:
        return from_read(np.fromfile(file, theirs, count, sep, offset), device)
    kind = as_dtype(dtype, stored=False)
    if kind.torch in WITHOUT_NUMPY and not sep:
        bits = as_dtype(BITS[kind.torch]).__numpy_dtype__
        return wrap(from_read(np.fromfile(file, bits, count, sep, offset), device)._tensor.view(kind.torch))
    read, final = numpy_dtype(kind.type) if sep else (kind.__numpy_dtype__, None)
    return from_read(np.fromfile(file, read, count, sep, offset), device, final)


def fromiter(
    iter: Iterable[Any],
    dtype: DTypeLike,
    count: int = -1,
    *,
    like: ndarray | None = None,
    device: DeviceLike | None = None,
) -> ndarray:
    """Return a 1-D array of the numbers of an iterable.

    Parameters
    ----------
    iter : iterable
        Numbers.
    dtype : dtype_like
        Data type of the result.
    count : int, default: -1
        Number of elements to read; -1 reads all.
    like : array_like, optional
        Reference object, as in NumPy: an `ndarray` of this package or None.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The array.

    Examples
    --------
    >>> xp.fromiter((i * i for i in range(4)), dtype=int)
    array([0, 1, 4, 9])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(fromiter, locals())
    check_like(like)
    read, final = numpy_dtype(dtype)
    numbers: Iterable[Any] = map(_number, iter)
    if final is not None:
        # NumPy would round large ints to float64 first.
        numbers = (stored(x, final.torch) if type(x) is int else x for x in numbers)
    return from_read(np.fromiter(numbers, read, operator.index(count)), device, final)


def _number(x: Any) -> Any:
    """Return a 0-D array as a Python number, since NumPy would treat it as a sequence; other objects unchanged."""
    if not isinstance(x, (ndarray, torch.Tensor)) or x.ndim:
        return x
    if (x._tensor if isinstance(x, ndarray) else x).requires_grad:
        raise RuntimeError("fromiter: elements that require grad would lose their graph; use xp.stack(list(iter))")
    return x.item()


# Methods of `ndarray`, which `_members/methods.py` attaches.


def tofile(self: ndarray, fid: FileLike, /, sep: str = "", format: str = "%s") -> None:
    """Write the elements to a file in row-major order, as bytes or as text.

    Parameters
    ----------
    fid : file, str or path
        File to write.
    sep : str, default: ""
        Text between numbers; "" writes bytes.
    format : str, default: "%s"
        Format of a number in text.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     xp.asarray([1, 2]).tofile(file, sep=" ")
    ...     _ = file.seek(0)
    ...     file.read()
    b'1 2'
    """
    t = self._tensor
    if t.dtype in WITHOUT_NUMPY:
        t = t.to(WITHOUT_NUMPY[t.dtype]) if sep else t.view(BITS[t.dtype])
    host(t).tofile(fid, sep, format)


def dump(self: ndarray, file: FileLike, /) -> None:
    """Pickle the array into a file, given as an open file or as a path.

    Examples
    --------
    >>> import io
    >>> file = io.BytesIO()
    >>> xp.zeros(2).dump(file)
    >>> _ = file.seek(0)
    >>> xp.load(file, allow_pickle=True)
    array([0., 0.])
    """
    if hasattr(file, "write"):
        pickle.dump(self, file)  # type: ignore[arg-type]
        return
    with open(os.fspath(file), "wb") as opened:
        pickle.dump(self, opened)


def dumps(self: ndarray, /) -> bytes:
    """Return the pickled array.

    Examples
    --------
    >>> import pickle
    >>> pickle.loads(xp.zeros(2).dumps())
    array([0., 0.])
    """
    return pickle.dumps(self)
