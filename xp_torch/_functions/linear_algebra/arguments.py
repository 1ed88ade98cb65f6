"""Rules for dtypes, shapes and errors that the functions of `linalg` share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, as_tensors
from xp_torch._array.ndarray import ndarray, wrap_as
from xp_torch._facts.defaults import floating
from xp_torch._facts.dtype_sets import NATIVE_FLOATS, WITHOUT_FLOAT64
from xp_torch._facts.dtypes import COMPLEX, DETOUR, KIND, REAL, as_dtype, limits
from xp_torch._facts.errors import LinAlgError
from xp_torch._facts.promotion import promote
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import in_rows
from xp_torch._kernels.linear_algebra import settled

__all__: list[str] = []

SINGULAR = "Singular matrix"
NO_EIGENVALUES = "Eigenvalues did not converge"
NO_SVD = "SVD did not converge"


#: the dtypes of double precision, by kind.
_DOUBLE = {"f": torch.float64, "c": torch.complex128}


def working_dtype(device: torch.device, *dtypes: torch.dtype, double: bool = False) -> tuple[torch.dtype, torch.dtype]:
    """Return the dtype in which `linalg` computes, and the common one, which results are rounded to.

    The former is of double precision on the CPU, as in NumPy, and with `double` on every device that has it; elsewhere
    it is the common dtype, or the detour of one that LAPACK lacks. The common dtype is the default float for integers.
    """
    own = functools.reduce(promote, map(floating, dtypes))
    if device.type == "cpu" or (double and device.type not in WITHOUT_FLOAT64):
        return _DOUBLE[KIND[own]], own
    return DETOUR.get(own, own), own


def check_matrices(t: torch.Tensor, square: bool) -> None:
    """Raise LinAlgError unless `t` is a stack of matrices (square ones if `square`)."""
    if t.ndim < 2:
        raise LinAlgError(f"{t.ndim}-dimensional array given. Array must be at least two-dimensional")
    if square and t.shape[-1] != t.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")


def as_matrices(name: str, a: Any, square: bool = False, double: bool = False) -> tuple[torch.Tensor, torch.dtype]:
    """Return an array-like as a tensor of matrices in the dtype that `linalg` computes in, and that of its results."""
    t = as_tensors(name, a)[0]
    check_matrices(t, square)
    dtype, own = working_dtype(t.device, t.dtype, double=double)
    return cast(t, dtype), own


def rounded(t: torch.Tensor, own: torch.dtype) -> torch.Tensor:
    """Return a real or complex result in the precision of the dtype `own` of the operands, laid out as NumPy's."""
    if t.is_complex() != (KIND[own] == "c"):
        own = COMPLEX[own] if t.is_complex() else REAL[own]
    return settled(cast(t, own))


def direct_result(
    message: str,
    kernel: Callable[..., torch.Tensor],
    a: Any,
    *args: Any,
    by_numpy: Callable[[torch.Tensor], torch.Tensor | None] | None = None,
) -> ndarray | None:
    """Return the result of torch's `kernel` for real square matrices; None if the fast path does not apply.

    `message` is that of the error if torch's algorithm fails. `by_numpy` is NumPy's function, which casts in its loop.
    """
    if type(a) is not ndarray or a._dtype not in NATIVE_FLOATS:
        return None
    t = a._tensor
    if t.ndim < 2 or t.shape[-1] != t.shape[-2]:
        return None
    result = None if by_numpy is None else by_numpy(t)
    if result is None:
        result = explain_failure(message, kernel, cast(t, torch.float64) if t.is_cpu else t, *args)
    return wrap_as(in_rows(cast(result, a._dtype)), a._dtype)


def explain_failure(message: str, kernel: Callable[..., Any], *args: Any) -> Any:
    """Return the result of `kernel`; if torch's algorithm fails, raise NumPy's LinAlgError with `message`."""
    try:
        return kernel(*args)
    except torch.linalg.LinAlgError:
        raise LinAlgError(message) from None
    except RuntimeError as error:
        raise_explained("linalg", (), error)


def epsilon(dtype: torch.dtype) -> float:
    """Return the distance from 1 to the next number of `dtype`."""
    return limits(dtype).eps


def as_tolerance(value: Any, t: torch.Tensor, sizes: Sequence[int], own: torch.dtype) -> torch.Tensor | float:
    """Return a tolerance as a float, or an array of them as a real tensor on the device of `t`.

    None gives the standard's default for matrices of these two `sizes` of the dtype `own`.
    """
    if value is None:
        return epsilon(own) * max(sizes)
    if isinstance(value, (int, float)):
        return float(value)
    tolerance = as_tensor(value)
    if KIND[tolerance.dtype] == "c":
        raise TypeError(f"linalg: a tolerance must be real (got {as_dtype(tolerance.dtype)})")
    return cast(tolerance, REAL[t.dtype]).to(t.device)
