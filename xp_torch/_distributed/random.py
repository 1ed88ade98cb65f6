"""Random arrays on a mesh: every process draws the same stream, in blocks, and keeps its part.

torch's generator on the CPU cannot skip ahead.
"""

from __future__ import annotations

import inspect
import math
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed import collectives
from xp_torch._distributed.array import DistributedArray, layout_among, place, relayout, replicated, rewrap
from xp_torch._distributed.dispatch import mapped, plain_function, rule
from xp_torch._distributed.layout import Device, check_eager, current_device, layout_of
from xp_torch._facts.shapes import normalize_shape
from xp_torch._functions.indexing import take
from xp_torch._functions.random.bit_generators import BitGenerator
from xp_torch._functions.random.draws import Distributions
from xp_torch._functions.random.generator import Generator
from xp_torch._functions.random.random_state import RandomState
from xp_torch._kernels.random import SAMPLERS

#: The `Device` of bit generators that were made for one.
_DEVICES: weakref.WeakKeyDictionary[BitGenerator, Device] = weakref.WeakKeyDictionary()
#: Whether there ever was one; until then compiled code draws.
_any_device = False
#: The bit generator that draws plain arrays at the moment, of which each process keeps its part.
_DRAWING: ContextVar[BitGenerator | None] = ContextVar("xp_torch.distributed.random", default=None)
#: The bit generators whose state is known to be the same on all processes of a mesh.
_ALIKE: weakref.WeakSet[BitGenerator] = weakref.WeakSet()


def _methods() -> dict[str, Any]:
    """Return the methods that draw numbers, by the names of their rules."""
    excluded = {"seed", "get_state", "set_state", "spawn", "bytes", "bit_generator"}
    return {
        f"random.{cls.__name__}.{name}": function
        for kind in (Generator, RandomState)
        for cls in kind.__mro__
        if issubclass(cls, Distributions)
        for name, function in vars(cls).items()
        if name[0] != "_" and name not in excluded and callable(function)
    }


METHODS = _methods()
#: The classes that have these methods.
CLASSES = {cls for kind in (Generator, RandomState) for cls in kind.__mro__ if issubclass(cls, Distributions)}


def device_of(rng: Any, *args: Any) -> Device | None:
    """Return the `Device` of what a generator draws; None for plain arrays."""
    if device := current_device():
        return device
    if not _any_device:
        return None
    check_eager()
    bits = rng._bit_generator
    return None if _DRAWING.get() is bits else _DEVICES.get(bits)


@contextmanager
def _on_this_process(bits: BitGenerator) -> Iterator[None]:
    """Have a bit generator draw plain arrays."""
    token = _DRAWING.set(bits)
    try:
        yield
    finally:
        _DRAWING.reset(token)


def _synchronize(rng: Any, device: Device) -> None:
    """Give all processes the state that the generator has on the first one, once; then check that it stays the same."""
    bits = rng._bit_generator
    if bits in _ALIKE:
        position = b"".join(t.numpy().tobytes() for t in bits.state["state"].values())
        if not collectives.are_alike(position, device.mesh):
            raise RuntimeError(
                "the random generators of the processes are at different places of their streams: a process has drawn "
                "from this generator alone; draw on all processes, or from another generator"
            )
        return
    rng.random(0)  # makes the generator of torch
    for dim in range(device.mesh.ndim):
        bits.state = collectives.broadcast_object(bits.state, 0, device.mesh, dim)
    _ALIKE.add(bits)


def default_rng(seed: Any, device: Device) -> Generator:
    """Return a generator whose numbers are on `device`."""
    rng = plain_function("random.default_rng")(seed, device=layout_of(device.mesh, device.axes).device)
    _DEVICES[rng._bit_generator] = device
    global _any_device  # noqa: PLW0603
    _any_device = True
    return rng


#: Samplers that draw each element from the next numbers of the stream, on the CPU.
_IN_ORDER = ("binomial", "bits", "exponential", "gamma", "normal", "poisson", "uniform")
#: Elements of a block: torch computes 16 normal numbers together, and the last 16 anew.
_BLOCK = 2**16


class _WholeNeededError(Exception):
    """Raised for a draw that depends on other random numbers, or has another shape than the result."""


