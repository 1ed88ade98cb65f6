"""Functions of dtypes, which ask the parts of an array, and views with another dtype."""

from __future__ import annotations

from typing import Any

from xp_torch._array.ndarray import ndarray
from xp_torch._distributed.array import local, rewrap
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.movement import outline
from xp_torch._facts.no_value import NO_VALUE


@rule("can_cast", "result_type", named=True)
def _(name: str, *args: Any, **options: Any) -> Any:
    return plain_function(name)(*map(local, args), **options)


@rule("ndarray.view")
def _view(self: Any, dtype: Any = NO_VALUE, type: Any = NO_VALUE) -> Any:
    if type not in (NO_VALUE, ndarray):
        return NotImplemented
    shape = outline("ndarray.view", self, dtype).shape
    if shape != self._shape and self.ndim - 1 in self._layout.axes:
        return NotImplemented
    return rewrap(plain_function("ndarray.view")(self._part, dtype), shape, self._layout.axes, self._layout.mesh)
