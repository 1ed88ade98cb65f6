"""Pass dtypes, and ask for them."""

from typing import Any

import numpy as np
import torch

import xp_torch as xp
import xp_torch.typing as npt


def make(shape: int | tuple[int, ...], dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
    return xp.zeros(shape, dtype=dtype)


a = make(3, xp.float32)
make((2, 3), "float32")
make(2, np.float32)
make(2, torch.float32)
make(2, float)
make(2)
d: xp.dtype = a.dtype
print(d.kind, d.name, d.itemsize, d.torch, d == xp.float32, xp.result_type(a, 1.0))
x: npt.NDArray[np.float64] = xp.ones(3)
info = xp.finfo(xp.float32)
eps: float = info.eps
big: int = xp.iinfo(xp.int16).max
ok = isinstance(x[0], xp.floating)
also = isinstance(x[0], (xp.integer, xp.inexact))
if xp.issubdtype(x.dtype, xp.floating):
    print(x.astype(xp.float16), x.astype(int, copy=False), x.astype("f4"))
s = xp.float32(3)
print(s.item(), eps, big, ok, also, issubclass(x.dtype.type, np.floating), xp.asarray([1, 2], dtype=xp.bfloat16))
arrays: list[xp.ndarray] = [x, a]
print(len(arrays))


def f(v: npt.ArrayLike) -> xp.ndarray:
    return xp.asarray(v)


f([1, 2])
f(3.0)
f(np.ones(2))
f(torch.ones(2))
f(x)
f([[1.0, 2.0], [3.0, 4.0]])
f([x, x])
f((1, 2))
