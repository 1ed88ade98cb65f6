"""Kernels of the fft extension: one-dimensional transforms and shifts."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from xp_torch._facts.dtypes import COMPLEX, DETOUR, KIND, REAL, of_kind

__all__ = ["TRANSFORMS", "frequencies", "plain_transform", "roll", "transform", "transform_axes"]

#: name to (torch's transform, whether it gives real numbers, whether it takes real numbers only).
TRANSFORMS = {
    "fft": (torch.fft.fft, False, False),
    "ifft": (torch.fft.ifft, False, False),
    "rfft": (torch.fft.rfft, False, True),
    "irfft": (torch.fft.irfft, True, False),
    "hfft": (torch.fft.hfft, True, False),
    "ihfft": (torch.fft.ihfft, False, True),
}
_MANY = {"fft": torch.fft.fftn, "ifft": torch.fft.ifftn}


def _widened(t: torch.Tensor) -> torch.Tensor:
    """Return `t` in a dtype that torch's transforms take: float16 and bfloat16 go by float32."""
    return t.to(REAL[COMPLEX[t.dtype]]) if KIND[t.dtype] == "f" and t.dtype in DETOUR else t


_FLOATING = frozenset(d for d in of_kind("fc") if d not in DETOUR)
_REAL = frozenset(d for d in _FLOATING if KIND[d] == "f")
#: name to torch's transform and the dtypes of which it gives numbers that are not lazily conjugated.
_PLAIN = {
    "fft": (torch.fft.fft, _FLOATING),
    "ifft": (torch.fft.ifft, _FLOATING - _REAL),
    "rfft": (torch.fft.rfft, _REAL),
    "irfft": (torch.fft.irfft, _FLOATING),
}


def plain_transform(name: str, t: torch.Tensor, dtype: torch.dtype, axis: int, norm: str | None) -> torch.Tensor | None:
    """Return the transform of as many points as there are, by torch's own call; None where that refuses."""
    if name not in _PLAIN:
        return None
    function, dtypes = _PLAIN[name]
    if dtype not in dtypes:
        return None
    try:
        return function(t) if axis == -1 and norm is None else function(t, None, axis, norm)
    except (RuntimeError, IndexError):
        return None


def transform(name: str, t: torch.Tensor, n: int, axis: int, norm: str) -> torch.Tensor:
    """Return the `n`-point transform of a floating tensor along `axis`; real results have the input's precision."""
    function, real, _ = TRANSFORMS[name]
    wide = _widened(t)
    shape = list(t.shape)
    shape[axis] = 0
    if t.numel() == 0 and any(s == 0 for i, s in enumerate(shape) if i != axis):
        # MKL refuses an empty stack of transforms.
        shape[axis] = n // 2 + 1 if name in ("rfft", "ihfft") else n
        dtype = REAL[wide.dtype] if real else COMPLEX.get(wide.dtype, wide.dtype)
        result = torch.zeros(shape, dtype=dtype, device=t.device)
    else:
        result = function(wide, n, axis, norm).resolve_conj()
    return result.to(t.dtype) if real and wide is not t else result


def transform_axes(name: str, t: torch.Tensor, sizes: Sequence[int], axes: Sequence[int], norm: str) -> torch.Tensor:
    """Return the transform ("fft" or "ifft") along several axes, last first; an axis may be repeated."""
    if len(set(axes)) == len(axes) and t.numel() and axes:
        return _MANY[name](_widened(t), tuple(sizes), tuple(axes), norm)
    for n, axis in zip(reversed(sizes), reversed(axes), strict=True):
        t = transform(name, t, n, axis, norm)
    return t if t.is_complex() else t.to(COMPLEX[t.dtype])


def roll(t: torch.Tensor, shifts: Sequence[int], axes: Sequence[int]) -> torch.Tensor:
    """Return a copy of `t` with its elements moved cyclically along `axes`."""
    return torch.roll(t, tuple(shifts), tuple(axes)) if axes else t.clone()


def frequencies(numbers: torch.Tensor, unit: float | torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return integers times `unit`, rounded once to `dtype`."""
    return (numbers.to(torch.float64) * unit).to(dtype)
