"""Makes a call smaller as long as it still shows a difference."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from support.fuzzer.nodes import Alias, Arr, Call, Dtype, with_data

SECONDS = 4.0


def _simpler(node: Any) -> Iterator[Any]:
    """Yield simpler things to give in place of `node`, the simplest first."""
    if isinstance(node, Arr):
        if node.layout != "C":
            yield Arr(node.data, "C", node.form)
        for at, size in enumerate(node.shape):
            for keep in range(size):
                if size > 1:
                    yield with_data(node, np.take(node.data, [keep], at))
            if size == 1 and node.data.ndim > 1:
                yield with_data(node, np.take(node.data, 0, at))
        flat = node.data.reshape(-1)
        for i in range(min(flat.size, 8)):
            for small in (0, 1, 2):
                new = np.asarray(small).astype(node.data.dtype)
                if flat[i].tobytes() == new.tobytes():
                    break
                data = flat.copy()
                data[i] = new
                yield with_data(node, data.reshape(node.shape))
    elif isinstance(node, list | tuple):
        for i, item in enumerate(node):
            yield node[:i] + node[i + 1 :]
            for other in _simpler(item):
                yield type(node)((*node[:i], other, *node[i + 1 :]))
    elif isinstance(node, bool) or node is None or isinstance(node, str | Dtype | Alias | type(Ellipsis)):
        return
    elif isinstance(node, int):
        yield from (small for small in (0, 1, 2) if abs(small) < abs(node))
    elif isinstance(node, float) and node != 1.0:
        yield 1.0
    elif isinstance(node, slice):
        for part in ("start", "stop", "step"):
            if getattr(node, part) is not None:
                yield slice(*(None if name == part else getattr(node, name) for name in ("start", "stop", "step")))


def _together(call: Call) -> Iterator[Call]:
    """Yield calls whose arrays all lose part of their axes of one size."""
    sizes = sorted({n for node in call.arrays() for n in node.shape if n > 1})
    for size in sizes:
        for keep in (slice(0, 1), slice(0, size - 1), slice(1, size)):

            def cut(node: Any, size: int = size, keep: slice = keep) -> Any:
                if isinstance(node, Arr):
                    return with_data(node, node.data[tuple(keep if n == size else slice(None) for n in node.shape)])
                return type(node)(map(cut, node)) if type(node) in (list, tuple) else node

            yield call.changed([cut(arg) for arg in call.args], {k: cut(v) for k, v in call.kwargs.items()})


def _candidates(call: Call) -> Iterator[Call]:
    for key in call.kwargs:
        yield call.changed(kwargs={k: v for k, v in call.kwargs.items() if k != key})
    if len(call.args) > 1:
        yield call.changed(call.args[:-1])
    yield from _together(call)
    for i, arg in enumerate(call.args):
        for other in _simpler(arg):
            yield call.changed([*call.args[:i], other, *call.args[i + 1 :]])
    for key, value in call.kwargs.items():
        for other in _simpler(value):
            yield call.changed(kwargs={**call.kwargs, key: other})


def shrink(call: Call, shows: Callable[[Call], bool], seconds: float = SECONDS) -> Call:
    """Return the smallest call found for which `shows` is true."""
    end = time.monotonic() + seconds
    found = True
    while found and time.monotonic() < end:
        found = False
        for candidate in _candidates(call):
            if time.monotonic() > end:
                break
            if shows(candidate):
                call, found = candidate, True
                break
    return call
