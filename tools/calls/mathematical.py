"""Rows of the mathematical functions, polynomials and logic functions."""

from __future__ import annotations

from tools import tolerance as near
from tools.calls.row import examples, not_drawn, not_traced, rows

rows(
    "convolve correlate",
    "a: vector, v: vector",
    "a: vector, v: vector, *, mode: convolved = ...",
    close=near.PRODUCT,
    values="special",
)
rows("ediff1d", "ary: array", "ary: array, *, to_end: operand = ..., to_begin: operand = ...")
rows("fix", "x: operand")
rows("nan_to_num", "x: array", "x: array, *, nan: plain = ..., posinf: plain = ..., neginf: plain = ...")
rows("angle", "z: array, *, deg: flag = ...", close=near.LOOSE)
rows("real_if_close", "a: array")
rows(
    "emath.arccos emath.arcsin emath.arctanh emath.log emath.log2 emath.log10 emath.sqrt",
    "x: array",
    close=near.LOOSE,
    values="tame",
)
rows("emath.logn", "n: plain, x: array", close=near.LOOSE, values="tame")
rows("emath.power", "x: array, p: small", close=near.LOOSE, values="tame")
rows("sinc", "x: array", close=near.SUM, values="tame")
rows("i0", "x: array", close=near.LOOSE, values="tame")
rows(
    "gradient",
    "f: array, *, axis: axes = ...",
    "f: array, x: plain, *, axis: axis = ...",
    close=near.SUM,
    values="tame",
)
rows(
    "trapezoid",
    "y: array, *, axis: axis = ...",
    "y: array, *, dx: plain = ..., axis: axis = ...",
    close=near.SUM,
    values="tame",
)
rows("unwrap", "p: array, *, axis: axis = ...", close=near.SUM, values="tame")
rows(
    "interp",
    "x: array, xp: sorted, fp: sorted",
    "x: array, xp: sorted, fp: sorted, *, left: plain = ..., right: plain = ...",
    close=near.SUM,
    values="tame",
)

not_drawn("takes one number; its tests compare every length", "bartlett blackman hamming hanning kaiser")

# polynomials
rows("polyadd polysub", "a1: vector, a2: vector")
rows("polymul", "a1: vector, a2: vector", close=near.PRODUCT, values="tame")
rows("polyint", "p: vector, *, m: count = ..., k: number = ...", close=near.CHAIN, values="tame")
rows("polyval", "p: vector, x: array", close=near.CHAIN, values="tame")
rows("vander", "x: vector, *, N: count = ..., increasing: flag = ...", close=near.CHAIN, values="tame")

not_drawn("ill-conditioned", "poly polydiv polyfit roots")
not_drawn("a class", "poly1d")
not_drawn("its tests compare it; NumPy's sometimes takes several dimensions", "polyder")

# logic
rows(
    "isclose allclose",
    "a: array, b: operand",
    "a: array, b: same, *, equal_nan: flag = ...",
    "a: array, b: array, *, rtol: plain = ..., atol: plain = ...",
)
rows("array_equal", "a1: array, a2: same, *, equal_nan: flag = ...", "a1: array, a2: array")
rows("array_equiv", "a1: array, a2: operand", "a1: array, a2: array")
rows("iscomplex isreal iscomplexobj isrealobj", "x: array", "x: number")
rows("isneginf isposinf", "x: operand")
rows("iterable", "y: array", "y: number")
rows("common_type", "x: array, y: array = ...", "x: floating")

not_drawn("a 0-D array is a scalar in this package", "isscalar")
not_drawn("takes characters; its tests compare all of them", "mintypecode typename")

examples(
    {
        "angle": "c; x, deg=True",
        "bartlett blackman hamming hanning": "5",
        "common_type": "= m.asarray(m.common_type(x, n) == m.float64)",
        "convolve": 'v, w; z, v, "same"',
        "correlate": 'v, w, "full"; z, i',
        "emath.arccos emath.arcsin emath.arctanh emath.log emath.log10 emath.log2 emath.sqrt": "c * 1j; x",
        "emath.logn": "2, c; 2, x",
        "emath.power": "c, 2; x, n",
        "ediff1d": "x; v, to_end=w, to_begin=1",
        "fix i0 isneginf isposinf sinc": "x",
        "gradient": "v; x, 2.0, axis=1, edge_order=2; s, z[1:], axis=0",
        "interp": "x, z, z * z; v, z, z, left=-1.0, right=9.0; v, z, z, period=5.0",
        "isclose": "x, y; x, 0.5, atol=0.25, equal_nan=True; n, n + 1",
        "iscomplex isreal": "c; x",
        "iscomplexobj": "= m.asarray(m.iscomplexobj(c))",
        "isrealobj": "= m.asarray(m.isrealobj(c))",
        "isscalar": "= m.asarray(int(m.isscalar(x)))",
        "iterable": "= m.asarray(int(m.iterable(x)))",
        "kaiser": "5, 8.6",
        "mintypecode": '= m.asarray(0, dtype=m.mintypecode("fd"))',
        "nan_to_num": "x; c",
        "polyadd polysub": "v, z",
        "polyder": "z, 2",
        "polyint": "z, 2, k=[1, 2]",
        "polyval": "v, x; i, n",
        "real_if_close": "c",
        "trapezoid": "x; x, y, axis=0",
        "unwrap": "x; n, period=3",
        "vander": "v; i, 2, increasing=True",
    }
)
not_traced("poly polydiv polyfit polymul roots allclose array_equal array_equiv typename")
