"""`debug_print`: printing of values that a graph, or a transform, computes with."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.deferred import plain
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.torch_state import is_compiling_or_exporting, is_transformed
from xp_torch._functions.transforms.trees import as_leaf, tensor_of

__all__ = ["debug_print"]

_library = torch.library.Library("xp_torch", "FRAGMENT")


def _print(fmt: str, tensors: list[torch.Tensor], texts: list[str], kinds: list[str], names: list[str]) -> None:
    """Print arguments: `kinds` says which are arrays, tensors and texts, `names` is empty for positional ones."""
    rest_of_tensors, rest_of_texts = iter(tensors), iter(texts)
    args, kwargs = [], {}
    for kind, name in zip(kinds, names, strict=True):
        value: Any = next(rest_of_texts) if kind == "text" else next(rest_of_tensors)
        value = wrap(value) if kind == "array" else value
        if name:
            kwargs[name] = value
        else:
            args.append(value)
    print(fmt.format(*args, **kwargs))  # noqa: T201


def _print_mapped(info: Any, in_dims: Any, fmt: str, tensors: list[torch.Tensor], *rest: Any) -> tuple[None, None]:
    """Print the arguments of each entry of the mapped axis."""
    for i in range(info.batch_size):
        entries = [t if axis is None else t.select(axis, i) for t, axis in zip(tensors, in_dims[1], strict=True)]
        torch.ops.xp_torch.debug_print(fmt, entries, *rest)
    return None, None


_library.define(
    "debug_print(str fmt, Tensor[] tensors, str[] texts, str[] kinds, str[] names) -> ()",
    tags=(torch.Tag.pt2_compliant_tag,),
)
_library.impl("debug_print", _print, "CompositeExplicitAutograd")
torch.library.register_fake("xp_torch::debug_print", lambda *_: None, lib=_library)
torch.library.register_vmap("xp_torch::debug_print", _print_mapped, lib=_library)
torch.fx.node.has_side_effect(torch.ops.xp_torch.debug_print.default)


def debug_print(fmt: str, /, *args: ArrayLike, **kwargs: ArrayLike) -> None:
    """Print ``fmt.format(*args, **kwargs)``, with the values of arrays also where `print` shows none.

    It is JAX's `jax.debug.print`.

    Parameters
    ----------
    fmt : str
        Text with replacement fields, as of `str.format`.
    *args : array_like
        Values of positional fields: arrays, numbers and text.
    **kwargs : array_like
        Values of named fields.

    Raises
    ------
    TypeError
        If an argument is something else than an array, a number or text, in compiled code or in a transform.

    Notes
    -----
    A compiled function prints at each call, and stays one graph. `grad` and the other transforms print the values that
    are differentiated; `vmap` prints a line for each entry of the mapped axis. In compiled code, lines that do not
    depend on each other may come in another order. `eval_shape` prints nothing.

    Examples
    --------
    >>> def f(x):
    ...     xp.debug_print("x = {}, f(x) = {y:.2f}", x, y=x**2)
    ...     return x**2
    >>> xp.grad(f)(1.5)
    x = 1.5, f(x) = 2.25
    array(3.)
    """
    if not (is_compiling_or_exporting() or is_transformed()):
        print(fmt.format(*args, **kwargs))  # noqa: T201
        return
    tensors, texts, kinds = [], [], []
    for value in (*args, *kwargs.values()):
        if isinstance(value, (list, tuple, dict)):
            raise TypeError(
                f"debug_print: arguments must be arrays, numbers or text where a program is compiled or transformed, "
                f"got {type(value).__name__}"
            )
        if value is None or isinstance(value, str):
            texts.append(str(value))
            kinds.append("text")
        else:
            leaf = as_leaf(plain(value))
            tensors.append(tensor_of(leaf).detach())
            kinds.append("array" if isinstance(leaf, ndarray) else "tensor")
    torch.ops.xp_torch.debug_print(fmt, tensors, texts, kinds, [""] * len(args) + list(kwargs))
