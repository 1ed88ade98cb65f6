"""Control flow that depends on arrays: `cond`, `while_loop`, `fori_loop`, `scan` and `map`.

Eager code runs them as Python's statements. A graph keeps them as torch's operators; only `torch.cond` has a public
name; those have no rules for transforms of `torch.func` inside of a graph, where `cond` computes both branches and
loops whose number of steps is known are unrolled. `grad` and `value_and_grad` in a graph do without `torch.func`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex, TypeVar, overload

import torch
from torch import _higher_order_ops as operators
from torch.utils import _pytree

from xp_torch._array.door import call_override, has_ruled
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import KIND, as_dtype
from xp_torch._facts.errors import UnsupportedError, without_frames
from xp_torch._facts.inspection import read_back
from xp_torch._facts.shapes import as_bool
from xp_torch._facts.torch_state import (
    graph_is_differentiated,
    is_compiling,
    is_compiling_or_exporting,
    is_tracing,
    is_transforming,
    recording,
)
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.creation.ranges import arange
from xp_torch._functions.transforms.trees import as_leaf, flatten, matching, split, tensor_of, unflatten
from xp_torch._kernels.bit_views import torch_where
from xp_torch._kernels.mapped import any_of_mapped

__all__ = ["cond", "fori_loop", "map", "scan", "while_loop"]

_R = TypeVar("_R")
_Array = TypeVar("_Array", bound=ndarray)
#: The results of all entries, of one type, one after another; numbers become arrays.
_Y = TypeVar("_Y", bound=ndarray | dict[Any, Any] | list[Any] | tuple[Any, ...] | None)


#: What stands for None in the results of torch's operators, which may have tensors and containers only.
_NOTHING: dict[str, tuple] = {"xp_torch: None": ()}
#: Start of the key under which they hold integers, as floating-point numbers.
_CODED = "xp_torch: halves of "


def cond(pred: ArrayLike, true_fun: Callable[..., _R], false_fun: Callable[..., _R], *operands: Any) -> _R:
    """Return ``true_fun(*operands)`` if `pred` is true, else ``false_fun(*operands)``.

    It is JAX's `cond`. The branches get arrays, and their results are arrays, or trees of arrays: nested tuples, lists
    and dicts.

    Parameters
    ----------
    pred : array_like
        0-D array, or number, whose truth selects the branch.
    true_fun : callable
        Function of the operands that is called if `pred` is true.
    false_fun : callable
        Function of the operands that is called if `pred` is false; its results have the structure, shapes and dtypes of
        those of `true_fun`.
    *operands : array_like
        Arguments of the branches: arrays, or trees of arrays.

    Returns
    -------
    ndarray or tree of ndarrays
        The result of the branch.

    Raises
    ------
    TypeError
        If `pred` is not a 0-D array of booleans or real numbers, or both branches are computed and their results have
        different structures.
    ValueError
        If both branches are computed and their results have different shapes or dtypes.

    Notes
    -----
    Eager code calls one branch. A graph of `torch.compile` or `torch.export` keeps both as `torch.cond`, and runs one.
    Both are computed, and the result is selected, if `pred` differs along an axis that `vmap` maps, if it is fake, and
    in a graph inside of a transform such as `vmap`. The branch that is not selected has no part in the derivatives by
    operands; an infinite derivative by an array that it takes from outside becomes NaN.

    Examples
    --------
    >>> def divide(x, total):
    ...     return xp.cond(total > 0, lambda x: x / total, lambda x: x, x)
    >>> divide(xp.asarray([1.0, 3.0]), xp.asarray(4.0))
    array([0.25, 0.75])
    >>> xp.vmap(divide, in_axes=(None, 0))(xp.asarray([1.0, 3.0]), xp.asarray([4.0, 0.0]))
    array([[0.25, 0.75],
           [1.  , 3.  ]])
    """
    if has_ruled(pred, operands):
        return call_override(cond, locals())
    chosen = _predicate("cond", pred)
    tensors, restore = split(operands, as_leaf)
    if isinstance(chosen, torch.Tensor) and _in_graph():
        yes, no = _of_tensors(true_fun, restore), _of_tensors(false_fun, restore)
        return _results(torch.cond(chosen, yes, no, tuple(tensors)))
    if isinstance(chosen, torch.Tensor):
        # torch.jit.trace would record one branch.
        value = None if is_compiling() or is_tracing() else read_back(chosen)
    else:
        value = chosen
    if value is not None:
        return _new_arrays((true_fun if value else false_fun)(*restore(tensors)))
    return _selected(
        "cond",
        chosen,
        _arrays(true_fun(*restore(_gated(chosen, tensors)))),
        _arrays(false_fun(*restore(_gated(~chosen, tensors)))),
    )


@overload
def while_loop(cond_fun: Callable[[_Array], Any], body_fun: Callable[[_Array], _Array], init_val: _Array) -> _Array: ...
@overload
def while_loop(cond_fun: Callable[[Any], Any], body_fun: Callable[[Any], Any], init_val: Any) -> Any: ...
def while_loop(cond_fun: Callable[..., Any], body_fun: Callable[..., Any], init_val: Any) -> Any:
    """Return the value after ``value = body_fun(value)`` has run for as long as ``cond_fun(value)`` is true.

    It is JAX's `while_loop`.

    Parameters
    ----------
    cond_fun : callable
        Function of the value of the loop that returns whether to go on, a 0-D array or number.
    body_fun : callable
        Function of the value of the loop that returns the next value.
    init_val : array_like
        First value of the loop: an array or a tree of arrays, which keeps its structure, shapes and dtypes.

    Returns
    -------
    ndarray or tree of ndarrays
        The last value, in the structure of `init_val`.

    Raises
    ------
    TypeError
        If `body_fun` returns another structure than it got, or `cond_fun` something else than a 0-D array of booleans
        or real numbers, and where `torch.compile` traces it inside of a transform such as `vmap`.
    ValueError
        If `body_fun` returns another shape or dtype than it got.

    Notes
    -----
    It has derivatives of both modes, and a graph of `torch.compile` keeps it as one operator. Under `vmap` it runs
    until the condition is false for all entries, and those that have ended keep their values. `torch.compile` can trace
    it inside of one `grad` or `value_and_grad`, and of no other transform: use `fori_loop` or `scan`, or call the
    transform in a function under `torch.compiler.disable`.

    Examples
    --------
    >>> xp.while_loop(lambda x: x < 100, lambda x: 2 * x, xp.asarray(3))
    array(192)
    >>> xp.vmap(lambda x: xp.while_loop(lambda x: x < 100, lambda x: 2 * x, x))(xp.asarray([3, 50, 200]))
    array([192, 100, 200])
    """
    if has_ruled(init_val):
        return call_override(while_loop, locals())
    tensors, restore = split(init_val, as_leaf)
    structure = flatten(init_val)[1]
    if _in_graph():
        return restore(
            _differentiable(
                lambda first: operators.while_loop(
                    lambda *ts: _predicate("while_loop", cond_fun(restore(ts))),
                    lambda *ts: _clones(_carried("while_loop", body_fun(restore(ts)), structure, ts)),
                    first,
                ),
                _clones(tensors),
            )
        )
    if is_compiling():
        raise UnsupportedError(
            "while_loop: torch.compile has no rule for it inside of a transform such as vmap or a second grad; call "
            "the transform in a function under torch.compiler.disable, or use fori_loop or scan, whose number of steps "
            "is known"
        )
    while True:
        going = _predicate("while_loop", cond_fun(restore(tensors)))
        known = read_back(going) if isinstance(going, torch.Tensor) else going
        if not (_any("while_loop", going) if known is None else known):
            return restore(_clones(tensors))
        value = restore(tensors if known else _gated(going, tensors))
        new = _carried("while_loop", body_fun(value), structure, tensors)
        tensors = new if known else [torch_where(going, a, b) for a, b in zip(new, tensors, strict=True)]


@overload
def fori_loop(
    lower: SupportsIndex, upper: SupportsIndex, body_fun: Callable[[ndarray, _Array], _Array], init_val: _Array
) -> _Array: ...
@overload
def fori_loop(
    lower: SupportsIndex, upper: SupportsIndex, body_fun: Callable[[ndarray, Any], Any], init_val: Any
) -> Any: ...
def fori_loop(lower: SupportsIndex, upper: SupportsIndex, body_fun: Callable[..., Any], init_val: Any) -> Any:
    """Return the value after ``value = body_fun(i, value)`` has run for each `i` from `lower` up to `upper`.

    It is JAX's `fori_loop`.

    Parameters
    ----------
    lower : int or ndarray
        Lower bound of the counter (inclusive).
    upper : int or ndarray
        Upper bound of the counter (exclusive).
    body_fun : callable
        Function of the counter, a 0-D array, and the value of the loop; it returns the next value.
    init_val : array_like
        First value of the loop: an array or a tree of arrays, which keeps its structure, shapes and dtypes.

    Returns
    -------
    ndarray or tree of ndarrays
        The last value, in the structure of `init_val`.

    Raises
    ------
    TypeError
        If a bound is not an integer, such as 0.5, or an array with dimensions.

    Notes
    -----
    If both bounds are Python integers it is a `scan`, which every transform takes, else a `while_loop`.

    Examples
    --------
    >>> xp.fori_loop(1, 6, lambda i, product: product * i, xp.asarray(1))
    array(120)
    """
    if has_ruled(init_val):
        return call_override(fori_loop, locals())
    if isinstance(lower, int) and isinstance(upper, int):
        if lower >= upper:
            return _new_arrays(init_val)
        if _in_graph() and not (is_compiling() and graph_is_differentiated()):
            # torch's while_loop copies less than its scan, and may be nested; its backward pass takes longer.
            first = asarray(lower, dtype=torch.int64)
            return while_loop(
                lambda state: state[0] < upper, lambda state: (state[0] + 1, body_fun(*state)), (first, init_val)
            )[1]
        counters = arange(lower, upper)
        return _scan("fori_loop", lambda value, i: (body_fun(i, value), ()), init_val, counters, None, False)[0]

    def body(state: tuple) -> tuple:
        i, last, value = state
        return i + 1, last, body_fun(i, value)

    first, last = _bound("lower", lower), _bound("upper", upper)
    return while_loop(lambda state: state[0] < state[1], body, (first, last, init_val))[2]


@overload
def scan(
    f: Callable[[_Array, Any], tuple[_Array, _Y]],
    init: _Array,
    xs: Any | None = None,
    length: int | None = None,
    reverse: bool = False,
) -> tuple[_Array, _Y]: ...
@overload
def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any | None = None,
    length: int | None = None,
    reverse: bool = False,
) -> tuple[Any, Any]: ...
def scan(
    f: Callable[..., Any],
    init: Any,
    xs: Any | None = None,
    length: int | None = None,
    reverse: bool = False,
) -> tuple[Any, Any]:
    """Return the last carry and the stacked results of ``carry, y = f(carry, x)`` for each entry `x` of `xs`.

    It is JAX's `scan`.

    Parameters
    ----------
    f : callable
        Function of the carry and an entry `x` of `xs` that returns a tuple: the next carry, and a result.
    init : array_like
        First carry: an array or a tree of arrays, which keeps its structure, shapes and dtypes. Python numbers become
        arrays as by `asarray`.
    xs : array_like, optional
        Array or tree of arrays to step over along the first axis, which must have the same size in all of them.
    length : int, optional, optional
        Number of steps; needed if `xs` is None.
    reverse : bool, default: False
        Whether to step from the last entry of `xs` to the first.

    Returns
    -------
    tuple
        ``(carry, ys)``: the last carry, in the structure of `init`, and the results `y` of all steps, stacked along a
        new first axis, in the order of `xs`.

    Raises
    ------
    TypeError
        If `f` does not return a tuple of two, or returns a carry of another structure than it got.
    ValueError
        If `f` returns a carry of another shape or dtype than it got, or the sizes of `xs` and `length` differ, or none
        is given.

    Notes
    -----
    It has derivatives of both modes. A graph of `torch.compile` keeps it as one operator, also inside of `grad` and
    `value_and_grad`, and has the steps one after the other inside of another transform. If `xs` is empty, `f` is called
    with zeros to find the structure of `y`.

    Examples
    --------
    >>> xp.scan(lambda total, x: (total + x, total), xp.asarray(0.0), xp.asarray([1.0, 2.0, 3.0]))
    (array(6.), array([0., 1., 3.]))
    """
    if has_ruled(init, xs):
        return call_override(scan, locals())
    return _scan("scan", f, init, xs, length, as_bool(reverse, "reverse"))


@overload
def map(f: Callable[[Any], _Y], xs: Any) -> _Y: ...
@overload
def map(f: Callable[[Any], Any], xs: Any) -> Any: ...
def map(f: Callable, xs: Any) -> Any:
    """Return the stacked results of ``f(x)`` for each entry `x` of `xs` along the first axis, one after the other.

    It is JAX's `map`; `vmap` computes all entries at once, which is faster and needs more memory.

    Parameters
    ----------
    f : callable
        Function of an entry of `xs`.
    xs : array_like
        Array or tree of arrays to step over along the first axis, which must have the same size in all of them.

    Returns
    -------
    ndarray or tree of ndarrays
        The results, stacked along a new first axis.

    Examples
    --------
    >>> xp.map(lambda row: row / xp.max(row), xp.asarray([[1.0, 2.0], [2.0, 8.0]]))
    array([[0.5 , 1.  ],
           [0.25, 1.  ]])
    """
    return _scan("map", lambda _, x: ((), f(x)), (), xs, None, False)[1]


@without_frames
def _scan(name: str, f: Callable, init: Any, xs: Any, length: Any, reverse: bool) -> tuple[Any, Any]:
    tensors, restore = split(init, as_leaf)
    structure = flatten(init)[1]
    parts, restore_x = split(xs, as_leaf)
    steps = _steps(name, parts, length)

    def step(carry: Sequence[torch.Tensor], x: Sequence[torch.Tensor]) -> tuple[list[torch.Tensor], Any]:
        result = f(restore(carry), restore_x(x))
        if not isinstance(result, tuple) or len(result) != 2:
            raise TypeError(f"{name}: f must return a tuple (carry, y), got {result!r}")
        return _carried(name, result[0], structure, carry), _arrays(result[1])

    if not steps:
        y = step(tensors, [t.new_zeros(t.shape[1:]) for t in parts])[1]
        return restore(_clones(tensors)), _tree_map(lambda leaf: leaf[None][:0], y)
    if _in_graph():
        return _scan_in_graph(step, tensors, restore, parts, steps, reverse)
    order = range(steps - 1, -1, -1) if reverse else range(steps)
    ys = []
    for i in order:
        tensors, y = step(tensors, [t.select(0, i) for t in parts])
        ys.append(y)
    return restore(_clones(tensors)), _stacked(name, ys[::-1] if reverse else ys)


def _scan_in_graph(
    step: Callable, tensors: list[torch.Tensor], restore: Callable, parts: list[torch.Tensor], steps: int, reverse: bool
) -> tuple[Any, Any]:
    """Return the results of a scan as torch's operator, which needs a carry and an array to step over."""
    count = len(tensors)
    differentiated = is_compiling() and graph_is_differentiated()
    dtypes = [t.dtype if differentiated and KIND[t.dtype] not in "fc" else None for t in tensors]

    def of_tensors(carry: list[torch.Tensor], x: list[torch.Tensor]) -> tuple[list[torch.Tensor], Any]:
        new, y = step(_decoded(carry[:count], dtypes), x[: len(parts)])
        return list(_clones((*_coded(new, dtypes), *carry[count:]))), _graph_results(y, differentiated)

    # torch's scan needs a carry, and inductor mistakes a single result for the list of results.
    carry = [*_clones(_coded(tensors, dtypes)), *[torch.zeros(())] * (count < 2)]
    steps_over = parts or [torch.zeros(steps)]
    last, ys = _differentiable(lambda first: operators.scan(of_tensors, first, steps_over, reverse=reverse), carry)
    # The gradient of the carry is the first carry of the backward loop, and sets its strides. The gradient of a sum has
    # strides 0, the gradient of a product has not.
    last = [t * 1.0 if t.requires_grad else t for t in last[:count]]
    return restore(_decoded(last, dtypes)), _results(ys)


