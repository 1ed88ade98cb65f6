"""Index tricks, and what selects, writes, edits, packs and applies functions."""

from __future__ import annotations

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("diag_indices_from tril_indices_from triu_indices_from", "matrix", values="tame")
rows("tril_indices triu_indices", "count", "count k=small", "count k=small m=count")
rows("diagflat", "vector", "vector k=small")
rows("ndarray.compress", "array mask", "vector mask axis=axis")
rows("extract", "mask array")
rows("packbits", "array", "array axis=axis")
rows("unpackbits", "array", "array axis=axis count=small")
rows("sort_complex", "array", close=near.zeros)
rows("trim_zeros", "array", "array axis=axis")
rows("rollaxis", "array axis", "array axis small")
rows("delete", "array small", "array small axis=axis")

_WRITES = "writes by arguments that have to fit each other: compared in tests/test_indexing_select.py"
_FITS = "takes arguments that have to fit each other: compared in its chapter's tests"
_MADE = "makes arrays of few numbers: compared in tests/test_index_tricks.py"
_CALLS = "takes functions: compared in tests/test_functional.py"
_ANY = "any partition is right: what it has to be is tested in tests/test_sorting_partition.py"
NOT_DRAWN = {
    **dict.fromkeys(
        ["c_", "index_exp", "mgrid", "ndenumerate", "ndindex", "ogrid", "r_", "s_"], "an object of its own"
    ),
    **dict.fromkeys(["copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask", "ndarray.put"], _WRITES),
    **dict.fromkeys(["block", "choose", "compress", "insert", "ix_", "lexsort", "select", "ndarray.choose"], _FITS),
    **dict.fromkeys(["diag_indices", "indices", "ravel_multi_index", "unravel_index"], _MADE),
    **dict.fromkeys(["apply_along_axis", "apply_over_axes", "fromfunction", "mask_indices", "piecewise"], _CALLS),
    **dict.fromkeys(["argpartition", "partition", "ndarray.argpartition", "ndarray.partition"], _ANY),
    **dict.fromkeys(("asarray_chkfinite", "require"), "asarray, which is drawn, with a check"),
    **dict.fromkeys(["lib", "lib.stride_tricks"], "a module"),
    "row_stack": "vstack, which is drawn, with a warning",
    "lib.stride_tricks.as_strided": "strides have to fit the memory: compared in tests/test_lib.py",
    "lib.stride_tricks.sliding_window_view": "windows have to fit: compared in tests/test_lib.py",
}
for _name in ("broadcast_arrays", "broadcast_shapes", "broadcast_to"):
    NOT_DRAWN[f"lib.stride_tricks.{_name}"] = "the function of the main namespace"
