"""The base of `Generator` and `RandomState`: parameters of distributions, their checks, sizes, and the draw itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.element import new_element
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.defaults import default_device, default_float
from xp_torch._facts.docstrings import described_parameters, shared_docstring
from xp_torch._facts.dtypes import KIND, as_dtype, torch_dtype
from xp_torch._facts.inspection import any_true
from xp_torch._facts.shapes import broadcast_shapes, normalize_shape
from xp_torch._functions.random.bit_generators import BitGenerator, draw, draw_number
from xp_torch._kernels.cast import cast

__all__ = [
    "ABOVE_ONE",
    "COUNT",
    "NON_NEGATIVE",
    "POSITIVE",
    "POSITIVE_NUMBER",
    "PROBABILITY",
    "PROBABILITY_ABOVE_ZERO",
    "PROBABILITY_BELOW_ONE",
    "RATE",
    "REAL",
    "Distributions",
    "DrawContext",
    "Size",
    "as_default_float",
    "distribution",
    "documented",
    "given_arrays",
    "raise_if",
    "result_shape",
    "to_tensor",
]

F = TypeVar("F", bound=Callable[..., Any])
Size = int | tuple[int, ...] | None


class Domain(NamedTuple):
    """The allowed values of a parameter: a description, a check of a float or a tensor, and NumPy's error message."""

    text: str
    is_invalid: Callable[[Any], Any] | None = None
    message: str = ""


def _is_negative(x: Any) -> Any:
    """Return where a float or a tensor is negative, which includes -0.0."""
    return (math.copysign(1.0, x) < 0 if isinstance(x, float) else torch.signbit(x)) & (x == x)


REAL = Domain("")
NON_NEGATIVE = Domain("non-negative", _is_negative, "{0} < 0")
COUNT = Domain("a non-negative integer", _is_negative, "{0} < 0")
POSITIVE = Domain("positive", lambda x: x <= 0, "{0} <= 0")
POSITIVE_NUMBER = Domain("positive", lambda x: (x <= 0) | (x != x), "{0} <= 0 or {0} contains NaNs")
RATE = Domain("non-negative", lambda x: (x < 0) | (x != x), "{0} < 0 or {0} contains NaNs")
ABOVE_ONE = Domain("greater than 1", lambda x: (x <= 1) | (x != x), "{0} <= 1 or {0} contains NaNs")
PROBABILITY = Domain("in [0, 1]", lambda x: (x < 0) | (x > 1) | (x != x), "{0} < 0, {0} > 1 or {0} contains NaNs")
PROBABILITY_ABOVE_ZERO = Domain(
    "in (0, 1]", lambda x: (x <= 0) | (x > 1) | (x != x), "{0} <= 0, {0} > 1 or {0} contains NaNs"
)
PROBABILITY_BELOW_ONE = Domain(
    "in [0, 1)", lambda x: (x < 0) | (x >= 1) | (x != x), "{0} < 0, {0} >= 1 or {0} contains NaNs"
)

#: the parameters of each distribution, by its name: (name, domain).
_DOMAINS: dict[str, list[tuple[str, Domain]]] = {}

#: Samplers of numbers that are drawn without a tensor of the result.
_NUMBERS = frozenset({"normal", "uniform"})
_PARAMETERS = {
    "args": "int: Sizes of the axes.",
    "check_valid": '{"warn", "raise", "ignore"}: What to do if `cov` is not positive semidefinite; checked on the CPU.',
    "cov": "array_like: Covariance: a symmetric, positive semidefinite matrix.",
    "dtype": "dtype_like: Real floating data type of the result; by default the default float.",
    "high": "array_like: Upper bound (exclusive).",
    "length": "int: Number of bytes.",
    "low": "array_like: Lower bound (inclusive). If `high` is None, the range is [0, low).",
    "mean": "array_like: Mean, 1-D.",
    "out": "ndarray: Array to write the result to, contiguous and of the data type and the size of the result.",
    "p": "array_like: Probabilities of the elements; by default all are equal.",
    "replace": "bool: Whether an element may be drawn more than once.",
    "size": "int or tuple of ints: Shape of the result; by default the broadcast shape of the parameters.",
    "tol": "float: Tolerance of the check of `cov`.",
}


