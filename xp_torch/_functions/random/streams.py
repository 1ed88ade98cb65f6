"""The streams of a generator: NumPy's own, and torch's, which are seeded from it.

Compiled code draws through two operators, `xp_torch::draw_numpy` and `xp_torch::draw`. They find their generator by a
number, because Dynamo accepts neither NumPy's generators nor torch's in a graph.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from numpy.random import BitGenerator, SeedSequence

from xp_torch._array.coercion import as_device, as_lists, as_tensor, leaves_of
from xp_torch._array.element import new_element
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.defaults import default_device, default_float
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import without_frames
from xp_torch._facts.inspection import numpy_view
from xp_torch._facts.shapes import broadcast_shapes, normalize_shape
from xp_torch._facts.torch_errors import common_device, raise_explained
from xp_torch._facts.torch_state import (
    exclude_from_graphs,
    has_derivative,
    in_forward_mode,
    is_compiling,
    is_compiling_or_exporting,
    is_observed,
    is_transformed,
    map_randomness,
    outside_of_modes,
)
from xp_torch._kernels.cast import cast
from xp_torch._kernels.random import SAMPLERS

__all__ = [
    "Streams",
    "as_seed",
    "given_arrays",
    "not_in_graphs",
    "result_shape",
    "set_states",
    "states_of_generators",
    "to_tensor",
    "with_states",
]

#: words of torch's Mersenne twister, their offset in torch's state (in words of 64 bits), and the bytes of that state.
_WORDS, _OFFSET, _STATE_SIZE = 624, 3, 5056

#: NumPy's methods that append the last axis of a parameter to `size`, and the position of this parameter.
_WITH_LAST_AXIS = {"dirichlet": 0, "multinomial": 1, "multivariate_hypergeometric": 0}
#: NumPy's methods without the parameter `size`.
_WITHOUT_SIZE = frozenset({"permutation", "permuted"})
#: Samplers that torch differentiates by their parameters.
_DIFFERENTIABLE = ("gamma", "log_gamma")
_NUMBERS = (bool, int, float)

_by_number: weakref.WeakValueDictionary[int, Streams] = weakref.WeakValueDictionary()
_numbers = itertools.count()
_library = torch.library.Library("xp_torch", "DEF")

#: Decorator of functions of generators: a graph would not have their state.
not_in_graphs = exclude_from_graphs("seeds and states are handled in Python")


def _define(schema: str, implementation: Any, fake: Any) -> None:
    """Define an operator that draws: an unused draw advances the stream too, so it stays in the graph."""
    name = schema.partition("(")[0]
    tags = (torch.Tag.nondeterministic_seeded, torch.Tag.pt2_compliant_tag, torch.Tag.flexible_layout)
    _library.define(schema, tags=tags)
    _library.impl(name, implementation, "CompositeExplicitAutograd")
    torch.library.register_fake(f"xp_torch::{name}", fake, lib=_library)
    torch.fx.node.has_side_effect(getattr(torch.ops.xp_torch, name).default)


def _draw(
    name: str,
    parameters: list[torch.Tensor],
    shape: Sequence[int],
    dtype: torch.dtype,
    device: Any,
    number: int,
    after: torch.Tensor | None = None,
) -> torch.Tensor:
    """Call the sampler `name` with a generator of torch's; one that fails leaves the stream as it was.

    `after` is what a graph has drawn before: it is there to keep the order.
    """
    streams = _by_number[number]
    with streams._unmoved_by_errors():
        generator = streams._torch_stream(device)
        try:
            return SAMPLERS[name](parameters, list(shape), dtype, device, generator)
        except RuntimeError as error:
            raise_explained(name, (), error)


def _draw_numpy(
    name: str,
    parameters: list[torch.Tensor],
    options: list[str],
    shape: Sequence[int],
    dtype: torch.dtype,
    number: int,
    after: torch.Tensor | None = None,
) -> torch.Tensor:
    """Call NumPy's method `name`; `options` are the names and the values of other arguments."""
    values = [p.item() if p.ndim == 0 else p.numpy() for p in parameters]
    named: dict[str, Any] = {
        key: int(value) if value.lstrip("-").isdigit() else value
        for key, value in zip(options[::2], options[1::2], strict=True)
    }
    if name == "randint" and named.pop("endpoint", False):
        values[1] += 1
    if name == "choice" and len(values) == 2:
        named["p"] = values.pop()
    size = tuple(shape[:-1] if name in _WITH_LAST_AXIS else shape)
    t = torch.from_numpy(np.asarray(_by_number[number]._call_numpy(name, values, size, named)))
    return t if t.dtype is dtype else t.to(dtype)


