"""Histograms in one dimension, counts of integers, and the bins of elements."""

from __future__ import annotations

from typing import Any, Literal

import torch

from xp_torch._array.coercion import as_tensors, finish
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import KIND
from xp_torch._facts.errors import UFuncTypeError, warn
from xp_torch._facts.inspection import any_true, known_or, same_shape
from xp_torch._facts.promotion import can_cast, promote
from xp_torch._facts.shapes import as_bool, as_index, check_size, fixed_size
from xp_torch._facts.torch_errors import explained, raise_explained
from xp_torch._facts.torch_state import assert_in_graph, is_compiling, is_differentiated
from xp_torch._functions.elementwise import greater, less, not_equal
from xp_torch._functions.searching import searchsorted
from xp_torch._functions.statistics.histogram_bins import edges_of, places, steps
from xp_torch._kernels import host_functions
from xp_torch._kernels.bit_views import signed_bits
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import raveled
from xp_torch._kernels.mathematical import diff
from xp_torch._kernels.statistics import histograms as kernels

__all__ = ["bincount", "digitize", "histogram", "histogram_bin_edges"]

_tally = explained(kernels.tally)

_OUTSIDE = "bincount: in compiled code, the integers must be at least 0 and below minlength, which is the result's size"


def _flat(name: str, a: Any, weights: Any) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Return the elements and their weights as flat tensors; booleans as uint8."""
    t, *rest = as_tensors(name, a, *([] if weights is None else [weights]))
    if t.dtype is torch.bool:
        warn("Converting input from bool to <class 'numpy.uint8'> for compatibility.", RuntimeWarning)
        t = cast(t, torch.uint8)
    if rest and rest[0].shape != t.shape:
        raise ValueError("weights should have the same shape as a.")
    return raveled(t), raveled(rest[0]) if rest else None


def histogram_bin_edges(
    a: ArrayLike,
    bins: ArrayLike = 10,
    range: tuple[ArrayLike, ArrayLike] | None = None,
    weights: ArrayLike | None = None,
) -> ndarray:
    """Return the edges of the bins of `histogram`.

    Parameters
    ----------
    a : array_like
        Elements, of any shape.
    bins : int or sequence or str, default: 10
        Number of bins of equal width, or edges in ascending order, or the estimator of the number: "auto", "fd",
        "doane", "scott", "stone", "rice", "sturges" or "sqrt".
    range : (float, float), optional
        Outer edges; the extremes of `a` by default.
    weights : array_like, optional
        Weights of the elements, with the shape of `a`; ignored.

    Returns
    -------
    ndarray
        Edges, one more than there are bins: floating, or those given. A bin includes its lower edge; the last bin
        includes both.

    Notes
    -----
    With an estimator the number of bins depends on the values, so they are read back to the host.
    Differs from NumPy: values that cannot be inspected (on other devices, traced, under `vmap`) are not checked
    otherwise; with a NaN among them and no `range` the edges are NaN, and nothing is counted.

    Examples
    --------
    >>> xp.histogram_bin_edges([1.0, 2.0, 5.0], bins=2)
    array([1., 3., 5.])
    """
    if has_override(a, None if type(bins) is str else bins, weights):
        return call_override(histogram_bin_edges, locals())
    t, w = _flat("histogram_bin_edges", a, weights)
    return finish("histogram_bin_edges", edges_of(t, bins, range, w is not None)[0], like=a)


def histogram(
    a: ArrayLike,
    bins: ArrayLike = 10,
    range: tuple[ArrayLike, ArrayLike] | None = None,
    density: bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[ndarray, ndarray]:
    """Return the number of elements in each bin.

    Parameters
    ----------
    a : array_like
        Elements, of any shape.
    bins : int or sequence or str, default: 10
        Number of bins of equal width, or edges in ascending order, or the estimator of the number: "auto", "fd",
        "doane", "scott", "stone", "rice", "sturges" or "sqrt".
    range : (float, float), optional
        Outer edges; the extremes of `a` by default.
    density : bool, optional
        Whether to return the density, whose integral over the bins is one.
    weights : array_like, optional
        Weights of the elements, with the shape of `a`.

    Returns
    -------
    hist : ndarray
        Counts (int64), sums of weights (in their dtype), or the density (floating).
    bin_edges : ndarray
        Edges, one more than there are bins: floating, or those given. A bin includes its lower edge; the last bin
        includes both.

    Notes
    -----
    With an estimator the number of bins depends on the values, so they are read back to the host.
    Differs from NumPy: values that cannot be inspected (on other devices, traced, under `vmap`) are not checked
    otherwise; with a NaN among them and no `range` the edges are NaN, and nothing is counted.

    Examples
    --------
    >>> xp.histogram([1, 2, 1], bins=[0, 1, 2, 3])
    (array([0, 2, 1]), array([0, 1, 2, 3]))
    >>> xp.histogram([1.0, 2.0, 5.0], bins=2, density=True)
    (array([0.33333333, 0.16666667]), array([1., 3., 5.]))
    """
    if has_override(a, None if type(bins) is str else bins, weights):
        return call_override(histogram, locals())
    t, w = _flat("histogram", a, weights)
    edges, even = edges_of(t, bins, range, w is not None)
    if w is not None and w.dtype is torch.bool and not even and t.numel():
        raise UFuncTypeError(
            "Cannot cast ufunc 'add' output from dtype('int64') to dtype('bool') with casting rule 'same_kind': "
            "with given edges, weights must not be booleans"
        )
    size = edges.shape[0] - 1
    if size < 1:
        n = torch.zeros(0, dtype=torch.int64 if w is None else w.dtype, device=t.device)
    elif w is None and (counts := host_functions.histogram(t, edges, even)) is not None:
        n = counts
    else:
        index = places(t, edges, even)
        loop = None if w is None else promote(w.dtype, default_float())
        counts = kernels.tally(index, None if w is None else cast(w, loop), size + 2).narrow(0, 1, size)  # type: ignore[arg-type]
        n = counts if w is None else cast(counts, w.dtype)
    if as_bool(density, "density"):
        width = cast(diff(edges, 1, 0), default_float())
        m = cast(n, promote(n.dtype, default_float()))
        n = m / width / torch.sum(m)
    return wrap(n), bins if type(bins) is ndarray and bins._tensor is edges else finish("histogram", edges, like=a)


def bincount(
    x: ArrayLike, /, weights: ArrayLike | None = None, minlength: int = 0, *, length: int | None = None
) -> ndarray:
    """Return the number of occurrences of each integer from zero to the largest.

    Parameters
    ----------
    x : array_like
        1-D array of non-negative integers (checked on the CPU).
    weights : array_like, optional
        Weights to add instead of counting, with the shape of `x`.
    minlength : int, default: 0
        Minimum size of the result.
    length : int, optional
        Size of the result, whatever `minlength` is: greater integers are ignored, and negative ones count as zero. By
        default the largest integer plus one.

    Returns
    -------
    ndarray
        The counts (int64), or the sums of weights (in the default floating dtype).

    Notes
    -----
    Without `length` the size of the result depends on the values, which are read back to the host. With `length`,
    JAX's parameter, nothing is read back. In compiled code on the CPU, `minlength` is the size of the result, and a
    greater integer raises RuntimeError when the graph runs; `xp_torch.compile` then runs the function eagerly.

    Examples
    --------
    >>> xp.bincount([0, 1, 1, 3])
    array([1, 2, 0, 1])
    >>> xp.bincount([0, 1, 1], weights=[0.5, 1.0, 2.0], minlength=3)
    array([0.5, 3. , 0. ])
    """
    if has_override(x, weights):
        return call_override(bincount, locals())
    if minlength is None:
        raise TypeError("use 0 instead of None for minlength")
    min_length = as_index(minlength)
    t, *others = as_tensors("bincount", x, *([] if weights is None else [weights]))
    if isinstance(x, (list, tuple)) and not t.numel():
        t = cast(t, torch.int64)  # an empty list has no dtype
    if t.ndim != 1:
        raise ValueError(
            "object too deep for desired array" if t.ndim else "object of too small depth for desired array"
        )
    if KIND[t.dtype] not in "biu":
        raise TypeError(f"bincount: cannot cast {wrap(t).dtype!r} to indices (int64) according to the rule 'safe'")
    if min_length < 0:
        raise ValueError("'minlength' must not be negative")
    if type(min_length) is int and min_length >= 2**63:
        raise OverflowError(f"bincount: minlength must fit in 64 bits (got {min_length})")
    if length is None and known_or(False, t.shape[0] == 0):  # int64 even with weights, as in NumPy
        return wrap(torch.zeros(min_length, dtype=torch.int64, device=t.device))
    w = None
    if weights is not None:
        (w,) = others
        if not can_cast(w.dtype, default_float()) and KIND[w.dtype] not in "fiu":
            raise TypeError(f"bincount: cannot cast weights of {wrap(w).dtype!r} to {default_float()}")
        if not same_shape(w.shape, t.shape):
            raise ValueError("The weights and list don't have the same length.")
    t, w = cast(t, torch.int64), None if w is None else cast(w, default_float())
    if length is not None:
        size = fixed_size("bincount", length, "length")
        check_size([size + 1], 8)
        bins = t.clamp(0, size)
        counts = _tally(bins, w, size + 1)
        return wrap(counts.narrow(0, 0, size).clone())
    if is_compiling() and min_length > 0 and t.is_cpu:  # on a GPU, a condition that fails would end the process
        assert_in_graph(((t >= 0) & (t < min_length)).all(), _OUTSIDE)
        return wrap(kernels.tally(t, w, min_length))
    try:
        if w is not None and is_differentiated(w):
            # torch.bincount has no derivative; the size is the number of counts
            r = kernels.tally(t, w, torch.bincount(t, minlength=min_length).shape[0])
        else:
            r = torch.bincount(t, w, min_length)
    except RuntimeError as error:
        if "non-negative" not in str(error):
            raise_explained("bincount", (), error)
        raise ValueError("'list' argument must have no negative elements") from None
    return wrap(r if w is None else cast(r, w.dtype))  # torch sums narrow dtypes in float64


def digitize(x: ArrayLike, bins: ArrayLike, right: bool = False) -> ndarray:
    """Return the index of the bin of each element.

    Parameters
    ----------
    x : array_like
        Real elements, of any shape.
    bins : array_like
        Edges of the bins, 1-D, in ascending or descending order.
    right : bool, default: False
        Whether a bin includes its right edge rather than its left one.

    Returns
    -------
    ndarray
        Indices (int64) with the shape of `x`: 0 before the first edge, ``len(bins)`` beyond the last.

    Notes
    -----
    Differs from NumPy: whether bins are in order is not checked where the values cannot be inspected (on other devices,
    traced, under `vmap`); the first two edges that differ determine the direction.

    Examples
    --------
    >>> xp.digitize([0.2, 6.4, 3.0], [0.0, 1.0, 2.5, 4.0])
    array([1, 4, 3])
    >>> xp.digitize([0.2, 3.0], [4.0, 2.5, 0.0])
    array([2, 1])
    """
    if has_override(x, bins):
        return call_override(digitize, locals())
    t, edges = as_tensors("digitize", x, bins)
    if t.is_complex():
        raise TypeError("x may not be complex")
    if edges.is_complex():
        raise TypeError("bins may not be complex")
    if edges.ndim != 1:
        raise ValueError(f"object {'too deep' if edges.ndim else 'of too small depth'} for desired array")
    side: Literal["left", "right"] = "left" if as_bool(right, "right") else "right"
    if edges.shape[0] < 2:
        return searchsorted(edges, x, side=side)
    found = host_functions.digitize(raveled(t), edges, bool(right))
    if found is not None:
        return wrap(found.reshape(t.shape))
    rises, falls, differs = (steps(compare, edges) for compare in (less, greater, not_equal))
    # as in NumPy, the first two edges that differ determine the direction, and comparisons with NaN are false
    first = torch.argmax(differs.to(torch.uint8), 0, keepdim=True)
    descending = (differs.gather(0, first) & torch.logical_not(rises.gather(0, first))).squeeze(0)
    if any_true(torch.where(descending, rises, falls)):
        raise ValueError("bins must be monotonically increasing or decreasing")
    # bit patterns, so that integers are compared exactly
    ordered = torch.where(descending, signed_bits(edges).flip(0), signed_bits(edges)).view(edges.dtype)
    result = searchsorted(wrap(ordered), wrap(t), side=side)._tensor
    return wrap(torch.where(descending, edges.shape[0] - result, result))
