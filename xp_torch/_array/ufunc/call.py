"""Universal functions: methods of the class `ufunc`, which Dynamo traces and whose attributes cannot be set."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from types import EllipsisType, MethodType
from typing import Any, Literal, overload

import torch

from xp_torch._array.coercion import KNOWN, as_tensor, check_output, copy_shared, device_among, fill_output
from xp_torch._array.deferred import plain
from xp_torch._array.floating_errors import is_reporting, report, reporting
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.numpys import MAYBE_NUMPYS, is_numpys
from xp_torch._array.ufunc import methods, overrides
from xp_torch._array.ufunc.dispatch import make_binary, make_into, make_reflected, make_unary
from xp_torch._array.ufunc.document import document, types
from xp_torch._array.ufunc.overrides import overridden, subclass_operand, wrap_result
from xp_torch._array.ufunc.record import Op
from xp_torch._array.ufunc.records import RECORDS
from xp_torch._array.ufunc.resolution import find_loop, read_signature
from xp_torch._facts.annotations import ArrayLike, Casting, DTypeLike, Order
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import without_frames
from xp_torch._facts.immutable import ImmutableType
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import check_casting, scalar_kind
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._facts.torch_errors import raise_explained
from xp_torch._facts.torch_state import check_bool, is_compiling, is_differentiated
from xp_torch._kernels import layout
from xp_torch._kernels.bit_views import torch_where

#: Functions of a ufunc, which are its methods.
METHODS = (
    methods.reduce,
    methods.accumulate,
    methods.reduceat,
    methods.outer,
    methods.at,
    methods.resolve_dtypes,
)


class _UfuncType(ImmutableType):
    """Type of `ufunc`, which says what ufuncs there are."""

    #: What the keys of the ufuncs in `UFUNCS` start with.
    _prefix = ""

    def __instancecheck__(cls, instance: object) -> bool:
        return type(instance) is MethodType and type(instance.__self__) is _UfuncType

    def __getattr__(cls, name: str) -> Any:
        """Return the ufunc of a name, by which pickles find it."""
        try:
            return UFUNCS[cls._prefix + name]
        except KeyError:
            raise AttributeError(f"type object 'ufunc' has no attribute {name!r}", name=name, obj=cls) from None


#: The public ufuncs by their names, SciPy's as "special.erf".
UFUNCS: dict[str, Any] = {}


class ufunc(metaclass=_UfuncType):
    """The type of universal functions: ``isinstance(xp.add, xp.ufunc)``. It cannot be instantiated.

    Examples
    --------
    >>> isinstance(xp.add, xp.ufunc), xp.add.nin, xp.add.identity
    (True, 2, 0)
    >>> xp.add.reduce([[1, 2], [3, 4]]), xp.multiply.outer([1, 2], [3, 4, 5])
    (array([4, 6]), array([[ 3,  4,  5],
           [ 6,  8, 10]]))
    """

    reduce = methods.reduce
    accumulate = methods.accumulate
    reduceat = methods.reduceat
    outer = methods.outer
    at = methods.at
    resolve_dtypes = methods.resolve_dtypes

    def __new__(cls, *args: Any, **kwargs: Any) -> ufunc:
        raise TypeError("cannot create 'ufunc' instances")


class special_ufunc(ufunc):
    """The type of the ufuncs of `special`; pickles tell `special.cbrt` from `cbrt` by it."""

    # what `xp_torch.special` has
    __module__ = "xp_torch.special"
    __qualname__ = "_ufunc"
    _prefix = "special."


def in_order(t: torch.Tensor, order: str) -> torch.Tensor:
    """Return `t` with the memory layout of NumPy's ``order=``; "K" and "A" keep torch's."""
    return t if order in ("K", "A", "k", "a") else layout.in_order(t, order)


@without_frames
def call(
    name: str,
    inputs: tuple,
    out: ndarray | tuple[ndarray | None, ...] | EllipsisType | None = None,
    *,
    where: ArrayLike = True,
    casting: Casting = "same_kind",
    order: Order | None = "K",
    dtype: DTypeLike | None = None,
    subok: bool = True,
    signature: str | tuple[DTypeLike | None, ...] | None = None,
    sig: Any = None,
    **unknown: Any,
) -> Any:
    """Call the ufunc `name`, or `clip`, by the general path, which accepts all operands and options.

    An argument may override the call. Else there are four steps: normalize the arguments, resolve the loop, run its
    kernel, finish the results. The record is looked up by name: Dynamo cannot trace a function with a record in its
    closure.
    """
    for keyword in unknown:
        raise TypeError(f"{name}() got an unexpected keyword argument {keyword!r:.80}")
    if subok is not True and subok is not False:
        raise TypeError(f"{name}: 'subok' must be a boolean (got {type(subok).__name__})")
    op = RECORDS[name]
    inputs = tuple([x if type(x) is ndarray else plain(x) for x in inputs])
    options = {"where": where, "casting": casting, "order": order, "dtype": dtype, "subok": subok}
    result = overridden(name, "__call__", inputs, out, signature=sig if signature is None else signature, **options)
    if result is not NO_VALUE:
        return result
    args, outs, mask, device = _normalize(op, inputs, out, where, casting, order)
    if signature is not None or sig is not None:
        signature = read_signature(name, op.nin, op.nout, signature, sig, dtype)
    kernel, operands = find_loop(op, args, device, casting, dtype, signature)
    results = _run(op, kernel, operands)
    return _finish(op, inputs, args, results, outs, mask, casting, order, subok)


def call_without_options(name: str, inputs: tuple) -> Any:
    """Call the ufunc `name`, or `clip`, by the general path, with the defaults of all options."""
    for x in inputs:
        kind = type(x)
        if kind not in KNOWN or (kind in MAYBE_NUMPYS and is_numpys(x)):
            return call(name, inputs)  # a subclass or another library's array may override the call
    if reporting and is_reporting():
        return call(name, inputs)
    op = RECORDS[name]
    args, device = _as_operands(op, inputs)
    kernel, operands = find_loop(op, args, device)
    results = _run(op, kernel, operands)
    if op.check is not None:
        op.check(results[0].dtype, tuple(args))
    return wrap(results[0]) if op.nout == 1 else tuple([wrap(t) for t in results])


def _as_operands(op: Op, inputs: tuple) -> tuple[list[Any], torch.device | None]:
    """Return the inputs as tensors, Python scalars unchanged, and the device of the arrays; None without arrays."""
    device = device_among(op.name, *inputs)
    if is_compiling() and bool in map(type, inputs):
        check_bool()
    return [x if scalar_kind(x) else as_tensor(x, device=device) for x in inputs], device


def _normalize(
    op: Op, inputs: tuple, out: Any, where: Any, casting: str, order: str | None
) -> tuple[list[Any], tuple, torch.Tensor | None, torch.device | None]:
    """Return the operands (tensors and Python scalars), a tuple of outputs, the mask, and the device of the arrays."""
    args, device = _as_operands(op, inputs)
    if casting != "same_kind":
        check_casting(casting)
    if order is not None and order != "K":
        layout.check_order(order)
    mask = None if where is True else as_mask(where, device)
    if mask is not None and op.check is not None and isinstance(args[1], torch.Tensor) and KIND[args[1].dtype] == "i":
        # A negative exponent where `where` is false does not raise.
        broadcast_shapes(args[1].shape, mask.shape)
        args[1] = torch_where(mask, args[1], 0)
    if mask is not None:
        args = [_constant_outside(mask, x) if isinstance(x, torch.Tensor) else x for x in args]
    if out is None or out is ...:  # in NumPy ``...`` requests an array; here every result is one
        return args, (None,) * op.nout, mask, device
    outs = out if isinstance(out, tuple) else (out,) + (None,) * (op.nout - 1)
    if any(target is ... for target in outs):
        raise TypeError("must use `...` as `out=...` and not per-operand/in a tuple")
    if len(outs) != op.nout:
        raise ValueError(f"The 'out' tuple must have exactly {op.nout} entries, one per ufunc output")
    return copy_shared(args, outs), outs, mask, device


def _constant_outside(mask: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """Return an operand without derivatives where `mask` is false: there they may be infinite, and times 0 NaN."""
    if KIND[t.dtype] not in "fc" or not is_differentiated(t):
        return t
    broadcast_shapes(t.shape, mask.shape)
    return torch.where(mask, t, t.detach())


def as_mask(where: Any, device: torch.device | None) -> torch.Tensor | None:
    """Return ``where=`` as a tensor of booleans; None if it is true for all elements."""
    if where is None or scalar_kind(where):
        where = bool(where)
        if where:
            return None
    mask = as_tensor(where, device=device)
    if isinstance(where, (list, tuple)):
        mask = mask != 0  # NumPy casts the mask to bool
    if mask.dtype is not torch.bool:
        raise TypeError(f"Cannot cast array data from {as_dtype(mask.dtype)!r} to dtype('bool') according to 'safe'")
    return mask


def _run(op: Op, kernel: Callable[..., Any], operands: list[Any]) -> tuple[torch.Tensor, ...]:
    """Return the results of a kernel, which runs once: its error is raised as NumPy's."""
    try:
        results = kernel(*operands)
    except RuntimeError as error:
        raise_explained(op.name, operands, error)
    return results if isinstance(results, tuple) else (results,)


