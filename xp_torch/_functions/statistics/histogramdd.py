"""Histograms in two and more dimensions."""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from typing import Any

import torch

from xp_torch._array.coercion import as_tensor, as_tensor_beside, finish
from xp_torch._array.deferred import plain
from xp_torch._array.door import call_override, has_override
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import ArrayLike
from xp_torch._facts.defaults import default_float
from xp_torch._facts.shapes import as_bool, as_index
from xp_torch._functions.creation.ranges import linspace
from xp_torch._functions.statistics.histogram_bins import check_ascending, outer_edges, places
from xp_torch._kernels.cast import cast
from xp_torch._kernels.layout import raveled
from xp_torch._kernels.mathematical import diff
from xp_torch._kernels.statistics import histograms as kernels

__all__ = ["histogram2d", "histogramdd"]


def _sample(sample: Any) -> torch.Tensor:
    """Return points as rows: an array of shape (N, D), or the transpose of a sequence of coordinates."""
    if getattr(sample, "ndim", None) == 2 and hasattr(sample, "shape"):
        return as_tensor(sample)
    t = as_tensor(sample)
    if t.ndim > 2:
        raise ValueError(f"histogramdd: sample must have at most two dimensions, got {t.ndim}")
    return t.reshape(1, -1).mT if t.ndim < 2 else t.mT


def _edges(x: torch.Tensor, bins: Any, range: Any, name: str) -> torch.Tensor:
    """Return the edges along one dimension."""
    array = None if isinstance(bins, int) else as_tensor_beside("histogramdd", x, bins)
    if array is not None and array.ndim == 1:
        check_ascending(bins, name)
        return array
    if array is not None and array.ndim > 1:
        raise ValueError(f"{name} must be a scalar or 1d array")
    if bins < 1:
        raise ValueError(f"{name} must be positive, when an integer")
    try:
        count = as_index(bins)
    except TypeError:
        raise TypeError(f"{name} must be an integer, when a scalar") from None
    first, last = outer_edges(x, range)
    return linspace(first, last, count + 1, device=x.device)._tensor


def histogramdd(
    sample: ArrayLike | Sequence[ArrayLike],
    bins: ArrayLike | Sequence[ArrayLike] = 10,
    range: Sequence[tuple[ArrayLike, ArrayLike] | None] | None = None,
    density: bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[ndarray, list[ndarray]]:
    """Return the number of points in each cell of a grid.

    Parameters
    ----------
    sample : array_like
        Points: an array of shape (N, D), or a sequence of D arrays of coordinates.
    bins : int or sequence, default: 10
        Number of bins along each dimension, or a sequence with the number or the edges for each dimension.
    range : sequence, optional
        Outer edges for each dimension, or None for the extremes of the points.
    density : bool, optional
        Whether to return the density, whose integral over the grid is one.
    weights : array_like, optional
        Weights of the points, of shape (N,).

    Returns
    -------
    hist : ndarray
        Counts, sums of weights or the density, in the default floating dtype, with D dimensions.
    edges : list of ndarray
        Edges along each dimension.

    Notes
    -----
    Differs from NumPy: values that cannot be inspected (on other devices, traced, under `vmap`) are not checked.

    Examples
    --------
    >>> hist, edges = xp.histogramdd([[1.0, 2.0, 4.0], [0.0, 0.0, 1.0]], bins=[3, 2])
    >>> hist
    array([[1., 0.],
           [1., 0.],
           [0., 1.]])
    >>> edges
    [array([1., 2., 3., 4.]), array([0. , 0.5, 1. ])]
    """
    if has_override(sample, weights, bins):
        return call_override(histogramdd, locals())
    t = _sample(sample)
    count = t.shape[1]
    if not count:
        raise ValueError("histogramdd: points must have at least one coordinate (got an array of shape (N, 0))")
    w = None
    if weights is not None:
        w = as_tensor_beside("histogramdd", t, weights)
        if w.is_complex():
            raise TypeError("histogramdd: weights must be real")
        w = raveled(cast(w, default_float()))
        if w.shape[0] != t.shape[0]:
            raise ValueError("The weights and list don't have the same length.")
    bins_of: Any = bins
    try:
        given = len(bins_of)
    except TypeError:
        bins_of, given = [bins] * count, count
    if given != count:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    if range is not None and len(plain(range)) != count:
        raise ValueError("range argument must have one entry per dimension")
    edges = []
    place = torch.zeros(t.shape[0], dtype=torch.int64, device=t.device)
    for i in builtins.range(count):
        x = t.select(1, i)
        edge = _edges(x, bins_of[i], None if range is None else range[i], f"`bins[{i}]`")
        edges.append(edge)
        place = place * (edge.shape[0] + 1) + places(x, edge, even=isinstance(bins_of[i], int))
    sizes = [edge.shape[0] + 1 for edge in edges]
    hist = cast(kernels.tally(place, w, math.prod(sizes)), default_float()).reshape(sizes)
    for i, size in enumerate(sizes):
        hist = hist.narrow(i, 1, size - 2)
    if as_bool(density, "density"):
        total = torch.sum(hist)
        for i, edge in enumerate(edges):
            hist = hist / diff(edge, 1, 0).reshape([-1 if i == j else 1 for j in builtins.range(count)])
        hist = hist / total
    return wrap(hist), [finish("histogramdd", e, like=sample) for e in edges]


def histogram2d(
    x: ArrayLike,
    y: ArrayLike,
    bins: ArrayLike | Sequence[ArrayLike] = 10,
    range: Sequence[tuple[ArrayLike, ArrayLike] | None] | None = None,
    density: bool | None = None,
    weights: ArrayLike | None = None,
) -> tuple[ndarray, ndarray, ndarray]:
    """Return the number of points in each cell of a grid in the plane.

    If `bins` is one array, it has the edges for both axes.

    Parameters
    ----------
    x, y : array_like
        Coordinates of the points, of shape (N,).
    bins : int or sequence, default: 10
        Number of bins along each dimension, or a sequence with the number or the edges for each dimension.
    range : sequence, optional
        Outer edges for each dimension, or None for the extremes of the points.
    density : bool, optional
        Whether to return the density, whose integral over the grid is one.
    weights : array_like, optional
        Weights of the points, of shape (N,).

    Returns
    -------
    H : ndarray
        Counts, sums of weights or the density, in the default floating dtype: bins of `x` by bins of `y`.
    xedges : ndarray
        Edges along `x`.
    yedges : ndarray
        Edges along `y`.

    Notes
    -----
    Differs from NumPy: values that cannot be inspected (on other devices, traced, under `vmap`) are not checked.

    Examples
    --------
    >>> h, xedges, yedges = xp.histogram2d([0.0, 1.0, 2.0], [0.0, 0.0, 1.0], bins=2)
    >>> h
    array([[1., 0.],
           [1., 1.]])
    """
    if has_override(x, y, weights, bins):
        return call_override(histogram2d, locals())
    if len(plain(x)) != len(plain(y)):
        raise ValueError("x and y must have the same length.")
    bins_of: Any = bins
    try:
        given = len(bins_of)
    except TypeError:
        given = 1
    if given not in (1, 2):
        bins_of = [bins, bins]
    hist, edges = histogramdd([x, y], bins_of, range, density, weights)
    return hist, edges[0], edges[1]
