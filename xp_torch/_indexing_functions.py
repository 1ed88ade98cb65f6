"""Indexing functions (``x[key]`` is in `_indexing`).

Those that take elements by their indices are in `_indexing_functions_take`, those that select by a condition or among
several arrays in `_indexing_functions_select`, those that write in `_indexing_functions_write`.
"""

from __future__ import annotations

from ._indexing_functions_select import choose, compress, extract, select
from ._indexing_functions_take import take, take_along_axis
from ._indexing_functions_write import copyto, place, put, put_along_axis, putmask

__all__ = [
    "choose",
    "compress",
    "copyto",
    "extract",
    "place",
    "put",
    "put_along_axis",
    "putmask",
    "select",
    "take",
    "take_along_axis",
]
