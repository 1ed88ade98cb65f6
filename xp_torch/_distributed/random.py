"""Random arrays on a mesh: every process draws the same stream, in blocks, and keeps its part.

NumPy's generators cannot skip the numbers of others: most distributions need a random number of bits for one.
"""

from __future__ import annotations

import inspect
import math
import pickle
import weakref
from typing import Any

import numpy as np
import torch

from xp_torch._array.door import check_eager
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed import collectives
from xp_torch._distributed.array import DistributedArray, layout_among, place, relayout, replicated, rewrap
from xp_torch._distributed.dispatch import adopt, map_arrays, name_of, plain_function, rule
from xp_torch._distributed.layout import Device, layout_of
from xp_torch._facts.dtypes import torch_dtype
from xp_torch._facts.shapes import normalize_shape
from xp_torch._functions.indexing import take
from xp_torch._functions.random.draws import Distributions
from xp_torch._functions.random.generator import Generator
from xp_torch._functions.random.random_state import RandomState

#: The generators whose state is known to be the same on all processes of a mesh.
_ALIKE: weakref.WeakSet[Distributions] = weakref.WeakSet()


def _methods() -> dict[str, Any]:
    """Return the methods that draw numbers, keyed by the names of their rules."""
    excluded = {"seed", "get_state", "set_state", "spawn", "bytes", "bit_generator"}
    return {
        name_of(function): function
        for kind in (Generator, RandomState)
        for cls in kind.__mro__
        if issubclass(cls, Distributions)
        for name, function in vars(cls).items()
        if name[0] != "_" and name not in excluded and callable(function)
    }


METHODS = _methods()
for _name, _method in METHODS.items():
    adopt(_name, _method)


def _state(rng: Any) -> Any:
    """Return the state of a generator, which `_set_state` sets."""
    if rng._torch_generator is not None:
        return rng._torch_generator.get_state().numpy()
    return rng.get_state(legacy=False) if isinstance(rng, RandomState) else rng.bit_generator.state


def _set_state(rng: Any, state: Any) -> None:
    """Set the state of a generator."""
    if rng._torch_generator is not None:
        rng._torch_generator.set_state(torch.from_numpy(state))
    elif isinstance(rng, RandomState):
        rng.set_state(state)
    else:
        rng.bit_generator.state = state


def _synchronize(rng: Any, device: Device) -> None:
    """Give a generator the first process's state on all processes, once; afterwards check that the states agree."""
    if rng in _ALIKE:
        if not collectives.are_alike(pickle.dumps(_state(rng)), device.mesh):
            raise RuntimeError(
                "the random generators of the processes are at different places of their streams: a process has drawn "
                "from this generator alone; draw on all processes, or from another generator"
            )
        return
    for dim in range(device.mesh.ndim):
        _set_state(rng, collectives.broadcast_object(_state(rng), 0, device.mesh, dim))
    _ALIKE.add(rng)


def default_rng(seed: Any, device: Device) -> Generator:
    """Return a generator whose numbers are on `device`."""
    rng = plain_function("random.default_rng")(seed, device=layout_of(device.mesh, device.axes).device)
    rng._elsewhere = device
    return rng


def _of_process(rng: Any) -> Any:
    """Return a generator that draws plain arrays from the same stream."""
    if rng._elsewhere is None:
        return rng
    check_eager()
    return type(rng)(rng._torch_generator or rng.bit_generator, device=rng._device)


#: Methods whose elements are not drawn one by one, or whose results have another shape than `size`.
_WHOLE = frozenset(
    {
        "choice",
        "dirichlet",
        "multinomial",
        "multivariate_hypergeometric",
        "multivariate_normal",
        "permuted",
        "rand",
        "randn",
        "shuffle",
    }
)
#: Elements of a block.
_BLOCK = 2**16


def _in_order(name: str, arguments: dict[str, Any]) -> bool:
    """Return whether NumPy draws the elements of the method `name` one by one from the stream.

    Integers of less than 32 bits are made of a number that several of them share, within a call.
    """
    if name in ("integers", "randint"):
        return torch_dtype(arguments.get("dtype", torch.int64)).itemsize >= 4
    return name not in _WHOLE


def _part_drawn(name: str, args: list[Any], kwargs: dict[str, Any], self: Any, device: Device) -> Any:
    """Return this process's share of numbers that are drawn one by one; NotImplemented for other methods."""
    function, short = plain_function(name), name.rpartition(".")[2]
    given = inspect.signature(function).bind(self, *args, **kwargs).arguments
    if short == "permutation" and type(given["x"]) is int:
        given["size"] = given["x"]
    if given.get("size") is None or given.get("out") is not None or device.axes[0] is None:
        return NotImplemented
    if any(isinstance(v, (ndarray, torch.Tensor, np.ndarray, list, tuple)) for k, v in given.items() if k != "size"):
        return NotImplemented
    if not self._is_numpys(self._device_for(short, ())) or not _in_order(short, given):
        return NotImplemented
    shape = normalize_shape(given["size"])
    if not shape:
        return NotImplemented
    layout = layout_of(device.mesh, (0,) + (None,) * (device.mesh.ndim - 1))
    local, start = layout.local_shape(shape), layout.span(0, shape[0])[0] * math.prod(shape[1:])
    stop, n = start + math.prod(local), math.prod(shape)
    if short == "permutation":
        order = np.arange(n, dtype=np.int32 if n < 2**31 else np.int64)  # shuffled in the same way, in half the memory
        self._numpy.shuffle(order)
        part = torch.from_numpy(order[start:stop].astype(np.int64))
    else:
        part = torch.empty(stop - start, dtype=function(**{**given, "size": 0})._tensor.dtype)
        for first in range(0, n, _BLOCK):
            last = min(first + _BLOCK, n)
            block = function(**{**given, "size": last - first})._tensor
            low, high = max(first, start), min(last, stop)
            if low < high:
                part[low - start : high - start] = block[low - first : high - first]
        part = part.reshape(local)
    axes = tuple(None if a is None or a >= len(shape) else a for a in device.axes)
    return relayout(rewrap(wrap(part), shape, layout.axes, device.mesh), axes)


def drawn(name: str, args: tuple, kwargs: dict[str, Any], device: Device) -> Any:
    """Return the result of a method on `device`: every process draws all numbers and keeps its part."""
    given, *rest = args
    _synchronize(given, device)
    self, short = _of_process(given), name.rpartition(".")[2]
    if short in ("shuffle", "permutation") and type(rest[0]) is DistributedArray:
        x, axis = rest[0], rest[1] if len(rest) > 1 else 0
        order = wrap(self._random_order(short, x.shape[axis]))
        moved = take.take(x, order, axis)
        if short == "permutation":
            return moved
        x[...] = moved
        return None
    result = _part_drawn(name, rest, kwargs, self, device)
    if result is not NotImplemented:
        return result
    values, named = (map_arrays(v, lambda x: replicated(x, short)) for v in (rest, kwargs))
    result = plain_function(name)(self, *values, **named)
    return place(result, device.mesh, device.axes).__copy__() if isinstance(result, ndarray) else result


@rule(*METHODS, named=True)
def _beside(name: str, *args: Any, **kwargs: Any) -> Any:
    """Return the result of a method with distributed arguments; it is sharded as they are."""
    layout = layout_among(*args, *kwargs.values())
    return drawn(name, args, kwargs, Device(layout.mesh, layout.axes))
