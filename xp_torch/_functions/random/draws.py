"""What the distributions share: parameters, their checks, sizes, and the draw itself."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap, wrap_as
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND, as_dtype, torch_dtype
from xp_torch._facts.shapes import broadcast_shapes, normalize_shape
from xp_torch._functions.random.bit_generators import BitGenerator, draw, is_traced
from xp_torch._kernels.cast import cast, copy_into

__all__ = [
    "Draws",
    "Frame",
    "give",
    "integer_parameter",
    "parameter",
    "refuse",
    "seen",
    "size_of",
    "tells",
    "working",
]

F = TypeVar("F", bound=Callable[..., Any])

#: the largest rate whose Poisson numbers fit int64, with ten standard deviations to spare.
_MOST_RATE = 2.0**63 - 1 - math.sqrt(2.0**63 - 1) * 10

#: what parameters must not be: (what is bad of a float or tensor, NumPy's words).
_RULES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "not negative": (lambda x: _signbit(x) & (x == x), "{} < 0"),
    "positive": (lambda x: x <= 0, "{} <= 0"),
    "positive number": (lambda x: (x <= 0) | (x != x), "{} <= 0 or {} contains NaNs"),
    "probability": (lambda x: (x < 0) | (x > 1) | (x != x), "{} < 0, {} > 1 or {} contains NaNs"),
    "probability above 0": (lambda x: (x <= 0) | (x > 1) | (x != x), "{} <= 0, {} > 1 or {} contains NaNs"),
    "probability below 1": (lambda x: (x < 0) | (x >= 1) | (x != x), "{} < 0, {} >= 1 or {} contains NaNs"),
    "above 1": (lambda x: (x <= 1) | (x != x), "{} <= 1 or {} contains NaNs"),
    "rate": (lambda x: (x < 0) | (x != x), "{} < 0 or {} contains NaNs"),
    "bounded rate": (lambda x: x > _MOST_RATE, "{} value too large"),
}


def _signbit(x: Any) -> Any:
    """Tell what is negative, -0.0 included, of a float or a tensor."""
    return math.copysign(1.0, x) < 0 if isinstance(x, float) else torch.signbit(x)


def tells(example: str, returns: str = "Random numbers.", shown: str = "(3,)", **parameters: str) -> Callable[[F], F]:
    """Return a decorator that adds numpydoc's sections to the summary in a docstring; `size` is told by itself."""
    known = {
        "size": "Shape of the result; by default what the parameters broadcast to, 0-D for numbers.",
        "dtype": "Real floating dtype of the result; by default the default float.",
        "out": "Where to write the result: of this dtype, and of this size if both are given.",
    }

    def decorate(function: F) -> F:
        lines = ["", "", "Parameters", "----------"]
        for p in list(inspect.signature(function).parameters.values())[1:]:
            told = parameters.get(p.name) or known[p.name]
            default = ", optional" if p.default is not inspect.Parameter.empty else ""
            kind = {"size": "int or tuple of ints", "dtype": "dtype_like", "out": "ndarray"}.get(p.name, "array_like")
            lines += [f"{'*' if p.kind is p.VAR_POSITIONAL else ''}{p.name} : {kind}{default}", f"    {told}"]
        lines += ["", "Returns", "-------", "ndarray", f"    {returns}", "", "Examples", "--------"]
        lines += [">>> import xp_torch as xp", ">>> rng = xp.random.default_rng(1)", f">>> {example}", shown, ""]
        function.__doc__ = (function.__doc__ or "") + "\n".join(lines)
        return function

    return decorate


def parameter(value: Any, dtype: torch.dtype, device: torch.device | None = None) -> Any:
    """Return a parameter as a float, or as a tensor of the dtype."""
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        return float(value)
    t = as_tensor(value, device=device)
    if KIND[t.dtype] == "c":
        raise TypeError("parameters of distributions must be real")
    return cast(t, dtype)


def integer_parameter(value: Any) -> Any:
    """Return a count without what NumPy cuts off: its fraction."""
    if isinstance(value, (float, np.floating)):
        return int(value) if value == value else -1
    if isinstance(value, (bool, int, np.generic)):
        return value
    t = as_tensor(value)
    return wrap(torch.trunc(t) if t.is_floating_point() else t)


def check(name: str, value: Any, rule: str) -> None:
    """Raise ValueError for a parameter that breaks a rule, where that can be seen."""
    bad, message = _RULES[rule]
    refuse(bad(value), message.replace("{}", name))


