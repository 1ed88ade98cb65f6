"""A case: one line of Python, and the other lines of contenders that need one."""

import ast
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from benchmarks.contenders import COMPAT, CONTENDERS, JAX, NUMPY, OURS, TORCH, difference, jax
from benchmarks.measure import statement

#: the line of a contender that lacks the operation
ABSENT = None
SAME = object()


@dataclass(frozen=True)
class Case:
    """One line that is timed.

    `source` is NumPy's form, in which ``xp`` is the namespace and the other names are operands; `torch` that of plain
    tensors, `numpy` NumPy's own where the library's differs; `ABSENT` where there is none. `after` is the expression to
    compare where the line is a statement, `compared` what is applied to results before they are compared.
    Where the operands have a dtype: `kinds` are those of the dtypes that the line takes, of at least `least_size`
    bytes, `hostile` says whether operands may be infinite or NaN, and `heavy` is how many elements a quick run gives
    it at most.
    """

    name: str
    group: str
    source: str
    torch: Any = SAME
    numpy: Any = SAME
    compat: Any = SAME
    after: str = ""
    compared: str = "result"
    kinds: str = "f"
    least_size: int = 1
    hostile: bool = True
    heavy: int = 0

    def takes(self, dtype):
        """Whether operands of `dtype` are measured."""
        kind = "i" if dtype.kind == "u" else dtype.kind
        return kind in self.kinds and dtype.itemsize >= self.least_size

    def line(self, contender):
        """The line of `contender`, or `ABSENT`."""
        own = {TORCH: self.torch, NUMPY: self.numpy, COMPAT: self.compat}.get(contender, SAME)
        line = self.source if own is SAME else own
        # JAX returns before it has computed.
        return f"jax.block_until_ready({line})" if contender == JAX and not self.after else line

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
            elif name in ("torch", "jax"):
                found[name] = {"torch": torch, "jax": jax}[name]
        return found

    def result(self, contender, operands):
        """Return the result of the line, or the array that it writes to, without warnings."""
        names = self.names(contender, operands)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            if self.after:
                exec(self.line(contender), names)
                result = eval(self.after, names)
            else:
                result = eval(self.line(contender), names)
            return eval(self.compared, {"result": result, "np": np, "xp": CONTENDERS[contender].module})


@dataclass(frozen=True)
class Contest:
    """The contenders whose result equals NumPy's, why the others are left out, and what is wrong with ours."""

    acts: dict
    differs: dict
    wrong: str | None = None


def contest(case, operands, contenders):
    """Return the contenders whose result equals NumPy's; only those are timed."""
    acts, differs = {}, {}
    expected = case.result(OURS if case.line(NUMPY) is ABSENT else NUMPY, operands)
    for name in contenders:
        if case.line(name) is ABSENT:
            continue
        told = told_apart(case, name, operands, expected)
        if told is None:
            acts[name] = statement(case.line(name), case.names(name, operands))
        else:
            differs[name] = told
    return Contest(acts, differs, differs.get(OURS))


def told_apart(case, contender, operands, expected):
    """How the result of `contender` differs from the expected one, in words; None where it doesn't."""
    try:
        return difference(case.result(contender, operands), expected)
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0][:120]
