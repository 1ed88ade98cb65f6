"""Write against the array API standard."""

from types import ModuleType
from typing import Any, Protocol

import xp_torch as xp


class Array(Protocol):
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def ndim(self) -> int: ...
    def __add__(self, other: Any, /) -> Any: ...
    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any: ...


def softmax(x: Array) -> Any:
    ns: ModuleType = x.__array_namespace__()
    e = ns.exp(x + (-ns.max(x)))
    return e / ns.sum(e)


print(softmax(xp.ones(3)))
info = xp.__array_namespace_info__()
print(info.devices(), info.default_device(), info.dtypes())
n: xp.ndarray = xp.from_dlpack(xp.ones(3))
u = xp.unique_all(n)
print(u.values, u.counts, xp.isdtype(n.dtype, ("real floating", "integral")))
