"""Passes over inductor's graphs, which rewrite what its code for the CPU computes slowly."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Container
from contextlib import nullcontext
from itertools import pairwise
from typing import Any

import torch
from torch.fx.node import Node, map_arg

from xp_torch._facts.dtypes import SAME_WIDTH_SIGNED
from xp_torch._facts.errors import OTHER_COUNT, UnsupportedError
from xp_torch._facts.shapes import broadcast_axes
from xp_torch._facts.torch_state import storage_of
from xp_torch._kernels.special_functions.opaque import ERFINV

__all__: list[str] = []

_aten = torch.ops.aten
_WHERE = _aten.where.self
_AND = (_aten.logical_and.default, _aten.bitwise_and.Tensor)
_OR = (_aten.logical_or.default, _aten.bitwise_or.Tensor)
#: Operations that return their first argument, if it has the shape already.
_RESHAPES = (_aten.reshape.default, _aten.view.default)
_VIEWS = (_aten.alias.default, _aten.clone.default, _aten.expand.default, *_RESHAPES)
#: Operations that replace their first argument, or a part of it, by the second.
_FROM_SECOND = (
    _aten.copy.default,
    _aten.slice_scatter.default,
    _aten.select_scatter.default,
    _aten.diagonal_scatter.default,
    _aten.as_strided_scatter.default,
)
_REAL, _COMPLEX = _aten.view_as_real.default, _aten.view_as_complex.default
_FULL = _aten.full.default
_SLICE, _SLICE_SCATTER, _SELECT_SCATTER = (
    _aten.slice.Tensor,
    _aten.slice_scatter.default,
    _aten.select_scatter.default,
)
_INDEX_PUT, _BITS = _aten.index_put.default, _aten.view.dtype
_CONVERT = torch.ops.prims.convert_element_type.default
_EXPM1, _ATANH, _ACOSH = _aten.expm1.default, _aten.atanh.default, _aten.acosh.default
_ERF, _ERFINV = _aten.erf.default, _aten.erfinv.default
_MUL = _aten.mul.Tensor
_LOG_2 = math.log(2.0)
#: Reductions to an extreme or its place, and the dtypes that inductor reduces wrongly.
_EXTREMES = (
    _aten.amax.default,
    _aten.amin.default,
    _aten.argmax.default,
    _aten.argmin.default,
    _aten.max.default,
    _aten.max.dim,
    _aten.min.default,
    _aten.min.dim,
)
_NARROW = (torch.bool, torch.int8, torch.uint8)
#: Copies of views, which torch makes in the steps of loops and inductor has no code for, and the views.
_VIEWS_OF_COPIES = {
    _aten.select_copy.int: _aten.select.int,
    _aten.slice_copy.Tensor: _SLICE,
    _aten.diagonal_copy.default: _aten.diagonal.default,
    _aten.expand_copy.default: _aten.expand.default,
    _aten.permute_copy.default: _aten.permute.default,
    _aten.squeeze_copy.dim: _aten.squeeze.dim,
    _aten.squeeze_copy.dims: _aten.squeeze.dims,
    _aten.t_copy.default: _aten.t.default,
    _aten.transpose_copy.int: _aten.transpose.int,
    _aten.unsqueeze_copy.default: _aten.unsqueeze.default,
    _aten.view_copy.default: _aten.reshape.default,
}
#: Operations that write their other operands to places of the first.
_SCATTERS = (
    _INDEX_PUT,
    _aten.scatter.src,
    _aten.scatter.value,
    _aten.scatter_add.default,
    _aten.scatter_reduce.two,
)
#: Operations whose results are their first operands after a write.
_WRITES = (*_FROM_SECOND, *_SCATTERS)
#: Operations that inductor computes by `where`, or in place, and the positions of what they select from.
_SELECTIONS = {_WHERE: (1, 2), _SLICE_SCATTER: (0, 1), _SELECT_SCATTER: (0, 1), _INDEX_PUT: (0, 2)}
_MASK = "mask"


def rewrite(graph: Any) -> None:
    """Rewrite a graph without side effects, except for the writes at its end."""
    _copy_views(graph)
    _fill_zeros(graph)
    _fill_constants(graph)
    _leave_selected(graph)
    graph.eliminate_dead_code()  # what moved the elements would keep the fills
    _drop_fills(graph)
    _reduce_narrow(graph)
    _compute_exactly(graph)
    _take_square_roots(graph)
    _wrap_absolute_values(graph)
    _count_by_numbers(graph)
    _split_masks(graph)
    _join_parts(graph)
    graph.eliminate_dead_code()
    _read_before_writing(graph)
    _spread_before_writing(graph)
    _copy_before_overwriting(graph)
    _store_before_scattering(graph)
    _copy_first_values(graph)
    _write_diagonals(graph)
    _write_to_complex_copies(graph)
    _convert_outside(graph)
    _select_bits(graph)
    _join_bits(graph)
    _store_bits(graph)
    _draw_in_order(graph)


def keep_copies(graph: Any) -> None:
    """Keep copies apart from arrays that are written to, and results from each other.

    Inductor drops clones, and torch joins equal ones: after ``b[0] = 3; c = b.copy(); b[1] = 4``, ``c`` was ``b``.
    """
    written = {_root(node.args[0]) for node in _calls(graph, (_aten.copy_.default, *_WRITES))}
    returned = {_viewed(node) for node in graph.output_node().all_input_nodes}
    for number, node in enumerate(_calls(graph, (_aten.clone.default,)), start=1):
        if _root(node) not in written and node not in returned:
            continue
        users = list(node.users)
        with graph.inserting_before(node.next), _value(node).fake_mode:
            copy = _copied(graph, node, number)
        for user in users:
            user.replace_input_with(node, copy)


def _viewed(node: Node) -> Node:
    """Return the array that a node views."""
    while node.target is not _aten.clone.default and _is_view(node):
        node = node.all_input_nodes[0]
    return node


def _root(node: Node) -> Node:
    """Return the first array, before the views, copies and writes that lead to a node."""
    while node.target in _WRITES or _is_view(node):
        node = node.all_input_nodes[0]
    return node


def _draw_in_order(graph: Any) -> None:
    """Let each draw of random numbers depend on the one before: inductor reorders independent operations."""
    draws = [node for node in graph.nodes if "xp_torch.draw" in str(node.target)]
    for first, second in pairwise(draws):
        second.args = (*second.args, first)


def _copy_views(graph: Any) -> None:
    """Copy views by two operations that inductor compiles; for the single one it calls torch."""
    for node in _calls(graph, _VIEWS_OF_COPIES):
        with graph.inserting_before(node):
            view = _add(graph, _VIEWS_OF_COPIES[node.target], *node.args, **node.kwargs)
            node.replace_all_uses_with(_add(graph, _aten.clone.default, view))


def _fill_constants(graph: Any) -> None:
    """Make each constant by one operation, which other passes recognize; rounded, and complex ones from parts.

    Inductor calls torch for complex constants, and that code takes the C++ compiler 8 s.
    """
    for node in graph.find_nodes(op="call_function", target=_aten.scalar_tensor.default):
        node.target, node.args = _FULL, ([], *node.args)
    for node in graph.find_nodes(op="call_function", target=_FULL):
        (size, number), value = node.args, _value(node)
        if not isinstance(number, (float, complex)) and not (value.is_complex() and isinstance(number, int)):
            continue
        if value.is_floating_point() or value.is_complex():
            # Inductor takes 1.1 of float32 for 1.1 where it converts it to float64.
            number = torch.tensor(number, dtype=value.dtype, device="cpu").item()
            node.args = (size, number)
        if not value.is_complex():
            continue
        with graph.inserting_before(node), value.fake_mode:
            options = {"dtype": value.real.dtype, "device": value.device}
            parts = [_add(graph, _FULL, [*size, 1], part, **options) for part in (number.real, number.imag)]
            node.replace_all_uses_with(_add(graph, _COMPLEX, _add(graph, _aten.cat.default, parts, -1)))


def _fill_zeros(graph: Any) -> None:
    """Make the zeros of derivatives, which have no memory, as constants: C++ reads them, and the process ended."""
    for node in _calls(graph, (_aten._efficientzerotensor.default,)):
        value = _value(node)
        with graph.inserting_before(node), value.fake_mode:
            zeros = _add(graph, _FULL, [*value.shape], 0, dtype=value.dtype, device=value.device)
        node.replace_all_uses_with(zeros)
        graph.erase_node(node)


def _read_before_writing(graph: Any) -> None:
    """Move reads of one argument, to be written to another, before all writes to arguments.

    For ``a[:] = b; b[:] = c``, inductor removes the copy of ``b`` and writes ``c`` to ``b`` first (pytorch#198131).
    """
    writes = list(graph.find_nodes(op="call_function", target=_aten.copy_.default))
    written = {node.args[0] for node in writes}
    for write in writes:
        target, value = write.args[:2]
        source = value
        while source.op == "call_function" and source.all_input_nodes:
            source = source.all_input_nodes[-1 if source.target in _FROM_SECOND else 0]
        if source in written - {target}:
            with graph.inserting_before(writes[0]), _value(value).fake_mode:
                write.update_arg(1, _copied(graph, value))


def _copy_before_overwriting(graph: Any) -> None:
    """Copy views of what is written to, or of what is computed from it: inductor reads them while it writes.

    After ``x[1:] = x[:-1]`` of more elements than a vector has, ``x`` had some of its new elements moved again.
    """
    for node in _calls(graph, (_aten.copy_.default, *_FROM_SECOND)):
        base, source = node.args[:2]
        if not _is_view(source) and _value(source).dtype not in SAME_WIDTH_SIGNED:
            continue  # inductor stores what is computed, but not bits of it
        memory = {storage_of(_value(base))}
        while base.target in _FROM_SECOND:
            base = base.args[0]
            memory.add(storage_of(_value(base)))
        if not memory.isdisjoint(_memory_read(source)):
            with graph.inserting_before(node), _value(node).fake_mode:
                node.update_arg(1, _copied(graph, source))


def _write_diagonals(graph: Any) -> None:
    """Write to diagonals of arguments and of constants as to slices, with steps, of the flat array.

    Inductor writes to a diagonal in place at once, while others read the array: after ``fill_diagonal(b, 4)``,
    ``b[1:] = b[:-1]`` was wrong, and a Hessian through `corrcoef` was 0. Diagonals of computed arrays are left to it:
    as slices, they made the gradient of `det` NaN.
    """
    for node in _calls(graph, (_aten.diagonal_scatter.default,)):
        value, arguments = _value(node), list(node.args)
        base, source, offset, first, second = arguments + [0, 0, 1][len(arguments) - 2 :]
        if _root(base).op != "placeholder" and not (base.target is source.target is _FULL):
            continue
        axes = [i for i in range(value.ndim) if i not in (first % value.ndim, second % value.ndim)]
        axes += [first % value.ndim, second % value.ndim]
        if not all(isinstance(size, int) for size in value.shape):
            raise UnsupportedError("a write to a diagonal is not compiled for symbolic sizes; leave out dynamic=True")
        if value.dtype in SAME_WIDTH_SIGNED and axes != sorted(axes):
            # Inductor loses the order of the axes where it views the bits.
            raise UnsupportedError(
                f"a write to a diagonal of other axes than the last two is not compiled for {value.dtype}; "
                "write by places"
            )
        shape = [value.shape[i] for i in axes]
        step, count = shape[-1] + 1, _value(source).shape[-1]
        start = max(offset, 0) - min(offset, 0) * shape[-1]
        with graph.inserting_before(node), value.fake_mode:
            flat = _add(graph, _aten.permute.default, base, axes)
            flat = _add(graph, _RESHAPES[0], flat, [*shape[:-2], shape[-2] * shape[-1]])
            flat = _add(graph, _SLICE_SCATTER, flat, source, -1, start, start + count * step, step)
            back = [axes.index(i) for i in range(value.ndim)]
            written = _add(graph, _aten.permute.default, _add(graph, _RESHAPES[0], flat, shape), back)
        node.replace_all_uses_with(written)
        graph.erase_node(node)


def _write_to_complex_copies(graph: Any) -> None:
    """Write to copies of complex arrays, to parts of them as to real ones with one dimension more.

    Inductor calls torch for complex arrays. Before torch 2.15 it did not know that a view and its array share memory,
    and read before or after a write to the other: the gradient of `irfft` was wrong.
    """
    for node in _calls(graph, _WRITES):
        value, base = _value(node), node.args[0]
        if node.target is _aten.copy.default or not value.is_complex():
            continue
        with graph.inserting_before(node), value.fake_mode:
            if node.target in _SCATTERS:
                node.update_arg(0, _copied(graph, base))
                continue
            source = node.args[1]
            source = source if _value(source).dtype is value.dtype else _add(graph, _CONVERT, source, value.dtype)
            parts = _copied(graph, _add(graph, _REAL, base)), _add(graph, _REAL, source)
            node.replace_all_uses_with(_add(graph, _COMPLEX, _add(graph, node.target, *parts, *_places_of_parts(node))))
        graph.erase_node(node)


def _places_of_parts(node: Node) -> list[Any]:
    """Return where a write to a complex array writes to its real view, which has one dimension more."""
    places: list[Any] = list(node.args[2:])
    value, base = _value(node), _value(node.args[0])
    if node.target is _aten.as_strided_scatter.default:
        if torch.empty_like(base).stride() != base.stride() or base.storage_offset():  # its copy has other places
            raise UnsupportedError("a write by strides to a complex view is not compiled; write to a copy by x.copy()")
        size, steps, *start = places
        return [[*size, 2], [*[2 * step for step in steps], 1], *[2 * (offset or 0) for offset in start]]
    if node.target is _aten.diagonal_scatter.default:
        places += [0, 0, 1][len(places) :]
        return [places[0], *[axis % value.ndim for axis in places[1:]]]
    return [places[0] % value.ndim, *places[1:]] if places else []


def _spread_before_writing(graph: Any) -> None:
    """Give arrays that are written to elements of their own: inductor writes to broadcast ones in place."""
    for node in _calls(graph, _WRITES):
        base = node.args[0]
        value = _value(base)
        if broadcast_axes(value.shape, value.stride()):
            with graph.inserting_before(node), value.fake_mode:
                node.update_arg(0, _copied(graph, base))


def _is_view(node: Node) -> bool:
    """Return whether a node is a view, or a copy that inductor may take for the array itself."""
    if node.op != "call_function" or not node.all_input_nodes:
        return False
    value, source = _value(node), _value(node.all_input_nodes[0])
    return (
        value is not None and source is not None and (node.target in _VIEWS or storage_of(value) == storage_of(source))
    )


def _memory_read(node: Node) -> set[Any]:
    """Return the memory of all values from which a value is computed."""
    memory: set[Any] = set()
    seen, todo = {node}, [node]
    while todo:
        new = [n for n in todo.pop().all_input_nodes if n not in seen]
        seen.update(new)
        todo += new
    for value in map(_value, seen):
        if value is not None:
            memory.add(storage_of(value))
    return memory


def _store_before_scattering(graph: Any) -> None:
    """Store the places of a scatter, and its values, where they are computed from the array that it writes to.

    For ``x[x[::-1]] += 1``, inductor reads places from elements of ``x`` that it has written already.
    """
    for node in _calls(graph, _SCATTERS):
        memory = storage_of(_value(node.args[0]))
        operands: list[Node] = []
        map_arg(node.args[1 : 2 if node.target is _INDEX_PUT else None], operands.append)
        value = _value(node.args[2]) if node.target is _INDEX_PUT else None
        if value is not None and storage_of(value) == memory:  # inductor itself stores values that are computed
            operands.append(node.args[2])
        with graph.inserting_before(node), _value(node).fake_mode:
            stored = {n: _stored(graph, n) for n in dict.fromkeys(operands) if memory in _memory_read(n)}
        node.args = (node.args[0], *map_arg(node.args[1:], functools.partial(_replaced, stored)))


def _copy_first_values(graph: Any) -> None:
    """Copy the first values of loops: one without a step returns them, and inductor drops the clones before it."""
    for node in _calls(graph, (torch.ops.higher_order.while_loop,)):
        condition, step, first, *rest = node.args
        copies = []
        for start in first:
            value = _value(start)
            with graph.inserting_before(node), nullcontext() if value is None else value.fake_mode:
                copies.append(start if value is None else _copied(graph, start))
        node.args = (condition, step, tuple(copies), *rest)


def _replaced(others: dict[Node, Node], node: Node) -> Node:
    return others.get(node, node)


def _stored(graph: Any, node: Node) -> Node:
    """Return an operand as an array in memory, which inductor gives to `as_strided`."""
    value = _value(node)
    if not all(isinstance(size, int) for size in value.shape):
        raise UnsupportedError(
            "a write to places, or of values, that are computed from the same array is not compiled for symbolic "
            "sizes; write to a copy of the array"
        )
    return _in_memory(graph, _copied(graph, node))


def _copied(graph: Any, node: Node, number: int = 1) -> Node:
    """Return a copy that inductor does not take for the array itself, unlike a clone.

    torch joins two copies of one node, unless their numbers differ; a number is not 0.
    """
    value = _value(node)
    true = _add(graph, _FULL, [], number, dtype=torch.bool, device=value.device)
    signed = SAME_WIDTH_SIGNED.get(value.dtype)
    if signed is None:
        return _add(graph, _WHERE, true, node, node)
    bits = _add(graph, _BITS, node, signed)
    # Inductor does not store a selection that it views in another dtype.
    return _add(graph, _BITS, _in_memory(graph, _add(graph, _WHERE, true, bits, bits)), value.dtype)


def _in_memory(graph: Any, node: Node) -> Node:
    """Return an array by strides: inductor stores what it reads so."""
    value = _value(node)
    return _add(graph, _aten.as_strided.default, node, [*value.shape], [*value.stride()])


def _calls(graph: Any, targets: Container[Any]) -> list[Any]:
    """Return the nodes that call one of the targets, also while the graph changes."""
    return [n for n in graph.nodes if n.op == "call_function" and n.target in targets]


def _value(node: Any) -> Any:
    """Return the fake tensor of a node, None if it has none."""
    value = node.meta.get("val") if isinstance(node, Node) else None
    return value if isinstance(value, torch.Tensor) else None


def _have_same_shape(a: torch.Tensor, b: torch.Tensor) -> bool:
    # As text, for a comparison of symbolic sizes would add a guard.
    return str(a.shape) == str(b.shape)


def _source(node: Any) -> Any:
    """Return the node that a view or a copy takes its values from, in the same shape."""
    while node.op == "call_function" and node.target in _VIEWS and _have_same_shape(_value(node), _value(node.args[0])):
        node = node.args[0]
    return node


def _add(graph: Any, target: Any, *args: Any, **kwargs: Any) -> Any:
    """Insert a call, with its fake tensor."""
    node = graph.call_function(target, args, kwargs)
    values: Any = map_arg((args, kwargs), lambda n: n.meta["val"])
    node.meta["val"] = target(*values[0], **values[1])
    return node


def _same_places(size: int) -> Any:
    """Return the pattern of `move_selected`'s places for two equal masks of `size` elements."""
    ranks: Any = (_WHERE, _MASK, (_aten.sub.Tensor, (_aten.cumsum.default, _MASK, 0), 1), (_FULL, [], size))
    numbers = (torch.ops.prims.iota.default, size)
    places = (_aten.scatter.src, (_FULL, [size + 1], 0), 0, ranks, numbers)
    count = (_aten.minimum.default, (_aten.cumsum.default, _MASK, 0), (_aten.sum.default, _MASK))
    return (_aten.index.Tensor, places, [(_aten.sub.Tensor, (_aten.clamp_min.default, count, 1), 1)])


def _is_like(value: Any, pattern: Any, masks: set[Node]) -> bool:
    """Return whether an argument is a pattern of calls; add the masks in it, without their views, to `masks`."""
    if pattern is _MASK:
        # A mask that is broadcast has elements at other places.
        while (
            isinstance(value, Node)
            and value.target in _VIEWS
            and _value(value).numel() == _value(value.args[0]).numel()
        ):
            value = value.args[0]
        masks.add(value)
        return True
    if isinstance(pattern, tuple):
        target, *pattern = pattern
        if not isinstance(value, Node) or value.target is not target:
            return False
        value = value.args
    elif not isinstance(pattern, list):
        return bool(value == pattern)
    return len(value) == len(pattern) and all(_is_like(v, p, masks) for v, p in zip(value, pattern, strict=True))


def _leave_selected(graph: Any) -> None:
    """Leave the elements of a selection where they are if they are moved to the same mask (`move_selected`).

    While a function is traced, nothing tells whether a mask was written to; in this graph, a write makes another node.
    """
    for node in graph.find_nodes(op="call_function", target=_aten.index.Tensor):
        selected, (*axes, index) = node.args
        masks: set[Node] = set()
        if any(axes) or _value(index).ndim != 1 or not _have_same_shape(_value(node), _value(selected)):
            continue
        if not _is_like(index, _same_places(_value(index).shape[0]), masks):
            continue
        if len(masks) > 1:
            _compare_counts(graph, node, *masks)
            continue
        node.replace_all_uses_with(selected)
        # It was flattened, and gets its shape again.
        original = selected.args[0] if selected.target in _RESHAPES else selected
        for view in list(selected.users):
            if view.target in _RESHAPES and _have_same_shape(_value(view), _value(original)):
                view.replace_all_uses_with(original)


def _compare_counts(graph: Any, node: Any, first: Any, second: Any) -> None:
    """Let the graph raise before `node` if two masks select different numbers of elements."""
    if _value(first).device.type != "cpu":  # on a GPU, a failure would end the process
        return
    with graph.inserting_before(node):
        counts = [_add(graph, _aten.sum.default, mask) for mask in (first, second)]
        _add(graph, _aten._assert_async.msg, _add(graph, _aten.eq.Tensor, *counts), OTHER_COUNT)


def _drop_fills(graph: Any) -> None:
    """Replace ``where(mask, x, fill)`` by ``x`` where no result depends on elements outside the mask.

    A selection ``x[mask]`` has such fills, for gradients and integer divisions (`Selection`).
    """
    #: the mask outside which no result depends on the elements of a node; None where any may
    needed: dict[Any, Any] = {}

    def mask_of(node: Node, user: Any) -> Any:
        value, result = _value(node), _value(user)
        if user.op != "call_function" or value is None or result is None:
            return None
        if user.target in (_REAL, _COMPLEX):
            return needed[user]
        overload = user.target
        if not _have_same_shape(value, result) or torch.Tag.pointwise not in getattr(overload, "tags", ()):
            return None
        if overload is _WHERE and user.args[1] is node and node not in (user.args[0], user.args[2]):
            return _source(user.args[0])
        return None if overload._schema.is_mutable else needed[user]

    for node in reversed(graph.nodes):
        masks = {mask_of(node, user) for user in node.users}
        needed[node] = masks.pop() if len(masks) == 1 else None
    for node in graph.find_nodes(op="call_function", target=_WHERE):
        mask, chosen, result = _source(node.args[0]), _value(node.args[1]), _value(node)
        continuous = result.is_floating_point() or result.is_complex()
        if needed[node] is mask and continuous and chosen.dtype is result.dtype and _have_same_shape(chosen, result):
            node.replace_all_uses_with(node.args[1])


def _reduce_narrow(graph: Any) -> None:
    """Find extremes of int8, uint8 and booleans in int32, since inductor's vector code is wrong (pytorch#191499)."""
    for node in _calls(graph, _EXTREMES):
        value = _value(node.args[0])
        if value is None or value.device.type != "cpu" or value.dtype not in _NARROW:
            continue
        with graph.inserting_before(node), value.fake_mode:
            wide = _add(
                graph, node.target, _add(graph, _CONVERT, node.args[0], torch.int32), *node.args[1:], **node.kwargs
            )
            if isinstance(wide.meta["val"], torch.Tensor):
                narrow = wide if wide.meta["val"].dtype is torch.int64 else _add(graph, _CONVERT, wide, value.dtype)
                node.replace_all_uses_with(narrow)
                continue
            values, places = (_add(graph, operator.getitem, wide, i) for i in (0, 1))
            parts = _add(graph, _CONVERT, values, value.dtype), places
        for user in list(node.users):
            user.replace_all_uses_with(parts[user.args[1]])


def _compute_exactly(graph: Any) -> None:
    """Compute functions otherwise, for numbers where inductor's formulas fail.

    It takes ``exp(x) - 1``, a quotient that is 1 near zero, a square that overflows, a step of Newton's that loses the
    digits of ``1 - x``, and for `erf` of float32 one minus a product.
    """
    formulas = {_EXPM1: _expm1, _ATANH: _atanh, _ACOSH: _acosh, _ERF: _erf, _ERFINV: _erfinv}
    for node in _calls(graph, formulas):
        x, value = node.args[0], _value(node)
        if value.device.type != "cpu" or not value.is_floating_point() or _value(x).dtype is not value.dtype:
            continue
        with graph.inserting_before(node), value.fake_mode:
            new = formulas[node.target](graph, x, {"dtype": value.dtype, "device": value.device})
        node.replace_all_uses_with(new)
        graph.erase_node(node)


def _take_square_roots(graph: Any) -> None:
    """Compute ``x ** 0.5`` as `power_by` does: inductor takes the square root, which is -0 for -0, and NaN for -inf."""
    for node in _calls(graph, (_aten.pow.Tensor_Scalar,)):
        x, exponent = node.args
        value = _value(x)
        if exponent != 0.5 or not value.is_floating_point():
            continue
        with graph.inserting_before(node), value.fake_mode:
            infinity = _add(graph, _FULL, [], math.inf, dtype=value.dtype, device=value.device)
            base = _add(graph, _aten.add.Tensor, x, 0.0)
            base = _add(graph, _WHERE, _add(graph, _aten.eq.Scalar, x, -math.inf), infinity, base)
            node.replace_all_uses_with(_add(graph, _aten.sqrt.default, base))
        graph.erase_node(node)


def _wrap_absolute_values(graph: Any) -> None:
    """Compute the absolute values of short integers by a selection: C++ has them as int, and -2**15 has 2**15."""
    for node in _calls(graph, (_aten.abs.default,)):
        x, value = node.args[0], _value(node)
        if value.dtype in (torch.int8, torch.int16):
            with graph.inserting_before(node), value.fake_mode:
                negative = _add(graph, _aten.neg.default, x)
                node.replace_all_uses_with(_add(graph, _WHERE, _add(graph, _aten.lt.Scalar, x, 0), negative, x))
            graph.erase_node(node)


def _expm1(graph: Any, x: Node, options: dict[str, Any]) -> Node:
    half = _add(graph, _MUL, x, 0.5)
    twice = _add(graph, _MUL, _add(graph, _aten.sinh.default, half), 2.0)
    product = _add(graph, _MUL, twice, _add(graph, _aten.exp.default, half))
    # exp(x / 2) is 0 and sinh(x / 2) infinite for very small ones.
    low = _add(graph, _FULL, [], -1.0, **options)
    return _add(graph, _WHERE, _add(graph, _aten.lt.Scalar, x, -40.0), low, product)


def _atanh(graph: Any, x: Node, options: dict[str, Any]) -> Node:
    size = _add(graph, _aten.abs.default, x)
    rest = _add(graph, _aten.sub.Tensor, _add(graph, _FULL, [], 1.0, **options), size)
    ratio = _add(graph, _aten.div.Tensor, _add(graph, _MUL, size, 2.0), rest)
    half = _add(graph, _MUL, _add(graph, _aten.log1p.default, ratio), 0.5)
    return _add(graph, _aten.copysign.Tensor, half, x)


def _acosh(graph: Any, x: Node, options: dict[str, Any]) -> Node:
    large = _add(graph, _aten.gt.Scalar, x, 2.0**28)
    one = _add(graph, _FULL, [], 1.0, **options)
    small = _add(graph, _ACOSH, _add(graph, _WHERE, large, one, x))
    return _add(graph, _WHERE, large, _add(graph, _aten.add.Tensor, _add(graph, _aten.log.default, x), _LOG_2), small)


def _erf(graph: Any, x: Node, options: dict[str, Any]) -> Node:
    if options["dtype"] is torch.float64:
        return _add(graph, _ERF, x)
    wide = _add(graph, _ERF, _add(graph, _CONVERT, x, torch.float64))
    return _add(graph, _CONVERT, wide, options["dtype"])


def _erfinv(graph: Any, x: Node, options: dict[str, Any]) -> Node:
    return _add(graph, operator.getitem, _add(graph, torch.ops.xp_torch.special.default, ERFINV, [x]), 0)


def _joined(node: Any) -> bool:
    """Return whether a node joins masks that compare numbers of 64 bits, on the CPU, by ``and`` or ``or``."""
    value = _value(node)
    if value is None or value.device.type != "cpu" or node.target not in (*_AND, *_OR):
        return False
    masks = [_source(n) for n in node.args]
    compared = [_value(n) for mask in masks for n in mask.all_input_nodes]
    plain = all(_value(mask).dtype is torch.bool for mask in masks)
    return plain and (any(map(_joined, masks)) or any(t is not None and t.itemsize == 8 for t in compared))


def _count_by_numbers(graph: Any) -> None:
    """Sum joined masks as numbers."""
    for node in graph.find_nodes(op="call_function", target=_aten.sum.dim_IntList):
        mask = _source(node.args[0])
        if mask.target is _aten.ne.Scalar and mask.args[1] == 0:
            mask = _source(mask.args[0])
        if not _joined(mask) or not _have_same_shape(_value(mask), _value(node.args[0])):
            continue
        options = {"dtype": torch.float64, "device": _value(mask).device}
        with graph.inserting_before(node), _value(mask).fake_mode:
            one, zero = (_add(graph, _FULL, [], number, **options) for number in (1.0, 0.0))
            numbers = _add(graph, _WHERE, mask, one, zero)
            total = _add(graph, node.target, numbers, *node.args[1:])
            count = _add(graph, _CONVERT, total, _value(node).dtype)
        node.replace_all_uses_with(count)


def _convert_outside(graph: Any) -> None:
    """Convert floats outside of a dtype as eager code does: C leaves the result to the compiler.

    Negative ones become uint32 and uint64 by way of int64; all become int8, which a vector saturates, by int32.
    """
    for node in _calls(graph, (_CONVERT,)):
        source, dtype = node.args
        value = _value(source)
        if dtype not in (torch.int8, torch.uint32, torch.uint64) or not value.is_floating_point():
            continue
        with graph.inserting_before(node), value.fake_mode:
            wide = torch.int32 if dtype is torch.int8 else torch.int64
            converted = _add(graph, _CONVERT, _add(graph, _CONVERT, source, wide), dtype)
            if dtype is torch.uint64:  # int64 has not all of its numbers
                is_negative = _add(graph, _aten.lt.Scalar, source, 0)
                converted = _add(graph, _WHERE, is_negative, converted, _add(graph, _CONVERT, source, dtype))
        node.replace_all_uses_with(converted)
        graph.erase_node(node)


def _select_bits(graph: Any) -> None:
    """Select elements of uint16, uint32 and uint64 as signed integers: inductor has no `where` of them."""
    for node in _calls(graph, _SELECTIONS):
        value, operands = _value(node), _SELECTIONS[node.target]
        signed = SAME_WIDTH_SIGNED.get(value.dtype)
        if signed is None:
            continue
        with graph.inserting_before(node), value.fake_mode:
            args = list(node.args)
            for i in operands:
                same = args[i] if _value(args[i]).dtype is value.dtype else _add(graph, _CONVERT, args[i], value.dtype)
                args[i] = _add(graph, _BITS, same, signed)
            selected = _add(graph, node.target, *args, **node.kwargs)
            node.replace_all_uses_with(_add(graph, _BITS, selected, value.dtype))
        graph.erase_node(node)


def _join_bits(graph: Any) -> None:
    """Replace a view of a view in the first dtype by the array itself."""
    for node in _calls(graph, (_BITS,)):
        source, dtype = node.args
        if source.target is _BITS and _value(source.args[0]).dtype is dtype:
            node.replace_all_uses_with(source.args[0])
            graph.erase_node(node)


def _store_bits(graph: Any) -> None:
    """Copy what is written to at places, if it may be the bits of an array that the graph computes.

    Inductor writes in place, and to such a view it cannot: it raises, or writes to a copy that it forgets.
    """
    if not graph.find_nodes(op="call_function", target=_BITS):
        return
    for node in _calls(graph, (_INDEX_PUT,)):
        array, views = node.args[0], set()
        while getattr(array.target, "is_view", False):
            views.add(array.target)
            array = array.args[0]
        is_stored = array.op == "placeholder" or array.target is _INDEX_PUT
        if not is_stored or not views.isdisjoint(_RESHAPES):  # a reshape may copy
            with graph.inserting_before(node), _value(node).fake_mode:
                node.update_arg(0, _copied(graph, node.args[0]))


def _split_masks(graph: Any) -> None:
    """Replace ``where(a & b, x, y)`` by ``where(a, where(b, x, y), y)``, and ``|`` likewise.

    Inductor converts masks for 64-bit numbers to masks for 32-bit numbers and back before it joins them.
    """
    left = list(graph.find_nodes(op="call_function", target=_WHERE))
    while left:
        node = left.pop()
        mask, x, y = _source(node.args[0]), node.args[1], node.args[2]
        if not _joined(mask):
            continue
        a, b = mask.args
        with graph.inserting_before(node):
            inner = _add(graph, _WHERE, b, x, y)
            outer = _add(graph, _WHERE, a, *((inner, y) if mask.target in _AND else (x, inner)))
        node.replace_all_uses_with(outer)
        left += [inner, outer]


def _join_parts(graph: Any) -> None:
    """Replace writes to slices of an array by a join of its parts, if the graph writes to no argument.

    Only on the CPU.

    Inductor's code for such a write has a mask for each element, which is slow for numbers of 64 bits. Where an
    argument is written to, it writes in place.
    """
    if any(
        graph.find_nodes(op="call_function", target=target)
        for target in (_aten.copy_.default, _aten.as_strided.default)
    ):
        return
    #: by a joined array, its axis and its parts with their bounds
    joined: dict[Node, tuple[int, list[tuple[int, int, Node]]]] = {}

    def parts(x: Node, axis: int, start: int, stop: int) -> list[tuple[int, int, Node]]:
        """Return the parts of a slice, with their bounds in `x`."""
        if start >= stop:
            return []
        if x not in joined or joined[x][0] != axis:
            return [(start, stop, _sliced(graph, x, axis, start, stop))]
        inside = [(max(a, start), min(b, stop), a, part) for a, b, part in joined[x][1] if a < stop and start < b]
        return [(a, b, _sliced(graph, part, axis, a - first, b - first)) for a, b, first, part in inside]

    for node in list(graph.nodes):
        bounds = _bounds(node)
        if bounds is None:
            continue
        axis, start, stop = bounds
        x = node.args[0]
        with graph.inserting_before(node), _value(x).fake_mode:
            if node.target is _SLICE:
                pieces = parts(x, axis, start, stop) if x in joined else []
                if len(pieces) == 1:
                    node.replace_all_uses_with(pieces[0][2])
                continue
            new = node.args[1]
            if node.target is _SELECT_SCATTER:
                new = _add(graph, _aten.unsqueeze.default, new, axis)
            expected = (*_value(x).shape[:axis], stop - start, *_value(x).shape[axis + 1 :])
            if _value(new).dtype is not _value(x).dtype or tuple(_value(new).shape) != expected:
                continue
            size = _value(x).shape[axis]
            pieces = [*parts(x, axis, 0, start), (start, stop, new), *parts(x, axis, stop, size)]
            whole = _add(graph, _aten.cat.default, [piece for _, _, piece in pieces], axis)
        joined[whole] = axis, pieces
        node.replace_all_uses_with(whole)


def _sliced(graph: Any, x: Node, axis: int, start: int, stop: int) -> Node:
    """Return a slice of an array; a slice of everything is the array itself."""
    if (start, stop) == (0, _value(x).shape[axis]):
        return x
    return _add(graph, _SLICE, x, axis, start, stop)


def _bounds(node: Node) -> tuple[int, int, int] | None:
    """Return the axis and the bounds of a slice, or of a write to one; None for other nodes."""
    if node.op != "call_function" or node.target not in (_SLICE, _SLICE_SCATTER, _SELECT_SCATTER):
        return None
    places: Any = node.args[1 if node.target is _SLICE else 2 :]
    x, axis, key = _value(node.args[0]), places[0] if places else 0, slice(*places[1:3])
    if node.target is _SELECT_SCATTER:
        key = slice(places[1], places[1] + 1 or None)
    if x is None or x.device.type != "cpu" or x.itemsize != 8 or node.kwargs or places[3:] not in ((), (1,)):
        return None
    if not all(bound is None or type(bound) is int for bound in (*x.shape, key.start, key.stop)):
        return None
    start, stop, _ = key.indices(x.shape[axis])
    return (axis % x.ndim, start, stop) if start < stop else None
