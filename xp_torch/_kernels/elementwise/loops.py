"""Loops of the elementwise operations: for each, by its standard (else NumPy's) name, a kernel for each dtype.

A loop takes tensors that all have its dtype and broadcast, and returns what NumPy's loop for that dtype returns.
Which dtypes have one follows NumPy's ``ufunc.types``, with bfloat16 beside float16. Where torch's own kernel is right
it stands in the table itself.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import torch

from xp_torch._facts.dtypes import of_kind
from xp_torch._kernels import host
from xp_torch._kernels.elementwise import complexes, floats, integers
from xp_torch._kernels.elementwise.detours import DETOURS

__all__ = ["LOOPS", "MIXED_COMPARISONS"]

#: comparisons of int64 with uint64 by value: loops with two dtypes.
MIXED_COMPARISONS = integers.MIXED_COMPARISONS


def _real_view(x: torch.Tensor) -> torch.Tensor:
    """Return all of a real tensor as a view."""
    return x.view_as(x)


def _imag_view(x: torch.Tensor) -> torch.Tensor:
    """Return the imaginary components as a view, never with torch's neg bit."""
    return complexes.parts(x)[1]


def _isnan(x: torch.Tensor) -> torch.Tensor:
    """Return whether elements are NaN; the method takes less time than torch's function."""
    return x.isnan()


def _signbit(x: torch.Tensor) -> torch.Tensor:
    """Return whether the sign bit is set; the method takes less time than torch's function."""
    return x.signbit()


#: (torch's kernel, kinds of NumPy's loops); what is wrong or lacking in it is replaced below.
NATIVE: dict[str, tuple[Callable[..., Any], str]] = {
    "abs": (torch.abs, "biufc"),
    "acos": (torch.acos, "fc"),
    "acosh": (torch.acosh, "fc"),
    "add": (torch.add, "biufc"),
    "asin": (torch.asin, "fc"),
    "asinh": (torch.asinh, "fc"),
    "atan": (torch.atan, "fc"),
    "atan2": (torch.atan2, "f"),
    "atanh": (torch.atanh, "fc"),
    "bitwise_and": (torch.bitwise_and, "biu"),
    "bitwise_invert": (torch.bitwise_not, "biu"),
    "bitwise_left_shift": (torch.bitwise_left_shift, "iu"),
    "bitwise_or": (torch.bitwise_or, "biu"),
    "bitwise_right_shift": (torch.bitwise_right_shift, "iu"),
    "bitwise_xor": (torch.bitwise_xor, "biu"),
    "ceil": (torch.ceil, "biuf"),
    "clip": (torch.clamp, "biufc"),
    "conj": (torch.clone, "iuf"),
    "copysign": (torch.copysign, "f"),
    "cos": (torch.cos, "fc"),
    "cosh": (torch.cosh, "fc"),
    "deg2rad": (torch.deg2rad, "f"),
    "divide": (torch.true_divide, "fc"),
    "equal": (operator.eq, "biufc"),
    "exp": (torch.exp, "fc"),
    "exp2": (torch.exp2, "fc"),
    "expm1": (torch.expm1, "fc"),
    "fabs": (torch.abs, "f"),
    "floor": (torch.floor, "biuf"),
    "fmax": (torch.fmax, "biufc"),
    "fmin": (torch.fmin, "biufc"),
    "fmod": (torch.fmod, "iuf"),
    "frexp": (torch.frexp, "f"),
    "greater": (operator.gt, "biufc"),
    "greater_equal": (operator.ge, "biufc"),
    "hypot": (torch.hypot, "f"),
    "imag": (torch.zeros_like, "biuf"),
    "isfinite": (torch.isfinite, "biufc"),
    "isinf": (torch.isinf, "biufc"),
    "isnan": (_isnan, "biufc"),
    "less": (operator.lt, "biufc"),
    "less_equal": (operator.le, "biufc"),
    "log": (torch.log, "fc"),
    "log10": (torch.log10, "fc"),
    "log1p": (torch.log1p, "fc"),
    "log2": (torch.log2, "fc"),
    "logaddexp": (torch.logaddexp, "f"),
    "logical_and": (torch.logical_and, "biufc"),
    "logical_not": (torch.logical_not, "biufc"),
    "logical_or": (torch.logical_or, "biufc"),
    "logical_xor": (torch.logical_xor, "biufc"),
    "maximum": (torch.maximum, "biufc"),
    "minimum": (torch.minimum, "biufc"),
    "multiply": (torch.mul, "biufc"),
    "negative": (torch.neg, "iufc"),
    "nextafter": (torch.nextafter, "f"),
    "not_equal": (operator.ne, "biufc"),
    "positive": (torch.clone, "iufc"),
    "pow": (torch.pow, "iufc"),
    "rad2deg": (torch.rad2deg, "f"),
    "real": (_real_view, "biuf"),
    "reciprocal": (torch.reciprocal, "fc"),
    "round": (torch.round, "iufc"),
    "sign": (torch.sgn, "iufc"),
    "signbit": (_signbit, "f"),
    "sin": (torch.sin, "fc"),
    "sinh": (torch.sinh, "fc"),
    "sqrt": (torch.sqrt, "fc"),
    "square": (torch.square, "iufc"),
    "subtract": (torch.sub, "iufc"),
    "tan": (torch.tan, "fc"),
    "tanh": (torch.tanh, "fc"),
    "trunc": (torch.trunc, "biuf"),
}

LOOPS: dict[str, dict[torch.dtype, Callable[..., Any]]] = {
    name: dict.fromkeys(of_kind(kinds), kernel) for name, (kernel, kinds) in NATIVE.items()
}
# torch.isnan compares integers with themselves, one by one; torch.isinf knows that they are neither.
LOOPS["isnan"].update(dict.fromkeys(of_kind("biu"), torch.isinf))
LOOPS["real"].update(dict.fromkeys(of_kind("c"), torch.real))
LOOPS["imag"].update(dict.fromkeys(of_kind("c"), _imag_view))
LOOPS["float_power"] = {torch.float64: torch.pow}
for _kernels in (integers.KERNELS, floats.KERNELS, complexes.KERNELS):
    for _name, _loops in _kernels.items():
        LOOPS.setdefault(_name, {}).update(_loops)
for _detour in DETOURS:
    for _dtype in _detour.dtypes:
        LOOPS[_detour.name][_dtype] = _detour.way(_detour.kernel, _dtype)
for _name, (_, _dtypes) in host.UFUNCS.items():
    LOOPS[_name].update({_dtype: host.by_numpy(_name, _dtype, LOOPS[_name][_dtype]) for _dtype in _dtypes})
for _name in ("divmod", "frexp"):
    LOOPS[_name].update({_d: host.numpy_when_large(_name, _d, _kernel) for _d, _kernel in LOOPS[_name].items()})
# NumPy's rint has no integer loops; its round does.
LOOPS["rint"] = {d: LOOPS["round"][d] for d in of_kind("fc")}
LOOPS["round"].update(dict.fromkeys(of_kind("iu"), torch.clone))
