"""Draws a call from a row of the table: positional and keyword arguments, now and then a wrong one."""

from __future__ import annotations

import ast
import itertools
import warnings
from random import Random
from typing import Any

import numpy as np

import support.fuzzer.arguments  # noqa: F401  registers kinds
from support.fuzzer.compare import NUMPY as WORLD
from support.fuzzer.compare import perform
from support.fuzzer.nodes import Alias, Arr, Call, Dtype
from support.fuzzer.strategies import KINDS, Draw, kind, operand
from support.values import DTYPES, WRONG_ARGUMENTS
from tools.calls import ROWS

#: kinds whose arguments depend on NumPy's result without them.
LATE = ("ufuncout", "ufuncwhere", "out", "alias")
WRITES = ("setitem", "operator.i", "ndarray.sort", "ndarray.fill")
WRONG_SHARE = 0.05
KEYWORD_SHARE = 0.3


@kind
def value(d: Draw) -> Any:
    """What is written at an index: an array that fits, or a number."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = perform(Call("operator.getitem", d.call.args), WORLD)
    shape = () if found.failed else np.shape(found.value)
    saved, d.shape = d.shape, shape
    result = operand(d)
    d.shape = saved
    return result


@kind
def alias(d: Draw) -> Any:
    """The first argument itself, or a part of it."""
    if not d.shape or d.chance(0.3):
        return Alias()
    return Alias(
        (d.choice((slice(None, -1), slice(1, None), slice(None, None, -1), slice(0, 1), slice(None, None, 2))),)
    )


@kind
def out(d: Draw) -> Any:
    """An array for the result."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = perform(d.call, WORLD)
    if found.failed:
        return None
    results = found.value if isinstance(found.value, tuple) else (found.value,)
    made = []
    for result in results:
        result = np.asarray(result)
        first = d.call.args[0]
        if not made and d.chance(0.1) and isinstance(first, Arr) and first.form == "array" and first.layout != "bcast":
            made.append(Alias())
            continue
        name = result.dtype.name if d.chance(0.7) else d.choice(DTYPES)
        shape = result.shape if d.chance(0.95) else d.dims()
        if result.dtype.kind in "OUS":
            return None
        x = d.array(shape, name)
        made.append(Arr(x.data, "C" if x.layout == "bcast" else x.layout))
    return made[0] if len(made) == 1 else tuple(made)


@kind
def ufuncout(d: Draw) -> Any:
    """An array for the result of a ufunc."""
    return out(d)


@kind
def ufuncwhere(d: Draw) -> Any:
    """A mask, where there is an array to keep the rest of."""
    if d.call.kwargs.get("out") is None:
        return True
    first = d.call.kwargs["out"]
    first = first[0] if isinstance(first, tuple) else first
    first = d.call.args[0] if isinstance(first, Alias) else first
    return Arr(d.data(tuple(1 if d.chance(0.2) else n for n in first.shape), "bool"))


@kind
def nested(d: Draw) -> Any:
    """Lists of numbers and arrays."""
    pick = d.rng.random()
    if pick < 0.4:
        return [d.scalar() for _ in range(d.choice((0, 1, 2, 3)))]
    if pick < 0.6:
        n = d.choice((1, 2))
        return [[d.scalar() for _ in range(n)] for _ in range(2)]
    if pick < 0.7:
        return d.scalar()
    first = d.array(d.dims(0, 2))
    return [first, d.array(first.shape)]


@kind
def tame(d: Draw) -> Any:
    """An array of ordinary values, or a number."""
    return d.choice((0, 1.0, -2, 3.5)) if d.chance(0.4) else d.array((2,) if d.chance(0.7) else (2, 2), values="tame")


@kind
def typeobject(d: Draw) -> Any:
    """A dtype by its own object."""
    return Dtype(d.choice(DTYPES))


@kind
def dots(d: Draw) -> Any:
    """Matrices that multiply in a chain."""
    sizes = [d.choice((1, 2, 3)) for _ in range(d.choice((3, 4, 5)))]
    found = [d.array(pair) for pair in itertools.pairwise(sizes)]
    if d.chance(0.2):
        found[0] = d.array((sizes[1],))
    return found


def _drawn(d: Draw, kind: str) -> Any:
    return ast.literal_eval(kind) if kind[0] in "'\"" else KINDS[kind](d)


def draw(name: str, seed: int, index: int) -> Call:
    """Return example `index` of a function: the same one for the same seed."""
    rng = Random(f"{seed}/{name}/{index}")
    row = ROWS[name]
    call = Call(name)
    d = Draw(rng, call, row.values, row.dtypes)
    form = rng.choice(row.forms)
    positions = [p for p in form if not p.keyword]
    early = positions[:1] if positions[:1] and positions[0].kind not in ("arrays", "stacked") else []
    call.args += [_drawn(d, p.kind) for p in early]
    late = []
    for p in form:
        if p.keyword and (not p.optional or d.chance(KEYWORD_SHARE)):
            if p.kind in LATE:
                late.append(p)
            else:
                call.kwargs[p.name] = _drawn(d, p.kind)
    for p in positions[len(early) :]:
        if p.optional and d.chance(0.5):
            break
        call.args.append(_drawn(d, p.kind))
    for p in late:
        call.kwargs[p.name] = _drawn(d, p.kind)
    if name.startswith(WRITES) and isinstance(call.args[0], Arr) and call.args[0].layout == "bcast":
        call.args[0] = Arr(call.args[0].data)
    if d.chance(WRONG_SHARE):
        spoil(d, call)
    return call


def spoil(d: Draw, call: Call) -> None:
    """Put a wrong argument into a call."""
    call.hostile = True
    if call.name == "diff":
        # NumPy takes the time for 10**30 differences.
        call.args[0] = "x"
        return
    pick = d.rng.random()
    fixed = 1 if call.name.startswith(("ndarray", "operator", "builtins", "setitem")) else 0
    if pick < 0.6 and len(call.args) > fixed:
        place = d.rng.randrange(fixed, len(call.args))
        if fixed and not any(isinstance(arg, Arr) for i, arg in enumerate(call.args) if i != place):
            # Operators of Python's own numbers may take forever.
            return
        call.args[place] = d.choice(WRONG_ARGUMENTS)
    elif pick < 0.85 and call.kwargs:
        call.kwargs[d.choice(sorted(call.kwargs))] = d.choice(WRONG_ARGUMENTS)
    elif fixed == 0 or call.name.startswith("ndarray."):
        if pick < 0.9:
            call.kwargs["wrong"] = 1
        elif pick < 0.95 and len(call.args) > fixed:
            call.args.pop()
        else:
            call.args.append(d.choice(WRONG_ARGUMENTS))
