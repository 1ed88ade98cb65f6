"""What NumPy computes: arrays whose dtype torch lacks (text, objects, dates, records, long doubles), and masked ones.

Such an array is NumPy's, and so is a result that torch can't hold; other results are this package's arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import (
    KNOWN,
    LISTS,
    as_device,
    as_tensor,
    has_elements,
    has_items,
    has_more,
    is_foreign,
    items_of,
)
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.dtypes import lacks
from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import MAX_NDIM

#: How many items of a list decide whether NumPy computes with it.
LOOKED_AT = 32
#: Types of operands that NumPy may compute with (`is_numpys`).
MAYBE_NUMPYS = frozenset({np.ndarray, *LISTS})
#: Types of numbers that torch computes with.
_PLAIN_NUMBERS = frozenset({bool, int, float, complex})
#: Types of numbers and arrays that torch computes with, and their subclasses.
_NUMBERS = (int, float, complex, np.generic, ndarray, torch.Tensor)
#: Methods of types that convert to arrays.
_PROTOCOLS = ("__array__", "__array_namespace__", "__dlpack__")
#: Whether arrays whose dtype torch lacks raise (`numpy_array_guard`).
refused: ContextVar[bool] = ContextVar("xp_torch_numpy_arrays_refused", default=False)


def begins_with_numbers(items: Any) -> bool:
    """Return whether the first items of a list are numbers that torch computes with."""
    return _PLAIN_NUMBERS.issuperset(map(type, items[:LOOKED_AT]))


def is_numpys(x: Any) -> bool:
    """Return whether NumPy computes with `x`: torch lacks the dtype of the array that NumPy makes of it.

    So do masked arrays, matrices and other subclasses of NumPy's array. Of a list the first 32 items are
    looked at, and of nested lists the first.
    """
    kind = type(x)
    if kind in LISTS:
        for _ in range(MAX_NDIM):
            if begins_with_numbers(x):
                return False
            if type(x[0]) not in LISTS:
                return any(type(item) not in LISTS and is_numpys(item) for item in x[:LOOKED_AT])
            x = x[0]
        return False
    if kind in KNOWN:
        return kind is np.ndarray and lacks(x.dtype)
    if issubclass(kind, np.ndarray):
        return has_more(kind) or lacks(x.dtype)
    return is_object(x) or (has_items(x) and not _converts_itself(kind) and is_numpys(items_of(x)))


def is_object(x: Any) -> bool:
    """Return whether NumPy makes an array of objects, text or dates from one value that is no array."""
    kind = type(x)
    if isinstance(x, _NUMBERS):
        return isinstance(x, np.generic) and lacks(x.dtype)
    if kind in KNOWN or isinstance(x, np.ndarray) or x is NO_VALUE or x is ...:
        return False
    return not (_converts_itself(kind) or has_elements(x))


def _converts_itself(kind: type) -> bool:
    """Return whether a type is another library's array, or has a method that converts to an array."""
    return is_foreign(kind) or any(hasattr(kind, p) for p in _PROTOCOLS)


def by_numpy(function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """Return the result of a function of NumPy: arrays that torch can hold are this package's, others NumPy's.

    An array that requires grad, is traced or is not on the CPU raises TypeError.
    """
    name = getattr(function, "__name__", "")
    check_host(name, kwargs.pop("device", None))
    arrays: dict[int, ndarray] = {}
    try:
        inputs, options = to_numpy(tuple(args), arrays), to_numpy(kwargs, arrays)
    except (TypeError, RuntimeError) as error:
        raise TypeError(f"{name}: NumPy computes with dtypes that torch lacks; {error}") from None
    return from_numpy(function(*inputs, **options), arrays)


def check_host(name: str, device: Any = None) -> None:
    """Raise if arrays whose dtype torch lacks are refused, or `device` is not the CPU."""
    if device is not None and as_device(device).type != "cpu":
        raise UnsupportedError(f"{name}: an array whose dtype torch lacks is NumPy's, on the CPU, not on {device}")
    if refused.get():
        raise UnsupportedError(f"{name}: numpy_array_guard refuses an array whose dtype torch lacks")


def to_numpy(value: Any, arrays: dict[int, ndarray] | None = None, depth: int = 0) -> Any:
    """Return an argument with NumPy arrays in place of arrays of this package, which `arrays` collects.

    What is nested more deeply than arrays can be stays, as a list that contains itself.
    """
    if depth > MAX_NDIM:
        return value
    if isinstance(value, ndarray):
        converted = np.asarray(value)
        if arrays is not None:
            arrays[id(converted)] = value
        return converted
    if isinstance(value, dict):
        return {key: to_numpy(item, arrays, depth + 1) for key, item in value.items()}
    if type(value) in LISTS:
        return type(value)(to_numpy(item, arrays, depth + 1) for item in value)
    return value


def from_numpy(value: Any, arrays: dict[int, ndarray]) -> Any:
    """Return a result with arrays of this package in place of NumPy's, where a dtype exists here."""
    if id(value) in arrays:
        return arrays[id(value)]
    if isinstance(value, (np.ndarray, np.generic)):
        return value if lacks(value.dtype) or is_foreign(type(value)) else wrap(as_tensor(value))
    if isinstance(value, dict):
        return {key: from_numpy(item, arrays) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(from_numpy(item, arrays) for item in value)
    if type(value) in LISTS:
        return type(value)(from_numpy(item, arrays) for item in value)
    return value
