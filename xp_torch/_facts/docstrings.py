"""Docstrings of families of functions: the sections and the parameters that they share are written once."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from string import Template
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable)
_FIRST_SECTION = re.compile(r"^.+\n-{3,}$", re.MULTILINE)


def _dedented(text: str) -> str:
    """Return a docstring without its indentation, that of its last line; faster than `inspect.cleandoc`."""
    end = text[text.rfind("\n") :]
    return text.replace(end, "\n").strip() if end.isspace() else text.strip()


def _insert(function: Callable, section: str) -> None:
    """Insert a section into the docstring of a function, between its summary and its first section."""
    own = _dedented(function.__doc__ or "")
    first = _FIRST_SECTION.search(own)
    start = first.start() if first else len(own)
    function.__doc__ = "\n\n".join(part.strip() for part in (own[:start], section, own[start:]) if part.strip())


def shared_docstring(sections: str, **words: str) -> Callable[[_Function], _Function]:
    """Return a decorator that adds the `sections` of a family to the docstring of a function.

    They go between the summary that the function has of its own and its own sections (`Examples`, for instance). Each
    ``$word`` in them is replaced by the word of that name.
    """
    shared = Template(_dedented(sections)).substitute(words)

    def decorate(function: _Function) -> _Function:
        _insert(function, shared)
        return function

    return decorate


def described_parameters(shared: Mapping[str, str], /, **own: str) -> Callable[[_Function], _Function]:
    """Return a decorator that adds the section `Parameters` to the docstring of a function.

    Names, order and defaults come from the signature, types and descriptions from `own` and `shared`: a text
    ``"type: description"`` for each parameter.
    """

    def decorate(function: _Function) -> _Function:
        rows = ["Parameters", "----------"]
        for p in inspect.signature(function).parameters.values():
            if p.name == "self":
                continue
            kind, _, description = (own.get(p.name) or shared[p.name]).partition(": ")
            stars = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
            lines = textwrap.wrap(description, 112) if len(description) > 112 else [description]  # wrapping is slow
            rows += [f"{stars}{p.name} : {kind}{_default(p.default)}", *(f"    {line}" for line in lines)]
        _insert(function, "\n".join(rows))
        return function

    return decorate


def _default(value: Any) -> str:
    """Return how the default of a parameter is shown after its type."""
    if value is inspect.Parameter.empty:
        return ""
    if isinstance(value, str):
        text = value.replace("\n", "\\n")
        return f', default: "{text}"'
    if isinstance(value, type):
        return f", default: {value.__name__}"
    return f", default: {value!r}" if isinstance(value, (bool, int, float)) else ", optional"
