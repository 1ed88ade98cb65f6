"""The docstring of a ufunc and the list of its loops, made from the record."""

from __future__ import annotations

import torch

from xp_torch._array.ufunc.record import Op
from xp_torch._facts.dtypes import as_dtype


def types(op: Op) -> list[str]:
    """Return the loops as NumPy writes them, in its order: ``["dd->d", ...]``; bfloat16 is last."""
    rows = []
    order = "".join([as_dtype(d).char for d in op.order]) + "?bBhHiIlLefdFDE"
    for loop, char in sorted(((d, as_dtype(d).char) for d in op.loops), key=lambda row: order.find(row[1])):
        second = "l" if op.integer_second else char
        results = as_dtype(op.result_dtype(loop)).char + ("i" if op.name == "frexp" else char) * (op.nout - 1)
        rows.append(f"{char}{second * (op.nin - 1)}->{results}")
    return rows


_DOCUMENT = """{summary}

Parameters
----------
{inputs}
out : ndarray or tuple of ndarray, optional
    Array to write the result to. It must have the shape of the result.
where : array_like of bool, default: True
    Elements to compute. Elsewhere `out` keeps its values; without `out` the result is zero.
casting : {{"no", "equiv", "safe", "same_kind", "unsafe"}}, default: "same_kind"
    Casts of inputs and of the result that are allowed.
order : {{"K", "A", "C", "F"}}, default: "K"
    Memory layout of the result.
dtype : dtype_like, optional
    Data type of the result, which chooses the loop.
subok : bool, default: True
    Whether the result has the subclass of `ndarray` that an input has.
signature : str or tuple of dtype_like, optional
    Loop to use, as ``"dd->d"`` or as a dtype (or None) for each input and output; also ``sig=``.

Returns
-------
{returns}

Raises
------
TypeError
    If there is no loop for the dtypes, or `casting` forbids a cast.
ValueError
    If the shapes do not broadcast together, or the arrays are on different devices.

Notes
-----
{origin}
Loops: {loops}; other dtypes are cast to {others}. {integers}

Examples
--------
>>> {expression}
{value}
"""


def document(op: Op) -> str:
    """Return the docstring."""
    inputs = f"{', '.join(op.operands)} : array_like\n    "
    inputs += "Input." if op.nin == 1 else "Operands; they broadcast together, Python scalars are weak (NEP 50)."
    aliases = "".join(f" Also ``{a}``." for a in op.aliases)
    return _DOCUMENT.format(
        summary=op.summary,
        inputs=inputs,
        returns="ndarray" if op.nout == 1 else "tuple of ndarray",
        origin=f"SciPy's ``scipy.special.{op.ufunc_name}``.{aliases}"
        if op.is_special
        else f"NumPy's ``{op.ufunc_name}``, with the special cases of the array API standard where it has the function."
        f"{aliases}",
        loops=", ".join(as_dtype(d).name for d in op.loops),
        others="the default floating dtype, or to the first that holds them"
        if op.order[:1] == (torch.float64,)
        else "the first that holds them",
        integers="Integers give the default floating dtype." if op.integers == "default" else "",
        expression=op.example[0],
        value=op.example[1],
    )
