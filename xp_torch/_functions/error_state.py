"""NumPy's settings for floating-point errors, which torch cannot trap: they are kept, and nothing warns or raises."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextvars import ContextVar, Token
from typing import Any

import torch

__all__ = ["errstate", "getbufsize", "geterr", "geterrcall", "setbufsize", "seterr", "seterrcall"]

_MODES = ("ignore", "warn", "raise", "call", "print", "log")
_MOST = 10_000_000

#: what NumPy begins with: a mode for each kind of error, the callback, and the size of its buffers.
_INITIAL: dict[str, Any] = {
    "divide": "warn",
    "over": "warn",
    "under": "ignore",
    "invalid": "warn",
    "call": None,
    "bufsize": 8192,
}
_changes: ContextVar[dict[str, Any] | None] = ContextVar("xp_torch_error_state", default=None)
_UNSET: Any = object()
_is_compiling = torch.compiler.is_dynamo_compiling


def _state() -> dict[str, Any]:
    """Return the settings in force."""
    return _changes.get() or _INITIAL


def _kinds(state: dict[str, Any]) -> dict[str, str]:
    return {name: state[name] for name in ("divide", "over", "under", "invalid")}


def _changed(all: Any, divide: Any, over: Any, under: Any, invalid: Any) -> dict[str, Any]:
    """Return the state with some of the kinds set; None leaves one as it is."""
    state = dict(_state())
    for name, mode in {"divide": divide, "over": over, "under": under, "invalid": invalid}.items():
        wanted = all if mode is None else mode
        if wanted is not None:
            if wanted not in _MODES:
                raise ValueError(f"invalid error mode {wanted!r}")
            state[name] = wanted
    return state


def _checked_call(func: Any) -> Any:
    if func is not None and not callable(func) and not callable(getattr(func, "write", None)):
        raise TypeError("python object must be callable or have a callable write method")
    return func


class errstate:
    """Settings for floating-point errors during a ``with`` block, or a function that it decorates.

    Parameters
    ----------
    call : callable or object with ``write``, optional
        What "call" and "log" would call.
    all, divide, over, under, invalid : {"ignore", "warn", "raise", "call", "print", "log"}, optional
        What is to happen at each kind of error.

    Raises
    ------
    ValueError
        If a mode is another word.
    TypeError
        If it is entered twice.

    Notes
    -----
    Differs from NumPy: torch cannot trap floating-point errors, so none of them warns, raises or calls, whatever the
    settings say. They are kept for `geterr`. Inside `torch.compile` they are not even kept.

    Examples
    --------
    >>> import xp_torch as xp
    >>> with xp.errstate(divide="ignore"):
    ...     xp.geterr()["divide"], xp.asarray([1.0]) / 0
    ('ignore', array([inf]))
    """

    def __init__(
        self,
        *,
        call: Any = _UNSET,
        all: Any = None,
        divide: Any = None,
        over: Any = None,
        under: Any = None,
        invalid: Any = None,
    ) -> None:
        self._kinds = (all, divide, over, under, invalid)
        self._call = call
        self._entered = False
        self._token: Token[dict[str, Any] | None] | None = None

    def __enter__(self) -> None:
        if _is_compiling():
            return
        if self._entered:
            raise TypeError("Cannot enter `np.errstate` twice.")
        state = _changed(*self._kinds)
        if self._call is not _UNSET:
            state["call"] = _checked_call(self._call)
        self._entered = True
        self._token = _changes.set(state)

    def __exit__(self, *error: object) -> None:
        if not _is_compiling() and self._token is not None:
            _changes.reset(self._token)

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return `func` with the settings in force while it runs."""
        all, divide, over, under, invalid = self._kinds
        call = self._call

        @functools.wraps(func)
        def inner(*args: Any, **kwargs: Any) -> Any:
            with errstate(call=call, all=all, divide=divide, over=over, under=under, invalid=invalid):
                return func(*args, **kwargs)

        return inner


def seterr(
    all: Any = None, divide: Any = None, over: Any = None, under: Any = None, invalid: Any = None
) -> dict[str, str]:
    """Set what is to happen at floating-point errors; torch cannot trap them, so the settings are only kept.

    Parameters
    ----------
    all : {"ignore", "warn", "raise", "call", "print", "log"}, optional
        For every kind that is not given itself.
    divide, over, under, invalid : as `all`, optional
        For division by zero, overflow, underflow and invalid operations.

    Returns
    -------
    dict
        The settings before.

    Raises
    ------
    ValueError
        If a mode is another word.

    See Also
    --------
    errstate : For the time of a ``with`` block.

    Examples
    --------
    >>> import xp_torch as xp
    >>> old = xp.seterr(all="ignore")
    >>> xp.geterr()["over"]
    'ignore'
    >>> _ = xp.seterr(**old)
    """
    old = geterr()
    _changes.set(_changed(all, divide, over, under, invalid))
    return old


def geterr() -> dict[str, str]:
    """Return the settings for floating-point errors.

    Returns
    -------
    dict
        A mode each for "divide", "over", "under" and "invalid".

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.geterr()["under"]
    'ignore'
    """
    return _kinds(_state())


def seterrcall(func: Any) -> Any:
    """Set what the modes "call" and "log" would call; torch cannot trap errors, so it is only kept.

    Parameters
    ----------
    func : callable, object with ``write``, or None
        The function or log.

    Returns
    -------
    callable, object or None
        What it was before.

    Raises
    ------
    TypeError
        If `func` is neither.

    Examples
    --------
    >>> import xp_torch as xp
    >>> old = xp.seterrcall(print)
    >>> xp.seterrcall(old) is print
    True
    """
    old = geterrcall()
    _changes.set({**_state(), "call": _checked_call(func)})
    return old


def geterrcall() -> Any:
    """Return what the modes "call" and "log" would call.

    Returns
    -------
    callable, object or None
        What `seterrcall` set.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.geterrcall() is None
    True
    """
    return _state()["call"]


def setbufsize(size: int) -> int:
    """Set the size of NumPy's buffer for casts; there is none here, so it is only kept.

    Parameters
    ----------
    size : int
        Number of elements, a multiple of 16.

    Returns
    -------
    int
        The size before.

    Raises
    ------
    ValueError
        If the size is none.

    Examples
    --------
    >>> import xp_torch as xp
    >>> old = xp.setbufsize(4096)
    >>> xp.setbufsize(old)
    4096
    """
    if size < 0:
        raise ValueError("buffer size must be non-negative")
    if size > _MOST:
        raise ValueError(f"Buffer size, {size}, is too big")
    if size % 16:
        raise ValueError(f"Buffer size, {size}, is not a multiple of 16")
    old = getbufsize()
    _changes.set({**_state(), "bufsize": size})
    return old


def getbufsize() -> int:
    """Return the size that `setbufsize` keeps.

    Returns
    -------
    int
        Number of elements.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.getbufsize()
    8192
    """
    return _state()["bufsize"]
