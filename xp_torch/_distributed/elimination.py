"""Square matrices that are sharded: solutions, inverses, determinants and Cholesky factors by blocked elimination.

The columns are eliminated block by block. The rows with the pivots of a block are chosen among candidates of each
process (tournament pivoting) and sent to all processes, which subtract multiples of them from their rows. No process
has more of the matrix than its rows and one block.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch.distributed.device_mesh import DeviceMesh

from xp_torch._array.ndarray import wrap
from xp_torch._distributed.array import DistributedArray, local, reaxis, relayout, rewrap
from xp_torch._distributed.collectives import all_gather, all_rows, broadcast, gather_ints, sum_of_gradients
from xp_torch._distributed.dispatch import plain_function
from xp_torch._distributed.layout import chunk
from xp_torch._facts.errors import LinAlgError
from xp_torch._functions.indexing.take import take
from xp_torch._functions.linear_algebra.arguments import SINGULAR, rounded, working_dtype

#: The largest number of columns of a block.
_BLOCK = 32


def is_cut_square(x: Any) -> bool:
    """Return whether `x` is a square matrix that is sharded over a mesh of one dimension."""
    return x.ndim == 2 and x.shape[0] == x.shape[1] > 0 and x._layout.cut and x._layout.mesh.ndim == 1


def _leading(t: torch.Tensor, k: int) -> list[int]:
    """Return the rows that hold the first `k` pivots of a matrix, in order; fewer if it has fewer rows."""
    order = list(range(t.shape[0]))
    swaps = torch.linalg.lu_factor_ex(t)[1].tolist() if order else []
    for i, j in enumerate(swaps):
        order[i], order[j - 1] = order[j - 1], order[i]
    return order[:k]


def _sent(t: torch.Tensor, places: list[int], source: int, mesh: DeviceMesh) -> torch.Tensor:
    """Return the rows `places` of process `source`'s part `t`, on every process."""
    is_own = mesh.get_local_rank(0) == source
    rows = t[places][None] if is_own else t[:0, None].expand(0, len(places), t.shape[1])
    return broadcast(rows, source, mesh)


