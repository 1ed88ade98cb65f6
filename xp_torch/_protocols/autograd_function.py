"""`torch.autograd.Function` and reentrant checkpoints, called with arrays.

torch records the arguments and results that are instances of `torch.Tensor`, and has no protocol for others: it would
drop the gradients of arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import torch
from torch.autograd import Function
from torch.utils.checkpoint import CheckpointFunction

from xp_torch._array.deferred import plain
from xp_torch._array.ndarray import ndarray, wrap_like
from xp_torch._functions.transforms.trees import tensor_of
from xp_torch._protocols.torch_function import __torch_function__, wrapped

#: A class method, of Python's or, from torch 2.15 on, of C.
_METHOD = vars(Function)["apply"]


def _apply(cls: type[Function], *args: Any, **kwargs: Any) -> Any:
    return _METHOD.__get__(None, cls)(*args, **kwargs)


def apply(cls: type[Function], *args: Any, **kwargs: Any) -> Any:
    """Call a function with its own gradient on the tensors of arrays, as all of torch's functions are called."""

    def of_tensors(*args: Any, **kwargs: Any) -> Any:
        result = _apply(cls, *args, **kwargs)
        if any(isinstance(r, ndarray) for r in _parts(result)) and torch.is_grad_enabled():
            given = (*args, *kwargs.values())
            if any(isinstance(x, torch.Tensor) and x.requires_grad for x in given):
                raise TypeError(
                    f"{cls.__name__}.forward returned an array, whose gradient torch would drop; return its tensor"
                )
        return result

    if cls is CheckpointFunction and not kwargs:
        return _checkpoint(*args)
    if any(isinstance(x, ndarray) for x in (*args, *kwargs.values())):
        return __torch_function__(ndarray, of_tensors, (), args, kwargs)
    return of_tensors(*args, **kwargs)


def _checkpoint(function: Callable, preserve_rng_state: bool, *args: Any) -> Any:
    """Return the results of `function`, which torch calls again in the backward pass."""
    args, arrays = tuple(map(plain, args)), {}

    def with_tensors(*values: Any) -> Any:
        given = [_like(x, t) if isinstance(x, ndarray) else t for x, t in zip(args, values, strict=True)]
        result = function(*given)
        arrays.update({i: r for i, r in enumerate(_parts(result)) if isinstance(r, ndarray)})
        return tuple(map(tensor_of, result)) if isinstance(result, tuple) else tensor_of(result)

    result = _apply(CheckpointFunction, with_tensors, preserve_rng_state, *map(tensor_of, args))
    wrapped = [_like(arrays[i], r) if i in arrays else r for i, r in enumerate(_parts(result))]
    return tuple(wrapped) if isinstance(result, tuple) else wrapped[0]


def _parts(result: Any) -> tuple:
    return result if isinstance(result, tuple) else (result,)


def _like(x: ndarray, t: torch.Tensor) -> Any:
    return wrap_like(type(plain(x)), t, x)


Function.apply = classmethod(apply)  # type: ignore[assignment, method-assign]


def _mend(autograd_function: Any, user_defined: Any, tracker: Any) -> None:
    """Let Dynamo, which traces `forward` in place of `apply`, pass the tensors of arrays, too."""
    call_apply = autograd_function.call_apply

    def call(self: Any, tx: Any, args: Any, kwargs: Any) -> Any:
        def tensor(x: Any) -> Any:
            if not (isinstance(x, user_defined) and issubclass(x.python_type(), ndarray)):
                return x
            arrays.append(x)
            return tracker.build(tx, getattr).call_function(tx, [x, tracker.build(tx, "_tensor")], {})

        arrays: list = []
        result = call_apply(self, tx, [tensor(x) for x in args], {name: tensor(x) for name, x in kwargs.items()})
        return tracker.build(tx, _wrapped_as).call_function(tx, [result, *arrays], {}) if arrays else result

    autograd_function.call_apply = call


def _wrapped_as(result: Any, *arrays: ndarray) -> Any:
    """Return results of traced code as arrays."""
    return wrapped(result, [(x._tensor, x) for x in arrays])


def _mend_dynamo(dynamo: Any) -> None:
    # Another torch may have none of these names; it is then left as it is.
    with suppress(AttributeError):
        variables = dynamo.variables
        function, user_defined = variables.misc.AutogradFunctionVariable, variables.user_defined.UserDefinedVariable
        _mend(function, user_defined, variables.base.VariableTracker)
