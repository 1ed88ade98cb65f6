"""Draws the other arguments: dtypes, shapes, keys, counts, options."""

from __future__ import annotations

from typing import Any

import numpy as np

from support.fuzzer.nodes import Arr, Dtype
from support.fuzzer.strategies import KINDS, Draw, kind, operand
from support.values import COMPLEX, DTYPES, FLOATS


@kind
def dtype_(d: Draw) -> Any:
    """A dtype, in one of its forms."""
    pick = d.rng.random()
    if pick < 0.12:
        return Dtype(d.choice(("bool", "int", "float", "complex")), "python")
    if pick < 0.14:
        return None
    return Dtype(d.choice(DTYPES), "own" if pick < 0.7 else "text" if pick < 0.88 else "numpy")


@kind
def typekind(d: Draw) -> Any:
    """A kind, as isdtype takes them."""
    names = ("bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric")
    pick = d.rng.random()
    if pick < 0.5:
        return d.choice(names)
    return (d.choice(names), Dtype(d.choice(DTYPES))) if pick < 0.95 else "x"


@kind
def masked(d: Draw) -> Any:
    """A mask of the first array's shape or a leading part of it."""
    return Arr(d.data(d.shape if d.chance(0.9) else d.shape[:1], "bool"))


@kind
def shape(d: Draw) -> Any:
    """A shape."""
    found = d.dims()
    if len(found) == 1 and d.chance(0.5):
        return found[0]
    return list(found) if d.chance(0.1) else found


