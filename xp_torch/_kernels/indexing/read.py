"""NumPy's indexing on plain tensors: what ``x[key]``, ``take`` and ``take_along_axis`` read.

A key's elements arrive coerced: Python ints, slices of ints and None, None, Ellipsis, Python bools, and tensors of
integers or of bool. The same reading of a key (`plan`) serves the writes in `indexing_write`.
"""

from typing import NamedTuple

import torch
from torch import Tensor

from xp_torch._facts.dtypes import SAME_WIDTH_SIGNED
from xp_torch._facts.shapes import MAX_NDIM

# ATen's own index and slice: Tensor.__getitem__ opens a device guard, which a fake CUDA tensor does not survive.
_index = torch.ops.aten.index.Tensor
_slice = torch.ops.aten.slice.Tensor

_is_compiling = torch.compiler.is_compiling
# quicker to ask
_is_dynamo = torch.compiler.is_dynamo_compiling
_INT64_MAX = 2**63 - 1
# torch warns when it truncates a slice's bound below this one.
LEAST_BOUND = -_INT64_MAX

_BROADCAST = "shape mismatch: indexing arrays could not be broadcast together with shapes {}"

# What torch raises for a key that it cannot take; the general path then finds NumPy's words, or the same error again.
KEY_ERRORS = (IndexError, RuntimeError, ValueError, TypeError, OverflowError)

# torch has no gather, index_put or masked_fill for these; the bits move just as well under the signed type.
SIGNED_BITS = SAME_WIDTH_SIGNED


class IndexArray(NamedTuple):
    """One array of a key: its first axis in the planned view, that axis of the indexed tensor, int64s or a mask."""

    axis: int
    source: int
    tensor: Tensor


class Plan(NamedTuple):
    """A key taken apart: ints, slices and None applied in `view`, axes still to be flipped, arrays to be looked up."""

    view: Tensor
    flips: list
    arrays: list
    in_place: bool
    element: bool


def flip(t, axes):
    """Flip axes, which torch does not do for every unsigned dtype."""
    bits = SIGNED_BITS.get(t.dtype)
    return t.flip(axes) if bits is None else t.view(bits).flip(axes).view(t.dtype)


def shape_text(shape):
    """Spell a shape as NumPy's messages do, without spaces."""
    return "(" + ",".join(str(n) for n in shape) + (",)" if len(shape) == 1 else ")")


def read(t: Tensor, key: tuple) -> Tensor:
    """Return NumPy's ``t[key]``.

    Basic keys (ints, slices, None, Ellipsis) give a view, but for two cases that give a copy: a negative step, and ints
    that address one element (NumPy's answer is a scalar). Keys with arrays give a copy.

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
        Of `t`'s dtype and device. The axes of several index arrays go where the first one stood if nothing separates
        them, else to the front; an int beside arrays counts as one of them.

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
    ints = 0
    ellipsis = False
    array = None
    arrays = 0
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
            # One array and no int beside it, or arrays of indices alone: there torch's rules are NumPy's.
            if not isinstance(k, Tensor) or not k.dim():
                break
            dtype = k.dtype
            if dtype is not torch.int64 and dtype is not torch.bool:
                break
            if array is not None and (dtype is torch.bool or array.dtype is torch.bool):
                break
            array = k
            arrays += 1
    else:
        if array is not None and (ints or (arrays > 1 and (arrays != len(key) or arrays >= MAX_NDIM))):
            return _read_planned(t, key)
        try:
            out = t[key]
        except KEY_ERRORS:
            return _read_planned(t, key)
        if array is not None and array.dtype is torch.int64 and not out.numel():
            return _read_planned(t, key)  # with nothing to read torch checks no bounds
        # Ints alone, one for each axis: NumPy answers with a scalar, which shares nothing.
        return out.clone() if ints == len(key) == t.dim() else out
    return _read_planned(t, key)


def select(t: Tensor, ndim: int, axis: int, index: Tensor) -> Tensor | None:
    """Look up along an axis of `ndim` on the CPU, several times as fast as indexing does; None where that refuses.

    It refuses negative indices, and checks those only that it uses.
    """
    # what is traced otherwise than by Dynamo is of another type
    if _is_dynamo() or type(t) is not Tensor or type(index) is not Tensor or not (t.is_cpu and index.is_cpu):
        return None
    try:
        out = t.index_select(axis, index)
    except (IndexError, RuntimeError):
        return None
    # where another axis is empty, bounds are not checked
    return out if ndim == 1 or out.numel() else None


def _read_planned(t, key):
    """Read by the general path: plan the key, flip the negative steps, look the arrays up."""
    p = plan(t, key)
    out = flip(p.view, p.flips) if p.flips else p.view
    if p.arrays:
        return _look_up(out, p.arrays, p.in_place)
    return out.clone() if p.element else out


def plan(t: Tensor, key: tuple) -> Plan:
    """Check a key against a tensor's shape, with NumPy's errors, and apply its ints, slices and None."""
    used = _count_axes(key)
    if used > t.dim():
        raise IndexError(f"too many indices for array: array is {t.dim()}-dimensional, but {used} were indexed")
    view, flips, arrays = t, [], []
    axis = source = 0  # where we stand in the view, and in t
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
            view, flipped = _apply_slice(view, axis, k)
            if flipped:
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
                arrays.append(IndexArray(axis, source, k if k.dtype is torch.int64 else k.to(torch.int64)))
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
    """Check a mask against the axes that it stands on."""
    sizes = view.shape[axis : axis + k.dim()]
    for d, (n, size) in enumerate(zip(sizes, k.shape, strict=True)):
        if size != n and size != 0:
            raise IndexError(
                f"boolean index did not match indexed array along axis {source + d}; size of axis is {n} "
                f"but size of corresponding boolean axis is {size}"
            )
    if k.shape == sizes:
        return [IndexArray(axis, source, k)]
    # NumPy takes a mask's axis of size 0 for any size: it points nowhere.
    nowhere = torch.zeros(0, dtype=torch.int64, device=k.device)
    return [IndexArray(axis + d, source + d, nowhere) for d in range(k.dim())]


def _count_axes(key):
    """Count the axes that a key uses up, refusing a second Ellipsis and elements that are no index."""
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
                raise IndexError("arrays used as indices must be of integer (or boolean) type")
            used += k.dim() if k.dtype is torch.bool else 1
        elif isinstance(k, slice) or (isinstance(k, (int, torch.SymInt)) and -_INT64_MAX - 1 <= k <= _INT64_MAX):
            used += 1
        else:
            raise IndexError(
                "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
                "are valid indices"
            )
    return used


def _clamp(bound):
    """Bring a slice's bound into int64, which changes no slice."""
    return bound if bound is None else max(-_INT64_MAX, min(bound, _INT64_MAX))


