"""Rows of the standard's functions and NumPy's beside them, of operators, indexing and casts."""

from __future__ import annotations

import xp_torch as xp
from tools import tolerance as near
from tools.calls.row import ROWS, array_examples, examples, methods, not_drawn, not_traced, rows
from tools.operators import INFIX, INPLACE

UFUNC = "out: ufuncout = ..., dtype: dtype = ..., casting: casting = ..., where: ufuncwhere = ..., order: order = ..."
for _name in xp.__all__:
    _function = getattr(xp, _name)
    if isinstance(_function, xp.ufunc) and _function.signature is None:
        _form = ", ".join(f"{x}: operand" for x in ("x1", "x2")[: _function.nin])
        _extremum = _name in ("maximum", "minimum", "fmax", "fmin")
        _exact = _function._op.name in near.EXACT - near.COMPLEX_ROUNDED
        rows(
            _name,
            _form,
            _form,
            _form,
            f"{_form}, *, {UFUNC}",
            close=near.zeros if _extremum else near.exact if _exact else near.LOOSE,
            dtypes="wide",
            heavy=_name in ("add", "subtract", "multiply", "divide", "floor_divide", "remainder", "power"),
        )

# operators
for _name in INFIX:
    _close = (
        near.PRODUCT
        if _name == "matmul"
        else near.LOOSE
        if _name in ("pow", "truediv", "mul", "floordiv", "mod")
        else near.exact
    )
    _form = "x: matrix, y: contracted" if _name == "matmul" else "x: array, y: operand"
    rows(
        f"operator.{_name}",
        *([_form, "x: operand, y: array"] if _name != "matmul" else [_form]),
        close=_close,
        heavy=True,
        dtypes="all" if _name == "matmul" else "wide",
        values="special" if _name == "matmul" else "wild",
    )
for _name in INPLACE:
    _close = ROWS["operator." + next(n for n in (_name[1:], _name[1:] + "_") if n in INFIX)].close
    _form = "x: matrix, y: contracted" if _name == "imatmul" else "x: array, y: operand"
    rows(
        f"operator.{_name}",
        _form,
        *(["x: array, y: alias"] if _name != "imatmul" else []),
        close=_close,
        heavy=True,
        values="tame" if _name == "imatmul" else "wild",
    )
rows("operator.neg operator.pos operator.invert", "x: array", close=near.exact, dtypes="wide", heavy=True)
rows("builtins.abs", "x: array", close=near.ULP, dtypes="wide", heavy=True)
rows("builtins.divmod", "x: array, y: operand", "x: operand, y: array", close=near.LOOSE, heavy=True)
rows(
    "builtins.bool builtins.float builtins.int builtins.complex builtins.len builtins.list operator.index",
    "x: array",
    heavy=True,
)
rows("builtins.round", "x: array", "x: array, y: decimals", close=near.LOOSE)
rows("builtins.pow", "x: array, y: operand", close=near.LOOSE)
rows("operator.contains", "x: array, y: number", "x: array, y: array", heavy=True)

# indexing
rows("operator.getitem", "x: array, y: key", heavy=True)
rows("setitem", "x: array, y: key, z: value", "x: array, y: key, z: value", "x: array, y: key, z: alias", heavy=True)
rows("setitem.iadd setitem.imul", "x: array, y: key, z: value", close=near.LOOSE, heavy=True)
rows("take", "a: array, indices: index, *, axis: axis = ..., mode: takemode = ..., out: out = ...")
rows("ndarray.take", "x: array, indices: index, *, axis: axis = ..., mode: takemode = ..., out: out = ...")
rows("take_along_axis", "arr: array, indices: along, *, axis: axis")

