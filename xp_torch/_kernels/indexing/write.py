"""NumPy's item assignment on plain tensors: what ``x[key] = value`` writes."""

import math

import torch
from torch import Tensor

from xp_torch._kernels.aliasing import may_share_memory
from xp_torch._kernels.indexing.read import (
    KEY_ERRORS,
    LEAST_BOUND,
    SIGNED_BITS,
    IndexArray,
    arrays_first,
    check_bounds,
    flip,
    index_shape,
    index_tensors,
    plan,
    raise_out_of_bounds,
    shape_text,
)
from xp_torch._kernels.layout import drop_leading

# index_put_ keeps the order of repeated indices while it runs on one thread: up to about 3000 elements in torch 2.13.
SERIAL = 1024

# Tensor.copy_ opens a device guard, which a fake CUDA tensor does not survive.
_copy = torch.ops.aten.copy_.default

# What index arrays are tried on before they write.
_NOTHING = torch.zeros((), dtype=torch.int8, device="cpu")

_ELEMENT = "setting an array element with a sequence."
_BASIC = "could not broadcast input array from shape {} into shape {}"
_MISMATCH = "shape mismatch: value array of shape {} could not be broadcast to indexing result of shape {}"


def write(t: Tensor, key: tuple, value: Tensor, fresh: bool = False) -> None:
    """Do NumPy's ``t[key] = value``.

    Parameters
    ----------
    t : Tensor
        Written in place; its other views see it.
    key : tuple
        As for `read`. A negative step writes through, and so does every other key.
    value : Tensor
        Of `t`'s dtype and device; broadcasts to the shape that ``t[key]`` has, and may have more leading dimensions
        of size 1. May be, or overlap, `t` itself: what is written is what `value` held before the call.
    fresh : bool
        The caller made `value` just now: it shares memory with nothing, and the check for that is left out.

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
    A failed call has written nothing. Where an index is repeated the last value (in C order of the index) stays, on
    every device, and the gradient goes to that one. Whether a vector has as many values as a mask has True is checked
    on the CPU only: elsewhere, and in traced code, checking would read the count back; there surplus values are
    dropped and the last one fills missing ones.
    """
    ints = 0
    ellipsis = False
    for k in key:
        kind = type(k)
        if kind is int:
            ints += 1
        elif kind is slice:
            if (k.step or 1) < 1 or (k.start or 0) < LEAST_BOUND or (k.stop or 0) < LEAST_BOUND:
                break
        elif k is Ellipsis:
            if ellipsis:
                break
            ellipsis = True
        elif k is not None:
            break
    else:
        if (value.dim() and ints == len(key) == t.dim()) or 0 in t.stride():
            return _write_planned(t, key, value, fresh)  # raises, or finds that the zero stride does no harm
        if not fresh and may_share_memory(t, value):
            value = value.clone()
        try:
            t[key] = value
        except KEY_ERRORS:
            return _write_planned(t, key, value, True)
        return None
    if len(key) == 1 and isinstance(k, Tensor) and _write_simply(t, k, value):
        return None
    return _write_planned(t, key, value, fresh)


def as_element(t: Tensor, value: Tensor) -> Tensor:
    """Return `value` as one element of `t`; one with dimensions raises, but a truth value of size 1, as in NumPy."""
    if value.dim() and (t.dtype is not torch.bool or value.numel() != 1):
        raise ValueError(_ELEMENT)
    return value.reshape(())


def repeated(value: Tensor, count: int, start: int = 0) -> Tensor:
    """Return `count` elements of the flat `value`, repeated from its element `start` on."""
    n = value.shape[0]
    if n == 1:
        return value.expand(count)
    if not start and n >= count:
        return value.narrow(0, 0, count)
    turn = torch.arange(start, start + count, device=value.device).remainder(n)
    bits = SIGNED_BITS.get(value.dtype)
    return value.index_select(0, turn) if bits is None else value.view(bits).index_select(0, turn).view(value.dtype)


def _write_simply(t, k, value):
    """Write where one plain array points, if the general path adds nothing to torch, and tell whether it was done."""
    if not 0 < k.dim() <= t.dim() or t.dtype in SIGNED_BITS or value.requires_grad or 0 in t.stride():
        return False
    if not on_host(t, k, value) or may_share_memory(t, k) or may_share_memory(t, value):
        return False
    if k.dtype is torch.bool:
        if value.dim() or k.shape != t.shape[: k.dim()]:
            return False
        t.masked_fill_(k if k.dim() == t.dim() else k.reshape(k.shape + (1,) * (t.dim() - k.dim())), value)
        return True
    if k.dtype is not torch.int64 or k.dim() > 1:
        return False
    if value.dim() >= t.dim() and k.numel() * math.prod(t.shape[1:]) > SERIAL:
        return False
    try:
        _NOTHING.expand(t.shape[0])[k]  # torch checks the bounds, before anything is written
        t.index_put_((k,), value)
    except (IndexError, RuntimeError):
        return False
    return True


