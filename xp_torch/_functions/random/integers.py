"""Random integers, choices, permutations and bytes, for `Generator` and `RandomState`."""

from __future__ import annotations

import math
import operator
from collections.abc import MutableSequence, Sequence
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, has_elements
from xp_torch._array.element import Element
from xp_torch._array.ndarray import host, ndarray, wrap, wrap_as
from xp_torch._array.numpys import is_numpys
from xp_torch._facts.dtypes import BOUNDS, KIND, as_dtype, limits
from xp_torch._facts.inspection import numpy_view
from xp_torch._facts.shapes import as_bool, check_size, normalize_axis, single
from xp_torch._facts.torch_errors import check_writable
from xp_torch._functions.random.draws import Distributions, DrawContext, raise_if
from xp_torch._functions.random.streams import given_arrays, result_shape, to_tensor
from xp_torch._kernels.cast import cast
from xp_torch._kernels.indexing.read import read_rows
from xp_torch._kernels.indexing.take import take

__all__ = ["Integers"]

#: the largest range drawn as 63 random bits modulo its size: no probability is off by more than 2**-31 of itself.
_NARROW = 2**32
_INT63 = 2**63 - 1


def _bits(value: int) -> int:
    """Return the int64 with the bits of an int modulo 2**64."""
    value %= 2**64
    return value - 2**64 if value >= 2**63 else value


