"""The lines that the parts ``throughput`` and ``memory`` run; their operands are in `operands.MAKERS`."""

from dataclasses import replace

from benchmarks.cases import ABSENT, SAME, Case

#: functions of the namespace that compute nothing worth a row of their own, with the reason
NOT_MEASURED = {
    "broadcast_shapes": "no array",
    "fft.fftfreq": "a creation function",
    "fft.rfftfreq": "a creation function",
    "linalg.EigResult": "a type",
    "linalg.EighResult": "a type",
    "linalg.QRResult": "a type",
    "linalg.SVDResult": "a type",
    "linalg.SlogdetResult": "a type",
    "linalg.LinAlgError": "a type",
    "linalg.tensorsolve": "linalg.solve of a reshaped array",
    "linalg.tensorinv": "linalg.inv of a reshaped array",
    "linalg.multi_dot": "a sequence of products",
    "diagonal": "a view",
    "linalg.diagonal": "a view",
    "matrix_transpose": "a view",
    "linalg.matrix_transpose": "a view",
    "linalg.cross": "cross",
    "linalg.matmul": "matmul",
    "linalg.outer": "outer",
    "linalg.tensordot": "tensordot",
    "linalg.trace": "trace",
    "linalg.vecdot": "vecdot",
    "cumulative_sum": "cumsum",
    "cumulative_prod": "cumprod",
    "top_k": "not in NumPy",
    "einsum_path": "no array",
    "argpartition": "partition",
    "sort_complex": "sort",
}

HEAVY = 100_000  # elements that a case gets at most in a quick run where its work grows faster than they do


def rows(group, kinds, lines, **how):
    """Cases of a group: ``source``, or ``source => plain torch's line``, or ``source =>`` where torch has none."""
    found = []
    for line in lines:
        source, arrow, own = (part.strip() for part in line.partition("=>"))
        torch = (own or ABSENT) if arrow else SAME
        found.append(Case(source, group, source, torch=torch, kinds=kinds, **how))
    return found


def functions(group, kinds, names, arguments, **how):
    """Cases of functions that all take `arguments`; ``name:other`` where torch says other, ``name:`` where it can't."""
    lines = []
    for name in names.split():
        own, colon, other = name.partition(":")
        arrow = "" if not colon else f" => xp.{other}({arguments})" if other else " =>"
        lines.append(f"xp.{own}({arguments}){arrow}")
    return rows(group, kinds, lines, **how)


ELEMENTWISE = (
    *functions("elementwise", "fc", "asinh atan cos cosh exp expm1 sin sinh tan tanh", "x"),
    *functions("elementwise", "fc", "reciprocal exp2", "x"),
    *functions("elementwise", "fc", "log log10 log1p log2 sqrt", "p"),
    *functions("elementwise", "fc", "acos asin atanh", "h"),
    *functions("elementwise", "fc", "acosh", "p"),
    *functions("elementwise", "ifc", "abs square negative positive:clone isfinite isinf isnan", "x"),
    *functions("elementwise", "if", "sign", "x"),
    *functions("elementwise", "c", "sign:sgn", "x"),
    *functions("elementwise", "f", "ceil floor trunc rint:round signbit deg2rad rad2deg fabs:abs", "x"),
    *functions("elementwise", "f", "radians:deg2rad degrees:rad2deg", "x"),
    *functions("elementwise", "f", "cbrt: spacing: frexp", "x"),
    *rows("elementwise", "f", ["xp.modf(x) => (xp.frac(x), xp.trunc(x))", "xp.round(x, 2) => xp.round(x, decimals=2)"]),
    *rows("elementwise", "c", ["xp.conj(x) => xp.conj_physical(x)", "xp.real(x)", "xp.imag(x)"]),
    *functions("elementwise", "bi", "logical_not bitwise_invert:bitwise_not", "x"),
    *functions("elementwise", "f", "logical_not", "x"),
    *functions("elementwise", "i", "bitwise_count:", "x"),
    *functions("elementwise", "ifc", "add subtract multiply equal:eq not_equal", "x, y"),
    *functions("elementwise", "if", "less less_equal greater greater_equal maximum minimum fmax fmin", "x, y"),
    *functions("elementwise", "bf", "logical_and logical_or logical_xor", "x, y"),
    *functions("elementwise", "f", "atan2 copysign hypot logaddexp logaddexp2 nextafter heaviside", "x, y"),
    *functions("elementwise", "fc", "divide float_power", "x, q"),
    *functions("elementwise", "f", "fmod", "x, q"),
    *functions("elementwise", "if", "floor_divide remainder", "x, q"),
    *rows(
        "elementwise",
        "i",
        [
            "xp.divide(x, q) => xp.divide(x.to(xp.float64), q)",
            "xp.pow(p, q)",
            "xp.fmod(x, q)",
            "xp.divmod(x, q) => (xp.floor_divide(x, q), xp.remainder(x, q))",
        ],
    ),
    *rows("elementwise", "f", ["xp.pow(p, x)", "xp.pow(x, 2)", "xp.pow(x, 3.0)", "xp.ldexp(x, e)"]),
    *functions("elementwise", "bi", "bitwise_and bitwise_or bitwise_xor", "x, y"),
    *functions("elementwise", "i", "bitwise_left_shift bitwise_right_shift", "x, s"),
    *functions("elementwise", "i", "gcd lcm", "p, q"),
    *rows("elementwise", "if", ["x + y", "x * 2", "x < 0", "x // 3", "x % 3", "-x", "xp.clip(x, -1, 1)"]),
    *rows("elementwise", "fc", ["x / 2.0", "1 / q", "x ** 2"]),
    *rows("elementwise", "f", ["xp.add(x, y, out=x)", "xp.sin(x.T, out=y)"], hostile=False),
)

