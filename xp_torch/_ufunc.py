"""Universal functions: NumPy's type resolution over the loops of a record.

A ufunc is a plain function carrying attributes, so that Dynamo traces it, doctest finds it and a call stays cheap.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any, NoReturn

import torch

from ._array import ndarray, wrap_like
from ._coerce import as_tensor, common_device, write_out
from ._defaults import default_device, default_float
from ._direct import make_direct, make_into, typed_loops
from ._dtypes import COMPLEX, KIND, REAL, as_dtype, torch_dtype
from ._errors import UFuncTypeError
from ._kernels import layout
from ._kernels.cast import cast, scalar_tensor
from ._kernels.comparison import compare_constant, compare_mixed, needs_exact
from ._op import Op
from ._promotion import can_cast, check_int, promote, promote_dtypes, python_dtype, scalar_kind, weak_promote
from ._records import OPS
from ._shapes import broadcast_shapes

__all__ = ["call", "make_ufunc", "ufunc"]

#: stands where positional arguments of a ufunc end: Python calls functions with keyword-only parameters more slowly
KEYWORDS = object()
#: signatures of ufuncs of one result, by the number of operands
_SIGNATURES: dict[int, inspect.Signature] = {}

_new = object.__new__
_PYTHON = {
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}


class _UfuncType(type):
    """Answers `isinstance(add, ufunc)`: ufuncs are plain functions that carry a record."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(getattr(instance, "_op", None), Op)


class ufunc(metaclass=_UfuncType):
    """The type that universal functions answer to: ``isinstance(xp.add, xp.ufunc)``; not to be instantiated.

    Examples
    --------
    >>> import xp_torch as xp
    >>> isinstance(xp.add, xp.ufunc), xp.add.nin, xp.add.identity
    (True, 2, 0)
    """

    def __new__(cls, *args: Any, **kwargs: Any) -> ufunc:
        raise TypeError("cannot create 'ufunc' instances")


def resolve(op: Op, dtype: torch.dtype) -> torch.dtype:
    """Return the dtype of the loop that serves operands of `dtype`; none raises `UFuncTypeError`."""
    if op.integers == "default" and KIND[dtype] in "biu":
        return default_float()
    found = op.resolution.get(dtype)
    if found is None:
        if KIND[dtype] == "b" and op.no_bool:
            raise UFuncTypeError(op.no_bool)
        raise UFuncTypeError(
            f"ufunc '{op.name}' not supported for the input types, and the inputs could not be safely coerced to any "
            f"supported types according to the casting rule ''safe'' (dtype {as_dtype(dtype)})"
        )
    return found


def raise_explained(name: str, tensors: list, error: RuntimeError) -> NoReturn:
    """Raise NumPy's error for what torch's kernel refused: shapes that don't broadcast, or two devices."""
    try:
        common_device(name, tensors)
        broadcast_shapes(*[t.shape for t in tensors])
    except ValueError as explained:
        raise explained from None
    raise error


def _loop_for_dtype(op: Op, dtype: Any, common: torch.dtype, casting: str) -> torch.dtype:
    """Return the loop whose result is `dtype`, as NumPy's ``dtype=`` asks for."""
    asked = torch_dtype(dtype)
    if (op.result, asked) in (("bool", torch.bool), ("uint8", torch.uint8)):
        return asked if common not in op.resolution and asked in op.loops else resolve(op, common)
    complexes = op.result == "real" and KIND[common] == "c" and casting != "unsafe"
    if complexes and asked in COMPLEX and REAL[COMPLEX[asked]] is asked and can_cast(common, COMPLEX[asked], "safe"):
        return COMPLEX[asked]
    # Loops whose results have another dtype than their operands can't be asked for by one dtype.
    mixed = op.result in ("bool", "uint8") or op.name == "frexp" or op.result_dtype(asked) is not asked
    if mixed or asked not in op.loops:
        raise _no_loop(op)
    return asked


def _no_loop(op: Op) -> UFuncTypeError:
    return UFuncTypeError(f"No loop matching the specified signature and casting was found for ufunc {op.name}")


