"""The record of an elementwise operation, and NumPy's search for the loop that a dtype uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np
import torch

from xp_torch._facts.dtypes import KIND, REAL, of_kind
from xp_torch._facts.promotion import can_cast
from xp_torch._kernels.elementwise.loops import Loops, make_kernels, make_loops
from xp_torch._kernels.elementwise.shortcuts import NONE, SHORTCUTS, Shortcuts


@dataclass(frozen=True)
class Op:
    """Record of what an elementwise operation means, whose `shortcuts` say how the CPU computes it."""

    name: str
    nin: int
    #: torch's kernel, and the kinds of dtypes that NumPy has loops for and this kernel may compute.
    kernel: Callable[..., Any] | None
    kinds: str
    summary: str
    example: tuple[str, str]
    _: KW_ONLY
    nout: int = 1
    aliases: tuple[str, ...] = ()
    #: Name of the special method, such as "add" for ``__add__``.
    operator: str | None = None
    comparison: bool = False
    #: What the loops return: "same" (their own dtype), "bool", "uint8" or "real" (the dtype of components).
    result: str = "same"
    identity: Any = None
    #: Dtype for integers without a loop: the smallest floating dtype that holds them (NumPy's search), or "default".
    integers: str = "smallest"
    #: Message of the error for booleans, where NumPy raises one.
    no_bool: str | None = None
    #: Checks the operands, after the result is known to fit `out`.
    check: Callable[[torch.dtype, tuple], None] | None = None
    #: Whether the second operand is an integer of its own dtype.
    integer_second: bool = False
    #: Whether reductions may take elements in any order; operations with an identity always do.
    reorderable: bool = False
    #: Names of the operands in the signature; by default ``x``, or ``x1, x2``.
    operands: tuple[str, ...] = ()
    #: For SciPy's ufuncs: the kernels by dtype, and the dtypes of the loops in the order in which SciPy searches them.
    given: Loops | None = None
    order: tuple[torch.dtype, ...] = ()
    shortcuts: Shortcuts = field(init=False)
    #: Kernels by dtype, and with NumPy's loops in front.
    kernels: Loops = field(init=False)
    loops: Loops = field(init=False)
    #: Dtype of the loop for each dtype that NumPy's search finds one for.
    resolution: dict[torch.dtype, torch.dtype] = field(init=False)

    def __post_init__(self) -> None:
        kernels = make_kernels(self.name, self.kernel, self.kinds) if self.given is None else self.given
        shortcuts = SHORTCUTS.get(self.name, NONE)
        loops = make_loops(self.name, kernels, shortcuts, self.kernel)
        resolution = {}
        for d in of_kind("biufc"):
            if d in loops:
                resolution[d] = d
            elif self.order:
                if self.order[0] is torch.float32 and can_cast(d, torch.float32):
                    resolution[d] = torch.float32  # a float64 found depends on the default dtype
            elif not (KIND[d] == "b" and self.no_bool is not None) and not (
                KIND[d] in "biu" and self.integers == "default"
            ):
                wider = next((loop for loop in of_kind("biufc") if loop in loops and can_cast(d, loop)), None)
                if wider is not None:
                    resolution[d] = wider
        facts: dict[str, Any] = {"kernels": kernels, "loops": loops, "resolution": resolution, "shortcuts": shortcuts}
        facts["operands"] = self.operands or (("x",) if self.nin == 1 else ("x1", "x2"))
        facts["reorderable"] = self.reorderable or self.identity is not None
        for name, value in facts.items():
            object.__setattr__(self, name, value)

    @property
    def ufunc_name(self) -> str:
        """The name that NumPy's (or SciPy's) ufunc and this package's have, such as "absolute" for `abs`."""
        return self.name.removeprefix("special.") if self.order else getattr(np, self.name).__name__

    @property
    def is_special(self) -> bool:
        """Whether this is one of SciPy's ufuncs; they are not associative."""
        return bool(self.order)

    def result_dtype(self, loop: torch.dtype) -> torch.dtype:
        """Return the dtype of the (first) result of the loop of dtype `loop`."""
        if self.result == "bool":
            return torch.bool
        if self.result == "uint8":
            return torch.uint8
        return REAL[loop] if self.result == "real" else loop


def read_texts(texts: str) -> dict[str, tuple[str, tuple[str, str]]]:
    """Return the summaries and examples by name: blocks of ``name: summary``, an expression and its value."""
    found = {}
    for block in texts.strip().split("\n\n"):
        title, expression, value = block.split("\n", 2)
        name, summary = title.split(": ", 1)
        found[name] = summary, (expression.removeprefix(">>> "), value)
    return found
