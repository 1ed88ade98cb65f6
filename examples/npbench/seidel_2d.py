"""NPBench's ``seidel_2d`` as loops that are compiled once: sweeps over a square that use new values at once.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(steps, n, a):
    """Sweep `steps` - 1 times over the rows of `a`."""
    columns = xp.arange(n - 2)
    distance = columns[:, None] - columns
    # In a row, x[j] = (r[j] + x[j - 1]) / 9 for all j from left to right is one product.
    weights = xp.where(distance >= 0, 9.0 ** -(distance + 1.0), 0.0)

    def row(above, rows):
        here, below = rows
        known = above[:-2] + above[1:-1] + above[2:] + here[1:-1] + here[2:] + below[:-2] + below[1:-1] + below[2:]
        known = xp.concatenate([known[:1] + here[:1], known[1:]])
        new = xp.concatenate([here[:1], xp.matmul(weights, known), here[-1:]])
        return new, new

    def sweep(t, a):
        _, inner = xp.scan(row, a[0], (a[1:-1], a[2:]))
        return xp.concatenate([a[:1], inner, a[-1:]])

    a[:] = xp.fori_loop(0, steps - 1, sweep, a)
