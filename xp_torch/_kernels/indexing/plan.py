"""Index keys: which keys torch's own indexing reads as NumPy does, and the plan of any other key.

The elements of a key are Python ints, slices of ints and None, None, Ellipsis, Python bools, and tensors of integers or
of bool.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from xp_torch._facts.dtypes import SAME_WIDTH_SIGNED
from xp_torch._facts.errors import shape_text
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._facts.torch_state import innermost, outside_of_transforms
from xp_torch._kernels.bit_views import signed_bits

# ATen's own index and slice: Tensor.__getitem__ opens a device guard, which a fake CUDA tensor does not survive.
_index = torch.ops.aten.index.Tensor
_slice = torch.ops.aten.slice.Tensor

_INT64_MAX = 2**63 - 1
#: torch warns when it truncates a slice's bound that int64 does not hold.
_SMALLEST, _LARGEST = -(2**62), 2**62

BROADCAST = "shape mismatch: indexing arrays could not be broadcast together with shapes {}"
NOT_AN_INDEX = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
    "are valid indices"
)
NOT_INTEGERS = "arrays used as indices must be of integer (or boolean) type"

#: Errors of torch for a key that it cannot take. The general path then raises NumPy's error, or the same one again.
KEY_ERRORS = (IndexError, RuntimeError, ValueError, TypeError, OverflowError)


def aten_index(view: Tensor, indices: list) -> Tensor:
    """Return ``view[indices]`` by ATen's kernel, for index arrays or a mask; None leaves an axis unchanged."""
    if view.is_cpu or view.dtype not in SAME_WIDTH_SIGNED:
        return _index(view, indices)
    return _index(signed_bits(view), indices).view(view.dtype)  # on GPUs torch has no kernel for uint16, 32 and 64


def is_of_kernel(t: Tensor, error: Exception) -> bool:
    """Return whether an error of torch's indexing came from a kernel, which must not run again.

    Other errors are raised before a kernel runs. Off the CPU torch's indexing opens a device guard first, which a fake
    CUDA tensor does not survive.
    """
    return isinstance(error, RuntimeError) and not isinstance(error, NotImplementedError) and t.is_cpu


class IndexArray(NamedTuple):
    """An array in a key: a tensor of int64 or a mask.

    `axis` is the first axis that it indexes in the planned view, `source` the same axis of the indexed tensor.
    """

    axis: int
    source: int
    tensor: Tensor


class Plan(NamedTuple):
    """The parts of a key.

    Ints, slices and None are applied in `view`; `flips` are its axes with a negative step. `arrays` index it, and their
    axes stay in place or come first. `element` says whether the key addresses one element.
    """

    view: Tensor
    flips: list[int]
    arrays: list[IndexArray]
    in_place: bool
    element: bool


def is_forward(key: slice) -> bool:
    """Return whether torch reads a slice as NumPy does: bounds are small ints or None, and the step is positive."""
    bound = key.start
    if bound is not None and (type(bound) is not int or bound < _SMALLEST):
        return False
    bound = key.stop
    if bound is not None and (type(bound) is not int or bound < _SMALLEST):
        return False
    bound = key.step
    return bound is None or (type(bound) is int and 0 < bound < _LARGEST)


def basic_ints(key: tuple) -> int:
    """Return the number of ints in a key of ints, forward slices, None and Ellipsis; -1 for any other key."""
    count, ellipsis = 0, False
    for k in key:
        kind = type(k)
        if kind is slice:
            if not is_forward(k):
                return -1
        elif kind is int:
            count += 1
        elif k is Ellipsis:
            if ellipsis:
                return -1
            ellipsis = True
        elif k is not None:
            return -1
    return count if len(key) <= MAX_NDIM else -1


