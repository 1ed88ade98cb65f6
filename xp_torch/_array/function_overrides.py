"""`__array_function__` of other libraries' arrays, which functions call as NumPy's do."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import KNOWN
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.no_value import NO_VALUE

#: Types without an ``__array_function__``, and those of arguments that are left out.
_WITHOUT_OVERRIDE = KNOWN | {type(None), type(NO_VALUE), str}


def has_override(*operands: Any) -> bool:
    """Return whether an operand is another library's array that has an ``__array_function__`` of its own.

    Subclasses of `ndarray` are computed here, and so are those of NumPy's array that inherit its method.
    """
    for x in operands:
        kind = type(x)
        if kind not in _WITHOUT_OVERRIDE and not issubclass(kind, (ndarray, torch.Tensor)):
            method = getattr(kind, "__array_function__", None)
            if method is not None and method is not np.ndarray.__array_function__:
                return True
    return False


def has_override_within(arrays: Any) -> bool:
    """Return whether `has_override` is true for an item, if `arrays` is a list or tuple, else for `arrays` itself."""
    return has_override(*arrays) if type(arrays) in (list, tuple) else has_override(arrays)


def call_override(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """Return the result of NumPy's function of the same name, which calls the ``__array_function__`` of its operands.

    `arguments` are the local variables of a call of `function`. NumPy's function gets those with which it was called:
    without the arguments that have their defaults, since other libraries' functions lack some of NumPy's parameters.
    """
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        value = arguments[name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional += value
        elif parameter.kind is parameter.VAR_KEYWORD:
            keywords.update(value)
        elif parameter.default is parameter.empty:
            positional.append(value)
        elif value is not parameter.default:
            if parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(value)
            else:
                keywords[name] = value
    module = sys.modules[f"numpy{function.__module__.removeprefix('xp_torch')}"]
    return getattr(module, function.__name__)(*positional, **keywords)
