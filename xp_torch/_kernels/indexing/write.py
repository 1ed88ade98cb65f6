"""``x[key] = value``, `put` and `place`, of tensors."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from xp_torch._facts.errors import OTHER_COUNT, read_only, shape_text, without_frames
from xp_torch._facts.inspection import any_true, is_plain_cpu, known_or, numpy_view
from xp_torch._facts.shapes import broadcast_axes, can_broadcast
from xp_torch._facts.torch_state import (
    active_maps,
    assert_in_graph,
    is_compiling,
    is_compiling_or_transforming,
    is_differentiated,
    is_transforming,
)
from xp_torch._kernels import host_functions
from xp_torch._kernels.aliasing import may_share_memory, overlaps_itself, same_or_disjoint
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits, torch_where
from xp_torch._kernels.cast import copy_elements
from xp_torch._kernels.indexing.flat_index import unravel_index
from xp_torch._kernels.indexing.plan import (
    KEY_ERRORS,
    IndexArray,
    arrays_first,
    basic_ints,
    basic_shape,
    broadcast_shape,
    check_bounds,
    is_of_kernel,
    plan,
    raise_out_of_bounds,
    without_masks,
)
from xp_torch._kernels.indexing.take import into_bounds
from xp_torch._kernels.layout import drop_leading, raveled
from xp_torch._kernels.reversed_views import flip_value
from xp_torch._kernels.thresholds import FEW_INDICES

# index_put_ keeps the order of repeated indices while it runs on one thread: up to about 3000 elements in torch 2.13.
_SERIAL = 1024

_Tensor, _bool, _int64 = torch.Tensor, torch.bool, torch.int64
#: Tensor to check the bounds of an index with, expanded to a shape, before anything is written.
_DUMMY = torch.zeros((), dtype=torch.int8, device="cpu")

_BASIC = "could not broadcast input array from shape {} into shape {}"
_MISMATCH = "shape mismatch: value array of shape {} could not be broadcast to indexing result of shape {}"


@without_frames
def write(t: Tensor, key: tuple, value: Tensor, fresh: bool = False) -> None:
    """Do NumPy's ``t[key] = value``.

    Parameters
    ----------
    t : Tensor
        Written in place; its other views see it.
    key : tuple
        As for `read`. Every key writes to `t`, with a negative step too.
    value : Tensor
        Of `t`'s dtype and device; broadcasts to the shape of ``t[key]`` once leading dimensions of size 1 are dropped.
        It may overlap `t`: the values before the call are written.
    fresh : bool
        Whether `value` is known to share memory with nothing, so that this is not checked.

    Raises
    ------
    IndexError
        As for `read`.
    ValueError
        A value that does not broadcast, a value with dimensions for a single element, a slice step of zero,
        or a broadcast (read-only) `t`.
    TypeError
        A value of two or more dimensions for a mask of `t`'s own shape (NumPy's rule).

    Notes
    -----
    A failed call has written nothing. If an index is repeated the last value (in C order of the index) stays, on every
    device, and the gradient goes to that one. Whether a vector has as many values as a mask has True is checked on the
    CPU only: elsewhere, and in traced code, that would read the count back. There surplus values are dropped, and the
    last value is repeated if there are too few.
    """
    if not fresh and may_share_memory(t, value):
        value = value.clone()
    ints = basic_ints(key)
    # A zero stride raises in the general path, unless it does no harm.
    alone = 0 not in t.stride() and not overlaps_itself(t)
    if ints >= 0 and alone and not (value.dim() and ints == len(key) == t.dim()):
        try:
            t[key] = value
        except KEY_ERRORS as error:
            if is_of_kernel(t, error):
                raise value_error(t, key, value.shape) or error from None
        else:
            return
    if ints < 0:
        # p[p] = ... reads the index before it changes
        key = tuple(k.clone() if isinstance(k, Tensor) and may_share_memory(t, k) else k for k in key)
        if len(key) == 1 and isinstance(key[0], Tensor):
            k = key[0]
            if k.dtype is _bool:
                if value.ndim == 1:
                    if _write_selected(t, k, value):
                        return
                elif not (value.ndim or is_compiling_or_transforming()) and fill_mask(t, k, value):
                    return
            elif k.dtype is _int64 and write_at(t, k, value):
                return
    _write_planned(t, key, value)


def fill_mask(t: Tensor, mask: Tensor, value: Any) -> bool:
    """Write one number where a mask is true, if torch does so as NumPy; return whether it was written."""
    shape, mask_shape = t.shape, mask.shape
    if mask.is_meta:
        return False  # torch would do nothing
    if mask_shape != shape:
        ndim = len(mask_shape)
        if not ndim or mask_shape != shape[:ndim]:
            return False
        mask = mask.reshape(mask_shape + (1,) * (len(shape) - ndim))
    # Only a dtype of one byte can share memory with the mask.
    if not (t.is_contiguous() or 0 not in t.stride()) or (t.itemsize == 1 and not same_or_disjoint(t, mask)):
        return False
    try:
        t.masked_fill_(mask, value)
    except NotImplementedError:
        return False  # uint16, uint32, uint64
    return True


def _write_selected(t: Tensor, mask: Tensor, values: Tensor) -> bool:
    """Write a vector where a mask is true, if torch does so as NumPy; return whether it was written.

    The mask has the shape of `t`.
    """
    if is_compiling_or_transforming() or mask.shape != t.shape or 0 in t.stride():
        return False
    if t.requires_grad or values.requires_grad:
        return False
    if values.shape[0] != _count_true(mask):
        return False
    try:
        t.masked_scatter_(mask, values)
    except NotImplementedError:
        return False  # uint16, uint32, uint64
    return True


def write_at(t: Tensor, index: Tensor, value: Any) -> bool:
    """Do ``t[index] = value`` for a 1-D int64 index if torch writes as NumPy does; return whether it was done.

    `value` is a Python number that `t` can hold, or a tensor of its dtype.
    """
    if is_compiling() or not is_plain_cpu(index) or not t.is_cpu:
        return False
    ndim = -1
    if type(value) is _Tensor:
        # `put_` has no rule for vmap.
        if value.requires_grad or not value.is_cpu or is_transforming():
            return False
        ndim = value.ndim
    if overlaps_itself(t) or may_share_memory(t, index) or (ndim >= 0 and may_share_memory(t, value)):
        return False
    shape, count = t.shape, index.numel()
    if not count or index.ndim != 1 or (ndim >= 0 and not can_broadcast(value.shape, (count, *shape[1:]))):
        return False
    try:
        # torch checks the bounds only as it writes.
        if count <= FEW_INDICES:
            size, places = shape[0], index.tolist()
            if min(places) < -size or max(places) >= size:
                return False
        elif ndim >= len(shape) and count * math.prod(shape[1:]) > _SERIAL:
            return host_functions.write_at(t, index, value)
        elif len(shape) == 1:
            t.index_select(0, index)
        else:
            _DUMMY.expand(shape[0])[index]
        if ndim < 0:
            t.index_fill_(0, index, value)
        elif ndim == len(shape) == 1 and value.shape[0] == count:
            t.put_(index, value)
        else:
            t.index_put_((index,), value)
    except (IndexError, NotImplementedError):
        return False  # out of bounds; uint16, uint32, uint64
    return True


def as_element(t: Tensor, value: Tensor) -> Tensor:
    """Return `value` as one element of `t`; one with dimensions raises, except a bool of size 1, as in NumPy."""
    if value.dim() and (t.dtype is not _bool or value.numel() != 1):
        raise ValueError("setting an array element with a sequence.")
    return value.reshape(())


def value_error(t: Tensor, key: tuple, shape: tuple[int, ...]) -> ValueError | None:
    """Return NumPy's error if a value's shape does not fit a key of ints, slices, None and Ellipsis; else None."""
    target = basic_shape(t.shape, key)
    if t.numel() and broadcast_axes(t.shape, t.stride()):
        return read_only()
    while len(shape) > len(target) and shape[0] == 1:
        shape = shape[1:]
    if can_broadcast(shape, target):
        return None
    return ValueError(_BASIC.format(shape_text(shape), shape_text(target)))


def _write_planned(t, key, value):
    """Write by the general path: plan the key, fit the value to the result's shape, then copy or scatter."""
    p = plan(t, key)
    if value.dim() and p.element:
        if p.arrays:
            check_bounds(p.view, p.arrays, ())
        value = as_element(t, value)
    if t.numel() and broadcast_axes(t.shape, t.stride()):
        raise read_only()
    if not p.arrays:
        value = _fit(value, p.view.shape, _BASIC)
        if not (p.flips and host_functions.write_reversed(p.view, p.flips, value)):
            copy_elements(p.view, flip_value(value, p.flips, p.view.dim()))
        return
    view, value = signed_bits(p.view), signed_bits(value)
    if len(key) == 1:
        _check_mask_value(t, key[0], value)
    if len(p.arrays) == 1 and p.arrays[0].tensor.dtype is _bool:
        _write_mask(view, p.arrays[0], value, p.flips, p.in_place)
    else:
        _write_arrays(view, p.arrays, value, p.flips, p.in_place)


