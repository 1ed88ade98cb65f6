"""The base of `Generator` and `RandomState`: parameters of distributions, their checks, sizes, and the draw itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND, as_dtype, limits, torch_dtype
from xp_torch._facts.inspection import any_true
from xp_torch._facts.torch_errors import check_writable
from xp_torch._functions.random.streams import Streams, given_arrays, result_shape, to_tensor
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
    "as_default_float",
    "domains",
    "raise_if",
]

F = TypeVar("F", bound=Callable[..., Any])


class Domain(NamedTuple):
    """The allowed values of a parameter: a check of a float or a tensor, and NumPy's error message."""

    is_invalid: Callable[[Any], Any] | None = None
    message: str = ""


def _is_negative(x: Any) -> Any:
    """Return where a float or a tensor is negative, which includes -0.0."""
    return (math.copysign(1.0, x) < 0 if isinstance(x, float) else torch.signbit(x)) & (x == x)


REAL = Domain()
NON_NEGATIVE = Domain(_is_negative, "{0} < 0")
COUNT = Domain(_is_negative, "{0} < 0")
POSITIVE = Domain(lambda x: x <= 0, "{0} <= 0")
POSITIVE_NUMBER = Domain(lambda x: (x <= 0) | (x != x), "{0} <= 0 or {0} contains NaNs")
RATE = Domain(lambda x: (x < 0) | (x != x), "{0} < 0 or {0} contains NaNs")
ABOVE_ONE = Domain(lambda x: (x <= 1) | (x != x), "{0} <= 1 or {0} contains NaNs")
PROBABILITY = Domain(lambda x: (x < 0) | (x > 1) | (x != x), "{0} < 0, {0} > 1 or {0} contains NaNs")
PROBABILITY_ABOVE_ZERO = Domain(lambda x: (x <= 0) | (x > 1) | (x != x), "{0} <= 0, {0} > 1 or {0} contains NaNs")
PROBABILITY_BELOW_ONE = Domain(lambda x: (x < 0) | (x >= 1) | (x != x), "{0} < 0, {0} >= 1 or {0} is NaN")

#: the parameters of each distribution, by its name: (name, domain).
_DOMAINS: dict[str, list[tuple[str, Domain]]] = {}

#: NumPy's methods that draw what these samplers draw.
_NUMPYS = {
    "exponential": "standard_exponential",
    "gumbel": "gumbel",
    "laplace": "laplace",
    "logistic": "logistic",
    "normal": "standard_normal",
    "uniform": "random",
}


def domains(**parameters: Domain) -> Callable[[F], F]:
    """Return a decorator that declares the allowed values of the parameters of a distribution, for `_prepare`."""

    def decorate(function: F) -> F:
        _DOMAINS[function.__name__] = list(parameters.items())
        return function

    return decorate


def _truncated(value: Any) -> Any:
    """Return a count without its fraction, as NumPy does; NaN becomes negative."""
    if isinstance(value, (float, np.floating)):
        return int(value) if value == value else -1
    if isinstance(value, (bool, int, np.generic)):
        return value
    t = as_tensor(value)
    return wrap(torch.trunc(t) if t.is_floating_point() else t)


def raise_if(invalid: Any, message: str, error: type[Exception] = ValueError) -> None:
    """Raise an error if a bool is true, or any element of a mask that can be inspected."""
    if any_true(invalid) if isinstance(invalid, torch.Tensor) else invalid:
        raise error(message)