_define(
    "draw(str name, Tensor[] parameters, SymInt[] shape, ScalarType dtype, Device device, int number, "
    "Tensor? after=None) -> Tensor",
    _draw,
    lambda name, parameters, shape, dtype, device, number, after=None: torch.empty(shape, dtype=dtype, device=device),
)
_define(
    "draw_numpy(str name, Tensor[] parameters, str[] options, SymInt[] shape, ScalarType dtype, int number, "
    "Tensor? after=None) -> Tensor",
    _draw_numpy,
    lambda name, parameters, options, shape, dtype, number, after=None: torch.empty(shape, dtype=dtype, device="cpu"),
)


def states_of_generators() -> dict[int, Any]:
    """Return the states of all generators, by their numbers."""
    alive = [streams for reference in _by_number.valuerefs() if (streams := reference()) is not None]
    return {streams._number: streams._state() for streams in alive}


@contextmanager
def with_states(states: dict[int, Any]) -> Iterator[None]:
    """Draw from states that `states_of_generators` has returned, and go on with the present states afterwards."""
    before = states_of_generators()
    set_states(states)
    try:
        yield
    finally:
        set_states(before)


def set_states(states: dict[int, Any]) -> None:
    """Go on from states that `states_of_generators` has returned."""
    for number, state in states.items():
        if (streams := _by_number.get(number)) is not None:
            streams._set_state(state)


