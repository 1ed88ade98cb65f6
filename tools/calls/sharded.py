"""Rows of calls on arrays of `n` rows, which are sharded over processes: every function of the standard, and the array.

A call is an expression of the namespace `m`, of `n`, of a `device`, and of the operands in `distributed.calls`.
"""

from __future__ import annotations

from tools.calls.row import sharded, sharded_expressions

_UNARY = """abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor isfinite isinf isnan log log10 log1p log2
negative positive reciprocal round sign signbit sin sinh sqrt square tan tanh trunc"""
_BINARY = """add atan2 copysign divide equal floor_divide greater greater_equal hypot less less_equal logaddexp maximum
minimum multiply nextafter not_equal pow remainder subtract"""
_LOGICAL = "logical_and logical_or logical_xor"
_BITWISE = "bitwise_and bitwise_or bitwise_xor"
_SHIFTS = "bitwise_left_shift bitwise_right_shift"
_REDUCTIONS = "max min sum prod mean std var"

sharded(
    {
        _UNARY: "x",
        _BINARY: "x, y; x, r; v, 2.0; 2.0, x",
        _LOGICAL: "b, o; b, True",
        _BITWISE: "i, j; i, 3; b, o",
        _SHIFTS: "i, 1; i, j",
        "logical_not bitwise_invert": "b",
        "conj real imag": "z",
        "abs sqrt exp": "z",
        "clip": "x, -1.0, 1.0; x, r, None; i, 0, 3",
        "where": "b, x, y; o, 1.0, x; b, x, r",
        # reductions
        _REDUCTIONS: "x; x, axis=0; x, axis=1; x, axis=(0, 1), keepdims=True; v; h",
        "sum prod": "i; i, axis=0; z; z, axis=0; f; b",
        "max min": "i; i, axis=0, keepdims=True; h, axis=0",
        "std var": "x, axis=0, correction=1.0; f, axis=0",
        "any all": "b; b, axis=0; b, axis=1; o, keepdims=True",
        "count_nonzero": "b; b, axis=0; i, axis=1",
        "argmax argmin": "x; x, axis=0; x, axis=1; v; h; k; x, axis=0, keepdims=True",
        "cumulative_sum cumulative_prod": (
            "v; x, axis=0; x, axis=1; j, axis=0, include_initial=True; v, include_initial=True"
        ),
        # creation
        "zeros ones empty": "= m.{}((n, 3), device=device).shape",
        "zeros ones": "(n, 3), device=device; n, dtype=m.int32, device=device; (), device=device",
        "full": "(n, 3), 2.5, device=device; n, 7, device=device",
        "arange": "n, device=device; 1, 2 * n + 1, 2, device=device; 0.0, n, 1.0, device=device",
        "linspace": "0.0, 1.0, n, device=device; 0.0, 1.0, n, endpoint=False, device=device",
        "eye": "n, device=device; n, 3, k=1, device=device",
        "zeros_like ones_like": "x; x, dtype=m.int64",
        "full_like": "x, 3.0; i, 3",
        "empty_like": "= m.empty_like(x).shape",
        "asarray": "x; x, copy=True; x, dtype=m.float32; a, device=device",
        "from_dlpack": "x",
        "tril triu": "s; s, k=1; p; t; s, k=-2",
        "meshgrid": "v, r; v, w, indexing='ij'; r, v",
        "astype": "x, m.float32; x, m.int64; i, m.float64; x, m.float64, copy=False",
        "result_type": "x, f; i, 1.0",
        "can_cast": "f, m.float64",
        "isdtype": "x.dtype, 'real floating'",
        "finfo": "= m.finfo(x.dtype).eps",
        "iinfo": "= m.iinfo(i.dtype).max",
        "broadcast_shapes": "x.shape, (3,)",
        # movement
        "broadcast_to": "x, (2, n, 3); v[:, None], (n, 4)",
        "broadcast_arrays": "x, r; x, v[:, None]",
        "concat": (
            "[x, y]; [x, y], axis=1; [v, w], axis=None; [x, y, x]; (x, f); [v, k]; [x, t]; [x[:2], y]; [x, y], axis=-1"
        ),
        "stack": "[x, y]; [x, y], axis=1; [x, y], axis=-1; [v, w]",
        "expand_dims": "x, axis=0; x, axis=1; x, axis=-1; v, axis=(0, 2)",
        "squeeze": "x[:, None, :], axis=1; x[None], axis=0",
        "flip": "x; x, axis=0; x, axis=1; v; p, axis=(0, 1)",
        "roll": "x, 2; x, 1, axis=0; x, -2, axis=0; x, 1, axis=1; v, 3; x, (1, -1), axis=(0, 1); v, n + 1",
        "reshape": (
            "x, (-1,); x, (3, n); v, (n, 1); v, (1, n); x, (n, 3, 1); p, (n, 6); p, (-1, 3); x, (1, 3, n); p, (3, -1)"
        ),
        "permute_dims": "x, (1, 0); p, (2, 0, 1); p, (0, 2, 1)",
        "matrix_transpose": "x; p",
        "moveaxis": "p, 0, 2; p, (0, 1), (1, 2); p, -1, 0",
        "repeat": "v, 2; x, 3, axis=0; x, 2, axis=1; v, k; x, k, axis=0; x, 2",
        "tile": "v, 2; x, (2, 1); x, (1, 2); x, (2, 2, 1); v, (2, 2)",
        "unstack": "x, axis=1; t; p, axis=-1",
        "diff": "v; x, axis=0; x, axis=1; v, n=2; v, prepend=w[:1]; x, axis=0, append=y[-1:, :]",
        # lookup, sets, sorting
        "take": "x, q, axis=0; v, q; x, m.asarray([0, 2]), axis=1; v, d, axis=0; x, d, axis=0; a, d % 5, axis=0",
        "take_along_axis": (
            "x, m.argsort(x, axis=0), axis=0; x, m.argsort(x, axis=1), axis=1; v, d; v, q; x, j % n, axis=0"
        ),
        "searchsorted": "l, v; l, v, side='right'; r2, v; l, r; l, 0.5; l, x",
        "isin": "i, j; i, q; k, 3; i, j, invert=True",
        "nonzero": "b; v > 0; k; x > 100",
        "unique_all unique_counts unique_inverse unique_values": "k; i; d",
        "sort": "v; v, descending=True; x, axis=0; x, axis=1; k; h; x, axis=0, descending=True; f, axis=0; u",
        "argsort": "v; v, descending=True; x, axis=0; x, axis=1; k; k, descending=True; h; u",
        "top_k": "v, 3; x, 2, axis=1; x, 3, axis=0",
        # linear algebra
        "matmul linalg.matmul": "x, r33; x, y.T; m.matrix_transpose(x), y; s, x; x, r; m.matrix_transpose(x), v",
        "matmul": (
            "v, w; v, x; s, v; e, e; e, r33; j, m.asarray([[1, 2], [3, 4], [5, 6]]); r5n, x; s, g; p, r33; z, r33"
        ),
        "tensordot linalg.tensordot": (
            "x, r33, axes=1; x, y, axes=2; v, w, axes=0; x, y, axes=((0,), (0,)); v, w, axes=1"
        ),
        "vecdot linalg.vecdot": "x, y; x, y, axis=0; v, w; z, z; x, r",
        "linalg.cholesky linalg.inv linalg.det linalg.slogdet linalg.eigvalsh": "s; e",
        "linalg.eigh": "= spectral(m.linalg.eigh(s)); spectral(m.linalg.eigh(e))",
        "linalg.eig": "= rebuilt(m, *m.linalg.eig(g)); rebuilt(m, *m.linalg.eig(e))",
        "linalg.eigvals": "= m.sort(m.abs(m.linalg.eigvals(g))); m.sort(m.abs(m.linalg.eigvals(e)))",
        "linalg.qr": (
            "= product(m.linalg.qr(x)); product(m.linalg.qr(e)); product(m.linalg.qr(z)); product(m.linalg.qr(f));"
            " m.abs(m.linalg.qr(x)[1]); product(m.linalg.qr(x, mode='complete'))"
        ),
        "linalg.svd": (
            "= singular(m.linalg.svd(x, full_matrices=False)); singular(m.linalg.svd(e));"
            " m.linalg.svd(x, full_matrices=False).S; m.linalg.svd(x)[0].shape;"
            " singular(m.linalg.svd(m.matrix_transpose(x), full_matrices=False))"
        ),
        "linalg.svdvals linalg.pinv": "x; e; m.matrix_transpose(x); z",
        "linalg.matrix_rank": "x; s; e",
        "linalg.matrix_norm": "x; s, ord=1; x, ord=2; x, ord='nuc'; x, ord=float('inf'); e; x, keepdims=True",
        "linalg.matrix_power": "e, 2; s / 10, 3",
        "linalg.solve": "s, x; s, v; e, e; r33 + 3 * m.eye(3), x[:3]",
        "linalg.diagonal": "s; e; x, offset=1",
        "linalg.trace": "s; e; x; s, offset=1",
        "linalg.outer": "v, w; r, v; v, r",
        "linalg.cross": "x, y; x, r; p, p",
        "linalg.vector_norm": (
            "x; x, axis=0; x, axis=1; v, ord=1; v, ord=float('inf'); x, axis=0, ord=3; v, keepdims=True"
        ),
        "linalg.matrix_transpose": "x",
        # Fourier transforms
        "fft.fft fft.ifft": "z; z, axis=0; c; c, norm='ortho'; c, n=8",
        "fft.rfft": "x; x, axis=0; v; v, n=8",
        "fft.irfft": "z, axis=0; c; z, n=4",
        "fft.hfft": "z, axis=0; c",
        "fft.ihfft": "x, axis=0; v",
        "fft.fftn fft.ifftn": "z; z, axes=(0,); z, axes=(1,)",
        "fft.rfftn": "x; x, axes=(0,)",
        "fft.irfftn": "z; z, axes=(0,)",
        "fft.fftfreq fft.rfftfreq": "n, device=device",
        "fft.fftshift fft.ifftshift": "x; v; x, axes=0; x, axes=1",
        "fft.fft2 fft.ifft2 fft.rfft2": "x; x, axes=(1, 0)",
        # functions of NumPy that the standard lacks
        "median": "x; v; h; x, axis=0; x, axis=1; p, axis=(0, 2); i; x, keepdims=True; x, axis=0, keepdims=True",
        "quantile": "v, 0.3; v, [0.1, 0.5]; x, 0.7; x, 0.7, axis=0; x, [0.1, 0.9], axis=1; h, 0.5; i, 0.25; f, 0.2",
        "percentile": "v, 30; x, [10, 50], axis=0, keepdims=True; x, 50, keepdims=True",
        "nanmean nanstd nanvar nansum nanprod nanmax nanmin": "h; x, axis=0; x, axis=1; m.where(b, x, m.nan), axis=1",
        "nancumsum nancumprod": "h; x, axis=0",
        "cumsum cumprod": "v; x; x, axis=0; x, axis=1; j, axis=0",
        "mean std var": "x, axis=0, where=b; i; i, axis=0; z, axis=0; b",
        "average": "x; x, axis=0; x, axis=0, weights=abs(y); v, weights=abs(w), returned=True",
        "ptp": "x; x, axis=0; x, axis=1",
        "cov corrcoef": "x, rowvar=False; m.matrix_transpose(x); x",
        "histogram": "v; x, 5; v, bins=[-2, 0, 1, 3]; v, 4, range=(-1, 1); v, 4, density=True; v, 4, weights=w; k, 3",
        "histogram_bin_edges": "v; x, 5, range=(0, 2)",
        "bincount": "k; k, minlength=9; k, weights=w",
        "digitize": "v, r2; x, [-1, 0, 1]",
        "interp": "v, r2, r2 * 2; x, r2, r2",
        "dot": "x, r33; v, w; x, r; x, m.matrix_transpose(y); 2.0, x",
        "inner": "x, y; v, w; x, r",
        "vdot": "x, y; c, c",
        "outer": "x, r; v, w",
        "trace diagonal": "x; s; p; s, offset=-2; p, axis1=1, axis2=2",
        "linalg.norm": "x; v; x, axis=0; x, axis=1; x, ord=2; x, ord='nuc'; v, ord=1; x, ord=1",
        "linalg.cond": "e; x",
        "linalg.lstsq": "x, v; x, y; z, v; r33, r",
        "linalg.multi_dot": "[x, r33, r]; [m.matrix_transpose(x), y, r33]",
    }
)

