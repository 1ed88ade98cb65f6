"""``x[key]`` and ``x[key] = value``: keys and values from users become what the indexing kernels take."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor, assigned
from xp_torch._array.ndarray import ndarray, wrap_as, wrap_like
from xp_torch._array.ufunc.dispatch import FITS
from xp_torch._facts.dtype_sets import ORDERED
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.inspection import is_plain_cpu
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._facts.torch_errors import raise_explained_write
from xp_torch._kernels.aliasing import may_share_memory, same_or_disjoint
from xp_torch._kernels.indexing.read import KEY_ERRORS, plan, read, select
from xp_torch._kernels.indexing.select import element, element_at
from xp_torch._kernels.indexing.write import SERIAL, write

__all__ = ["getitem", "setitem"]

_new = object.__new__
_is_compiling = torch.compiler.is_dynamo_compiling
_int64, _bool, _Tensor = torch.int64, torch.bool, torch.Tensor
_is_inference = torch.is_inference_mode_enabled
_tracer = torch._C._get_tracing_state
_transforming = torch._C._are_functorch_transforms_active


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
_LEAST, _MOST = -(2**62), 2**62


def _forward(key: slice) -> bool:
    """Tell whether torch reads `key` as NumPy does: bounds are ints or None, and the step is not negative."""
    bound = key.start
    if bound is not None and (type(bound) is not int or bound < _LEAST):
        return False
    bound = key.stop
    if bound is not None and (type(bound) is not int or bound < _LEAST):
        return False
    bound = key.step
    return bound is None or (type(bound) is int and 0 < bound < _MOST)


def _ints(key: tuple) -> int:
    """Return how many ints a key has that torch reads as NumPy does, -1 if it may not, or looks anything up."""
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
    return count if len(key) <= MAX_NDIM else -1


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
        kind, result = type(key), None
        try:
            if kind is slice:
                if _forward(key):
                    result = t[key]
            elif kind is int:
                # an element is NumPy's scalar, which shares nothing
                result = element(t, key) if t.ndim == 1 else t[key]
            elif kind is tuple:
                ints = _ints(key)
                if ints >= 0:
                    result = t[key]
                    if ints == len(key) and ints == t.ndim:
                        result = result.clone()
                elif len(key) == 2 and type(key[1]) is ndarray and key[1]._dtype is _int64:
                    result = _looked_up_by_two(t, *key)
            elif kind is ndarray:
                result = _looked_up(t, key)
            elif key is None:
                result = t.unsqueeze(0)
        except KEY_ERRORS:
            result = None  # the general path says what is wrong
        if result is not None:
            new = _new(ndarray)
            new._tensor = result
            new._dtype = self._dtype
            return new
    result = read(t, _key(key, t.device))
    if result.ndim > MAX_NDIM:
        raise IndexError(
            f"number of dimensions must be within [0, {MAX_NDIM}], indexing result would have {result.ndim}"
        )
    return wrap_as(result, self._dtype) if type(self) is ndarray else wrap_like(type(self), result, self)


def _looked_up(t: torch.Tensor, key: ndarray) -> torch.Tensor | None:
    """Return what an array looks up along the first axes; None where that is not for torch's short ways."""
    index = key._tensor
    ndim = index.ndim
    if key._dtype is _int64:
        rank = t.ndim
        if ndim:
            return select(t, rank, 0, index) if ndim == 1 and rank else None
        if rank == 1:
            return element_at(t, index)
        if _is_compiling() or not is_plain_cpu(index):
            return None  # its value stays where it is
        return t[index.item()].clone()  # type: ignore[index]
    # torch takes a mask of another device without a word
    return t[index] if key._dtype is _bool and ndim and t.is_cpu else None


def _looked_up_by_two(t: torch.Tensor, rows: Any, columns: ndarray) -> torch.Tensor | None:
    """Return ``t[:, columns]`` or ``t[rows, columns]``; None where that is not for torch's short ways."""
    index = columns._tensor
    if type(rows) is slice:
        full = rows.start is None and rows.stop is None and rows.step is None
        rank = t.ndim
        return select(t, rank, 1, index) if full and rank > 1 and index.ndim == 1 else None
    if type(rows) is not ndarray or rows._dtype is not _int64:
        return None
    first = rows._tensor
    if not (first.ndim and index.ndim and t.is_cpu and first.is_cpu and index.is_cpu):
        return None
    found = t[first, index]
    return found if found.numel() else None  # with nothing to read torch checks no bounds


