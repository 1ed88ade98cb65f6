"""Derivatives by torch's tape, of functions that write to what their derivatives need: the tape keeps copies of it.

`torch.func` refuses such functions. The copies cost time and memory, so that a function is computed again with them
only after torch has found such a write. torch's `allow_mutation_on_saved_tensors` copies less, and misses writes to a
view that begins elsewhere than the tensor it is a view of, as ``x[1:] *= 2``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import torch
from torch.autograd.graph import saved_tensors_hooks

from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.torch_errors import explained_gradient, is_overwritten
from xp_torch._facts.torch_state import in_forward_mode, is_compiling, is_transforming
from xp_torch._functions.transforms.repeatable import Repeatable

__all__: list[str] = []

T = TypeVar("T")
_Flat = Callable[..., tuple[Sequence[torch.Tensor], Any]]


def with_writes(
    function: _Flat, tensors: Sequence[torch.Tensor], transform: Callable[[_Flat], T], tape: Callable[[_Flat], T] | None
) -> T:
    """Return ``transform(function)``; if the function writes to what its derivative needs, ``tape(function)``.

    `function` takes tensors, and returns tensors to differentiate and others. Inside of other transforms, and without
    `tape`, such a write raises.
    """
    if is_compiling():
        return transform(function)
    if is_transforming() or in_forward_mode() or (torch.is_grad_enabled() and any(t.requires_grad for t in tensors)):
        return explained_gradient(transform)(function)
    repeatable = Repeatable(function, tensors)
    try:
        return transform(repeatable)
    except torch.linalg.LinAlgError:
        raise LinAlgError("Singular matrix") from None
    except RuntimeError as error:
        if not is_overwritten(error):
            raise
        original = error
    try:
        if tape is not None:
            return tape(repeatable)
    except _OutsideError:
        pass
    except RuntimeError as error:
        if "saved tensor hooks" not in str(error):
            raise
    # Another transform in the function, or an array from outside: only `torch.func` differentiates these.
    return explained_gradient(_raise)(original)


def gradients_by_tape(function: _Flat, tensors: Sequence[torch.Tensor], *cotangents: Any) -> tuple[tuple, tuple, Any]:
    """Return the gradients by each of `tensors`, the results, and the others; `cotangents` are 1 by default."""
    inputs, results, others = _recorded(function, tensors)
    found = pulled(results, inputs, cotangents or [torch.ones_like(t) for t in results])
    return found, tuple([t.detach() for t in results]), others


def jacobians_by_tape(function: _Flat, tensors: Sequence[torch.Tensor]) -> tuple[tuple, Any]:
    """Return for each result the Jacobians by each of `tensors`, and the others."""
    inputs, results, others = _recorded(function, tensors)
    found = []
    for result in results:
        basis = torch.eye(result.numel(), dtype=result.dtype, device=result.device)
        rows = [pulled([result], inputs, [row.reshape(result.shape)]) for row in basis]
        found.append(tuple([stacked([row[i] for row in rows], result, t) for i, t in enumerate(inputs)]))
    return tuple(found), others


def stacked(rows: list[torch.Tensor], result: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Return the rows of the Jacobian of `result` by `t` as one tensor."""
    shape = (*result.shape, *t.shape)
    return torch.stack(rows).reshape(shape) if rows else t.new_zeros(shape)


class _OutsideError(Exception):
    """The function uses a differentiated array from outside, which the tape would lose."""


def _raise(error: Exception) -> Any:
    raise error


def _recorded(function: _Flat, tensors: Sequence[torch.Tensor]) -> tuple[list[torch.Tensor], Sequence, Any]:
    """Record a function on a new tape, and return the leaves, the results and the others, off the tape."""
    inputs = [t.detach().requires_grad_() for t in tensors]
    with torch.enable_grad(), saved_tensors_hooks(torch.clone, lambda t: t):
        results, others = function(*inputs)
    if _has_other_leaves(results, inputs):
        raise _OutsideError
    return inputs, results, tuple([t.detach() for t in others])


def pulled(
    results: Sequence[torch.Tensor],
    inputs: Sequence[torch.Tensor],
    cotangents: Sequence[torch.Tensor],
    create_graph: bool = False,
) -> tuple[torch.Tensor, ...]:
    """Return the cotangents of the inputs, with zeros where no result depends on the input."""
    pairs = [(r, g) for r, g in zip(results, cotangents, strict=True) if r.requires_grad]
    if not pairs:
        return tuple([torch.zeros_like(t) for t in inputs])
    outputs, grads = zip(*pairs, strict=True)
    return torch.autograd.grad(
        outputs, inputs, grads, retain_graph=True, create_graph=create_graph, allow_unused=True, materialize_grads=True
    )


def _has_other_leaves(results: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor]) -> bool:
    """Return whether the tape leads to tensors that are not among the inputs."""
    ours = {id(t) for t in inputs}
    nodes = [t.grad_fn for t in results if t.grad_fn is not None]
    seen = set(nodes)
    while nodes:
        node = nodes.pop()
        leaf = getattr(node, "variable", None)
        if leaf is not None and id(leaf) not in ours:
            return True
        new = {following for following, _ in node.next_functions if following is not None} - seen
        seen |= new
        nodes += new
    return False
