"""Draws garbage calls: the functions and methods that are called, and the text of one call."""

from __future__ import annotations

import inspect
import operator
from functools import cache
from random import Random
from typing import Any

import xp_torch as xp
from support.garbage.arguments import anything, argument, array
from tools.calls import public

#: functions that are not called, and why.
LEFT_OUT: dict[str, str] = {
    **dict.fromkeys(
        ("set_default_dtype", "set_printoptions", "seterr", "seterrcall", "setbufsize", "register_dtype"),
        "changes the process",
    ),
    **dict.fromkeys(("random.seed", "random.set_state", "polynomial.set_default_printstyle"), "changes the process"),
    **dict.fromkeys(("show_versions", "debug_print"), "prints"),
    **dict.fromkeys(("compile", "unwrap"), "takes functions; tests of their own call it"),
    **dict.fromkeys(("random.SeedSequence", "random.BitGenerator"), "NumPy's own class"),
    **dict.fromkeys(("while_loop",), "may run as long as its condition says"),
}
#: texts of objects by the class whose methods are called with them.
OBJECTS: dict[str, tuple[str, ...]] = {
    "random.Generator": ("np.random.default_rng(1)",),
    "random.RandomState": ("np.random.RandomState(1)",),
    "random.PCG64": ("np.random.PCG64(1)",),
    "random.Philox": ("np.random.Philox(1)",),
    "random.MT19937": ("np.random.MT19937(1)",),
    **{
        f"polynomial.{name}": (f"np.polynomial.{name}([1.0, 2, 3])", f"np.polynomial.{name}(np.ones(3))")
        for name in ("Chebyshev", "Hermite", "HermiteE", "Laguerre", "Legendre", "Polynomial")
    },
    "poly1d": ("np.poly1d([1, 2, 3])",),
    "flatiter": ("np.ones((2, 3)).flat",),
    "broadcast": ("np.broadcast(np.ones((2, 1)), np.ones(3))",),
    "dtype": ("np.dtype('float64')", "np.int8"),
    "finfo": ("np.finfo('float32')",),
    "iinfo": ("np.iinfo('int8')",),
    "ndindex": ("np.ndindex(2, 3)",),
    "vectorize": ("np.vectorize(lambda *x: x[0])",),
    "lib.NumpyVersion": ("np.lib.NumpyVersion('2.0.0')",),
}
#: members of objects that are called beside those without an underscore.
SPECIAL = {
    "__array__", "__array_namespace__", "__array_ufunc__", "__array_function__", "__array_wrap__", "__call__",
    "__copy__", "__deepcopy__", "__dlpack__", "__format__", "__getitem__",
    "__reduce_ex__", "__setitem__", "__setstate__", "__round__", "__index__", "__int__", "__float__", "__complex__",
    "__bool__", "__hash__", "__divmod__", "__pow__", "__matmul__", "__imatmul__", "__eq__", "__lt__",
}  # fmt: skip
OPERATORS = [
    name
    for name in dir(operator)
    if not name.startswith("_") and name not in ("attrgetter", "itemgetter", "methodcaller", "length_hint", "call")
]
#: members that write to files, of which there are none but those in memory, or that end a derivative.
NO_MEMBERS = {"ndarray.backward", "ndarray.ctypes", "random.Generator.spawn"}
UFUNC_METHODS = ("reduce", "accumulate", "reduceat", "outer", "at", "resolve_dtypes", "__call__")


@cache
def targets() -> dict[str, Any]:
    """Return the functions and methods to call, by their names."""
    found: dict[str, Any] = {}
    for name in [n for n in public() if n not in LEFT_OUT and not n.startswith("ndarray.")] + ["map"]:
        value = operator.attrgetter(name)(xp)
        if callable(value) and not (inspect.isclass(value) and issubclass(value, BaseException)):
            found[name] = value
    found.update(
        {f"testing.{name}": getattr(xp.testing, name) for name in dir(xp.testing) if name.startswith("assert_")}
    )
    for cls in ("ndarray", *OBJECTS):
        for name in dir(kind := operator.attrgetter(cls)(xp)):
            if (not name.startswith("_") or name in SPECIAL) and f"{cls}.{name}" not in NO_MEMBERS:
                found[f"{cls}.{name}"] = getattr(kind, name, None)
    found.update({f"ufunc.{method}": getattr(xp.add, method) for method in UFUNC_METHODS})
    found.update({f"operator.{name}": getattr(operator, name) for name in OPERATORS})
    return found


@cache
def ufuncs() -> list[str]:
    """Return the names of the ufuncs."""
    return sorted(name for name in xp.__all__ if isinstance(getattr(xp, name), xp.ufunc))


@cache
def parameters(name: str) -> tuple[inspect.Parameter, ...]:
    """Return the parameters of a target, without that of the object of a method; two operands where there are none."""
    value = targets()[name]
    try:
        found = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        kind = inspect.Parameter.POSITIONAL_ONLY
        return tuple(inspect.Parameter(n, kind) for n in ("a", "b"))
    return tuple(found[1:] if found and found[0].name in ("self", "cls") else found)


def _receiver(rng: Random, name: str) -> tuple[str, bool]:
    """Return the text of what is called, and whether the first parameter is the object before the dot."""
    head, _, method = name.rpartition(".")
    if head == "ndarray":
        return f"{array(rng)}.{method}", True
    if head in OBJECTS:
        return f"{rng.choice(OBJECTS[head])}.{method}", False
    if head == "ufunc":
        return f"np.{rng.choice(ufuncs())}.{method}", False
    return name if head == "operator" else f"np.{name}", False


def source(name: str, seed: int, index: int) -> str:
    """Return a garbage call of a target as Python text: the same one for the same seed."""
    rng = Random(f"garbage/{seed}/{name}/{index}")
    text, bound = _receiver(rng, name)
    if not callable(targets()[name]):
        return text  # an attribute
    if name.startswith("operator.") and rng.random() < 0.9:
        return f"{text}({', '.join([array(rng), *[argument(rng, 'b') for _ in parameters(name)[1:]]])})"
    return f"{text}({', '.join(_arguments(rng, name, bound))})"


def _arguments(rng: Random, name: str, bound: bool) -> list[str]:
    """Return the texts of the arguments of a call."""
    positional, keywords = [], []
    named = [p for p in parameters(name) if p.name not in ("self", "cls")]
    for p in named[1:] if bound and named and named[0].name in ("a", "x", "m", "arr", "x1") else named:
        if p.kind is p.VAR_POSITIONAL:
            positional += [argument(rng, p.name) for _ in range(rng.choice((0, 1, 2, 2, 3)))]
        elif p.kind is p.VAR_KEYWORD:
            continue
        elif p.default is p.empty:
            if rng.random() < 0.02:
                continue
            value = argument(rng, p.name)
            (keywords if p.kind is p.KEYWORD_ONLY else positional).append(
                f"{p.name}={value}" if p.kind is p.KEYWORD_ONLY else value
            )
        elif p.kind is not p.POSITIONAL_ONLY and rng.random() < max(0.15, min(0.4, 1.5 / len(named))):
            keywords.append(f"{p.name}={argument(rng, p.name)}")
    if rng.random() < 0.04:
        positional.append(anything(rng))
    if rng.random() < 0.03:
        keywords.append(f"{rng.choice(('wrong', 'axis', 'out', 'dtype', 'where', 'size'))}={anything(rng)}")
    return positional + [
        k for i, k in enumerate(keywords) if k.split("=")[0] not in [o.split("=")[0] for o in keywords[:i]]
    ]
