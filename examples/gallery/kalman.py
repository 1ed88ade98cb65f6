"""Fit the noise of a moving target with a Kalman filter: the gradient of the likelihood through 200 compiled steps."""

import matplotlib.pyplot as plt

import xp_torch as xp

rng = xp.random.default_rng(0)
steps, dt = 200, 0.2
move = xp.asarray([[1.0, dt], [0.0, 1.0]])
kick = xp.asarray([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]])
velocity = xp.cumsum(rng.normal(0, 1.0 * dt**0.5, size=steps))
position = xp.cumsum(dt * velocity)
measured = position + rng.normal(0, 0.3, size=steps)


def run_filter(logs):
    """Return the sum of the negative log-likelihoods, and the filtered positions."""
    acceleration, noise = xp.exp(logs[0]), xp.exp(logs[1])

    def step(state, z):
        mean, covariance = state
        mean = xp.matmul(move, mean)
        covariance = xp.matmul(xp.matmul(move, covariance), move.T) + acceleration * kick
        residual, variance = z - mean[0], covariance[0, 0] + noise
        gain = covariance[:, 0] / variance
        mean = mean + gain * residual
        covariance = covariance - xp.multiply.outer(gain, covariance[0])
        return (mean, covariance), (0.5 * (xp.log(variance) + residual**2 / variance), mean[0])

    _, (losses, filtered) = xp.scan(step, (xp.zeros(2), xp.eye(2)), measured)
    return xp.sum(losses), filtered


value_and_grad = xp.compile(xp.value_and_grad(run_filter, has_aux=True))
logs = xp.zeros(2)
for _ in range(50):
    (loss, filtered), gradient = value_and_grad(logs)
    logs -= 0.02 * gradient
acceleration, noise = xp.exp(0.5 * logs).tolist()
print(f"standard deviations: acceleration {acceleration:.2f} (true 1.0), measurements {noise:.2f} (true 0.3)")

plt.figure(figsize=(6, 3.5), layout="constrained")
plt.plot(measured, "o", markersize=3, label="measured")
plt.plot(position, label="true")
plt.plot(filtered, label="filtered")
plt.xlabel("step")
plt.ylabel("position")
plt.legend()
plt.savefig("kalman.png")
