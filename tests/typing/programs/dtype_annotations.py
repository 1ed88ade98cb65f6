"""Annotate with dtypes, and use them as objects."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import xp_torch as xp
from xp_torch.typing import DTypeLike, NDArray

x: NDArray[xp.float64] = xp.ones(3)
mask: NDArray[xp.bool] = x > 0
indices: NDArray[xp.integer] = xp.argsort(x)
values: NDArray[xp.floating[Any]] = xp.sqrt(x)
anything: NDArray[Any] = xp.fft.fft(x)


def normalized(a: NDArray[xp.float32], order: NDArray[xp.int64] | None = None) -> NDArray[xp.float32]:
    return a / xp.linalg.norm(a) if order is None else a[order]


normalized(xp.ones(3, dtype=xp.float32), indices)


def eps(dtype: xp.dtype) -> float:
    return xp.finfo(dtype).eps


def cast(arrays: Sequence[xp.ndarray], dtype: DTypeLike = xp.float64) -> list[xp.ndarray]:
    return [a.astype(dtype) for a in arrays]


def weight(v: xp.float64) -> xp.ndarray:
    return v + 1


@dataclass
class Settings:
    dtype: xp.dtype = xp.float32
    others: list[xp.dtype] = field(default_factory=lambda: [xp.int8, xp.bfloat16, xp.bool])


name: str = xp.float64.name
size: int = xp.float64.itemsize
kind: str = x.dtype.kind
same: bool = x.dtype == xp.float64
either: bool = x.dtype in (xp.float64, xp.float32)
chosen: xp.dtype = xp.float64 if same else xp.float32
tolerance: dict[xp.dtype, float] = {xp.float32: 1e-5, xp.float64: 1e-12}
three = xp.float64(3)
print(name, size, kind, same, either, chosen.name, tolerance[x.dtype], eps(xp.float32), eps(chosen), weight(three))
print(three + 1, xp.complex128(1, 2), xp.int8(), xp.bool(1), xp.float32([1, 2]), xp.float64(x[0]), x.dtype(2))
for dtype in (xp.float16, xp.float32, xp.int64, xp.complex64):
    print(dtype.name, dtype.itemsize, xp.zeros(2, dtype=dtype).dtype is dtype, dtype(1), np.dtype(dtype))
if isinstance(x[0], xp.floating) and not isinstance(x[0], (xp.integer, xp.bool)):
    print(x[0] + 1, issubclass(xp.float32, xp.floating), issubclass(x.dtype.type, xp.inexact))
maybe: xp.float64 | None = None
match x.dtype:
    case xp.float64:
        print("double", maybe, isinstance(xp.float64, xp.dtype), Settings(xp.int8).others[0].name)
print(len(cast([x, values])), xp.issubdtype(xp.float32, xp.floating), max(tolerance, key=lambda d: d.itemsize).name)
print(np.zeros(2, dtype=xp.float32), mask.any(), anything.dtype != xp.float64, xp.double is xp.float64, xp.intp.name)
