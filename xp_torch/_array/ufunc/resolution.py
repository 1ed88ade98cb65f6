"""NumPy's type resolution: the choice of a ufunc's loop by the dtypes of its operands, ``dtype=`` or ``signature=``."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ufunc.record import Op
from xp_torch._facts.defaults import default_device, default_float, floating, python_dtype
from xp_torch._facts.dtypes import COMPLEX, KIND, REAL, WITHOUT_NUMPY, as_dtype, torch_dtype
from xp_torch._facts.errors import UFuncTypeError
from xp_torch._facts.promotion import (
    can_cast,
    check_int,
    promote,
    promote_dtypes,
    scalar_kind,
    weak_promote,
)
from xp_torch._kernels.cast import cast, scalar_tensor
from xp_torch._kernels.elementwise.mixed_comparisons import compare_constant, compare_mixed, needs_exact


def resolve(op: Op, dtype: torch.dtype) -> torch.dtype:
    """Return the dtype of the loop for operands of `dtype`; if there is none, raise `UFuncTypeError`."""
    if op.integers == "default":
        dtype = floating(dtype)
    loop = op.resolution.get(dtype)
    if loop is None and op.is_special:
        loop = _first_loop(op, [dtype], dtype)
    if loop is None:
        if KIND[dtype] == "b" and op.no_bool:
            raise UFuncTypeError(op.no_bool)
        raise UFuncTypeError(
            f"ufunc '{op.name}' not supported for the input types, and the inputs could not be safely coerced to any "
            f"supported types according to the casting rule ''safe'' (dtype {as_dtype(dtype)})"
        )
    return loop


def _first_loop(op: Op, dtypes: list[torch.dtype], common: torch.dtype) -> torch.dtype | None:
    """Return the first loop of SciPy's that holds all `dtypes`; in place of float64 the default dtype if that does."""
    for loop in op.order:
        if all(can_cast(d, loop) for d in dtypes):
            return promote(floating(common), default_float()) if loop is torch.float64 else loop
    return None


def _loop_for_dtype(op: Op, dtype: Any, common: torch.dtype, casting: str) -> torch.dtype:
    """Return the loop whose result is `dtype`, as NumPy's ``dtype=`` chooses it."""
    result = torch_dtype(dtype)
    if (op.result, result) in (("bool", torch.bool), ("uint8", torch.uint8)):
        return result if common not in op.resolution and result in op.loops else resolve(op, common)
    complexes = op.result == "real" and KIND[common] == "c" and casting != "unsafe"
    if (
        complexes
        and result in COMPLEX
        and REAL[COMPLEX[result]] is result
        and can_cast(common, COMPLEX[result], "safe")
    ):
        return COMPLEX[result]
    # One dtype cannot choose a loop whose result has another dtype than its operands.
    mixed = op.result in ("bool", "uint8") or op.name == "frexp" or op.result_dtype(result) is not result
    if mixed or result not in op.loops:
        raise no_loop(op)
    return result


def no_loop(op: Op) -> UFuncTypeError:
    """Return NumPy's error for a dtype or signature without a loop."""
    return UFuncTypeError(f"No loop matching the specified signature and casting was found for ufunc {op.name}")


def _check_inputs(op: Op, args: list, loops: list[torch.dtype], casting: str) -> None:
    """Raise `UFuncTypeError` unless `casting` allows the cast of every input to the dtype of its loop."""
    for x, loop in zip(args, loops, strict=True):
        if type(x) is int and (casting != "equiv" or loop in (torch.bool, torch.int64)):
            # NumPy converts Python ints (to booleans by way of C's long) before it checks the casting rule.
            check_int(x, torch.int64 if loop is torch.bool else loop)
    for i, (x, loop) in enumerate(zip(args, loops, strict=True)):
        kind = scalar_kind(x)
        if kind is None or kind == "b":
            # A Python bool is not a weak scalar: its dtype is bool.
            dtype = torch.bool if kind else x.dtype
            ok = can_cast(dtype, loop, casting)
        else:
            dtype = python_dtype(kind)
            ok = casting == "unsafe" or (dtype if casting == "equiv" else weak_promote(loop, kind)) is loop
        if not ok:
            raise UFuncTypeError(
                f"Cannot cast ufunc '{op.name}' input {i} from {as_dtype(dtype)!r} to {as_dtype(loop)!r} "
                f"with casting rule '{casting}'"
            )


def _exponent(op: Op, x: Any, device: torch.device | None, casting: str) -> torch.Tensor:
    """Return the second operand of a loop with `integer_second`: unchanged if it is int32, else as int64."""
    dtype = x.dtype if isinstance(x, torch.Tensor) else python_dtype(scalar_kind(x))  # type: ignore[arg-type]
    exact = isinstance(x, torch.Tensor) and casting in ("no", "equiv")
    if not can_cast(dtype, torch.int64) or (exact and dtype not in (torch.int32, torch.int64)):
        raise UFuncTypeError(
            f"ufunc '{op.name}' not supported for the input types: the second must be integers that int64 holds, "
            f"not {as_dtype(dtype)}"
        )
    if not isinstance(x, torch.Tensor):
        return scalar_tensor(x, torch.int64, device or default_device())
    return x if dtype is torch.int32 else cast(x, torch.int64)


