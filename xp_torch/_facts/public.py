"""The public paths of functions and classes, which pickles and `help` show instead of private ones."""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any


def set_module(module: str, namespace: dict[str, Any], names: Iterable[str]) -> None:
    """Set the ``__module__`` of the package's functions and classes among `names`, and of their methods, to `module`.

    A method that is a public function itself keeps the function's name. Others are named after their attribute and
    class, or after the first public class that inherits them.
    """
    given = [namespace.get(name) for name in names]
    own = [v for v in given if isinstance(v, (type, types.FunctionType)) and v.__module__.startswith("xp_torch")]
    for value in own:
        # Setting an attribute of a class may raise: its metaclass decides.
        (type.__setattr__ if isinstance(value, type) else setattr)(value, "__module__", module)
    for cls in own:
        for base in cls.__mro__ if isinstance(cls, type) else ():
            public = base if base in own else cls
            for name, member in vars(base).items():
                function = getattr(member, "fget", getattr(member, "__func__", member))
                if isinstance(function, types.FunctionType) and function.__module__.startswith("xp_torch._"):
                    function.__module__, function.__name__ = module, name
                    function.__qualname__ = f"{public.__name__}.{name}"
