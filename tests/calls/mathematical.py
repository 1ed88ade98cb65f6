"""Calls of the mathematical functions."""

CALLS = {
    "angle": (lambda m, c: m.angle(c), lambda m, x: m.angle(x, deg=True)),
    "bartlett": (lambda m: m.bartlett(5),),
    "blackman": (lambda m: m.blackman(5),),
    "convolve": (lambda m, v, w: m.convolve(v, w), lambda m, z, v: m.convolve(z, v, "same")),
    "correlate": (lambda m, v, w: m.correlate(v, w, "full"), lambda m, z, i: m.correlate(z, i)),
    "ediff1d": (lambda m, x: m.ediff1d(x), lambda m, v, w: m.ediff1d(v, to_end=w, to_begin=1)),
    "fix": (lambda m, x: m.fix(x),),
    "gradient": (
        lambda m, v: m.gradient(v),
        lambda m, x: m.gradient(x, 2.0, axis=1, edge_order=2),
        lambda m, s, z: m.gradient(s, z[1:], axis=0),
    ),
    "hamming": (lambda m: m.hamming(5),),
    "hanning": (lambda m: m.hanning(5),),
    "i0": (lambda m, x: m.i0(x),),
    "interp": (
        lambda m, x, z: m.interp(x, z, z * z),
        lambda m, v, z: m.interp(v, z, z, left=-1.0, right=9.0),
        lambda m, v, z: m.interp(v, z, z, period=5.0),
    ),
    "kaiser": (lambda m: m.kaiser(5, 8.6),),
    "nan_to_num": (lambda m, x: m.nan_to_num(x), lambda m, c: m.nan_to_num(c)),
    "real_if_close": (lambda m, c: m.real_if_close(c),),
    "sinc": (lambda m, x: m.sinc(x),),
    "trapezoid": (lambda m, x: m.trapezoid(x), lambda m, x, y: m.trapezoid(x, y, axis=0)),
    "unwrap": (lambda m, x: m.unwrap(x), lambda m, n: m.unwrap(n, period=3)),
}
