"""NumPy's own ufuncs on tensors in the host's memory, where torch has no kernel that gives NumPy's values.

They take the memory as it is and give their results without a copy, in a fraction of the time of the several kernels of
torch that make up for one. Those serve wherever there is no memory to give away, and where something has to see them:
on other devices, compiled, under `vmap`, with gradients of either mode, and while a dispatch mode or a tracer looks on.
"""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.autograd import forward_ad

from xp_torch._dtypes import of_kind

__all__ = ["FLOATS", "UFUNCS", "by_numpy", "extreme", "holds", "partitioned", "unseen", "values"]

_is_compiling = torch.compiler.is_dynamo_compiling
_modes = torch._C._len_torch_dispatch_stack
_tracer = torch._C._get_tracing_state

# To enter np.errstate takes three times as long as a ufunc of a few elements; this context is in it for good.
_context = contextvars.Context()
_context.run(np.seterr, all="ignore")
_run = _context.run


def unseen(x: Any) -> bool:
    """Tell whether nobody but the caller sees what is done with `x`, a tensor of the host; not for Dynamo."""
    return type(x) is torch.Tensor and x.is_cpu and not _modes() and forward_ad._current_level < 0 and _tracer() is None


def values(x: Any) -> np.ndarray | None:
    """Return the memory of `x`, a tensor of the host, where nobody but the caller sees what is done with it."""
    if _is_compiling() or not unseen(x):
        return None
    try:
        return x.numpy()
    except (RuntimeError, TypeError):
        return None  # it needs a gradient, is mapped over, or of a dtype that NumPy has not got


def holds(mask: torch.Tensor) -> bool:
    """Tell whether an element of `mask` is true; where nobody may look, none is."""
    known = values(mask)
    return known is not None and bool(known.any())


def extreme(x: torch.Tensor, axes: tuple[int, ...], largest: bool) -> torch.Tensor | None:
    """Return the extreme over `axes`, which go, of what is not NaN; None where NumPy can't serve."""
    known = values(x)
    return None if known is None else torch.from_numpy(_silently(_FM[largest].reduce, known, axes))


_FM = (np.fmin, np.fmax)


def partitioned(x: torch.Tensor, places: list[int]) -> torch.Tensor | None:
    """Return the elements at sorted places along the last dimension; None where NumPy can't serve."""
    known = values(x)
    if known is None:
        return None
    return torch.from_numpy(np.partition(known, sorted(set(places)), -1)[..., places])


def _silently(ufunc: Callable, *operands: Any) -> np.ndarray:
    """Return what `ufunc` gives, without NumPy's warnings."""
    try:
        result = _run(ufunc, *operands)
    except RuntimeError:
        # Another thread is in that context.
        with np.errstate(all="ignore"):
            result = ufunc(*operands)
    # Of 0-D arrays ufuncs make scalars.
    return result if type(result) is np.ndarray else np.asarray(result)


# The loops close over names, for Dynamo takes no function that closes over a ufunc.
def _unary(name: str, kernel: Callable) -> Callable:
    def compute(x: Any) -> Any:
        if not _is_compiling() and unseen(x):
            try:
                values = x.numpy()
            except RuntimeError:
                return kernel(x)  # it needs a gradient, or is mapped over
            return torch.from_numpy(_silently(UFUNCS[name][0], values))
        return kernel(x)

    return compute


def _binary(name: str, kernel: Callable, serves: Callable[..., bool]) -> Callable:
    def compute(x: Any, y: Any) -> Any:
        if not _is_compiling() and unseen(x) and type(y) is torch.Tensor and y.is_cpu:
            try:
                first, second = x.numpy(), y.numpy()
            except RuntimeError:
                return kernel(x, y)
            if serves(first, second):
                return torch.from_numpy(_silently(UFUNCS[name][0], first, second))
        return kernel(x, y)

    return compute


def _few(first: np.ndarray, second: np.ndarray) -> bool:
    """Tell whether there are so few elements that one call of NumPy's takes less time than several of torch's."""
    return first.size + second.size <= _FEW


def _any_number(first: np.ndarray, second: np.ndarray) -> bool:
    return True


def by_numpy(name: str, dtype: torch.dtype, kernel: Callable) -> Callable:
    """Return `kernel`, the loop of `name` for `dtype`, by way of NumPy's ufunc where that can serve."""
    if UFUNCS[name][0].nin == 1:
        return _unary(name, kernel)
    if name == "floor_divide" and dtype in FLOATS:
        return _binary(name, kernel, _few_and_finite)
    return _binary(name, kernel, _few if dtype in _SLOW.get(name, ()) else _any_number)


def _few_and_finite(*operands: np.ndarray) -> bool:
    """Tell whether there are few elements, and all of them finite: a NaN, as others are less themselves, is not zero.

    NumPy's quotients of infinities are NaN, those by infinities 0 or -1; the standard's are the floor of x / y.
    """
    if not _few(*operands):
        return False
    for values in operands:  # noqa: SIM110 - a generator takes longer than the test
        if np.count_nonzero(_silently(np.subtract, values, values)):
            return False
    return True


FLOATS = (torch.float32, torch.float64)
_INTEGERS = of_kind("iu")

#: name of an operation to the ufunc and the dtypes that it serves.
UFUNCS: dict[str, tuple[np.ufunc, tuple[torch.dtype, ...]]] = {
    "sqrt": (np.sqrt, FLOATS),
    "cbrt": (np.cbrt, FLOATS),
    "sinh": (np.sinh, FLOATS),
    "cosh": (np.cosh, FLOATS),
    "asinh": (np.arcsinh, FLOATS),
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
#: those whose loops are slower than several of torch's on many elements.
_SLOW = {
    "fmod": (torch.float32,),
    "remainder": (torch.float32,),
    "heaviside": FLOATS,
}
_FEW = 4000
