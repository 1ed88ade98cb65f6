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

    def half(t, rows):
        first = t % 2 == 0
        before, after = xp.where(first, along, across), xp.where(first, across, along)
        return implicit(explicit(rows, before), after, 1.0 - across).T.copy()

    # Both halves of a step are one function, which is compiled once: the second takes the columns for rows.
    u[1:-1] = xp.fori_loop(0, 2 * steps, half, u[1:-1])
    return u