class DrawContext:
    """Generator, shape, device and working dtype of a draw of torch's."""

    def __init__(self, rng: Streams, shape: tuple[int, ...], device: torch.device, dtype: torch.dtype) -> None:
        self.rng, self.shape, self.device, self.dtype = rng, shape, device, dtype

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
        """Return the result of a sampler, by default in the working dtype.

        On the CPU, NumPy draws the numbers that have no parameters, so that those of a distribution whose location
        and scale are differentiated are NumPy's.
        """
        dtype = dtype or self.dtype
        if not values and sampler in _NUMPYS and self.rng._is_numpys(self.device):
            drawn = self.rng._numpys_numbers(_NUMPYS[sampler], self.shape, (), torch.float64)
            if drawn is not None:
                return drawn._tensor.to(dtype)
        return self.rng._torchs(sampler, [self.tensor(v) for v in values], self.shape, dtype, self.device)

    def draw_integers(self, sampler: str, *values: Any) -> ndarray:
        """Return the result of a sampler as an array of int64."""
        return wrap_as(self.draw(sampler, *values, dtype=torch.int64), torch.int64)


def _working(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype to compute in for a result of `dtype`."""
    return torch.float32 if dtype.itemsize == 2 else dtype


class Distributions(Streams):
    """The base of the classes of distributions.

    A method returns NumPy's numbers if NumPy draws, see `Streams`; what follows in it is for torch.
    """

    #: Whether parameters are checked as in `RandomState`.
    _is_legacy = False

    def __repr__(self) -> str:
        return f"{self} at 0x{id(self):X}"

    def __str__(self) -> str:
        return f"{type(self).__name__}({type(self._torch_generator or self._bit_generator).__name__})"

    def _context(self, name: str, *values: Any, dtype: torch.dtype | None = None) -> DrawContext:
        """Return the context of a draw on the device of the arrays among `values`, for a 0-D result."""
        device = self._device_for(name, given_arrays(*values))
        return DrawContext(self, (), device, dtype or _working(default_float()))

    def _prepare(self, name: str, size: Any, *values: Any, dtype: torch.dtype | None = None) -> list[Any]:
        """Return the context of a draw, and the parameters of a distribution, checked, as floats or tensors."""
        context = self._context(name, *values, dtype=dtype)
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

    def _standard(
        self, name: str, sampler: str, size: Any, dtype: Any, out: Any, *values: Any, **options: Any
    ) -> ndarray:
        """Return numbers of a standard distribution in the caller's dtype, in `out` if that is given."""
        kind = default_float() if dtype is None else torch_dtype(dtype)
        if KIND[kind] != "f":
            raise TypeError(f"Unsupported dtype {as_dtype(kind)!r} for {name}")
        if out is not None:
            if not isinstance(out, ndarray):
                raise TypeError(f"{name}: out must be an ndarray (got {type(out).__name__})")
            if out.dtype.torch is not kind:
                raise TypeError(f"Supplied output array has the wrong type. Expected {as_dtype(kind)}, got {out.dtype}")
            if size is not None and result_shape(size) != out.shape:
                raise ValueError("size must match out.shape when used together")
            size = out.shape
            if not out._tensor.is_contiguous():
                raise ValueError(
                    "Supplied output array must be contiguous, writable, aligned, and in machine byte-order."
                )
            check_writable(out._tensor)
        # NumPy draws no numbers of 16 bits; they are rounded. Numbers of the default float are rounded float64.
        wide = torch.float64 if dtype is None or kind is torch.float64 else torch.float32
        if wide is torch.float32:
            options["dtype"] = "float32"
        drawn = self._numpys(name, size, *values, kind=wide, **options)
        if drawn is None:
            context, *parameters = self._prepare(name, size, *values, dtype=_working(kind))
            t = context.draw(sampler, *parameters, dtype=kind if sampler in ("uniform", "normal") else None)
            drawn = wrap_as(t if t.dtype is kind else t.to(kind), kind)
        elif kind is not wide:
            t = drawn._tensor
            t = t if t.dtype is kind else t.to(kind)
            # Rounding must not reach the bound that is excluded.
            drawn = wrap_as(torch.clamp(t, max=1.0 - limits(kind).eps / 2) if sampler == "uniform" else t, kind)
        if out is None:
            return drawn
        out._store(drawn._tensor)
        return out


def as_default_float(t: torch.Tensor) -> ndarray:
    """Return a tensor as an array of the default float."""
    kind = default_float()
    return wrap_as(t if t.dtype is kind else t.to(kind), kind)
