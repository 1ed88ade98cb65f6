"""Views with negative steps, which torch lacks: forward views of the memory, and the axes to reverse."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from torch import Tensor

from xp_torch._facts.torch_errors import explained
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.cast import copy_into


@explained
def flip(t: Tensor, axes: Any) -> Tensor:
    """Return a copy of `t` reversed along `axes`, also for the unsigned dtypes that torch's `flip` lacks."""
    return from_signed_bits(signed_bits(t).flip(axes), t.dtype)


def flip_value(value: Tensor, axes: Any, ndim: int) -> Tensor:
    """Flip a value along `axes` of its `ndim`-dimensional result, except axes along which it is broadcast."""
    offset = value.dim() - ndim
    axes = [d + offset for d in axes if d + offset >= 0 and value.shape[d + offset] != 1]
    return flip(value, axes) if axes else value


def write_reversed(view: Tensor, flips: tuple[int, ...], value: Tensor) -> None:
    """Write `value`, of the same dtype, into a reversed view; it broadcasts to its shape."""
    if not host_functions.write_reversed(view, flips, value):
        copy_into(view, flip_value(value, flips, view.dim()))


def reshaped_flips(shape: Sequence[int], flips: Collection[int], sizes: Sequence[int]) -> list[int] | None:
    """Return the reversed axes after a view, reversed along `flips`, is reshaped in row-major order.

    None if it has to be copied: if an axis that steps forward is to be joined with one that steps back.
    """
    old = [(n, axis in flips) for axis, n in enumerate(shape) if n != 1]
    new = [(n, axis) for axis, n in enumerate(sizes) if n != 1]
    reversed_axes: list[int] = []
    while old and new:
        (before, back), (after, axis) = old.pop(0), new.pop(0)
        steps, axes = {back}, [axis]
        while before != after:
            if before < after:
                n, back = old.pop(0)
                before *= n
                steps.add(back)
            else:
                n, axis = new.pop(0)
                after *= n
                axes.append(axis)
        if len(steps) > 1:
            return None
        reversed_axes += axes if back else []
    return reversed_axes