def _sampler(name: str, shape: tuple[int, ...], local: tuple[int, ...], start: int) -> Callable[..., torch.Tensor]:
    """Return a sampler of the part of shape `local` that starts at element `start` of an array of shape `shape`."""
    sample, stop, n = SAMPLERS[name], start + math.prod(local), math.prod(shape)

    def draw_part(parameters: list, full: list[int], dtype: torch.dtype, device: Any, generator: Any) -> torch.Tensor:
        if tuple(full) != shape or any(p.ndim for p in parameters):
            raise _WholeNeededError
        if name not in _IN_ORDER or device.type != "cpu":
            # on the CPU the same permutation, in half of the memory
            short = name == "permutation" and device.type == "cpu" and n < 2**31
            numbers = sample(parameters, full, torch.int32 if short else dtype, device, generator)
            numbers = numbers.reshape(-1)[start:stop].clone()  # frees those of the others
            return numbers.to(dtype).reshape(local)
        kept = torch.empty(stop - start, dtype=dtype, device=device)
        ends = [*range(_BLOCK, n - _BLOCK + 1, _BLOCK), n]
        for first, last in zip([0, *ends], ends, strict=False):
            block = sample(parameters, [last - first], dtype, device, generator)
            low, high = max(first, start), min(last, stop)
            if low < high:
                kept[low - start : high - start] = block[low - first : high - first]
        return kept.reshape(local)

    return draw_part


def _part_drawn(name: str, args: list[Any], kwargs: dict[str, Any], self: Any, device: Device) -> Any:
    """Return the result of a method that draws each element alike, or NotImplemented."""
    function = plain_function(name)
    given = inspect.signature(function).bind(self, *args, **kwargs).arguments
    if name.endswith(".permutation") and isinstance(given["x"], int):
        given["size"] = given["x"]
    if given.get("size") is None or given.get("out") is not None or device.axes[0] is None:
        return NotImplemented
    if any(isinstance(v, (ndarray, torch.Tensor, np.ndarray, list, tuple)) for k, v in given.items() if k != "size"):
        return NotImplemented
    shape = normalize_shape(given["size"])
    layout = layout_of(device.mesh, (0,) + (None,) * (device.mesh.ndim - 1))
    if not shape:
        return NotImplemented
    local, start = layout.local_shape(shape), layout.span(0, shape[0])[0] * math.prod(shape[1:])
    bits = self._bit_generator
    before = bits.state
    bits.samplers = {sampler: _sampler(sampler, shape, local, start) for sampler in SAMPLERS}
    try:
        part = function(self, *args, **kwargs)
    except (_WholeNeededError, RuntimeError):  # the shape of the result does not fit
        part = None
    finally:
        del bits.samplers
    if part is None or part.shape != local:
        bits.state = before
        return NotImplemented
    axes = tuple(None if a is None or a >= len(shape) else a for a in device.axes)
    return relayout(rewrap(part, shape, layout.axes, device.mesh), axes)


def drawn(name: str, args: tuple, kwargs: dict[str, Any], device: Device) -> Any:
    """Return the result of a method on `device`: the numbers are drawn on every process, which keeps its part."""
    self, *rest = args
    with _on_this_process(self._bit_generator):
        _synchronize(self, device)
        short = name.rpartition(".")[2]
        if short in ("shuffle", "permutation") and type(rest[0]) is DistributedArray:
            x, axis = rest[0], rest[1] if len(rest) > 1 else 0
            order = wrap(self._random_order(self._context(short), x.shape[axis]))
            moved = take.take(x, order, axis)
            if short == "permutation":
                return moved
            x[...] = moved
            return None
        result = _part_drawn(name, rest, kwargs, self, device)
        if result is not NotImplemented:
            return result
        given, named = (mapped(v, lambda x: replicated(x, short)) for v in (rest, kwargs))
        result = plain_function(name)(self, *given, **named)
    return place(result, device.mesh, device.axes).__copy__() if isinstance(result, ndarray) else result


@rule(*METHODS, named=True)
def _beside(name: str, *args: Any, **kwargs: Any) -> Any:
    """Return the result of a method with distributed arguments: it is cut as they are."""
    layout = layout_among(*args, *kwargs.values())
    return drawn(name, args, kwargs, Device(layout.mesh, layout.axes))
