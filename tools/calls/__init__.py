"""The table of calls: what the fuzzer, the tests of tracing and those of bad inputs call every public function with.

`rows` gives the forms of a function that the fuzzer draws from, each as a signature whose annotations name what is
drawn: ``rows("eye", "N: count, M: count = ..., *, dtype: dtype = ...")``. `examples` gives fixed calls of a function,
for the tests. Each module here adds the rows of some chapters.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import xp_torch as xp
from tools.calls.row import ARRAY_EXAMPLES, EAGER_EXAMPLES, EXAMPLES, FORMS, NOT_DRAWN, OPERANDS, ROWS, SHARDED, Row
from xp_torch._array.ufunc.records import OPS

__all__ = ["ARRAY_EXAMPLES", "EAGER_EXAMPLES", "EXAMPLES", "FORMS", "NOT_DRAWN", "OPERANDS", "ROWS", "SHARDED", "Row"]

for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)


def namespaces(module: ModuleType = xp, prefix: str = "") -> Iterator[tuple[str, ModuleType]]:
    """Give the package and its public modules, each with the prefix of its names: ``("linalg.", xp.linalg)``."""
    yield prefix, module
    for name in module.__all__:
        inner = getattr(module, name)
        # `lib.scimath` is `emath`, and some modules are NumPy's.
        if inspect.ismodule(inner) and inner.__name__.startswith("xp_torch") and (prefix, name) != ("lib.", "scimath"):
            yield from namespaces(inner, f"{prefix}{name}.")


def public() -> list[str]:
    """Return every public function and method of the package, by the names that the table has."""
    names = [prefix + name for prefix, module in namespaces() for name in module.__all__ if not name.startswith("__")]
    return names + [
        f"ndarray.{name}" for name in dir(xp.ndarray) if not name.startswith("_") and hasattr(xp.ndarray, name)
    ]


def public_functions() -> set[str]:
    """Return the public functions that are not among NumPy's elementwise ufuncs, by the names that the table has."""
    found = set()
    for prefix, module in namespaces():
        for name in module.__all__:
            value = getattr(module, name)
            elementwise = isinstance(value, xp.ufunc) and value.signature is None and not prefix
            if inspect.isfunction(value) or (isinstance(value, xp.ufunc) and not elementwise):
                found.add(prefix + name)
    return found


def ufunc_call(op_name: str, name: str | None = None) -> Callable[..., Any]:
    """Return a call of a ufunc, by one of its names: of integers where it has loops for those only."""
    op, name = OPS[op_name], name or op_name
    has_floats = any(d.is_floating_point for d in op.loops)
    if op.nin == 1:
        return (lambda m, x: getattr(m, name)(x)) if has_floats else (lambda m, n: getattr(m, name)(n))
    if op.integer_second:
        return lambda m, x, i: getattr(m, name)(x, i)
    return (lambda m, x, y: getattr(m, name)(x, y)) if has_floats else (lambda m, n, i: getattr(m, name)(n, i))


def operands_of(act: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the operands that an example takes."""
    return tuple(inspect.signature(act).parameters)[1:]


def all_examples() -> list[tuple[str, Callable[..., Any]]]:
    """Return every example with a label."""
    found = [(f"{name}-{i}", act) for name, acts in EXAMPLES.items() for i, act in enumerate(acts)]
    return found + list(ARRAY_EXAMPLES.items())
