"""NPBench's ``jacobi_2d`` as a loop that is compiled once: steps of a stencil on a square.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(steps, a, b):
    """Update the inner points of `a` and `b` in turn, each from the other."""

    def relaxed(source, target):
        target = target.copy()
        target[1:-1, 1:-1] = 0.2 * (
            source[1:-1, 1:-1] + source[1:-1, :-2] + source[1:-1, 2:] + source[2:, 1:-1] + source[:-2, 1:-1]
        )
        return target

    def step(t, arrays):
        a, b = arrays
        b = relaxed(a, b)
        return relaxed(b, a), b

    a[:], b[:] = xp.fori_loop(1, steps, step, (a, b))