REDUCTIONS = (
    *functions("reductions", "ifc", "sum", "x"),
    *functions("reductions", "fc", "mean", "x"),
    *functions("reductions", "if", "max min argmax argmin", "x"),
    *functions("reductions", "bif", "all any count_nonzero", "x"),
    *functions("reductions", "if", "prod", "o"),
    *rows("reductions", "f", ["xp.std(x) => xp.std(x, correction=0)", "xp.var(x) => xp.var(x, correction=0)"]),
    *functions("reductions", "if", "sum", "A, axis=0"),
    *functions("reductions", "if", "sum", "A, axis=1"),
    *functions("reductions", "f", "mean", "A, axis=0"),
    *functions("reductions", "f", "mean", "A, axis=1"),
    *rows("reductions", "bi", ["xp.mean(x) => xp.mean(x, dtype=xp.float64)"]),
    *functions("reductions", "if", "max:amax min:amin argmax argmin", "A, axis=0"),
    *functions("reductions", "if", "max:amax min:amin argmax argmin", "A, axis=1"),
    *functions("reductions", "b", "sum", "x"),
    *functions("reductions", "b", "all any", "A, axis=0"),
    *functions("reductions", "b", "all any", "A, axis=1"),
    *rows("reductions", "f", ["xp.var(A, axis=0) => xp.var(A, 0, correction=0)"]),
    *rows("reductions", "if", ["xp.cumsum(x) => xp.cumsum(x, 0)", "xp.cumsum(A, axis=0)", "xp.diff(x)"]),
    *rows("reductions", "if", ["xp.cumprod(o) => xp.cumprod(o, 0)", "xp.cumsum(A, axis=1)"]),
    *rows(
        "reductions", "f", ["xp.ptp(x) =>", "xp.average(x, weights=p) =>", "xp.median(x) =>", "xp.median(A, axis=0) =>"]
    ),
    *rows("reductions", "f", ["xp.quantile(x, 0.25)", "xp.percentile(x, [10, 90]) =>"], hostile=False),
    *functions("reductions", "f", "nansum nanmean nanmax: nanmin: nanmedian: nanstd:", "x"),
    *rows("reductions", "f", ["xp.corrcoef(A) => xp.corrcoef(A.to(xp.float64))"], hostile=False),
    *rows("reductions", "f", ["xp.cov(A) => xp.cov(A.to(xp.float64))"], hostile=False),
    *rows("reductions", "i", ["xp.bincount(i)"]),
    *rows(
        "reductions",
        "f",
        ["xp.histogram(x, 100, (-3, 3))[0] =>", "xp.digitize(x, t) => xp.bucketize(x, t, right=True)"],
    ),
)

