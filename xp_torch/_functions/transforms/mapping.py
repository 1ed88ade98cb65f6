"""Mapping of functions over an axis of their arguments, by `torch.vmap`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, ParamSpec, TypeVar

import torch

from xp_torch._array.coercion import items_of
from xp_torch._array.door import transformed
from xp_torch._array.element import plain_element
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.dtypes import torch_dtype
from xp_torch._facts.torch_errors import explained_mapping
from xp_torch._facts.torch_state import is_compiling, is_compiling_or_transforming
from xp_torch._functions.transforms.abstract_evaluation import eval_shape
from xp_torch._functions.transforms.trees import as_leaf, check_callable, flatten, like_leaf, tensor_of, unflatten

__all__ = ["vmap"]

_P = ParamSpec("_P")
_R = TypeVar("_R")


def leaf_axes(axes: Any, tree: Any, name: str = "in_axes", what: str = "arguments") -> list[int | None]:
    """Return an axis for each leaf of a tree.

    `axes` has the structure of the tree, or an int or None for a part of it.
    """
    if axes is None or isinstance(axes, int):
        return [axes] * len(flatten(tree)[0])
    if type(axes) is dict and isinstance(tree, dict) and axes.keys() == tree.keys():
        return [axis for key in tree for axis in leaf_axes(axes[key], tree[key], name, what)]
    if isinstance(axes, (tuple, list)) and isinstance(tree, (tuple, list)) and len(axes) == len(tree):
        return [axis for a, part in zip(axes, tree, strict=True) for axis in leaf_axes(a, part, name, what)]
    raise ValueError(f"vmap: {name} must be an int, None, or have the structure of the {what} (got {axes!r:.80})")


def _in_front(axes: Any) -> Any:
    """Return `out_axes` with each axis replaced by the first: torch misplaces others in results that are not mapped."""
    if isinstance(axes, (tuple, list)):
        return tuple([_in_front(axis) for axis in axes])
    if isinstance(axes, dict):
        return {key: _in_front(axis) for key, axis in axes.items()}
    return axes if axes is None else 0


def _is_of_subclass(leaf: Any) -> bool:
    return isinstance(leaf, ndarray) and type(plain_element(leaf)) is not ndarray


def _finished(leaf: Any, axis: int | None, kind: Any) -> Any:
    """Return a result with its first axis, which is mapped, at `axis`.

    `kind` is None for the result None, an array of a subclass for a result of that class, and otherwise `ndarray`.
    """
    if kind is None:
        return None
    if axis:
        ndim = leaf.ndim
        if not -ndim <= axis < ndim:
            raise ValueError(f"vmap: out_axes is {axis} for a result with {ndim} dimensions")
        t = tensor_of(leaf).movedim(0, int(axis))
        leaf = wrap(t) if isinstance(leaf, ndarray) else t
    return leaf if kind is ndarray else like_leaf(kind, tensor_of(leaf))


def _mapped(axis: int | None, leaf: Any) -> tuple[int | None, Any]:
    """Return the axis to map a leaf over, and the leaf, as an array if it is mapped.

    None is never mapped.
    """
    if axis is None or leaf is None:
        return None, as_leaf(leaf) if isinstance(leaf, ndarray) else leaf
    leaf = as_leaf(leaf)
    ndim = tensor_of(leaf).ndim
    if not -ndim <= axis < ndim:
        raise ValueError(f"vmap: in_axes is {axis} for an array with {ndim} dimensions")
    return axis, leaf


def _or_none(compute: Callable) -> Callable:
    """Return a function that gives None where torch can't map over no elements; many functions have no rule for it."""

    def computed(*tensors: torch.Tensor) -> Any:
        try:
            return compute(*tensors)
        except (IndexError, NotImplementedError, RuntimeError, ValueError):
            return None

    return computed


def _with_one_element(leaf: Any, axis: int) -> Any:
    """Return zeros in the shape of a leaf, but for the mapped axis, which has one element."""
    shape = list(tensor_of(leaf).shape)
    shape[axis] = 1
    return like_leaf(leaf, tensor_of(leaf).new_zeros(shape))


def _without_elements(shapes: Any, out_axes: Any) -> Any:
    """Return arrays of some shapes and dtypes, but with no elements along the mapped axes."""
    leaves, structure = flatten(shapes)
    axes = leaf_axes(out_axes, shapes, "out_axes", "results")
    new: list[Any] = []
    for leaf, axis in zip(leaves, axes, strict=True):
        if leaf is None:
            new.append(None)
            continue
        if axis is None:
            raise ValueError("vmap: no elements are mapped, and no value is known for a result with out_axes=None")
        shape = list(leaf.shape)
        shape[axis] = 0
        new.append(wrap(torch.empty(shape, dtype=torch_dtype(leaf.dtype))))
    return unflatten(structure, new)


