"""Fit a damped oscillation to noisy measurements, by gradient descent on its four parameters."""

import matplotlib.pyplot as plt

import xp_torch as xp

rng = xp.random.default_rng(0)
time = xp.linspace(0, 10, 80)
measured = 2.0 * xp.exp(-0.3 * time) * xp.cos(2.5 * time + 0.4) + 0.15 * rng.normal(size=80)


def model(parameters, time):
    """Return the oscillation at some times."""
    amplitude, decay, frequency, phase = parameters
    return amplitude * xp.exp(-decay * time) * xp.cos(frequency * time + phase)


def loss(parameters):
    """Return the mean square of the residuals."""
    return xp.mean((model(parameters, time) - measured) ** 2)


parameters = xp.asarray([1.0, 0.1, 2.3, 0.0])
value_and_grad = xp.value_and_grad(loss)
for _ in range(500):
    value, gradient = value_and_grad(parameters)
    parameters -= 0.05 * gradient
print(f"loss {value.item():.4f}, parameters {parameters}")

fine = xp.linspace(0, 10, 400)
plt.figure(figsize=(6, 3.5), layout="constrained")
plt.plot(time, measured, "o", markersize=3, label="measured")
plt.plot(fine, model(parameters, fine), label="fitted")
plt.xlabel("time")
plt.legend()
plt.savefig("curve_fit.png")
