"""What type checkers make of the public surface; checked by mypy and pyright, never run.

A ``type: ignore`` is a mistake that they must find: one that is not needed is an error.
"""

from collections.abc import Callable
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
kind: xp.dtype = xp.float32
assert_type(xp.finfo(xp.float32).eps, float)
assert_type(xp.iinfo(xp.int8).max, int)
assert_type(xp.result_type(x, 1.0), xp.dtype)
assert_type(issubclass(x.dtype.type, np.floating), bool)
assert_type(xp.isdtype(xp.int8, "integral"), bool)
assert_type(xp.can_cast(xp.int8, xp.int16), bool)
assert_type(xp.pi, float)


# elements
def mean(values: xp.ndarray) -> float:
    return values.mean().item()


loss: float = x.sum().item()
count: int = xp.count_nonzero(x).item()
truth: bool = xp.all(x > 0).item()
z: complex = x[0, 0].item()
smallest: float = min(x.min().item(), 3.0)
if isinstance(x[0], xp.floating) and not isinstance(x[0], (xp.integer, xp.complexfloating)):
    assert_type(x[0].ndim, int)
assert_type(issubclass(x.dtype.type, xp.inexact), bool)

# ufuncs
assert_type(xp.add.reduce(x, axis=1, keepdims=True), xp.ndarray)
assert_type(xp.add.accumulate(x), xp.ndarray)
assert_type(xp.add.reduceat(x, [0, 1]), xp.ndarray)
assert_type(xp.maximum.nin, int)
assert_type(xp.modf(x), tuple[xp.ndarray, xp.ndarray])
assert_type(xp.divmod(x, 2), tuple[xp.ndarray, xp.ndarray])
assert_type(xp.sin(x, out=x, where=x > 0, dtype=xp.float32), xp.ndarray)
xp.add.at(x, ([0], [1]), 2.0)
xp.multiply.outer(x, x)
operation: xp.ufunc = xp.frompyfunc(lambda a, b: a + b, 2, 1)
unary: Callable[[xp.ndarray], xp.ndarray] = xp.absolute
xp.sin(x, foo=1)  # type: ignore[call-arg]
xp.sin(x, casting="sometimes")  # type: ignore[arg-type]
xp.add(x)  # type: ignore[call-arg]
xp.add.reduced(x)  # type: ignore[attr-defined]
xp.concatenat([x])  # type: ignore[attr-defined]
xp.subclass_overrides  # type: ignore[attr-defined]


# subclasses
class Quantity(xp.ndarray):
    unit = ""


q = x.view(Quantity)
assert_type(q, Quantity)
assert_type(q.view(), Quantity)
assert_type(q.view(xp.int64), Quantity)
assert_type(q.view(xp.int64, xp.ndarray), xp.ndarray)
assert_type(q.view(type=xp.ndarray), xp.ndarray)
assert_type(q.copy(), Quantity)
q += 1
assert_type(q, Quantity)


# transforms
def distance(a: xp.ndarray, b: xp.ndarray, *, scale: float = 1.0) -> xp.ndarray:
    return scale * xp.sum((a - b) ** 2)


def of_tree(tree: dict[str, xp.ndarray]) -> xp.ndarray:
    return xp.sum(tree["w"])


def with_aux(a: xp.ndarray, name: str) -> tuple[xp.ndarray, str]:
    return a, name


def halved(a: xp.ndarray) -> xp.ndarray:
    return a / 2


def added(total: xp.ndarray, a: xp.ndarray) -> tuple[xp.ndarray, xp.ndarray]:
    return total + a, total


def of_number(a: float) -> xp.ndarray:
    return xp.asarray(a)


assert_type(xp.grad(distance)(x, x, scale=2.0), xp.ndarray)
assert_type(xp.grad(of_tree)({"w": x}), dict[str, xp.ndarray])
assert_type(xp.grad(with_aux, has_aux=True)(x, "x"), tuple[xp.ndarray, str])
assert_type(xp.value_and_grad(distance)(x, x), tuple[xp.ndarray, xp.ndarray])
assert_type(xp.value_and_grad(with_aux, has_aux=True)(x, "x"), tuple[tuple[xp.ndarray, str], xp.ndarray])
assert_type(xp.jacobian(distance)(x, x), xp.ndarray)
assert_type(xp.hessian(distance)(x, x), xp.ndarray)
assert_type(xp.vjp(distance, x, x)[0], xp.ndarray)
assert_type(xp.jvp(distance, (x, x), (x, x)), tuple[xp.ndarray, xp.ndarray])
assert_type(xp.vmap(distance, in_axes=(0, None))(x, x, scale=2.0), xp.ndarray)
assert_type(xp.compile(distance)(x, x, scale=2.0), xp.ndarray)
assert_type(xp.compile(fullgraph=True)(distance)(x, x), xp.ndarray)
assert_type(xp.while_loop(halved, halved, x), xp.ndarray)
assert_type(xp.cond(x[0, 0] > 1, halved, halved, x), xp.ndarray)
assert_type(xp.scan(added, x[0], x), tuple[xp.ndarray, xp.ndarray])
xp.grad(lambda v: xp.sum(v**2))(3.0)
xp.grad(of_number)(3.0).ndim
xp.grad(distance, argnums=(0, 1))(x, x)[0]
xp.grad(distance)(x, x, size=1)  # type: ignore[call-arg]
xp.compile(distance)(x)  # type: ignore[call-arg]


class Model:
    @xp.compile
    def predict(self, x: xp.ndarray) -> xp.ndarray:
        return x

    @xp.compile(dynamic=True)
    def scores(self, x: xp.ndarray) -> xp.ndarray:
        return x


assert_type(Model().predict(x), xp.ndarray)
assert_type(Model().scores(x), xp.ndarray)
assert_type(Model.predict.explanation, str)

# results that depend on an option
assert_type(xp.unique(x), xp.ndarray)
values, counts = xp.unique(x, return_counts=True)
assert_type(xp.intersect1d(x, x), xp.ndarray)
assert_type(xp.random.default_rng(0).normal(size=3), xp.ndarray)
xp.random.seed(0)

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

# mistakes in arguments
xp.sum(object())  # type: ignore[arg-type]
xp.sum(x, axis="rows")  # type: ignore[arg-type]
xp.zeros("three")  # type: ignore[arg-type]
xp.zeros(3, dtype=3)  # type: ignore[arg-type]
xp.zeros(3, device=1.5)  # type: ignore[arg-type]
xp.sort(x, kind="fast")  # type: ignore[arg-type]
xp.copyto(x, 1, casting="never")  # type: ignore[arg-type]
x + object()  # type: ignore[operator]
wrong: xp.dtype = xp.sum  # type: ignore[assignment]

# results that depend on the number of arguments, or on an option
assert_type(xp.linspace(0, 1), xp.ndarray)
assert_type(xp.average(x), xp.ndarray)
assert_type(xp.atleast_1d(x), xp.ndarray)
assert_type(xp.linalg.qr(x).Q, xp.ndarray)
assert_type(xp.indices((2, 3)), xp.ndarray)

# dtypes are types, too
exact: npt.NDArray[xp.float64] = x
assert_type(exact, xp.ndarray)
assert_type(xp.float64(3), xp.float64)
assert_type(xp.float64.name, str)
assert_type(x.dtype == xp.float64, bool)
assert_type(xp.zeros((8, 2), device=xp.distributed.Device.local()), xp.ndarray)
