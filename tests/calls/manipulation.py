"""Calls of NumPy's manipulation, creation and sorting functions beside the standard's."""

CALLS = {
    "argpartition": (lambda m, x: m.argpartition(x, 1),),
    "asarray_chkfinite": (),
    "block": (lambda m, x, y: m.block([[x, y], [y, x]]),),
    "delete": (lambda m, x: m.delete(x, 1, axis=1), lambda m, x: m.delete(x, slice(None, None, 2))),
    "diagflat": (lambda m, v: m.diagflat(v, 1),),
    "insert": (lambda m, x: m.insert(x, 1, 2.5, axis=1), lambda m, x, y: m.insert(x, [0, 2, 1], y, axis=1)),
    "lexsort": (lambda m, v, w: m.lexsort((v, w)),),
    "partition": (lambda m, x: m.partition(x, 1),),
    "require": (lambda m, x: m.require(x.T, requirements="C"),),
    "rollaxis": (lambda m, x: m.rollaxis(x, 1),),
    "row_stack": (),
    "sort_complex": (lambda m, c: m.sort_complex(c),),
    "trim_zeros": (lambda m, v: m.trim_zeros(m.concatenate([m.zeros(2), v])),),
}
