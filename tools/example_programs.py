"""The programs of `examples` that are written for NumPy; `docs/programs.md` says how to add one."""

import ast
from pathlib import Path

from tools.npbench import Program

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PRESETS = ("S", "M", "L")


def collection(folder=EXAMPLES / "programs"):
    """Return the complete programs of a folder by name: the function `main` of each file, which takes nothing."""
    found = {}
    for file in sorted(folder.glob("[!_]*.py")):
        source = file.read_text(encoding="utf-8")
        subject = source.partition("\n")[0].strip('".')
        found[file.stem] = Program(file.stem, source, "", _about("main", subject))
    return found


def with_scipy(folder=EXAMPLES / "with_scipy"):
    """Return the programs of a folder by name (``optimize.bfgs``): the functions without parameters of each file.

    SciPy computes on NumPy's arrays, or calls the package's functions by dispatch: results are arrays of either.
    """
    found = {}
    for file in sorted(folder.glob("[!_]*.py")):
        source = file.read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and not node.args.args and not node.name.startswith("_"):
                about = _about(node.name, f"scipy.{file.stem}") | {"mixed": True}
                found[f"{file.stem}.{node.name}"] = Program(f"{file.stem}.{node.name}", source, "", about)
    return found


def _about(function, subject):
    parameters = {key: {} for key in PRESETS}
    return {"func_name": function, "input_args": [], "parameters": parameters, "domain": subject}
