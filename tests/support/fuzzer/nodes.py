"""Calls as data, which can be made in both namespaces, shrunk and printed as one line of Python."""

from __future__ import annotations

import builtins
import cmath
import operator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np
import torch

import xp_torch as xp
from tools.operators import INFIX, INPLACE


@dataclass(frozen=True, eq=False)
class Arr:
    """An array argument: its values, memory layout and form (array, list or NumPy array)."""

    data: np.ndarray
    layout: str = "C"
    form: str = "array"

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.data.shape


@dataclass(frozen=True)
class Dtype:
    """A dtype by name, given as the namespace's own, a string, NumPy's or a Python type."""

    name: str
    form: str = "own"


@dataclass(frozen=True)
class Alias:
    """The first argument again, or a part of it, so that reads and writes overlap."""

    part: tuple[slice, ...] | None = None


@dataclass
class Call:
    """A function by name with its arguments."""

    name: str
    args: list[Any] = field(default_factory=list)
    kwargs: dict[str, Any] = field(default_factory=dict)
    #: whether an argument was replaced by a wrong one.
    hostile: bool = False

    def changed(self, args: list[Any] | None = None, kwargs: dict[str, Any] | None = None) -> Call:
        """Return the same call with other arguments."""
        return Call(
            self.name, self.args if args is None else args, self.kwargs if kwargs is None else kwargs, self.hostile
        )

    def leaves(self) -> list[Any]:
        """Return every argument, those in lists and tuples too."""
        found: list[Any] = []
        stack = [*self.args, *self.kwargs.values()]
        while stack:
            item = stack.pop(0)
            if type(item) in (list, tuple):
                stack[:0] = item
            else:
                found.append(item)
        return found

    def arrays(self) -> list[Arr]:
        """Return the arrays among the arguments."""
        return [leaf for leaf in self.leaves() if isinstance(leaf, Arr)]


def lay_out(data: np.ndarray, layout: str) -> np.ndarray:
    """Return a copy of `data` in a memory layout."""
    if layout == "F":
        return np.array(data.T, order="C").T
    if layout == "step":
        base = np.zeros((*data.shape[:-1], data.shape[-1] * 2), data.dtype)
        base[..., ::2] = data
        return base[..., ::2]
    if layout == "neg":
        return np.array(data[..., ::-1], order="C")[..., ::-1]
    if layout == "offset":
        base = np.zeros(data.size + 1, data.dtype)
        base[1:] = data.reshape(-1)
        return base[1:].reshape(data.shape)
    if layout == "bcast":
        return np.broadcast_to(data[:1].copy(), data.shape)
    return np.array(data, order="C")


def _tensor(data: np.ndarray, layout: str) -> torch.Tensor:
    """Return the tensor with the layout of the NumPy array; torch lacks negative steps."""
    half = data.dtype == ml_dtypes.bfloat16
    if layout == "bcast":
        return _tensor(data[:1], "C").expand(data.shape)
    laid = lay_out(data, "C" if layout == "neg" else layout)
    t = torch.from_numpy(laid.view(np.int16) if half else laid)
    return t.view(torch.bfloat16) if half else t


class World:
    """One of the two namespaces: turns nodes into its objects and makes the call."""

    def __init__(self, ours: bool) -> None:
        self.ours = ours
        self.module = xp if ours else np

    def realize(self, node: Any, made: list[Any], scalar: bool = False) -> Any:
        """Return the object that `node` is; arrays are appended to `made`."""
        kind = type(node)
        if kind is Arr:
            if node.form == "list":
                return node.data.tolist()
            if node.form == "numpy":
                return node.data.copy() if node.data.ndim else node.data[()]
            if self.ours:
                x = xp.asarray(_tensor(node.data, node.layout))
            else:
                x = lay_out(node.data, node.layout)
                if scalar and not x.ndim:
                    x = x[()]
            made.append(x)
            return x
        if kind is Dtype:
            return self.dtype(node)
        if kind is Alias:
            return made[0] if node.part is None else made[0][node.part]
        if kind is list or kind is tuple:
            return kind(self.realize(item, made) for item in node)
        return node

    def dtype(self, node: Dtype) -> Any:
        """Return the dtype that `node` names."""
        if node.form == "python":
            return getattr(builtins, node.name)
        if node.name == "bfloat16" and not self.ours:
            return np.dtype(ml_dtypes.bfloat16)
        if node.form == "own" and hasattr(self.module, node.name):
            return getattr(self.module, node.name)
        return np.dtype(node.name) if node.form == "numpy" else node.name

    def function(self, name: str) -> Any:
        """Return the function of that name."""
        return _function(self.ours, name)


def _setitem(x: Any, key: Any, value: Any) -> Any:
    x[key] = value
    return x


def _inplace_key(name: str) -> Any:
    apply = getattr(operator, name)

    def run(x: Any, key: Any, value: Any) -> Any:
        x[key] = apply(x[key], value)
        return x

    return run


@cache
def _function(ours: bool, name: str) -> Any:
    module = xp if ours else np
    head, _, rest = name.partition(".")
    if head == "setitem":
        return _inplace_key(rest) if rest else _setitem
    if head in ("operator", "builtins"):
        return getattr({"operator": operator, "builtins": builtins}[head], rest)
    if head == "ndarray" and rest:
        if callable(getattr(module.ndarray, rest)):
            return lambda x, *args, **kwargs: getattr(x, rest)(*args, **kwargs)
        return lambda x: getattr(x, rest)
    if rest and head not in ("linalg", "fft"):
        raise AttributeError(name)
    return operator.attrgetter(name)(module)


