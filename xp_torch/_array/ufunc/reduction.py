"""Reductions and running reductions by a binary operation: `sum`, `max`, `all`, `ufunc.reduce`, `cumsum` ..."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import OUTPUTS, as_tensor, as_tensor_beside, copy_shared, output_dtype, write_out
from xp_torch._array.ndarray import ndarray
from xp_torch._array.selection import Selection, masked
from xp_torch._array.ufunc.dispatch import make_reduce
from xp_torch._array.ufunc.overrides import overridden, wrap_result
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import OF_NEIGHBOURS
from xp_torch._array.ufunc.resolution import no_loop, resolve
from xp_torch._facts.defaults import default_int
from xp_torch._facts.dtype_sets import NATIVE_FLOATS, ORDERED, SUMMED
from xp_torch._facts.dtypes import BOUNDS, KIND, SAME_WIDTH_SIGNED, torch_dtype
from xp_torch._facts.errors import broadcast_error, without_frames
from xp_torch._facts.inspection import known_or
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import can_cast
from xp_torch._facts.shapes import as_flag, as_int, can_broadcast, normalize_axis, reduced_shape
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import is_compiling
from xp_torch._kernels import folds, host_functions
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.blocks import in_blocks, may_be_divided
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
    return isinstance(op, Op) and op.reorderable and not op.is_special


def reduction_axes(axis: Any, ndim: int, lenient: bool = True) -> tuple[int, ...]:
    """Return the dimensions that `axis` (None, an int, a tuple) names; if `lenient`, 0-D arrays accept 0 and -1."""
    if axis is None:
        return tuple(range(ndim))
    if isinstance(axis, tuple):
        axes = tuple(map(normalize_axis, map(as_int, axis), [ndim] * len(axis)))
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


def loop_dtype(operand: torch.dtype, dtype: Any, out: Any, widens: bool = False) -> torch.dtype:
    """Return the dtype in which to reduce elements of the dtype `operand`.

    It is `dtype` if given, else the dtype of `out` if it can hold the elements, else the elements' own dtype. If
    `widens`, small integers have the default integer dtype instead of their own.
    """
    if dtype is not None:
        return torch_dtype(dtype)
    if isinstance(out, tuple) and len(out) == 1:
        out = out[0]
    if isinstance(out, OUTPUTS) and can_cast(operand, output_dtype(out)):
        return output_dtype(out)
    return _accumulator(operand) if widens else operand


def reduction_dtype(op: Op, operand: torch.dtype, dtype: Any, out: Any) -> torch.dtype:
    """Return the dtype of the loop that reduces elements of the dtype `operand`.

    The result of such a loop has the dtype of its operands.
    """
    if op.integer_second:
        raise no_loop(op)
    requested = None if dtype is None else torch_dtype(dtype)
    if op.result == "bool":
        if requested not in (None, torch.bool) or (op.comparison and requested is None and operand is not torch.bool):
            raise no_loop(op)
        return torch.bool
    if requested is not None:
        if requested not in op.loops:
            raise no_loop(op)
        return requested
    loop = loop_dtype(operand, None, out, op.name in NATIVE and NATIVE[op.name].widens)
    return loop if loop in op.loops else resolve(op, loop)


def wide_dtype(op: Op, loop: torch.dtype) -> torch.dtype:
    """Return the dtype to repeat the loop `loop` in, so that low-precision results are rounded only once."""
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
    if not is_compiling() and not can_broadcast(mask.shape, t.shape):
        raise broadcast_error((t.shape, mask.shape))
    return mask.broadcast_to(t.shape)


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
    """Return the sums `r`, with -0.0 where `start` and all elements are -0.0.

    torch's sum starts from 0.0.
    """
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


@without_frames
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

    A subclass may override it. Else there are four steps: normalize the arguments, resolve the dtype of the loop, run
    the kernel, finish the result.
    """
    options = {"axis": axis, "dtype": dtype, "keepdims": keepdims, "initial": initial, "where": where}
    result = overridden(op.name, "reduce", (a,), out, **options)
    if result is not NO_VALUE:
        return result
    keepdims = as_flag(keepdims)
    t, axes, initial, where = _normalize(op, a, axis, out, initial, where)
    loop = reduction_dtype(op, t.dtype, dtype, out)
    r = _run(op, t, axes, loop, initial, where)
    if keepdims:
        r = r.unsqueeze(axes[0]) if len(axes) == 1 else r.reshape(reduced_shape(t.shape, axes, True))
    return finish_reduction(op.name, r, out, a)


