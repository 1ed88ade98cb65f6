"""The libraries: one row each, to which a new one is a line more."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Library:
    """A library on PyPI, where its tests are, and what share of those that pass with NumPy has to pass."""

    #: name on PyPI
    name: str
    version: str
    #: share that has to pass
    share: float
    #: files and folders of tests, within the installed package's parent or the folder of `source`
    tests: tuple[str, ...]
    #: where the tests are: "wheel", "sdist", or "URL@COMMIT" of a git repository
    source: str = "wheel"
    #: packages that the tests need
    needs: tuple[str, ...] = ()
    #: options of pytest, such as ``-k``
    options: tuple[str, ...] = ()
    #: names that stay imported from NumPy, such as types of dates, which the package leaves out
    keeps: tuple[str, ...] = ()


_ROWS = (
    Library("lmfit", "1.3.4", 0.92, ("tests",), "sdist"),
    Library(
        "mir_eval",
        "0.8.2",
        0.97,
        ("tests",),
        "https://github.com/mir-evaluation/mir_eval@8db0b3812e2032544c1fc00d02d4256cab043f3d",
        ("matplotlib",),
    ),
    Library("nashpy", "0.0.43", 0.97, ("tests",), "sdist", ("hypothesis",)),
    Library(
        "numdifftools",
        "0.11.2",
        0.97,
        ("numdifftools/tests",),
        needs=("statsmodels", "hypothesis"),
        options=("-c", "/dev/null"),  # the pytest.ini beside the tests is invalid
    ),
    Library(
        "pyriemann",
        "0.12",
        0.5,
        ("tests",),
        "https://github.com/pyRiemann/pyRiemann@8a3395b79a27f8e490dcd11c753ba09bbca97024",
        options=("-k", "not backend1"),  # the tests' second backend is torch
    ),
    Library(
        "pint",
        "0.25.3",
        0.97,
        tuple(f"pint/testsuite/test_{name}.py" for name in ("compat", "numpy", "numpy_func", "quantity", "umath")),
        needs=("pytest-subtests",),
        keeps=("datetime64",),
    ),
    Library("pyswarms", "1.3.0", 0.97, ("tests",), needs=("mock",)),
    Library(
        "pyquaternion",
        "0.9.9",
        0.97,
        ("pyquaternion/test",),
        "https://github.com/KieranWynn/pyquaternion@2ccfdd5ec6b214092efcbebacd74eabba5c072e1",
    ),
    Library("pytransform3d", "3.17.0", 0.97, ("pytransform3d",), "sdist"),
    Library("scikit-fuzzy", "0.5.0", 0.97, ("skfuzzy",), needs=("networkx", "matplotlib")),
    Library("scikit-rf", "2.2.0", 0.5, ("skrf",)),
    Library(
        "spatialmath-python",
        "1.1.16",
        0.97,
        ("tests",),
        "https://github.com/bdaiinstitute/spatialmath-python@0ec11e26cf67ac36e69c9be5e2f97d5f1eac316f",
    ),
    Library("tensorly", "0.10.0", 0.97, ("tensorly",)),
)
LIBRARIES = {row.name: row for row in _ROWS}
