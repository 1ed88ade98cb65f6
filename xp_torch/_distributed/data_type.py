"""Functions of dtypes: the dtype of an array is that of its parts."""

from __future__ import annotations

from typing import Any

from xp_torch._distributed.array import local
from xp_torch._distributed.door import plain_function, rule

__all__: list[str] = []


def _of_dtypes(name: str) -> None:
    @rule(name, meshes=True)
    def _(*args: Any, **options: Any) -> Any:
        return plain_function(name)(*map(local, args), **options)


for _name in ("can_cast", "result_type"):
    _of_dtypes(_name)
