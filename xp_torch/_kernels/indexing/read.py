"""``x[key]``, `take` by one index array and single elements, of tensors."""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor

from xp_torch._facts.errors import without_frames
from xp_torch._facts.inspection import known_or
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import is_compiling, is_compiling_or_transforming, outside_of_modes
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import from_signed_bits, signed_bits
from xp_torch._kernels.indexing.plan import (
    KEY_ERRORS,
    IndexArray,
    arrays_first,
    aten_index,
    basic_ints,
    broadcast_shape,
    check_bounds,
    is_of_kernel,
    plan,
    raise_out_of_bounds,
    without_masks,
)
from xp_torch._kernels.layout import raveled
from xp_torch._kernels.reversed_views import flip
from xp_torch._kernels.thresholds import FEW

_int64, _bool, _Tensor = torch.int64, torch.bool, torch.Tensor
_FULL = slice(None)
#: Range of the indices whose tensors are kept, for reuse.
_FIRST_KEPT, _END_KEPT = -256, 256


@without_frames
def read(t: Tensor, key: tuple) -> Tensor:
    """Return NumPy's ``t[key]``.

    Basic keys (ints, slices, None, Ellipsis) give a view, except for a negative step and for ints that address one
    element (a scalar in NumPy), which give a copy, as keys with arrays do.

    Parameters
    ----------
    t : Tensor
        Any shape and dtype.
    key : tuple
        Python ints, slices of ints and None, None, at most one Ellipsis, Python bools, integer tensors of any integer
        dtype and boolean tensors (uint8 is an integer, not a mask). A 0-D integer tensor acts as an int whose value
        stays on its device.

    Returns
    -------
    Tensor
        Of `t`'s dtype and device. The axes of several index arrays replace the first of them if they are adjacent, else
        they come first; an int beside arrays counts as one of them.

    Raises
    ------
    IndexError
        Too many indices, two Ellipses, an int out of bounds, a mask of another shape, index arrays that do not
        broadcast or are not integers; values of an index array out of bounds on the CPU (elsewhere the device reports
        them).
    ValueError
        A slice step of zero.

    Notes
    -----
    The shape of a mask read depends on data, so it reads the count back and does not run under vmap. All else traces.
    """
    ints = basic_ints(key)
    place = -1 if ints >= 0 else _place_of_arrays(key, t.dim())
    if ints >= 0 or place >= 0:
        try:
            out = _read_behind(t, key, place) if place > 0 else t[key]
        except KEY_ERRORS as error:
            if is_of_kernel(t, error):
                raise
        else:
            if ints >= 0:
                return out.clone() if ints == len(key) == t.dim() else out
            if is_compiling() or out.numel():  # for an empty result torch checks no bounds
                return out
    p = plan(t, key)
    out = flip(p.view, p.flips) if p.flips else p.view
    if p.arrays:
        return _read_arrays(out, p.arrays, p.in_place)
    return out.clone() if p.element else out


def _place_of_arrays(key, ndim):
    """Return the position of a key's only int64 array, or 0 if all items are such arrays; else -1.

    It is -1 too if the key indexes more than `ndim` axes.
    """
    arrays, others, place = 0, [], 0
    for i, k in enumerate(key):
        if not isinstance(k, Tensor):
            others.append(k)
        elif k.dtype is _int64 and k.dim():
            arrays += 1
            place = i
        else:
            return -1
    if not others:
        return 0 if 0 < arrays < MAX_NDIM else -1
    if arrays != 1 or basic_ints(tuple(others)) != 0:
        return -1
    return place if len(key) - others.count(None) - others.count(Ellipsis) <= ndim else -1


def _read_behind(t, key, place):
    """Return ``t[key]`` for one array behind slices, None and Ellipsis."""
    index, before, after = key[place], key[:place], key[place + 1 :]
    if any(k is not Ellipsis and k != _FULL for k in before + after):
        t = t[(*before, _FULL, *after)]
    axis = t.dim() - 1 - len(after) if Ellipsis in before else place
    out = t.movedim(axis, 0)[index]
    return out.movedim(0, axis) if index.dim() == 1 else _placed(out, axis, t.dim() - 1)


def _read_arrays(view, arrays, in_place):
    """Index a view by the arrays of a plan.

    In memory, the axes of the index come first, as in NumPy.
    """
    first = arrays[0].axis if in_place else 0
    if len(arrays) == 1 and arrays[0].tensor.dtype is _bool:
        mask = arrays[0].tensor
        axes = list(range(arrays[0].axis, arrays[0].axis + mask.dim()))
        view = arrays_first(view, axes)
        return _placed(aten_index(view, [mask]), first, view.dim() - len(axes))
    arrays = without_masks(arrays)
    shape = broadcast_shape(arrays)
    axes = [a.axis for a in arrays]
    if axes != list(range(len(axes))):
        view = arrays_first(view, axes)
        arrays = [IndexArray(axis, a.source, a.tensor) for axis, a in enumerate(arrays)]
    try:
        out = aten_index(view, [a.tensor for a in arrays])
    except (IndexError, RuntimeError):
        raise_out_of_bounds(view, arrays)
        raise
    if not is_compiling() and out.numel() == 0:
        check_bounds(view, arrays, shape)  # torch checks none if there is nothing to read; NumPy does
    return _placed(out, first, view.dim() - len(axes))


