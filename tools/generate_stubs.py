"""Write the stubs, for type checkers and editors: the attached members of `ndarray`, and the ufuncs.

Run it from the checkout after changing one, ``python -m tools.generate_stubs``; ``tests/test_types.py`` compares.
"""

import ast
import inspect
import re
import textwrap
import types
import typing
from collections.abc import Callable
from pathlib import Path

import xp_torch
from xp_torch._array.ufunc import methods
from xp_torch._array.ufunc.document import document
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import OPS, RECORDS
from xp_torch._array.ufunc.special_records import SPECIAL

ARRAY = Path(__file__).resolve().parent.parent / "xp_torch" / "_array"

MEMBERS = '''\
"""The attached members of `ndarray`, for type checkers; written by tools/generate_stubs.py."""

from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Literal, Self, SupportsIndex, TypeVar, overload

import numpy as np
import numpy.typing as npt
import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, Axis, Casting, DeviceLike, DTypeLike, FileLike, Order, ShapeLike
from xp_torch._facts.dtypes import dtype
from xp_torch._functions.indexing.at import IndexedUpdates

_Array = TypeVar("_Array", bound=ndarray)

class Members:
'''

UFUNCS = '''\
"""The ufuncs, for type checkers and editors; written by tools/generate_stubs.py."""

from types import EllipsisType
from typing import Any, SupportsIndex

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, Axis, Casting, DTypeLike, Order

_Outs = tuple[ndarray | None, ...] | EllipsisType
_Out = ndarray | _Outs | None
_Signature = str | tuple[DTypeLike | None, ...] | None

'''

SPECIAL_UFUNCS = '''\
"""The ufuncs of `special`, for type checkers and editors; written by tools/generate_stubs.py."""

from xp_torch._array.ufunc.ufuncs import {classes}
'''

#: the operands of operators; others may be anything.
OPERANDS = {"x1", "x2"}
#: operators are annotated with Any, for NotImplemented; they return an array except here.
OPERATORS = {"__divmod__": "tuple[ndarray, ndarray]", "__rdivmod__": "tuple[ndarray, ndarray]"}
#: methods that return an array of the class of `self`; operators that write to it do, too.
SAME_CLASS = {"copy", "detach", "requires_grad_", "to_device"}
NOT_OPERATORS = {"__array_function__", "__array_namespace__", "__array_ufunc__", "__dlpack__"}


def attached() -> dict[str, Callable | property]:
    """Functions and properties of ``ndarray`` that its class statement does not define."""
    tree = ast.parse((ARRAY / "ndarray.py").read_text(encoding="utf-8"))
    [body] = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "ndarray"]
    written = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    members = {name: value for name, value in vars(xp_torch.ndarray).items() if name not in written}
    return {
        name: members[name]
        for name in sorted(members)
        if inspect.isfunction(members[name]) or isinstance(members[name], property)
    }


class Raw:
    """What `inspect` prints as it is."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def annotation(given: object) -> Raw:
    """An annotation's text; annotations are strings in modules that postpone them."""
    if given is inspect.Parameter.empty:
        return Raw("Any")
    return Raw(given if isinstance(given, str) else inspect.formatannotation(given))


def declaration(name: str, function: Callable | property) -> str:
    """What the stub says of a member."""
    if isinstance(function, property):
        return property_declaration(name, function)
    # Overloads are registered under the private path that the function had where it is defined.
    forms = typing.get_overloads(
        types.FunctionType(function.__code__, function.__globals__, closure=function.__closure__)
    )
    if forms:
        lines = ["    @overload\n" + method(name, form) for form in forms[:-1]]
        return "".join([*lines, "    @overload\n", method(name, forms[-1], function.__doc__)])
    return method(name, function, function.__doc__)


def method(name: str, function: Callable, doc: str | None = None) -> str:
    """The lines of the stub for one signature of a method."""
    signature = inspect.signature(function)
    first, *others = signature.parameters.values()
    parameters = [first.replace(name="self", annotation=inspect.Parameter.empty)]
    for parameter in others:
        default = parameter.empty if parameter.default is parameter.empty else Raw("...")
        kind = annotation(parameter.annotation)
        if name.startswith("__") and parameter.name in OPERANDS:
            kind = Raw("object" if name in ("__eq__", "__ne__") else "ArrayLike")
        parameters.append(parameter.replace(annotation=kind, default=default))
    returned = annotation(signature.return_annotation)
    if name.startswith("__") and returned.text == "Any" and name not in NOT_OPERATORS:
        in_place = name.startswith("__i") and name != "__invert__"
        returned = Raw("Self" if in_place else OPERATORS.get(name, "ndarray"))
    elif name in SAME_CLASS or first.annotation == returned.text == "_Array":
        returned = Raw("Self")
    # An array compares by element, which `object` does not foresee.
    ignored = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
    head = f"    def {name}{signature.replace(parameters=parameters, return_annotation=returned)}:"
    if name.startswith("_") or doc is None:
        return f"{head} ...{ignored}\n"
    return f"{head}{ignored}\n{docstring(doc, 8)}        ...\n"