def _check_inputs(op: Op, args: list, loops: list[torch.dtype], casting: str) -> None:
    """Raise unless `casting` lets every input become the dtype that the loop takes it in."""
    for x, loop in zip(args, loops, strict=True):
        if type(x) is int and (casting != "equiv" or loop in (torch.bool, torch.int64)):
            # NumPy converts Python's ints, to booleans by way of C's, before it looks at what is allowed.
            check_int(x, torch.int64 if loop is torch.bool else loop)
    for i, (x, loop) in enumerate(zip(args, loops, strict=True)):
        kind = scalar_kind(x)
        if kind is None or kind == "b":
            # A Python bool is no weak scalar: it has the dtype bool.
            given = torch.bool if kind else x.dtype
            ok = can_cast(given, loop, casting)
        else:
            given = python_dtype(kind)
            ok = casting == "unsafe" or (given if casting == "equiv" else weak_promote(loop, kind)) is loop
        if not ok:
            raise UFuncTypeError(
                f"Cannot cast ufunc '{op.name}' input {i} from {as_dtype(given)!r} to {as_dtype(loop)!r} "
                f"with casting rule '{casting}'"
            )


def in_order(t: torch.Tensor, order: str) -> torch.Tensor:
    """Return `t` with the memory layout that NumPy's ``order=`` asks for ("K" and "A" keep torch's)."""
    return t if order in ("K", "A", "k", "a") else layout.in_order(t, order)


def _exponent(op: Op, x: Any, device: torch.device | None, casting: str) -> torch.Tensor:
    """Return the second operand of a loop that takes an integer of its own dtype there, as int64."""
    found = x.dtype if isinstance(x, torch.Tensor) else python_dtype(scalar_kind(x))  # type: ignore[arg-type]
    exact = isinstance(x, torch.Tensor) and casting in ("no", "equiv")
    if not can_cast(found, torch.int64) or (exact and found not in (torch.int32, torch.int64)):
        raise UFuncTypeError(
            f"ufunc '{op.name}' not supported for the input types: the second must be integers that int64 holds, "
            f"not {as_dtype(found)}"
        )
    return (
        cast(x, torch.int64)
        if isinstance(x, torch.Tensor)
        else scalar_tensor(x, torch.int64, device or default_device())
    )


def _operand(x: Any, loop: torch.dtype, device: torch.device | None) -> torch.Tensor:
    """Return a tensor or a Python scalar in the dtype of the loop."""
    if isinstance(x, torch.Tensor):
        return cast(x, loop)
    where = device or default_device()
    if (type(x) in (float, complex) and KIND[loop] in "iu") or (type(x) is complex and KIND[loop] == "f"):
        # ``casting="unsafe"`` asks for this; torch refuses numbers that the dtype does not hold.
        return cast(scalar_tensor(x, python_dtype(scalar_kind(x)), where), loop)  # type: ignore[arg-type]
    return scalar_tensor(x, loop, where)


def compute(op: Op, args: list, device: torch.device | None, dtype: Any, casting: str) -> Any:
    """Return what the loop that serves `args` (tensors and Python scalars) gives: a tensor, or a tuple of them."""
    dtypes = [x.dtype for x in args if isinstance(x, torch.Tensor)]
    kinds = [scalar_kind(x) for x in args if not isinstance(x, torch.Tensor)]
    logical = op.name.startswith("logical")
    if dtype is not None and (op.comparison or logical) and torch_dtype(dtype) is torch.bool:
        dtype = None  # which they give in any case
    if op.comparison and dtype is None:
        if len(dtypes) == 2 and needs_exact(*dtypes):
            _check_inputs(op, args, [d if d is torch.uint64 else torch.int64 for d in dtypes], casting)
            return _run(op, lambda a, b: compare_mixed(op.name, a, b), args)
        if not dtypes and all(type(x) is int for x in args) and device is None:
            # Python compares Python's ints exactly.
            return torch.full((), _PYTHON[op.name](*args), dtype=torch.bool, device=default_device())
        if len(dtypes) == 1 and kinds == ["i"] and KIND[dtypes[0]] in "iu":
            constant = compare_constant(op.name, *args)
            if constant is not None:
                return constant
            casting = "no" if casting == "equiv" else casting  # NumPy does not ask of what dtype this int is
    if op.integer_second:
        args, exponent = args[:1], args[1]
        if isinstance(args[0], torch.Tensor):
            dtypes, kinds = [args[0].dtype], []
        elif type(args[0]) is bool or (type(args[0]) is int and dtypes and KIND[dtypes[0]] != "b"):
            # A weak int beside integers: NumPy's search starts at its smallest loop.
            dtypes, kinds = [torch.int8], []
        else:
            dtypes, kinds = [], kinds[:1]
        own = promote_dtypes(dtypes, kinds)  # type: ignore[arg-type]
        if dtype is not None and not can_cast(own, torch_dtype(dtype)):
            raise _no_loop(op)
    if logical:
        # Truth does not depend on what fits: NumPy takes any Python int here.
        args = [x if isinstance(x, torch.Tensor) else bool(x) for x in args]
    elif op.nin == 1 and kinds:
        # Alone, a Python scalar is no weak one: an array of its own dtype, uint64 for the ints that need it.
        args = [as_tensor(args[0], device=device)]
        dtypes, kinds = [args[0].dtype], []
    common = promote_dtypes(dtypes, kinds)  # type: ignore[arg-type]
    if dtype is None:
        loop = resolve(op, common)
        if len(dtypes) == 2 and KIND[common] in "iu" and KIND[loop] == "f" and op.integers != "default":
            # NumPy looks for a loop that holds each operand: float16 for int8 with uint8, though they meet in int16.
            loop = promote(resolve(op, dtypes[0]), resolve(op, dtypes[1]))
    else:
        loop = _loop_for_dtype(op, dtype, common, casting)
    second = [_exponent(op, exponent, device, casting)] if op.integer_second else []
    if dtype is not None or (casting not in ("same_kind", "unsafe") and not logical):
        _check_inputs(op, args, [loop] * len(args), casting)
    return _run(op, op.loops[loop], [_operand(x, loop, device) for x in args] + second)


