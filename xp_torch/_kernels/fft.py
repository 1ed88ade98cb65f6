"""Kernels of `fft`: transforms along one axis and several, shifts and frequencies."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from xp_torch._facts.dtype_sets import NATIVE_FLOATS, NATIVE_INEXACT
from xp_torch._facts.dtypes import COMPLEX, DETOUR, KIND, REAL
from xp_torch._facts.inspection import is_decided, known_or
from xp_torch._facts.torch_errors import explained, raise_explained
from xp_torch._facts.torch_state import is_compiling
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.host import is_large
from xp_torch._kernels.layout import like_layout
from xp_torch._kernels.manipulation import roll as roll_unknown

#: name to (torch's transform, whether the result is real, whether the input must be real).
TRANSFORMS = {
    "fft": (torch.fft.fft, False, False),
    "ifft": (torch.fft.ifft, False, False),
    "rfft": (torch.fft.rfft, False, True),
    "irfft": (torch.fft.irfft, True, False),
    "hfft": (torch.fft.hfft, True, False),
    "ihfft": (torch.fft.ihfft, False, True),
}
_NORMS = (None, "backward", "ortho", "forward")


#: name to torch's transform and the dtypes whose result has no lazy conjugation.
_DIRECT = {
    "fft": (torch.fft.fft, NATIVE_INEXACT),
    "ifft": (torch.fft.ifft, NATIVE_INEXACT - NATIVE_FLOATS),
    "rfft": (torch.fft.rfft, NATIVE_FLOATS),
    "irfft": (torch.fft.irfft, NATIVE_INEXACT),
}


def direct_transform(
    name: str, t: torch.Tensor, dtype: torch.dtype, axis: int, norm: str | None
) -> torch.Tensor | None:
    """Return the transform with as many points as `axis` has, by one call of torch; None if that fails."""
    function, dtypes = _DIRECT.get(name, (None, ()))
    # torch raises if there are no elements, which graphs would have to know.
    if function is None or dtype not in dtypes or is_compiling() or not t.numel():
        return None
    try:
        if is_large(t) and norm in _NORMS:
            points = t.shape[axis]
            result = host_functions.transform(t, name, 2 * points - 2 if name == "irfft" else points, axis, norm)
            if result is not None:
                return result
        return like_layout(function(t) if axis == -1 and norm is None else function(t, None, axis, norm), t)
    except (IndexError, ValueError):
        return None  # the general path raises the right error
    except RuntimeError as error:
        points = t.shape[axis] if name != "irfft" else t.shape[axis] - 1
        if points < 1 or norm not in _NORMS:
            return None
        raise_explained(name, [t], error)


def _widened(t: torch.Tensor) -> torch.Tensor:
    """Return `t` in a dtype that torch can transform: float16 and bfloat16 become float32."""
    return t.to(REAL[COMPLEX[t.dtype]]) if KIND[t.dtype] == "f" and t.dtype in DETOUR else t


def _with(shape: torch.Size, axis: int, size: int) -> list[int]:
    """Return a shape with another size of `axis`."""
    sizes = list(shape)
    sizes[axis] = size
    return sizes


def _transform(name: str, t: torch.Tensor, n: int, axis: int, norm: str) -> torch.Tensor:
    """Return the transform of a floating tensor with `n` points along `axis`; real results keep the input's dtype."""
    function, real, _ = TRANSFORMS[name]
    by_numpy = host_functions.transform(t, name, n, axis, norm)
    if by_numpy is not None:
        return by_numpy
    wide, size = _widened(t), t.shape[axis]
    if not is_decided(size < n):
        # torch's functions would have to know whether they pad or cut off.
        used = n // 2 + 1 if real else n
        wide = torch.cat([wide, wide.new_zeros(_with(wide.shape, axis, used))], axis).narrow(axis, 0, used)
    shape = _with(t.shape, axis, 0)
    if known_or(False, t.numel() == 0) and any(s == 0 for i, s in enumerate(shape) if i != axis):
        # MKL raises for a stack of no transforms.
        shape[axis] = n // 2 + 1 if name in ("rfft", "ihfft") else n
        # Connected to the autograd graph: the backward pass of a distributed array needs all processes.
        line = wide.sum(axis, keepdim=True)
        line = line.real if real else line.to(COMPLEX.get(wide.dtype, wide.dtype))
        result = line.expand(shape).clone(memory_format=torch.contiguous_format)
    elif known_or(False, n == 1) and size:
        # It is the first element; torch's shape rule fails for one point beside symbolic sizes.
        first = wide.narrow(axis, 0, 1)
        result = first.real.clone() if real else first.to(COMPLEX.get(wide.dtype, wide.dtype), copy=True)
    else:
        result = like_layout(function(wide, n, axis, norm).resolve_conj(), t)
    return result.to(t.dtype) if real and wide.dtype is not t.dtype else result


def _transform_axes(name: str, t: torch.Tensor, sizes: Sequence[int], axes: Sequence[int], norm: str) -> torch.Tensor:
    """Return a transform along several axes, the last one first; an axis may be repeated.

    "rfft" is "fft" along all but the last axis, and "irfft" its inverse.
    """
    if name == "rfft":
        t = _transform(name, t, sizes[-1], axes[-1], norm)
        return _transform_axes("fft", t, sizes[:-1], axes[:-1], norm) if len(axes) > 1 else t
    if name == "irfft":
        if len(axes) > 1:
            t = _transform_axes("ifft", t, sizes[-2::-1], axes[-2::-1], norm)
        return _transform(name, t, sizes[-1], axes[-1], norm)
    if len(set(axes)) == len(axes) and t.numel() and axes and all(n != 1 for n in sizes):
        result = host_functions.transform_axes(t, name, sizes, axes, norm)
        if result is not None:
            return result
        function = torch.fft.fftn if name == "fft" else torch.fft.ifftn
        return like_layout(function(_widened(t), tuple(sizes), tuple(axes), norm), t)
    for n, axis in zip(reversed(sizes), reversed(axes), strict=True):
        t = _transform(name, t, n, axis, norm)
    return t if t.is_complex() else t.to(COMPLEX[t.dtype])


transform = explained(_transform)
transform_axes = explained(_transform_axes)


@explained
def roll(t: torch.Tensor, shifts: Sequence[int], axes: Sequence[int]) -> torch.Tensor:
    """Return a copy of `t` with its elements shifted cyclically along `axes`."""
    if not is_decided(t.numel() == 0):
        return roll_unknown(t, shifts, axes)
    if not axes:
        return t.clone()
    rolled = torch.roll(signed_bits(t), tuple(shifts), tuple(axes))
    return from_signed_bits(like_layout(rolled, t), t.dtype)


def frequencies(numbers: torch.Tensor, unit: float | torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return `numbers` times `unit` in `dtype`, rounded once."""
    return (numbers.to(torch.float64) * unit).to(dtype)
