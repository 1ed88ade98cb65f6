"""Gradients of functions of arrays, by `torch.func`: `grad`, `value_and_grad`, `vjp`, `jvp`, `jacobian`, `hessian`."""

from __future__ import annotations

import functools
import operator
import threading
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar, overload

import torch

from xp_torch._array.door import call_override, has_ruled, transformed
from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import KIND, WITHOUT_GRADIENTS, as_dtype
from xp_torch._facts.errors import without_frames
from xp_torch._facts.shapes import as_bool, broadcast_axes
from xp_torch._facts.torch_state import (
    check_branch,
    gradients_in_graph,
    graph_inputs_are_differentiated,
    in_memory,
    is_compiling,
    is_transforming,
    load_forward_rules,
    mapping_tangents,
    recording,
    traces_a_step,
)
from xp_torch._functions.transforms.repeatable import Repeatable
from xp_torch._functions.transforms.tape import gradients_by_tape, jacobians_by_tape, with_writes
from xp_torch._functions.transforms.trees import as_leaf, check_callable, flatten, matching, split, tensor_of, unflatten

__all__ = ["grad", "hessian", "jacobian", "jvp", "value_and_grad", "vjp"]

#: Held by the thread that computes in forward mode: torch has one level of it for the whole process.
_FORWARD = threading.RLock()
_P = ParamSpec("_P")
_R = TypeVar("_R")
_R_co = TypeVar("_R_co", covariant=True)
_Aux = TypeVar("_Aux")
#: Arguments and their gradients, of one type; the gradient of a number is an array.
_Array = TypeVar("_Array", bound=ndarray)
_Tree = TypeVar("_Tree", bound=dict[Any, Any] | list[Any] | tuple[Any, ...])
_Restore = Callable[[Sequence[torch.Tensor]], Any]


class _Transformed(Protocol[_P, _R_co]):
    """The type of a function with the parameters of another one."""

    # With a `Callable` in its place mypy takes the gradient of a lambda for an untyped function.

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...


def _input(name: str, kinds: str) -> Callable[[Any], Any]:
    """Return the function that converts a leaf to differentiate by; it raises for dtypes not in `kinds`."""

    def convert(leaf: Any) -> Any:
        leaf = as_leaf(leaf)
        if leaf is not None and KIND[tensor_of(leaf).dtype] not in kinds:
            allowed = "floating-point or complex" if "c" in kinds else "floating-point"
            raise TypeError(f"{name}: inputs must be {allowed}, got {as_dtype(tensor_of(leaf).dtype)}")
        if leaf is not None and (dtype := tensor_of(leaf).dtype) in WITHOUT_GRADIENTS:
            raise TypeError(f"{name}: {dtype} has no gradients; cast it first, as x.astype(xp.float32)")
        return leaf

    return convert


def _pair(name: str, result: Any) -> tuple[Any, Any]:
    """Return the result and the auxiliary data of a function with ``has_aux=True``."""
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(f"{name}: with has_aux=True the function must return a tuple of two, got {result!r}")
    return result


def _split_arguments(
    name: str, fun: Callable, args: tuple, kwargs: dict, argnums: Any, kinds: str = "fc"
) -> tuple[Callable, list[torch.Tensor], _Restore]:
    """Return `fun` as a function of the tensors of some arguments, these tensors, and how to restore their tree."""
    if is_compiling() and name != "jvp":
        check_branch()
    indices = tuple(argnums) if isinstance(argnums, (tuple, list)) else (operator.index(argnums),)
    for i in indices:
        if not -len(args) <= i < len(args):
            raise ValueError(f"{name}: argnums={argnums} needs more than the {len(args)} positional arguments given")
    tensors, restore = split(tuple([args[i] for i in indices]), _input(name, kinds))
    if not tensors:
        raise ValueError(f"{name}: there are no arrays to differentiate by in the arguments {argnums}")
    tensors = list(_with_memory(tensors))  # torch writes tangents to memory that is laid out as that of the argument

    def of_tensors(*tensors: torch.Tensor) -> Any:
        given = list(args)
        # torch allows no writes to what it differentiates by, and a function may write to its arguments.
        for i, value in zip(indices, restore([t.clone() for t in tensors]), strict=True):
            given[i] = value
        return fun(*given, **kwargs)

    one = not isinstance(argnums, (tuple, list))
    return of_tensors, tensors, (lambda ts: restore(ts)[0]) if one else restore


