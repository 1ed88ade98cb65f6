"""How torch and NumPy compute elementwise operations on the CPU: one row for each operation.

A row says what torch's own kernel takes besides tensors of one dtype, and for which dtypes NumPy's loop on shared
memory serves: always where torch lacks a kernel with NumPy's values, else where it takes less time.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from xp_torch._kernels import host
from xp_torch._kernels.elementwise import by_number


@dataclass(frozen=True, kw_only=True)
class Shortcuts:
    """The kernels and NumPy's loops that compute an operation on the CPU in the least time."""

    #: Which operand of torch's kernel may be a Python number: "second", "both" (either one), or "" for none.
    number: str = ""
    #: Whether torch's kernel promotes its operands by itself.
    promotes: bool = False
    #: Chooses another kernel for a number as second operand; see `by_number`.
    by_number: Callable[..., tuple[Callable[..., Any], Any, Any] | None] | None = None
    #: In-place form of torch's kernel. Not a method of `torch.Tensor`: Dynamo does not guard method descriptors.
    inplace: Callable[..., Any] | None = None
    #: Type characters of the dtypes for which NumPy's loop is used on the host: always, for small or for large arrays.
    numpy: str = ""
    numpy_if_small: str = ""
    numpy_if_large: str = ""
    #: The same for large arrays, where NumPy's loop has vectors of 512 bits; torch's own kernel is right, too.
    numpy_if_wide: str = ""
    #: Whether NumPy's results are right for given small or large arrays.
    numpy_serves: Callable[..., bool] | None = None
    #: Whether torch's kernel is right for integers, except for the divisors 0 and -1.
    divides: bool = False


#: NumPy's type characters of the integers.
_INT = "bhilBHIL"
_COMPARISON = Shortcuts(number="second", promotes=True, numpy_if_large="fd")
#: Those of operations without a row.
NONE = Shortcuts()
#: By the name of the operation.
SHORTCUTS: dict[str, Shortcuts] = {
    "abs": Shortcuts(numpy_if_large="FD"),
    "acos": Shortcuts(numpy_if_wide="fd"),
    "acosh": Shortcuts(numpy="fd"),
    "add": Shortcuts(number="both", promotes=True, inplace=operator.iadd, numpy_if_large="l"),
    "asin": Shortcuts(numpy_if_wide="fd"),
    "asinh": Shortcuts(numpy="fd"),
    "atan": Shortcuts(numpy_if_wide="fd"),
    "atan2": Shortcuts(numpy_if_wide="fd"),  # torch's derivative squares integers in their dtype
    "atanh": Shortcuts(numpy="fd"),
    "bitwise_and": Shortcuts(number="second", inplace=operator.iand),
    "bitwise_count": Shortcuts(numpy=_INT),
    "bitwise_left_shift": Shortcuts(by_number=by_number.shift),
    "bitwise_or": Shortcuts(number="second", inplace=operator.ior),
    "bitwise_right_shift": Shortcuts(by_number=by_number.shift),
    "bitwise_xor": Shortcuts(number="second", inplace=operator.ixor),
    "cbrt": Shortcuts(numpy="fd"),
    "copysign": Shortcuts(number="second"),
    "cos": Shortcuts(numpy_if_wide="f"),
    "cosh": Shortcuts(numpy="fd"),
    "divide": Shortcuts(number="both", promotes=True, inplace=operator.itruediv),
    "divmod": Shortcuts(numpy_if_large=_INT),
    "equal": _COMPARISON,
    "exp": Shortcuts(numpy_if_wide="fd"),
    "exp2": Shortcuts(numpy_if_wide="fd"),
    "expm1": Shortcuts(numpy_if_large="fd"),
    "float_power": Shortcuts(numpy="D"),
    "floor_divide": Shortcuts(
        by_number=by_number.floor_divide, numpy=_INT, numpy_if_small="fd", numpy_serves=host.all_finite, divides=True
    ),
    "fmax": Shortcuts(promotes=True, numpy="fd"),
    "fmin": Shortcuts(promotes=True, numpy="fd"),
    "fmod": Shortcuts(by_number=by_number.fmod, numpy="d" + _INT, numpy_if_small="f", divides=True),
    "frexp": Shortcuts(numpy_if_large="fd"),
    "greater": _COMPARISON,
    "greater_equal": _COMPARISON,
    "heaviside": Shortcuts(numpy_if_small="fd"),
    "hypot": Shortcuts(promotes=True),
    "isfinite": Shortcuts(numpy_if_large="fdFD"),
    "isinf": Shortcuts(numpy_if_large="fdFD"),
    "isnan": Shortcuts(numpy_if_large="fdFD"),
    "lcm": Shortcuts(numpy=_INT),
    "ldexp": Shortcuts(numpy="fd"),
    "less": _COMPARISON,
    "less_equal": _COMPARISON,
    "log": Shortcuts(numpy_if_wide="fd"),
    "log10": Shortcuts(numpy_if_wide="fd"),
    "log1p": Shortcuts(numpy_if_small="fd", numpy_if_wide="fd"),
    "log2": Shortcuts(numpy_if_wide="fd"),
    "maximum": Shortcuts(promotes=True, by_number=by_number.maximum, numpy="fd"),
    "minimum": Shortcuts(promotes=True, by_number=by_number.minimum, numpy="fd"),
    "multiply": Shortcuts(number="both", promotes=True, inplace=operator.imul, numpy_if_large="l"),
    "not_equal": _COMPARISON,
    "pow": Shortcuts(
        by_number=by_number.exponent,
        inplace=operator.ipow,
        numpy="FD",
        numpy_if_large="fd",
        numpy_serves=host.one_exponent_each,
    ),
    "reciprocal": Shortcuts(numpy_if_large="FD"),
    "remainder": Shortcuts(by_number=by_number.remainder, numpy="d" + _INT, numpy_if_small="f", divides=True),
    "sign": Shortcuts(numpy="fd"),
    "signbit": Shortcuts(numpy_if_large="fd"),
    "sin": Shortcuts(numpy_if_wide="f"),
    "sinh": Shortcuts(numpy="fd"),
    "sqrt": Shortcuts(numpy="fd"),
    "square": Shortcuts(numpy_if_large="il"),
    "subtract": Shortcuts(number="both", promotes=True, inplace=operator.isub, numpy_if_large="l"),
    "tan": Shortcuts(numpy_if_wide="fd"),
    "tanh": Shortcuts(numpy_if_wide="fd"),
    "trunc": Shortcuts(numpy_if_large="fd"),
}
