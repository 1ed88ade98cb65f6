"""`checkpoint`: functions that are computed again for their derivatives, so that they keep no values for them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.autograd import Function

from xp_torch._facts.dtypes import KIND
from xp_torch._facts.torch_state import in_forward_mode, is_compiling, is_transforming, is_wrapped, records_derivatives
from xp_torch._functions.transforms.custom_derivatives import check_closures, with_zeros
from xp_torch._functions.transforms.repeatable import Repeatable
from xp_torch._functions.transforms.tape import gradients_by_tape, with_writes
from xp_torch._functions.transforms.trees import check_callable, split

__all__ = ["checkpoint"]


def checkpoint(fun: Callable[..., Any]) -> Callable:
    """Return `fun`, computed again for its derivative in reverse mode, so that it keeps only its arguments.

    It is JAX's `checkpoint`, which is also called `remat`.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts. Other arguments are passed on as they
        are. It has derivatives by its arguments only; an array from outside that is differentiated, such as a
        parameter of a module, raises.

    Returns
    -------
    callable
        Function with the arguments and results of `fun`.

    Raises
    ------
    TypeError
        If `fun` uses an array from outside that is differentiated.

    Notes
    -----
    The memory for a chain of functions is that of the arguments of each, and the time for the gradient grows by that of
    one more call. Random numbers are the same in both calls. `fun` must not write to its arguments. Compiled code
    computes `fun` as it is: the compiler chooses what to compute again. So does forward mode, which keeps nothing.

    Examples
    --------
    >>> layer = xp.checkpoint(lambda x: xp.sin(xp.sin(x)))
    >>> xp.grad(lambda x: xp.sum(layer(layer(x))))(xp.zeros(3))
    array([1., 1., 1.])
    """
    check_callable("checkpoint", fun)

    def checkpointed(*args: Any, **kwargs: Any) -> Any:
        if is_compiling() or in_forward_mode():
            return fun(*args, **kwargs)
        tensors, restore = split((args, kwargs))
        if not records_derivatives(*tensors):
            return fun(*args, **kwargs)
        check_closures("checkpoint", fun)
        call = _Call(fun, tensors, restore)
        apply: Callable = _Checkpoint.apply
        results = apply(call, *tensors)
        return call.restore_results(results)

    return checkpointed if is_compiling() else functools.wraps(fun, updated=())(checkpointed)


class _Call:
    """A call of a function with a checkpoint, as a function of tensors."""

    def __init__(self, fun: Callable, tensors: Sequence[torch.Tensor], restore: Callable) -> None:
        self.fun, self.restore = Repeatable(fun, tensors), restore
        self.restore_results = restore
        self.likes: list[tuple[torch.Size, torch.dtype, torch.device]] = []

    def forward(self, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Return the results."""
        args, kwargs = self.restore(inputs)
        tensors, self.restore_results = split(self.fun(*args, **kwargs))
        self.likes = [(t.shape, t.dtype, t.device) for t in tensors]
        return tensors

    def backward(self, inputs: Sequence[torch.Tensor], cotangents: Sequence[Any]) -> list[torch.Tensor | None]:
        """Return the cotangents of the inputs."""
        places = [i for i, t in enumerate(inputs) if KIND[t.dtype] in "fc"]

        def of_differentiable(*tensors: torch.Tensor) -> tuple[tuple[torch.Tensor, ...], tuple[()]]:
            new = list(inputs)
            for i, t in zip(places, tensors, strict=True):
                new[i] = t.clone()
            return tuple([t for t in self.forward(new) if KIND[t.dtype] in "fc"]), ()

        tensors = [inputs[i] for i in places]
        filled = with_zeros(cotangents, self.likes)
        vectors = tuple([g for g in filled if KIND[g.dtype] in "fc"])
        pulled = with_writes(
            of_differentiable,
            tensors,
            lambda flat: torch.func.vjp(flat, *tensors, has_aux=True)[1](vectors),
            lambda flat: gradients_by_tape(flat, tensors, *vectors)[0],
        )
        found: list[torch.Tensor | None] = [None] * len(inputs)
        for i, g in zip(places, pulled, strict=True):
            found[i] = g
        return found


class _Checkpoint(Function):
    """A call of a function that saves its inputs only."""

    generate_vmap_rule = True

    @staticmethod
    def forward(call: _Call, *inputs: torch.Tensor) -> Any:
        # Results of constants have a derivative if an array from outside has one. The graph ends with this call.
        with torch.enable_grad():
            results = call.forward([t.detach().clone() for t in inputs])
        if any(t.requires_grad or (is_wrapped(t) and not is_transforming()) for t in results):
            raise TypeError("checkpoint: an array comes from outside and has a derivative; pass it as an argument")
        return tuple([t.detach() for t in results])

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.call = inputs[0]
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(*inputs[1:])

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> Any:
        return None, *ctx.call.backward(ctx.saved_tensors, cotangents)
