"""One call, or more, of every public function that is no ufunc: what the gates are run over besides the records.

Each module here lists its chapters' calls: ``CALLS = {name: (call, ...)}``, each taking the namespace and operands. The
parameters of a call say which operands it gets (`OPERANDS`); no calls are given for what can't be traced at all. A test
holds the table to the namespace, so that a new function cannot be left out.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from typing import Any

import numpy as np

import xp_torch as xp
from conformance.differential.calls import namespaces

_SQUARE = np.asarray([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])

#: operands by the name of the parameter.
OPERANDS: dict[str, np.ndarray] = {
    "x": np.asarray([[0.5, -1.5, 2.25], [3.0, 0.75, -0.25]]),
    "y": np.asarray([[1.5, 0.5, -2.0], [0.25, 1.25, 4.0]]),
    "v": np.asarray([0.5, -1.5, 2.25]),
    "w": np.asarray([1.5, 0.5, -2.0]),
    "s": _SQUARE,
    "t": np.asarray([[1.0, 2.0, 3.0], [0.5, 4.0, 1.0], [2.0, 0.25, 5.0]]),
    "c": _SQUARE + 1j * np.asarray([[0.0, 0.5, 0.25], [-0.5, 0.0, 1.0], [-0.25, -1.0, 0.0]]),
    "z": np.asarray([1.0, 2.0, 4.0, 7.0]),
    "i": np.asarray([2, 0, 1]),
    "n": np.asarray([[3, 1, 2], [1, 3, 1]]),
    "b": np.asarray([[True, False, True], [False, False, True]]),
}


#: functions of the namespace, from every module of this package.
CALLS: dict[str, tuple[Callable[..., Any], ...]] = {}
#: reads and writes through `ndarray` itself.
ARRAY_CALLS: dict[str, Callable[..., Any]] = {}
for _found in pkgutil.iter_modules(__path__, f"{__name__}."):
    _module = importlib.import_module(_found.name)
    assert not CALLS.keys() & _module.CALLS.keys(), f"{_found.name} lists what another module lists"
    CALLS.update(_module.CALLS)
    ARRAY_CALLS.update(getattr(_module, "ARRAY_CALLS", {}))


def public_functions() -> set[str]:
    """Return the public functions that are no elementwise ufuncs and no types, of the extensions with their prefix."""
    found = set()
    for prefix, module in namespaces():
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isfunction(value) and not (isinstance(value, xp.ufunc) and value.signature is None):
                found.add(prefix + name)
    return found


def operands_of(act: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the operands that a call takes."""
    return tuple(inspect.signature(act).parameters)[1:]


def all_calls() -> list[tuple[str, Callable[..., Any]]]:
    """Return every call of the two tables with a label."""
    found = [(f"{name}-{i}", act) for name, acts in CALLS.items() for i, act in enumerate(acts)]
    return found + list(ARRAY_CALLS.items())
