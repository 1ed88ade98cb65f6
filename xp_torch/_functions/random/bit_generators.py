"""Bit generators: seeds, states and the torch generators that all random numbers are drawn from.

`draw` is the one way to a sampler. Eagerly that is a call; under tracing it is an operator of torch's,
`xp_torch::draw`, which knows its generator by a number: Dynamo takes no `torch.Generator` into a graph.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.random import SeedSequence

from xp_torch._array.coercion import as_device, common_device
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_device
from xp_torch._facts.shapes import normalize_shape
from xp_torch._kernels.random import SAMPLERS

__all__ = [
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "SFC64",
    "BitGenerator",
    "Philox",
    "draw",
    "is_traced",
    "outside_graphs",
]

#: words of torch's Mersenne twister, where they are in the state that torch gives (in words of 64 bits), its bytes.
_WORDS, _FIRST, _STATE_SIZE = 624, 3, 5056

F = TypeVar("F", bound=Callable[..., Any])

_alive: weakref.WeakValueDictionary[int, BitGenerator] = weakref.WeakValueDictionary()
_numbers = itertools.count()
_library = torch.library.Library("xp_torch", "DEF")
_library.define(
    "draw(str name, Tensor[] parameters, SymInt[] shape, ScalarType dtype, Device device, int number) -> Tensor",
    tags=(torch.Tag.nondeterministic_seeded, torch.Tag.pt2_compliant_tag),
)


def _draw(
    name: str, parameters: list[torch.Tensor], shape: Sequence[int], dtype: torch.dtype, device: Any, number: int
) -> torch.Tensor:
    """Call the sampler `name` with the generator of a bit generator that is known by its number."""
    bits = _alive[number]
    with bits.lock:
        return SAMPLERS[name](parameters, list(shape), dtype, device, bits.torch_generator(device))


def _describe(
    name: str, parameters: list[torch.Tensor], shape: Sequence[int], dtype: torch.dtype, device: Any, number: int
) -> torch.Tensor:
    """Return what a drawn tensor looks like."""
    return torch.empty(shape, dtype=dtype, device=device)


_library.impl("draw", _draw, "CompositeExplicitAutograd")
torch.library.register_fake("xp_torch::draw", _describe, lib=_library)
# A draw that nobody uses moves the stream all the same.
torch.fx.node.has_side_effect(torch.ops.xp_torch.draw.default)


def outside_graphs(function: F) -> F:
    """Leave `function` out of compiled graphs, as ``torch.compiler.disable`` does, which would import Dynamo."""
    function._torchdynamo_disable = True  # type: ignore[attr-defined]
    function._torchdynamo_disable_msg = "seeds and states stay in Python"  # type: ignore[attr-defined]
    return function


def is_traced() -> bool:
    """Tell whether a graph is made of what runs, or fakes or batches of tensors run in place of them."""
    return (
        torch.compiler.is_compiling()
        or bool(torch._C._len_torch_dispatch_stack())
        or torch._C._functorch.peek_interpreter_stack() is not None
    )


def draw(
    bits: BitGenerator,
    name: str,
    parameters: list[torch.Tensor],
    shape: Sequence[int],
    dtype: torch.dtype,
    device: torch.device,
) -> torch.Tensor:
    """Return a tensor of what the sampler `name` draws; gradients do not go to the parameters."""
    detached = [p.detach() for p in parameters]
    if torch.compiler.is_compiling() or torch._C._len_torch_dispatch_stack():
        return torch.ops.xp_torch.draw(name, detached, shape, dtype, device, bits.number)
    return _draw(name, detached, shape, dtype, device, bits.number)


class BitGenerator:
    """The source of random bits of a `Generator`: torch's generators, one for each device that numbers are drawn on.

    All bit generators are this one under other names: torch's algorithm is the Mersenne twister on the CPU and Philox
    on GPUs. So the streams are not NumPy's, and they are the same under each name.

    Parameters
    ----------
    seed : None, int, sequence of ints, SeedSequence or torch.Generator, optional
        Where the stream begins. By default the operating system's entropy. A `torch.Generator` is drawn from itself.
    device : device_like, optional
        Where numbers are drawn. By default on the device of the array parameters, else on the default device.

    Attributes
    ----------
    seed_seq : SeedSequence or None
        What the generators are seeded with.
    lock : threading.RLock
        Held while numbers are drawn.
    device : torch.device or None
        Where numbers are drawn.

    Examples
    --------
    >>> import xp_torch as xp
    >>> rng = xp.random.Generator(xp.random.PCG64(1))
    >>> rng.random(3).shape
    (3,)
    """

    def __init__(self, seed: Any = None, *, device: Any = None) -> None:
        self._begin(seed, None if device is None else as_device(device))

    def _begin(self, seed: Any, device: torch.device | None) -> None:
        """Begin anew from a seed."""
        self.number = next(_numbers)
        self.lock = threading.RLock()
        _alive[self.number] = self
        self.seed_seq: Any = None
        self._generators: dict[torch.device, torch.Generator] = {}
        if isinstance(seed, torch.Generator):
            if device is not None and device != seed.device:
                raise ValueError(f"the torch.Generator is on {seed.device}, not on {device}")
            self.device: torch.device | None = seed.device
            self._generators[seed.device] = seed
            return
        self.device = device
        self.reseed(seed)

    def reseed(self, seed: Any) -> None:
        """Begin again from a seed, in place."""
        if isinstance(seed, ndarray):
            seed = seed.tolist()
        if hasattr(seed, "generate_state"):
            self.seed_seq = seed
        else:
            if isinstance(seed, (float, str, bytes, complex)):
                raise TypeError(f"a seed must be None, an int or a sequence of ints, not {type(seed).__name__}")
            if isinstance(seed, (int, np.integer)) and seed < 0:
                raise ValueError("expected non-negative integer")
            self.seed_seq = SeedSequence(seed)
        self._generators = {}

    def torch_generator(self, device: Any = None) -> torch.Generator:
        """Return the `torch.Generator` that numbers on a device are drawn from.

        Parameters
        ----------
        device : device_like, optional
            By default the one that numbers are drawn on.

        Returns
        -------
        torch.Generator
            Not a copy: what is drawn from it moves the stream.

        Examples
        --------
        >>> import xp_torch as xp
        >>> xp.random.PCG64(1).torch_generator("cpu").device
        device(type='cpu')
        """
        where = as_device(device) if device is not None else self.device or default_device()
        found = self._generators.get(where)
        if found is None:
            if self.seed_seq is None:
                raise ValueError(f"numbers on {where} cannot be drawn from a torch.Generator on {self.device}")
            found = self._generators[where] = _seeded(where, self.seed_seq)
        return found

    def place(self, name: str, arrays: Sequence[Any]) -> torch.device:
        """Return where numbers are drawn beside `arrays`: the device asked for, theirs, or the default device."""
        if self.device is None:
            return common_device(name, arrays) if arrays else default_device()
        for a in arrays:
            if a.device != self.device and (a.ndim or a.device.type != "cpu"):
                raise ValueError(f"{name}: numbers are drawn on {self.device}, a parameter is on {a.device}")
        return self.device

    @property
    def state(self) -> dict[str, Any]:
        """The state as a dict: the name, the seed sequence and the states of torch's generators; may be set."""
        states = {str(d): g.get_state().clone() for d, g in self._generators.items()}
        return {"bit_generator": type(self).__name__, "seed_seq": self.seed_seq, "state": states}

    @state.setter
    def state(self, value: Any) -> None:
        if not isinstance(value, dict):
            raise TypeError("state must be a dict")
        if "bit_generator" not in value or value["bit_generator"] != type(self).__name__:
            raise ValueError(f"state must be for a {type(self).__name__} RNG")
        with self.lock:
            self.seed_seq = value["seed_seq"]
            # A generator that a torch.Generator was given for is set in place.
            kept, self._generators = self._generators, {}
            for name, state in value["state"].items():
                device = torch.device(name)
                found = kept.get(device) or torch.Generator(device)
                found.set_state(state)
                self._generators[device] = found

    def spawn(self, n_children: int) -> list[Any]:
        """Return new bit generators with streams of their own.

        Parameters
        ----------
        n_children : int
            How many.

        Returns
        -------
        list of BitGenerator
            Seeded by the children of `seed_seq`.

        Raises
        ------
        TypeError
            If there is no seed sequence that spawns.
        """
        if not hasattr(self.seed_seq, "spawn"):
            raise TypeError("The underlying SeedSequence does not implement spawning.")
        return [type(self)(child, device=self.device) for child in self.seed_seq.spawn(n_children)]

    def random_raw(self, size: Any = None, output: bool = True) -> ndarray | None:
        """Return uint64 of 64 random bits each.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape.
        output : bool, default: True
            Whether there is a result.

        Returns
        -------
        ndarray or None
            The bits.
        """
        shape = () if size is None else normalize_shape(size)
        t = draw(self, "bits", [], shape, torch.int64, self.place("random_raw", ()))
        return wrap(t.view(torch.uint64)) if output else None

    def __getstate__(self) -> dict[str, Any]:
        return {"device": None if self.device is None else str(self.device), **self.state}

    def __setstate__(self, state: dict[str, Any]) -> None:
        device = state["device"]
        self._begin(0, None if device is None else torch.device(device))
        self.state = {k: v for k, v in state.items() if k != "device"}


