"""NumPy's test files that are in scope, and what stands for their imports of NumPy."""

import ast
from importlib.util import find_spec
from pathlib import Path

from tools import imports

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


def replacement(node):
    """The statement in place of an import of NumPy's."""
    if isinstance(node, ast.Import):
        parts = []
        for alias in node.names:
            if not imports.is_numpy(alias.name):
                parts.append(f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else ""))
            elif alias.asname:
                parts.append(f"{alias.asname} = substitute_.module({alias.name!r})")
            else:
                parts.append("numpy = substitute_.module('numpy')")
        return SUBSTITUTE + "; ".join(parts)
    names = [f"{a.asname or a.name} = substitute_.name({node.module!r}, {a.name!r})" for a in node.names]
    return SUBSTITUTE + "; ".join(names)


def rewritten(text):
    """The source `text` of a test file with NumPy's imports replaced, line by line where they were."""
    return imports.rewritten(text, replacement)
