"""Guard rails while a program is debugged: errors for NaN, infinity, read-backs to the host and wider dtypes.

The names are those of JAX's flags. Outside of their contexts nothing is checked and no code runs.
"""

from __future__ import annotations

import inspect
import math
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

from xp_torch._array.element import int_of
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import PACKAGE, DTypePromotionError, TransferError, warn
from xp_torch._facts.torch_state import DispatchMode, is_wrapped, outside_of_modes, unwrapped, without_torch_function

__all__ = [
    "debug_infs",
    "debug_nans",
    "numpy_dtype_promotion",
    "transfer_guard",
    "transfer_guard_device_to_host",
]

_LIBRARIES = tuple(f"{Path(str(module.__file__)).parent}/" for module in (torch, np))
#: Folders of the functions that create arrays or read files.
_CREATION = tuple(f"{PACKAGE}_functions/{folder}/" for folder in ("creation", "io"))
_SIMPLE = (float, complex, torch.Tensor, ndarray)


def _is_outermost(frame: FrameType) -> bool:
    """Return whether a function of the package was called from outside, directly or by torch or NumPy."""
    if not frame.f_code.co_filename.startswith(PACKAGE):
        return False
    caller = frame.f_back
    while caller is not None and caller.f_code.co_filename.startswith(_LIBRARIES):
        caller = caller.f_back
    return caller is None or not caller.f_code.co_filename.startswith(PACKAGE)


def _name(frame: FrameType) -> str:
    """Return the name of the public function of a frame."""
    name = frame.f_locals.get("name")  # of a ufunc, whose code is shared
    if isinstance(name, str):
        return name
    if "/_array/ufunc/" in frame.f_code.co_filename:
        return "an operator"
    name = frame.f_code.co_qualname.partition(".")[0]
    return name if name.endswith("__") else name.lstrip("_")


def _arguments(frame: FrameType) -> dict[str, Any]:
    """Return the arguments of the call of a frame."""
    code = frame.f_code
    stars = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + stars]
    found = frame.f_locals
    return {name: found[name] for name in names if name in found}


def _values(x: Any) -> Iterator[Any]:
    """Yield the arrays, tensors and Python numbers of an object, also in tuples, lists and dicts."""
    if isinstance(x, _SIMPLE):
        yield x
    elif isinstance(x, (tuple, list, dict)):
        for item in x.values() if isinstance(x, dict) else x:
            yield from _values(item)


def _physical(t: torch.Tensor) -> torch.Tensor:
    """Return the tensor behind those of the transforms of `torch.func`."""
    while is_wrapped(t):
        t = unwrapped(t)
    return t


def _any(test: Callable[[torch.Tensor], torch.Tensor], test_number: Callable[[float], bool], x: Any) -> bool:
    """Return whether an element of the values in `x` passes a test."""
    for value in _values(x):
        if isinstance(value, (float, complex)):
            value = complex(value)
            if test_number(value.real) or test_number(value.imag):
                return True
        elif isinstance(value, (ndarray, torch.Tensor)):
            t = _physical(value._tensor if isinstance(value, ndarray) else value)
            if t.dtype in KIND and KIND[t.dtype] in "fc" and type(t) in (torch.Tensor, torch.nn.Parameter):
                with torch.no_grad(), outside_of_modes(), without_torch_function():
                    if not t.is_meta and bool(test(t).any()):
                        return True
    return False


def _leaves(x: Any) -> list[torch.Tensor]:
    """Return the leaves of the autograd graph of an array."""
    found, nodes, seen = [], [x._tensor.grad_fn], set()
    while nodes:
        node = nodes.pop()
        if node is not None and node not in seen:
            seen.add(node)
            found += [node.variable] if hasattr(node, "variable") else []
            nodes += [n for n, _ in node.next_functions]
    return found


class _Checks(threading.local):
    """The checks that are active in a thread, and the calls that they watch."""

    def __init__(self) -> None:
        self.active: list[_Check] = []
        self.calls: list[tuple[FrameType, list[tuple[_Check, Any]]]] = []
        self.previous: Any = None

    def profile(self, frame: FrameType, event: str, arg: Any) -> None:
        """Run the checks before and after calls of the package; a function for `sys.setprofile`."""
        if callable(self.previous):
            self.previous(frame, event, arg)
        if event == "call":
            if _is_outermost(frame):
                self.calls.append((frame, [(check, check.before(frame)) for check in self.active]))
        elif event == "return" and self.calls and self.calls[-1][0] is frame:
            for check, state in self.calls.pop()[1]:
                check.after(frame, arg, state)


_checks = _Checks()


