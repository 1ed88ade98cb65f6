"""`show_versions`: what a report of a problem should say about the machine."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
import time

import torch

from xp_torch._facts.defaults import devices

__all__ = ["show_versions"]

_PACKAGES = ("xp_torch", "torch", "numpy", "array-api-compat", "scipy", "scikit-learn")
#: Variables of the environment that have to be set before the program starts: NumPy's and torch's own names.
_VARIABLES = ("SCIPY_ARRAY_API", "THP_MEM_ALLOC_ENABLE", "OMP_NUM_THREADS")

#: The first version of torch in which Dynamo traces ``x @ y`` and ``~x``.
_TRACES_OPERATORS = (2, 15)


def show_versions() -> None:
    """Print the versions, the devices and the settings of this installation, and what works with them.

    ``python -m xp_torch`` prints the same. A report of a problem should contain it.

    Notes
    -----
    A small function is compiled to see whether `torch.compile` works here, which takes some seconds.
    ``SCIPY_ARRAY_API=1`` makes SciPy accept arrays that are not NumPy's, and ``THP_MEM_ALLOC_ENABLE=1`` makes torch use
    huge pages for large arrays.

    Examples
    --------
    >>> xp.show_versions()  # doctest: +SKIP
    python                3.11.7
    ...
    torch.compile         works (4.1 s)
    compiled x @ y, ~x    need torch 2.15: write xp.matmul(x, y), xp.invert(x)
    SciPy, scikit-learn   accept arrays if SCIPY_ARRAY_API=1 is set before Python starts
    memoryview(x)         needs Python 3.12: write memoryview(np.asarray(x))
    """
    rows = {"python": platform.python_version(), "platform": platform.platform()}
    rows |= {name: _version(name) for name in _PACKAGES}
    rows["devices"] = ", ".join(map(str, devices()))
    rows["threads"] = str(torch.get_num_threads())
    rows |= {name: os.environ.get(name, "not set") for name in _VARIABLES}
    rows["torch.compile"] = _compilation()
    rows["compiled x @ y, ~x"] = (
        "work" if _release("torch") >= _TRACES_OPERATORS else "need torch 2.15: write xp.matmul(x, y), xp.invert(x)"
    )
    rows["SciPy, scikit-learn"] = (
        "accept arrays"
        if os.environ.get("SCIPY_ARRAY_API", "0") not in ("", "0")
        else "accept arrays if SCIPY_ARRAY_API=1 is set before Python starts"
    )
    rows["memoryview(x)"] = (
        "works" if sys.version_info >= (3, 12) else "needs Python 3.12: write memoryview(np.asarray(x))"
    )
    sys.stdout.writelines(f"{name:<21} {value}\n" for name, value in rows.items())


def _version(name: str) -> str:
    """Return the version of an installed package."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _release(name: str) -> tuple[int, ...]:
    """Return the first two numbers of the version of an installed package; none if it is not installed."""
    return tuple(int(number) for number in _version(name).split(".")[:2] if number.isdigit())


def _compilation() -> str:
    """Return whether `torch.compile` works here, and how long a first call takes, or why not."""
    started = time.perf_counter()
    try:
        torch.compile(lambda t: t + 1)(torch.zeros(3))
    except Exception as error:
        reason = str(error).strip().partition("\n")[0]
        return f"does not work: {type(error).__name__}: {reason}"
    return f"works ({time.perf_counter() - started:.1f} s)"
