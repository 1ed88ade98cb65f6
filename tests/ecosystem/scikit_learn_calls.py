"""Calls of scikit-learn on arrays of this package, with and without dispatch; prints a JSON object of the outcomes.

A process of its own runs it, with ``SCIPY_ARRAY_API=1``, which SciPy reads when it is imported.
"""

import json
import sys
import warnings

import numpy as np
import sklearn
from sklearn import (
    cluster,
    decomposition,
    discriminant_analysis,
    ensemble,
    feature_selection,
    gaussian_process,
    impute,
    kernel_ridge,
    linear_model,
    manifold,
    metrics,
    mixture,
    model_selection,
    naive_bayes,
    neighbors,
    neural_network,
    pipeline,
    preprocessing,
    svm,
    tree,
)

import xp_torch as xp


def transformed(estimator):
    return lambda x, y: sklearn.clone(estimator).fit_transform(x, y)


def predicted(estimator):
    return lambda x, y: sklearn.clone(estimator).fit(x, y).predict(x)


def clusters(estimator):
    return lambda x, y: sklearn.clone(estimator).fit_predict(x)


RIDGE = linear_model.Ridge(solver="svd")
TRANSFORMERS = [
    preprocessing.StandardScaler(), preprocessing.MinMaxScaler(), preprocessing.MaxAbsScaler(),
    preprocessing.RobustScaler(), preprocessing.Normalizer(), preprocessing.Binarizer(),
    preprocessing.PolynomialFeatures(), preprocessing.QuantileTransformer(n_quantiles=10),
    preprocessing.KBinsDiscretizer(encode="ordinal"), decomposition.PCA(2, svd_solver="full"),
    decomposition.TruncatedSVD(2, random_state=0), decomposition.FastICA(2, random_state=0),
    manifold.TSNE(perplexity=5, random_state=0, init="random"), manifold.Isomap(), impute.SimpleImputer(),
    feature_selection.VarianceThreshold(), feature_selection.SelectKBest(k=2),
]  # fmt: skip
PREDICTORS = [
    RIDGE, linear_model.RidgeCV(), linear_model.RidgeClassifier(), linear_model.LinearRegression(),
    linear_model.Lasso(), linear_model.ElasticNet(), linear_model.LogisticRegression(),
    linear_model.SGDClassifier(random_state=0), discriminant_analysis.LinearDiscriminantAnalysis(),
    naive_bayes.GaussianNB(), svm.SVC(), svm.LinearSVC(random_state=0), svm.SVR(), neighbors.KNeighborsClassifier(),
    tree.DecisionTreeClassifier(random_state=0), ensemble.RandomForestClassifier(5, random_state=0),
    ensemble.GradientBoostingClassifier(n_estimators=5, random_state=0),
    ensemble.HistGradientBoostingClassifier(max_iter=5), kernel_ridge.KernelRidge(),
    mixture.GaussianMixture(2, random_state=0), neural_network.MLPClassifier(max_iter=5, random_state=0),
    gaussian_process.GaussianProcessRegressor(),
]  # fmt: skip
CLUSTERINGS = [
    cluster.KMeans(2, n_init=1, random_state=0), cluster.MiniBatchKMeans(2, n_init=1, random_state=0),
    cluster.DBSCAN(), cluster.AgglomerativeClustering(),
]  # fmt: skip

CALLS = {
    **{type(e).__name__: transformed(e) for e in TRANSFORMERS},
    **{type(e).__name__: predicted(e) for e in PREDICTORS},
    **{type(e).__name__: clusters(e) for e in CLUSTERINGS},
    "NMF": lambda x, y: decomposition.NMF(2, random_state=0).fit_transform(x * x),
    "NearestNeighbors": lambda x, y: neighbors.NearestNeighbors().fit(x).kneighbors(x)[0],
    "GridSearchCV": lambda x, y: model_selection.GridSearchCV(RIDGE, {"alpha": [1.0, 2.0]}).fit(x, y).predict(x),
    "make_pipeline": lambda x, y: (
        pipeline.make_pipeline(preprocessing.StandardScaler(), sklearn.clone(RIDGE)).fit(x, y).predict(x)
    ),
    "train_test_split": lambda x, y: model_selection.train_test_split(x, y, random_state=0)[0],
    "cross_val_score": lambda x, y: model_selection.cross_val_score(RIDGE, x, y),
    "accuracy_score": lambda x, y: metrics.accuracy_score(y, y),
    "r2_score": lambda x, y: metrics.r2_score(x[:, 0], x[:, 1]),
    "roc_auc_score": lambda x, y: metrics.roc_auc_score(y, x[:, 0]),
    "confusion_matrix": lambda x, y: metrics.confusion_matrix(y, y),
    "log_loss": lambda x, y: metrics.log_loss(y, 1 / (1 + x[:, 0] * x[:, 0])),
    "pairwise_distances": lambda x, y: metrics.pairwise_distances(x),
    "euclidean_distances": lambda x, y: metrics.pairwise.euclidean_distances(x),
    "silhouette_score": metrics.silhouette_score,
}


def outcome(call, dispatch, expected):
    """Return "" if a call gives NumPy's result, else why not."""
    x, y = data()
    try:
        with sklearn.config_context(array_api_dispatch=dispatch):
            result = call(xp.asarray(x), xp.asarray(y))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    # Signs of components are arbitrary.
    same = np.allclose(np.abs(np.asarray(result)), np.abs(np.asarray(expected)), rtol=1e-3, atol=1e-3)
    return "" if same else "another result than NumPy's"


def data():
    x = np.random.default_rng(0).normal(size=(60, 4))
    return x, (x[:, 0] + x[:, 1] > 0).astype(np.int64)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    rows = {}
    for name, call in CALLS.items():
        expected = call(*data())
        rows[name] = [outcome(call, dispatch, expected) for dispatch in (True, False)]
    json.dump(rows, sys.stdout)
