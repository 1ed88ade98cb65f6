"""Adding a dtype touches one place: its registration in `_facts/dtypes.py`."""

import ast

import numpy as np
import pytest
from support.sources import PACKAGE, nodes, trees

import xp_torch


def _names(path):
    """Yield the identifiers and strings of a module, without docstrings."""
    found = nodes(path)
    docstrings = {
        id(node.body[0].value)
        for node in found
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and isinstance(node.body[0], ast.Expr)
    }
    for node in found:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


# NumPy's table of promotion is generated, and bfloat16 is not in it.
@pytest.mark.parametrize("name", ["bfloat16"])
def test_one_module_names_the_dtype(name):
    modules = {path for path in trees() if name in set(_names(path))}
    # The names of torch's methods are no names of dtypes.
    assert modules - {"_protocols/torch_names.py"} == {"_facts/dtypes.py"}


@pytest.mark.parametrize("name", ["EncodedTensor", "float8_e5m2", "complex32", "_encoded"])
def test_one_folder_names_the_dtypes_that_torch_lacks(name):
    modules = {path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if name in path.read_text()}
    assert {path.as_posix() for path in modules if path.parts[0] != "_encoded"} <= {"__init__.py"}


def test_fields_over_an_integer_are_not_dropped():
    asked = ("int16", {"x": ("int8", 0), "y": ("int8", 1)})
    assert xp_torch.dtype(asked) == np.dtype(asked)
    assert xp_torch.dtype(asked).names == ("x", "y")
