"""``x[key]`` and ``x[key] = value``: keys and values from users become what the indexing kernels take."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import torch

from ._array import ndarray, wrap_as, wrap_like
from ._coerce import as_tensor, assigned
from ._direct import FITS, apart, own
from ._dtypes import KIND
from ._kernels.cast import explain_write
from ._kernels.host import unseen
from ._kernels.indexing import KEY_ERRORS, plan, read, select
from ._kernels.indexing_write import SERIAL, write
from ._reduction import ORDERED
from ._shapes import MAX_NDIM

__all__ = ["getitem", "setitem"]

_new = object.__new__
_is_compiling = torch.compiler.is_dynamo_compiling


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
    bound = key.start
    if bound is not None and (type(bound) is not int or not -_FAR < bound < _FAR):
        return False
    bound = key.stop
    if bound is not None and (type(bound) is not int or not -_FAR < bound < _FAR):
        return False
    bound = key.step
    return bound is None or (type(bound) is int and 0 < bound < _FAR)


def _ints(key: tuple) -> int:
    """Return how many ints a key has that torch reads as NumPy does, -1 if it may not, or looks anything up."""
    if len(key) > MAX_NDIM:
        return -1
    count, open_ended = 0, False
    for k in key:
        kind = type(k)
        if kind is slice:
            if not _forward(k):
                return -1
        elif kind is int:
            count += 1
        elif k is Ellipsis:
            if open_ended:
                return -1
            open_ended = True
        elif k is not None:
            return -1
    return count


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
        if KIND[key._dtype] in "biu" and t.device == device:
            return t
    elif isinstance(key, np.bool):
        return bool(key)
    elif isinstance(key, np.integer):
        return int(key)
    elif isinstance(key, (torch.Tensor, np.ndarray, list, tuple)):
        t = as_tensor(key)
        if t.numel() == 0 and isinstance(key, (list, tuple)):
            t = t.to(torch.int64)
    elif hasattr(key, "__array__"):
        t = as_tensor(key)
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
        # what is no index at all comes before what bounds a slice
        found = [k if type(k) is slice else _element(k, device) for k in key]
        return tuple(_slice(k) if type(k) is slice else k for k in found)
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
        if kind is slice:
            if _forward(key):
                try:
                    result = t[key]
                except KEY_ERRORS:
                    pass  # the general path says what is wrong
                else:
                    new = _new(ndarray)
                    new._tensor = result
                    new._dtype = self._dtype
                    return new
        elif kind is int:
            try:
                result = t[key]
            except KEY_ERRORS:
                pass
            else:
                # An element is NumPy's scalar, which shares nothing.
                return wrap_as(result.clone() if t.ndim == 1 else result, self._dtype)
        elif key is None:
            return wrap_as(t.unsqueeze(0), self._dtype)
        elif kind is tuple:
            ints = _ints(key)
            if ints >= 0:
                try:
                    result = t[key]
                except KEY_ERRORS:
                    pass  # the general path says what is wrong
                else:
                    if ints == len(key) and ints == t.ndim:
                        result = result.clone()
                    return wrap_as(result, self._dtype)
            elif len(key) == 2 and type(key[1]) is ndarray and key[1]._dtype is torch.int64:
                found = _looked_up_by_two(t, *key)
                if found is not None:
                    return wrap_as(found, self._dtype)
        elif kind is ndarray and key._dtype is torch.int64 and t.ndim:
            found = _looked_up(t, key._tensor)
            if found is not None:
                return wrap_as(found, self._dtype)
    result = read(t, _key(key, t.device))
    if result.ndim > MAX_NDIM:
        raise IndexError(
            f"number of dimensions must be within [0, {MAX_NDIM}], indexing result would have {result.ndim}"
        )
    return wrap_as(result, self._dtype) if type(self) is ndarray else wrap_like(type(self), result, self)


def _looked_up(t: torch.Tensor, index: torch.Tensor) -> torch.Tensor | None:
    """Return what `index`, of int64, looks up along the first axis; None where that is not for torch's short ways."""
    ndim = index.ndim
    if ndim == 1:
        return select(t, 0, index)
    if ndim or _is_compiling() or not unseen(index):
        return None  # its value stays where it is
    try:
        return t[index.item()].clone()  # type: ignore[index]
    except KEY_ERRORS:
        return None  # inside vmap there is no value


