"""NPBench's ``nbody`` as a loop that is compiled once: stars that attract each other.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from "Create your own n-body simulation" by
P. Mocz; the text is this project's.
"""

import xp_torch as xp


def nbody(mass, pos, vel, n, steps, dt, gravity, softening):
    """Move `n` stars by `steps` steps; return their kinetic and potential energies before and after each step."""
    vel -= xp.mean(mass * vel, axis=0) / xp.mean(mass)
    pairs = xp.triu(-xp.outer(mass, mass), 1)  # each pair once

    def attraction(pos):
        """The acceleration of each star, and the potential energy."""
        apart = pos.T[:, None, :] - pos.T[:, :, None]
        squares = xp.sum(apart**2, axis=0)
        cube = (squares + softening**2) ** -1.5
        distance = xp.sqrt(squares)
        inverse = xp.where(distance > 0, 1.0 / xp.where(distance > 0, distance, 1.0), 0.0)
        return gravity * xp.sum(apart * cube * mass[:, 0], axis=2).T, gravity * xp.sum(pairs * inverse)

    def kinetic(vel):
        return 0.5 * xp.sum(mass * vel**2)

    def step(state, _):
        pos, vel, acc = state
        vel = vel + acc * dt / 2.0
        pos = pos + vel * dt
        acc, potential = attraction(pos)
        vel = vel + acc * dt / 2.0
        return (pos, vel, acc), (kinetic(vel), potential)

    acc, potential = attraction(pos)
    first = kinetic(vel), potential
    (pos[:], vel[:], _), later = xp.scan(step, (pos, vel, acc), length=steps)
    return tuple(xp.concatenate([one[None], others]) for one, others in zip(first, later, strict=True))
