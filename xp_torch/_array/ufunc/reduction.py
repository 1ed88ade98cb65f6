"""What every reduction shares: axis, dtype, out, keepdims, initial, where, and what empty input gives."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, finish, write_out
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.defaults import default_float, default_int
from xp_torch._facts.dtype_sets import NATIVE_FLOATS, ORDERED, SUMMED
from xp_torch._facts.dtypes import BOUNDS, KIND, torch_dtype
from xp_torch._facts.errors import broadcast_error
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import can_cast, promote
from xp_torch._facts.shapes import normalize_axis, reduced_shape, whole
from xp_torch._kernels.cast import cast
from xp_torch._kernels.statistics.reductions import max_along, max_of, min_along, min_of, started

__all__ = [
    "PLAIN",
    "accumulator",
    "averaged",
    "finish_reduction",
    "loop_dtype",
    "reduction",
    "reduction_axes",
    "where_mask",
    "with_axis",
]

_new = object.__new__
_Reduction = Callable[[torch.Tensor, tuple[int, ...], torch.dtype], torch.Tensor]


def reduction_axes(axis: Any, ndim: int, lenient: bool = True) -> tuple[int, ...]:
    """Return the dimensions that `axis` (None, an int, a tuple) names; if `lenient`, 0-D arrays take 0 and -1."""
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, tuple):
        axes = tuple(normalize_axis(whole(i), ndim) for i in axis)
        if len(set(axes)) != len(axes):
            raise ValueError("duplicate value in 'axis'")
        # in the order of memory, whichever they are named in: of several NaNs the first stays
        return tuple(sorted(axes))
    place = whole(axis)
    if lenient and ndim == 0 and place in (0, -1):
        return ()
    return (normalize_axis(place, ndim),)


def accumulator(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype that sums and products of `dtype` have: at least as wide as the default int for integers."""
    kind = KIND[dtype]
    if kind in "fc":
        return dtype
    default = default_int()
    if kind != "u":
        return default if kind == "b" or dtype.itemsize < default.itemsize else dtype
    wide = next(d for d in BOUNDS if KIND[d] == "u" and d.itemsize == default.itemsize)
    return wide if dtype.itemsize < wide.itemsize else dtype


def averaged(dtype: Any, own: torch.dtype) -> torch.dtype:
    """Return the dtype of means of `own`: the one asked for, the default floating one for integers, else `own`."""
    if dtype is not None:
        return torch_dtype(dtype)
    return own if KIND[own] in "fc" else default_float()


def _single(out: Any) -> Any:
    """Return the array of an `out=` that may be a tuple of one."""
    return out[0] if isinstance(out, tuple) and len(out) == 1 else out


