"""NPBench's ``gramschmidt`` as a loop that is compiled once: the columns of a matrix are made orthonormal.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(a):
    """Return the factors of ``a = q @ r``; the columns of `a` become what is left of them."""
    columns = xp.arange(a.shape[1])

    def step(rest, k):
        norm = xp.sqrt(xp.sum(rest[k] ** 2))
        q = rest[k] / norm
        # The loop over the later columns is one product.
        later = xp.where(columns > k, xp.matmul(rest, q), 0.0)
        r = xp.where(columns == k, norm, later)
        return rest - later[:, None] * q, (q, r)

    rest, (q, r) = xp.scan(step, a.T.copy(), columns)
    a[:] = rest.T
    return q.T, r
