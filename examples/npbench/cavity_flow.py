"""NPBench's ``cavity_flow`` as loops that are compiled once: a liquid in a box whose lid moves.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from "CFD Python: the 12 steps to Navier-Stokes
equations" by L. A. Barba and G. F. Forsyth; the text is this project's.
"""

import xp_torch as xp


def cavity_flow(nx, ny, nt, nit, u, v, dt, dx, dy, p, rho, nu):
    """Advance the velocities `u` and `v` and the pressure `p` by `nt` steps."""
    # Both velocities are one array: what is computed of both alike is compiled once.
    start = xp.stack([u, v])
    lid = xp.zeros_like(start)
    lid[0, -1] = 1.0

    def slopes(f):
        """The derivatives in both directions at the inner points."""
        return (f[..., 1:-1, 2:] - f[..., 1:-1, :-2]) / (2 * dx), (f[..., 2:, 1:-1] - f[..., :-2, 1:-1]) / (2 * dy)

    def step(t, state):
        f, p = state
        (du_dx, dv_dx), (du_dy, dv_dy) = slopes(f)
        source = rho * (1 / dt * (du_dx + dv_dy) - du_dx**2 - 2 * du_dy * dv_dx - dv_dy**2)
        b = dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * source

        def relaxed(q, p):
            inner = (p[1:-1, 2:] + p[1:-1, :-2]) * dy**2 + (p[2:, 1:-1] + p[:-2, 1:-1]) * dx**2
            inner = inner / (2 * (dx**2 + dy**2)) - b
            # No slope at the left, the right and the bottom; 0 at the top.
            return xp.concatenate([xp.pad(inner, ((1, 0), (1, 1)), mode="edge"), xp.zeros_like(p[:1])])

        p = xp.fori_loop(0, nit, relaxed, p)
        here = f[:, 1:-1, 1:-1]
        new = (
            here
            - here[0] * dt / dx * (here - f[:, 1:-1, :-2])
            - here[1] * dt / dy * (here - f[:, :-2, 1:-1])
            - dt / rho * xp.stack(slopes(p))
            + nu * dt / dx**2 * (f[:, 1:-1, 2:] - 2 * here + f[:, 1:-1, :-2])
            + nu * dt / dy**2 * (f[:, 2:, 1:-1] - 2 * here + f[:, :-2, 1:-1])
        )
        return xp.pad(new, ((0, 0), (1, 1), (1, 1))) + lid, p

    (u[:], v[:]), p[:] = xp.fori_loop(0, nt, step, (start, p))