def _check_mask_value(t, k, value):
    """Apply NumPy's narrower rule for a value when the key is one mask of the array's own shape."""
    if isinstance(k, bool):
        if t.dim():
            return
    elif k.dtype is not _bool or k.shape != t.shape:
        return
    if value.dim() > 1:
        raise TypeError(
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, "
            f"input has {value.dim()} dimensions"
        )
    if value.dim() and not is_compiling() and value.shape[0] != 1:
        count = int(k) if isinstance(k, bool) else _count_true(k)
        if count is not None and value.shape[0] != count:
            raise ValueError(
                f"NumPy boolean array indexing assignment cannot assign {value.shape[0]} input values "
                f"to the {count} output values where the mask is true"
            )


def _count_true(mask):
    """Return the number of true elements; None if the values cannot be inspected."""
    return None if numpy_view(mask) is None else int(mask.count_nonzero())


def _fit(value, shape, message, given=None):
    """Drop surplus leading dimensions, and check that a value broadcasts to a shape; the error names shape `given`."""
    value = drop_leading(value, len(shape))
    given = value.shape if given is None else given
    if not can_broadcast(value.shape, shape):
        raise ValueError(message.format(shape_text(given), shape_text(shape)))
    return value


def _write_mask(view, array, value, flips, in_place):
    """Write where the mask of a key is True; the value has one axis in place of the mask's axes."""
    mask = array.tensor
    rank = mask.dim()
    first = array.axis
    if not in_place:
        axes = list(range(first, first + rank))
        order = axes + [d for d in range(view.dim()) if d not in axes]
        view, flips, first = view.permute(order), [order.index(d) for d in flips], 0
    rest = view.shape[:first] + view.shape[first + rank :]
    given = value.shape
    ndim = len(rest) + 1
    value = drop_leading(value, ndim)
    value_axis = first - (ndim - value.dim())  # the value's dimension along the mask's True
    varies = value_axis >= 0 and known_or(True, value.shape[value_axis] != 1)
    count = None
    if varies or not can_broadcast(value.shape, (*rest[:first], 1, *rest[first:])):
        count = _count_true(mask)  # for the check, or for the text of the error
    exact = count is not None
    if not exact:
        count = value.shape[value_axis] if varies else 1
    result = (*rest[:first], count, *rest[first:])
    value = _fit(value, result, _MISMATCH, given)
    value = flip_value(value, [d if d < first else d - rank + 1 for d in flips], ndim)
    if varies and exact:
        # The mask's True are distinct positions, so no order has to be kept.
        target = view.permute(*range(first, first + rank), *range(first), *range(first + rank, view.dim()))
        target.index_put_(mask.nonzero().unbind(1), value.expand(result).movedim(first, 0))
        return
    if value_axis >= 0:
        value = spread(value, mask, value_axis)
    where = mask.reshape(tuple(mask.shape) + (1,) * (view.dim() - first - rank))
    if math.prod(value.shape) == 1 and type(view) is _Tensor and not is_compiling_or_transforming():
        view.masked_fill_(where, value.reshape(()))
    else:
        copy_elements(view, torch_where(where, value, view))