def _split_results(
    name: str, of_tensors: Callable, has_aux: bool
) -> tuple[Callable[..., tuple[tuple[torch.Tensor, ...], tuple[torch.Tensor, ...]]], Callable[..., tuple]]:
    """Return the function of the tensors of results and of auxiliary data, and the function that restores their trees.

    ``restored(aux, *results)`` returns the trees of the last result, and with `has_aux`, after them, the tree of the
    auxiliary data.
    """
    kept: list[tuple[_Restore, _Restore | None]] = []

    def flat(*tensors: torch.Tensor) -> tuple[tuple[torch.Tensor, ...], tuple[torch.Tensor, ...]]:
        result, aux = of_tensors(*tensors), None
        if has_aux:
            result, aux = _pair(name, result)
        found, restore = split(result, as_leaf)
        others, restore_aux = split(aux) if has_aux else ([], None)
        kept.append((restore, restore_aux))
        return tuple(map(_without_class, found)), tuple(others)

    def restored(aux: Sequence[torch.Tensor], *results: Sequence[torch.Tensor]) -> tuple:
        restore, restore_aux = kept[-1]
        trees = tuple([restore(tensors) for tensors in results])
        return trees if restore_aux is None else (*trees, restore_aux(aux))

    return flat, restored


def _without_class(t: torch.Tensor) -> torch.Tensor:
    """Return a tensor of a registered dtype as one of its storage, in which torch's transforms compute."""
    return t if type(t) is torch.Tensor else t.as_subclass(torch.Tensor)


