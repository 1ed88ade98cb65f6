"""A Kalman filter that tracks a moving point, and its smoother."""

import numpy as np


def main():
    rng = np.random.default_rng(17)
    dt, n = 0.5, 40
    F = np.eye(4) + dt * np.eye(4, k=2)
    H = np.hstack([np.eye(2), np.zeros((2, 2))])
    G = np.vstack([0.5 * dt**2 * np.eye(2), dt * np.eye(2)])
    Q = 0.05 * G @ G.T
    R = np.diag([0.6, 0.4]) ** 2

    truth = np.zeros((n, 4))
    truth[0] = [0, 0, 1.0, 0.5]
    for k in range(1, n):
        truth[k] = F @ truth[k - 1] + G @ rng.normal(0, 0.2, 2)
    measured = truth[:, :2] + rng.multivariate_normal(np.zeros(2), R, size=n)
    missing = np.arange(n) % 9 == 4

    x, P = np.zeros(4), 10 * np.eye(4)
    predicted, filtered, score = [], [], 0.0
    for z, gone in zip(measured, missing):
        x, P = F @ x, F @ P @ F.T + Q
        predicted.append((x, P))
        if not gone:
            S = H @ P @ H.T + R
            K = np.linalg.solve(S, H @ P).T
            residual = z - H @ x
            x = x + K @ residual
            P = (np.eye(4) - K @ H) @ P
            sign, logdet = np.linalg.slogdet(2 * np.pi * S)
            score -= 0.5 * (logdet + residual @ np.linalg.inv(S) @ residual)
        filtered.append((x, P))
    smooth = [filtered[-1]]
    for (xf, Pf), (xp, Pp) in zip(filtered[-2::-1], predicted[:0:-1]):
        C = Pf @ F.T @ np.linalg.inv(Pp)
        xs, Ps = smooth[-1]
        smooth.append((xf + C @ (xs - xp), Pf + C @ (Ps - Pp) @ C.T))
    smooth.reverse()

    estimates = {"measured": measured}
    estimates["filtered"] = np.array([x for x, _ in filtered])[:, :2]
    estimates["smoothed"] = np.stack([x for x, _ in smooth])[:, :2]
    for name, points in estimates.items():
        error = np.sqrt(((points - truth[:, :2]) ** 2).sum(axis=1).mean())
        print(f"{name:>9}: rms error {error:.4f}")
    print("log likelihood %.4f, gaps at" % score, *np.nonzero(missing)[0])
    widths = np.sqrt([np.diag(P)[:2].max() for _, P in filtered])
    print("widths", np.array2string(widths[::5], precision=4, separator=", "))
    assert np.allclose(P, P.T) and np.all(np.linalg.eigvalsh(P) > 0)
    return estimates["smoothed"], widths, x, P
