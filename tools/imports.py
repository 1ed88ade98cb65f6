"""Imports of NumPy in a source text, replaced; every other line keeps its place."""

import ast


def is_numpy(name):
    """Whether a dotted name is NumPy's."""
    return name == "numpy" or (name or "").startswith("numpy.")


def rewritten(text, replacement):
    """Return the source `text` with each import of NumPy's replaced by the statement that `replacement` makes of it."""
    lines = text.splitlines()
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.Import, ast.ImportFrom))]
    # From the end, since two imports may be on one line.
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
        if getattr(node, "level", 0) or not any(map(is_numpy, names)):
            continue
        first, last = node.lineno - 1, node.end_lineno
        head, tail = lines[first].encode()[: node.col_offset].decode(), lines[last - 1].encode()[node.end_col_offset :]
        lines[first:last] = [head + replacement(node) + tail.decode()] + [""] * (last - first - 1)
    return "\n".join(lines) + "\n"


def imported_from(text, module, keeps=()):
    """`text` with NumPy's import changed to `module`: ``import numpy as np`` becomes ``import xp_torch as np``.

    The names `keeps` stay imported from NumPy.
    """

    def replacement(node):
        if isinstance(node, ast.ImportFrom):
            parts = {True: [], False: []}
            for a in node.names:
                parts[a.name in keeps].append(a.name + (f" as {a.asname}" if a.asname else ""))
            sources = {False: module + node.module.removeprefix("numpy"), True: node.module}
            return "; ".join(f"from {sources[kept]} import {', '.join(parts[kept])}" for kept in sources if parts[kept])
        return "; ".join(part for alias in node.names for part in statements(alias))

    def statements(alias):
        if not is_numpy(alias.name):
            return [f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")]
        name = module + alias.name.removeprefix("numpy")
        if alias.asname:
            return [f"import {name} as {alias.asname}"]
        # `import numpy.linalg` binds `numpy`.
        return [f"import {name}", f"import {module} as numpy"] if name != module else [f"import {module} as numpy"]

    return rewritten(text, replacement)