def documented(
    example: str, shown: str = "(3,)", returns: str = "Random numbers.", **parameters: str
) -> Callable[[F], F]:
    """Return a decorator that adds all sections to the summary in the docstring of a method."""
    setup = ">>> rng = xp.random.default_rng(1)\n" if example.startswith("rng") else ""

    def decorate(function: F) -> F:
        shared_docstring(
            f"Returns\n-------\nndarray\n    {returns}\n\nExamples\n--------\n{setup}>>> {example}\n{shown}"
        )(function)
        return described_parameters(_PARAMETERS, **parameters)(function)

    return decorate


def distribution(
    arguments: str = "", shown: str = "(3,)", returns: str = "Random numbers.", **parameters: tuple[str, Domain]
) -> Callable[[F], F]:
    """Return a decorator that declares the parameters of a distribution and documents them.

    `arguments` are those of the example. A parameter has a description and a domain, which `_prepare` checks.
    """

    def decorate(function: F) -> F:
        name = function.__name__
        _DOMAINS[name] = [(label, domain) for label, (_, domain) in parameters.items()]
        texts = {
            label: f"array_like: {', '.join(filter(None, (text, domain.text)))}."
            for label, (text, domain) in parameters.items()
        }
        separator = ", " if arguments else ""
        return documented(f"rng.{name}({arguments}{separator}size=3).shape", shown, returns, **texts)(function)

    return decorate


def given_arrays(*values: Any) -> list[Any]:
    """Return the arrays and tensors among arguments."""
    return [v for v in values if isinstance(v, (ndarray, torch.Tensor))]


def to_tensor(value: Any, device: torch.device) -> torch.Tensor:
    """Return an array-like as a tensor, on `device` if it is not an array."""
    return as_tensor(value, device=None if given_arrays(value) else device)


def _truncated(value: Any) -> Any:
    """Return a count without its fraction, which NumPy drops; NaN becomes negative."""
    if isinstance(value, (float, np.floating)):
        return int(value) if value == value else -1
    if isinstance(value, (bool, int, np.generic)):
        return value
    t = as_tensor(value)
    return wrap(torch.trunc(t) if t.is_floating_point() else t)


def raise_if(invalid: Any, message: str, error: type[Exception] = ValueError) -> None:
    """Raise an error if a bool, or any element of a mask whose values can be inspected, is true."""
    if any_true(invalid) if isinstance(invalid, torch.Tensor) else invalid:
        raise error(message)


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


class DrawContext:
    """Bit generator, shape, device and working dtype of a draw."""

    def __init__(self, bits: BitGenerator, shape: tuple[int, ...], device: torch.device, dtype: torch.dtype) -> None:
        self.bits, self.shape, self.device, self.dtype = bits, shape, device, dtype

    def real_tensor(self, value: Any) -> torch.Tensor:
        """Return an array-like as a tensor of the working dtype."""
        t = to_tensor(value, self.device)
        if KIND[t.dtype] == "c":
            raise TypeError("parameters of distributions must be real")
        return cast(t, self.dtype)

    def parameter(self, value: Any) -> Any:
        """Return a number as a float, and another array-like as a tensor of the working dtype."""
        if isinstance(value, (bool, int, float)) or (isinstance(value, np.generic) and value.dtype.kind in "biuf"):
            return float(value)
        return self.real_tensor(value)

    def tensor(self, value: Any) -> torch.Tensor:
        """Return a parameter as a tensor on the device."""
        if isinstance(value, torch.Tensor):
            return value.to(self.device)
        return torch.full((), value, dtype=self.dtype, device=self.device)

    def draw(self, sampler: str, *values: Any, dtype: torch.dtype | None = None) -> torch.Tensor:
        """Return the result of a sampler, by default in the working dtype."""
        parameters = [self.tensor(v) for v in values]
        return draw(self.bits, sampler, parameters, self.shape, dtype or self.dtype, self.device)

    def number(self, sampler: str) -> Any:
        """Return the result of a sampler without parameters; a float64 that torch need not see as a Python number."""
        value = None
        if self.shape == () and self.dtype is torch.float64:
            value = draw_number(self.bits, sampler, self.dtype, self.device)
        return self.draw(sampler) if value is None else value

    def draw_integers(self, sampler: str, *values: Any) -> ndarray:
        """Return the result of a sampler as an array of int64."""
        return wrap_as(self.draw(sampler, *values, dtype=torch.int64), torch.int64)


