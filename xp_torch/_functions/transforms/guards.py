"""Guard rails while a program is debugged: errors for NaN, infinity, read-backs to the host and wider dtypes.

The names are those of JAX's flags. torch's own modes see the operations and methods of tensors. Outside of their
contexts nothing is checked and no code runs.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable
from contextvars import ContextVar, Token
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

from xp_torch._array.floating_errors import count_contexts, guarded
from xp_torch._array.numpys import refused
from xp_torch._facts.errors import PACKAGE, TransferError, warn
from xp_torch._facts.promotion import strict
from xp_torch._facts.shapes import as_bool
from xp_torch._facts.torch_state import DispatchMode

__all__ = [
    "debug_infs",
    "debug_nans",
    "numpy_array_guard",
    "numpy_dtype_promotion",
    "transfer_guard",
    "transfer_guard_device_to_host",
]

_aten = torch.ops.aten
#: The level of `transfer_guard`; None outside of its contexts.
_level: ContextVar[str | None] = ContextVar("xp_torch_transfer_guard", default=None)
#: Folders of the code that a warning does not name as its place.
LIBRARIES = (*[f"{Path(str(module.__file__)).parent}/" for module in (torch, np)], PACKAGE)
#: Operations whose results have the values of no argument: uninitialized ones, or numbers that are passed.
_FILLING = {
    _aten.empty_like, _aten.new_empty, _aten.new_empty_strided, _aten.resize_, _aten.full_like, _aten.new_full,
    _aten.fill, _aten.fill_,
}  # fmt: skip


class _Rail:
    """A context in which the calls of this thread take the general path, and compiled functions run eagerly.

    The fast paths, and the operators of elements, compute without torch or without promotion.
    """

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled

    def __enter__(self) -> None:
        self._stance = torch.compiler.set_stance("force_eager")
        self._stance.__enter__()
        self._guarded = guarded.set(True)
        count_contexts(1)

    def __exit__(self, *error: Any) -> None:
        count_contexts(-1)
        guarded.reset(self._guarded)
        self._stance.__exit__(*error)


class _Values(DispatchMode):
    """The mode of a `_ValueCheck`, which sees every operation of torch, also those of backward passes."""

    def __init__(self, check: type[_ValueCheck], enabled: bool) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.check, self.enabled = check, enabled

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        options = kwargs or {}
        if not self.enabled:
            token = self.check.off.set(True)
            try:
                return func(*args, **options)
            finally:
                self.check.off.reset(token)
        operands = [*args, *[value for key, value in options.items() if key != "out"]]
        # Operations without tensors create arrays.
        if self.check.off.get() or func.overloadpacket in _FILLING or not any(map(_has_tensor, operands)):
            return func(*args, **options)
        occurs = any(map(self._occurs, operands))
        result = func(*args, **options)
        if not occurs and self._occurs(result):
            name = func.overloadpacket.__name__
            raise FloatingPointError(f"{self.check.__name__}: {name} returned {self.check.what}")
        return result

    def _occurs(self, x: Any) -> bool:
        """Return whether a number, a tensor or an item of a sequence has the value that the check looks for."""
        if isinstance(x, (tuple, list)):
            return any(map(self._occurs, x))
        if isinstance(x, (float, complex)):
            return self.check.of_number(x)
        if type(x) not in (torch.Tensor, torch.nn.Parameter) or x.is_meta:
            return False
        if not (x.is_floating_point() or x.is_complex()):
            return False
        token = _level.set("allow")  # the check is no read-back of the program's
        try:
            return bool(self.check.of_tensor(x).any())
        finally:
            _level.reset(token)


def _has_tensor(x: Any) -> bool:
    """Return whether an argument of an operation is a tensor, or a sequence with tensors."""
    return isinstance(x, torch.Tensor) or (isinstance(x, (tuple, list)) and any(map(_has_tensor, x)))


class _ValueCheck(_Rail):
    """A context in which an operation that produces a value raises."""

    #: True while an inner context that switches the check off passes an operation on to the modes of outer contexts.
    #: Whether a context checks is in its mode: autograd takes modes to the thread of a GPU, and no context variables.
    off: ContextVar[bool]
    of_tensor: Callable[[torch.Tensor], torch.Tensor]
    of_number: Callable[[complex], bool]
    what: str

    def __init__(self, enabled: bool = True) -> None:
        super().__init__(as_bool(enabled, "enabled"))

    def __enter__(self) -> None:
        super().__enter__()
        self._mode = _Values(type(self), self._enabled)
        self._mode.__enter__()  # type: ignore[no-untyped-call]

    def __exit__(self, *error: Any) -> None:
        self._mode.__exit__(*error)  # type: ignore[no-untyped-call]
        super().__exit__(*error)


class debug_nans(_ValueCheck):
    """Context in which an operation of torch that produces a NaN raises FloatingPointError.

    Parameters
    ----------
    enabled : bool, default: True
        Whether to check; False ends the checks of an outer context.

    Notes
    -----
    NaN is produced if the result of an operation has one and no argument has. As in JAX, the operations inside of a
    function count, and those of gradients: a NaN that the function would replace raises too. Operations that create
    arrays or fill them are not checked. Compiled functions run eagerly. Each operation is read back to the host.

    Examples
    --------
    >>> with xp.debug_nans():
    ...     xp.log(xp.asarray([1.0, -1.0]))
    Traceback (most recent call last):
    FloatingPointError: debug_nans: log returned NaN
    """

    off = ContextVar("xp_torch_debug_nans_off", default=False)
    of_tensor, of_number, what = staticmethod(torch.isnan), staticmethod(cmath.isnan), "NaN"


class debug_infs(_ValueCheck):
    """Context in which an operation of torch that produces an infinity raises FloatingPointError.

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

    off = ContextVar("xp_torch_debug_infs_off", default=False)
    of_tensor, of_number, what = staticmethod(torch.isinf), staticmethod(cmath.isinf), "an infinity"


