"""Draws arrays, scalars, axes and operands."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from support.fuzzer.nodes import Arr, Call
from support.values import ALL_DTYPES, COMPLEX, DTYPES, FLOATS, INTEGERS, REAL, extremes

#: dtypes by the name that a row of the table gives them.
GROUPS = {
    "all": DTYPES,
    "wide": ALL_DTYPES,
    "real": REAL,
    "numbers": INTEGERS + FLOATS + COMPLEX,
    "linalg": ("float32", "float64", "complex64", "complex128", "int64", "float64"),
}
LAYOUTS = ("C",) * 10 + ("F", "step", "neg", "offset", "bcast")


class Draw:
    """The state of a draw: the random numbers, the row of the table and the arguments so far."""

    def __init__(self, rng: Random, call: Call, values: str = "wild", dtypes: str = "all") -> None:
        self.rng, self.call, self.values, self.dtypes = rng, call, values, GROUPS[dtypes]
        #: dtype and shape of the first array, on which later arguments depend.
        self.name: str | None = None
        self.shape: tuple[int, ...] = ()

    def chance(self, p: float) -> bool:
        """Return True with probability `p`."""
        return self.rng.random() < p

    def choice(self, items: Any) -> Any:
        """Return one of `items`."""
        return self.rng.choice(items)

    def dtype(self) -> str:
        """Return a dtype by name, often that of the first array."""
        if self.name == "bfloat16" or (self.name is not None and self.chance(0.5)):
            return self.name
        return self.choice(self.dtypes if self.name is None else [n for n in self.dtypes if n != "bfloat16"])

    def dims(self, least: int = 0, most: int = 3) -> tuple[int, ...]:
        """Return a shape."""
        n = self.rng.choices(range(least, most + 1), (12, 40, 33, 15, 5)[least : most + 1])[0]
        if n == 1 and self.chance(0.06):
            return (self.choice((9, 17, 33)),)
        return tuple(self.rng.choices((0, 1, 2, 3, 4), (5, 18, 35, 35, 7), k=n))

    def data(self, shape: tuple[int, ...], name: str, values: str | None = None) -> np.ndarray:
        """Return values of that shape and dtype."""
        source = extremes(name, values or self.values)
        size = int(np.prod(shape))
        picked = self.rng.choices(range(len(source)), k=size) if size else []
        return source[np.asarray(picked, np.intp)].reshape(shape)

    def array(self, shape: tuple[int, ...] | None = None, name: str | None = None, values: str | None = None) -> Arr:
        """Return an array in some layout; the first one is remembered."""
        shape = self.dims() if shape is None else shape
        name = self.dtype() if name is None else name
        data = self.data(shape, name, values)
        layout = self.choice(LAYOUTS) if shape else "C"
        if layout == "bcast" and data.shape[0]:
            data = np.array(np.broadcast_to(data[:1], data.shape))
        elif layout == "bcast":
            layout = "C"
        if self.name is None:
            self.name, self.shape = name, shape
        return Arr(data, layout)

    def broadcastable(self) -> tuple[int, ...]:
        """Return a shape that broadcasts with the first array's, mostly."""
        if self.chance(0.04):
            return self.dims()
        shape = [1 if self.chance(0.25) else n for n in self.shape]
        if self.chance(0.2):
            shape = shape[self.rng.randint(0, len(shape)) :]
        elif self.chance(0.08) and len(shape) < 3:
            shape = [self.choice((1, 2))] + shape
        return tuple(shape)

    def scalar(self) -> Any:
        """Return a Python number."""
        pick = self.rng.random()
        if pick < 0.45:
            return self.choice((0, 1, 2, 3, -1, -2, 5, 7, 8, 100, 127, 128, 255, 256, -128, -129))
        if pick < 0.5:
            return self.choice((2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**30))
        if pick < 0.85:
            return self.choice((0.5, -0.0, 0.0, 1.5, -2.5, 3.0, float("nan"), float("inf"), -float("inf"), 1e-8, 1e300))
        return self.choice((True, False)) if pick < 0.92 else self.choice((1j, 2 + 0j, complex(0.5, -1.5)))


Kind = Callable[[Draw], Any]
KINDS: dict[str, Kind] = {}


def kind(function: Kind) -> Kind:
    """Register a kind of argument under its function's name."""
    KINDS[function.__name__.rstrip("_")] = function
    return function


@kind
def array(d: Draw) -> Any:
    """An array, rarely a list or a number."""
    if (
        d.name is None
        and d.chance(0.06)
        and d.call.name.partition(".")[0] not in ("ndarray", "operator", "setitem", "builtins")
    ):
        x = d.array(name=d.choice(("bool", "int64", "float64", "complex128")))
        return Arr(x.data, "C", d.choice(("list", "numpy", "list")))
    return d.array()


@kind
def operand(d: Draw) -> Any:
    """An array that broadcasts with the first, or a number."""
    pick = d.rng.random()
    if d.name is None:
        if pick < 0.1 and not d.call.name.startswith(("ndarray", "operator.i")):
            d.name, d.shape = "float64", ()
            return d.scalar()
        return array(d)
    if pick < 0.28 and d.name != "bfloat16":
        return d.scalar()
    x = d.array(() if pick < 0.38 else d.broadcastable())
    if pick > 0.95 and d.name != "bfloat16" and not d.call.name.startswith("operator"):
        name = d.choice(("bool", "int64", "float64"))
        return Arr(d.data(x.shape, name), "C", d.choice(("list", "numpy")))
    return x


