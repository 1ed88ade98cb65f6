"""Gradients of functions of distributed arrays: torch's autograd computes those of the parts.

The transforms of `torch.func` don't see what the processes send to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed.array import DistributedArray, like, local, place, relayout
from xp_torch._functions.transforms.gradients import DISTRIBUTED, value_and_gradient_of, vjp_of
from xp_torch._functions.transforms.trees import flatten

#: How many functions whose gradient is being computed surround the call.
_DEPTH: ContextVar[int] = ContextVar("xp_torch.distributed.gradients", default=0)


def _parted(tree: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return a tree with the parts of its distributed arrays, and the function that puts a tree of parts together."""
    leaves, spec = flatten(tree)

    def joined(parts: Any) -> Any:
        found = zip(flatten(parts)[0], leaves, strict=True)
        return spec.unflatten([like(p, x) if type(x) is DistributedArray else p for p, x in found])

    return spec.unflatten([local(x) for x in leaves]), joined


def _of_parts(fun: Callable, args: Sequence[Any]) -> tuple[Callable, list[Any], list[Callable], list[Callable]]:
    """Return `fun` as a function of parts, the parts of `args`, and what joins those, and those of the last result."""
    parts, joins = zip(*[_parted(x) for x in args], strict=True) if args else ((), ())
    kept: list[Callable] = []

    def of_parts(*parts: Any, **kwargs: Any) -> Any:
        result, joined = _parted(fun(*[join(p) for join, p in zip(joins, parts, strict=True)], **kwargs))
        kept[:] = [joined]
        return result

    return of_parts, list(parts), list(joins), kept


def _outputs(function: Callable, tensors: Sequence[torch.Tensor]) -> tuple[Any, Any, list[torch.Tensor], bool]:
    """Return the result and the auxiliary data of a function, its inputs, and whether an outer gradient needs them."""
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
        found = _pulled([value], inputs, [torch.ones_like(value)], kept)
        return found, (value, aux) if kept else (value.detach(), tuple(t.detach() for t in aux))

    return computed


def _pulled(results: Sequence[Any], inputs: Sequence[Any], vectors: Sequence[Any], kept: bool) -> tuple:
    """Return vectors times the derivatives of results by inputs."""
    used = [(r, v) for r, v in zip(results, vectors, strict=True) if r.requires_grad]
    if not used:
        return tuple(torch.zeros_like(t) for t in inputs)
    outputs, vectors = zip(*used, strict=True)
    return torch.autograd.grad(
        outputs, inputs, vectors, retain_graph=True, create_graph=kept, allow_unused=True, materialize_grads=True
    )


def _vjp(flat: Callable, *tensors: torch.Tensor, has_aux: bool) -> Any:
    results, aux, inputs, kept = _outputs(flat, tensors)
    shown = (results, aux) if kept else [tuple(t.detach() for t in ts) for ts in (results, aux)]
    return shown[0], lambda vectors: _pulled(results, inputs, vectors, kept), shown[1]


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
        vectors, spec = flatten(cotangents)
        if len(vectors) == len(likes := flatten(value)[0]):
            cotangents = spec.unflatten([_as_part(v, x) for v, x in zip(vectors, likes, strict=True)])
        return tuple(join(g) for join, g in zip(joins, pull(cotangents), strict=True))

    return (value, vjp_fun, found[1]) if has_aux else (value, vjp_fun)


def _as_part(v: Any, x: Any) -> Any:
    """Return the part of a vector that is cut as `x`."""
    if type(x) is not DistributedArray:
        return v
    if type(v) is not DistributedArray:
        v = place(v if isinstance(v, ndarray) else wrap(as_tensor(v, x._dtype)), x._layout.mesh, None)
    if v._shape != x._shape:
        raise ValueError(f"vjp: the cotangents must have the shape {x._shape}, got {v._shape}")
    return relayout(v, x._layout.axes)._part


DISTRIBUTED |= {"value_and_grad": _distributed_value_and_grad, "vjp": _distributed_vjp}
