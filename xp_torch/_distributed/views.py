"""Copies that stand for NumPy's views when the elements are on other processes, such as slices of a sharded axis.

What is written to such a copy is written to the array that it is a view of too. A copy whose array was written to is
read anew when it is used next: until then, its arrays have no attribute `_part`.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.ndarray import wrap
from xp_torch._distributed.collectives import gather_ints, refuse_transforms
from xp_torch._facts.torch_state import base_of


class _Memory:
    """The bookkeeping of memory that copies were made of, or that is itself a copy; it lives with the storage."""

    __slots__ = ("__weakref__", "arrays", "busy", "copies", "form", "key", "read", "source", "stale", "whole", "write")

    form: Any
    key: Any
    read: Callable[[Any], Any]
    write: Callable[[Any, Any], None]
    whole: weakref.ref[Any]

    def __init__(self) -> None:
        #: The memories of its copies.
        self.copies: weakref.WeakSet[_Memory] = weakref.WeakSet()
        #: Returns the array that this is a copy of; None if this is not a copy.
        self.source: Callable[[], Any] | None = None
        #: The arrays that have the memory of a copy.
        self.arrays: list[weakref.ref[Any]] = []
        self.busy = self.stale = False


#: The memories, by the storage of the part of each, which torch keeps as one object.
_MEMORIES: weakref.WeakKeyDictionary[torch.UntypedStorage, _Memory] = weakref.WeakKeyDictionary()


def _memory_of(x: Any) -> _Memory | None:
    refuse_transforms()  # their tensors have no storage
    return _MEMORIES.get(x._part._tensor.untyped_storage())


def stand_for(
    y: Any,
    x: Any,
    read: Callable[[Any], Any],
    write: Callable[[Any, Any], None],
    key: Any = None,
    source: Callable[[], Any] | None = None,
) -> Any:
    """Make `y`, which has its own memory, behave as a view of `x`.

    Parameters
    ----------
    read, write : callable
        ``read(x)`` returns the elements of the view anew, ``write(x, y)`` writes them.
    key : list, optional
        Index that selects the view.
    source : callable, optional
        Function that returns `x`, or None if `y` is an array of its own. By default `y` keeps `x`.
    """
    base = _memory_of(x)
    if base is None:
        base = _MEMORIES[x._part._tensor.untyped_storage()] = _Memory()
    t, memory = y._part._tensor, _Memory()
    memory.source, memory.read, memory.write, memory.key = source or (lambda: x), read, write, key
    memory.form = y._shape, y._layout, t.dtype, tuple(t.shape), t.stride()
    memory.whole = weakref.ref(y)
    memory.arrays.append(memory.whole)
    _MEMORIES[t.untyped_storage()] = memory
    base.copies.add(memory)
    return y


def copied_from(y: Any) -> tuple[Any, Any]:
    """Return the array and the index that `y` is a copy of, or None and None."""
    memory = _memory_of(y)
    if memory is None or memory.source is None or memory.key is None or memory.whole() is not y:
        return None, None
    return memory.source(), memory.key


def refuse_writes(y: Any, name: str, x: Any = None, read: Callable[[Any], Any] = lambda x: x) -> Any:
    """Return `y`, a copy where NumPy has a view, as an array that refuses writes.

    `name` is the function that returns it, for the message.

    If `x` is given, `y` is read anew by ``read(x)`` when that is written to.
    """

    def write(x: Any, y: Any) -> None:
        raise ValueError(f"{name} returns a copy of an array that is sharded over processes; write to the array itself")

    # A copy that kept itself would never be freed; `write` needs no array.
    return stand_for(y, y if x is None else x, read, write, source=(lambda: True) if x is None else None)


def is_copy(y: Any) -> bool:
    """Return whether `y` is a copy that stands for a view, or shares its memory."""
    memory = _memory_of(y)
    return memory is not None and memory.source is not None


def shares(y: Any) -> None:
    """Note that `y` is a view; if it shares the memory of a copy, both are read anew together."""
    if is_copy(y):
        memory: Any = _memory_of(y)
        memory.arrays = [r for r in memory.arrays if r() is not None]
        memory.arrays.append(weakref.ref(y))


def changed(x: Any) -> None:
    """Record a write to `x`: mark its copies as out of date, and write through to the array it copies."""
    memory = _memory_of(x)
    if memory is None:
        return
    for copy in memory.copies:
        _expire(copy)
    source = _source(memory)
    if source is not None:
        memory.busy = True  # the write is not news to it
        try:
            memory.write(source, _whole(memory, x))
        finally:
            memory.busy = False


def _arrays(memory: _Memory) -> list[Any]:
    return [x for r in memory.arrays if (x := r()) is not None]


def _expire(memory: _Memory) -> None:
    if memory.busy or memory.stale:
        return
    memory.stale = True
    for y in _arrays(memory):
        y._held = y._part, memory
        del y._part
    for copy in memory.copies:
        _expire(copy)


def part_anew(y: Any) -> Any:
    """Read an outdated copy anew, and return its part."""
    part, memory = y._held
    memory.stale = False
    for x in _arrays(memory):
        x._part = x._held[0]
        del x._held
    source = _source(memory)
    if source is not None:
        target = _whole(memory, y)._part._tensor
        target.copy_(memory.read(source)._part._tensor)
    return part


def _source(memory: _Memory) -> Any:
    """Return the array that a copy was made of, or None; all processes get the same answer."""
    if memory.source is None:
        return None
    x = memory.source()
    mesh = memory.form[1].mesh
    for dim in range(mesh.ndim if memory.key is None else 0):
        x = x if all(found for (found,) in gather_ints([x is not None], mesh, dim)) else None
    if x is None:
        memory.source = None
    return x


def _whole(memory: _Memory, y: Any) -> Any:
    """Return the whole copy, given `y`, which may be a view of it."""
    shape, layout, dtype, sizes, strides = memory.form
    t = y._part._tensor
    base = base_of(t)
    t = t if base is None else base
    if (t.dtype, tuple(t.shape), t.stride()) != (dtype, sizes, strides):  # in inference mode views have no base
        t = torch.empty(0, dtype=dtype, device=t.device).set_(t.untyped_storage(), 0, sizes, strides)
    whole = object.__new__(type(y))
    whole._part, whole._dtype, whole._shape, whole._layout = wrap(t), t.dtype, shape, layout
    return whole
