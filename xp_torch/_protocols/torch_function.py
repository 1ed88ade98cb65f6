"""The protocol `__torch_function__`: torch's functions called with arrays of this package."""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, is_foreign
from xp_torch._array.ndarray import hand_out, ndarray, wrap, wrap_as, wrap_like
from xp_torch._array.reversed_views import ReversedView
from xp_torch._array.ufunc.operators import write_inplace
from xp_torch._array.ufunc.overrides import subclass_operand
from xp_torch._array.ufunc.records import OPS
from xp_torch._facts.dtypes import KIND, of_kind
from xp_torch._facts.inspection import numpy_view
from xp_torch._facts.torch_state import is_compiling, version_of

_Tensor = torch.Tensor
_strided = torch.strided
_REAL = frozenset(of_kind("biuf"))
#: Types of functions of torch that have the name of a tensor's method, such as `torch.add`.
_FUNCTIONS = (BuiltinFunctionType, type(torch.ops.aten.add), type(torch.ops.aten.add.Tensor))
#: Operators, and the different names of their tensor methods.
_METHOD_NAMES = {"truediv": ("div", "__rdiv__"), "mod": ("remainder",), "floordiv": ("floor_divide",)}
#: Functions that make tensors of sizes and bounds, which 0-D arrays may give.
_CREATION = frozenset(
    {torch.arange, torch.empty, torch.eye, torch.full, torch.linspace, torch.logspace, torch.ones, torch.rand}
    | {torch.randint, torch.randn, torch.zeros}
)


def _operators() -> tuple[dict[str, Callable], dict[str, Callable], dict[str, tuple[str, Callable]]]:
    """Return the binary operators by the names of torch's methods: forward, reflected and in-place."""
    forward, reflected, inplace = {}, {}, {}
    records = {op.operator: op.name for op in OPS.values() if op.nin == 2 and op.nout == 1 and op.operator}
    for symbol, name in (*records.items(), ("matmul", "matmul")):
        act = getattr(operator, f"__{symbol}__")
        others = _METHOD_NAMES.get(symbol, (symbol,))
        for method in (f"__{symbol}__", *others):
            forward[method] = act
            inplace[method + "_"] = inplace[f"__i{symbol}__"] = name, act
        reflected.update(dict.fromkeys((f"__r{symbol}__", *others[1:]), act))
    return forward, reflected, inplace


_FORWARD, _REFLECTED, _INPLACE = _operators()
#: Methods of a tensor that torch.compile calls with the operands in another order, or for ``x += t``; "wrapped" is what
#: torch 2.15 calls operators that are written in Python.
_REORDERED = frozenset({"add", "mul", "matmul", "bitwise_and", "bitwise_or", "bitwise_xor", "wrapped", *_REFLECTED})


