"""The Ising model by Metropolis steps on a checkerboard, with numbers from a small congruential generator."""

import numpy as np


def main():
    class Congruential:
        def __init__(self, seed, size):
            self.state = (np.arange(size, dtype=np.uint64) + np.uint64(seed)) * np.uint64(2654435761)

        def uniform(self):
            self.state = self.state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            return (self.state >> np.uint64(40)) / 2.0**24

    n = 16
    rows, cols = np.indices((n, n))
    colour = (rows + cols) % 2
    for temperature in (1.5, 2.3, 4.0):
        spins = np.ones((n, n), dtype=np.int8)
        random = Congruential(7, n * n)
        energies, magnets = [], []
        for sweep in range(60):
            for part in (0, 1):
                near = sum(np.roll(spins, shift, axis) for shift in (1, -1) for axis in (0, 1))
                cost = 2.0 * spins * near
                accept = random.uniform().reshape(n, n) < np.exp(-cost / temperature)
                spins[(colour == part) & accept] *= -1
            if sweep >= 20:
                magnets.append(abs(spins.mean()))
                energies.append(-np.mean(spins * (np.roll(spins, 1, 0) + np.roll(spins, 1, 1))))
        print(f"T = {temperature}: m = {np.mean(magnets):.4f} +- {np.std(magnets):.4f}, E = {np.mean(energies):.4f}")
        print("".join("+-"[int(s < 0)] for s in spins[0]), spins.dtype, spins.sum())
    return np.array(magnets), np.array(energies)