def _run(op: Op, kernel: Callable, operands: list) -> Any:
    try:
        return kernel(*operands)
    except RuntimeError as error:
        raise_explained(op.name, operands, error)


def _check_outputs(op: Op, results: tuple, outs: tuple, mask: torch.Tensor | None) -> None:
    """Raise unless every one of several outputs has the shape that all that is given broadcasts to."""
    given = [o._tensor for o in outs if isinstance(o, ndarray)]
    full = broadcast_shapes(*[t.shape for t in (*results, *given, *([] if mask is None else [mask]))])
    for t in given:
        if tuple(t.shape) != tuple(full):
            raise ValueError(
                f"{op.name}: non-broadcastable output operand with shape {tuple(t.shape)} "
                f"doesn't match the broadcast shape {tuple(full)}"
            )


def call(
    name: str,
    inputs: tuple,
    out: Any = None,
    where: Any = True,
    casting: str = "same_kind",
    order: str = "K",
    dtype: Any = None,
    subok: bool = True,
) -> Any:
    """Call the ufunc `name`: every form that is not the fast path.

    It is named, not handed over: Dynamo can't wrap a record held in a closure (functions and dicts it can).
    """
    op = OPS[name]
    arrays = [x for x in inputs if isinstance(x, (ndarray, torch.Tensor))]
    device = common_device(op.name, arrays) if arrays else None
    args = [x if scalar_kind(x) else as_tensor(x, device=device) for x in inputs]
    if not isinstance(casting, str):
        raise TypeError(f"casting must be str, not {type(casting).__name__}")
    if casting not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got {casting!r})")
    if order != "K":
        layout.check_order(order)
    if out is ...:
        out = None  # NumPy's way to ask for an array, which every result is
    mask = None
    if where is None or scalar_kind(where):
        where = bool(where)
    if where is not True:
        mask = as_tensor(where, device=device)
        if mask.dtype is not torch.bool:
            raise TypeError(
                f"Cannot cast array data from {as_dtype(mask.dtype)!r} to dtype('bool') according to 'safe'"
            )
    outs = out if isinstance(out, tuple) else (out,) + (None,) * (op.nout - 1)
    if len(outs) != op.nout:
        raise ValueError(f"The 'out' tuple must have exactly {op.nout} entries, one per ufunc output")
    computed = compute(op, args, device, dtype, casting)
    results = computed if isinstance(computed, tuple) else (computed,)
    cls: Any = ndarray
    source = None
    if subok:
        for x in inputs:
            if isinstance(x, ndarray) and type(x) is not ndarray:
                cls, source = type(x), x
                break
    # All outputs are checked before the first is written, so that a failed call changes nothing.
    for result, target in zip(results, outs, strict=True):
        if isinstance(target, ndarray) and not can_cast(result.dtype, target._tensor.dtype, casting):
            write_out(op.name, result, target, casting)
    if op.check is not None:
        op.check(results[0].dtype, tuple(args))
    if op.nout > 1 and any(target is not None for target in outs):
        _check_outputs(op, results, outs, mask)
    finished = []
    for result, target in zip(results, outs, strict=True):
        if target is not None:
            finished.append(write_out(op.name, result, target, casting, mask))
            continue
        if op.nout > 1:
            # The other result's out= takes part in broadcasting.
            shape = broadcast_shapes(result.shape, *[o._tensor.shape for o in outs if o is not None])
            result = result if shape == result.shape else result.broadcast_to(shape).clone()
        if mask is not None:
            shape = broadcast_shapes(result.shape, mask.shape)
            result = torch.where(mask, result, torch.zeros((), dtype=result.dtype, device=result.device))
            result = result.broadcast_to(shape)
        finished.append(wrap_like(cls, in_order(result, order), source))
    return finished[0] if op.nout == 1 else tuple(finished)