def _finish(
    op: Op,
    inputs: tuple,
    args: list[Any],
    results: tuple[torch.Tensor, ...],
    outs: tuple,
    mask: torch.Tensor | None,
    casting: str,
    order: str | None,
    subok: bool,
) -> Any:
    """Return the results as arrays: written to the outputs, else of the subclass that an input has.

    All outputs are checked before the first is written, so that a failed call changes nothing.
    """
    targets: list[Any] = []
    for result, target in zip(results, outs, strict=True):
        if target is not None:
            check_output(op.name, result, target, casting)
            targets.append(target)
    if op.check is not None:
        op.check(results[0].dtype, tuple(args))
    if op.nout > 1 and targets:
        _check_shapes(op, results, targets, mask)
    if reporting and is_reporting() and not op.is_special:
        report(op.name, op.operator is not None and not op.comparison, args, results, mask)
    source = subclass_operand(inputs) if subok else None
    context = (*inputs, *outs) if targets else inputs
    arrays = []
    for i, (result, target) in enumerate(zip(results, outs, strict=True)):
        if target is not None:
            written = fill_output(op.name, result, target, mask)
            arrays.append(wrap_result(written, written, (op.name, context, i)))
            continue
        if targets:  # the output of the other result may have more dimensions
            shape = broadcast_shapes(result.shape, *[target.shape for target in targets])
            result = result if shape == result.shape else result.broadcast_to(shape).clone()
        if mask is not None:
            shape = broadcast_shapes(result.shape, mask.shape)
            result = torch_where(mask, result, torch.zeros((), dtype=result.dtype, device=result.device))
            result = result.broadcast_to(shape)
        if order is not None and order != "K":
            result = in_order(result, order)
        arrays.append(wrap_result(result, source, (op.name, context, i)))
    return arrays[0] if op.nout == 1 else tuple(arrays)


