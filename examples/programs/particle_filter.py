"""A bootstrap particle filter for a growth model, with systematic resampling."""

import numpy as np


class Filter:
    def __init__(self, n, rng):
        self.rng = rng
        self.x = rng.normal(0, 2, n)
        self.w = np.full(n, 1 / n)
        self.history = []

    def predict(self, k):
        self.x = 0.5 * self.x + 25 * self.x / (1 + self.x**2) + 8 * np.cos(1.2 * k)
        self.x += self.rng.normal(0, np.sqrt(10), self.x.size)

    def update(self, z):
        log_w = np.log(self.w) - 0.5 * (z - self.x**2 / 20) ** 2
        log_w -= log_w.max()
        self.w = np.exp(log_w)
        self.w /= self.w.sum()

    @property
    def effective(self):
        return 1 / np.sum(self.w**2)

    def resample(self):
        n = len(self.x)
        positions = (np.arange(n) + self.rng.random()) / n
        cumulative = np.cumsum(self.w)
        cumulative[-1] = 1.0
        i = j = 0
        picked = np.zeros(n, dtype=int)
        while i < n:
            if positions[i] < cumulative[j]:
                picked[i] = j
                i += 1
            else:
                j += 1
        assert (picked == np.searchsorted(cumulative, positions, side="right")).all()
        self.x = self.x[picked]
        self.w.fill(1 / n)
        return len(np.unique(picked))


def main():
    rng = np.random.default_rng(11)
    truth, z = [0.1], []
    for k in range(1, 25):
        truth.append(
            0.5 * truth[-1] + 25 * truth[-1] / (1 + truth[-1] ** 2) + 8 * np.cos(1.2 * k) + rng.normal(0, 3.16)
        )
        z.append(truth[-1] ** 2 / 20 + rng.normal())
    f = Filter(200, rng)
    estimates, resampled = [], 0
    for k, value in enumerate(z, 1):
        f.predict(k)
        f.update(value)
        mean = np.average(f.x, weights=f.w)
        var = np.average((f.x - mean) ** 2, weights=f.w)
        estimates.append((mean, np.sqrt(var)))
        if f.effective < 100:
            distinct = f.resample()
            resampled += 1
            f.history.append((k, distinct))
    estimates = np.array(estimates)
    rms = np.sqrt(np.mean((estimates[:, 0] - np.array(truth[1:])) ** 2))
    print(f"rms error {rms:.3f}; resampled {resampled} times")
    for k, d in f.history[:5]:
        print(k, d, end="; ")
    print()
    print(estimates[:3].round(3).tolist())
    return estimates, f.history, rms, truth
