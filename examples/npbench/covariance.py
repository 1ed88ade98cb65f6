"""NPBench's ``covariance``: the covariances of the columns of a matrix, whose loop is one product.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(m, n, data):
    """Return the covariances of `m` columns, which are centered in place."""
    data -= xp.mean(data, axis=0)
    return xp.matmul(data.T, data) / (n - 1.0)
