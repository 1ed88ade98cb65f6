"""Attributes of arrays as functions."""

from conformance.differential.calls.row import rows

rows("shape ndim isfortran", "array")
rows("size", "array axis=axes")

NOT_DRAWN = {"broadcast": "an object of its own", "flatiter": "an object of its own"}
