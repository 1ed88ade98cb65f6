"""`Selection`, the array that a mask gives where reading the values back is to be avoided or impossible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.floating_errors import is_reporting
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.inspection import is_plain_cpu
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.indexing.plan import plan
from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.indexing.write import spread

_new = object.__new__
_is_compiling = torch.compiler.is_dynamo_compiling
_transforming = torch._C._are_functorch_transforms_active
_NUMBERS = frozenset({bool, int, float, complex})
#: A part of a key that is the same if it is equal, without inspecting values.
_PLAIN = (int, slice, type(None), type(Ellipsis))


class Selection(ndarray):
    """``x[mask]`` in compiled code, under `vmap` and on a GPU: its elements are gathered when something needs them.

    Until then operators and elementwise functions compute at all places, so that ``x[mask] += v`` and
    ``x[mask] = f(x[mask])`` read no count of elements back, and have no shape that depends on data.
    """

    __slots__ = ("_axis", "_gathered", "_key", "_mask", "_whole")

    #: The elements at all places, 1 where the mask is False; None once the elements were gathered.
    _whole: torch.Tensor | None
    _gathered: torch.Tensor
    _mask: torch.Tensor
    #: The first axis of the mask.
    _axis: int
    #: The key, by which an assignment recognizes the selection.
    _key: Any

    @property
    def _tensor(self) -> torch.Tensor:  # type: ignore[override]
        if self._whole is not None:
            self._gathered = read(self._whole, (slice(None),) * self._axis + (self._mask,))
            self._whole = None
        return self._gathered

    @classmethod
    def _wrap_like(cls, t: torch.Tensor, source: ndarray | None) -> Any:
        return wrap(t)

    def _in_memory(self) -> ndarray:
        return wrap(self._tensor)

    def _replaced(self, whole: torch.Tensor) -> Selection:
        """Return the selection at the same places of another tensor."""
        new: Selection = _new(Selection)
        # Most functions have a finite gradient at 1, so that where the mask is False none is NaN.
        new._whole = torch_where(self._places(whole), whole, whole.new_ones(()))
        new._dtype, new._memory = whole.dtype, None
        new._mask, new._axis, new._key = self._mask, self._axis, self._key
        return new

    def _places(self, whole: torch.Tensor) -> torch.Tensor:
        """Return the mask in a shape that broadcasts to that of `whole`."""
        mask = self._mask
        return mask.reshape(mask.shape + (1,) * (whole.ndim - self._axis - mask.ndim))

    def _spread(self, x: Any) -> Any:
        """Return an operand for the selected elements, spread over all places; None if that is impossible."""
        if type(x) in _NUMBERS:
            return x
        whole = self._whole
        if whole is None or not isinstance(x, (ndarray, torch.Tensor)):
            return None
        if type(x) is Selection and x._whole is not None:
            same = x._whole.shape == whole.shape and x._axis == self._axis and same_key(x._key, self._key)
            return wrap(x._whole) if same else None
        t = x._tensor if isinstance(x, ndarray) else x
        ndim = whole.ndim - self._mask.ndim + 1
        if not t.ndim:
            return x
        if t.ndim > ndim:
            return None
        axis = self._axis - ndim + t.ndim
        return wrap(spread(t, self._mask, axis) if axis >= 0 and t.shape[axis] else t)


# Messages and `type(x).__name__` have the class that others see.
Selection.__name__ = Selection.__qualname__ = "ndarray"


def same_key(a: Any, b: Any) -> bool:
    """Return whether two keys consist of the same arrays and equal ints and slices."""
    a = a if isinstance(a, tuple) else (a,)
    b = b if isinstance(b, tuple) else (b,)
    if len(a) != len(b):
        return False
    for i, j in zip(a, b, strict=True):
        if i is not j and not (isinstance(i, _PLAIN) and type(i) is type(j) and i == j):
            return False
    return True


def select(x: ndarray, key: Any, place: tuple) -> Selection | None:
    """Return ``x[key]`` for a key with one mask, if the number of its elements is not free to read; else None.

    `place` is the key as the kernels take it.
    """
    masks = [k for k in place if isinstance(k, torch.Tensor)]
    if len(masks) != 1 or masks[0].dtype is not torch.bool or not masks[0].ndim or type(x) is not ndarray:
        return None
    t = x._tensor
    if not (_is_compiling() or _transforming()) and is_plain_cpu(masks[0]):
        return None
    p = plan(t, place)
    if len(p.arrays) != 1 or p.flips or not p.in_place or p.arrays[0].tensor is not masks[0]:
        return None
    new: Selection = _new(Selection)
    new._mask, new._axis, new._key = masks[0].clone(), p.arrays[0].axis, key
    return new._replaced(p.view)


def selected(act: Callable[..., Any], *operands: Any) -> Any:
    """Return an elementwise function of selections, computed at all places; None if their elements are needed."""
    for x in operands:
        if type(x) is Selection and not is_reporting():
            given = [x._spread(o) for o in operands]
            if any(g is None for g in given):
                return None
            result = act(*given)
            return x._replaced(result._tensor) if isinstance(result, ndarray) else None
    return None


def masked(x: Any, axis: Any, where: Any = True) -> tuple[ndarray, Any]:
    """Return an array and the ``where=`` with which a reduction over `axis` equals that of `x` with `where`.

    These are all places and the mask for a selection that is reduced along its elements, else the arguments.
    """
    if type(x) is not Selection or x._whole is None or where is not True:
        return x, where
    whole, first = x._whole, x._axis
    ndim = whole.ndim - x._mask.ndim + 1
    axes = axis if isinstance(axis, tuple) else (axis,)
    # An axis that is not an int of the right size raises where the elements are reduced.
    if axis is not None and not any(type(i) is int and -ndim <= i and i % ndim == first for i in axes):
        return x, where
    line = whole.flatten(first, first + x._mask.ndim - 1)
    return wrap(line), wrap(x._mask.reshape((-1,) + (1,) * (ndim - first - 1)))
