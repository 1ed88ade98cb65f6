"""Docstrings of families of functions: what differs stands in each function, what they share stands once."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from string import Template
from typing import TypeVar

__all__ = ["shared_docstring"]

_Function = TypeVar("_Function", bound=Callable)
_FIRST_SECTION = re.compile(r"^.+\n-{3,}$", re.MULTILINE)


def shared_docstring(sections: str, **words: str) -> Callable[[_Function], _Function]:
    """Return a decorator that adds the `sections` of a family to the docstring of a function.

    They go between the summary that the function has of its own and its own sections (`Examples`, for instance). Each
    ``$word`` in them is replaced by the word of that name.
    """
    shared = Template(inspect.cleandoc(sections)).substitute(words)

    def decorate(function: _Function) -> _Function:
        own = inspect.cleandoc(function.__doc__ or "")
        first = _FIRST_SECTION.search(own)
        start = first.start() if first else len(own)
        function.__doc__ = "\n\n".join(part.strip() for part in (own[:start], shared, own[start:]) if part.strip())
        return function

    return decorate