def spread(value: Tensor, mask: Tensor, axis: int) -> Tensor:
    """Return `value`, which has one place along `axis` for each True, or one for all, with the mask's axes.

    Each place takes the value numbered by the True before it: nothing is read back.
    """
    if known_or(False, value.shape[axis] == 1):
        return value.reshape(value.shape[:axis] + (1,) * mask.dim() + value.shape[axis + 1 :])
    if is_compiling() and not is_transforming() and mask.is_cpu:  # on a GPU, a failure would end the process
        assert_in_graph(mask.sum() == value.shape[axis], OTHER_COUNT)
    bits = signed_bits(value)
    # Before the first True there is no value.
    bits = torch.cat([bits.new_zeros((*bits.shape[:axis], 1, *bits.shape[axis + 1 :])), bits], axis)
    number = raveled(mask).cumsum(0).clamp(max=value.shape[axis])
    return from_signed_bits(torch.unflatten(bits.index_select(axis, number), axis, mask.shape), value.dtype)


def write_where(t: Tensor, key: tuple, whole: Tensor) -> None:
    """Do ``t[key] = value`` for a key with one mask, given values for the whole indexed view."""
    if t.numel() and broadcast_axes(t.shape, t.stride()):
        raise read_only()
    p = plan(t, key)
    mask, axis = p.arrays[0].tensor, p.arrays[0].axis
    where = mask.reshape(tuple(mask.shape) + (1,) * (p.view.dim() - axis - mask.dim()))
    copy_elements(p.view, torch_where(where, whole, p.view))


