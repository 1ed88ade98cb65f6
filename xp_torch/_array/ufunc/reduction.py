"""Reductions and running reductions by a binary operation: `sum`, `max`, `all`, `ufunc.reduce`, `cumsum` ..."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import OUTPUTS, as_tensor, as_tensor_beside, beside_out, output_dtype, write_out
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.selection import Selection, masked
from xp_torch._array.ufunc.dispatch import make_reduce
from xp_torch._array.ufunc.overrides import overridden, wrap_result
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import OF_NEIGHBOURS
from xp_torch._array.ufunc.resolution import no_loop, resolve
from xp_torch._facts.defaults import default_int
from xp_torch._facts.dtype_sets import NATIVE_FLOATS, ORDERED, SUMMED
from xp_torch._facts.dtypes import BOUNDS, KIND, torch_dtype
from xp_torch._facts.errors import broadcast_error
from xp_torch._facts.inspection import known_or
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import can_cast
from xp_torch._facts.shapes import as_int, normalize_axis, reduced_shape
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._kernels import folds, host_functions
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.blocks import in_blocks, is_large
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import by_memory
from xp_torch._kernels.statistics import reductions as kernels


@dataclass(frozen=True)
class _Native:
    """torch's own reduction for an operation.

    `kernel` reduces dimensions, for every dtype. `of` reduces all elements and `along` one dimension, for the dtypes of
    `results`, which maps them to the dtype of the result. `running` is the running reduction. `widens` says whether
    small integers are reduced in the default integer dtype.
    """

    kernel: Callable[[torch.Tensor, tuple[int, ...], torch.dtype], torch.Tensor]
    of: Callable[..., torch.Tensor]
    along: Callable[..., torch.Tensor]
    results: dict[torch.dtype, torch.dtype]
    running: Callable[[torch.Tensor, int, torch.dtype], torch.Tensor] | None = None
    widens: bool = False


_SUMS, _EXTREMES, _FLOATS = ({d: d for d in dtypes} for dtypes in (SUMMED, ORDERED, NATIVE_FLOATS))
_TRUTH = dict.fromkeys(KIND, torch.bool)
#: Reductions by torch's kernels, by the name of the operation.
NATIVE = {
    "add": _Native(kernels.sum, torch.sum, torch.sum, _SUMS, kernels.cumsum, widens=True),
    "multiply": _Native(kernels.prod, torch.prod, torch.prod, _SUMS, kernels.cumprod, widens=True),
    "maximum": _Native(kernels.max, kernels.max_of, kernels.max_along, _EXTREMES),
    "minimum": _Native(kernels.min, kernels.min_of, kernels.min_along, _EXTREMES),
    "fmax": _Native(lambda t, dims, dtype: kernels.fmax(t, dims), kernels.fmax, kernels.fmax, _FLOATS),
    "fmin": _Native(lambda t, dims, dtype: kernels.fmin(t, dims), kernels.fmin, kernels.fmin, _FLOATS),
    "logical_and": _Native(lambda t, dims, dtype: kernels.all(t, dims), kernels.all_of, kernels.all, _TRUTH),
    "logical_or": _Native(lambda t, dims, dtype: kernels.any(t, dims), kernels.any_of, kernels.any, _TRUTH),
}


_EXTREMA = frozenset({"maximum", "minimum", "fmax", "fmin"})


def _extreme_of_none(name: str, dtype: torch.dtype) -> Any:
    """Return the number that no element of `dtype` changes in a reduction by the operation `name`."""
    largest = name in ("maximum", "fmax")
    if dtype in BOUNDS:
        return BOUNDS[dtype][0 if largest else 1]
    if dtype is torch.bool:
        return not largest
    number = math.nan if name in ("fmax", "fmin") else -math.inf if largest else math.inf
    return complex(number, number) if dtype.is_complex else number


def by_halves(op: Any) -> bool:
    """Return whether a reduction by `op` combines halves: a user's function gets one element after the other."""
    return op.reorderable and isinstance(op, Op)


