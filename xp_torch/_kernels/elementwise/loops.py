"""Loops of the elementwise operations: for each dtype, a kernel that returns what NumPy's loop for the dtype returns.

A loop takes tensors of its dtype, which broadcast. Which dtypes have one follows NumPy's ``ufunc.types``, with bfloat16
beside float16. Where torch's own kernel is right, it is the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._facts.dtypes import FROM_TORCH, KIND, of_kind
from xp_torch._facts.torch_state import in_forward_mode, is_differentiated
from xp_torch._kernels import host
from xp_torch._kernels.any_order import IN_BOTH_MODES, IN_FORWARD_MODE
from xp_torch._kernels.autocast import WIDENED, without_autocast
from xp_torch._kernels.elementwise import complexes, floats, integers
from xp_torch._kernels.elementwise.detours import DETOURS
from xp_torch._kernels.elementwise.shortcuts import Shortcuts

Loops = dict[torch.dtype, Callable[..., Any]]


def isnan(x: torch.Tensor) -> torch.Tensor:
    """Return whether elements are NaN; the method takes less time than torch's function."""
    return x.isnan()


def signbit(x: torch.Tensor) -> torch.Tensor:
    """Return whether the sign bit is set; the method takes less time than torch's function."""
    return x.signbit()


def make_kernels(name: str, kernel: Callable[..., Any] | None, kinds: str) -> Loops:
    """Return the kernels by dtype: torch's own `kernel` for dtypes of `kinds`, except where another one is right."""
    by_dtype: Loops = {} if kernel is None else dict.fromkeys(of_kind(kinds), kernel)
    for kernels in (integers.KERNELS, floats.KERNELS, complexes.KERNELS):
        by_dtype.update(kernels.get(name, {}))
    for detour in DETOURS:
        if detour.kernel is kernel and detour.make is not None:
            by_dtype.update({d: detour.make(kernel, d) for d in detour.dtypes if d in by_dtype})
    if name in WIDENED:
        by_dtype.update(
            {d: without_autocast(k) for d, k in by_dtype.items() if d.is_floating_point and d.itemsize == 2}
        )
    return by_dtype


def _in_either_mode(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel with the same derivatives in forward mode as in reverse mode, perhaps `kernel` itself."""
    if kernel not in IN_FORWARD_MODE:
        return kernel
    rule, in_both = IN_FORWARD_MODE[kernel], kernel in IN_BOTH_MODES

    def compute(*operands: Any, out: Any = None) -> Any:
        if in_forward_mode() or (in_both and is_differentiated(*[t for t in operands if isinstance(t, torch.Tensor)])):
            return rule(*operands) if out is None else out.copy_(rule(*operands))
        return kernel(*operands) if out is None else kernel(*operands, out=out)

    return compute


def make_loops(name: str, kernels: Loops, shortcuts: Shortcuts, native: Callable[..., Any] | None) -> Loops:
    """Return `kernels` with NumPy's ufunc `name` in front, by its row of shortcuts; `native` is torch's own kernel."""
    wide = "".join([c for c in shortcuts.numpy_if_wide if host.has_wide_vectors(name, c)])
    always, if_small, if_large = shortcuts.numpy, shortcuts.numpy_if_small, shortcuts.numpy_if_large + wide
    serves = shortcuts.numpy_serves
    loops = {d: _in_either_mode(kernel) if KIND[d] == "f" else kernel for d, kernel in kernels.items()}
    for d, kernel in loops.items():
        char = FROM_TORCH[d].char
        if char in always or (char in if_small and char in if_large):
            loops[d] = host.by_numpy(name, kernel)
        elif char in if_small:
            loops[d] = host.by_numpy_if_small(name, kernel, serves)
        elif char in if_large:
            loops[d] = host.by_numpy_if_large(name, kernel, serves)
        if shortcuts.divides and native is not None and d in integers.DIVIDES:
            loops[d] = host.by_few_divisors(native, loops[d])
    return loops


#: Loops that no ufunc has: NumPy's `round` takes integers, which `rint` does not.
ROUND = {**make_kernels("round", torch.round, "fc"), **dict.fromkeys(of_kind("iu"), torch.clone)}
