"""Calls of the logic functions."""

CALLS = {
    "allclose": (),
    "array_equal": (),
    "array_equiv": (),
    "common_type": (lambda m, x, n: m.asarray(m.common_type(x, n) == m.float64),),
    "isclose": (
        lambda m, x, y: m.isclose(x, y),
        lambda m, x: m.isclose(x, 0.5, atol=0.25, equal_nan=True),
        lambda m, n: m.isclose(n, n + 1),
    ),
    "iscomplex": (lambda m, c: m.iscomplex(c), lambda m, x: m.iscomplex(x)),
    "iscomplexobj": (lambda m, c: m.asarray(m.iscomplexobj(c)),),
    "isneginf": (lambda m, x: m.isneginf(x),),
    "isposinf": (lambda m, x: m.isposinf(x),),
    "isreal": (lambda m, c: m.isreal(c), lambda m, x: m.isreal(x)),
    "isrealobj": (lambda m, c: m.asarray(m.isrealobj(c)),),
    "isscalar": (lambda m, x: m.asarray(m.isscalar(x)),),
    "iterable": (lambda m, x: m.asarray(m.iterable(x)),),
    "mintypecode": (lambda m: m.asarray(0, dtype=m.mintypecode("fd")),),
    "typename": (),
}