def basic_shape(shape: tuple[int, ...], key: tuple) -> tuple[int, ...]:
    """Return the shape of a view by a valid key of ints, slices, None and Ellipsis."""
    rest = len(shape) - sum(k is not None and k is not Ellipsis for k in key)
    sizes: list[int] = []
    axis = 0
    for k in key if any(k is Ellipsis for k in key) else (*key, Ellipsis):
        if k is None:
            sizes.append(1)
        elif k is Ellipsis:
            sizes += shape[axis : axis + rest]
            axis += rest
        else:
            if isinstance(k, slice):
                sizes.append(len(range(*k.indices(shape[axis]))))
            axis += 1
    return tuple(sizes)


def plan(t: Tensor, key: tuple) -> Plan:
    """Check a key against a tensor's shape, with NumPy's errors, and apply its ints, slices and None."""
    used = _count_axes(key)
    if used > t.dim():
        raise IndexError(f"too many indices for array: array is {t.dim()}-dimensional, but {used} were indexed")
    view, flips, arrays = t, [], []
    axis = source = 0  # the current axis of the view, and of t
    group = 0  # 0: no index yet, 1: inside the group of ints and arrays, 2: past it, 3: a second group began
    element = used == t.dim()
    for k in key:
        if k is None:
            view = view.unsqueeze(axis)
            axis += 1
        elif k is Ellipsis:
            axis += t.dim() - used
            source += t.dim() - used
        elif isinstance(k, slice):
            view, is_reversed = _apply_slice(view, axis, k)
            if is_reversed:
                flips.append(axis)
            axis += 1
            source += 1
        else:
            group = 3 if group >= 2 else 1
            if isinstance(k, bool):
                element = False
                view = view.unsqueeze(axis)
                arrays.append(IndexArray(axis, source, torch.zeros(int(k), dtype=torch.int64, device=t.device)))
                axis += 1
            elif not isinstance(k, Tensor):
                n = view.shape[axis]
                if not -n <= k < n:
                    raise IndexError(f"index {k} is out of bounds for axis {source} with size {n}")
                view = view.select(axis, k)
                source += 1
            elif k.dtype is not torch.bool:
                element = element and k.dim() == 0
                # Any integer dtype wraps to int64 as NumPy's does; torch would take uint8 for a mask.
                arrays.append(IndexArray(axis, source, k.to(torch.int64)))
                axis += 1
                source += 1
            elif k.dim() == 0:
                element = False
                view = view.unsqueeze(axis)
                arrays.append(IndexArray(axis, source, k.reshape(1)))
                axis += 1
            else:
                element = False
                arrays += _place_mask(view, axis, source, k)
                axis += k.dim()
                source += k.dim()
            continue
        element = False
        if group == 1:
            group = 2
    if len(arrays) >= MAX_NDIM:
        raise IndexError(f"too many advanced indices: there are {len(arrays)}, fewer than {MAX_NDIM} are allowed")
    return Plan(view, flips, arrays, group != 3, element)


def _place_mask(view, axis, source, k):
    """Check a mask against the axes that it indexes."""
    sizes = view.shape[axis : axis + k.dim()]
    for d, (n, size) in enumerate(zip(sizes, k.shape, strict=True)):
        if size != n and size != 0:
            raise IndexError(
                f"boolean index did not match indexed array along axis {source + d}; size of axis is {n} "
                f"but size of corresponding boolean axis is {size}"
            )
    if k.shape == sizes:
        return [IndexArray(axis, source, k)]
    # NumPy accepts a mask's axis of size 0 for any size: it selects nothing.
    nothing = torch.zeros(0, dtype=torch.int64, device=k.device)
    return [IndexArray(axis + d, source + d, nothing) for d in range(k.dim())]


