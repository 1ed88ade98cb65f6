"""Fit scikit-learn's estimators on ``xp_torch`` arrays and compare with NumPy's run.

scikit-learn takes the namespace from the array (``x.__array_namespace__()``) once ``array_api_dispatch`` is on. The
program splits one of its data sets, fits and evaluates every estimator of TASKS on NumPy's arrays and on those of
``xp_torch`` (on the GPU if there is one), checks that both gave the same results, prints a table and saves a plot. Both
have the same number of threads, 1 by default::

    python examples/scikit_learn_estimators.py
    OMP_NUM_THREADS=4 python examples/scikit_learn_estimators.py
    python examples/scikit_learn_estimators.py --dataset large  # for a GPU or many cores
    python examples/scikit_learn_estimators.py --dataset breast_cancer --device cpu --repeat 1
"""

import argparse
import importlib
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

# scikit-learn asks for it, and SciPy reads it when it is imported.
os.environ["SCIPY_ARRAY_API"] = "1"
# Both libraries get as many threads; read when they are imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"]

import matplotlib as mpl
import numpy as np
import sklearn
from sklearn import datasets
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import LogisticRegression, Ridge, RidgeClassifierCV
from sklearn.metrics import accuracy_score, r2_score
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, PolynomialFeatures, StandardScaler

mpl.use("Agg")
from matplotlib import pyplot as plt


