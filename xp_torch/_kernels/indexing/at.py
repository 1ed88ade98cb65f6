"""Updates out of place at an index: `x.at[key]`, of tensors. A key is a tuple, as for `read`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from xp_torch._facts.dtypes import BOUNDS, KIND
from xp_torch._facts.torch_state import is_differentiated, is_transforming
from xp_torch._kernels.bit_views import from_ordered_bits, from_signed_bits, ordered_bits, signed_bits, torch_where
from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.indexing.write import write

_int64, _bool = torch.int64, torch.bool
_REDUCTIONS = {"maximum": "amax", "minimum": "amin"}


def updated(t: Tensor, key: tuple, value: Tensor) -> Tensor:
    """Return a copy of `t` with `value` written at `key`."""
    new = None
    if is_transforming():
        # Under vmap the copy needs the axis of the value and of the index, which a write in place cannot add.
        new = t
        for part in (value, *[k for k in key if isinstance(k, Tensor)]):
            if part.numel():
                never = torch.zeros((), dtype=_bool, device=t.device)
                new = torch_where(never, part.reshape(-1)[0].to(t.dtype), new)
    new = t.clone() if new is None or new is t else new
    write(new, key, value, True)
    return new


def selected(t: Tensor, key: tuple) -> Tensor | None:
    """Return the mask of the indexed elements of `t`, if the key's only array is a mask; else None."""
    masks = [k for k in key if isinstance(k, Tensor)]
    if len(masks) != 1 or masks[0].dtype is not _bool:
        return None
    return updated(
        torch.zeros(t.shape, dtype=_bool, device=t.device), key, torch.ones((), dtype=_bool, device=t.device)
    )


def _places(t: Tensor, key: tuple, value: Tensor) -> tuple[Tensor, Tensor]:
    """Return the flat positions of the elements at `key`, and the elements of `value` for them."""
    places = read(torch.arange(t.numel(), device=t.device).reshape(t.shape), key)
    try:
        value = value.broadcast_to(places.shape)
    except RuntimeError:
        raise ValueError(
            f"could not broadcast input array from shape {tuple(value.shape)} into shape {tuple(places.shape)}"
        ) from None
    return places.reshape(-1), value.reshape(-1)


def added(t: Tensor, key: tuple, value: Tensor) -> Tensor:
    """Return `t`, not of bool, with `value` added at `key`, once for each time that an index is repeated."""
    bits, value = signed_bits(t), signed_bits(value)
    if all(isinstance(k, Tensor) and k.dtype is _int64 and k.ndim for k in key):
        try:
            return from_signed_bits(bits.index_put(key, value, accumulate=True), t.dtype)
        except (IndexError, RuntimeError, ValueError):
            pass  # the general path raises the right error
    where, value = _places(t, key, value)
    new = bits.reshape(-1).index_put((where,), value, accumulate=True)
    return from_signed_bits(new.reshape(t.shape), t.dtype)


def combined(name: str, loop: Callable, t: Tensor, key: tuple, value: Tensor) -> tuple[Tensor, Tensor | None] | Tensor:
    """Combine the values that `key` assigns to one element of `t`, by the associative `loop` of the ufunc `name`.

    Return an array of the combined values, and the mask of the elements at `key`, or None if the other elements are the
    identity. For maxima and minima of real dtypes, return the new elements of `t` instead.
    """
    where, values = _places(t, key, value)
    if name in _REDUCTIONS and KIND[t.dtype] in "iuf":
        flat = ordered_bits(t.reshape(-1)).scatter_reduce(0, where, ordered_bits(values), _REDUCTIONS[name])
        return from_ordered_bits(flat, t.dtype).reshape(t.shape)
    # torch's product has no gradient under vmap.
    if name == "multiply" and KIND[t.dtype] in "iuf" and not is_differentiated(t, values):
        ones = signed_bits(torch.ones(t.numel(), dtype=t.dtype, device=t.device))
        flat = ones.scatter_reduce(0, where, signed_bits(values), "prod")
        return from_signed_bits(flat, t.dtype).reshape(t.shape), None
    # Combine runs of equal positions by doubling.
    size, count = t.numel(), where.shape[0]
    order = torch.argsort(where, stable=True)
    where = torch.index_select(where, 0, order)
    values = from_signed_bits(torch.index_select(signed_bits(values), 0, order), t.dtype)
    step = 1
    while step < count:
        before, after = values[:-step], values[step:]
        same = where[step:] == where[:-step]
        # An extreme of a value and itself is the value.
        other = torch.ones((), dtype=t.dtype, device=t.device) if name == "multiply" else after
        values = torch.cat([values[:step], loop(torch_where(same, before, other), after)])
        step *= 2
    last = torch.cat([where[1:] != where[:-1], torch.ones_like(where[:1], dtype=_bool)])
    where = torch.where(last, where, size)  # what is not complete goes to an element behind the others
    new = signed_bits(torch.ones(size + 1, dtype=t.dtype, device=t.device)).index_put((where,), signed_bits(values))
    chosen = torch.zeros(size + 1, dtype=_bool, device=t.device).index_put((where,), torch.ones_like(last))
    return from_signed_bits(new[:size], t.dtype).reshape(t.shape), chosen[:size].reshape(t.shape)


def _filler(dtype: torch.dtype) -> Any:
    """Return JAX's value for elements that are read out of bounds."""
    if dtype in BOUNDS:
        return BOUNDS[dtype][KIND[dtype] == "u"]
    return True if dtype is _bool else float("nan")


def extended(t: Tensor, key: tuple, mode: str, fill: Any) -> tuple[Tensor, tuple]:
    """Return a tensor and a key with room for ints and index arrays that are out of bounds.

    With `mode` "clip" it is the nearest element, else an additional element at the end of the axis, which is `fill`.
    """
    used = sum(k.ndim if isinstance(k, Tensor) and k.dtype is _bool else 1 for k in key if _takes_axis(k))
    axis, new, padded = 0, [], []
    for k in key:
        if k is Ellipsis:
            axis += t.ndim - used
        elif isinstance(k, Tensor) and k.dtype is _bool:
            axis += k.ndim
        elif _takes_axis(k):
            if not isinstance(k, slice) and axis < t.ndim:
                n = t.shape[axis]
                i = k.to(_int64) if isinstance(k, Tensor) else torch.full((), k, dtype=_int64, device=t.device)
                i = torch.where(i < 0, i + n, i)
                if mode == "clip":
                    k = i.clamp(0, max(n - 1, 0))
                else:
                    k = torch.where((i >= 0) & (i < n), i, n)
                    padded.append(axis)
            axis += 1
        new.append(k)
    for axis in padded:
        sizes = [1 if d == axis else n for d, n in enumerate(t.shape)]
        value = _filler(t.dtype) if fill is None else fill
        if isinstance(value, Tensor):
            end = value.to(t.device, t.dtype).expand(sizes)
        else:
            end = torch.full(sizes, value, dtype=t.dtype, device=t.device)
        t = from_signed_bits(torch.cat([signed_bits(t), signed_bits(end)], axis), t.dtype)
    return t, tuple(new)


def _takes_axis(k: Any) -> bool:
    """Return whether an element of a key addresses an axis."""
    return k is not None and k is not Ellipsis and not isinstance(k, bool)
