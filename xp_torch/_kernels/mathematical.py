"""Kernels of NumPy's mathematical functions: sums over sliding windows, linear interpolation, differences."""

from __future__ import annotations

import torch

from xp_torch._facts.dtypes import KIND, SAME_WIDTH_SIGNED
from xp_torch._facts.torch_errors import explained
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.elementwise.complexes import by_parts
from xp_torch._kernels.linear_algebra import matmul, sum_along

__all__ = ["correlate", "diff", "interpolate"]

# Elements that the windows of one product may have together: what is more goes in several.
_WINDOW_ELEMENTS = 2**22


def correlate(a: torch.Tensor, v: torch.Tensor, before: int, after: int) -> torch.Tensor:
    """Return the sums of products of `v` with the windows of `a`, which is not shorter, both of one dtype.

    `before` and `after` windows, each less than the length of `v`, stick out at the ends: only what overlaps counts
    there, so that no infinity meets a zero that stands for nothing.
    """
    parts = [_inside(a, v)]
    width = v.shape[0]
    if before:
        parts.insert(0, _overhanging(a.narrow(0, 0, width - 1), v, list(range(width - before, width))))
    if after:
        tail = a.narrow(0, a.shape[0] - (width - 1), width - 1)
        last = _overhanging(tail.flip(0), v.flip(0), list(range(width - after, width)))
        parts.append(last.flip(0))
    return torch.cat(parts) if len(parts) > 1 else parts[0]


def _inside(a: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Return the sums over the windows that lie in `a`."""
    known = host_functions.correlate(a, v)
    if known is not None:
        return known
    width = v.shape[0]
    windows = a.unfold(0, width, 1)
    rows = max(1, _WINDOW_ELEMENTS // width)
    if windows.shape[0] <= rows:
        return matmul(windows, v)
    return torch.cat([matmul(part, v) for part in windows.split(rows)])


def _overhanging(a: torch.Tensor, v: torch.Tensor, counts: list[int]) -> torch.Tensor:
    """Return for each of `counts` the sum of products of so many first elements of `a` and last ones of `v`."""
    width = v.shape[0]
    rows = max(1, _WINDOW_ELEMENTS // width)
    zeros = a.new_zeros(width - 1)
    # row i of the windows ends with the first i + 1 elements
    windows = torch.cat([zeros, a]).unfold(0, width, 1)
    found = []
    for start in range(0, len(counts), rows):
        some = counts[start : start + rows]
        number = torch.arange(some[0], some[0] + len(some), device=a.device)
        overlap = torch.arange(width, device=a.device) >= width - number.unsqueeze(1)
        part = windows.narrow(0, some[0] - 1, len(some))
        products = part & v if KIND[v.dtype] == "b" else part * v
        found.append(sum_along(torch.where(overlap, products, torch.zeros_like(products)), v.dtype))
    return torch.cat(found) if len(found) > 1 else found[0]


def interpolate(
    x: torch.Tensor, points: torch.Tensor, values: torch.Tensor, left: torch.Tensor, right: torch.Tensor
) -> torch.Tensor:
    """Return what a piecewise linear function of ascending `points` has at `x`, and beyond them `left` and `right`."""
    if values.is_complex():
        parts = [
            interpolate(x, points, *(torch.view_as_real(t).select(-1, i) for t in (values, left, right)))
            for i in range(2)
        ]
        return torch.complex(*parts)
    last = points.shape[0] - 1
    place = torch.searchsorted(points.contiguous(), x.contiguous(), right=True) - 1
    low = place.clamp(0, max(last - 1, 0))
    high = (low + 1).clamp(max=last)
    # vmap has no rule for torch.take
    x0, x1, y0, y1 = (t.index_select(0, i.flatten()).reshape(i.shape) for t in (points, values) for i in (low, high))
    slope = (y1 - y0) / torch.where(high > low, x1 - x0, torch.ones_like(x0))
    found = slope * (x - x0) + y0
    # where that is not a number, as with infinite values, from the other end, and then a constant stays one
    found = torch.where(found.isnan(), slope * (x - x1) + y1, found)
    found = torch.where(found.isnan() & (y0 == y1), y0, found)
    found = torch.where(x == x0, y0, found)
    # NumPy has no NaN of a function with one point
    end, beginning = points.select(0, last), points.select(0, 0)
    found = torch.where(x == end, values.select(0, last), found) if last else values.select(0, 0).expand(x.shape)
    found = torch.where(x > end, right, found)
    found = torch.where(x < beginning, left, found)
    return torch.where(x.isnan(), x, found) if last else found


_complex_difference = by_parts(torch.sub)


def _step(t: torch.Tensor, dim: int) -> torch.Tensor:
    size = t.shape[dim]
    length = max(size - 1, 0)
    later, earlier = t.narrow(dim, min(1, size), length), t.narrow(dim, 0, length)
    if t.is_complex():
        # torch subtracts complex numbers by a product, whose infinities make NaNs
        return _complex_difference(later, earlier)
    return later ^ earlier if t.dtype is torch.bool else later - earlier


@explained
def diff(t: torch.Tensor, n: int, dim: int) -> torch.Tensor:
    """Return the `n`-th difference along `dim`: modulo 2^n for unsigned integers, exclusive or for booleans."""
    bits = signed_bits(t) if t.dtype in SAME_WIDTH_SIGNED else t
    # no more than there are elements: after that nothing is left to change
    for _ in range(min(n, t.shape[dim])):
        bits = _step(bits, dim)
    return from_signed_bits(bits, t.dtype) if t.dtype in SAME_WIDTH_SIGNED else bits