def make_large(return_X_y: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Random classes with many samples."""
    return datasets.make_classification(10_000, 64, n_informative=32, n_classes=4, class_sep=2.0, random_state=0)


DATASETS = {
    "digits": datasets.load_digits,
    "breast_cancer": datasets.load_breast_cancer,
    "wine": datasets.load_wine,
    "large": make_large,
}

THREADS = os.environ["OMP_NUM_THREADS"]
# Two runs of one float64 algorithm on two libraries differ by rounding; a label may flip where two classes tie.
FLOAT_TOLERANCE = 1e-6
LABEL_TOLERANCE = 0.005
EXPECTATION = (
    "Times are medians. On a CPU, NumPy is often faster for arrays as small as these: each call of {} costs some"
    "\nmicroseconds more. It gains by GPUs, gradients and large arrays; try --dataset large."
)


@dataclass(frozen=True)
class Data:
    """A data set of one namespace, split: ``X_*`` are float arrays (n, features), ``y_*`` integer labels (n,)."""

    X_train: Any
    X_test: Any
    y_train: Any
    y_test: Any


@dataclass(frozen=True)
class Outcome:
    """What one task gave: an array to compare, its type, a score to show, and the median of the runs' seconds."""

    result: np.ndarray
    kind: type
    score: float
    seconds: float


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    score: str
    numpy: Outcome
    ours: Outcome
    difference: float
    agrees: bool


def transformer(make: Callable[[], Any]) -> Callable[[Data], tuple[Any, float]]:
    """Task that fits on the training part and transforms the test part; its score is the output's mean square."""

    def run(data: Data) -> tuple[Any, float]:
        out = make().fit(data.X_train).transform(data.X_test)
        xp = out.__array_namespace__()
        return out, float(xp.mean(out * out))

    return run


def classifier(make: Callable[[], Any]) -> Callable[[Data], tuple[Any, float]]:
    """Task that fits on the training part and predicts labels of the test part; its score is the accuracy."""

    def run(data: Data) -> tuple[Any, float]:
        labels = make().fit(data.X_train, data.y_train).predict(data.X_test)
        return labels, float(accuracy_score(data.y_test, labels))

    return run


def regressor(make: Callable[[], Any]) -> Callable[[Data], tuple[Any, float]]:
    """Task that predicts the label as a number; its score is r2."""

    def run(data: Data) -> tuple[Any, float]:
        xp = data.X_train.__array_namespace__()
        target, expected = (xp.astype(y, xp.float64) for y in (data.y_train, data.y_test))
        predicted = make().fit(data.X_train, target).predict(data.X_test)
        return predicted, float(r2_score(expected, predicted))

    return run


def mixture(data: Data) -> tuple[Any, float]:
    """Cluster the training part and assign the test part; the score is its mean log-likelihood."""
    xp = data.X_train.__array_namespace__()
    components = int(xp.unique_values(data.y_train).shape[0])
    model = GaussianMixture(
        components, covariance_type="diag", init_params="random_from_data", reg_covar=1e-3, random_state=0
    ).fit(data.X_train)
    return model.predict(data.X_test), float(model.score(data.X_test))


def distances(data: Data) -> tuple[Any, float]:
    """Distances of every test sample to every training sample; the score is their mean."""
    out = euclidean_distances(data.X_test, data.X_train)
    return out, float(out.__array_namespace__().mean(out))


# name: (what the score is, the task)
TASKS: dict[str, tuple[str, Callable[[Data], tuple[Any, float]]]] = {
    "StandardScaler": ("mean square", transformer(StandardScaler)),
    "MinMaxScaler": ("mean square", transformer(MinMaxScaler)),
    "PolynomialFeatures": ("mean square", transformer(lambda: PolynomialFeatures(2, interaction_only=True))),
    "PCA (svd)": ("mean square", transformer(lambda: PCA(8, svd_solver="full"))),
    "PCA (eigh)": ("mean square", transformer(lambda: PCA(8, svd_solver="covariance_eigh"))),
    "Nystroem": ("mean square", transformer(lambda: Nystroem(gamma=0.1, n_components=20, random_state=0))),
    "Ridge": ("r2", regressor(lambda: Ridge(solver="svd"))),
    "RidgeClassifierCV": ("accuracy", classifier(RidgeClassifierCV)),
    "LinearDiscriminantAnalysis": ("accuracy", classifier(LinearDiscriminantAnalysis)),
    "GaussianNB": ("accuracy", classifier(lambda: GaussianNB(var_smoothing=1e-3))),
    "LogisticRegression": ("accuracy", classifier(lambda: LogisticRegression(max_iter=400))),
    "scaler + PCA + LDA": (
        "accuracy",
        classifier(lambda: make_pipeline(StandardScaler(), PCA(8, svd_solver="full"), LinearDiscriminantAnalysis())),
    ),
    "GaussianMixture": ("log-likelihood", mixture),
    "euclidean_distances": ("mean", distances),
}


def to_numpy(x: Any) -> np.ndarray:
    """Copy of an array of any namespace and device as NumPy's."""
    return np.asarray(x.to_device("cpu") if str(x.device).startswith("cuda") else x)


def choose_device(xp: ModuleType) -> Any:
    """First GPU that the namespace lists, its default device if there is none."""
    info = xp.__array_namespace_info__()
    return next((device for device in info.devices() if str(device).startswith("cuda")), info.default_device())


def load(name: str, samples: int | None, xp: ModuleType, device: Any) -> Data:
    """One of scikit-learn's data sets, features scaled to [0, 1], in ``xp``'s arrays on ``device``."""
    X, y = DATASETS[name](return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))[:samples]
    X, y = MinMaxScaler().fit_transform(X[order]), y[order]
    # A feature that is constant in the training part has no scale to divide by.
    X = X[:, X[: len(y) // 2].std(axis=0) > 0.05]
    return Data(*train_test_split(xp.asarray(X, device=device), xp.asarray(y, device=device), random_state=0))


def measure(task: Callable[[Data], tuple[Any, float]], data: Data, repeat: int) -> Outcome:
    """Run a task once to warm up, then ``repeat`` times. Reading the result waits for the device."""
    task(data)
    seconds = []
    for _ in range(repeat):
        start = time.perf_counter()
        out, score = task(data)
        result = to_numpy(out)
        seconds.append(time.perf_counter() - start)
    return Outcome(result, type(out), score, statistics.median(seconds))


def compare(name: str, score: str, numpy: Outcome, ours: Outcome) -> Row:
    """Difference of two outcomes: relative to the largest value for floats, the share of other labels for integers."""
    if numpy.result.dtype.kind in "iu":
        difference, tolerance = float(np.mean(numpy.result != ours.result)), LABEL_TOLERANCE
    else:
        scale = float(np.max(np.abs(numpy.result)))
        difference, tolerance = float(np.max(np.abs(numpy.result - ours.result))) / scale, FLOAT_TOLERANCE
    same_score = bool(np.isclose(numpy.score, ours.score, rtol=FLOAT_TOLERANCE, atol=tolerance))
    return Row(name, score, numpy, ours, difference, difference <= tolerance and same_score)


def table(rows: Sequence[Row], name: str) -> str:
    """The rows as text."""
    head = f"{'estimator':<28}{'score':<16}{'NumPy':>12}{name:>18}{'difference':>12}{'NumPy ms':>12}{name + ' ms':>20}"
    lines = [
        f"{row.name:<28}{row.score:<16}{row.numpy.score:>12.6f}{row.ours.score:>18.6f}{row.difference:>12.1e}"
        f"{row.numpy.seconds * 1e3:>12.2f}{row.ours.seconds * 1e3:>20.2f}{'' if row.agrees else '  DIFFERS'}"
        for row in rows
    ]
    return "\n".join([head, "-" * len(head), *lines])


def plot(rows: Sequence[Row], labels: np.ndarray, name: str, where: str, path: Path) -> None:
    """Save the first two principal components, and each estimator's time in both namespaces; `where` is the size."""
    projected = next(row.ours.result for row in rows if row.name == "PCA (svd)")
    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5.5), layout="constrained")
    points = left.scatter(projected[:, 0], projected[:, 1], c=labels, s=9, cmap="tab10")
    left.legend(*points.legend_elements(num=None), title="class", loc="center left", bbox_to_anchor=(1, 0.5))
    left.set(title=f"PCA of the test part, computed with {name}", xlabel="component 1", ylabel="component 2")
    height = np.arange(len(rows))
    right.barh(height - 0.2, [row.numpy.seconds * 1e3 for row in rows], 0.4, label="NumPy")
    right.barh(height + 0.2, [row.ours.seconds * 1e3 for row in rows], 0.4, label=name)
    right.set(title=f"Time of fit and prediction\n{where}", xscale="log", yticks=height)
    right.set_xlabel("ms, the median of several runs (a shorter bar is faster)")
    right.set_yticklabels([row.name for row in rows])
    right.invert_yaxis()
    right.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def run(
    dataset: str = "digits",
    *,
    namespace: str = "xp_torch",
    device: Any = None,
    samples: int | None = None,
    repeat: int = 5,
    tasks: Sequence[str] = tuple(TASKS),
    output: Path | None = None,
) -> list[Row]:
    """Run ``tasks`` in NumPy and in ``namespace``, print the table and save the plot to ``output``."""
    xp = importlib.import_module(namespace)
    with sklearn.config_context(array_api_dispatch=True):
        device = choose_device(xp) if device is None else device
        theirs, ours = load(dataset, samples, np, "cpu"), load(dataset, samples, xp, device)
        print(
            f"{dataset}: {theirs.X_train.shape[0]} training and {theirs.X_test.shape[0]} test samples of"
            f" {theirs.X_train.shape[1]} features; {namespace} on {device}, scikit-learn {sklearn.__version__};"
            f" threads of each: {THREADS}",
            flush=True,
        )
        rows = []
        for number, name in enumerate(tasks, 1):
            score, task = TASKS[name]
            print(f"[{number}/{len(tasks)}] {name}: NumPy", end="", file=sys.stderr, flush=True)
            reference = measure(task, theirs, repeat)
            print(f" {reference.seconds:.3f} s, {namespace}", end="", file=sys.stderr, flush=True)
            outcome = measure(task, ours, repeat)
            print(f" {outcome.seconds:.3f} s", file=sys.stderr, flush=True)
            if outcome.kind is not type(ours.X_train):
                raise TypeError(f"{name} was given {type(ours.X_train)} and answered with {outcome.kind}")
            rows.append(compare(name, score, reference, outcome))
    print(table(rows, namespace))
    print(EXPECTATION.format(namespace))
    if output is not None:
        size = " x ".join(map(str, theirs.X_train.shape))
        where = f"{size} values, {namespace} on {device}, threads: {THREADS}"
        plot(rows, theirs.y_test, namespace, where, output)
        print(f"plot: {output.resolve()}")
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; 1 if any estimator's results differ from NumPy's."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dataset", choices=DATASETS, default="digits")
    parser.add_argument("--namespace", default="xp_torch", help="module of the standard to compare with NumPy")
    parser.add_argument("--device", help="where its arrays live (default: the GPU if there is one)")
    parser.add_argument("--samples", type=int, help="use this many samples (default: all)")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each estimator; their median counts")
    parser.add_argument("--output", type=Path, default=Path("build/scikit_learn_estimators.png"), help="the plot")
    options = parser.parse_args(arguments)
    rows = run(
        options.dataset,
        namespace=options.namespace,
        device=options.device,
        samples=options.samples,
        repeat=options.repeat,
        output=options.output,
    )
    different = [row.name for row in rows if not row.agrees]
    if different:
        print(f"differ from NumPy's run: {', '.join(different)}", file=sys.stderr)
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
