"""Calls of attributes of arrays as functions."""

CALLS = {
    "isfortran": (lambda m, x: x * m.isfortran(x),),
    "ndim": (lambda m, x: m.full(3, m.ndim(x)) * x,),
    "shape": (lambda m, x: m.zeros(m.shape(x)) + x,),
    "size": (lambda m, x: x * m.size(x), lambda m, x: x * m.size(x, 0)),
}