def _check_shapes(op: Op, results: tuple, targets: list[Any], mask: torch.Tensor | None) -> None:
    """Raise ValueError unless every output has the shape to which results, outputs and mask broadcast."""
    shapes = [tuple(target.shape) for target in targets]
    full = broadcast_shapes(*[t.shape for t in results], *shapes, *([] if mask is None else [mask.shape]))
    for shape in shapes:
        if shape != tuple(full):
            raise ValueError(
                f"{op.name}: non-broadcastable output operand with shape {shape} "
                f"doesn't match the broadcast shape {tuple(full)}"
            )


@overload
def make_ufunc(name: Literal["divmod", "frexp", "modf"]) -> Callable[..., tuple[ndarray, ndarray]]: ...  # type: ignore[overload-overlap]
@overload
def make_ufunc(name: str) -> Callable[..., ndarray]: ...
def make_ufunc(name: str) -> Callable[..., Any]:
    """Return the ufunc of the record `name`."""
    op = RECORDS[name]
    makers = {(1, 1): _unary, (2, 1): _binary}
    function: Any = makers.get((op.nin, op.nout), _general)(name)
    function.__doc__ = document(op)
    function._op = op
    function.__signature__ = _signature(op.operands, op.nout)
    cls = special_ufunc if op.is_special else ufunc
    return attach(function, op.ufunc_name, op.nin, op.nout, types(op), op.identity, cls=cls)