class numpy_array_guard:
    """Context in which arrays whose dtype torch lacks raise UnsupportedError, where they are NumPy's otherwise.

    Parameters
    ----------
    level : {"disallow", "allow"}
        "disallow" raises, "allow" ends the checks of an outer context.

    Notes
    -----
    Arrays of text, objects, dates, records and long doubles are NumPy's, on the CPU. A program for a GPU finds with
    this context where it makes one, or computes with one, unintentionally.

    Examples
    --------
    >>> with xp.numpy_array_guard("disallow"):
    ...     xp.asarray([1.0, None])
    Traceback (most recent call last):
    xp_torch.exceptions.UnsupportedError: asarray: numpy_array_guard refuses an array whose dtype torch lacks
    """

    def __init__(self, level: Literal["allow", "disallow"]) -> None:
        if level not in ("allow", "disallow"):
            raise ValueError(f"numpy_array_guard: level must be 'allow' or 'disallow' (got {level!r:.200})")
        self._level = level

    def __enter__(self) -> None:
        self._token = refused.set(self._level == "disallow")

    def __exit__(self, *error: Any) -> None:
        refused.reset(self._token)


class numpy_dtype_promotion(_Rail):
    """Context in which arrays that promote to a wider dtype raise DTypePromotionError.

    Parameters
    ----------
    rule : {"strict", "standard"}
        "strict" checks, "standard" ends the checks of an outer context.

    Notes
    -----
    The common dtype must not be wider than the narrowest floating-point array, or if there is none, than the narrowest
    integer array. Python numbers have no width. Casts, ``dtype=`` and results in the default dtype, as the mean of
    integers, are not promotions.

    Examples
    --------
    >>> x = xp.ones(2, dtype=xp.float32)
    >>> with xp.numpy_dtype_promotion("strict"):
    ...     x * xp.arange(2)
    Traceback (most recent call last):
    xp_torch.exceptions.DTypePromotionError: numpy_dtype_promotion: float32 and int64 promote to float64
    """

    def __init__(self, rule: Literal["strict", "standard"]) -> None:
        if rule not in ("strict", "standard"):
            raise ValueError(f"numpy_dtype_promotion: rule must be 'strict' or 'standard' (got {rule!r:.200})")
        super().__init__(rule == "strict")

    def __enter__(self) -> None:
        super().__enter__()
        self._token: Token[bool] = strict.set(self._enabled)

    def __exit__(self, *error: Any) -> None:
        strict.reset(self._token)
        super().__exit__(*error)


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


def _report(what: str, explicit: bool = False) -> None:
    """Raise or warn for a read-back, as the level says."""
    level = _level.get() or "allow"
    if level == "allow" or (explicit and not level.endswith("explicit")):
        return
    text = f"transfer_guard: {what} reads values back to the host"
    if level.startswith("disallow"):
        raise TransferError(text)
    warn(text, UserWarning, LIBRARIES)


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
        token = _level.set("allow")  # its operations are not reported again
        try:
            return func(*args, **(kwargs or {}))
        finally:
            _level.reset(token)


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

    def __init__(self, level: Literal["allow", "log", "disallow", "log_explicit", "disallow_explicit"]) -> None:
        if level not in _LEVELS:
            levels = ", ".join(map(repr, _LEVELS))
            raise ValueError(f"transfer_guard: level must be one of {levels} (got {level!r:.80})")
        self._level = level

    def __enter__(self) -> None:
        modes: tuple[Any, ...] = (_Operations, _Methods) if _level.get() is None else ()
        self._modes: list[Any] = [mode() for mode in modes]
        for mode in self._modes:
            mode.__enter__()
        self._token = _level.set(self._level)

    def __exit__(self, *error: Any) -> None:
        _level.reset(self._token)
        for mode in reversed(self._modes):
            mode.__exit__(*error)


transfer_guard_device_to_host = transfer_guard
