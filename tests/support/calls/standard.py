"""Rows of the standard's functions and NumPy's beside them, of operators, indexing and casts."""

from __future__ import annotations

import xp_torch as xp
from support import tolerance as near
from support.calls.row import ROWS, array_examples, examples, methods, not_drawn, not_traced, rows
from support.fuzzer.nodes import INFIX, INPLACE

UFUNC = " out=ufuncout dtype=dtype casting=casting where=ufuncwhere order=order"
for _name in xp.__all__:
    _function = getattr(xp, _name)
    if isinstance(_function, xp.ufunc) and _function.signature is None:
        _form = " ".join(["operand"] * _function.nin)
        _extremum = _name in ("maximum", "minimum", "fmax", "fmin")
        _exact = _function._op.name in near.EXACT - near.COMPLEX_ROUNDED
        rows(
            _name,
            _form,
            _form,
            _form,
            _form + UFUNC,
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
    _form = "matrix contracted" if _name == "matmul" else "array operand"
    rows(
        f"operator.{_name}",
        *([_form, "operand array"] if _name != "matmul" else [_form]),
        close=_close,
        heavy=True,
        dtypes="all" if _name == "matmul" else "wide",
        values="special" if _name == "matmul" else "wild",
    )
for _name in INPLACE:
    _close = ROWS["operator." + next(n for n in (_name[1:], _name[1:] + "_") if n in INFIX)].close
    _form = "matrix contracted" if _name == "imatmul" else "array operand"
    rows(
        f"operator.{_name}",
        _form,
        *(["array alias"] if _name != "imatmul" else []),
        close=_close,
        heavy=True,
        values="tame" if _name == "imatmul" else "wild",
    )
rows("operator.neg operator.pos operator.invert", "array", close=near.exact, dtypes="wide", heavy=True)
rows("builtins.abs", "array", close=near.ULP, dtypes="wide", heavy=True)
rows("builtins.divmod", "array operand", "operand array", close=near.LOOSE, heavy=True)
rows(
    "builtins.bool builtins.float builtins.int builtins.complex builtins.len builtins.list operator.index",
    "array",
    heavy=True,
)
rows("builtins.round", "array", "array decimals", close=near.LOOSE)
rows("builtins.pow", "array operand", close=near.LOOSE)
rows("operator.contains", "array number", "array array", heavy=True)

# indexing
rows("operator.getitem", "array key", heavy=True)
rows("setitem", "array key value", "array key value", "array key alias", heavy=True)
rows("setitem.iadd setitem.imul", "array key value", close=near.LOOSE, heavy=True)
rows("take", "array index axis=axis mode=takemode out=out")
rows("ndarray.take", "array index axis=axis mode=takemode out=out")
rows("take_along_axis", "array along axis!=axis")

# casts
rows("astype", "array dtype copy=flag", heavy=True)
rows("ndarray.astype", "array dtype casting=casting copy=flag order=order", heavy=True)
rows("asarray asanyarray", "array dtype=dtype copy=flag order=order", "nested dtype=dtype", heavy=True)
rows("array", "array dtype=dtype copy=flag order=order ndmin=count", "nested dtype=dtype ndmin=count", heavy=True)
rows("ascontiguousarray asfortranarray", "array dtype=dtype")
rows("copy ndarray.copy", "array order=order")
rows(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128",
    "number; array; ",
)

# creation
rows(
    "arange",
    "plain dtype=dtype; plain plain; plain plain step dtype=dtype; count count count dtype=dtype",
    close=near.LOOSE,
)
rows("empty", "zeroshape dtype=dtype order=cf", close=near.anything)
rows("empty_like", "array dtype=dtype shape!=zeroshape order=order", close=near.anything)
rows("zeros ones", "shape dtype=dtype order=cf")
rows("zeros_like ones_like", "array dtype=dtype order=order shape=shape")
rows("full", "shape number dtype=dtype order=cf", "shape operand dtype=dtype")
rows("full_like", "array number dtype=dtype order=order shape=shape", "array operand dtype=dtype")
rows("eye", "count count? small? dtype=dtype order=cf", "count k=small M=count dtype=dtype")
rows("identity", "count dtype=dtype")
rows("tri", "count count? small? dtype=dtype")
rows("tril triu diag", "array k=small")
rows(
    "linspace",
    "plain plain count endpoint=flag retstep=flag dtype=dtype; tame tame num!=count axis=small endpoint=flag",
    close=near.SUM,
    values="tame",
)
rows("logspace", "plain plain count endpoint=flag base=plain dtype=dtype", close=near.exponents)
rows("geomspace", "plain plain count endpoint=flag dtype=dtype", close=near.SOLVER)
rows("meshgrid", "vector vector? vector? indexing=text sparse=flag copy=flag")
rows("from_dlpack", "array copy=flag")
rows("ndarray", "zeroshape dtype=dtype", close=near.anything)

# data types
rows("can_cast", "typelike typename casting=casting", "number typename")
rows("promote_types", "typename typename")
rows("result_type", "typelike typelike? typelike?", "typelike number")
rows("min_scalar_type", "number", "array")
rows("isdtype", "typeobject typekind")
rows("issubdtype", "typename abstract", "abstract abstract", "typename typename")
rows("finfo", "floating", "array", "typename")
rows("iinfo", "typename", "number")
rows("dtype", "dtype")

# manipulation
rows("append", "array operand axis=axis", "array same axis=axis")
rows(
    "concat concatenate", "arrays axis=axis dtype=dtype casting=casting; arrays axis!=small; arrays axis=small out=out"
)
rows("stack", "stacked axis=small dtype=dtype casting=casting", "stacked out=out")
rows("hstack vstack", "arrays dtype=dtype casting=casting", "stacked")
rows("dstack column_stack", "stacked")
rows("array_split", "array sections axis=axis")
rows("split", "array sections axis=axis")
rows("hsplit vsplit dsplit", "array sections")
rows("atleast_1d atleast_2d atleast_3d", "array array?", "number")
rows("broadcast_arrays", "array operand? operand?")
rows("broadcast_shapes", "shape shape? shape?")
rows("broadcast_to", "array wider")
rows("expand_dims", "array small", "array axes")
methods("squeeze", "array axis=axes", "array")
rows("flip", "array axis=axes")
rows("fliplr flipud", "array")
rows("moveaxis", "array axis axis", "array permutation permutation")
rows("permute_dims", "array permutation", "array")
methods("transpose", "array permutation", "array")
methods("swapaxes", "array axis axis")
rows("matrix_transpose linalg.matrix_transpose ndarray.mT ndarray.T", "matrix", "array")
methods("ravel", "array order=order")
rows("ndarray.flatten", "array order=order")
rows("reshape", "array newshape order=cf copy=flag", "array shape!=newshape")
rows("ndarray.reshape", "array newshape order=cf copy=flag", "array small small")
rows("resize", "array shape")
methods("repeat", "array counts axis=axis")
rows("tile", "array reps")
rows("roll", "array shifts axis=axes")
rows("rot90", "array small?", "array k=small axes=axestuple")
rows("unstack", "array axis=axis")

# searching, sorting, sets
methods("argmax argmin", "array axis=axis keepdims=flag out=out")
rows("argwhere flatnonzero", "array")
methods("nonzero", "array")
rows("count_nonzero", "array axis=axes keepdims=flag")
methods("searchsorted", "sorted operand side=side", "sorted array side=side")
rows("where", "mask operand operand", "array operand operand", "array")
rows("sort", "array axis=axis stable=flag", "array axis=axis kind=sortkind", close=near.zeros)
rows("argsort ndarray.argsort", "array axis=axis stable!=yes", "array axis=axis kind!=stablekind")
rows("ndarray.sort", "array axis=axis stable=flag", close=near.zeros)
rows("isin", "array array assume_unique=flag invert=flag", "array vector invert=flag")
rows("intersect1d", "vector vector return_indices=flag", "array array", close=near.sets)
rows("setdiff1d setxor1d union1d", "vector vector", "array array", close=near.sets)
INDICES = "return_index=flag return_inverse=flag return_counts=flag"
rows("unique", f"array {INDICES} axis=axis equal_nan=flag; array; vector {INDICES}", close=near.sets, fix="inverse")
rows("unique_all unique_counts", "array", "vector", close=near.sets)
rows("unique_inverse", "array", "vector", close=near.sets, fix="inverse")
rows("unique_values", "array", "vector", close=near.sets, fix="sorted")

# statistics
REDUCE = "array axis=axes dtype=dtype keepdims=flag where=mask out=out"
methods("all any", "array axis=axes keepdims=flag where=mask out=out", heavy=True)
EXTREMUM = "array axis=axes keepdims=flag out=out; array axis=axes initial!=number where=mask"
rows("max min amax amin ndarray.max ndarray.min", EXTREMUM, close=near.zeros, heavy=True)
HEAVY = {"values": "special", "heavy": True}
methods("sum", REDUCE + " initial=number", "array axis=axes", close=near.SUM, **HEAVY)
methods("prod", REDUCE + " initial=plain", "array axis=axes", close=near.CHAIN, **HEAVY)
methods("mean", REDUCE, close=near.SUM, **HEAVY)
rows("std var", REDUCE + " ddof=ddof; array axis=axes correction=ddof keepdims=flag", close=near.SQUARES, **HEAVY)
rows("ndarray.std ndarray.var", REDUCE + " ddof=ddof; array axis=axes ddof=ddof", close=near.SQUARES, **HEAVY)
methods("cumsum", "array axis=axis dtype=dtype out=out", close=near.SUM, **HEAVY)
methods("cumprod", "array axis=axis dtype=dtype out=out", close=near.CHAIN, **HEAVY)
rows("cumulative_sum", "array axis=axis dtype=dtype include_initial=flag", close=near.SUM, **HEAVY)
rows("cumulative_prod", "array axis=axis dtype=dtype include_initial=flag", close=near.CHAIN, **HEAVY)
rows("diff", "array n=count axis=axis prepend=number append=number", "array", close=near.exact)
methods("clip", "array bound bound out=ufuncout", "array min=bound max=bound", close=near.zeros)
methods("round", "array decimals=decimals out=out", close=near.LOOSE)
rows("around", "array decimals=decimals", close=near.LOOSE)

# linear algebra
EXACT = {"close": near.PRODUCT, "values": "special"}
rows("linalg.matmul", "matrix contracted", "array contracted", **EXACT)
rows("matmul", "matrix contracted; array contracted; matrix contracted out=out dtype=dtype casting=casting", **EXACT)
rows("matvec", "matrix matvec", **EXACT)
rows("vecmat", "vector vecmat", **EXACT)
rows("vecdot", "array lastaxis axis=axis", **EXACT)
rows("linalg.vecdot", "array lastaxis axis=axis", **EXACT)
rows("dot ndarray.dot", "array contracted", "array operand", "array contracted out=out", **EXACT)
rows("inner", "array lastaxis", **EXACT)
rows("outer", "array array", "array array out=out", **EXACT)
rows("linalg.outer", "vector vector", **EXACT)
rows("vdot", "array same", **EXACT)
rows("kron", "array array", **EXACT)
rows("tensordot linalg.tensordot", "array same axes=pairs", "array contracted axes=pairs", **EXACT)
rows("cross linalg.cross", "threes threes", "threes threes axis=axis", **EXACT)
rows(
    "einsum",
    "'ij,jk' matrix contracted; 'ij->ji' matrix; '...i->...' array; 'ii->i' square; 'i,i' vector vector; 'ij->' matrix",
    **EXACT,
)
methods("diagonal trace", "matrix offset=small axis1=axis axis2=axis", "array", "matrix", **EXACT)
rows("linalg.diagonal linalg.trace", "matrix offset=small", "array", **EXACT)
SOLVE = {"close": near.SOLVER, "values": "tame", "dtypes": "linalg"}
rows("linalg.cholesky", "hermitian upper=flag", **SOLVE)
rows("linalg.cond linalg.det linalg.inv linalg.slogdet", "square", **SOLVE)
rows("linalg.eigh", "hermitian", fix="eigh", **SOLVE)
rows("linalg.eig", "square", fix="eig", **SOLVE)
rows("linalg.eigvals", "square", fix="eigvals", **SOLVE)
rows("linalg.eigvalsh", "hermitian", **SOLVE)
rows("linalg.svdvals", "matrix", **SOLVE)
rows("linalg.svd", "matrix full_matrices!=flag compute_uv=flag", fix="svd", **SOLVE)
rows("linalg.qr", "matrix mode=qrmode", fix="qr", **SOLVE)
rows("linalg.lstsq", "square solved rcond=tol", fix="lstsq", **SOLVE)
rows("linalg.solve", "square solved", **SOLVE)
rows("linalg.pinv", "square rcond=tol", "square hermitian=flag", **SOLVE)
rows("linalg.matrix_rank", "matrix tol=tol", "square", **SOLVE)
rows("linalg.matrix_power", "square power", **SOLVE)
rows("linalg.multi_dot", "dots", **EXACT)
rows("linalg.tensorinv", "square ind!=one", **SOLVE)
rows("linalg.tensorsolve", "square solved", **SOLVE)
rows("linalg.norm", "array ord=ord axis=axes keepdims=flag", "matrix ord=ord", "vector ord=ord", **SOLVE)
rows("linalg.vector_norm", "array ord=ord axis=axes keepdims=flag", **SOLVE)
rows("linalg.matrix_norm", "matrix ord=ord keepdims=flag", **SOLVE)

# Fourier transforms
FFT = {"close": near.FFT, "values": "tame"}
rows("fft.fft fft.ifft fft.rfft fft.irfft fft.hfft fft.ihfft", "array n=count axis=axis norm=norm", **FFT)
rows("fft.fft2 fft.ifft2 fft.rfft2 fft.irfft2", "matrix norm=norm", "array axes=axestuple s=lengths norm=norm", **FFT)
rows(
    "fft.fftn fft.ifftn fft.rfftn fft.irfftn", "array axes=axestuple norm=norm; array axes!=axestuple s=lengths", **FFT
)
rows("fft.fftfreq fft.rfftfreq", "count", "count d=plain", close=near.ULP)
rows("fft.fftshift fft.ifftshift", "array axes=axes")

# elements and attributes
rows("real imag ndarray.real ndarray.imag", "array")
rows(
    "ndarray.dtype ndarray.shape ndarray.size ndarray.ndim ndarray.itemsize ndarray.nbytes ndarray.tolist "
    "ndarray.tobytes",
    "array",
)
rows("ndarray.item", "array", "array position")
rows("ndarray.conj ndarray.conjugate", "array")
rows("ndarray.fill", "array number")
rows("ndarray.view", "array typename", "array")

not_drawn("NumPy lacks it", "top_k get_namespace set_default_dtype register_dtype ndarray.tensor bfloat16")
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
