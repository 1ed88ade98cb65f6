"""Functions of whole arrays: sums, means, variances, linspace and Fourier transforms."""

import math
import zlib
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import mpmath as mp
import numpy as np
import torch

import xp_torch

SIZES = (1, 2, 5, 17, 100, 128, 1000, 4096)
TRANSFORMED = (1, 2, 7, 16, 97, 100, 256, 509)
DTYPES = ("float32", "float64")


def _ordinary(rng, n, info):
    """Numbers of the size of 1, of either sign."""
    return rng.standard_normal(n)


def _wide(rng, n, info):
    """Positive numbers of very different sizes."""
    return np.exp2(rng.uniform(-30, 30, n))


def _cancelling(rng, n, info):
    """Return numbers whose sum is small compared with them: pairs of opposite sign with small differences."""
    half = np.exp2(rng.uniform(-10, 20, n // 2 + 1))
    return rng.permutation(np.concatenate([half, -half * (1 + np.exp2(-info.nmant / 2))])[:n])


def _offset(rng, n, info):
    """Numbers far from zero and near one another."""
    return np.exp2(info.nmant / 3) + rng.standard_normal(n)


DATA = {"ordinary": _ordinary, "wide": _wide, "cancelling": _cancelling, "offset": _offset}


def _sum(x):
    return [sum(x)], sum(map(abs, x))


def _mean(x):
    return [sum(x) / len(x)], sum(map(abs, x)) / len(x)


def _var(x):
    mean = sum(x) / len(x)
    return [sum((v - mean) ** 2 for v in x) / len(x)], 0


def _cumulative_sum(x):
    return list(accumulate(x)), sum(map(abs, x))


@dataclass(frozen=True)
class Reduction:
    """One function: its exact values with the size that errors are measured by, and who is called."""

    name: str
    exact: object
    ours: object
    numpys: object
    torchs: object


REDUCTIONS = (
    Reduction("sum", _sum, xp_torch.sum, np.sum, torch.sum),
    Reduction("mean", _mean, xp_torch.mean, np.mean, torch.mean),
    Reduction("var", _var, xp_torch.var, np.var, lambda x: torch.var(x, correction=0)),
    Reduction("cumulative_sum", _cumulative_sum, xp_torch.cumulative_sum, np.cumsum, lambda x: x.cumsum(0)),
)
NAMES = (*(r.name for r in REDUCTIONS), "linspace", "fft", "ifft", "rfft")


def cells(names, dtypes):
    """The (function, dtype, region) that there are."""
    regions = {r.name: tuple(DATA) for r in REDUCTIONS}
    return [
        (name, dtype, region)
        for dtype in DTYPES
        if dtype in dtypes
        for name in NAMES
        if not names or name in names
        for region in regions.get(name, ("ordinary",))
    ]


def measure(name, dtype, region, samples, seed):
    """One cell: the worst error of each contender, in units in the last place of the larger of value and scale."""
    rng = np.random.default_rng([seed, zlib.crc32(f"{name} {dtype} {region}".encode())])
    info = np.finfo(dtype)
    errors = {"xp_torch": 0.0, "numpy": 0.0, "torch": 0.0}
    values = 0
    for number in range(max(len(SIZES), samples // 10)):
        if name == "linspace":
            exact, scale, results = _linspace(rng, dtype)
        elif name in ("fft", "ifft", "rfft"):
            exact, scale, results = _transform(name, rng, TRANSFORMED[number % len(TRANSFORMED)], dtype)
        else:
            data = DATA[region](rng, SIZES[number % len(SIZES)], info).astype(dtype)
            exact, scale, results = _reduce(next(r for r in REDUCTIONS if r.name == name), data)
        values += len(exact)
        for who, result in results.items():
            errors[who] = max(errors[who], worst(exact, scale, np.atleast_1d(np.asarray(result)), info))
    return {"function": name, "dtype": dtype, "region": region, "values": values, "errors": errors}


def worst(exact, scale, got, info):
    """The largest error of `got` in units in the last place of the larger of each value and `scale`."""
    found = 0.0
    for value, result in zip(exact, got.tolist(), strict=True):
        if not math.isfinite(result):
            return math.inf
        exponent = math.frexp(float(max(abs(value), scale)))[1] - 1
        unit = Fraction(2) ** (max(exponent, int(info.minexp)) - int(info.nmant))
        found = max(found, float(abs(Fraction(result) - value) / unit))
    return found


def _reduce(reduction, data):
    """A reduction of one array."""
    exact, scale = reduction.exact([Fraction(v) for v in data.tolist()])
    return exact, scale, {
        "xp_torch": np.asarray(reduction.ours(xp_torch.asarray(data))),
        "numpy": reduction.numpys(data),
        "torch": reduction.torchs(torch.from_numpy(data)).numpy(),
    }  # fmt: skip


def _linspace(rng, dtype):
    """One range, measured by its larger end: near zero the digits are the step's."""
    start, stop = (float(v) for v in (rng.standard_normal(2) * np.exp2(rng.uniform(-8, 8, 2))).astype(dtype))
    n = int(rng.integers(2, 300))
    first, last = Fraction(start), Fraction(stop)
    exact = [first + (last - first) * i / (n - 1) for i in range(n)]
    return exact, max(abs(first), abs(last)), {
        "xp_torch": np.asarray(xp_torch.linspace(start, stop, n, dtype=getattr(xp_torch, dtype))),
        "numpy": np.linspace(start, stop, n, dtype=dtype),
        "torch": torch.linspace(start, stop, n, dtype=getattr(torch, dtype)).numpy(),
    }  # fmt: skip


def _transform(name, rng, n, dtype):
    """One Fourier transform, measured by its largest component."""
    data = rng.standard_normal(n).astype(dtype)
    if name != "rfft":
        data = (data + 1j * rng.standard_normal(n)).astype({"float32": "complex64", "float64": "complex128"}[dtype])
    sign = 1 if name == "ifft" else -1
    with mp.workprec(120):
        roots = [mp.expjpi(mp.mpf(2 * sign * k) / n) for k in range(n)]
        # High and low halves in long double, whose sums of so few numbers have all the digits that are looked at.
        parts = [(_long(r.real), _long(r.imag)) for r in roots]
    real, imag = (np.array(p, np.longdouble) for p in zip(*parts, strict=True))
    count = n // 2 + 1 if name == "rfft" else n
    at = np.outer(np.arange(count), np.arange(n)) % n
    a, b = data.real.astype(np.longdouble), data.imag.astype(np.longdouble)
    want = np.concatenate([real[at] @ a - imag[at] @ b, real[at] @ b + imag[at] @ a]) / (n if name == "ifft" else 1)
    exact = [Fraction(*v.as_integer_ratio()) for v in want]

    def components(result):
        return np.concatenate([result.real, result.imag])

    return exact, max(map(abs, exact)), {
        "xp_torch": components(np.asarray(getattr(xp_torch.fft, name)(xp_torch.asarray(data)))),
        "numpy": components(getattr(np.fft, name)(data)),
        "torch": components(getattr(torch.fft, name)(torch.from_numpy(data)).numpy()),
    }  # fmt: skip


def _long(x):
    """An mpmath number as a long double."""
    high = float(x)
    return np.longdouble(high) + np.longdouble(float(x - high))
