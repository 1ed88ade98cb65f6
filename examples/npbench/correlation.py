"""NPBench's ``correlation``: the correlations of the columns of a matrix, whose loop is one product.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(m, n, data):
    """Return the correlations of `m` columns, which are centered and scaled in place."""
    deviation = xp.std(data, axis=0)
    deviation = xp.where(deviation <= 0.1, 1.0, deviation)
    data -= xp.mean(data, axis=0)
    data /= xp.sqrt(n) * deviation
    return xp.where(xp.eye(m, dtype=bool), 1.0, xp.matmul(data.T, data))
