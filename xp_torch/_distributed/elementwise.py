"""Elementwise functions: the function itself computes the parts, which are first sharded alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._array.ufunc import special_ufuncs
from xp_torch._array.ufunc.call import call
from xp_torch._array.ufunc.records import RECORDS
from xp_torch._distributed import collectives
from xp_torch._distributed.array import (
    DistributedArray,
    as_array,
    beside,
    check_mesh,
    check_writable,
    layout_among,
    like,
    local,
    mesh_of,
    place,
    relayout,
    replicated,
    rewrap,
    whole,
)
from xp_torch._distributed.dispatch import plain_function, rule
from xp_torch._distributed.layout import Layout, layout_of
from xp_torch._distributed.views import changed
from xp_torch._facts.no_value import NO_VALUE
from xp_torch._facts.promotion import scalar_kind
from xp_torch._facts.shapes import broadcast_shapes
from xp_torch._functions import elementwise as functions

_Axes = tuple[int | None, ...]
NUMBERS = frozenset({bool, int, float, complex})


def common_layout(arrays: Sequence[Any], shape: Sequence[int]) -> Layout:
    """Return the layout for a result of shape `shape`: the layout of the largest operand."""
    first = layout_among(*arrays)
    cut = sorted((x for x in arrays if type(x) is DistributedArray), key=lambda x: x.size, reverse=True)
    axes: list[int | None] = []
    for dim in range(len(first.axes)):
        found = None
        for x in cut:
            axis = x._layout.axes[dim]
            if axis is None:
                continue
            place = axis + len(shape) - x.ndim
            if x._shape[axis] == shape[place] and place not in axes:
                found = place
                break
        axes.append(found)
    return layout_of(first.mesh, tuple(axes))


def part_of(x: Any, layout: Layout, shape: Sequence[int], why: str) -> Any:
    """Return the plain part of an operand that goes with a part of the result; numbers are returned unchanged.

    Axes of size one that are broadcast are whole on every process.
    """
    if not isinstance(x, ndarray):
        return x
    if type(x) is DistributedArray and x._layout is layout and x._shape == shape:
        return x._part
    check_mesh(x, layout.mesh)
    own, offset = x.shape, len(shape) - x.ndim
    axes: _Axes = tuple(
        a - offset if a is not None and a >= offset and own[a - offset] == shape[a] else None for a in layout.axes
    )
    if type(x) is not DistributedArray:
        x = place(x, layout.mesh, None)
    elif x._layout.cut and not any(a is not None for a in axes):
        x = place(replicated(x, why), layout.mesh, None)
    return beside(relayout(x, axes)._part, layout, axes)


def _as_operand(x: Any) -> Any:
    """Return an operand as an array or a number."""
    if isinstance(x, ndarray) or scalar_kind(x) is not None:
        return x
    return wrap(as_tensor(x))


def _shape_of(x: Any) -> tuple[int, ...]:
    return x.shape if isinstance(x, ndarray) else ()


def elementwise(
    name: str,
    function: Callable[..., Any],
    operands: Sequence[Any],
    out: Any = None,
    agree: bool = False,
) -> Any:
    """Return ``function(*operands)``, computed part by part; `name` is for messages.

    `out` is None, or a tuple with an array or None for each result; `function` is then called with ``out=``. With
    `agree`, an error that depends on the elements of one process is raised by all.
    """
    operands = [_as_operand(x) for x in operands]
    outs = [x for x in out or () if x is not None]
    given = [x for x in (*operands, *outs) if type(x) is DistributedArray]
    shape = tuple(broadcast_shapes(*[_shape_of(x) for x in operands]))
    if outs:
        full = tuple(broadcast_shapes(shape, *[tuple(x.shape) for x in outs]))
        for x in outs:
            if tuple(x.shape) != full:
                raise ValueError(
                    f"{name}: non-broadcastable output operand with shape {tuple(x.shape)} doesn't match the broadcast "
                    f"shape {full}"
                )
        shape = full
    targets = [x for x in outs if type(x) is DistributedArray]
    for x in targets:
        check_writable(x)
    layout = targets[0]._layout if targets else common_layout(given, shape)
    parts = [part_of(x, layout, shape, name) for x in operands]
    local_shape = layout.local_shape(shape)
    options: dict[str, Any] = {}
    if outs:
        # parts of outputs that are sharded alike are written in place, others through new memory
        options["out"] = tuple(None if x is None else _memory_of(x, layout, name) for x in out)

    def compute() -> Any:
        return function(*parts, **options)

    result = collectives.agreed(compute, layout.mesh) if agree else compute()
    results = result if isinstance(result, tuple) else (result,)
    finished = []
    for i, r in enumerate(results):
        target = out[i] if out else None
        if target is None:
            if r.shape != local_shape:
                r = wrap(r._tensor.broadcast_to(local_shape).clone())  # numbers, or all operands are broadcast
            finished.append(rewrap(r, shape, layout.axes, layout.mesh))
            continue
        if type(target) is DistributedArray:
            if target._layout is not layout:
                target._part[...] = relayout(rewrap(r, shape, layout.axes, layout.mesh), target._layout.axes)._part
            changed(target)
        else:
            target[...] = whole(rewrap(r, shape, layout.axes, layout.mesh))
        finished.append(target)
    return tuple(finished) if isinstance(result, tuple) else finished[0]


def _memory_of(x: Any, layout: Layout, name: str) -> ndarray:
    """Return the part of an output to write to, or a copy if output and result are sharded differently.

    It has the elements that `where` leaves as they are.
    """
    if type(x) is DistributedArray and x._layout is layout:
        return x._part
    return wrap(part_of(as_array(x), layout, tuple(x.shape), name)._tensor.clone())


#: The options of ufuncs that change nothing.
_DEFAULTS = {
    k: p.default
    for k, p in signature(call).parameters.items()
    if k not in ("name", "inputs", "out", "where", "unknown")
}


def aligned(operands: Sequence[Any]) -> DistributedArray | None:
    """Return the first distributed operand if the others are numbers or have its shape and layout, else None."""
    first = None
    for x in operands:
        if type(x) is DistributedArray:
            if first is None:
                first = x
            elif x._layout is not first._layout or x._shape != first._shape:
                return None
        elif type(x) not in NUMBERS:
            return None
    return first


@rule("call")
def _call(name: str, inputs: tuple, out: Any = None, *, where: Any = True, **options: Any) -> Any:
    op = RECORDS[name]
    function = getattr(special_ufuncs, op.ufunc_name) if op.is_special else getattr(functions, name)
    if out is ...:
        out = None
    options = {k: v for k, v in options.items() if v is not _DEFAULTS.get(k, NO_VALUE)}
    if out is None and where is True and not options:
        first = aligned(inputs) if op.check is None else None
        if first is not None:
            result = function(*[local(x) for x in inputs])
            return tuple([like(r, first) for r in result]) if op.nout > 1 else like(result, first)
    outs = out if isinstance(out, tuple) or out is None else (out,)
    masked = where is not True and scalar_kind(where) is None
    if where is not True and not masked and not where:
        masked, where = True, wrap(as_tensor(bool(where)))
    n = len(inputs)

    def compute(*parts: Any, **more: Any) -> Any:
        if masked:
            more["where"] = parts[n]
        if not masked and not options:  # the function writes to `out` without another array, which `call` needs
            result = more.get("out", (None,) * op.nout)
            return function(*parts, out=result if op.nout > 1 else result[0])
        return call(name, parts[:n], **more, **options)

    agree = op.check is not None
    return elementwise(name, compute, (*inputs, where) if masked else inputs, outs, agree)


#: Elementwise functions that are not ufuncs: the number of leading arguments that are operands.
_FUNCTIONS = {
    **dict.fromkeys(("where", "clip"), 3),
    "isclose": 2,
    **dict.fromkeys(("angle", "fix", "i0", "imag", "iscomplex", "isneginf", "isposinf", "isreal", "nan_to_num"), 1),
    **dict.fromkeys(("real", "round", "sinc"), 1),
    **dict.fromkeys(("special.sinc", "special.softplus"), 1),
    **dict.fromkeys(("special.polygamma", "special.zeta"), 2),
}


@rule(*_FUNCTIONS, named=True)
def _by_parts(name: str, *args: Any, **kwargs: Any) -> Any:
    """Compute an elementwise function part by part; its arguments may include an output `out`."""
    function: Any = plain_function(name)
    n = _FUNCTIONS[name]
    parameters = list(signature(function).parameters)[: len(args)]
    place = parameters.index("out") if "out" in parameters else None
    out = None if place is None else args[place]
    places = [i for i, a in enumerate(args[:n]) if a is not None and a is not NO_VALUE]
    if any(type(a) is DistributedArray for i, a in enumerate((*args, *kwargs.values())) if i >= n and i != place):
        return NotImplemented

    def of_parts(*parts: Any, out: Any = (None,)) -> Any:
        given = list(args)
        for i, part in zip(places, parts, strict=True):
            given[i] = part
        if place is not None:
            given[place] = out[0]
        return function(*given, **kwargs)

    if "copy" in parameters and args[parameters.index("copy")] is False:
        args[0][...] = _by_parts(name, *[True if p == "copy" else a for p, a in zip(parameters, args, strict=True)])
        return args[0]
    first = aligned([args[i] for i in places]) if out is None else None
    if first is not None:
        return like(of_parts(*[local(args[i]) for i in places]), first)
    return elementwise(name, of_parts, [args[i] for i in places], None if out is None else (out,))


@rule("select")
def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    conditions, choices, plain = list(condlist), list(choicelist), plain_function("select")
    if len(conditions) != len(choices) or not conditions:
        plain([True] * len(conditions), choices)  # raises

    def select(*parts: Any) -> Any:
        return plain(parts[: len(conditions)], parts[len(conditions) : -1], parts[-1])

    return elementwise("select", select, [*map(as_array, conditions), *choices, default])


def _coefficients(c: Any, x: DistributedArray, name: str) -> ndarray:
    """Return polynomial coefficients on every process; their gradient is summed over the processes."""
    return beside(replicated(as_array(c), name), x._layout, (None,) * len(x._layout.axes))


@rule("polyval")
def _polyval(p: Any, x: Any) -> Any:
    points = as_array(x)
    if type(points) is not DistributedArray:
        return place(plain_function("polyval")(replicated(p, "polyval"), points), mesh_of(p), None)
    coefficients = _coefficients(p, points, "polyval")
    return elementwise("polyval", lambda part: plain_function("polyval")(coefficients, part), [points])


_BASES = ("poly", "cheb", "leg", "herm", "herme", "lag")


@rule(*[f"polynomial.{basis}val" for basis in _BASES], named=True)
def _values_of_series(name: str, x: Any, c: Any, tensor: bool = True) -> Any:
    """Return the values at points; further axes of the coefficients come before the axes of the points."""
    if type(x) is not DistributedArray or (not tensor and c.ndim > 1):
        return NotImplemented
    coefficients = _coefficients(c, x, name)
    part, before = plain_function(name)(x._part, coefficients), max(coefficients.ndim - 1, 0)
    axes = tuple(None if axis is None else axis + before for axis in x._layout.axes)
    return rewrap(part, part.shape[:before] + x._shape, axes, x._layout.mesh)


@rule(*[f"polynomial.{basis}val{n}d" for basis in _BASES for n in (2, 3)], named=True)
def _values_at(name: str, *args: Any) -> Any:
    *points, c = args
    if any(type(x) is not DistributedArray or x.shape != points[0].shape for x in points):
        return NotImplemented
    coefficients, plain = _coefficients(c, points[0], name), plain_function(name)
    if coefficients.ndim != len(points):
        return NotImplemented
    return elementwise(name, lambda *parts: plain(*parts, coefficients), points)


@rule("polynomial.mapdomain")
def _mapdomain(x: Any, old: Any, new: Any) -> Any:
    if type(x) is not DistributedArray:
        return NotImplemented
    old, new = (_coefficients(ends, x, "mapdomain") for ends in (old, new))
    return like(plain_function("polynomial.mapdomain")(x._part, old, new), x)