# the array object: operators, indexing, writes, conversions
sharded_expressions("""
x + y; x - 1; 2 * x; x / y; x // 2; x % 2.5; x ** 2; 2.0 ** x; -x; +x; abs(x); x < y; x <= r; x > 0; x >= y; x == x
x != y; ~b; b & o; b | True; b ^ o; i << 1; i >> 1; ~i; i // 3; i % 3; i & j; i ** 2; x @ r33; v @ w; v @ x; x.T @ y
added(x, '__iadd__', y); added(x, '__imul__', 2); added(x, '__isub__', r); added(x, '__itruediv__', y)
added(i, '__ilshift__', 1); added(i, '__iand__', j); added(x, '__ipow__', 2); added(b, '__ior__', o); x[0]; x[-1]
x[2, 1]; x[1:3]; x[::2]; x[::-1]; x[1:-1, 0]; x[:, 1]; x[:, 1:]; x[..., 0]; x[None]; x[:, None, :]; x[3:1]
x[:, ::-1]; v[3]; v[1:]; v[-3::-2]; v[...]; p[1:, 0]; p[0, 1, 2]; p[:, :, 1]; x[b]; x[v > 0]; x[v > 100]; v[v > 0]
p[p > 0]; x[q]; x[d]; v[d]; x[:, q % 3]; x[q, q % 3]; x[d, j[:, 0] % 3]; x[[0, 2, 1]]; x[d, 1]; x[d][:, 0]; v[q]
r[d % 3]; a[d % 5]; x[m.asarray(1)]; x[d - n]; x[m.reshape(d, (-1, 1))]; r[i % 3]; p[v > 0]; x[v > 0, 1]
x[m.asarray([True, False, True] + [False] * (n - 3))]; x.shape; x.ndim; x.size; x.dtype; len(x); float(m.sum(x))
int(m.sum(i)); bool(m.any(b)); complex(m.sum(z)); range(9)[m.sum(k) % 9]; x.T; x.mT; p.mT; str(v); repr(x)
[float(r) for r in v]; x.tolist(); m.sum(x).item(); f'{m.sum(v):.3f}'; to_numpy(x); to_numpy(v); 0.5 in l
copy.copy(x); copy.deepcopy(x); pickle.loads(pickle.dumps(to_numpy(x)))
x.to_device(device); x.to_device('cpu')
x.__array_namespace__() is m; x.device == v.device; x.sum(); x.mean(axis=0); x.reshape(-1); x.astype(m.float32)
x.max(axis=1); written(x, (0,), 5.0); written(x, (slice(1, 4),), 5.0); written(x, (Ellipsis, 0), v)
written(x, (slice(None), 1), 1.0); written(x, (b,), 0.0); written(x, (v > 0,), 1.0); written(v, (v > 0,), 0.0)
written(x, (slice(None, None, 2),), y[::2]); written(x, (slice(None),), y); written(x, (slice(None),), r)
written(v, (-1,), 3.0); written(x, (2, 1), 9.0); written(x, (0,), r); written(x, (d,), y); written(x, (q,), 0.0)
written(v, (d,), w); written(v, (q,), 1.0); written(x, (slice(1, None),), y[:-1])
written(x, (slice(None, None, -1),), y); written(i, (i > 2,), 0); written(x, (b,), x[b] * 2)
written(x, (Ellipsis,), 0); written(x, (v > 0, 1), 7.0); written(x, (slice(0, 0),), 1.0)
updated(x, (slice(1, 3),), 1.0); updated(v, (d,), 1.0)
""")

