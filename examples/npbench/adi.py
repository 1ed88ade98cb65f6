"""NPBench's ``adi`` as loops that are compiled once: the heat equation, implicit in one direction after the other.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def explicit(rows, factor):
    """Half a step along rows, without their ends."""
    return (1.0 + 2.0 * factor) * rows[:, 1:-1] - factor * (rows[:, :-2] + rows[:, 2:])


def implicit(right, off, diagonal):
    """Half a step along columns: the solutions of tridiagonal systems, with 1 at their ends."""

    def forward(above, row):
        p, q = above
        divided = 1.0 / (off * p + diagonal)
        new = -off * divided, (row - off * q) * divided
        return new, new

    def back(below, row):
        p, q = row
        x = p * below + q
        return x, x

    one = xp.ones_like(right[0])
    _, factors = xp.scan(forward, (xp.zeros_like(one), one), right)
    _, x = xp.scan(back, one, factors, reverse=True)
    return xp.concatenate([one[None], x, one[None]])


def kernel(steps, n, u):
    """Advance `u` by `steps` steps."""
    across = -n * n / steps
    along = across / 2.0

    def step(t, u):
        v = implicit(explicit(u[1:-1], along), across, 1.0 - across)
        inner = implicit(explicit(v.T, across), along, 1.0 - across)
        return xp.concatenate([u[:1], inner.T, u[-1:]])

    u[:] = xp.fori_loop(0, steps, step, u)
    return u
