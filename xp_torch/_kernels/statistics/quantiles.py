"""Order statistics along the last dimension: quantiles by all methods, medians, with weights or ignoring NaNs."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch

from xp_torch._facts.dtypes import BOUNDS, DETOUR, KIND, limits
from xp_torch._facts.inspection import is_plain, known_or, numpy_view
from xp_torch._facts.promotion import promote, weak_promote
from xp_torch._facts.torch_state import increment_version, is_compiling_or_exporting
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import from_ordered_bits, from_signed_bits, ordered_bits, signed_bits
from xp_torch._kernels.blocks import in_blocks
from xp_torch._kernels.cast import cast, stored
from xp_torch._kernels.sorting import argsort, gather, sort
from xp_torch._kernels.statistics.reductions import accumulator, mean
from xp_torch._kernels.thresholds import FEW_SELECTIONS, FEW_SELECTIONS_OF_ROWS, MANY_TO_SELECT

_Place = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def _between(alpha: float, beta: float) -> _Place:
    """Return the function that computes positions by a method of Hyndman and Fan, given its two parameters."""

    def place(n: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
        # as in NumPy, Python numbers are rounded to the dtype before they are added
        return n * q + (stored(alpha, q.dtype) + q * stored(1 - alpha - beta, q.dtype)) - 1

    return place


def _middle(n: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    place = (n - 1) * q
    return 0.5 * (torch.floor(place) + torch.ceil(place))


def _boundary(place: torch.Tensor, even: bool) -> torch.Tensor:
    """Return the next integer position, or `place` itself if it is an integer (and odd, if `even`)."""
    reached = torch.floor(place)
    stays = place == reached
    if even:
        stays = stays & (torch.remainder(reached, 2) == 1)
    return torch.where(stays, reached, reached + 1)


#: Positions among `n` sorted elements, between which methods interpolate.
_WEIGHED: dict[str, _Place] = {
    "averaged_inverted_cdf": lambda n, q: n * q - 1,
    "interpolated_inverted_cdf": _between(0, 1),
    "hazen": _between(0.5, 0.5),
    "weibull": _between(0, 0),
    "linear": lambda n, q: (n - 1) * q,
    "median_unbiased": _between(1 / 3, 1 / 3),
    "normal_unbiased": _between(3 / 8, 3 / 8),
    "midpoint": _middle,
}
#: Integer positions.
_WHOLE: dict[str, _Place] = {
    "inverted_cdf": lambda n, q: _boundary(n * q - 1, even=False),
    "closest_observation": lambda n, q: _boundary(n * q - 1 - 0.5, even=True),
    "lower": lambda n, q: torch.floor((n - 1) * q),
    "higher": lambda n, q: torch.ceil((n - 1) * q),
    "nearest": lambda n, q: torch.round((n - 1) * q),
}
METHODS = (*_WHOLE, *_WEIGHED)


def has_gamma(method: str, q: torch.Tensor) -> bool:
    """Return whether the method interpolates, so that the result is floating."""
    return method in _WEIGHED and not (method == "linear" and KIND[q.dtype] == "i")


def _weight(method: str, place: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
    """Return the weight of the upper neighbour."""
    gamma = place - before
    if method == "averaged_inverted_cdf":
        return torch.where(gamma == 0, 0.5, 1.0).to(place.dtype)
    if method == "midpoint":
        return torch.where(place == torch.floor(place), 0.0, 0.5).to(place.dtype)
    return gamma


def _subtract(b: torch.Tensor, a: torch.Tensor) -> torch.Tensor:
    return from_signed_bits(signed_bits(b) - signed_bits(a), a.dtype)


def _lerp(a: torch.Tensor, b: torch.Tensor, gamma: torch.Tensor, weak: bool) -> torch.Tensor:
    """Return the interpolation between `a` and `b`, from the nearer one; a `weak` weight is a Python number."""
    loop = weak_promote(a.dtype, "f") if weak else promote(a.dtype, gamma.dtype)
    step = cast(_subtract(b, a), loop)
    low = cast(a, loop) + step * cast(gamma, loop)
    high = cast(b, loop) - step * cast(1 - gamma, loop)
    return torch.where(gamma >= 0.5, high, low)


def _ordered(t: torch.Tensor) -> torch.Tensor:
    """Return `t` in a dtype that torch can select in, in the same order."""
    return t.to(torch.uint8) if t.dtype is torch.bool else ordered_bits(t)


def _following(t: torch.Tensor, value: torch.Tensor, k: int) -> torch.Tensor:
    """Return the element that follows the `k`-th, which is `value`, in sorted order."""
    value = value.unsqueeze(-1)
    top = math.inf if KIND[t.dtype] == "f" else BOUNDS[t.dtype][1]
    later = torch.amin(torch.where(t > value, t, top), -1)
    return torch.where(torch.sum(t <= value, -1) > k + 1, value.squeeze(-1), later)


def _selected(t: torch.Tensor, places: list[int]) -> torch.Tensor | None:
    """Return the elements at a few sorted positions, as the last dimension; None if a sort is faster."""
    wanted = sorted(set(places))
    # of two neighbours, the second is found from the first
    starts = [i for j, i in enumerate(wanted) if not j or wanted[j - 1] != i - 1]
    most = FEW_SELECTIONS if t.ndim == 1 else FEW_SELECTIONS_OF_ROWS
    if t.is_complex() or not 0 < len(starts) <= most or len(wanted) > 2 * len(starts):
        return None
    k = _ordered(t)
    selected: dict[int, torch.Tensor] = {}
    for i in wanted:
        start = i in starts or i - 1 not in starts
        selected[i] = torch.kthvalue(k, i + 1, -1)[0] if start else _following(k, selected[i - 1], i - 1)
    r = torch.stack([selected[i] for i in places], -1)
    return r.to(torch.bool) if t.dtype is torch.bool else from_ordered_bits(r, t.dtype)


def _nan_last(t: torch.Tensor, in_order: torch.Tensor | None) -> torch.Tensor | None:
    """Return whether slices have a NaN; None if the dtype has none."""
    if KIND[t.dtype] not in "fc":
        return None
    last = torch.amax(t.detach(), -1) if in_order is None else in_order.select(-1, -1)
    return torch.isnan(last).unsqueeze(-1)


def _unsorted(t: torch.Tensor, places: list[int], own: bool) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    """Return the elements at sorted positions, and whether slices have a NaN; no elements if a sort is faster."""
    elements = host_functions.partitioned(t, [*places, t.shape[-1] - 1], own)
    if elements is None:
        r = _selected(t, places)
        return r, None if r is None else _nan_last(t, None)
    if own:
        increment_version((t,))  # for a tensor that is saved for a gradient
    r, last = elements.split([len(places), 1], -1)
    return r, torch.isnan(last) if KIND[t.dtype] in "fc" else None


def _middle_elements(t: torch.Tensor, own: bool) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
    """Return the two elements in the middle of the sorted order, and whether slices have a NaN."""
    n = t.shape[-1]
    places = [(n - 1) // 2, n // 2]
    if n >= MANY_TO_SELECT:
        r, nan = _unsorted(t, places, own)
        if r is not None:
            return r.narrow(-1, 0, 1), r.narrow(-1, 1, 1), nan
    s = sort(t, -1)
    if own:
        t.copy_(s)
    return s.narrow(-1, places[0], 1), s.narrow(-1, places[1], 1), _nan_last(t, s)


def _elements(
    t: torch.Tensor, known: bool, own: bool, *indices: torch.Tensor
) -> tuple[list[torch.Tensor], torch.Tensor | None]:
    """Return the elements at sorted positions, and whether slices have a NaN.

    `known` positions are on the host. An `own` tensor may be overwritten.
    """
    readable = known and not is_compiling_or_exporting() and all(is_plain(i) for i in indices)
    if readable and t.shape[-1] >= MANY_TO_SELECT:
        r, nan = _unsorted(t, torch.cat(indices).tolist(), own)
        if r is not None:
            return list(r.split([len(i) for i in indices], -1)), nan
    s = sort(t, -1)
    if own:
        t.copy_(s)
    full = [i.to(t.device).expand((*t.shape[:-1], i.shape[-1])) for i in indices]
    return [gather(s, -1, i) for i in full], _nan_last(t, s)


def _or_nan(r: torch.Tensor, nan: torch.Tensor | None) -> torch.Tensor:
    return r if nan is None else torch.where(nan, math.nan, r)


def _counted(t: torch.Tensor, ignore_nan: bool, own: bool) -> tuple[torch.Tensor, torch.Tensor | int, bool]:
    """Return `t`, the number of elements along its last dimension, and whether `t` may be overwritten.

    NaNs that are ignored are left out of a copy of one slice that can be inspected, or of the number of each slice.
    """
    if not ignore_nan or KIND[t.dtype] not in "fc":
        return t, t.shape[-1], own
    read = numpy_view(t) if t.ndim == 1 else None
    if read is not None and (kept := torch.from_numpy(read[read == read])).shape[0]:
        return kept, kept.shape[0], True
    return t, torch.sum(torch.logical_not(torch.isnan(t.detach())), -1, keepdim=True), False


def median(t: torch.Tensor, dtype: torch.dtype, ignore_nan: bool = False, own: bool = False) -> torch.Tensor:
    """Return the median along the last dimension, NaN where there is one (or nothing else, if `ignore_nan`).

    An `own` tensor may be overwritten.
    """
    if not t.shape[-1]:
        return mean(t, (t.ndim - 1,), dtype).squeeze(-1)
    if ignore_nan and t.ndim > 1:
        return in_blocks(lambda x: _median(x, dtype, True), None, (t.ndim - 1,), t)
    if not (ignore_nan or own) and (r := host_functions.median(t)) is not None:
        return r
    return _median(t, dtype, ignore_nan, own)


def _median(t: torch.Tensor, dtype: torch.dtype, ignore_nan: bool, own: bool = False) -> torch.Tensor:
    n: torch.Tensor | int = t.shape[-1]
    if ignore_nan:
        t, n, own = _counted(t, True, own)
    nan: torch.Tensor | None
    if isinstance(n, torch.Tensor):
        places = torch.clamp((n - 1) // 2, min=0), torch.clamp(n // 2, max=t.shape[-1] - 1)
        (low, high), _ = _elements(t, False, False, *places)
        nan = n == 0
        r = torch.where(n % 2 == 1, cast(low, dtype), _mean_of(low, high, dtype))
    elif is_compiling_or_exporting():
        # A graph for odd and even sizes.
        first, second = [torch.full((1,), i, dtype=torch.int64, device=t.device) for i in ((n - 1) // 2, n // 2)]
        (low, high), nan = _elements(t, False, own, first, second)
        r = torch.where(first == second, cast(low, dtype), _mean_of(low, high, dtype))
    else:
        low, high, nan = _middle_elements(t, own)
        r = cast(low, dtype) if n % 2 else _mean_of(low, high, dtype)
    return _or_nan(r, nan).squeeze(-1)


def _mean_of(low: torch.Tensor, high: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the mean of two tensors in `dtype`; in low precision it is rounded only once."""
    work = accumulator(dtype)
    if low.dtype is not work:
        low, high = cast(cast(low, dtype), work), cast(cast(high, dtype), work)
    return cast((low + high) / 2, dtype)


