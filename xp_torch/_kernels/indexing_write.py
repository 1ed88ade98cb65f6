"""NumPy's item assignment on plain tensors: what ``x[key] = value`` writes."""

import math

import torch
from torch import Tensor

from xp_torch._kernels.indexing import (
    KEY_ERRORS,
    SIGNED_BITS,
    IndexArray,
    arrays_first,
    check_bounds,
    index_shape,
    index_tensors,
    plan,
    raise_out_of_bounds,
    shape_text,
)

# index_put_ runs in order, on one thread, below 32768 elements (ATen's grain size); half of that is safe.
_SERIAL = 16384

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
        Of `t`'s dtype and device; broadcasts to the shape that ``t[key]`` has, leading dimensions of size 1 may be too many.
        May be, or overlap, `t` itself: what is written is what `value` held before the call.
    fresh : bool
        The caller made `value` just now: it shares memory with nothing, and the check for that is left out.

    Raises
    ------
    IndexError
        As for `read`.
    ValueError
        A value that does not broadcast, a value with dimensions for a single element, a slice step of zero, or a broadcast (read-only) `t`.
    TypeError
        A value of two or more dimensions for a mask of `t`'s own shape (NumPy's rule).

    Notes
    -----
    A failed call has written nothing. Where an index is repeated the last value (in C order of the index) stays, on every device.
    Whether a vector has as many values as a mask has True is checked on the CPU only: elsewhere, and in traced code, checking would read the
    count back; there surplus values are dropped and the last one fills missing ones.
    """
    ints = 0
    ellipsis = False
    for k in key:
        kind = type(k)
        if kind is int:
            ints += 1
        elif kind is slice:
            step = k.step
            if step is not None and step < 1:
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
        if not fresh and may_share(t, value):
            value = value.clone()
        try:
            t[key] = value
        except KEY_ERRORS:
            return _write_planned(t, key, value, True)
        return None
    return _write_planned(t, key, value, fresh)


def may_share(t: Tensor, other: Tensor) -> bool:
    """Tell whether two tensors may share memory: by the addresses of their storages, and True where there are none to compare."""
    # A storage's address also finds what DLPack and NumPy share, where torch knows no common base.
    if torch.compiler.is_compiling() or type(t) is not Tensor or type(other) is not Tensor:
        return True
    try:
        a, b = t.untyped_storage(), other.untyped_storage()
        first, second = a.data_ptr(), b.data_ptr()
        return first < second + b.nbytes() and second < first + a.nbytes()
    except (NotImplementedError, RuntimeError):
        return True  # inside vmap or grad


def _on_host(*tensors):
    """Tell whether tensors are ordinary ones on the CPU, whose values may be looked at: not traced, fake, batched or elsewhere."""
    if torch.compiler.is_compiling():
        return False
    try:
        for t in tensors:
            if type(t) is not Tensor or not t.is_cpu:
                return False
            t.data_ptr()
    except RuntimeError:
        return False  # inside vmap or grad
    return True


def _write_planned(t, key, value, fresh):
    """Write by the general path: plan the key, fit the value to the result's shape, then copy or scatter."""
    p = plan(t, key)
    if value.dim() and p.element:
        raise ValueError(_ELEMENT)
    for size, stride in zip(t.shape, t.stride(), strict=True):
        if stride == 0 and size > 1:
            raise ValueError("assignment destination is read-only")
    if not p.arrays:
        target = p.view
        value = _fit(value, target.shape, _BASIC)
        value = _flip(value, p.flips, target.dim())
        if not fresh and may_share(t, value):
            value = value.clone()
        target.copy_(value)
        return
    if not fresh and may_share(t, value):
        value = value.clone()
    bits = SIGNED_BITS.get(t.dtype)
    view = p.view
    if bits is not None:
        view, value = view.view(bits), value.view(bits)
    # An index that is itself being written (p[p] = ...) is read before it changes.
    arrays = [a._replace(tensor=a.tensor.clone()) if may_share(t, a.tensor) else a for a in p.arrays]
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
    elif k.dtype is not torch.bool or k.dim() != t.dim():
        return
    if value.dim() > 1:
        raise TypeError(
            f"NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has {value.dim()} dimensions"
        )
    if value.dim() and value.shape[0] != 1 and (isinstance(k, bool) or _on_host(k)):
        count = int(k) if isinstance(k, bool) else int(k.sum())
        if value.shape[0] != count:
            raise ValueError(
                f"NumPy boolean array indexing assignment cannot assign {value.shape[0]} input values to the {count} output values "
                "where the mask is true"
            )


def _fit(value, shape, message, given=None):
    """Drop a value's surplus leading dimensions of size 1 and check that it broadcasts to a shape; `given` is the shape to complain of."""
    given = value.shape if given is None else given
    extra = value.dim() - len(shape)
    fits = True
    if extra > 0:
        fits = all(n == 1 for n in value.shape[:extra])
        if fits:
            value = value.squeeze(tuple(range(extra)))
    if fits:
        for d in range(1, value.dim() + 1):
            if value.shape[-d] != 1 and value.shape[-d] != shape[-d]:
                fits = False
    if not fits:
        raise ValueError(message.format(shape_text(given), shape_text(shape)))
    return value