def _looked_up_by_two(t: torch.Tensor, rows: Any, columns: ndarray) -> torch.Tensor | None:
    """Return ``t[:, columns]`` or ``t[rows, columns]``; None where that is not for torch's short ways."""
    index = columns._tensor
    if type(rows) is slice:
        full = rows.start is None and rows.stop is None and rows.step is None
        return select(t, 1, index) if full and t.ndim > 1 and index.ndim == 1 else None
    if type(rows) is not ndarray or rows._dtype is not torch.int64:
        return None
    first = rows._tensor
    if not (t.is_cpu and first.is_cpu and index.is_cpu and first.ndim and index.ndim):
        return None
    try:
        found = t[first, index]
    except KEY_ERRORS:
        return None
    return found if found.numel() else None  # with nothing to read torch checks no bounds


def _copies(t: torch.Tensor, value: torch.Tensor) -> bool:
    """Tell whether torch copies `value`, of one dtype, to a part of `t` as it is: no device to cross, no shared memory.

    Where elements of `t` share memory (a broadcast view), NumPy refuses to write.
    """
    if not apart(t, value) or (t._base is not None and not t.is_contiguous() and 0 in t.stride()):
        return False
    return (t.is_cpu and value.is_cpu) or t.device == value.device


def _is_there(t: torch.Tensor, key: Any, value: torch.Tensor) -> bool:
    """Tell whether `value` is itself what the key addresses, as after ``x[1:] += y``."""
    if _is_compiling() or type(t) is not torch.Tensor:
        return False
    base = value._base
    if base is None or (base is not t and base is not t._base):
        return False
    try:
        there = t[key]
        return there.data_ptr() == value.data_ptr() and there.shape == value.shape and there.stride() == value.stride()
    except KEY_ERRORS:
        return False  # inside vmap there is no address


def _fills(t: torch.Tensor, dtype: torch.dtype, mask: ndarray) -> bool:
    """Tell whether torch fills `t` where `mask`, of its shape, is True as it is."""
    given = mask._tensor
    if mask._dtype is not torch.bool or given.shape != t.shape or dtype not in ORDERED:
        return False
    return dtype.itemsize > 1 or apart(t, given)


def _points(t: torch.Tensor, key: ndarray, value: Any) -> bool:
    """Write `value`, of `t`'s dtype or a number that it holds, where indices point, and tell whether it was done."""
    if key._dtype is not torch.int64 or _is_compiling() or not t.is_cpu:
        return False
    index = key._tensor
    if type(value) is not torch.Tensor:
        if not own(t, index) or t.ndim != 1:
            return False
        t.index_select(0, index)  # torch checks the bounds only as it writes
        t.index_fill_(0, index, value)
        return True
    shape = index.shape
    if shape != value.shape or value.requires_grad or len(shape) != 1 or shape[0] > SERIAL or not own(t, index, value):
        return False
    t.index_select(0, index)
    t.scatter_(0, index, value)
    return True


def setitem(self: ndarray, key: Any, value: Any, /) -> None:
    """Write ``self[key] = value`` by NumPy's rules: the value is cast and broadcast to what the key addresses."""
    t, dtype = self._tensor, self._dtype
    kind, ints = type(key), 0
    if kind is slice:
        plain = _forward(key)
    elif kind is tuple:
        ints = _ints(key)
        plain = ints >= 0
    else:
        plain = kind is ndarray or kind is int or key is Ellipsis
    if plain:
        if type(value) is not ndarray:
            fits = FITS.get((type(value), dtype))
            taken = value if fits is not None and fits[0] <= value <= fits[1] else None
            if taken is not None and not (t.is_contiguous() or 0 not in t.stride()):
                taken = None
        elif value._dtype is dtype:
            taken = value._tensor
            if kind is not ndarray:
                # What addresses an element takes no array with dimensions.
                element = (kind is int and t.ndim == 1) or (kind is tuple and ints == len(key) and ints == t.ndim)
                if element or not _copies(t, taken):
                    if _is_there(t, key, taken):
                        return
                    taken = None
        else:
            taken = None
        if taken is not None:
            try:
                if kind is not ndarray:
                    t[key] = taken
                    return
                if type(value) is not ndarray and _fills(t, dtype, key):
                    t.masked_fill_(key._tensor, taken)
                    return
                if dtype in ORDERED and _points(t, key, taken):
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
