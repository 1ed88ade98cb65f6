"""What a type checker makes of the public surface; checked by mypy, never run."""

from typing import Any, assert_type

import numpy as np
import torch

import xp_torch as xp
import xp_torch.typing as npt

x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
assert_type(x, xp.ndarray)

# the array object
assert_type(x.dtype, xp.dtype)
assert_type(x.shape, tuple[int, ...])
assert_type(x.ndim, int)
assert_type(x.size, int)
assert_type(x.device, torch.device)
assert_type(x.tensor, torch.Tensor)
assert_type(x.__array__(), np.ndarray)
assert_type(x.__dlpack_device__()[1], int)
assert_type(x.T, xp.ndarray)
assert_type(x[0], xp.ndarray)
assert_type(x[None, ..., ::-1], xp.ndarray)
assert_type(len(x), int)
assert_type(float(x[0, 0]), float)
for row in x:
    assert_type(row, xp.ndarray)
x[0] = 1
x[x > 2] = xp.zeros(1)

# operators
assert_type(x + x, xp.ndarray)
assert_type(1 - x, xp.ndarray)
assert_type(x @ x, xp.ndarray)
assert_type(-x, xp.ndarray)
assert_type(x < 2, xp.ndarray)
x += 1
assert_type(x, xp.ndarray)

# functions, one a chapter
assert_type(xp.zeros((2, 3), dtype=xp.float32, device="cpu"), xp.ndarray)
assert_type(xp.sin(x), xp.ndarray)
assert_type(xp.add(x, 1, dtype=xp.float64), xp.ndarray)
assert_type(xp.sum(x, axis=(0, 1), keepdims=True), xp.ndarray)
assert_type(xp.reshape(x, (4,)), xp.ndarray)
assert_type(xp.take(x, xp.asarray([0]), axis=0), xp.ndarray)
assert_type(xp.sort(x, descending=True), xp.ndarray)
assert_type(xp.where(x > 1, x, 0), xp.ndarray)
assert_type(xp.unique_all(x).values, xp.ndarray)
assert_type(xp.linalg.svd(x).S, xp.ndarray)
assert_type(xp.fft.fft(x), xp.ndarray)

# facts
assert_type(xp.float32, xp.dtype)
assert_type(xp.finfo(xp.float32).eps, float)
assert_type(xp.iinfo(xp.int8).max, int)
assert_type(xp.result_type(x, 1.0), xp.dtype)
assert_type(issubclass(x.dtype.type, np.floating), bool)
assert_type(xp.isdtype(xp.int8, "integral"), bool)
assert_type(xp.can_cast(xp.int8, xp.int16), bool)
assert_type(xp.pi, float)

# arguments from elsewhere
xp.asarray(np.ones(3))
xp.asarray(torch.ones(3), dtype=torch.float64)
xp.zeros(3, dtype=np.float32)
xp.zeros(3, dtype="float32")


# annotations
def scaled(x: npt.ArrayLike, factor: npt.NDArray[np.float64], dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
    return xp.asarray(x, dtype=dtype) * factor


anything: npt.NDArray = scaled([[1.0, 2.5], [3.0, 4.0]], x, xp.float32)
assert_type(scaled(np.ones(2), xp.ones(2), torch.float32), xp.ndarray)
assert_type(scaled(torch.ones(2), x, "float32"), xp.ndarray)
