"""Detours: the elementwise kernels that torch lacks for a dtype, and how each is computed instead.

A test calls torch's kernel of every row. It fails once torch has gained the kernel; then delete the row. The rows of
`ON_GPUS` are of kernels that torch has on the CPU only.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import NamedTuple

import torch

from xp_torch._facts.dtypes import SAME_WIDTH_SIGNED, of_kind
from xp_torch._kernels.bit_views import from_ordered_bits, ordered_bits
from xp_torch._kernels.elementwise import complexes

Kernel = Callable[..., torch.Tensor]


class Detour(NamedTuple):
    """A kernel of torch's, the dtypes that it lacks, and the function that makes a kernel for one of them.

    `make` is None where `integers.KERNELS` has the kernel.
    """

    kernel: Kernel
    operands: int
    dtypes: tuple[torch.dtype, ...]
    make: Callable[[Kernel, torch.dtype], Kernel] | None = None


def on_bits(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """Compute on the bits as the signed dtype of the same width: exact modulo 2^n."""
    signed = SAME_WIDTH_SIGNED[dtype]
    return lambda *operands: kernel(*[t.view(signed) for t in operands]).view(dtype)


def on_bits_of_gpus(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """Compute on the bits where torch has the kernel, of two operands, on the CPU only."""
    by_bits = on_bits(kernel, dtype)
    return lambda x, y: kernel(x, y) if x.is_cpu and y.is_cpu else by_bits(x, y)


def on_order(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """Compute on integers of the signed dtype in the same order; the result is one of the operands."""
    return lambda *operands: from_ordered_bits(kernel(*[ordered_bits(t) for t in operands]), dtype)


def on_order_to_bool(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """Compute on integers of the signed dtype in the same order; the result is boolean."""
    return lambda *operands: kernel(*[ordered_bits(t) for t in operands])


def on_truth(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """Compute on the truth of the operands."""
    return lambda *operands: kernel(*[t != 0 for t in operands])


def instead(substitute: Kernel) -> Callable[[Kernel, torch.dtype], Kernel]:
    """Use another kernel."""
    return lambda kernel, dtype: substitute


def by_parts(kernel: Kernel, dtype: torch.dtype) -> Kernel:
    """Compute on the components of a complex dtype."""
    return complexes.by_parts(kernel)


def _one_if_nonzero(t: torch.Tensor) -> torch.Tensor:
    """Return the sign of an unsigned integer."""
    return (t != 0).to(t.dtype)


def _clip_by_order(x: torch.Tensor, low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
    """Return booleans clipped to bounds."""
    return (x | low) & high


_U = tuple(SAME_WIDTH_SIGNED)
_B = of_kind("b")
_C = of_kind("c")


def _alike(make: Callable | None, dtypes: tuple[torch.dtype, ...], operands: int, *kernels: Kernel) -> list[Detour]:
    """Return the rows of kernels that `make` makes for the same dtypes."""
    return [Detour(kernel, operands, dtypes, make) for kernel in kernels]


_COMPARISONS = (operator.gt, operator.ge, operator.lt, operator.le)
_EXTREMES = (torch.fmax, torch.fmin, torch.maximum, torch.minimum)

#: Kernels that torch lacks on GPUs only.
ON_GPUS: tuple[Detour, ...] = (
    *_alike(on_bits_of_gpus, _U, 2, torch.mul, torch.bitwise_and, torch.bitwise_or, torch.bitwise_xor),
)
DETOURS: tuple[Detour, ...] = (
    *ON_GPUS,
    *_alike(instead(torch.clone), _B, 1, torch.ceil, torch.floor, torch.trunc),
    Detour(torch.abs, 1, (*_B, *_U), instead(torch.clone)),
    Detour(torch.clamp, 3, _B, instead(_clip_by_order)),
    *_alike(on_bits, _U, 1, torch.bitwise_not, torch.neg, torch.square),
    *_alike(on_bits, _U, 2, torch.add, torch.bitwise_left_shift, torch.sub),
    *_alike(on_order, _U, 2, *_EXTREMES),
    Detour(torch.clamp, 3, _U, on_order),
    *_alike(on_order_to_bool, _U, 2, *_COMPARISONS),
    Detour(torch.logical_not, 1, _U, on_truth),
    *_alike(on_truth, _U, 2, torch.logical_and, torch.logical_or, torch.logical_xor),
    Detour(torch.sgn, 1, _U, instead(_one_if_nonzero)),
    *_alike(None, _U, 2, torch.bitwise_right_shift, torch.floor_divide, torch.fmod),
    *_alike(None, _U, 2, torch.gcd, torch.lcm, torch.pow, torch.remainder),
    *(Detour(kernel, 2, _C, instead(getattr(complexes, kernel.__name__))) for kernel in (*_COMPARISONS, *_EXTREMES)),
    Detour(torch.clamp, 3, _C, instead(complexes.clip)),
    Detour(torch.round, 1, _C, by_parts),
)
