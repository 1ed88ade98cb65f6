"""Rows of the functions that pad, select, edit, write, pack and apply functions."""

from __future__ import annotations

from tools import tolerance as near
from tools.calls.row import examples, not_drawn, not_traced, rows

# pad
rows(
    "pad",
    "array: array, pad_width: padwidth",
    "array: array, pad_width: padwidth, *, constant_values: number = ...",
    "array: array, pad_width: padwidth, *, mode: padmode",
    "array: array, pad_width: count, *, mode: text = ...",
    close=near.SUM,
    values="tame",
)

# selecting, editing and index tricks
rows("diag_indices_from tril_indices_from triu_indices_from", "arr: matrix", values="tame")
rows(
    "tril_indices triu_indices",
    "n: count",
    "n: count, *, k: small = ...",
    "n: count, *, k: small = ..., m: count = ...",
)
rows("diagflat", "v: vector", "v: vector, *, k: small = ...")
rows("ndarray.compress", "x: array, condition: mask", "x: vector, condition: mask, *, axis: axis = ...")
rows("extract", "condition: mask, arr: array")
rows("packbits", "a: array", "a: array, *, axis: axis = ..., bitorder: bitorder = ...")
rows("unpackbits", "a: array", "a: array, *, axis: axis = ..., count: small = ..., bitorder: bitorder = ...")
rows("sort_complex", "a: array", close=near.zeros)
rows("trim_zeros", "filt: array", "filt: array, *, axis: axis = ...", "filt: vector, *, trim: ends = ...")
rows("rollaxis", "a: array, axis: axis", "a: array, axis: axis, start: small")
rows(
    "delete",
    "arr: array, obj: small",
    "arr: array, obj: small, *, axis: axis = ...",
    "arr: array, obj: index, *, axis: axis = ...",
    "arr: array, obj: masked, *, axis: axis = ...",
)
rows("insert", "arr: array, obj: small, values: operand, *, axis: axis = ...", "arr: array, obj: small, values: number")
rows("compress", "condition: vector, a: array, *, axis: axis = ...")
rows("choose ndarray.choose", "a: chosen, choices: choices, *, mode: takemode = ...")
rows("ix_", "x: vector, y: vector = ...")
rows("indices", "dimensions: sizes, *, dtype: dtype = ..., sparse: flag = ...")
rows("diag_indices", "n: count, ndim: count = ...")
rows("unravel_index", "indices: flats, shape: sizes")
rows("ravel_multi_index", "multi_index: multi, dims: sizes, *, mode: takemode = ...")

# writing to an array
rows("copyto", "dst: target, src: operand, *, casting: casting = ..., where: mask = ...", "dst: target, src: alias")
rows("put ndarray.put", "a: target, ind: index, v: operand, *, mode: takemode = ...")
rows("putmask", "a: target, mask: mask, values: operand")
rows("place", "arr: target, mask: mask, vals: vector")
rows("put_along_axis", "arr: target, indices: along, values: operand, *, axis: axis")
rows("fill_diagonal", "a: target, val: operand, *, wrap: flag = ...")

not_drawn("an object of its own", "c_ index_exp mgrid ndenumerate ndindex ogrid r_ s_")
not_drawn("its arguments have to fit each other; its tests compare it", "block lexsort select")
not_drawn(
    "takes a function; its tests compare it", "apply_along_axis apply_over_axes fromfunction mask_indices piecewise"
)
not_drawn("has several right answers", "argpartition partition ndarray.argpartition ndarray.partition")
not_drawn("asarray with a check", "asarray_chkfinite require")
not_drawn("a module", "lib lib.stride_tricks")
not_drawn("a method for SciPy, which NumPy's arrays lack", "ndarray.matvec ndarray.rmatvec ndarray.rmatmat")
not_drawn("its tests compare it", "lib.stride_tricks.as_strided lib.stride_tricks.sliding_window_view")
not_drawn(
    "the function of the main namespace",
    "lib.stride_tricks.broadcast_arrays lib.stride_tricks.broadcast_shapes lib.stride_tricks.broadcast_to",
)

examples(
    {
        "apply_along_axis": "lambda v: v[:2] * v.sum(), 1, x",
        "apply_over_axes": "m.sum, x, [0, 1]",
        "argpartition partition rollaxis": "x, 1",
        "block": "[[x, y], [y, x]]",
        "choose": "i % 2, (v, w); i, (v, 1.5, v * 2, 3, 4)",
        "compress": "[True, False, True], x, axis=1",
        "copyto": "= written(m.copyto, x, y); = written(copy_where(m), x, 1.5, b)",
        "delete": "x, 1, axis=1; x, slice(None, None, 2)",
        "diag_indices": "= x[m.diag_indices(2)]",
        "diag_indices_from": "= s[m.diag_indices_from(s)]",
        "diagflat": "v, 1",
        "extract": "b, x",
        "fill_diagonal": "= written(m.fill_diagonal, s, v)",
        "fromfunction": "lambda i, j: i * 10 + j, (2, 3)",
        "indices": "(2, 3); (2, 3), sparse=True",
        "insert": "x, 1, 2.5, axis=1; x, [0, 2, 1], y, axis=1",
        "ix_": "= x[m.ix_([0, 1], [2, 0])]",
        "lexsort": "(v, w)",
        "lib.stride_tricks.sliding_window_view": "x, 2, 1",
        "mask_indices": "3, m.triu, 1",
        "packbits": 'b; b, axis=1, bitorder="little"',
        "pad": "x, ((1, 0), (2, 1)), constant_values=((1, 2), (3, 4)); x, 2, 'reflect', reflect_type='odd'; "
        "x, (1, 2), 'mean', stat_length=2; n, {1: 4}, 'wrap'; s, 2, 'linear_ramp', end_values=(1, 5)",
        "piecewise": "x, [x > 0], [lambda v: v * 2, lambda v: -v]",
        "place": "= written(m.place, x, b, v)",
        "put": "= written(m.put, x, i, v)",
        "put_along_axis": "= written(m.put_along_axis, x, n % 3, y, 1)",
        "putmask": "= written(m.putmask, x, b, v)",
        "ravel_multi_index": '(i, i), (3, 3), mode="clip"',
        "require": 'x.T, requirements="C"',
        "select": "[b, x > 0], [x, y], 0",
        "sort_complex": "c",
        "tril_indices": "= s[m.tril_indices(3)]",
        "tril_indices_from": "= s[m.tril_indices_from(s)]",
        "trim_zeros": "m.concatenate([m.zeros(2), v])",
        "triu_indices": "3, 1, 4",
        "triu_indices_from": "= s[m.triu_indices_from(s)]",
        "unpackbits": 'n.astype("uint8"), axis=1, count=11',
        "unravel_index": "i, (3, 4)",
    }
)
not_traced("asarray_chkfinite")
