"""NPBench's ``heat_3d`` as a loop that is compiled once: the heat equation in a cube.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(steps, a, b):
    """Update the inner points of `a` and `b` in turn, each from the other."""

    def diffused(source, target):
        middle = source[1:-1, 1:-1, 1:-1]
        target = target.copy()
        target[1:-1, 1:-1, 1:-1] = (
            0.125 * (source[2:, 1:-1, 1:-1] - 2.0 * middle + source[:-2, 1:-1, 1:-1])
            + 0.125 * (source[1:-1, 2:, 1:-1] - 2.0 * middle + source[1:-1, :-2, 1:-1])
            + 0.125 * (source[1:-1, 1:-1, 2:] - 2.0 * middle + source[1:-1, 1:-1, :-2])
            + middle
        )
        return target

    def step(t, arrays):
        a, b = arrays
        b = diffused(a, b)
        return diffused(b, a), b

    a[:], b[:] = xp.fori_loop(1, steps, step, (a, b))