def _operand(x: Any, loop: torch.dtype, device: torch.device | None) -> torch.Tensor:
    """Return a tensor or a Python scalar as a tensor of the loop's dtype."""
    if isinstance(x, torch.Tensor):
        return cast(x, loop)
    where = device or default_device()
    if (type(x) in (float, complex) and KIND[loop] in "iu") or (type(x) is complex and KIND[loop] == "f"):
        # Only with ``casting="unsafe"``. torch raises for numbers that the dtype does not hold.
        return cast(scalar_tensor(x, python_dtype(scalar_kind(x)), where), loop)  # type: ignore[arg-type]
    return scalar_tensor(x, loop, where)


def _dtype_of(name: str, entry: Any) -> torch.dtype | None:
    """Return the dtype of an entry of a signature; None for None."""
    if entry is None:
        return None
    if isinstance(entry, np.dtype) and not entry.isnative:
        raise TypeError(
            "The `dtype` and `signature` arguments to ufuncs only select the general DType and not details such as "
            f"the byte order or time unit (ufunc '{name}', {entry!r:.80})"
        )
    return torch_dtype(entry)


def read_signature(name: str, nin: int, nout: int, signature: Any, sig: Any, dtype: Any) -> tuple | None:
    """Return the dtypes of ``signature=`` (or ``sig=``) for all operands and results; None for an unspecified one."""
    if signature is None:
        signature = sig
    elif sig is not None:
        raise TypeError("cannot specify both 'sig' and 'signature'")
    if signature is None:
        return None
    if dtype is not None:
        raise TypeError("cannot specify both 'signature' and 'dtype'")
    if isinstance(signature, bytes):
        signature = signature.decode("ascii")
    if not isinstance(signature, (str, tuple)):
        raise TypeError("the signature object to ufunc must be a string or a tuple.")
    if len(signature) == 1 and nin + nout != 1:
        raise TypeError(
            "The use of a length 1 tuple for the ufunc `signature` is not allowed. Use `dtype` or fill the tuple with "
            "`None`s."
        )
    if isinstance(signature, str):
        chars = signature[:nin] + signature[nin + 2 :]
        if len(chars) != nin + nout or signature[nin : nin + 2] != "->":
            raise ValueError(
                f"a type-string for {name}, requires {nin + nout} typecode(s) plus the '->' between inputs and "
                f"outputs, not {signature!r:.80}"
            )
        for char in chars:
            try:
                np.dtype(char)
            except TypeError:
                raise ValueError(f"{name}: {char!r:.80} in signature {signature!r:.80} is no typecode") from None
        signature = tuple(chars)
    if len(signature) != nin + nout:
        raise ValueError(
            f"a type-tuple must be specified of length {nin + nout} for ufunc '{name}', got {len(signature)}"
        )
    dtypes = tuple(_dtype_of(name, entry) for entry in signature)
    return None if dtypes == (None,) * (nin + nout) else dtypes


def _loop_for_inputs(op: Op, signature: tuple, args: list) -> torch.dtype:
    """Return the loop for the dtypes in a signature; inputs without one must promote to it."""
    count = 1 if op.integer_second else op.nin
    specified = [d for d in signature[:count] if d is not None]
    loop = specified[0]
    if loop not in op.loops or len(set(specified)) > 1:
        raise no_loop(op)
    if op.integer_second and signature[1] not in (None, torch.int32, torch.int64):
        raise no_loop(op)
    if len(specified) < count:
        dtypes, kinds = _dtypes_and_kinds([x for x, d in zip(args, signature, strict=False) if d is None])
        if resolve(op, promote_dtypes(specified + dtypes, kinds)) is not loop:
            raise no_loop(op)
    return loop


def _check_results(op: Op, signature: tuple, loop: torch.dtype) -> None:
    """Raise `UFuncTypeError` unless the results of a loop have the dtypes that a signature gives them."""
    first = op.result_dtype(loop)
    second = torch.int32 if op.name == "frexp" else first
    for d, result in zip(signature[op.nin :], (first, second), strict=False):
        if d is not None and d is not result:
            raise no_loop(op)