def __torch_function__(cls: type[ndarray], func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
    """Call a function of torch on the tensors of the arrays among its arguments, and wrap its results.

    Binary operators of a tensor and an array follow the rules of arrays. 0-D arrays that are sizes, bounds or indices
    are numbers: ``torch.zeros(i[0])`` and ``t[i[0]]`` are tensors.

    Parameters
    ----------
    func : callable
        Function of torch, or method of a tensor, that was called.
    types : iterable of types
        Types of the arguments that have this protocol.
    args : tuple
        Positional arguments of `func`.
    kwargs : dict, optional
        Keyword arguments of `func`.

    Returns
    -------
    Any
        The result of `func` with arrays in place of tensors, also in tuples and lists. An argument that `func` writes
        to and returns is returned itself. Sparse and quantized tensors are returned as tensors.

    Examples
    --------
    >>> import torch
    >>> x = xp.asarray([1.0, 4.0])
    >>> torch.sqrt(x)
    array([1., 2.])
    >>> torch.stack([x, torch.ones(2)])
    array([[1., 4.],
           [1., 1.]])
    """
    if not kwargs and len(args) == 1:
        x = args[0]
        if type(x) is ndarray and func not in _CREATION:
            t = x._tensor
            result = func(t)
            if type(result) is _Tensor and result is not t:
                dtype = result.dtype
                if dtype in _REAL:
                    return wrap_as(result, dtype)
            return wrapped(result, [(t, x)])
    for kind in types:
        if is_foreign(kind):
            return NotImplemented
    if type(func) not in _FUNCTIONS and not kwargs:
        result = _operator(func.__name__, args)
        if result is not NotImplemented:
            return result
    if func in _CREATION and not is_compiling():
        sizes, bounds = _read_numbers(args), _read_numbers(kwargs or {})
        if sizes is not NotImplemented and bounds is not NotImplemented:
            return func(*sizes, **bounds)
    given: list[tuple[_Tensor, Any]] = []
    result = func(*_unwrapped(args, given), **_unwrapped(kwargs or {}, given))
    for t, x in given:
        if isinstance(x, ReversedView) and (t.is_inference() or version_of(t)):
            x._store(t)
    return wrapped(result, given)


def _operator(name: str, args: Any) -> Any:
    """Return the result of an operator or an index of a tensor, by the rules of arrays; NotImplemented for others."""
    if len(args) == 2 and name in _REORDERED and is_compiling():
        raise TypeError(
            "torch.compile cannot distinguish `tensor - array` from `array - tensor`: convert the tensor with "
            "xp_torch.asarray"
        )
    if name in _FORWARD and len(args) == 2:
        return _FORWARD[name](wrap(as_tensor(args[0])), args[1])
    if name in _REFLECTED and len(args) == 2:
        return _REFLECTED[name](args[1], wrap(as_tensor(args[0])))
    if name in _INPLACE and len(args) == 2:
        ufunc, act = _INPLACE[name]
        t = args[0]
        try:
            write_inplace(ufunc, wrap(t), act(wrap(as_tensor(t)), args[1])._tensor)
        except TypeError as error:
            # torch would take a TypeError for NotImplemented, and Python would bind the name to ``t + x``.
            raise RuntimeError(str(error)) from None
        return t
    if name == "__getitem__":
        key = NotImplemented if is_compiling() else _read_numbers(args[1])
        if key is not NotImplemented:
            return args[0][key]
        _check_key(args[1])
        return wrap(as_tensor(args[0]))[args[1]]
    if name == "__setitem__":
        t, key, value = args
        if not isinstance(value, ndarray):
            _check_key(key)
        wrap(t)[key] = value
        return None
    return NotImplemented


def _read_numbers(x: Any) -> Any:
    """Return `x` with numbers in place of 0-D arrays, also in tuples and dicts; NotImplemented beside other arrays."""
    if isinstance(x, ndarray):
        t = x._tensor
        return x.item() if numpy_view(t) is not None and not t.ndim else NotImplemented
    if isinstance(x, _Tensor):
        return NotImplemented
    if type(x) in (tuple, list):
        items = [_read_numbers(item) for item in x]
        return NotImplemented if any(item is NotImplemented for item in items) else type(x)(items)
    if type(x) is dict:
        values = _read_numbers([*x.values()])
        return values if values is NotImplemented else dict(zip(x, values, strict=True))
    return x


def _check_key(key: Any) -> None:
    """Raise TypeError for an array, which torch would treat as a tuple if it has fewer than 32 items."""
    if isinstance(key, ndarray):
        if not key.ndim:
            return
    elif type(key) is not tuple or not all(isinstance(k, ndarray) for k in key):
        return
    elif len(key) > 1 and all(k.ndim for k in key):
        memory = key[0]._tensor.untyped_storage()
        if any(k._tensor.untyped_storage() is not memory for k in key):
            return  # rows of one array share memory
    raise TypeError(
        "torch converts an array as the index of a tensor to a tuple of its elements; "
        "write tensor[x.tensor] or xp_torch.asarray(tensor)[x]"
    )


def _unwrapped(x: Any, given: list[tuple[_Tensor, Any]]) -> Any:
    """Return `x` with tensors in place of arrays, also in lists, tuples and dicts; append pairs of both to `given`."""
    if isinstance(x, ndarray):
        hand_out(x)
        t = x._tensor
        given.append((t, x))
        return t
    if isinstance(x, _Tensor):
        given.append((x, x))
        return x
    if isinstance(x, (tuple, list)):
        items = [_unwrapped(item, given) for item in x]
        return items if type(x) is list else _remade(x, items)
    if type(x) is dict:
        return {key: _unwrapped(value, given) for key, value in x.items()}
    return x


def wrapped(result: Any, given: list[tuple[_Tensor, Any]]) -> Any:
    """Return `result` with arrays in place of tensors, also in lists and tuples, and arguments in place of copies."""
    if isinstance(result, _Tensor):
        for t, x in given:
            if result is t:
                return x
        if result.dtype not in KIND or result.layout is not _strided:
            return result
        t = as_tensor(result)
        source = subclass_operand([x for _, x in given])
        return wrap(t) if source is None else wrap_like(type(source), t, source)
    if isinstance(result, (tuple, list)):
        items = [wrapped(item, given) for item in result]
        return items if type(result) is list else _remade(result, items)
    return result


def _remade(x: Any, items: list) -> Any:
    """Return a tuple of the type of `x`, also if that is a named tuple, with other items."""
    if type(x) is tuple:
        return tuple(items)
    if all(a is b for a, b in zip(x, items, strict=True)):
        return x
    return type(x)._make(items) if hasattr(x, "_make") else type(x)(items)