def _count_axes(key):
    """Return how many axes a key indexes; a second Ellipsis and invalid elements raise."""
    used = 0
    ellipsis = False
    for k in key:
        if k is Ellipsis:
            if ellipsis:
                raise IndexError("an index can only have a single ellipsis ('...')")
            ellipsis = True
        elif k is None or isinstance(k, bool):
            continue
        elif isinstance(k, Tensor):
            if k.dtype.is_floating_point or k.dtype.is_complex:
                raise IndexError(NOT_INTEGERS)
            used += k.dim() if k.dtype is torch.bool else 1
        elif isinstance(k, slice) or (isinstance(k, (int, torch.SymInt)) and -_INT64_MAX - 1 <= k <= _INT64_MAX):
            used += 1
        else:
            raise IndexError(NOT_AN_INDEX)
    return used


def _clamp(bound):
    """Return a slice's bound limited to int64, which changes no slice."""
    return bound if bound is None else max(-_INT64_MAX, min(bound, _INT64_MAX))


def _apply_slice(view, axis, k):
    """Slice one axis; of a negative step return the elements in rising order and True, because they must be flipped."""
    step = 1 if k.step is None else k.step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step > 0:
        if k.start is None and k.stop is None and step == 1:
            return view, False
        if step > 1:
            step = min(step, max(1, view.shape[axis]))  # a stride times a huge step would overflow
        return _slice(view, axis, _clamp(k.start), _clamp(k.stop), step), False
    if step == -1 and k.start is None and k.stop is None:
        return view, True  # slices the whole axis without comparing sizes, which may be symbolic
    taken = range(*k.indices(view.shape[axis]))
    if not taken:
        return _slice(view, axis, 0, 0, 1), True
    return _slice(view, axis, taken[-1], taken[0] + 1, -step if len(taken) > 1 else 1), True


def without_masks(arrays):
    """Replace the masks among index arrays by the positions of their True: one int64 tensor per axis."""
    out = []
    for a in arrays:
        if a.tensor.dtype is torch.bool:
            positions = a.tensor.nonzero().unbind(1)
            out += [IndexArray(a.axis + d, a.source + d, p) for d, p in enumerate(positions)]
        else:
            out.append(a)
    return out


def broadcast_shape(arrays):
    """Return the broadcast shape of int64 index arrays; others raise NumPy's IndexError."""
    if len(arrays) == 1:
        return tuple(arrays[0].tensor.shape)
    shape: list[int] = []
    for a in arrays:
        sizes = list(a.tensor.shape)
        if len(sizes) > len(shape):
            shape = [1] * (len(sizes) - len(shape)) + shape
        for d in range(1, len(sizes) + 1):
            if shape[-d] == 1:
                shape[-d] = sizes[-d]
            elif sizes[-d] != 1 and sizes[-d] != shape[-d]:
                shapes = " ".join(shape_text(b.tensor.shape) for b in arrays if b.tensor.dim())
                raise IndexError(BROADCAST.format(shapes))
    return tuple(shape)


def arrays_first(view, axes):
    """Permute the given axes of a view to the front, followed by the others in order."""
    return view.permute(*axes, *(d for d in range(view.dim()) if d not in axes))


def check_bounds(view, arrays, shape):
    """Check index arrays on the CPU, by torch's kernel on a dummy: nothing is read back or written."""
    if 0 in shape:
        arrays = [a for a in arrays if a.tensor.dim() == 0]  # NumPy checks the others only if they are used
    if not view.is_cpu or not arrays:
        return
    dummy = torch.zeros((), dtype=torch.int8).expand([view.shape[a.axis] for a in arrays])
    try:
        aten_index(dummy, [a.tensor for a in arrays])
    except (IndexError, RuntimeError):
        raise_out_of_bounds(view, arrays)
        raise


def raise_out_of_bounds(view, arrays):
    """Raise NumPy's error for the first index out of bounds, after torch's kernel raised; return if there is none."""
    with outside_of_transforms():
        for a in arrays:
            n, index = view.shape[a.axis], innermost(a.tensor)
            outside = (index < -n) | (index >= n)
            if bool(outside.any()):
                first = int(index[outside][0])
                raise IndexError(f"index {first} is out of bounds for axis {a.source} with size {n}") from None
