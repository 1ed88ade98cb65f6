"""Bit generators: seeds, states and the torch generators that all random numbers are drawn from.

`draw` calls a sampler. Traced code calls it through the operator `xp_torch::draw`, which finds its bit generator by a
number, because Dynamo doesn't accept a `torch.Generator` in a graph.
"""

from __future__ import annotations

import itertools
import operator
import threading
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.random import SeedSequence

from xp_torch._array.coercion import as_device, as_lists
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_device
from xp_torch._facts.docstrings import shared_docstring
from xp_torch._facts.out_of_scope import reason
from xp_torch._facts.shapes import normalize_shape
from xp_torch._facts.torch_errors import common_device, raise_explained
from xp_torch._facts.torch_state import exclude_from_graphs, in_dispatch_mode, is_compiling_or_exporting, is_transformed
from xp_torch._kernels.random import FILLS, SAMPLERS

__all__ = [
    "MT19937",
    "PCG64",
    "PCG64DXSM",
    "SFC64",
    "BitGenerator",
    "Philox",
    "draw",
    "draw_number",
    "not_in_graphs",
]

#: words of torch's Mersenne twister, their offset in torch's state (in words of 64 bits), and the bytes of that state.
_WORDS, _OFFSET, _STATE_SIZE = 624, 3, 5056

#: The part of a spawn key that says that the number of a jump follows: no generator has that many children.
_JUMPED = 2**32 - 1

_CPU = torch.device("cpu")

_by_number: weakref.WeakValueDictionary[int, BitGenerator] = weakref.WeakValueDictionary()
_numbers = itertools.count()
_library = torch.library.Library("xp_torch", "DEF")
_library.define(
    "draw(str name, Tensor[] parameters, SymInt[] shape, ScalarType dtype, Device device, int number) -> Tensor",
    tags=(torch.Tag.nondeterministic_seeded, torch.Tag.pt2_compliant_tag),
)


def _draw(
    name: str, parameters: list[torch.Tensor], shape: Sequence[int], dtype: torch.dtype, device: Any, number: int
) -> torch.Tensor:
    """Call the sampler `name` with the generator on `device` of the bit generator `number`."""
    bits = _by_number[number]
    with bits.lock:
        try:
            return bits.samplers[name](parameters, list(shape), dtype, device, bits.torch_generator(device))
        except RuntimeError as error:
            raise_explained(name, (), error)


def _fake_draw(
    name: str, parameters: list[torch.Tensor], shape: Sequence[int], dtype: torch.dtype, device: Any, number: int
) -> torch.Tensor:
    """Return an empty tensor of the shape and dtype of the result, for tracing."""
    return torch.empty(shape, dtype=dtype, device=device)


_library.impl("draw", _draw, "CompositeExplicitAutograd")
torch.library.register_fake("xp_torch::draw", _fake_draw, lib=_library)
# An unused draw advances the stream too, so it must stay in the graph.
torch.fx.node.has_side_effect(torch.ops.xp_torch.draw.default)


#: samplers of which torch has the derivative by the parameters.
_DIFFERENTIABLE = ("gamma", "log_gamma")
#: Decorator of functions of generators, whose state a graph would not have.
not_in_graphs = exclude_from_graphs("seeds and states are handled in Python")


def draw(
    bits: BitGenerator,
    name: str,
    parameters: list[torch.Tensor],
    shape: Sequence[int],
    dtype: torch.dtype,
    device: torch.device,
) -> torch.Tensor:
    """Return the result of the sampler `name`, with the derivatives of gamma numbers by their shape parameter."""
    detached = [p.detach() for p in parameters]
    if dtype.is_floating_point and any(p.requires_grad for p in parameters):
        if name in _DIFFERENTIABLE and not is_compiling_or_exporting():
            return _draw(name, parameters, shape, dtype, device, bits.number)
        compiled = " in compiled code" if name in _DIFFERENTIABLE else ""
        raise RuntimeError(
            f"random: {name} numbers have no derivative by their parameters{compiled}; detach the parameters"
        )
    if is_compiling_or_exporting() or in_dispatch_mode():
        return torch.ops.xp_torch.draw(name, detached, shape, dtype, device, bits.number)
    return _draw(name, detached, shape, dtype, device, bits.number)


def draw_number(bits: BitGenerator, name: str, dtype: torch.dtype, device: torch.device) -> Any:
    """Return one number of a sampler without parameters as a Python number; None if torch has to draw a tensor."""
    if device != _CPU or is_transformed() or bits.samplers is not SAMPLERS:
        return None
    with bits.lock:
        generator = bits._generators.get(device) or bits.torch_generator(device)
        if (t := bits._scratch.get(dtype)) is None:
            with torch.inference_mode(False):
                t = bits._scratch[dtype] = torch.empty((), dtype=dtype, device=device)
        return FILLS[name](t, generator=generator).item()


