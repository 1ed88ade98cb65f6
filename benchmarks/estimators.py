"""Part ``estimators``: scikit-learn's estimators with array API dispatch, on NumPy, plain tensors and `xp_torch`."""

import warnings

import numpy as np
import sklearn
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression, Ridge

from benchmarks.contenders import CONTENDERS, NUMPY, OURS, TORCH, difference, plain
from benchmarks.measure import Effort, call, interleaved

TOLERANCE = 1e-5  # solvers stop where rounding tells them to
SHAPES, FULL_SHAPES = ((2_000, 20),), ((2_000, 20), (100_000, 50))


def classification(rng, samples, features):
    """Three overlapping classes."""
    labels = rng.integers(0, 3, samples)
    centres = rng.standard_normal((3, features))
    return centres[labels] + rng.standard_normal((samples, features)), labels


def transformed(make):
    """Fit, then transform; the signs of components are arbitrary."""
    return lambda x, y, target: abs(make().fit(x).transform(x))


ESTIMATORS = {
    "LinearDiscriminantAnalysis": lambda x, y, target: LinearDiscriminantAnalysis().fit(x, y).predict(x),
    "PCA": transformed(lambda: PCA(5, svd_solver="full")),
    "PCA (eigh)": transformed(lambda: PCA(5, svd_solver="covariance_eigh")),
    "Ridge": lambda x, y, target: Ridge(solver="svd").fit(x, target).predict(x),
    "LogisticRegression": lambda x, y, target: LogisticRegression(tol=1e-8, max_iter=200).fit(x, y).predict_proba(x),
}


def data(options, samples, features):
    """Features, labels and a number to predict."""
    rng = np.random.default_rng((options.seed, samples))
    x, y = classification(rng, samples, features)
    return x, y, x @ rng.standard_normal(features) + 0.1 * rng.standard_normal(samples)


def run(options, progress):
    """Fit and predict with every estimator; return the rows as plain data."""
    shapes = FULL_SHAPES if options.full else SHAPES
    asked = [(name, shape) for shape in shapes for name in ESTIMATORS if options.wants(name)]
    effort = options.effort or Effort(rounds=40 if options.full else 10, seconds=20.0 if options.full else 3.0)
    progress.total = len(asked)
    rows = []
    with sklearn.config_context(array_api_dispatch=True), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, shape in asked:
            progress(len(rows), f"{name} {shape}")
            arrays = data(options, *shape)
            expected, acts, differs = plain(ESTIMATORS[name](*arrays)), {}, {}
            for contender in (NUMPY, TORCH, OURS):
                own = [CONTENDERS[contender].give(array) for array in arrays]
                told = fitted(name, own, expected)
                if told is None:
                    acts[contender] = call(lambda own=own, fit=ESTIMATORS[name]: fit(*own))
                else:
                    differs[contender] = told
            rows.append(
                {
                    "name": name,
                    "shape": list(shape),
                    "seconds": interleaved(acts, effort),
                    "differs": differs,
                    "wrong": differs.get(OURS),
                }
            )
    return rows


def fitted(name, arrays, expected):
    """How the result on `arrays` differs from the expected one, in words; None where it doesn't."""
    try:
        return difference(ESTIMATORS[name](*arrays), expected, TOLERANCE)
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0][:120]
