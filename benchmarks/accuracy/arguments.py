"""The arguments: ordinary, tiny, huge, and near the places where digits are lost; drawn by a seed."""

import math
import zlib

import numpy as np

REGIONS = ("ordinary", "tiny", "huge", "near")


def draw(function, dtype, region, samples, seed):
    """Return `samples` arguments (fewer where the domain excludes some), as a list of arrays, one an operand."""
    dtype = np.dtype(dtype)
    # By name: another function in the run, or another order, draws the same.
    rng = np.random.default_rng([seed, zlib.crc32(f"{function.name} {dtype} {region}".encode())])
    info = np.finfo(dtype)
    with np.errstate(all="ignore"):  # what overflows is left out
        if function.operands == 2:
            columns = _pairs(function, dtype, region, samples, rng, info)
        else:
            columns = [_values(function, dtype, region, samples, rng, info)]
        columns = [c.astype(dtype) for c in columns]
        return _inside(function, columns)


def _inside(function, columns):
    """Leave out values that are not finite, zero, a pole or outside the domain; tests of special values have these."""
    kept = np.all([np.isfinite(c) & (c != 0) for c in columns], axis=0)
    if function.operands == 1:
        kept &= ~np.isin(columns[0], np.array(function.poles, complex if columns[0].dtype.kind == "c" else object))
    if function.products and columns[0].dtype.kind == "c":
        sizes = [np.log2(np.maximum(np.abs(c.real), np.abs(c.imag)).astype(np.float64)) for c in columns]
        kept &= sizes[0] + sizes[-1] < np.finfo(columns[0].dtype).maxexp - 1
    if columns[0].dtype.kind == "f":
        rows = zip(*(c.astype(float).tolist() for c in columns), strict=True)
        kept &= np.array([bool(ok and function.domain(*row)) for ok, row in zip(kept.tolist(), rows, strict=True)])
    return [c[kept] for c in columns]


def _signs(rng, n):
    return rng.choice([-1.0, 1.0], n)


def _powers(rng, n, low, high):
    """Numbers of both signs whose exponents are uniform."""
    return _signs(rng, n) * np.exp2(rng.uniform(low, high, n))


def _exponents(info):
    """The exponents of the smallest and the largest number, and the number of digits."""
    return math.log2(float(info.smallest_subnormal)), math.log2(float(info.max)), info.nmant + 1


def _scale(region, info, rng, n):
    """Real numbers of a region."""
    low, high, digits = _exponents(info)
    if region == "tiny":
        return _powers(rng, n, low, -digits / 3)
    if region == "huge":
        return _powers(rng, n, 5, high)
    return _powers(rng, n, -4, 4)


def _values(function, dtype, region, n, rng, info):
    """Arguments of one operand."""
    if region == "near":
        return _near(function, dtype, n, rng, info)
    real = _scale(region, info, rng, n)
    if region == "huge" and function.span:
        half = n // 2
        real[:half] = rng.uniform(-1, 1, half) * min(function.span(info), float(info.max) / 4)
    if dtype.kind == "f":
        return _into(function, real, rng)
    imag = _scale(region, info, rng, n)
    third, sixth = n // 3, n // 6
    if region == "ordinary":
        return _join(real, imag, dtype)
    # An ordinary component beside a huge or tiny one, each way round.
    first, second = (real, imag) if region == "tiny" else (imag, real)
    first[:third] = _scale("ordinary", info, rng, third)
    second[third : 2 * third] = _scale("ordinary", info, rng, third)
    if region == "huge":
        imag[third : third + sixth] = rng.uniform(-700, 700, sixth)
    return _join(real, imag, dtype)


def _join(real, imag, dtype):
    """Complex numbers from components (a sum would lose signs of zero)."""
    z = np.empty(real.shape, np.complex128)
    z.real, z.imag = real, imag
    return z.astype(dtype)


def _into(function, x, rng):
    """Bring real arguments into the domain where that is simple, instead of losing half of them."""

    def inside(values):
        return np.array([bool(function.domain(v)) for v in values.tolist()])

    x = np.where(inside(x), x, -x)
    with np.errstate(all="ignore"):
        other = np.where(inside(1 / x), 1 / x, rng.uniform(-1, 1, x.size))
    return np.where(inside(x), x, other)


