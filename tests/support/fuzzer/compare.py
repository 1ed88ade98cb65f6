"""Compares a call here with NumPy's: value, dtype, shape, shared memory, error type and inputs."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import torch

import xp_torch as xp
from support.fuzzer.nodes import Arr, Call, World, returns_scalars
from support.oracle import difference, to_numpy
from tools.tolerance import exact

OURS, NUMPY = World(ours=True), World(ours=False)
INTERNAL = (RuntimeError, AssertionError, NameError, AttributeError, SystemError, RecursionError)


@dataclass
class Outcome:
    """The outcome of a call: its result or error, and its input arrays after the call."""

    value: Any = None
    error: BaseException | None = None
    inputs: tuple[Any, ...] = ()
    unmade: bool = False

    @property
    def failed(self) -> bool:
        """Whether the call raised."""
        return self.error is not None


@dataclass
class Mismatch:
    """How two outcomes differ: the kind of difference, and both sides as text."""

    what: str
    here: str
    numpy: str


def perform(call: Call, world: World) -> Outcome:
    """Make `call` in `world`."""
    made: list[Any] = []
    # An in-place operator on a 0-D array corresponds to one on a NumPy scalar.
    scalar = returns_scalars(call.name) and call.args != [] and isinstance(call.args[0], Arr)
    try:
        function = world.function(call.name)
        args = [world.realize(arg, made, scalar) for arg in call.args]
        kwargs = {key: world.realize(value, made) for key, value in call.kwargs.items()}
    except Exception as error:
        # The namespace lacks the function or an argument: nothing to compare.
        return Outcome(error=error, unmade=True)
    try:
        value = function(*args, **kwargs)
        if hasattr(value, "__next__"):
            value = list(value)
        return Outcome(value, None, tuple(made))
    except Exception as error:
        error.__traceback__ = None
        return Outcome(None, error, tuple(made))


def turn(here: bool) -> None:
    """Note whether our call runs; `run` replaces this with a function that writes to shared memory."""


def both(call: Call) -> tuple[Outcome, Outcome]:
    """Make `call` here and in NumPy."""
    theirs = quietly(call, NUMPY)
    return quietly(call, OURS), theirs


def quietly(call: Call, world: World) -> Outcome:
    """Make `call` in one library; a warning of torch's is an error."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if world is NUMPY:
            return perform(call, world)
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", category=np.exceptions.ComplexWarning)
        turn(True)
        try:
            return perform(call, world)
        finally:
            turn(False)


def _text(value: Any, limit: int) -> str:
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {str(value).splitlines()[0] if str(value) else ''}"
    if isinstance(value, xp.ndarray | np.ndarray | np.generic):
        # Show at most as many elements as the text has characters.
        few = math.prod(value.shape) <= limit
        values = to_numpy(value) if few else to_numpy(value[(slice(0, 1),) * value.ndim])
        return f"{values.tolist()!r}{'' if few else '...'} {value.dtype.name}{tuple(value.shape)}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(show(item, limit) for item in value[:limit]) + ")"
    return repr(value)


def show(value: Any, limit: int = 160) -> str:
    """Return a short text of a result; never fail."""
    try:
        text = _text(value, limit).replace("\n", " ")
    except Exception as error:
        text = f"<{type(value).__name__} that {type(error).__name__} keeps from being shown>"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def error_class(error: BaseException) -> str:
    """Return the name of the public class of an error: NumPy has private subclasses."""
    for cls in type(error).__mro__:
        if cls.__module__ == "builtins" or cls.__name__ in ("AxisError", "LinAlgError"):
            return cls.__name__
    return "Exception"


def _is_a(error: BaseException, name: str) -> bool:
    return any(cls.__name__ == name for cls in type(error).__mro__)


def out_of_scope(value: Any) -> bool:
    """Return whether a result has a dtype that is no array's here: object, text, dates, long double."""
    if isinstance(value, np.ndarray | np.generic):
        return (value.dtype.kind in "OSUMmV" and value.dtype.name != "bfloat16") or value.dtype.char in "gG"
    if isinstance(value, tuple | list):
        return any(map(out_of_scope, value))
    return False


def compare(call: Call, ours: Outcome, theirs: Outcome, close: Any) -> Mismatch | None:
    """Return how `ours` differs from `theirs`, or None."""
    if ours.failed:
        return Mismatch("error", show(ours.error), show(theirs.value))
    if theirs.failed:
        return Mismatch("no error", show(ours.value), show(theirs.error))
    close = in_loop(call, close)
    # The scale of rounding comes from all inputs, lists and numbers included.
    scale = (*theirs.inputs, *(x.data for x in call.arrays() if x.form != "array" or not theirs.inputs))
    found = _compare(call, ours.value, theirs.value, close, scale)
    if found:
        return Mismatch(found, show(ours.value), show(theirs.value))
    shared = _sharing(call, ours, theirs)
    if shared:
        return shared
    for i, (a, b) in enumerate(zip(ours.inputs, theirs.inputs, strict=True)):
        found = _compare(call, a, b, close, scale)
        if found:
            return Mismatch(f"input {i} afterwards", show(a), show(b))
    return None


