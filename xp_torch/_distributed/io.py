"""Files of arrays that are sharded over processes: each process writes and reads its part."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import host, wrap
from xp_torch._distributed import collectives
from xp_torch._distributed.array import DistributedArray, replicated, rewrap
from xp_torch._distributed.dispatch import map_arrays, plain_function, rule
from xp_torch._distributed.layout import Device, Layout, layout_of
from xp_torch._facts.dtypes import FROM_TORCH, WITHOUT_NUMPY


def _place(layout: Layout, shape: tuple[int, ...]) -> tuple[slice, ...]:
    """Return the key of this process's part in the whole array."""
    key = [slice(None)] * len(shape)
    for dim, axis in enumerate(layout.axes):
        if axis is not None:
            key[axis] = slice(*layout.span(dim, shape[axis]))
    return tuple(key)


@rule("save")
def _save(file: Any, arr: Any, allow_pickle: bool = True) -> Any:
    if not isinstance(file, (str, os.PathLike)) or arr._dtype in WITHOUT_NUMPY:
        return NotImplemented
    path, layout, shape = os.fspath(file), arr._layout, arr._shape
    path = path if path.endswith(".npy") else f"{path}.npy"
    dtype = FROM_TORCH[arr._dtype].__numpy_dtype__
    first = not any(layout.ranks)

    def create() -> None:
        if first:
            if arr.size:
                np.lib.format.open_memmap(path, "w+", dtype, shape).flush()
            else:
                np.save(path, np.zeros(shape, dtype))

    def write() -> None:
        # of the processes with the same part, the first one writes
        if arr._part.size and not any(r for r, a in zip(layout.ranks, layout.axes, strict=True) if a is None):
            memory = np.lib.format.open_memmap(path, "r+")
            memory[_place(layout, shape)] = host(arr._part._tensor)
            memory.flush()

    for step in (create, write):
        collectives.agreed(step, layout.mesh)
    return None


@rule("savez", "savez_compressed", "savetxt", "ndarray.tofile", "ndarray.dump", named=True)
def _by_first(name: str, *args: Any, **kwargs: Any) -> Any:
    """Write a file in one piece: the first process writes it."""
    given = [x for x in (*args, *kwargs.values()) if type(x) is DistributedArray]
    if not given or not any(isinstance(x, (str, os.PathLike)) for x in args[:2]):
        return NotImplemented
    layout = given[0]._layout
    args, kwargs = (map_arrays(v, lambda x: replicated(x, name)) for v in (args, kwargs))
    return collectives.agreed(lambda: None if any(layout.ranks) else plain_function(name)(*args, **kwargs), layout.mesh)


def load(file: Any, device: Device) -> DistributedArray:
    """Return the array in a ``.npy`` file on `device`: each process reads its part."""
    mesh = device.mesh
    memory = collectives.agreed(lambda: np.load(file, mmap_mode="r"), mesh)
    axes = tuple(None if a is None or a >= memory.ndim else a for a in device.axes)
    layout = layout_of(mesh, axes)
    part = np.array(memory[_place(layout, memory.shape)])
    return rewrap(wrap(as_tensor(part, device=layout.device)), memory.shape, axes, mesh)
