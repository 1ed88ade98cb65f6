"""``x[key]`` and ``x[key] = value``: keys and values from users are converted for the indexing kernels."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
import torch

from xp_torch._array.coercion import (
    as_tensor,
    assigned,
    foreign_error,
    from_numbers,
    has_elements,
    has_more,
    is_foreign,
)
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_ruled
from xp_torch._array.element import ELEMENT_TYPES, host_memory, int_of, plain_element, read_element, write_element
from xp_torch._array.ndarray import ndarray, wrap, wrap_like
from xp_torch._array.reversed_views import ReversedView, mirrored, reversed_view
from xp_torch._array.selection import Selection, at_places, selection_of
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._facts.errors import without_frames
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._facts.torch_errors import raise_explained, raise_explained_write
from xp_torch._facts.torch_state import (
    base_of,
    check_bool,
    check_bound,
    is_compiling,
    is_transforming,
)
from xp_torch._kernels.aliasing import may_share_memory, same_or_disjoint
from xp_torch._kernels.indexing.plan import (
    KEY_ERRORS,
    NOT_AN_INDEX,
    NOT_INTEGERS,
    basic_ints,
    is_forward,
    is_of_kernel,
    plan,
)
from xp_torch._kernels.indexing.read import element, read, read_at, read_columns, read_points
from xp_torch._kernels.indexing.write import fill_mask, value_error, write, write_at, write_where
from xp_torch._kernels.reversed_views import write_reversed

_new = object.__new__
_bool, _int64 = torch.bool, torch.int64
_FULL = slice(None)
_BOUNDS = (int, type(None))
_NONE: dict[type, tuple[Any, Any]] = {}
#: Types of the arrays without dimensions that may be keys like ints.
_MAY_BE_INTS = ELEMENT_TYPES | {ndarray}
_ARRAYS = (ndarray, torch.Tensor, np.ndarray, list, tuple)


def _as_slice(key: slice) -> slice:
    """Return `key` with bounds that are Python ints or None."""
    if type(key.start) in _BOUNDS and type(key.stop) in _BOUNDS and type(key.step) in _BOUNDS:
        return key
    if is_compiling():
        check_bound()
    try:
        return slice(*(None if b is None else operator.index(b) for b in (key.start, key.stop, key.step)))
    except TypeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


def _as_index(key: Any, device: torch.device) -> Any:
    """Return one element of a key, other than a slice, as the kernels take it."""
    if type(key) in (int, bool) or key is None or key is Ellipsis:
        if type(key) is bool and is_compiling():
            check_bool()
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
        if isinstance(key, np.ndarray) and has_more(type(key)):
            raise IndexError(str(foreign_error(type(key))))
        key = np.asarray(key)  # labels do not count in an index
    try:
        t = as_tensor(key, device=None if placed else device)
    except (OverflowError, TypeError):
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


def key_of(t: torch.Tensor, key: Any) -> tuple:
    """Return a user's key in the form that kernels take, with its bounds checked if that needs no wait."""
    if not t.is_cpu:
        check_on_host(t.shape, key)
    return as_key(key, t.device)


def check_on_host(shape: Sequence[int], key: Any) -> None:
    """Raise IndexError if an index in a list or a NumPy array is out of bounds for `shape`.

    An index out of bounds that reaches a GPU ends every computation of the process there.
    """
    if is_compiling():
        return
    parts = [_of_the_host(k) for k in (key if isinstance(key, tuple) else (key,))]
    listed = [k for k in parts if isinstance(k, np.ndarray)]
    if not listed or any(k.dtype.kind not in "iu" for k in listed):
        return  # masks have no bounds
    if any(isinstance(k, (ndarray, torch.Tensor)) for k in parts):
        return
    cpu = torch.device("cpu")
    read(torch.zeros((), dtype=torch.int8, device=cpu).expand(tuple(shape)), as_key(tuple(parts), cpu))


def check_places(size: int, places: Any, axis: int = 0, end: int | None = None) -> None:
    """Raise IndexError if `places` is on the host and has an integer that is out of bounds for an axis.

    Places are from ``-size`` to `end`, by default ``size - 1``; booleans, which some functions take as 0 and 1, pass.
    """
    if is_compiling():
        return
    places = np.asarray(places) if isinstance(places, (int, np.generic)) else _of_the_host(places)
    if not isinstance(places, np.ndarray) or places.dtype.kind not in "iu":
        return
    outside = (places < -size) | (places > (size - 1 if end is None else end))
    if outside.any():
        raise IndexError(f"index {places[outside].reshape(-1)[0]} is out of bounds for axis {axis} with size {size}")


