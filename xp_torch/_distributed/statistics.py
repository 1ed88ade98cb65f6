"""Statistics: from sums, from the extremes of the parts, and from sorted elements."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed.along import along, few_slices, slices_of
from xp_torch._distributed.array import (
    DistributedArray,
    as_array,
    beside,
    local,
    mesh_of,
    place,
    reaxis,
    replicated,
    rewrap,
    whole,
)
from xp_torch._distributed.collectives import agreed, all_gather, all_sum
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.elementwise import part_of
from xp_torch._distributed.layout import chunk
from xp_torch._distributed.movement import as_distributed, flat
from xp_torch._distributed.reductions import written
from xp_torch._distributed.scans import without_nan
from xp_torch._facts.defaults import default_float, floating
from xp_torch._facts.dtypes import DETOUR, KIND, as_dtype, of_kind, torch_dtype
from xp_torch._facts.errors import warn
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import normalize_axes, normalize_axis
from xp_torch._functions import elementwise, searching
from xp_torch._functions.linear_algebra.diagonals import diagonal
from xp_torch._functions.manipulation.join import concat
from xp_torch._functions.manipulation.shape import expand_dims
from xp_torch._functions.sorting.sort import sort
from xp_torch._functions.statistics import reductions
from xp_torch._functions.statistics.averages import cov
from xp_torch._kernels.mathematical import diff

#: The number of elements of a part that are counted at once.
_BLOCK = 2**17
_HALVES = frozenset(d for d in of_kind("f") if d in DETOUR)


def _is_whole_along(x: Any, axes: tuple[int, ...]) -> bool:
    """Return whether each process holds all elements of a reduction over `axes`."""
    return set(axes).isdisjoint(x._layout.axes)


def _count(x: DistributedArray, axes: tuple[int, ...], keepdims: bool, where: Any) -> Any:
    """Return the number of elements that are reduced, as an array if there is a mask."""
    if where is True:
        return math.prod(x.shape[i] for i in axes)
    mask = as_array(where)
    part = part_of(mask, x._layout, x.shape, "mean")._tensor.expand(local(x)._tensor.shape)
    included = rewrap(part.contiguous(), x.shape, x._layout.axes, x._layout.mesh)
    return reductions.sum(included, axis=axes, keepdims=keepdims)


def _given(x: DistributedArray, where: Any) -> Any:
    """Return the mask of the elements that are not NaN and that `where` selects."""
    known = elementwise.logical_not(elementwise.isnan(x))
    return known if where is True else elementwise.logical_and(known, where)


def _mean(x: DistributedArray, axes: tuple[int, ...], dtype: Any, keepdims: bool, where: Any) -> Any:
    """Return the mean of the elements, in `dtype`."""
    target = floating(x._dtype) if dtype is None else torch_dtype(dtype)
    loop = torch.float32 if target in _HALVES else target
    total = reductions.sum(x, axis=axes, dtype=as_dtype(loop), keepdims=keepdims, where=where)
    r = total / _count(x, axes, keepdims, where)
    return r.astype(as_dtype(target)) if r._dtype is not target else r


def _variance(
    x: DistributedArray, axes: tuple[int, ...], dtype: Any, ddof: Any, keepdims: bool, where: Any, mean: Any, root: bool
) -> Any:
    """Return the variance or the standard deviation, from squared distances to the mean."""
    target = floating(x._dtype) if dtype is None else torch_dtype(dtype)
    loop = torch.float32 if target in _HALVES else target
    is_copy = x._dtype is not loop and not (x._dtype.is_floating_point and torch.promote_types(x._dtype, loop) is loop)
    x = x.astype(as_dtype(loop)) if is_copy else x  # type: ignore[assignment]
    is_given = mean is not None and mean is not NO_VALUE
    centre = mean if is_given else _mean(x, axes, as_dtype(loop), True, where)
    in_place = is_copy and not is_given and not x.requires_grad
    squares: Any = x
    if in_place:
        squares -= centre
    else:
        squares = elementwise.subtract(x, centre)
    squares = abs(squares) if KIND[squares._dtype] == "c" else squares
    if squares.requires_grad:
        squares = squares * squares
    else:
        squares *= squares
    count = _count(x, axes, keepdims, where)
    if isinstance(count, ndarray):
        count = elementwise.maximum(count - ddof, 0)
    else:
        if count <= ddof:
            warn("Degrees of freedom <= 0 for slice", RuntimeWarning)
        count = max(count - ddof, 0)
    r = reductions.sum(squares, axis=axes, keepdims=keepdims, where=where) / count
    r = elementwise.sqrt(r) if root else r
    real = torch.empty(0, dtype=target).real.dtype if dtype is None else target
    return r.astype(as_dtype(real), copy=False)


def _less_nan(name: str, x: Any, where: Any) -> tuple[Any, Any]:
    """Return `x` and `where`; for functions such as "nanmean", NaNs become zeros and are masked."""
    if not name.startswith("nan") or KIND[x._dtype] not in "fc":
        return x, where
    return without_nan(x, 0), _given(x, where)


@rule("mean", "nanmean", first=True, named=True)
def _(
    name: str, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *,
    where: Any = True,
) -> Any:  # fmt: skip
    axes = normalize_axes(axis, a.ndim)
    if name == "mean" and not math.prod(a.shape[i] for i in axes):
        warn("Mean of empty slice", RuntimeWarning)
    a, where = _less_nan(name, a, where)
    return written(name, _mean(a, axes, dtype, bool(keepdims), where), out)


@rule("var", "std", "nanvar", "nanstd", first=True, named=True)
def _(
    name: str, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: bool = False, *,
    where: Any = True, mean: Any = NO_VALUE, correction: Any = NO_VALUE,
) -> Any:  # fmt: skip
    if (correction is not NO_VALUE and ddof != 0) or isinstance(ddof, str):
        return NotImplemented
    ddof = ddof if correction is NO_VALUE else correction
    ddof = ddof.item() if isinstance(ddof, ndarray) else ddof
    a, where = _less_nan(name, a, where)
    axes, root = normalize_axes(axis, a.ndim), name.endswith("std")
    return written(name, _variance(a, axes, dtype, ddof, bool(keepdims), where, mean, root), out)


@rule("nansum", "nanprod", first=True, named=True)
def _(
    name: str, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False,
    initial: Any = NO_VALUE, where: Any = True,
) -> Any:  # fmt: skip
    total, value = (reductions.sum, 0) if name == "nansum" else (reductions.prod, 1)
    return total(without_nan(a, value), axis, dtype, out, keepdims, initial, where)


@rule("average", first=True)
def _(a: Any, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    if weights is None and returned:
        return NotImplemented
    axes = normalize_axes(axis, a.ndim)
    if weights is None:
        return _mean(a, axes, None, bool(keepdims), True)
    if not isinstance(weights, ndarray) or weights.shape != a.shape:
        return NotImplemented
    total = reductions.sum(weights, axis=axes, dtype=as_dtype(floating(weights._dtype)), keepdims=keepdims)
    r = reductions.sum(elementwise.multiply(a, weights), axis=axes, keepdims=keepdims) / total
    return (r, total) if returned else r


@rule("ptp")
def _(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    return elementwise.subtract(a.max(axis, keepdims=keepdims), a.min(axis, keepdims=keepdims), out=out)


# Positions of extremes


@rule("argmax", "argmin", first=True, named=True)
def _(name: str, a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    if not a.size:
        return NotImplemented
    if axis is None:
        r = _place_of_all(name, a)
        r = r.reshape((1,) * a.ndim) if keepdims else r
    else:
        axis = normalize_axis(axis, a.ndim)
        r = _place(name, a, axis)
        r = r if keepdims else r.reshape(a.shape[:axis] + a.shape[axis + 1 :])
    return written(name, r, out)


@rule("nanargmax", "nanargmin", first=True, named=True)
def _(name: str, a: Any, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    if not a.size:
        return NotImplemented
    if KIND[a._dtype] in "fc":
        if elementwise.isnan(a).all(axis).any():
            raise ValueError("All-NaN slice encountered")
        a = without_nan(a, math.inf if name == "nanargmin" else -math.inf)
    return (searching.argmin if name == "nanargmin" else searching.argmax)(a, axis, out, keepdims=keepdims)


def _place(name: str, x: DistributedArray, axis: int) -> Any:
    """Return the positions of extremes along an axis, which is kept with size one."""
    function, layout = plain_function(name), x._layout
    if axis not in layout.axes:
        return along(name, x, (axis,), lambda part: function(part, axis=axis, keepdims=True))
    dim = layout.axes.index(axis)
    mesh, size, n = layout.mesh, layout.sizes[dim], x.shape[axis]
    t = local(x)._tensor
    if t.shape[axis]:
        places = function(local(x), axis=axis, keepdims=True)._tensor
        values = t.gather(axis, places)
        places = places + layout.span(dim, n)[0]
    else:
        sizes = [1 if i == axis else s for i, s in enumerate(t.shape)]
        places, values = t.new_zeros(sizes, dtype=torch.int64), t.new_zeros(sizes)
    used = sum(1 for r in range(size) if range(*chunk(n, size, r)))
    values, places = all_gather(values.detach(), mesh, dim)[:used], all_gather(places, mesh, dim)[:used]
    # of equal values the first counts, and NaN counts as the largest and smallest
    best = function(wrap(values), axis=0, keepdims=True)._tensor
    r = places.gather(0, best)[0]
    shape = [1 if i == axis else s for i, s in enumerate(x.shape)]
    return rewrap(r, shape, tuple(None if i == axis else i for i in layout.axes), mesh)


def _place_of_all(name: str, x: DistributedArray) -> Any:
    """Return the position of an extreme of all elements."""
    function, layout, shape = plain_function(name), x._layout, x._shape
    t = local(x)._tensor
    values, place = t.new_zeros(1), torch.zeros(1, dtype=torch.int64, device=t.device)
    if t.numel():
        own = function(local(x))._tensor.reshape(1)
        values = t.reshape(-1).detach()[own]
        starts = dict.fromkeys(range(x.ndim), 0)
        starts |= {a: layout.span(dim, shape[a])[0] for dim, a in enumerate(layout.axes) if a is not None}
        for axis, index in enumerate(torch.unravel_index(own, t.shape)):
            place = place * shape[axis] + index + starts[axis]
    for dim, a in enumerate(layout.axes):
        if a is not None:
            used = len(range(0, shape[a], chunk(shape[a], layout.sizes[dim], 0)[1]))
            places = all_gather(place, layout.mesh, dim)[:used, 0]
            order = places.argsort()  # of equal values the first counts
            values = all_gather(values, layout.mesh, dim)[:used, 0][order]
            best = function(wrap(values))._tensor.reshape(1)
            values, place = values[best], places[order][best]
    return rewrap(place.reshape(()), (), (None,) * len(layout.axes), layout.mesh)


@rule("nanmax", "nanmin", first=True, named=True)
def _(
    name: str, a: Any, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = NO_VALUE,
    where: Any = True,
) -> Any:  # fmt: skip
    if initial is not NO_VALUE or where is not True or not a.size:
        return NotImplemented
    combined = getattr(elementwise, "fmax" if name == "nanmax" else "fmin")
    return combined.reduce(a, axis=axis, out=out, keepdims=keepdims)


# Order statistics


def _reduced_along(
    name: str,
    x: DistributedArray,
    axis: Any,
    keepdims: bool,
    call: Callable[..., Any],
    of_all: Callable[[Any], Any],
    ndim: int = 0,
) -> Any:
    """Return an order statistic along axes; results have `ndim` more axes in front.

    ``call(part, axis=, keepdims=)`` computes it of a plain array, and ``of_all(x)`` of all elements of a distributed
    one, or returns NotImplemented.
    """
    if x.ndim == 0 or not x.size:
        return NotImplemented
    axes = normalize_axes(axis, x.ndim)
    if len(axes) == x.ndim and not _is_whole_along(x, axes):
        r = of_all(x)
        return r if r is NotImplemented or not keepdims else r.reshape(r.shape + (1,) * x.ndim)
    if few_slices(x, *axes):
        found = [of_all(v) for (v,) in slices_of(axes, x)]
        if NotImplemented not in found:
            t = torch.stack([r._part._tensor for r in found], -1)
            sizes = [1 if i in axes else n for i, n in enumerate(x.shape) if keepdims or i not in axes]
            return place(wrap(t.reshape(*t.shape[:ndim], *sizes)), x._layout.mesh, None)
    return along(name, x, axes, lambda part: call(part, axis=axes, keepdims=keepdims), reduced=not keepdims)


def _sorted(name: str, x: DistributedArray) -> tuple[Any, int]:
    """Return the sorted elements, NaNs last, and the number of elements that count for `name`."""
    is_counted = name.startswith("nan") and KIND[x._dtype] in "fc"
    n = int(elementwise.logical_not(elementwise.isnan(x)).sum()) if is_counted else x.size
    return sort(flat(x)), n


def _of_sorted(name: str, x: DistributedArray, q: torch.Tensor, scalar: bool) -> Any:
    """Return quantiles of all elements, interpolated between the few sorted elements near each position."""
    loop = (
        x._dtype
        if scalar and x._dtype.is_floating_point
        else torch.promote_types(floating(x._dtype), floating(q.dtype))
    )
    ordered, n = _sorted(name, x)
    position = max(n - 1, 0) * (q / 100 if name.endswith("percentile") else q).to(loop)
    low = torch.floor(position)
    places = torch.stack([low, torch.ceil(position), torch.full_like(low, max(n - 1, 0))]).to(torch.int64)
    few = whole(ordered[wrap(places.reshape(-1))])._tensor.reshape(3, *q.shape).to(loop)
    step, gamma = few[1] - few[0], position - low
    r = torch.where(gamma >= 0.5, few[1] - step * (1 - gamma), few[0] + step * gamma)
    r = torch.where(few[2].isnan(), few[2], r)
    return place(wrap(r), x._layout.mesh, None)


@rule("quantile", "percentile", "nanquantile", "nanpercentile", first=True, named=True)
def _(
    name: str, a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = "linear",
    keepdims: bool = False, *, weights: Any = None,
) -> Any:  # fmt: skip
    if weights is not None:
        return NotImplemented
    given = whole(q)
    function = plain_function(name)
    t = as_tensor(given)
    t = t if t.is_floating_point() or name.endswith("quantile") else t.to(default_float())

    def of_all(x: Any) -> Any:
        if method != "linear" or KIND[t.dtype] != "f" or KIND[x._dtype] not in "iuf":
            return NotImplemented
        function(wrap(torch.zeros(1, dtype=t.dtype)), given)  # raises if a fraction is out of range
        return _of_sorted(name, x, t, isinstance(given, (int, float)))

    def call(part: ndarray, **where: Any) -> Any:
        return function(part, given, method=method, **where)

    return written(name, _reduced_along(name, a, axis, bool(keepdims), call, of_all, t.ndim), out)


@rule("median", "nanmedian", first=True, named=True)
def _(
    name: str, a: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False
) -> Any:
    r = _reduced_along(name, a, axis, bool(keepdims), plain_function(name), lambda x: _middle(name, x))
    return written(name, r, out)


def _middle(name: str, x: DistributedArray) -> Any:
    """Return the median of all elements, from the middle of the sorted elements."""
    ordered, n = _sorted(name, x)
    last = max(n - 1, 0)
    few = whole(concat((ordered[last // 2 : n // 2 + 1], ordered[last : last + 1])))
    r = plain_function(name)(few[:-1])
    return place(plain_function("where")(elementwise.equal(few[-1], few[-1]), r, few[-1]), x._layout.mesh, None)


# Covariances


@rule("cov")
def _(
    m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None, fweights: Any = None,
    aweights: Any = None, *, dtype: Any = None,
) -> Any:  # fmt: skip
    if y is not None or fweights is not None or aweights is not None or m.ndim > 2 or not m.size:
        return NotImplemented
    x = m.reshape((1, -1)) if m.ndim == 1 else m if rowvar else m.T
    target = torch.promote_types(floating(x._dtype), default_float()) if dtype is None else torch_dtype(dtype)
    x = x.astype(as_dtype(target), copy=False)
    x = x - reductions.mean(x, axis=1, keepdims=True)
    n = x.shape[1] - (int(not bias) if ddof is None else ddof)
    if n <= 0:
        warn("Degrees of freedom <= 0 for slice", RuntimeWarning)
    r = x @ x.T.conj()
    r /= max(n, 0)
    return r.reshape(()) if r.size == 1 else r


@rule("corrcoef")
def _(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> Any:
    c: Any = cov(x, y, rowvar, dtype=dtype)
    if y is not None or c.ndim < 2:
        return NotImplemented
    deviations = reaxis(elementwise.sqrt(diagonal(c).real), None)  # type: ignore[arg-type]  # small beside `c`
    c /= expand_dims(deviations, 1)
    c /= deviations
    return c if KIND[c._dtype] == "c" else elementwise.clip(c, -1, 1)


# Histograms


def _ends(x: DistributedArray) -> Any:
    """Return the smallest and the largest element as Python numbers, or None."""
    return (x.min().item(), x.max().item()) if x.size else None


def _flat_parts(a: Any, weights: Any) -> tuple[ndarray, ndarray | None, Any]:
    """Return this process's parts of the flattened array and of its weights, and the mesh."""
    mesh = mesh_of(a, weights)
    x = a if type(a) is DistributedArray else place(plain_function("asarray")(a), mesh, None)
    part = local(x).reshape(-1)
    if weights is None:
        return part, None, mesh
    w = plain_function("asarray")(weights) if not isinstance(weights, ndarray) else weights
    return part, part_of(w, x._layout, x.shape, "histogram").reshape(-1), mesh


