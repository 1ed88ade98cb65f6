"""Calls of index tricks."""

CALLS = {
    "diag_indices": (lambda m, x: x[m.diag_indices(2)],),
    "diag_indices_from": (lambda m, s: s[m.diag_indices_from(s)],),
    "fill_diagonal": (lambda m, s, v: _written(m.fill_diagonal, s, v),),
    "fromfunction": (lambda m: m.fromfunction(lambda i, j: i * 10 + j, (2, 3)),),
    "indices": (lambda m: m.indices((2, 3)), lambda m: m.indices((2, 3), sparse=True)),
    "ix_": (lambda m, x: x[m.ix_([0, 1], [2, 0])],),
    "mask_indices": (lambda m: m.mask_indices(3, m.triu, 1),),
    "ravel_multi_index": (lambda m, i: m.ravel_multi_index((i, i), (3, 3), mode="clip"),),
    "tril_indices": (lambda m, s: s[m.tril_indices(3)],),
    "tril_indices_from": (lambda m, s: s[m.tril_indices_from(s)],),
    "triu_indices": (lambda m: m.triu_indices(3, 1, 4),),
    "triu_indices_from": (lambda m, s: s[m.triu_indices_from(s)],),
    "unravel_index": (lambda m, i: m.unravel_index(i, (3, 4)),),
}


def _written(function, x, *args):
    """Return a copy of `x` that a function has written to."""
    copied = x.copy() if hasattr(x, "copy") else x
    function(copied, *args)
    return copied