def _same(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype that extremes of `dtype` have."""
    return dtype


def loop_dtype(
    own: torch.dtype, dtype: Any, out: Any, rule: Callable[[torch.dtype], torch.dtype] = _same
) -> torch.dtype:
    """Return the dtype to reduce `own` in: the one asked for, else that of an `out` which holds `own`, else by `rule`.

    NumPy reduces in the dtype where both meet, and casts what it has so far into an `out` that does not hold it.
    """
    if dtype is not None:
        return torch_dtype(dtype)
    target = _single(out)
    holds = isinstance(target, ndarray) and can_cast(own, target._tensor.dtype)
    return target._tensor.dtype if holds else rule(own)


def where_mask(name: str, where: Any, t: torch.Tensor) -> torch.Tensor | None:
    """Return the `where=` of a reduction of `t` as booleans of its shape; None for True."""
    if where is True:
        return None
    given = isinstance(where, (ndarray, torch.Tensor, np.ndarray, np.generic))
    mask = as_tensor(where, device=None if isinstance(where, (ndarray, torch.Tensor)) else t.device)
    if mask.device != t.device:
        raise ValueError(f"{name}: where is on device {mask.device}, the array on device {t.device}")
    if mask.dtype is not torch.bool:
        if given:
            raise TypeError(f"{name}: where must be an array of booleans, got {mask.dtype}")
        # Python's numbers count as their truth
        mask = mask != 0
    if mask.ndim > t.ndim:
        raise ValueError(f"{name}: where has more dimensions ({mask.ndim}) than the array ({t.ndim})")
    try:
        return mask.broadcast_to(t.shape)
    except RuntimeError:
        raise broadcast_error((t.shape, mask.shape)) from None


def finish_reduction(name: str, t: torch.Tensor, out: Any, like: Any, casting: str = "unsafe") -> ndarray:
    """Return a result of a reduction, in `out` if given: of the very shape, by default with any cast."""
    if out is None:
        return finish(name, t, like=like)
    target = _single(out)
    if isinstance(target, ndarray) and target.shape != tuple(t.shape):
        raise ValueError(f"{name}: out must have the shape {tuple(t.shape)} of the result, got {target.shape}")
    return write_out(name, t, target, casting=casting)


def reduction(
    name: str,
    kernel: _Reduction,
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    keepdims: Any,
    initial: Any = NO_VALUE,
    where: Any = True,
    identity: bool | None = None,
    rule: Callable[[torch.dtype], torch.dtype] = _same,
) -> ndarray:
    """Reduce: the one place that knows axis, dtype, out, keepdims, initial, where and what empty input gives.

    `dtype` is the result's as it was asked for, or None (see `loop_dtype`). `identity` is what a reduction of nothing
    gives: without one it raises ValueError unless there is an `initial`.
    """
    t = as_tensor(a)
    axes = reduction_axes(axis, t.ndim)
    shape = reduced_shape(t.shape, axes, bool(keepdims))
    target = loop_dtype(t.dtype, dtype, out, rule)
    if identity is None:
        t = cast(t, target)
    start = None
    if initial is None:
        identity = None
    elif initial is not NO_VALUE:
        if target is torch.bool and isinstance(initial, (list, tuple)):
            initial = bool(initial)  # NumPy asks any object for its truth
        met = promote(t.dtype, _single(out)._tensor.dtype) if isinstance(_single(out), ndarray) else target
        if dtype is None and met is not target:
            # NumPy's loop has to hold it, too
            as_tensor(initial, dtype=met, device=t.device)
        try:
            start = as_tensor(initial, dtype=target, device=t.device)
        except OverflowError:
            if dtype is not None or met is target:
                raise
            # What only the loop of NumPy holds is reduced there.
            target, start = met, as_tensor(initial, dtype=met, device=t.device)
            t = cast(t, target) if identity is None else t
        if start.ndim:
            raise ValueError(f"{name}: initial must be a scalar, got an array of shape {tuple(start.shape)}")
    mask = where_mask(name, where, t)
    if mask is not None:
        if identity is None and start is None:
            raise ValueError(
                f"reduction operation '{name}' does not have an identity, so to use a where mask one has to specify "
                "'initial'"
            )
        fill = start if identity is None else torch.full((), identity, dtype=t.dtype, device=t.device)
        t = torch.where(mask, t, fill.to(t.dtype))  # type: ignore[union-attr]
    if not axes:
        # a dimension of size one to reduce: elementwise, and always new memory
        axes, t = (t.ndim,), t.unsqueeze(-1)
    if identity is None and _any_zero(t.shape, axes):
        if start is None:
            raise ValueError(f"zero-size array to reduction operation {name} which has no identity")
        r = start.expand(shape).clone()
    else:
        r = kernel(t, axes, target)
        if start is not None:
            r = kernel(torch.stack([start.expand(r.shape), r]), (0,), target)
            if name == "add" and KIND[target] in "fc" and _may_be_negative_zero(initial):
                r = started(r, t, axes, start)
        if tuple(r.shape) != shape:
            r = r.reshape(shape)
    return finish_reduction(name, r, out, a)


def _may_be_negative_zero(number: Any) -> bool:
    """Tell whether a number is -0.0, for all that is known without reading an array."""
    if isinstance(number, (int, float)):
        return number == 0 and math.copysign(1, number) < 0
    return True


def _any_zero(shape: torch.Size, axes: tuple[int, ...]) -> bool:
    """Tell whether a reduction over `axes` is one of nothing."""
    return 0 in [shape[i] for i in axes]


def with_axis(
    t: torch.Tensor, mask: torch.Tensor | None, axes: tuple[int, ...]
) -> tuple[torch.Tensor, torch.Tensor | None, tuple[int, ...]]:
    """Return the arguments with a dimension of size one to reduce, if there is none."""
    if axes:
        return t, mask, axes
    return t.unsqueeze(-1), None if mask is None else mask.unsqueeze(-1), (t.ndim,)


def _plain(
    whole: Callable[..., torch.Tensor],
    along: Callable[..., torch.Tensor],
    dtypes: frozenset = NATIVE_FLOATS,
) -> Callable[[Any, Any, Any], ndarray | None]:
    """Return the function of an array, an axis and `keepdims` that is torch's own reduction, or None where that fails.

    `whole` reduces all of it, `along` one dimension; they keep the dtype, and serve `dtypes`.
    """

    def direct(a: Any, axis: Any, keepdims: Any) -> ndarray | None:
        if type(a) is not ndarray or a._dtype not in dtypes:
            return None
        try:
            if axis is None:
                if keepdims:
                    return None
                t = whole(a._tensor)
            elif type(axis) is int:
                t = along(a._tensor, axis, True) if keepdims else along(a._tensor, axis)
            else:
                return None
        except (RuntimeError, IndexError):
            return None  # the general path says what is wrong
        new = _new(ndarray)
        new._tensor = t
        new._dtype = a._dtype
        return new

    return direct


#: what has torch's own reductions of an array, whole or along an axis, by the name of NumPy's ufunc or function.
PLAIN = {
    "add": _plain(torch.sum, torch.sum, SUMMED),
    "multiply": _plain(torch.prod, torch.prod, SUMMED),
    "maximum": _plain(max_of, max_along, ORDERED),
    "minimum": _plain(min_of, min_along, ORDERED),
    "mean": _plain(torch.mean, torch.mean),
}
