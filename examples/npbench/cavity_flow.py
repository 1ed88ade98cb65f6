"""NPBench's ``cavity_flow`` as loops that are compiled once: a liquid in a box whose lid moves.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from "CFD Python: the 12 steps to Navier-Stokes
equations" by L. A. Barba and G. F. Forsyth; the text is this project's.
"""

import xp_torch as xp


def cavity_flow(nx, ny, nt, nit, u, v, dt, dx, dy, p, rho, nu):
    """Advance the velocities `u` and `v` and the pressure `p` by `nt` steps."""
    spread = 2 * (dx**2 + dy**2)
    viscous_x, viscous_y = nu * dt / dx**2, nu * dt / dy**2

    def source(u, v):
        """The right-hand side of the equation of the pressure, at the inner points."""
        du_dx = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx)
        du_dy = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dy)
        dv_dx = (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx)
        dv_dy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dy)
        terms = 1 / dt * (du_dx + dv_dy) - du_dx**2 - 2 * du_dy * dv_dx - dv_dy**2
        return rho * dx**2 * dy**2 / spread * terms

    def advanced(f, u, v, slope):
        """The new values of a velocity at the inner points, for the slope of the pressure in its direction."""
        here, left, right = f[1:-1, 1:-1], f[1:-1, :-2], f[1:-1, 2:]
        below, above = f[:-2, 1:-1], f[2:, 1:-1]
        return (
            (1 - 2 * viscous_x - 2 * viscous_y) * here
            + viscous_x * (left + right)
            + viscous_y * (below + above)
            - dt / dx * u * (here - left)
            - dt / dy * v * (here - below)
            - dt / rho * slope
        )

    def step(t, state):
        u, v, p = state
        b = source(u, v)

        def relaxed(q, p):
            inner = dy**2 / spread * (p[1:-1, 2:] + p[1:-1, :-2]) + dx**2 / spread * (p[2:, 1:-1] + p[:-2, 1:-1]) - b
            # No slope at the left, the right and the bottom; 0 at the top.
            return xp.concatenate([xp.pad(inner, ((1, 0), (1, 1)), mode="edge"), xp.zeros_like(p[:1])])

        p = xp.fori_loop(0, nit, relaxed, p)
        across = (p[1:-1, 2:] - p[1:-1, :-2]) / (2 * dx)
        along = (p[2:, 1:-1] - p[:-2, 1:-1]) / (2 * dy)
        inner_u, inner_v = u[1:-1, 1:-1], v[1:-1, 1:-1]
        new_u = xp.pad(advanced(u, inner_u, inner_v, across), ((1, 0), (1, 1)))
        lid = xp.ones_like(u[:1])
        return xp.concatenate([new_u, lid]), xp.pad(advanced(v, inner_u, inner_v, along), 1), p

    u[:], v[:], p[:] = xp.fori_loop(0, nt, step, (u, v, p))