def make_ufunc(name: str) -> Callable[..., ndarray]:
    """Return the ufunc of the record `name`."""
    op = OPS[name]
    function = _unary(op) if op.nin == 1 else _binary(op)
    function.__name__ = function.__qualname__ = name
    function.__module__ = "xp_torch"
    function.__doc__ = _document(op)
    function._op = op  # type: ignore[attr-defined]
    if op.nout == 1:
        if op.nin not in _SIGNATURES:
            _SIGNATURES[op.nin] = _keyword_only(inspect.signature(function))
        function.__signature__ = _SIGNATURES[op.nin]  # type: ignore[attr-defined]
    for attribute, value in {
        "nin": op.nin,
        "nout": op.nout,
        "nargs": op.nin + op.nout,
        "identity": op.identity,
        "signature": None,
        "types": _types(op),
        "ntypes": len(op.loops),
    }.items():
        setattr(function, attribute, value)
    return function


def _keyword_only(signature: inspect.Signature) -> inspect.Signature:
    """Return a signature whose parameters after `keywords`, which goes, are keyword-only."""
    parameters = list(signature.parameters.values())
    end = [p.name for p in parameters].index("keywords")
    keywords = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters[end + 1 :]]
    return signature.replace(parameters=[*parameters[:end], *keywords])


def make_ufunc_of_two(name: str) -> Callable[..., tuple[ndarray, ndarray]]:
    """Return the ufunc of the record `name`, which has two results."""
    return make_ufunc(name)  # type: ignore[return-value]


def _unary(op: Op) -> Callable[..., Any]:
    name, loops = op.name, typed_loops(op.name) if op.nout == 1 else {}
    into = make_into(name)

    def function(
        x: Any,
        /,
        out: Any = None,
        keywords: Any = KEYWORDS,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: Any = None,
        subok: bool = True,
    ) -> Any:
        if where is True and dtype is None and order == "K" and casting == "same_kind" and keywords is KEYWORDS:
            if out is None:
                if type(x) is ndarray:
                    dtype = x._dtype
                    try:
                        kernel, result = loops[dtype]
                    except KeyError:
                        return call(name, (x,))
                    new = _new(ndarray)
                    new._tensor = t = kernel(x._tensor)
                    new._dtype = result or t.dtype
                    return new
            elif into(out, x):
                return out
        if keywords is not KEYWORDS:
            raise TypeError(f"{name}() takes from 1 to 2 positional arguments but more were given")
        return call(name, (x,), out, where, casting, order, dtype, subok)

    if op.nout == 1:
        return function

    def function_of_two_results(
        x: Any,
        out1: Any = None,
        out2: Any = None,
        /,
        out: Any = (None, None),
        *,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: Any = None,
        subok: bool = True,
    ) -> Any:
        if not isinstance(out, tuple) and out is not ...:
            raise TypeError(f"{name}: 'out' must be a tuple of arrays, not {type(out).__name__}")
        outs = out if out1 is None and out2 is None else (out1, out2)
        return call(name, (x,), outs, where, casting, order, dtype, subok)

    return function_of_two_results