SEARCH = (
    *rows("sort and search", "if", ["xp.sort(x) => xp.sort(x).values", "xp.sort(A, axis=0) => xp.sort(A, 0).values"]),
    *rows("sort and search", "if", ["xp.sort(A) => xp.sort(A).values", "xp.sort(t) => xp.sort(t).values"]),
    *rows("sort and search", "if", ["xp.argsort(x, stable=True)", "xp.argsort(A, axis=1, stable=True)"]),
    *rows("sort and search", "if", ["xp.argsort(r)"], least_size=4, hostile=False),
    *rows("sort and search", "if", ["xp.sort(x, descending=True) => xp.sort(x, descending=True).values"], numpy=ABSENT),
    *rows("sort and search", "if", ["xp.searchsorted(t, x)", "xp.searchsorted(t, x, side='right')"]),
    *rows("sort and search", "bif", ["xp.nonzero(x) => xp.nonzero(x, as_tuple=True)"]),
    *rows("sort and search", "b", ["xp.argwhere(x)", "xp.flatnonzero(x) => xp.nonzero(x).squeeze(1)"]),
    *rows("sort and search", "if", ["xp.where(b, x, y)", "xp.where(b, x, 0)", "xp.where(x > 0, x, y)"]),
    *rows("sort and search", "if", ["xp.take(x, i) => xp.take(x, i)", "x[b]", "x[i]", "x[::-1] => xp.flip(x, (0,))"]),
    *rows("sort and search", "f", ["xp.take_along_axis(x, i, axis=0) => xp.take_along_dim(x, i, 0)"], hostile=False),
    *rows("sort and search", "if", ["xp.partition(x, 3) =>"], compared="np.sort(np.asarray(result))", least_size=4),
    *rows("sort and search", "if", ["xp.lexsort((x, y)) =>"]),
)

INVERSE = "xp.unique(d, return_inverse=True, return_counts=True)"
SETS = (
    *rows("sets", "if", ["xp.unique(d)", "xp.unique(x)"]),
    *rows("sets", "if", ["xp.unique_values(d) => xp.unique(d)"], compared="np.sort(np.asarray(result))"),
    *rows("sets", "if", ["xp.unique_counts(d) => xp.unique(d, return_counts=True)"]),
    *rows("sets", "if", ["xp.unique_inverse(d) => xp.unique(d, return_inverse=True)"]),
    *rows("sets", "if", ["xp.unique_all(d) =>"]),
    *rows("sets", "if", ["xp.isin(d, g)", "xp.union1d(d, g) => xp.unique(xp.cat((d, g)))", "xp.intersect1d(d, g) =>"]),
    *rows("sets", "if", ["xp.setxor1d(d, g) =>", "xp.setdiff1d(d, g) => (lambda u: u[~xp.isin(u, g)])(xp.unique(d))"]),
)

