"""What torch's errors mean: shapes that don't broadcast, two devices, no memory, arrays that can't be written to."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, ParamSpec, TypeVar

import torch

from xp_torch._facts.errors import not_plain, too_big
from xp_torch._facts.shapes import broadcast_axes, broadcast_shapes
from xp_torch._facts.torch_state import base_of, is_compiling

P = ParamSpec("P")
T = TypeVar("T")

#: Torch's messages for sizes, or products of sizes, with more than 63 bits.
_OVERFLOWS = (
    "Storage size calculation overflowed",
    "Stride calculation overflowed",
    "numel: integer multiplication overflow",
    "expected to contain only concrete integers",
    "contains an int that cannot be represented as a SymInt",
    "Trying to create tensor with negative dimension",
)
#: Torch's messages where a statement wrote to a value that a derivative needs; the second one is a bug in making the
#: first.
_OVERWRITTEN = ("modified by an inplace operation", "new_fn INTERNAL ASSERT FAILED")
#: Why the truth of a mapped array raises.
MAPPED_TRUTH = (
    "vmap: a mapped array has a truth value for each entry, so that `if`, `while`, `and` and `or` can't choose: "
    "write xp.where(x > 0, a, b), xp.cond(x > 0, f, g, x) or xp.while_loop, and `&` and `|` for `and` and `or`"
)
#: What torch says of a write of mapped values to an array that is not mapped, and what it means.
_UNMAPPED = "not being vmapped over"
_UNMAPPED_TARGET = (
    "output array is not mapped by vmap, but the values are: write to a copy of it, or to an array that is made of "
    "mapped ones"
)
#: Torch's messages in mapped functions, and the errors that explain them.
_MAPPED = (
    (
        ("dynamic shape", "aten::nonzero", "The shape of the mask"),
        RuntimeError,
        (
            "vmap: the shape of a result depends on mapped values, as that of a[mask], xp.nonzero(a) and "
            "xp.unique(a); give it a size, as xp.compress(mask, a, size=3), xp.nonzero(a, size=3) and "
            "xp.unique(a, size=3), or keep all elements with xp.where(mask, a, 0)"
        ),
    ),
    ((_UNMAPPED,), ValueError, _UNMAPPED_TARGET),
    (("data-dependent control flow",), RuntimeError, MAPPED_TRUTH),
    (
        ("calling .item()",),
        TypeError,
        (
            "vmap: a mapped array has a number for each entry, so that int(x) and round(x) can't return one: write "
            "xp.trunc(x), xp.round(x), xp.floor(x) or x.astype(int)"
        ),
    ),
)
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def common_device(name: str, arrays: Sequence[Any]) -> torch.device:
    """Return the one device of arrays or tensors, 0-D ones on the CPU aside; two devices raise ValueError."""
    device = arrays[0].device
    if len(arrays) == 1 or all(a.device == device for a in arrays[1:]):
        return device
    decisive = [a for a in arrays if a.ndim or a.device.type != "cpu"]
    device = decisive[0].device if decisive else device
    for a in decisive:
        if a.device != device:
            if not isinstance(device, torch.device) or not isinstance(a.device, torch.device):
                raise not_plain(f"{name}: an array is sharded over processes")
            raise ValueError(
                f"{name}: arrays are on different devices, {device} and {a.device}; move one with to_device()"
            )
    return device


def _memory_error(tensors: Sequence[torch.Tensor], text: str) -> Exception | None:
    """Return an error for torch's message `text` that there is no memory or dimension; None if it says something else.

    CUDA raises torch's own `OutOfMemoryError`, whose message names the GPU and is kept.
    """
    if any(overflow in text for overflow in _OVERFLOWS):
        return too_big()
    if "only tensors with up to 64 dims" in text:
        return ValueError("torch's kernel needs one more dimension than the array has, and there may be at most 64")
    if "[enforce fail at alloc" not in text and "DefaultCPUAllocator" not in text and text != "std::bad_alloc":
        return None
    count = re.search(r"allocate (\d+) bytes", text)
    if count is None:
        return MemoryError("Unable to allocate memory for an array")
    size = int(count[1])
    unit = max(size.bit_length() - 1, 1) // 10
    message = f"Unable to allocate {size / 1024**unit:#.3g} {_UNITS[unit]} for an array"
    shape = broadcast_shapes(*[t.shape for t in tensors])
    for dtype in (*[t.dtype for t in tensors], torch.bool):
        if tensors and math.prod(shape) * dtype.itemsize == size:
            return MemoryError(f"{message} with shape {shape} and data type {str(dtype).removeprefix('torch.')}")
    return MemoryError(message)


def raise_explained(name: str, tensors: Sequence[torch.Tensor], error: Exception) -> NoReturn:
    """Raise NumPy's error for an `error` of the torch kernel of function `name`, or `error` itself.

    `tensors` are the operands, which must be on one device and broadcast together.
    """
    try:
        if tensors:
            common_device(name, tensors)
            broadcast_shapes(*[t.shape for t in tensors])
    except ValueError as explained:
        raise explained.with_traceback(None) from None
    memory = _memory_error(tensors, str(error))
    if memory is None:
        raise error
    raise memory from None


def explained(kernel: Callable[P, T]) -> Callable[P, T]:
    """Return `kernel` with NumPy's errors where its result does not fit in memory."""

    def compute(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return kernel(*args, **kwargs)
        except RuntimeError as error:
            raise_explained(kernel.__name__, (), error)
        except MemoryError as error:  # Python's own has no text
            raise MemoryError(str(error) or "Unable to allocate memory for an array") from None

    return compute


def is_overwritten(error: Exception) -> bool:
    """Return whether torch raised `error` because a statement wrote to a value that a derivative needs."""
    return any(part in str(error) for part in _OVERWRITTEN)


def explained_gradient(compute: Callable[P, T]) -> Callable[P, T]:
    """Return `compute` with an explanation where torch lacks values that its derivative needs."""
    text = (
        "an array that a derivative needs was modified by an inplace operation: a statement wrote to it or to "
        "another part of it, as z[0] = xp.sin(z[1]) on rows of a matrix; read from a copy, xp.sin(z[1].copy()), "
        "or write to one: z = z.copy() before the statement, or z = z.at[0].set(value) in its place"
    )
    return _explaining(compute, [(_OVERWRITTEN, RuntimeError, text)])


def explained_mapping(compute: Callable[P, T]) -> Callable[P, T]:
    """Return `compute` with explanations where `torch.vmap` cannot map a function."""
    return _explaining(compute, _MAPPED)


def _explaining(
    compute: Callable[P, T], meanings: Sequence[tuple[Sequence[str], type[Exception], str]]
) -> Callable[P, T]:
    """Return `compute`, which raises another class and text for torch's errors that have a part of a message."""
    if is_compiling():
        return compute

    def explaining(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return compute(*args, **kwargs)
        except (IndexError, RuntimeError) as error:
            for parts, kind, text in meanings:
                if any(part in str(error) for part in parts):
                    raise kind(text) from error
            raise

    return explaining


def check_writable(target: torch.Tensor) -> None:
    """Raise ValueError if torch can't write to `target`: a leaf of an autograd graph, or elements that share memory."""
    # A view of memory without gradients may be a leaf itself.
    leaves = (t for t in (target, base_of(target)) if t is not None)
    if torch.is_grad_enabled() and any(t.requires_grad and t.is_leaf for t in leaves):
        raise ValueError(
            "output array is read-only: it is a leaf of an autograd graph; write to a copy, or under torch.no_grad()"
        )
    if broadcast_axes(target.shape, target.stride()):
        raise ValueError("output array is read-only: its elements share memory (a broadcast view)")


def raise_explained_write(
    target: torch.Tensor, error: Exception, name: str = "assignment", operands: Sequence[torch.Tensor] = ()
) -> NoReturn:
    """Raise ValueError for a `target` that torch can't write to, else what `raise_explained` raises."""
    try:
        check_writable(target)
    except ValueError as refused:
        raise refused from None
    if "a leaf Variable that requires grad" in str(error):
        raise ValueError(
            "output array is a view of an array to which values with a derivative were written through another view, "
            "and torch takes it for a leaf of the autograd graph: write to a copy"
        ) from None
    if _UNMAPPED in str(error):
        raise ValueError(_UNMAPPED_TARGET) from None
    shape = full = tuple(target.shape)
    if operands:
        try:
            full = broadcast_shapes(*[t.shape for t in operands])
        except ValueError as explained:
            raise explained.with_traceback(None) from None
    if full != shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {shape} doesn't match the broadcast shape {full}"
        ) from None
    raise_explained(name, operands, error)