# forms whose memory alone is measured
sharded(
    {
        # reductions and statistics
        "sum prod": (
            "x, axis=0, where=b; v, dtype=m.float32; i8; i8, axis=0; f, axis=1; x, axis=1, out=w; x, keepdims=True"
        ),
        "max min": "i8, axis=0; i8, axis=1; f1; x, axis=0, where=b, initial=0.0; x, axis=1, where=b, initial=0.0",
        "any all": "b, where=o; b, axis=0, where=o; b, axis=1, keepdims=True",
        "mean var std": "f; f, axis=1; i8, axis=0; x, axis=1, out=w; x, where=b; x, axis=1, where=b",
        "argmax": "i8, axis=0; f, axis=1; x, axis=1, keepdims=True",
        "count_nonzero": "i8; f, axis=0; x, axis=1, keepdims=True",
        "cumsum": "i8; i8, axis=0; f, axis=0; x, axis=0, out=y; x, axis=1, out=y",
        "nanmedian": "h; x, axis=0; x, axis=1; p, axis=(0, 2)",
        "nanquantile": "x, 0.3, axis=0; x, [0.3, 0.6], axis=1",
        "median": "f; f, axis=0; i8, axis=1; u",
        "nanmean nanvar": "h; x, axis=0; f, axis=1",
        "quantile": "f, [0.2, 0.3], axis=1",
        "average": "x, axis=1, weights=y",
        "histogram": "f1; i8, 5",
        "bincount": "u",
        "add.reduce logaddexp.reduce hypot.reduce": "x, axis=0; x, axis=1",
        "special.logsumexp special.softmax": "x; x, axis=0; x, axis=1; f, axis=0",
        "special.log_softmax": "x, axis=1; v",
        # elementwise
        "add": "x, y, out=y; x, y, where=b, out=y; x, r, out=y; i8, i8; f, x; x, v[:, None]; v, r[:, None]; i8, 2",
        "divmod": "x, y",
        "modf frexp": "x",
        "angle conj": "z",
        "fix i0 sinc nan_to_num isneginf iscomplex": "x",
        "isclose": "x, y",
        "clip": "x, -1.0, 1.0, out=y",
        "where": "b, f, i8; v > 0, w, 0.0",
        "special.erf special.gammaln special.expit": "x",
        "special.xlogy": "x, y; x, y, where=b; x, y, out=y; f, x, dtype=m.float32; v[:, None], r",
        "special.xlogy.reduce special.xlogy.accumulate": "x, axis=0; x, axis=1",
        "special.xlogy.outer": "v, w",
        "round": "x, 2; x, out=y",
        # movement
        "append": "v, w; x, y, axis=0; x, y, axis=1",
        "concat": "[x, y], out=m.empty((2 * n, 3), device=device); [i8, i8]; [f, x]; [f1, f1, f1]",
        "stack": "[f, f]; [f1, f1], axis=1; [i8, i8], axis=2",
        "array_split": "x, 3; v, 7; x, 2, axis=1",
        "split hsplit": "x, 1; x, [1]",
        "vsplit": "x, [1, 9]",
        "dsplit": "p, 3",
        "hstack vstack dstack column_stack": "[v, w]; [x, y]",
        "block": "= m.block([[x], [y]]); m.block([[x, y]])",
        "delete": "v, 3; x, 3, axis=0; x, 1, axis=1; x, slice(None, None, 2), axis=0; v, q; x, 5",
        "insert": "v, 3, 1.0; x, 3, 1.0, axis=0; v, q, 1.0; x, 1, 2.0, axis=1; x, 3, 1.0",
        "ediff1d": "v; x; v, to_end=1.0",
        "diff": "i8, axis=0; f, axis=1; v, n=3",
        "flip": "i8, axis=0; f; f1",
        "flipud fliplr rot90": "x; f",
        "roll": "i8, 1, axis=0; f1, 9; f, 5",
        "pad": (
            "v, 3; x, 1; x, ((0, 0), (1, 1)); v, 3, mode='reflect'; x, 2, mode='edge'; x, 2, mode='wrap';"
            " x, 2, mode='linear_ramp'; x, 2, mode='mean'; v, 3, mode='maximum'; i8, 1"
        ),
        "resize": "v, 2 * n; x, (2, n)",
        "repeat": "i8, 2, axis=0; f, 2, axis=1; f1, 2; f1, k",
        "tile": "i8, (2, 1); f, (1, 2); f1, 3",
        "reshape": "i8, -1; f, (3, n); f1, (n, 1)",
        "ravel": "x; x, order='F'",
        "swapaxes": "x, 0, 1; p, 0, 2",
        "transpose": "x; p, (2, 0, 1)",
        "rollaxis": "p, 2",
        "tril": "g; g, k=-3",
        "atleast_2d atleast_3d": "v; x",
        "broadcast_arrays": "v[:, None], r",
        # lookup, sets, sorting
        "take": "x, d, axis=0, out=y; f, d, axis=0; i8, d, axis=0; x, d, axis=0, mode='clip'; v, -d; x, j",
        "compress": "v > 0, x, axis=0; b[:, 0], x, axis=0; [True, False, True], x, axis=1, out=y[:, :2]",
        "extract": "b, x; v > 0, v",
        "put_along_axis": "= m.put_along_axis(x, j % 3, y, 1); m.put_along_axis(x, d[:, None] + j * 0, y, 0)",
        "take_along_axis": "f, j % n, axis=0; i8, j % 3, axis=1; f1, d, axis=0",
        "flatnonzero argwhere": "b; i8; v > 0",
        "nonzero": "i8; f1",
        "searchsorted": "m.sort(f1), f1; l, w",
        "isin": "d, k; f1, f1; i8, i8",
        "unique": "k; d; f1; v, return_counts=True; d, return_index=True, return_inverse=True, return_counts=True",
        "unique_values unique_counts": "f1; i8; v; x",
        "union1d intersect1d setdiff1d setxor1d": "k, d; v, w",
        "sort argsort": "i8, axis=0; f1; i8, axis=1; f, axis=1; x, axis=None; x, axis=1, stable=False; p, axis=0",
        "partition argpartition": "v, 3; x, 3, axis=0; x, 1, axis=1",
        "lexsort": "[v, k]; [d, k]",
        "sort_complex": "c",
        "top_k": "f1, 9; x, 2, axis=0",
        # linear algebra
        "matvec": "e, x; x, r",
        "vecmat": "x, e; r, e",
        "einsum": (
            "'ij,ij->i', x, y; 'ij,ik->jk', x, y; 'ij,jk->ik', x, r33; 'ij->ji', x; 'ij->j', x; 'i,ij->j', v, x;"
            " 'i,j->ij', v, r; 'nij,njk->nik', e, e; 'ii', g"
        ),
        "matmul": (
            "f, m.astype(r33, m.float32); m.matrix_transpose(f), f; g, g; g, s; g, v; x, r33, out=y; i8, j[:3, :]"
        ),
        "linalg.inv linalg.det linalg.cholesky": "s",
        "linalg.solve": "s, x; s, v; s, g",
        "linalg.vector_norm": "f; f, axis=1; x, axis=1, keepdims=True; x, axis=1, ord=1; i8",
        "linalg.norm": "f; f, axis=0; s; s, ord=1",
        "linalg.matrix_power": "s, 2; s, -1",
        "linalg.lstsq": "f, f1; x, w",
        "linalg.qr": "f; f, mode='r'",
        "cov corrcoef": "f, rowvar=False",
        "interp": "f, r2, r2",
        "digitize": "i8, r2",
        # Fourier transforms
        "fft.fft fft.ifft fft.rfft fft.ihfft": (
            "v; v, n=n // 2; v, n=n + 64; f, axis=0; g; g, axis=0; g, axis=0, n=n // 2; x, norm='ortho'"
        ),
        "fft.irfft fft.hfft": "c, n=n; c, n=n + 1; c, norm='forward'; f, axis=0; z; g; g, axis=0; g, axis=0, n=n // 2",
        "fft.fft fft.ifft": "x; x, axis=0; c, n=n + 64; g, axis=0, n=2 * n",
        "fft.fft2 fft.ifft2 fft.rfft2 fft.irfft2": "g; g, norm='ortho'; g, axes=(1, 0); g, s=(n + 64, n // 2)",
        "fft.fftn fft.ifftn fft.rfftn fft.irfftn": "x; p; f; g, s=(n // 2, n), axes=(0, 1)",
        "fft.fftshift fft.ifftshift": "c; g; g, axes=0; g, axes=1",
        # the array object
        "astype": "x, m.int8; i8, m.float64; f, m.float64",
        "array": "x; x, copy=True; a, device=device",
    },
    measured_only=True,
)

