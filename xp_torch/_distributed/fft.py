"""Fourier transforms of distributed arrays: along axes that are whole on each process, and along a sharded axis.

Vectors along the sharded axis go to the processes, some at a time, and their transforms come back. Fewer vectors than
processes stay sharded: one of n1 * n2 points is transformed as a matrix, along its columns and then along its rows,
which all-to-alls make whole (the four steps of Cooley and Tukey). A length without factors of a similar size becomes a
convolution with a chirp, of a greater length that has such factors (Bluestein).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import numpy as np
import torch
from torch.distributed.device_mesh import DeviceMesh

from xp_torch._array.ndarray import wrap
from xp_torch._distributed import collectives
from xp_torch._distributed.along import along
from xp_torch._distributed.array import DistributedArray, reaxis, rewrap
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.layout import chunk
from xp_torch._distributed.movement import tried
from xp_torch._distributed.reductions import written
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtypes import COMPLEX, DETOUR
from xp_torch._facts.shapes import as_index, listed_axes, normalize_axis
from xp_torch._functions.fft.transforms import sizes_and_axes
from xp_torch._functions.manipulation.move import roll
from xp_torch._kernels.fft import TRANSFORMS, transform

_Spans = list[tuple[int, int]]
#: Size in bytes. Larger parts are transformed some vectors at a time, and one process transforms a longer vector in
#: four steps: MKL needs nine times the memory of a vector for lengths with large prime factors. For other lengths it
#: needs twice the memory, and four steps start at four times this size.
LONG = 2**20


@rule(*(f"fft.{name}" for name in TRANSFORMS), first=True, named=True)
def _(name: str, a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, out: Any = None) -> Any:
    name = name.removeprefix("fft.")
    return written(name, _along(name, a, n, normalize_axis(axis, a.ndim), norm), out, "same_kind")


def _along(name: str, x: DistributedArray, n: int | None, axis: int, norm: str | None) -> Any:
    layout, function = x._layout, plain_function(f"fft.{name}")
    part, others = x._part._tensor, [size for i, size in enumerate(x.shape) if i != axis]
    vectors, most = math.prod(others), 2 * max(others, default=1)
    if (
        layout.axes != (axis,)
        or not vectors
        or (most > layout.sizes[0] and (part.requires_grad or x.nbytes < layout.sizes[0] * LONG))
    ):
        return along(f"fft.{name}", x, (axis,), lambda part: function(part, n=n, axis=axis, norm=norm))
    _, to_real, from_real = TRANSFORMS[name]
    rows, mesh, size = x.shape[axis], layout.mesh, layout.sizes[0]
    n = (2 * rows - 2 if to_real else rows) if n is None else as_index(n)
    dtype = tried(f"fft.{name}", x, min(n, 1), axis, norm)._dtype  # raises
    loop = floating(x._dtype)
    loop = DETOUR.get(loop, loop)
    points = n // 2 + 1 if from_real else n
    shape = (*x.shape[:axis], points, *x.shape[axis + 1 :])
    sizes = layout.local_shape(shape)
    nbytes = max(rows * loop.itemsize, points * dtype.itemsize) * vectors // size
    whole = 2 * vectors > size and not part.requires_grad
    each = size if whole else 1  # each process gets as many of those that become whole
    given, result = _by_vectors(part, axis), None
    for first, last in collectives.steps(-(-vectors // each), 0 if part.requires_grad else nbytes):
        first, last = first * each, min(last * each, vectors)
        block = given[_key(given, first, last)].to(loop)
        if whole:
            t = _sent_whole(name, [block], rows, n, points, norm, mesh)
        else:
            t = _points(name, [block], _spans(rows, size), n, norm, mesh)
        t = t.to(dtype)
        if vectors == 1:
            result = t.reshape(sizes)
            if not t.requires_grad:  # memory of its own is no view
                result = t.new_empty(0).set_(t.untyped_storage(), t.storage_offset(), sizes, result.stride())
            break
        if result is None:
            result = t.new_empty(sizes)
            target = _by_vectors(result, axis)
        target[_key(target, first, last)] = t
    return rewrap(result, shape, axis, mesh)


def _by_vectors(t: torch.Tensor, axis: int) -> torch.Tensor:
    """Return a view with `axis` first and, if possible, all other axes merged into one."""
    t = t.movedim(axis, 0)
    return t.unsqueeze(1) if t.ndim == 1 else t.flatten(1) if t.is_contiguous() and t.numel() else t


def _key(t: torch.Tensor, first: int, last: int) -> Any:
    """Return the key that selects the vectors numbered `first` to `last`, where vectors lie along the first axis."""
    if t.ndim == 2:
        return slice(None), slice(first, last)
    places = np.unravel_index(np.arange(first, last), t.shape[1:])
    return slice(None), *(torch.from_numpy(p).to(t.device) for p in places)


def _sent_whole(
    name: str, held: list[torch.Tensor], rows: int, n: int, points: int, norm: str | None, mesh: DeviceMesh
) -> torch.Tensor:
    """Transform the columns of the tensor in `held`, whole on one process each; return this process's rows.

    The tensor is taken from the list, so that it can be freed.
    """
    k = held[0].shape[1]
    held.append(reaxis(rewrap(held.pop().T, (k, rows), 1, mesh), 0)._part._tensor.T)
    if held[0].shape[1] and n * held[0].itemsize >= (4 * LONG if _smooth(n) == n else LONG):
        z = _points(name, held, [(0, rows)], n, norm, None).T
    else:
        z = plain_function(f"fft.{name}")(wrap(held.pop().T), n=n, norm=norm)._tensor
    return reaxis(rewrap(z, (k, points), 0, mesh), 1)._part._tensor.T


def _size_and_rank(mesh: DeviceMesh | None) -> tuple[int, int]:
    return (1, 0) if mesh is None else (mesh.size(), mesh.get_local_rank())


def _spans(n: int, size: int) -> _Spans:
    """Return the bounds of each process's part of `n` rows."""
    return [chunk(n, size, r) for r in range(size)]


