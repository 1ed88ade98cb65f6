"""The operators and other members of `DistributedArray`, which replace members of `ndarray`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc.operators import operand
from xp_torch._array.ufunc.records import OPS
from xp_torch._distributed.array import DistributedArray, as_array, check_writable, like, place, relayout, rewrap, whole
from xp_torch._distributed.collectives import agreed
from xp_torch._distributed.dispatch import adopt, enter, name_of, rule
from xp_torch._distributed.elementwise import NUMBERS, elementwise, part_of
from xp_torch._distributed.guard import agreeing, checks
from xp_torch._distributed.layout import Device
from xp_torch._distributed.ufuncs import __array_ufunc__
from xp_torch._distributed.views import changed, shares
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._functions.indexing.take import take

_new = object.__new__

#: Conversions that the user asked for, which gather.
_CONVERSIONS = (
    "__array__",
    "__bool__",
    "__bytes__",
    "__complex__",
    "__ceil__",
    "__dlpack__",
    "__dlpack_device__",
    "__float__",
    "__floor__",
    "__hash__",
    "__index__",
    "__int__",
    "__trunc__",
    "dumps",
    "item",
    "tobytes",
    "tolist",
)
#: Members that change or show the memory: a process has only a part of it.
_REFUSED = (
    "__array_interface__",
    "__array_struct__",
    "__buffer__",
    "__cuda_array_interface__",
    "__delitem__",
    "_set_dtype",
    "_set_shape",
    "base",
    "ctypes",
    "data",
    "flat",
    "resize",
    "setflags",
)
#: Members that need no tensor.
_KEPT = (
    "__array_finalize__",
    "__array_function__",
    "__array_namespace__",
    "__array_wrap__",
    "__class_getitem__",
    "__new__",
    "__setstate__",
    "_wrap_like",
    "dtype",
)


def _operator(name: str, symbol: str) -> tuple[Callable, Callable]:
    """Return the forward and the reflected form of an operator."""
    forward = getattr(ndarray, f"__{symbol}__")
    unequal = {"eq": False, "ne": True}.get(symbol)

    def compute(x1: Any, x2: Any) -> Any:
        kind = type(x2)
        if kind is DistributedArray:
            if x2._layout is x1._layout and x2._shape == x1._shape:
                part = forward(x1._part, x2._part)
                if type(part) is ndarray:
                    new = _new(DistributedArray)
                    new._part, new._dtype, new._shape, new._layout = part, part._dtype, x1._shape, x1._layout
                    return new
        elif kind in NUMBERS:
            return _like(forward(x1._part, x2), x1)
        if kind is not ndarray and kind is not DistributedArray:
            if x2 is None or isinstance(x2, (str, bytes)):
                return NotImplemented if unequal is None else _like(forward(x1._part, x2), x1)
            if not operand(x2):
                return NotImplemented
        return elementwise(name, forward, (x1, x2), None, OPS[name].check is not None)

    def reflected(x2: Any, x1: Any) -> Any:
        if not operand(x1):
            return NotImplemented
        if type(x1) in NUMBERS:
            return _like(getattr(ndarray, f"__r{symbol}__")(x2._part, x1), x2)
        return elementwise(name, forward, (as_array(x1), x2))

    return compute, reflected


def _like(result: Any, x: DistributedArray) -> Any:
    return tuple(like(r, x) for r in result) if isinstance(result, tuple) else like(result, x)


def _inplace(symbol: str, may_raise: bool) -> Callable:
    """Return the in-place form of an operator, which each process applies to its part."""
    function = getattr(ndarray, f"__i{symbol}__")

    def compute(x1: Any, x2: Any) -> Any:
        if not operand(x2):
            return NotImplemented
        if not x1._shape:
            return getattr(x1, f"__{symbol}__")(x2)  # a 0-D array rebinds the name (rule 2)
        if not isinstance(x2, ndarray) and type(x2) not in NUMBERS:
            x2 = wrap(as_tensor(x2))
        if isinstance(x2, ndarray):
            full = tuple(broadcast_shapes(x1._shape, x2.shape))
            if full != x1._shape:
                raise ValueError(
                    f"non-broadcastable output operand with shape {x1._shape} doesn't match the broadcast shape {full}"
                )
            x2 = part_of(x2, x1._layout, x1._shape, f"i{symbol}")
        check_writable(x1)
        if may_raise:
            agreed(lambda: function(x1._part, x2), x1._layout.mesh)
        else:
            function(x1._part, x2)
        changed(x1)
        return x1

    return compute


def _unary(symbol: str) -> Callable:
    function = getattr(ndarray, f"__{symbol}__")
    return lambda x: _like(function(x._part), x)


def _compared(name: str, function: Callable) -> Callable:
    """Return a conversion that first compares the calls of the processes, if a guard asks for that."""

    def convert(self: Any, *args: Any, **kwargs: Any) -> Any:
        if self._layout.cut and checks():
            with agreeing(name, (self, *args), kwargs, self._layout.mesh):
                return function(self, *args, **kwargs)
        return function(self, *args, **kwargs)

    return functools.wraps(function)(convert)


def _converted(function: Callable) -> Callable:
    return functools.wraps(function)(lambda self, *args, **kwargs: function(whole(self), *args, **kwargs))


def _shown(function: Callable) -> Callable:
    """Return the text of an array; of a large array, only the elements that are shown are gathered."""

    @functools.wraps(function)
    def text(self: Any, *args: Any) -> str:
        options = np.get_printoptions()
        edge = options["edgeitems"]
        if self.size <= options["threshold"] or args not in ((), ("",)):
            return function(whole(self), *args)
        ends = self
        for axis, n in enumerate(self._shape):
            if n > 2 * edge + 1:
                shown = [*range(edge + 1), *range(n - edge, n)]
                ends = take(ends, wrap(as_tensor(shown, device=self._layout.device)), axis)
        small = whole(ends)
        with np.printoptions(threshold=0):
            return function(small, *args).replace(f"shape={small.shape}", f"shape={self._shape}")

    return text


def _refusal(name: str, error: type[Exception] = TypeError) -> Callable:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise error(f"{name}: an array that is sharded over processes does not have it; gather it by to_device('cpu')")

    return refuse


def _entered(name: str) -> Callable:
    return lambda self, *args, **kwargs: enter(name, (self, *args), kwargs)


def attach() -> None:
    """Give `DistributedArray` its members, except for the methods of `ndarray` that call rules already."""
    made: dict[str, Any] = {}
    for op in OPS.values():
        symbol = op.operator
        if symbol is None:
            continue
        if op.nin == 1:
            made[f"__{symbol}__"] = _unary(symbol)
            continue
        made[f"__{symbol}__"], reflected = _operator(op.name, symbol)
        if not op.comparison:
            made[f"__r{symbol}__"] = reflected
            if op.nout == 1:
                made[f"__i{symbol}__"] = _inplace(symbol, op.check is not None)
    own = vars(DistributedArray)
    adopt("getitem", ndarray.__getitem__)
    adopt("setitem", ndarray.__setitem__)
    adopt("to_device", ndarray.to_device)
    for name, member in list(vars(ndarray).items()):
        function = member.fget if isinstance(member, property) else member
        if name in own or name in made or name in _KEPT or not isinstance(function, FunctionType):
            continue
        if not name_of(function).startswith("ndarray."):
            continue  # a public function, which asks whether an argument has rules
        if name in _REFUSED:
            # NumPy asks for attributes that may be missing
            made[name] = _refusal(name, AttributeError if isinstance(member, property) else TypeError)
        elif name in ("__format__", "__repr__", "__str__"):
            made[name] = _compared(name, _shown(function))
        elif name in _CONVERSIONS:
            made[name] = _compared(name, _converted(function))
        else:
            adopt(f"ndarray.{name}", function)
            made[name] = _entered(f"ndarray.{name}")
        if isinstance(member, property):
            made[name] = property(made[name], member.fset and _refusal(name))
        else:
            made[name].__name__ = name
    made |= {"requires_grad": property(_get_requires_grad, _set_requires_grad), "grad": property(_get_grad)}
    made |= {"requires_grad_": _set_requires_grad, "detach": _detach, "backward": _backward, "copy": _copy}
    made |= {"fill": _fill, "T": property(_reversed_axes), "mT": property(_matrix_transpose)}
    made["flags"] = property(lambda self: self._part.flags)
    made |= {name: property(_component(name), _set_component(name)) for name in ("real", "imag")}
    made |= {"__getitem__": _entered("getitem"), "__setitem__": _entered("setitem"), "__array_ufunc__": __array_ufunc__}
    for name, function in made.items():
        setattr(DistributedArray, name, function)
    DistributedArray.__name__ = DistributedArray.__qualname__ = "ndarray"
    DistributedArray.__module__ = "xp_torch"


#: Methods that compute each element alone.
_OF_PARTS: dict[str, Callable] = {
    f"ndarray.{name}": getattr(ndarray, name) for name in ("astype", "byteswap", "conj", "conjugate")
}


@rule(*_OF_PARTS, named=True)
def _of_part(name: str, self: Any, *args: Any, **kwargs: Any) -> Any:
    function = _OF_PARTS[name]
    given = (*args, *kwargs.values())
    if any(isinstance(v, (ndarray, Device)) for v in given):
        return NotImplemented
    if any(isinstance(v, str) and v == "same_value" for v in given):  # which raises for some values
        part = agreed(lambda: function(self._part, *args, **kwargs), self._layout.mesh)
    else:
        part = function(self._part, *args, **kwargs)
    if name == "ndarray.byteswap" and part is self._part:
        changed(self)
    return self if part is self._part else like(part, self)


def _copy(self: Any, order: str = "C") -> Any:
    return like(self._part.copy(order), self)


def _fill(self: Any, value: Any) -> None:
    check_writable(self)
    self._part.fill(whole(value))
    changed(self)


def _reversed_axes(self: Any) -> Any:
    """The array with the dimensions reversed."""
    axes = tuple(None if a is None else self.ndim - 1 - a for a in self._layout.axes)
    return rewrap(self._part.T, self._shape[::-1], axes, self._layout.mesh)


def _matrix_transpose(self: Any) -> Any:
    """The array with the last two dimensions swapped."""
    n = self.ndim
    swapped = {n - 1: n - 2, n - 2: n - 1}
    axes = tuple(swapped.get(a, a) for a in self._layout.axes)
    return rewrap(self._part.mT, (*self._shape[:-2], *self._shape[:-3:-1]), axes, self._layout.mesh)


def _component(name: str) -> Callable:
    return lambda self: like(getattr(self._part, name), self)


def _set_component(name: str) -> Callable:
    def set_(self: Any, value: Any) -> None:
        if name == "imag" and not self._dtype.is_complex:
            raise TypeError("array does not have imaginary part to set")
        getattr(self, name)[...] = value

    return set_


def _get_requires_grad(self: Any) -> bool:
    """Flag that turns on gradients by the array; it can be set."""
    return self._part.requires_grad


def _set_requires_grad(self: Any, requires_grad: bool = True) -> Any:
    self._part.requires_grad_(requires_grad)
    return self


def _get_grad(self: Any) -> Any:
    """Gradient that `backward` has added up, or None."""
    gradient = self._part.grad
    return None if gradient is None else like(gradient, self)


def _detach(self: Any) -> Any:
    new = like(self._part.detach(), self)
    shares(new)
    return new


def _backward(
    self: Any, gradient: Any = None, retain_graph: Any = None, create_graph: bool = False, inputs: Any = None
) -> None:
    """Compute the gradients of the array; every process has to call it."""
    if self.ndim and gradient is None and self.size != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if gradient is not None:
        if type(gradient) is not DistributedArray:
            gradient = place(wrap(as_tensor(gradient, self._dtype)), self._layout.mesh, None)
        gradient = relayout(gradient, self._layout.axes)._part
    elif self.ndim:
        gradient = wrap(self._part._tensor.new_ones(self._part.shape))
    if inputs is not None:
        given = [inputs] if isinstance(inputs, ndarray) else inputs
        inputs = [x._part if type(x) is DistributedArray else x for x in given]
    self._part.backward(gradient, retain_graph, create_graph, inputs)
