"""NPBench's ``fdtd_2d`` as a loop that is compiled once: electromagnetic waves in a plane.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from PolyBench; the text is this project's.
"""

import xp_torch as xp


def kernel(steps, ex, ey, hz, source):
    """Advance the fields by `steps` steps; `source` is the value at the edge in each step."""

    def step(fields, edge):
        ex, ey, hz = (field.copy() for field in fields)
        ey[0, :] = edge
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
        return (ex, ey, hz), None

    (ex[:], ey[:], hz[:]), _ = xp.scan(step, (ex, ey, hz), source[:steps])
