"""Moves rows between the processes of a mesh: by ranges that all processes know, or by indices of each process.

Rows are along the sharded axis.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.distributed.device_mesh import DeviceMesh

from xp_torch._distributed.collectives import STEP, all_to_all, gather_ints, steps
from xp_torch._distributed.layout import chunk


class Source(NamedTuple):
    """Rows that an array takes from another: this process's part, the total number of rows, and the range taken.

    If `whole` is true, every process has all rows.
    """

    part: torch.Tensor
    n: int
    taken: range
    whole: bool = False


#: The source of a segment that is received.
_RECEIVED = -1


class _Segment(NamedTuple):
    """Consecutive or evenly spaced rows, in the part of a source or among the received rows."""

    source: int
    first: int
    rows: int
    step: int = 1


class _Plan(NamedTuple):
    """Rows that one process sends and receives, and the segments of its result in order."""

    sends: tuple[_Segment, ...]
    sent: list[int]
    received: list[int]
    result: tuple[_Segment, ...]
    #: Whether any process sends rows; all know it.
    moves: bool


def bounds_of(n: int, size: int) -> np.ndarray:
    """Return the bounds of each process's part, as `chunk` divides `n` rows, in two rows of an array."""
    length = -(-n // size)
    starts = np.minimum(np.arange(size) * length, n)
    return np.stack([starts, np.minimum(starts + length, n)])


def places_of(n: int, taken: range, size: int) -> np.ndarray:
    """Return the bounds of each process's share of `taken`, as positions in that range."""
    starts, stops = bounds_of(n, size)
    if taken.step > 0:
        places = -(-(np.stack([starts, stops]) - taken.start) // taken.step)
    else:
        places = (taken.start - np.stack([stops, starts])) // -taken.step + 1
    places = np.clip(places, 0, len(taken))
    return np.where(stops > starts, places, 0)


def _overlaps(span: np.ndarray, spans: np.ndarray) -> list[tuple[int, int, int]]:
    """Return each process whose span overlaps `span`, with the bounds of the overlap."""
    first, last = np.maximum(span[0], spans[0]), np.minimum(span[1], spans[1])
    return [(r, int(first[r]), int(last[r])) for r in np.flatnonzero(last > first).tolist()]


@lru_cache(maxsize=512)
def plan_moves(
    sources: tuple[tuple[int, range, bool], ...], size: int, rank: int, bounds: tuple | None = None
) -> _Plan:
    """Plan how process `rank` gets its part of the rows of the sources, one source after the other.

    Parameters
    ----------
    sources : tuple of (int, range, bool)
        Number of rows of each source, the rows that are taken, and whether every process has all rows.
    size, rank : int
        Number of processes, and this one.
    bounds : tuple of two tuples, optional
        First row of the result of each process, and the one after its last; by default those of `chunk`. Several
        processes may get the same rows.
    """
    total = sum(len(taken) for _, taken, _ in sources)
    wanted = bounds_of(total, size) if bounds is None else np.asarray(bounds)
    sends, receives, results = [], [], []
    moves, base = False, 0  # the sources before this one take `base` rows
    for i, (n, taken, whole) in enumerate(sources):
        held = np.tile([[0], [len(taken)]], size) if whole else places_of(n, taken, size)
        held = np.where(held[1] > held[0], held + base, 0)
        own = 0 if whole else chunk(n, size, rank)[0]
        for r, first, last in _overlaps(held[:, rank], wanted):
            segment = _Segment(i, taken[first - base] - own, last - first, taken.step)
            if r == rank:
                results.append((first, segment))
            elif not whole:
                sends.append((r, segment))
        if not whole:
            receives += [found for found in _overlaps(wanted[:, rank], held) if found[0] != rank]
            # whether a process wants rows of this source that it does not have
            first, last = np.clip(wanted, base, base + len(taken))
            moves |= bool(((first < held[0]) | (last > held[1]))[last > first].any())
        base += len(taken)
    sends.sort(key=lambda pair: pair[0])
    receives.sort(key=lambda triple: triple[0])
    sent, received = [0] * size, [0] * size
    for r, segment in sends:
        sent[r] += segment.rows
    place = 0
    for r, first, last in receives:
        received[r] += last - first
        results.append((first, _Segment(_RECEIVED, place, last - first)))
        place += last - first
    results.sort(key=lambda pair: pair[0])
    return _Plan(tuple(s for _, s in sends), sent, received, tuple(s for _, s in results), moves)


def _cut_out(t: torch.Tensor, axis: int, segment: _Segment) -> torch.Tensor:
    """Return the rows of a segment, which may run backwards."""
    step, count = segment.step, segment.rows
    if not count:
        return t.narrow(axis, 0, 0)
    last = segment.first + step * (count - 1)
    low, high = sorted((segment.first, last))
    rows = t[(slice(None),) * axis + (slice(low, high + 1, abs(step)),)]
    return rows if step > 0 else rows.flip(axis)


def assemble(
    sources: Sequence[Source],
    axis: int,
    mesh: DeviceMesh,
    dim: int | None = 0,
    bounds: tuple | None = None,
    into: torch.Tensor | None = None,
) -> torch.Tensor:
    """Return this process's part of the array that joins the rows taken from each source.

    The sources have one dtype, and are sharded along `axis` over dimension `dim` of the mesh, as the result. If `dim`
    is None, neither is sharded along `axis`. If `into` is given, the part may be written to it, and returned.
    """
    if dim is None:
        pieces = [_cut_out(s.part, axis, _Segment(0, s.taken.start, len(s.taken), s.taken.step)) for s in sources]
        return torch.cat(pieces, dim=axis)
    known = tuple((s.n, s.taken, s.whole) for s in sources)
    size, rank = mesh.size(dim), mesh.get_local_rank(dim)
    todo = plan_moves(known, size, rank, bounds)
    if not todo.moves or any(s.part.requires_grad for s in sources):
        return _assembled(sources, axis, mesh, dim, todo)
    starts, stops = bounds_of(sum(len(s.taken) for s in sources), size) if bounds is None else np.asarray(bounds)
    shape = list(sources[0].part.shape)
    shape[axis] = longest = int((stops - starts).max())
    cuts = list(steps(longest, math.prod(shape) * sources[0].part.itemsize))
    if len(cuts) == 1:
        return _assembled(sources, axis, mesh, dim, todo)
    shape[axis] = int(stops[rank] - starts[rank])
    result = sources[0].part.new_empty(shape) if into is None else into
    for first, last in cuts:
        some = tuple(tuple(np.minimum(starts + n, stops).tolist()) for n in (first, last))
        piece = _assembled(sources, axis, mesh, dim, plan_moves(known, size, rank, some))
        result.narrow(axis, min(first, shape[axis]), piece.shape[axis]).copy_(piece)
    return result


def _assembled(sources: Sequence[Source], axis: int, mesh: DeviceMesh, dim: int, todo: _Plan) -> torch.Tensor:
    got = sources[0].part
    if todo.moves:
        # what is sent depends on all sources, so that the autograd graph is the same on all processes
        rows = [_cut_out(sources[s.source].part, axis, s).movedim(axis, 0) for s in todo.sends]
        rows += [s.part.movedim(axis, 0)[:0] for s in sources]
        got = all_to_all(torch.cat(rows), todo.received, todo.sent, mesh, dim).movedim(0, axis)
    pieces = [_cut_out(got if s.source == _RECEIVED else sources[s.source].part, axis, s) for s in todo.result]
    # without rows, so that the autograd graph has all sources on all processes
    pieces += [t.narrow(axis, 0, 0) for t in ([got] if todo.moves else [s.part for s in sources])]
    # a copy, as distributed arrays do not share memory
    return torch.cat(pieces, dim=axis)


def evened(pieces: list[torch.Tensor], mesh: DeviceMesh, dim: int = 0) -> tuple[torch.Tensor, int]:
    """Return this process's part after the rows of all processes are divided evenly, and the number of all rows.

    The pieces hold this process's rows. All processes have the same number of pieces; several pieces have no gradients.
    The list is emptied, so that each piece is freed once its rows are sent.
    """
    lengths = np.array(gather_ints([p.shape[0] for p in pieces], mesh, dim))
    if len(pieces) == 1:
        return evened_counts(pieces.pop(), lengths[:, 0].tolist(), mesh, dim), int(lengths.sum())
    stops = lengths.cumsum().reshape(lengths.shape)
    n, size, rank = int(stops[-1, -1]), mesh.size(dim), mesh.get_local_rank(dim)
    bounds = bounds_of(n, size)
    low, high = bounds[:, rank].tolist()
    result = pieces[0].new_empty((high - low, *pieces[0].shape[1:]))
    for held in np.stack([stops - lengths, stops], axis=1).T:
        got, received = _sent(pieces.pop(0), held, bounds, mesh, dim)
        places = (np.maximum(held[0], low) - low).tolist()
        for place, piece in zip(places, got.split(received), strict=True):
            result[place : place + piece.shape[0]] = piece
    return result, n


def evened_counts(
    rows: torch.Tensor, counts: Sequence[int], mesh: DeviceMesh, dim: int = 0, bounds: Any = None
) -> torch.Tensor:
    """Return this process's part after the rows of all processes are divided anew; process `r` has ``counts[r]`` rows.

    `bounds` are the bounds of each process's part, by default as `chunk` divides.
    """
    ends = np.cumsum([0, *counts])
    bounds = bounds_of(int(ends[-1]), mesh.size(dim)) if bounds is None else np.asarray(bounds)
    return _sent(rows, np.stack([ends[:-1], ends[1:]]), bounds, mesh, dim)[0]


def _sent(
    rows: torch.Tensor, held: np.ndarray, wanted: np.ndarray, mesh: DeviceMesh, dim: int
) -> tuple[torch.Tensor, list[int]]:
    """Return the rows that this process receives, in the order of their senders, and the number from each.

    `held` and `wanted` are the bounds of each process's rows before and after.
    """
    rank = mesh.get_local_rank(dim)

    def common(a: np.ndarray, b: np.ndarray) -> list[int]:
        return np.maximum(np.minimum(a[1], b[1]) - np.maximum(a[0], b[0]), 0).tolist()

    received = common(held, wanted[:, rank])
    if common(held, wanted) == (held[1] - held[0]).tolist():
        return rows, received
    return all_to_all(rows, received, common(wanted, held[:, rank]), mesh, dim), received


def counts_to(counts: Sequence[int], mesh: DeviceMesh, dim: int = 0) -> list[int]:
    """Return the number that each process has for this one; ``counts[r]`` is this process's number for `r`."""
    size = mesh.size(dim)
    own = torch.tensor(counts, dtype=torch.int64, device=mesh.device_type).reshape(size, 1)
    return all_to_all(own, [1] * size, [1] * size, mesh, dim).flatten().tolist()


def rounds_of(rows: torch.Tensor, longest: int, nbytes: int) -> Iterator[torch.Tensor]:
    """Yield, for each of several rounds, the positions of the row numbers to send; equal numbers share a round.

    `longest` is the largest number of rows that a process sends, and `nbytes` the size of what it sends.
    """
    count = len(list(steps(longest, nbytes)))
    rounds = torch.empty_like(rows, dtype=torch.uint8)
    block = STEP // rows.itemsize
    for some, of_some in zip(rows.split(block), rounds.split(block), strict=True):
        # a hash, as many row numbers may be multiples of a number, or close together
        of_some.copy_(some * 2654435761 // 2**16 % count)
    for i in range(count):
        yield (rounds == i).nonzero().squeeze(1)


class Route:
    """Sends each row to the process that owns it, and brings the answers back.

    Parameters
    ----------
    owners : torch.Tensor
        Process to which each row goes.
    """

    def __init__(self, owners: torch.Tensor, mesh: DeviceMesh, dim: int = 0) -> None:
        self.mesh, self.dim = mesh, dim
        self.order = torch.argsort(owners, stable=True)
        self.sent: list[int] = torch.bincount(owners, minlength=mesh.size(dim)).tolist()
        self.received = counts_to(self.sent, mesh, dim)

    def there(self, rows: torch.Tensor) -> torch.Tensor:
        """Return the rows that were sent to this process, ordered by sender; each sender's rows keep their order."""
        rows = rows[self.order]  # frees those in another order before others come
        return all_to_all(rows, self.received, self.sent, self.mesh, self.dim)

    def back(self, answers: torch.Tensor) -> torch.Tensor:
        """Return the answers to the rows that this process sent, in the order of these rows."""
        got = all_to_all(answers, self.sent, self.received, self.mesh, self.dim)
        return got[torch.argsort(self.order)]


def ask(
    owners: Callable[[torch.Tensor], torch.Tensor],
    requests: torch.Tensor,
    answer: Callable[[torch.Tensor], torch.Tensor],
    mesh: DeviceMesh,
    dim: int = 0,
    longest: int = 0,
    nbytes: int = 8,
) -> torch.Tensor:
    """Return the answer to each request, computed by its owner with `answer`.

    Parameters
    ----------
    owners : callable
        Function of requests that returns the process of each.
    longest : int, default: 0
        Largest number of requests of any process: many are sent in several steps, which need less memory.
    nbytes : int, default: 8
        Size of an answer in bytes.
    """
    step = max(2 * STEP // (nbytes + 40), longest // 64, 1024)  # 40 bytes are for a request and its place
    got = None
    for start in range(0, max(longest, 1), step):
        some = requests[start : start + step] if longest > step else requests
        route = Route(owners(some), mesh, dim)
        answers = route.back(answer(route.there(some)))
        if longest <= step:
            return answers
        if answers.requires_grad:
            got = answers if got is None else torch.cat([got, answers])
            continue
        if got is None:
            got = answers.new_empty((requests.shape[0], *answers.shape[1:]))
        got[start : start + step] = answers
    return got  # type: ignore[return-value]


def owners_of(rows: torch.Tensor, n: int, size: int) -> torch.Tensor:
    """Return the process that holds each of some rows, if `n` rows are sharded over `size` processes."""
    return rows // max(-(-n // size), 1)
