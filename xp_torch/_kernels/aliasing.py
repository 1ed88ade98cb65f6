"""Whether tensors share memory."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._facts.inspection import is_differentiated

#: types whose address can be read; others are those of traced code, for instance
_WITH_ADDRESS = (torch.Tensor, torch.nn.Parameter)
_is_compiling = torch.compiler.is_dynamo_compiling
_is_inference = torch.is_inference_mode_enabled
_transforming = torch._C._are_functorch_transforms_active


def memory_bounds(t: torch.Tensor) -> tuple[int, int]:
    """Return the addresses of the first byte of `t` and of the byte after its last; zeros if it is empty."""
    low = t.data_ptr()
    if t.is_contiguous():
        return low, low + t.numel() * t.itemsize  # `nbytes` is not traced
    steps = sum((size - 1) * step for size, step in zip(t.shape, t.stride(), strict=True))
    return low, low + (steps + 1) * t.itemsize


def may_share_memory(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Return whether the bounds of two tensors' memory overlap; True if their addresses are unknown (traced code)."""
    if _is_compiling() or type(a) not in _WITH_ADDRESS or type(b) not in _WITH_ADDRESS:
        return True
    try:
        if a.is_contiguous() and b.is_contiguous():
            return -a.nbytes < a.data_ptr() - b.data_ptr() < b.nbytes
        (first, end), (other_first, other_end) = memory_bounds(a), memory_bounds(b)
    except RuntimeError:
        return True  # under vmap or grad
    return first < other_end and other_first < end


def same_or_disjoint(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Return whether two tensors are one and the same, or share no memory: then `a` may be written while `b` is read.

    A tensor without a base owns its memory, because memory from elsewhere is made a view on entry. Inference mode and
    transforms record no bases. A view whose own elements may share memory gives False.
    """
    if a is b:
        return True
    if _is_compiling():
        return False
    if a._base is None and b._base is None and not (_is_inference() or _transforming()):
        return True
    return a.is_contiguous() and not may_share_memory(a, b)


def copies_of_written(operands: list[Any], targets: list[torch.Tensor]) -> list[Any]:
    """Return operands, as copies if they share memory with `targets` and a derivative may be wanted.

    Autograd saves operands, which must not be written to before the derivative is computed.
    """
    tensors = [x for x in operands if isinstance(x, torch.Tensor)]
    if not is_differentiated(*targets, *tensors):
        return operands
    return [
        x.clone() if isinstance(x, torch.Tensor) and any(may_share_memory(x, t) for t in targets) else x
        for x in operands
    ]
