"""NPBench's ``deriche`` as loops that are compiled once: a filter that finds edges in an image.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def after(rows):
    """Return rows moved down by one, the first of them zero."""
    return xp.concatenate([xp.zeros_like(rows[:1]), rows[:-1]])


def coefficients(alpha):
    """Return the factors of a row and of the one before, forward and backward, and of the last two filtered ones."""
    once, twice = xp.exp(-alpha), xp.exp(-2.0 * alpha)
    k = (1.0 - once) * (1.0 - once) / (1.0 + alpha * once - xp.exp(2.0 * alpha))
    now = xp.stack([k, k * once * (alpha + 1.0)])[:, None]
    before = xp.stack([k * once * (alpha - 1.0), -k * twice])[:, None]
    return now, before, 2.0**-alpha, -twice


def both_ways(image, factors):
    """Filter along the first axis, forward and backward at once: one loop takes half the time to compile of two."""
    now, before, b1, b2 = factors

    def step(last, rows):
        y1, y2 = last
        here, previous = rows
        y = now * here + before * previous + b1 * y1 + b2 * y2
        return (y, y1), y

    rows = xp.stack([image, after(image[::-1])], axis=1)
    none = xp.zeros_like(rows[0])
    _, filtered = xp.scan(step, (none, none), (rows, after(rows)))
    return filtered[:, 0] + filtered[::-1, 1]


def kernel(alpha, image):
    """Return the filtered image: along its columns, then along its rows."""
    factors = coefficients(xp.asarray(alpha))
    rows = both_ways(image.T.copy(), factors).T.copy()
    return both_ways(rows, factors)
