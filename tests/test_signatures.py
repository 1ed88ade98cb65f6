"""The annotations of public functions, which `help` shows, and completion of names without running code."""

import inspect
import operator
import sys
import types
import typing
from pathlib import Path

import jedi
import numpy as np
import pytest

import xp_torch as xp
import xp_torch.distributed
from tools.calls import namespaces
from xp_torch._facts import annotations

#: what NumPy does where it writes that no value is given.
NO_VALUE = {"keepdims": False, "where": True}
#: parameters that may be anything, and why.
ANYTHING = {
    "array.object": "objects of every kind become an array, NumPy's if torch has no dtype for them",
    "asarray.a": "as `array`",
    "asanyarray.a": "as `array`",
    "from_dlpack.x": "any object with `__dlpack__`",
    "get_namespace.arrays": "arrays of any library",
    "dtype.__call__.value": "as `array`",
    "ufunc.at.indices": "an index: a number, slice, None, `...`, array, or a tuple of them",
    "polynomial.polyutils.mapdomain.x": "any object with operators, such as a series",
    "genfromtxt.missing_values": "one value, or one for each column",
    "genfromtxt.filling_values": "one value, or one for each column",
    "while_loop.init_val": "a tree of arrays",
    "fori_loop.init_val": "a tree of arrays",
    "scan.init": "a tree of arrays",
    "vjp.primals": "trees of arrays",
    "vmap.in_axes": "an axis, or a tree of axes",
    "vmap.out_axes": "an axis, or a tree of axes",
}
#: functions that pass their arguments on, or raise NumPy's error for any that they get.
PASSED_ON = {
    "apply_along_axis",
    "broadcast.__init__",
    "cond",
    "eval_shape",
    "fromfunction",
    "pad",
    "piecewise",
    "printoptions",
    "ufunc.__new__",
    "ufunc.outer",
    "vectorize.__call__",
}


def module_of(name: str) -> types.ModuleType:
    """Return a public module of the package by its name in the namespace."""
    return operator.attrgetter(name)(xp) if name else xp


def functions(name: str) -> dict[str, types.FunctionType]:
    """Return the functions of a public module of the package, and the public methods of its classes."""
    module = module_of(name)
    found = {}
    for key in module.__all__:
        value, path = getattr(module, key), f"{name}.{key}".lstrip(".")
        members = {path: value}
        if isinstance(value, type):
            kept = ("__init__", "__new__", "__call__")
            own = [cls for cls in reversed(value.__mro__) if cls.__module__.startswith("xp_torch")]
            members = {f"{path}.{k}": v for cls in own for k, v in vars(cls).items() if k[0] != "_" or k in kept}
        for where, member in members.items():
            function = getattr(member, "__func__", member)
            if isinstance(function, types.FunctionType) and "xp_torch" in function.__code__.co_filename:
                found[where] = function
    return found


NAMES = [prefix.rstrip(".") for prefix, _ in namespaces()] + ["testing", "distributed"]
FUNCTIONS = {path: function for name in NAMES for path, function in functions(name).items()}


def parameters(function: types.FunctionType) -> list[inspect.Parameter]:
    return [p for p in inspect.signature(function).parameters.values() if p.name not in ("self", "cls")]


def test_every_parameter_is_annotated():
    bare = {f"{path}.{p.name}" for path, f in FUNCTIONS.items() for p in parameters(f) if p.annotation is p.empty}
    assert bare == set()


def test_no_parameter_is_any_without_a_reason():
    found = {}
    for path, function in FUNCTIONS.items():
        for p in parameters(function):
            variable = p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
            if str(p.annotation) == "Any" and not (variable and path in PASSED_ON):
                found[f"{path}.{p.name}"] = function
    excused = {FUNCTIONS[path.rpartition(".")[0]] for path in ANYTHING}
    assert sorted(path for path, f in found.items() if path not in ANYTHING and f not in excused) == []
    assert set(ANYTHING) <= set(found)


@pytest.mark.parametrize("name", NAMES)
def test_the_annotations_can_be_evaluated(name):
    for path, function in functions(name).items():
        try:
            typing.get_type_hints(function)
        except NameError as error:
            pytest.fail(f"{path}: {error}: import it when the module runs, too")


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (xp.sum, {"a": "ArrayLike", "axis": "Axis", "dtype": "DTypeLike | None", "where": "ArrayLike"}),
        (xp.zeros, {"shape": "ShapeLike", "dtype": "DTypeLike | None", "device": "DeviceLike | None"}),
        (xp.add, {"x1": "ArrayLike", "x2": "ArrayLike", "where": "ArrayLike", "dtype": "DTypeLike | None"}),
        (xp.matmul, {"x1": "ArrayLike", "x2": "ArrayLike", "casting": "Casting"}),
        (xp.polynomial.chebyshev.chebadd, {"c1": "ArrayLike", "c2": "ArrayLike"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_signatures_name_the_types(function, expected):
    shown = {p.name: p.annotation for p in inspect.signature(function).parameters.values()}
    assert expected.items() <= shown.items()


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (xp.add, "ndarray"),
        (xp.sin, "ndarray"),
        (xp.divmod, "tuple[ndarray, ndarray]"),
        (xp.modf, "tuple[ndarray, ndarray]"),
    ],
)
def test_ufuncs_return_one_array_or_a_tuple(function, expected):
    assert inspect.signature(function).return_annotation == expected


def test_the_types_are_those_of_the_typing_module():
    for name in ("ArrayLike", "Axis", "DTypeLike", "DeviceLike", "ShapeLike"):
        assert getattr(xp.typing, name) is getattr(annotations, name)
    assert typing.get_type_hints(xp.sum)["a"] is xp.typing.ArrayLike


@pytest.mark.parametrize(
    "name", ["", "fft", "linalg", "random", "special", "polynomial", "polynomial.chebyshev", "lib", "typing"]
)
def test_completion_without_running_code_offers_the_public_names(name):
    namespace = module_of(name)
    start = f"import xp_torch as xp\nxp.{name}.".replace("..", ".")
    folders = [str(Path(xp.__file__).parent.parent), *sys.path]
    script = jedi.Script(start, project=jedi.Project(Path(__file__).parent, sys_path=folders, smart_sys_path=False))
    offered = {completion.name for completion in script.complete(2)}
    public = {shown for shown in dir(namespace) if not shown.startswith("_")}
    assert {shown for shown in offered if not shown.startswith("_")} == public


#: defaults that NumPy writes otherwise: as a type, as a list, and as no value.
OTHER_DEFAULTS = {"eye.dtype", "tri.dtype", "polynomial.polynomial.polyint.k", "polynomial.polynomial.polypow.maxpower"}


def test_defaults_are_numpys():
    found = {}
    for name in ("", "linalg", "fft", "testing", "random", "polynomial.polynomial"):
        its = operator.attrgetter(name)(np) if name else np
        for key in module_of(name).__all__:
            function, other = getattr(module_of(name), key), getattr(its, key, None)
            if isinstance(function, types.FunctionType) and isinstance(other, types.FunctionType):
                expected = inspect.signature(other).parameters
                for p in parameters(function):
                    default = expected[p.name].default if p.name in expected else p.default
                    default = NO_VALUE.get(p.name) if default is np._NoValue else default
                    if repr(default) != repr(p.default):
                        found[f"{name}.{key}.{p.name}".lstrip(".")] = p.default, default
    assert {name: both for name, both in found.items() if name not in OTHER_DEFAULTS} == {}
    assert set(found) >= OTHER_DEFAULTS