def returns_scalars(name: str) -> bool:
    """Return whether 0-D arrays are NumPy's scalars in this call: in-place operators rebind them, as ours do.

    NumPy's powers of its 0-D arrays and of its scalars differ; it has no product of matrices of either.
    """
    if name in ("operator.pow", "builtins.pow", "operator.imatmul"):
        return name != "operator.imatmul"
    return name.startswith("operator.i") and name.rpartition(".")[2] in INPLACE


# ------------------------------------------------------------------ source


def _number(value: Any) -> str:
    """Return a number as Python text that needs no name but xp's."""
    if isinstance(value, complex):
        if cmath.isfinite(value):
            text = repr(value)
            return text if value.real or "-" not in text[:3] else f"complex({value.real!r}, {value.imag!r})"
        return f"complex({_number(value.real)}, {_number(value.imag)})"
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value}")'
    return repr(value)


def _nested(values: Any) -> str:
    if isinstance(values, list):
        return "[" + ", ".join(_nested(value) for value in values) + "]"
    return _number(values)


def _array_source(node: Arr) -> str:
    data, name = node.data, node.data.dtype.name
    values = data.astype(np.float32) if name == "bfloat16" else data
    prefix = "xp"
    if node.form == "list":
        return _nested(data.tolist())
    if node.form == "numpy":
        prefix = "np"
    if node.layout == "bcast" and data.size:
        return f"xp.broadcast_to({_array_source(Arr(data[:1]))}, {data.shape})"
    if 0 in data.shape:
        text = f"{prefix}.zeros({data.shape}, dtype={prefix}.{name})"
    else:
        if node.layout == "neg":
            values = values[..., ::-1]
        elif node.layout == "F":
            values = values.T
        elif node.layout == "step":
            values = np.repeat(values, 2, axis=-1)
        text = f"{prefix}.asarray({_nested(values.tolist())}, dtype={prefix}.{name})"
        text += {"neg": "[..., ::-1]", "F": ".T", "step": "[..., ::2]"}.get(node.layout, "")
    return text


def source(node: Any) -> str:
    """Return `node` as Python text."""
    kind = type(node)
    if kind is Arr:
        return _array_source(node)
    if kind is Dtype:
        return {"own": f"xp.{node.name}", "python": node.name, "numpy": f'np.dtype("{node.name}")'}.get(
            node.form, repr(node.name)
        )
    if kind is Alias:
        return "x" if node.part is None else f"x[{', '.join(map(_slice, node.part))}]"
    if kind is list:
        return "[" + ", ".join(map(source, node)) + "]"
    if kind is tuple:
        return "(" + ", ".join(map(source, node)) + ("," if len(node) == 1 else "") + ")"
    if kind is slice:
        return repr(node)
    return "..." if node is Ellipsis else _number(node)


def _slice(part: slice) -> str:
    text = ":".join("" if bound is None else str(bound) for bound in (part.start, part.stop))
    return text if part.step is None else f"{text}:{part.step}"


def _key(node: Any) -> str:
    if isinstance(node, slice):
        return _slice(node)
    if type(node) is tuple and node:
        return ", ".join(map(_key, node)) + ("," if len(node) == 1 else "")
    return source(node)


def call_source(call: Call) -> str:
    """Return `call` as one line of Python."""
    args, name = call.args, call.name
    aliased = any(isinstance(leaf, Alias) for leaf in call.leaves())
    texts = [source(arg) for arg in args]
    head = ""
    if aliased and args:
        head, texts[0] = f"x = {texts[0]}; ", "x"
    module, _, rest = name.partition(".")
    if module == "operator" and rest in INFIX and len(args) == 2:
        return f"{head}{texts[0]} {INFIX[rest]} {texts[1]}"
    if module == "operator" and rest in INPLACE and len(args) == 2:
        return f"x = {source(args[0])}; x {INPLACE[rest]} {texts[1]}"
    if name == "operator.getitem":
        return f"{head}{texts[0]}[{_key(args[1])}]"
    if module == "setitem":
        return f"x = {source(args[0])}; x[{_key(args[1])}] {INPLACE[rest] if rest else '='} {texts[2]}"
    kwargs = [f"{key}={source(value)}" for key, value in call.kwargs.items()]
    if module == "ndarray" and rest and args:
        if not callable(getattr(xp.ndarray, rest, None)):
            return f"{head}{texts[0]}.{rest}"
        return f"{head}{texts[0]}.{rest}({', '.join([*texts[1:], *kwargs])})"
    prefix = "" if module == "builtins" else name if module == "operator" else f"xp.{name}"
    return f"{head}{prefix or rest}({', '.join([*texts, *kwargs])})"


def with_data(node: Arr, data: np.ndarray) -> Arr:
    """Return `node` with other values."""
    layout = node.layout if data.ndim == node.data.ndim and data.ndim else "C"
    if layout == "bcast" and data[:1].tobytes() * len(data) != data.tobytes():
        layout = "C"
    return replace(node, data=data, layout=layout)