@kind
def sorted_(d: Draw) -> Any:
    """A sorted 1-D array."""
    x = d.array((d.choice((0, 1, 2, 3, 5, 9)),))
    return Arr(np.sort(x.data), "C" if x.layout == "bcast" else x.layout)


@kind
def matrix(d: Draw) -> Any:
    """A matrix, or a stack of them."""
    if d.chance(0.06):
        return d.array()
    stack = d.choice(((), (), (), (2,), (1,), (0,), (2, 1)))
    return d.array(stack + tuple(d.rng.choices((0, 1, 2, 3, 4), (1, 3, 6, 6, 3), k=2)))


@kind
def square(d: Draw) -> Any:
    """A well-conditioned square matrix, or a stack of them."""
    if d.chance(0.08):
        return d.array(None if d.chance(0.5) else (2, 3))
    n, stack = d.choice((0, 1, 2, 3, 3, 4)), d.choice(((), (), (), (2,), (0,), (2, 1)))
    x = d.array((*stack, n, n))
    with np.errstate(all="ignore"):
        data = (x.data.astype(np.int64 if x.data.dtype.kind in "iub" else x.data.dtype) + np.eye(n) * 13).astype(
            x.data.dtype
        )
    return Arr(data, "C" if x.layout == "bcast" else x.layout)


@kind
def hermitian(d: Draw) -> Any:
    """A Hermitian matrix, or a stack of them."""
    x = square(d)
    if x.data.ndim < 2 or x.data.shape[-1] != x.data.shape[-2] or x.data.dtype.kind == "b":
        return x
    layout = "C" if x.layout == "bcast" else x.layout  # its rows are no longer one
    return Arr(((x.data + np.conj(np.swapaxes(x.data, -1, -2))) / 2).astype(x.data.dtype), layout)


@kind
def solved(d: Draw) -> Any:
    """A right-hand side for the first matrix."""
    n = d.shape[-1] if d.shape else 1
    if d.chance(0.4):
        return d.array((n,))
    return d.array((*d.shape[:-2], n, d.choice((0, 1, 2, 3))))


@kind
def contracted(d: Draw) -> Any:
    """A matrix or vector that the first array can multiply."""
    if d.chance(0.06):
        return d.array()
    n = d.shape[-1] if d.shape else 2
    if d.chance(0.3):
        return d.array((n,))
    return d.array((*(d.shape[:-2] if d.chance(0.6) else ()), n, d.choice((0, 1, 2, 3))))


@kind
def axis(d: Draw) -> Any:
    """One axis of the first array."""
    n = len(d.shape)
    if d.chance(0.04) or not n:
        return d.choice((0, -1, 1, n, -n - 1, None))
    return d.rng.randrange(-n, n)


@kind
def axes(d: Draw) -> Any:
    """None, an axis, or several."""
    pick = d.rng.random()
    if pick < 0.15:
        return None
    if pick < 0.6 or not d.shape:
        return axis(d)
    n = len(d.shape)
    found = tuple(d.rng.sample(range(n), d.rng.randint(0, n)))
    found = tuple(i - n if d.chance(0.3) else i for i in found)
    return found if d.chance(0.97) else found + found[:1]


@kind
def axestuple(d: Draw) -> Any:
    """Several axes, as a tuple."""
    n = len(d.shape)
    return tuple(d.rng.sample(range(n), d.rng.randint(0, n)))


@kind
def permutation(d: Draw) -> Any:
    """The axes of the first array in some order."""
    n = len(d.shape)
    found = d.rng.sample(range(n), n) if d.chance(0.96) else [0] * n
    return tuple(i - n if d.chance(0.2) else i for i in found)


#: kinds that are one expression of a draw.
KINDS.update(
    {
        # an array of the first one's shape
        "same": lambda d: d.array(d.shape),
        # a 1-D array
        "vector": lambda d: d.array((d.choice((0, 1, 2, 3, 4, 4, 5, 17)),) if d.chance(0.95) else None),
        # an array whose last axis is that of the first
        "lastaxis": lambda d: d.array((*d.dims(0, 2), d.shape[-1] if d.shape else 2) if d.chance(0.5) else d.shape),
        # the vector that the first matrix multiplies
        "matvec": lambda d: d.array(((2,) if d.chance(0.2) else ()) + (d.shape[-1] if d.shape else 2,)),
        # the matrix that the first vector multiplies
        "vecmat": lambda d: d.array(
            ((2,) if d.chance(0.2) else ()) + (d.shape[-1] if d.shape else 2, d.choice((0, 1, 3)))
        ),
        # vectors of three, or of two
        "threes": lambda d: d.array(
            (*d.choice(((), (2,), (1,), (2, 1))), d.choice((3, 3, 3, 3, 2) if d.name is None else (3,)))
        ),
        # true or false
        "flag": lambda d: d.chance(0.5),
        # a Python number
        "number": lambda d: d.scalar(),
    }
)
