"""The protocol `__array_ufunc__` of distributed arrays, which the package's ufuncs call as NumPy's do."""

from __future__ import annotations

from typing import Any

from xp_torch._array.ufunc import methods
from xp_torch._array.ufunc.call import call
from xp_torch._array.ufunc.operators import operand
from xp_torch._array.ufunc.overrides import overrides
from xp_torch._distributed.array import DistributedArray, as_array
from xp_torch._distributed.dispatch import adopt, completed, enter, rule
from xp_torch._facts.promotion import scalar_kind
from xp_torch._protocols.array_ufunc import _COUNTERPARTS, _computed_by_numpy

adopt("call", call)
for _name in methods.__all__:
    adopt(f"ufunc.{_name}", getattr(methods, _name))


@rule("ufunc.outer")
def _outer(function: Any, a: Any, b: Any, **kwargs: Any) -> Any:
    """Broadcast the first operand against the second; if both are sharded, the smaller one is gathered."""
    op = methods.record_of(function)
    if op is None or op.nin != 2:
        raise ValueError("outer product only supported for binary functions")
    if scalar_kind(a) is None and scalar_kind(b) is None:
        a, b = as_array(a), as_array(b)
        a = a[(..., *[None] * b.ndim)]
    return enter("call", (op.name, (a, b), kwargs.pop("out", None)), kwargs)


def __array_ufunc__(self: DistributedArray, ufunc: Any, method: str, /, *inputs: Any, **kwargs: Any) -> Any:
    """Compute a ufunc of NumPy or of this package by the rules, for a distributed argument.

    Ufuncs of other libraries compute with the whole arrays.
    """
    # The second argument of these methods is the indices.
    operands = inputs if method not in ("at", "reduceat") else (inputs[0], *inputs[2:])
    out = kwargs.get("out")
    for x in (*operands, kwargs.get("where"), *(out if isinstance(out, tuple) else (out,))):
        if x is not None and type(x) is not DistributedArray and (overrides(x) or not operand(x)):
            return NotImplemented
    function: Any = _COUNTERPARTS.get(ufunc)
    if function is None:
        return _computed_by_numpy(getattr(ufunc, method), *inputs, **kwargs)
    op = methods.record_of(function)
    if method == "__call__" and op is not None:
        return enter("call", (op.name, inputs, kwargs.pop("out", None)), kwargs)
    if isinstance(out, tuple) and len(out) == 1:
        kwargs["out"] = out[0]  # functions and methods with one result take one output
    if method != "__call__":
        return enter(f"ufunc.{method}", (function, *inputs), kwargs)
    return enter(function.__name__, *completed(function, inputs, kwargs))