def _less_product(t: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Return ``t - a @ b``, computed in place unless gradients are recorded."""
    return (torch.addmm if t.requires_grad else torch.Tensor.addmm_)(t, a, b, alpha=-1)


class _Elimination:
    """Gaussian elimination on a square matrix whose rows are sharded.

    Attributes
    ----------
    pivots : list of int
        Row of the pivot of each column.
    diagonals : list of torch.Tensor
        Pivots of each block.
    sign : int
        Sign of the permutations of rows within the blocks.
    is_singular : bool
        Whether a pivot is zero.
    """

    def __init__(self, x: DistributedArray) -> None:
        layout = x._layout
        self.mesh, self.n = layout.mesh, x.shape[0]
        self.start, stop = layout.span(0, self.n)
        self.step = chunk(self.n, layout.sizes[0], 0)[1]
        self.free = np.ones(stop - self.start, dtype=bool)
        self.pivots: list[int] = []
        self.diagonals: list[torch.Tensor] = []
        self.sign, self.is_singular = 1, False

    def blocks(self) -> list[list[int]]:
        """Return the rows of the pivots, grouped by block."""
        size = min(_BLOCK, self.step)
        return [self.pivots[i : i + size] for i in range(0, len(self.pivots), size)]

    def own(self, rows: list[int]) -> list[int]:
        """Return the positions in `rows` of the rows that this process holds."""
        return [i for i, row in enumerate(rows) if 0 <= row - self.start < len(self.free)]

    def of_all(self, t: torch.Tensor, rows: list[int]) -> torch.Tensor:
        """Return the matrix rows `rows` on every process; `t` is this process's part of the matrix."""
        owners = np.asarray(rows) // self.step
        order, found = np.argsort(owners, kind="stable"), []
        for owner in np.unique(owners).tolist():
            places = [rows[i] - self.start for i in order if owners[i] == owner]
            found.append(_sent(t, places, owner, self.mesh))
        return torch.cat(found)[torch.from_numpy(np.argsort(order))]

    def choose(self, panel: torch.Tensor) -> list[int]:
        """Return the pivot rows for the columns of `panel`: the best among the best rows of each process."""
        k = panel.shape[1]
        free = np.flatnonzero(self.free)
        best = free[_leading(panel[free], k)]
        padded = torch.cat([panel[best], panel.new_zeros((k - len(best), k))])
        rows = gather_ints([*(best + self.start), *[-1] * (k - len(best))], self.mesh)
        stacked = all_gather(padded, self.mesh)
        given = torch.cat([t[: sum(i >= 0 for i in own)] for t, own in zip(stacked, rows, strict=True)])
        names = [i for own in rows for i in own if i >= 0]
        # all take the choice of the first process, since others may round differently
        return gather_ints([names[i] for i in _leading(given, k)], self.mesh)[0]

    def eliminate(self, t: torch.Tensor, everywhere: bool = False) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """Eliminate the elements below the diagonal from `t`, this process's rows of the augmented matrix.

        The memory of `t` is used for the result. Returns the right-hand sides, and the elements above the diagonal of
        each block, for solving by substitution. If `everywhere` is true, the elements above the diagonal are
        eliminated, too, and the right-hand sides are an identity matrix with its columns in the order of the pivots.
        """
        above, is_solved = [], t.shape[1] > self.n
        while len(self.pivots) < self.n:
            k = min(_BLOCK, self.step, self.n - len(self.pivots))
            panel = t[:, :k]
            rows = self.choose(panel.detach())
            self.pivots += rows
            block = self.of_all(t, rows)
            factors, swaps, info = torch.linalg.lu_factor_ex(block[:, :k])
            self.diagonals.append(factors.diagonal())
            self.sign *= (-1) ** sum(i != j for i, j in enumerate(swaps.tolist(), 1))
            if int(info):
                self.is_singular = True
                break
            # Each process uses these with its own rows, but all use the diagonals alike.
            factors, rest = (sum_of_gradients(v, self.mesh) for v in (factors, block[:, k:]))
            if everywhere:
                rest = torch.cat([rest, torch.eye(k, dtype=t.dtype, device=t.device)], 1)
                t = torch.cat([t, t.new_zeros((t.shape[0], k))], 1)
            solved = torch.linalg.lu_solve(factors, swaps, rest)
            done, own = torch.tensor(~self.free, device=t.device)[:, None], self.own(rows)
            places = [rows[i] - self.start for i in own]
            self.free[places] = False
            free = torch.tensor(self.free, device=t.device)[:, None]
            t = _less_product(t[:, k:], torch.where(free | done if everywhere else free, panel, 0), solved)
            if is_solved:
                over = torch.where(done, panel, 0)
                above.append(over if t.requires_grad else panel.copy_(over))
            t.index_copy_(0, torch.tensor(places, dtype=torch.int64, device=t.device), solved[own])
        return t, above

    def check(self) -> None:
        """Raise LinAlgError if the matrix is singular."""
        if self.is_singular:
            raise LinAlgError(SINGULAR)

    def ordered(self, t: torch.Tensor) -> Any:
        """Return the rows of a result in the order of the columns of the matrix."""
        x = rewrap(wrap(t), (self.n, t.shape[1]), 0, self.mesh)
        return take(x, wrap(torch.tensor(self.pivots, dtype=torch.int64)), axis=0)


def solution(x: DistributedArray, y: DistributedArray) -> Any:
    """Return the solution of ``x @ solution = y`` for a vector or a matrix `y`."""
    loop, dtype = working_dtype(local(x)._tensor.device, x._dtype, y._dtype)
    steps = _Elimination(x)
    right = local(reaxis(y, 0))._tensor.to(loop)
    beside = right.reshape(right.shape[0], math.prod(y.shape[1:]))
    t, above = steps.eliminate(torch.cat([local(reaxis(x, 0))._tensor.to(loop), beside], 1))
    steps.check()
    blocks = steps.blocks()
    for i in reversed(range(len(above))):
        t = _less_product(t, above[i], sum_of_gradients(steps.of_all(t, blocks[i]), steps.mesh))
    return relayout(steps.ordered(rounded(t, dtype)).reshape(y.shape), y._layout.axes)


def inverse(x: DistributedArray) -> Any:
    """Return the inverse of a matrix."""
    loop, dtype = working_dtype(local(x)._tensor.device, x._dtype)
    steps = _Elimination(x)
    t, _ = steps.eliminate(local(reaxis(x, 0))._tensor.to(loop), everywhere=True)
    steps.check()
    columns = torch.from_numpy(np.argsort(steps.pivots))
    return relayout(steps.ordered(rounded(t, dtype)[:, columns]), x._layout.axes)


def sign_and_pivots(x: DistributedArray) -> tuple[int, torch.Tensor]:
    """Return the sign of the row permutation of a matrix, and its pivots, whose product is the determinant."""
    steps = _Elimination(x)
    part = local(reaxis(x, 0))._tensor
    steps.eliminate(part.to(working_dtype(part.device, x._dtype)[0], copy=True))
    # each cycle of an even length swaps the sign
    sign, left = steps.sign, dict(enumerate(steps.pivots))
    while left and not steps.is_singular:
        first, row = left.popitem()
        while row != first:
            sign, row = -sign, left.pop(row)
    return sign, torch.cat([local(x)._tensor.new_zeros(0), *steps.diagonals])


def cholesky(x: DistributedArray, upper: bool) -> Any:
    """Return the Cholesky factor of a matrix; only one of its triangles is read."""
    layout, mesh, n = x._layout, x._layout.mesh, x.shape[0]
    loop, dtype = working_dtype(local(x)._tensor.device, x._dtype)
    lower: Any = x.mT.conj() if upper else x
    lower = reaxis(lower, 0)
    start, stop = lower._layout.span(0, n)
    t, columns = local(lower)._tensor.to(loop, copy=True), []
    del x, lower
    spans = [chunk(n, mesh.size(), r) for r in range(mesh.size())]
    for owner, (first, last) in enumerate(spans):
        for i in range(first, last, _BLOCK):
            k = min(_BLOCK, last - i)
            block = sum_of_gradients(_sent(t[:, :k], list(range(k)), owner, mesh), mesh)
            corner = plain_function("linalg.cholesky")(wrap(block))._tensor
            column = torch.linalg.solve_triangular(corner.mH, t[:, :k], upper=True, left=False)
            columns.append(torch.cat([t.new_zeros((stop - start - t.shape[0], k)), column]).tril(start - i))
            done = k if owner == layout.ranks[0] else 0
            # the elements above the diagonal are not used
            t, column = t[done:, k:], column[done:]
            counts = [max(end - max(begin, i + k), 0) for begin, end in spans]
            below = sum_of_gradients(all_rows(column, counts, mesh), mesh)
            t = _less_product(t, column, below.mH)
    del t
    r: Any = rewrap(wrap(rounded(torch.cat(columns, 1), dtype)), (n, n), 0, mesh)
    return relayout(r.mT.conj() if upper else r, layout.axes)