def _of_the_host(x: Any) -> Any:
    """Return a sequence of numbers as a NumPy array; other objects, and sequences of arrays, as they are."""
    if not isinstance(x, (list, tuple, range)):
        return x
    try:
        return np.asarray(x) if len(x) else np.zeros(0, int)
    except (TypeError, ValueError, RuntimeError):
        return x


def with_ints(key: Any) -> Any:
    """Return a key with ints for integers in 0-D arrays whose values may be inspected; else `key` itself."""
    kind = type(key)
    if kind is int or key is None:
        return key
    if kind in _MAY_BE_INTS:
        value = int_of(key)
        return key if value is None else value
    if _count_ints(key) >= 0:
        return key
    if kind is slice:
        start, stop, step = with_ints(key.start), with_ints(key.stop), with_ints(key.step)
        same = start is key.start and stop is key.stop and step is key.step
        return key if same else slice(start, stop, step)
    if kind is tuple:
        parts = tuple([k if type(k) is int else with_ints(k) for k in key])
        return key if all(map(operator.is_, parts, key)) else parts
    return key


def _as_point(key: tuple) -> tuple | None:
    """Return a key of integers as ints, if the values of its 0-D arrays may be inspected; else None."""
    for k in key:
        if type(k) is not int:
            break
    else:
        return key
    point = []
    for k in key:
        kind = type(k)
        if kind is slice:
            return None
        value = k if kind is int else int_of(k) if kind in _MAY_BE_INTS else None
        if value is None:
            return None
        point.append(value)
    return tuple(point)


def getitem(self: ndarray, key: Any, /) -> Any:
    """Return ``self[key]`` by NumPy's rules: slices are views, elements and reads by arrays are copies."""
    kind, t = type(key), None
    try:
        if kind is int:
            t = self._tensor
            if is_compiling():
                t = _read_int(t, key)
            elif self._memory or t.ndim == 1:
                memory = host_memory(self, 1)
                if memory is not None:
                    new = memory.element()
                    new._number = memory.item(key)
                    return new
                t = _read_int(t, key)
            else:
                t = t[key]
        elif kind is slice:
            if is_forward(key):
                t = self._tensor[key]
        elif kind is tuple:
            point = _as_point(key)
            if point and not is_compiling() and (item := read_element(self, point)) is not None:
                return item
            t = _read_tuple(self._tensor, key)
        elif kind in _MAY_BE_INTS:
            value = int_of(key)
            if value is not None:
                return getitem(self, value)
            t = _read_array(self._tensor, key._tensor)
        elif key is None or key is Ellipsis:
            t = self._tensor[key]
        elif kind is list and (index := _as_index_array(self._tensor, key)) is not None:
            t = _read_array(self._tensor, index)
    except KEY_ERRORS as error:
        if is_of_kernel(self._tensor, error):
            raise_explained("indexing", (), error)
        t = None  # the general path takes the key, or says what is wrong with it
    if t is None:
        return _read_general(self, key)
    if type(self) is not ndarray:
        return wrap_like(type(self), t, self)
    new = _new(ndarray)
    new._tensor = t
    new._dtype = self._dtype
    new._memory = None
    return new


def _read_int(t: torch.Tensor, key: int) -> torch.Tensor:
    """Return an element, a copy, or a row, a view."""
    return element(t, key) if t.ndim == 1 else t[key]


def _read_tuple(t: torch.Tensor, key: tuple) -> torch.Tensor | None:
    """Return ``t[key]`` for ints, slices, None and Ellipsis, for index arrays, or for columns; None for other keys."""
    count = basic_ints(key)
    if count >= 0:
        part = t[key]
        return part.clone() if count == len(key) == t.ndim else part
    if type(key[0]) is ndarray:
        arrays = tuple([k._tensor for k in key if type(k) is ndarray and k._dtype is _int64])
        return read_points(t, arrays) if len(arrays) == len(key) < MAX_NDIM else None
    if len(key) == 2 and type(key[0]) is slice and key[0] == _FULL and type(key[1]) is ndarray:
        return read_columns(t, key[1]._tensor, key[1]._dtype)
    return None


