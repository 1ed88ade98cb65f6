"""Index tricks, and what selects, writes, edits, packs and applies functions."""

from __future__ import annotations

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("diag_indices_from tril_indices_from triu_indices_from", "matrix", values="tame")
rows("tril_indices triu_indices", "count", "count k=small", "count k=small m=count")
rows("diagflat", "vector", "vector k=small")
rows("ndarray.compress", "array mask", "vector mask axis=axis")
rows("extract", "mask array")
rows("packbits", "array", "array axis=axis bitorder=bitorder")
rows("unpackbits", "array", "array axis=axis count=small bitorder=bitorder")
rows("sort_complex", "array", close=near.zeros)
rows("trim_zeros", "array", "array axis=axis", "vector trim=ends")
rows("rollaxis", "array axis", "array axis small")
rows("delete", "array small", "array small axis=axis", "array index axis=axis", "array masked axis=axis")
rows("insert", "array small operand axis=axis", "array small number")
rows("compress", "vector array axis=axis")
rows("choose ndarray.choose", "chosen choices mode=takemode")
rows("ix_", "vector vector?")
rows("indices", "sizes dtype=dtype sparse=flag")
rows("diag_indices", "count count?")
rows("unravel_index", "flats sizes")
rows("ravel_multi_index", "multi sizes mode=takemode")

# what writes
rows("copyto", "target operand casting=casting where=mask", "target alias")
rows("put ndarray.put", "target index operand mode=takemode")
rows("putmask", "target mask operand")
rows("place", "target mask vector")
rows("put_along_axis", "target along operand axis!=axis")
rows("fill_diagonal", "target operand wrap=flag")

_FITS = "takes arguments that have to fit each other: compared in its chapter's tests"
_CALLS = "takes functions: compared in tests/functions/functional/test_apply.py"
_ANY = "any partition is right: what it has to be is tested in tests/functions/sorting/test_partition.py"
NOT_DRAWN = {
    **dict.fromkeys(
        ["c_", "index_exp", "mgrid", "ndenumerate", "ndindex", "ogrid", "r_", "s_"], "an object of its own"
    ),
    **dict.fromkeys(["block", "lexsort", "select"], _FITS),
    **dict.fromkeys(["apply_along_axis", "apply_over_axes", "fromfunction", "mask_indices", "piecewise"], _CALLS),
    **dict.fromkeys(["argpartition", "partition", "ndarray.argpartition", "ndarray.partition"], _ANY),
    **dict.fromkeys(("asarray_chkfinite", "require"), "asarray, which is drawn, with a check"),
    **dict.fromkeys(["lib", "lib.stride_tricks"], "a module"),
    "row_stack": "vstack, which is drawn, with a warning",
    "lib.stride_tricks.as_strided": "strides have to fit the memory: compared in tests/functions/test_lib.py",
    "lib.stride_tricks.sliding_window_view": "windows have to fit: compared in tests/functions/test_lib.py",
}
for _name in ("broadcast_arrays", "broadcast_shapes", "broadcast_to"):
    NOT_DRAWN[f"lib.stride_tricks.{_name}"] = "the function of the main namespace"
