"""Kernels of binary operations for a Python number in place of an operand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import torch

from xp_torch._facts.dtypes import KIND
from xp_torch._facts.torch_state import in_forward_mode, is_compiling, is_tracing
from xp_torch._kernels import host
from xp_torch._kernels.any_order import IN_FORWARD_MODE
from xp_torch._kernels.elementwise import complexes, floats, integers

_pow, _square, _scalar_tensor = torch.pow, torch.square, torch.scalar_tensor
#: A kernel that takes a tensor and a number, and the bounds of the numbers; None for the kernel with a 0-D tensor.
_Row = tuple[Callable[..., Any], Any, Any] | None


@cache
def with_second(kernel: Callable) -> Callable:
    """Return `kernel` for a Python number as its second operand."""
    return lambda t, value: kernel(t, _scalar_tensor(value, dtype=t.dtype, device=t.device))


@cache
def with_first(kernel: Callable) -> Callable:
    """Return `kernel` for a Python number as its first operand."""
    return lambda value, t: kernel(_scalar_tensor(value, dtype=t.dtype, device=t.device), t)


@cache
def swapped(kernel: Callable) -> Callable:
    """Return `kernel`, of a sum or product, for a Python number as its first operand: NumPy's loops ask the first."""
    return lambda value, t: kernel(t, value)


@cache
def with_float(kernel: Callable, first: bool) -> Callable:
    """Return torch's `kernel` for floats and an int, as its first or second operand.

    The int is given as a float: torch would cast it by another kernel, for half of the time again.
    """
    if first:
        return lambda value, t: kernel(float(value), t)
    return lambda t, value: kernel(t, float(value))


def _clamp(own: Callable, by_number: Callable) -> Callable[..., _Row]:
    """Return the kernel of `maximum` and `minimum` with a number, which is a clamp."""

    def clamped(t: torch.Tensor, value: Any) -> torch.Tensor:
        # The derivative of a clamp at its bound is 1; equal operands have a half each. A trace must serve both.
        if in_forward_mode():
            return IN_FORWARD_MODE[own](t, _scalar_tensor(value, dtype=t.dtype, device=t.device))
        if t.requires_grad or (not is_compiling() and is_tracing()):
            return own(t, _scalar_tensor(value, dtype=t.dtype, device=t.device))
        return by_number(t, value)

    def choose(kind: type, dtype: torch.dtype, kernel: Callable, loop: Callable, low: Any, high: Any) -> _Row:
        if kernel is not own or KIND[dtype] not in "if" or kind is bool:
            return None
        second = with_second(loop)

        def clamped_or_zero(t: torch.Tensor, value: Any) -> torch.Tensor:
            # Of two equal zeros with different signs NumPy returns the second; a clamp returns the first.
            return clamped(t, value) if value or is_compiling() else second(t, value)

        return (clamped if KIND[dtype] == "i" else clamped_or_zero), low, high

    return choose


def shift(kind: type, dtype: torch.dtype, kernel: Callable, loop: Callable, low: Any, high: Any) -> _Row:
    """Return torch's own shift, which is right for numbers below the width of the dtype."""
    native = kernel in (torch.bitwise_left_shift, torch.bitwise_right_shift)
    return (kernel, 0, 8 * dtype.itemsize - 1) if native else None


def exponent(kind: type, dtype: torch.dtype, kernel: Callable, loop: Callable, low: Any, high: Any) -> _Row:
    """Return the kernel of a power with a Python number: as NumPy's, but for integers only non-negative numbers.

    A real square is exact in any case; for other exponents torch's own kernels round more, or lose infinities. Compiled
    code and GPUs take the number, which they expand to products.
    """
    if KIND[dtype] in "iu":
        return (_pow if kernel is integers.power else with_second(loop)), 0, high
    if KIND[dtype] not in "fc" or dtype.itemsize < 4:
        return None
    if KIND[dtype] == "c":
        return host.power_by_number(complexes.power_by), low, high
    general = host.power_by_number(with_second(kernel))

    def power(t: torch.Tensor, value: Any) -> torch.Tensor:
        if value == 2:
            return _square(t)
        # a power by a tensor has no higher derivatives at 0 for the exponents 0 and 1, nor by forward mode below 0
        by_number = value in (0, 1) or is_compiling() or not t.is_cpu or in_forward_mode()
        return floats.power_by(t, value) if by_number else general(t, value)

    return power, low, high


def _divisor(integers: Callable, reals: Callable) -> Callable[..., _Row]:
    """Return the kernel of a division by finite numbers from 1 on, which need no special cases."""

    def choose(kind: type, dtype: torch.dtype, kernel: Callable, loop: Callable, low: Any, high: Any) -> _Row:
        general = with_second(loop)
        if KIND[dtype] == "i" or dtype is torch.uint8:
            return (lambda t, value: integers(t, value) if value >= 1 else general(t, value)), low, high
        if KIND[dtype] == "f" and dtype.itemsize >= 4:
            return (lambda t, value: reals(t, value) if value >= 1 else general(t, value)), low, high
        return None

    return choose


floor_divide = _divisor(host.by_numpy_if_large("floor_divide", torch.floor_divide), floats.floor_divide_by)
remainder = _divisor(host.by_numpy_if_large("remainder", torch.remainder), floats.remainder_by)
fmod = _divisor(torch.fmod, torch.fmod)
maximum = _clamp(torch.maximum, torch.clamp_min)
minimum = _clamp(torch.minimum, torch.clamp_max)
