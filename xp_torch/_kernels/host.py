"""NumPy's own ufuncs on plain CPU tensors, where torch has no kernel that gives NumPy's values, or a slower one.

They share memory with the tensors, so that nothing is copied. Where the values cannot be inspected (other devices,
compiled code, `vmap`, gradients, dispatch modes, tracers), torch's kernels compute.
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
from numpy.lib.introspect import opt_func_info

from xp_torch._facts.defaults import default_device
from xp_torch._facts.inspection import is_eager, is_plain_cpu, numpy_view
from xp_torch._facts.torch_state import is_compiling, is_observed
from xp_torch._kernels.thresholds import (
    FEW,
    FEW_BYTES,
    FEW_BYTES_OF_DIVISORS,
    FEW_TO_TRANSFORM,
    MANY_TO_SPREAD,
    MANY_TO_SPREAD_QUICK,
)

_from_numpy, _is_grad_enabled = torch.from_numpy, torch.is_grad_enabled
_Tensor = torch.Tensor
_Values = np.ndarray

# Entering np.errstate takes three times as long as a ufunc of a few elements; this context stays in it.
_context = contextvars.Context()
_context.run(np.seterr, all="ignore")
_run = _context.run


def is_large(x: torch.Tensor, least: int = FEW) -> bool:
    """Return whether a tensor that is not traced has at least `least` elements."""
    return not is_compiling() and type(x) is _Tensor and x.numel() >= least


def numpy_if_large(x: torch.Tensor, least: int = FEW) -> np.ndarray | None:
    """Return `x` as a NumPy array that shares its memory, if it has at least `least` elements; else None."""
    return numpy_view(x) if is_large(x, least) else None


def counter(length: int) -> np.ndarray | None:
    """Return 0.0, 1.0 ... as a NumPy array, if they are few, for the CPU and not traced; else None."""
    few = length <= FEW and is_eager() and default_device().type == "cpu"
    return np.arange(length, dtype=float) if few else None


def extreme_by_numpy(x: torch.Tensor, axes: tuple[int, ...], largest: bool) -> torch.Tensor | None:
    """Return the extreme over `axes`, ignoring NaN; None if the values cannot be inspected."""
    values = numpy_view(x)
    return None if values is None else torch.from_numpy(silently(_FM[largest].reduce, values, axes))


_FM = (np.fmin, np.fmax)


@cache
def _pool() -> ThreadPoolExecutor:
    """Return the threads beside the caller's, as many as torch may use."""
    return ThreadPoolExecutor(max(1, torch.get_num_threads() - 1), "xp_torch")


def _leave_threads() -> None:
    """Compute with one thread from now on, in a forked process."""
    _pool.cache_clear()
    torch.set_num_threads(1)


if hasattr(os, "register_at_fork"):
    # Threads do not continue in a forked process, and torch would wait for its own without end.
    os.register_at_fork(after_in_child=_leave_threads)


def _spread(ufunc: np.ufunc, operands: tuple[Any, ...], threads: int) -> np.ndarray | None:
    """Return the result of `ufunc`, computed by `threads` threads; None if the operands cannot be divided alike."""
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
        return None  # the interpreter is shutting down and starts no threads
    compute(0)
    for other in others:
        other.result()
    return result.reshape(first.shape)