def _seeded(device: torch.device, sequence: Any) -> torch.Generator:
    """Return a new generator of torch's on a device.

    manual_seed of the CPU's takes 32 bits of the seed (at::mt19937 in torch's sources): two of 2**16 children would
    begin alike. So its words come from the sequence.
    """
    found = torch.Generator(device)
    found.manual_seed(int(sequence.generate_state(1, np.uint64)[0]) >> 1)
    state = found.get_state()
    if device.type == "cpu" and state.numel() == _STATE_SIZE:
        words = sequence.generate_state(_WORDS, np.uint32).astype(np.int64)
        words[0] = 0x80000000  # of which one bit counts: not all may be zero
        state.view(torch.int64)[_FIRST : _FIRST + _WORDS] = torch.from_numpy(words)
        found.set_state(state)
    return found


class MT19937(BitGenerator):
    """The bit generator under the name of NumPy's Mersenne twister; the stream is torch's, see `BitGenerator`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.random.Generator(xp.random.MT19937(1)).integers(10, size=3).shape
    (3,)
    """


class PCG64(BitGenerator):
    """The bit generator under the name of NumPy's default; the stream is torch's, see `BitGenerator`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.random.Generator(xp.random.PCG64(1)).integers(10, size=3).shape
    (3,)
    """


class PCG64DXSM(BitGenerator):
    """The bit generator under the name of NumPy's; the stream is torch's, see `BitGenerator`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.random.Generator(xp.random.PCG64DXSM(1)).integers(10, size=3).shape
    (3,)
    """


class Philox(BitGenerator):
    """The bit generator under the name of NumPy's; the stream is torch's, see `BitGenerator`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.random.Generator(xp.random.Philox(1)).integers(10, size=3).shape
    (3,)
    """


class SFC64(BitGenerator):
    """The bit generator under the name of NumPy's; the stream is torch's, see `BitGenerator`.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.random.Generator(xp.random.SFC64(1)).integers(10, size=3).shape
    (3,)
    """
