"""NumPy's public functions called with arrays of the package: whose arrays each call returns.

The calls are those of `tools.calls`, on the namespace ``numpy`` with arrays of the package as operands.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import xp_torch as xp
from tools.calls import EAGER_EXAMPLES, EXAMPLES, OPERANDS, operands_of, ufunc_call
from xp_torch._array.ufunc.records import OPS

__all__ = ["MODULES", "OUTCOMES", "Outcome", "calls", "dispatches", "functions", "outcome", "parts"]

#: NumPy's modules of functions, as dotted names below ``numpy``; "" is ``numpy`` itself.
MODULES = ("", "linalg", "fft", "emath", "lib.array_utils", "lib.stride_tricks")
#: what a call may end in; the last one is a defect.
OUTCOMES = ("ours", "warning", "error", "converted", "no arrays", "silent")
_DISPATCHER = type(np.sum)


@dataclass(frozen=True)
class Outcome:
    """What a call returns: arrays of the package, of NumPy with a warning or without, or an error."""

    kind: str
    text: str = ""


def functions() -> dict[str, Callable]:
    """Return NumPy's public functions by their dotted names below ``numpy``."""
    found = {}
    for dotted in MODULES:
        module = np
        for part in filter(None, dotted.split(".")):
            module = getattr(module, part)
        for name in sorted(getattr(module, "__all__", None) or vars(module)):
            value = getattr(module, name, None)
            if callable(value) and not inspect.isclass(value) and not name.startswith("_"):
                found[f"{dotted}.{name}" if dotted else name] = value
    return found


def dispatches(function: Callable) -> bool:
    """Return whether NumPy hands calls of a function to ``__array_ufunc__`` or ``__array_function__``."""
    return isinstance(function, (np.ufunc, _DISPATCHER))


def calls() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Give each call of a public function that takes operands, with the name of the function."""
    for name in functions():
        if (op := getattr(getattr(xp, name, None), "_op", None)) is not None and op.name in OPS:
            yield name, ufunc_call(op.name, name)
        for act in (*EXAMPLES.get(name, ()), *EAGER_EXAMPLES.get(name, ())):
            if operands_of(act):
                yield name, act


class _Recorded:
    """A namespace that keeps the results of one of its functions, whose dotted name is `name`."""

    def __init__(self, module: Any, name: str, results: list[Any]) -> None:
        self._module, self._name, self._results = module, name, results

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self._module, attribute)
        first, _, rest = self._name.partition(".")
        if attribute != first:
            return value
        return _Recorded(value, rest, self._results) if rest else self._call(value)

    def _call(self, function: Callable) -> Callable:
        def called(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            if any(isinstance(part, xp.ndarray) for part in parts([args, kwargs])):
                self._results.append(result)
            return result

        return called


def outcome(name: str, act: Callable[..., Any]) -> Outcome:
    """Make a call on the namespace ``numpy`` with arrays of the package."""
    given = [xp.asarray(OPERANDS[operand].copy()) for operand in operands_of(act) if operand in OPERANDS]
    results: list[Any] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            act(_Recorded(np, name, results), *given)
        except Exception as error:
            # An error of the rest of the expression does not count.
            if not results:
                return Outcome("error", f"{type(error).__name__}: {error}")
    if not results:
        return Outcome("no arrays")
    texts = [str(w.message) for w in caught if w.category is xp.exceptions.NumPyFallbackWarning]
    if texts:
        return Outcome("warning", texts[0])
    kinds = list(map(type, parts(results)))
    dispatched = dispatches(functions()[name])
    if any(issubclass(kind, (np.ndarray, np.generic)) for kind in kinds):
        return Outcome("silent" if dispatched else "converted")
    return Outcome("ours" if dispatched or xp.ndarray in kinds else "converted")


def parts(result: Any) -> Iterator[Any]:
    """Give the innermost objects of nested tuples, lists and dicts."""
    if isinstance(result, (tuple, list, dict)):
        for item in result.values() if isinstance(result, dict) else result:
            yield from parts(item)
    else:
        yield result
