"""``x[key]`` and ``x[key] = value``: keys and values from users are converted for the indexing kernels."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, assigned, foreign_error, has_elements, is_foreign
from xp_torch._array.element import INDICES, write_element
from xp_torch._array.ndarray import Element, as_array, int_of, ndarray, wrap, wrap_like
from xp_torch._array.reversed_views import ReversedView, mirrored, reversed_view
from xp_torch._array.selection import Selection, same_key, select
from xp_torch._array.ufunc.dispatch import FITS, make_getitem, with_ints
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._facts.torch_errors import raise_explained, raise_explained_write
from xp_torch._kernels.aliasing import same_or_disjoint
from xp_torch._kernels.indexing.plan import KEY_ERRORS, NOT_AN_INDEX, NOT_INTEGERS, basic_ints, is_forward, plan
from xp_torch._kernels.indexing.read import element, read
from xp_torch._kernels.indexing.write import fill_mask, write, write_at, write_where

_is_inference = torch.is_inference_mode_enabled
_transforming = torch._C._are_functorch_transforms_active
_is_compiling = torch.compiler.is_dynamo_compiling
_bool, _int64 = torch.bool, torch.int64
_BOUNDS = (int, type(None))
_NONE: dict[type, tuple[Any, Any]] = {}
_ARRAYS = (ndarray, torch.Tensor, np.ndarray, list, tuple)


def _as_slice(key: slice) -> slice:
    """Return `key` with bounds that are Python ints or None."""
    if type(key.start) in _BOUNDS and type(key.stop) in _BOUNDS and type(key.step) in _BOUNDS:
        return key
    try:
        return slice(*(None if b is None else operator.index(b) for b in (key.start, key.stop, key.step)))
    except TypeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


def _as_index(key: Any, device: torch.device) -> Any:
    """Return one element of a key, other than a slice, as the kernels take it."""
    if type(key) in (int, bool) or key is None or key is Ellipsis:
        return key
    if type(key) is ndarray and key._dtype is _int64 and key._tensor.device == device:
        return key._tensor
    if isinstance(key, np.bool):
        return bool(key)
    if not isinstance(key, _ARRAYS) and (isinstance(key, np.generic) or not hasattr(key, "__array__")):
        try:
            return operator.index(key)
        except TypeError:
            if not has_elements(key):
                raise IndexError(NOT_AN_INDEX) from None
    placed = isinstance(key, (ndarray, torch.Tensor))
    if is_foreign(type(key)):
        if isinstance(key, np.ndarray):
            raise IndexError(str(foreign_error(type(key))))
        key = np.asarray(key)  # labels do not count in an index
    try:
        t = as_tensor(key, device=None if placed else device)
    except TypeError:
        raise IndexError(NOT_INTEGERS) from None
    if not t.numel() and not placed and not isinstance(key, np.ndarray):
        t = t.to(torch.int64)
    if t.is_complex() or t.is_floating_point():
        raise IndexError(NOT_INTEGERS)
    if placed and t.device != device and (t.ndim or not t.is_cpu):
        raise ValueError(f"an index is on {t.device}, the array on {device}; move it with to_device()")
    return t.to(device)


def as_key(key: Any, device: torch.device) -> tuple:
    """Return a key from a user as the tuple that the kernels take."""
    if not isinstance(key, tuple):
        return (_as_slice(key) if isinstance(key, slice) else _as_index(key, device),)
    # An invalid element raises before an invalid bound of a slice.
    parts = tuple([k if isinstance(k, slice) else _as_index(k, device) for k in key])
    return tuple([_as_slice(k) if isinstance(k, slice) else k for k in parts])


def _getitem(self: ndarray, key: Any, result: torch.Tensor | None) -> Any:
    """Return ``self[key]``, whose tensor is `result` if the fast path has read it."""
    if result is None:
        t = self._tensor
        if type(key) is slice and key.step == -1 and key.start is None and key.stop is None and t.ndim:
            return reversed_view(t, (0,), self)
        try:
            place = as_key(key, t.device)
            if _steps_back(place):
                p = plan(t, place)
                return reversed_view(p.view, p.flips, self)
            if (selection := select(self, key, place)) is not None:
                return selection
            result = read(t, place)
        except RuntimeError as error:
            raise_explained("indexing", (), error)
        if result.ndim > MAX_NDIM:
            raise IndexError(
                f"number of dimensions must be within [0, {MAX_NDIM}], indexing result would have {result.ndim}"
            )
    return wrap_like(type(self), result, self)


getitem = make_getitem(_getitem)


def _steps_back(key: tuple) -> bool:
    """Return whether a key has a negative step and neither arrays nor booleans."""
    back = False
    for k in key:
        if isinstance(k, slice):
            back = back or (k.step is not None and k.step < 0)
        elif isinstance(k, (torch.Tensor, bool)):
            return False
    return back


def _forward(self: ReversedView) -> ndarray:
    """Return the memory of a reversed view as an array, of the class that results have."""
    return wrap_like(self._origin, self._view, self)


def _getitem_reversed(self: ReversedView, key: Any, /) -> ndarray:
    view, flips, key = self._view, self._flips, with_ints(key)
    if type(key) is int:
        n = view.shape[0]
        if -n <= key < n:
            if view.ndim == 1:
                return wrap_like(self._origin, element(view, -1 - key), self)
            part = view.select(0, -1 - key if 0 in flips else key)
            return reversed_view(part, [axis - 1 for axis in flips if axis], self)
    place = as_key(key, view.device)
    forward = mirrored(place, view.shape, flips)
    try:
        if forward is not None:
            return _getitem(_forward(self), forward, None)
    except IndexError:
        pass  # the copy raises it with the index that was given
    return _getitem(self._in_memory(), key, None)


def _setitem_reversed(self: ReversedView, key: Any, value: Any, /) -> None:
    view = self._view
    forward = mirrored(as_key(key, view.device), view.shape, self._flips)
    try:
        if forward is not None:
            setitem(_forward(self), forward, value)
            return
    except IndexError:
        pass  # the copy raises it with the index that was given
    whole = self._in_memory()
    setitem(whole, key, value)
    self._write(whole._tensor)


def setitem(self: ndarray, key: Any, value: Any, /) -> None:
    """Write ``self[key] = value`` by NumPy's rules: the value is cast, and broadcast to the key's shape."""
    kind, t = type(key), self._tensor
    if kind is Element and type(key._value) is int:
        key, kind = key._value, int
    if kind is int or (kind is tuple and key and type(key[0]) in INDICES and type(key[-1]) in INDICES):
        number = value._value if type(value) is Element and value._dtype is self._dtype else value
        try:
            bounds = FITS[self._dtype].get(type(number))
            if bounds is not None and bounds[0] <= number <= bounds[1] and write_element(self, key, number):
                return
        except (*KEY_ERRORS, KeyError):
            pass  # the general path raises the right error
    if type(value) is Element:
        value = as_array(value)
    if kind is ndarray and not key._tensor.ndim and (index := int_of(key)) is not None:
        key, kind = index, int
    if kind is tuple or kind is slice:
        ints = -1 if kind is slice else basic_ints(key)
        basic = is_forward(key) if kind is slice else ints >= 0
        if not basic and (plain := with_ints(key)) is not key:
            setitem(self, plain, value)
            return
    else:
        basic, ints = kind is int or key is Ellipsis, 1 if kind is int else -1
    dtype = self._dtype
    try:
        if type(value) is not ndarray:
            bounds = FITS.get(dtype, _NONE).get(type(value))
            if bounds is not None and bounds[0] <= value <= bounds[1]:
                if basic:
                    if t.is_contiguous() or 0 not in t.stride():
                        t[key] = value
                        return
                elif kind is ndarray and (
                    (key._dtype is _bool and fill_mask(t, key._tensor, value))
                    or (key._dtype is _int64 and write_at(t, key._tensor, value))
                ):
                    return
        elif value._dtype is dtype:
            source = value._tensor
            if _is_compiling():
                if basic and kind is tuple and t.device == source.device:
                    write(t, key, source)
                    return
            elif basic:
                base, own = source._base, t._base
                if base is None and own is None:
                    # each owns its memory; inference mode and transforms record no bases
                    safe = not (_is_inference() or _transforming())
                elif base is not None and (base is t or base is own) and t[key].is_set_to(source):
                    return  # the value is a view of this very part, as after ``x[1:] += y``
                else:
                    safe = same_or_disjoint(t, source) and (t.is_contiguous() or 0 not in t.stride())
                # An array with dimensions can't be assigned to one element.
                if ints >= 0 and ints == t.ndim and (kind is int or len(key) == ints) and source.ndim:
                    safe = False
                # torch would copy from one device to another.
                if safe and ((t.is_cpu and source.is_cpu) or t.device == source.device):
                    t[key] = source
                    return
            elif kind is ndarray and key._dtype is _int64 and write_at(t, key._tensor, source):
                return
    except KEY_ERRORS:
        pass  # the general path raises the right error
    plain = with_ints(key)
    if plain is not key:
        setitem(self, plain, value)
        return
    place = as_key(key, t.device)
    if type(value) is Selection and value._whole is not None and same_key(value._key, key):
        whole = value._whole
        if plan(t, place).view.shape == whole.shape and t.device == whole.device:
            write_where(t, place, assigned(wrap(whole), t)[0])
            return
    # Whether the key addresses a view matters only for a NumPy scalar.
    is_view = isinstance(value, np.number) and not any(isinstance(k, (bool, torch.Tensor)) for k in place)
    try:
        source, fresh = assigned(value, t, is_view)
    except (OverflowError, TypeError, ValueError):
        plan(t, place)  # an error of the key is raised before one of the value
        raise
    try:
        write(t, place, source, fresh)
    except RuntimeError as error:
        raise_explained_write(t, error)


ReversedView.__getitem__ = _getitem_reversed  # type: ignore[method-assign, assignment]
ReversedView.__setitem__ = _setitem_reversed  # type: ignore[method-assign, assignment]
