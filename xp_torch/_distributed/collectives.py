"""Communication between the processes of a mesh: for every dtype, with gradients, and counted.

`dim` is a dimension of the mesh; the processes along it communicate. Every process of them has to call, in the same
order. Rows are along the first axis.
"""

from __future__ import annotations

import atexit
import math
import threading
import time
import weakref
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh

from xp_torch._distributed.layout import chunk
from xp_torch._facts.dtypes import DETOUR, as_dtype, of_kind
from xp_torch._facts.errors import DistributedArgument
from xp_torch._facts.torch_state import is_transforming

_Result = TypeVar("_Result")
# its name since torch 2.13
_all_gather = getattr(dist, "all_gather_single", None) or dist.all_gather_into_tensor
#: The number of collectives that this process has called, and of bytes that it has received from others.
RECEIVED = {"calls": 0, "bytes": 0}
#: The thread of this process that communicates in a group, by the name of the group.
_THREADS: dict[str, int] = {}
#: The tensors of the last collectives. A thread of torch's frees them, often after the collective has returned.
_IN_USE: deque[weakref.ref[torch.Tensor]] = deque(maxlen=64)
#: The size of a step in which rows are made or moved, in bytes.
STEP = 2**19
#: The integers that stand for the bytes of an element: every backend moves these.
_SENT = {1: torch.uint8, 2: torch.uint8, 4: torch.int32, 8: torch.int64, 16: torch.int64}