sharded_expressions(
    """
x.flatten(); x.transpose(); x.view(m.int64); z.conj(); x.byteswap(); copy.copy(x).sort(axis=0)
copy.copy(x).sort(axis=1); copy.copy(v).sort(); x.at[1:].set(0.0); x.at[d].set(y); v.at[d].set(w); f[d]; i8[d]; f1[d]
f1[f1 > 0]; i8[i8 > 0]; x[d, 1:]; x[1:, d[:2] % 3]; x[None, d]; x[:, [2, 0]]; e[d]; e[:, q % 3]; e[:, :, 1]
x[::-1][1:]; f[1:]; i8[::-2]; p[d, 1]; p[:, 1, ::-1]; written(f, (d,), f); written(f1, (d,), f1)
written(i8, (d,), i8); written(x, (d,), r); written(x, (d, 1), v); written(x, (-d - 1,), y)
written(x, (d[:, None], m.asarray([0, 2])), y[:, :2]); written(x, (slice(None), q % 3), 1.0)
written(x, (slice(None), m.asarray([0, 2])), y[:, 1:]); written(x, (d % 9,), y)
written(x, (slice(1, None), 1), v[1:]); written(v, (slice(None, None, -1),), w); written(f1, (f1 > 0,), 1.0)
written(i8, (i8 > 0,), i8[i8 > 0]); written(x, (j % 3 > 0,), 2.0); written(v, (v > 0,), w[v > 0]); written(e, (d,), e)
written(p, (d, 0), y); written(v, (j,), x); updated(x, (d,), y); updated(x, (b,), 1.0)
updated(v, (slice(1, None),), w[1:]); updated(x, (slice(None), 1), v); added(x, '__iadd__', v[:, None])
added(f, '__imul__', 2); added(i8, '__iadd__', i8); added(x, '__iadd__', i8); x @ x.T[:, :3]; x.T @ x; f.T @ f
v[:, None] * r; x - x.mean(axis=0); (x - x.mean(axis=0)) ** 2; v @ v; f @ f.T[:, :3]; 5.0 in v; x.to_device(device)
x.T.reshape(-1); m.random.default_rng(3, device=device).random(n)
m.random.default_rng(3, device=device).normal(size=(n, 3)); m.random.default_rng(3, device=device).integers(0, 9, n)
m.random.default_rng(3, device=device).permutation(n)
""",
    measured_only=True,
)
