"""Objects that are indexed to make arrays or keys: `mgrid`, `ogrid`, `r_`, `c_`, `s_`, `index_exp`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, device_among
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.defaults import default_device
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.shapes import normalize_shape
from xp_torch._functions.creation.from_data import array
from xp_torch._functions.creation.ranges import arange, linspace
from xp_torch._functions.data_type import result_type
from xp_torch._functions.manipulation.broadcast import broadcast_to
from xp_torch._functions.manipulation.join import concat, stack

__all__ = ["c_", "index_exp", "mgrid", "ogrid", "r_", "s_"]


def _is_complex(step: Any) -> bool:
    """Return whether the step of a slice is complex: it is a number of points."""
    if isinstance(step, ndarray):
        return KIND[step._dtype] == "c"
    return isinstance(step, (complex, np.complexfloating))


def _start_and_step(key: slice) -> tuple[Any, Any]:
    """Return the start and the step of a slice, 0 and 1 by default."""
    return 0 if key.start is None else key.start, 1 if key.step is None else key.step


class nd_grid:
    """Grids of indices or coordinates from slices: `mgrid` makes a dense grid, `ogrid` an open one.

    The step of a slice is the distance between points, and the stop is excluded. An imaginary step is the number of
    points, and the stop is included.

    Parameters
    ----------
    sparse : bool, default: False
        Whether several slices give a tuple of arrays, each of size 1 along the other dimensions, instead of one array.

    Examples
    --------
    >>> xp.mgrid[0:2, 0:2]
    array([[[0, 0],
            [1, 1]],
    <BLANKLINE>
           [[0, 1],
            [0, 1]]])
    >>> xp.mgrid[-1:1:5j]
    array([-1. , -0.5,  0. ,  0.5,  1. ])
    >>> xp.ogrid[0:2, 0:2]
    (array([[0],
           [1]]), array([[0, 1]]))
    """

    __slots__ = ("sparse",)

    def __init__(self, sparse: bool = False) -> None:
        self.sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return _points(key)
        sizes, numbers = [], [0]
        for k in key:
            start, step = _start_and_step(k)
            if _is_complex(step):
                step = abs(step)
                sizes.append(int(step))
            else:
                sizes.append(math.ceil((k.stop - start) / step))
            numbers += [start, k.stop, step]
        dtype, parts = result_type(*numbers), []
        for axis, (k, size) in enumerate(zip(key, sizes, strict=True)):
            start, step = _start_and_step(k)
            if _is_complex(step):
                step = int(abs(step))
                if step != 1:
                    step = (k.stop - start) / float(step - 1)
            x, along = arange(size, dtype=dtype), tuple(slice(None) if i == axis else None for i in range(len(sizes)))
            # Bounds that are arrays broadcast along the points of `ogrid`, and against the whole grid of `mgrid`.
            parts.append(
                (x * step + start)[along] if self.sparse else (x[along] * step + start).astype(dtype, copy=False)
            )
        if self.sparse:
            return tuple(parts)
        shape = normalize_shape(sizes)
        return stack([broadcast_to(x, shape) for x in parts])


def _points(key: slice) -> ndarray:
    """Return the points of one slice."""
    start, step = _start_and_step(key)
    if not _is_complex(step):
        return arange(start, key.stop, step)
    length = int(abs(step))
    distance = length if length == 1 else (key.stop - start) / float(length - 1)
    return arange(0, length, 1, dtype=result_type(start, key.stop, float(abs(step)))) * distance + start


class AxisConcatenator:
    """Concatenation of the elements of a key: `r_` joins along the first axis, `c_` along the last.

    A slice is a range (an imaginary step is the number of points, with the stop included), a number is one element,
    anything else is an array. A leading string ``"axis"``, ``"axis,ndmin"`` or ``"axis,ndmin,trans1d"`` sets the
    parameters. There is no matrix class, so the strings ``"r"`` and ``"c"`` raise.

    Parameters
    ----------
    axis : int, default: 0
        Axis along which to join.
    matrix : bool, default: False
        Must be False.
    ndmin : int, default: 1
        Minimum number of dimensions of each part.
    trans1d : int, default: -1
        Where the dimensions of a part with fewer than `ndmin` come among the `ndmin`; by default last.

    Examples
    --------
    >>> xp.r_[1:4, 0, [7, 8]]
    array([1, 2, 3, 0, 7, 8])
    >>> xp.c_[[1, 2], [3, 4]]
    array([[1, 3],
           [2, 4]])
    >>> xp.r_["0,2", [1, 2], [3, 4]]
    array([[1, 2],
           [3, 4]])
    """

    __slots__ = ("axis", "ndmin", "trans1d")

    def __init__(self, axis: int = 0, matrix: bool = False, ndmin: int = 1, trans1d: int = -1) -> None:
        if matrix:
            raise _no_matrix()
        self.axis, self.ndmin, self.trans1d = axis, ndmin, trans1d

    def __getitem__(self, key: Any) -> ndarray:
        if isinstance(key, str):
            raise _no_matrix()
        items = list(key) if isinstance(key, tuple) else [key]
        axis, ndmin, trans1d = self.axis, self.ndmin, self.trans1d
        if items and isinstance(items[0], str):
            axis, ndmin, trans1d = _directive(items.pop(0), axis, ndmin, trans1d)
        device = device_among("r_", *items) or default_device()
        parts = [_part(item, ndmin, trans1d, device) for item in items]
        if parts:
            dtype = result_type(*(x.dtype if isinstance(x, ndarray) else x for x in parts))
            parts = [array(x, copy=None, subok=True, ndmin=ndmin, dtype=dtype, device=device) for x in parts]
        return concat(parts, axis)

    def __len__(self) -> int:
        return 0


def _no_matrix() -> NotImplementedError:
    return NotImplementedError("r_ and c_: they make no matrices; use 2-D arrays and the @ operator, or numpy.r_")


def _directive(text: str, axis: int, ndmin: int, trans1d: int) -> tuple[int, int, int]:
    """Return the axis, `ndmin` and `trans1d` under a leading string."""
    if text in ("r", "c"):
        raise _no_matrix()
    if "," in text:
        try:
            numbers = [int(x) for x in text.split(",")]
            return (numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else trans1d)
        except (ValueError, IndexError):
            raise ValueError(f"unknown special directive {text!r:.80}") from None
    try:
        return int(text), ndmin, trans1d
    except ValueError:
        raise ValueError("unknown special directive") from None


def _part(item: Any, ndmin: int, trans1d: int, device: torch.device) -> Any:
    """Return one part as an array of at least `ndmin` dimensions; Python numbers, which are weak, stay unchanged."""
    if type(item) in (bool, int, float, complex):
        return item
    if isinstance(item, str):
        raise ValueError("special directives must be the first entry.")
    if isinstance(item, slice):
        start, step = _start_and_step(item)
        if _is_complex(step):
            x = linspace(start, item.stop, int(abs(step)), device=device)
        else:
            x = arange(start, item.stop, step, device=device)
        if ndmin > 1:
            x = array(x, copy=None, ndmin=ndmin)
            return x if trans1d == -1 else x.swapaxes(-1, trans1d)
        return x
    ndim = item.ndim if isinstance(item, (ndarray, torch.Tensor)) else as_tensor(item, device=device).ndim
    x = array(item, copy=None, subok=True, ndmin=ndmin, device=device)
    if trans1d == -1 or ndim >= ndmin:
        return x
    added = ndmin - ndim
    before = trans1d + added + 1 if trans1d < 0 else trans1d
    axes = tuple(range(ndmin))
    return x.transpose(axes[:before] + axes[added:] + axes[before:added])


class IndexExpression:
    """Keys as objects: `s_` returns the key that it is indexed with, `index_exp` returns it as a tuple.

    Parameters
    ----------
    maketuple : bool
        Whether to return a tuple always.

    Examples
    --------
    >>> xp.s_[1:2]
    slice(1, 2, None)
    >>> xp.index_exp[1:2]
    (slice(1, 2, None),)
    """

    __slots__ = ("maketuple",)

    def __init__(self, maketuple: bool) -> None:
        self.maketuple = maketuple

    def __getitem__(self, item: Any) -> Any:
        return (item,) if self.maketuple and not isinstance(item, tuple) else item


mgrid = nd_grid(sparse=False)
ogrid = nd_grid(sparse=True)
r_ = AxisConcatenator(0)
c_ = AxisConcatenator(-1, ndmin=2, trans1d=0)
index_exp = IndexExpression(maketuple=True)
s_ = IndexExpression(maketuple=False)