# casts
rows("astype", "x: array, dtype: dtype, *, copy: flag = ...", heavy=True)
rows(
    "ndarray.astype",
    "x: array, dtype: dtype, *, casting: casting = ..., copy: flag = ..., order: order = ...",
    heavy=True,
)
rows(
    "asarray asanyarray",
    "a: array, *, dtype: dtype = ..., copy: flag = ..., order: order = ...",
    "a: nested, *, dtype: dtype = ...",
    heavy=True,
)
rows(
    "array",
    "object: array, *, dtype: dtype = ..., copy: flag = ..., order: order = ..., ndmin: count = ...",
    "object: nested, *, dtype: dtype = ..., ndmin: count = ...",
    heavy=True,
)
rows("ascontiguousarray asfortranarray", "a: array, *, dtype: dtype = ...")
rows("copy ndarray.copy", "a: array, *, order: order = ...")
rows(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128",
    "value: number",
    "value: array",
    "",
)

# creation
rows(
    "arange",
    "start: plain, *, dtype: dtype = ...",
    "start: plain, stop: plain",
    "start: plain, stop: plain, step: step, *, dtype: dtype = ...",
    "start: count, stop: count, step: count, *, dtype: dtype = ...",
    close=near.LOOSE,
)
rows("empty", "shape: zeroshape, *, dtype: dtype = ..., order: cf = ...", close=near.anything)
rows("empty_like", "prototype: array, *, dtype: dtype = ..., shape: zeroshape, order: order = ...", close=near.anything)
rows("zeros ones", "shape: shape, *, dtype: dtype = ..., order: cf = ...")
rows("zeros_like ones_like", "a: array, *, dtype: dtype = ..., order: order = ..., shape: shape = ...")
rows(
    "full",
    "shape: shape, fill_value: number, *, dtype: dtype = ..., order: cf = ...",
    "shape: shape, fill_value: operand, *, dtype: dtype = ...",
)
rows(
    "full_like",
    "a: array, fill_value: number, *, dtype: dtype = ..., order: order = ..., shape: shape = ...",
    "a: array, fill_value: operand, *, dtype: dtype = ...",
)
rows(
    "eye",
    "N: count, M: count = ..., k: small = ..., *, dtype: dtype = ..., order: cf = ...",
    "N: count, *, k: small = ..., M: count = ..., dtype: dtype = ...",
)
rows("identity", "n: count, *, dtype: dtype = ...")
rows("tri", "N: count, M: count = ..., k: small = ..., *, dtype: dtype = ...")
rows("tril triu diag", "m: array, *, k: small = ...")
rows(
    "linspace",
    "start: plain, stop: plain, num: count, *, endpoint: flag = ..., retstep: flag = ..., dtype: dtype = ...",
    "start: tame, stop: tame, *, num: count, axis: small = ..., endpoint: flag = ...",
    close=near.SUM,
    values="tame",
)
rows(
    "logspace",
    "start: plain, stop: plain, num: count, *, endpoint: flag = ..., base: plain = ..., dtype: dtype = ...",
    close=near.exponents,
)
rows(
    "geomspace", "start: plain, stop: plain, num: count, *, endpoint: flag = ..., dtype: dtype = ...", close=near.SOLVER
)
rows(
    "meshgrid",
    "x: vector, y: vector = ..., z: vector = ..., *, indexing: text = ..., sparse: flag = ..., copy: flag = ...",
)
rows("from_dlpack", "x: array, *, copy: flag = ...")
rows("ndarray", "shape: zeroshape, *, dtype: dtype = ...", close=near.anything)

# data types
rows("can_cast", "from_: typelike, to: typename, *, casting: casting = ...", "from_: number, to: typename")
rows("promote_types", "type1: typename, type2: typename")
rows("result_type", "x: typelike, y: typelike = ..., z: typelike = ...", "x: typelike, y: number")
rows("min_scalar_type", "a: number", "a: array")
rows("isdtype", "dtype: typeobject, kind: typekind")
rows("issubdtype", "arg1: typename, arg2: abstract", "arg1: abstract, arg2: abstract", "arg1: typename, arg2: typename")
rows("finfo", "dtype: floating", "dtype: array", "dtype: typename")
rows("iinfo", "int_type: typename", "int_type: number")
rows("dtype", "dtype: dtype")

