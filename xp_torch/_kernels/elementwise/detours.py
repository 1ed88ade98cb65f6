"""The elementwise kernels that torch lacks for a dtype, and the way round each: data, and the ways.

A test calls the torch kernel of every row and fails once torch has gained it; then the row goes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch

from xp_torch._facts.dtypes import SAME_WIDTH_SIGNED, of_kind
from xp_torch._kernels.bit_views import from_ordered_bits, ordered_bits
from xp_torch._kernels.elementwise import complexes, integers

__all__ = ["DETOURS", "Detour"]

Kernel = Callable[..., torch.Tensor]


class Detour(NamedTuple):
    """One gap: the operation, torch's kernel for it, the dtypes it refuses, and the way to a kernel for one of them."""

    name: str
    kernel: Kernel
    operands: int
    dtypes: tuple[torch.dtype, ...]
    way: Callable[[Kernel, torch.dtype], Kernel]


def on_bits(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """On the bits as the signed dtype of the width: exact modulo 2^n."""
    signed = SAME_WIDTH_SIGNED[dtype]
    return lambda *operands: kernel(*[t.view(signed) for t in operands]).view(dtype)


def on_order(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """On the signed dtype of the width in the same order; the result is one of the operands."""
    return lambda *operands: from_ordered_bits(kernel(*[ordered_bits(t) for t in operands]), dtype)


def on_order_to_bool(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """On the signed dtype of the width in the same order; the result is a truth value."""
    return lambda *operands: kernel(*[ordered_bits(t) for t in operands])


def on_truth(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """On whether the operands are nonzero."""
    return lambda *operands: kernel(*[t != 0 for t in operands])


def instead(substitute: Kernel) -> Callable[[Kernel, torch.dtype], Kernel]:
    """By another kernel altogether."""
    return lambda kernel, dtype: substitute


def from_table(table: dict[torch.dtype, Kernel]) -> Callable[[Kernel, torch.dtype], Kernel]:
    """By a kernel written for the dtype."""
    return lambda kernel, dtype: table[dtype]


def by_parts(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """On the components of a complex dtype."""
    return complexes.by_parts(kernel)


def _one_if_nonzero(t: torch.Tensor) -> torch.Tensor:
    """Return the sign of an unsigned integer."""
    return (t != 0).to(t.dtype)


def _clip_by_order(x: torch.Tensor, low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
    """Return `x` within bounds, in bool."""
    return (x | low) & high


_U = tuple(SAME_WIDTH_SIGNED)
_B = of_kind("b")
_C = of_kind("c")

DETOURS: tuple[Detour, ...] = (
    Detour("abs", torch.abs, 1, (*_B, *_U), instead(torch.clone)),
    Detour("add", torch.add, 2, _U, on_bits),
    Detour("bitwise_invert", torch.bitwise_not, 1, _U, on_bits),
    Detour("bitwise_left_shift", torch.bitwise_left_shift, 2, _U, on_bits),
    Detour(
        "bitwise_right_shift", torch.bitwise_right_shift, 2, _U, from_table(integers.KERNELS["bitwise_right_shift"])
    ),
    Detour("ceil", torch.ceil, 1, _B, instead(torch.clone)),
    Detour("clip", torch.clamp, 3, _B, instead(_clip_by_order)),
    Detour("clip", torch.clamp, 3, _U, on_order),
    Detour("clip", torch.clamp, 3, _C, instead(complexes.clip)),
    Detour("floor", torch.floor, 1, _B, instead(torch.clone)),
    Detour("floor_divide", torch.floor_divide, 2, _U, from_table(integers.KERNELS["floor_divide"])),
    Detour("fmax", torch.fmax, 2, _U, on_order),
    Detour("fmax", torch.fmax, 2, _C, instead(complexes.fmax)),
    Detour("fmin", torch.fmin, 2, _U, on_order),
    Detour("fmin", torch.fmin, 2, _C, instead(complexes.fmin)),
    Detour("fmod", torch.fmod, 2, _U, from_table(integers.KERNELS["fmod"])),
    Detour("gcd", torch.gcd, 2, _U, from_table(integers.KERNELS["gcd"])),
    Detour("greater", torch.gt, 2, _U, on_order_to_bool),
    Detour("greater", torch.gt, 2, _C, instead(complexes.greater)),
    Detour("greater_equal", torch.ge, 2, _U, on_order_to_bool),
    Detour("greater_equal", torch.ge, 2, _C, instead(complexes.greater_equal)),
    Detour("lcm", torch.lcm, 2, _U, from_table(integers.KERNELS["lcm"])),
    Detour("less", torch.lt, 2, _U, on_order_to_bool),
    Detour("less", torch.lt, 2, _C, instead(complexes.less)),
    Detour("less_equal", torch.le, 2, _U, on_order_to_bool),
    Detour("less_equal", torch.le, 2, _C, instead(complexes.less_equal)),
    Detour("logical_and", torch.logical_and, 2, _U, on_truth),
    Detour("logical_not", torch.logical_not, 1, _U, on_truth),
    Detour("logical_or", torch.logical_or, 2, _U, on_truth),
    Detour("logical_xor", torch.logical_xor, 2, _U, on_truth),
    Detour("maximum", torch.maximum, 2, _U, on_order),
    Detour("maximum", torch.maximum, 2, _C, instead(complexes.maximum)),
    Detour("minimum", torch.minimum, 2, _U, on_order),
    Detour("minimum", torch.minimum, 2, _C, instead(complexes.minimum)),
    Detour("negative", torch.neg, 1, _U, on_bits),
    Detour("pow", torch.pow, 2, _U, from_table(integers.KERNELS["pow"])),
    Detour("remainder", torch.remainder, 2, _U, from_table(integers.KERNELS["remainder"])),
    Detour("round", torch.round, 1, _C, by_parts),
    Detour("sign", torch.sgn, 1, _U, instead(_one_if_nonzero)),
    Detour("square", torch.square, 1, _U, on_bits),
    Detour("subtract", torch.sub, 2, _U, on_bits),
    Detour("trunc", torch.trunc, 1, _B, instead(torch.clone)),
)
