"""NPBench's ``nbody`` as a loop that is compiled once: stars that attract each other.

The program is one of https://github.com/spcl/npbench (BSD-3-Clause), from "Create your own n-body simulation" by
P. Mocz; the text is this project's.
"""

import xp_torch as xp


def differences(pos):
    """The differences of the positions of all pairs, for each coordinate."""
    return pos.T[:, None, :] - pos.T[:, :, None]


def acceleration(pos, mass, gravity, softening):
    """The acceleration of each star."""
    apart = differences(pos)
    cube = (xp.sum(apart**2, axis=0) + softening**2) ** -1.5
    return gravity * xp.sum(apart * cube * mass[:, 0], axis=2).T


def energies(pos, vel, mass, gravity):
    """The kinetic and the potential energy."""
    kinetic = 0.5 * xp.sum(mass * vel**2)
    distance = xp.sqrt(xp.sum(differences(pos) ** 2, axis=0))
    inverse = xp.where(distance > 0, 1.0 / xp.where(distance > 0, distance, 1.0), 0.0)
    return kinetic, gravity * xp.sum(xp.triu(-xp.outer(mass, mass) * inverse, 1))


def nbody(mass, pos, vel, n, steps, dt, gravity, softening):
    """Move `n` stars by `steps` steps; return their kinetic and potential energies before and after each step."""
    vel -= xp.mean(mass * vel, axis=0) / xp.mean(mass)
    first = energies(pos, vel, mass, gravity)

    def step(state, _):
        pos, vel, acc = state
        vel = vel + acc * dt / 2.0
        pos = pos + vel * dt
        acc = acceleration(pos, mass, gravity, softening)
        vel = vel + acc * dt / 2.0
        return (pos, vel, acc), energies(pos, vel, mass, gravity)

    start = (pos, vel, acceleration(pos, mass, gravity, softening))
    (pos[:], vel[:], _), later = xp.scan(step, start, length=steps)
    return tuple(xp.concatenate([one[None], others]) for one, others in zip(first, later, strict=True))
