"""A case is one line of Python, and how the contenders that write it otherwise write it."""

import ast
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from benchmarks.contenders import COMPAT, CONTENDERS, NUMPY, OURS, TORCH, difference
from benchmarks.measure import statement

#: what stands for a contender that has no such thing
ABSENT = None
SAME = object()


class WrongResult(Exception):
    """`xp_torch` gives another result than NumPy, so that there is nothing to time."""


@dataclass(frozen=True)
class Case:
    """One line that is timed.

    `source` is NumPy's form, in which ``xp`` is the namespace and the other names are operands; `torch` that of plain
    tensors, `numpy` NumPy's own where the library's differs; `ABSENT` where there is none. `after` is the expression to
    compare where the line is a statement, `compared` what is applied to results before they are compared.
    """

    name: str
    group: str
    source: str
    torch: Any = SAME
    numpy: Any = SAME
    compat: Any = SAME
    after: str = ""
    compared: str = "result"

    def line(self, contender):
        """The line of `contender`, or `ABSENT`."""
        own = {TORCH: self.torch, NUMPY: self.numpy, COMPAT: self.compat}.get(contender, SAME)
        return self.source if own is SAME else own

    def names(self, contender, operands):
        """The names that the line needs, with fresh operands."""
        one = CONTENDERS[contender]
        line = self.line(contender)
        used = {node.id for part in (line, self.after) for node in ast.walk(ast.parse(part)) if type(node) is ast.Name}
        found = {}
        for name in sorted(used):
            if name == "xp":
                found[name] = one.module
            elif name in operands:
                value = operands[name]
                found[name] = one.give(value) if isinstance(value, np.ndarray) else value
            elif name == "torch":
                found[name] = torch
        return found

    def result(self, contender, operands):
        """What the line gives, or leaves behind; its warnings are not what is measured."""
        names = self.names(contender, operands)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            if self.after:
                exec(self.line(contender), names)
                result = eval(self.after, names)
            else:
                result = eval(self.line(contender), names)
            return eval(self.compared, {"result": result, "np": np, "xp": CONTENDERS[contender].module})


def contest(case, operands, contenders, tolerance=1e-9):
    """The acts of the contenders whose result equals NumPy's, and why each of the others has none.

    `WrongResult` where `xp_torch` is one of the others.
    """
    acts, differs = {}, {}
    expected = None
    if case.line(NUMPY) is not ABSENT:
        expected = case.result(NUMPY, operands)
    else:
        expected = case.result(OURS, operands)
    for name in contenders:
        if case.line(name) is ABSENT:
            continue
        try:
            told = difference(case.result(name, operands), expected, tolerance)
        except Exception as error:
            told = f"{type(error).__name__}: {error}".splitlines()[0][:120]
        if told is None:
            acts[name] = statement(case.line(name), case.names(name, operands))
        elif name == OURS:
            raise WrongResult(f"{case.name}: {told}")
        else:
            differs[name] = told
    return acts, differs