def _lines(spans: _Spans, width: int) -> _Spans:
    """Return, for each process, the matrix rows that its span of elements touches, in row-major order."""
    return [(start // width, -(-stop // width)) if stop > start else (0, 0) for start, stop in spans]


def _in_step(spans: _Spans, first: int, last: int) -> _Spans:
    """Return the bounds of each process's rows in a step, which takes rows `first` to `last` of each part."""
    return [(min(start + first, stop), min(start + last, stop)) for start, stop in spans]


def _exchanged(
    pieces: list[torch.Tensor], sizes: Sequence[Sequence[int]], mesh: DeviceMesh | None
) -> list[torch.Tensor]:
    """Return the pieces that the processes send to this one; without a mesh, return `pieces`."""
    return pieces if mesh is None else collectives.exchange(pieces, sizes, mesh)


def _mirrored(columns: tuple[int, int], width: int) -> tuple[int, int]:
    """Return those columns, from the first half, whose conjugates are columns of the second half."""
    start = max(columns[0], 1)
    return start, max(min(columns[1], (width + 1) // 2), start)


def _columns(
    t: torch.Tensor, spans: _Spans, shape: tuple[int, int], mesh: DeviceMesh | None, half: bool = False
) -> torch.Tensor:
    """Return this process's columns of a matrix whose elements are sharded in row-major order.

    `t` has the elements of this process, of several such matrices side by side. The result has the axes matrix, column,
    row, and zeros where no process has an element.

    Parameters
    ----------
    spans : list of tuples
        First element of each process, and the one after its last.
    half : bool
        Whether the elements are the first half of a spectrum with Hermitian symmetry. The result has the columns up to
        the middle; the others are conjugates of these.
    """
    (rows, width), (size, rank) = shape, _size_and_rank(mesh)
    if mesh is None and not half and spans[0] == (0, rows * width):
        return t[: rows * width].unflatten(0, shape).permute(2, 1, 0)
    cuts, lines = _spans(width // 2 + 1 if half else width, size), _lines(spans, width)
    own = cuts[rank]
    (low, high), mine = _mirrored(own, width) if half else (0, 0), own[1] - own[0]
    y = t.new_zeros((t.shape[1], mine, rows))
    longest = max(stop - start for start, stop in lines)
    nbytes = 0 if t.requires_grad else longest * width * t.shape[1] * t.itemsize
    for first, last in collectives.steps(longest, nbytes):
        parts = _in_step(lines, first, last)
        block = _matrix(t, spans[rank], parts[rank], width)
        sent = [block[:, start:stop] for start, stop in cuts]
        if half:
            other = block[:, cuts[-1][1] :].flip(1)
            ends = [_mirrored(cut, width) for cut in cuts]
            sent = [torch.cat([s, other[:, a - 1 : b - 1]], 1) for s, (a, b) in zip(sent, ends, strict=True)]
        sizes = [(stop - start, mine + high - low, t.shape[1]) for start, stop in parts]
        for (start, stop), piece in zip(parts, _exchanged(sent, sizes, mesh), strict=True):
            piece = piece.permute(2, 1, 0)
            y[:, :, start:stop] += piece[:, :mine]
            if half:
                y[:, low - own[0] : high - own[0], rows - stop : rows - start] += piece[:, mine:].flip(2).conj()
    # The columns that are their own conjugates.
    if half and own[0] == 0 < mine:
        y[:, 0, rows // 2 + 1 :] = y[:, 0, 1 : (rows + 1) // 2].flip(1).conj()
    if half and width % 2 == 0 and own[0] <= width // 2 < own[1]:
        middle = y[:, width // 2 - own[0]]
        middle[:, (rows + 1) // 2 :] = middle[:, : rows // 2].flip(1).conj()
    return y


def _matrix(t: torch.Tensor, span: tuple[int, int], lines: tuple[int, int], width: int) -> torch.Tensor:
    """Return the matrix rows `lines`: `t` holds the elements of `span`, and the others are zero."""
    first, last = (line * width for line in lines)
    start, stop = max(first, span[0]), max(min(last, span[1]), first, span[0])
    if first == last:
        start = stop = span[0]
    t = t[start - span[0] : stop - span[0]]
    if stop - start < last - first:
        t = torch.nn.functional.pad(t, (0, 0, start - first, last - stop))
    return t.reshape(lines[1] - lines[0], width, t.shape[1])


def _turned(
    t: torch.Tensor,
    transformed: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    n: int,
    columns: _Spans,
    mesh: DeviceMesh | None,
    height: int | None = None,
) -> torch.Tensor:
    """Transform the `n` sharded rows of matrices, and return the transposes, sharded at `columns`.

    `t` has the rows of this process, with an axis for matrices in front, and ``transformed(rows, numbers)`` returns the
    transforms of some. If the matrices have a `height` above `n`, the other rows are conjugates, as the columns of
    `_columns` are.
    """
    size, rank = _size_and_rank(mesh)
    height = n if height is None else height
    held, mine = _spans(n, size), columns[rank][1] - columns[rank][0]
    nbytes = 0 if t.requires_grad else t.shape[0] * t.shape[2] * 2 * t.real.itemsize
    result: Any = None
    for first, last in collectives.steps(held[0][1], held[0][1] * nbytes):
        rows = _in_step(held, first, last)
        start, stop = rows[rank]
        z = transformed(t[:, start - held[rank][0] : stop - held[rank][0]], torch.arange(start, stop))
        mirrored = [_mirrored(span, height) if n < height else (0, 0) for span in rows]
        if n < height:
            a, b = mirrored[rank]
            z = torch.cat([z, z[:, a - start : b - start].flip(2).conj()], 1)
        if result is None:
            result = z.new_empty((z.shape[0], mine, height))
        sizes = [(z.shape[0], b - a + d - c, mine) for (a, b), (c, d) in zip(rows, mirrored, strict=True)]
        pieces = _exchanged([z[:, :, a:b] for a, b in columns], sizes, mesh)
        for (a, b), (c, d), piece in zip(rows, mirrored, pieces, strict=True):
            piece = piece.transpose(1, 2)
            result[:, :, a:b] = piece[:, :, : b - a]
            if n < height:
                result[:, :, height - d + 1 : height - c + 1] = piece[:, :, b - a :].flip(2)
    return result


def _elements(
    t: torch.Tensor,
    transformed: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    n: int,
    width: int,
    spans: _Spans,
    mesh: DeviceMesh | None,
) -> torch.Tensor:
    """Return this process's elements of the transposes that `_turned` makes, in row-major order, and by matrix.

    Process `r` gets the elements from ``spans[r][0]`` up to ``spans[r][1]``; `width` is the length of a row.
    """
    lines, (_, rank) = _lines(spans, width), _size_and_rank(mesh)
    t = _turned(t, transformed, n, lines, mesh, width)
    start = lines[rank][0] * width
    return t.flatten(1)[:, spans[rank][0] - start : spans[rank][1] - start].T


@lru_cache
def _factors(n: int, processes: int) -> tuple[int, int] | None:
    """Return two factors of `n`, both large enough to be shared by the processes, or None."""
    root = math.isqrt(n)
    least = max(min(processes, root // 4), 2)
    return next(((d, n // d) for d in range(root, least - 1, -1) if n % d == 0), None)


@lru_cache
def _smooth(n: int) -> int:
    """Return the smallest number from `n` on whose prime factors are at most 7."""
    return next(k for k in count(n) if pow(2 * 3 * 5 * 7, 64, k) == 0)


def _waves(turns: torch.Tensor, n: int, like: torch.Tensor, inverse: bool, scale: float = 1.0) -> torch.Tensor:
    """Return ``exp(-2j * pi * turns / n)``, or its conjugate for an inverse transform, times `scale`."""
    angles = turns.to(like.device, torch.float64) * ((2 if inverse else -2) * math.pi / n)
    return torch.complex(angles.cos(), angles.sin()).mul_(scale).to(COMPLEX.get(like.dtype, like.dtype))


def _unscaled(name: str, t: torch.Tensor, n: int | None = None) -> torch.Tensor:
    """Return the transform along the last axis without scaling."""
    n = t.shape[-1] if n is None else n
    return transform(name, t, n, t.ndim - 1, "forward" if name.startswith("i") else "backward")


def _twisted(name: str, t: torch.Tensor, rows: torch.Tensor, n: int, inverse: bool, scale: float = 1.0) -> torch.Tensor:
    """Return the unscaled transforms of matrix rows, times the waves of `n` points at each element."""
    z = _unscaled(name, t)
    return z * _waves(torch.outer(rows, torch.arange(z.shape[2])), n, z, inverse, scale)


def _points(
    name: str, held: list[torch.Tensor], spans: _Spans, n: int, norm: str | None, mesh: DeviceMesh | None
) -> torch.Tensor:
    """Return this process's points of the transforms of vectors that are sharded, and stay sharded.

    The vectors are the columns of the tensor in `held`, which is taken from there so that its memory can be freed.
    """
    _, to_real, from_real = TRANSFORMS[name]
    if name == "hfft":
        held[0] = held[0].conj()
    used = n // 2 + 1 if to_real else n
    spans = [(min(start, used), min(stop, used)) for start, stop in spans]
    points = _spans(n // 2 + 1 if from_real else n, len(spans))
    power = {"ortho": 0.5, "forward": 1.0}.get(norm or "", 0.0)
    scale = float(n) ** -(1 - power if name.startswith("i") else power)
    kind = "irfft" if to_real else "rfft" if from_real else name
    factors = _factors(n, len(spans))
    if factors is None:
        z = _convolved(kind, held, spans, n, scale, points, mesh)
    else:
        # half of the longer factor is sharded
        z = _four_steps(kind, held, spans, factors if to_real else factors[::-1], scale, points, mesh)
    return z.conj().resolve_conj() if name == "ihfft" else z


def _four_steps(
    kind: str,
    held: list[torch.Tensor],
    spans: _Spans,
    shape: tuple[int, int],
    scale: float,
    points: _Spans,
    mesh: DeviceMesh | None,
) -> torch.Tensor:
    """Return transforms of as many points as a matrix of `shape` has elements, times `scale`."""
    (rows, width), inverse = shape, kind.startswith("i")
    first, last = {"rfft": ("rfft", "fft"), "irfft": ("ifft", "irfft")}.get(kind, (kind, kind))
    y = _columns(held.pop(), spans, shape, mesh, kind == "irfft")
    n = rows // 2 + 1 if kind == "rfft" else rows
    y = _turned(
        y,
        lambda z, columns: _twisted(first, z, columns, rows * width, inverse, scale),
        width // 2 + 1 if kind == "irfft" else width,
        _spans(n, len(points)),
        mesh,
    )
    return _elements(y, lambda z, _: _unscaled(last, z, width), n, rows, points, mesh)


def _convolved(
    kind: str,
    held: list[torch.Tensor],
    spans: _Spans,
    n: int,
    scale: float,
    points: _Spans,
    mesh: DeviceMesh | None,
) -> torch.Tensor:
    """Return transforms of `n` points, times `scale`, as convolutions of a longer length."""
    given, wanted = max(1, *(stop for _, stop in spans)), max(stop for _, stop in points)
    inverse = kind.startswith("i")
    rows = _smooth(math.isqrt(given + wanted - 2) + 1)
    width = _smooth(-(-(given + wanted - 1) // rows))
    y = _columns(held.pop(), spans, (rows, width), mesh)
    like, along_column, count = y[:, :0], torch.arange(rows) * width, rows * width

    def chirp(places: torch.Tensor, inverse: bool, scale: Any = 1.0) -> torch.Tensor:
        return _waves(places**2 % (2 * n), 2 * n, like, inverse, scale)

    def inputs(z: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
        """Transform the vectors times a chirp, and the other chirp, which is joined as the last one."""
        places = columns[:, None] + along_column
        z = z * chirp(places, inverse)
        if kind == "irfft":  # the other half of the spectrum gives the conjugates, and real parts are used
            z = z * torch.where((places == 0) | (2 * places == n), 1, 2).to(z.device)
        before = count - places
        kept = ((places < wanted) | (before < given)).to(z.device)
        other = chirp(torch.where(places < wanted, places, before), not inverse) * kept
        return _twisted("fft", torch.cat([z, other[None]]), columns, count, False)

    def products(z: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
        z = _unscaled("fft", z)
        return _twisted("ifft", z[:-1] * z[-1:], index, count, True)

    def outputs(z: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
        places = columns[:, None] + along_column
        z = _unscaled("ifft", z) * chirp(places, inverse, scale / count)
        return z.real if kind == "irfft" else z

    y = _turned(y, inputs, width, _spans(rows, len(points)), mesh)
    y = _turned(y, products, rows, _spans(width, len(points)), mesh)
    return _elements(y, outputs, width, width, points, mesh)


@rule(*(f"fft.{name}{count}" for name in ("fft", "ifft", "rfft", "irfft") for count in "n2"), first=True, named=True)
def _(name: str, a: Any, s: Any = None, axes: Any = None, norm: str | None = None, out: Any = None) -> Any:
    full = name.removeprefix("fft.")
    name = full[:-1]
    sizes, axes = sizes_and_axes(a, s, axes, name == "irfft")
    if not axes:
        return NotImplemented
    # The transform between real and complex numbers is along the last axis: the first one there, the last one back.
    complex_name = "fft" if name == "rfft" else "ifft" if name == "irfft" else name
    steps = list(zip([complex_name] * (len(axes) - 1) + [name], sizes, axes, strict=True))
    for step in steps if name == "irfft" else reversed(steps):
        a = _along(step[0], a, step[1], step[2], norm)
    return written(full, a, out, "same_kind")


@rule("fft.fftshift", "fft.ifftshift", named=True)
def _(name: str, x: Any, axes: int | Sequence[int] | None = None) -> Any:
    chosen = range(x.ndim) if axes is None else [normalize_axis(i, x.ndim) for i in listed_axes(axes)]
    sign = -1 if name == "fft.ifftshift" else 1
    return roll(x, tuple(sign * (x.shape[i] // 2) for i in chosen), tuple(chosen))
