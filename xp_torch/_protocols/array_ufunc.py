"""NumPy's ufuncs on arrays: the protocol `__array_ufunc__`, which `_methods` attaches to `ndarray`."""

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
    """Return the functions that stand for NumPy's ufuncs, by these."""
    found: dict[np.ufunc, Callable] = {
        getattr(np, name): getattr(gufuncs, name)
        for name in ("matmul", "vecdot", "matvec", "vecmat")
        if hasattr(np, name)
    }
    for op in OPS.values():
        for name in (op.name, *op.aliases):
            theirs = getattr(np, name, None)
            if isinstance(theirs, np.ufunc):
                found[theirs] = getattr(elementwise, op.name)
    return found


_COUNTERPARTS = _counterparts()
_COMPARISONS = {getattr(np, op.name) for op in OPS.values() if op.comparison}


def __array_ufunc__(self: ndarray, ufunc: Any, method: str, /, *inputs: Any, **kwargs: Any) -> Any:
    """Compute a NumPy ufunc that was called with this array: ``numpy.isfinite(x)`` is ``xp.isfinite(x)``.

    The ufuncs of other libraries (``scipy.special.erf``) read the array's memory on the CPU, and the result is an
    array of this package again.

    Parameters
    ----------
    ufunc : numpy.ufunc
        The ufunc.
    method : str
        How it was called: "__call__", or a method as in ``numpy.add.reduce``.
    *inputs : Any
        Its inputs.
    **kwargs : Any
        Its keywords.

    Returns
    -------
    ndarray or tuple of ndarray
        What the function of the same name returns.

    Raises
    ------
    TypeError
        If a NumPy array is among the inputs or outputs and `ufunc` is no comparison: say which library computes.
        For ufuncs of other libraries, if the array requires grad or is not on the CPU.

    Examples
    --------
    >>> import numpy as np
    >>> import xp_torch as xp
    >>> np.abs(xp.asarray([-1.0, 2.0]))
    array([1., 2.])
    """
    # what stands second here are indices
    operands = inputs if method not in ("at", "reduceat") else (inputs[0], *inputs[2:])
    given = (*operands, *kwargs.get("out", ()))
    if not all(x is None or operand(x) for x in given):
        return NotImplemented
    if ufunc not in _COMPARISONS and any(isinstance(x, np.ndarray) for x in given):
        raise TypeError(
            f"{ufunc.__name__} was given a NumPy array and an array of xp_torch; say which library computes, by "
            "xp_torch.asarray(a) or numpy.asarray(x)"
        )
    function = _COUNTERPARTS.get(ufunc)
    if function is not None:
        return (function if method == "__call__" else getattr(function, method))(*inputs, **kwargs)
    if method != "__call__" or "out" in kwargs:
        return NotImplemented
    found = ufunc(*[np.asarray(x) if isinstance(x, ndarray) else x for x in inputs], **kwargs)
    return tuple(wrap(as_tensor(r)) for r in found) if isinstance(found, tuple) else wrap(as_tensor(found))
