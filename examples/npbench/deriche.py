"""NPBench's ``deriche`` as loops that are compiled once: a filter that finds edges in an image.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def filtered(image, now, before, decay):
    """Filter along the first axis: each row of the result adds two rows of the image and two of the result before."""
    b1, b2 = decay

    def step(last, rows):
        y1, y2 = last
        here, previous = rows
        y = now * here + before * previous + b1 * y1 + b2 * y2
        return (y, y1), y

    none = xp.zeros_like(image[:1])
    shifted = xp.concatenate([none, image[:-1]])
    _, result = xp.scan(step, (none[0], none[0]), (image, shifted))
    return result


def both_ways(image, alpha):
    """Filter along the first axis, forward and backward."""
    once, twice = xp.exp(-alpha), xp.exp(-2.0 * alpha)
    k = (1.0 - once) * (1.0 - once) / (1.0 + alpha * once - xp.exp(2.0 * alpha))
    decay = 2.0**-alpha, -twice
    forward = filtered(image, k, k * once * (alpha - 1.0), decay)
    later = xp.concatenate([xp.zeros_like(image[:1]), image[:0:-1]])
    backward = filtered(later, k * once * (alpha + 1.0), -k * twice, decay)
    return forward + backward[::-1]


def kernel(alpha, image):
    """Return the filtered image: along its columns, then along its rows."""
    # As an array, it is not read in each step anew.
    alpha = xp.asarray(alpha)
    rows = both_ways(image.T.copy(), alpha).T.copy()
    return both_ways(rows, alpha)
