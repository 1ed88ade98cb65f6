"""NPBench's ``syr2k``: two products of two matrices are added to the lower triangle of a third.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's. Its
two loops are one product.
"""

import xp_torch as xp


def kernel(alpha, beta, c, a, b):
    """Write ``beta * c + alpha * (a @ b.T + b @ a.T)`` to the lower triangle of `c`."""
    product = alpha * xp.matmul(a, b.T)
    c[:] = xp.tril(beta * c + product + product.T) + xp.triu(c, 1)