def reduction_axes(axis: Any, ndim: int, lenient: bool = True) -> tuple[int, ...]:
    """Return the dimensions that `axis` (None, an int, a tuple) names; if `lenient`, 0-D arrays accept 0 and -1."""
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, tuple):
        axes = tuple(normalize_axis(as_int(i), ndim) for i in axis)
        if len(set(axes)) != len(axes):
            raise ValueError("duplicate value in 'axis'")
        # sorted, because of several NaNs the first in memory order is returned
        return tuple(sorted(axes))
    index = as_int(axis)
    if lenient and ndim == 0 and index in (0, -1):
        return ()
    return (normalize_axis(index, ndim),)


def _accumulator(dtype: torch.dtype) -> torch.dtype:
    """Return the dtype of sums and products of `dtype`: at least as wide as the default integer dtype for integers."""
    kind = KIND[dtype]
    if kind in "fc":
        return dtype
    default = default_int()
    if kind != "u":
        return default if kind == "b" or dtype.itemsize < default.itemsize else dtype
    wide = next(d for d in BOUNDS if KIND[d] == "u" and d.itemsize == default.itemsize)
    return wide if dtype.itemsize < wide.itemsize else dtype


def loop_dtype(own: torch.dtype, dtype: Any, out: Any, widens: bool = False) -> torch.dtype:
    """Return the dtype to reduce `own` in: `dtype`, else that of an `out` that can hold `own`, else by `own`.

    If `widens`, small integers are reduced in the default integer dtype.
    """
    if dtype is not None:
        return torch_dtype(dtype)
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if isinstance(out, OUTPUTS) and can_cast(own, output_dtype(out)):
        return output_dtype(out)
    return _accumulator(own) if widens else own


def reduction_dtype(op: Op, own: torch.dtype, dtype: Any, out: Any) -> torch.dtype:
    """Return the dtype of the loop that reduces `own`: one whose result has the dtype of its operands."""
    if op.integer_second:
        raise no_loop(op)
    requested = None if dtype is None else torch_dtype(dtype)
    if op.result == "bool":
        if requested not in (None, torch.bool) or (op.comparison and requested is None and own is not torch.bool):
            raise no_loop(op)
        return torch.bool
    if requested is not None:
        if requested not in op.loops:
            raise no_loop(op)
        return requested
    loop = loop_dtype(own, None, out, op.name in NATIVE and NATIVE[op.name].widens)
    return loop if loop in op.loops else resolve(op, loop)


def wide_dtype(op: Op, loop: torch.dtype) -> torch.dtype:
    """Return the dtype in which the loop `loop` is repeated, so that results of low precision are rounded once."""
    wide = kernels.accumulator(loop) if KIND[loop] in "fc" else loop
    return wide if wide in op.loops and op.name not in OF_NEIGHBOURS else loop


def where_mask(name: str, where: Any, t: torch.Tensor) -> torch.Tensor | None:
    """Return the `where=` of a reduction of `t` as booleans of its shape; None for True."""
    if where is True:
        return None
    mask = as_tensor(where, device=None if isinstance(where, (ndarray, torch.Tensor)) else t.device)
    if mask.device != t.device:
        raise ValueError(f"{name}: where is on device {mask.device}, the array on device {t.device}")
    if mask.dtype is not torch.bool:
        if isinstance(where, (ndarray, torch.Tensor, np.ndarray, np.generic)):
            raise TypeError(f"{name}: where must be an array of booleans, got {mask.dtype}")
        mask = mask != 0  # Python numbers count as their truth value
    if mask.ndim > t.ndim:
        raise ValueError(f"{name}: where has more dimensions ({mask.ndim}) than the array ({t.ndim})")
    try:
        return mask.broadcast_to(t.shape)
    except RuntimeError:
        raise broadcast_error((t.shape, mask.shape)) from None


def with_axis(
    t: torch.Tensor, mask: torch.Tensor | None, axes: tuple[int, ...]
) -> tuple[torch.Tensor, torch.Tensor | None, tuple[int, ...]]:
    """Return the arguments with a dimension of size one to reduce, if there is none."""
    if axes:
        return t, mask, axes
    return t.unsqueeze(-1), None if mask is None else mask.unsqueeze(-1), (t.ndim,)