def _normalize(
    op: Op, a: Any, axis: Any, out: Any, initial: Any, where: Any
) -> tuple[torch.Tensor, tuple[int, ...], Any, Any]:
    """Return the operand as a tensor, the dimensions to reduce, and `initial` and `where`."""
    if type(a) is Selection and (op.identity is not None or op.name in _EXTREMA):
        a, where = masked(a, axis, where)
        if where is not True and op.identity is None and initial is NO_VALUE:
            initial = _extreme_of_none(op.name, a._dtype)
    t = as_tensor(a)
    if out is not None:
        (t,) = copy_shared([t], out)
    return t, reduction_axes(axis, t.ndim), initial, where


def _run(op: Op, t: torch.Tensor, axes: tuple[int, ...], loop: torch.dtype, initial: Any, where: Any) -> torch.Tensor:
    """Return the reduction of `t` over `axes`; an error of a kernel is raised as NumPy's."""
    if initial is NO_VALUE and where is True and axes and _is_direct(op, t, loop):
        try:
            return NATIVE[op.name].kernel(t if op.identity is not None else cast(t, loop), axes, loop)
        except RuntimeError as error:
            raise_explained(op.name, [t], error)
    if len(axes) > 1 and not op.reorderable:
        raise ValueError(f"reduction operation '{op.name}' is not reorderable, so at most one axis may be specified")
    mask = where_mask(op.name, where, t)
    start = _start(op, t, loop, initial)
    identity = None if initial is None else op.identity
    if mask is not None and identity is None and start is None:
        raise ValueError(
            f"reduction operation '{op.name}' does not have an identity, so to use a where mask one has to specify "
            "'initial'"
        )
    shape = reduced_shape(t.shape, axes, False)
    t, mask, axes = with_axis(t, mask, axes)
    # Only the zero of a float may be negative; a number may be symbolic.
    known = type(initial) is int or (type(initial) is float and (initial != 0 or repr(initial) == "0.0"))
    try:
        if 0 in [t.shape[i] for i in axes]:
            if identity is None and start is None:
                raise ValueError(f"zero-size array to reduction operation {op.name} which has no identity")
            first = torch.full((), identity, dtype=loop, device=t.device) if start is None else start  # type: ignore[arg-type]
            r = first.expand(shape).clone()
            if t.requires_grad and (loop.is_floating_point or loop.is_complex):
                r = r - t.sum(axes).to(loop).reshape(shape)  # zeros, so that the gradient is zero, as in torch
        elif by_halves(op):
            r = _reduced_by_halves(op, t, mask, axes, loop, identity, start)
            if start is not None and op.name == "add" and KIND[loop] in "fc" and not known:
                r = _with_negative_zeros(r, t, mask, axes, start)
        else:
            r = _folded(op, t, mask, axes, loop, identity, start)
    except RuntimeError as error:
        raise_explained(op.name, [t], error)
    return r.reshape(shape)


def _is_direct(op: Op, t: torch.Tensor, loop: torch.dtype) -> bool:
    """Return whether torch's own reduction takes `t` at once: it has elements, and needs no large copy of them."""
    native = NATIVE.get(op.name)
    if native is None or not known_or(True, t.numel() != 0):
        return False
    return not may_be_divided(t) or kernels.is_direct(t.dtype, _dtype_of_blocks(op, loop), native.widens)


def _dtype_of_blocks(op: Op, loop: torch.dtype) -> torch.dtype:
    """Return the dtype in which the reductions of blocks are combined."""
    native = NATIVE.get(op.name)
    if native is None:
        return wide_dtype(op, loop)
    return kernels.accumulator(loop) if native.widens else loop