def _apply_slice(view, axis, k):
    """Slice one axis; a negative step gives its elements in rising order and True: they are still to be flipped."""
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
        return view, True  # needs no size, so it holds for symbolic ones too
    taken = range(*k.indices(view.shape[axis]))
    if not taken:
        return _slice(view, axis, 0, 0, 1), True
    return _slice(view, axis, taken[-1], taken[0] + 1, -step if len(taken) > 1 else 1), True


def index_tensors(view, arrays):
    """Turn a plan's masks into the positions of their True: one int64 tensor an axis."""
    out = []
    for a in arrays:
        if a.tensor.dtype is torch.bool:
            positions = a.tensor.nonzero().unbind(1)
            out += [IndexArray(a.axis + d, a.source + d, p) for d, p in enumerate(positions)]
        else:
            out.append(a)
    return out


def index_shape(arrays):
    """Broadcast the shapes of int64 index arrays, or raise NumPy's IndexError."""
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
                raise IndexError(_BROADCAST.format(shapes))
    return tuple(shape)


def arrays_first(view, axes):
    """Permute the given axes of a view to the front, the others following in order."""
    return view.permute(*axes, *(d for d in range(view.dim()) if d not in axes))


def check_bounds(view, arrays, shape):
    """Let torch's kernel check index arrays against a dummy, on the CPU: nothing is read back or written."""
    if 0 in shape:
        arrays = [a for a in arrays if a.tensor.dim() == 0]  # NumPy checks the others only if they are used
    if not view.is_cpu or not arrays:
        return
    dummy = torch.zeros((), dtype=torch.int8).expand([view.shape[a.axis] for a in arrays])
    try:
        _index(dummy, [a.tensor for a in arrays])
    except (IndexError, RuntimeError):
        raise_out_of_bounds(view, arrays)
        raise


def raise_out_of_bounds(view, arrays):
    """After torch's kernel refused: name the first index out of bounds as NumPy does; return if there is none."""
    for a in arrays:
        n = view.shape[a.axis]
        outside = (a.tensor < -n) | (a.tensor >= n)
        if bool(outside.any()):
            first = int(a.tensor[outside][0])
            raise IndexError(f"index {first} is out of bounds for axis {a.source} with size {n}") from None


def _look_up(view, arrays, in_place):
    """Index a view by a plan's arrays."""
    if len(arrays) == 1 and arrays[0].tensor.dtype is torch.bool:
        mask = arrays[0].tensor
        axes = range(arrays[0].axis, arrays[0].axis + mask.dim())
        if not in_place:
            view, axes = arrays_first(view, axes), range(mask.dim())
        return _index(view, [None] * axes[0] + [mask])
    arrays = index_tensors(view, arrays)
    shape = index_shape(arrays)
    if not in_place:
        view = arrays_first(view, [a.axis for a in arrays])
        arrays = [IndexArray(axis, a.source, a.tensor) for axis, a in enumerate(arrays)]
    try:
        out = _index(view, [None] * arrays[0].axis + [a.tensor for a in arrays])
    except (IndexError, RuntimeError):
        raise_out_of_bounds(view, arrays)
        raise
    if out.numel() == 0:
        check_bounds(view, arrays, shape)  # with nothing to read torch checks nothing; NumPy does
    return out