class Streams:
    """The base of `Generator` and `RandomState`: where numbers are drawn, and by whom.

    The only state is NumPy's. A draw of torch's takes its seed from it, so that the seed, the state, copies and
    children determine the numbers on every device.
    """

    #: NumPy's generator that draws. The instance derives from its class too, but NumPy's methods call each other on
    #: `self`, where they would find ours.
    _numpy: Any
    _bit_generator: BitGenerator
    _device: torch.device | None
    #: A device with rules that draw instead, such as `xp.distributed.Device`; None if this generator draws.
    _elsewhere: Any = None
    #: The generator that the user gave in place of a seed.
    _torch_generator: torch.Generator | None
    _number: int

    def _initialize(self, device: Any, generator: torch.Generator | None = None) -> None:
        """Set the device and the number of a new instance."""
        device = None if device is None else as_device(device)
        if generator is not None:
            if device is not None and device != generator.device:
                raise ValueError(
                    f"{type(self).__name__}: the torch.Generator is on {generator.device}, device is {device}"
                )
            device = generator.device
        self._device, self._torch_generator = device, generator
        self._number = next(_numbers)
        _by_number[self._number] = self

    def _state(self) -> Any:
        """Return the state of the stream."""
        if self._torch_generator is not None:
            return self._torch_generator.get_state()
        numpy = self._numpy
        # The state of RandomState has a number that is kept for the next draw, besides the state of its bit generator.
        return numpy.get_state(legacy=False) if hasattr(numpy, "get_state") else numpy.bit_generator.state

    def _set_state(self, state: Any) -> None:
        """Go on from a state that `_state` has returned."""
        if self._torch_generator is not None:
            self._torch_generator.set_state(state)
        elif hasattr(self._numpy, "set_state"):
            self._numpy.set_state(state)
        else:
            self._numpy.bit_generator.state = state

    @contextmanager
    def _unmoved_by_errors(self) -> Iterator[None]:
        """Leave the stream as it was if the block raises: for draws that may fail after they have begun."""
        before, drawn = self._state(), False
        try:
            yield
            drawn = True
        finally:
            if not drawn:
                self._set_state(before)

    def _torch_stream(self, device: torch.device) -> torch.Generator:
        """Return a generator of torch's on `device`: the user's, or a new one with a seed from NumPy's stream."""
        if self._torch_generator is not None:
            return self._torch_generator
        with outside_of_modes():
            return _seeded(device, SeedSequence(self._numpy._bit_generator.random_raw(4).tolist()))

    def _device_for(self, name: str, arrays: Sequence[Any]) -> torch.device:
        """Return the device to draw on: the generator's, else that of the arrays, else the default device."""
        if self._device is None:
            return common_device(name, arrays) if arrays else default_device()
        for a in arrays:
            if a.device != self._device and (a.ndim or a.device.type != "cpu"):
                raise ValueError(f"{name}: numbers are drawn on {self._device}, a parameter is on {a.device}")
        return self._device

    def _is_numpys(self, device: torch.device) -> bool:
        """Return whether NumPy draws the numbers on `device`: those on the CPU that `torch.vmap` does not map."""
        return device.type == "cpu" and self._torch_generator is None and not map_randomness()

    def _call_numpy(self, name: str, values: Sequence[Any], size: Any, options: dict[str, Any]) -> Any:
        """Return the result of NumPy's method `name`."""
        method = getattr(self._numpy, name)
        if name in _WITHOUT_SIZE:
            return method(*values, **options)
        return method(*values, size=size, **options)

    @without_frames
    def _numpys(
        self, name: str, size: Any, *values: Any, kind: torch.dtype | None = None, **options: Any
    ) -> ndarray | None:
        """Return the result of NumPy's method `name`; None if torch draws, or has to see the parameters.

        `kind` is the dtype of NumPy's result; by default it is float64, which becomes the default float.
        """
        if not self._is_numpys(self._device_for(name, given_arrays(*values) if values else ())):
            return None
        return self._numpys_numbers(name, size, values, kind, options)

    def _numpys_numbers(
        self,
        name: str,
        size: Any,
        values: Sequence[Any],
        kind: torch.dtype | None = None,
        options: dict[str, Any] | None = None,
    ) -> ndarray | None:
        """Return the result of NumPy's method `name` on the CPU; None if torch has to see the parameters."""
        options = options or {}
        dtype, kind = (torch.float64, default_float()) if kind is None else (kind, kind)
        if is_compiling() or is_observed():
            return self._traced(name, size, values, dtype, kind, options)
        exact = not dtype.is_floating_point
        given = [v if type(v) in _NUMBERS else numpys_argument(v, exact) for v in values]
        if "p" in options:
            options["p"] = numpys_argument(options["p"], exact)
            if options["p"] is NotImplemented:
                return None
        for value in given:
            if value is NotImplemented:
                return None
        if size is not None and type(size) is not int and type(size) is not tuple:
            size = normalize_shape(size)
        return wrap_drawn(self._call_numpy(name, given, size, options), dtype, kind)

    def _traced(
        self, name: str, size: Any, values: Any, dtype: torch.dtype, kind: torch.dtype, options: Any
    ) -> ndarray | None:
        """Return the result of the operator that calls NumPy's method `name`; None as in `_numpys`."""
        if name == "multivariate_normal":
            return None
        weights = options.pop("p", None)
        if name in ("integers", "randint") and all(isinstance(v, int) for v in values):
            # Any dtype holds an upper bound that is included.
            low, high = values if len(values) == 2 else (0, *values)
            values, options["endpoint"] = (low, high if options.get("endpoint") else high - 1), 1
        parameters = []
        for value in values if weights is None else (*values, weights):
            if isinstance(value, int) and 2**63 <= value < 2**64:
                t = torch.full((), value - 2**64, dtype=torch.int64, device="cpu").view(torch.uint64)
            else:
                t = to_tensor(value, torch.device("cpu"))
            if KIND[t.dtype] == "c":
                return None
            if has_derivative(t):
                if dtype.is_floating_point:
                    return None
                t = t.detach()
            if t.dtype is not torch.uint64:
                t = cast(t, torch.float64 if t.is_floating_point() else torch.int64)
            parameters.append(t)
        if name in _WITHOUT_SIZE:
            shape: tuple[int, ...] = normalize_shape(size)
        else:
            batch = [] if name == "choice" else [t.shape for t in parameters]
            last: tuple[int, ...] = ()
            if (place := _WITH_LAST_AXIS.get(name)) is not None:
                last = batch[place][-1:]
                if not last:
                    return None
                batch = [batch[0], batch[1][:-1]] if name == "multinomial" else []
            shape = (*result_shape(size, batch), *last)
        texts = [text for key, value in options.items() for text in (key, str(value))]
        t = torch.ops.xp_torch.draw_numpy(name, parameters, texts, shape, dtype, self._number)
        return wrap_as(t if kind is dtype else t.to(kind), kind)

    def _torchs(
        self, name: str, parameters: list[torch.Tensor], shape: tuple[int, ...], dtype: torch.dtype, device: Any
    ) -> torch.Tensor:
        """Return the result of torch's sampler `name`, with derivatives by the shape parameters of gamma numbers."""
        if dtype.is_floating_point and any(map(has_derivative, parameters)):
            where = ""
            if name in _DIFFERENTIABLE:
                compiled = is_compiling_or_exporting()
                if not compiled and not in_forward_mode():
                    return _draw(name, parameters, shape, dtype, device, self._number)
                where = " in compiled code" if compiled else " in forward mode"
            raise RuntimeError(
                f"random: {name} numbers have no derivative by their parameters{where}; detach the parameters"
            )
        detached = [p.detach() for p in parameters]
        if is_compiling() or is_observed():
            maps = map_randomness()
            if "different" in maps or "error" in maps:
                raise RuntimeError(
                    f'random: vmap with randomness="{maps[-1]}" cannot draw in compiled code; draw before it'
                )
            return torch.ops.xp_torch.draw(name, detached, shape, dtype, device, self._number)
        return _draw(name, detached, shape, dtype, device, self._number)


