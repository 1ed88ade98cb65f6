"""Least squares of polynomials, and logistic regression by Newton's method."""

import numpy as np


def polynomial_fit(x, y, degree):
    """Return coefficients, their standard errors and R squared."""
    design = np.vander(x, degree + 1, increasing=True)
    coefficients, _, rank, _ = np.linalg.lstsq(design, y, rcond=None)
    residuals = y - design @ coefficients
    variance = residuals @ residuals / (len(y) - rank)
    errors = np.sqrt(np.diag(variance * np.linalg.inv(design.T @ design)))
    r2 = 1 - (residuals**2).sum() / ((y - y.mean()) ** 2).sum()
    return coefficients, errors, r2


def logistic_fit(design, labels, penalty=1e-3):
    """Return weights that maximise the penalised likelihood."""
    weights = np.zeros(design.shape[1])
    for iteration in range(25):
        p = 1 / (1 + np.exp(-(design @ weights)))
        gradient = design.T @ (labels - p) - penalty * weights
        hessian = (design * (p * (1 - p))[:, None]).T @ design + penalty * np.eye(len(weights))
        step = np.linalg.solve(hessian, gradient)
        weights += step
        loss = -np.mean(np.where(labels == 1, np.log(p), np.log1p(-p)))
        print(f"{iteration:2d} loss={loss:.8f} step={np.linalg.norm(step):.2e}")
        if np.abs(step).max() < 1e-7:
            break
    return weights


def main():
    rng = np.random.default_rng(7)
    x = np.sort(rng.uniform(-2, 2, 60))
    y = 1 - 2 * x + 0.5 * x**3 + rng.normal(scale=0.3, size=x.size)
    for degree in (1, 2, 3):
        coefficients, errors, r2 = polynomial_fit(x, y, degree)
        terms = [f"{c:+.3f}({e:.3f}) x^{k}" for k, (c, e) in enumerate(zip(coefficients, errors))]
        print(f"degree {degree}: R2 = {r2:.4f}:", " ".join(terms))
    features = rng.normal(size=(120, 2))
    labels = (features @ [1.5, -2.0] + 0.3 + rng.logistic(size=120) > 0).astype(int)
    design = np.column_stack([np.ones(len(features)), features])
    weights = logistic_fit(design, labels)
    predicted = (design @ weights > 0).astype(int)
    confusion = np.zeros((2, 2), dtype=int)
    np.add.at(confusion, (labels, predicted), 1)
    print("confusion\n", confusion, "\naccuracy", np.trace(confusion) / confusion.sum())
    return coefficients, weights, confusion
