"""Kernels of NumPy's mathematical functions: correlation, interpolation, differences and elementwise ones."""

from __future__ import annotations

import math

import torch

from xp_torch._facts.dtypes import DETOUR, KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.inspection import check_later, known_or
from xp_torch._facts.torch_errors import explained
from xp_torch._facts.torch_state import is_compiling_or_exporting, is_differentiated
from xp_torch._kernels import host_functions
from xp_torch._kernels.autocast import without_autocast
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits, torch_where
from xp_torch._kernels.cast import cast
from xp_torch._kernels.elementwise.complexes import by_parts, joined
from xp_torch._kernels.layout import in_rows
from xp_torch._kernels.linear_algebra import matmul, sum_along

#: maximum number of elements in the windows of one product.
_WINDOW_ELEMENTS = 2**22


@explained
def correlate(a: torch.Tensor, v: torch.Tensor, before: int, after: int) -> torch.Tensor:
    """Return the sums of products of `v` with each window of `a`.

    `a` has the same dtype, and is not shorter.

    `before` and `after` windows, each less than the length of `v`, overhang the ends. Only overlapping elements are
    multiplied there: padding with zeros would make NaN of infinities.
    """
    parts = [_inside(a, v)]
    width = v.shape[0]
    if before:
        parts.insert(0, _overhanging(a.narrow(0, 0, width - 1), v, width - before, before))
    if after:
        tail = a.narrow(0, a.shape[0] - (width - 1), width - 1)
        last = _overhanging(tail.flip(0), v.flip(0), width - after, after)
        parts.append(last.flip(0))
    return torch.cat(parts) if len(parts) > 1 else parts[0]


