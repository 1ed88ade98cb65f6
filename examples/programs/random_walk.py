"""Random walks in one and two dimensions: hitting times, diffusion and a drawn path."""

import collections

import numpy as np


def main():
    rng = np.random.default_rng(42)
    steps = rng.choice([-1, 1], size=(200, 100))
    walks = steps.cumsum(axis=1)
    hit = np.abs(walks) >= 10
    first = np.where(hit.any(axis=1), hit.argmax(axis=1), -1)
    reached = first[first >= 0]
    print(f"{reached.size} of {len(walks)} walks reach 10, the first after {reached.min()} steps")
    print(f"mean time {reached.mean():.2f}, median {np.median(reached):.1f}")

    times = 2 ** np.arange(7)
    spread = np.mean(walks[:, times - 1] ** 2, axis=0)
    slope, intercept = np.polyfit(np.log(times), np.log(spread), 1)
    print("mean squared distance:", dict(zip(times.tolist(), spread.round(2).tolist())))
    print(f"grows as t^{slope:.3f}")

    ends = collections.Counter(int(end) for end in walks[:, -1])
    for end, count in sorted(ends.items()):
        print(f"{end:4d} {'*' * count}")

    moves = np.array([[0, 1], [0, -1], [1, 0], [-1, 0]])
    path = np.concatenate([[[0, 0]], moves[rng.integers(4, size=60)].cumsum(axis=0)])
    low = path.min(axis=0)
    canvas = np.full(np.ptp(path, axis=0) + 1, ord("."), dtype=np.uint8)
    canvas[tuple((path - low).T)] = ord("o")
    canvas[tuple(-low)] = ord("S")
    for row in canvas:
        print("".join(chr(c) for c in row))
    visited = {tuple(point) for point in path.tolist()}
    returns = [i for i, point in enumerate(path) if i > 0 and not point.any()]
    print(len(visited), "places; returns at", returns)
    return first, spread, slope, path
