"""The syntax trees of the package under test, which each process makes once, when the first test asks for them."""

import ast
import functools
import gc
from pathlib import Path

import xp_torch

PACKAGE = Path(xp_torch.__file__).resolve().parent


@functools.cache
def trees():
    """Return the syntax tree of each file of the package, by its path in the package, as "_kernels/sets.py"."""
    paths = sorted(PACKAGE.rglob("*.py"))
    found = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8"), str(path)) for path in paths}
    gc.freeze()  # they stay until the end, and no garbage collection looks at them
    return found


@functools.cache
def nodes(name):
    """Return all nodes of the tree of a file, outer ones first."""
    return list(ast.walk(trees()[name]))