def _near(function, dtype, n, rng, info):
    """Arguments at and around the function's points and the dtype's limits, by a few units and by powers of 2."""
    _, _, digits = _exponents(info)
    points = [p for p in function.points if dtype.kind == "c" or not isinstance(p, complex) or p.imag == 0]
    points = [complex(p) for p in points if abs(p) < float(info.max)]
    if function.span:
        edge = [math.log(float(info.max)), math.log(float(info.tiny)), math.log(float(info.smallest_subnormal))]
        edge = [v / math.log(2) for v in edge] if function.name == "exp2" else edge
        points += [complex(v) for v in edge]
    largest, smallest = float(info.max), float(info.tiny)
    points += [complex(v) for v in (largest, math.sqrt(largest), smallest, smallest / 4, math.sqrt(smallest))]
    at = np.array(points)[rng.integers(0, len(points), n)]
    sign = _signs(rng, n)
    away = np.exp2(rng.uniform(-digits - 1, -1, n)) * _signs(rng, n)
    if dtype.kind == "f":
        x = sign * at.real * (1 + np.where(rng.random(n) < 0.5, away, 0))
        x = np.where(at == 0, away, x).astype(dtype)
        steps = rng.integers(-3, 4, n)
        for k in range(3):
            x = np.where(np.abs(steps) > k, np.nextafter(x, np.where(steps > 0, np.inf, -np.inf).astype(dtype)), x)
        return x
    size = np.where(np.abs(at) == 0, 1.0, np.abs(at))
    # A circle around the point, the axes, and components of unlike sizes; on the cuts themselves, zeros of both signs.
    way = rng.integers(0, 4, n)
    other = np.exp2(rng.uniform(-2.5 * digits, -1, n)) * _signs(rng, n)
    zero = np.copysign(0.0, _signs(rng, n))
    with np.errstate(all="ignore"):
        along = size * np.where(way == 3, zero, away)
        aside = np.where(way == 1, other, np.exp2(rng.uniform(-digits - 1, -1, n)) * _signs(rng, n))
        across = size * np.where(way == 2, zero, aside)
        real, imag = sign * (at.real + along), at.imag * _signs(rng, n) + across
    real = np.where((at.real == 0) & (way == 3), zero, real)
    return _join(real, imag, dtype)


def _pairs(function, dtype, region, n, rng, info):
    """Arguments of two operands."""

    def one(where):
        return _plain(dtype, where, n, rng, info)

    if region != "near":
        x, y = one(region), one(region)
        if function.name in ("pow", "float_power"):
            return [np.where(rng.random(n) < 0.7, _upright(x), x), _exponent(region, x, y, rng, info)]
        return [x, y]
    parts = [PAIRS[name](dtype, n // len(function.pairs) + 1, rng, info) for name in function.pairs]
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


def _upright(x):
    return x if x.dtype.kind == "c" else np.abs(x)


def _exponent(region, x, y, rng, info):
    """Exponents for the bases `x` whose powers are mostly finite."""
    if region == "ordinary":
        return y
    limit = math.log(float(info.max))
    with np.errstate(all="ignore"):
        size = np.abs(np.log(np.abs(x.astype(np.complex128))))
        return (rng.uniform(-1.1, 1.1, x.size) * limit / size).astype(y.dtype)


def _plain(dtype, region, n, rng, info):
    """Numbers of a region, of a real or complex dtype."""
    if dtype.kind == "f":
        return _scale(region, info, rng, n).astype(dtype)
    return _join(_scale(region, info, rng, n), _scale(region, info, rng, n), dtype)


def _same(dtype, n, rng, info):
    """Nearly the same number twice, of either sign."""
    x = _plain(dtype, "ordinary", n, rng, info)
    return x, x * _signs(rng, n) * (1 + np.exp2(rng.uniform(-info.nmant - 1, -1, n)) * _signs(rng, n))


def _far(dtype, n, rng, info):
    """A number of any size beside one of any size."""
    low, high, _ = _exponents(info)

    def any_size():
        real, imag = (_powers(rng, n, low, high) for _ in range(2))
        return real if dtype.kind == "f" else _join(real, imag, dtype)

    return any_size(), any_size()


def _crossed(dtype, n, rng, info):
    """Products one of whose components cancels."""
    x = _plain(dtype, "ordinary", n, rng, info)
    size = rng.uniform(0.5, 2, n)
    return x, np.conj(x) * size if dtype.kind == "c" else size


def _overflowing(dtype, n, rng, info):
    """Powers near the largest and the smallest number."""
    x = _upright(_plain(dtype, "ordinary", n, rng, info))
    edge = np.array([math.log(float(v)) for v in (info.max, info.tiny, info.smallest_subnormal)])
    y = edge[rng.integers(0, 3, n)] * rng.uniform(0.98, 1.01, n)
    with np.errstate(all="ignore"):
        return x, y / np.log(np.abs(x.astype(np.complex128)))


def _near_one(dtype, n, rng, info):
    """Bases near 1 and large exponents."""
    away = np.exp2(rng.uniform(-info.nmant, -1, n)) * _signs(rng, n)
    y = rng.uniform(-1, 1, n) * math.log(float(info.max)) / np.abs(np.log1p(away))
    return (1 + away if dtype.kind == "f" else _join(1 + away, away * rng.uniform(-1, 1, n), dtype)), y


def _whole(dtype, n, rng, info):
    """Small whole exponents, and halves."""
    x = _plain(dtype, "ordinary", n, rng, info)
    return x, rng.choice([-3.0, -2.0, -1.0, -0.5, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 20.0], n)


def _cancelling(base):
    """Sums of two powers of `base` that are nearly 1, so that the logarithm is nearly 0."""

    def draw(dtype, n, rng, info):
        x = -np.exp2(rng.uniform(-6, 3, n))
        return x, np.log1p(-(base**x)) / math.log(base) * (1 + np.exp2(rng.uniform(-info.nmant - 4, 0, n)))

    return draw


PAIRS = {
    "same": _same,
    "far": _far,
    "crossed": _crossed,
    "overflowing": _overflowing,
    "near one": _near_one,
    "whole": _whole,
    "cancelling": _cancelling(math.e),
    "cancelling 2": _cancelling(2.0),
}
