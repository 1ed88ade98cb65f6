"""NPBench's ``lu`` as a loop that is compiled once: the factors of a matrix, without pivots.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(a):
    """Replace `a` by its factors: below the diagonal the left one, without its diagonal of ones."""
    numbers = xp.arange(a.shape[0])

    def eliminated(k, a):
        row, column = a[k], a[:, k]
        below, right = (numbers > k)[:, None], numbers > k
        factors = (column / row[k])[:, None]
        a = xp.where(below & (numbers == k), factors, a)
        return xp.where(below & right, a - factors * row, a)

    a[:] = xp.fori_loop(0, a.shape[0], eliminated, a)
