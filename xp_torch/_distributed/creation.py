"""Functions with an argument `device`: arrays that are made on a `Device`."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from inspect import signature
from typing import Any

import torch
from torch.distributed.tensor import DTensor

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._distributed import collectives
from xp_torch._distributed.array import (
    DistributedArray,
    from_dtensor,
    have_one_memory,
    local,
    place,
    relayout,
    replicated,
    rewrap,
    whole,
)
from xp_torch._distributed.dispatch import enter, map_arrays, on_device, plain_function, rule
from xp_torch._distributed.elementwise import elementwise
from xp_torch._distributed.io import load
from xp_torch._distributed.layout import Device, layout_of
from xp_torch._distributed.random import METHODS, default_rng, drawn
from xp_torch._distributed.rows import evened_counts
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import as_dtype
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.shapes import normalize_shape
from xp_torch._functions.creation.arguments import check_like, given_dtype
from xp_torch._functions.creation.ranges import arange_arguments, as_samples, linspace_ends, sample_count
from xp_torch._functions.fft.frequencies import frequencies_of, point_count
from xp_torch._kernels import creation as kernels

#: Functions whose elements are alike, so that each process makes its part alone.
_FILLED = frozenset({"empty", "full", "ones", "zeros"})
#: Matrices whose elements depend on the distance from a diagonal.
_DIAGONAL = frozenset({"eye", "tri"})
#: Functions of their first argument and the device.
_OWN: dict[str, Any] = {"load": load, "random.default_rng": default_rng}


def _in_steps(n: int, dtype: torch.dtype, device: Device, make: Callable[[int, int], torch.Tensor]) -> DistributedArray:
    """Return the vector that is joined from pieces ``make(start, stop)``, made in steps."""
    layout = layout_of(device.mesh, tuple(None if a else a for a in device.axes))
    first, last = (0, n) if 0 not in layout.axes else layout.span(layout.axes.index(0), n)
    part = torch.empty(last - first, dtype=dtype, device=layout.device)
    for start, stop in collectives.steps(last - first, part.nbytes):
        part[start:stop] = make(first + start, first + stop)
    return rewrap(part, (n,), layout.axes, device.mesh)


def _range(
    device: Device,
    first: Any = NO_VALUE,
    stop: Any = None,
    step: Any = 1,
    dtype: Any = None,
    *,
    start: Any = NO_VALUE,
    like: Any = None,
) -> Any:
    check_like(like)
    if start is NO_VALUE:
        start = first
    elif stop is None or first is not NO_VALUE:
        return NotImplemented  # the function raises
    given = arange_arguments(start, stop, step, dtype, layout_of(device.mesh, device.axes).device)
    return _in_steps(given[2], given[3], device, lambda first, last: kernels.arange(*given, first, last))


def _even(
    device: Device,
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    count, target = sample_count(num), given_dtype(dtype)
    ends = linspace_ends("linspace", start, stop, layout_of(device.mesh, device.axes).device, target)
    if retstep or axis not in (0, -1) or any(end.ndim or end.requires_grad for end in ends):
        return NotImplemented
    kind = ends[0].dtype if target is None else target

    def make(first: int, last: int) -> torch.Tensor:
        return as_samples(kernels.linspace(*ends, count, endpoint, first, last)[0], target)

    return _in_steps(count, kind, device, make)


def _frequencies(name: str, device: Device, n: Any, d: Any = 1.0, *, dtype: Any = None) -> DistributedArray:
    count, own = point_count(n), layout_of(device.mesh, device.axes).device

    def make(first: int, last: int) -> torch.Tensor:
        return frequencies_of(name, count, d, dtype, own, first, last)._tensor

    return _in_steps(count // 2 + 1 if name == "rfftfreq" else count, make(0, 0).dtype, device, make)


#: Functions that make a part of a vector alone.
_RANGES: dict[str, Any] = {
    "arange": _range,
    "linspace": _even,
    "fft.fftfreq": partial(_frequencies, "fftfreq"),
    "fft.rfftfreq": partial(_frequencies, "rfftfreq"),
}


@on_device
def _made(name: str, args: tuple, kwargs: dict[str, Any], device: Device) -> Any:
    """Return the result of a function on a `Device`: each process makes the array, and keeps its part."""
    function = plain_function(name)
    if name in _OWN:
        return _OWN[name](args[0], device)
    if name in METHODS:
        return drawn(name, args, kwargs, device)
    arguments = signature(function).bind(*args, **kwargs)
    given = arguments.arguments
    if name in _RANGES and not any(isinstance(v, ndarray) for v in given.values()):
        made = _RANGES[name](device, **{k: v for k, v in given.items() if k != "device"})
        if made is not NotImplemented:
            return made
    first = next(iter(given.values()))
    mesh, axes = device.mesh, device.axes
    given["device"] = layout_of(mesh, axes).device
    if name in _FILLED and not isinstance(given.get("fill_value"), ndarray):
        shape = normalize_shape(given["shape"])
        layout = layout_of(mesh, tuple(None if a is None or a >= len(shape) else a for a in axes))
        given["shape"] = layout.local_shape(shape)
        return rewrap(function(*arguments.args, **arguments.kwargs), shape, layout.axes, mesh)
    if name in _DIAGONAL and axes[0] == 0 and not any(axes[1:]) and not isinstance(first, ndarray):
        start, stop = layout_of(mesh, (0, *axes[1:])).span(0, first)
        arguments.apply_defaults()
        given = arguments.arguments
        columns = first if given["M"] is None else given["M"]
        given.update({next(iter(given)): stop - start, "M": columns, "k": given["k"] + start})
        return rewrap(function(*arguments.args, **arguments.kwargs), (first, columns), (0, *axes[1:]), mesh)
    if type(first) is DistributedArray:
        if name == "to_device":
            return to_device(first, device)
        given["device"] = None
        made = enter(name, arguments.args, arguments.kwargs)
        return to_device(made, device)
    for key in list(given):
        given[key] = map_arrays(given[key], lambda x: replicated(x, name))
    made = function(*arguments.args, **arguments.kwargs)
    if not isinstance(made, ndarray):
        return made
    placed = place(made, mesh, axes)
    if placed._layout.cut:
        collectives.check_alike(name, made._tensor, mesh, device)
    # a copy: it lets the memory of the whole be freed, and no process alone writes to an argument
    return placed.__copy__() if placed._layout.cut else placed


def to_device(x: DistributedArray, device: Device) -> DistributedArray:
    """Return the same array on a `Device`: sharded along its axis."""
    if x._layout.mesh != device.mesh:
        return place(whole(x), device.mesh, device.axes)
    y = relayout(x, tuple(None if a is None or a >= x.ndim else a for a in device.axes), None)
    return y.__copy__() if y is not x and have_one_memory(x, y) else y


@rule("to_device")
def _to_device(self: Any, device: Any, /, *, stream: Any = None) -> Any:
    return to_device(self, device) if isinstance(device, Device) else whole(self).to_device(device, stream=stream)


@rule("asanyarray", "array")
@rule("asarray")
def _asarray(a: Any, *args: Any, **kwargs: Any) -> Any:
    if isinstance(a, DTensor):
        collectives.check_alike("asarray", a, a.device_mesh, a.placements)
        a = from_dtensor(a)
    if type(a) is not DistributedArray:
        return NotImplemented  # a list of distributed arrays
    device = kwargs.get("device")
    if device is not None:
        return plain_function("asarray")(whole(a), *args, **kwargs)
    kwargs = {k: v for k, v in kwargs.items() if k not in ("subok", "ndmax", "like")}
    ndmin = kwargs.pop("ndmin", 0)
    if ndmin > a.ndim:
        a = a[(None,) * (ndmin - a.ndim)]
    part = plain_function("asarray")(a._part, *args, **kwargs)
    return a if part is a._part else rewrap(part, a.shape, a._layout.axes, a._layout.mesh)


@rule("from_dlpack")
def _from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Any:
    return _asarray(x, device=device, copy=copy)


@rule("astype")
def _astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    if device is not None:
        return plain_function("astype")(whole(x), dtype, copy=copy, device=device)
    part = plain_function("astype")(x._part, dtype, copy=copy)
    return x if part is x._part else rewrap(part, x.shape, x._layout.axes, x._layout.mesh)


@rule("empty_like", "full_like", "ones_like", "zeros_like", named=True)
def _like(name: str, *args: Any, **kwargs: Any) -> Any:
    function = plain_function(name)
    arguments = signature(function).bind(*args, **kwargs)
    given = arguments.arguments
    x, fill = next(iter(given.values())), given.get("fill_value")
    if given.get("shape") is not None or given.get("device") is not None or type(x) is not DistributedArray:
        return NotImplemented
    if type(fill) is DistributedArray:
        return elementwise(name, lambda part, value: function(part, value, dtype=given.get("dtype")), (x, fill))
    key = next(iter(given))
    given[key] = x._part
    return rewrap(function(*arguments.args, **arguments.kwargs), x.shape, x._layout.axes, x._layout.mesh)


@rule("copy")
def _copy(a: Any, *args: Any, **kwargs: Any) -> Any:
    return a.__copy__()


def from_local(rows: ArrayLike, device: Device) -> DistributedArray:
    """Return the array that joins the rows of all processes in order.

    Every process calls it with its own rows, which may be of any number; they are moved to where they belong.

    Parameters
    ----------
    rows : array_like
        Rows of this process, along the axis of `device`. The other sizes and the dtype must be the same on all
        processes.
    device : Device
        Mesh of one dimension, and the axis along which rows follow each other.

    Returns
    -------
    ndarray
        The array on `device`.

    Raises
    ------
    ValueError
        On all processes, if the dtypes differ, or the sizes along other axes.
    """
    if not isinstance(device, Device):
        raise TypeError(f"from_local: device must be a Device, got {type(device).__name__}")
    mesh, axis = device.mesh, device.axis
    if mesh.ndim != 1 or axis is None:
        raise ValueError("from_local: device must have a mesh of one dimension and an axis")
    t = collectives.agreed(lambda: as_tensor(local(rows)), mesh)
    n, others = (0, ()) if t.ndim <= axis else (t.shape[axis], (*t.shape[:axis], *t.shape[axis + 1 :]))
    alike = t.ndim > axis, zlib.crc32(f"{others} {t.dtype}".encode())
    found = collectives.gather_ints([n, *alike], mesh)
    if any(not has_axis or kind != alike[1] for _, has_axis, kind in found):
        raise ValueError(
            f"from_local: the arrays of all processes must have one dtype, the axis {axis}, and the same sizes along "
            f"others; this process gave the shape {tuple(t.shape)} and the dtype {as_dtype(t.dtype)}"
        )
    t = t.movedim(axis, 0)
    counts = [count for count, *_ in found]
    rows = evened_counts(t, counts, mesh)
    part = (rows.clone() if rows is t else rows).movedim(0, axis)
    shape = list(part.shape)
    shape[axis] = sum(counts)
    return rewrap(wrap(part.contiguous()), shape, axis, mesh)
