"""Whether the values of a tensor may be inspected.

They may if that costs nothing and no transform sees the tensor: in a plain eager tensor on the CPU, which is not
compiled, not under `vmap`, without gradients of either mode, and with no dispatch mode or tracer active.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from xp_torch._facts.dtypes import BITS
from xp_torch._facts.errors import warn
from xp_torch._facts.torch_state import (
    check_in_graph,
    in_dispatch_mode,
    in_forward_mode,
    is_compiling,
    is_observed,
    is_tracing,
    is_transforming,
    untransformed,
)

# for modules that are still to import them from there
from xp_torch._facts.torch_state import is_differentiated as is_differentiated
from xp_torch._facts.torch_state import is_transformed as is_transformed

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

_Tensor = torch.Tensor
_ESCAPES = (
    "an array that grad, jvp, vmap or another transform works on can't be converted to {}, which it can't see: create "
    "arrays that are written to with xp_torch (xp.zeros for numpy.zeros), use its functions (xp.sin for math.sin), or "
    "convert x.detach() if the value is a constant"
)
_LEAVES_AUTOGRAD = (
    "an array that requires grad is converted to {}, which has no autograd graph; write x.item() or x.detach() if no "
    "gradient is wanted"
)


def is_eager() -> bool:
    """Return whether a tensor may share NumPy's memory: no mode or tracer has to see it made."""
    return not (is_compiling() or in_dispatch_mode() or is_tracing())


def is_aligned(a: np.ndarray) -> bool:
    """Return whether torch can work in the memory of a NumPy array.

    torch's loops for complex128 move 16 bytes at once, and end the process at other addresses than multiples of 16;
    NumPy's alignment is 8.
    """
    return a.flags.aligned and (a.dtype.char != "D" or a.ctypes.data % 16 == 0)


def is_misplaced(t: torch.Tensor, dtype: torch.dtype) -> bool:
    """Return whether a tensor's memory is at an address that torch's loops for `dtype` can't take."""
    return dtype is torch.complex128 and t.is_cpu and is_plain(t) and t.data_ptr() % 16 != 0


def known_or(default: bool, condition: Any) -> bool:
    """Return a condition on sizes; `default` if it depends on a size that is unknown while tracing."""
    if is_compiling() or isinstance(condition, torch.SymBool):
        # An import of this module takes half a second; whoever makes such a condition has imported it.
        shapes = torch.fx.experimental.symbolic_shapes
        return shapes.guard_or_true(condition) if default else shapes.guard_or_false(condition)
    return condition


def is_constant(condition: Any) -> bool:
    """Return whether a graph is traced whose sizes are constant and fulfil a condition; it gets no guard."""
    return is_compiling() and torch.fx.experimental.symbolic_shapes.statically_known_true(condition)


def is_decided(condition: Any) -> bool:
    """Return whether a condition on sizes is known without reading values."""
    return not _is_traced(condition) or known_or(True, condition) == known_or(False, condition)


def check_later(condition: Any) -> None:
    """Add a run-time check of a condition on data-dependent sizes to the graph.

    Eager code has checked it already.
    """
    if _is_traced(condition):
        check_in_graph(condition)


def _is_traced(condition: Any) -> bool:
    """Return whether a condition on sizes may be symbolic: in Dynamo, and in a non-strict export."""
    return is_compiling() or isinstance(condition, torch.SymBool)


def is_static(size: int) -> bool:
    """Return whether a size is one number, not a symbol of a graph for every size."""
    return not is_compiling() or torch.fx.experimental.symbolic_shapes.has_static_value(size)


def same_shape(a: Sequence[int], b: Sequence[int]) -> bool:
    """Return whether two shapes are equal; True if that depends on a size that is unknown while tracing."""
    return len(a) == len(b) and all(known_or(True, i == j) for i, j in zip(a, b, strict=True))


def is_plain_cpu(x: Any) -> bool:
    """Return whether `x` is a plain CPU tensor; compiled code must not call this."""
    return type(x) is _Tensor and x.is_cpu and not is_observed()


def numpy_view(x: Any) -> np.ndarray | None:
    """Return `x` as a NumPy array that shares its memory; None if its values cannot be inspected."""
    if is_compiling() or type(x) is not _Tensor or is_observed():
        return None
    if not x.is_cpu or (x.requires_grad and torch.is_grad_enabled()):
        return None  # torch's error takes as long as ten calls
    try:
        return x.numpy()
    except (RuntimeError, TypeError):
        return None  # under vmap, or of a dtype that NumPy lacks


def is_plain(x: torch.Tensor) -> bool:
    """Return whether the values of `x`, of any dtype, may be inspected."""
    if x.requires_grad:
        return False
    bits = BITS.get(x.dtype)
    return numpy_view(x if bits is None else x.view(bits)) is not None


def converted(what: str, t: torch.Tensor) -> torch.Tensor:
    """Return `t` without the wrappers of transforms, for a conversion to `what`, which loses derivatives.

    It raises TypeError if a transform maps `t` or differentiates by it, and warns if autograd does.
    """
    plain = untransformed(t)
    if plain is None and (is_transforming() or in_forward_mode()):
        raise TypeError(_ESCAPES.format(what))
    if plain is None:
        warn(_LEAVES_AUTOGRAD.format(what), UserWarning)
    return t if plain is None else plain


def any_true(mask: torch.Tensor) -> bool:
    """Return whether any element of `mask` is true; False when the values cannot be inspected."""
    values = numpy_view(mask)
    return values is not None and bool(values.any())


def read_back(condition: Any) -> bool | None:
    """Return a 0-D condition, of a tensor or an array, as a bool; None if it is traced or mapped."""
    if is_compiling():
        return None
    try:
        return bool(condition)
    except RuntimeError:
        return None  # under vmap, fake, or on the meta device