def finish_reduction(name: str, t: torch.Tensor, out: Any, like: Any, casting: str = "unsafe") -> ndarray:
    """Return the result of a reduction, in `out` if given: of the same shape, by default with any cast."""
    if out is None:
        return wrap_result(t, like)
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if isinstance(out, OUTPUTS) and out.shape != tuple(t.shape):
        raise ValueError(f"{name}: out must have the shape {tuple(t.shape)} of the result, got {out.shape}")
    return write_out(name, t, out, casting=casting)


def _with_negative_zeros(
    r: torch.Tensor, t: torch.Tensor, mask: torch.Tensor | None, axes: tuple[int, ...], start: torch.Tensor
) -> torch.Tensor:
    """Return the sums `r` of `t` and `start`, -0.0 where `start` and all elements are: torch's sum starts from 0.0."""
    if r.is_complex():
        t = cast(t, r.dtype)
        real = _with_negative_zeros(r.real, t.real, mask, axes, start.real)
        return torch.complex(real, _with_negative_zeros(r.imag, t.imag, mask, axes, start.imag))

    def all_negative(x: torch.Tensor, included: torch.Tensor | None) -> torch.Tensor:
        x = cast(x, r.dtype)
        negative = (x == 0) & torch.signbit(x)
        return torch.all(negative if included is None else negative | ~included, axes)

    every = in_blocks(all_negative, torch.logical_and, axes, t, mask)
    return torch.where((start == 0) & torch.signbit(start) & every, start, r)


def reduce_by(
    op: Op,
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = NO_VALUE,
    where: Any = True,
) -> ndarray:
    """Reduce `a` by the operation `op`: the general path of every reduction.

    torch has some reductions; other operations that may be reordered reduce halves, the rest one element at a time.
    """
    options = {"axis": axis, "dtype": dtype, "keepdims": keepdims, "initial": initial, "where": where}
    result = overridden(op.name, "reduce", (a,), out, **options)
    if result is not NO_VALUE:
        return result
    if type(a) is Selection and (op.identity is not None or op.name in _EXTREMA):
        a, where = masked(a, axis, where)
        if where is not True and op.identity is None and initial is NO_VALUE:
            initial = _extreme_of_none(op.name, a._dtype)
    t = as_tensor(a) if out is None else beside_out([as_tensor(a)], out)[0]
    axes = reduction_axes(axis, t.ndim)
    loop = reduction_dtype(op, t.dtype, dtype, out)
    native = NATIVE.get(op.name)
    if native is None and (wide := wide_dtype(op, loop)) is not loop:
        if initial is not NO_VALUE and initial is not None:
            initial = wrap(as_tensor_beside(op.name, t, initial, loop))
        r = reduce_by(op, wrap(t), axis, wide, None, keepdims, initial, where)._tensor
        return finish_reduction(op.name, cast(r, loop), out, a)
    # the dtype in which blocks are reduced
    wide = kernels.accumulator(loop) if native is not None and native.widens else loop
    direct = native is not None and (not is_large(t) or kernels.is_direct(t.dtype, wide, native.widens))
    direct = direct and known_or(True, t.numel() != 0)
    if native is not None and direct and axes and where is True and initial is NO_VALUE:
        try:
            r = native.kernel(t if op.identity is not None else cast(t, loop), axes, loop)
        except RuntimeError as error:
            raise_explained(op.name, [t], error)
        if keepdims:
            r = r.unsqueeze(axes[0]) if len(axes) == 1 else r.reshape(reduced_shape(t.shape, axes, True))
        return finish_reduction(op.name, r, out, a)
    shape = reduced_shape(t.shape, axes, bool(keepdims))
    if len(axes) > 1 and not op.reorderable:
        raise ValueError(f"reduction operation '{op.name}' is not reorderable, so at most one axis may be specified")
    mask = where_mask(op.name, where, t)
    identity = None if initial is None else op.identity
    start = None
    if initial is not NO_VALUE and initial is not None:
        start = as_tensor_beside(op.name, t, initial, loop)
        if start.ndim:
            raise ValueError(f"{op.name}: initial must be a scalar, got an array of shape {tuple(start.shape)}")
    if mask is not None and identity is None and start is None:
        raise ValueError(
            f"reduction operation '{op.name}' does not have an identity, so to use a where mask one has to specify "
            "'initial'"
        )
    halves = by_halves(op)
    if not halves:
        t = cast(t, loop)
    if not axes:
        t, mask, axes = with_axis(t, mask, axes)
    empty = 0 in [t.shape[i] for i in axes]
    own = t.dtype if native is not None and identity is not None else loop
    neutral = start
    if identity is not None and (empty or mask is not None or not halves):
        neutral = torch.full((), identity, dtype=own, device=t.device)
    if empty and neutral is None:
        raise ValueError(f"zero-size array to reduction operation {op.name} which has no identity")

    def reduce(x: torch.Tensor, included: torch.Tensor | None) -> torch.Tensor:
        x = cast(x, own)
        if included is not None:
            x = torch_where(included, x, neutral)
        if native is not None:
            return native.kernel(kernels.operand(x, loop) if native.widens else x, axes, wide)
        return folds.in_pairs(op.loops[loop], kernels.merge_dims(x, axes), -1).clone()

    try:
        if empty:
            r = cast(neutral if start is None else start, loop).expand(shape).clone()  # type: ignore[arg-type]
        elif not halves:
            masks = None if mask is None else kernels.merge_dims(mask, axes)
            first = neutral if start is None else start
            r = folds.fold(op.loops[loop], kernels.merge_dims(t, axes), -1, first, masks)
        else:
            result = None
            if mask is None and direct:
                result = reduce(t, None)
            elif native is None or not native.widens or KIND[loop] in "biu":
                result = host_functions.reduced(t, op.name, axes, loop, mask, neutral if identity is None else None)
            if result is None:
                result = in_blocks(reduce, op.loops[wide], axes, t, mask)
            if start is not None:
                # Results of low precision are rounded once.
                met = wide if KIND[loop] in "fc" and result.dtype is wide else loop
                result = op.loops[met](cast(start, met).expand(result.shape), kernels.narrowed(result, met))
            r = kernels.narrowed(result, loop)
            if start is not None:
                # Only the zero of a float may be negative; a number may be symbolic.
                known = type(initial) is int or (type(initial) is float and (initial != 0 or repr(initial) == "0.0"))
                if op.name == "add" and KIND[loop] in "fc" and not known:
                    r = _with_negative_zeros(r, t, mask, axes, start)
    except RuntimeError as error:
        raise_explained(op.name, [t], error)
    return finish_reduction(op.name, r.reshape(shape), out, a)


