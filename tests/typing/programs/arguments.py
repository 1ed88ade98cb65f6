"""Pass what functions accept: lists, numbers, arrays of three libraries, elements, axes, shapes, dtypes, devices."""

from typing import Any

import numpy as np
import torch

import xp_torch as xp
import xp_torch.typing as npt

x = xp.arange(6.0).reshape(2, 3)
element = x[0, 0]
given: list[npt.ArrayLike] = [[1, 2], (1.0, 2.0), 3, 2.5, True, 1j, np.ones(2), torch.ones(2), x, element, range(3)]
for a in given:
    xp.sum(a)
    xp.add(a, 1)
    xp.asarray(a)
    xp.ravel(a)

# one kind of argument at a time, as type checkers see them
sums: list[xp.ndarray] = [
    xp.sum([1, 2]),
    xp.sum([[1, 2], [3, 4]]),
    xp.sum((1.0, 2.0)),
    xp.sum(3),
    xp.sum(np.ones(2)),
    xp.sum(np.float32(2)),
    xp.sum(torch.ones(2)),
    xp.sum([torch.ones(2), torch.ones(2)]),
    xp.sum(x),
    xp.sum([x, x]),
    xp.sum(element),
    xp.sum([element, 1.0, np.float64(2.0)]),
    xp.sum([[element, 1.0], [2.0, element]]),
    xp.sum(range(3)),
]
print(len(sums))
low, high = x.min(), x.max()
print(xp.linspace(low, high, 3), xp.clip(x, low, 2), xp.arange(0, high), xp.maximum(x, [1, 2, 3]))
print(xp.histogram(x, bins=4, range=(0.0, high)), xp.interp(element, [0, 1], (2, 3)), xp.full(2, element))
print(x + [1, 2, 3], [1, 2, 3] - x, 2 * x, np.ones(3) + x, x @ [1, 2, 3], x == 1, x != "a", x[0] in x)
x[0] = [1, 2, 3]
x[1, 1:] = torch.ones(2, dtype=torch.float64)
x += np.ones(3)

# shapes
n: int = 3
count: xp.ndarray = xp.count_nonzero(x)
shapes: list[npt.ShapeLike] = [3, (2, 3), [2, 3], (), np.int64(3), (np.int64(2), 3), x.shape, torch.Size([2]), count]
for shape in shapes:
    print(xp.zeros(shape).shape, xp.empty(shape).ndim, xp.full(shape, 1).size)
print(xp.zeros((2, 3)), xp.ones(n), xp.zeros(count), xp.broadcast_to(1, (n, 2)), xp.reshape(x, -1), x.reshape(3, 2))
print(x.reshape((3, 2)), xp.random.default_rng(0).normal(size=(2, n)), xp.random.default_rng(0).random(n), xp.eye(2))

# axes
axes: list[npt.Axis] = [None, 0, -1, (0, 1), (0,), np.int64(1), ()]
for axis in axes:
    print(xp.mean(x, axis=axis), x.sum(axis), x.max(axis=axis, keepdims=True))
print(xp.sort(x, axis=np.int64(0)), xp.argmax(x, axis=-1), xp.expand_dims(x, (0, 2)), xp.flip(x, axis=(0, 1)))
print(xp.concat([x, [[1, 2, 3]]]), xp.stack((x, x), axis=-1), xp.moveaxis(x, 0, 1), xp.roll(x, (1, 1), axis=(0, 1)))
print(xp.squeeze(xp.ones((1, 2)), axis=0), x.transpose(1, 0), x.transpose((1, 0)), xp.permute_dims(x, (1, 0)))

# dtypes
kinds: list[npt.DTypeLike] = [xp.float32, np.float32, torch.float32, float, int, "f4", np.dtype("i8"), x.dtype]
for kind in kinds:
    print(xp.zeros(2, dtype=kind), x.astype(kind), xp.asarray([1], dtype=kind), xp.sum(x, dtype=kind))
print(xp.result_type(x, 1.0, xp.int8, "f4"), xp.can_cast(x, xp.float32), xp.isdtype(x.dtype, ("integral", xp.bool)))

# devices
places: list[npt.DeviceLike] = ["cpu", torch.device("cpu"), x.device]
for place in places:
    print(xp.zeros(2, device=place), xp.asarray([1], device=place), x.to_device(place))


def reduced(a: npt.ArrayLike, axis: npt.Axis = None, dtype: npt.DTypeLike | None = None, **options: Any) -> xp.ndarray:
    return xp.sum(a, axis=axis, dtype=dtype, **options)


def made(shape: npt.ShapeLike, dtype: npt.DTypeLike | None = None, device: npt.DeviceLike | None = None) -> xp.ndarray:
    return xp.ones(shape, dtype=dtype, device=device)


print(reduced([[1, 2], [3, 4]], (0, 1), keepdims=True), made((2, 3), xp.float32, "cpu"))
