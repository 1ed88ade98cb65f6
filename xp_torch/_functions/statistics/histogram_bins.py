"""Edges of bins, and NumPy's estimators of the number of bins."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, as_tensor_beside
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_float, floating
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import warn
from xp_torch._facts.inspection import any_true, known_or, numpy_view
from xp_torch._facts.shapes import as_index
from xp_torch._functions.creation.ranges import linspace
from xp_torch._functions.data_type import result_type
from xp_torch._functions.elementwise import greater, less_equal
from xp_torch._functions.searching import searchsorted
from xp_torch._functions.statistics.quantiles import numbers, percentile
from xp_torch._functions.statistics.reductions import std
from xp_torch._kernels.cast import cast
from xp_torch._kernels.statistics import histograms as kernels
from xp_torch._kernels.statistics import reductions

__all__: list[str] = []


def _span(x: torch.Tensor) -> Any:
    """Return the largest element minus the smallest, as a 0-D tensor unless `x` has integers."""
    low, high = reductions.min(x, (0,), x.dtype), reductions.max(x, (0,), x.dtype)
    if KIND[x.dtype] in "iu":
        return int(high) - int(low)
    return high - low


def _stone(x: torch.Tensor, ends: Any) -> Any:
    """Return the width that minimizes the estimated squared error over all numbers of bins."""
    n, span = x.shape[0], _span(x)
    if n <= 1 or span == 0:
        return 0
    max_count = max(100, int(math.sqrt(n)))

    def risk(size: int) -> float:
        share = kernels.tally(places(x, _even_edges(x, ends[0], ends[1], size), True), None, size + 2)[1:-1] / n
        return (2 - (n + 1) * float(share.dot(share))) / float(span / size)

    best = builtins.min(range(1, max_count + 1), key=risk)
    if best == max_count:
        warn("The number of bins estimated may be suboptimal.", RuntimeWarning)
    return span / best


def _doane(x: torch.Tensor, ends: Any) -> Any:
    n = x.shape[0]
    if n > 2:
        spread = math.sqrt(6.0 * (n - 2) / ((n + 1.0) * (n + 3)))
        real = cast(x, floating(x.dtype))
        sigma = float(std(wrap(real)))
        if sigma > 0.0:
            skew = float(torch.mean(((real - torch.mean(real)) / sigma) ** 3))
            return _span(x) / (1.0 + math.log2(n) + math.log2(1.0 + abs(skew) / spread))
    return 0.0


def _fd(x: torch.Tensor, ends: Any) -> Any:
    high, low = percentile(wrap(x), [75, 25])
    return 2.0 * (high - low)._tensor * x.shape[0] ** (-1.0 / 3.0)


def _auto(x: torch.Tensor, ends: Any) -> Any:
    widest = max(float(_fd(x, ends)), float(_ESTIMATORS["sqrt"](x, ends)) / 2)
    return builtins.min(widest, float(_ESTIMATORS["sturges"](x, ends)))


_ESTIMATORS: dict[str, Callable[[torch.Tensor, Any], Any]] = {
    "stone": _stone,
    "auto": _auto,
    "doane": _doane,
    "fd": _fd,
    "rice": lambda x, ends: _span(x) / (2.0 * x.shape[0] ** (1.0 / 3)),
    "scott": lambda x, ends: (24.0 * math.pi**0.5 / x.shape[0]) ** (1.0 / 3.0) * float(std(wrap(x))),
    "sqrt": lambda x, ends: _span(x) / math.sqrt(x.shape[0]),
    "sturges": lambda x, ends: _span(x) / (math.log2(x.shape[0]) + 1.0),
}


def steps(compare: Callable[..., ndarray], edges: torch.Tensor) -> torch.Tensor:
    """Return the comparison of every edge with the next."""
    n = max(edges.shape[0] - 1, 0)
    return compare(wrap(edges.narrow(0, 0, n)), wrap(edges.narrow(0, edges.shape[0] - n, n)))._tensor


def check_ascending(bins: Any, name: str) -> None:
    """Raise ValueError if edges that can be inspected are not in ascending order."""
    if any_true(steps(greater, as_tensor(bins))):
        raise ValueError(f"{name} must increase monotonically, when an array")


def outer_edges(t: torch.Tensor, range: Any, read: bool = False) -> tuple[Any, Any]:
    """Return the first and the last edge, which differ, as Python numbers or 0-D arrays.

    The values of `t` are checked where they can be inspected, and always if `read`.
    """
    first: Any
    last: Any
    if range is not None:
        first, last = range
        if any(isinstance(end, (list, tuple)) or getattr(end, "ndim", 0) for end in (first, last)):
            raise ValueError(f"range must be two numbers, got {range!r:.80}")
        values = numbers([first, last])
        if values is not None:
            if values[0] > values[1]:
                raise ValueError("max must be larger than min in range parameter.")
            if not all(math.isfinite(v) for v in values):
                raise ValueError(f"supplied range of [{first}, {last}] is not finite")
    elif known_or(False, t.shape[0] == 0):
        first, last = 0, 1
    else:
        low, high = (f(t, (0,), t.dtype) for f in (reductions.min, reductions.max))
        first, last = wrap(low), wrap(high)
        is_readable = numpy_view(t) is not None
        if not low.is_complex() and (read or is_readable):
            ends = [low.item(), high.item()]
            if not all(math.isfinite(v) for v in ends):
                raise ValueError(f"autodetected range of [{ends[0]}, {ends[1]}] is not finite")
            if is_readable and t.dtype is torch.float64:
                first, last = ends  # `linspace` takes Python numbers in less time
    if isinstance(first, (bool, int, float)) and isinstance(last, (bool, int, float)):
        return (first - 0.5, last + 0.5) if first == last else (first, last)
    low, high = as_tensor(first, device=t.device), as_tensor(last, device=t.device)
    same = low == high
    low, high = (cast(v, floating(v.dtype)) for v in (low, high))
    return wrap(torch.where(same, low - 0.5, low)), wrap(torch.where(same, high + 0.5, high))


def _estimated(t: torch.Tensor, name: str, range: Any) -> tuple[Any, Any, int]:
    """Return the outer edges and the number of bins by the estimator of that name; values are read back."""
    first, last = outer_edges(t, range, read=True)
    if range is not None:
        t = t[(t >= float(first)) & (t <= float(last))]
    if not t.shape[0]:
        return first, last, 1
    width = float(_ESTIMATORS[name](t, (first, last)))
    if not width:
        return first, last, 1
    if KIND[t.dtype] in "iu" and width < 1:
        width = 1
    return first, last, math.ceil(float(last - first) / width)


def _even_edges(t: torch.Tensor, first: Any, last: Any, count: int) -> torch.Tensor:
    """Return the edges of `count` bins of equal width for `t`, in a floating dtype."""
    dtype = result_type(first, last, wrap(t))
    if dtype.kind not in "fc":
        dtype = result_type(dtype, default_float())
    return linspace(first, last, count + 1, dtype=dtype, device=t.device)._tensor


def edges_of(t: torch.Tensor, bins: Any, range: Any, weighted: bool) -> tuple[torch.Tensor, bool]:
    """Return the edges of bins for the flat `t`, and whether they are evenly spaced."""
    if isinstance(bins, str):
        if bins not in _ESTIMATORS:
            raise ValueError(f"{bins!r:.80} is not a valid estimator for `bins`")
        if weighted:
            raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
        first, last, count = _estimated(t, bins, range)
    else:
        array = bins if isinstance(bins, int) else as_tensor_beside("histogram", t, bins)
        if isinstance(array, torch.Tensor) and array.ndim == 1:
            check_ascending(bins, "`bins`")
            return array, False
        if isinstance(array, torch.Tensor) and array.ndim > 1:
            raise ValueError("`bins` must be 1d, when an array")
        try:
            count = as_index(bins)
        except TypeError:
            raise TypeError("`bins` must be an integer, a string, or an array") from None
        if count < 1:
            raise ValueError("`bins` must be positive, when an integer")
        first, last = outer_edges(t, range)
    edges = _even_edges(t, first, last, count)
    if numpy_view(t) is not None and bool((edges[:-1] >= edges[1:]).any() if not edges.is_complex() else False):
        raise ValueError(f"Too many bins for data range. Cannot create {count} finite-sized bins.")
    return edges, True


def places(x: torch.Tensor, edges: torch.Tensor, even: bool) -> torch.Tensor:
    """Return the bin numbers of the flat `x`, from one: zero below, ``len(edges)`` above and for NaN."""
    if even and KIND[edges.dtype] == "f":
        return kernels.even_bins(cast(x, edges.dtype), edges)
    # the last bin includes the last edge
    inside = less_equal(wrap(x), wrap(edges.select(0, -1)))._tensor
    return searchsorted(
        wrap(edges.narrow(0, 0, edges.shape[0] - 1)), wrap(x), side="right"
    )._tensor + torch.logical_not(inside).to(torch.int64)
