"""Rows of the logic functions."""

from __future__ import annotations

from conformance.differential.calls.row import rows

rows("isclose allclose", "array operand", "array same equal_nan=flag", "array array rtol=plain atol=plain")
rows("array_equal", "array same equal_nan=flag", "array array")
rows("array_equiv", "array operand", "array array")
rows("iscomplex isreal iscomplexobj isrealobj", "array", "number")
rows("isneginf isposinf", "operand")
rows("iterable", "array", "number")
rows("common_type", "array array?", "floating")

NOT_DRAWN = {
    "isscalar": "a 0-D array is a scalar here",
    "mintypecode": "of characters, all of which are tested",
    "typename": "of characters, all of which are tested",
}
