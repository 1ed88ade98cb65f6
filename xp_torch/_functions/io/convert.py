"""What the readers and writers share: NumPy's arrays from and to this package's."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_device, as_tensor, from_numpy
from xp_torch._array.ndarray import host, ndarray, wrap
from xp_torch._facts.dtypes import as_dtype
from xp_torch._kernels.cast import cast

__all__: list[str] = []


def made(a: Any, device: Any, dtype: Any = None) -> ndarray:
    """Return what NumPy read as an array on `device`, in `dtype` where NumPy could not read that."""
    a = np.asarray(a)
    t = from_numpy(a, owned=a.base is None).to(as_device(device))
    return wrap(t if dtype is None else cast(t, as_dtype(dtype).torch))


def readable(dtype: Any) -> tuple[np.dtype, Any]:
    """Return the NumPy dtype to read `dtype` in, and `dtype` itself if NumPy lacks it: bfloat16, read as float32."""
    kind = as_dtype(dtype)
    if kind.torch is torch.bfloat16:
        return np.dtype("float32"), kind
    return kind.__numpy_dtype__, None


def written(x: Any) -> np.ndarray:
    """Return `x` as NumPy writes it: copied from its device, without its graph. The formats have no bfloat16."""
    t = as_tensor(x)
    if t.dtype is torch.bfloat16:
        raise TypeError("NumPy's file formats have no bfloat16; save x.astype(xp.float32), which holds it exactly")
    return host(t)