def size_of(size: Any, shapes: Sequence[Sequence[int]] = ()) -> tuple[int, ...]:
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


class Frame:
    """Where one call draws: from which bits, of which shape, on which device, and in which dtype it works."""

    def __init__(self, bits: BitGenerator, shape: tuple[int, ...], device: torch.device, dtype: torch.dtype) -> None:
        self.bits, self.shape, self.device, self.dtype = bits, shape, device, dtype

    def tensor(self, value: Any) -> torch.Tensor:
        """Return a parameter as a tensor."""
        if isinstance(value, torch.Tensor):
            return value.to(self.device)
        return torch.full((), value, dtype=self.dtype, device=self.device)

    def draw(self, name: str, *values: Any, dtype: torch.dtype | None = None) -> torch.Tensor:
        """Return what a sampler draws, in the dtype that is worked in or another."""
        parameters = [self.tensor(v) for v in values]
        return draw(self.bits, name, parameters, self.shape, dtype or self.dtype, self.device)


def working(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype that numbers are drawn in which are rounded to a dtype."""
    return torch.float32 if dtype.itemsize == 2 else dtype


class Draws:
    """What `Generator` and `RandomState` share."""

    _bit_generator: BitGenerator

    def _prepare(
        self, name: str, size: Any, *given: tuple[str, Any, str], dtype: torch.dtype | None = None
    ) -> tuple[list[Any], Frame]:
        """Return checked parameters, each a float or a tensor, and the frame to draw in."""
        work = dtype or working(default_float())
        arrays = [v for _, v, _ in given if isinstance(v, (ndarray, torch.Tensor))]
        bits = self._bit_generator
        device = bits.place(name, arrays)
        values = []
        for label, value, rule in given:
            found = parameter(value, work, None if isinstance(value, (ndarray, torch.Tensor)) else device)
            for one in rule.split(", ") if rule else ():
                check(label, found, one)
            if isinstance(found, torch.Tensor) and found.device != device:
                found = found.to(device)
            values.append(found)
        shape = size_of(size, [v.shape for v in values if isinstance(v, torch.Tensor)])
        return values, Frame(bits, shape, device, work)

    def _integers(self, frame: Frame, sampler: str, *values: Any) -> ndarray:
        """Return int64 that a sampler draws."""
        return wrap_as(frame.draw(sampler, *values, dtype=torch.int64), torch.int64)

    def _standard(self, sampler: str, size: Any, dtype: Any, out: Any, *given: tuple[str, Any, str]) -> ndarray:
        """Return numbers of a standard distribution in a dtype of the caller's choice, in `out` if that is given."""
        kind = default_float() if dtype is None else torch_dtype(dtype)
        if KIND[kind] != "f":
            raise TypeError(f"Unsupported dtype {as_dtype(kind)!r} for {sampler}")
        if out is not None:
            if not isinstance(out, ndarray):
                raise TypeError(f"out must be an ndarray, not {type(out).__name__}")
            if out.dtype.torch is not kind:
                raise TypeError(f"Supplied output array has the wrong type. Expected {as_dtype(kind)}, got {out.dtype}")
            if size is not None and size_of(size) != out.shape:
                raise ValueError("size must match out.shape when used together")
            size = out.shape
            if not out._tensor.is_contiguous():
                raise ValueError(
                    "Supplied output array must be contiguous, writable, aligned, and in machine byte-order."
                )
        values, frame = self._prepare(sampler, size, *given, dtype=working(kind))
        drawn = frame.draw(sampler, *values, dtype=kind if sampler in ("uniform", "normal") else None)
        drawn = drawn if drawn.dtype is kind else drawn.to(kind)
        if out is None:
            return wrap_as(drawn, kind)
        copy_into(out._tensor, drawn)
        return out


def give(t: torch.Tensor) -> ndarray:
    """Return numbers in the default float."""
    kind = default_float()
    return wrap_as(t if t.dtype is kind else t.to(kind), kind)


def refuse(wrong: Any, message: str, error: type[Exception] = ValueError) -> None:
    """Raise an error of what is wrong, where that can be seen."""
    if seen(wrong):
        raise error(message)


def seen(wrong: Any) -> bool:
    """Tell whether anything is wrong, of what can be seen: Python's, or on the CPU and not traced."""
    if isinstance(wrong, torch.Tensor):
        return wrong.device.type == "cpu" and not is_traced() and bool(wrong.any())
    return bool(wrong)
