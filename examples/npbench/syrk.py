"""NPBench's ``syrk``: a symmetric product is added to the lower triangle of a matrix.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's. Its
two loops are one product.
"""

import xp_torch as xp


def kernel(alpha, beta, c, a):
    """Write ``beta * c + alpha * a @ a.T`` to the lower triangle of `c`."""
    c[:] = xp.tril(beta * c + alpha * xp.matmul(a, a.T)) + xp.triu(c, 1)