class _Check:
    """A context in which the calls of the package in this thread are checked."""

    def __init__(self, enabled: bool = True) -> None:
        self._enabled = enabled

    def __enter__(self) -> None:
        self._outer = list(_checks.active)
        _checks.active = [check for check in self._outer if type(check) is not type(self)]
        if self._enabled:
            _checks.active.append(self)
        if not self._outer:
            _checks.previous = sys.getprofile()
        # Compiled code does not call the package.
        self._stance = torch.compiler.set_stance("force_eager")
        self._stance.__enter__()
        sys.setprofile(_checks.profile)

    def __exit__(self, *error: object) -> None:
        self._stance.__exit__(*error)
        _checks.active, _checks.calls = self._outer, []
        previous = _checks.previous if callable(_checks.previous) else None
        sys.setprofile(_checks.profile if self._outer else previous)

    def before(self, frame: FrameType) -> Any:
        """Return the state of the arguments that `after` takes."""

    def after(self, frame: FrameType, result: Any, state: Any) -> None:
        """Raise if the result of a call is wrong."""


class _ValueCheck(_Check):
    _test: Any
    _test_number: Any
    _what: str

    def before(self, frame: FrameType) -> Any:
        if frame.f_code.co_filename.startswith(_CREATION):
            return None
        given = list(_arguments(frame).values())
        if _any(self._test, self._test_number, given):
            return None
        return _leaves(given[0]) if frame.f_code.co_name == "backward" else []

    def after(self, frame: FrameType, result: Any, state: Any) -> None:
        if state is None:
            return
        found = [result, [t.grad for t in state]]
        if _any(self._test, self._test_number, found):
            raise FloatingPointError(f"{type(self).__name__}: {_name(frame)} returned {self._what}")


class debug_nans(_ValueCheck):
    """Context in which a function or an operator of the package that produces a NaN raises FloatingPointError.

    Parameters
    ----------
    enabled : bool, default: True
        Whether to check; False ends the checks of an outer context.

    Notes
    -----
    NaN is produced if the result has one and no argument has. Functions that create arrays or read files are not
    checked. Gradients are: those that ``x.backward()`` adds up, and the results of `grad` and the other transforms.
    Compiled functions run eagerly. Each call is read back to the host. After an error the context checks no more.

    Examples
    --------
    >>> with xp.debug_nans():
    ...     xp.log(xp.asarray([1.0, -1.0]))
    Traceback (most recent call last):
    FloatingPointError: debug_nans: log returned NaN
    """

    _test, _test_number, _what = torch.isnan, math.isnan, "NaN"


class debug_infs(_ValueCheck):
    """Context in which a function or an operator of the package that produces an infinity raises FloatingPointError.

    Parameters
    ----------
    enabled : bool, default: True
        Whether to check; False ends the checks of an outer context.

    Notes
    -----
    The rules are those of `debug_nans`.

    Examples
    --------
    >>> with xp.debug_infs():
    ...     xp.log(xp.asarray([1.0, 0.0]))
    Traceback (most recent call last):
    FloatingPointError: debug_infs: log returned an infinity
    """

    _test, _test_number, _what = torch.isinf, math.isinf, "an infinity"


def _width(dtype: torch.dtype) -> int:
    """Return the size of a number of a dtype, of the real part for complex ones."""
    return dtype.itemsize // (2 if dtype.is_complex else 1)


class numpy_dtype_promotion(_Check):
    """Context in which a result of a wider dtype than the arrays that it is computed from raises DTypePromotionError.

    Parameters
    ----------
    rule : {"strict", "standard"}
        "strict" checks, "standard" ends the checks of an outer context.

    Notes
    -----
    A floating-point or complex result must not be wider than the narrowest floating-point array among the arguments,
    or if there is none, than the widest integer array; an integer result of a ufunc not than the narrowest integer
    array. Functions that create arrays, casts and calls with ``dtype=`` are not checked. Python numbers have no width.

    Examples
    --------
    >>> x = xp.ones(2, dtype=xp.float32)
    >>> with xp.numpy_dtype_promotion("strict"):
    ...     x * xp.arange(2)
    Traceback (most recent call last):
    xp_torch.exceptions.DTypePromotionError: numpy_dtype_promotion: an operator of float32 and int64 returned float64
    """

    def __init__(self, rule: str) -> None:
        if rule not in ("strict", "standard"):
            raise ValueError(f"numpy_dtype_promotion: rule must be 'strict' or 'standard' (got {rule!r})")
        super().__init__(rule == "strict")

    def before(self, frame: FrameType) -> Any:
        code, given = frame.f_code, _arguments(frame)
        if code.co_filename.startswith(_CREATION) or code.co_name in ("astype", "__call__", "view"):
            return None
        if given.get("dtype") is not None:
            return None
        return [x.dtype if isinstance(x, torch.Tensor) else x._dtype for x in _values(list(given.values()))
                if isinstance(x, (ndarray, torch.Tensor))]  # fmt: skip

    def after(self, frame: FrameType, result: Any, state: Any) -> None:
        given = [d for d in state or () if d in KIND and KIND[d] != "b"]
        if not given:
            return
        floats = [_width(d) for d in given if KIND[d] in "fc"]
        widest = min(floats) if floats else max(map(_width, given))
        least = min(map(_width, given))
        ufunc = "/_array/ufunc/" in frame.f_code.co_filename
        for x in _values(result):
            if isinstance(x, (ndarray, torch.Tensor)):
                dtype = x.dtype if isinstance(x, torch.Tensor) else x._dtype
                kind = KIND.get(dtype, "b")
                if (kind in "fc" and _width(dtype) > widest) or (
                    ufunc and kind in "iu" and not floats and _width(dtype) > least
                ):
                    names = " and ".join(dict.fromkeys(str(as_dtype(d)) for d in given))
                    raise DTypePromotionError(
                        f"numpy_dtype_promotion: {_name(frame)} of {names} returned {as_dtype(dtype)}"
                    )