def _with_memory(tensors: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
    """Return derivatives in memory of their own: torch's may be zeros without memory, or repeat one element."""
    found = tensors if is_compiling() else [in_memory(t) for t in tensors]
    return [t if t.is_contiguous() or not broadcast_axes(t.shape, t.stride()) else t.clone() for t in found]


def _named_after(new: Callable, fun: Callable) -> Callable:
    """Return `new` with the name, signature and docstring of `fun`."""
    return new if is_compiling() else functools.wraps(fun, updated=())(new)


def _scalar(name: str, result: tuple[torch.Tensor, ...]) -> torch.Tensor:
    """Return the one tensor of a result, which must be a real number."""
    if len(result) != 1 or result[0].ndim:
        shapes = ", ".join(str(tuple(t.shape)) for t in result)
        raise TypeError(f"{name}: the function must return a 0-D array; its results have the shapes {shapes}")
    if KIND[result[0].dtype] != "f":
        raise TypeError(
            f"{name}: the function must return a real floating-point array, got {as_dtype(result[0].dtype)}"
        )
    return result[0]


@overload
def value_and_grad(
    fun: Callable[Concatenate[_Array, _P], _R], argnums: Literal[0] = 0, has_aux: bool = False
) -> _Transformed[Concatenate[_Array, _P], tuple[_R, _Array]]: ...
@overload
def value_and_grad(
    fun: Callable[Concatenate[_Tree, _P], _R], argnums: Literal[0] = 0, has_aux: bool = False
) -> _Transformed[Concatenate[_Tree, _P], tuple[_R, _Tree]]: ...
@overload
def value_and_grad(
    fun: Callable[_P, _R], argnums: int | Sequence[int] = 0, has_aux: bool = False
) -> _Transformed[_P, tuple[_R, Any]]: ...
def value_and_grad(fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable:
    """Return a function that returns the result of `fun` and its gradient.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts.
    argnums : int or tuple of ints, default: 0
        Positional arguments to differentiate by.
    has_aux : bool, default: False
        Whether `fun` returns a tuple: the result to differentiate, and auxiliary data to return too.

    Returns
    -------
    callable
        Function with the arguments of `fun` that returns ``(value, gradient)``; with `has_aux`
        ``((value, aux), gradient)``. The gradient has the structure of the argument; it is a tuple if `argnums` is one.

    Examples
    --------
    >>> xp.value_and_grad(lambda x: xp.sum(x**2))(xp.asarray([1.0, 2.0]))
    (array(5.), array([2., 4.]))
    """
    return _value_and_grad("value_and_grad", fun, argnums, as_bool(has_aux, "has_aux"))


def _value_and_grad(name: str, fun: Callable, argnums: Any, has_aux: bool) -> Callable:
    check_callable(name, fun)

    def value_and_gradient(*args: Any, **kwargs: Any) -> Any:
        if is_compiling():
            return value_and_gradient_of(name, fun, argnums, has_aux, args, kwargs, _grad_and_value_in_graph)
        return transformed("value_and_grad", value_and_gradient_of, name, fun, argnums, has_aux, args, kwargs)

    return _named_after(value_and_gradient, fun)


def _grad_and_value_in_graph(fun: Callable, argnums: Any, has_aux: bool) -> Callable:
    """Return `torch.func.grad_and_value` of all arguments by autograd, which has rules for torch's loops in graphs."""

    def both(*tensors: torch.Tensor) -> Any:
        # Autograd records nothing in the steps of torch's loops, and would take each derivative for 0.
        if is_transforming() or traces_a_step() or any(t.requires_grad for t in tensors):
            return torch.func.grad_and_value(fun, argnums, has_aux=True)(*tensors)
        with torch.enable_grad():
            inputs = recording([t.detach() for t in tensors])
            value, aux = fun(*inputs)
            again = graph_inputs_are_differentiated()
            gradients = gradients_in_graph((value,), inputs, create_graph=again)
        if again:
            return gradients, (value, aux)
        return gradients, (value.detach(), tuple([t.detach() for t in aux]))

    return both


def _grad_and_value(fun: Callable, argnums: Any, has_aux: bool) -> Callable:
    """Return `torch.func.grad_and_value` of all arguments; torch's own records its backward pass even if none asks."""

    def both(*tensors: torch.Tensor) -> Any:
        # With auxiliary data torch takes longer.
        function = fun if has_aux else lambda *inputs: fun(*inputs)[0]
        value, pull, *aux = torch.func.vjp(function, *tensors, has_aux=has_aux)
        return pull(torch.ones_like(value)), (value, aux[0] if has_aux else ())

    return both


@without_frames
def value_and_gradient_of(
    name: str,
    fun: Callable,
    argnums: Any,
    has_aux: bool,
    args: tuple,
    kwargs: dict,
    grad_and_value: Callable = _grad_and_value,
) -> Any:
    """Return the value and the gradient of `fun`; `grad_and_value` computes them of a function of tensors.

    That function returns the value and a tuple of auxiliary data, which is empty without `has_aux`.
    """
    of_tensors, tensors, restore = _split_arguments(name, fun, args, kwargs, argnums)
    flat, restored = _split_results(name, of_tensors, has_aux)

    def by_transform(flat: Callable) -> tuple:
        def scalar(*tensors: torch.Tensor) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
            result, aux = flat(*tensors)
            return _scalar(name, result), aux

        return grad_and_value(scalar, tuple(range(len(tensors))), has_aux)(*tensors)

    def by_tape(flat: Callable) -> tuple:
        gradients, results, aux = gradients_by_tape(flat, tensors)
        return gradients, (results[0], aux)

    gradients, (value, aux) = with_writes(
        flat,
        tensors,
        by_transform,
        None if is_compiling() or grad_and_value is not _grad_and_value else by_tape,
    )
    found = restored(aux, [value])
    return found if has_aux else found[0], restore(_with_memory(gradients))


@overload
def grad(
    fun: Callable[Concatenate[_Array, _P], tuple[Any, _Aux]], argnums: Literal[0] = 0, *, has_aux: Literal[True]
) -> _Transformed[Concatenate[_Array, _P], tuple[_Array, _Aux]]: ...
@overload
def grad(
    fun: Callable[_P, tuple[Any, _Aux]], argnums: int | Sequence[int] = 0, *, has_aux: Literal[True]
) -> _Transformed[_P, tuple[Any, _Aux]]: ...
@overload
def grad(
    fun: Callable[Concatenate[_Array, _P], Any], argnums: Literal[0] = 0, has_aux: Literal[False] = False
) -> _Transformed[Concatenate[_Array, _P], _Array]: ...
@overload
def grad(
    fun: Callable[Concatenate[_Tree, _P], Any], argnums: Literal[0] = 0, has_aux: Literal[False] = False
) -> _Transformed[Concatenate[_Tree, _P], _Tree]: ...
@overload
def grad(fun: Callable[_P, Any], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> _Transformed[_P, Any]: ...
def grad(fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable:
    """Return a function that returns the gradient of `fun`, whose result is one real number.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts.
    argnums : int or tuple of ints, default: 0
        Positional arguments to differentiate by.
    has_aux : bool, default: False
        Whether `fun` returns a tuple: the result to differentiate, and auxiliary data to return too.

    Returns
    -------
    callable
        Function with the arguments of `fun` that returns the gradient; with `has_aux` ``(gradient, aux)``. The gradient
        has the structure of the argument; it is a tuple if `argnums` is one.

    Raises
    ------
    TypeError
        If an argument to differentiate by is neither floating-point nor complex, or the result of `fun` is not a real
        floating-point 0-D array.

    Notes
    -----
    The gradient by a complex argument is torch's, which points in the direction of steepest ascent; it is the complex
    conjugate of JAX's.

    Examples
    --------
    >>> xp.grad(lambda x: xp.sum(x**3))(xp.asarray([1.0, 2.0]))
    array([ 3., 12.])
    >>> xp.grad(xp.grad(xp.sin))(0.5)
    array(-0.47942554)
    """
    has_aux = as_bool(has_aux, "has_aux")
    both = _value_and_grad("grad", fun, argnums, has_aux)

    def gradient(*args: Any, **kwargs: Any) -> Any:
        value, gradients = both(*args, **kwargs)
        return (gradients, value[1]) if has_aux else gradients

    return _named_after(gradient, fun)


@overload
def vjp(
    fun: Callable[..., _R], *primals: Any, has_aux: Literal[False] = False
) -> tuple[_R, Callable[[Any], tuple[Any, ...]]]: ...
@overload
def vjp(
    fun: Callable[..., tuple[_R, _Aux]], *primals: Any, has_aux: Literal[True]
) -> tuple[_R, Callable[[Any], tuple[Any, ...]], _Aux]: ...
def vjp(fun: Callable[..., Any], *primals: Any, has_aux: bool = False) -> tuple:
    """Return the result of `fun`, and the function that multiplies a vector by its Jacobian from the left.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts.
    *primals : tuple or list
        Arguments of `fun`, to differentiate by.
    has_aux : bool, default: False
        Whether `fun` returns a tuple: the result to differentiate, and auxiliary data to return too.

    Returns
    -------
    tuple
        ``(result, vjp_fun)``; with `has_aux` ``(result, vjp_fun, aux)``. ``vjp_fun(cotangents)`` takes a tree like the
        result and returns a tuple with one entry per argument.

    Examples
    --------
    >>> y, vjp_fun = xp.vjp(lambda x: x**2, xp.asarray([1.0, 2.0]))
    >>> vjp_fun(xp.asarray([1.0, 10.0]))
    (array([ 2., 40.]),)
    """
    check_callable("vjp", fun)
    has_aux = as_bool(has_aux, "has_aux")
    if is_compiling():
        return vjp_of(fun, primals, has_aux)
    return transformed("vjp", vjp_of, fun, primals, has_aux)


def vjp_of(fun: Callable, primals: tuple, has_aux: bool, vjp: Callable = torch.func.vjp) -> tuple:
    """Return the result of `vjp`; the argument `vjp` computes it of a function of tensors."""
    of_tensors, tensors, restore = _split_arguments("vjp", fun, primals, {}, tuple(range(len(primals))))
    flat, restored = _split_results("vjp", of_tensors, has_aux)

    def differentiable(*tensors: torch.Tensor) -> Any:
        results, others = flat(*tensors)
        for t in results:
            if KIND[t.dtype] not in "fc":
                raise TypeError(f"vjp: the results of the function must be floating-point, got {as_dtype(t.dtype)}")
        return results, others

    repeatable = differentiable if is_compiling() else Repeatable(differentiable, tensors)
    result, pull, aux = vjp(repeatable, *tensors, has_aux=True)
    found, *more = restored(aux, result)

    def vjp_fun(cotangents: Any, /) -> tuple:
        leaves, structure = flatten(found)
        given = matching("vjp", "cotangents", cotangents, structure, [tensor_of(x) for x in leaves if x is not None])
        given = tuple(map(_without_class, given))
        by_tape = lambda flat: gradients_by_tape(flat, tensors, *given)[0]
        pulled = with_writes(
            repeatable,
            tensors,
            lambda _: pull(given),
            None if is_compiling() or vjp is not torch.func.vjp else by_tape,
        )
        return restore(_with_memory(pulled))

    return found, vjp_fun, *more


@overload
def jvp(
    fun: Callable[..., _R], primals: Sequence[Any], tangents: Sequence[Any], has_aux: Literal[False] = False
) -> tuple[_R, _R]: ...
@overload
def jvp(
    fun: Callable[..., tuple[_R, _Aux]], primals: Sequence[Any], tangents: Sequence[Any], has_aux: Literal[True]
) -> tuple[_R, _R, _Aux]: ...
def jvp(fun: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any], has_aux: bool = False) -> tuple:
    """Return the result of `fun`, and its Jacobian times a vector, in forward mode.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts.
    primals : tuple or list
        Arguments of `fun`, to differentiate by.
    tangents : tuple or list
        Vector to multiply by: one entry per argument, of its structure, shape and dtype.
    has_aux : bool, default: False
        Whether `fun` returns a tuple: the result to differentiate, and auxiliary data to return too.

    Returns
    -------
    tuple
        ``(result, tangents)``; with `has_aux` ``(result, tangents, aux)``.

    Examples
    --------
    >>> xp.jvp(xp.sin, (xp.asarray(0.0),), (xp.asarray(2.0),))
    (array(0.), array(2.))
    """
    if has_ruled(primals, tangents):
        return call_override(jvp, locals())
    check_callable("jvp", fun)
    has_aux = as_bool(has_aux, "has_aux")
    for given in (primals, tangents):
        if not isinstance(given, (tuple, list)):
            raise TypeError(f"jvp: primals and tangents must be tuples or lists, got {type(given).__name__}")
    if is_compiling():
        return _jvp(fun, primals, tangents, has_aux)
    with _FORWARD:
        load_forward_rules()
        return _jvp(fun, primals, tangents, has_aux)


def _jvp(fun: Callable, primals: Sequence[Any], tangents: Sequence[Any], has_aux: bool) -> tuple:
    """Return the result of `jvp`."""
    given = tuple(primals)
    of_tensors, tensors, _ = _split_arguments("jvp", fun, given, {}, tuple(range(len(given))))
    directions = matching("jvp", "tangents", tuple(tangents), flatten(given)[1], tensors)
    flat, restored = _split_results("jvp", of_tensors, has_aux)
    result, products, aux = torch.func.jvp(flat, tuple(tensors), directions, has_aux=True)  # type: ignore[misc]
    return restored(aux, result, _with_memory(products))


def _jacobian(name: str, transform: Callable, fun: Callable, argnums: Any, has_aux: bool) -> Callable:
    check_callable(name, fun)

    def jacobian_of_fun(*args: Any, **kwargs: Any) -> Any:
        if is_compiling():
            return jacobian_of(name, transform, fun, argnums, has_aux, args, kwargs)
        return transformed("jacobian", computed, name, transform, fun, argnums, has_aux, args, kwargs)

    def computed(*given: Any) -> Any:
        if transform is not torch.func.jacfwd:
            return jacobian_of(*given)
        with _FORWARD, mapping_tangents():
            load_forward_rules()
            return jacobian_of(*given)

    return _named_after(jacobian_of_fun, fun)


@without_frames
def jacobian_of(
    name: str, transform: Callable, fun: Callable, argnums: Any, has_aux: bool, args: tuple, kwargs: dict
) -> Any:
    """Return the Jacobian of `fun`; `transform` computes it of a function of tensors, as `torch.func.jacrev` does."""
    of_tensors, tensors, restore = _split_arguments(name, fun, args, kwargs, argnums, "f")
    flat, restored = _split_results(name, of_tensors, has_aux)

    def by_transform(flat: Callable) -> tuple:
        def of_reals(*tensors: torch.Tensor) -> Any:
            result, aux = flat(*tensors)
            for t in result:
                if KIND[t.dtype] != "f":
                    raise TypeError(f"{name}: the function must return floating-point arrays, got {as_dtype(t.dtype)}")
            return result, aux

        if not is_compiling() and not any(t.numel() for t in tensors):  # torch maps no derivatives of no elements
            result, aux = of_reals(*tensors)
            return tuple([tuple([r.new_zeros(r.shape + t.shape) for t in tensors]) for r in result]), aux
        return transform(of_reals, tuple(range(len(tensors))), has_aux=True)(*tensors)

    by_tape = lambda flat: jacobians_by_tape(flat, tensors)
    rows, aux = with_writes(
        flat, tensors, by_transform, None if is_compiling() or transform is not torch.func.jacrev else by_tape
    )
    like, *more = restored(aux, [row[0] for row in rows])
    found = unflatten(flatten(like)[1], [restore(_with_memory(row)) for row in rows])
    return (found, *more) if has_aux else found


@overload
def jacobian(
    fun: Callable[Concatenate[_Array, _P], ndarray], argnums: Literal[0] = 0, has_aux: Literal[False] = False
) -> _Transformed[Concatenate[_Array, _P], ndarray]: ...
@overload
def jacobian(
    fun: Callable[_P, Any], argnums: int | Sequence[int] = 0, has_aux: bool = False
) -> _Transformed[_P, Any]: ...
def jacobian(fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable:
    """Return a function that returns the Jacobian of `fun`, the derivatives of each result by each input.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts.
    argnums : int or tuple of ints, default: 0
        Positional arguments to differentiate by.
    has_aux : bool, default: False
        Whether `fun` returns a tuple: the result to differentiate, and auxiliary data to return too.

    Returns
    -------
    callable
        Function with the arguments of `fun` that returns the Jacobian, of shape ``result.shape + argument.shape``; with
        `has_aux` ``(jacobian, aux)``. For trees it has the structure of the result, with that of the argument in place
        of each array.

    Notes
    -----
    It is computed in reverse mode, like JAX's `jacrev`.

    Examples
    --------
    >>> xp.jacobian(lambda x: x**2)(xp.asarray([1.0, 2.0]))
    array([[2., 0.],
           [0., 4.]])
    """
    return _jacobian("jacobian", torch.func.jacrev, fun, argnums, as_bool(has_aux, "has_aux"))


@overload
def hessian(
    fun: Callable[Concatenate[_Array, _P], ndarray], argnums: Literal[0] = 0, has_aux: Literal[False] = False
) -> _Transformed[Concatenate[_Array, _P], ndarray]: ...
@overload
def hessian(
    fun: Callable[_P, Any], argnums: int | Sequence[int] = 0, has_aux: bool = False
) -> _Transformed[_P, Any]: ...
def hessian(fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable:
    """Return a function that returns the Hessian of `fun`, its second derivatives.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts.
    argnums : int or tuple of ints, default: 0
        Positional arguments to differentiate by.
    has_aux : bool, default: False
        Whether `fun` returns a tuple: the result to differentiate, and auxiliary data to return too.

    Returns
    -------
    callable
        Function with the arguments of `fun` that returns the Hessian, of shape
        ``result.shape + argument.shape + argument.shape``; with `has_aux` ``(hessian, aux)``.

    Notes
    -----
    It is the Jacobian in forward mode of the Jacobian in reverse mode, as in JAX.

    Examples
    --------
    >>> xp.hessian(lambda x: xp.sum(x**3))(xp.asarray([1.0, 2.0]))
    array([[ 6.,  0.],
           [ 0., 12.]])
    """
    has_aux = as_bool(has_aux, "has_aux")
    inner = _jacobian("hessian", torch.func.jacrev, fun, argnums, has_aux)
    return _jacobian("hessian", torch.func.jacfwd, inner, argnums, has_aux)
