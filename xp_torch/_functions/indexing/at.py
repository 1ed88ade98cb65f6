"""``x.at[key]``: updates that return a new array, in JAX's form."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, assigned
from xp_torch._array.deferred import plain
from xp_torch._array.indexing import as_key
from xp_torch._array.ndarray import ndarray, wrap, wrap_like
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import UFuncTypeError
from xp_torch._facts.promotion import can_cast, scalar_kind
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import base_of, is_transformed
from xp_torch._functions import elementwise
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.cast import cast
from xp_torch._kernels.indexing import at as kernels
from xp_torch._kernels.indexing.read import read

__all__: list[str] = []

_MODES = (None, "promise_in_bounds", "clip", "drop", "fill")
_KINDS = "biufc"


class IndexedUpdates:
    """The updates of an array that return a new one: ``x.at[key].set(value)``."""

    __slots__ = ("_array",)

    def __init__(self, array: ndarray) -> None:
        self._array = array

    def __getitem__(self, key: Any) -> IndexedUpdate:
        return IndexedUpdate(self._array, key)


class IndexedUpdate:
    """An array and an index, whose methods return a copy of the array with other elements at the index.

    JAX's promises about the indices, `indices_are_sorted` and `unique_indices`, are accepted and not used.
    """

    __slots__ = ("_array", "_key")

    def __init__(self, array: ndarray, key: Any) -> None:
        self._array, self._key = array, key

    def get(self, *, mode: str | None = None, fill_value: Any = None, **promises: bool) -> ndarray:
        """Return a copy of ``x[key]``; out of bounds, `fill_value` with mode "fill"."""
        check_promises(promises)
        x, fill = plain(self._array), plain(fill_value)
        if isinstance(fill, ndarray):
            if fill.ndim:
                raise ValueError(f"at: fill_value must be a number (got an array of shape {fill.shape})")
            fill = fill._tensor
        t, key = self._extended(x._tensor, mode, fill)
        found = read(t, key)
        return wrap_like(type(x), found.clone() if is_transformed() or base_of(found) is not None else found, x)

    def set(self, value: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with ``x[key] = value``."""
        return self._update("set", value, mode, promises)

    def add(self, value: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with ``x[key] += value``, where a repeated index adds each time."""
        return self._update("add", value, mode, promises)

    def subtract(self, value: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with ``x[key] -= value``, where a repeated index subtracts each time."""
        return self._update("subtract", value, mode, promises)

    def multiply(self, value: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with ``x[key] *= value``, where a repeated index multiplies each time."""
        return self._update("multiply", value, mode, promises)

    mul = multiply

    def divide(self, value: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with ``x[key] /= value``; for a repeated index divided by the product of its values."""
        return self._update("divide", value, mode, promises)

    def power(self, value: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with ``x[key] **= value``; for a repeated index to the product of its values."""
        return self._update("pow", value, mode, promises)

    def min(self, value: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with the minimum of ``x[key]`` and `value`."""
        return self._update("minimum", value, mode, promises)

    def max(self, value: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with the maximum of ``x[key]`` and `value`."""
        return self._update("maximum", value, mode, promises)

    def apply(self, func: Any, *, mode: str | None = None, **promises: bool) -> ndarray:
        """Return a copy with ``x[key] = func(x[key])``. A repeated index applies `func` once, in JAX each time."""
        check_promises(promises)
        return self.set(func(self.get(mode="clip" if mode == "drop" else mode)), mode=mode)

    def _extended(self, t: torch.Tensor, mode: str | None, fill: Any = None) -> tuple[torch.Tensor, tuple]:
        """Return a tensor and a key whose indices are all in bounds, unless `mode` leaves them alone."""
        if mode not in _MODES:
            raise ValueError(f"at: mode must be one of {', '.join(map(repr, _MODES))} (got {mode!r:.80})")
        key = as_key(self._key, t.device)
        return (t, key) if mode in _MODES[:2] else kernels.extended(t, key, str(mode), fill)

    def _update(self, name: str, value: Any, mode: str | None, promises: dict[str, bool]) -> ndarray:
        check_promises(promises)
        x = plain(self._array)
        t, key = self._extended(x._tensor, mode, 0)
        value = plain(value)
        if name != "set":
            _check_cast(name, t.dtype, value)
        written = assigned(value, t)[0]
        try:
            new = kernels.updated(t, key, written) if name == "set" else _combined(name, t, key, written)
        except RuntimeError as error:
            raise_explained("at", (), error)
        for axis, n in enumerate(x._tensor.shape):
            new = new if new.shape[axis] == n else new.narrow(axis, 0, n)
        return wrap_like(type(x), new, x)


def check_promises(promises: dict[str, bool]) -> None:
    """Raise for keywords that JAX's methods lack, and for negative indices that do not count from the end."""
    for name in promises.keys() - {"indices_are_sorted", "unique_indices", "wrap_negative_indices"}:
        raise TypeError(f"at: unexpected keyword argument {name!r}")
    if not promises.get("wrap_negative_indices", True):
        raise ValueError("at: negative indices count from the end; with wrap_negative_indices=False mask them yourself")


def _check_cast(name: str, dtype: torch.dtype, value: Any) -> None:
    """Raise for a value, or a result, that an operator in place would not cast to `dtype`."""
    kind = scalar_kind(value)
    own = KIND[dtype]
    if name == "divide" and own in "biu":
        raise UFuncTypeError(
            f"Cannot cast ufunc 'divide' output from float64 to {as_dtype(dtype)} with casting rule 'same_kind'"
        )
    allowed = _KINDS.index(kind) <= _KINDS.index(own) if kind else can_cast(as_tensor(value).dtype, dtype, "same_kind")
    if not allowed:
        given = {"i": "int", "f": "float", "c": "complex"}[kind] if kind else as_dtype(as_tensor(value).dtype)
        raise UFuncTypeError(
            f"Cannot cast ufunc '{name}' operand from {given} to {as_dtype(dtype)} with casting rule 'same_kind'"
        )


def _combined(name: str, t: torch.Tensor, key: tuple, value: torch.Tensor) -> torch.Tensor:
    """Return `t` combined with `value` at `key`, by the ufunc `name`."""
    function: Any = getattr(elementwise, name)

    def apply(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return cast(function(wrap(x), wrap(y))._tensor, t.dtype)

    arrays = [k for k in key if isinstance(k, torch.Tensor)]
    if not any(k.dtype is not torch.bool for k in arrays):
        # Every element has one value: ints, slices and a mask.
        mask = kernels.selected(t, key) if arrays else None
        if mask is None:
            return kernels.updated(t, key, apply(read(t, key), value))
        other = kernels.updated(torch.ones_like(t), key, value) if value.ndim else value
        return torch_where(mask, apply(t, other), t)
    if name in ("add", "subtract") and KIND[t.dtype] != "b":
        return kernels.added(t, key, value if name == "add" else apply(torch.zeros_like(value), value))
    fold = name if name in ("maximum", "minimum", "add") else "multiply"
    found = kernels.combined(fold, OPS[fold].loops[t.dtype], t, key, value)
    if not isinstance(found, tuple):
        return found
    other, chosen = found
    return apply(t, other) if chosen is None else torch_where(chosen, apply(t, other), t)


def at(self: ndarray) -> IndexedUpdates:
    """Updates at an index that return a new array, as in JAX: ``x.at[key].set(value)``.

    The methods are `set`, `add`, `subtract`, `multiply`, `divide`, `power`, `min` and `max` of a value, which is
    broadcast to ``x[key]``, `apply` of a function, and `get`. The result has the dtype of `x`. For a repeated index,
    `set` keeps the last value, `apply` calls the function once, and the others apply all values. They work under every
    transform.

    The argument `mode` says what indices out of bounds do. By default they raise on the CPU, as in ``x[key]``; with
    "drop" they are ignored, with "clip" replaced by the nearest index, and ``get(mode="fill", fill_value=v)`` returns
    `v` for them.

    Examples
    --------
    >>> x = xp.asarray([1.0, 2.0, 3.0])
    >>> x.at[0].set(9.0)
    array([9., 2., 3.])
    >>> x.at[[0, 0, 2]].add(1.0)
    array([3., 2., 4.])
    >>> x.at[[1, 7]].multiply(10.0, mode="drop")
    array([ 1., 20.,  3.])
    >>> x.at[1:].apply(xp.square)
    array([1., 4., 9.])
    >>> x
    array([1., 2., 3.])
    """
    return IndexedUpdates(self)