def silently(ufunc: Callable, *operands: Any) -> Any:
    """Return the result of `ufunc`, an array or a tuple of arrays, without NumPy's warnings."""
    size = operands[0].size
    least = MANY_TO_SPREAD_QUICK if _is_quick(ufunc) else MANY_TO_SPREAD
    threads = torch.get_num_threads() if size >= least else 1
    if threads > 1 and isinstance(ufunc, np.ufunc) and ufunc.nout == 1 and ufunc.signature is None:
        threads = min(threads, 2 * size // MANY_TO_SPREAD)
        result = _spread(ufunc, operands, threads)
        if result is not None:
            return result
    another_thread, result = False, None
    try:
        result = _run(ufunc, *operands)
    except RuntimeError:
        another_thread = True  # is in this context, before the ufunc was called
    if another_thread:
        with np.errstate(all="ignore"):
            result = ufunc(*operands)
    # Ufuncs return scalars for 0-D arrays.
    if type(result) is tuple:
        return tuple(map(np.asarray, result))
    return result if type(result) is np.ndarray else np.asarray(result)


def _is_quick(ufunc: Any) -> bool:
    """Return whether `ufunc` does little but read and write memory: comparisons, tests, and some of the others."""
    return ufunc in _QUICK or getattr(ufunc, "types", " ")[0][-1] == "?"


_QUICK = frozenset(
    (np.add, np.subtract, np.multiply, np.maximum, np.minimum, np.fmax, np.fmin, np.square, np.floor_divide)
)

#: Ufuncs by the names of their operations. The loops below close over names: Dynamo cannot trace a function that closes
#: over a ufunc. The first two repeat the checks of `numpy_view` and `silently`, whose calls would take most of the time
#: for small arrays.
_UFUNC: dict[str, np.ufunc] = {}


def by_numpy(name: str, kernel: Callable) -> Callable:
    """Return `kernel` with NumPy's ufunc `name` in front."""
    ufunc = _UFUNC[name] = getattr(np, name)
    return _unary(name, kernel) if ufunc.nin == 1 else _binary(name, kernel)


def by_numpy_if_small(name: str, kernel: Callable, serves: Callable[..., bool] | None = None) -> Callable:
    """Return `kernel` with NumPy's ufunc `name` in front, for few elements, and if `serves` returns True for them."""
    ufunc = _UFUNC[name] = getattr(np, name)
    if ufunc.nin == 1:
        return _unary(name, kernel, FEW_TO_TRANSFORM)

    def small(first: np.ndarray, second: np.ndarray) -> bool:
        return first.size + second.size <= FEW and (serves is None or serves(first, second))

    return _binary(name, kernel, small)


def by_numpy_if_large(name: str, kernel: Callable, serves: Callable[..., bool] | None = None) -> Callable:
    """Return `kernel` with NumPy's ufunc `name` in front, for many elements, and if `serves` returns True for them."""
    ufunc = _UFUNC[name] = getattr(np, name)
    on_host = _unary(name, kernel) if ufunc.nin == 1 else _binary(name, kernel, serves)

    def compute(x: Any, out: Any = None) -> Any:
        if is_compiling() or type(x) is not _Tensor or x.nbytes < FEW_BYTES:
            return kernel(x) if out is None else kernel(x, out=out)
        return on_host(x) if out is None else out.copy_(on_host(x))

    def compute_two(x: Any, y: Any, out: Any = None) -> Any:
        if is_compiling() or type(x) is not _Tensor or x.nbytes < FEW_BYTES:
            return kernel(x, y) if out is None else kernel(x, y, out=out)
        return on_host(x, y) if out is None else out.copy_(on_host(x, y))

    return compute if ufunc.nin == 1 else compute_two


def has_wide_vectors(name: str, char: str) -> bool:
    """Return whether NumPy's ufunc `name` computes with vectors of 512 bits here, for a dtype of a type character.

    Without them its loops of exponentials and the like call the C library for each number, which torch's don't.
    """
    ufunc = getattr(np, name)
    signature = char * (ufunc.nin + ufunc.nout)
    targets = opt_func_info(f"^{ufunc.__name__}$").get(ufunc.__name__, {})
    target = targets.get(signature, {}).get("current", "")
    return "X86_V4" in target or "AVX512" in target


def _as_tensors(result: Any) -> Any:
    """Return the result of a NumPy ufunc, arrays or scalars, as a tensor or a tuple of tensors."""
    return tuple(map(_as_tensors, result)) if type(result) is tuple else _from_numpy(np.asarray(result))


def _unary(name: str, kernel: Callable, most: float = math.inf) -> Callable:
    def compute(x: Any) -> Any:
        if is_compiling() or type(x) is not _Tensor or is_observed():
            return kernel(x)
        if not x.is_cpu or (x.requires_grad and _is_grad_enabled()):
            return kernel(x)  # torch's error takes as long as ten calls
        try:
            values = x.numpy()
        except (RuntimeError, TypeError):
            values = None
        if values is None:
            return kernel(x)
        if values.size > most:
            return kernel(x)
        if values.size < MANY_TO_SPREAD:
            try:
                result = _run(_UFUNC[name], values)
            except RuntimeError:
                pass  # another thread is using this context
            else:
                return _from_numpy(result) if type(result) is _Values else _as_tensors(result)
        return _as_tensors(silently(_UFUNC[name], values))

    return compute


def _binary(name: str, kernel: Callable, serves: Callable[..., bool] | None = None) -> Callable:
    def compute(x: Any, y: Any) -> Any:
        if is_compiling() or type(x) is not _Tensor or is_observed():
            return kernel(x, y)
        if not x.is_cpu or (x.requires_grad and _is_grad_enabled()):
            return kernel(x, y)
        if type(y) is not _Tensor and isinstance(y, _Tensor):
            return kernel(x, y)
        try:
            operands: Any = x.numpy(), y.numpy() if type(y) is _Tensor else y
        except (RuntimeError, TypeError):
            operands = None
        if operands is None or (serves is not None and not serves(*operands)):
            return kernel(x, y)
        first, second = operands
        if first.size < MANY_TO_SPREAD:
            try:
                result = _run(_UFUNC[name], first, second)
            except RuntimeError:
                pass  # another thread is using this context
            else:
                return _from_numpy(result) if type(result) is _Values else _as_tensors(result)
        return _as_tensors(silently(_UFUNC[name], first, second))

    return compute


def power_by_number(kernel: Callable) -> Callable:
    """Return `kernel`, the power of floats or complex numbers by a Python number, with NumPy's in front.

    NumPy computes powers by 0.5 as square roots, which are NaN for -inf; the standard's power is infinite.
    """

    def compute(x: Any, exponent: Any) -> Any:
        if exponent == 0.5 or (values := numpy_view(x)) is None:
            return kernel(x, exponent)
        return _from_numpy(silently(np.power, values, float(exponent)))

    return compute


def by_few_divisors(native: Callable, general: Callable) -> Callable:
    """Return `general` with `native`, torch's own division of integers, in front: for few divisors, not 0 or -1."""

    def compute(x: Any, y: Any) -> Any:
        if is_compiling() or not is_plain_cpu(y) or y.nbytes > FEW_BYTES_OF_DIVISORS or y.ndim != 1:
            return general(x, y)
        try:
            divisors = y.tolist()
        except RuntimeError:
            divisors = [0]  # under vmap
        return general(x, y) if 0 in divisors or -1 in divisors else native(x, y)

    return compute


def one_exponent_each(first: np.ndarray, second: Any) -> bool:
    """Return whether each element has its own exponent: for one exponent of 0.5, NumPy computes square roots."""
    return type(second) is np.ndarray and first.shape == second.shape and 0 not in second.strides


def all_finite(first: np.ndarray, second: np.ndarray) -> bool:
    """Return whether all elements are finite.

    NumPy's floor quotients of infinities are NaN, those by infinities 0 or -1; the standard's are the floor of x / y.
    """
    if first.shape == second.shape:
        # A sum of products that overflows returns False, too; the other kernel then gives the same result.
        return math.isfinite(np.vdot(first, second))
    return all(np.isfinite(values).all() for values in (first, second))


FLOATS = (torch.float32, torch.float64)


class _Memory:
    """Memory at an address, for NumPy's array interface, which does not read it: it may be on any device."""

    def __init__(self, t: torch.Tensor, address: int) -> None:
        self.__array_interface__ = {
            "data": (address, False),
            "shape": tuple(t.shape),
            "strides": tuple(s * t.itemsize for s in t.stride()),
            "typestr": f"|V{t.itemsize}",
            "version": 3,
        }


def memory_at(t: torch.Tensor, address: int) -> np.ndarray:
    """Return an array with the shape and the strides of `t`, whose elements must not be read."""
    return np.asarray(_Memory(t, address))
