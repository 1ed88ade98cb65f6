"""NPBench's ``durbin`` as a loop that is compiled once: the solution of a system with constant diagonals.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(r):
    """Return the solution for the diagonals 1, r[0], r[1], ... and the right-hand side -r."""
    numbers = xp.arange(r.shape[0])

    def step(state, k):
        # `y` has the first k elements of the solution, and `mirrored` has them in reverse order; then both have zeros.
        y, mirrored, alpha, beta = state
        beta = beta * (1.0 - alpha * alpha)
        alpha = -(r[k] + xp.sum(r * mirrored)) / beta
        longer = (y + alpha * mirrored).at[k].set(alpha)
        mirrored = xp.concatenate([alpha[None], (mirrored + alpha * y)[:-1]])
        return (longer, mirrored, alpha, beta), None

    first = xp.where(numbers == 0, -r[0], 0.0)
    (y, *_), _ = xp.scan(step, (first, first, -r[0], xp.ones_like(r[0])), numbers[1:])
    return y
