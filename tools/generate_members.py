"""Write ``xp_torch/_array/members.pyi``: the operators and methods that are attached to ``ndarray``, for type checkers.

Run it from the checkout after changing one, ``python tools/generate_members.py``; ``tests/test_types.py`` compares.
"""

import ast
import inspect
from collections.abc import Callable
from pathlib import Path

import xp_torch

STUB = Path(__file__).resolve().parent.parent / "xp_torch" / "_array" / "members.pyi"

HEADER = '''\
"""The attached members of `ndarray`, for type checkers; written by tools/generate_members.py."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import dtype
from xp_torch._functions.indexing.at import IndexedUpdates

class Members:
'''

#: operators are annotated with Any, for NotImplemented; they return an array except here.
OPERATORS = {"__divmod__": "tuple[ndarray, ndarray]", "__rdivmod__": "tuple[ndarray, ndarray]"}
NOT_OPERATORS = {"__array_function__", "__array_namespace__", "__array_ufunc__", "__dlpack__"}


def attached() -> dict[str, Callable | property]:
    """Functions and properties of ``ndarray`` that its class statement does not define."""
    tree = ast.parse((STUB.parent / "ndarray.py").read_text(encoding="utf-8"))
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
    signature = inspect.signature(function)
    first, *others = signature.parameters.values()
    parameters = [first.replace(name="self", annotation=inspect.Parameter.empty)]
    for parameter in others:
        default = parameter.empty if parameter.default is parameter.empty else Raw("...")
        parameters.append(parameter.replace(annotation=annotation(parameter.annotation), default=default))
    returned = annotation(signature.return_annotation)
    if name.startswith("__") and returned.text == "Any" and name not in NOT_OPERATORS:
        returned = Raw(OPERATORS.get(name, "ndarray"))
    # An array compares by element, which `object` does not foresee.
    ignored = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
    return f"    def {name}{signature.replace(parameters=parameters, return_annotation=returned)}: ...{ignored}\n"


def property_declaration(name: str, member: property) -> str:
    """The lines of the stub for an attribute."""
    returned = getattr(member.fget, "__annotations__", {}).get("return", "Any")
    found = f"    @property\n    def {name}(self) -> {returned}: ...\n"
    if member.fset is not None:
        found += f"    @{name}.setter\n    def {name}(self, value: Any) -> None: ...\n"
    return found


def text() -> str:
    """The stub as it should be."""
    return HEADER + "".join(declaration(name, function) for name, function in attached().items())


if __name__ == "__main__":
    STUB.write_text(text(), encoding="utf-8")
