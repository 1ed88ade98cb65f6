"""Fourier transforms of distributed arrays: along axes that are whole on each process, and along a cut axis.

An axis of n1 * n2 points that stays cut is transformed as a matrix, first along its columns and then along its rows,
which all-to-alls make whole (the four steps of Cooley and Tukey). A length without factors of a similar size is that of
a convolution with a chirp, which needs more points, of a length that has such factors (Bluestein).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import torch

from xp_torch._array.ndarray import wrap
from xp_torch._distributed.along import along
from xp_torch._distributed.array import DistributedArray, like, local, reaxis, rewrap
from xp_torch._distributed.collectives import move
from xp_torch._distributed.door import plain_function, rule
from xp_torch._distributed.layout import chunk
from xp_torch._distributed.movement import tried
from xp_torch._distributed.reductions import written
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtypes import COMPLEX, DETOUR, as_dtype
from xp_torch._facts.shapes import as_index, listed_axes, normalize_axis
from xp_torch._functions.fft.transforms import sizes_and_axes
from xp_torch._functions.manipulation.join import concat
from xp_torch._functions.manipulation.move import roll
from xp_torch._functions.manipulation.shape import moveaxis
from xp_torch._kernels.fft import TRANSFORMS


def _one_axis(name: str) -> None:
    @rule(f"fft.{name}", meshes=True)
    def _(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> Any:
        if type(a) is not DistributedArray:
            return NotImplemented
        return written(name, _along(name, a, n, normalize_axis(axis, a.ndim), norm), out, "same_kind")


def _along(name: str, x: DistributedArray, n: int | None, axis: int, norm: str | None) -> Any:
    others = [size for i, size in enumerate(x.shape) if i != axis]
    if x._layout.axes == (axis,) and 2 * max(others, default=1) <= x._layout.sizes[0]:
        return _along_cut(name, x, n, axis, norm)
    function = plain_function(f"fft.{name}")
    return along(f"fft.{name}", x, (axis,), lambda part: function(part, n=n, axis=axis, norm=norm))


def _along_cut(name: str, x: DistributedArray, n: int | None, axis: int, norm: str | None) -> Any:
    """Return the transform along the axis that is cut, where too few processes would have all of it."""
    _, to_real, from_real = TRANSFORMS[name]
    n = (2 * x.shape[axis] - 2 if to_real else x.shape[axis]) if n is None else as_index(n)
    dtype = tried(f"fft.{name}", x, min(n, 1), axis, norm)._dtype  # raises
    loop = floating(x._dtype)
    y: Any = moveaxis(x.astype(as_dtype(DETOUR.get(loop, loop)), copy=False), axis, 0)
    others = y.shape[1:]
    y = reaxis(y.reshape((x.shape[axis], math.prod(others))), 0)
    if to_real:  # of a spectrum with Hermitian symmetry
        y = _resized(y, n // 2 + 1)
        y = concat((y, y[(n - 1) // 2 : 0 : -1].conj()))
    inverse = name.startswith("i")
    y = _points(y, n, inverse)
    y = _resized(y, n // 2 + 1) if from_real else y.real if to_real else y
    if norm == "ortho" or (norm == "forward") is not inverse:
        y = y / (n**0.5 if norm == "ortho" else n)
    return moveaxis(y.reshape((y.shape[0], *others)), 0, axis).astype(as_dtype(dtype), copy=False)


def _resized(x: DistributedArray, *shape: int) -> DistributedArray:
    """Return the elements of `x` in another shape with the same last axis: cropped, or with zeros at the end."""
    layout, columns = x._layout, x.shape[-1]
    size, rank = layout.sizes[0], layout.ranks[0]
    shape = (*shape, columns)
    given, wanted = (
        [(k * start, k * stop) for start, stop in (chunk(s[0], size, r) for r in range(size))]
        for s, k in ((s, math.prod(s[1:-1])) for s in (x.shape, shape))
    )
    rows = local(x)._tensor.reshape(given[rank][1] - given[rank][0], columns)
    if given != wanted:
        n = min(given[-1][1], wanted[-1][1])
        rows = move(rows, given, n, layout.mesh, bounds=[(min(start, n), min(stop, n)) for start, stop in wanted])
        missing = wanted[rank][1] - wanted[rank][0] - rows.shape[0]
        rows = torch.cat([rows, rows.new_zeros((missing, columns))])
    return rewrap(wrap(rows.reshape(layout.local_shape(shape))), shape, 0, layout.mesh)


@lru_cache
def _factors(n: int, processes: int) -> tuple[int, int] | None:
    """Return factors of `n` of which each is large enough to be shared by the processes, or None."""
    root = math.isqrt(n)
    least = max(min(processes, root // 4), 2)
    return next(((d, n // d) for d in range(root, least - 1, -1) if n % d == 0), None)


@lru_cache
def _smooth(n: int) -> int:
    """Return the smallest number from `n` on whose prime factors are at most 7."""
    return next(k for k in count(n) if pow(2 * 3 * 5 * 7, 64, k) == 0)


def _waves(turns: torch.Tensor, n: int, dtype: torch.dtype, inverse: bool) -> torch.Tensor:
    """Return ``exp(-2j * pi * turns / n)``, or its conjugate for an inverse transform."""
    angles = (turns % n).to(torch.float64) * ((2 if inverse else -2) * math.pi / n)
    return torch.polar(torch.ones_like(angles), angles).to(dtype)


def _matrix_points(x: DistributedArray, inverse: bool, back: bool = False) -> DistributedArray:
    """Return the transform, without scaling, of n1 * n2 points, which are the rows of `x` one after the other.

    Point ``i + n1 * j`` of the result is in row `i` and column `j`. If `back` is true, `x` is such a result, and the
    points of the result are in order.
    """
    n1, n2, _ = x.shape
    name, norm = ("ifft", "forward") if inverse else ("fft", "backward")

    def along_axis(axis: int, x: DistributedArray) -> DistributedArray:
        return like(plain_function(f"fft.{name}")(local(x), axis=axis, norm=norm), x)

    def twisted(x: DistributedArray) -> DistributedArray:
        t = local(x)._tensor
        rows, columns = torch.arange(*x._layout.span(0, n1), device=t.device), torch.arange(n2, device=t.device)
        return like(wrap(t * _waves(torch.outer(rows, columns), n1 * n2, t.dtype, inverse)[:, :, None]), x)

    if back:
        return reaxis(along_axis(0, reaxis(twisted(along_axis(1, x)), 1)), 0)
    return along_axis(1, twisted(reaxis(along_axis(0, reaxis(x, 1)), 0)))


def _points(x: DistributedArray, n: int, inverse: bool) -> DistributedArray:
    """Return the transform with `n` points, without scaling, along the first of two axes."""
    mesh = x._layout.mesh
    if factors := _factors(n, mesh.size()):
        y = reaxis(_matrix_points(_resized(x, *factors), inverse), 1)
        return _resized(rewrap(wrap(local(y)._tensor.transpose(0, 1)), (*factors[::-1], x.shape[1]), 0, mesh), n)
    n1 = _smooth(math.isqrt(2 * n - 2) + 1)
    n2 = _smooth(-(-(2 * n - 1) // n1))
    y = _resized(_resized(x, n) if x.shape[0] > n else x, n1, n2)
    t = local(y)._tensor
    start, stop = x._layout.span(0, n1)
    places = torch.arange(start * n2, stop * n2, device=t.device).reshape(-1, n2, 1)
    dtype = COMPLEX.get(t.dtype, t.dtype)
    distances = torch.minimum(places, n1 * n2 - places)
    filter = torch.where(distances < n, _waves(distances**2, 2 * n, dtype, not inverse), 0)
    wave = _waves(places**2, 2 * n, dtype, inverse)
    spectra = [_matrix_points(rewrap(wrap(v), (n1, n2, v.shape[2]), 0, mesh), False) for v in (t * wave, filter)]
    products = local(spectra[0])._tensor * local(spectra[1])._tensor / (n1 * n2)
    r = _matrix_points(like(wrap(products), spectra[0]), True, back=True)
    return _resized(like(wrap(local(r)._tensor * wave), r), n)


def _several_axes(name: str, count: str) -> None:
    @rule(f"fft.{name}{count}", meshes=True)
    def _(
        a: Any,
        s: Sequence[int] | None = None,
        axes: Sequence[int] | None = (-2, -1) if count == "2" else None,
        norm: str | None = None,
        out: Any = None,
    ) -> Any:
        if type(a) is not DistributedArray:
            return NotImplemented
        sizes, axes = sizes_and_axes(a, s, axes, name == "irfft")
        if not axes:
            return NotImplemented
        # The transform between real and complex numbers is along the last axis: the first one there, the last one back.
        complex_name = "fft" if name == "rfft" else "ifft" if name == "irfft" else name
        steps = list(zip([complex_name] * (len(axes) - 1) + [name], sizes, axes, strict=True))
        for step in steps if name == "irfft" else reversed(steps):
            a = _along(step[0], a, step[1], step[2], norm)
        return written(f"{name}{count}", a, out, "same_kind")


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
