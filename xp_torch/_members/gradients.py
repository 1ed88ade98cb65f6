"""The members of `torch.Tensor` for gradients, as members of `ndarray`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap_like
from xp_torch._array.reversed_views import ReversedView, reversed_view
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.shapes import as_bool
from xp_torch._facts.torch_errors import explained_gradient
from xp_torch._kernels.reversed_views import flip

__all__ = ["backward", "detach", "grad", "requires_grad", "requires_grad_"]


def _like(x: ndarray, t: torch.Tensor) -> Any:
    """Return `t`, of the layout of `x._strided`, as an array like `x`."""
    return reversed_view(t, x._flips) if isinstance(x, ReversedView) else wrap_like(type(x), t, x)


def _get_requires_grad(self: ndarray) -> bool:
    """Flag that turns on gradients by the array; it can be set."""
    return self._strided.requires_grad


def _set_requires_grad(self: ndarray, value: bool) -> None:
    requires_grad_(self, value)


def requires_grad_(self: ndarray, requires_grad: bool = True) -> ndarray:
    """Set whether gradients are computed for the array itself, and return it.

    Parameters
    ----------
    requires_grad : bool, default: True
        Whether operations on the array are recorded in the autograd graph.

    Examples
    --------
    >>> x = xp.asarray([1.0, 2.0]).requires_grad_()
    >>> xp.sum(x**2).backward()
    >>> x.grad
    array([2., 4.])
    """
    requires_grad = as_bool(requires_grad, "requires_grad")
    if requires_grad and KIND[self._dtype] not in "fc":
        raise TypeError(f"requires_grad_: the array must be floating-point or complex, got {self.dtype}")
    if isinstance(self, ReversedView) and not self._view.requires_grad:
        self._view = self._view.detach()  # it may be the tensor of another array
    leaf = self._strided
    leaf.requires_grad_(bool(requires_grad))
    return self


def _get_grad(self: ndarray) -> ndarray | None:
    """Gradient that `backward` has added up, or None; it can be set."""
    gradient = self._strided.grad
    return None if gradient is None else _like(self, gradient)


def _set_grad(self: ndarray, value: ndarray | torch.Tensor | None) -> None:
    t = self._strided
    if isinstance(self, ReversedView) and value is not None:
        # The gradient is kept in the order of memory.
        value = flip(as_tensor(value, t.dtype, t.device), self._flips)
    elif isinstance(value, ndarray):
        value = value._tensor
    elif value is not None and not isinstance(value, torch.Tensor):
        value = as_tensor(value, t.dtype, t.device)
    t.grad = value


def detach(self: ndarray) -> ndarray:
    """Return a view of the same memory outside of the autograd graph.

    Examples
    --------
    >>> x = xp.asarray([1.0, 2.0]).requires_grad_()
    >>> (x * 2).detach().requires_grad
    False
    """
    return _like(self, self._strided.detach())


def backward(
    self: ndarray,
    gradient: ArrayLike | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: ndarray | torch.Tensor | Sequence[ndarray | torch.Tensor] | None = None,
) -> None:
    """Compute the gradients of the array, and add them to the attribute `grad` of the arrays that it depends on.

    Parameters
    ----------
    gradient : array_like, optional
        Gradient by this array; may be left out if the array has one element.
    retain_graph : bool, optional
        Whether to keep the autograd graph for another call; by default only with `create_graph`.
    create_graph : bool, default: False
        Whether gradients can be differentiated again.
    inputs : array or sequence of arrays, optional
        Arrays whose gradients to compute; by default those of all leaves of the graph.

    Examples
    --------
    >>> x = xp.asarray([1.0, 2.0]).requires_grad_()
    >>> (x**3).backward([1.0, 10.0])
    >>> x.grad
    array([  3., 120.])
    """
    t = self._tensor
    if gradient is not None:
        gradient = as_tensor(gradient, t.dtype, t.device)
    retain_graph = None if retain_graph is None else as_bool(retain_graph, "retain_graph")
    create_graph = as_bool(create_graph, "create_graph")
    if inputs is not None:
        given = [inputs] if isinstance(inputs, (ndarray, torch.Tensor)) else inputs
        inputs = [x._strided if isinstance(x, ndarray) else x for x in given]
    explained_gradient(t.backward)(gradient, retain_graph, create_graph, inputs)


requires_grad = property(_get_requires_grad, _set_requires_grad)
grad = property(_get_grad, _set_grad)