_aten = torch.ops.aten
#: Operations that wait for values: their results are on the host, or have a shape that depends on the values.
_READING = {
    _aten._local_scalar_dense, _aten.nonzero, _aten.masked_select, _aten.equal, _aten.is_nonzero, _aten._unique,
    _aten._unique2, _aten.unique_dim, _aten.unique_consecutive, _aten.unique_dim_consecutive, _aten.bincount,
    _aten._linalg_check_errors, _aten.repeat_interleave,
}  # fmt: skip
_INDEXING = {_aten.index, _aten.index_put, _aten.index_put_, _aten._index_put_impl_}
_METHODS = {
    "item", "tolist", "numpy", "__array__", "__dlpack__", "__bool__", "__int__", "__float__", "__complex__",
    "__index__", "__repr__", "__format__", "__contains__",
}  # fmt: skip
_LEVELS = ("allow", "log", "disallow", "log_explicit", "disallow_explicit")


class _Level(threading.local):
    """The level of `transfer_guard` in a thread; None outside of its contexts."""

    level: str | None = None


_current = _Level()


def _report(what: str, explicit: bool = False) -> None:
    """Raise or warn for a read-back, as the level says."""
    level = _current.level or "allow"
    if level == "allow" or (explicit and not level.endswith("explicit")):
        return
    frame: FrameType | None = sys._getframe(2)
    free = False
    while frame is not None and frame.f_code.co_filename.startswith((*_LIBRARIES, PACKAGE)):
        # It reads an index on the CPU because that is free there, and expects this error.
        free = free or frame.f_code is int_of.__code__
        frame = frame.f_back
    text = f"transfer_guard: {what} reads values back to the host"
    if free or level.startswith("disallow"):
        raise TransferError(text)
    warn(text, UserWarning, (*_LIBRARIES, PACKAGE))


class _Operations(DispatchMode):
    """The mode that sees the operations of torch; with it active, the package inspects no values itself."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        packet = func.overloadpacket
        if packet in _READING and (kwargs or {}).get("output_size") is None:
            _report(packet.__name__)
        elif packet in _INDEXING and any(i is not None and i.dtype is torch.bool for i in args[1]):
            _report("indexing by a mask")
        result = func(*args, **(kwargs or {}))
        if packet is _aten._to_copy and result.is_cpu and not args[0].is_cpu:
            _report("a copy to the CPU", explicit=True)
        return result


class _Methods(TorchFunctionMode):
    """The mode that sees the methods of tensors which return Python objects or NumPy arrays."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = getattr(func, "__name__", "")
        if name not in _METHODS:
            return func(*args, **(kwargs or {}))
        _report(name)
        outer, _current.level = _current.level, "allow"  # its operations are not reported again
        try:
            return func(*args, **(kwargs or {}))
        finally:
            _current.level = outer


class transfer_guard:
    """Context in which reading values of arrays back to the host raises TransferError, a RuntimeError.

    Parameters
    ----------
    level : {"allow", "log", "disallow", "log_explicit", "disallow_explicit"}
        "disallow" raises, "log" warns and "allow" does neither. The levels with "explicit" also concern copies to the
        CPU by ``x.to_device("cpu")``.

    Notes
    -----
    Values are read back by ``float(x)``, ``if x``, ``x.item()``, ``np.asarray(x)`` and printing, and where the shape of
    the result depends on them, as in ``nonzero`` and ``x[mask]``. Arrays on the CPU are treated like those on a device,
    so a program for a GPU can be checked without one. Elements that were read before the context are on the host.

    Examples
    --------
    >>> x = xp.asarray([1.0, 2.0])
    >>> with xp.transfer_guard("disallow"):
    ...     y = x * 2
    ...     float(y[0])
    Traceback (most recent call last):
    xp_torch.exceptions.TransferError: transfer_guard: item reads values back to the host
    """

    def __init__(self, level: str) -> None:
        if level not in _LEVELS:
            raise ValueError(f"transfer_guard: level must be one of {', '.join(map(repr, _LEVELS))} (got {level!r})")
        self._level = level

    def __enter__(self) -> None:
        self._outer = _current.level
        modes: tuple[Any, ...] = (_Operations, _Methods) if self._outer is None else ()
        self._modes: list[Any] = [mode() for mode in modes]
        for mode in self._modes:
            mode.__enter__()
        _current.level = self._level

    def __exit__(self, *error: Any) -> None:
        _current.level = self._outer
        for mode in reversed(self._modes):
            mode.__exit__(*error)


transfer_guard_device_to_host = transfer_guard
