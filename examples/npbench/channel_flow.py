"""NPBench's ``channel_flow`` as loops that are compiled once: a liquid between two walls, until its speed is constant.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from "CFD Python: the 12 steps to Navier-Stokes
equations" by L. A. Barba and G. F. Forsyth; the text is this project's. The channel is periodic along its second axis.
"""

import xp_torch as xp


def left(f):
    """The values of the neighbours at the left, without those of the walls."""
    return xp.roll(f[1:-1], 1, axis=1)


def right(f):
    """The values of the neighbours at the right, without those of the walls."""
    return xp.roll(f[1:-1], -1, axis=1)


def channel_flow(nit, u, v, dt, dx, dy, p, rho, nu, force):
    """Advance the velocities `u` and `v` and the pressure `p` until they are constant; return the number of steps."""
    spread = 2 * (dx**2 + dy**2)
    viscous_x, viscous_y = nu * dt / dx**2, nu * dt / dy**2

    def source(u, v):
        """The right-hand side of the equation of the pressure."""
        du_dx = (right(u) - left(u)) / (2 * dx)
        du_dy = (u[2:] - u[:-2]) / (2 * dy)
        dv_dx = (right(v) - left(v)) / (2 * dx)
        dv_dy = (v[2:] - v[:-2]) / (2 * dy)
        terms = 1 / dt * (du_dx + dv_dy) - du_dx**2 - 2 * du_dy * dv_dx - dv_dy**2
        return rho * dx**2 * dy**2 / spread * terms

    def advanced(f, u, v, slope):
        """The new values of a velocity between the walls, for the slope of the pressure in its direction."""
        here, west, east, below, above = f[1:-1], left(f), right(f), f[:-2], f[2:]
        return (
            (1 - 2 * viscous_x - 2 * viscous_y) * here
            + viscous_x * (west + east)
            + viscous_y * (below + above)
            - dt / dx * u * (here - west)
            - dt / dy * v * (here - below)
            - dt / rho * slope
        )

    def walled(f):
        return xp.pad(f, ((1, 1), (0, 0)))

    def step(state):
        _, steps, u, v, p = state
        b = source(u, v)

        def relaxed(q, p):
            inner = dy**2 / spread * (right(p) + left(p)) + dx**2 / spread * (p[2:] + p[:-2]) - b
            return xp.pad(inner, ((1, 1), (0, 0)), mode="edge")

        p = xp.fori_loop(0, nit, relaxed, p)
        inner_u, inner_v = u[1:-1], v[1:-1]
        new_u = walled(advanced(u, inner_u, inner_v, (right(p) - left(p)) / (2 * dx)) + force * dt)
        new_v = walled(advanced(v, inner_u, inner_v, (p[2:] - p[:-2]) / (2 * dy)))
        total = xp.sum(new_u)
        return (total - xp.sum(u)) / total, steps + 1, new_u, new_v, p

    start = (xp.asarray(1.0), xp.asarray(0), u, v, p)
    _, steps, u[:], v[:], p[:] = xp.while_loop(lambda state: state[0] > 0.001, step, start)
    return steps
