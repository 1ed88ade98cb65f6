"""Random integers, choices and orders, for `Generator` and `RandomState`."""

from __future__ import annotations

import math
import operator
from collections.abc import MutableSequence, Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.dtypes import BOUNDS, KIND, as_dtype
from xp_torch._facts.shapes import normalize_axis
from xp_torch._functions.random.draws import Draws, Frame, refuse, size_of
from xp_torch._kernels.cast import cast, copy_into
from xp_torch._kernels.indexing.read import take

__all__ = ["Integers"]

#: the width of a range up to which the rest of 63 random bits serves: no number is favoured by more than 2**-31.
_NARROW = 2**32
_INT63 = 2**63 - 1


def _bits(value: int) -> int:
    """Return an int modulo 2**64 as int64 has it."""
    value %= 2**64
    return value - 2**64 if value >= 2**63 else value


class Integers(Draws):
    """Integers, choices and orders."""

    def _frame(self, name: str, *arrays: Any) -> Frame:
        """Return a frame to draw in, on the device of arrays among what is given."""
        given = [a for a in arrays if isinstance(a, (ndarray, torch.Tensor))]
        return Frame(self._bit_generator, (), self._bit_generator.place(name, given), torch.float64)

    def _whole(self, name: str, low: Any, high: Any, size: Any, kind: torch.dtype, closed: bool) -> ndarray:
        """Return integers of a dtype from `low` to `high`, which is in them if `closed`."""
        if KIND[kind] not in "biu":
            raise TypeError(f"Unsupported dtype {as_dtype(kind)!r} for {name}")
        if high is None:
            low, high = 0, low
        frame = self._frame(name, low, high)
        low, high = _bound(low, frame.device), _bound(high, frame.device)
        least, most = (0, 1) if kind is torch.bool else BOUNDS[kind]
        if isinstance(low, int) and isinstance(high, int):
            if low < least:
                raise ValueError(f"low is out of bounds for {as_dtype(kind).name}")
            high = high if closed else high - 1
            if high > most:
                raise ValueError(f"high is out of bounds for {as_dtype(kind).name}")
            if low > high:
                raise ValueError("low > high" if closed else "low >= high")
            frame.shape = size_of(size)
            span = high - low
            if span < _NARROW:
                drawn = (frame.draw("bits", dtype=torch.int64) & _INT63) % (span + 1) + _bits(low)
            else:
                frame.dtype = torch.int64
                drawn = frame.draw("integers", _bits(low), _bits(span))
            return _as_kind(drawn, kind)
        a, b = (torch.full((), _bits(x), dtype=torch.int64) if isinstance(x, int) else x for x in (low, high))
        for x, label in ((low, "low"), (high, "high")):
            if isinstance(x, int):
                beyond: Any = not least <= x <= most + int(label == "high" and not closed)
            elif kind is torch.uint64:
                beyond = False if x.dtype is kind else x < 0
            else:
                signed = x.view(torch.int64) if x.dtype is torch.uint64 else x
                beyond = (signed < (0 if x.dtype is torch.uint64 else least)) | (
                    signed - int(label == "high" and not closed) > most
                )
            refuse(beyond, f"{label} is out of bounds for {as_dtype(kind).name}")
        a, b = (x.view(torch.int64) if x.dtype is torch.uint64 else x.to(torch.int64) for x in (a, b))
        last = b if closed else b - 1
        order = -(2**63) if kind is torch.uint64 else 0
        if not (isinstance(high, int) and high > most):
            wrong = (a ^ order) > (b ^ order) if closed else (a ^ order) >= (b ^ order)
            refuse(wrong, "low > high" if closed else "low >= high")
        a, last = a.to(frame.device), last.to(frame.device)
        frame.shape = size_of(size, [a.shape, last.shape])
        return _as_kind(frame.draw("integers", a, last - a, dtype=torch.int64), kind)

    def _order(self, frame: Frame, count: int) -> torch.Tensor:
        """Return the numbers below `count` in random order."""
        frame.shape = (count,)
        return frame.draw("permutation", dtype=torch.int64)

    def _choice(self, a: Any, size: Any, replace: bool, p: Any, axis: int, kind: torch.dtype) -> ndarray:
        """Return elements, or slices along an axis, chosen at random."""
        frame = self._frame("choice", a, p)
        pool = None
        if not isinstance(a, (ndarray, torch.Tensor)):
            try:
                count = operator.index(a)
            except TypeError:
                pool = as_tensor(a, device=frame.device)
        else:
            pool = as_tensor(a)
        if pool is not None and pool.ndim == 0:
            count, pool = int(pool), None
        shape = size_of(size)
        number = math.prod(shape)
        if pool is not None:
            axis = normalize_axis(axis, pool.ndim)
            count = pool.shape[axis]
            if not count and number:
                raise ValueError("a cannot be empty unless no samples are taken")
        elif count <= 0 and number:
            raise ValueError("a must be a positive integer unless no samples are taken")
        weights = None if p is None else self._weights(p, count, frame)
        if not replace and number > count:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        frame.shape = (number,)
        if not number:
            chosen = torch.empty(0, dtype=torch.int64, device=frame.device)
        elif replace and weights is not None:
            heights = torch.cumsum(weights, 0)
            chosen = torch.searchsorted(heights / heights[-1], frame.draw("uniform"), right=True)
            chosen = torch.clamp(chosen, max=count - 1)
        elif replace:
            chosen = self._whole("choice", 0, count, (number,), torch.int64, False)._tensor.to(frame.device)
        elif weights is not None:
            refuse((weights > 0).sum() < number, "Fewer non-zero entries in p than size")
            frame.shape = (count,)
            # Who comes first of those that come at these rates: as if drawn one after another.
            chosen = torch.topk(frame.draw("exponential") / weights, number, largest=False, sorted=True).indices
        elif count > 10_000 and count > 20 * number:
            frame.dtype = torch.int64
            chosen = frame.draw("distinct", count)
        else:
            chosen = self._order(frame, count)[:number]
        chosen = chosen.reshape(shape)
        if pool is None:
            return wrap(cast(chosen, kind))
        return wrap(take(pool.to(frame.device), chosen, axis))

    def _weights(self, p: Any, count: int, frame: Frame) -> torch.Tensor:
        """Return checked probabilities in float64."""
        given = as_tensor(p, device=None if isinstance(p, (ndarray, torch.Tensor)) else frame.device)
        weights = cast(given, torch.float64).to(frame.device)
        if weights.ndim != 1:
            raise ValueError("p must be 1-dimensional")
        if weights.shape[0] != count:
            raise ValueError("a and p must have same size")
        refuse(weights != weights, "Probabilities contain NaN")
        refuse(weights < 0, "Probabilities are not non-negative")
        tolerance = 1.5e-8
        if given.is_floating_point():
            tolerance = max(tolerance, math.sqrt(torch.finfo(given.dtype).eps))
        refuse(
            abs(weights.sum() - 1.0) > tolerance,
            "Probabilities do not sum to 1. See Notes section of docstring for more information.",
        )
        return weights

    def _shuffle(self, x: Any, axis: int) -> None:
        """Put the slices along an axis in random order, in place."""
        if isinstance(x, ndarray):
            if not x.ndim:
                raise TypeError("cannot shuffle a 0-dimensional array")
            along = normalize_axis(axis, x.ndim)
            order = self._order(self._frame("shuffle", x), x.shape[along])
            copy_into(x._tensor, take(x._tensor, order, along))
            return
        if hasattr(x, "shape") and hasattr(x, "__array__"):
            self._shuffle(wrap(as_tensor(x, copy=False)), axis)
            return
        if not isinstance(x, MutableSequence):
            raise TypeError(f"an array or a sequence that can be written to is needed, got {type(x).__name__}")
        if axis:
            raise NotImplementedError("Axis argument is only supported on ndarray objects")
        order = self._order(self._frame("shuffle"), len(x))
        x[:] = [x[i] for i in order.tolist()]

    def _permutation(self, x: Any, axis: int, kind: torch.dtype) -> ndarray:
        """Return the slices along an axis in random order, or the numbers below an int."""
        if not isinstance(x, (ndarray, torch.Tensor, Sequence)):
            try:
                count = operator.index(x)
            except TypeError:
                pass
            else:
                if count < 0:
                    raise ValueError("negative dimensions are not allowed")
                return wrap(cast(self._order(self._frame("permutation"), count), kind))
        frame = self._frame("permutation", x)
        t = as_tensor(x, device=None if isinstance(x, (ndarray, torch.Tensor)) else frame.device)
        if not t.ndim:
            return wrap(cast(self._order(frame, int(t)), kind))
        along = normalize_axis(axis, t.ndim)
        return wrap(take(t, self._order(frame, t.shape[along]), along))


def _as_kind(drawn: torch.Tensor, kind: torch.dtype) -> ndarray:
    """Return int64, or the bits of uint64, in a dtype that holds the numbers."""
    if kind is torch.uint64:
        return wrap_as(drawn.view(kind), kind)
    return wrap_as(drawn if kind is torch.int64 else drawn.to(kind), kind)


def _bound(value: Any, device: torch.device) -> Any:
    """Return a bound as an int, or as a tensor."""
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, float):
        return math.trunc(value)
    if value is None or isinstance(value, (str, bytes)):
        raise TypeError(f"bounds must be integers, not {type(value).__name__}")
    if not hasattr(value, "ndim") and not isinstance(value, (list, tuple)):
        return operator.index(value)
    t = as_tensor(value, device=None if isinstance(value, (ndarray, torch.Tensor)) else device)
    if KIND[t.dtype] == "c":
        raise TypeError("bounds must be integers")
    if t.dtype in (torch.bool, torch.uint8, torch.uint16, torch.uint32) or t.is_floating_point():
        return t.to(torch.int64)
    return t if t.dtype is torch.uint64 else t.to(torch.int64)
