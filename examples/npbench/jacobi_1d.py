"""NPBench's ``jacobi_1d`` as a loop that is compiled once: steps of a stencil on a line.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(steps, a, b):
    """Update `a` and `b` in turn, each from the other; their ends stay."""

    def relaxed(source, target):
        inner = 0.33333 * (source[:-2] + source[1:-1] + source[2:])
        return xp.concatenate([target[:1], inner, target[-1:]])

    def step(t, arrays):
        a, b = arrays
        b = relaxed(a, b)
        return relaxed(b, a), b

    a[:], b[:] = xp.fori_loop(1, steps, step, (a, b))
