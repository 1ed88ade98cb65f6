"""The record of an elementwise operation, and NumPy's search for the loop that serves a dtype."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from xp_torch._facts.dtypes import KIND, REAL, of_kind
from xp_torch._facts.promotion import can_cast
from xp_torch._kernels.elementwise.loops import LOOPS

__all__ = ["Op"]


@dataclass(frozen=True)
class Op:
    """An elementwise operation.

    `result` says what the loops return beside their own dtype; `integers` whether integers without a loop go to the
    smallest floating dtype that holds them ("smallest", NumPy's search) or the default one; `no_bool` is the error for
    booleans where NumPy refuses them; `check` looks at Python scalars once the result is known to fit `out`;
    `integer_second` keeps the second operand in its own integer dtype.
    """

    name: str
    nin: int
    summary: str
    example: tuple[str, str]
    nout: int = 1
    aliases: tuple[str, ...] = ()
    operator: str | None = None
    identity: Any = None
    comparison: bool = False
    result: str = "same"
    integers: str = "smallest"
    no_bool: str | None = None
    check: Callable[[torch.dtype, tuple], None] | None = None
    integer_second: bool = False
    loops: dict[torch.dtype, Callable] = field(init=False)
    #: dtype that operands of a dtype are cast to, where NumPy's search finds a loop for it.
    resolution: dict[torch.dtype, torch.dtype] = field(init=False)

    def __post_init__(self) -> None:
        loops = LOOPS[self.name]
        found = {}
        for d in of_kind("biufc"):
            if d in loops:
                found[d] = d
            elif not (KIND[d] == "b" and self.no_bool is not None) and not (
                KIND[d] in "biu" and self.integers == "default"
            ):
                wider = [loop for loop in of_kind("biufc") if loop in loops and can_cast(d, loop)]
                if wider:
                    found[d] = wider[0]
        object.__setattr__(self, "loops", loops)
        object.__setattr__(self, "resolution", found)

    def result_dtype(self, loop: torch.dtype) -> torch.dtype:
        """Return the dtype of the (first) result of the loop of dtype `loop`."""
        if self.result == "bool":
            return torch.bool
        if self.result == "uint8":
            return torch.uint8
        return REAL[loop] if self.result == "real" else loop
