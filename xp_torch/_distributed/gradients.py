"""Gradients of functions of distributed arrays: torch's autograd computes those of the parts; and `vmap`, by a loop.

The transforms of `torch.func` don't see what the processes send to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed.array import DistributedArray, like, local, place, relayout, replicated, rewrap
from xp_torch._distributed.collectives import refuse_transforms
from xp_torch._functions.manipulation.join import stack
from xp_torch._functions.transforms.gradients import jacobian_of, value_and_gradient_of, vjp_of
from xp_torch._functions.transforms.mapping import leaf_axes
from xp_torch._functions.transforms.tape import pulled, stacked
from xp_torch._functions.transforms.trees import as_leaf, flatten, unflatten

#: How many functions whose gradient is being computed surround the call.
_DEPTH: ContextVar[int] = ContextVar("xp_torch.distributed.gradients", default=0)


def _parted(tree: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return a tree with each distributed array replaced by its part, and the function that reverses this."""
    leaves, structure = flatten(tree)

    def joined(parts: Any) -> Any:
        found = zip(flatten(parts)[0], leaves, strict=True)
        return unflatten(structure, [like(p, x) if type(x) is DistributedArray else p for p, x in found])

    return unflatten(structure, [local(x) for x in leaves]), joined


def _of_parts(fun: Callable, args: Sequence[Any]) -> tuple[Callable, list[Any], list[Callable], list[Callable]]:
    """Return `fun` as a function of parts, the parts of `args`, and the functions that join parts again.

    The last list holds the function for the result of the last call.
    """
    parts, joins = zip(*[_parted(x) for x in args], strict=True) if args else ((), ())
    kept: list[Callable] = []

    def of_parts(*parts: Any, **kwargs: Any) -> Any:
        result, joined = _parted(fun(*[join(p) for join, p in zip(joins, parts, strict=True)], **kwargs))
        kept[:] = [joined]
        return result

    return of_parts, list(parts), list(joins), kept


def _outputs(function: Callable, tensors: Sequence[torch.Tensor]) -> tuple[Any, Any, list[torch.Tensor], bool]:
    """Return a function's result, auxiliary data and inputs, and whether an outer gradient needs them."""
    refuse_transforms()  # so that an outer transform starts anew
    kept = torch.is_grad_enabled() and (_DEPTH.get() > 0 or any(t.requires_grad for t in tensors))
    inputs = [t if t.requires_grad and kept else t.detach().requires_grad_() for t in tensors]
    token = _DEPTH.set(_DEPTH.get() + 1)
    try:
        with torch.enable_grad():
            return *function(*inputs), inputs, kept
    finally:
        _DEPTH.reset(token)


def _grad_and_value(scalar: Callable, argnums: Any, has_aux: bool) -> Callable:
    def computed(*tensors: torch.Tensor) -> Any:
        value, aux, inputs, kept = _outputs(scalar, tensors)
        found = pulled([value], inputs, [torch.ones_like(value)], kept)
        return found, (value, aux) if kept else (value.detach(), tuple(t.detach() for t in aux))

    return computed


def _vjp(flat: Callable, *tensors: torch.Tensor, has_aux: bool) -> Any:
    results, aux, inputs, kept = _outputs(flat, tensors)
    shown = (results, aux) if kept else [tuple(t.detach() for t in ts) for ts in (results, aux)]
    return shown[0], lambda vectors: pulled(results, inputs, vectors, kept), shown[1]


def _distributed_value_and_grad(
    name: str, fun: Callable, argnums: Any, has_aux: bool, args: tuple, kwargs: dict
) -> Any:
    of_parts, parts, joins, kept = _of_parts(fun, args)
    result, gradient = value_and_gradient_of(name, of_parts, argnums, has_aux, tuple(parts), kwargs, _grad_and_value)
    several = isinstance(argnums, (tuple, list))
    found = tuple(joins[i](g) for i, g in zip(argnums, gradient, strict=True)) if several else joins[argnums](gradient)
    return kept[0](result), found


def _distributed_vjp(fun: Callable, primals: tuple, has_aux: bool) -> tuple:
    of_parts, parts, joins, kept = _of_parts(fun, primals)
    result, pull, *aux = vjp_of(of_parts, tuple(parts), has_aux, _vjp)
    found = kept[0]((result, *aux) if has_aux else result)
    value = found[0] if has_aux else found

    def vjp_fun(cotangents: Any, /) -> tuple:
        vectors, structure = flatten(cotangents)
        if len(vectors) == len(likes := flatten(value)[0]):
            cotangents = unflatten(structure, [_as_part(v, x) for v, x in zip(vectors, likes, strict=True)])
        return tuple(join(g) for join, g in zip(joins, pull(cotangents), strict=True))

    return (value, vjp_fun, found[1]) if has_aux else (value, vjp_fun)


def _as_part(v: Any, x: Any) -> Any:
    """Return the part of a vector that is sharded as `x`."""
    if type(x) is not DistributedArray:
        return v
    if type(v) is not DistributedArray:
        v = place(v if isinstance(v, ndarray) else wrap(as_tensor(v, x._dtype)), x._layout.mesh, None)
    if v._shape != x._shape:
        raise ValueError(f"vjp: the cotangents must have the shape {x._shape}, got {v._shape}")
    return relayout(v, x._layout.axes)._part