def _result(leaf: Any) -> Any:
    """Return a leaf of a result as an `ndarray` or a tensor, as torch's trees require."""
    if isinstance(leaf, torch.Tensor):
        return leaf
    return wrap(leaf._tensor if isinstance(leaf, ndarray) else as_leaf(leaf)._tensor)


def vmap(
    fun: Callable[_P, _R],
    in_axes: Any = 0,
    out_axes: Any = 0,
    *,
    axis_size: int | None = None,
    randomness: Literal["error", "different", "same"] = "error",
    chunk_size: int | None = None,
) -> Callable[_P, _R]:
    """Return a function that maps `fun` over an axis of its arguments.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts.
    in_axes : int or None or tuple, default: 0
        Axis to map over: one for all positional arguments, or a tuple with an entry per argument, which may be a tree
        like the argument. None passes the argument unmapped. Keyword arguments are mapped over their first axis.
    out_axes : int or None or tuple, default: 0
        Place of the mapped axis in the results. None is for results that depend on no mapped argument.
    axis_size : int, optional
        Size of the mapped axis; needed if no argument is mapped.
    randomness : {"error", "different", "same"}, default: "error"
        Whether random numbers raise, differ along the axis, or are the same.
    chunk_size : int, optional
        Number of elements of the axis to compute at once; by default all of them.

    Returns
    -------
    callable
        Function with the arguments of `fun`, whose results have the mapped axis.

    Examples
    --------
    >>> a = xp.asarray([[1.0, 3.0], [2.0, 2.0]])
    >>> xp.vmap(lambda row: row / xp.sum(row))(a)
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])
    >>> xp.vmap(xp.vecdot, in_axes=(1, None))(a, xp.asarray([1.0, 1.0]))
    array([3., 5.])
    """
    check_callable("vmap", fun)
    given = in_axes if in_axes is None or isinstance(in_axes, int) else tuple(items_of(in_axes))

    def mapped(*args: Any, **kwargs: Any) -> Any:
        if is_compiling():
            return computed(args, kwargs)
        return transformed("vmap", computed, args, kwargs, fun, given, out_axes, axis_size)

    def computed(args: tuple, kwargs: dict[str, Any], *options: Any) -> Any:
        axes = leaf_axes(given, args) + leaf_axes(0, kwargs)
        leaves, structure = flatten((args, kwargs))
        pairs = [_mapped(axis, leaf) for axis, leaf in zip(axes, leaves, strict=True)]
        fixed = [leaf for _, leaf in pairs]
        places = [i for i, (axis, _) in enumerate(pairs) if axis is not None]
        over: list[tuple[Any, Any]] = [pairs[i] for i in places]
        if axis_size is not None:
            over = [*over, (0, torch.empty(axis_size))]
        if not over:
            raise ValueError("vmap: no argument is mapped; pass axis_size")
        sizes = {tensor_of(leaf).shape[axis] for axis, leaf in over}
        if len(sizes) > 1:
            raise ValueError(f"vmap: the mapped axes have different sizes: {sorted(sizes)}")

        kinds: list[Any] = []

        def of_mapped(*parts: Any) -> Any:
            new = list(fixed)
            for i, part in zip(places, parts[: len(places)], strict=True):
                new[i] = like_leaf(fixed[i], part)
            a, k = unflatten(structure, new)
            found, found_structure = flatten(fun(*a, **k))
            kinds[:] = [leaf if leaf is None or _is_of_subclass(leaf) else ndarray for leaf in found]
            # torch takes no None for a result
            return unflatten(found_structure, [_result(0 if leaf is None else leaf) for leaf in found])

        in_dims = tuple([axis for axis, _ in over])
        out_dims = _in_front(out_axes)
        over_axis = torch.vmap(of_mapped, in_dims, out_dims, randomness=randomness, chunk_size=chunk_size)
        over_axis, tensors = explained_mapping(over_axis), [tensor_of(leaf) for _, leaf in over]
        if 0 in sizes and not is_compiling_or_transforming():
            over_axis = _or_none(over_axis)
        result = over_axis(*tensors)
        if result is None:
            of_one = vmap(fun, given, out_axes, axis_size=None if axis_size is None else 1, randomness=randomness)
            for i, (axis, leaf) in zip(places, over, strict=False):
                fixed[i] = _with_one_element(leaf, axis)
            a, k = unflatten(structure, fixed)
            return _without_elements(eval_shape(of_one, *a, **k), out_axes)
        if out_axes == out_dims and all(kind is ndarray for kind in kinds):
            return result
        results, result_structure = flatten(result)
        axes_of_results = leaf_axes(out_axes, result, "out_axes", "results")
        finished = map(_finished, results, axes_of_results, kinds)
        return unflatten(result_structure, list(finished))

    return mapped if is_compiling() else functools.wraps(fun, updated=())(mapped)
