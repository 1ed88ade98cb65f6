"""NPBench's ``mandelbrot1`` as a loop that is compiled once: all points take all steps.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from "From Python to NumPy" by N. P. Rougier; the
text is this project's. The compiler makes code for real numbers only, so that real and imaginary parts are apart.
"""

import xp_torch as xp


def mandelbrot(xmin, xmax, ymin, ymax, xn, yn, maxiter, horizon=2.0):
    """Return the last value before each point passes the horizon, and in which step that was."""
    real = xp.broadcast_to(xp.linspace(xmin, xmax, xn), (yn, xn))
    imag = xp.broadcast_to(xp.linspace(ymin, ymax, yn)[:, None], (yn, xn))

    def step(n, state):
        x, y, last = state
        inside = x * x + y * y < horizon * horizon
        return (
            xp.where(inside, x * x - y * y + real, x),
            xp.where(inside, 2 * x * y + imag, y),
            xp.where(inside, n, last),
        )

    x, y, last = xp.fori_loop(0, maxiter, step, (xp.zeros((yn, xn)), xp.zeros((yn, xn)), xp.zeros((yn, xn), dtype=int)))
    return x + 1j * y, xp.where(last == maxiter - 1, 0, last)
