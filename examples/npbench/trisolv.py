"""NPBench's ``trisolv`` as a loop that is compiled once: forward substitution.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(triangle, x, b):
    """Write the solution of ``triangle @ x = b`` to `x`."""
    numbers = xp.arange(x.shape[0])

    def step(x, row):
        i, coefficients, right = row
        # The elements from i on are 0 still.
        solved = (right - xp.sum(coefficients * x)) / coefficients[i]
        return x.at[i].set(solved), None

    x[:], _ = xp.scan(step, xp.zeros_like(x), (numbers, triangle, b))