class BitGenerator:
    """The source of random bits of a `Generator`: one generator of torch's for each device that is drawn on.

    The classes with the names of NumPy's bit generators are all the same: torch's algorithm is the Mersenne twister on
    the CPU and Philox on GPUs. The streams differ from NumPy's, and are the same under each name.

    Parameters
    ----------
    seed : None, int, sequence of ints, SeedSequence or torch.Generator, optional
        Seed. By default, fresh entropy from the operating system. A `torch.Generator` is used itself.
    device : device_like, optional
        Device to draw on; by default the device of the array parameters, else torch's default device.

    Attributes
    ----------
    seed_seq : SeedSequence or None
        Seed sequence of the generators.
    lock : threading.RLock
        Lock that is held during a draw.
    device : torch.device or None
        Device to draw on.

    Examples
    --------
    >>> rng = xp.random.Generator(xp.random.PCG64(1))
    >>> rng.random(3).shape
    (3,)
    """

    #: The samplers by name; arrays that are cut over processes have others.
    samplers = SAMPLERS

    def __init__(self, seed: Any = None, *, device: Any = None) -> None:
        self._initialize(seed, None if device is None else as_device(device))

    def _initialize(self, seed: Any, device: torch.device | None) -> None:
        """Set the number, the lock, the device and the seed."""
        self.number = next(_numbers)
        self.lock = threading.RLock()
        _by_number[self.number] = self
        self.seed_seq: Any = None
        self._generators: dict[torch.device, torch.Generator] = {}
        #: The tensors of one element in which `draw_number` has numbers drawn: making one takes as long as the draw.
        self._scratch: dict[torch.dtype, torch.Tensor] = {}
        if isinstance(seed, torch.Generator):
            if device is not None and device != seed.device:
                raise ValueError(f"{type(self).__name__}: the torch.Generator is on {seed.device}, device is {device}")
            self.device: torch.device | None = seed.device
            self._generators[seed.device] = seed
            return
        self.device = device
        self.reseed(seed)

    def reseed(self, seed: Any) -> None:
        """Set the seed, in place."""
        if isinstance(seed, ndarray):
            seed = seed.tolist()
        if hasattr(seed, "generate_state"):
            self.seed_seq = seed
        else:
            if isinstance(seed, (float, str, bytes, complex)):
                raise TypeError(f"seed must be None, an int or a sequence of ints (got {type(seed).__name__})")
            if isinstance(seed, (int, np.integer)) and seed < 0:
                raise ValueError("expected non-negative integer")
            as_lists(seed)  # a recursive list raises here, and ends the process in NumPy
            self.seed_seq = SeedSequence(seed)
        self._generators = {}

    def torch_generator(self, device: Any = None) -> torch.Generator:
        """Return the `torch.Generator` of a device, not a copy: drawing from it advances the stream.

        Parameters
        ----------
        device : device_like, optional
            Device; by default the one to draw on.

        Returns
        -------
        torch.Generator
            The generator.

        Examples
        --------
        >>> xp.random.PCG64(1).torch_generator("cpu").device
        device(type='cpu')
        """
        device = as_device(device) if device is not None else self.device or default_device()
        generator = self._generators.get(device)
        if generator is None:
            if self.seed_seq is None:
                raise ValueError(f"a torch.Generator on {self.device} cannot draw on {device}")
            generator = self._generators[device] = _seeded(device, self.seed_seq)
        return generator

    def device_for(self, name: str, arrays: Sequence[Any]) -> torch.device:
        """Return the device to draw on: that of the bit generator, that of `arrays`, or the default device."""
        if self.device is None:
            return common_device(name, arrays) if arrays else default_device()
        for a in arrays:
            if a.device != self.device and (a.ndim or a.device.type != "cpu"):
                raise ValueError(f"{name}: numbers are drawn on {self.device}, a parameter is on {a.device}")
        return self.device

    @property
    def state(self) -> dict[str, Any]:
        """The state: a dict of the name, the seed sequence and the states of torch's generators. It can be set."""
        states = {str(d): g.get_state().clone() for d, g in self._generators.items()}
        return {"bit_generator": type(self).__name__, "seed_seq": self.seed_seq, "state": states}

    @state.setter
    def state(self, value: Any) -> None:
        if not isinstance(value, dict):
            raise TypeError(f"state must be a dict (got {type(value).__name__})")
        if "bit_generator" not in value or value["bit_generator"] != type(self).__name__:
            raise ValueError(f"state must be for a {type(self).__name__} RNG")
        with self.lock:
            self.seed_seq = value["seed_seq"]
            # A torch.Generator that the user passed is set in place.
            previous, self._generators = self._generators, {}
            for name, state in value["state"].items():
                device = torch.device(name)
                self._generators[device] = previous.get(device) or torch.Generator(device)
                self._generators[device].set_state(state)

    def spawn(self, n_children: int) -> list[Any]:
        """Return a list of `n_children` new bit generators with independent streams, seeded from `seed_seq`."""
        if not hasattr(self.seed_seq, "spawn"):
            raise TypeError("The underlying SeedSequence does not implement spawning.")
        return [type(self)(child, device=self.device) for child in self.seed_seq.spawn(n_children)]

    def random_raw(self, size: Any = None, output: bool = True) -> ndarray | None:
        """Return uint64 numbers of random bits.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default 0-D.
        output : bool, default: True
            Whether to return the numbers; if False, they are drawn only.

        Returns
        -------
        ndarray or None
            The numbers.
        """
        shape = () if size is None else normalize_shape(size)
        t = draw(self, "bits", [], shape, torch.int64, self.device_for("random_raw", ()))
        return wrap(t.view(torch.uint64)) if output else None

    def __getattr__(self, name: str) -> Any:
        cls = type(self).__name__
        advice = reason(f"random.{cls}.{name}")
        text = f"{cls!r} object has no attribute {name!r}"
        raise AttributeError(text if advice is None else f"{text}: {advice}", name=name, obj=self)

    def __getstate__(self) -> dict[str, Any]:
        return {"device": None if self.device is None else str(self.device), **self.state}

    def __setstate__(self, state: dict[str, Any]) -> None:
        device = state["device"]
        self._initialize(0, None if device is None else torch.device(device))
        self.state = {k: v for k, v in state.items() if k != "device"}