def _tangible(*tensors):
    """Tell whether tensors are ordinary ones with memory: not being compiled, not fake, not inside vmap or grad."""
    if torch.compiler.is_compiling():
        return False
    try:
        for t in tensors:
            if type(t) is not Tensor:
                return False
            t.untyped_storage()
    except (NotImplementedError, RuntimeError):
        return False
    return True


def on_host(*tensors):
    """Tell whether looking at values costs no transfer and breaks no trace."""
    return _tangible(*tensors) and all(t.is_cpu for t in tensors)


def _write_planned(t, key, value, fresh):
    """Write by the general path: plan the key, fit the value to the result's shape, then copy or scatter."""
    p = plan(t, key)
    if value.dim() and p.element:
        if p.arrays:
            check_bounds(p.view, p.arrays, ())
        value = as_element(t, value)
    if (
        0 in t.stride()
        and t.numel()
        and any(stride == 0 and size > 1 for size, stride in zip(t.shape, t.stride(), strict=True))
    ):
        raise ValueError("assignment destination is read-only")
    if not p.arrays:
        target = p.view
        value = _fit(value, target.shape, _BASIC)
        value = _flip(value, p.flips, target.dim())
        if not fresh and may_share_memory(t, value):
            value = value.clone()
        _copy(target, value)
        return
    if not fresh and may_share_memory(t, value):
        value = value.clone()
    bits = SIGNED_BITS.get(t.dtype)
    view = p.view
    if bits is not None:
        view, value = view.view(bits), value.view(bits)
    # An index that is itself being written (p[p] = ...) is read before it changes.
    arrays = [a._replace(tensor=a.tensor.clone()) if may_share_memory(t, a.tensor) else a for a in p.arrays]
    if len(key) == 1:
        _check_mask_value(t, key[0], value)
    if len(arrays) == 1 and arrays[0].tensor.dtype is torch.bool:
        _write_mask(view, arrays[0], value, p.flips, p.in_place)
    else:
        _write_arrays(view, arrays, value, p.flips, p.in_place)


def _check_mask_value(t, k, value):
    """Apply NumPy's narrower rule for a value when the key is one mask of the array's own shape."""
    if isinstance(k, bool):
        if t.dim():
            return
    elif k.dtype is not torch.bool or k.shape != t.shape:
        return
    if value.dim() > 1:
        raise TypeError(
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, "
            f"input has {value.dim()} dimensions"
        )
    if value.dim() and value.shape[0] != 1 and (isinstance(k, bool) or on_host(k)):
        count = int(k) if isinstance(k, bool) else int(k.sum())
        if value.shape[0] != count:
            raise ValueError(
                f"NumPy boolean array indexing assignment cannot assign {value.shape[0]} input values "
                f"to the {count} output values where the mask is true"
            )


def _broadcasts(value, shape):
    """Tell whether a value broadcasts to a shape as it is."""
    return value.dim() <= len(shape) and all(value.shape[-d] in (1, shape[-d]) for d in range(1, value.dim() + 1))


def _fit(value, shape, message, given=None):
    """Drop surplus leading dimensions and check that a value broadcasts to a shape; `given` is the shape to blame."""
    value = drop_leading(value, len(shape))
    given = value.shape if given is None else given
    if not _broadcasts(value, shape):
        raise ValueError(message.format(shape_text(given), shape_text(shape)))
    return value


def _flip(value, axes, ndim):
    """Flip a value along those axes of an ndim-dimensional result that it has and varies on."""
    offset = value.dim() - ndim
    axes = [d + offset for d in axes if d + offset >= 0 and value.shape[d + offset] != 1]
    return flip(value, axes) if axes else value


def _write_mask(view, array, value, flips, in_place):
    """Write where the one mask of a key is True; the mask's axes are one axis to the value, True after True."""
    mask = array.tensor
    rank = mask.dim()
    at = array.axis
    if not in_place:
        axes = list(range(at, at + rank))
        order = axes + [d for d in range(view.dim()) if d not in axes]
        view, flips, at = view.permute(order), [order.index(d) for d in flips], 0
    rest = view.shape[:at] + view.shape[at + rank :]
    given = value.shape
    ndim = len(rest) + 1
    value = drop_leading(value, ndim)
    along = at - (ndim - value.dim())  # the value's dimension that runs along the mask's True
    dealt = along >= 0 and value.shape[along] != 1
    known = on_host(mask)
    count = value.shape[along] if dealt else 1
    if known and (dealt or not _broadcasts(value, (*rest[:at], 1, *rest[at:]))):
        count = int(mask.sum())  # to check, or only for the error's text
    result = (*rest[:at], count, *rest[at:])
    value = _fit(value, result, _MISMATCH, given)
    value = _flip(value, [d if d < at else d - rank + 1 for d in flips], ndim)
    if dealt and known:
        # The mask's True are distinct places, so no order has to be kept.
        tail = view.permute(*range(at, at + rank), *range(at), *range(at + rank, view.dim()))
        tail.index_put_(mask.nonzero().unbind(1), value.expand(result).movedim(at, 0))
        return
    if dealt:
        if value.shape[along] == 0:
            return
        # Deal the values out by counting the True before each place: nothing is read back.
        place = (mask.reshape(-1).cumsum(0) - 1).clamp(0, value.shape[along] - 1)
        value = torch.index_select(value, along, place).unflatten(along, mask.shape)
    elif along >= 0:
        value = value.reshape(value.shape[:along] + (1,) * rank + value.shape[along + 1 :])
    where = mask.reshape(tuple(mask.shape) + (1,) * (view.dim() - at - rank))
    if math.prod(value.shape) == 1 and _tangible(view, where, value):
        view.masked_fill_(where, value.reshape(()))
    else:
        _copy(view, torch.where(where, value, view))