def _working(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype to compute in for a result of `dtype`."""
    return torch.float32 if dtype.itemsize == 2 else dtype


class Distributions:
    """The base of the classes of distributions."""

    _bit_generator: BitGenerator

    def __repr__(self) -> str:
        return f"{self} at 0x{id(self):X}"

    def __str__(self) -> str:
        return f"{type(self).__name__}({type(self._bit_generator).__name__})"

    def _context(self, name: str, *values: Any, dtype: torch.dtype | None = None) -> DrawContext:
        """Return the context of a draw on the device of the arrays among `values`, for a 0-D result."""
        device = self._bit_generator.device_for(name, given_arrays(*values))
        return DrawContext(self._bit_generator, (), device, dtype or _working(default_float()))

    def _prepare(self, name: str, size: Any, *values: Any, dtype: torch.dtype | None = None) -> list[Any]:
        """Return the context of a draw, and the parameters of a distribution, checked, as floats or tensors."""
        device = self._bit_generator.device_for(name, given_arrays(*values) if values else [])
        context = DrawContext(self._bit_generator, (), device, dtype or _working(default_float()))
        prepared: list[Any] = [context]
        shapes = []
        for value, (label, domain) in zip(values, _DOMAINS.get(name, ()), strict=False):
            parameter = context.parameter(_truncated(value) if domain is COUNT else value)
            if domain.is_invalid is not None and (invalid := domain.is_invalid(parameter)) is not False:
                raise_if(invalid, domain.message.format(label))
            if isinstance(parameter, torch.Tensor):
                parameter = parameter.to(context.device)
                shapes.append(parameter.shape)
            prepared.append(parameter)
        context.shape = result_shape(size, shapes)
        return prepared

    def _standard(self, name: str, sampler: str, size: Any, dtype: Any, out: Any, *values: Any) -> ndarray:
        """Return numbers of a standard distribution in the caller's dtype, in `out` if that is given."""
        kind = default_float() if dtype is None else torch_dtype(dtype)
        if KIND[kind] != "f":
            raise TypeError(f"Unsupported dtype {as_dtype(kind)!r} for {name}")
        if out is not None:
            if not isinstance(out, ndarray):
                raise TypeError(f"out must be an ndarray, not {type(out).__name__}")
            if out.dtype.torch is not kind:
                raise TypeError(f"Supplied output array has the wrong type. Expected {as_dtype(kind)}, got {out.dtype}")
            if size is not None and result_shape(size) != out.shape:
                raise ValueError("size must match out.shape when used together")
            size = out.shape
            if not out._tensor.is_contiguous():
                raise ValueError(
                    "Supplied output array must be contiguous, writable, aligned, and in machine byte-order."
                )
        elif size is None and sampler in _NUMBERS and kind.itemsize > 2:
            bits = self._bit_generator
            value = draw_number(bits, sampler, kind, bits.device or default_device())
            if value is not None:
                return new_element(value, kind)
        context, *parameters = self._prepare(name, size, *values, dtype=_working(kind))
        drawn = context.draw(sampler, *parameters, dtype=kind if sampler in ("uniform", "normal") else None)
        drawn = drawn if drawn.dtype is kind else drawn.to(kind)
        if out is None:
            return wrap_as(drawn, kind)
        out._store(drawn)
        return out


def as_default_float(t: Any) -> ndarray:
    """Return a tensor, or a float64 as a Python number, as an array of the default float."""
    kind = default_float()
    if type(t) is float:
        return new_element(t, kind)
    return wrap_as(t if t.dtype is kind else t.to(kind), kind)
