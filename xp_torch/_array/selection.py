"""`Selection`, the array that a mask gives where reading the values back is to be avoided or impossible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.deferred import DeferredArray
from xp_torch._array.floating_errors import is_reporting
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.inspection import is_plain_cpu
from xp_torch._facts.torch_state import is_compiling, is_transformed, is_transforming, version_of
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.indexing.plan import plan
from xp_torch._kernels.indexing.read import move_selected, read
from xp_torch._kernels.indexing.write import spread

_new = object.__new__
_NUMBERS = frozenset({bool, int, float, complex})


class Selection(DeferredArray):
    """``x[mask]`` in compiled code, under `vmap` and on a GPU: its elements are gathered when something needs them.

    Until then operators and elementwise functions compute at all places, so that ``x[mask] += v`` and
    ``x[mask] = f(x[mask])`` read no count of elements back, and have no shape that depends on data. It is an
    `xp_torch.ndarray`; the class can't be imported.
    """

    __module__ = "xp_torch"
    __slots__ = ("_axis", "_gathered", "_mask", "_source", "_source_version", "_whole")

    #: The elements at all places, 1 where the mask is False; None once the elements were gathered.
    _whole: torch.Tensor | None
    _gathered: torch.Tensor
    #: A copy of the mask.
    _mask: torch.Tensor
    #: The first axis of the mask.
    _axis: int
    #: The mask itself, and its version when it was read; None if versions don't tell all writes.
    _source: torch.Tensor
    _source_version: int | None

    @property
    def _tensor(self) -> torch.Tensor:  # type: ignore[override]
        if self._whole is not None:
            self._gathered = read(self._whole, (slice(None),) * self._axis + (self._mask,))
            self._whole = None
        return self._gathered

    def _through(self, function: Callable[..., Any], operands: tuple) -> Any:
        """Return an elementwise function of selected elements, computed at all places; None if that is impossible."""
        if is_reporting():
            return None
        spread_operands = [self._spread(x) for x in operands]
        if any(x is None for x in spread_operands):
            return None
        result = function(*spread_operands)
        return self._replaced(result._tensor) if isinstance(result, ndarray) else None

    def _replaced(self, whole: torch.Tensor) -> Selection:
        """Return the selection at the same places of another tensor."""
        new: Selection = _new(Selection)
        new._whole = self._filled(whole, self._axis)
        new._dtype, new._memory = whole.dtype, None
        new._mask, new._axis = self._mask, self._axis
        new._source, new._source_version = self._source, self._source_version
        return new

    def _filled(self, t: torch.Tensor, axis: int) -> torch.Tensor:
        """Return `t`, whose axes from `axis` on are the mask's, with 1 where the mask is False.

        Most functions have a finite gradient at 1, so that none is NaN there.
        """
        mask = self._mask
        mask = mask.reshape(mask.shape + (1,) * (t.ndim - axis - mask.ndim))
        return torch_where(mask, t, t.new_ones(()))

    def _at(self, mask: torch.Tensor, source: torch.Tensor, version: int | None) -> torch.Tensor:
        """Return the selected elements, moved to the True places of another mask of the same shape, in order.

        `mask` has the values that `source` had in its `version`.
        """
        whole: Any = self._whole
        if source is self._source and version is not None and version == self._source_version:
            return whole
        return move_selected(whole, self._mask, mask, self._axis)

    def _spread(self, x: Any) -> Any:
        """Return an operand for the selected elements, spread over all places; None if that is impossible."""
        if type(x) in _NUMBERS:
            return x
        whole = self._whole
        if whole is None or not isinstance(x, (ndarray, torch.Tensor)):
            return None
        if x is self:
            return wrap(whole)
        if type(x) is Selection and x._whole is not None:
            same = x._whole.shape == whole.shape and x._axis == self._axis and x._mask.shape == self._mask.shape
            if not same:
                return None
            return wrap(self._filled(x._at(self._mask, self._source, self._source_version), self._axis))
        t = x._tensor if isinstance(x, ndarray) else x
        ndim = whole.ndim - self._mask.ndim + 1
        if not t.ndim:
            return x
        if t.ndim > ndim:
            return None
        axis = self._axis - ndim + t.ndim
        return wrap(self._filled(spread(t, self._mask, axis), axis) if axis >= 0 and t.shape[axis] else t)


def _version(mask: torch.Tensor) -> int | None:
    """Return the version of a mask, or None where writes may not be counted, such as in transforms."""
    return None if is_transformed() or mask.is_inference() else version_of(mask)


def selection_of(x: ndarray, key: tuple) -> Selection | None:
    """Return ``x[key]`` as a selection, or None.

    The key must have one mask, and the number of its True elements must not be free to read.
    """
    masks = [k for k in key if isinstance(k, torch.Tensor)]
    if len(masks) != 1 or masks[0].dtype is not torch.bool or not masks[0].ndim or type(x) is not ndarray:
        return None
    t = x._tensor
    if not (is_compiling() or is_transforming()) and is_plain_cpu(masks[0]):
        return None
    p = plan(t, key)
    if len(p.arrays) != 1 or p.flips or not p.in_place or p.arrays[0].tensor is not masks[0]:
        return None
    new: Selection = _new(Selection)
    new._mask, new._axis = masks[0].clone(), p.arrays[0].axis
    new._source, new._source_version = masks[0], _version(masks[0])
    return new._replaced(p.view)


def at_places(value: Selection, t: torch.Tensor, key: tuple) -> torch.Tensor | None:
    """Return the elements of a selection at the places of ``t[key]``, a key with one mask; None if these differ."""
    if value._whole is None:
        return None
    p = plan(t, key)
    if len(p.arrays) != 1 or p.flips or p.arrays[0].axis != value._axis:
        return None
    mask = p.arrays[0].tensor
    if mask.dtype is not torch.bool or mask.shape != value._mask.shape or p.view.shape != value._whole.shape:
        return None
    return value._at(mask, mask, _version(mask)) if t.device == value._whole.device else None


def masked(x: Any, axis: Any, where: Any = True) -> tuple[ndarray, Any]:
    """Return the array and the ``where=`` to reduce over `axis`, so that a selection need not be read.

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
