"""``x[key]`` and ``x[key] = value``: keys and values from users become what the indexing kernels take."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import torch

from ._array import ndarray, wrap_as, wrap_like
from ._coerce import as_tensor, assigned
from ._direct import FITS, apart
from ._kernels.cast import explain_write
from ._kernels.indexing import KEY_ERRORS, plan, read, select
from ._kernels.indexing_write import write
from ._reduction import ORDERED

__all__ = ["getitem", "setitem"]

_new = object.__new__


def _slice(key: slice) -> slice:
    """Return `key` with bounds that are Python ints or None."""
    if type(key.start) in _BOUND and type(key.stop) in _BOUND and type(key.step) in _BOUND:
        return key
    try:
        return slice(*(None if b is None else operator.index(b) for b in (key.start, key.stop, key.step)))
    except TypeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


_BOUND = (int, type(None))
#: torch warns when it truncates a slice's bound that int64 does not hold.
_FAR = 2**62


def _forward(key: slice) -> bool:
    """Tell whether torch reads `key` as NumPy does: bounds are ints or None, and the step is not negative."""
    start, stop, step = key.start, key.stop, key.step
    return (
        (step is None or (type(step) is int and 0 < step < _FAR))
        and (start is None or (type(start) is int and -_FAR < start < _FAR))
        and (stop is None or (type(stop) is int and -_FAR < stop < _FAR))
    )


def _addresses(key: tuple) -> bool:
    """Tell whether the kernels take every element of `key` as it is, and none is an array."""
    for k in key:  # noqa: SIM110 - a generator takes longer than the test
        if not (type(k) is int or k is None or k is Ellipsis or (type(k) is slice and _forward(k))):
            return False
    return True


# What a key looks nothing up by: what it addresses is a view.
_PLAIN = (int, slice, type(None), type(Ellipsis))


def _element(key: Any, device: torch.device) -> Any:
    """Return one element of a key as the kernels take it."""
    kind = type(key)
    if kind is int or kind is bool or key is None or key is Ellipsis:
        return key
    if kind is slice:
        return _slice(key)
    if isinstance(key, ndarray):
        t = key._tensor
    elif isinstance(key, np.bool):
        return bool(key)
    elif isinstance(key, np.integer):
        return int(key)
    elif isinstance(key, (torch.Tensor, np.ndarray, list, tuple)):
        t = as_tensor(key)
        if t.numel() == 0 and isinstance(key, (list, tuple)):
            t = t.to(torch.int64)
    else:
        try:
            return operator.index(key)
        except TypeError:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and "
                "integer or boolean arrays are valid indices"
            ) from None
    if t.is_complex() or t.is_floating_point():
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    if t.device != device:
        if isinstance(key, (ndarray, torch.Tensor)) and t.ndim:
            raise ValueError(f"an index is on {t.device}, the array on {device}; move it with to_device()")
        t = t.to(device)
    return t


def _key(key: Any, device: torch.device) -> tuple:
    """Return `key` as a tuple of what the kernels take."""
    if type(key) is int:
        return (key,)
    if isinstance(key, tuple):
        return tuple(_element(k, device) for k in key)
    return (_element(key, device),)


def _depth(value: Any) -> int:
    """Return how many dimensions nested lists and tuples have, with those of the arrays in them."""
    if isinstance(value, (list, tuple)):
        return 1 + max(map(_depth, value), default=0)
    return getattr(value, "ndim", 0)


def getitem(self: ndarray, key: Any, /) -> ndarray:
    """Return ``self[key]`` by NumPy's rules: slices are views (negative steps copies), elements and arrays copies."""
    t = self._tensor
    if type(self) is ndarray:
        kind = type(key)
        if kind is int or (kind is slice and _forward(key)):
            try:
                result = t[key]
            except KEY_ERRORS:
                pass  # the general path says what is wrong
            else:
                new = _new(ndarray)
                # An element is NumPy's scalar, which shares nothing.
                new._tensor = result.clone() if kind is int and t.ndim == 1 else result
                new._dtype = self._dtype
                return new
        elif key is None:
            return wrap_as(t.unsqueeze(0), self._dtype)
        elif kind is tuple and _addresses(key):
            return wrap_as(read(t, key), self._dtype)
        elif kind is ndarray and key._dtype is torch.int64 and key._tensor.ndim == 1 and t.ndim:
            found = select(t, 0, key._tensor)
            if found is not None:
                return wrap_as(found, self._dtype)
    result = read(t, _key(key, t.device))
    return wrap_as(result, self._dtype) if type(self) is ndarray else wrap_like(type(self), result, self)


def _settable(t: torch.Tensor, value: torch.Tensor) -> bool:
    """Tell whether torch copies `value` to a part of `t` as it is: no cast, no device to cross, no shared memory."""
    return value.dtype is t.dtype and value.device == t.device and apart(t, value)


def _maskable(t: torch.Tensor, mask: torch.Tensor) -> bool:
    """Tell whether torch fills `t` where `mask`, of its shape, is True as it is."""
    if mask.dtype is not torch.bool or t.dtype not in ORDERED:
        return False
    return mask.shape == t.shape and mask.device == t.device and apart(t, mask)


def setitem(self: ndarray, key: Any, value: Any, /) -> None:
    """Write ``self[key] = value`` by NumPy's rules: the value is cast and broadcast to what the key addresses."""
    t = self._tensor
    kind = type(key)
    if kind is ndarray or kind is int or (kind is slice and _forward(key)) or (kind is tuple and _addresses(key)):
        if type(value) is ndarray:
            taken: Any = value._tensor if kind is slice and _settable(t, value._tensor) else None
        else:
            fits = FITS.get((type(value), t.dtype))
            taken = value if fits is not None and fits[0] <= value <= fits[1] else None
        # Where elements share memory (a broadcast view), NumPy refuses to write.
        if taken is not None and 0 not in t.stride():
            try:
                if kind is not ndarray:
                    t[key] = taken
                    return
                if _maskable(t, key._tensor):
                    t.masked_fill_(key._tensor, taken)
                    return
            except KEY_ERRORS:
                pass  # the general path says what is wrong
    place = _key(key, t.device)
    # only of these does it matter whether the key addresses a view
    asked = isinstance(value, (list, tuple, np.number))
    viewed = asked and all(type(k) in _PLAIN for k in place)
    if viewed and isinstance(value, (list, tuple)):
        # NumPy builds the value in the dimensions of the view; an array may have more, of size 1.
        most = read(t, place).ndim
        if _depth(value) > most:
            raise ValueError(
                "setting an array element with a sequence. The requested array would exceed the maximum number of "
                f"dimension of {most}."
            )
    try:
        written, fresh = assigned(value, t, viewed)
    except (OverflowError, TypeError, ValueError):
        plan(t, place)  # what is wrong with the key comes first
        raise
    try:
        write(t, place, written, fresh)
    except RuntimeError as error:
        explain_write(t, error)
