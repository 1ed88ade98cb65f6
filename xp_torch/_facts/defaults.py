"""The default dtypes (rule 1) and the default device. torch's default dtype has no influence."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import torch

from xp_torch._facts.annotations import DTypeLike
from xp_torch._facts.dtypes import COMPLEX, KIND, REAL, as_dtype, dtype
from xp_torch._facts.dtypes import torch_dtype as to_torch
from xp_torch._facts.torch_state import in_function_mode, is_compiling

__all__ = ["set_default_dtype"]

# A plain threading.local, read by getattr with a default, which Dynamo guards.
_local = threading.local()
#: whether no thread has set a default dtype. Reading an attribute that a thread lacks is slow.
_unset = True
_NUMPY = _FLOAT, _INT = torch.float64, torch.int64
_CPU = torch.device("cpu")
_PYTORCH = (torch.float32, torch.int64)


def default_float() -> torch.dtype:
    """Return the default real floating dtype of this thread."""
    return _FLOAT if _unset else getattr(_local, "fp", _FLOAT)


def default_int() -> torch.dtype:
    """Return the default integer dtype of this thread."""
    return _INT if _unset else getattr(_local, "int", _INT)


def floating(dtype: torch.dtype) -> torch.dtype:
    """Return `dtype` if it is floating or complex, else the default floating dtype."""
    return dtype if KIND[dtype] in "fc" else default_float()


def default_complex() -> torch.dtype:
    """Return the complex dtype of the default real floating dtype."""
    return COMPLEX[default_float()]


def python_dtype(kind: str) -> torch.dtype:
    """Return the dtype of a Python scalar of `kind` ("b", "i", "f" or "c") alone."""
    if kind == "b":
        return torch.bool
    if kind == "i":
        return default_int()
    return default_float() if kind == "f" else default_complex()


def default_device() -> torch.device:
    """Return the device of new arrays: the device of ``with torch.device(...)``, else torch's default."""
    if is_compiling():
        # Dynamo cannot trace `get_default_device`.
        return torch.empty(0).device
    # torch keeps its default device as a mode. Without modes it is the CPU.
    return torch.get_default_device() if in_function_mode() else _CPU


def devices() -> tuple[torch.device, ...]:
    """Return the devices of this machine: the CPU, and those of its accelerator."""
    accelerator = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
    if accelerator is None:
        return (_CPU,)
    return (_CPU, *[torch.device(accelerator.type, index) for index in range(torch.accelerator.device_count())])


class _Previous:
    """The default dtypes before a call of `set_default_dtype`: a pair, and a context manager that restores them."""

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


def set_default_dtype(fp_dtype: DTypeLike = "numpy", int_dtype: DTypeLike = "numpy") -> _Previous:
    """Set the default dtypes of this thread.

    They are the dtypes of results that no argument determines: of Python numbers, `linspace`, `fftfreq`, random
    numbers, integer division ``/``, means of integers and sums of small integers. Indices are always int64.

    Parameters
    ----------
    fp_dtype : {"numpy", "pytorch"} or dtype_like, default: "numpy"
        Real floating dtype: float64 for "numpy", float32 for "pytorch". It determines the default complex dtype.
    int_dtype : {"numpy", "pytorch"} or dtype_like, default: "numpy"
        Integer dtype: int64 for both names.

    Returns
    -------
    object
        Unpacks as the pair of previous dtypes; as a context manager, restores them.

    Notes
    -----
    ``torch.set_default_dtype`` has no influence.

    Examples
    --------
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