def _read_array(t: torch.Tensor, index: torch.Tensor) -> torch.Tensor | None:
    """Return ``t[index]`` for an index array or a mask; None if the general path is needed."""
    return read_at(t, index, index.dtype, index.ndim) if index.ndim else None


def _as_index_array(t: torch.Tensor, key: list) -> torch.Tensor | None:
    """Return a list of ints or bools as an index tensor on the CPU; None for other keys."""
    index = from_numbers(key, t.device) if t.is_cpu else None
    return None if index is None or index.is_floating_point() or index.is_complex() else index


@without_frames
def _read_general(x: ndarray, key: Any) -> Any:
    """Return ``x[key]`` for any key."""
    t = x._tensor
    if _reverses(key) and t.ndim:
        return reversed_view(t, (0,), x)
    if type(key) is not slice and has_ruled(key):
        return call_override(getitem, {"self": x, "key": key})
    place = key_of(t, with_ints(key))
    if _steps_back(place):
        p = plan(t, place)
        return reversed_view(p.view, p.flips, x)
    if (selection := selection_of(x, place)) is not None:
        return selection
    result = _read_planned(t, place)
    if result.ndim > MAX_NDIM:
        raise IndexError(
            f"number of dimensions must be within [0, {MAX_NDIM}], indexing result would have {result.ndim}"
        )
    return wrap_like(type(x), result, x)


def _read_planned(t: torch.Tensor, key: tuple) -> torch.Tensor:
    """Return ``t[key]``; what torch's kernel raises is raised as NumPy's error."""
    if is_compiling():
        return read(t, key)  # Dynamo can't break a graph inside of a `try`
    try:
        return read(t, key)
    except RuntimeError as error:
        raise_explained("indexing", (), error)


def _steps_back(key: tuple) -> bool:
    """Return whether a key has a negative step and neither arrays nor booleans."""
    back = False
    for k in key:
        if isinstance(k, slice):
            back = back or (k.step is not None and k.step < 0)
        elif isinstance(k, (torch.Tensor, bool)):
            return False
    return back


def _getitem_reversed(self: ReversedView, key: Any, /) -> ndarray:
    view, flips, key = self._view, self._flips, with_ints(key)
    if type(key) is int:
        n = view.shape[0]
        if -n <= key < n:
            if view.ndim == 1:
                return wrap(element(view, -1 - key))
            part = view.select(0, -1 - key if 0 in flips else key)
            return reversed_view(part, [axis - 1 for axis in flips if axis])
    place = as_key(key, view.device)
    forward = mirrored(place, view.shape, flips)
    try:
        if forward is not None:
            return getitem(wrap(view), forward)
    except IndexError:
        pass  # the copy raises it with the index that was given
    return getitem(plain(self), key)


def _setitem_reversed(self: ReversedView, key: Any, value: Any, /) -> None:
    view = self._view
    forward = mirrored(as_key(key, view.device), view.shape, self._flips)
    try:
        if forward is not None:
            setitem(wrap(view), forward, value)
            return
    except IndexError:
        pass  # the copy raises it with the index that was given
    whole = plain(self)
    setitem(whole, key, value)
    self._store(whole._tensor)


def setitem(self: ndarray, key: Any, value: Any, /) -> None:
    """Write ``self[key] = value`` by NumPy's rules: the value is cast, and broadcast to the key's shape."""
    if is_compiling():
        _write_traced(self, key, value)
        return
    kind = type(key)
    point = key if kind is int else _as_point(key) if kind is tuple else None
    if point is None and (kind in _MAY_BE_INTS):
        point = int_of(key)
    if point is not None and point != ():
        number = value._number if type(value) in ELEMENT_TYPES else value
        if _fits(number, self._dtype) and write_element(self, point, number):
            return
    if kind is list and (index := _as_index_array(self._tensor, key)) is not None:
        key = index
    else:
        key = with_ints(key) if point is None else point
    if type(value) in ELEMENT_TYPES:
        value = plain_element(value)
    try:
        if _write_fast(self, key, value):
            return
    except KEY_ERRORS as error:
        if is_of_kernel(self._tensor, error):
            _raise_of_write(self, key, value, error)
    _write_general(self, key, value)


def _fits(value: Any, dtype: torch.dtype) -> bool:
    """Return whether a value is a Python number that equals its conversion to a dtype."""
    bounds = FITS.get(dtype, _NONE).get(type(value))
    return bounds is not None and bounds[0] <= value <= bounds[1]


