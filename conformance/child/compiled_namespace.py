"""A namespace whose functions run compiled: each call of a test goes through ``torch.compile(fullgraph=True)``."""

import cmath
import functools
import inspect
import sys
import types

import torch
from torch._dynamo.exc import Unsupported

# They describe the namespace, or take other libraries' arrays.
EAGER = {"__array_namespace_info__", "from_dlpack"}
# The suite's own helpers make arguments and compare results.
TESTS = "array_api_tests.test_"


def compiled(xp):
    """Return a copy of the namespace `xp` with compiled functions, also in its extensions."""
    # One function meets many dtypes, shapes and options.
    torch._dynamo.config.recompile_limit = torch._dynamo.config.accumulated_recompile_limit = 1_000_000
    copied = types.ModuleType(xp.__name__, xp.__doc__)
    for name, value in inspect.getmembers(xp):
        if inspect.ismodule(value):
            value = compiled(value) if name in ("linalg", "fft") else value
        elif inspect.isfunction(value) and name not in EAGER:
            value = compiled_function(value)
        copied.__dict__[name] = value
    return copied


def compiled_function(function):
    """Return `function` compiled into one graph, with its name and signature."""
    run = torch.compile(function, fullgraph=True, backend="eager")

    @functools.wraps(function)
    def call(*args, **kwargs):
        if not sys._getframe(1).f_globals.get("__name__", "").startswith(TESTS) or any(map(is_misread, args)):
            return function(*args, **kwargs)
        try:
            return run(*args, **kwargs)
        except Unsupported:
            function(*args, **kwargs)  # raises the error of wrong arguments itself
            raise

    return call


def is_misread(x):
    """Return whether the guards of Dynamo misread a number: the signs of NaN and zeros, and the source ``nanj``."""
    return (type(x) is complex and (not cmath.isfinite(x) or 0 in (x.real, x.imag))) or (type(x) is float and x != x)
