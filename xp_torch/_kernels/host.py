"""NumPy's own ufuncs on tensors in the host's memory, where torch has no kernel that gives NumPy's values.

They take the memory as it is and give their results without a copy, in a fraction of the time of the several kernels of
torch that make up for one. Those serve wherever there is no memory to give away, and where something has to see them:
on other devices, compiled, under `vmap`, with gradients of either mode, and while a dispatch mode or a tracer looks on.
"""

from __future__ import annotations

import contextvars
import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import torch
from torch.autograd import forward_ad

from xp_torch._facts.dtypes import of_kind
from xp_torch._facts.inspection import is_plain_cpu, numpy_view

__all__ = [
    "FLOATS",
    "UFUNCS",
    "by_numpy",
    "extreme_by_numpy",
    "numpy_if_large",
    "power_by_scalar",
    "silently",
    "numpy_when_large",
]

_is_compiling = torch.compiler.is_dynamo_compiling
_modes = torch._C._len_torch_dispatch_stack
_tracer = torch._C._get_tracing_state
_from_numpy = torch.from_numpy
_Tensor = torch.Tensor
_Values = np.ndarray

# To enter np.errstate takes three times as long as a ufunc of a few elements; this context is in it for good.
_context = contextvars.Context()
_context.run(np.seterr, all="ignore")
_run = _context.run


def numpy_if_large(x: torch.Tensor, least: int = 4000) -> np.ndarray | None:
    """Return the memory of `x` as `numpy_view` does, where it has so many elements that NumPy is quicker than torch."""
    return None if _is_compiling() or x.numel() < least else numpy_view(x)


def extreme_by_numpy(x: torch.Tensor, axes: tuple[int, ...], largest: bool) -> torch.Tensor | None:
    """Return the extreme over `axes`, which go, of what is not NaN; None where NumPy can't serve."""
    known = numpy_view(x)
    return None if known is None else torch.from_numpy(silently(_FM[largest].reduce, known, axes))


_FM = (np.fmin, np.fmax)


#: of how many elements each thread has at least half: to hand work over takes as long as 50,000 of them.
_SPREAD = 2**18
#: the same for those that do little but read and write memory
_SPREAD_QUICK = 2**21


@cache
def _pool() -> ThreadPoolExecutor:
    """The threads beside the caller's, as many as torch may use."""
    return ThreadPoolExecutor(max(1, torch.get_num_threads() - 1), "xp_torch")


if hasattr(os, "register_at_fork"):
    # threads don't live on in a forked process
    os.register_at_fork(after_in_child=_pool.cache_clear)


