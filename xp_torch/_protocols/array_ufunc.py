"""The protocol `__array_ufunc__`: NumPy's ufuncs called with arrays of this package."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor, foreign_error
from xp_torch._array.element import ELEMENT_TYPES
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.operators import operand
from xp_torch._array.ufunc.overrides import overrides
from xp_torch._array.ufunc.records import OPS
from xp_torch._functions import elementwise
from xp_torch._functions.linear_algebra import gufuncs


def _counterparts() -> dict[Any, Callable]:
    """Return the function of this package for each of NumPy's ufuncs."""
    functions: dict[Any, Callable] = {np._core.umath.clip: elementwise.clip}  # type: ignore[attr-defined]
    functions |= {
        getattr(np, name): getattr(gufuncs, name)
        for name in ("matmul", "vecdot", "matvec", "vecmat")
        if hasattr(np, name)
    }
    for op in OPS.values():
        for name in (op.name, *op.aliases):
            theirs = getattr(np, name, None)
            if isinstance(theirs, np.ufunc):
                functions[theirs] = getattr(elementwise, op.name)
    # A subclass may hand on the ufunc of either library.
    return functions | {function: function for function in functions.values()}


_COUNTERPARTS = _counterparts()
#: Types whose objects are operands of every ufunc.
_OPERANDS = ELEMENT_TYPES | {ndarray, np.ndarray, bool, int, float, complex, *np.sctypeDict.values()}
_EQUALITIES = {np.equal: operator.eq, np.not_equal: operator.ne}


def __array_ufunc__(self: ndarray, ufunc: Any, method: str, /, *inputs: Any, **kwargs: Any) -> Any:
    """Compute a NumPy ufunc that was called with this array: ``numpy.isfinite(x)`` is ``xp.isfinite(x)``.

    NumPy arrays among the operands are converted, and as ``out`` they receive the result. Ufuncs of other libraries,
    such as ``scipy.special.erf``, compute from the array's memory on the CPU; the result is an array of this package.

    Parameters
    ----------
    ufunc : numpy.ufunc
        Ufunc that was called.
    method : str
        Its method: "__call__", "reduce" or another.
    *inputs, **kwargs : Any
        Its arguments.

    Returns
    -------
    ndarray or tuple of ndarray
        The result of this package's function of the same name.

    Raises
    ------
    TypeError
        For ufuncs of other libraries, and for a NumPy array as ``out``, if an array requires grad or is not on the CPU.

    Examples
    --------
    >>> import numpy as np
    >>> x = xp.asarray([-1.0, 2.0])
    >>> np.abs(x), np.ones(2) + x
    (array([1., 2.]), array([0., 3.]))
    """
    function = _COUNTERPARTS.get(ufunc)
    if function is not None and not kwargs and method == "__call__" and _OPERANDS.issuperset(map(type, inputs)):
        try:
            return function(*inputs)
        except TypeError:
            if ufunc not in _EQUALITIES or type(inputs[0]) is not np.ndarray:
                raise
        return _EQUALITIES[ufunc](inputs[1], inputs[0])  # text and objects, which equal no number
    # The second argument of these methods is the indices.
    operands = inputs if method not in ("at", "reduceat") else (inputs[0], *inputs[2:])
    out = kwargs.get("out")
    for x in (*operands, kwargs.get("where"), *(out if isinstance(out, tuple) else (out,))):
        if x is not None and (overrides(x) or not operand(x)):
            return _left(x, getattr(ufunc, method), inputs, kwargs)
    if function is None:
        return _computed_by_numpy(getattr(ufunc, method), *inputs, **kwargs)
    return (function if method == "__call__" else getattr(function, method))(*inputs, **kwargs)


def _left(x: Any, ufunc: Any, inputs: tuple, kwargs: dict[str, Any]) -> Any:
    """Return NotImplemented, so that the type of `x` decides; a subclass of NumPy's array is given NumPy's arrays."""
    if not isinstance(x, np.ndarray):
        return NotImplemented
    if any(isinstance(target, ndarray) for target in kwargs.get("out") or ()):
        raise foreign_error(type(x))
    return ufunc(*[np.asarray(value) if isinstance(value, ndarray) else value for value in inputs], **kwargs)


def _computed_by_numpy(ufunc: Any, *inputs: Any, out: tuple = (), **kwargs: Any) -> Any:
    """Return the result of another library's ufunc, or of its method, computed from the memory of the arrays."""
    if out:
        kwargs["out"] = tuple(np.asarray(x) if isinstance(x, ndarray) else x for x in out)
    computed = ufunc(*[np.asarray(x) if isinstance(x, ndarray) else x for x in inputs], **kwargs)
    results = computed if isinstance(computed, tuple) else (computed,)
    results = tuple(wrap(as_tensor(r)) if o is None else _filled(o, r) for r, o in zip_longest(results, out))
    return results if isinstance(computed, tuple) else results[0]


def _filled(out: Any, values: np.ndarray) -> Any:
    """Return `out`, with `values` if it is an array whose memory NumPy has not written."""
    if isinstance(out, ndarray):
        out._store(as_tensor(values, out._dtype))
    return out
