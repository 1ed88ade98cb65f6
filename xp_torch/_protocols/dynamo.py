"""Operators and formats that Dynamo does not trace for arrays, or evaluates wrongly (``docs/design/dynamo.md``).

Each is mended only in a torch that lacks it.
"""

from __future__ import annotations

import operator
from contextlib import suppress
from typing import Any

from xp_torch._array.ndarray import ndarray
from xp_torch._array.ufunc.operators import SWAPPED
from xp_torch._facts.awaited import when_imported


def _mend(builtin: Any, user_defined: Any) -> None:
    """Give Dynamo ``@``, ``~`` and comparisons with symbolic numbers for arrays."""
    binops = builtin._binops()
    if operator.pow in binops and operator.matmul not in binops and not hasattr(builtin, "call_matmul"):
        binops[operator.matmul] = ["__matmul__", "__rmatmul__", "__imatmul__"], operator.imatmul

    def call_invert(self: Any, tx: Any, a: Any) -> Any:
        # None leaves numbers and tensors to the other handlers.
        return a.call_method(tx, "__invert__", [], {}) if isinstance(a, user_defined) else None

    if not hasattr(builtin, "call_invert"):
        builtin.call_invert = call_invert

    compared = builtin._comparison_with_symnode

    def is_array(x: Any) -> bool:
        return isinstance(x, user_defined) and issubclass(x.python_type(), ndarray)

    def compare(self: Any, tx: Any, left: Any, right: Any) -> Any:
        name = self.fn.__name__
        if not name.startswith("is_"):
            if is_array(left):
                return left.call_method(tx, f"__{name}__", [right], {})
            if is_array(right):
                return right.call_method(tx, f"__{SWAPPED.get(name, name)}__", [left], {})
        return compared(self, tx, left, right)

    # torch 2.13 to 2.15 evaluate ``op(object(), None)`` for whatever is neither a number nor a tensor.
    if "object" in compared.__code__.co_names:
        builtin._comparison_with_symnode = compare

    # Dynamo makes these tables of the methods once.
    builtin._binop_handlers.cache_clear()
    builtin.call_function_handler_cache.clear()


def _mend_formats(format_variable: Any, user_defined: Any, break_graph: Any) -> None:
    """Break the graph where a string is formatted from an array that the graph makes.

    Dynamo formats the string when it returns, before it gives the objects that were made their attributes.
    """
    create = format_variable.create.__func__

    def create_unless_made(cls: Any, *given: Any) -> Any:
        # From torch 2.15 on, Dynamo's translator comes first.
        *_, format_string, args, kwargs = given
        for x in (*args, *kwargs.values()):
            if isinstance(x.realize(), user_defined) and x.source is None and issubclass(x.python_type(), ndarray):
                break_graph(
                    gb_type="Format of an array",
                    context=f"format string {format_string!r}",
                    explanation="The text of an array needs its values.",
                    hints=["Format the array outside of the compiled function."],
                )
        return create(cls, *given)

    format_variable.create = classmethod(create_unless_made)


def _mend_dynamo(dynamo: Any) -> None:
    # Another torch may have none of these names; it is then left as it is.
    variables = dynamo.variables
    with suppress(AttributeError):
        user_defined = variables.user_defined.UserDefinedVariable
        _mend(variables.builtin.BuiltinVariable, user_defined)
        _mend_formats(variables.misc.StringFormatVariable, user_defined, dynamo.exc.unimplemented)


when_imported("torch._dynamo", _mend_dynamo)