def _takes(t: torch.Tensor, value: torch.Tensor) -> bool:
    """Tell whether torch copies `value` to a part of `t` as NumPy does, where one of them may be a view.

    Where elements of `t` share memory (a broadcast view), NumPy refuses to write.
    """
    return same_or_disjoint(t, value) and (t.is_contiguous() or 0 not in t.stride())


def _fills(t: torch.Tensor, key: ndarray, value: Any) -> bool:
    """Fill `t` with a number that it holds where a mask of its shape is True, and tell whether it was done."""
    if key._dtype is not _bool:
        return False
    mask = key._tensor
    if (
        mask.shape != t.shape
        or not (t.is_contiguous() or 0 not in t.stride())
        or (t.itemsize == 1 and not same_or_disjoint(t, mask))
    ):
        return False
    t.masked_fill_(mask, value)
    return True


#: up to how many indices a look at each takes less time than torch's check of all.
_LISTED = 8


def _points(t: torch.Tensor, key: ndarray, value: Any) -> bool:
    """Write `value`, of `t`'s dtype or a number that it holds, where indices point, and tell whether it was done."""
    if key._dtype is not _int64 or _is_compiling():
        return False
    index, shape = key._tensor, t.shape
    # the indices are looked at, which a tracer would take for a dependence
    if len(shape) != 1 or type(index) is not _Tensor or _tracer() is not None or not t.is_cpu:
        return False
    many = type(value) is _Tensor
    # vmap has no rule for `put_`
    if many and (value.ndim != 1 or value.requires_grad or _transforming()):
        return False
    # what has no base owns its memory, but inference mode knows no bases
    views = t._base is not None or index._base is not None or (many and value._base is not None) or _is_inference()
    if views and (not t.is_contiguous() or may_share_memory(t, index) or (many and may_share_memory(t, value))):
        return False
    # torch checks the bounds only as it writes
    count = index.numel()
    if not count:
        return False  # of nothing to write only the general path asks the shapes
    if count <= _LISTED:
        low, high = -shape[0], shape[0]
        # of other dimensions there is nothing to compare, which raises
        for place in index.tolist():
            if not low <= place < high:
                return False
    elif many and count > SERIAL:
        return False
    else:
        t.index_select(0, index)
    if not many:
        t.index_fill_(0, index, value)
    else:
        t.put_(index, value)
    return True


def setitem(self: ndarray, key: Any, value: Any, /) -> None:
    """Write ``self[key] = value`` by NumPy's rules: the value is cast and broadcast to what the key addresses."""
    t, dtype = self._tensor, self._dtype
    kind, ints = type(key), -1
    if kind is slice:
        plain = _forward(key)
    elif kind is tuple:
        ints = _ints(key)
        plain = ints >= 0
    elif kind is int:
        plain, ints = True, 1
    else:
        plain = key is Ellipsis or kind is ndarray
    if plain:
        try:
            if type(value) is not ndarray:
                fits = FITS.get((type(value), dtype))
                if fits is not None and fits[0] <= value <= fits[1]:
                    if kind is ndarray:
                        if dtype in ORDERED and (_fills(t, key, value) or _points(t, key, value)):
                            return
                    elif t.is_contiguous() or 0 not in t.stride():
                        t[key] = value
                        return
            elif value._dtype is dtype and not _is_compiling():
                taken = value._tensor
                if kind is ndarray:
                    if dtype in ORDERED and _points(t, key, taken):
                        return
                else:
                    base, own = taken._base, t._base
                    if base is None and own is None:
                        # each owns its memory; inference mode knows no bases
                        taking = not _is_inference()
                    elif base is not None and (base is t or base is own) and t[key].is_set_to(taken):
                        return  # the value is what is there, as after ``x[1:] += y``
                    else:
                        taking = _takes(t, taken)
                    # What addresses an element takes no array with dimensions.
                    if ints >= 0 and ints == t.ndim and (kind is int or len(key) == ints) and taken.ndim:
                        taking = False
                    # torch copies from one device to another without a word
                    if taking and ((t.is_cpu and taken.is_cpu) or t.device == taken.device):
                        t[key] = taken
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
        raise_explained_write(t, error)