def _to_wire(t: torch.Tensor) -> torch.Tensor:
    """Return rows as contiguous integers, which every backend can send."""
    dtype = _SENT[t.itemsize]
    if t.numel():
        t = t.resolve_conj().resolve_neg().contiguous()
        # Axes of size one have any strides in a contiguous tensor, and `view` looks at them.
        n = t.numel() // t.shape[0]
        return t.as_strided((t.shape[0], n), (n, 1)).view(dtype)
    return t.new_empty((t.shape[0], math.prod(t.shape[1:]) * t.itemsize // dtype.itemsize), dtype=dtype)


def _from_wire(sent: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """Return rows that were sent as integers in the dtype of `like`, with the sizes of its rows."""
    sizes = sent.shape[0], *like.shape[1:]
    return sent.view(like.dtype).reshape(sizes) if sent.numel() else like.new_empty(sizes)


def _count(received: int) -> None:
    RECEIVED["calls"] += 1
    RECEIVED["bytes"] += received


def _check_thread(group: dist.ProcessGroup) -> None:
    """Raise RuntimeError if another thread of this process uses the group: their messages would mix."""
    thread = threading.get_ident()
    first = _THREADS.setdefault(group.group_name, thread)
    if first == thread:
        return
    threads = {t.ident for t in threading.enumerate()}
    if thread not in threads:
        return  # autograd's own thread for a GPU: the first thread waits for it
    if first in threads:
        raise RuntimeError(
            "two threads of this process compute with arrays on the same mesh, or on meshes of the same process group; "
            "the processes could not tell their messages apart: use one thread, or a process group for each"
        )
    _THREADS[group.group_name] = thread


@atexit.register
def wait_until_freed() -> None:
    """Wait, for a second at most, until the threads of torch have freed the tensors of collectives.

    Freeing one needs Python's lock. A thread that asks for the lock while Python ends aborts the process.
    """
    end = time.monotonic() + 1
    while any(tensor() is not None for tensor in _IN_USE) and time.monotonic() < end:
        time.sleep(0.001)


def _joined(collective: Callable[..., Any], *args: Any, group: Any, **kwargs: Any) -> None:
    """Call a collective; if it fails, explain the likely causes."""
    _check_thread(group)
    # tensors of the call's own, which live as long as torch's thread has them
    args = tuple(a.detach() if isinstance(a, torch.Tensor) else a for a in args)
    _IN_USE.extend(weakref.ref(a) for a in args if isinstance(a, torch.Tensor))
    kwargs["group"] = group
    try:
        collective(*args, **kwargs)
    except RuntimeError as error:
        raise RuntimeError(
            "a process of the mesh ended or did not take part within the time-out, or has an array of another shape; "
            f"with TORCH_DISTRIBUTED_DEBUG=DETAIL torch says what each one called: {error}"
        ) from error


def refuse_transforms() -> None:
    """Raise an error within transforms of `torch.func`, which can't see what the processes send."""
    if is_transforming():
        raise DistributedArgument(
            "an array that is sharded over processes was used in a function that torch.func transforms; grad, "
            "value_and_grad and vjp of xp_torch take such arrays, other transforms don't"
        )


def _apply(function: Any, *args: Any) -> Any:
    """Call a collective that supports gradients."""
    refuse_transforms()
    return function.apply(*args)


def steps(n: int, nbytes: int) -> Iterator[tuple[int, int]]:
    """Yield the bounds of each step in which `n` rows are made or moved.

    `nbytes` is their size on the process with most of them. Steps need less memory beside the result.
    """
    count = max(min(nbytes // STEP, 32, n), 1)
    return (chunk(n, count, i) for i in range(count))


class _AllGather(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, t: torch.Tensor, mesh: DeviceMesh, dim: int) -> torch.Tensor:
        ctx.rank = mesh.get_local_rank(dim)
        n = mesh.size(dim)
        sent = _to_wire(t.detach().unsqueeze(0))
        got = sent.new_empty((n, sent.shape[1]))
        if sent.numel():
            _joined(_all_gather, got, sent, group=mesh.get_group(dim))
            _count(sent.nbytes * (n - 1))
        return _from_wire(got, t.unsqueeze(0))

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple:
        # every process computes the same from the result, so that each has the whole gradient
        return gradient[ctx.rank], None, None


class _AllToAll(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, rows: torch.Tensor, received: list[int], sent: list[int], mesh: DeviceMesh, dim: int
    ) -> torch.Tensor:
        ctx.options = sent, received, mesh, dim
        own = _to_wire(rows.detach())
        got = own.new_empty((sum(received), own.shape[1]))
        if not own.shape[1]:
            return _from_wire(got, rows)
        # other processes may have rows to send even if this one has none
        _joined(dist.all_to_all_single, got, own, received, sent, group=mesh.get_group(dim))
        _count(got.nbytes - received[mesh.get_local_rank(dim)] * got.shape[1] * got.itemsize)
        return _from_wire(got, rows)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple:
        return _apply(_AllToAll, gradient, *ctx.options), None, None, None, None


class _SumOfGradients(torch.autograd.Function):
    """The identity for a replicated array that each process uses with its own rows; gradients are summed."""

    @staticmethod
    def forward(ctx: Any, t: torch.Tensor, mesh: DeviceMesh, dim: int) -> torch.Tensor:
        ctx.options = mesh, dim
        return t.view_as(t)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple:
        return all_sum(gradient, *ctx.options), None, None


def all_gather(t: torch.Tensor, mesh: DeviceMesh, dim: int = 0) -> torch.Tensor:
    """Return the tensors of all processes, equal in shape and dtype, stacked along a new first axis."""
    return _apply(_AllGather, t, mesh, dim)


def all_to_all(
    rows: torch.Tensor, received: Sequence[int], sent: Sequence[int], mesh: DeviceMesh, dim: int = 0
) -> torch.Tensor:
    """Send ``sent[r]`` rows to each process `r`, and return the ``received[r]`` rows of each, joined in order."""
    return _apply(_AllToAll, rows, list(received), list(sent), mesh, dim)


def exchange(
    pieces: Sequence[torch.Tensor], sizes: Sequence[Sequence[int]], mesh: DeviceMesh, dim: int = 0
) -> list[torch.Tensor]:
    """Send a tensor to each process, and return the tensors that were sent to this one, in the given sizes."""
    counts = [math.prod(s) for s in sizes]
    flat = torch.cat([p.reshape(-1) for p in pieces])
    got = all_to_all(flat, counts, [p.numel() for p in pieces], mesh, dim)
    return [g.reshape(s) for g, s in zip(got.split(counts), sizes, strict=True)]


def sum_of_gradients(t: torch.Tensor, mesh: DeviceMesh, dim: int = 0) -> torch.Tensor:
    """Return the replicated `t` for use with each process's own rows; its gradient is summed over processes."""
    return _apply(_SumOfGradients, t, mesh, dim) if t.requires_grad else t


class _Tied(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, t: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        ctx.like = other
        return t.view_as(t)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple:
        return gradient, torch.zeros_like(ctx.like)


def tied(t: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Return `t` tied to `other` with zero gradient, so that all processes call the same collectives backward."""
    return _apply(_Tied, t, other) if other.requires_grad else t


class _Broadcast(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, rows: torch.Tensor, source: int, mesh: DeviceMesh, dim: int) -> torch.Tensor:
        ctx.n = rows.shape[0]
        sent = _to_wire(rows.detach())
        sent = sent.clone() if ctx.n else sent.new_empty((1, sent.shape[1]))
        if sent.numel():
            _joined(dist.broadcast, sent, group=mesh.get_group(dim), group_src=source)
            _count(0 if ctx.n else sent.nbytes)
        return _from_wire(sent, rows).squeeze(0)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple:
        return gradient.unsqueeze(0)[: ctx.n], None, None, None


def broadcast(rows: torch.Tensor, source: int, mesh: DeviceMesh, dim: int = 0) -> torch.Tensor:
    """Return the single row of process `source`, without its first axis, on every process.

    `rows` has no rows on the other processes: it is an empty slice of their parts there, so that all processes have the
    same autograd graph.
    """
    return _apply(_Broadcast, rows, source, mesh, dim)


def broadcast_object(value: Any, source: int, mesh: DeviceMesh, dim: int = 0) -> Any:
    """Return the object of process `source`, by pickling."""
    held = [value]
    _joined(dist.broadcast_object_list, held, group=mesh.get_group(dim), group_src=source)
    return held[0]


def all_rows(rows: torch.Tensor, counts: Sequence[int], mesh: DeviceMesh, dim: int = 0) -> torch.Tensor:
    """Return the rows of all processes on every process; process `r` has ``counts[r]`` rows."""
    padded = torch.cat([rows, rows.new_zeros((max(counts) - rows.shape[0], *rows.shape[1:]))])
    return torch.cat([t[:k] for t, k in zip(all_gather(padded, mesh, dim), counts, strict=True)])


def gather_ints(values: Sequence[int], mesh: DeviceMesh, dim: int = 0) -> list[list[int]]:
    """Return the integers of each process; all give the same number of them."""
    device = torch.device(mesh.device_type)
    return all_gather(torch.tensor(list(values), dtype=torch.int64, device=device), mesh, dim).tolist()


def agreed(compute: Callable[[], _Result], mesh: DeviceMesh) -> _Result:
    """Return ``compute()``. If it raises on some processes, every process raises the error of the first one."""
    error: Exception | None = None
    result: Any = None
    try:
        result = compute()
    except Exception as e:  # every process has to hear of it
        error = e
    first: Any = None
    for dim in range(mesh.ndim):
        ranks = [r for r, (failed,) in enumerate(gather_ints([int(error is not None)], mesh, dim)) if failed]
        if ranks:
            first = error = broadcast_object(error, ranks[0], mesh, dim)
    if first is not None:
        raise first
    return result


def are_alike(value: bytes, mesh: DeviceMesh) -> bool:
    """Return whether all processes pass the same bytes, by their checksum; the answer is the same everywhere."""
    own = zlib.crc32(value)
    ends = torch.tensor([own, -own], device=mesh.device_type)
    for dim in range(mesh.ndim):
        _joined(dist.all_reduce, ends, dist.ReduceOp.MAX, group=mesh.get_group(dim))
        _count(2 * ends.nbytes)
    largest, smallest = ends.tolist()
    return largest == -smallest


def check_alike(name: str, t: torch.Tensor, mesh: DeviceMesh, axes: Any) -> None:
    """Raise ValueError on all processes if their tensors differ in shape, dtype or sharded axes."""
    if not are_alike(f"{tuple(t.shape)} {t.dtype} {axes}".encode(), mesh):
        raise ValueError(
            f"{name}: the arrays of all processes must have one shape and dtype, and be sharded along one axis; "
            f"this process gave the shape {tuple(t.shape)}, the dtype {as_dtype(t.dtype)} and {axes}"
        )


#: From this number of bytes on, a second collective is worth its delay.
_WORTH = 4096


def reduced(
    t: torch.Tensor, reduce: Callable[[torch.Tensor], torch.Tensor], used: int, mesh: DeviceMesh, dim: int = 0
) -> torch.Tensor:
    """Stack the tensors of the first `used` processes along a new first axis, and return `reduce` of them everywhere.

    `reduce` computes each element alone, in the order of the processes, so that NaNs and rounding are the same on all.
    Large tensors are reduced in slices, one on each process, which then gathers the others.
    """
    size, rank, n = mesh.size(dim), mesh.get_local_rank(dim), t.numel()
    step = -(-n // size)
    if (n * (size - 1) - 2 * step * size) * t.itemsize <= _WORTH:
        return reduce(all_gather(t, mesh, dim)[:used])
    cuts = [chunk(n, size, r) for r in range(size)]
    lengths = [stop - start for start, stop in cuts]
    mine = all_to_all(t.reshape(-1), [lengths[rank]] * size, lengths, mesh, dim)
    slices = reduce(mine.reshape(size, lengths[rank])[:used])
    padded = torch.cat([slices, slices.new_zeros(step - lengths[rank])])
    return all_gather(padded, mesh, dim).reshape(-1)[:n].reshape(t.shape)


#: Dtypes to exchange sums in, where a backend can't add the dtype itself; integers wrap around all the same.
_ADDED = {d: DETOUR.get(d, torch.int32) for d in of_kind("biuf") if d is torch.bool or d.itemsize == 2}
_VIEWED = {torch.uint32: torch.int32, torch.uint64: torch.int64}


class _AllSum(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, t: torch.Tensor, mesh: DeviceMesh, dim: int) -> torch.Tensor:
        dtype = t.dtype
        sent = t.detach().resolve_conj().resolve_neg()
        sent = sent.to(_ADDED.get(dtype, dtype)).contiguous()
        sent = sent.clone() if sent.data_ptr() == t.data_ptr() else sent
        raw = torch.view_as_real(sent) if dtype.is_complex else sent.view(_VIEWED.get(dtype, sent.dtype))
        if raw.numel():
            op = dist.ReduceOp.MAX if dtype is torch.bool else dist.ReduceOp.SUM
            _joined(dist.all_reduce, raw, op, group=mesh.get_group(dim))
            n = mesh.size(dim)
            _count(2 * raw.nbytes * (n - 1) // n)
        return sent.to(dtype)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple:
        return gradient, None, None


def all_sum(t: torch.Tensor, mesh: DeviceMesh, dim: int = 0) -> torch.Tensor:
    """Return the sum of the tensors of all processes on each process; for booleans, whether any is true."""
    return _apply(_AllSum, t, mesh, dim)
