"""Simulate ten thousand random walks, and draw the range of most of them. The numbers are NumPy's for the same seed."""

import matplotlib.pyplot as plt

import xp_torch as xp

rng = xp.random.default_rng(3)
walks = xp.cumulative_sum(rng.choice([-1, 1], size=(10_000, 200)), axis=1)
low, middle, high = xp.quantile(walks, xp.asarray([0.05, 0.5, 0.95]), axis=0)
steps = xp.arange(1, 201)

plt.figure(figsize=(6, 3.5), layout="constrained")
plt.plot(steps, walks[:15].T, color="gray", linewidth=0.5)
plt.fill_between(steps, low, high, alpha=0.3, label="90 % of the walks")
plt.plot(steps, 1.645 * xp.sqrt(steps), "k--", label="theory")
plt.plot(steps, middle, label="median")
plt.xlabel("step")
plt.figlegend(loc="outside upper center", ncols=3)
plt.savefig("random_walks.png")