def docstring(doc: str, spaces: int = 0) -> str:
    """The lines of a docstring, indented."""
    text = inspect.cleandoc(doc)
    text = f'"""{text}"""' if "\n" not in text else f'"""{text}\n"""'
    return textwrap.indent(text, " " * spaces) + "\n"


def property_declaration(name: str, member: property) -> str:
    """The lines of the stub for an attribute."""
    returned = getattr(member.fget, "__annotations__", {}).get("return", "Any")
    doc = docstring(member.__doc__, 8) if member.__doc__ and not name.startswith("_") else ""
    found = f"    @property\n    def {name}(self) -> {returned}:" + (f"\n{doc}        ...\n" if doc else " ...\n")
    if member.fset is not None:
        kind = annotation(list(inspect.signature(member.fset).parameters.values())[1].annotation)
        found += f"    @{name}.setter\n    def {name}(self, value: {kind}) -> None: ...\n"
    return found


#: the options of all ufuncs.
OPTIONS = """
        *, where: ArrayLike = ..., casting: Casting = ..., order: Order | None = ..., dtype: DTypeLike | None = ...,
        subok: bool = ..., signature: _Signature = ..., sig: _Signature = ..."""
#: the classes of ufuncs by the number of operands and results.
CLASSES = {
    (1, 1): "UnaryUfunc",
    (2, 1): "BinaryUfunc",
    (3, 1): "TernaryUfunc",
    (4, 1): "QuaternaryUfunc",
    (1, 2): "UnaryUfuncOfTwo",
    (2, 2): "BinaryUfuncOfTwo",
}


def class_of(op: Op) -> str:
    """The class of a ufunc."""
    return CLASSES[op.nin, op.nout]


def parameters_of(op: Op) -> str:
    """The parameters of a call, without the options that all ufuncs have."""
    names = ("x",) if op.nin == 1 else tuple(f"x{i + 1}" for i in range(op.nin))
    operands = ", ".join(f"{name}: ArrayLike" for name in names)
    if op.nout == 1:
        return f"{operands}, /, out: _Out = ..."
    return f"{operands}, " + "".join(f"out{i + 1}: ndarray | None = ..., " for i in range(op.nout)) + "/"


def ufunc_classes() -> str:
    """The class `ufunc`, and one for each number of operands and results."""
    lines = ["class ufunc:\n", docstring(xp_torch.ufunc.__doc__, 4)]
    lines += [f"    {name}: {kind}\n" for name, kind in {
        "__name__": "str", "__qualname__": "str", "nin": "int", "nout": "int", "nargs": "int", "ntypes": "int",
        "types": "list[str]", "identity": "Any", "signature": "str | None",
    }.items()]  # fmt: skip
    lines.append("    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...\n")
    lines += [declaration(name, getattr(methods, name)) for name in methods.__all__]
    for (nin, nout), name in CLASSES.items():
        op = next((op for op in RECORDS.values() if (op.nin, op.nout) == (nin, nout) and op.name != "clip"), None)
        if op is None:
            continue
        parameters, result = parameters_of(op), "ndarray" if nout == 1 else f"tuple[{', '.join(['ndarray'] * nout)}]"
        sections = sections_of(document(op))
        described = "".join(f"{title}{body}" for title, body in sections.items() if title[2] in "PR")
        doc = docstring(f"Compute the ufunc element by element.{described}", 8)
        options = OPTIONS if nout == 1 else OPTIONS.replace("*,", "*, out: _Outs = ...,")
        lines.append(f"\nclass {name}(ufunc):\n    def __call__(\n        self, {parameters},{options}\n")
        lines.append(f"    ) -> {result}:\n{doc}        ...\n")
    return "".join(lines)


def sections_of(doc: str) -> dict[str, str]:
    """The sections of a docstring by their heading."""
    parts = re.split(r"(\n\n[A-Z][a-z]+\n-+\n)", doc)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def ufunc_declaration(name: str, op: Op) -> str:
    """The lines of the stub for one ufunc."""
    doc = document(op)
    sections = sections_of(doc)
    text = doc.partition("\n\n")[0] + "".join(f"{title}{body}" for title, body in sections.items() if title[2] in "NE")
    return f"\n{name}: {class_of(op)}\n{docstring(text)}"


def special_ufuncs() -> str:
    """The stub of the ufuncs of `special`."""
    classes = ", ".join(sorted({class_of(op) for op in SPECIAL.values()}))
    named = ((name, op) for op in SPECIAL.values() for name in (op.ufunc_name, *op.aliases))
    return SPECIAL_UFUNCS.format(classes=classes) + "".join(ufunc_declaration(*row) for row in named)


def texts() -> dict[Path, str]:
    """The stubs as they should be, by path."""
    return {
        ARRAY / "members.pyi": MEMBERS + "".join(declaration(*member) for member in attached().items()),
        ARRAY / "ufunc" / "ufuncs.pyi": UFUNCS
        + ufunc_classes()
        + "".join(ufunc_declaration(*op) for op in OPS.items()),
        ARRAY / "ufunc" / "special_ufuncs.pyi": special_ufuncs(),
    }


if __name__ == "__main__":
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