HOW = {"hostile": False, "heavy": HEAVY}
MAGNITUDES = "tuple(np.abs(np.asarray(item)) for item in result)"
LINALG = (
    *rows("linear algebra", "ifc", ["xp.matmul(A, B)", "xp.tensordot(A, B, axes=1) => xp.tensordot(A, B, 1)"], **HOW),
    *rows(
        "linear algebra",
        "ifc",
        ["xp.dot(x, y)", "xp.vecdot(x, y) => xp.linalg.vecdot(x, y)", "xp.vdot(x, y)"],
        hostile=False,
    ),
    *rows("linear algebra", "f", ["xp.inner(A, v)", "xp.outer(v, w)", "xp.kron(v, w)", "xp.matmul(R, T)"], **HOW),
    *rows("linear algebra", "f", ["xp.matvec(A, v) => xp.mv(A, v)", "xp.vecmat(v, A) => xp.mv(A.T, v)"], **HOW),
    *rows("linear algebra", "fc", ["xp.trace(A)"], hostile=False),
    *rows("linear algebra", "f", ["xp.cross(C, D) => xp.linalg.cross(C, D)"], hostile=False),
    *rows("linear algebra", "f", ["xp.einsum('ij,j->i', A, v)", "xp.einsum('ij,ij->', A, B)"], hostile=False),
    *functions("linear algebra", "fc", "linalg.det linalg.slogdet linalg.inv linalg.pinv linalg.cond", "R", **HOW),
    *functions("linear algebra", "fc", "linalg.svdvals linalg.matrix_rank linalg.matrix_norm", "R", **HOW),
    *functions("linear algebra", "fc", "linalg.cholesky linalg.eigvalsh", "S", **HOW),
    *functions("linear algebra", "fc", "linalg.eigh linalg.svd", "S", compared=MAGNITUDES, **HOW),
    *functions("linear algebra", "f", "linalg.eig", "S", compared="np.sort(np.abs(np.asarray(result[0])))", **HOW),
    *functions("linear algebra", "f", "linalg.eigvals", "S", compared="np.sort(np.abs(np.asarray(result)))", **HOW),
    *functions("linear algebra", "f", "linalg.qr", "R", compared=MAGNITUDES, **HOW),
    *rows("linear algebra", "f", ["xp.linalg.matrix_power(R, 3)", "xp.linalg.solve(R, V)"], **HOW),
    *functions("linear algebra", "f", "linalg.det linalg.inv", "M", **HOW),
    *functions("linear algebra", "f", "linalg.cholesky linalg.eigvalsh linalg.svdvals", "P", **HOW),
    *rows("linear algebra", "f", ["xp.linalg.solve(M, v)"], **HOW),
    *rows("linear algebra", "f", ["xp.linalg.lstsq(M, v)[0]", "xp.linalg.norm(A) => xp.linalg.matrix_norm(A)"], **HOW),
    *rows("linear algebra", "fc", ["xp.linalg.vector_norm(x)"], hostile=False),
    *rows("linear algebra", "f", ["xp.linalg.norm(x) => xp.linalg.vector_norm(x)"], hostile=False),
    *rows("linear algebra", "f", ["xp.linalg.vector_norm(A, axis=1, ord=1) => xp.linalg.vector_norm(A, 1, 1)"], **HOW),
)

FFT = (
    *functions("fft", "fc", "fft.fft fft.ifft", "x", hostile=False),
    *functions("fft", "c", "fft.irfft fft.hfft", "x", hostile=False),
    *functions("fft", "f", "fft.rfft fft.ihfft", "x", hostile=False),
    *functions("fft", "fc", "fft.fft2 fft.ifft2 fft.fftn fft.ifftn", "A", hostile=False),
    *functions("fft", "f", "fft.rfft2 fft.rfftn", "A", hostile=False),
    *functions("fft", "c", "fft.irfft2 fft.irfftn", "A", hostile=False),
    *functions("fft", "f", "fft.fftshift fft.ifftshift", "A", hostile=False),
    *rows("fft", "f", ["xp.fft.fft(A, axis=0) => xp.fft.fft(A, dim=0)"], hostile=False),
)

MOVES = (
    *rows("copies", "if", ["xp.concat([x, y])", "xp.stack([x, y])", "xp.flip(A, axis=0) => xp.flip(A, (0,))"]),
    *rows("copies", "f", ["xp.roll(x, 3)", "xp.tile(x, (2,))", "xp.repeat(x, 2) => xp.repeat_interleave(x, 2)"]),
    *rows("copies", "f", ["xp.tril(A)", "xp.triu(A)", "x.copy() => x.clone()", "xp.zeros_like(x)", "xp.ones_like(x)"]),
    *rows(
        "copies",
        "f",
        ["x.astype(xp.float32) => x.to(xp.float32, copy=True)", "x.astype(xp.int64) => x.to(xp.int64)"],
        hostile=False,
    ),
    *rows("copies", "i", ["x.astype(xp.float64) => x.to(xp.float64)", "x.astype(xp.int8) => x.to(xp.int8)"]),
)


def completed(case):
    """Return `case` with the lines of the other contenders."""
    # torch's namespace as array_api_compat extends it takes NumPy's form; its tensors have torch's methods only.
    extended = case.source if case.source.startswith("xp.") else case.torch
    return replace(case, compat=extended, least_size=4 if "linalg" in case.source else case.least_size)


CASES = tuple(map(completed, (*ELEMENTWISE, *REDUCTIONS, *SEARCH, *SETS, *LINALG, *FFT, *MOVES)))
