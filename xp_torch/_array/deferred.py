"""`DeferredArray`, the base of arrays whose tensor is made when something needs it.

These are an element of an array on the CPU (`Element`), a view with negative steps (`ReversedView`) and ``x[mask]`` in
traced code (`Selection`). Everything else takes plain arrays, ``type(x) is ndarray`` or a user's subclass, and makes
deferred arrays plain first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.ndarray import described, ndarray, wrap, wrap_as


class DeferredArray(ndarray):
    """An array whose tensor is made when something needs it, by the property `_tensor` of a subclass.

    A subclass overrides `_store` if that tensor is a copy, and `_through` if it computes functions without its tensor.
    """

    __slots__ = ()

    @classmethod
    def _wrap_like(cls, t: torch.Tensor, source: ndarray | None) -> Any:
        return wrap(t)

    def _through(self, function: Callable[..., Any], operands: tuple) -> Any:
        """Return an elementwise function of operands, one of them this array, without its tensor; None if it can't."""
        return None

    def __repr__(self) -> str:
        return described(plain(self))

    def __reduce__(self) -> tuple:
        return plain(self).__reduce__()

    def __reduce_ex__(self, protocol: Any) -> tuple:
        return plain(self).__reduce_ex__(protocol)


def plain(x: Any) -> Any:
    """Return a deferred array as a plain one with its elements, other objects unchanged."""
    return wrap_as(x._tensor, x._dtype) if isinstance(x, DeferredArray) else x


def through(function: Callable[..., Any], *operands: Any) -> Any:
    """Return an elementwise function of operands as one of them that is deferred computes it; None if none does."""
    for x in operands:
        if isinstance(x, DeferredArray) and (result := x._through(function, operands)) is not None:
            return result
    return None


def compute(function: Callable[..., Any], *operands: Any) -> Any:
    """Return an elementwise function of operands, some of them deferred: by `through`, or of their plain arrays."""
    result = through(function, *operands)
    return function(*map(plain, operands)) if result is None else result
