"""The default dtypes (rule 1 of the design) and the default device, never torch's global default dtype."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import torch

from xp_torch._facts.dtypes import COMPLEX, KIND, REAL, as_dtype, dtype
from xp_torch._facts.dtypes import torch_dtype as to_torch

__all__ = ["default_complex", "default_device", "default_float", "default_int", "set_default_dtype"]

# A plain threading.local read by getattr with a default: the one form that Dynamo guards on.
_local = threading.local()
#: whether no thread has set a default dtype: asking a thread for what it has not takes longer than most calls.
_unset = True
_NUMPY = _FLOAT, _INT = torch.float64, torch.int64
_CPU = torch.device("cpu")
_modes = torch._C._len_torch_function_stack
_is_compiling = torch.compiler.is_dynamo_compiling
_PYTORCH = (torch.float32, torch.int64)


def default_float() -> torch.dtype:
    """Return the default real floating dtype of this thread."""
    return _FLOAT if _unset else getattr(_local, "fp", _FLOAT)


def default_int() -> torch.dtype:
    """Return the default integer dtype of this thread."""
    return _INT if _unset else getattr(_local, "int", _INT)


def default_complex() -> torch.dtype:
    """Return the complex dtype whose components are of the default floating dtype."""
    return COMPLEX[default_float()]


def default_device() -> torch.device:
    """Return where new arrays are created: torch's default device, `with torch.device(...)` included."""
    if _is_compiling():
        # Dynamo cannot trace the question, but knows the answer
        return torch.empty(0).device
    # torch keeps its default device as a mode, global or entered: without modes it is the CPU.
    return torch.get_default_device() if _modes() else _CPU


class _Previous:
    """The pair of default dtypes that a call of `set_default_dtype` replaced; restores it on leaving a `with` block."""

    def __init__(self, fp: torch.dtype, integer: torch.dtype) -> None:
        self.fp_dtype, self.int_dtype = as_dtype(fp), as_dtype(integer)

    def __iter__(self) -> Iterator[dtype]:
        return iter((self.fp_dtype, self.int_dtype))

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> dtype:
        return (self.fp_dtype, self.int_dtype)[index]

    def __enter__(self) -> _Previous:
        return self

    def __exit__(self, *exc: object) -> None:
        _local.fp, _local.int = self.fp_dtype.torch, self.int_dtype.torch

    def __repr__(self) -> str:
        return f"set_default_dtype(fp_dtype={self.fp_dtype.name!r}, int_dtype={self.int_dtype.name!r})"


def set_default_dtype(fp_dtype: Any = "numpy", int_dtype: Any = "numpy") -> _Previous:
    """Set the default dtypes of this thread.

    They govern what has no dtype of its own: creation from Python numbers, `linspace`, `fftfreq`, random numbers,
    integer division ``/``, means of integers and sums of small integers. Index results are int64 always.

    Parameters
    ----------
    fp_dtype : {"numpy", "pytorch"} or dtype_like, default: "numpy"
        The real floating dtype: float64 for "numpy", float32 for "pytorch". The default complex dtype follows it.
    int_dtype : {"numpy", "pytorch"} or dtype_like, default: "numpy"
        The integer dtype: int64 for both names.

    Returns
    -------
    object
        Unpacks as the previous pair of dtypes; as a context manager it restores that pair.

    Raises
    ------
    ValueError
        If `fp_dtype` is not a real floating dtype or `int_dtype` not a signed integer dtype.

    Notes
    -----
    The form is that of ``torch._numpy.set_default_dtype``. ``torch.set_default_dtype`` has no influence.

    Examples
    --------
    >>> import xp_torch as xp
    >>> with xp.set_default_dtype("pytorch"):
    ...     xp.zeros(2).dtype
    dtype('float32')
    >>> xp.zeros(2).dtype
    dtype('float64')
    """
    named = {"numpy": _NUMPY, "pytorch": _PYTORCH}
    fp = named[fp_dtype][0] if isinstance(fp_dtype, str) and fp_dtype in named else to_torch(fp_dtype)
    integer = named[int_dtype][1] if isinstance(int_dtype, str) and int_dtype in named else to_torch(int_dtype)
    if KIND[fp] != "f" or REAL[fp] is not fp:
        raise ValueError(f"set_default_dtype: fp_dtype must be a real floating dtype, got {as_dtype(fp)}")
    if KIND[integer] != "i":
        raise ValueError(f"set_default_dtype: int_dtype must be a signed integer dtype, got {as_dtype(integer)}")
    global _unset  # noqa: PLW0603
    previous = _Previous(default_float(), default_int())
    _local.fp, _local.int = fp, integer
    _unset = False
    return previous