def _count_ints(key: Any) -> int:
    """Return the number of ints in a basic key without negative steps; -1 for other keys."""
    kind = type(key)
    if kind is tuple:
        return basic_ints(key)
    if kind is int:
        return 1
    return 0 if key is Ellipsis or (kind is slice and is_forward(key)) else -1


def _write_fast(x: ndarray, key: Any, value: Any) -> bool:
    """Write a number that the dtype holds, or an array of the dtype; return whether torch writes as NumPy does."""
    t = x._tensor
    if type(value) is ndarray:
        if value._dtype is not x._dtype:
            return False
        source = value._tensor
    elif _fits(value, x._dtype):
        source = value
    else:
        return False
    index = key._tensor if type(key) is ndarray else key
    if type(index) is torch.Tensor:
        if index.dtype is _bool:
            return source is value and fill_mask(t, index, source)
        return index.dtype is _int64 and write_at(t, index, source)
    ints = _count_ints(key)
    if ints < 0:
        alike = source is not value and _reverses(key) and t.ndim and t.shape == source.shape
        if not (alike and t.is_contiguous() and t.device == source.device) or may_share_memory(t, source):
            return False
        write_reversed(t, (0,), source)
        return True
    if not (t.is_contiguous() or 0 not in t.stride()):
        return False
    if source is not value:
        if t.device != source.device:
            return False  # torch would copy from one device to another
        if ints == t.ndim and source.ndim and (type(key) is not tuple or len(key) == ints) and key is not Ellipsis:
            return False  # an array with dimensions can't be assigned to one element
        if not same_or_disjoint(t, source):
            # After ``x[1:] += y`` the value is a view of this very part; `vmap` has no rule for the question.
            base = base_of(source)
            is_part = base is not None and (base is t or base is base_of(t)) and not is_transforming()
            return is_part and t[key].is_set_to(source)
    t[key] = source
    return True


def _reverses(key: Any) -> bool:
    """Return whether a key is ``::-1``."""
    return type(key) is slice and type(key.step) is int and key.step == -1 and key.start is key.stop is None


def _raise_of_write(x: ndarray, key: Any, value: Any, error: Exception) -> NoReturn:
    """Raise NumPy's error for an `error` of the kernel that writes ``x[key] = value``."""
    t = x._tensor
    if type(value) is ndarray and _count_ints(key) >= 0:
        unfit = value_error(t, as_key(key, t.device), value._tensor.shape)
        if unfit is not None:
            raise unfit from None
    raise_explained_write(t, error)


def _write_traced(x: ndarray, key: Any, value: Any) -> None:
    """Write ``x[key] = value`` in compiled code, where Dynamo can't break a graph inside of a `try`."""
    t = x._tensor
    is_number = type(value) is not ndarray and _fits(value, x._dtype)
    if is_number and _count_ints(key) >= 0 and (t.is_contiguous() or 0 not in t.stride()):
        t[key] = value
    else:
        _write_general(x, key, value)


@without_frames
def _write_general(x: ndarray, key: Any, value: Any) -> None:
    """Write ``x[key] = value`` for any key and value."""
    if has_ruled(key, value):
        call_override(setitem, {"self": x, "key": key, "value": value})
        return
    t = x._tensor
    place = key_of(t, key)
    if type(value) is Selection and (whole := at_places(value, t, place)) is not None:
        write_where(t, place, assigned(wrap(whole), t)[0])
        return
    # Whether the key addresses a view matters only for a NumPy scalar.
    is_view = isinstance(value, np.number) and not any(isinstance(k, (bool, torch.Tensor)) for k in place)
    if is_compiling():
        write(t, place, *assigned(value, t, is_view))
        return
    unfit = None
    try:
        source, fresh = assigned(value, t, is_view)
    except (OverflowError, TypeError, ValueError) as error:
        unfit = error
    if unfit is not None:
        plan(t, place)  # an error of the key is raised before one of the value
        raise unfit
    try:
        write(t, place, source, fresh)
    except RuntimeError as error:
        raise_explained_write(t, error)


ReversedView.__getitem__ = _getitem_reversed  # type: ignore[method-assign, assignment]
ReversedView.__setitem__ = _setitem_reversed  # type: ignore[method-assign, assignment]
