"""A Markov chain of the weather: estimation, simulation and the stationary distribution."""

import numpy as np

STATES = ["sun", "cloud", "rain"]


def simulate(matrix, start, steps, draws):
    """Return the path of states; `draws` are uniform numbers."""
    cumulative = matrix.cumsum(axis=1)
    path = np.empty(steps + 1, dtype=np.int64)
    path[0] = state = start
    for i in range(steps):
        state = np.searchsorted(cumulative[state], draws[i])
        path[i + 1] = state
    return path


def longest_run(path, state):
    best = length = 0
    for s in path:
        length = length + 1 if s == state else 0
        best = max(best, length)
    return best


def main():
    rng = np.random.default_rng(9)
    matrix = np.array([[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]])
    assert np.allclose(matrix.sum(axis=1), 1)
    path = simulate(matrix, 0, 400, rng.random(400))
    print(" ".join(STATES[s] for s in path[:12]))

    counts = np.zeros_like(matrix, dtype=int)
    for a, b in zip(path[:-1], path[1:]):
        counts[a, b] += 1
    estimate = counts / counts.sum(axis=1, keepdims=True)
    print(counts)
    print("largest error %.4f" % np.abs(estimate - matrix).max())

    values, vectors = np.linalg.eig(matrix.T)
    stationary = np.real(vectors[:, np.argmax(np.abs(values))])
    stationary /= stationary.sum()
    assert np.allclose(np.linalg.matrix_power(matrix, 50)[0], stationary)
    seen = np.bincount(path, minlength=3) / path.size
    for name, p, q in zip(STATES, stationary, seen):
        print(f"{name:>6}: {p:.4f} {q:.4f}")

    # Expected days until rain: solve (I - Q) t = 1.
    transient = matrix[:2, :2]
    days = np.linalg.solve(np.eye(2) - transient, np.ones(2))
    print("days until rain:", {name: round(float(d), 3) for name, d in zip(STATES, days)})
    print("longest dry run:", longest_run(path == 2, False), "longest wet run:", longest_run(path, 2))
    entropy = -np.sum(stationary[:, None] * matrix * np.log2(matrix))
    print(f"entropy rate {entropy:.5f} bits")
    return path, counts, stationary, days