def _spread(ufunc: np.ufunc, operands: tuple[Any, ...], threads: int) -> np.ndarray | None:
    """Return what `ufunc` gives, computed in pieces on `threads` threads; None where operands can't be cut alike."""
    first = operands[0]
    flat = []
    for values in operands:
        if type(values) is np.ndarray:
            if values.shape != first.shape or not values.flags.c_contiguous:
                return None
            values = values.reshape(-1)
        flat.append(values)
    size = first.size
    step = -(-size // threads)

    def pieces(start: int, end: int) -> list:
        return [values[start:end] if type(values) is np.ndarray else values for values in flat]

    result = np.empty(size, ufunc(*pieces(0, 0)).dtype)

    def compute(start: int) -> None:
        with np.errstate(all="ignore"):
            ufunc(*pieces(start, start + step), out=result[start : start + step])

    try:
        others = [_pool().submit(compute, start) for start in range(step, size, step)]
    except RuntimeError:
        return None  # the interpreter ends, and starts nothing any more
    compute(0)
    for other in others:
        other.result()
    return result.reshape(first.shape)


def silently(ufunc: Callable, *operands: Any) -> Any:
    """Return what `ufunc` gives, an array or a tuple of arrays, without NumPy's warnings."""
    size = operands[0].size
    threads = torch.get_num_threads() if size >= _SPREAD and (size >= _SPREAD_QUICK or ufunc not in _QUICK) else 1
    if threads > 1 and isinstance(ufunc, np.ufunc) and ufunc.nout == 1 and ufunc.signature is None:
        threads = min(threads, 2 * size // _SPREAD)
        result = _spread(ufunc, operands, threads)
        if result is not None:
            return result
    try:
        result = _run(ufunc, *operands)
    except RuntimeError:
        # Another thread is in that context.
        with np.errstate(all="ignore"):
            result = ufunc(*operands)
    # Of 0-D arrays ufuncs make scalars.
    if type(result) is tuple:
        return tuple(map(np.asarray, result))
    return result if type(result) is np.ndarray else np.asarray(result)


# The loops close over names: Dynamo can't trace a function that closes over a ufunc. They repeat the checks of
# `numpy_view` and `silently` in line, because for small arrays the calls would take most of the time.
def _unary(name: str, kernel: Callable) -> Callable:
    def compute(x: Any) -> Any:
        if _is_compiling() or type(x) is not _Tensor or _modes() or forward_ad._current_level >= 0 or _tracer():
            return kernel(x)
        try:
            known = x.numpy()
        except (RuntimeError, TypeError):
            return kernel(x)
        if known.size < _SPREAD:
            try:
                found = _run(_UFUNC[name], known)
            except RuntimeError:
                pass  # another thread is in that context
            else:
                return _from_numpy(found if type(found) is _Values else np.asarray(found))
        return _from_numpy(silently(_UFUNC[name], known))

    return compute


def _binary(name: str, kernel: Callable, serves: Callable[..., bool] | None) -> Callable:
    def compute(x: Any, y: Any) -> Any:
        if (
            _is_compiling()
            or type(x) is not _Tensor
            or type(y) is not _Tensor
            or _modes()
            or forward_ad._current_level >= 0
            or _tracer()
        ):
            return kernel(x, y)
        try:
            first, second = x.numpy(), y.numpy()
        except (RuntimeError, TypeError):
            return kernel(x, y)
        if serves is not None and not serves(first, second):
            return kernel(x, y)
        if first.size < _SPREAD:
            try:
                found = _run(_UFUNC[name], first, second)
            except RuntimeError:
                pass  # another thread is in that context
            else:
                return _from_numpy(found if type(found) is _Values else np.asarray(found))
        return _from_numpy(silently(_UFUNC[name], first, second))

    return compute


def power_by_scalar(kernel: Callable) -> Callable:
    """Return `kernel`, the power of float32 or float64 by a Python number, by way of NumPy's where that can serve.

    By 0.5 NumPy takes square roots, of which that of -inf is NaN; the standard's power is infinite.
    """

    def compute(x: Any, exponent: Any) -> Any:
        if exponent == 0.5 or (known := numpy_view(x)) is None:
            return kernel(x, exponent)
        return _from_numpy(silently(np.power, known, float(exponent)))

    return compute


def _by_few_divisors(native: Callable, general: Callable) -> Callable:
    """Return `native`, torch's own division of integers, where few divisors are seen to be neither 0 nor -1."""

    def compute(x: Any, y: Any) -> Any:
        if _is_compiling() or y.nbytes > _LISTED or not is_plain_cpu(y) or y.ndim != 1:
            return general(x, y)
        try:
            divisors = y.tolist()
        except RuntimeError:
            return general(x, y)  # it is mapped over
        return general(x, y) if 0 in divisors or -1 in divisors else native(x, y)

    return compute


def _few(first: np.ndarray, second: np.ndarray) -> bool:
    """Tell whether there are so few elements that one call of NumPy's takes less time than several of torch's."""
    return first.size + second.size <= _FEW


def by_numpy(name: str, dtype: torch.dtype, kernel: Callable) -> Callable:
    """Return `kernel`, the loop of `name` for `dtype`, by way of NumPy's ufunc where that can serve."""
    if UFUNCS[name][0].nin == 1:
        return _unary(name, kernel)
    if name == "floor_divide" and dtype in FLOATS:
        return _binary(name, kernel, _few_and_finite)
    compute = _binary(name, kernel, _few if dtype in _SLOW.get(name, ()) else None)
    return _by_few_divisors(_DIVISIONS[name], compute) if name in _DIVISIONS and dtype in _DIVIDED else compute


def numpy_when_large(name: str, dtype: torch.dtype, kernel: Callable) -> Callable:
    """Return `kernel`, the loop of `name` for `dtype`, by way of NumPy's ufunc for many elements if that is faster."""
    ufunc, dtypes = MANY.get(name, (None, ()))
    if ufunc is None or dtype not in dtypes:
        return kernel
    if ufunc.nin == 1:
        return _many_of_one(name, kernel)
    return _many_of_two(name, kernel, _one_by_one if name == "pow" else None)


def _many_of_one(name: str, kernel: Callable) -> Callable:
    def compute(x: Any) -> Any:
        if _is_compiling() or x.nbytes < _LEAST or (known := numpy_view(x)) is None:
            return kernel(x)
        found = silently(MANY[name][0], known)
        return tuple(map(torch.from_numpy, found)) if type(found) is tuple else torch.from_numpy(found)

    return compute


def _many_of_two(name: str, kernel: Callable, serves: Callable[..., bool] | None) -> Callable:
    def compute(x: Any, y: Any) -> Any:
        if _is_compiling() or x.nbytes < _LEAST or (first := numpy_view(x)) is None:
            return kernel(x, y)
        second = numpy_view(y) if isinstance(y, torch.Tensor) else y
        if second is None or (serves is not None and not serves(first, second)):
            return kernel(x, y)
        found = silently(MANY[name][0], first, second)
        return tuple(map(torch.from_numpy, found)) if type(found) is tuple else torch.from_numpy(found)

    return compute


def _one_by_one(first: np.ndarray, second: Any) -> bool:
    """Tell whether each element has an exponent of its own: by one for many, 0.5, NumPy takes roots, as in `raised`."""
    return type(second) is np.ndarray and first.shape == second.shape and 0 not in second.strides


def _few_and_finite(first: np.ndarray, second: np.ndarray) -> bool:
    """Tell whether there are few elements, and all of them finite: a NaN, as others are less themselves, is not zero.

    NumPy's quotients of infinities are NaN, those by infinities 0 or -1; the standard's are the floor of x / y.
    """
    if not _few(first, second):
        return False
    if first.shape == second.shape:
        # a sum of products that overflows says no as well, where the other kernel gives the same
        return math.isfinite(np.vdot(first, second))
    return all(np.isfinite(values).all() for values in (first, second))


FLOATS = (torch.float32, torch.float64)
_INTEGERS = of_kind("iu")
_COMPLEX = of_kind("c")

#: name of an operation to the ufunc and the dtypes that it serves.
UFUNCS: dict[str, tuple[np.ufunc, tuple[torch.dtype, ...]]] = {
    "sqrt": (np.sqrt, FLOATS),
    "cbrt": (np.cbrt, FLOATS),
    "sinh": (np.sinh, FLOATS),
    "cosh": (np.cosh, FLOATS),
    "asinh": (np.arcsinh, FLOATS),
    "atanh": (np.arctanh, FLOATS),
    "acosh": (np.arccosh, FLOATS),
    "fmod": (np.fmod, (*FLOATS, *_INTEGERS)),
    "remainder": (np.remainder, (*FLOATS, *_INTEGERS)),
    "floor_divide": (np.floor_divide, (*FLOATS, *_INTEGERS)),
    "heaviside": (np.heaviside, FLOATS),
    "lcm": (np.lcm, _INTEGERS),
    "ldexp": (np.ldexp, FLOATS),
    "sign": (np.sign, FLOATS),
    "bitwise_count": (np.bitwise_count, _INTEGERS),
}
_UFUNC = {name: ufunc for name, (ufunc, _) in UFUNCS.items()}
#: those whose loops are slower than several of torch's on many elements.
_SLOW = {
    "fmod": (torch.float32,),
    "remainder": (torch.float32,),
    "heaviside": FLOATS,
}
_FEW = 4000
#: torch's kernels of integers, right but for the divisors 0 and -1, and the dtypes that they serve.
_DIVISIONS: dict[str, Callable[..., Any]] = {
    "floor_divide": torch.floor_divide,
    "fmod": torch.fmod,
    "remainder": torch.remainder,
}
_DIVIDED = frozenset((torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8))
#: up to how many bytes of divisors are read as Python's numbers in less time than NumPy divides.
_LISTED = 64
#: name of an operation to the ufunc, and the dtypes of which it takes less time than torch's kernel for many elements.
MANY: dict[str, tuple[np.ufunc, tuple[torch.dtype, ...]]] = {
    "abs": (np.abs, _COMPLEX),
    "divmod": (np.divmod, _INTEGERS),
    "equal": (np.equal, FLOATS),
    "expm1": (np.expm1, FLOATS),
    "floor_divide": (np.floor_divide, _INTEGERS),
    "fmax": (np.fmax, FLOATS),
    "fmin": (np.fmin, FLOATS),
    "frexp": (np.frexp, FLOATS),
    "greater": (np.greater, FLOATS),
    "greater_equal": (np.greater_equal, FLOATS),
    "isfinite": (np.isfinite, (*FLOATS, *_COMPLEX)),
    "isinf": (np.isinf, (*FLOATS, *_COMPLEX)),
    "isnan": (np.isnan, (*FLOATS, *_COMPLEX)),
    "less": (np.less, FLOATS),
    "less_equal": (np.less_equal, FLOATS),
    "not_equal": (np.not_equal, FLOATS),
    "pow": (np.power, FLOATS),
    "reciprocal": (np.reciprocal, _COMPLEX),
    "signbit": (np.signbit, FLOATS),
    "square": (np.square, (torch.int32, torch.int64)),
}
#: from how many bytes on; to ask for those takes less time than for the number of elements
_LEAST = 32000
_QUICK = frozenset(ufunc for ufunc, _ in MANY.values()) - {np.expm1, np.abs, np.power, np.reciprocal}
