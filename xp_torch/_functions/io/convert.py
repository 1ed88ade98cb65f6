"""Conversions that the readers and writers share, and the texts of their parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_device, as_tensor, from_numpy
from xp_torch._array.ndarray import host, ndarray, wrap
from xp_torch._array.numpys import check_host, is_numpys
from xp_torch._facts.dtypes import BITS, WITHOUT_NUMPY, as_dtype, lacks, numpys_dtype
from xp_torch._facts.promotion import promote
from xp_torch._facts.shapes import singles
from xp_torch._functions.creation.arguments import check_like
from xp_torch._kernels.cast import cast

__all__: list[str] = []

PARAMETERS = {
    "allow_pickle": "bool: Accepted for compatibility with NumPy; ignored.",
    "comments": "str: Text that starts a comment.",
    "converters": "dict or callable: Functions from the text of a column to a number, by column or one for all.",
    "count": "int: Number of elements to read; -1 reads all.",
    "delimiter": "str: Text between columns; by default white space.",
    "device": "device_like: Device of the result; by default torch's default device.",
    "dtype": "dtype_like: Data type of the result.",
    "encoding": "str: Encoding of the file.",
    "fname": "file, str, path, or iterable of lines: Source of the text.",
    "like": "array_like: Reference object, as in NumPy: an `ndarray` of this package or None.",
    "max_rows": "int: Maximum number of rows to read.",
    "ndmin": "{0, 1, 2}: Minimum number of dimensions; otherwise axes of size one are removed.",
    "offset": "int: Number of bytes to skip.",
    "unpack": "bool: Whether to transpose the result, so that its columns can be unpacked.",
    "usecols": "int or sequence of ints: Columns to read.",
}


#: Dtypes that ``.npy`` files store as raw bytes (as JAX and `ml_dtypes` do), keyed by the dtype of the bytes.
_AS_BYTES = {np.dtype(f"V{d.itemsize}"): d for d in WITHOUT_NUMPY if d.itemsize == 2}


def from_read(a: Any, device: Any, dtype: Any = None) -> ndarray:
    """Return an array that NumPy read as one on `device`, cast to `dtype` if that is given."""
    a = np.asanyarray(a)
    if (lacks(a.dtype) and a.dtype not in _AS_BYTES) or isinstance(a, np.ma.MaskedArray):
        check_host("asarray", device)
        return a
    known = _AS_BYTES.get(a.dtype)
    t = from_numpy(a if known is None else a.view(f"i{a.itemsize}")).to(as_device(device))
    t = t if known is None else t.view(known)
    return wrap(t if dtype is None else cast(t, as_dtype(dtype).torch))


def read_by_numpy(function: Callable[..., Any], arguments: dict[str, Any]) -> ndarray:
    """Return an array read by a NumPy function; `arguments` are its own and `device`."""
    check_like(arguments.pop("like"))
    device = arguments.pop("device")
    arguments["dtype"], dtype = (None, None) if arguments["dtype"] is None else numpy_dtype(arguments["dtype"])
    return from_read(function(**singles(arguments)), device, dtype)


def numpy_dtype(dtype: Any) -> tuple[np.dtype, Any]:
    """Return the NumPy dtype to read, and the dtype to cast to or None.

    A dtype that NumPy lacks is read as a wider one.
    """
    if (theirs := numpys_dtype(dtype)) is not None:
        return theirs, None
    kind = as_dtype(dtype)
    if kind.torch in WITHOUT_NUMPY:
        return as_dtype(promote(WITHOUT_NUMPY[kind.torch], torch.float64)).__numpy_dtype__, kind
    return kind.__numpy_dtype__, None


def to_write(x: Any) -> np.ndarray:
    """Return an array-like as a NumPy array, for NumPy to write."""
    if is_numpys(x):
        return x
    t = as_tensor(x)
    for raw, known in _AS_BYTES.items():
        if t.dtype is known:
            return host(t.view(BITS[known])).view(raw)
    wide = WITHOUT_NUMPY.get(t.dtype)
    if wide is not None:
        raise TypeError(
            f"NumPy's file formats have no {as_dtype(t.dtype)}; save x.astype(xp.{as_dtype(wide)}), "
            "which represents it exactly"
        )
    return host(t)
