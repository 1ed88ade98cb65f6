"""`eval_shape`: the shapes and dtypes of results, which are not computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from xp_torch._array.door import call_override, has_ruled
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import DTypeLike, ShapeLike
from xp_torch._facts.dtypes import as_dtype, torch_dtype
from xp_torch._facts.shapes import normalize_shape
from xp_torch._facts.torch_state import NEEDS_VALUES, FakeMode, exclude_from_graphs
from xp_torch._functions.transforms.trees import as_leaf, flatten, like_leaf, tensor_of, unflatten

__all__ = ["ShapeDtypeStruct", "eval_shape"]


class ShapeDtypeStruct:
    """Shape and dtype of an array without elements.

    Parameters
    ----------
    shape : int or tuple of ints
        Shape.
    dtype : dtype_like
        Data type.

    Attributes
    ----------
    shape : tuple of ints
        Shape.
    dtype : dtype
        Data type.

    Examples
    --------
    >>> xp.ShapeDtypeStruct((2, 3), xp.float32)
    ShapeDtypeStruct(shape=(2, 3), dtype=float32)
    """

    __slots__ = ("dtype", "shape")

    def __init__(self, shape: ShapeLike, dtype: DTypeLike) -> None:
        self.shape: tuple[int, ...] = normalize_shape(shape)
        self.dtype = as_dtype(dtype)

    def __repr__(self) -> str:
        return f"ShapeDtypeStruct(shape={self.shape}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ShapeDtypeStruct):
            return NotImplemented
        return (self.shape, self.dtype) == (other.shape, other.dtype)

    def __hash__(self) -> int:
        return hash((self.shape, self.dtype))


@exclude_from_graphs("fake tensors of its own")
def eval_shape(fun: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return the shapes and dtypes of the results of ``fun(*args, **kwargs)`` without computing them.

    It is JAX's `eval_shape`.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts.
    *args : array_like
        Arguments of `fun`: arrays, trees of arrays, or objects with a shape and a dtype, such as `ShapeDtypeStruct`, in
        place of arrays. Other objects are passed on as they are.
    **kwargs : array_like
        Keyword arguments of `fun`.

    Returns
    -------
    ShapeDtypeStruct or tree of ShapeDtypeStructs
        Shapes and dtypes, in the structure of the result.

    Raises
    ------
    TypeError
        If `fun` reads values, or the shape of a result depends on values.

    Notes
    -----
    `fun` is called with arrays of torch's fake tensors, which have no memory.

    Examples
    --------
    >>> x = xp.ShapeDtypeStruct((100_000, 50_000), xp.float32)
    >>> xp.eval_shape(lambda x: {"product": x @ x.T}, x)
    {'product': ShapeDtypeStruct(shape=(100000, 100000), dtype=float32)}
    """
    if has_ruled(args, kwargs):
        return call_override(eval_shape, locals())
    leaves, structure = flatten((args, kwargs))
    try:
        with FakeMode(allow_non_fake_inputs=True) as mode:
            args, kwargs = unflatten(structure, [_fake(leaf, mode) for leaf in leaves])
            results, result_structure = flatten(fun(*args, **kwargs))
            tensors = [None if leaf is None else tensor_of(as_leaf(leaf)) for leaf in results]
    except NEEDS_VALUES as error:
        raise TypeError(
            "eval_shape: the function reads values of arrays, or the shape of a result depends on them, and there are "
            f"none ({error.func})"
        ) from None
    return unflatten(result_structure, [None if t is None else ShapeDtypeStruct(t.shape, t.dtype) for t in tensors])


def _fake(leaf: Any, mode: Any) -> Any:
    """Return an array or tensor as a fake one; other objects unchanged."""
    if isinstance(leaf, (ndarray, torch.Tensor)):
        return like_leaf(leaf, mode.from_tensor(tensor_of(leaf).detach()))
    if isinstance(leaf, (bool, int, float, complex, str)) or not (hasattr(leaf, "shape") and hasattr(leaf, "dtype")):
        return leaf
    return wrap(torch.empty(normalize_shape(leaf.shape), dtype=torch_dtype(leaf.dtype)))
