"""Quaternions, rotation matrices and the alignment of two point sets by Kabsch's method."""

import numpy as np


def main():
    def multiply(p, q):
        w, v = p[..., :1], p[..., 1:]
        s, u = q[..., :1], q[..., 1:]
        return np.concatenate([w * s - (v * u).sum(-1, keepdims=True), w * u + s * v + np.cross(v, u)], axis=-1)

    def matrix(q):
        w, x, y, z = q / np.linalg.norm(q)
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        )

    axis = np.array([1.0, 2.0, 2.0]) / 3
    half = np.pi / 12
    q = np.r_[np.cos(half), np.sin(half) * axis]
    total = q
    for _ in range(5):
        total = multiply(total, q)
    R = matrix(total)
    print(np.round(R, 6))
    print("orthogonal", np.allclose(R @ R.T, np.eye(3)), "det", np.linalg.det(R).round(12))
    print("angle", np.degrees(np.arccos(np.clip((np.trace(R) - 1) / 2, -1, 1))).round(6))

    points = np.stack(np.meshgrid([0, 1], [0, 2], [0, 3], indexing="ij"), -1).reshape(-1, 3).astype(float)
    moved = points @ R.T + [5, -1, 2]
    a, b = points - points.mean(0), moved - moved.mean(0)
    U, s, Vt = np.linalg.svd(a.T @ b)
    D = np.diag([1, 1, np.sign(np.linalg.det(Vt.T @ U.T))])
    found = Vt.T @ D @ U.T
    print("found", np.allclose(found, R), "rms %.1e" % max(np.sqrt(np.mean((a @ found.T - b) ** 2)), 1e-9))
    distance = np.linalg.norm(moved[:, None] - moved[None], axis=-1)
    i, j = np.triu_indices(len(points), k=1)
    print(np.unique(distance[i, j].round(6), return_counts=True))
    return R, moved, distance
