"""The protocol `__array_function__`: NumPy's functions called with arrays of this package."""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np

from xp_torch._array.coercion import has_more
from xp_torch._array.element import Element
from xp_torch._array.ndarray import ndarray
from xp_torch._array.numpys import from_numpy, to_numpy
from xp_torch._array.registration import register_with
from xp_torch._array.reversed_views import ReversedView
from xp_torch._facts.defaults import default_device
from xp_torch._facts.dtypes import numpys_dtype
from xp_torch._facts.errors import NumPyFallbackWarning, UnsupportedError, warn
from xp_torch._facts.inspection import numpy_view
from xp_torch._facts.out_of_scope import reason
from xp_torch._functions.creation.fill import empty_like


def _empty_like(prototype: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> ndarray:
    """Return `empty_like` of an array. Records raise TypeError: so dask asks whether chunks can hold records."""
    numpys = numpys_dtype(dtype)
    if numpys is not None and numpys.names is not None:
        raise TypeError(f"empty_like: arrays of xp_torch hold no records (got {numpys}); pass numpy.asarray(x)")
    return empty_like(prototype, dtype, *args, **kwargs)


#: the function of this package for each of NumPy's functions that was called, if their arguments are the same; or what
#: takes its place.
_COUNTERPARTS: dict[Callable, Callable] = {np.empty_like: _empty_like}

#: Functions by which libraries convert arguments for compiled code: they return NumPy's arrays, as `np.asarray`.
_CONVERSIONS = frozenset({np.atleast_1d, np.atleast_2d, np.atleast_3d})

# Python then warns once for each text. A filter of the user goes first, as this one is appended.
warnings.simplefilter("once", NumPyFallbackWarning, append=True)


def __array_function__(self: ndarray, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """Compute a NumPy function that was called with this array: ``numpy.sum(x)`` is ``xp.sum(x)``.

    NumPy computes what the package lacks, a function or the dtype of an argument, from the array's memory on the CPU,
    with a warning once for each function; the arrays of its result are arrays of this package. `numpy.atleast_1d`,
    `atleast_2d` and `atleast_3d` return NumPy's arrays, as `numpy.asarray` does, for arrays that it converts.

    Parameters
    ----------
    func : callable
        Function that was called.
    types : collection of types
        Types of the arguments that have this method.
    args, kwargs : tuple and dict
        Arguments of the call.

    Returns
    -------
    Any
        The result of this package's function of the same name.

    Raises
    ------
    TypeError
        If the package lacks the function or dtype, and an array requires grad, is traced or is not on the CPU.

    Examples
    --------
    >>> import numpy as np
    >>> np.concatenate([xp.asarray([1, 2]), np.asarray([3])])
    array([1, 2, 3])
    >>> np.linalg.norm(xp.asarray([3.0, 4.0]))
    array(5.)
    """
    if not callable(func):
        raise TypeError(f"__array_function__: func must be a function (got {type(func).__name__})")
    for kind in types:
        if kind is not ndarray and kind is not np.ndarray and has_more(kind):
            return func(*args, **kwargs) if register_with(kind) else NotImplemented
    if func in _CONVERSIONS:
        arrays: dict[int, ndarray] = {}
        try:
            given, named = to_numpy(args, arrays), to_numpy(kwargs, arrays)
        except TypeError:
            pass  # an array is on a device or requires grad
        else:
            if all(map(_is_plain, arrays.values())):
                return func(*given, **named)
    function = _COUNTERPARTS.get(func)
    try:
        return _general(self, func, args, kwargs) if function is None else function(*args, **kwargs)
    except UnsupportedError as error:
        missing = str(error)
    return _by_numpy(func, args, kwargs, missing)


def _general(self: ndarray, func: Callable, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Compute a function on its first call, or if it is missing here or its arguments need checks."""
    function = counterpart(func)
    if function is None:
        raise UnsupportedError(f"xp_torch lacks this function{_advice(func)}")
    signature = inspect.signature(function)
    if "like" in signature.parameters:
        # NumPy calls this for the argument `like` only, and removes it.
        if self.device == default_device():
            return function(*args, **kwargs)
        with self.device:
            return function(*args, **kwargs)
    if signature.return_annotation in (None, "None"):
        target = next(iter(signature.bind(*args, **kwargs).arguments.values()), None)
        if isinstance(target, np.ndarray):
            # It writes to its first argument, and torch may not be able to share that memory.
            return func(*to_numpy(args), **to_numpy(kwargs))
        return function(*args, **kwargs)
    _COUNTERPARTS[func] = function
    return function(*args, **kwargs)


def _module_of(func: Callable) -> str:
    """Return the name of the module of a function; "" if it has none."""
    return getattr(func, "__module__", None) or ""


def counterpart(func: Callable) -> Callable | None:
    """Return the function of this package with the module and name of one of NumPy's; None if it is missing."""
    package, _, inner = _module_of(func).partition(".")
    if package != "numpy":
        return None
    path = f"{inner}.{func.__name__}" if inner else func.__name__
    try:
        function = attrgetter(path)(sys.modules["xp_torch"])  # which imports a module on first use
    except AttributeError:
        return None
    return None if function is func else function  # some names are NumPy's own objects


def _is_plain(x: ndarray) -> bool:
    """Return whether an array becomes a NumPy array without loss: of a subclass, of a graph or of a device."""
    return (type(x) is ndarray or isinstance(x, (Element, ReversedView))) and numpy_view(x._tensor) is not None


def _by_numpy(func: Callable, args: tuple, kwargs: dict[str, Any], missing: str) -> Any:
    """Compute a function with NumPy, on the memory of arrays on the CPU, and warn of what is missing here."""
    text = f"{_public_name(func)}: {missing}"
    arrays: dict[int, ndarray] = {}
    try:
        given, named = to_numpy(args, arrays), to_numpy(kwargs, arrays)
    except TypeError as error:
        raise TypeError(f"{text}; {error}") from None
    warn(f"{text}; NumPy computed it on the CPU", NumPyFallbackWarning)
    return from_numpy(func(*given, **named), arrays)


def _public_name(func: Callable) -> str:
    """Return the dotted name of a function; before NumPy 2.1 some are in private modules, ``lib._scimath_impl``."""
    return f"{_module_of(func).replace('._', '.').removesuffix('_impl')}.{func.__name__}"


def _advice(func: Callable) -> str:
    """Return the advice about a function of NumPy in parentheses; "" if there is none."""
    dotted = _public_name(func).partition(".")[2]
    while dotted:
        if why := reason(dotted):
            return f" ({why})"
        dotted = dotted.rpartition(".")[0]
    return ""