def _write_arrays(view, arrays, value, flips, in_place):
    """Write at the positions that index arrays name."""
    scalars = all(a.tensor.dtype is not _bool and a.tensor.dim() == 0 for a in arrays)
    arrays = without_masks(arrays)
    shape = broadcast_shape(arrays)
    axes = [a.axis for a in arrays]
    others = [d for d in range(view.dim()) if d not in axes]
    first = sum(d < axes[0] for d in others) if in_place else 0
    rest = [view.shape[d] for d in others]
    result = (*rest[:first], *shape, *rest[first:])
    target = arrays_first(view, axes)
    arrays = [IndexArray(axis, a.source, a.tensor) for axis, a in enumerate(arrays)]
    # NumPy counts 0-D arrays as ints: one out of bounds comes before a value of the wrong shape.
    check_bounds(target, [a for a in arrays if a.tensor.dim() == 0], ())
    value = _fit(value, result, _BASIC if scalars else _MISMATCH, None if scalars else value.shape)
    back = [d if d < first else d + len(shape) for d in (others.index(d) for d in flips)]
    value = flip_value(value, back, len(result))
    # The index's dimensions come first in the target, and from here on in the value.
    lead = value.dim() - (len(rest) - first)  # the number of the value's dimensions before the index's
    varies = any(n != 1 for n in value.shape[max(0, lead - len(shape)) : max(0, lead)])
    if first and lead > len(shape):
        value = value.expand(result)
        value = value.permute(*range(first, first + len(shape)), *range(first), *range(first + len(shape), len(result)))
    elif first and lead > 0:
        # A value without the axes before the index's gets axes of size 1 for them.
        value = value.reshape(value.shape[:lead] + (1,) * first + value.shape[lead:])
    count = math.prod(shape)
    if not scalars and (count != 1 or 0 in rest):
        check_bounds(target, arrays, shape)  # so that a failed call writes nothing
    # torch gives overwritten values a gradient too, and a value that is written twice twice its gradient.
    if count > 1 and (varies or is_differentiated(value)):
        _write_in_order(target, arrays, value, shape, rest, count)
        return
    if is_transforming() and 0 in result:
        return  # torch fails for no places that are mapped
    try:
        _put(target, [a.tensor for a in arrays], value)
    except IndexError:
        raise_out_of_bounds(target, arrays)
        raise


