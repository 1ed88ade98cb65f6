"""Shortest paths on a grid with costs: A* and Dijkstra's algorithm, and the path drawn as text."""

import heapq

import numpy as np

STEPS = np.array([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)])


def terrain(n, rng):
    height = rng.random((n, n))
    for _ in range(3):
        padded = np.pad(height, 1, mode="edge")
        height = sum(padded[1 + a : n + 1 + a, 1 + b : n + 1 + b] for a in (-1, 0, 1) for b in (-1, 0, 1)) / 9
    cost = 1 + 10 * (height - height.min()) / np.ptp(height)
    cost[n // 2, : n - 3] = np.inf
    return cost


def astar(cost, start, goal, heuristic):
    n, m = cost.shape
    distance = np.full(cost.shape, np.inf)
    parent = np.full((n, m, 2), -1)
    closed = np.zeros_like(cost, dtype=bool)
    distance[start] = 0
    heap = [(heuristic(start), start)]
    expanded = 0
    while heap:
        _, at = heapq.heappop(heap)
        if closed[at]:
            continue
        closed[at] = True
        expanded += 1
        if at == goal:
            break
        for step in STEPS:
            i, j = at + step
            if not (0 <= i < n and 0 <= j < m) or closed[i, j] or np.isinf(cost[i, j]):
                continue
            new = distance[at] + cost[i, j] * np.hypot(*step)
            if new < distance[i, j]:
                distance[i, j] = new
                parent[i, j] = at
                heapq.heappush(heap, (new + heuristic((i, j)), (int(i), int(j))))
    path = [goal]
    while path[-1] != start:
        path.append(tuple(int(v) for v in parent[path[-1]]))
    return distance[goal], path[::-1], expanded


def main():
    rng = np.random.default_rng(5)
    cost = terrain(18, rng)
    start, goal = (0, 0), (17, 2)
    octile = lambda p: np.sqrt((p[0] - goal[0]) ** 2 + (p[1] - goal[1]) ** 2)
    d1, path, e1 = astar(cost, start, goal, octile)
    d2, other, e2 = astar(cost, start, goal, lambda p: 0)
    print(f"{d1:.4f} {d2:.4f} expanded {e1} and {e2}, {len(path)} cells")
    picture = np.where(np.isinf(cost), 2, 0)
    rows, columns = np.transpose(path)
    picture[rows, columns] = 1
    for line in picture:
        print("".join(".o#"[v] for v in line))
    return d1, d2, path == other, picture, e1, rows, columns
