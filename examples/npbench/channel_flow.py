"""NPBench's ``channel_flow`` as loops that are compiled once: a liquid between two walls, until its speed is constant.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from "CFD Python: the 12 steps to Navier-Stokes
equations" by L. A. Barba and G. F. Forsyth; the text is this project's. The channel is periodic along its second axis.
"""

import xp_torch as xp


def left(f):
    """The values of the neighbours at the left, without those of the walls."""
    return xp.roll(f[..., 1:-1, :], 1, axis=-1)


def right(f):
    """The values of the neighbours at the right, without those of the walls."""
    return xp.roll(f[..., 1:-1, :], -1, axis=-1)


def channel_flow(nit, u, v, dt, dx, dy, p, rho, nu, force):
    """Advance the velocities `u` and `v` and the pressure `p` until they are constant; return the number of steps."""
    # Both velocities are one array: what is computed of both alike is compiled once.
    forces = xp.asarray([force * dt, 0.0])[:, None, None]

    def slopes(f):
        """The derivatives in both directions."""
        return (right(f) - left(f)) / (2 * dx), (f[..., 2:, :] - f[..., :-2, :]) / (2 * dy)

    def step(state):
        _, steps, f, p = state
        (du_dx, dv_dx), (du_dy, dv_dy) = slopes(f)
        source = rho * (1 / dt * (du_dx + dv_dy) - du_dx**2 - 2 * du_dy * dv_dx - dv_dy**2)
        b = dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * source

        def relaxed(q, p):
            inner = ((right(p) + left(p)) * dy**2 + (p[2:] + p[:-2]) * dx**2) / (2 * (dx**2 + dy**2)) - b
            return xp.pad(inner, ((1, 1), (0, 0)), mode="edge")

        p = xp.fori_loop(0, nit, relaxed, p)
        here = f[:, 1:-1]
        new = (
            here
            - here[0] * dt / dx * (here - left(f))
            - here[1] * dt / dy * (here - f[:, :-2])
            - dt / rho * xp.stack(slopes(p))
            + nu * dt / dx**2 * (right(f) - 2 * here + left(f))
            + nu * dt / dy**2 * (f[:, 2:] - 2 * here + f[:, :-2])
        )
        new = xp.pad(new + forces, ((0, 0), (1, 1), (0, 0)))
        total = xp.sum(new[0])
        return (total - xp.sum(f[0])) / total, steps + 1, new, p

    start = (xp.asarray(1.0), xp.asarray(0), xp.stack([u, v]), p)
    _, steps, (u[:], v[:]), p[:] = xp.while_loop(lambda state: state[0] > 0.001, step, start)
    return steps