def find_loop(
    op: Op,
    args: list,
    device: torch.device | None,
    casting: str = "same_kind",
    dtype: Any = None,
    signature: tuple | None = None,
) -> tuple[Callable[..., Any], list]:
    """Return the kernel for `args` (tensors and Python scalars) and its operands; `UFuncTypeError` if there is none.

    `dtype` and `signature`, the dtypes that `read_signature` returns, choose another loop than the operands would.
    """
    loop = None
    if signature is not None:
        if any(d is not None for d in signature[: 1 if op.integer_second else op.nin]):
            dtype = loop = _loop_for_inputs(op, signature, args)
            _check_results(op, signature, loop)
        elif len(set(signature[op.nin :])) == 1:
            dtype = signature[op.nin]
    logical = op.name.startswith("logical")
    if dtype is not None and loop is None and (op.comparison or logical) and torch_dtype(dtype) is torch.bool:
        dtype = None  # their results are booleans in any case
    if op.comparison and dtype is None:
        exact = _exact_comparison(op, args, device, casting)
        if exact is not None:
            return exact, args
        if casting == "equiv" and _is_int_beside_integers(*_dtypes_and_kinds(args)):
            casting = "no"  # in NumPy the int has the dtype of the array
    exponent = None
    if op.integer_second:
        common = _dtype_of_base(*args)
        if dtype is not None and loop is None and not can_cast(common, torch_dtype(dtype)):
            raise no_loop(op)
        args, exponent = args[:1], args[1]
    else:
        if op.nin == 1 and not logical and not isinstance(args[0], torch.Tensor):
            # A Python scalar without an array is not weak: it has its own dtype, uint64 for ints that need it.
            args = [as_tensor(args[0], device=device)]
        common = promote_dtypes(*_dtypes_and_kinds(args))
    if logical:
        # NumPy accepts any Python int here, because its truth does not depend on the dtype.
        args = [x if isinstance(x, torch.Tensor) else bool(x) for x in args]
    if loop is None:
        loop = _loop_for_operands(op, args, common) if dtype is None else _loop_for_dtype(op, dtype, common, casting)
    if signature is not None and dtype is None:
        _check_results(op, signature, loop)
    second = [_exponent(op, exponent, device, casting)] if op.integer_second else []
    if dtype is not None or (casting not in ("same_kind", "unsafe") and not logical):
        _check_inputs(op, args, [loop] * len(args), casting)
    operands = [x if isinstance(x, torch.Tensor) and x.dtype is loop else _operand(x, loop, device) for x in args]
    return op.loops[loop], operands + second


def _dtypes_and_kinds(args: list) -> tuple[list[torch.dtype], list[Any]]:
    """Return the dtypes of the tensors among `args`, and the kinds of the Python scalars."""
    dtypes, kinds = [], []
    for x in args:
        if isinstance(x, torch.Tensor):
            dtypes.append(x.dtype)
        else:
            kinds.append(scalar_kind(x))
    return dtypes, kinds


def _loop_for_operands(op: Op, args: list, common: torch.dtype) -> torch.dtype:
    """Return the loop that NumPy's search finds for `args`, whose common dtype is `common`."""
    if op.is_special:
        dtypes, kinds = _dtypes_and_kinds(args)
        return _special_loop(op, dtypes, kinds, common)
    loop = resolve(op, common)
    if len(args) == 2 and KIND[common] in "iu" and KIND[loop] == "f" and op.integers != "default":
        dtypes, _ = _dtypes_and_kinds(args)
        if len(dtypes) == 2:
            # NumPy searches for a loop that holds each operand: float16 for int8 and uint8, which promote to int16.
            return promote(resolve(op, dtypes[0]), resolve(op, dtypes[1]))
    return loop


def _special_loop(op: Op, dtypes: list[torch.dtype], kinds: list[Any], common: torch.dtype) -> torch.dtype:
    """Return the loop that SciPy would use: the one of all operands' dtype, else the first that holds them.

    Python scalars are weak.
    """
    same = all(d is dtypes[0] for d in dtypes)
    # a number of another kind than the arrays changes their common dtype; one that NumPy lacks is not widened
    if same or common in WITHOUT_NUMPY or (kinds and KIND[common] not in [KIND[d] for d in dtypes]):
        return resolve(op, common)
    loop = _first_loop(op, dtypes, common)
    return resolve(op, common) if loop is None else loop  # raises


def _dtype_of_base(x: Any, exponent: Any) -> torch.dtype:
    """Return the dtype of the first operand of a loop with `integer_second`."""
    if isinstance(x, torch.Tensor):
        return x.dtype
    if type(x) is bool or (type(x) is int and isinstance(exponent, torch.Tensor) and KIND[exponent.dtype] != "b"):
        return torch.int8  # for a weak int beside integers, NumPy's search starts at the smallest loop
    return python_dtype(scalar_kind(x))  # type: ignore[arg-type]


def _is_int_beside_integers(dtypes: list[torch.dtype], kinds: list[Any]) -> bool:
    """Return whether the operands are an array of integers and a Python int."""
    return kinds == ["i"] and len(dtypes) == 1 and KIND[dtypes[0]] in "iu"


def _exact_comparison(op: Op, args: list, device: torch.device | None, casting: str) -> Callable[..., Any] | None:
    """Return a kernel that compares integers without a common dtype of integers; None for other operands."""
    symbol: Any = op.operator
    dtypes, kinds = _dtypes_and_kinds(args)
    if len(dtypes) == 2:
        if not needs_exact(*dtypes):
            return None
        _check_inputs(op, args, [d if d is torch.uint64 else torch.int64 for d in dtypes], casting)
        return lambda a, b: compare_mixed(symbol, a, b)
    if not dtypes and kinds == ["i", "i"] and device is None:
        # Python compares ints exactly.
        return lambda a, b: torch.full((), getattr(operator, symbol)(a, b), dtype=torch.bool, device=default_device())
    constant = compare_constant(symbol, *args) if _is_int_beside_integers(dtypes, kinds) else None
    return None if constant is None else lambda a, b: constant
