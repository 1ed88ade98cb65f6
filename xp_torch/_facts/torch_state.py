"""What torch is doing at the moment: the one module that knows torch's private names for it.

Each name says why no public one does. Everything else calls these functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch.autograd import forward_ad
from torch.utils import _python_dispatch

#: Whether Dynamo traces this code. `torch.compiler.is_compiling`, true under a non-strict export too, takes five times
#: as long.
is_compiling = torch.compiler.is_dynamo_compiling
#: Whether a transform of `torch.func` is active; torch has no public question for it.
is_transforming = torch._C._are_functorch_transforms_active
#: Whether `torch.jit.trace` records. `torch.jit.is_tracing` asks the same in three times the time.
is_tracing = torch._C._is_tracing
#: Number of active dispatch modes (fake tensors among them), which have no public count.
in_dispatch_mode = torch._C._len_torch_dispatch_stack
#: Number of active function modes (`with torch.device(...)` is one), which have no public count.
in_function_mode = torch._C._len_torch_function_stack
#: Whether `torch.inference_mode` is active.
is_inference = torch.is_inference_mode_enabled
#: Whether `torch.autocast` is active for any device; the public question is for one device.
is_autocast = torch._C._is_any_autocast_enabled
#: Whether a transform of `torch.func` wraps a tensor, and the tensor that it wraps: public only for printing.
is_wrapped, unwrapped = torch._C._functorch.is_functorch_wrapped_tensor, torch._C._functorch.get_unwrapped
#: Count a write of a sequence of tensors that was not by a kernel; `torch.autograd.graph.increment_version`, the public
#: form, takes twice as long.
increment_version = torch._C._increment_version


def in_forward_mode() -> bool:
    """Return whether a level of forward-mode differentiation is active, which only its private counter says."""
    return forward_ad._current_level >= 0


def is_transformed() -> bool:
    """Return whether a tracer, a transform or a mode may be active, so that torch has to do every operation."""
    return bool(is_compiling() or is_transforming() or in_dispatch_mode() or in_forward_mode() or is_tracing())


def is_differentiated(*tensors: torch.Tensor) -> bool:
    """Return whether a derivative with respect to one of `tensors`, of either mode, may be wanted."""
    for t in tensors:
        if t.requires_grad:
            return True
    return bool(is_transforming() or in_forward_mode())


def base_of(t: torch.Tensor) -> torch.Tensor | None:
    """Return the tensor that `t` is a view of, None if it is none; `_is_view` and `_base` are torch's only names."""
    return t._base


def version_of(t: torch.Tensor) -> int:
    """Return how often `t` was written to, by which autograd notices writes; it has no public name."""
    return t._version


@contextmanager
def outside_of_modes() -> Iterator[None]:
    """Disable dispatch modes and transforms, so that a tensor that is made outlives them; no public name does."""
    with _python_dispatch._disable_current_modes(), torch._C._DisableFuncTorch():
        yield
