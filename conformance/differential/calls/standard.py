"""Rows of the functions of the standard's chapters and of NumPy's beside them, of operators, indexing and casts."""

from __future__ import annotations

import xp_torch as xp
from conformance.differential import tolerance as near
from conformance.differential.calls.row import ROWS, methods, rows
from conformance.differential.nodes import INFIX, INPLACE

UFUNC = " out=ufuncout dtype=dtype casting=casting where=ufuncwhere order=order"
_EXACT_UFUNCS = {
    "abs",
    "absolute",
    "bitwise_and",
    "bitwise_count",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "ceil",
    "conj",
    "conjugate",
    "copysign",
    "equal",
    "fabs",
    "floor",
    "fmax",
    "fmin",
    "frexp",
    "gcd",
    "greater",
    "greater_equal",
    "heaviside",
    "invert",
    "isfinite",
    "isinf",
    "isnan",
    "lcm",
    "ldexp",
    "left_shift",
    "less",
    "less_equal",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "modf",
    "negative",
    "nextafter",
    "not_equal",
    "positive",
    "right_shift",
    "rint",
    "sign",
    "signbit",
    "spacing",
    "trunc",
    "add",
    "subtract",
}
for _name in xp.__all__:
    _function = getattr(xp, _name)
    if isinstance(_function, xp.ufunc) and _function.signature is None:
        _form = " ".join(["operand"] * _function.nin)
        _close = (
            near.zeros
            if _name in ("maximum", "minimum", "fmax", "fmin")
            else near.ULP
            if _name in ("abs", "absolute")
            else near.exact
            if _name in _EXACT_UFUNCS
            else near.ULP
        )
        rows(
            _name,
            _form,
            _form,
            _form,
            _form + UFUNC,
            close=near.LOOSE if _close is near.ULP else _close,
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
    "number",
    "array",
    "",
)

# creation
rows(
    "arange",
    "plain dtype=dtype",
    "plain plain",
    "plain plain step dtype=dtype",
    "count count count dtype=dtype",
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
    "plain plain count endpoint=flag retstep=flag dtype=dtype",
    "tame tame num!=count axis=small endpoint=flag",
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
    "concat concatenate",
    "arrays axis=axis dtype=dtype casting=casting",
    "arrays axis!=small",
    "arrays axis=small out=out",
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
rows(
    "unique",
    "array return_index=flag return_inverse=flag return_counts=flag axis=axis equal_nan=flag",
    "array",
    "vector return_index=flag return_inverse=flag return_counts=flag",
    close=near.sets,
    fix="inverse",
)
rows("unique_all unique_counts", "array", "vector", close=near.sets)
rows("unique_inverse", "array", "vector", close=near.sets, fix="inverse")
rows("unique_values", "array", "vector", close=near.sets, fix="sorted")

# statistics
REDUCE = "array axis=axes dtype=dtype keepdims=flag where=mask out=out"
methods("all any", "array axis=axes keepdims=flag where=mask out=out", heavy=True)
methods(
    "max min",
    "array axis=axes keepdims=flag out=out",
    "array axis=axes initial!=number where=mask",
    close=near.zeros,
    heavy=True,
)
rows(
    "amax amin",
    "array axis=axes keepdims=flag out=out",
    "array axis=axes initial!=number where=mask",
    close=near.zeros,
    heavy=True,
)
methods("sum", REDUCE + " initial=number", "array axis=axes", close=near.SUM, values="special", heavy=True)
methods("prod", REDUCE + " initial=plain", "array axis=axes", close=near.CHAIN, values="special", heavy=True)
methods("mean", REDUCE, close=near.SUM, values="special", heavy=True)
rows(
    "std var",
    REDUCE + " ddof=ddof",
    "array axis=axes correction=ddof keepdims=flag",
    close=near.SQUARES,
    values="special",
    heavy=True,
)
rows(
    "ndarray.std ndarray.var",
    REDUCE + " ddof=ddof",
    "array axis=axes ddof=ddof",
    close=near.SQUARES,
    values="special",
    heavy=True,
)
methods("cumsum", "array axis=axis dtype=dtype out=out", close=near.SUM, values="special", heavy=True)
methods("cumprod", "array axis=axis dtype=dtype out=out", close=near.CHAIN, values="special", heavy=True)
rows("cumulative_sum", "array axis=axis dtype=dtype include_initial=flag", close=near.SUM, values="special", heavy=True)
rows(
    "cumulative_prod",
    "array axis=axis dtype=dtype include_initial=flag",
    close=near.CHAIN,
    values="special",
    heavy=True,
)
rows("diff", "array n=count axis=axis prepend=number append=number", "array", close=near.exact)
methods("clip", "array bound bound out=ufuncout", "array min=bound max=bound", close=near.zeros)
methods("round", "array decimals=decimals out=out", close=near.LOOSE)
rows("around", "array decimals=decimals", close=near.LOOSE)

# linear algebra
EXACT = {"close": near.PRODUCT, "values": "special"}
rows("matmul linalg.matmul", "matrix contracted", "array contracted", **EXACT)
rows(
    "matmul", "matrix contracted", "array contracted", "matrix contracted out=out dtype=dtype casting=casting", **EXACT
)
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
    "'ij,jk' matrix contracted",
    "'ij->ji' matrix",
    "'...i->...' array",
    "'ii->i' square",
    "'i,i' vector vector",
    "'ij->' matrix",
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
rows("linalg.svd", "matrix full_matrices=flag", fix="svd", **SOLVE)
rows("linalg.svd", "matrix full_matrices!=flag compute_uv=flag", fix="svd", **SOLVE)
rows("linalg.qr", "matrix mode=qrmode", fix="qr", **SOLVE)
rows("linalg.lstsq", "square solved rcond=tol", fix="lstsq", **SOLVE)
rows("linalg.solve", "square solved", **SOLVE)
rows("linalg.pinv", "square rcond=tol", "square hermitian=flag", **SOLVE)
rows("linalg.matrix_rank", "matrix tol=tol", "square", **SOLVE)
rows("linalg.matrix_power", "square power", **SOLVE)
rows("linalg.multi_dot", "dots", **EXACT)
rows("linalg.tensorinv", "'inv' square ind!=one", **SOLVE)
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
    "fft.fftn fft.ifftn fft.rfftn fft.irfftn",
    "array axes=axestuple norm=norm",
    "array axes!=axestuple s=lengths",
    **FFT,
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

#: public names that no call is drawn of, and why.
NOT_DRAWN = {
    **dict.fromkeys(("top_k", "get_namespace", "set_default_dtype", "ndarray.tensor"), "NumPy has not got it"),
    **dict.fromkeys(("linalg", "fft"), "a module"),
    **dict.fromkeys(("ufunc", "generic", "number", "integer", "signedinteger"), "a type that is not called"),
    **dict.fromkeys(("unsignedinteger", "inexact", "floating", "complexfloating"), "a type that is not called"),
    "bfloat16": "NumPy has not got it",
    **dict.fromkeys(("e", "pi", "inf", "nan", "newaxis", "euler_gamma"), "a constant"),
    **{f"linalg.{name}Result": "a type of results" for name in ("Eig", "Eigh", "QR", "SVD", "Slogdet")},
    "linalg.LinAlgError": "an exception",
    **dict.fromkeys(("ndarray.device", "ndarray.to_device"), "always the CPU"),
    **dict.fromkeys(("ndarray.flags", "ndarray.flat"), "an object of its own"),
    "ndarray.strides": "negative steps are copies",
}
