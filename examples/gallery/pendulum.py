"""Draw the phase portrait of a pendulum: the steps of one path by `scan`, all paths at once by `vmap`."""

import matplotlib.pyplot as plt

import xp_torch as xp


def change(state):
    """Return the time derivative of angle and speed."""
    angle, speed = state
    return xp.stack([speed, -xp.sin(angle) - 0.1 * speed])


def step(state, _):
    """Return the state after a step of Runge's and Kutta's method, twice: it is stored and passed on."""
    h = 0.05
    k1 = change(state)
    k2 = change(state + h / 2 * k1)
    k3 = change(state + h / 2 * k2)
    k4 = change(state + h * k3)
    state = state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return state, state


def path(start):
    """Return the states after each of 300 steps."""
    return xp.scan(step, start, xp.arange(300))[1]


starts = xp.stack([xp.full(15, -6.0), xp.linspace(0.5, 4.0, 15)], axis=1)
paths = xp.vmap(path)(starts)  # path, step, angle or speed

plt.figure(figsize=(6, 3.5), layout="constrained")
plt.plot(paths[:, :, 0].T, paths[:, :, 1].T, linewidth=1)
plt.xlabel("angle")
plt.ylabel("speed")
plt.savefig("pendulum.png")