def _binary(op: Op) -> Callable[..., Any]:
    # `integer_second` has no common dtype, so no fast path.
    name, loops = op.name, typed_loops(op.name) if op.nout == 1 and not op.integer_second else {}
    direct, into = make_direct(name), make_into(name)

    def function(
        x1: Any,
        x2: Any,
        /,
        out: Any = None,
        keywords: Any = KEYWORDS,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: Any = None,
        subok: bool = True,
    ) -> Any:
        if where is True and dtype is None and order == "K" and casting == "same_kind" and keywords is KEYWORDS:
            if out is None:
                if type(x1) is ndarray and type(x2) is ndarray and x1._dtype is x2._dtype:
                    try:
                        kernel, result = loops[x1._dtype]
                        t = kernel(x1._tensor, x2._tensor)
                    except KeyError:
                        return call(name, (x1, x2))
                    except RuntimeError as error:
                        raise_explained(name, [x1._tensor, x2._tensor], error)
                    new = _new(ndarray)
                    new._tensor = t
                    new._dtype = result or t.dtype
                    return new
                found = direct(x1, x2)
                if found is not None:
                    return found
            elif into(out, x1, x2):
                return out
        if keywords is not KEYWORDS:
            raise TypeError(f"{name}() takes from 2 to 3 positional arguments but more were given")
        return call(name, (x1, x2), out, where, casting, order, dtype, subok)

    if op.nout == 1:
        return function

    def function_of_two_results(
        x1: Any,
        x2: Any,
        out1: Any = None,
        out2: Any = None,
        /,
        out: Any = (None, None),
        *,
        where: Any = True,
        casting: str = "same_kind",
        order: str = "K",
        dtype: Any = None,
        subok: bool = True,
    ) -> Any:
        if not isinstance(out, tuple) and out is not ...:
            raise TypeError(f"{name}: 'out' must be a tuple of arrays, not {type(out).__name__}")
        outs = out if out1 is None and out2 is None else (out1, out2)
        unasked = type(outs) is tuple and len(outs) == 2 and outs[0] is None and outs[1] is None
        if unasked and where is True and dtype is None and order == "K" and casting == "same_kind":
            found = direct(x1, x2)
            if found is not None:
                return found
        return call(name, (x1, x2), outs, where, casting, order, dtype, subok)

    return function_of_two_results


def _types(op: Op) -> list[str]:
    """Return the loops as NumPy writes them: ``["dd->d", ...]``."""
    rows = []
    for loop in op.loops:
        char = as_dtype(loop).char
        second = "l" if op.integer_second else char
        results = as_dtype(op.result_dtype(loop)).char + ("i" if op.name == "frexp" else char) * (op.nout - 1)
        rows.append(f"{char}{second * (op.nin - 1)}->{results}")
    return rows


_DOCUMENT = """{summary}

Parameters
----------
{inputs}
{outputs}
where : array_like of bool, default: True
    Where to compute; elsewhere `out` keeps its values, and without `out` the result is unspecified.
casting : {{"no", "equiv", "safe", "same_kind", "unsafe"}}, default: "same_kind"
    Which casts of inputs and of the result are allowed.
order : {{"K", "A", "C", "F"}}, default: "K"
    Memory layout of the result.
dtype : dtype_like, optional
    Dtype of the result, which chooses the loop.
subok : bool, default: True
    Whether a subclass of `ndarray` passes through.

Returns
-------
{returns}

Raises
------
TypeError
    If there is no loop for the dtypes, or `casting` forbids a cast.
ValueError
    If the shapes do not broadcast together, or the arrays are on different devices.

Notes
-----
{origin}
Loops: {loops}; other dtypes are cast to the first that holds them. {integers}

Examples
--------
>>> import xp_torch as xp
>>> {expression}
{value}
"""


def _document(op: Op) -> str:
    """Return the docstring that the record makes."""
    what = "Operand" if op.nin == 2 else "Input"
    names = ("x",) if op.nin == 1 else ("x1", "x2")
    inputs = f"{', '.join(names)} : array_like\n    {what}s; they broadcast together, Python scalars are weak (NEP 50)."
    if op.nin == 1:
        inputs = "x : array_like\n    Input."
    aliases = "".join(f" Also ``{a}``." for a in op.aliases)
    numpy_name = {"abs": "absolute", "round": "rint"}.get(op.name, op.name)
    return _DOCUMENT.format(
        summary=op.summary,
        inputs=inputs,
        outputs="out : ndarray or tuple of ndarray, optional\n    Where to write the result.",
        returns="ndarray" if op.nout == 1 else "tuple of ndarray",
        origin=f"NumPy's ``{numpy_name}``, with the special cases of the array API standard where it has the function."
        + aliases,
        loops=", ".join(as_dtype(d).name for d in op.loops),
        integers="Integers give the default floating dtype." if op.integers == "default" else "",
        expression=op.example[0],
        value=op.example[1],
    )
