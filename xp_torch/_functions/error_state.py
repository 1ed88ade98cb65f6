"""NumPy's settings for floating-point errors. Only the modes that report errors do anything here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextvars import Token
from typing import Any, Literal, Protocol

from xp_torch._array import floating_errors
from xp_torch._array.floating_errors import SILENT
from xp_torch._array.floating_errors import settings as _changes
from xp_torch._facts.shapes import single
from xp_torch._facts.torch_state import is_compiling

__all__ = ["errstate", "getbufsize", "geterr", "geterrcall", "setbufsize", "seterr", "seterrcall"]

_Mode = Literal["ignore", "warn", "raise", "call", "print", "log"]
_MODES = ("ignore", "warn", "raise", "call", "print", "log")
_MAX_BUFFER = 10_000_000

#: NumPy's defaults, but for warnings: a mode for each kind of error, the callback, and the size of buffers.
_INITIAL: dict[str, Any] = {
    "divide": SILENT,
    "over": SILENT,
    "under": "ignore",
    "invalid": SILENT,
    "call": None,
    "bufsize": 8192,
}
_UNSET: Any = object()


class _Writer(Protocol):
    """An object with ``write``, to which errors are reported."""

    def write(self, message: str, /) -> object: ...


def _state() -> dict[str, Any]:
    """Return the current settings."""
    return _INITIAL if is_compiling() else _changes.get() or _INITIAL


def _set(state: dict[str, Any] | Token[dict[str, Any] | None]) -> Any:
    """Set the current settings, or reset them with a token; return a token.

    They are not stored in compiled code, as Dynamo does not trace context variables.
    """
    if is_compiling():
        if not isinstance(state, Token) and floating_errors.reports(state):
            raise RuntimeError("errstate: compiled code reports no floating-point errors; set the modes outside of it")
        return None
    before = floating_errors.reports(_changes.get())
    token = None
    if isinstance(state, Token):
        _changes.reset(state)
    else:
        token = _changes.set(state)
    floating_errors.count_contexts(floating_errors.reports(_changes.get()) - before)
    return token


def _changed(all: Any, divide: Any, over: Any, under: Any, invalid: Any, warn: str = "warn") -> dict[str, Any]:
    """Return the current settings with some of the modes changed; None keeps a mode. "warn" sets the mode `warn`."""
    state = dict(_state())
    for name, mode in {"divide": divide, "over": over, "under": under, "invalid": invalid}.items():
        mode = all if mode is None else mode
        if mode is not None:
            if mode not in _MODES:
                raise ValueError(f"invalid error mode {mode!r:.80}")
            state[name] = warn if mode == "warn" else mode
    return state


def _checked_call(func: Any) -> Any:
    if func is not None and not callable(func) and not callable(getattr(func, "write", None)):
        raise TypeError("python object must be callable or have a callable write method")
    return func


class errstate:
    """Settings for floating-point errors within a ``with`` block or a decorated function.

    Parameters
    ----------
    call : callable or object with ``write``, optional
        Callback of the modes "call" and "log".
    all, divide, over, under, invalid : {"ignore", "warn", "raise", "call", "print", "log"}, optional
        Mode of each kind of error.

    Notes
    -----
    torch does not trap floating-point errors. While a mode other than "ignore" is set, ufuncs and operators compare
    their results with their operands, which takes time and reads back from other devices. Differs from NumPy: nothing
    is reported, and `geterr` returns "warn", until a mode is set; `seterr` takes "warn" as that. Reductions, methods of
    ufuncs, products of matrices and casts report nothing, nor does code that is compiled or under `vmap`.

    Examples
    --------
    >>> with xp.errstate(divide="raise"):
    ...     xp.asarray([1.0]) / 0
    Traceback (most recent call last):
        ...
    FloatingPointError: divide by zero encountered in divide
    """

    def __init__(
        self,
        *,
        call: Callable[[str, int], Any] | _Writer | None = _UNSET,
        all: _Mode | None = None,
        divide: _Mode | None = None,
        over: _Mode | None = None,
        under: _Mode | None = None,
        invalid: _Mode | None = None,
    ) -> None:
        self._kinds = (all, divide, over, under, invalid)
        self._call = call
        self._entered = False
        self._token: Token[dict[str, Any] | None] | None = None

    def __enter__(self) -> None:
        if is_compiling():
            _set(_changed(*self._kinds))
            return
        if self._entered:
            raise TypeError("Cannot enter `np.errstate` twice.")
        state = _changed(*self._kinds)
        if self._call is not _UNSET:
            state["call"] = _checked_call(self._call)
        self._entered = True
        self._token = _set(state)

    def __exit__(self, *error: object) -> None:
        if not is_compiling() and self._token is not None:
            _set(self._token)

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return `func` with these settings while it runs."""
        all, divide, over, under, invalid = self._kinds
        call = self._call

        @functools.wraps(func)
        def inner(*args: Any, **kwargs: Any) -> Any:
            with errstate(call=call, all=all, divide=divide, over=over, under=under, invalid=invalid):
                return func(*args, **kwargs)

        return inner


