"""The SIR model of an epidemic by RK4, with the day of the peak and the final size."""

import numpy as np


def main():
    def rates(y, beta=0.35, gamma=0.1):
        s, i, r = y
        return np.array([-beta * s * i, beta * s * i - gamma * i, gamma * i])

    h, days = 0.25, 160
    y = np.array([0.999, 0.001, 0.0])
    history = [y]
    for _ in range(int(days / h)):
        k1 = rates(y)
        k2 = rates(y + h / 2 * k1)
        k3 = rates(y + h / 2 * k2)
        k4 = rates(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        history.append(y)
    history = np.stack(history)
    t = np.arange(len(history)) * h
    peak = np.argmax(history[:, 1])
    print("peak on day %.2f with %.1f %% infected" % (t[peak], 100 * history[peak, 1]))
    print("final size", np.round(history[-1, 2], 4))
    print("conserved", np.allclose(history.sum(axis=1), 1.0))
    for day in range(0, days + 1, 40):
        row = history[np.searchsorted(t, day)]
        print(f"{day:4d} " + " ".join(f"{v:8.4f}" for v in row))
    return history, t[peak]
