"""The protocol `__array_ufunc__`: NumPy's ufuncs called with arrays of this package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.operators import operand
from xp_torch._array.ufunc.records import OPS
from xp_torch._functions import elementwise
from xp_torch._functions.linear_algebra import gufuncs

__all__ = ["__array_ufunc__"]


def _counterparts() -> dict[np.ufunc, Callable]:
    """Return the function of this package for each of NumPy's ufuncs."""
    functions: dict[np.ufunc, Callable] = {
        getattr(np, name): getattr(gufuncs, name)
        for name in ("matmul", "vecdot", "matvec", "vecmat")
        if hasattr(np, name)
    }
    for op in OPS.values():
        for name in (op.name, *op.aliases):
            theirs = getattr(np, name, None)
            if isinstance(theirs, np.ufunc):
                functions[theirs] = getattr(elementwise, op.name)
    return functions


_COUNTERPARTS = _counterparts()
_COMPARISONS = {getattr(np, op.name) for op in OPS.values() if op.comparison}


def __array_ufunc__(self: ndarray, ufunc: Any, method: str, /, *inputs: Any, **kwargs: Any) -> Any:
    """Compute a NumPy ufunc that was called with this array: ``numpy.isfinite(x)`` is ``xp.isfinite(x)``.

    Ufuncs of other libraries, such as ``scipy.special.erf``, compute from the array's memory on the CPU; the result is
    an array of this package.

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
        If a NumPy array is among the arguments and `ufunc` is not a comparison: convert one of them. For ufuncs of
        other libraries, if the array requires grad or is not on the CPU.

    Examples
    --------
    >>> import numpy as np
    >>> import xp_torch as xp
    >>> np.abs(xp.asarray([-1.0, 2.0]))
    array([1., 2.])
    """
    # The second argument of these methods are indices.
    operands = inputs if method not in ("at", "reduceat") else (inputs[0], *inputs[2:])
    given = (*operands, *kwargs.get("out", ()))
    if not all(x is None or operand(x) for x in given):
        return NotImplemented
    if ufunc not in _COMPARISONS and any(isinstance(x, np.ndarray) for x in given):
        raise TypeError(
            f"{ufunc.__name__}: got a NumPy array and an xp_torch array; convert one of them with xp_torch.asarray or "
            "numpy.asarray"
        )
    function = _COUNTERPARTS.get(ufunc)
    if function is not None:
        return (function if method == "__call__" else getattr(function, method))(*inputs, **kwargs)
    if method != "__call__" or "out" in kwargs:
        return NotImplemented
    result = ufunc(*[np.asarray(x) if isinstance(x, ndarray) else x for x in inputs], **kwargs)
    return tuple(wrap(as_tensor(r)) for r in result) if isinstance(result, tuple) else wrap(as_tensor(result))