def in_loop(call: Call, close: Any) -> Any:
    """Return `close` with the precision of the computation: `out` may have a wider dtype than the loop."""
    if call.kwargs.get("out") is None:
        return close

    @cache
    def computed() -> set[str]:
        plain = quietly(call.changed(kwargs={k: v for k, v in call.kwargs.items() if k not in ("out", "where")}), NUMPY)
        values = plain.value if isinstance(plain.value, tuple) else (plain.value,)
        return set() if plain.failed else {x.dtype.name for x in map(np.asarray, values) if x.dtype.kind in "fc"}

    def test(x: np.ndarray, y: np.ndarray, inputs: Any, name: str) -> bool:
        return close(x, y, inputs, name) or any(close(x, y, inputs, other) for other in computed() - {name})

    return test


def same_error(call: Call, ours: BaseException, theirs: BaseException) -> bool:
    """Return whether an error is of NumPy's class.

    Of several faults either side may name any, and NumPy's code may fail before it has checked the arguments.
    """
    faults = (TypeError, ValueError, OverflowError)
    accidents = (AttributeError, ZeroDivisionError, *([IndexError] if call.name.startswith("fft.") else []))
    named = isinstance(ours, faults) and isinstance(theirs, faults + accidents)
    if call.name == "take_along_axis" and isinstance(theirs, AttributeError):
        # Of a list NumPy reads an attribute of arrays before it looks at the index.
        named = named or isinstance(ours, IndexError)
    return not internal(ours, theirs) and (named or _is_a(ours, error_class(theirs)))


def internal(error: BaseException | None, theirs: BaseException | None = None) -> bool:
    """Return whether an error is one that no user should see, unless it is NumPy's too."""
    torchs = any(text in str(error) for text in ("aten::", "DefaultCPUAllocator"))
    return torchs or (isinstance(error, INTERNAL) and type(error) is not type(theirs))


def unchanged(call: Call, ours: Outcome) -> Mismatch | None:
    """Hold a failed call to having changed nothing."""
    given = [node for node in call.arrays() if node.form == "array"]
    if len(given) != len(ours.inputs):
        return None
    for i, (node, x) in enumerate(zip(given, ours.inputs, strict=True)):
        if (
            node.data.tobytes()
            != np.ascontiguousarray(
                x.tensor.view(torch.int16).numpy() if x.dtype.name == "bfloat16" else to_numpy(x)
            ).tobytes()
        ):
            return Mismatch(f"input {i} after an error", show(x), show(node.data))
    return None


def _compare(call: Call, a: Any, b: Any, close: Any, inputs: tuple[Any, ...]) -> str | None:
    if isinstance(b, np.ndarray | np.generic):
        return difference(a, b, close, inputs)
    if isinstance(b, np.dtype):
        return None if getattr(a, "name", None) == b.name else "dtype"
    if isinstance(b, np.finfo | np.iinfo):
        fields = (
            ("bits", "min", "max")
            if isinstance(b, np.iinfo)
            else (
                "bits",
                "eps",
                "max",
                "min",
                "smallest_normal",
                "tiny",
                "resolution",
                "precision",
                "smallest_subnormal",
            )
        )
        return next((f"field {name}" for name in fields if getattr(a, name) != getattr(b, name)), None)
    if isinstance(b, tuple | list):
        if not isinstance(a, tuple | list) or isinstance(a, list) != isinstance(b, list):
            return "type"
        if len(a) != len(b):
            return "length"
        return next((found for p, q in zip(a, b, strict=True) if (found := _compare(call, p, q, close, inputs))), None)
    if isinstance(a, xp.ndarray) and not a.shape and isinstance(b, bool | int | float | complex):
        return None if exact(to_numpy(a), np.asarray(b).astype(a.dtype.name), (), "") else "value"
    if type(a) is not type(b):
        return None if isinstance(b, type) or type(b).__module__ != "builtins" else "type"
    if a == b or (a != a and b != b):
        return None
    if isinstance(b, float | complex):
        return None if close(np.asarray(a), np.asarray(b), inputs, np.asarray(b).dtype.name) else "value"
    return "value"


def leaves(value: Any) -> list[Any]:
    """Return the results of a call one by one."""
    if isinstance(value, tuple | list):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def _sharing(call: Call, ours: Outcome, theirs: Outcome) -> Mismatch | None:
    if any(node.layout == "neg" and node.form == "array" for node in call.arrays()):
        return None
    inputs = theirs.inputs
    for k, (a, b) in enumerate(zip(leaves(ours.value), leaves(theirs.value), strict=True)):
        if not isinstance(b, np.ndarray | np.generic) or not b.size:
            continue
        for i, (p, q) in enumerate(zip(ours.inputs, inputs, strict=True)):
            mine = xp.may_share_memory(a, p)
            yours = np.may_share_memory(b, q) if isinstance(b, np.ndarray) else False
            if mine != yours:
                say = ("is apart from", "shares memory with")
                return Mismatch("sharing", f"result {k} {say[mine]} input {i}", f"result {k} {say[yours]} input {i}")
    return None
