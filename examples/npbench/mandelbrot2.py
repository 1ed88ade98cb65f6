"""NPBench's ``mandelbrot2`` as a loop that is compiled once: points that have passed the horizon stay as they are.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from "From Python to NumPy" by N. P. Rougier; the
text is this project's. The compiler makes code for real numbers only, so that real and imaginary parts are apart.
"""

import xp_torch as xp


def mandelbrot(xmin, xmax, ymin, ymax, xn, yn, itermax, horizon=2.0):
    """Return the first value past the horizon of each point, and in which step that was; both 0 for the others."""
    real = xp.broadcast_to(xp.linspace(xmin, xmax, xn), (yn, xn))
    imag = xp.broadcast_to(xp.linspace(ymin, ymax, yn)[:, None], (yn, xn))

    def step(i, state):
        x, y, count = state
        inside = count == 0
        x, y = xp.where(inside, x * x - y * y + real, x), xp.where(inside, 2 * x * y + imag, y)
        return x, y, xp.where(inside & (x * x + y * y > horizon * horizon), i + 1, count)

    start = (xp.zeros((yn, xn)), xp.zeros((yn, xn)), xp.zeros((yn, xn), dtype=int))
    x, y, count = xp.fori_loop(0, itermax, step, start)
    passed = count > 0
    return xp.where(passed, x, 0.0) + 1j * xp.where(passed, y, 0.0), count