def _jacobian_by_rows(function: Callable, argnums: Any, has_aux: bool) -> Callable:
    """Do what `torch.func.jacrev` does, by one backward pass for each element of the results."""

    def computed(*tensors: torch.Tensor) -> Any:
        results, aux, inputs, kept = _outputs(function, tensors)
        found = []
        for r in results:
            units = torch.eye(r.numel(), dtype=r.dtype, device=r.device)
            rows = [pulled([r], inputs, [unit.reshape(r.shape)], kept) for unit in units]
            found.append(tuple(stacked([row[i] for row in rows], r, t) for i, t in enumerate(inputs)))
        return found, aux if kept else tuple(t.detach() for t in aux)

    return computed


def _distributed_jacobian(
    name: str, transform: Callable, fun: Callable, argnums: Any, has_aux: bool, args: tuple, kwargs: dict
) -> Any:
    """Return the Jacobian, sharded as the argument; the result of `fun`, its first axes, is gathered."""
    results: list[Any] = []

    def with_whole_results(*args: Any, **kwargs: Any) -> Any:
        result = fun(*args, **kwargs)
        pair = has_aux and isinstance(result, tuple) and len(result) == 2
        leaves, structure = flatten(result[0] if pair else result)
        results[:] = [unflatten(structure, [replicated(x, name) for x in leaves])]
        return (results[0], result[1]) if pair else results[0]

    of_parts, parts, _, kept = _of_parts(with_whole_results, args)
    found = jacobian_of(name, _jacobian_by_rows, of_parts, argnums, has_aux, tuple(parts), kwargs)
    rows, structure = flatten(found[0] if has_aux else found)
    indices = argnums if isinstance(argnums, (tuple, list)) else (argnums,)
    inputs = [x for i in indices for x in flatten(args[i])[0]]
    jacobian = unflatten(structure, [_beside_result(row, inputs[i % len(inputs)]) for i, row in enumerate(rows)])
    return (jacobian, kept[0]((results[0], found[1]))[1]) if has_aux else jacobian


def _beside_result(rows: Any, x: Any) -> Any:
    """Return the part of a Jacobian as an array whose last axes are sharded as `x` is."""
    if type(x) is not DistributedArray:
        return rows
    before = rows.ndim - x.ndim
    axes = tuple(None if axis is None else before + axis for axis in x._layout.axes)
    return rewrap(rows, rows.shape[:before] + x._shape, axes, x._layout.mesh)


def _distributed_vmap(args: tuple, kwargs: dict, fun: Callable, in_axes: Any, out_axes: Any, axis_size: Any) -> Any:
    """Call `fun` for each element of the mapped axes, and stack the results."""
    leaves, structure = flatten((args, kwargs))
    axes = [
        axis if leaf is not None else None
        for axis, leaf in zip(leaf_axes(in_axes, args) + leaf_axes(0, kwargs), leaves, strict=True)
    ]
    leaves = [
        leaf if type(leaf) is DistributedArray or axis is None else as_leaf(leaf)
        for axis, leaf in zip(axes, leaves, strict=True)
    ]
    sizes = set() if axis_size is None else {axis_size}
    for i, (axis, x) in enumerate(zip(axes, leaves, strict=True)):
        if axis is None:
            continue
        if not -x.ndim <= axis < x.ndim:
            raise ValueError(f"vmap: in_axes is {axis} for an array with {x.ndim} dimensions")
        axes[i] = axis % x.ndim
        if type(x) is DistributedArray and axes[i] in x._layout.axes:
            raise ValueError(
                f"vmap: axis {axis} of an argument is sharded over processes; map over another axis, or write the "
                "function for the whole array"
            )
        sizes.add(x.shape[axis])
    if len(sizes) != 1 or 0 in sizes:
        raise ValueError(
            f"vmap: the mapped axes of arrays beside sharded ones must have one size above 0: {sorted(sizes)}"
        )
    results = []
    for index in range(*sizes):
        some = [
            x if axis is None else x[(slice(None),) * axis + (index,)] for axis, x in zip(axes, leaves, strict=True)
        ]
        given, keywords = unflatten(structure, some)
        results.append(fun(*given, **keywords))
    _, found_structure = flatten(results[0])
    columns = zip(leaf_axes(out_axes, results[0]), *[flatten(result)[0] for result in results], strict=True)
    return unflatten(
        found_structure,
        [column[0] if axis is None or column[0] is None else stack(column, axis) for axis, *column in columns],
    )


_TRANSFORMS: dict[str, Callable] = {
    "jacobian": _distributed_jacobian,
    "value_and_grad": _distributed_value_and_grad,
    "vjp": _distributed_vjp,
    "vmap": _distributed_vmap,
}


def transform(name: str, *arguments: Any) -> Any:
    """Return the result of a transform whose function is called with sharded arrays."""
    return _TRANSFORMS[name](*arguments)