class Integers(Distributions):
    """Integers, choices, permutations and bytes."""

    def bytes(self, length: int) -> bytes:
        """Return random bytes, on the host.

        Parameters
        ----------
        length : int
            Number of bytes.

        Returns
        -------
        bytes
            The bytes.

        Examples
        --------
        >>> len(xp.random.default_rng(1).bytes(10))
        10
        """
        length = int(single(length, "length"))
        if self._torch_generator is None:
            return self._numpy.bytes(length)
        context = self._context("bytes")
        context.shape = (-(-length // 8),)
        return context.draw("bits", dtype=torch.int64).cpu().numpy().tobytes()[:length]

    def _uniform_integers(self, name: str, low: Any, high: Any, size: Any, kind: torch.dtype, closed: bool) -> ndarray:
        """Return integers of a dtype from `low` to `high`, which is included if `closed`."""
        if KIND[kind] not in "biu":
            raise TypeError(f"Unsupported dtype {as_dtype(kind)!r} for {name}")
        options: dict[str, Any] = {"dtype": as_dtype(kind).name}
        if closed:
            options["endpoint"] = 1
        bounds = (low,) if high is None else (low, high)
        arrays = [x for x in bounds if not isinstance(x, (int, float))]
        if arrays and size is not None:  # NumPy leaves elements unset if the bounds do not broadcast to it
            result_shape(size, [x.shape if hasattr(x, "shape") else np.shape(x) for x in arrays])
        if (drawn := self._numpys(name, size, *bounds, kind=kind, **options)) is not None:
            return drawn
        if high is None:
            low, high = 0, low
        context = self._context(name, low, high)
        low, high = _bound(low, context.device), _bound(high, context.device)
        lowest, highest = (0, 1) if kind is torch.bool else BOUNDS[kind]
        if isinstance(low, int) and isinstance(high, int):
            if low < lowest:
                raise ValueError(f"low is out of bounds for {as_dtype(kind).name}")
            high = high if closed else high - 1
            if high > highest:
                raise ValueError(f"high is out of bounds for {as_dtype(kind).name}")
            if low > high:
                raise ValueError("low > high" if closed else "low >= high")
            context.shape = result_shape(size)
            return _as_kind(_between(context, low, high), kind)
        a, b = (
            torch.full((), _bits(x), dtype=torch.int64, device=context.device) if isinstance(x, int) else x
            for x in (low, high)
        )
        for x, label in ((low, "low"), (high, "high")):
            if isinstance(x, int):
                outside: Any = not lowest <= x <= highest + int(label == "high" and not closed)
            elif kind is torch.uint64:
                outside = False if x.dtype is kind else x < 0
            else:
                signed = x.view(torch.int64) if x.dtype is torch.uint64 else x
                outside = (signed < (0 if x.dtype is torch.uint64 else lowest)) | (
                    signed - int(label == "high" and not closed) > highest
                )
            raise_if(outside, f"{label} is out of bounds for {as_dtype(kind).name}")
        a, b = (x.view(torch.int64) if x.dtype is torch.uint64 else x.to(torch.int64) for x in (a, b))
        last = b if closed else b - 1
        flip = -(2**63) if kind is torch.uint64 else 0  # orders the bits of uint64 as int64
        if not (isinstance(high, int) and high > highest):
            empty = (a ^ flip) > (b ^ flip) if closed else (a ^ flip) >= (b ^ flip)
            raise_if(empty, "low > high" if closed else "low >= high")
        a, last = a.to(context.device), last.to(context.device)
        context.shape = result_shape(size, [a.shape, last.shape])
        return _as_kind(context.draw("integers", a, last - a, dtype=torch.int64), kind)

    def _random_order(self, name: str, count: int, *arrays: Any) -> torch.Tensor:
        """Return the integers in [0, count) in random order, on the device of `arrays`."""
        check_size((count,), 8)
        context = self._context(name, *arrays)
        if self._is_numpys(context.device):
            drawn = self._numpys_numbers("permutation", (count,), (count,), torch.int64)
            if drawn is not None:
                return drawn._tensor
        context.shape = (count,)
        return context.draw("permutation", dtype=torch.int64)

    def _choice(self, a: Any, size: Any, replace: bool, p: Any, axis: Any, **shuffle: bool) -> ndarray:
        """Return elements, or slices along an axis, chosen at random; `shuffle` is as for `Generator`."""
        if is_numpys(a) or isinstance(a, (str, bytes)):
            values: Any = np.asarray(a)
            if not values.ndim:
                raise ValueError(f"choice: a must be a sequence or an integer (got {a!r:.80})")
            indices = self._choice(values.shape[axis], size, replace, p, 0, **shuffle)
            return values.take(host(indices._tensor), axis)
        context = self._context("choice", a, p, dtype=torch.float64)
        count, pool = 0, None
        if given_arrays(a):
            pool = as_tensor(a)
        elif hasattr(type(a), "__index__") and not isinstance(a, np.ndarray):
            count = operator.index(a)
        else:
            pool = as_tensor(a, device=context.device)
        if pool is not None and pool.ndim == 0:
            if KIND[pool.dtype] not in "biu":
                raise ValueError("'a' must be 1-dimensional or an integer")
            count, pool = int(wrap(pool)), None
        shape = result_shape(size)
        number = math.prod(shape)
        if pool is not None:
            axis = normalize_axis(axis, pool.ndim)
            count = pool.shape[axis]
            if not count and number:
                raise ValueError("'a' cannot be empty unless no samples are taken")
        replace = as_bool(replace, "replace")
        options = {"replace": int(replace), "p": p, **{key: int(as_bool(value, key)) for key, value in shuffle.items()}}
        if self._is_numpys(context.device):
            picked = self._numpys_numbers("choice", size, (count,), torch.int64, options)
            if picked is not None:
                if pool is None:
                    return picked
                if pool.ndim == 1 and isinstance(element := wrap(pool)[picked], Element):
                    return element  # as NumPy's is a scalar
                index = picked._tensor
                rows = read_rows(pool, pool.ndim, axis, index) if index.ndim == 1 else None
                return wrap(take(pool, index, axis) if rows is None else rows)
        if count <= 0 and number:
            raise ValueError("a must be a positive integer unless no samples are taken")
        weights = None if p is None else self._weights(p, count, context)
        if not replace and number > count:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        context.shape = (number,)
        if not number:
            chosen = torch.empty(0, dtype=torch.int64, device=context.device)
        elif replace and weights is not None:
            cumulative = torch.cumsum(weights, 0)
            chosen = torch.searchsorted(
                cumulative / cumulative.narrow(0, count - 1, 1), context.draw("uniform"), right=True
            )
            chosen = torch.clamp(chosen, max=count - 1)
        elif replace:
            chosen = _between(context, 0, count - 1)
        elif weights is not None:
            raise_if((weights > 0).sum() < number, "Fewer non-zero entries in p than size")
            context.shape = (count,)
            # The smallest of exponential times with these rates: distributed as draws one after another.
            chosen = torch.topk(context.draw("exponential") / weights, number, largest=False, sorted=True).indices
        elif count > 10_000 and count > 20 * number:
            context.dtype = torch.int64
            chosen = context.draw("distinct", count)
        else:
            context.shape = (count,)
            chosen = context.draw("permutation", dtype=torch.int64).narrow(0, 0, number)
        chosen = chosen.reshape(shape)
        if pool is None:
            return wrap(chosen)
        return wrap(take(pool.to(context.device), chosen, axis))

    def _weights(self, p: Any, count: int, context: DrawContext) -> torch.Tensor:
        """Return checked probabilities in float64."""
        given = to_tensor(p, context.device)
        weights = cast(given, torch.float64).to(context.device)
        if weights.ndim != 1:
            raise ValueError("'p' must be 1-dimensional")
        if weights.shape[0] != count:
            raise ValueError("'a' and 'p' must have same size")
        values = numpy_view(weights.detach())
        if values is None:
            return weights
        raise_if((values != values).any(), "Probabilities contain NaN")
        raise_if((values < 0).any(), "Probabilities are not non-negative")
        tolerance = 1.5e-8
        if given.is_floating_point():
            tolerance = max(tolerance, math.sqrt(limits(given.dtype).eps))
        raise_if(
            abs(weights.sum().item() - 1.0) > tolerance,
            "Probabilities do not sum to 1. See Notes section of docstring for more information.",
        )
        return weights

    def _shuffle(self, x: Any, axis: Any) -> None:
        """Shuffle the slices along an axis, in place."""
        if isinstance(x, ndarray):
            if not x.ndim:
                raise TypeError("cannot shuffle a 0-dimensional array")
            along = normalize_axis(axis, x.ndim)
            check_writable(getattr(x, "_view", x._tensor))
            order = self._random_order("shuffle", x.shape[along], x)
            x._store(take(x._tensor, order, along))
            return
        if hasattr(x, "shape") and hasattr(x, "__array__"):
            self._shuffle(wrap(as_tensor(x, copy=False)), axis)
            return
        if not isinstance(x, MutableSequence):
            raise TypeError(f"shuffle: x must be an array or a mutable sequence (got {type(x).__name__})")
        if axis:
            raise NotImplementedError("Axis argument is only supported on ndarray objects")
        order = self._random_order("shuffle", len(x))
        x[:] = [x[i] for i in order.tolist()]

    def _permutation(self, x: Any, axis: Any, kind: torch.dtype) -> ndarray:
        """Return the slices along an axis, or the integers below an int, in random order."""
        if not isinstance(x, (ndarray, torch.Tensor, Sequence)):
            try:
                count = operator.index(x)
            except TypeError:
                pass
            else:
                return wrap(cast(self._random_order("permutation", max(0, count)), kind))
        if is_numpys(x):
            values: Any = np.asarray(x)
            return values.take(host(self._random_order("permutation", values.shape[axis])), axis)
        t = to_tensor(x, self._device_for("permutation", given_arrays(x)))
        if not t.ndim and KIND[t.dtype] in "biu":
            return wrap(cast(self._random_order("permutation", max(0, int(wrap(t))), t), kind))
        along = normalize_axis(axis, t.ndim)
        return wrap(take(t, self._random_order("permutation", t.shape[along], t), along))


def _between(context: DrawContext, low: int, high: int) -> torch.Tensor:
    """Return integers from `low` to `high` as int64 or the bits of uint64."""
    span = high - low
    if span < _NARROW:
        return (context.draw("bits", dtype=torch.int64) & _INT63) % (span + 1) + _bits(low)
    context.dtype = torch.int64
    return context.draw("integers", _bits(low), _bits(span))


def _as_kind(drawn: torch.Tensor, kind: torch.dtype) -> ndarray:
    """Return a result of `_between` as an array of `kind`."""
    if kind is torch.uint64:
        return wrap_as(drawn.view(kind), kind)
    return wrap_as(drawn if kind is torch.int64 else drawn.to(kind), kind)


def _bound(value: Any, device: torch.device) -> Any:
    """Return a bound as an int or a tensor."""
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, float):
        return math.trunc(value)
    if value is None or isinstance(value, (str, bytes)):
        raise TypeError(f"bounds must be integers, not {type(value).__name__}")
    if not hasattr(value, "ndim") and not has_elements(value):
        return operator.index(value)
    t = to_tensor(value, device)
    if KIND[t.dtype] == "c":
        raise TypeError("bounds must be integers")
    if t.dtype in (torch.bool, torch.uint8, torch.uint16, torch.uint32) or t.is_floating_point():
        return t.to(torch.int64)
    return t if t.dtype is torch.uint64 else t.to(torch.int64)