def _seeded(device: torch.device, sequence: Any) -> torch.Generator:
    """Return a new `torch.Generator` on a device.

    On the CPU its words come from the sequence: manual_seed uses only 32 bits of the seed (at::mt19937 in torch's
    sources), so that two of 2**16 spawned generators would have equal streams.
    """
    generator = torch.Generator(device)
    generator.manual_seed(int(sequence.generate_state(1, np.uint64)[0]) >> 1)
    state = generator.get_state()
    if device.type == "cpu" and state.numel() == _STATE_SIZE:
        words = sequence.generate_state(_WORDS, np.uint32).astype(np.int64)
        words[0] = 0x80000000  # only its highest bit is used, and the words must not all be zero
        state.view(torch.int64)[_OFFSET : _OFFSET + _WORDS] = torch.from_numpy(words)
        generator.set_state(state)
    return generator


_EXAMPLE = """
The stream is torch's, see `BitGenerator`.

Examples
--------
>>> xp.random.Generator(xp.random.$name(1)).integers(10, size=3).shape
(3,)
"""


class _Jumping(BitGenerator):
    """A bit generator with NumPy's method for streams that follow one another."""

    def jumped(self, jumps: int = 1) -> Any:
        """Return a new bit generator, whose stream is independent of this one.

        ``jumped(2)`` has the stream of ``jumped().jumped()``. Differs from NumPy: it does not depend on how many
        numbers have been drawn.

        Parameters
        ----------
        jumps : int, default: 1
            Number of the stream, counted from this one.

        Returns
        -------
        BitGenerator
            The bit generator, of the same class.

        Examples
        --------
        >>> bits = xp.random.PCG64(1)
        >>> streams = [xp.random.Generator(bits.jumped(i)) for i in range(1, 4)]
        """
        sequence = self.seed_seq
        if not isinstance(sequence, SeedSequence):
            raise TypeError(f"{type(self).__name__}: jumped needs a seed of ints")
        key = tuple(sequence.spawn_key)
        key, count = (key[:-2], key[-1]) if key[-2:-1] == (_JUMPED,) else (key, 0)
        key = (*key, _JUMPED, count + operator.index(jumps))
        return type(self)(SeedSequence(sequence.entropy, spawn_key=key), device=self.device)


@shared_docstring(_EXAMPLE, name="MT19937")
class MT19937(_Jumping):
    """A bit generator with the name of NumPy's Mersenne twister."""


@shared_docstring(_EXAMPLE, name="PCG64")
class PCG64(_Jumping):
    """A bit generator with the name of NumPy's default."""


@shared_docstring(_EXAMPLE, name="PCG64DXSM")
class PCG64DXSM(_Jumping):
    """A bit generator with the name of NumPy's PCG64DXSM."""


@shared_docstring(_EXAMPLE, name="Philox")
class Philox(_Jumping):
    """A bit generator with the name of NumPy's Philox.

    Parameters
    ----------
    seed : None, int, sequence of ints, SeedSequence or torch.Generator, optional
        Seed, as for `BitGenerator`.
    counter : None, int or sequence of ints, optional
        Number of one of the independent streams of a seed or a key.
    key : None, int or sequence of ints, optional
        Seed, which is given in place of `seed`.
    device : device_like, optional
        Device to draw on; by default the device of the array parameters, else torch's default device.
    """

    def __init__(self, seed: Any = None, counter: Any = None, key: Any = None, *, device: Any = None) -> None:
        if seed is not None and key is not None:
            raise ValueError("seed and key cannot be both used")
        super().__init__(seed if key is None else key, device=device)
        words = np.ravel(np.asarray(0 if counter is None else counter, dtype=object)).tolist()
        if any(words):
            if not isinstance(self.seed_seq, SeedSequence):
                raise TypeError("Philox: a counter needs a seed or a key of ints")
            self.reseed([*np.ravel(np.asarray(self.seed_seq.entropy, dtype=object)).tolist(), *words])


@shared_docstring(_EXAMPLE, name="SFC64")
class SFC64(BitGenerator):
    """A bit generator with the name of NumPy's SFC64."""