# manipulation
rows("append", "arr: array, values: operand, *, axis: axis = ...", "arr: array, values: same, *, axis: axis = ...")
rows(
    "concat concatenate",
    "arrays: arrays, *, axis: axis = ..., dtype: dtype = ..., casting: casting = ...",
    "arrays: arrays, *, axis: small",
    "arrays: arrays, *, axis: small = ..., out: out = ...",
)
rows(
    "stack",
    "arrays: stacked, *, axis: small = ..., dtype: dtype = ..., casting: casting = ...",
    "arrays: stacked, *, out: out = ...",
)
rows("hstack vstack", "tup: arrays, *, dtype: dtype = ..., casting: casting = ...", "tup: stacked")
rows("dstack column_stack", "tup: stacked")
rows("array_split", "ary: array, indices_or_sections: sections, *, axis: axis = ...")
rows("split", "ary: array, indices_or_sections: sections, *, axis: axis = ...")
rows("hsplit vsplit dsplit", "ary: array, indices_or_sections: sections")
rows("atleast_1d atleast_2d atleast_3d", "x: array, y: array = ...", "x: number")
rows("broadcast_arrays", "x: array, y: operand = ..., z: operand = ...")
rows("broadcast_shapes", "x: shape, y: shape = ..., z: shape = ...")
rows("broadcast_to", "array: array, shape: wider")
rows("expand_dims", "a: array, axis: small", "a: array, axis: axes")
methods("squeeze", "a: array, *, axis: axes = ...", "a: array")
rows("flip", "m: array, *, axis: axes = ...")
rows("fliplr flipud", "m: array")
rows("moveaxis", "a: array, source: axis, destination: axis", "a: array, source: permutation, destination: permutation")
rows("permute_dims", "a: array, axes: permutation", "a: array")
methods("transpose", "a: array, axes: permutation", "a: array")
methods("swapaxes", "a: array, axis1: axis, axis2: axis")
rows("matrix_transpose linalg.matrix_transpose ndarray.mT ndarray.T", "x: matrix", "x: array")
methods("ravel", "a: array, *, order: order = ...")
rows("ndarray.flatten", "x: array, *, order: order = ...")
rows("reshape", "a: array, shape: newshape, *, order: cf = ..., copy: flag = ...", "a: array, *, shape: newshape")
rows(
    "ndarray.reshape",
    "x: array, shape: newshape, *, order: cf = ..., copy: flag = ...",
    "x: array, shape: small, order: small",
)
rows("resize", "a: array, new_shape: shape")
methods("repeat", "a: array, repeats: counts, *, axis: axis = ...")
rows("tile", "A: array, reps: reps")
rows("roll", "a: array, shift: shifts, *, axis: axes = ...")
rows("rot90", "m: array, k: small = ...", "m: array, *, k: small = ..., axes: axestuple = ...")
rows("unstack", "x: array, *, axis: axis = ...")

# searching, sorting, sets
methods("argmax argmin", "a: array, *, axis: axis = ..., keepdims: flag = ..., out: out = ...")
rows("argwhere flatnonzero", "a: array")
methods("nonzero", "a: array")
rows("count_nonzero", "a: array, *, axis: axes = ..., keepdims: flag = ...")
methods("searchsorted", "a: sorted, v: operand, *, side: side = ...", "a: sorted, v: array, *, side: side = ...")
rows("where", "condition: mask, x: operand, y: operand", "condition: array, x: operand, y: operand", "condition: array")
rows(
    "sort",
    "a: array, *, axis: axis = ..., stable: flag = ...",
    "a: array, *, axis: axis = ..., kind: sortkind = ...",
    close=near.zeros,
)
rows(
    "argsort ndarray.argsort",
    "a: array, *, axis: axis = ..., stable: yes",
    "a: array, *, axis: axis = ..., kind: stablekind",
)
rows("ndarray.sort", "x: array, *, axis: axis = ..., stable: flag = ...", close=near.zeros)
rows(
    "isin",
    "element: array, test_elements: array, *, assume_unique: flag = ..., invert: flag = ...",
    "element: array, test_elements: vector, *, invert: flag = ...",
)
rows(
    "intersect1d", "ar1: vector, ar2: vector, *, return_indices: flag = ...", "ar1: array, ar2: array", close=near.sets
)
rows("setdiff1d setxor1d union1d", "ar1: vector, ar2: vector", "ar1: array, ar2: array", close=near.sets)
INDICES = "return_index: flag = ..., return_inverse: flag = ..., return_counts: flag = ..."
rows(
    "unique",
    f"ar: array, *, {INDICES}, axis: axis = ..., equal_nan: flag = ...",
    "ar: array",
    f"ar: vector, *, {INDICES}",
    close=near.sets,
    fix="inverse",
)
rows("unique_all unique_counts", "x: array", "x: vector", close=near.sets)
rows("unique_inverse", "x: array", "x: vector", close=near.sets, fix="inverse")
rows("unique_values", "x: array", "x: vector", close=near.sets, fix="sorted")

