"""NPBench's ``nussinov`` as a loop that is compiled once: how a strand of RNA folds, by dynamic programming.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(n, sequence):
    """Return the table of the greatest numbers of pairs in the parts of `sequence`.

    Row `d` of the array of the loop has the parts of `d` + 1 bases, so that a step computes a row at once.
    """
    starts, lengths = xp.arange(n), xp.arange(n)[:, None]
    none = xp.zeros((n, n), dtype=xp.int32)

    def row(d, best):
        # The part from i to i + d, and its two ends.
        paired = sequence + sequence[(starts + d) % n] == 3
        inside = xp.where(d > 1, best[d - 2], 0)[(starts + 1) % n] + xp.where(paired & (d > 1), 1, 0)
        shorter = xp.maximum(best[d - 1], best[d - 1][(starts + 1) % n])
        # Two parts, the first of `lengths` + 1 bases.
        rest = best[(d - 1 - lengths) % n, (starts + lengths + 1) % n]
        split = xp.max(xp.where((lengths > 0) & (lengths < d), best + rest, 0), axis=0)
        new = xp.maximum(xp.maximum(shorter, inside), split)
        new = xp.where(starts + d < n, new, 0)
        return xp.where(lengths == d, new, best).astype(xp.int32)

    best = xp.fori_loop(1, n, row, none)
    return xp.where(starts >= lengths, best[(starts - lengths) % n, lengths], 0).astype(xp.int32)