def numpys_argument(value: Any, exact: bool) -> Any:
    """Return a parameter as NumPy takes it; NotImplemented if its values can't be inspected or it is differentiated.

    Exact results have no derivative, so that whether their parameters are differentiated has no influence.
    """
    if isinstance(value, ndarray):
        t = value._tensor
    elif isinstance(value, torch.Tensor):
        t = value
    elif isinstance(value, range) or (isinstance(value, (list, tuple)) and given_arrays(*leaves_of(value))):
        t = as_tensor(value)
    else:
        return value
    if t.requires_grad and (exact or not torch.is_grad_enabled()):
        t = t.detach()
    if t.is_floating_point() and t.itemsize == 2:  # NumPy lacks bfloat16
        t = t.to(torch.float64)
    view = numpy_view(t)
    return NotImplemented if view is None else view


def wrap_drawn(drawn: Any, dtype: torch.dtype, kind: torch.dtype) -> ndarray:
    """Return NumPy's numbers, which have the dtype `dtype`, as an array of `kind`; the memory is NumPy's."""
    if type(drawn) is not np.ndarray:
        if kind is dtype and not is_transformed():
            return new_element(drawn.item() if isinstance(drawn, np.generic) else drawn, kind)
        drawn = np.asarray(drawn)
    t = torch.from_numpy(drawn)
    return wrap_as(t if t.dtype is kind else t.to(kind), kind)


def given_arrays(*values: Any) -> list[Any]:
    """Return the arrays and tensors among arguments."""
    return [v for v in values if isinstance(v, (ndarray, torch.Tensor))]


def to_tensor(value: Any, device: torch.device) -> torch.Tensor:
    """Return an array-like as a tensor, on `device` if it is not an array."""
    if isinstance(value, float):  # that the default float may not hold
        return torch.full((), value, dtype=torch.float64, device=device)
    return as_tensor(value, device=None if given_arrays(value) else device)


def result_shape(size: Any, shapes: Sequence[Sequence[int]] = ()) -> tuple[int, ...]:
    """Return the shape of a result: `size`, to which the shapes of the parameters must broadcast."""
    full = broadcast_shapes(*shapes) if shapes else ()
    if size is None:
        return full
    shape = normalize_shape(size)
    if full:
        try:
            fits = broadcast_shapes(full, shape) == shape
        except ValueError:
            fits = False
        if not fits:
            raise ValueError(f"Output size {shape} is not compatible with broadcast dimensions of inputs {full}.")
    return shape


def as_seed(seed: Any) -> Any:
    """Return a seed as NumPy takes it: arrays, and those in sequences, as ints and lists of ints."""
    if isinstance(seed, (ndarray, torch.Tensor)):
        return seed.tolist()
    if isinstance(seed, np.ndarray):
        return np.asarray(seed)  # NumPy ends the process for a matrix, whose items are matrices
    if isinstance(seed, (list, tuple)):
        as_lists(seed)  # a recursive list raises here, and ends the process in NumPy
        return [as_seed(x) for x in seed]
    return seed


def _seeded(device: torch.device, sequence: SeedSequence) -> torch.Generator:
    """Return a new `torch.Generator` on a device.

    On the CPU its words come from the sequence: manual_seed uses only 32 bits of the seed (at::mt19937 in torch's
    sources), so that two of 2**16 draws would have equal streams.
    """
    try:
        generator = torch.Generator(device)
    except RuntimeError:
        raise ValueError(f"torch draws no random numbers on the device {str(device)!r}") from None
    generator.manual_seed(int(sequence.generate_state(1, np.uint64)[0]) >> 1)
    state = generator.get_state()
    if device.type == "cpu" and state.numel() == _STATE_SIZE:
        words = sequence.generate_state(_WORDS, np.uint32).astype(np.int64)
        words[0] = 0x80000000  # only its highest bit is used, and the words must not all be zero
        state.view(torch.int64)[_OFFSET : _OFFSET + _WORDS] = torch.from_numpy(words)
        generator.set_state(state)
    return generator
