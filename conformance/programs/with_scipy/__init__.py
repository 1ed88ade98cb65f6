"""Small programs as SciPy's documentation has them: a file for each chapter, and a function for each program.

SciPy computes on NumPy's arrays, or calls the package's functions by dispatch: results are arrays of either library.
"""

import ast
from pathlib import Path

from conformance.programs.collection import PRESETS
from tools.npbench import Program

FOLDER = Path(__file__).resolve().parent


def programs(folder=FOLDER):
    """The programs of a folder, by name (``optimize.bfgs``): the public functions without parameters of each file."""
    found = {}
    for file in sorted(folder.glob("[!_]*.py")):
        source = file.read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and not node.args.args and not node.name.startswith("_"):
                name = f"{file.stem}.{node.name}"
                about = {"func_name": node.name, "input_args": [], "parameters": {key: {} for key in PRESETS}}
                found[name] = Program(name, source, "", about | {"domain": f"scipy.{file.stem}", "mixed": True})
    return found
