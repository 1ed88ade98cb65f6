"""NPBench's ``deriche`` as loops that are compiled once: a filter that finds edges in an image.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def after(rows):
    """Return rows moved down by one, the first of them zero."""
    return xp.concatenate([xp.zeros_like(rows[:1]), rows[:-1]])


def both_ways(image, alpha):
    """Filter along the first axis, forward and backward at once: one loop takes half the time to compile of two."""
    once, twice = xp.exp(-alpha), xp.exp(-2.0 * alpha)
    k = (1.0 - once) * (1.0 - once) / (1.0 + alpha * once - xp.exp(2.0 * alpha))
    b1, b2 = 2.0**-alpha, -twice

    def step(last, rows):
        y1, y2, z1, z2 = last
        here, previous, later, latest = rows
        y = k * here + k * once * (alpha - 1.0) * previous + b1 * y1 + b2 * y2
        z = k * once * (alpha + 1.0) * later - k * twice * latest + b1 * z1 + b2 * z2
        return (y, y1, z, z1), (y, z)

    none = xp.zeros_like(image[0])
    later = after(image[::-1])
    _, (forward, backward) = xp.scan(step, (none, none, none, none), (image, after(image), later, after(later)))
    return forward + backward[::-1]


def kernel(alpha, image):
    """Return the filtered image: along its columns, then along its rows."""
    # As an array, it is not read in each step anew.
    alpha = xp.asarray(alpha)
    rows = both_ways(image.T.copy(), alpha).T.copy()
    return both_ways(rows, alpha)
