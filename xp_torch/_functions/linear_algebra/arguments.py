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
from xp_torch._kernels import host_functions
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import in_rows
from xp_torch._kernels.linear_algebra import has_nan, is_finite, settled

__all__: list[str] = []

SINGULAR = "Singular matrix"
NO_EIGENVALUES = "Eigenvalues did not converge"
NO_SVD = "SVD did not converge"


#: the dtypes of double precision, by kind.
_DOUBLE = {"f": torch.float64, "c": torch.complex128}
_SINGLE = {torch.float32, torch.complex64}
_COMPUTED = {*_SINGLE, *_DOUBLE.values()}


def working_dtype(device: torch.device, *dtypes: torch.dtype, double: bool = False) -> tuple[torch.dtype, torch.dtype]:
    """Return the dtype in which `linalg` computes, and the common one, which results are rounded to.

    The former is of double precision on the CPU, as in NumPy, and with `double` on every device that has it; elsewhere
    it is the common dtype, or the detour of one that LAPACK lacks. The common dtype is the default float for integers.
    """
    own = functools.reduce(promote, map(floating, dtypes))
    computed = own in DETOUR or own in _COMPUTED  # others are for storage, and raise
    if computed and (device.type == "cpu" or (double and device.type not in WITHOUT_FLOAT64)):
        return _DOUBLE[KIND[own]], own
    return DETOUR.get(own, own), own


def check_matrices(t: torch.Tensor, square: bool) -> None:
    """Raise LinAlgError unless `t` is a stack of matrices (square ones if `square`)."""
    if t.ndim < 2:
        raise LinAlgError(f"{t.ndim}-dimensional array given. Array must be at least two-dimensional")
    if square and t.shape[-1] != t.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")


def as_matrices(name: str, a: Any, square: bool = False, double: bool = False) -> tuple[torch.Tensor, torch.dtype]:
    """Return an array-like as matrices in the dtype that `linalg` computes in, and the dtype of the results."""
    t = as_tensors(name, a)[0]
    check_matrices(t, square)
    dtype, own = working_dtype(t.device, t.dtype, double=double)
    return cast(t, dtype), own


def check_finite(message: str, t: torch.Tensor) -> None:
    """Raise LinAlgError for matrices with NaN or infinities, as NumPy 2.5; where values can't be read, nothing."""
    if not is_finite(t):
        raise LinAlgError(message)


def check_triangle(t: torch.Tensor, triangle: str) -> None:
    """Raise LinAlgError for Hermitian matrices with NaN in the triangle that is used."""
    if t.ndim >= 2 and has_nan(t, triangle):
        raise LinAlgError(NO_EIGENVALUES)


def rounded(t: torch.Tensor, own: torch.dtype) -> torch.Tensor:
    """Return a real or complex result in the precision of the dtype `own` of the operands, laid out as NumPy's."""
    if t.is_complex() != (KIND[own] == "c"):
        own = COMPLEX[own] if t.is_complex() else REAL[own]
    return settled(cast(t, own))


def direct_result(
    message: str, kernel: Callable[..., torch.Tensor], numpy: str | None, a: Any, *args: Any
) -> ndarray | None:
    """Return the result of `computed` for real square matrices; None if the fast path does not apply."""
    if type(a) is not ndarray or a._dtype not in NATIVE_FLOATS:
        return None
    t = a._tensor
    if t.ndim < 2 or t.shape[-1] != t.shape[-2]:
        return None
    return wrap_as(in_rows(cast(computed(message, kernel, numpy, a._dtype, t, *args), a._dtype)), a._dtype)


def computed(message: str, kernel: Callable[..., Any], numpy: str | None, own: torch.dtype, *args: Any) -> Any:
    """Return the result of `kernel`, on the CPU in double precision, that will be rounded to the dtype `own`.

    `message` is that of the error if torch's algorithm fails, `numpy` the name of NumPy's function. It computes results
    of single precision where it takes less time; rounding hides that compiled code calls another LAPACK.
    """
    if own in _SINGLE or own in DETOUR:
        result = None if numpy is None else host_functions.decomposed(args[0], numpy, *args[1:])
        if result is not None:
            return result
        args = tuple(map(_widened, args))
    return explain_failure(message, kernel, *args)


def _widened(x: Any) -> Any:
    """Return a tensor on the CPU in double precision, and other arguments unchanged."""
    single = isinstance(x, torch.Tensor) and x.dtype in _SINGLE and x.is_cpu
    return cast(x, _DOUBLE[KIND[x.dtype]]) if single else x


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
