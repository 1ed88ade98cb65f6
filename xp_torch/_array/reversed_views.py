"""`ReversedView`, the array that a negative step gives: it writes through to the array that it is a view of.

A view of it is again a forward view of the memory and axes to reverse: functions that make views move the axes of the
forward view (`_moved`, `reshaped`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch

from xp_torch._array.deferred import DeferredArray
from xp_torch._array.ndarray import ndarray, wrap, wrap_like
from xp_torch._facts.errors import SET_SHAPE, warn
from xp_torch._facts.torch_state import is_compiling
from xp_torch._kernels.reversed_views import flip, reshaped_flips, write_reversed


class ReversedView(DeferredArray):
    """A view with negative steps: a forward view of the memory, and the axes along which it is reversed.

    torch has no negative strides, so the elements are copied each time that the attribute ``_tensor`` is read, and
    whatever writes to the copy calls ``_store``. It is an `xp_torch.ndarray`; the class can't be imported.
    """

    __module__ = "xp_torch"
    __slots__ = ("_flips", "_view")

    _view: torch.Tensor
    _flips: tuple[int, ...]

    @property
    def _tensor(self) -> torch.Tensor:  # type: ignore[override]
        return flip(self._view, self._flips)

    @property
    def _strided(self) -> torch.Tensor:
        return self._view

    def _moved(self, move: Callable[[torch.Tensor], torch.Tensor], subok: bool = True) -> Any:
        # Move an array with stride 1 along reversed axes and 0 along others: the strides of the result mark its
        # reversed axes.
        strides = [int(axis in self._flips) for axis in range(self._view.ndim)]
        marks = move(torch.empty_strided(self._view.shape, strides, device="meta"))
        return reversed_view(move(self._view), [axis for axis, step in enumerate(marks.stride()) if step])

    def _store(self, t: torch.Tensor) -> None:
        write_reversed(self._view, self._flips, t)

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
        warn(SET_SHAPE, DeprecationWarning)
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

    @property
    def real(self) -> ndarray:
        """Real part: a view of a complex array, else the array itself."""
        return reversed_view(wrap(self._view).real._tensor, self._flips) if self._view.is_complex() else self

    @real.setter
    def real(self, value: Any) -> None:
        self.real[...] = value

    @property
    def imag(self) -> ndarray:
        """Imaginary part: a view of a complex array, else zeros."""
        return reversed_view(wrap(self._view).imag._tensor, self._flips)

    @imag.setter
    def imag(self, value: Any) -> None:
        if not self._view.is_complex():
            raise TypeError("array does not have imaginary part to set")
        self.imag[...] = value

    def __len__(self) -> int:
        return self._view.shape[0]

    def __iter__(self) -> Iterator[ndarray]:
        return (self[i] for i in range(self._view.shape[0]))


def reversed_view(view: torch.Tensor, flips: Any, source: ndarray | None = None) -> Any:
    """Return `view`, a part of `source`, reversed along axes: a view of the memory; of a subclass a copy."""
    if not is_compiling():  # in compiled code a size may depend on values
        flips = tuple([axis for axis in flips if view.shape[axis] > 1]) if view.numel() else ()
    if source is not None and type(source) is not ndarray and not isinstance(source, ReversedView):
        return wrap_like(type(source), flip(view, flips) if flips else view.view_as(view), source)
    if not flips:
        return wrap(view.view_as(view))
    new: ReversedView = object.__new__(ReversedView)
    new._view, new._flips, new._dtype, new._memory = view, tuple(flips), view.dtype, None
    return new


def reshaped(x: ReversedView, shape: tuple[int, ...], order: str) -> Any:
    """Return a reversed view reshaped in the order "C" or "F"; None if that needs a copy."""
    if order == "F":
        transposed: Any = x.T
        view = reshaped(transposed, shape[::-1], "C")
        return None if view is None else view.T
    flips = reshaped_flips(x._view.shape, x._flips, shape)
    if flips is None:
        return None
    if is_compiling():
        return reversed_view(x._view.reshape(shape), flips)  # if torch copies, so does NumPy
    try:
        return reversed_view(x._view.view(shape), flips)
    except RuntimeError:
        return None


def replace_view(x: ReversedView, other: Any) -> None:
    """Make `x` itself the view of the memory that `other`, another reversed view, is."""
    x._view, x._flips, x._dtype = other._view, other._flips, other._dtype


def mirrored(key: tuple, shape: Any, flips: tuple[int, ...]) -> tuple | None:
    """Return the key that addresses, in a forward view, the elements that `key` addresses reversed along `flips`.

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
