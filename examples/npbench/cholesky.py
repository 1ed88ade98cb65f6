"""NPBench's ``cholesky`` as a loop that is compiled once: a symmetric matrix as a triangle times its transpose.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(a):
    """Write the triangle to `a`; what is above the diagonal stays."""

    def column(rest, k):
        new = rest[k] / xp.sqrt(rest[k, k])
        # What is left becomes 0 up to row and column k.
        return rest - new[:, None] * new, new

    symmetric = xp.tril(a) + xp.tril(a, -1).T
    _, columns = xp.scan(column, symmetric, xp.arange(a.shape[0]))
    a[:] = xp.tril(columns.T) + xp.triu(a, 1)
