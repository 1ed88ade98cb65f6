"""The lines that the part ``calls`` times; their operands are in `calls.OPERANDS`."""

from benchmarks.cases import ABSENT, Case

ATTRIBUTES = "attributes"


def same(group, *sources):
    """Return cases whose line is the same for every contender."""
    return [Case(source, group, source) for source in sources]


def by_torch(group, pairs, after=""):
    """Return cases with another line for plain torch and array_api_compat.torch."""
    return [
        Case(source, group, source, torch=line, compat=source if source.startswith("xp.") else line, after=after)
        for source, line in pairs.items()
    ]


UNARY = (
    "abs arccos arcsin arctan ceil cos cosh exp exp2 expm1 floor isfinite isinf isnan log log10 log1p log2 logical_not "
    "negative reciprocal sign signbit sin sinh sqrt square tan tanh trunc"
)
BINARY = (
    "add subtract multiply divide arctan2 copysign hypot maximum minimum fmax fmin fmod remainder floor_divide "
    "logaddexp not_equal less less_equal greater greater_equal logical_and logical_or logical_xor nextafter "
    "heaviside"
)
INTEGER = "bitwise_and bitwise_or bitwise_xor gcd lcm"

CASES = (
    *same("unary", *(f"xp.{name}(x)" for name in UNARY.split())),
    *same("unary", "xp.sin(f)", "xp.sqrt(f)", "xp.exp(c)", "xp.bitwise_not(i)", "xp.logical_not(b)", "xp.arctanh(x)"),
    *same("unary", "xp.arcsinh(x)", "xp.arccosh(y + 1.0)", "xp.round(x)"),
    # results that do not share memory
    *by_torch("unary", {"xp.positive(x)": "x.clone()", "xp.conj(c)": "xp.conj_physical(c)"}),
    *same("binary", *(f"xp.{name}(x, y)" for name in BINARY.split())),
    *same("binary", *(f"xp.{name}(i, j)" for name in INTEGER.split()), "xp.add(i, j)", "xp.multiply(f, g)"),
    *same("binary", "xp.add(x, r)", "xp.add(x, y, out=e)"),
    *by_torch("binary", {"xp.left_shift(i, j)": "xp.bitwise_left_shift(i, j)", "xp.power(x, y)": "xp.pow(x, y)"}),
    *by_torch("binary", {"xp.equal(x, y)": "xp.eq(x, y)", "xp.equal(i, j)": "xp.eq(i, j)"}),
    *same("operators", "x + y", "x - y", "x * y", "x / y", "x % y", "x // y", "x ** y", "-x", "abs(x)"),
    *same("operators", "x < y", "x <= y", "x == y", "x != y", "x > y", "x >= y", "f * g", "i + j", "i * j", "i // j"),
    *same("operators", "i % j", "i & j", "i | j", "i ^ j", "~i", "b & b", "~b", "i << j", "i >> j", "c * c", "m @ m"),
    *same("operators", "m @ x", "x @ y", "x + r"),
    *(Case(f"x {op}= o", "in place", f"x {op}= o", after="x") for op in ("+", "-", "*", "/", "**")),
    *(Case(f"i {op}= j", "in place", f"i {op}= j", after="i") for op in ("|", "&")),
    Case("x *= 1.0", "in place", "x *= 1.0", after="x"),
    Case("f += 0.0", "in place", "f += 0.0", after="f"),
    *same("Python scalars", "x + 1", "x + 1.5", "x * 2.0", "x / 2.0", "x ** 2", "x ** 2.0", "x - 1.0", "2.0 * x"),
    *same("Python scalars", "1.0 - x", "x < 0.5", "x == 0.5", "x > 0", "f + 1.5", "f * 2", "i + 1", "i * 2", "i > 1"),
    *same("Python scalars", "i // 2", "i % 2", "i == 1", "i & 1", "i << 1", "u + 1", "c * 2.0", "x // 2.0", "x % 2.0"),
    *by_torch("Python scalars", {"1.0 / x": "1.0 / x", "i / 2": "i.to(torch.float64) / 2", "2.0 ** x": "2.0 ** x"}),
    *by_torch("Python scalars", {"xp.maximum(x, 0.5)": "xp.clamp_min(x, 0.5)", "xp.add(x, 1.5)": "xp.add(x, 1.5)"}),
    *by_torch("mixed dtypes", {"x + i": "x + i", "x + f": "x + f", "i + k": "i + k", "x * k": "x * k"}),
    *by_torch("mixed dtypes", {"f + i": "f.to(torch.float64) + i", "x < i": "x < i", "u + k": "u + k"}),
    *by_torch("mixed dtypes", {"f * b": "f * b", "i + b": "i + b", "c * x": "c * x"}),
    *by_torch("mixed dtypes", {"xp.add(x, f)": "xp.add(x, f)", "i / j": "i.to(torch.float64) / j"}),
    *same("0-D operands", "x + z", "x * z", "z + x", "z * z", "z + 1.0", "x < z", "i * w", "xp.sin(z)", "xp.exp(z)"),
    *by_torch(
        "0-D operands",
        {"int(w)": "int(w)", "z / z": "z / z", "f * z": "f.to(torch.float64) * z", "-z": "-z", "w + 1": "w + 1"},
    ),
    *by_torch("0-D operands", {"float(z)": "float(z)", "z.item()": "z.item()", "bool(z)": "bool(z)"}),
    *by_torch("0-D operands", {"z += 1.0": "z = z + 1.0"}, after="z"),
    *same("reductions", "xp.sum(x)", "xp.mean(x)", "xp.prod(x)", "xp.max(x)", "xp.min(x)", "xp.all(b)", "xp.any(b)"),
    *same("reductions", "x.sum()", "x.mean()", "x.max()", "x.min()", "b.all()", "b.any()", "x.argmax()", "i.sum()"),
    *same("reductions", "xp.argmax(x)", "xp.argmin(x)", "xp.cumsum(x, axis=0)", "x.cumsum(axis=0)", "m.sum(axis=0)"),
    *same("reductions", "xp.sum(m, axis=1, keepdims=True)", "xp.mean(m, axis=0)", "xp.count_nonzero(b)"),
    *by_torch(
        "reductions",
        {
            "xp.max(m, axis=0)": "xp.amax(m, 0)",
            "m.min(axis=1)": "m.amin(1)",
            "xp.std(x)": "xp.std(x, correction=0)",
            "xp.var(m, axis=0)": "xp.var(m, 0, correction=0)",
            "xp.diff(x)": "xp.diff(x)",
        },
    ),
    *by_torch(
        "selection",
        {
            "xp.where(b, x, y)": "xp.where(b, x, y)",
            "xp.where(b, x, 0.0)": "xp.where(b, x, 0.0)",
            "xp.where(x > 0.5, x, y)": "xp.where(x > 0.5, x, y)",
            "xp.clip(x, 0.3, 0.6)": "xp.clip(x, 0.3, 0.6)",
            "xp.take(x, i, axis=0)": "xp.index_select(x, 0, i)",
            "xp.take_along_axis(x, i, axis=0)": "xp.take_along_dim(x, i, 0)",
            "xp.searchsorted(y, x)": "xp.searchsorted(y, x)",
            "xp.nonzero(b)": "xp.nonzero(b, as_tuple=True)",
            "xp.sort(x)": "xp.sort(x).values",
            "xp.argsort(x)": "xp.argsort(x)",
            "xp.unique(j)": "xp.unique(j)",
            "xp.isin(i, j)": "xp.isin(i, j)",
        },
    ),
    *by_torch(
        "shapes",
        {
            "xp.reshape(x, (3, 1))": "xp.reshape(x, (3, 1))",
            "x.reshape(3, 1)": "x.reshape(3, 1)",
            "x.reshape((1, -1))": "x.reshape((1, -1))",
            "xp.expand_dims(x, axis=0)": "xp.unsqueeze(x, 0)",
            "xp.squeeze(r, axis=0)": "xp.squeeze(r, 0)",
            "xp.broadcast_to(x, (3, 3))": "xp.broadcast_to(x, (3, 3))",
            "xp.transpose(m)": "m.mT",
            "xp.swapaxes(m, 0, 1)": "xp.swapaxes(m, 0, 1)",
            "xp.moveaxis(m, 0, 1)": "xp.moveaxis(m, 0, 1)",
            "x.ravel()": "x.ravel()",
            "m.T": "m.T",
            "xp.concatenate([x, y])": "xp.concatenate([x, y])",
            "xp.stack([x, y])": "xp.stack([x, y])",
            "xp.flip(x, axis=0)": "xp.flip(x, (0,))",
            "xp.roll(x, 1)": "xp.roll(x, 1)",
            "xp.tile(x, (2,))": "xp.tile(x, (2,))",
            "xp.repeat(x, 2)": "xp.repeat_interleave(x, 2)",
            "xp.tril(m)": "xp.tril(m)",
        },
    ),
    *by_torch(
        "reading",
        {
            "x[0]": "x[0].clone()",
            "x[-1]": "x[-1].clone()",
            "m[0, 1]": "m[0, 1].clone()",
            "x[:2]": "x[:2]",
            "x[1:]": "x[1:]",
            "x[::2]": "x[::2]",
            "m[0]": "m[0]",
            "m[:, 1]": "m[:, 1]",
            "m[1:, :2]": "m[1:, :2]",
            "x[None, :]": "x[None, :]",
            "x[..., None]": "x[..., None]",
            "x[b]": "x[b]",
            "x[i]": "x[i]",
            "m[i]": "m[i]",
            "m[i, i]": "m[i, i]",
            "m[:, i]": "m[:, i]",
            "x[i[0]]": "x[i[0]].clone()",
        },
    ),
    Case("for v in x: v", "reading", "for v in x: v", torch="for v in x: v.clone()", after="x"),
    Case("a, b, c = x", "reading", "a, b, c = x", torch="a, b, c = x.clone()", after="x"),
    *(
        Case(line, "writing", line, after="m" if line[0] == "m" else "x")
        for line in (
            "x[0] = 1.5",
            "x[1:] = 0.5",
            "x[:] = y",
            "x[...] = y",
            "x[b] = 0.25",
            "x[i] = y",
            "m[0] = x",
            "m[:, 1] = 2.0",
            "m[1, 2] = 0.5",
            "x[1:] += 0.0",
            "x[i] = 2.0",
        )
    ),
    *by_torch(
        "creation",
        {
            "xp.zeros(3)": "xp.zeros(3, dtype=torch.float64)",
            "xp.ones(3)": "xp.ones(3, dtype=torch.float64)",
            "xp.full(3, 1.5)": "xp.full((3,), 1.5, dtype=torch.float64)",
            "xp.zeros((3, 3))": "xp.zeros((3, 3), dtype=torch.float64)",
            "xp.zeros(3, dtype=xp.float32)": "xp.zeros(3, dtype=xp.float32)",
            "xp.zeros_like(x)": "xp.zeros_like(x)",
            "xp.ones_like(x)": "xp.ones_like(x)",
            "xp.full_like(x, 2.0)": "xp.full_like(x, 2.0)",
            "xp.arange(3)": "xp.arange(3)",
            "xp.arange(0.0, 3.0, 1.0)": "xp.arange(0.0, 3.0, 1.0, dtype=torch.float64)",
            "xp.linspace(0.0, 1.0, 3)": "xp.linspace(0.0, 1.0, 3, dtype=torch.float64)",
            "xp.eye(3)": "xp.eye(3, dtype=torch.float64)",
            "xp.asarray([1.0, 2.0, 3.0])": "xp.asarray([1.0, 2.0, 3.0], dtype=torch.float64)",
            "xp.asarray(1.5)": "xp.asarray(1.5, dtype=torch.float64)",
            "xp.asarray(x)": "xp.asarray(x)",
            "x.copy()": "x.clone()",
            "xp.asarray(x, copy=True)": "xp.asarray(x, copy=True)",
            "x.astype(xp.float32)": "x.to(xp.float32)",
            "x.astype(xp.float64)": "x.to(xp.float64, copy=True)",
            "i.astype(xp.float64)": "i.to(xp.float64)",
        },
    ),
    *by_torch(
        "linear algebra",
        {
            "xp.matmul(m, m)": "xp.matmul(m, m)",
            "xp.dot(x, y)": "xp.dot(x, y)",
            "xp.outer(x, y)": "xp.outer(x, y)",
            "xp.einsum('ij,j->i', m, x)": "xp.einsum('ij,j->i', m, x)",
            "xp.tensordot(m, m, axes=1)": "xp.tensordot(m, m, 1)",
            "xp.trace(m)": "xp.trace(m)",
            "xp.linalg.norm(x)": "xp.linalg.vector_norm(x)",
            "xp.linalg.inv(m)": "xp.linalg.inv(m)",
            "xp.linalg.det(m)": "xp.linalg.det(m)",
            "xp.linalg.solve(m, x)": "xp.linalg.solve(m, x)",
            "xp.linalg.cholesky(m)": "xp.linalg.cholesky(m)",
            "xp.linalg.eigvalsh(m)": "xp.linalg.eigvalsh(m)",
            "xp.fft.fft(x)": "xp.fft.fft(x)",
            "xp.fft.rfft(x)": "xp.fft.rfft(x)",
        },
    ),
    *by_torch(
        ATTRIBUTES,
        {
            "x.shape": "x.shape",
            "x.dtype": "x.dtype",
            "x.ndim": "x.ndim",
            "x.size": "x.numel()",
            "x.itemsize": "x.itemsize",
            "len(x)": "len(x)",
        },
    ),
    Case("x.device", ATTRIBUTES, "x.device", numpy=ABSENT),
)