@kind
def newshape(d: Draw) -> Any:
    """A shape for the elements of the first array."""
    size = int(np.prod(d.shape))
    if d.chance(0.08):
        return d.dims()
    if d.chance(0.2):
        return d.choice((-1, (-1,), size))
    options = [
        (size,),
        (1, size),
        (size, 1),
        (-1, 1),
        (1, -1),
        (1, 1, -1),
        d.shape[::-1],
        (*d.shape, 1),
        (-1, *d.shape[1:]),
    ]
    for n in (2, 3, 4):
        if size % n == 0:
            options += [(n, size // n), (size // n, n), (n, -1), (-1, n)]
    return d.choice(options)


@kind
def wider(d: Draw) -> Any:
    """A shape that the first array broadcasts to."""
    found = tuple(d.choice((1, 2, 3)) if n == 1 else n for n in d.shape)
    found = (d.choice((0, 1, 2)), *found) if d.chance(0.3) else found
    return found if d.chance(0.95) else d.dims()


@kind
def arrays(d: Draw) -> Any:
    """A list of arrays that join."""
    first = d.array()
    found: list[Any] = [first]
    for _ in range(d.choice((0, 1, 1, 1, 2))):
        shape = list(first.shape)
        at = d.call.kwargs.get("axis", 0)
        if shape and isinstance(at, int) and -len(shape) <= at < len(shape) and d.chance(0.5):
            shape[at] = d.choice((0, 1, 2, 3))
        found.append(d.array(tuple(shape) if d.chance(0.97) else None))
    return found if d.chance(0.8) else tuple(found)


@kind
def stacked(d: Draw) -> Any:
    """A list of arrays of one shape."""
    first = d.array()
    return [first] + [d.array(first.shape if d.chance(0.97) else None) for _ in range(d.choice((0, 1, 1, 2)))]


@kind
def sections(d: Draw) -> Any:
    """Where to split."""
    if d.chance(0.5):
        return d.choice((1, 2, 3, 4, 0, 2))
    return [d.choice((0, 1, 2, 3, 4, -1)) for _ in range(d.choice((0, 1, 2, 2)))]


@kind
def index(d: Draw) -> Any:
    """An array of indices, mostly within the first array."""
    size = int(np.prod(d.shape)) if "axis" not in d.call.kwargs else min([*d.shape, 9])
    if d.chance(0.15):
        return d.choice((0, -1, 1)) if d.chance(0.9) else 99
    top = max(size, 1) if d.chance(0.96) else 99
    s = d.dims(0, 2)
    values = np.asarray([d.rng.randrange(-top, top) for _ in range(int(np.prod(s)))], np.int64)
    name = d.choice(("int64", "int64", "int32", "uint8", "int8", "uint64", "float64", "bool"))
    values = np.abs(values) % top if name.startswith("u") else values
    return Arr(values.reshape(s).astype(name), "C", d.choice(("array", "array", "list")))


@kind
def along(d: Draw) -> Any:
    """Indices along an axis of the first array."""
    at = d.call.kwargs.get("axis", -1)
    shape = list(d.shape) or [1]
    at = at if isinstance(at, int) and -len(shape) <= at < len(shape) else -1
    n = shape[at]
    shape[at] = d.choice((0, 1, 2, 3))
    data = [d.rng.randrange(-n, n) if n else 0 for _ in range(int(np.prod(shape)))]
    return Arr(np.asarray(data, d.choice((np.int64, np.int64, np.int32, np.int16))).reshape(shape))


@kind
def counts(d: Draw) -> Any:
    """Counts for repeat: a number, or one for each element."""
    if d.chance(0.5):
        return d.choice((0, 1, 2, 3, -1))
    n = int(np.prod(d.shape)) if d.chance(0.5) or not d.shape else d.choice(d.shape)
    return Arr(
        np.asarray(d.rng.choices((0, 1, 2, 3), k=n), d.choice((np.int64, np.int32, np.uint8))),
        "C",
        d.choice(("array", "list")),
    )


@kind
def shifts(d: Draw) -> Any:
    """How far to roll."""
    at = d.call.kwargs.get("axis")
    if isinstance(at, tuple):
        return tuple(d.choice((0, 1, -1, 2, 7)) for _ in at)
    return d.choice((0, 1, -1, 2, -5, 100))


@kind
def lengths(d: Draw) -> Any:
    """Lengths of the axes of a transform."""
    at = d.call.kwargs.get("axes")
    n = len(at) if isinstance(at, tuple) else d.choice((1, 2))
    return tuple(d.choice((1, 2, 3, 4, 5)) for _ in range(n))


def _slice(d: Draw) -> slice:
    ends = (None, None, 0, 1, 2, 3, -1, -2, 9, -9)
    return slice(d.choice(ends), d.choice(ends), d.choice((None, None, None, 1, 2, -1, -2, 3)))


@kind
def key(d: Draw) -> Any:
    """An index."""
    n = len(d.shape)
    pick = d.rng.random()
    if pick < 0.12:
        return d.choice((Ellipsis, None, (), 0, -1, True, False))
    if pick < 0.2:
        return masked(d)
    items: list[Any] = []
    fancy = d.dims(1, 2) if d.chance(0.5) else (d.choice((1, 2, 3)),)
    for at in range(d.rng.randint(1, max(n, 1))):
        size = d.shape[at] if at < n else 1
        choose = d.rng.random()
        if choose < 0.4:
            items.append(_slice(d))
        elif choose < 0.6:
            items.append(d.rng.randrange(-size, size) if size and d.chance(0.97) else d.choice((0, 5, -9)))
        elif choose < 0.88:
            top = max(size, 1)
            values = np.asarray([d.rng.randrange(-top, top) for _ in range(int(np.prod(fancy)))], np.int64)
            name = d.choice(("int64", "int64", "int32", "uint8", "uint64", "int16", "float32"))
            values = values % top if name.startswith("u") else values
            items.append(Arr(values.reshape(fancy).astype(name), "C", d.choice(("array", "array", "list", "numpy"))))
        else:
            items.append(Arr(d.data((size,), "bool"), "C", d.choice(("array", "array", "list"))))
    for extra, p in ((None, 0.12), (Ellipsis, 0.2)):
        if d.chance(p):
            items.insert(d.rng.randint(0, len(items)), extra)
    return items[0] if len(items) == 1 and d.chance(0.7) else tuple(items)


@kind
def position(d: Draw) -> Any:
    """A place in the first array."""
    if d.chance(0.4):
        return d.choice((0, -1, 1, 2))
    return tuple(d.choice((0, -1, 1)) for _ in d.shape)


@kind
def pairs(d: Draw) -> Any:
    """Axes to contract over."""
    n = len(d.shape)
    return d.choice((0, 1, 2, ((n - 1,), (0,)) if n else 0, ((0,), (0,)) if n else 1))


@kind
def target(d: Draw) -> Any:
    """An array to write to."""
    x = d.array()
    return Arr(x.data, "C" if x.layout == "bcast" else x.layout)


@kind
def share(d: Draw) -> Any:
    """A quantile, or several."""
    if d.chance(0.5):
        return d.choice((0, 1, 0.5, 0.25, 0.75, 0.1, 1 / 3, -0.1, 1.5))
    return Arr(np.asarray(d.rng.choices((0.0, 1.0, 0.5, 0.25, 0.1, 0.9), k=d.choice((1, 2, 3)))))


@kind
def percent(d: Draw) -> Any:
    """A percentile, or several."""
    found = share(d)
    return Arr(found.data * 100) if isinstance(found, Arr) else found * 100


@kind
def weights(d: Draw) -> Any:
    """Weights for the first array, or for the axis that is asked for."""
    at = d.call.kwargs.get("axis")
    if isinstance(at, int) and -len(d.shape) <= at < len(d.shape) and d.chance(0.5):
        return d.array((d.shape[at],))
    return d.array(d.shape if d.chance(0.95) else None)


@kind
def edges(d: Draw) -> Any:
    """A number of bins, or their edges."""
    if d.chance(0.5):
        return d.choice((1, 2, 3, 5, 10, 0, -1))
    return Arr(np.sort(d.rng.choices((-3.0, -1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 7.0), k=d.choice((2, 3, 5)))))


@kind
def monotonic(d: Draw) -> Any:
    """Edges in either order."""
    found = np.sort(d.rng.choices((-3, -1, 0, 0.5, 1, 2, 3, 7), k=d.choice((0, 1, 2, 3, 5))))
    found = found.astype(d.choice(("float64", "float64", "float32", "int64", "int8")))
    return Arr(found[::-1].copy() if d.chance(0.4) else found)


@kind
def naturals(d: Draw) -> Any:
    """A 1-D array of integers that are not negative, mostly."""
    name = d.choice(("int64", "int64", "int32", "uint8", "int8", "bool", "uint32"))
    values = np.asarray(d.rng.choices((0, 1, 2, 3, 9), k=d.choice((0, 1, 3, 5)))).astype(name)
    values = values - 1 if name.startswith("int") and d.chance(0.05) else values
    d.name, d.shape = name, values.shape
    return Arr(values)


@kind
def chosen(d: Draw) -> Any:
    """Which of some arrays to take."""
    x = d.array(name="int64")
    return Arr((np.abs(x.data) % 3).astype(d.choice(("int64", "int64", "int8", "uint8", "bool"))))


@kind
def padwidth(d: Draw) -> Any:
    """How far to pad: a number, a pair, or a pair for each axis."""
    if d.chance(0.3):
        return d.choice((0, 1, 2, 5, -1))
    if d.chance(0.4):
        return d.choice((0, 1, 2)), d.choice((0, 1, 7))
    return [(d.choice((0, 1, 2)), d.choice((0, 1, 3))) for _ in (d.shape if d.chance(0.95) else (1, 2))]


@kind
def flats(d: Draw) -> Any:
    """Flat indices."""
    if d.chance(0.3):
        return d.choice((0, 1, 5, 50, -1))
    return Arr(np.asarray(d.rng.choices(range(-1, 9) if d.chance(0.1) else range(4), k=3), np.int64))


METHODS = (
    "linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "hazen", "weibull",
    "closest_observation", "interpolated_inverted_cdf", "median_unbiased", "normal_unbiased",
)  # fmt: skip
ABSTRACT = (
    "integer", "signedinteger", "unsignedinteger", "floating", "complexfloating", "inexact", "number", "generic",
    "float64", "int8",
)  # fmt: skip
#: kinds that are one of a few values.
CHOICES: dict[str, tuple[Any, ...]] = {
    "casting": ("no", "equiv", "safe", "same_kind", "unsafe", "same_kind", "unsafe"),
    "order": ("C", "F", "A", "K"),
    "cf": ("C", "F", "A"),
    "side": ("left", "right"),
    "sortkind": ("quicksort", "stable", "mergesort", "heapsort"),
    "takemode": ("raise", "wrap", "clip"),
    "norm": ("backward", "ortho", "forward", None),
    "ord": (None, 1, 2, -1, -2, 0, 3, float("inf"), -float("inf"), "fro", "nuc", 0.5, 1.5),
    "qrmode": ("reduced", "complete", "r"),
    "tol": (1e-3, 0.37),
    "ddof": (0, 1, 2, 0.5, -1),
    "decimals": (0, 1, 2, 3, -1, -2, 5),
    "text": ("xy", "ij"),
    "quantilemode": METHODS,
    "extent": ((0, 1), (0, 5.0), (-3, 3), (2, 2), (3, 1), (0, float("inf")), (1,)),
    "padmode": ("edge", "linear_ramp", "maximum", "mean", "median", "minimum", "reflect", "symmetric", "wrap"),
    "convolved": ("full", "same", "valid"),
    "bitorder": ("big", "little"),
    "ends": ("f", "b", "fb", "bf", "FB", "x"),
    "small": (0, 1, 2, 3, -1, -2, 5),
    "count": (0, 1, 2, 3, 4, 5, 2, 3, -1),
    "plain": (0, 1, 2, 3, 5, -1, -3, 0.5, 2.0, 1.5, -2.5, 10, 0.1, 7.25, 1.0),
    "step": (1, 2, 3, -1, -2, 0.5, 0.25, -0.5, 1.5, 0.1),
    "power": (0, 1, 2, 3, 4, 5, -1, -2, 1.5),
    "zeroshape": ((0,), (2, 0), (0, 3), (1, 0, 2), 0),
    "stablekind": ("stable", "mergesort"),
    "one": (1, 1, 1, 1, 2, 0),
    "yes": (True,),
    "abstract": tuple(map(Dtype, ABSTRACT)),
}
for _name, _values in CHOICES.items():
    KINDS[_name] = lambda d, values=_values: d.choice(values)

#: kinds that are one expression of a draw.
KINDS.update(
    {
        # a floating or complex dtype
        "floating": lambda d: Dtype(d.choice(FLOATS + COMPLEX if d.chance(0.9) else DTYPES)),
        # a dtype, or an array of one
        "typelike": lambda d: dtype_(d) if d.chance(0.6) else Arr(d.data(d.dims(), d.choice(DTYPES))),
        # a dtype by its own object
        "typename": lambda d: Dtype(d.choice(DTYPES), d.choice(("own", "own", "numpy", "text"))),
        # a mask for the first array
        "mask": lambda d: Arr(d.data(d.broadcastable(), "bool")),
        # how often to tile
        "reps": lambda d: (
            d.choice((0, 1, 2, 3)) if d.chance(0.4) else tuple(d.choice((0, 1, 2)) for _ in range(d.choice((1, 2, 3))))
        ),
        # a bound to clip at
        "bound": lambda d: None if d.chance(0.15) else operand(d),
        # arrays to choose from
        "choices": lambda d: [d.array(d.broadcastable()) for _ in range(d.choice((1, 2, 3)))],
        # indices for each axis
        "multi": lambda d: tuple(
            Arr(np.asarray(d.rng.choices(range(4), k=2), np.int64)) for _ in range(d.choice((1, 2, 3)))
        ),
        # a shape with elements
        "sizes": lambda d: tuple(d.choice((1, 2, 3, 4)) for _ in range(d.choice((1, 2, 3)))),
    }
)