def attach(
    function: Any,
    name: str,
    nin: int,
    nout: int,
    loops: list[str],
    identity: Any,
    signature: str | None = None,
    public: bool = True,
    cls: Any = ufunc,
) -> Any:
    """Return a ufunc: `function` as a method of the class `cls`, with the attributes and methods of NumPy's ufuncs.

    The attributes belong to the function. As for any method, they cannot be set. The first argument is the class.
    """
    new: Any = MethodType(function, cls)
    function.__name__ = name
    # cloudpickle and dill pickle a method as its function and its class, and find the function by this path.
    function.__qualname__ = f"{name}.__func__" if public else name
    function.__module__ = "xp_torch.special" if cls is special_ufunc else "xp_torch"
    function.nin = nin
    function.nout = nout
    function.nargs = nin + nout
    function.identity = identity
    function.signature = signature
    function.types = loops
    function.ntypes = len(loops)
    for method in METHODS:
        setattr(function, method.__name__, MethodType(method, new))
    if public:
        UFUNCS[cls._prefix + name] = new
    if cls is special_ufunc:
        overrides.UFUNCS[cls._prefix + name] = new
    return new


@cache
def _signature(names: tuple[str, ...], nout: int) -> inspect.Signature:
    """Return the signature of ufuncs, whose options are those of `call`, without ``sig``."""
    kind = inspect.Parameter.POSITIONAL_ONLY
    operands = [inspect.Parameter(name, kind, annotation="ArrayLike") for name in names]
    operands.insert(0, inspect.Parameter("cls", kind))
    options = list(inspect.signature(call).parameters.values())[2:-2]
    if nout > 1:
        options[0] = options[0].replace(default=(None,) * nout)
    result = "ndarray" if nout == 1 else f"tuple[{', '.join(['ndarray'] * nout)}]"
    return inspect.Signature([*operands, *options], return_annotation=result)


def too_many(name: str, nin: int, given: int) -> TypeError:
    """Return Python's error for surplus arguments, whose own would count the class, too."""
    return TypeError(f"{name}() takes from {nin} to {nin + 1} positional arguments but {given} were given")


def _unary(name: str) -> Callable[..., Any]:
    apply, into = make_unary(name, lambda x: call_without_options(name, (x,))), make_into(name)

    def function(
        cls: Any,
        x: ArrayLike,
        /,
        out: ndarray | tuple[ndarray | None, ...] | EllipsisType | None = None,
        *surplus: Any,
        **options: Any,
    ) -> Any:
        if surplus:
            raise too_many(RECORDS[name].ufunc_name, 1, 2 + len(surplus))
        if not options:
            if out is None:
                return apply(x)
            if into(out, x):
                return out
        return call(name, (x,), out, **options)

    return function


def _binary(name: str) -> Callable[..., Any]:
    def general(x1: Any, x2: Any) -> Any:
        return call_without_options(name, (x1, x2))

    forward, reflected, into = make_binary(name, general), make_reflected(name, general), make_into(name)

    def function(
        cls: Any,
        x1: ArrayLike,
        x2: ArrayLike,
        /,
        out: ndarray | tuple[ndarray | None, ...] | EllipsisType | None = None,
        *surplus: Any,
        **options: Any,
    ) -> Any:
        if surplus:
            raise too_many(RECORDS[name].ufunc_name, 2, 3 + len(surplus))
        if not options:
            if out is None:
                return forward(x1, x2) if isinstance(x1, ndarray) else reflected(x2, x1)
            if into(out, x1, x2):
                return out
        return call(name, (x1, x2), out, **options)

    return function


def _general(name: str) -> Callable[..., Any]:
    """Return a ufunc of several results or more than two operands; outputs are given by position or as ``out``."""
    op = RECORDS[name]
    nin, nout, called = op.nin, op.nout, op.ufunc_name
    forward = make_binary(name, lambda x1, x2: call_without_options(name, (x1, x2))) if nin == 2 else None
    absent: Any = None if nout == 1 else (None,) * nout

    def function(cls: Any, /, *args: Any, out: Any = absent, **options: Any) -> Any:
        inputs, outs = args[:nin], args[nin:]
        if len(inputs) < nin or len(outs) > nout:
            raise TypeError(
                f"{called}() takes from {nin} to {nin + nout} positional arguments but {len(args)} were given"
            )
        if nout > 1 and not isinstance(out, tuple) and out is not ...:
            raise TypeError(f"{called}: 'out' must be a tuple of arrays, not {type(out).__name__}")
        if any(target is not None for target in outs):
            if out is ... or (out is not None and out is not absent and any(target is not None for target in out)):
                raise TypeError(f"{called}: cannot specify 'out' as both a positional and keyword argument")
            out = (*outs, *[None] * nout)[:nout]
        elif forward is not None and not options and type(inputs[0]) is ndarray and out is absent:
            return forward(*inputs)
        return call(name, inputs, out, **options)

    return function