def _flip(value, axes, ndim):
    """Flip a value along those axes of an ndim-dimensional result that it has and varies on."""
    offset = value.dim() - ndim
    axes = [d + offset for d in axes if d + offset >= 0 and value.shape[d + offset] != 1]
    return value.flip(axes) if axes else value


def _write_mask(view, array, value, flips, in_place):
    """Write where the one mask of a key is True, the value broadcast or dealt out along the axis that the mask's axes become."""
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
    if value.dim() > ndim and all(n == 1 for n in given[: value.dim() - ndim]):
        value = value.squeeze(tuple(range(value.dim() - ndim)))
    along = at - (ndim - value.dim())  # the value's dimension that runs along the mask's True
    dealt = along >= 0 and value.shape[along] != 1
    known = _on_host(mask)
    # The count is for the error's text alone, unless the value is dealt out.
    count = int(mask.sum()) if known and (dealt or not _broadcasts(value, rest, at, ndim)) else value.shape[along] if dealt else 1
    value = _fit(value, rest[:at] + (count,) + rest[at:], _MISMATCH, given)
    value = _flip(value, [d if d < at else d - rank + 1 for d in flips], ndim)
    if dealt and known:
        # The mask's True are distinct places, so no order has to be kept.
        tail = view.permute(*range(at, at + rank), *range(at), *range(at + rank, view.dim()))
        tail.index_put_(mask.nonzero().unbind(1), value.expand(rest[:at] + (count,) + rest[at:]).movedim(at, 0))
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
    if math.prod(value.shape) == 1:
        view.masked_fill_(where, value.reshape(()))
    else:
        view.copy_(torch.where(where, value, view))


def _broadcasts(value, rest, at, ndim):
    """Tell whether a value that does not vary along the mask's axis broadcasts to the other axes of the result."""
    shape = rest[:at] + (1,) + rest[at:]
    return value.dim() <= ndim and all(value.shape[-d] in (1, shape[-d]) for d in range(1, value.dim() + 1))


def _write_arrays(view, arrays, value, flips, in_place):
    """Write at the places that int64 index arrays name."""
    scalars_only = all(a.tensor.dtype is not torch.bool and a.tensor.dim() == 0 for a in arrays)
    arrays = index_tensors(view, arrays)
    shape = index_shape(arrays)
    axes = [a.axis for a in arrays]
    others = [d for d in range(view.dim()) if d not in axes]
    at = sum(d < axes[0] for d in others) if in_place else 0
    rest = [view.shape[d] for d in others]
    result = (*rest[:at], *shape, *rest[at:])
    value = _fit(value, result, _BASIC if scalars_only else _MISMATCH)
    places = [others.index(d) for d in flips]
    value = _flip(value, [d if d < at else d + len(shape) for d in places], len(result))
    # The lookup's dimensions come first from here on, in the target as in the value.
    target = arrays_first(view, axes)
    arrays = [IndexArray(axis, a.source, a.tensor) for axis, a in enumerate(arrays)]
    lead = value.dim() - (len(result) - at - len(shape))  # dimensions of the value before those that follow the lookup's
    varies = any(n != 1 for n in value.shape[max(0, lead - len(shape)) : max(0, lead)])
    if at and lead > len(shape):
        value = value.expand(result)
        value = value.permute(*range(at, at + len(shape)), *range(at), *range(at + len(shape), len(result)))
    elif at and lead > 0:
        # Too short to reach the axes before the lookup's: they are of size 1 here.
        value = value.reshape(value.shape[:lead] + (1,) * at + value.shape[lead:])
    count = math.prod(shape)
    if view.is_cpu and count and (count > 1 or 0 in rest):
        check_bounds(target, arrays)  # before the first element is written
    if varies and count > 1:
        _write_in_order(target, arrays, value, shape, rest, count)
    else:
        _put(target, arrays, [a.tensor for a in arrays], value)


def _put(target, arrays, indices, value):
    """Scatter by torch's own kernel, its error in NumPy's words."""
    try:
        target.index_put_(indices, value)
    except IndexError:
        raise_out_of_bounds(target, arrays)
        raise


def _write_in_order(target, arrays, value, shape, rest, count):
    """Scatter values that differ, so that of those that meet in one place the last one stays."""
    indices = [a.tensor for a in arrays]
    if len(shape) != 1:
        indices = [i.expand(shape).reshape(-1) for i in indices]
        value = value.expand(*shape, *rest).reshape(count, *rest)
    width = math.prod(rest)
    if _on_host(target, value, *indices):
        if count * width <= _SERIAL:
            _put(target, arrays, indices, value)
            return
        rows = max(1, _SERIAL // max(1, width))
        value = value.expand(count, *rest)
        for start in range(0, count, rows):
            part = slice(start, start + rows)
            _put(target, arrays, [i if i.numel() == 1 else i[part] for i in indices], value[part])
        return
    # Elsewhere the kernel keeps no order: give every place that is named twice its last value before scattering.
    place = None
    for a, i in zip(arrays, indices, strict=True):
        n = target.shape[a.axis]
        i = torch.where(i < 0, i + n, i)
        place = i if place is None else place * n + i
    place = place.expand(count)
    ranked, order = torch.sort(place, stable=True)
    last = order.index_select(0, torch.searchsorted(ranked, place.contiguous(), right=True) - 1)
    value = value.expand(count, *rest).index_select(0, last)
    target.index_put_(indices, value)
