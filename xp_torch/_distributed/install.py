"""The import of all rules, and the new code of the functions, which calls them."""

from __future__ import annotations

import importlib
import pkgutil
from types import FunctionType
from typing import Any, cast

from xp_torch import _distributed
from xp_torch._array import indexing
from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc import call, methods, operators
from xp_torch._distributed import members, random
from xp_torch._distributed.array import DistributedArray, replicated
from xp_torch._distributed.dispatch import adopt, enter, hook, hooked, rule
from xp_torch._functions.random import generator

#: The public modules, and what names of rules start with.
_MODULES = {
    "xp_torch": "",
    "xp_torch.linalg": "linalg.",
    "xp_torch.fft": "fft.",
    "xp_torch.special": "special.",
    "xp_torch.lib.stride_tricks": "lib.",
}


@rule("_read_general")
def _read_general(x: Any, key: Any) -> Any:
    return enter("getitem", (x, key), {})


@rule("_out_of_place")
def _out_of_place(forward: Any, x1: Any, x2: Any) -> Any:
    """Return the result of an in-place operator on a plain array."""
    return operators._out_of_place(forward, x1, replicated(x2, "an in-place operator"))


def install() -> None:
    """Give the functions of the package code that calls the rules."""
    for found in pkgutil.iter_modules(_distributed.__path__):
        importlib.import_module(f"{_distributed.__name__}.{found.name}")
    names: dict[FunctionType, list[str]] = {}
    for dotted, prefix in _MODULES.items():
        module = importlib.import_module(dotted)
        for name in module.__all__:
            function = getattr(module, name)
            # elementwise ufuncs come to `call`
            if type(function) is FunctionType and getattr(function, "signature", "") is not None:
                names.setdefault(function, []).append(prefix + name)
    for name, function in {
        "call": call.call,
        "_out_of_place": operators._out_of_place,
        "_read_general": indexing._read_general,
        "setitem": indexing.setitem,
        "to_device": ndarray.to_device,
        "random.default_rng": cast(FunctionType, generator.default_rng),
        **{f"ufunc.{name}": getattr(methods, name) for name in methods.__all__},
    }.items():
        names[function] = [name]
    for function, given in names.items():
        hook(given, function)
    methods_by_name: dict[FunctionType, list[str]] = {}
    for name, method in random.METHODS.items():
        methods_by_name.setdefault(method, []).append(name)
    for method, given in methods_by_name.items():
        hook(given, method, "_DEVICES.get(self._bit_generator) if _DEVICES else None", _DEVICES=random.DEVICES)
    adopt("getitem", ndarray.__getitem__)
    members.attach(hooked())
    DistributedArray.__getitem__ = lambda self, key: enter("getitem", (self, key), {})  # type: ignore[method-assign]
    DistributedArray.__name__ = DistributedArray.__qualname__ = "ndarray"
    DistributedArray.__module__ = "xp_torch"
