"""scikit-learn's estimators on arrays that are sharded over processes give the results of NumPy's arrays."""

import multiprocessing
import os

import numpy as np
import pytest

pytestmark = pytest.mark.slow

if multiprocessing.parent_process():
    # scikit-learn asks for it, and SciPy reads it when it is imported.
    os.environ["SCIPY_ARRAY_API"] = "1"

ROWS = 61


def data():
    """Return features, labels and a number to predict."""
    random = np.random.default_rng(0)
    labels = random.integers(0, 3, ROWS)
    features = random.normal(size=(3, 5))[labels] * 2 + random.normal(size=(ROWS, 5))
    return features, labels, features @ random.normal(size=5) + 0.1 * random.normal(size=ROWS)


def estimators():
    """Return the calls by name; only the processes and the test import scikit-learn."""
    from sklearn.decomposition import PCA
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.kernel_approximation import Nystroem
    from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifierCV, RidgeCV
    from sklearn.metrics import accuracy_score, r2_score
    from sklearn.metrics.pairwise import cosine_similarity, euclidean_distances
    from sklearn.mixture import GaussianMixture
    from sklearn.naive_bayes import GaussianNB
    from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, Normalizer, PolynomialFeatures, StandardScaler

    def mixture(x, y, target):
        model = GaussianMixture(3, covariance_type="diag", init_params="random_from_data", random_state=0)
        return model.fit(x).predict_proba(x)

    return {
        "StandardScaler": lambda x, y, target: StandardScaler().fit_transform(x),
        "MinMaxScaler": lambda x, y, target: MinMaxScaler().fit_transform(x),
        "MaxAbsScaler": lambda x, y, target: MaxAbsScaler().fit_transform(x),
        "Normalizer": lambda x, y, target: Normalizer().fit_transform(x),
        "PolynomialFeatures": lambda x, y, target: PolynomialFeatures(2, interaction_only=True).fit_transform(x),
        "PCA (svd)": lambda x, y, target: abs(PCA(3, svd_solver="full").fit_transform(x)),
        "PCA (eigh)": lambda x, y, target: abs(PCA(3, svd_solver="covariance_eigh").fit_transform(x)),
        "Nystroem": lambda x, y, target: Nystroem(gamma=0.1, n_components=10, random_state=0).fit_transform(x),
        "Ridge": lambda x, y, target: Ridge(solver="svd").fit(x, target).predict(x),
        "RidgeCV": lambda x, y, target: RidgeCV().fit(x, target).predict(x),
        "RidgeClassifierCV": lambda x, y, target: RidgeClassifierCV().fit(x, y).predict(x),
        "LinearDiscriminantAnalysis": lambda x, y, target: LinearDiscriminantAnalysis().fit(x, y).predict_proba(x),
        "GaussianNB": lambda x, y, target: GaussianNB(var_smoothing=1e-3).fit(x, y).predict_proba(x),
        "LogisticRegression": lambda x, y, target: LogisticRegression(tol=1e-10).fit(x, y).predict_proba(x),
        "GaussianMixture": mixture,
        "distances": lambda x, y, target: euclidean_distances(x, x[:7]) + cosine_similarity(x, x[:7]),
        "scores": lambda x, y, target: [accuracy_score(y, 0 * y), r2_score(target, x[:, 0])],
    }


def result_of(name, device=None):
    """Return the result of a call as NumPy's array; on a device, of distributed arrays."""
    import sklearn

    arrays = data()
    if device is not None:
        import xp_torch as xp

        arrays = [xp.asarray(a, device=device) for a in arrays]
    with sklearn.config_context(array_api_dispatch=device is not None):
        return np.asarray(estimators()[name](*arrays))


def in_process(name):
    """Return the result of a call on arrays of a mesh of all processes."""
    import torch.distributed as dist
    from torch.distributed.device_mesh import init_device_mesh

    import xp_torch as xp

    return result_of(name, xp.distributed.Device(init_device_mesh("cpu", (dist.get_world_size(),))))


def test_estimators(processes):
    # One item: to name each, pytest would import scikit-learn in every lane.
    for name in estimators():
        expected = result_of(name)
        for got in processes.run(in_process, name):
            np.testing.assert_allclose(got, expected, rtol=1e-6, atol=1e-8, err_msg=name)
