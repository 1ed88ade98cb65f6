"""Shorter traces: what Dynamo need not guard in the package, and the fast paths that it need not step through.

Dynamo guards whatever a function reads, and follows it instruction by instruction. The package's functions and tables
never change after their import, and the fast path of an operator is a look-up of a kernel (``docs/design/dynamo.md``).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Set
from contextlib import suppress
from functools import partial
from types import BuiltinFunctionType, CellType, FunctionType, ModuleType, SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import torch

from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._array.selection import same_key
from xp_torch._array.ufunc.dispatch import number_rows, typed_loops
from xp_torch._array.ufunc.records import OPS
from xp_torch._array.ufunc.reduction import NATIVE, REDUCE
from xp_torch._facts.awaited import when_imported
from xp_torch._facts.dtypes import dtype
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._functions import elementwise
from xp_torch._functions.transforms.graphs import same_value

_CONSTANT = (BuiltinFunctionType, type, torch.dtype, dtype, torch.device, bool, int, float, complex, str, type(None))
#: Modules whose attributes do not change, as those of the standard library, which Dynamo does not guard either.
_MODULES = (torch, np, math, operator)
#: By function, whether it closes over constants only.
_known: WeakKeyDictionary[FunctionType, bool] = WeakKeyDictionary()


def _package(namespace: dict[str, Any]) -> str:
    return (namespace.get("__name__") or "").partition(".")[0]


def _is_constant(value: Any, seen: Set[FunctionType] = frozenset()) -> bool:
    """Return whether a value is a function, a dtype, a number or a table of these.

    A function of the package that closes over an object of the user's is none; `seen` are those that contain the value.
    """
    if isinstance(value, FunctionType):
        package = _package(value.__globals__)
        if value in seen or package in ("torch", "numpy"):
            return True
        if value not in _known:
            cells = [c.cell_contents for c in value.__closure__ or () if c != CellType()]
            known = package == "xp_torch" and all(_is_constant(v, {value, *seen}) for v in cells)
            if seen:
                return known
            _known[value] = known
        return _known[value]
    if isinstance(value, dict):
        return all(_is_constant(v, seen) for v in value.values())
    if isinstance(value, (tuple, frozenset, set)):
        return all(_is_constant(v, seen) for v in value)
    return isinstance(value, _CONSTANT)


def _never_changes(name: str, value: Any) -> bool:
    """Return whether a global of the package keeps its value: a function, class or dtype, or a name in capitals."""
    if isinstance(value, ModuleType):
        return value in _MODULES or _package(vars(value)) == "xp_torch"
    if isinstance(value, (FunctionType, BuiltinFunctionType, type, torch.dtype, dtype)):
        return _is_constant(value)
    return name.isupper()


def _skip_guards(torch_dynamo: SimpleNamespace) -> None:
    """Have Dynamo guard no more of a function of the package than which function it is."""
    function, inlining, sources = torch_dynamo.function, torch_dynamo.inlining, torch_dynamo.source
    skip, is_skipped = sources.SkipGuardSource, sources.is_from_skip_guard_source
    create, get_source, load_global = function.create_with_source.__func__, function.get_source, inlining._load_global
    match, install = torch_dynamo.guards.GuardBuilder.FUNCTION_MATCH, torch_dynamo.guards.install_guard
    build = torch_dynamo.tracker.build

    def is_made_once(value: Any) -> bool:
        # Of functions that calls make, Dynamo guards code and closure, so that another of the kind does not recompile.
        if not isinstance(value, FunctionType) or "<locals>" in value.__qualname__:
            return False
        return _package(value.__globals__) == "xp_torch" and _is_constant(value)

    def create_with_source(cls: Any, value: Any, source: Any) -> Any:
        if not is_made_once(value):
            return create(cls, value, source)
        if not is_skipped(source):
            install(source.make_guard(match))
        return cls(value, source=source)

    def source_of(self: Any) -> Any:
        source = get_source(self)
        return skip(source) if source and is_made_once(self.fn) and not is_skipped(source) else source

    def load(self: Any, inst: Any) -> None:
        namespace, name = self.f_globals, inst.argval
        if namespace is not self.output.global_scope and _package(namespace) == "xp_torch":
            if name not in namespace and callable(self.f_builtins.get(name)):
                table = sources.GlobalSource(self.output.name_of_builtins_dict_key_in_fglobals)
                self.push(build(self, self.f_builtins[name], skip(sources.DictGetItemSource(table, name))))
                return
            if name in namespace and _never_changes(name, namespace[name]):
                module = self.import_source(namespace["__name__"])
                self.push(build(self, namespace[name], skip(sources.AttrSource(module, name))))
                return
        load_global(self, inst)

    function.create_with_source = classmethod(create_with_source)
    function.get_source = source_of
    inlining._load_global = load


def _row(name: str, operands: tuple, dtypes: list[Any]) -> tuple[Callable, torch.dtype | None] | None:
    """Return the kernel of an operation and the dtype of the result, as the fast path chooses it; None if it has none.

    Dynamo's `operands` have the `dtypes`, which are None for Python numbers.
    """
    known = {d for d in dtypes if d is not None}
    if len(known) != 1 or len(operands) != OPS[name].nin:
        return None
    (d,) = known
    if None not in dtypes:
        return typed_loops(name).get(d)
    number = operands[dtypes.index(None)]
    if not number.is_python_constant():
        return None
    value = number.as_python_constant()
    row = number_rows(name, dtypes[0] is None).get(d, {}).get(type(value))
    return (row[0], row[3]) if row is not None and row[1] <= value <= row[2] else None


def _take_fast_paths(torch_dynamo: SimpleNamespace) -> None:
    """Have Dynamo call the kernel that a fast path chooses, without following the path."""
    build = torch_dynamo.tracker.build
    attribute, skip = torch_dynamo.source.AttrSource, torch_dynamo.source.SkipGuardSource
    inherited = torch_dynamo.callable.call_function
    #: By function: its result for operands of Dynamo's, or None if the fast path cannot compute it.
    found: dict[Callable | None, Callable[..., Any]] = {}

    def read(tx: Any, x: Any, name: str) -> Any:
        return build(tx, getattr).call_function(tx, [x, build(tx, name)], {})

    def array(tx: Any, t: Any, own: Any) -> Any:
        # The class and the constant are looked up once for each graph.
        known = vars(tx.output)
        if "_xp_torch_ndarray" not in known:
            module = tx.import_source("xp_torch._array.ndarray")
            known["_xp_torch_ndarray"] = build(tx, ndarray, skip(attribute(module, "ndarray"))).realize()
        new = build(tx, object.__new__).call_function(tx, [known["_xp_torch_ndarray"]], {})
        for name, value in (("_tensor", t), ("_dtype", own), ("_memory", build(tx, None))):
            build(tx, setattr).call_function(tx, [new, build(tx, name), value], {})
        return new

    def computed(name: str, tx: Any, *operands: Any) -> Any:
        dtypes = []
        for x in operands:
            kind = x.python_type()
            if kind is not ndarray and kind not in (bool, int, float):
                return None
            dtypes.append(read(tx, x, "_dtype").as_python_constant() if kind is ndarray else None)
        row = _row(name, operands, dtypes)
        if row is None:
            return None
        tensors = [x if d is None else read(tx, x, "_tensor") for x, d in zip(operands, dtypes, strict=True)]
        t = build(tx, row[0]).call_function(tx, tensors, {})
        return array(tx, t, read(tx, t, "dtype") if row[1] is None else build(tx, row[1]))

    def swapped(name: str, tx: Any, x2: Any, x1: Any) -> Any:
        return computed(name, tx, x1, x2)

    def reduced(name: str, tx: Any, a: Any, *options: Any) -> Any:
        if a.python_type() is not ndarray or len(options) != 6 or not all(x.is_python_constant() for x in options):
            return None
        axis, dtype, out, keepdims, initial, where = (x.as_python_constant() for x in options)
        row, own = NATIVE[name], read(tx, a, "_dtype").as_python_constant()
        if dtype is not None or out is not None or initial is not NO_VALUE or where is not True:
            return None
        if own not in row.results or not (type(axis) is int or (axis is None and not keepdims)):
            return None
        kernel, given = (row.of, []) if axis is None else (row.along, [options[0], options[3]])
        t = build(tx, kernel).call_function(tx, [read(tx, a, "_tensor"), *given], {})
        return array(tx, t, build(tx, row.results[own]))

    def equal_keys(tx: Any, a: Any, b: Any) -> Any:
        """Return True for keys whose arrays are computed alike, as the masks of ``x[x > 0] = f(x[x > 0])``."""
        keys = [k.items if k.python_type() is tuple else [k] for k in (a, b)]
        if len(keys[0]) != len(keys[1]):
            return None
        for i, j in zip(*([k.realize() for k in key] for key in keys), strict=True):
            if i.is_python_constant() and j.is_python_constant():
                x, y = i.as_python_constant(), j.as_python_constant()
                same = type(x) is type(y) and x == y
            elif i.python_type() is ndarray and j.python_type() is ndarray:
                same = same_value(*(read(tx, k, "_tensor").as_proxy().node for k in (i, j)))
            else:
                same = False
            if not same:
                return None
        return build(tx, True)

    def call_function(self: Any, tx: Any, args: Any, kwargs: Any) -> Any:
        # From torch 2.15 on, a method has its function in `im_func`.
        fast = None if kwargs else found.get(getattr(getattr(self, "im_func", self), "fn", None))
        if fast is not None:
            # The general path handles errors that a kernel raises.
            with suppress(torch_dynamo.error):
                result = fast(tx, *[x.realize() for x in (*self.self_args(), *args)])
                if result is not None:
                    return result
        return inherited(self, tx, args, kwargs)

    for name, op in OPS.items():
        if op.nout == 1 and not op.integer_second:
            ufuncs = [f for f in vars(elementwise).values() if getattr(f, "_op", None) is op]
            found.update(dict.fromkeys(ufuncs, partial(computed, name)))
            # `**` calls other operations for some exponents.
            if op.operator is not None and op.operator != "pow":
                found[getattr(ndarray, f"__{op.operator}__")] = partial(computed, name)
                if op.nin == 2 and not op.comparison:
                    found[getattr(ndarray, f"__r{op.operator}__")] = partial(swapped, name)
    found.update({REDUCE[name]: partial(reduced, name) for name in REDUCE})
    found.update({wrap_as: array, same_key: equal_keys})
    torch_dynamo.callable.call_function = call_function


def _shorten(dynamo: Any) -> None:
    # Another torch may have none of these names; its traces are then left as they are.
    with suppress(AttributeError):
        names = SimpleNamespace(
            callable=dynamo.variables.functions.BaseUserFunctionVariable,
            function=dynamo.variables.functions.UserFunctionVariable,
            inlining=dynamo.symbolic_convert.InliningInstructionTranslator,
            tracker=dynamo.variables.base.VariableTracker,
            source=dynamo.source,
            guards=dynamo.guards,
            error=dynamo.exc.ObservedException,
        )
        _skip_guards(names)
        _take_fast_paths(names)


when_imported("torch._dynamo", _shorten)