def _write_arrays(view, arrays, value, flips, in_place):
    """Write at the places that int64 index arrays name."""
    scalars = all(a.tensor.dtype is not torch.bool and a.tensor.dim() == 0 for a in arrays)
    arrays = index_tensors(view, arrays)
    shape = index_shape(arrays)
    axes = [a.axis for a in arrays]
    others = [d for d in range(view.dim()) if d not in axes]
    at = sum(d < axes[0] for d in others) if in_place else 0
    rest = [view.shape[d] for d in others]
    result = (*rest[:at], *shape, *rest[at:])
    target = arrays_first(view, axes)
    arrays = [IndexArray(axis, a.source, a.tensor) for axis, a in enumerate(arrays)]
    # NumPy counts 0-D arrays as ints: one out of bounds comes before a value of the wrong shape.
    check_bounds(target, [a for a in arrays if a.tensor.dim() == 0], ())
    value = _fit(value, result, _BASIC if scalars else _MISMATCH, None if scalars else value.shape)
    value = _flip(value, [d if d < at else d + len(shape) for d in (others.index(d) for d in flips)], len(result))
    # The index's dimensions come first in the target, and from here on in the value.
    lead = value.dim() - (len(rest) - at)  # how many dimensions of the value stand before those after the index's
    varies = any(n != 1 for n in value.shape[max(0, lead - len(shape)) : max(0, lead)])
    if at and lead > len(shape):
        value = value.expand(result)
        value = value.permute(*range(at, at + len(shape)), *range(at), *range(at + len(shape), len(result)))
    elif at and lead > 0:
        # Too short to reach the axes before the index's: it counts as 1 there.
        value = value.reshape(value.shape[:lead] + (1,) * at + value.shape[lead:])
    count = math.prod(shape)
    if not scalars and (count != 1 or 0 in rest):
        check_bounds(target, arrays, shape)  # before the first element is written
    # torch sends a gradient to values that were overwritten, even to one value as often as it was.
    if count > 1 and (varies or value.requires_grad):
        _write_in_order(target, arrays, value, shape, rest, count)
        return
    try:
        target.index_put_([a.tensor for a in arrays], value)
    except IndexError:
        raise_out_of_bounds(target, arrays)
        raise


def _write_in_order(target, arrays, value, shape, rest, count):
    """Scatter values so that of those that meet in one place the last one stays, in C order of the index."""
    indices = [a.tensor for a in arrays]
    if len(shape) != 1:
        indices = [i.expand(shape).reshape(-1) for i in indices]
        value = value.expand(*shape, *rest).reshape(count, *rest)
    rows = SERIAL // max(1, math.prod(rest))
    # In rows that are wide, calls of a few rows each would cost more than finding the last values.
    if not value.requires_grad and (count <= rows or rows >= 16) and on_host(target, value, *indices):
        value = value.expand(count, *rest)
        for start in range(0, count, rows):
            part = slice(start, start + rows)
            target.index_put_([i if i.numel() == 1 else i[part] for i in indices], value[part])
        return
    # The kernel keeps no order: give every place its last value, each time that it is named.
    place, places = torch.zeros((), dtype=torch.int64, device=target.device), 1
    for a, i in zip(arrays, indices, strict=True):
        n = target.shape[a.axis]
        place = place * n + torch.where(i < 0, i + n, i)
        places *= n
    place = place.expand(count).contiguous()
    turn = torch.arange(count, device=place.device)
    if places <= 8 * count:
        last = (
            torch.full((places,), -1, device=place.device).scatter_reduce(0, place, turn, "amax").index_select(0, place)
        )
    else:
        ranked, order = torch.sort(place, stable=True)
        last = order.index_select(0, torch.searchsorted(ranked, place, right=True) - 1)
    value = value.expand(count, *rest)
    kept = value.index_select(0, last)
    if value.requires_grad:
        stays = (last == turn).reshape(-1, *[1] * len(rest))
        kept = torch.where(stays, kept, kept.detach())
    target.index_put_(indices, kept)