def _differentiable(loop: Callable[[Sequence[torch.Tensor]], Any], carry: Sequence[torch.Tensor]) -> Any:
    """Run a loop so that derivatives by its first carry are recorded, if the graph records any.

    torch's loops have no derivative by way of a carry whose first value is a constant.
    """
    if not is_compiling():
        return loop(carry)
    known = graph_is_differentiated()
    result = loop(_recorded(carry) if known else carry)
    # The graph has all arrays that the steps take from outside only now.
    return loop(_recorded(carry)) if not known and graph_is_differentiated() else result


def _recorded(tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    """Return tensors with derivatives recorded by their floating-point and complex numbers."""
    return tuple([t if t.requires_grad or KIND[t.dtype] not in "fc" else recording(t) for t in tensors])


def _coded(tensors: Sequence[torch.Tensor], dtypes: Sequence[torch.dtype | None]) -> list[torch.Tensor]:
    """Return tensors as float64, for dtypes in which torch's scan has no derivative: integers and booleans."""
    return [t if dtype is None else _halves(t) for t, dtype in zip(tensors, dtypes, strict=True)]


def _decoded(tensors: Sequence[torch.Tensor], dtypes: Sequence[torch.dtype | None]) -> list[torch.Tensor]:
    """Return the tensors that `_coded` got."""
    return [t if dtype is None else _joined(t, dtype) for t, dtype in zip(tensors, dtypes, strict=True)]


def _halves(t: torch.Tensor) -> torch.Tensor:
    """Return the upper and the lower 32 bits of integers, which float64 represents exactly."""
    whole = t.to(torch.int64)
    return torch.stack([whole >> 32, whole & 0xFFFFFFFF], -1).to(torch.float64)


def _joined(halves: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the integers of their upper and lower bits."""
    upper, lower = halves.to(torch.int64).unbind(-1)
    return (upper << 32 | lower).to(dtype)


def _steps(name: str, parts: list[torch.Tensor], length: int | None) -> int:
    """Return the number of steps over tensors: the size of their first axis, which must agree."""
    if any(t.ndim == 0 for t in parts):
        raise ValueError(f"{name}: xs must have an axis to step over, got a 0-D array")
    sizes = [t.shape[0] for t in parts]
    if length is not None:
        sizes.append(operator.index(length))
    if not sizes:
        raise ValueError(f"{name}: xs must have an array, or length must be given")
    if any(size != sizes[0] for size in sizes):
        given = " and length" if length is not None else ""
        raise ValueError(f"{name}: the sizes of the first axes of xs{given} must be equal, got {sizes}")
    return sizes[0]


def _in_graph() -> bool:
    """Return whether torch's operators for control flow are to be used: in graphs, outside of transforms."""
    return is_compiling_or_exporting() and not is_transforming()


def _bound(name: str, bound: Any) -> ndarray:
    """Return a bound of `fori_loop` as an array of int64."""
    array = asarray(bound)
    if array.ndim or KIND[array._tensor.dtype] not in "iu":
        kind = f"shape {array.shape}" if array.ndim else f"{array.dtype}"
        raise TypeError(f"fori_loop: {name} must be an integer, a number or a 0-D array, got {kind}")
    return asarray(array, dtype=torch.int64)


def _predicate(name: str, value: Any) -> Any:
    """Return a condition as a bool, or as a 0-D tensor of bools."""
    if isinstance(value, (bool, int, float)):
        return bool(value)
    leaf = as_leaf(value)
    t = tensor_of(leaf) if isinstance(leaf, (ndarray, torch.Tensor)) else None
    if t is None or t.ndim or KIND[t.dtype] not in "biuf":
        got = type(value).__name__ if t is None else f"shape {tuple(t.shape)} and dtype {as_dtype(t.dtype)}"
        raise TypeError(f"{name}: the condition must be a 0-D array of booleans or real numbers, got {got}")
    return t if t.dtype is torch.bool else t != 0


def _any(name: str, condition: torch.Tensor) -> bool:
    """Return whether a condition that `vmap` maps is true for any entry."""
    try:
        return any_of_mapped(condition)
    except (RuntimeError, NotImplementedError):
        raise TypeError(
            f"{name}: the condition has no value that can be read: it is fake, or on the meta device"
        ) from None


def _tree_map(function: Callable, tree: Any) -> Any:
    leaves, structure = flatten(tree)
    return unflatten(structure, [leaf if leaf is None else function(leaf) for leaf in leaves])


def _arrays(tree: Any) -> Any:
    """Return a tree with arrays in place of tensors, Python numbers and NumPy arrays."""
    return _tree_map(
        lambda leaf: wrap(tensor_of(as_leaf(leaf))) if isinstance(leaf, torch.Tensor) else as_leaf(leaf), tree
    )


def _new_arrays(tree: Any) -> Any:
    """Return a tree with new arrays, which share no memory, as the results of a graph."""
    tensors, restore = split(_arrays(tree))
    return restore([t.clone() for t in tensors])


def _of_tensors(function: Callable, restore: Callable) -> Callable:
    """Return a function of tensors, for torch's operators, from a function of the tree that `restore` returns."""
    return lambda *tensors: _graph_results(function(*restore(tensors)))


def _graph_results(tree: Any, differentiated: bool = False) -> Any:
    """Return results as torch's operators require them: tensors that share no memory with others."""

    def result(leaf: Any) -> Any:
        if leaf is None:
            return _NOTHING
        t = tensor_of(as_leaf(leaf))
        return {_CODED + str(t.dtype): _halves(t)} if differentiated and KIND[t.dtype] not in "fc" else t.clone()

    leaves, structure = flatten(tree)
    return unflatten(structure, [result(leaf) for leaf in leaves])


def _results(tree: Any) -> Any:
    """Return the results of torch's operators as arrays."""

    def restored(leaf: Any) -> Any:
        if not isinstance(leaf, dict):
            return leaf
        ((name, value),) = leaf.items()
        return _joined(value, getattr(torch, name.rpartition(".")[2])) if name.startswith(_CODED) else None

    leaves, spec = _pytree.tree_flatten(tree, is_leaf=_stands_for_other)
    return _arrays(spec.unflatten([restored(leaf) for leaf in leaves]))


def _stands_for_other(tree: Any) -> bool:
    """Return whether a dict is the stand-in for None or integers in the results of torch's operators."""
    return isinstance(tree, dict) and any(isinstance(key, str) and key.startswith("xp_torch: ") for key in tree)


def _gated(condition: torch.Tensor, tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Return tensors whose derivatives are zero, not NaN, where a condition is false."""
    return [torch_where(condition, t, t.detach()) if KIND[t.dtype] in "fc" else t for t in tensors]


def _carried(name: str, tree: Any, structure: Any, tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Return the tensors of the next carry; structure, shapes and dtypes must equal the last carry's."""
    return list(matching(name, "carry that the function returns", tree, structure, tensors))


def _clones(tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    """Return contiguous copies: all values of a carry must have the same strides.

    And torch takes a carry for a constant if the function uses the same tensor from outside.
    """
    return tuple([t.clone(memory_format=torch.contiguous_format) for t in tensors])


def _selected(name: str, condition: torch.Tensor, yes: Any, no: Any) -> Any:
    """Return the tree with the arrays of `yes` where a condition is true, else the arrays of `no`."""
    tensors, restore = split(yes)
    others = matching(name, "results of false_fun", no, flatten(yes)[1], tensors)
    return restore([torch_where(condition, a, b) for a, b in zip(tensors, others, strict=True)])


def _stacked(name: str, trees: list[Any]) -> Any:
    """Return trees of arrays as one tree, whose arrays are stacked along a new first axis."""
    tensors, restore = split(trees[0])
    structure = flatten(trees[0])[1]
    rows = [tensors, *(matching(name, "result of f", tree, structure, tensors) for tree in trees[1:])]
    return restore([torch.stack(column) for column in zip(*rows, strict=True)])
