"""Calls of what applies functions."""

CALLS = {
    "apply_along_axis": (lambda m, x: m.apply_along_axis(lambda v: v[:2] * v.sum(), 1, x),),
    "apply_over_axes": (lambda m, x: m.apply_over_axes(m.sum, x, [0, 1]),),
    "piecewise": (lambda m, x: m.piecewise(x, [x > 0], [lambda v: v * 2, lambda v: -v]),),
}