def seterr(
    all: _Mode | None = None,
    divide: _Mode | None = None,
    over: _Mode | None = None,
    under: _Mode | None = None,
    invalid: _Mode | None = None,
) -> dict[str, str]:
    """Set the modes of floating-point errors, see `errstate`.

    Parameters
    ----------
    all : {"ignore", "warn", "raise", "call", "print", "log"}, optional
        Mode of every kind that has no mode of its own.
    divide, over, under, invalid : as `all`, optional
        Modes of division by zero, overflow, underflow and invalid operations.

    Returns
    -------
    dict
        The previous modes.

    See Also
    --------
    errstate : Set the modes within a ``with`` block.

    Examples
    --------
    >>> old = xp.seterr(all="ignore")
    >>> xp.geterr()["over"]
    'ignore'
    >>> _ = xp.seterr(**old)
    """
    old = geterr()
    _set(_changed(all, divide, over, under, invalid, warn=SILENT))
    return old


def geterr() -> dict[str, str]:
    """Return the modes of floating-point errors.

    Returns
    -------
    dict
        Modes of "divide", "over", "under" and "invalid".

    Examples
    --------
    >>> xp.geterr()["under"]
    'ignore'
    """
    state = _state()
    return {name: state[name].replace(SILENT, "warn") for name in ("divide", "over", "under", "invalid")}


def seterrcall(func: Callable[[str, int], Any] | _Writer | None) -> Any:
    """Set the callback of the modes "call" and "log", see `errstate`.

    Parameters
    ----------
    func : callable, object with ``write``, or None
        The function or log.

    Returns
    -------
    callable, object or None
        The previous callback.

    Examples
    --------
    >>> old = xp.seterrcall(print)
    >>> xp.seterrcall(old) is print
    True
    """
    old = geterrcall()
    _set({**_state(), "call": _checked_call(func)})
    return old


def geterrcall() -> Any:
    """Return the callback of the modes "call" and "log".

    Returns
    -------
    callable, object or None
        The callback that `seterrcall` set.

    Examples
    --------
    >>> xp.geterrcall() is None
    True
    """
    return _state()["call"]


def setbufsize(size: int) -> int:
    """Set the size of NumPy's buffer for casts; it has no effect.

    Parameters
    ----------
    size : int
        Number of elements, a multiple of 16.

    Returns
    -------
    int
        The previous size.

    Examples
    --------
    >>> old = xp.setbufsize(4096)
    >>> xp.setbufsize(old)
    4096
    """
    if single(size, "size") < 0:
        raise ValueError("buffer size must be non-negative")
    if size > _MAX_BUFFER:
        raise ValueError(f"Buffer size, {size}, is too big")
    if size % 16:
        raise ValueError(f"Buffer size, {size}, is not a multiple of 16")
    old = getbufsize()
    _set({**_state(), "bufsize": size})
    return old


def getbufsize() -> int:
    """Return the size that `setbufsize` set.

    Returns
    -------
    int
        Number of elements.

    Examples
    --------
    >>> xp.getbufsize()
    8192
    """
    return _state()["bufsize"]