# statistics
REDUCE = "a: array, *, axis: axes = ..., dtype: dtype = ..., keepdims: flag = ..., where: mask = ..., out: out = ..."
ALL_AXES = "a: array, *, axis: axes = ..."
methods("all any", "a: array, *, axis: axes = ..., keepdims: flag = ..., where: mask = ..., out: out = ...", heavy=True)
EXTREMUM = (
    f"{ALL_AXES}, keepdims: flag = ..., out: out = ...",
    f"{ALL_AXES}, initial: number, where: mask = ...",
)
rows("max min amax amin ndarray.max ndarray.min", *EXTREMUM, close=near.zeros, heavy=True)
HEAVY = {"values": "special", "heavy": True}
methods("sum", f"{REDUCE}, initial: number = ...", "a: array, *, axis: axes = ...", close=near.SUM, **HEAVY)
methods("prod", f"{REDUCE}, initial: plain = ...", "a: array, *, axis: axes = ...", close=near.CHAIN, **HEAVY)
methods("mean", REDUCE, close=near.SUM, **HEAVY)
rows(
    "std var",
    f"{REDUCE}, ddof: ddof = ...",
    f"{ALL_AXES}, correction: ddof = ..., keepdims: flag = ...",
    close=near.SQUARES,
    **HEAVY,
)
rows(
    "ndarray.std ndarray.var",
    f"{REDUCE}, ddof: ddof = ...",
    f"{ALL_AXES}, ddof: ddof = ...",
    close=near.SQUARES,
    **HEAVY,
)
methods("cumsum", "a: array, *, axis: axis = ..., dtype: dtype = ..., out: out = ...", close=near.SUM, **HEAVY)
methods("cumprod", "a: array, *, axis: axis = ..., dtype: dtype = ..., out: out = ...", close=near.CHAIN, **HEAVY)
rows(
    "cumulative_sum",
    "x: array, *, axis: axis = ..., dtype: dtype = ..., include_initial: flag = ...",
    close=near.SUM,
    **HEAVY,
)
rows(
    "cumulative_prod",
    "x: array, *, axis: axis = ..., dtype: dtype = ..., include_initial: flag = ...",
    close=near.CHAIN,
    **HEAVY,
)
rows(
    "diff",
    "a: array, *, n: count = ..., axis: axis = ..., prepend: number = ..., append: number = ...",
    "a: array",
    close=near.exact,
)
methods(
    "clip",
    "a: array, min: bound, max: bound, *, out: ufuncout = ...",
    "a: array, *, min: bound = ..., max: bound = ...",
    close=near.zeros,
)
methods("round", "a: array, *, decimals: decimals = ..., out: out = ...", close=near.LOOSE)
rows("around", "a: array, *, decimals: decimals = ...", close=near.LOOSE)