def _write_in_order(target, arrays, value, shape, rest, count):
    """Scatter values in C order of the index, so that the last value wins at repeated positions."""
    indices = [a.tensor for a in arrays]
    if len(shape) != 1:
        indices = [raveled(i.expand(shape)) for i in indices]
        value = value.expand(*shape, *rest).reshape(count, *rest)
    rows = _SERIAL // max(1, math.prod(rest))
    # For wide rows, calls of a few rows each would cost more than finding the last values.
    if (
        (count <= rows or rows >= 16)
        and not (value.requires_grad or is_compiling_or_transforming())
        and all(map(is_plain_cpu, (target, value, *indices)))
    ):
        value = value.expand(count, *rest)
        for start in range(0, count, rows):
            part = slice(start, start + rows)
            target.index_put_([i if i.numel() == 1 else i[part] for i in indices], value[part])
        return
    # The kernel keeps no order: write the last value of a position for all its occurrences.
    position, positions = torch.zeros((), dtype=_int64, device=target.device), 1
    for a, i in zip(arrays, indices, strict=True):
        n = target.shape[a.axis]
        position = position * n + torch.where(i < 0, i + n, i)
        positions *= n
    position = position.expand(count).contiguous()
    number = torch.arange(count, device=position.device)
    if positions <= 8 * count:
        last = torch.full((positions,), -1, device=position.device).scatter_reduce(0, position, number, "amax")
        last = last.index_select(0, position)
    else:
        ranked, order = torch.sort(position, stable=True)
        last = order.index_select(0, torch.searchsorted(ranked, position, right=True) - 1)
    value = value.expand(count, *rest)
    kept = value.index_select(0, last)
    if is_differentiated(value):
        stays = (last == number).reshape(-1, *[1] * len(rest))
        kept = torch.where(stays, kept, kept.detach())
    _put(target, indices, kept)


def _put(target, indices, value):
    """Write values at places. Where maps are nested, torch fails unless all of them map each argument."""
    if is_transforming() and not is_compiling() and len(active_maps()) > 1:
        mask = target.new_zeros((), dtype=_bool)
        *indices, value = [torch_where(mask, t, t) for t in (*indices, value)]
    target.index_put_(indices, value)


def write_flat(t: Tensor, index: Tensor, value: Tensor) -> None:
    """Write `value` at flat indices, which may be negative, of `t` of any layout."""
    if t.is_contiguous():
        write(t.view(-1), (index,), value)
        return
    size = t.numel()
    check_bounds(t.new_empty(()).expand(size), [IndexArray(0, 0, index)], index.shape)
    write(t, unravel_index(torch.where(index < 0, index + size, index), t.shape, "C"), value)


def repeat_to(value: Tensor, count: int, start: int = 0) -> Tensor:
    """Return `count` elements of the flat `value`, repeated, from its element `start` on."""
    n = value.shape[0]
    if n == 1:
        return value.expand(count)
    if not start and n >= count:
        return value.narrow(0, 0, count)
    number = torch.arange(start, start + count, device=value.device).remainder(n)
    return from_signed_bits(signed_bits(value).index_select(0, number), value.dtype)


def put(t: Tensor, index: Tensor, value: Tensor, mode: str) -> None:
    """Write the elements of `value`, repeated, at flat int64 indices; of a repeated index the last value stays."""
    index, size = raveled(index), t.numel()
    if not index.numel():
        return
    if not size:
        raise IndexError("cannot replace elements of an empty array")
    if value.numel():
        write_flat(t, into_bounds(index, size, mode), repeat_to(raveled(value), index.shape[0]))


def fill_where(mask: Tensor, value: Tensor, t: Tensor) -> Tensor:
    """Return `t` with the elements of `value`, repeated over the array, where `mask` is True.

    The mask has as many elements as `t`.
    """
    if not value.numel():
        return t
    values = repeat_to(raveled(value), t.numel()).reshape(t.shape)
    return torch_where(mask.reshape(t.shape), values, t)


def fill_in_turn(mask: Tensor, value: Tensor, t: Tensor) -> Tensor:
    """Return `t` with the elements of `value`, repeated, one after the other where `mask` is True."""
    flat, n = raveled(mask), value.numel()
    if not n:
        if any_true(flat):
            raise ValueError("Cannot insert from an empty array!")
        return t
    number = (flat.cumsum(0) - 1).clamp(0).remainder(n)
    values = from_signed_bits(raveled(signed_bits(value)).index_select(0, number), value.dtype).reshape(t.shape)
    return torch_where(mask.reshape(t.shape), values, t)