def move_selected(t: Tensor, mask: Tensor, target: Tensor, axis: int) -> Tensor:
    """Return `t` with the elements where `mask` is True moved to the places where `target` is True, in order.

    The axes of both masks are those from `axis` on. Nothing is read back: further places take the last element, and
    what is where `target` is False has no meaning. Graphs on the CPU compare the numbers of True (`_leave_selected`).
    """
    selected = raveled(mask)
    size = selected.shape[0]
    # The place of the n-th True; all False go to a last one that is not read.
    ranks = torch.where(selected, selected.cumsum(0) - 1, size)
    numbers = torch.arange(size, device=t.device)
    places = torch.zeros(size + 1, dtype=_int64, device=t.device).scatter(0, ranks, numbers)
    number = torch.minimum(raveled(target).cumsum(0), selected.sum()).clamp(min=1) - 1
    lines = signed_bits(t).flatten(axis, axis + mask.dim() - 1).index_select(axis, places.index_select(0, number))
    return from_signed_bits(torch.unflatten(lines, axis, mask.shape), t.dtype)


def _placed(out, first, rest):
    """Move the axes of the index, which come first, behind `first` of the `rest` of the axes."""
    n = out.dim() - rest
    return out.permute(*range(n, n + first), *range(n), *range(n + first, out.dim())) if first else out


def _can_take(t: Tensor) -> bool:
    """Return whether `Tensor.take` is usable: it keeps `t` for the gradient, and has no rule for vmap."""
    return not is_compiling_or_transforming() and type(t) is _Tensor and not t.requires_grad


@cache
def _index_tensor(i: int) -> Tensor:
    """Return the index `i` as a tensor on the CPU, made outside of all modes."""
    with outside_of_modes():
        return torch.tensor(i, device="cpu")


def element(t: Tensor, i: int) -> Tensor:
    """Return a copy of element `i` of the vector `t`."""
    if _can_take(t) and _FIRST_KEPT <= i < _END_KEPT and t.is_cpu:
        try:
            return t.take(_index_tensor(i))  # half the time of a view and its copy
        except NotImplementedError:
            pass  # uint16, uint32, uint64
    return t.select(0, i).clone()


def read_rows(t: Tensor, ndim: int, axis: int, index: Tensor) -> Tensor | None:
    """Return `t` at a 1-D int64 index along one of its `ndim` axes; None if the general path is needed.

    The kernel takes a fraction of the time of indexing, but does not take negative indices.
    """
    # Tracers other than Dynamo use other types of tensors.
    if is_compiling() or type(t) is not _Tensor or type(index) is not _Tensor or not (t.is_cpu and index.is_cpu):
        return None
    try:
        out = t.index_select(axis, index)
    except (IndexError, NotImplementedError, ValueError):
        return None
    except RuntimeError as error:
        if not t.shape[axis] or "bounds" in str(error):  # the words of mapped arrays are others
            return None  # the general path takes negative indices, and raises the right error for others
        raise_explained("take", (), error)
    # If another axis is empty, bounds are not checked.
    return out if ndim == 1 or out.numel() else None


def read_columns(t: Tensor, index: Tensor, dtype: torch.dtype) -> Tensor | None:
    """Return ``t[:, index]`` for one array of `dtype`; None if the general path is needed."""
    ndim = t.ndim
    if ndim < 2 or dtype is not _int64 or index.ndim != 1 or (ndim > 2 and not t.is_contiguous()):
        return None
    # Reading many columns of few rows takes less time by torch's index.
    if is_compiling() or t.shape[0] < 32 < index.shape[0]:
        return None
    # In memory NumPy's result has the columns as rows.
    columns = read_rows(t.transpose(0, 1), ndim, 0, index)
    return None if columns is None else columns.transpose(0, 1)


def read_points(t: Tensor, arrays: tuple[Tensor, ...]) -> Tensor | None:
    """Return ``t[arrays]`` for int64 arrays on the CPU; None if the general path is needed."""
    if not t.is_cpu:
        return None
    for index in arrays:
        if not index.ndim or not index.is_cpu:
            return None
    out = t[arrays]
    return out if known_or(True, out.numel() != 0) else None  # for an empty result torch checks no bounds


def read_at(t: Tensor, index: Tensor, dtype: torch.dtype, ndim: int) -> Tensor | None:
    """Return ``t[index]`` for one `ndim`-dimensional array of `dtype`; None if the general path is needed."""
    if dtype is _int64:
        rank = t.ndim
        # The kernel's result is row-major; of other layouts, NumPy's is not.
        return read_rows(t, rank, 0, index) if ndim == 1 and rank and (rank < 3 or t.is_contiguous()) else None
    # torch accepts a mask on another device.
    if dtype is not _bool or not ndim or type(index) is not _Tensor or not (t.is_cpu and index.is_cpu):
        return None
    if is_compiling_or_transforming():
        return None
    result = host_functions.selected(index, t) if index.numel() >= FEW else None
    return t[index] if result is None else result