def take(t: Tensor, indices: Tensor, axis: int | None = None, mode: str = "raise") -> Tensor:
    """Return NumPy's ``take(t, indices, axis, mode=mode)``.

    Parameters
    ----------
    t : Tensor
        Any shape and dtype; 0-D counts as one element on axis 0.
    indices : Tensor
        Integers (or bool, which count as 0 and 1) of any shape.
    axis : int, optional
        None takes from the flattened tensor.
    mode : {"raise", "wrap", "clip"}
        What becomes of an index out of bounds: an error (negative ones count from the end), the remainder, or the
        nearest bound (negative ones become 0).

    Returns
    -------
    Tensor
        A copy of shape ``t.shape[:axis] + indices.shape + t.shape[axis + 1:]``.

    Raises
    ------
    IndexError
        An index out of bounds with mode "raise" (on the CPU), or anything to be taken from an axis of size zero.
    TypeError
        Indices that are not integers.
    ValueError
        Another mode.
    """
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError(f"clipmode must be one of 'clip', 'raise', or 'wrap' (got '{mode}')")
    if indices.dtype.is_floating_point or indices.dtype.is_complex:
        name = str(indices.dtype)[6:]
        raise TypeError(
            f"Cannot cast array data from dtype('{name}') to dtype('int64') according to the rule 'same_kind'"
        )
    if axis is None:
        t, axis = t.reshape(-1), 0
    elif t.dim() == 0:
        t = t.reshape(1)
    axis = axis % t.dim()
    n = t.shape[axis]
    indices = indices if indices.dtype is torch.int64 else indices.to(torch.int64)
    shape = t.shape[:axis] + indices.shape + t.shape[axis + 1 :]
    empty = 0 in shape
    if n == 0:
        if not empty:
            raise IndexError("cannot do a non-empty take from an empty axes.")
        if mode != "raise":
            return t.new_empty(shape)
    elif mode == "wrap":
        indices = indices.remainder(n)
    elif mode == "clip":
        indices = indices.clamp(0, n - 1)
    arrays = [IndexArray(axis, axis, indices)]
    if empty:
        if 0 not in t.shape[:axis]:
            check_bounds(t, arrays, indices.shape)
        return t.new_empty(shape)
    try:
        return _index(t, [None] * axis + [indices])
    except (IndexError, RuntimeError):
        raise_out_of_bounds(t, arrays)
        raise


def gather_plain(t: Tensor, indices: Tensor, axis: int) -> Tensor | None:
    """Return ``take_along_axis`` of tensors of one shape on the CPU, where no index is negative; else None."""
    if _is_compiling() or not (t.is_cpu and indices.is_cpu):
        return None
    shape = indices.shape
    if shape != t.shape or not shape:
        return None
    try:
        return t.gather(axis, indices)
    except (IndexError, RuntimeError):
        return None


def take_along_axis(t: Tensor, indices: Tensor, axis: int | None = -1) -> Tensor:
    """Return NumPy's ``take_along_axis(t, indices, axis)``.

    Parameters
    ----------
    t : Tensor
        Of one or more dimensions (any, if `axis` is None).
    indices : Tensor
        Integers, as many dimensions as `t`; the other axes broadcast against `t`'s. Negative ones count from the end.
    axis : int, optional
        None takes from the flattened tensor, and `indices` is 1-D.

    Returns
    -------
    Tensor
        A copy: the broadcast shape, with `indices`' size on `axis`.

    Raises
    ------
    IndexError
        Indices that are not integers, shapes that do not broadcast, or (on the CPU) an index out of bounds.
    ValueError
        Another number of dimensions.
    """
    if indices.dtype is torch.bool or indices.dtype.is_floating_point or indices.dtype.is_complex:
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        if indices.dim() != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        t, axis = t.reshape(-1), 0
    elif t.dim() != indices.dim():
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = axis % t.dim()
    n = t.shape[axis]
    full = []
    for d in range(t.dim()):
        a, b = t.shape[d], indices.shape[d]
        if d != axis and a != b and a != 1 and b != 1:
            shapes = [[size if i == j else 1 for i in range(t.dim())] for j, size in enumerate(t.shape)]
            shapes[axis] = list(indices.shape)
            raise IndexError(_BROADCAST.format(" ".join(shape_text(s) for s in shapes)))
        full.append(b if d == axis or a == 1 else a)
    lookup = indices if indices.dtype is torch.int64 else indices.to(torch.int64)
    arrays = [IndexArray(axis, axis, lookup)]
    lookup = torch.where(lookup < 0, lookup + n, lookup).expand(full)
    bits = SIGNED_BITS.get(t.dtype)
    source = t if bits is None else t.view(bits)
    try:
        out = source.expand([n if d == axis else full[d] for d in range(t.dim())]).gather(axis, lookup)
    except (IndexError, RuntimeError):
        raise_out_of_bounds(t, arrays)
        raise
    return out if bits is None else out.view(t.dtype)
