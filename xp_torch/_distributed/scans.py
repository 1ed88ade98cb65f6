"""Running sums and products: each part continues from the totals of the parts before it."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc import methods
from xp_torch._array.ufunc.reduction import reduction_dtype
from xp_torch._distributed.along import along
from xp_torch._distributed.array import DistributedArray, local, place, rewrap
from xp_torch._distributed.collectives import all_gather, sum_of_gradients, tied
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.reductions import written
from xp_torch._facts.dtypes import as_dtype
from xp_torch._facts.shapes import normalize_axis
from xp_torch._functions import elementwise
from xp_torch._functions.manipulation.join import concat

#: The ufuncs whose running results are those of parts, combined.
ASSOCIATIVE = frozenset(
    [
        "add",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "fmax",
        "fmin",
        "gcd",
        "lcm",
        "logaddexp",
        "logaddexp2",
        "logical_and",
        "logical_or",
        "logical_xor",
        "maximum",
        "minimum",
        "multiply",
    ]
)


def _accumulated(operation: str, x: ndarray, axis: int, dtype: Any = None) -> ndarray:
    accumulate = {"add": "cumulative_sum", "multiply": "cumulative_prod"}.get(operation)
    if accumulate:
        return plain_function(accumulate)(x, axis=axis, dtype=dtype)
    return methods.accumulate(getattr(elementwise, operation), x, axis, dtype)


def scan(operation: str, x: DistributedArray, axis: int, dtype: Any = None) -> DistributedArray:
    """Return the running results of an associative ufunc along an axis."""
    layout, mesh = x._layout, x._layout.mesh
    if axis not in layout.axes:
        return along(operation, x, (axis,), lambda part: _accumulated(operation, part, axis, dtype))
    dim = layout.axes.index(axis)
    r = _accumulated(operation, local(x), axis, dtype)
    t = r._tensor
    n = t.shape[axis]
    if n:
        last = t.narrow(axis, n - 1, 1)
    else:  # these are the last processes, so that their totals are not used
        last = t.new_zeros([*t.shape[:axis], 1, *t.shape[axis + 1 :]])
        last = tied(last, t)
    totals = sum_of_gradients(all_gather(last.contiguous(), mesh, dim), mesh, dim)
    rank = layout.ranks[dim]
    if rank and n:
        before = _accumulated(operation, wrap(totals[:rank]), 0, r.dtype)._tensor[-1]
        r = getattr(elementwise, operation)(wrap(before), r)
    else:
        r = wrap(tied(t, totals))
    return rewrap(r, x.shape, layout.axes, mesh)


@rule("ufunc.accumulate")
def _accumulate(self: Any, array: Any, /, axis: Any = 0, dtype: Any = None, out: Any = None) -> Any:
    x, op, name = array, methods.record_of(self), self.__name__
    if type(x) is not DistributedArray or not x.ndim or op is None:
        return NotImplemented
    methods.accumulate(self, wrap(torch.zeros((1,) * x.ndim, dtype=x._dtype)), axis, dtype)  # for its errors
    axis = normalize_axis(axis[0] if isinstance(axis, tuple) else axis, x.ndim)
    loop = as_dtype(reduction_dtype(op, x._dtype, dtype, out))
    if name in ASSOCIATIVE:
        return written(name, scan(name, x, axis, loop), out)
    found = along(f"{name}.accumulate", x, (axis,), lambda part: methods.accumulate(self, part, axis, loop))
    return written(name, found, out)


#: The ufunc of each function of running results.
_CUMULATIVE = {
    **dict.fromkeys(("cumulative_sum", "cumsum", "nancumsum"), "add"),
    **dict.fromkeys(("cumulative_prod", "cumprod", "nancumprod"), "multiply"),
}


@rule(*_CUMULATIVE, first=True, named=True)
def _(
    name: str, x: Any, /, axis: Any = None, dtype: Any = None, out: Any = None, *, include_initial: bool = False
) -> Any:
    operation, identity = _CUMULATIVE[name], int(name.endswith("prod"))
    if name.startswith("nan"):
        x = without_nan(x, identity)
    if axis is None and x.ndim != 1:
        if name.startswith("cumulative") and x.ndim:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        x = x.reshape(-1)
    axis = 0 if axis is None else normalize_axis(axis, x.ndim)
    r: Any = scan(operation, x, axis, dtype)
    if include_initial:
        shape = [1 if i == axis else n for i, n in enumerate(x.shape)]
        first = torch.full(shape, identity, dtype=r._dtype, device=local(r)._tensor.device)
        r = concat((place(wrap(first), r._layout.mesh, None), r), axis=axis)
    return written(operation, r, out)


def without_nan(x: Any, value: float) -> Any:
    """Return `x` with NaNs replaced by `value`."""
    if not x._dtype.is_floating_point and not x._dtype.is_complex:
        return x
    part = local(x)
    t = torch.where(part._tensor.isnan(), value, part._tensor)
    return rewrap(wrap(t), x.shape, x._layout.axes, x._layout.mesh)
