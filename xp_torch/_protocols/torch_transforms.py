"""`torch.func.grad` and `torch.func.grad_and_value` of functions that return a 0-D array.

torch requires an instance of `torch.Tensor` there and has no protocol for it; its other transforms take any tree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch._functorch import eager_transforms

from xp_torch._array.element import as_array
from xp_torch._array.ndarray import ndarray, wrap_like

_of_tensors = eager_transforms.grad_and_value_impl


def grad_and_value_impl(func: Callable, argnums: Any, has_aux: bool, args: tuple, kwargs: dict) -> tuple[Any, Any]:
    """Return the gradients and the value of a function whose value may be an array."""
    values: list[ndarray] = []

    def with_tensor(*args: Any, **kwargs: Any) -> Any:
        result = func(*args, **kwargs)
        pair = has_aux and isinstance(result, tuple) and len(result) == 2
        value = result[0] if pair else result
        if not isinstance(value, ndarray):
            return result
        values.append(value)
        return (value._tensor, result[1]) if pair else value._tensor

    args = tuple([as_array(x) for x in args])  # outside of the transform
    gradients, result = _of_tensors(with_tensor, argnums, has_aux, args, kwargs)
    if not values:
        return gradients, result
    value = values[-1]
    if has_aux:
        return gradients, (wrap_like(type(value), result[0], value), result[1])
    return gradients, wrap_like(type(value), result, value)


eager_transforms.grad_and_value_impl = grad_and_value_impl
