"""Functions with derivatives that the user defines, in JAX's form: `custom_vjp` and `custom_jvp`."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, ParamSpec, Protocol, TypeVar

import torch
from torch.autograd import Function

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import UnsupportedError
from xp_torch._facts.torch_state import (
    forward_mode,
    is_compiling,
    is_transforming,
    is_wrapped,
    records_derivatives,
    without_tangent,
)
from xp_torch._functions.transforms.trees import as_leaf, check_callable, described, flatten, matching, split, tensor_of

__all__ = ["custom_jvp", "custom_vjp"]


_P = ParamSpec("_P")
_R = TypeVar("_R")
_R_co = TypeVar("_R_co", covariant=True)


class _CustomVjp(Protocol[_P, _R_co]):
    """A function with the method `defvjp`."""

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...

    def defvjp(self, fwd: Callable, bwd: Callable) -> None: ...


class _CustomJvp(Protocol[_P, _R_co]):
    """A function with the method `defjvp`."""

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R_co: ...

    def defjvp(self, jvp: Callable) -> Callable: ...


def custom_vjp(fun: Callable[_P, _R], nondiff_argnums: int | Sequence[int] = ()) -> _CustomVjp[_P, _R]:
    """Return `fun` with a reverse-mode derivative that the user defines.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts. Its arguments are differentiated,
        but not arrays of its closure: differentiating these raises.
    nondiff_argnums : int or tuple of ints, optional
        Positions of the arguments that are passed on as they are, such as functions and options; they have no
        derivatives.

    Returns
    -------
    callable
        Function with the arguments and results of `fun`. Its method ``defvjp(fwd, bwd)`` sets the derivative.
        ``fwd(*args)`` returns a tuple: the result of `fun`, and residuals, a tree of arrays. ``bwd(residuals,
        cotangent)`` returns a tuple with a cotangent for each argument of `fun`; None stands for zeros. The arguments
        of `nondiff_argnums` come before its others.

    Raises
    ------
    TypeError
        If a derivative is wanted and `defvjp` was not called, in forward mode, or if `fwd` or `bwd` returns something
        of another structure.
    ValueError
        If `bwd` returns a cotangent of another shape or dtype than the argument.

    Notes
    -----
    It is JAX's `custom_vjp`. `fwd` runs in place of `fun` where a derivative may be wanted, and once more for second
    derivatives.

    Examples
    --------
    >>> @xp.custom_vjp
    ... def clipped(x):  # its gradient is at most 1
    ...     return x
    >>> clipped.defvjp(lambda x: (x, None), lambda _, g: (xp.clip(g, -1, 1),))
    >>> xp.grad(lambda x: xp.sum(clipped(x) * xp.asarray([0.5, 3.0])))(xp.ones(2))
    array([0.5, 1. ])
    """
    check_callable("custom_vjp", fun)
    rules: list[tuple[Callable, Callable]] = []

    def custom(*args: Any, **kwargs: Any) -> Any:
        args = _positional(fun, args, kwargs)
        fixed, variable = _split_arguments("custom_vjp", args, nondiff_argnums)
        tensors, restore = split(variable, as_leaf)
        if not _is_differentiated("custom_vjp", tensors):
            return fun(*args)  # type: ignore[call-arg]
        fwd, bwd = _rule("custom_vjp", "defvjp", fun, rules)
        check_closures(_name(fun), fwd, *fixed.values())
        rule = _VjpRule(_name(fun), _with_fixed(fwd, fixed), functools.partial(bwd, *fixed.values()), restore)
        return _applied(_CompiledVjp if is_compiling() else _Vjp, rule, tensors)

    def defvjp(fwd: Callable, bwd: Callable) -> None:
        rules[:] = [(fwd, bwd)]

    new: Any = functools.wraps(fun, updated=())(custom)
    new.defvjp = defvjp
    return new


def custom_jvp(fun: Callable[_P, _R], nondiff_argnums: int | Sequence[int] = ()) -> _CustomJvp[_P, _R]:
    """Return `fun` with a forward-mode derivative that the user defines; reverse mode is its transpose.

    Parameters
    ----------
    fun : callable
        Function of arrays, or of trees of arrays: nested tuples, lists and dicts. Its arguments are differentiated,
        but not arrays of its closure: differentiating these raises.
    nondiff_argnums : int or tuple of ints, optional
        Positions of the arguments that are passed on as they are, such as functions and options; they have no
        derivatives.

    Returns
    -------
    callable
        Function with the arguments and results of `fun`. Its method ``defjvp(jvp)`` sets the derivative:
        ``jvp(primals, tangents)`` gets two tuples with an entry for each argument of `fun` and returns a tuple: the
        result of `fun`, and its tangents, which are linear in `tangents`. The arguments of
        `nondiff_argnums` come before its others. The method returns `jvp`, so that it is a decorator too.

    Raises
    ------
    TypeError
        If a derivative is wanted and `defjvp` was not called, or if `jvp` returns something of another structure.
    ValueError
        If `jvp` returns tangents of another shape or dtype than the result.

    Notes
    -----
    It is JAX's `custom_jvp`. The value is always that of `fun`. Tangents of integers are zeros of their dtype.

    Examples
    --------
    >>> @xp.custom_jvp
    ... def log1pexp(x):
    ...     return xp.log(1.0 + xp.exp(x))
    >>> @log1pexp.defjvp
    ... def _(primals, tangents):
    ...     (x,), (t,) = primals, tangents
    ...     return log1pexp(x), (1 - 1 / (1 + xp.exp(x))) * t
    >>> xp.grad(log1pexp)(100.0)
    array(1.)
    """
    check_callable("custom_jvp", fun)
    rules: list[Callable] = []

    def custom(*args: Any, **kwargs: Any) -> Any:
        args = _positional(fun, args, kwargs)
        fixed, variable = _split_arguments("custom_jvp", args, nondiff_argnums)
        tensors, restore = split(variable, as_leaf)
        if not _is_differentiated("custom_jvp", tensors):
            return fun(*args)  # type: ignore[call-arg]
        jvp = _rule("custom_jvp", "defjvp", fun, rules)
        check_closures(_name(fun), fun, jvp, *fixed.values())
        rule = _JvpRule(_name(fun), _with_fixed(fun, fixed), functools.partial(jvp, *fixed.values()), restore)
        return _compiled_jvp(rule, tensors) if is_compiling() else _applied(_Jvp, rule, tensors)

    def defjvp(jvp: Callable) -> Callable:
        rules[:] = [jvp]
        return jvp

    new: Any = functools.wraps(fun, updated=())(custom)
    new.defjvp = defjvp
    return new


class _VjpRule:
    """The functions of `custom_vjp` as functions of tensors, for one call."""

    def __init__(self, name: str, fwd: Callable, bwd: Callable, restore: Callable) -> None:
        self.name, self.fwd, self.bwd, self.restore = name, fwd, bwd, restore
        self.restore_results = self.restore_residuals = restore
        self.likes: list[tuple[torch.Size, torch.dtype, torch.device]] = []

    def forward(self, inputs: Sequence[torch.Tensor]) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
        """Return the results and the residuals."""
        result, residuals = _pair(
            f"{self.name}: fwd must return a tuple (result, residuals)", self.fwd(*self.restore(inputs))
        )
        tensors, self.restore_results = split(result, as_leaf)
        saved, self.restore_residuals = split(residuals)
        self.likes = [(t.shape, t.dtype, t.device) for t in tensors]
        return tensors, saved

    def backward(
        self, inputs: Sequence[torch.Tensor], residuals: Sequence[torch.Tensor], cotangents: Sequence[Any]
    ) -> list[torch.Tensor | None]:
        """Return the cotangents of the inputs."""
        result = self.restore_results(with_zeros(cotangents, self.likes))
        return _cotangents(self.name, self.bwd(self.restore_residuals(residuals), result), self.restore(inputs))

    def backward_of_residuals(
        self, inputs: Sequence[torch.Tensor], cotangents: Sequence[torch.Tensor | None]
    ) -> list[torch.Tensor | None]:
        """Return the cotangents of the inputs for those of residuals, which second derivatives have."""
        wanted = [i for i, g in enumerate(cotangents) if g is not None]
        places = [i for i, t in enumerate(inputs) if KIND[t.dtype] in "fc"]

        def residuals(*tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
            new = list(inputs)
            for i, t in zip(places, tensors, strict=True):
                new[i] = t
            saved = self.forward(new)[1]
            return tuple([saved[i] for i in wanted])

        # A saved tensor may belong to a transform that has ended; `torch.func.vjp` takes views of it only.
        pull = torch.func.vjp(residuals, *[inputs[i].view_as(inputs[i]) for i in places])[1]
        found: list[torch.Tensor | None] = [None] * len(inputs)
        for i, g in zip(places, pull(tuple([cotangents[i] for i in wanted])), strict=True):
            found[i] = g
        return found


class _JvpRule:
    """The functions of `custom_jvp` as functions of tensors, for one call."""

    def __init__(self, name: str, fun: Callable, jvp: Callable, restore: Callable) -> None:
        self.name, self.fun, self.jvp, self.restore = name, fun, jvp, restore
        self.restore_results = restore
        self.likes: list[tuple[torch.Size, torch.dtype, torch.device]] = []

    def forward(self, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Return the results."""
        tensors, self.restore_results = split(self.fun(*self.restore(inputs)), as_leaf)
        self.likes = [(t.shape, t.dtype, t.device) for t in tensors]
        return tensors

    def push(self, inputs: Sequence[torch.Tensor], tangents: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
        """Return the tangents of the results."""
        pair = self.jvp(tuple(self.restore(inputs)), tuple(self.restore(tangents)))
        result, products = _pair(f"{self.name}: jvp must return a tuple (result, tangents)", pair)
        tensors = split(result, as_leaf)[0]
        return matching(self.name, "tangents that jvp returns", products, flatten(result)[1], tensors)

    def pull(self, inputs: Sequence[torch.Tensor], cotangents: Sequence[Any]) -> list[torch.Tensor | None]:
        """Return the cotangents of the inputs: the transpose of `push`."""
        places = [i for i, t in enumerate(inputs) if KIND[t.dtype] in "fc"]
        rows = [i for i, (_, dtype, _) in enumerate(self.likes) if KIND[dtype] in "fc"]

        def push(*tangents: torch.Tensor) -> tuple[torch.Tensor, ...]:
            directions = [torch.zeros_like(t) for t in inputs]
            for i, t in zip(places, tangents, strict=True):
                directions[i] = t
            products = self.push(inputs, directions)
            return tuple([products[i] for i in rows])

        pull = torch.func.vjp(push, *[torch.zeros_like(inputs[i]) for i in places])[1]
        filled = with_zeros(cotangents, self.likes)
        found: list[torch.Tensor | None] = [None] * len(inputs)
        for i, g in zip(places, pull(tuple([filled[i] for i in rows])), strict=True):
            found[i] = g
        return found


class _Vjp(Function):
    """A call of a `custom_vjp`. The residuals are results too, so that second derivatives see them."""

    generate_vmap_rule = True

    @staticmethod
    def forward(rule: _VjpRule, *inputs: torch.Tensor) -> Any:
        results, residuals = rule.forward(inputs)
        return (*_separate(results, inputs), *_separate(residuals, inputs))

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.rule = inputs[0]
        ctx.counts = len(inputs) - 1, len(ctx.rule.likes)
        ctx.set_materialize_grads(False)
        saved = *inputs[1:], *output[len(ctx.rule.likes) :]
        ctx.save_for_backward(*saved)
        ctx.save_for_forward(*saved)

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> Any:
        inputs, results = ctx.counts
        saved = ctx.saved_tensors
        found = ctx.rule.backward(saved[:inputs], saved[inputs:], cotangents[:results])
        if any(g is not None for g in cotangents[results:]):
            more = ctx.rule.backward_of_residuals(saved[:inputs], cotangents[results:])
            found = [b if a is None else a if b is None else a + b for a, b in zip(found, more, strict=True)]
        return None, *found

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> Any:
        raise TypeError(
            f"{ctx.rule.name}: a function with custom_vjp has no derivative in forward mode; use custom_jvp"
        )


class _CompiledVjp(Function):
    """A call of a `custom_vjp` that Dynamo traces, which has no second derivatives."""

    @staticmethod
    def forward(ctx: Any, rule: _VjpRule, *inputs: torch.Tensor) -> Any:
        results, residuals = rule.forward(inputs)
        ctx.rule, ctx.count = rule, len(inputs)
        ctx.save_for_backward(*inputs, *residuals)
        return tuple(_separate(results, inputs))

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> Any:
        saved = ctx.saved_tensors
        return None, *ctx.rule.backward(saved[: ctx.count], saved[ctx.count :], cotangents)


class _Jvp(Function):
    """A call of a `custom_jvp`, whose reverse mode is the transpose of its forward mode."""

    generate_vmap_rule = True

    @staticmethod
    def forward(rule: _JvpRule, *inputs: torch.Tensor) -> Any:
        return tuple(_separate(rule.forward(inputs), inputs))

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.rule = inputs[0]
        ctx.save_for_backward(*inputs[1:])
        ctx.save_for_forward(*inputs[1:])

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> Any:
        return None, *ctx.rule.pull(ctx.saved_tensors, cotangents)

    @staticmethod
    def jvp(ctx: Any, _: None, *tangents: Any) -> Any:
        # torch runs the rule without forward mode, and would drop the derivatives of the outer transforms.
        with forward_mode(True):
            inputs = [without_tangent(t) for t in ctx.saved_tensors]
            directions = [torch.zeros_like(t) if d is None else d for t, d in zip(inputs, tangents, strict=True)]
            products = ctx.rule.push(inputs, directions)
        return tuple([p if KIND[p.dtype] in "fc" else None for p in products])


class _Attached(Function):
    """A value, with the derivatives of another tensor."""

    @staticmethod
    def forward(ctx: Any, value: torch.Tensor, tangent: torch.Tensor) -> torch.Tensor:
        return value.clone()

    @staticmethod
    def backward(ctx: Any, cotangent: torch.Tensor) -> Any:
        return None, cotangent


def _compiled_jvp(rule: _JvpRule, inputs: Sequence[torch.Tensor]) -> Any:
    """Return the result of a `custom_jvp` that Dynamo traces, which traces no transform inside of a derivative.

    Tangents that are zero, and whose derivative by the inputs is one, have products whose derivative is that of `fun`.
    """
    constants = [t.detach() for t in inputs]
    products = rule.push(
        constants, [t - c if t.requires_grad else torch.zeros_like(t) for t, c in zip(inputs, constants, strict=True)]
    )
    attach: Callable = _Attached.apply
    results = zip(rule.forward(constants), products, strict=True)
    return rule.restore_results([attach(r, p) if p.requires_grad else r for r, p in results])


def _is_differentiated(name: str, tensors: Sequence[torch.Tensor]) -> bool:
    """Return whether the user's derivative may be wanted: not while torch itself computes derivatives."""
    if is_compiling() and is_transforming():
        raise UnsupportedError(
            f"{name}: torch.compile has no rule for it inside of a transform such as grad or vmap; call the transform "
            "in a function under torch.compiler.disable, or use requires_grad_() and backward()"
        )
    return records_derivatives(*tensors)


def _applied(function: type[Function], rule: Any, tensors: Sequence[torch.Tensor]) -> Any:
    """Return the result of a function of torch's, without the residuals."""
    apply: Callable = function.apply
    results = apply(rule, *tensors)
    return rule.restore_results(results[: len(rule.likes)])


def _separate(outputs: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Return outputs, copied where they are inputs: torch can't save an input that is an output."""
    return [t.clone() if any(t is x for x in inputs) else t for t in outputs]


def _positional(fun: Callable, args: tuple, kwargs: dict) -> tuple:
    """Return arguments without keywords."""
    if not kwargs:
        return args
    bound = inspect.signature(fun).bind(*args, **kwargs)
    if bound.kwargs:
        raise TypeError(f"{_name(fun)}: keyword-only arguments have no derivatives, got {sorted(bound.kwargs)}")
    return bound.args


def _split_arguments(name: str, args: tuple, nondiff_argnums: Any) -> tuple[dict[int, Any], tuple]:
    """Return the arguments of `nondiff_argnums` by their positions, and the others."""
    places = nondiff_argnums if isinstance(nondiff_argnums, (tuple, list)) else (operator.index(nondiff_argnums),)
    for i in places:
        if not -len(args) <= i < len(args):
            raise ValueError(
                f"{name}: nondiff_argnums={nondiff_argnums} needs more than the {len(args)} arguments given"
            )
    fixed = {i % len(args): args[i] for i in places}
    return fixed, tuple([x for i, x in enumerate(args) if i not in fixed])


def check_closures(name: str, *functions: Any) -> None:
    """Raise for functions with closures over arrays that are differentiated or mapped, which torch would drop."""
    # Dynamo does not trace the cells of a closure.
    rest = [] if is_compiling() else list(functions)
    seen: dict[int, Any] = {}
    while rest:
        function = rest.pop()
        if id(function) in seen:
            continue
        seen[id(function)] = function
        for what, value in _variables(function):
            leaves = flatten(value)[0]
            # A list may be what calls before were noted in.
            arrays = [] if isinstance(value, list) else [x for x in leaves if isinstance(x, (ndarray, torch.Tensor))]
            if any(t.requires_grad or is_wrapped(t) for t in map(tensor_of, arrays)):
                raise TypeError(f"{name}: {what} comes from outside and has a derivative; pass it as an argument")
            rest += leaves


def _variables(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield descriptions and values of what a function or a callable object has beside its arguments."""
    if isinstance(function, functools.partial):
        for value in (function.func, *function.args, *function.keywords.values()):
            yield "an argument of functools.partial", value
    elif inspect.ismethod(function):
        yield "", function.__func__
        for key, value in getattr(function.__self__, "__dict__", {}).items():
            yield f"the attribute {key!r}", value
    elif inspect.isfunction(function):
        for variable, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # the variable has no value yet
                yield repr(variable), cell.cell_contents
    elif callable(function) and not isinstance(function, type):
        for key, value in getattr(function, "__dict__", {}).items():
            yield f"the attribute {key!r}", value


def _with_fixed(function: Callable, fixed: dict[int, Any]) -> Callable:
    """Return `function` with some arguments fixed, as a function of the other arguments."""

    def of_others(*args: Any) -> Any:
        rest = iter(args)
        return function(*[fixed[i] if i in fixed else next(rest) for i in range(len(fixed) + len(args))])

    return of_others if fixed else function


def _rule(transform: str, method: str, fun: Callable, rules: list[Any]) -> Any:
    if not rules:
        raise TypeError(f"{transform}: {_name(fun)} has no derivative; set one with {_name(fun)}.{method}")
    return rules[0]


def _name(fun: Callable) -> str:
    return getattr(fun, "__name__", "function")


def _pair(requirement: str, result: Any) -> tuple[Any, Any]:
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(f"{requirement}, got {result!r}")
    return result


def with_zeros(tensors: Sequence[torch.Tensor | None], likes: Sequence[tuple]) -> list[torch.Tensor]:
    """Return tensors with zeros in place of None."""
    return [
        torch.zeros(shape, dtype=dtype, device=device) if t is None else t
        for t, (shape, dtype, device) in zip(tensors, likes, strict=True)
    ]


def _cotangents(name: str, cotangents: Any, args: tuple) -> list[torch.Tensor | None]:
    """Return a tensor for each array of the arguments, None for zeros and for integers."""
    if not isinstance(cotangents, (tuple, list)) or len(cotangents) != len(args):
        got = f"a tuple of {len(cotangents)}" if isinstance(cotangents, tuple) else repr(cotangents)
        raise TypeError(
            f"{name}: bwd must return a tuple with a cotangent for each of the {len(args)} arguments, got {got}"
        )
    found: list[torch.Tensor | None] = []
    for arg, tree in zip(args, cotangents, strict=True):
        leaves, structure = flatten(arg)
        parts, parts_structure = ([None] * len(leaves), structure) if tree is None else flatten(tree)
        if parts_structure != structure:
            raise TypeError(
                f"{name}: the cotangents that bwd returns must have the structure {described(structure)}, "
                f"got {described(parts_structure)}"
            )
        for leaf, part in zip(leaves, parts, strict=True):
            if leaf is not None:
                t = tensor_of(leaf)
                no_derivative = part is None or KIND[t.dtype] not in "fc"
                what = "cotangent that bwd returns"
                found.append(None if no_derivative else matching(name, what, part, None, [t])[0])
    return found
