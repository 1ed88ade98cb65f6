"""`ReversedView`, the array that a negative step gives: it writes through to the array that it is a view of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import torch

from xp_torch._array.deferred import DeferredArray
from xp_torch._array.ndarray import ndarray, wrap_like
from xp_torch._kernels.reversed_views import flip, reversed_copy, shown_part, write_reversed

_is_compiling = torch.compiler.is_dynamo_compiling


class ReversedView(DeferredArray):
    """A view with negative steps: a forward view of the memory, and the axes along which it is reversed.

    torch has no negative strides, so the elements are copied each time that the attribute ``_tensor`` is read, and
    whatever writes to the copy calls ``_store``.
    """

    __slots__ = ("_flips", "_view")

    _view: torch.Tensor
    _flips: tuple[int, ...]

    @property
    def _tensor(self) -> torch.Tensor:  # type: ignore[override]
        return reversed_copy(self._view, self._flips)

    @classmethod
    def _wrap_like(cls, t: torch.Tensor, source: ndarray | None) -> Any:
        part = shown_part(t)
        return wrap_like(cls._origin, t, source) if part is None else reversed_view(*part, source, cls)

    def _store(self, t: torch.Tensor) -> None:
        write_reversed(self._view, self._flips, t)

    def _become(self, other: ndarray) -> None:
        """Turn into another view of the same memory."""
        view = type(other) is type(self)
        self._view, self._flips = (other._view, other._flips) if view else (other._tensor, ())  # type: ignore[attr-defined]
        self._dtype = other._dtype

    @property
    def device(self) -> torch.device:
        """Device that holds the elements."""
        return self._view.device

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the dimensions."""
        return tuple(self._view.shape)

    @shape.setter
    def shape(self, value: Any) -> None:
        self._set_shape(value)

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return self._view.ndim

    @property
    def size(self) -> int:
        """Number of elements."""
        return self._view.numel()

    @property
    def itemsize(self) -> int:
        """Size of one element in bytes."""
        return self._view.itemsize

    @property
    def nbytes(self) -> int:
        """Size of all elements in bytes."""
        return self._view.numel() * self._view.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Steps in memory along each dimension in bytes."""
        steps, size = self._view.stride(), self._view.itemsize
        return tuple([-s * size if axis in self._flips else s * size for axis, s in enumerate(steps)])

    def __len__(self) -> int:
        return self._view.shape[0]

    def __iter__(self) -> Iterator[ndarray]:
        return (self[i] for i in range(self._view.shape[0]))


def _view_class(origin: Any) -> Any:
    """Return the class of reversed views of `origin`; None if there is none for a user's class, as in compiled code."""
    if origin is ndarray:
        return ReversedView
    return None if _is_compiling() else _view_class_of_users(origin)


@cache
def _view_class_of_users(origin: Any) -> Any:
    """Return the class of reversed views of a user's class; None if that has slots of its own."""
    try:
        members = {"__slots__": (), "__module__": origin.__module__, "_origin": origin}
        return type(origin)(origin.__name__, (origin, ReversedView), members)
    except TypeError:
        return None


def reversed_view(
    view: torch.Tensor, flips: Any, source: ndarray | None = None, cls: type[ndarray] | None = None
) -> Any:
    """Return `view` reversed along axes, as a view of the memory if possible, else as a copy.

    Its class is `cls`, by default that of `source`, or the class of reversed views of it.
    """
    cls = cls or (type(source) if source is not None else ndarray)
    origin = cls._origin if issubclass(cls, ReversedView) else cls
    if not _is_compiling():  # in compiled code a size may depend on values
        flips = tuple([axis for axis in flips if view.shape[axis] > 1]) if view.numel() else ()
    if not flips:
        return wrap_like(origin, view.view_as(view), source)
    kind = _view_class(origin)
    if kind is None:
        return wrap_like(origin, flip(view, flips), source)
    new = object.__new__(kind)
    new._view, new._flips, new._dtype, new._memory = view, flips, view.dtype, None
    if kind is not ReversedView:
        new.__array_finalize__(source)
    return new


def class_of_view(x: Any, subok: bool = False, cls: type[ndarray] = ndarray) -> type[ndarray]:
    """Return the class of a view of `x`: with `subok` its own, else `cls`, or the class of reversed views of `cls`."""
    if subok and isinstance(x, ndarray):
        return type(x)
    if not isinstance(x, ReversedView) or issubclass(cls, ReversedView):
        return cls
    return _view_class(cls) or cls


def mirrored(key: tuple, shape: Any, flips: tuple[int, ...]) -> tuple | None:
    """Return the key of a forward view that addresses what `key` does in the view reversed along `flips`.

    None for keys with masks, whose elements come in another order, and for invalid keys.
    """
    used = 0
    for k in key:
        if type(k) is bool or (isinstance(k, torch.Tensor) and k.dtype is torch.bool):
            return None
        used += k is not None and k is not Ellipsis
    rest = len(shape) - used
    if rest < 0 or sum(k is Ellipsis for k in key) > 1:
        return None
    given = any(k is Ellipsis for k in key)
    new: list[Any] = []
    axis = 0
    for k in key if given else (*key, Ellipsis):
        if k is None:
            new.append(k)
        elif k is Ellipsis:
            new += [slice(None, None, -1) if axis + i in flips else slice(None) for i in range(rest)]
            new += [k] * given  # without it the key may address one element
            axis += rest
        else:
            new.append(_mirrored(k, shape[axis]) if axis in flips else k)
            axis += 1
    return tuple(new)


def _mirrored(k: Any, size: int) -> Any:
    """Return the int, slice or index array that addresses the same elements from the other end of an axis."""
    if isinstance(k, torch.Tensor):
        return -1 - k.to(torch.int64)
    if not isinstance(k, slice):
        return -1 - k if -size <= k < size else k
    taken = range(*k.indices(size))
    if not taken:
        return slice(0, 0)
    stop = size - 1 - taken[-1] - (1 if taken.step > 0 else -1)
    return slice(size - 1 - taken[0], stop if stop >= 0 else None, -taken.step)
