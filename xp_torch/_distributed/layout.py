"""How arrays are sharded over a `DeviceMesh`: `Device`, which users name, and `Layout`, which each array has."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh

from xp_torch._array.door import current_device, enter_block, leave_block


@contextmanager
def making_plain_arrays() -> Iterator[None]:
    """Make new arrays plain inside of a rule, also in a ``with device:`` block."""
    if current_device() is None:
        yield
        return
    enter_block(None)
    try:
        yield
    finally:
        leave_block()


def chunk(n: int, parts: int, rank: int) -> tuple[int, int]:
    """Return the bounds of part `rank` of `n` rows: its first row, and one past its last, as `torch.chunk` divides."""
    size = -(-n // parts)
    start = min(rank * size, n)
    return start, min(start + size, n)


class Device:
    """A mesh of processes, and the axis along which new arrays are sharded: a `device` for functions that make arrays.

    Two devices are equal if their meshes are.

    Parameters
    ----------
    mesh : torch.distributed.device_mesh.DeviceMesh
        Processes that hold the arrays.
    axis : int or None or tuple, default: 0
        Axis along which arrays are sharded over the first dimension of the mesh; None gives every process the whole.
        A tuple has an element for each dimension of the mesh. Arrays without that axis are not sharded.

    Examples
    --------
    >>> mesh = init_device_mesh("cpu", (4,))  # doctest: +SKIP
    >>> device = xp.distributed.Device(mesh)  # doctest: +SKIP
    >>> x = xp.zeros((1000, 8), device=device)  # doctest: +SKIP
    """

    __slots__ = ("axes", "mesh")

    #: What makes arrays on it, from a function and its arguments; `dispatch` sets it.
    _xp_function_: ClassVar[Any]

    def __init__(self, mesh: DeviceMesh, axis: int | tuple[int | None, ...] | None = 0) -> None:
        if not isinstance(mesh, DeviceMesh):
            raise TypeError(f"Device: mesh must be a torch.distributed DeviceMesh, got {type(mesh).__name__}")
        axes = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,) + (None,) * (mesh.ndim - 1)
        if len(axes) != mesh.ndim:
            raise ValueError(f"Device: axis has {len(axes)} elements, the mesh has {mesh.ndim} dimensions")
        axes = tuple(None if a is None else operator.index(a) for a in axes)
        given = [a for a in axes if a is not None]
        if min(given, default=0) < 0:
            raise ValueError(f"Device: axis must not be negative, got {axis}")
        if len(set(given)) != len(given):
            raise ValueError(f"Device: an axis can be sharded over one dimension of the mesh only, got {axis}")
        if mesh.get_coordinate() is None:
            raise ValueError("Device: this process is not in the mesh")
        self.mesh, self.axes = mesh, axes

    @classmethod
    def local(cls, axis: int | None = 0, type: str = "cpu") -> Device:
        """Return a device of this process alone, to try a program without ``torchrun``, as in a notebook.

        It makes the process group if there is none.

        Parameters
        ----------
        axis : int or None, default: 0
            Axis along which arrays are sharded on many processes.
        type : str, default: "cpu"
            Type of torch's device, such as "cuda".

        Returns
        -------
        Device
            A mesh of one process.

        Raises
        ------
        RuntimeError
            If the process group has several processes.

        Examples
        --------
        >>> device = xp.distributed.Device.local()  # doctest: +SKIP
        >>> x = xp.zeros((1000, 8), device=device)  # doctest: +SKIP
        """
        if not dist.is_initialized():
            dist.init_process_group("gloo" if type == "cpu" else None, store=dist.HashStore(), rank=0, world_size=1)
        if dist.get_world_size() > 1:
            raise RuntimeError(
                f"Device.local: the process group has {dist.get_world_size()} processes; give Device their mesh"
            )
        return cls(init_device_mesh(type, (1,)), axis)

    @property
    def axis(self) -> Any:
        """Axis that is sharded, or None; for a mesh of several dimensions a tuple."""
        return self.axes[0] if self.mesh.ndim == 1 else self.axes

    @property
    def type(self) -> str:
        """Type of the device of each process, such as "cpu" or "cuda"."""
        return self.mesh.device_type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self.mesh == other.mesh

    def __hash__(self) -> int:
        return hash(self.mesh)

    def __repr__(self) -> str:
        sizes = "x".join(map(str, self.mesh.shape))
        return f"Device({self.type}, {sizes} processes, axis={self.axis})"

    def __enter__(self) -> Device:
        enter_block(self)
        return self

    def __exit__(self, *error: object) -> None:
        leave_block()


class Layout:
    """The mesh of an array, and for each mesh dimension the axis that is sharded over it, or None."""

    __slots__ = ("axes", "cut", "device", "mesh", "ranks", "sizes")

    def __init__(self, mesh: DeviceMesh, axes: tuple[int | None, ...]) -> None:
        self.mesh, self.axes = mesh, axes
        self.sizes = tuple(mesh.size(i) for i in range(mesh.ndim))
        self.ranks = tuple(mesh.get_local_rank(i) for i in range(mesh.ndim))
        #: Whether an axis is sharded.
        self.cut = any(a is not None for a in axes)
        on_gpu = mesh.device_type != "cpu"
        name = f"{mesh.device_type}:{torch.get_device_module(mesh.device_type).current_device()}" if on_gpu else "cpu"
        self.device = torch.device(name)

    def span(self, dim: int, n: int) -> tuple[int, int]:
        """Return the bounds of this process's part of `n` rows that are sharded over a mesh dimension."""
        return chunk(n, self.sizes[dim], self.ranks[dim])

    def local_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape of this process's part of an array of shape `shape`."""
        return tuple(stop - start for start, stop in self.bounds(shape, self.ranks))

    def bounds(self, shape: Sequence[int], ranks: Sequence[int]) -> list[tuple[int, int]]:
        """Return the start and the end, along each axis, of the part of the process at `ranks` of the mesh."""
        found = [(0, n) for n in shape]
        for dim, axis in enumerate(self.axes):
            if axis is not None:
                found[axis] = chunk(shape[axis], self.sizes[dim], ranks[dim])
        return found


#: Each layout is made once, so that identity tells layouts apart. It keeps its mesh, whose `id` stays its own.
_LAYOUTS: dict[tuple[int, tuple[int | None, ...]], Layout] = {}


def layout_of(mesh: DeviceMesh, axes: tuple[int | None, ...]) -> Layout:
    """Return the layout of arrays on `mesh` whose axes `axes` are sharded."""
    key = id(mesh), axes
    if key not in _LAYOUTS:
        _LAYOUTS[key] = Layout(mesh, axes)
    return _LAYOUTS[key]


@functools.cache
def mesh_of_all(mesh: DeviceMesh) -> DeviceMesh | None:
    """Return a one-dimensional mesh of the processes of `mesh`, if it includes all processes; else None."""
    size = dist.get_world_size()
    return DeviceMesh(mesh.device_type, torch.arange(size)) if mesh.mesh.flatten().tolist() == [*range(size)] else None


def last_mesh() -> DeviceMesh | None:
    """Return the mesh of the newest layout, or None if there is no layout."""
    return next(reversed(_LAYOUTS.values())).mesh if _LAYOUTS else None