def convolve(a: torch.Tensor, v: torch.Tensor, mode: str) -> torch.Tensor:
    """Return the convolution of vectors of one dtype; a graph need not know which one is longer."""
    m, n = a.shape[0], v.shape[0]
    check_later(m >= 1)
    check_later(n >= 1)
    # Booleans add by "or".
    left, right = (t.to(torch.int64) if t.dtype is torch.bool else signed_bits(t) for t in (a, v))
    products = (left.unsqueeze(1) * right).reshape(-1)
    index = (torch.arange(m, device=a.device).unsqueeze(1) + torch.arange(n, device=a.device)).reshape(-1)
    sums = products.new_zeros(m + n - 1).index_add(0, index, products)
    shorter, longer = torch.sym_min(m, n), torch.sym_max(m, n)
    if mode != "full":
        start, size = ((shorter - 1) // 2, longer) if mode == "same" else (shorter - 1, longer - shorter + 1)
        sums = sums.narrow(0, start, size)
    return sums != 0 if a.dtype is torch.bool else from_signed_bits(sums, a.dtype)


def _windows(a: torch.Tensor, width: int) -> torch.Tensor:
    """Return the windows of `width` elements of a vector, one a row: a view."""
    if not is_compiling_or_exporting():
        return a.unfold(0, width, 1)
    # `unfold` would fix the width in a graph.
    step = a.stride(0)
    return a.as_strided((a.shape[0] - width + 1, width), (step, step))


def _inside(a: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Return the sums over the windows within `a`."""
    width = v.shape[0]
    windows = _windows(a, width)
    rows = max(1, _WINDOW_ELEMENTS // width)
    if is_compiling_or_exporting() or windows.shape[0] <= rows:
        return matmul(windows, v)
    return torch.cat([matmul(part, v) for part in windows.split(rows)])


def _overhanging(a: torch.Tensor, v: torch.Tensor, first: int, count: int) -> torch.Tensor:
    """Return the dot products of the first n elements of `a` and the last n of `v`.

    There are `count` of them, for n from `first` on.
    """
    width = v.shape[0]
    whole = is_compiling_or_exporting()
    rows = count if whole else max(1, _WINDOW_ELEMENTS // width)
    zeros = a.new_zeros(width - 1)
    # Row i of the windows ends with the first i + 1 elements of `a`.
    windows = _windows(torch.cat([zeros, a]), width)
    sums = []
    # One step if this is traced, for any size.
    for start in (0,) if whole else range(0, count, rows):
        size = min(rows, count - start)
        number = torch.arange(first + start, first + start + size, device=a.device)
        overlap = torch.arange(width, device=a.device) >= width - number.unsqueeze(1)
        part = windows.narrow(0, first + start - 1, size)
        products = part & v if KIND[v.dtype] == "b" else part * v
        sums.append(sum_along(torch_where(overlap, products, torch.zeros_like(products)), v.dtype))
    return torch.cat(sums) if len(sums) > 1 else sums[0]


@explained
def interpolate(
    x: torch.Tensor, points: torch.Tensor, values: torch.Tensor, left: torch.Tensor, right: torch.Tensor
) -> torch.Tensor:
    """Return a piecewise linear function at `x`; `left` and `right` are its values beyond the ascending `points`."""
    if not is_compiling_or_exporting():
        found = host_functions.interpolate(x.reshape(-1), points, values, left, right)
        if found is not None:
            return found.reshape(x.shape)
    if values.is_complex():
        parts = [
            interpolate(x, points, *(torch.view_as_real(t).select(-1, i) for t in (values, left, right)))
            for i in range(2)
        ]
        return joined(*parts)
    last, x = points.shape[0] - 1, in_rows(x)
    index = torch.searchsorted(in_rows(points), x, right=True) - 1
    low = index.clamp(0, max(last - 1, 0))
    high = (low + 1).clamp(max=last)
    # vmap has no rule for torch.take.
    x0, x1, y0, y1 = (t.index_select(0, i.flatten()).reshape(i.shape) for t in (points, values) for i in (low, high))
    slope = (y1 - y0) / torch.where(high > low, x1 - x0, torch.ones_like(x0))
    result = slope * (x - x0) + y0
    # At the last point, and if infinities give NaN, use the other end of the interval; at points and in a constant
    # interval, NaN becomes the value there. Elsewhere a point has the derivative of the interval after it.
    result = torch.where(result.isnan() | (x == x1), slope * (x - x1) + y1, result)
    end, beginning = points.select(0, last), points.select(0, 0)
    result = torch.where(result.isnan() & (x == end), y1, result)
    result = torch.where(result.isnan() & ((y0 == y1) | (x == x0)), y0, result)
    # A function with one point has no NaN in NumPy.
    result = result if known_or(True, last != 0) else values.select(0, 0).expand(x.shape)
    result = torch.where(x > end, right, result)
    result = torch.where(x < beginning, left, result)
    return torch.where(x.isnan(), x, result) if known_or(True, last != 0) else result


_complex_difference = by_parts(torch.sub)


def _step(t: torch.Tensor, dim: int) -> torch.Tensor:
    if is_compiling_or_exporting():
        # `narrow` needs to know that there are elements; indexing is not possible for fake tensors on a GPU.
        start = (slice(None),) * dim
        later, earlier = t[(*start, slice(1, None))], t[(*start, slice(None, -1))]
    else:
        steps = t.shape[dim] - 1
        later, earlier = t.narrow(dim, 1, steps), t.narrow(dim, 0, steps)
    if t.is_complex():
        # torch subtracts complex numbers by a product, which makes NaN of infinities.
        return _complex_difference(later, earlier)
    return later ^ earlier if t.dtype is torch.bool else later - earlier


@explained
def diff(t: torch.Tensor, n: int, dim: int) -> torch.Tensor:
    """Return the `n`-th difference along `dim`: modulo 2^n for unsigned integers, exclusive or for booleans."""
    bits = signed_bits(t) if t.dtype in SAME_WIDTH_SIGNED else t
    # After as many steps as there are elements, nothing is left.
    for _ in range(n if known_or(True, n <= t.shape[dim]) else t.shape[dim]):
        bits = _step(bits, dim)
    return from_signed_bits(bits, t.dtype) if t.dtype in SAME_WIDTH_SIGNED else bits


@explained
def i0(t: torch.Tensor) -> torch.Tensor:
    """Return the modified Bessel function of the first kind of order 0."""
    # in float32 an exponential overflows
    return cast(torch.special.i0(cast(t, torch.float64 if t.dtype in DETOUR else t.dtype)), t.dtype)


@explained
def power_factors(t: torch.Tensor, count: int) -> torch.Tensor:
    """Return the matrix whose cumulative row products are the powers of a vector, from 0 to ``count - 1``."""
    base = t.unsqueeze(1)
    return torch.cat([torch.ones_like(base), base.expand(t.shape[0], count - 1)], 1)


@explained
def replace_nonfinite(t: torch.Tensor, nan: torch.Tensor, high: torch.Tensor, low: torch.Tensor) -> torch.Tensor:
    """Return a floating or complex tensor with its NaN, infinity and -infinity replaced."""
    on_host = host_functions.replaced(t, nan, high, low)
    if on_host is not None:
        return on_host
    parts = []
    for part in torch.view_as_real(t).unbind(-1) if t.is_complex() else (t,):
        finite = torch.where(part.isnan(), nan, part)
        finite = torch.where(part == math.inf, high, finite)
        parts.append(torch.where(part == -math.inf, low, finite))
    return joined(*parts) if t.is_complex() else parts[0]


@explained
@without_autocast
def sinc(t: torch.Tensor) -> torch.Tensor:
    """Return ``sin(pi * t) / (pi * t)``, and 1 at 0; near 0 a series, which has accurate derivatives."""
    if t.dtype in DETOUR:
        # rounding the angle would move the zeros
        return cast(sinc(cast(t, torch.float64)), t.dtype)
    angle = t * math.pi
    if not is_differentiated(t):
        return torch.where(angle == 0, 1.0, torch.sin(angle) / angle)
    near = torch.abs(angle) < 0.03
    safe = torch.where(near, torch.ones_like(angle), angle)
    square = torch.square(torch.where(near, angle, torch.zeros_like(angle)))
    series = 1.0 + square * (-1 / 6 + square * (1 / 120 + square * (-1 / 5040 + square / 362880)))
    return torch.where(near, series, torch.sin(safe) / safe)
