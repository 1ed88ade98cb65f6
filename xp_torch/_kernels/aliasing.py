"""Whether tensors share memory, by their addresses: other code may make tensors over any memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from xp_torch._facts.torch_state import is_compiling, is_differentiated

#: types whose address can be read; others are those of traced code, for instance
_WITH_ADDRESS = (torch.Tensor, torch.nn.Parameter)


def memory_bounds(t: torch.Tensor) -> tuple[int, int]:
    """Return the addresses of the first byte of `t` and of the byte after its last."""
    low = t.data_ptr()
    if t.is_contiguous():
        return low, low + t.nbytes
    # torch's steps are not negative
    steps = sum((size - 1) * step for size, step in zip(t.shape, t.stride(), strict=True))
    return low, low + (steps + 1) * t.itemsize


def may_share_memory(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Return whether the bounds of two tensors' memory overlap; True if their addresses are unknown (traced code)."""
    if type(a) not in _WITH_ADDRESS or type(b) not in _WITH_ADDRESS or is_compiling():
        return True
    try:
        low, second = a.data_ptr(), b.data_ptr()
    except RuntimeError:
        return True  # under vmap or grad
    if low > second:
        a, low, second = b, second, low
    return second < (low + a.nbytes if a.is_contiguous() else memory_bounds(a)[1])


def same_or_disjoint(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Return whether two tensors are one object, or share no memory: then `a` may be written while `b` is read.

    If elements of `a` may share memory with each other, the result is False.
    """
    return (a is b or not may_share_memory(a, b)) and (a.is_contiguous() or not overlaps_itself(a))


def overlaps_itself(t: torch.Tensor) -> bool:
    """Return whether two elements of `t` may share memory: whether a step is within the span of the smaller steps.

    The result is False in traced code, where a write is a new tensor.
    """
    if t.is_contiguous() or is_compiling():
        return False
    span = 0
    for step, size in sorted(zip(t.stride(), t.shape, strict=True)):
        if size > 1:
            if step <= span:
                return True
            span += (size - 1) * step
    return False


def separate_parts(t: torch.Tensor) -> Iterator[tuple[int, ...]]:
    """Yield keys of parts of `t` in C order; elements of one part share no memory with each other.

    Elements that are broadcast stay in one part.
    """
    if t.ndim < 2 or not overlaps_itself(t):
        yield ()
        return
    for i in range(t.shape[0]):
        for key in separate_parts(t[i]):
            yield (i, *key)


def flat_memory(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return `t`, or its memory as a vector if elements may share it, and the place of each element there."""
    if not overlaps_itself(t):
        return t, torch.arange(t.numel(), device=t.device).reshape(t.shape)
    count = 1 + sum((size - 1) * step for size, step in zip(t.shape, t.stride(), strict=True))
    places = torch.arange(count, device=t.device).as_strided(t.shape, t.stride())
    return t.as_strided((count,), (1,)), places


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