def _in_blocks(count: Callable[..., ndarray], x: ndarray, weights: ndarray | None) -> torch.Tensor:
    """Count the elements in blocks, which saves memory, and return the sum of the counts."""
    found, start, stop = None, 0, _BLOCK
    while found is None or start < x.size:
        t = count(x[start:stop], None if weights is None else weights[start:stop])._tensor
        found = t if found is None else found + t
        start, stop = stop, stop + max(_BLOCK, t.numel())
    return found


def _total(t: torch.Tensor, x: DistributedArray) -> torch.Tensor:
    """Return the sum over processes of their results for their parts of `x`."""
    for dim, axis in enumerate(x._layout.axes):
        t = t if axis is None else all_sum(t, x._layout.mesh, dim)
    return t


@rule("histogram", first=True)
def _(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    if isinstance(bins, str) or not a.size or KIND[a._dtype] == "c":
        return NotImplemented
    if weights is not None and tuple(weights.shape) != a.shape:
        return NotImplemented
    bins = whole(bins)
    if isinstance(bins, int) and range is None:
        range = _ends(a)
    function = plain_function("histogram")
    part, w, mesh = _flat_parts(a, weights)
    edges = plain_function("histogram_bin_edges")(part[:0], bins, range)
    counts = agreed(lambda: _in_blocks(lambda x, w: function(x, bins, range, weights=w)[0], part, w), mesh)
    t = _total(counts, a)
    if density:
        width = diff(edges._tensor, 1, 0).to(default_float())
        t = t.to(torch.promote_types(t.dtype, default_float())) / width / t.sum()
    return place(wrap(t), mesh, None), place(edges, mesh, None)


@rule("histogram_bin_edges", first=True)
def _(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    if isinstance(bins, str) or not a.size or KIND[a._dtype] == "c":
        return NotImplemented
    ends = _ends(a) if range is None else range
    edges = plain_function("histogram_bin_edges")(local(a).reshape(-1), whole(bins), ends)
    return place(edges, a._layout.mesh, None)


@rule("histogram2d")
def _(x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    mesh = mesh_of(x, y, weights)
    points = [as_distributed(v, mesh) for v in (x, y)]
    bins = whole(bins) if isinstance(bins, ndarray) else [whole(b) for b in bins] if isinstance(bins, list) else bins
    plain = plain_function("histogram2d")
    if any(v.ndim != 1 or not v.size or KIND[v._dtype] == "c" for v in points):
        return NotImplemented
    if points[0].shape != points[1].shape:
        raise ValueError("x and y must have the same length.")
    given = [None, None] if range is None else list(range)
    ends = [_ends(v) if end is None else end for v, end in zip(points, given, strict=True)]
    first = points[0] if points[0]._layout.cut else points[1]
    parts = [part_of(v, first._layout, first.shape, "histogram2d") for v in points]
    w = None if weights is None else part_of(as_array(weights), first._layout, first.shape, "histogram2d")
    counts, *edges = agreed(lambda: plain(*parts, bins, ends, weights=w), mesh)
    t = _total(counts._tensor, first)
    if density:
        rows, columns = (torch.diff(edge._tensor) for edge in edges)
        t = t / rows[:, None] / columns / t.sum()
    return tuple(place(v, mesh, None) for v in (wrap(t), *edges))


@rule("bincount", first=True)
def _(x: Any, /, weights: Any = None, minlength: int = 0, *, length: Any = None) -> Any:
    if x.ndim != 1 or not x.size or x._dtype.is_floating_point:
        return NotImplemented
    if length is None:
        minlength = max(int(minlength), int(x.max()) + 1)
    function = plain_function("bincount")
    part, w, mesh = _flat_parts(x, weights)
    t = agreed(lambda: _in_blocks(lambda x, w: function(x, w, minlength, length=length), part, w), mesh)
    if w is not None and not part.size:  # NumPy returns integers for no elements
        t = t.to(function(wrap(part._tensor.new_zeros(1)), wrap(w._tensor.new_zeros(1)))._tensor.dtype)
    return place(wrap(_total(t, x)), mesh, None)


@rule("digitize", "interp", first=True, named=True)
def _(name: str, x: Any, *args: Any, **options: Any) -> Any:
    """Compute a function of the elements of its first argument; other arguments are gathered."""
    everywhere = (None,) * len(x._layout.axes)

    def whole_beside(v: Any) -> Any:
        return beside(replicated(v, name), x._layout, everywhere) if isinstance(v, ndarray) else v

    given = [whole_beside(v) for v in args]
    named = {k: whole_beside(v) for k, v in options.items()}
    function, part = plain_function(name), local(x)
    if part._tensor.requires_grad or part.size <= _BLOCK:
        return rewrap(function(part, *given, **named), x.shape, x._layout.axes, x._layout.mesh)
    elements, result = part.reshape(-1), torch.empty(0)
    for start in range(0, part.size, _BLOCK):
        t = function(elements[start : start + _BLOCK], *given, **named)._tensor
        result = result if start else t.new_empty(part.size)
        result[start : start + _BLOCK] = t
    return rewrap(wrap(result.reshape(part.shape)), x.shape, x._layout.axes, x._layout.mesh)


@rule("ndarray.__contains__")
def _(self: Any, value: Any) -> bool:
    return bool((self == value).any())
