"""Calls of the indexing functions that select and write."""

from calls.index_tricks import _written

CALLS = {
    "choose": (lambda m, i, v, w: m.choose(i % 2, (v, w)), lambda m, i, v: m.choose(i, (v, 1.5, v * 2, 3, 4))),
    "compress": (lambda m, x: m.compress([True, False, True], x, axis=1),),
    "copyto": (lambda m, x, y: _written(m.copyto, x, y), lambda m, x, b: _written(_copy_where(m), x, 1.5, b)),
    "lib.stride_tricks.sliding_window_view": (lambda m, x: m.lib.stride_tricks.sliding_window_view(x, 2, 1),),
    "extract": (lambda m, b, x: m.extract(b, x),),
    "place": (lambda m, x, b, v: _written(m.place, x, b, v),),
    "put": (lambda m, x, i, v: _written(m.put, x, i, v),),
    "put_along_axis": (lambda m, x, n, y: _written(m.put_along_axis, x, n % 3, y, 1),),
    "putmask": (lambda m, x, b, v: _written(m.putmask, x, b, v),),
    "select": (lambda m, b, x, y: m.select([b, x > 0], [x, y], 0),),
}


def _copy_where(m):
    return lambda x, src, where: m.copyto(x, src, where=where)