# linear algebra
EXACT = {"close": near.PRODUCT, "values": "special"}
rows("linalg.matmul", "x1: matrix, x2: contracted", "x1: array, x2: contracted", **EXACT)
rows(
    "matmul",
    "x1: matrix, x2: contracted",
    "x1: array, x2: contracted",
    "x1: matrix, x2: contracted, *, out: out = ..., dtype: dtype = ..., casting: casting = ...",
    **EXACT,
)
rows("matvec", "x1: matrix, x2: matvec", **EXACT)
rows("vecmat", "x1: vector, x2: vecmat", **EXACT)
rows("vecdot", "x1: array, x2: lastaxis, *, axis: axis = ...", **EXACT)
rows("linalg.vecdot", "x1: array, x2: lastaxis, *, axis: axis = ...", **EXACT)
rows(
    "dot ndarray.dot",
    "a: array, b: contracted",
    "a: array, b: operand",
    "a: array, b: contracted, *, out: out = ...",
    **EXACT,
)
rows("inner", "a: array, b: lastaxis", **EXACT)
rows("outer", "a: array, b: array", "a: array, b: array, *, out: out = ...", **EXACT)
rows("linalg.outer", "x1: vector, x2: vector", **EXACT)
rows("vdot", "a: array, b: same", **EXACT)
rows("kron", "a: array, b: array", **EXACT)
rows(
    "tensordot linalg.tensordot",
    "a: array, b: same, *, axes: pairs = ...",
    "a: array, b: contracted, *, axes: pairs = ...",
    **EXACT,
)
rows("cross linalg.cross", "a: threes, b: threes", "a: threes, b: threes, *, axis: axis = ...", **EXACT)
rows(
    "einsum",
    "x: 'ij,jk', y: matrix, z: contracted",
    "x: 'ij->ji', y: matrix",
    "x: '...i->...', y: array",
    "x: 'ii->i', y: square",
    "x: 'i,i', y: vector, z: vector",
    "x: 'ij->', y: matrix",
    **EXACT,
)
methods(
    "diagonal trace",
    "a: matrix, *, offset: small = ..., axis1: axis = ..., axis2: axis = ...",
    "a: array",
    "a: matrix",
    **EXACT,
)
rows("linalg.diagonal linalg.trace", "x: matrix, *, offset: small = ...", "x: array", **EXACT)
SOLVE = {"close": near.SOLVER, "values": "tame", "dtypes": "linalg"}
rows("linalg.cholesky", "a: hermitian, *, upper: flag = ...", **SOLVE)
rows("linalg.cond linalg.det linalg.inv linalg.slogdet", "x: square", **SOLVE)
rows("linalg.eigh", "a: hermitian", fix="eigh", **SOLVE)
rows("linalg.eig", "a: square", fix="eig", **SOLVE)
rows("linalg.eigvals", "a: square", fix="eigvals", **SOLVE)
rows("linalg.eigvalsh", "a: hermitian", **SOLVE)
rows("linalg.svdvals", "x: matrix", **SOLVE)
rows("linalg.svd", "a: matrix, *, full_matrices: flag, compute_uv: flag = ...", fix="svd", **SOLVE)
rows("linalg.qr", "a: matrix, *, mode: qrmode = ...", fix="qr", **SOLVE)
rows("linalg.lstsq", "a: square, b: solved, *, rcond: tol = ...", fix="lstsq", **SOLVE)
rows("linalg.solve", "a: square, b: solved", **SOLVE)
rows("linalg.pinv", "a: square, *, rcond: tol = ...", "a: square, *, hermitian: flag = ...", **SOLVE)
rows("linalg.matrix_rank", "A: matrix, *, tol: tol = ...", "A: square", **SOLVE)
rows("linalg.matrix_power", "a: square, n: power", **SOLVE)
rows("linalg.multi_dot", "arrays: dots", **EXACT)
rows("linalg.tensorinv", "a: square, *, ind: one", **SOLVE)
rows("linalg.tensorsolve", "a: square, b: solved", **SOLVE)
rows(
    "linalg.norm",
    "x: array, *, ord: ord = ..., axis: axes = ..., keepdims: flag = ...",
    "x: matrix, *, ord: ord = ...",
    "x: vector, *, ord: ord = ...",
    **SOLVE,
)
rows("linalg.vector_norm", "x: array, *, ord: ord = ..., axis: axes = ..., keepdims: flag = ...", **SOLVE)
rows("linalg.matrix_norm", "x: matrix, *, ord: ord = ..., keepdims: flag = ...", **SOLVE)

