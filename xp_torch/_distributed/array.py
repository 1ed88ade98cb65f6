"""`DistributedArray`, an `ndarray` whose elements are divided among processes, and the changes of its layout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import torch
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import DTensor, Replicate, Shard

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed import collectives
from xp_torch._distributed.guard import SMALL, gathered
from xp_torch._distributed.layout import Device, Layout, chunk, layout_of, mesh_of_all
from xp_torch._distributed.views import part_anew, shares, stand_for
from xp_torch._facts.errors import DistributedArgument, not_plain, read_only
from xp_torch._facts.shapes import broadcast_axes
from xp_torch._facts.torch_state import base_of, is_wrapped

_new = object.__new__
_Axes = tuple[int | None, ...]


def contiguous_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the strides of a row-major array."""
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


class DistributedArray(ndarray):
    """An array that is sharded over the processes of a mesh, in the parts of `chunk`.

    Functions compute it by the rules of this package; the attribute `_tensor`, which other code reads, raises.
    """

    __slots__ = ("_held", "_layout", "_part", "_shape")

    #: What computes functions of these arrays; `dispatch` sets it.
    _xp_function_: ClassVar[Any]
    #: The part of this process: a plain array. A view with outdated elements lacks it until it is read anew.
    _part: ndarray
    _shape: tuple[int, ...]
    _layout: Layout

    def __getattr__(self, name: str) -> Any:
        if name == "_part":
            return part_anew(self)
        return object.__getattribute__(self, name)  # raises the error again

    @property
    def _tensor(self) -> torch.Tensor:
        raise not_plain("an array is sharded over processes")

    @_tensor.setter
    def _tensor(self, t: torch.Tensor) -> None:
        raise DistributedArgument("the tensor of an array that is sharded over processes can't be replaced")

    @classmethod
    def _wrap_like(cls, t: torch.Tensor, source: ndarray | None) -> Any:
        return wrap(t)

    @property
    def tensor(self) -> torch.Tensor:
        """The array as a `DTensor`, with the same memory and autograd graph."""
        placements = [Replicate() if axis is None else Shard(axis) for axis in self._layout.axes]
        shape = torch.Size(self._shape)
        return DTensor.from_local(
            self._part._tensor,
            self._layout.mesh,
            placements,
            run_check=False,
            shape=shape,
            stride=contiguous_strides(shape),
        )

    @property
    def device(self) -> Any:
        """The mesh and the axis that is sharded, as a `Device`."""
        axes = self._layout.axes
        return Device(self._layout.mesh, axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the dimensions."""
        return self._shape

    @shape.setter
    def shape(self, value: Any) -> None:
        raise AttributeError("the shape of an array that is sharded over processes can't be set; use reshape")

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self._shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self._shape)

    @property
    def itemsize(self) -> int:
        """Size of one element in bytes."""
        return self._dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Size of all elements of all processes in bytes."""
        return self.size * self._dtype.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Steps in memory along each dimension in bytes, if it were one row-major array."""
        return tuple(s * self.itemsize for s in contiguous_strides(self._shape))

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def __iter__(self) -> Any:
        if not self._shape:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(self._shape[0]))

    def __copy__(self) -> DistributedArray:
        return like(wrap(self._part._tensor.clone()), self)

    def __deepcopy__(self, memo: dict) -> DistributedArray:
        return like(self._part.__deepcopy__(memo), self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        # one process alone often pickles, as in a checkpoint; the others would not communicate
        raise TypeError(
            "an array that is sharded over processes can't be pickled: on all processes, take numpy.asarray(x), which "
            "is the whole array, give x.tensor to torch.distributed.checkpoint, or write a file by save(path, x)"
        )

    def __reduce__(self) -> Any:
        return self.__reduce_ex__(0)


def as_array(x: Any) -> ndarray:
    """Return an array-like as an array; plain and distributed arrays are returned unchanged."""
    return x if isinstance(x, ndarray) else wrap(as_tensor(x))


def local(x: Any) -> Any:
    """Return this process's part as a plain array that shares its memory; other objects are returned unchanged."""
    return x._part if type(x) is DistributedArray else x


def _make(part: ndarray, shape: tuple[int, ...], layout: Layout) -> DistributedArray:
    new = _new(DistributedArray)
    new._part, new._dtype, new._shape, new._layout = part, part._dtype, shape, layout
    if base_of(part._tensor) is not None:
        shares(new)
    return new


def like(part: ndarray, x: DistributedArray) -> DistributedArray:
    """Return an array with the part `part`, and with the shape and the layout of `x`."""
    new = _new(DistributedArray)
    new._part = part
    new._dtype = part._dtype
    new._shape = x._shape
    new._layout = x._layout
    if base_of(part._tensor) is not None:
        shares(new)
    return new


def with_part(part: ndarray, x: DistributedArray) -> DistributedArray:
    """Return an array with the shape and the layout of `x` and the part `part`, whose shape may differ."""
    return _make(part, x._shape, x._layout)


def rewrap(part: Any, shape: Sequence[int], axis: Any, mesh: DeviceMesh) -> DistributedArray:
    """Return the array of shape `shape` whose part on this process is `part`, an array or a tensor.

    `axis` is the axis that is sharded, or None if every process has the whole array; for a mesh of several dimensions,
    a tuple with one of these for each.
    """
    part = part if type(part) is ndarray else wrap(as_tensor(part))
    layout = layout_of(mesh, _as_axes(axis, mesh))
    shape = tuple(shape)
    if part.shape != layout.local_shape(shape):
        raise AssertionError(
            f"the part has shape {part.shape}, not {layout.local_shape(shape)}, which is that of process "
            f"{layout.ranks} of {layout.sizes} for the shape {shape} sharded along {axis}"
        )
    return _make(part, shape, layout)


def _as_axes(axis: Any, mesh: DeviceMesh) -> _Axes:
    return axis if type(axis) is tuple else (axis,) + (None,) * (mesh.ndim - 1)


def have_one_memory(x: DistributedArray, y: DistributedArray) -> bool:
    """Return whether the parts of two arrays have the same memory."""
    return x._part._tensor.untyped_storage().data_ptr() == y._part._tensor.untyped_storage().data_ptr()


def as_view(y: DistributedArray, x: DistributedArray, key: list[Any]) -> DistributedArray:
    """Return `y`, a copy of ``x[key]``, as a view of `x`, although its elements are on other processes."""
    t = y._part._tensor
    if have_one_memory(x, y) or base_of(t) is not None or not t.is_contiguous():
        y = like(wrap(t.clone(memory_format=torch.contiguous_format)), y)
    layout, index = y._layout, tuple(key)

    def write(x: Any, y: Any) -> None:
        x[index] = y

    return stand_for(y, x, lambda x: relayout(x[index], layout.axes), write, key)


def check_writable(x: DistributedArray) -> None:
    """Raise ValueError on all processes if `x` is broadcast: functions that write notice it only on some."""
    t = x._part._tensor
    is_view = 0 in t.stride() and (t.numel() or base_of(t) is not None)  # memory without elements may have any steps
    if is_view and not set(broadcast_axes(x._shape, t.stride())) <= set(x._layout.axes):
        raise read_only()


def layout_among(*xs: Any) -> Layout:
    """Return the layout of the first distributed array; raise ValueError if there are two meshes."""
    layouts = [x._layout for x in xs if type(x) is DistributedArray]
    for x in xs:
        check_mesh(x, layouts[0].mesh)
    return layouts[0]


def check_mesh(x: Any, mesh: DeviceMesh) -> None:
    """Raise ValueError for a distributed array of another mesh."""
    if type(x) is DistributedArray and x._layout.mesh is not mesh and x._layout.mesh != mesh:
        raise ValueError("arrays of two meshes; move one with to_device()")


def mesh_of(*xs: Any) -> DeviceMesh:
    """Return the mesh of the distributed arrays among `xs`; raise ValueError if there are two."""
    return layout_among(*xs).mesh


def _recut(
    t: torch.Tensor, shape: Sequence[int], mesh: DeviceMesh, dim: int, old: int | None, new: int | None
) -> torch.Tensor:
    """Return this process's part of an array after sharding axis `new` over a mesh dimension, instead of `old`.

    `shape` is the shape of what the processes along that dimension have together.
    """
    size, rank = mesh.size(dim), mesh.get_local_rank(dim)
    if old is None:
        start, stop = chunk(shape[new], size, rank)  # type: ignore[index]
        return collectives.sum_of_gradients(t, mesh, dim).narrow(new, start, stop - start)  # type: ignore[arg-type]
    rows = t.movedim(old, 0)
    if new is None:
        n, longest = shape[old], chunk(shape[old], size, 0)[1]
        missing = longest - rows.shape[0]
        if missing:
            rows = torch.cat([rows, rows.new_zeros((missing, *rows.shape[1:]))])
        stacked = collectives.all_gather(rows, mesh, dim)
        return stacked.reshape(size * longest, *rows.shape[1:])[:n].movedim(0, old)
    # each process gets its columns of all rows: some rows at a time, or some columns if there are more of them
    columns = [chunk(shape[new], size, r) for r in range(size)]
    held = [chunk(shape[old], size, r) for r in range(size)]
    local = list(t.shape)
    local[old], local[new] = shape[old], columns[rank][1] - columns[rank][0]
    result = t.new_empty(local)
    by_rows = held[0][1] >= columns[0][1]
    nbytes = held[0][1] * math.prod(n for axis, n in enumerate(t.shape) if axis != old) * t.itemsize
    longer = held if by_rows else columns
    for first, last in collectives.steps(longer[0][1], 0 if t.requires_grad else nbytes):
        part = [(min(start + first, stop), min(start + last, stop)) for start, stop in longer]
        lines, some = (part, columns) if by_rows else (held, part)
        own, left = lines[rank][0] - held[rank][0], some[rank][0] - columns[rank][0]
        given = t.narrow(old, own, lines[rank][1] - lines[rank][0])
        sent = [given.narrow(new, start, stop - start) for start, stop in some]
        local[new] = some[rank][1] - some[rank][0]
        sizes = [(*local[:old], stop - start, *local[old + 1 :]) for start, stop in lines]
        for (start, stop), piece in zip(lines, collectives.exchange(sent, sizes, mesh, dim), strict=True):
            result.narrow(old, start, stop - start).narrow(new, left, local[new]).copy_(piece)
    return result


def relayout(
    x: DistributedArray, axes: _Axes, why: str | None = "a change of the axes that are sharded"
) -> DistributedArray:
    """Return the same array sharded along `axes`, one for each dimension of the mesh.

    If that brings more than `SMALL` bytes to all processes along a dimension of the mesh, it is a gather for `why`;
    None is for conversions that the user asked for.
    """
    layout = x._layout
    if layout.axes == axes:
        return x
    t, mesh, now = x._part._tensor, layout.mesh, list(layout.axes)
    everywhere = mesh_of_all(mesh) if mesh.ndim > 1 and not t.requires_grad else None
    if everywhere is not None and any(axis is not None for axis in axes):
        new = layout_of(mesh, axes)
        if any(a is None and old is not None for a, old in zip(axes, now, strict=True)):
            _note(why, x, new.local_shape(x._shape))
        return _make(wrap(_in_blocks(t, x._shape, layout, new, everywhere)), x._shape, new)
    # Axes are first freed, because an axis is sharded over one dimension of the mesh only.
    for dim, (old, wanted) in enumerate(zip(layout.axes, axes, strict=True)):
        moves = wanted is None or wanted in now[:dim] + now[dim + 1 :] or mesh.ndim > 1
        if old != wanted and moves and old is not None:
            along = _shape_along(x._shape, layout, now, dim)
            _note(why, x, along)
            t = _recut(t, along, mesh, dim, old, None)
            now[dim] = None
    for dim, wanted in enumerate(axes):
        if now[dim] != wanted:
            t = _recut(t, _shape_along(x._shape, layout, now, dim), mesh, dim, now[dim], wanted)
            now[dim] = wanted
    return _make(wrap(t.contiguous()), x._shape, layout_of(mesh, axes))


def _note(why: str | None, x: DistributedArray, shape: Sequence[int]) -> None:
    """Note that a process gets the part of shape `shape` of an array, if it is large."""
    if why is not None and (nbytes := math.prod(shape) * x.itemsize) > SMALL:
        gathered(why, x._shape, nbytes)


def _in_blocks(t: torch.Tensor, shape: Sequence[int], old: Layout, new: Layout, everywhere: DeviceMesh) -> torch.Tensor:
    """Return this process's part of an array in another layout: each process sends the elements that others need.

    `everywhere` has the processes of the mesh in one dimension.
    """
    rank, places = everywhere.get_local_rank(), list(np.ndindex(*old.sizes))
    held, wanted = ([layout.bounds(shape, place) for place in places] for layout in (old, new))
    # Where several processes have the same part, each sends only to those at its place along the replicated dimensions.
    alike = [dim for dim, axis in enumerate(old.axes) if axis is None]
    others = [all(place[dim] == places[rank][dim] for dim in alike) for place in places]
    result = t.new_empty(new.local_shape(shape))
    axis = max(range(len(shape)), key=shape.__getitem__)
    # the largest part of all, so that all processes take the same number of steps
    most = max(math.prod(stop - start for start, stop in block) for block in (*held, *wanted))
    for first, last in collectives.steps(shape[axis], most * t.itemsize):
        pieces, sizes, targets = [], [], []
        for other, is_near in enumerate(others):
            sent = _common(held[rank], wanted[other], axis, first, last) if is_near else None
            pieces.append(t[_within(sent, held[rank])] if sent else t.reshape(-1)[:0])
            got = _common(held[other], wanted[rank], axis, first, last) if is_near else None
            sizes.append([stop - start for start, stop in got] if got else [0])
            targets.append(got)
        for target, piece in zip(targets, collectives.exchange(pieces, sizes, everywhere), strict=True):
            if target:
                result[_within(target, wanted[rank])] = piece
    return result


_Block = Sequence[tuple[int, int]]


def _common(a: _Block, b: _Block, axis: int, first: int, last: int) -> list[tuple[int, int]]:
    """Return the bounds of the overlap of two blocks, between two places along an axis; empty if none."""
    found = [(max(p[0], q[0]), min(p[1], q[1])) for p, q in zip(a, b, strict=True)]
    found[axis] = max(found[axis][0], first), min(found[axis][1], last)
    return found if all(start < stop for start, stop in found) else []


def _within(a: _Block, b: _Block) -> tuple[slice, ...]:
    """Return the key that selects a block from a larger block."""
    return tuple(slice(p[0] - q[0], p[1] - q[0]) for p, q in zip(a, b, strict=True))


def _shape_along(shape: Sequence[int], layout: Layout, axes: Sequence[int | None], dim: int) -> tuple[int, ...]:
    """Return the shape of the block that the processes along one dimension of the mesh share."""
    others = tuple(None if i == dim else axis for i, axis in enumerate(axes))
    return layout_of(layout.mesh, others).local_shape(shape)


def reaxis(x: DistributedArray, axis: Any) -> DistributedArray:
    """Return the same array sharded along `axis` (all-to-all), or replicated if it is None (all-gather)."""
    return relayout(x, _as_axes(axis, x._layout.mesh))


def whole(x: Any) -> Any:
    """Return the whole array as a plain array on every process; other objects are returned unchanged.

    For conversions that the user asked for. Elsewhere, `replicated` lets the guard see the gather.
    """
    if type(x) is not DistributedArray:
        return x
    if not x._layout.cut:
        return x._part
    return relayout(x, (None,) * len(x._layout.axes), None)._part


def replicated(x: Any, why: str) -> Any:
    """Return the whole array as a plain one for the function `why`; the guard raises if it is large."""
    if type(x) is DistributedArray and x._layout.cut:
        gathered(why, x._shape, x.nbytes)
    return whole(x)


def beside(part: ndarray, layout: Layout, axes: _Axes) -> ndarray:
    """Return a part, sharded along `axes`, for use with the parts of an array with layout `layout`.

    Processes that have it alike use it with rows of their own; its gradient is the sum of theirs.
    """
    t = part._tensor
    if not t.requires_grad:
        return part
    for dim, (axis, own) in enumerate(zip(layout.axes, axes, strict=True)):
        if axis is not None and own is None:
            t = collectives.sum_of_gradients(t, layout.mesh, dim)
    return wrap(t)


def place(x: ndarray, mesh: DeviceMesh, axis: Any) -> DistributedArray:
    """Return a plain array, equal on every process, as a distributed one. Axes that it lacks are not sharded."""
    if is_wrapped(x._tensor):
        collectives.refuse_transforms()
    axes = tuple(None if a is None or a >= x.ndim else a for a in _as_axes(axis, mesh))
    none = _make(x, x.shape, layout_of(mesh, (None,) * mesh.ndim))
    return relayout(none, axes)


def from_dtensor(t: DTensor) -> DistributedArray:
    """Return a `DTensor` as an array, with its memory and autograd graph unless it has to be redistributed."""
    wanted: list[Any] = []
    taken: set[int | None] = set()
    for p in t.placements:
        axis = p.dim if type(p) is Shard else None
        wanted.append(Replicate() if axis in taken or axis is None else p)
        taken.add(axis)
    if tuple(wanted) != tuple(t.placements):
        t = t.redistribute(placements=wanted)
    axes = tuple(p.dim if isinstance(p, Shard) else None for p in wanted)
    part = t.to_local()
    return rewrap(part, tuple(t.shape), axes, t.device_mesh)
