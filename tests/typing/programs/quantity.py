"""Write a subclass with an attribute."""

from typing import Any

import xp_torch as xp


class Quantity(xp.ndarray):
    unit: str = ""

    def __array_finalize__(self, obj: Any, /) -> None:
        self.unit = getattr(obj, "unit", "")

    def to(self, unit: str) -> "Quantity":
        new = self.copy().view(Quantity)
        new.unit = unit
        return new


q = xp.asarray([1.0, 2.0]).view(Quantity)
q.unit = "m"
print(q.to("km").unit, q.view(), q.view(xp.ndarray))
same = q.view().unit
t = xp.ones(3).view(xp.int64)
print(t.dtype, t.view("float64"), same)