def _start(op: Op, t: torch.Tensor, loop: torch.dtype, initial: Any) -> torch.Tensor | None:
    """Return ``initial=`` as a 0-D tensor; None if it is left out."""
    if initial is NO_VALUE or initial is None:
        return None
    start = as_tensor_beside(op.name, t, initial, loop)
    if start.ndim:
        raise ValueError(f"{op.name}: initial must be a scalar, got an array of shape {tuple(start.shape)}")
    return start


def _folded(
    op: Op,
    t: torch.Tensor,
    mask: torch.Tensor | None,
    axes: tuple[int, ...],
    loop: torch.dtype,
    identity: Any,
    start: torch.Tensor | None,
) -> torch.Tensor:
    """Return the reduction of `t` where `mask` is true, one element after the other."""
    if start is None and identity is not None:
        start = torch.full((), identity, dtype=loop, device=t.device)
    mask = None if mask is None else kernels.merge_dims(mask, axes)
    wide = wide_dtype(op, loop)
    start = None if start is None else cast(start, wide)
    return cast(folds.fold(op.loops[wide], kernels.merge_dims(cast(t, wide), axes), -1, start, mask), loop)


def _reduced_by_halves(
    op: Op,
    t: torch.Tensor,
    mask: torch.Tensor | None,
    axes: tuple[int, ...],
    loop: torch.dtype,
    identity: Any,
    start: torch.Tensor | None,
) -> torch.Tensor:
    """Return the reduction of `t` where `mask` is true, by torch's own reduction, or else by combining halves."""
    native, wide = NATIVE.get(op.name), _dtype_of_blocks(op, loop)
    dtype = t.dtype if native is not None and identity is not None else wide if native is None else loop
    neutral = None if start is None else cast(start, dtype)
    if mask is not None and identity is not None:
        neutral = torch.full((), identity, dtype=dtype, device=t.device)

    def reduce(x: torch.Tensor, included: torch.Tensor | None) -> torch.Tensor:
        x = cast(x, dtype)
        if included is not None:
            x = torch_where(included, x, neutral)
        if native is not None:
            return native.kernel(kernels.operand(x, loop) if native.widens else x, axes, wide)
        return folds.in_pairs(op.loops[wide], kernels.merge_dims(x, axes), -1).clone()

    result = None
    if mask is None and _is_direct(op, t, loop):
        result = reduce(t, None)
    elif native is None or not native.widens or KIND[loop] in "biu":
        fill = neutral if identity is None else None
        result = host_functions.reduced(t, op.name, axes, loop if native is not None else wide, mask, fill)
    if result is None:
        result = in_blocks(reduce, op.loops[wide], axes, t, mask)
    if start is not None:
        # Results of low precision are rounded once.
        combined = wide if KIND[loop] in "fc" and result.dtype is wide else loop
        result = op.loops[combined](cast(start, combined).expand(result.shape), kernels.narrowed(result, combined))
    return kernels.narrowed(result, loop)


def _rows(native: _Native) -> dict[torch.dtype, tuple[Any, Any, torch.dtype]]:
    """Return the kernels for all elements and for one dimension, and the result's dtype, for each dtype."""
    rows = {d: (native.of, native.along, result) for d, result in native.results.items()}
    if native.results is _EXTREMES:

        def along(t: torch.Tensor, dim: int, keepdim: bool = False) -> torch.Tensor:
            r = native.kernel(t, (dim,), t.dtype)
            return r.unsqueeze(dim) if keepdim and t.ndim else r

        def of(t: torch.Tensor) -> torch.Tensor:
            return native.kernel(t, tuple(range(t.ndim)), t.dtype)

        rows |= {d: (of, along, d) for d in SAME_WIDTH_SIGNED}
    return rows


#: Functions of these, with a fast path.
REDUCE = {name: make_reduce(name, _rows(row), reduce_by) for name, row in NATIVE.items()}


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