#: Functions of these, with a fast path.
REDUCE = {name: make_reduce(name, row.of, row.along, row.results, reduce_by) for name, row in NATIVE.items()}


def _accumulated(op: Op, t: torch.Tensor, dim: int, loop: torch.dtype) -> torch.Tensor:
    """Return the running reduction of `t` along `dim` in the dtype `loop`."""
    native = NATIVE.get(op.name)
    if native is not None and native.running is not None:
        return native.running(t, dim, loop)
    if native is None and (wide := wide_dtype(op, loop)) is not loop:
        return cast(_accumulated(op, t, dim, wide), loop)
    if not by_halves(op):
        return folds.accumulated(op.loops[loop], cast(t, loop), dim, False)
    result = host_functions.accumulated(t, op.name, dim, loop)
    if result is not None:
        return result
    if op.name in ("maximum", "minimum") and loop in ORDERED and t.shape[dim]:
        return folds.extremes_along(cast(t, loop), dim, op.name == "maximum")
    return folds.accumulated(op.loops[loop], cast(t, loop), dim, True)


def accumulate_by(op: Op, t: torch.Tensor, dim: int, dtype: Any, out: Any) -> torch.Tensor:
    """Return the running reduction of `t` along `dim` by the operation `op`."""
    loop = reduction_dtype(op, t.dtype, dtype, out)
    try:
        return by_memory(lambda ts, dims: _accumulated(op, ts[0], dims[0], loop), [t], [dim])
    except RuntimeError as error:
        raise_explained(op.name, [t], error)
