"""The registers of the table of calls, and the functions that fill them."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tools import tolerance as near

_SQUARE = np.asarray([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])

#: the operands of the examples, by name.
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


@dataclass(frozen=True)
class Parameter:
    """A parameter of a form: what is drawn for it, whether by keyword, and whether only sometimes."""

    name: str
    kind: str
    keyword: bool
    optional: bool


def parameters(signature: str) -> tuple[Parameter, ...]:
    """Return the parameters of a signature such as ``"a: array, *, axis: axes = ..."``."""
    arguments = ast.parse(f"def form({signature}): ...").body[0].args
    first = len(arguments.args) - len(arguments.defaults)
    found = [Parameter(a.arg, ast.unparse(a.annotation), False, i >= first) for i, a in enumerate(arguments.args)]
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return (*found, *(Parameter(a.arg, ast.unparse(a.annotation), True, d is not None) for a, d in pairs))


@dataclass(frozen=True)
class Row:
    """How the fuzzer calls a function, and how close its results have to be to NumPy's.

    A form of ``"N: count, M: count = ..., *, dtype: dtype = ..."`` is called with a count, sometimes with another one,
    and sometimes with a dtype by keyword. The kinds that annotations name are functions of `support.fuzzer`; a text
    stands for itself. Keywords are drawn before the second and later positions, which may depend on them.
    """

    name: str
    forms: tuple[tuple[Parameter, ...], ...]
    close: Any = near.exact
    values: str = "wild"
    dtypes: str = "all"
    heavy: bool = False
    fix: str = ""


ROWS: dict[str, Row] = {}
#: public names that the fuzzer does not call, and why.
NOT_DRAWN: dict[str, str] = {}
#: calls that the tests of tracing and of bad inputs make of a function; none for what cannot be traced.
EXAMPLES: dict[str, tuple[Callable[..., Any], ...]] = {}
#: calls of functions that cannot be traced, for tests of eager calls.
EAGER_EXAMPLES: dict[str, tuple[Callable[..., Any], ...]] = {}
#: calls with other arguments, which the tests of transforms and devices make beside the examples.
FORMS: dict[str, list[Callable[..., Any]]] = {}
#: calls on sharded arrays of `n` rows, by their text, and whether the tests measure their memory only.
SHARDED: dict[str, bool] = {}
#: reads and writes through `ndarray` itself.
ARRAY_EXAMPLES: dict[str, Callable[..., Any]] = {}


def rows(names: str, *forms: str, **how: Any) -> None:
    """Add a row for each of `names`. A form is a signature, whose annotations name what is drawn, as `Row` says."""
    for name in names.split():
        ROWS[name] = Row(name, tuple(map(parameters, forms)), **how)


def methods(names: str, *forms: str, **how: Any) -> None:
    """Add a row for each of `names` and for the method of that name."""
    rows(" ".join(f"{name} ndarray.{name}" for name in names.split()), *forms, **how)


def not_drawn(why: str, names: str) -> None:
    """Say of each of `names` why the fuzzer does not call it."""
    NOT_DRAWN.update(dict.fromkeys(names.split(), why))


def not_traced(names: str) -> None:
    """Say of each of `names` that it has no examples: it cannot be traced, or tests of its own do it."""
    EXAMPLES.update(dict.fromkeys(names.split(), ()))


def examples(texts: dict[str, str], traced: bool = True) -> None:
    """Add the examples of functions: the arguments of each call, or after ``=`` an expression that contains it.

    A key may be several names; ``; `` separates the calls of each. Those that are not `traced` are for eager calls.
    """
    for names, text in texts.items():
        for name in names.split():
            parts = (part[2:] if part.startswith("= ") else f"m.{name}({part})" for part in text.split("; "))
            (EXAMPLES if traced else EAGER_EXAMPLES)[name] = tuple(map(example, parts))


def forms(texts: str) -> None:
    """Add expressions, separated by ``; ``, as calls of the function of `m`, or else the method, that comes first."""
    for text in re.split(r";\s+", texts.strip()):
        if found := re.search(r"\bm\.\w+\.(at|reduce|reduceat|accumulate|outer)\b", text):
            name = f"ufunc.{found[1]}"
        elif found := re.search(r"\bm\.((?:linalg\.|fft\.|special\.)?\w+)\(", text) or re.search(r"\w\.(\w+)\(", text):
            name = found[1]
        else:
            name = "other reads and operators"
        FORMS.setdefault(name, []).append(example(text))


def sharded(texts: dict[str, str], measured_only: bool = False) -> None:
    """Add calls on sharded arrays, as `examples` takes them; ``{}`` stands for the name of the function."""
    for names, text in texts.items():
        for name in names.split():
            for part in text.removeprefix("= ").split("; "):
                part = part.strip()
                call = part.replace("{}", name) if text.startswith("= ") else f"m.{name}({part})"
                SHARDED.setdefault(call, measured_only)


def sharded_expressions(text: str, measured_only: bool = False) -> None:
    """Add expressions of sharded arrays, which ``; `` or a new line separates."""
    for line in text.strip().splitlines():
        for part in line.split("; "):
            SHARDED.setdefault(part, measured_only)


def array_examples(texts: dict[str, str]) -> None:
    """Add expressions of arrays, by label."""
    ARRAY_EXAMPLES.update({label: example(text) for label, text in texts.items()})


def example(text: str) -> Callable[..., Any]:
    """Return a function of a namespace `m` and the operands that an expression names, in their order."""
    nodes = list(ast.walk(ast.parse(text, mode="eval")))
    bound = {node.arg for node in nodes if isinstance(node, ast.arg)}
    bound |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    used = [node for node in nodes if isinstance(node, ast.Name) and node.id in OPERANDS.keys() - bound]
    names = dict.fromkeys(node.id for node in sorted(used, key=lambda node: node.col_offset))
    act = eval(f"lambda {', '.join(['m', *names])}: {text}", _HELPERS)
    act.text = text
    return act


def _written(function: Any, x: Any, *args: Any) -> Any:
    copied = x.copy() if hasattr(x, "copy") else x
    function(copied, *args)
    return copied


def _assigned(x: Any, key: tuple[Any, ...], value: Any) -> Any:
    new = x.copy()
    new[key] = value
    return new


def _updated(x: Any, key: tuple[Any, ...], value: Any) -> Any:
    new = x.copy()
    new[key] += value
    return new


def _flat(x: Any, key: Any, value: Any) -> Any:
    new = x.copy()
    new.flat[key] = value
    return new


def _added(x: Any, y: Any) -> Any:
    new = x.copy()
    new += y
    new[0] *= 2
    return new


_HELPERS = {
    "file": io.BytesIO,
    "written": _written,
    "assigned": _assigned,
    "flat_assigned": _flat,
    "updated": _updated,
    "added": _added,
    "copy_where": lambda m: lambda x, src, where: m.copyto(x, src, where=where),
    "holed": lambda m, x: m.where(x > 2.5, m.nan, x),
}
