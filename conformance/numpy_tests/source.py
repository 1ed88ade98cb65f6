"""Replaces the imports of NumPy in one of NumPy's test files; every other line keeps its place."""

import ast
from importlib.util import find_spec
from pathlib import Path

#: the files that are in scope, below the folder of NumPy.
FILES = (
    *(
        f"_core/tests/test_{name}.py"
        for name in (
            *("numeric", "umath", "ufunc", "indexing", "multiarray", "shape_base", "einsum", "nep50_promotions"),
            *("item_selection", "getlimits", "half"),
        )
    ),
    *(
        f"lib/tests/test_{name}.py"
        for name in (
            *("function_base", "arraysetops", "index_tricks", "nanfunctions", "shape_base", "twodim_base"),
            *("type_check", "stride_tricks", "arraypad", "histograms", "ufunclike", "polynomial"),
        )
    ),
    *(f"linalg/tests/test_{name}.py" for name in ("linalg", "regression", "deprecations")),
    *(f"fft/tests/test_{name}.py" for name in ("pocketfft", "helper")),
)
SUBSTITUTE = "import numpy_substitute as substitute_; "


def short(path):
    """A file's name as the tables have it: ``lib/test_histograms`` for ``lib/tests/test_histograms.py``."""
    return path.replace("/tests/", "/").removesuffix(".py").removeprefix("_")


def installed(path):
    """Return the path of a file of `FILES` in the installed NumPy."""
    return Path(find_spec("numpy").origin).parent / path


def is_numpy(name):
    """Whether a dotted name is NumPy's."""
    return name == "numpy" or (name or "").startswith("numpy.")


def replacement(node):
    """The statement in place of an import of NumPy's, or None where an import is left as it is."""
    if isinstance(node, ast.Import):
        if not any(is_numpy(alias.name) for alias in node.names):
            return None
        parts = []
        for alias in node.names:
            if not is_numpy(alias.name):
                parts.append(f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else ""))
            elif alias.asname:
                parts.append(f"{alias.asname} = substitute_.module({alias.name!r})")
            else:
                parts.append("numpy = substitute_.module('numpy')")
        return SUBSTITUTE + "; ".join(parts)
    if node.level or not is_numpy(node.module):
        return None
    names = [f"{a.asname or a.name} = substitute_.name({node.module!r}, {a.name!r})" for a in node.names]
    return SUBSTITUTE + "; ".join(names)


def rewritten(text):
    """The source `text` of a test file with NumPy's imports replaced, line by line where they were."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Import, ast.ImportFrom)) or (new := replacement(node)) is None:
            continue
        first, last = node.lineno - 1, node.end_lineno
        head, tail = lines[first].encode()[: node.col_offset].decode(), lines[last - 1].encode()[node.end_col_offset :]
        lines[first:last] = [head + new + tail.decode()] + [""] * (last - first - 1)
    return "\n".join(lines) + "\n"
