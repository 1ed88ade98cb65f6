"""Random arrays on a mesh: every process draws the same stream and keeps its part."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed import collectives
from xp_torch._distributed.array import DistributedArray, layout_among, place, replicated
from xp_torch._distributed.door import mapped, plain_function, rule
from xp_torch._distributed.layout import Device, layout_of
from xp_torch._functions.indexing import take
from xp_torch._functions.random.bit_generators import BitGenerator
from xp_torch._functions.random.draws import Distributions
from xp_torch._functions.random.generator import Generator
from xp_torch._functions.random.random_state import RandomState

__all__ = ["DEVICES", "METHODS", "default_rng", "drawn"]

#: The `Device` of bit generators that were made for one.
DEVICES: weakref.WeakKeyDictionary[BitGenerator, Device] = weakref.WeakKeyDictionary()
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


@contextmanager
def _on_this_process(bits: BitGenerator) -> Iterator[None]:
    """Have a bit generator draw plain arrays."""
    device = DEVICES.pop(bits, None)
    try:
        yield
    finally:
        if device is not None:
            DEVICES[bits] = device


def _synchronize(rng: Any, device: Device) -> None:
    """Give all processes the state that the generator has on the first one, once."""
    bits = rng._bit_generator
    if bits in _ALIKE:
        return
    rng.random(0)  # makes the generator of torch
    for dim in range(device.mesh.ndim):
        bits.state = collectives.broadcast_object(bits.state, 0, device.mesh, dim)
    _ALIKE.add(bits)


def default_rng(seed: Any, device: Device) -> Generator:
    """Return a generator whose numbers are on `device`."""
    rng = plain_function("random.default_rng")(seed, device=layout_of(device.mesh, device.axes).device)
    DEVICES[rng._bit_generator] = device
    return rng


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
        given, named = (mapped(v, lambda x: replicated(x, short)) for v in (rest, kwargs))
        result = plain_function(name)(self, *given, **named)
    return place(result, device.mesh, device.axes).__copy__() if isinstance(result, ndarray) else result


def _beside(name: str) -> Any:
    """Return the rule of a method with distributed arguments: the result is cut as they are."""

    def draw(*args: Any, **kwargs: Any) -> Any:
        layout = layout_among(*args, *kwargs.values())
        return drawn(name, args, kwargs, Device(layout.mesh, layout.axes))

    return draw


for _name in METHODS:
    rule(_name, meshes=True)(_beside(_name))