# Fourier transforms
FFT = {"close": near.FFT, "values": "tame"}
rows(
    "fft.fft fft.ifft fft.rfft fft.irfft fft.hfft fft.ihfft",
    "a: array, *, n: count = ..., axis: axis = ..., norm: norm = ...",
    **FFT,
)
rows(
    "fft.fft2 fft.ifft2 fft.rfft2 fft.irfft2",
    "a: matrix, *, norm: norm = ...",
    "a: array, *, axes: axestuple = ..., s: lengths = ..., norm: norm = ...",
    **FFT,
)
rows(
    "fft.fftn fft.ifftn fft.rfftn fft.irfftn",
    "a: array, *, axes: axestuple = ..., norm: norm = ...",
    "a: array, *, axes: axestuple, s: lengths = ...",
    **FFT,
)
rows("fft.fftfreq fft.rfftfreq", "n: count", "n: count, *, d: plain = ...", close=near.ULP)
rows("fft.fftshift fft.ifftshift", "x: array, *, axes: axes = ...")

# elements and attributes
rows("real imag ndarray.real ndarray.imag", "val: array")
rows(
    "ndarray.dtype ndarray.shape ndarray.size ndarray.ndim ndarray.itemsize ndarray.nbytes ndarray.tolist "
    "ndarray.tobytes",
    "x: array",
)
rows("ndarray.item", "x: array", "x: array, args: position")
rows("ndarray.conj ndarray.conjugate", "x: array")
rows("ndarray.fill", "x: array, value: number")
rows("ndarray.view", "x: array, dtype: typename", "x: array")

not_drawn(
    "NumPy lacks it", "top_k get_namespace set_default_dtype register_dtype ndarray.tensor ndarray.to_numpy bfloat16"
)
not_drawn("NumPy lacks it", "complex32 float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz")
not_drawn("a module", "linalg fft")
not_drawn("a type that is not called", "ufunc generic number integer signedinteger unsignedinteger inexact floating")
not_drawn("a type that is not called", "complexfloating linalg.LinAlgError linalg.EigResult linalg.EighResult")
not_drawn("a type that is not called", "linalg.QRResult linalg.SVDResult linalg.SlogdetResult")
not_drawn("a constant", "e pi inf nan newaxis euler_gamma")
not_drawn("always the CPU", "ndarray.device ndarray.to_device")
not_drawn("an object of its own", "ndarray.flags ndarray.flat")
not_drawn("layouts with negative steps are drawn for NumPy only", "ndarray.strides")

