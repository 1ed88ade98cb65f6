"""The functions that call the rules, in the places where the package has the functions for plain arrays."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any, TypeGuard

from xp_torch import _distributed
from xp_torch._array import exchange, indexing
from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc.call import ufunc
from xp_torch._distributed import members, random
from xp_torch._distributed.dispatch import MAKING, adopt, dispatched, dispatching
from xp_torch._distributed.layout import OUTDATED, Device
from xp_torch._functions.polynomial.chebyshev import Chebyshev
from xp_torch._functions.polynomial.hermite import Hermite
from xp_torch._functions.polynomial.hermite_e import HermiteE
from xp_torch._functions.polynomial.laguerre import Laguerre
from xp_torch._functions.polynomial.legendre import Legendre
from xp_torch._functions.polynomial.polynomial import Polynomial
from xp_torch._functions.random import generator
from xp_torch._functions.random.draws import Distributions
from xp_torch._protocols import array_function, array_ufunc

#: The modules of bases of polynomials, each with the class of its series, and how the names of its functions begin.
_SERIES = {
    "polynomial": (Polynomial, "poly"),
    "chebyshev": (Chebyshev, "cheb"),
    "legendre": (Legendre, "leg"),
    "hermite": (Hermite, "herm"),
    "hermite_e": (HermiteE, "herme"),
    "laguerre": (Laguerre, "lag"),
}
#: The public modules, and what names of rules start with.
_MODULES = {
    "xp_torch": "",
    "xp_torch.linalg": "linalg.",
    "xp_torch.fft": "fft.",
    "xp_torch.special": "special.",
    "xp_torch.lib.stride_tricks": "lib.",
    **{f"xp_torch.polynomial.{name}": "polynomial." for name in (*_SERIES, "polyutils")},
}


def _package() -> Iterator[ModuleType]:
    """Yield the modules of the package that are imported."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "xp_torch" and isinstance(module, ModuleType):
            yield module


def _is_function(value: Any) -> TypeGuard[FunctionType]:
    """Return whether a value is a function or a ufunc."""
    return type(value) is FunctionType or isinstance(value, ufunc)


def _public_functions() -> dict[FunctionType, list[str]]:
    """Return the names of the rules of each public function for plain arrays, other than elementwise ufuncs.

    A function that something else replaces in a public module at the moment, such as a mock, is found where it is
    defined.
    """
    public = [(importlib.import_module(dotted), prefix) for dotted, prefix in _MODULES.items()]
    defined = {
        (f.__module__, f.__qualname__): f
        for module in _package()
        if module.__name__.startswith("xp_torch._")
        for f in vars(module).values()
        if _is_function(f)
    }
    own = set(defined.values())
    names: dict[FunctionType, list[str]] = {}
    for module, prefix in public:
        for name in module.__all__:
            value = getattr(module, name)
            function = value if _is_function(value) and value in own else defined.get((module.__name__, name))
            # ufuncs call the method `__array_ufunc__` of their operands
            if function is not None and getattr(function, "signature", "") is not None:
                names.setdefault(function, []).append(prefix + name)
    return names


def _replace(holder: Any) -> None:
    """Put the functions that dispatch in the place of those for plain arrays in a module or class.

    What others put there, such as a mock, stays.
    """
    for name, value in list(vars(holder).items()):
        if _is_function(value):
            new: Any = dispatched(value)
        elif type(value) is MethodType and isinstance(value.__self__, Distributions):
            new = MethodType(dispatched(value.__func__), value.__self__)
        else:
            continue
        if new != value:
            setattr(holder, name, new)


def _outdated() -> Iterator[str]:
    """Yield the functions that make plain arrays, and the modules of others that have them: `from xp_torch import`."""
    for holder, module in list(sys.modules.items()):
        if holder.partition(".")[0] != "xp_torch" and isinstance(module, ModuleType):
            for value in list(vars(module).values()):
                function = value.__func__ if type(value) is MethodType else value
                if type(function) is FunctionType and function in MAKING:
                    yield f"{function.__name__} in {holder}"


def _given_device(self: ndarray, device: Any = None, /, *args: Any) -> Device | None:
    """Return the `Device` that is the argument of `to_device`; None if it is another device."""
    return device if type(device) is Device else None


def install() -> None:
    """Put the functions that call the rules in the places of those for plain arrays, in the package's modules."""
    for found in pkgutil.iter_modules(_distributed.__path__):
        importlib.import_module(f"{_distributed.__name__}.{found.name}")
    for public, names in _public_functions().items():
        dispatching(names, public)
    # what `ndarray.__getitem__` and `__setitem__` call for keys and values that they don't know
    dispatching(["getitem"], indexing._read_general)
    dispatching(["setitem"], indexing._write_general)
    adopt("getitem", ndarray.__getitem__)
    adopt("setitem", ndarray.__setitem__)
    dispatching(["to_device"], exchange.to_device, _given_device)
    dispatching(["random.default_rng"], generator.default_rng)
    names_of_methods: dict[FunctionType, list[str]] = {}
    for name, method in random.METHODS.items():
        names_of_methods.setdefault(method, []).append(name)
    for method, names in names_of_methods.items():
        dispatching(names, method, random.device_of)
    members.attach()
    for holder in (*_package(), ndarray, *random.CLASSES):
        _replace(holder)
    for table in (array_function._COUNTERPARTS, array_ufunc._COUNTERPARTS):
        for theirs, function in list(table.items()):
            table[theirs] = table[dispatched(theirs)] = dispatched(function)
    for name, (series, prefix) in _SERIES.items():
        module = importlib.import_module(f"xp_torch.polynomial.{name}")
        series._functions.update({end: getattr(module, prefix + end) for end in series._functions})
    OUTDATED.extend(_outdated())