def quantile(t: torch.Tensor, q: torch.Tensor, method: str, weak: bool, ignore_nan: bool, own: bool) -> torch.Tensor:
    """Return the quantiles `q` (flat) of `t`, in place of its last dimension.

    An `own` tensor may be overwritten.
    """
    if ignore_nan and t.ndim > 1:
        return in_blocks(lambda x: _quantile(x, q, method, weak, True), None, (t.ndim - 1,), t)
    if not (ignore_nan or own) and (r := host_functions.quantile(t, q, method)) is not None:
        return r
    return _quantile(t, q, method, weak, ignore_nan, own)


def _quantile(
    t: torch.Tensor, q: torch.Tensor, method: str, weak: bool, ignore_nan: bool, own: bool = False
) -> torch.Tensor:
    t, n, own = _counted(t, ignore_nan, own)
    weight = q.dtype
    if weight in DETOUR and known_or(True, t.shape[-1] > limits(weight).max):
        q = q.to(DETOUR[weight])  # the number of elements overflows in float16
    if isinstance(n, torch.Tensor):
        q = q.to(t.device)
        count, end = n.to(q.dtype), n - 1
    else:
        count, end = (torch.full((), i, dtype=d, device=q.device) for i, d in ((n, q.dtype), (n - 1, torch.int64)))
    # A position is rounded, perhaps beyond the last element.
    end = torch.clamp(end, min=0)
    if not has_gamma(method, q):
        place = (_WHOLE.get(method) or _WEIGHED[method])(count, q)
        index = torch.minimum(torch.clamp(place, min=0).to(torch.int64), end)
        (r,), nan = _elements(t, isinstance(n, int), own, index)
        return _or_nan(r, nan if not isinstance(n, torch.Tensor) else n == 0)
    place = _WEIGHED[method](count, q)
    before = torch.floor(place)
    beyond, below = place >= count - 1, place < 0
    first = torch.zeros_like(count)
    low, high = (
        torch.minimum(torch.where(beyond, end, torch.where(below, first, i).to(torch.int64)), end)
        for i in (before, before + 1)
    )
    # NumPy's weight: beyond the last element it counts from the end, where both neighbours are the same element
    gamma = _weight(method, place, torch.where(beyond, -1, torch.where(below, first, before)))
    if gamma.dtype is not weight:
        gamma = cast(torch.clamp(gamma, max=1.0), weight)
    (a, b), nan = _elements(t, isinstance(n, int), own, low, high)
    return _or_nan(_lerp(a, b, gamma.to(t.device), weak), nan if not isinstance(n, torch.Tensor) else n == 0)


def weighted_quantile(t: torch.Tensor, q: torch.Tensor, weights: torch.Tensor, ignore_nan: bool) -> torch.Tensor:
    """Return the quantiles `q` (flat) of weighted elements by the inverted distribution function."""
    order = argsort(t, -1)
    s = gather(t, -1, order)
    w = gather(weights, -1, order)
    floating = KIND[t.dtype] in "fc"
    if floating and ignore_nan:
        w = torch.where(torch.isnan(s), 0, w)
    share = torch.cumsum(cast(w, torch.float64), -1)
    share = share / share.narrow(-1, -1, 1)
    found = cast(share, q.dtype) if KIND[q.dtype] == "f" else share
    # the smallest quantile is the first element with a positive weight
    found = torch.where(found == 0, -1, found)
    # added, so that under vmap it is mapped as the others are, and contiguous
    wanted = cast(q, found.dtype).to(t.device) + torch.zeros_like(found.narrow(-1, 0, 1))
    index = torch.searchsorted(found.contiguous(), wanted)
    r = gather(s, -1, torch.clamp(index, max=t.shape[-1] - 1))
    return r if not floating or ignore_nan else _or_nan(r, torch.isnan(s.narrow(-1, -1, 1)))
