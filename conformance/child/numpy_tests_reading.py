"""Reading a test file of NumPy's although the module under test can't evaluate a table of parameters in it.

What stands outside of functions is evaluated when a file is read: decorators, class attributes, module constants. Where
the module under test raises there, that one statement is evaluated with NumPy itself, or left out where that does not
help, so that an array of objects in a list of parameters doesn't hide a file. The tests' own bodies are never touched.
"""

import ast
import inspect
import types
from contextlib import contextmanager

import pytest

ITSELF = "numpy_itself_"
ROUNDS = 200


def readable(path):
    """Change the file `path` until it can be read; return the lines of the statements that were changed."""
    changed = []
    for _ in range(ROUNDS):
        text = path.read_text(encoding="utf-8")
        module = types.ModuleType(path.stem)
        module.__file__ = str(path)
        try:
            with generators_consumed():
                exec(compile(text, str(path), "exec"), module.__dict__)
            return changed
        except Exception as error:
            line = last_line(error, str(path))
            statement = line and statement_at(ast.parse(text), line)
            if not statement:
                raise
            path.write_text(mended(text, statement, again=statement.lineno in changed), encoding="utf-8")
            changed.append(statement.lineno)
    return changed


@contextmanager
def generators_consumed():
    """Make parameters that a generator gives where they stand; pytest makes them too late to leave one test out."""
    parametrize = pytest.mark.parametrize

    def at_once(names, values, **kwargs):
        return parametrize(names, list(values) if inspect.isgenerator(values) else values, **kwargs)

    vars(pytest.mark)["parametrize"] = at_once
    try:
        yield
    finally:
        del vars(pytest.mark)["parametrize"]


def last_line(error, file):
    """The line outside of functions at which reading the file stopped."""
    found, trace = None, error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file and not code.co_flags & 0x2:  # not optimized: a module's or a class's code
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def statement_at(tree, line):
    """The smallest statement outside of functions that covers a line, decorators included."""
    found, bodies = None, [tree.body]
    while bodies:
        for node in bodies.pop():
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            if first <= line <= node.end_lineno:
                found = node
                if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    bodies.append([n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt)])
    return found


def mended(text, statement, again):
    """`text` with NumPy itself in one statement, or without the statement when that has been tried."""
    lines = [line.encode() for line in text.splitlines()]
    imported = imported_names(ast.parse(text))
    parts = statement.decorator_list if isinstance(statement, ast.FunctionDef | ast.ClassDef) else [statement]
    if isinstance(statement, ast.FunctionDef):
        parts = [*parts, *statement.args.defaults, *(d for d in statement.args.kw_defaults if d)]
    names = [node for part in parts for node in ast.walk(part) if isinstance(node, ast.Name) and node.id in imported]
    if names and not again:
        for node in sorted(names, key=lambda n: (n.lineno, n.col_offset), reverse=True):
            line = lines[node.lineno - 1]
            new = imported[node.id].encode()
            lines[node.lineno - 1] = line[: node.col_offset] + new + line[node.end_col_offset :]
    else:
        first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))])
        indent = lines[first - 1][: len(lines[first - 1]) - len(lines[first - 1].lstrip())]
        for number in range(first, statement.end_lineno + 1):
            lines[number - 1] = b""
        lines[first - 1] = indent + b"pass"
    body = b"\n".join(lines).decode() + "\n"
    return body if body.startswith(f"import numpy as {ITSELF};") else with_itself(body)


def with_itself(text):
    """`text` with NumPy itself imported in its first line, whatever stands there."""
    head = f"import numpy as {ITSELF}; import numpy.testing; "
    first, _, rest = text.partition("\n")
    if first.lstrip().startswith(('"""', "'''", "#")) or not first.strip():
        # A docstring that goes on: the import stands before it, which makes it a string like any other.
        return f"{head}{'' if first.lstrip().startswith('#') else first}\n{rest}"
    return f"{head}{first}\n{rest}"


def imported_names(tree):
    """What a name that the substitute gives is of NumPy itself: ``{"np": "numpy_itself_", ...}``."""
    found = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        call = node.value.func
        if isinstance(call, ast.Attribute) and getattr(call.value, "id", "") == "substitute_":
            words = [argument.value for argument in node.value.args]
            path = ".".join(words).removeprefix("numpy")
            found[node.targets[0].id] = ITSELF + path
    return found