examples(
    {
        "all": "b; x, axis=0",
        "amax asanyarray asfortranarray copy cumsum fft.fft2 fft.fftn fft.fftshift fft.ihfft fft.rfft": "x",
        "amin argmin": "x, axis=0",
        "any": "b, axis=1",
        "append linalg.cross linalg.outer vdot": "v, w",
        "cross": "v, w; v, x",
        "outer": "v, w; x, y",
        "arange": "5; 1.0, 4.0, 0.5; 3, dtype=m.float32",
        "argmax": "x; x, axis=1, keepdims=True",
        "argsort": "x; n, axis=0, stable=True",
        "argwhere flatnonzero nonzero": "b",
        "around": "x, 1",
        "array": "x; [[1, 2], [3, 4]]",
        "array_split": "v, 2",
        "asarray": "x, dtype=m.float32; [1.5, 2]; 3",
        "ascontiguousarray": "x.T",
        "astype": "x, m.float32; x, m.int64; x, m.complex128",
        "atleast_1d atleast_2d atleast_3d cumulative_prod": "v",
        "broadcast_arrays dot kron matvec": "x, v",
        "broadcast_shapes": "(2, 1), (3,)",
        "broadcast_to": "v, (2, 3)",
        "can_cast": "m.int8, m.int16",
        "clip": "x, -1, 1; x, y, None; n, 2, 300",
        "column_stack dstack": "(v, w)",
        "concat": "[x, y], axis=0; (x, n), axis=None",
        "concatenate stack": "[x, y], axis=1",
        "count_nonzero cumprod expand_dims flip unstack": "x, axis=1",
        "cumulative_sum": "x, axis=1; v, include_initial=True",
        "diag": "v, k=1; s",
        "diagonal linalg.cond linalg.diagonal linalg.eigh linalg.eigvalsh trace triu": "s",
        "linalg.trace": "s; m.stack([s, t])",
        "diff": "x; x, n=2, axis=1",
        "dsplit": "m.reshape(x, (1, 2, 3)), 3",
        "einsum": '"ij,kj->ik", x, y',
        "empty": "= m.zeros_like(m.empty((2, 3)))",
        "empty_like": "= m.zeros_like(m.empty_like(x))",
        "eye": "3; 2, 3, k=1, dtype=m.int64",
        "fft.fft": 'x; x, n=4, axis=0, norm="ortho"',
        "fft.fftfreq": "5, d=0.5",
        "fft.hfft fft.ifft fft.ifft2 fft.ifftn fft.irfft fft.irfft2 fft.irfftn real": "c",
        "fft.ifftshift": "x, axes=0",
        "fft.rfft2 fliplr flipud linalg.matrix_transpose linalg.pinv linalg.svdvals matrix_transpose": "x",
        "fft.rfftfreq": "5",
        "fft.rfftn": "x, axes=(0,)",
        "full": "(2, 2), 1.5; 3, 7",
        "full_like vsplit": "x, 2",
        "geomspace": "1.0, 1000.0, 4",
        "hsplit": "x, 3",
        "hstack vstack": "(x, y)",
        "identity tri": "3",
        "imag": "c; x",
        "inner linalg.vecdot": "x, y",
        "intersect1d isin setdiff1d setxor1d union1d": "n, i",
        "isdtype": 'm.float32, "real floating"',
        "issubdtype": "m.float32, m.floating",
        "linalg.cholesky": "s; s, upper=True",
        "linalg.det linalg.eig linalg.eigvals linalg.inv linalg.matrix_rank linalg.qr linalg.slogdet": "t",
        "linalg.lstsq": "= m.linalg.lstsq(t, v)[0]",
        "linalg.matmul": "x, s",
        "linalg.matrix_norm": 'x; x, ord="nuc"',
        "linalg.matrix_power": "t, 3; t, -2",
        "linalg.multi_dot": "[x, s, t]",
        "linalg.norm": "x; v, 1",
        "linalg.solve": "t, s; t, v",
        "linalg.svd": "x, full_matrices=False; = m.linalg.svd(s, hermitian=True).S",
        "linalg.tensordot": "x, s, axes=1",
        "linalg.tensorinv": "m.reshape(t, (3, 3)), ind=1",
        "linalg.tensorsolve": "t, v",
        "linalg.vector_norm": "x; x, axis=1, ord=3",
        "linspace": "0, 1, 5; 0, 1, 4, endpoint=False",
        "logspace": "0, 2, 3",
        "matmul": "x, s; n, n.T",
        "max": "x; n, axis=1",
        "mean": "x, axis=0; n",
        "meshgrid": 'v, w, indexing="ij"',
        "min": "x, axis=1, keepdims=True",
        "min_scalar_type": "= m.asarray(0, dtype=m.min_scalar_type(200))",
        "moveaxis swapaxes": "x, 0, 1",
        "ones": "(2, 3)",
        "ones_like ravel rot90 transpose zeros_like": "x",
        "permute_dims": "x, (1, 0)",
        "prod sort": "x; n, axis=0",
        "promote_types": "= m.asarray(0, dtype=m.promote_types(m.int8, m.float32))",
        "repeat": "x, 2, axis=0",
        "reshape": "x, (3, -1)",
        "resize": "x, (2, 5)",
        "result_type": "= m.asarray(0, dtype=m.result_type(x, m.int8))",
        "roll": "x, 1, axis=1; x, (1, 2), axis=(0, 1); v[0], 1",
        "round": "x; x, 1",
        "searchsorted": 'z, v; z, w, side="right"',
        "split": "v, [1]",
        "squeeze": "m.expand_dims(x, axis=0), axis=0",
        "std": "x; x, axis=1, correction=1",
        "sum": "x; x, axis=(0, 1), keepdims=True; b, axis=0",
        "take": "x, i, axis=1; v, i",
        "take_along_axis": "x, n % 3, axis=1",
        "tensordot": "x, s, axes=1; x, y, axes=([1], [1])",
        "tile": "x, (2, 1)",
        "tril": "s, k=-1",
        "unique unique_all unique_counts unique_inverse unique_values": "n",
        "var": "x, axis=0; c",
        "vecdot": "x, y; c, c, axis=0",
        "vecmat": "v, s",
        "where": "b, x, y; b, x, 0",
        "zeros": "(2, 3), dtype=m.int32",
    }
)
not_traced("from_dlpack top_k __array_namespace_info__ get_namespace set_default_dtype register_dtype")
array_examples(
    {
        "read element": "x[0, 1]",
        "read slice": "x[:, ::2]",
        "read negative step": "x[::-1, -2:]",
        "read None and ellipsis": "x[..., None, 1:]",
        "read integers": "x[:, i]",
        "read integers beside slices": "x[1, i]",
        "read list": "x[[1, 0, 1]]",
        "write element": "assigned(x, (0, 1), 5.0)",
        "write slice": "assigned(x, (slice(None),), v)",
        "write integers": "assigned(x, (0, i), 7.0)",
        "write mask": "assigned(x, (b,), 0.0)",
        "write list at mask": "assigned(x, (b,), [1.0, 2.0, 3.0])",
        "in-place add at mask": "updated(x, (b,), w)",
        "in-place add at mask of columns": "updated(x, (slice(None), b[0]), 2)",
        "function at mask": "assigned(x, (b,), m.sin(x[b]) * y[b] + 1)",
        "write through flat": "flat_assigned(x, slice(1, 5), v)",
        "in-place add": "added(x, y)",
        "arithmetic": "(2 * x + y / 3 - 1.5) ** 2 // 0.5",
        "comparisons": "(x < y) | (x != 0.5)",
        "matmul and invert": "(x @ s, ~b)",
        "methods": "x.sum(axis=0).reshape((3, 1)).mean()",
        "attributes": "x.T + x.shape[0] * x.ndim + x.size",
        "iteration": "[row * 2 for row in x]",
        "len": "x * len(x)",
        "copy at integers": "x.at[:, i].get()",
        "update at integers": "written(m.multiply.at, v, i % 2, w)",
        "astype and copy": "x.astype(m.float32).copy()",
        "dtype of an operand": "m.zeros(2, dtype=x.dtype)",
    }
)
# What has a size that depends on values, of a given size.
array_examples(
    {
        "argwhere of a size": "m.argwhere(b, size=4, fill_value=-1)",
        "bincount of a length": "m.bincount(i, v, length=2)",
        "compress of a size": "m.compress(b[0], x, axis=1, size=2)",
        "extract of a size": "m.extract(b, x, size=4, fill_value=9.0)",
        "flatnonzero of a size": "m.flatnonzero(b, size=2)",
        "intersect1d of a size": "m.intersect1d(n, i, return_indices=True, size=3)",
        "nonzero of a size": "m.nonzero(b, size=4, fill_value=(5, 6))",
        "repeat to a length": "m.repeat(x, i, axis=1, total_repeat_length=4)",
        "setdiff1d of a size": "m.setdiff1d(n, i, size=2)",
        "setxor1d of a size": "m.setxor1d(n, i, size=2)",
        "union1d of a size": "m.union1d(n, i, size=5)",
        "unique of a size": "m.unique(n, True, True, True, size=4, fill_value=7)",
        "unique of a size by rows": "m.unique(n, axis=0, size=3)",
        "unique_all of a size": "m.unique_all(x, size=4)",
        "unique_counts of a size": "m.unique_counts(x, size=9)",
        "unique_inverse of a size": "m.unique_inverse(n, size=4)",
        "unique_values of a size": "m.unique_values(x, size=8, fill_value=0.5)",
        "where of a size": "m.where(b, size=2)",
    }
)
