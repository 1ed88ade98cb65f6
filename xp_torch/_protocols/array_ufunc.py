"""The protocol `__array_ufunc__`: NumPy's ufuncs called with arrays of this package."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor, foreign_error, write_out
from xp_torch._array.element import ELEMENT_TYPES
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.numpys import from_numpy
from xp_torch._array.registration import register_with
from xp_torch._array.ufunc import special_ufuncs
from xp_torch._array.ufunc.call import as_mask
from xp_torch._array.ufunc.operators import operand
from xp_torch._array.ufunc.overrides import overrides
from xp_torch._array.ufunc.records import OPS
from xp_torch._array.ufunc.special_records import SPECIAL
from xp_torch._functions import elementwise
from xp_torch._functions.linear_algebra import gufuncs
from xp_torch._kernels.bit_views import torch_where


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
    own = [*functions.values(), *[getattr(special_ufuncs, op.ufunc_name) for op in SPECIAL.values()]]
    return functions | {function: function for function in own}


_COUNTERPARTS = _counterparts()
#: Types whose objects are operands of every ufunc.
_OPERANDS = ELEMENT_TYPES | {ndarray, np.ndarray, bool, int, float, complex, *np.sctypeDict.values()}
_EQUALITIES = {np.equal: operator.eq, np.not_equal: operator.ne}


def __array_ufunc__(self: ndarray, ufunc: Any, method: str, /, *inputs: Any, **kwargs: Any) -> Any:
    """Compute a NumPy ufunc that was called with this array: ``numpy.isfinite(x)`` is ``xp.isfinite(x)``.

    NumPy arrays among the operands are converted, and as ``out`` they receive the result. Ufuncs of other libraries,
    such as ``scipy.special.erf``, compute from the array's memory on the CPU; the result is an array of this package,
    or NumPy's if torch lacks its dtype.

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
        return _computed_by_numpy(ufunc, method, *inputs, **kwargs)
    return (function if method == "__call__" else getattr(function, method))(*inputs, **kwargs)


def _left(x: Any, ufunc: Any, inputs: tuple, kwargs: dict[str, Any]) -> Any:
    """Return NotImplemented, so that the type of `x` decides; a subclass of NumPy's array is given NumPy's arrays."""
    if not isinstance(x, np.ndarray):
        return ufunc(*inputs, **kwargs) if register_with(type(x)) else NotImplemented
    if any(isinstance(target, ndarray) for target in kwargs.get("out") or ()):
        raise foreign_error(type(x))
    if "where" in kwargs:
        kwargs["where"] = _in_numpy(kwargs["where"])
    return ufunc(*map(_in_numpy, inputs), **kwargs)


def _in_numpy(x: Any) -> Any:
    """Return an array as NumPy's, other objects unchanged."""
    return np.asarray(x) if isinstance(x, ndarray) else x


def _computed_by_numpy(ufunc: Any, method: str, *inputs: Any, out: tuple = (), where: Any = True, **kwargs: Any) -> Any:
    """Return the result of another library's ufunc, or of its method, computed from the memory of the arrays."""
    operands = [_in_numpy(x) for x in inputs]
    if method == "at":
        if isinstance(inputs[0], ndarray):
            operands[0] = np.array(inputs[0])
        ufunc.at(*operands, **kwargs)
        _filled(inputs[0], operands[0])
        return None
    if where is not True and method == "__call__" and ufunc.signature is None:
        return _masked(ufunc, operands, as_mask(where, None), out, kwargs)
    if where is not True:
        kwargs["where"] = _in_numpy(where)
    if out:
        kwargs["out"] = tuple(map(_in_numpy, out))
    computed = getattr(ufunc, method)(*operands, **kwargs)
    results = computed if isinstance(computed, tuple) else (computed,)
    results = tuple(from_numpy(r, {}) if o is None else _filled(o, r) for r, o in zip_longest(results, out))
    return results if isinstance(computed, tuple) else results[0]


def _masked(ufunc: Any, operands: list[Any], mask: Any, out: tuple, kwargs: dict[str, Any]) -> Any:
    """Return the results of a ufunc where `mask` is true, written to `out`, and zeros elsewhere.

    All elements are computed: with ``where=``, SciPy's ufuncs write beyond the memory of small outputs.
    """
    computed = ufunc(*operands, **kwargs)
    results = []
    for value, target in zip_longest(computed if isinstance(computed, tuple) else (computed,), out):
        t = as_tensor(value)
        if target is not None:
            results.append(write_out(ufunc.__name__, t, target, kwargs.get("casting", "same_kind"), mask))
        else:
            results.append(wrap(t if mask is None else torch_where(mask, t, 0)))
    return tuple(results) if isinstance(computed, tuple) else results[0]


def _filled(out: Any, values: np.ndarray) -> Any:
    """Return `out`; if it is an array whose memory NumPy has not written, write `values` to it."""
    if isinstance(out, ndarray):
        out._store(as_tensor(values, out._dtype))
    return out
