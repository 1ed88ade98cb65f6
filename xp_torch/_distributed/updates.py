"""``x.at[key]`` of distributed arrays."""

from __future__ import annotations

from typing import Any

from xp_torch._array.ndarray import ndarray
from xp_torch._distributed.array import place, replicated
from xp_torch._distributed.dispatch import map_arrays, rule
from xp_torch._functions.indexing.at import IndexedUpdate, IndexedUpdates, check_promises

_IN_BOUNDS = (None, "promise_in_bounds")


class _Updates(IndexedUpdates):
    """The updates of a distributed array; each returns a new array."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> IndexedUpdate:
        return _Update(self._array, key)


class _Update(IndexedUpdate):
    """A distributed array and an index. Sets happen in the parts; other updates gather the array."""

    __slots__ = ()

    def get(self, *, mode: str | None = None, fill_value: Any = None, **promises: bool) -> ndarray:
        check_promises(promises)
        if mode in _IN_BOUNDS:
            return self._array[self._key].copy()
        return self._on_whole("get", mode=mode, fill_value=fill_value, **promises)

    def _update(self, name: str, value: Any, mode: str | None, promises: dict[str, bool]) -> ndarray:
        check_promises(promises)
        if name == "set" and mode in _IN_BOUNDS:
            new = self._array.copy()
            new[self._key] = value
            return new
        return self._on_whole("_update", name, map_arrays(value, lambda v: replicated(v, "at")), mode, promises)

    def _on_whole(self, method: str, *args: Any, **kwargs: Any) -> ndarray:
        x: Any = self._array
        key = map_arrays(self._key, lambda k: replicated(k, "at"))
        result = getattr(IndexedUpdate(replicated(x, "at"), key), method)(*args, **kwargs)
        return place(result, x._layout.mesh, x._layout.axes if result.shape == x.shape else None)


@rule("ndarray.at")
def _at(self: Any) -> Any:
    return _Updates(self)
