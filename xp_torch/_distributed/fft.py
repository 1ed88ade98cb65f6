"""Fourier transforms of distributed arrays: along axes that are whole on each process, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xp_torch._distributed.along import along
from xp_torch._distributed.array import DistributedArray
from xp_torch._distributed.door import plain_function, rule
from xp_torch._facts.shapes import listed_axes, normalize_axis
from xp_torch._functions.manipulation.move import roll

__all__: list[str] = []


def _one_axis(name: str) -> None:
    @rule(f"fft.{name}", meshes=True)
    def _(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> Any:
        if out is not None or type(a) is not DistributedArray:
            return NotImplemented
        return _along(name, a, n, normalize_axis(axis, a.ndim), norm)


def _along(name: str, x: DistributedArray, n: int | None, axis: int, norm: str | None) -> Any:
    function = plain_function(f"fft.{name}")
    return along(f"fft.{name}", x, (axis,), lambda part: function(part, n=n, axis=axis, norm=norm))


def _several_axes(name: str, count: str) -> None:
    @rule(f"fft.{name}{count}", meshes=True)
    def _(
        a: Any,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = (-2, -1) if count == "2" else None,
        norm: str | None = None,
        out: Any = None,
    ) -> Any:
        if out is not None or type(a) is not DistributedArray or (s is not None and (axes is None or None in s)):
            return NotImplemented
        given = range(a.ndim) if axes is None else [normalize_axis(axis, a.ndim) for axis in axes]
        sizes: Sequence[int | None] = [None] * len(given) if s is None else [None if n == -1 else n for n in s]
        if len(sizes) != len(given) or not given:
            return NotImplemented
        # The transform between real and complex numbers is along the last axis: the first one there, the last one back.
        steps = list(zip(given, sizes, strict=True))
        complex_name = "fft" if name == "rfft" else "ifft" if name == "irfft" else name
        names = [complex_name] * (len(steps) - 1) + [name]
        order = range(len(steps) - 1, -1, -1) if name == "rfft" else range(len(steps))
        for i in order:
            a = _along(names[i], a, steps[i][1], steps[i][0], norm)
        return a


def _shift(name: str, sign: int) -> None:
    @rule(f"fft.{name}", meshes=True)
    def _(x: Any, axes: int | Sequence[int] | None = None) -> Any:
        chosen = range(x.ndim) if axes is None else [normalize_axis(i, x.ndim) for i in listed_axes(axes)]
        return roll(x, tuple(sign * (x.shape[i] // 2) for i in chosen), tuple(chosen))


for _name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    _one_axis(_name)
for _name in ("fft", "ifft", "rfft", "irfft"):
    for _count in ("n", "2"):
        _several_axes(_name, _count)
_shift("fftshift", 1)
_shift("ifftshift", -1)
