"""NPBench's ``vadv`` as loops that are compiled once: vertical advection in a model of the weather.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from GridTools; the text is this project's. It
solves a tridiagonal system for each column: forward from the ground, and back.
"""

import xp_torch as xp


def vadv(utens_stage, u_stage, wcon, u_pos, utens, dtr_stage):
    """Write the solution to `utens_stage`."""

    def levels(x):
        """The array with its levels along the first axis, and each level in one piece."""
        return xp.moveaxis(x, -1, 0).copy()

    speed = levels(0.25 * (wcon[1:] + wcon[:-1]))
    stage, position = levels(u_stage), levels(u_pos)
    right = dtr_stage * position + levels(utens) + levels(utens_stage)

    # The ground has no level below, the top none above.
    above = 0.5 * speed[1:]
    slope = above[: stage.shape[0] - 1] * (stage[1:] - stage[:-1])
    none = xp.zeros_like(stage[:1])
    c = xp.concatenate([above[: stage.shape[0] - 1], none])
    a = xp.concatenate([none, -above[: stage.shape[0] - 1]])
    right = right - xp.concatenate([slope, none]) - xp.concatenate([none, slope])

    def forward(below, level):
        c_below, d_below = below
        a, c, right = level
        divided = 1.0 / (dtr_stage - a - c - c_below * a)
        new = c * divided, (right - d_below * a) * divided
        return new, new

    def back(above, level):
        c, d = level
        x = d - c * above
        return x, x

    _, (c, d) = xp.scan(forward, (none[0], none[0]), (a, c, right))
    _, x = xp.scan(back, none[0], (c, d), reverse=True)
    utens_stage[:] = xp.moveaxis(dtr_stage * (x - position), 0, -1)
