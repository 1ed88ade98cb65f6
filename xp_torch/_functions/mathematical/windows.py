"""Window functions of signal processing."""

from __future__ import annotations

import math
from typing import Any

import torch

from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.defaults import default_device, default_float
from xp_torch._facts.dtypes import float64
from xp_torch._functions.creation.ranges import arange
from xp_torch._kernels.cast import cast

__all__ = ["bartlett", "blackman", "hamming", "hanning", "kaiser"]


def _length(name: str, M: Any) -> float:
    """Return a number of points as a float."""
    try:
        return float(M)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name}: the number of points must be a real number (got {M!r})") from error


def _numerators(M: float) -> torch.Tensor:
    """Return the odd or even numbers from ``1 - M`` up to `M`, in steps of two."""
    return arange(1 - M, M, 2, dtype=float64)._tensor


def _window(points: torch.Tensor) -> ndarray:
    """Return float64 values as an array of the default floating dtype."""
    return wrap(cast(points, default_float()))


def _constant(M: float) -> ndarray | None:
    """Return the window of no points or of one, None if there are more."""
    if M < 1:
        return _window(torch.zeros(0, dtype=torch.float64, device=default_device()))
    return _window(torch.ones(1, dtype=torch.float64, device=default_device())) if M == 1 else None


def bartlett(M: Any) -> ndarray:
    """Return the Bartlett window: a triangle that is zero at both ends.

    Parameters
    ----------
    M : int
        Number of points; none give an empty array.

    Returns
    -------
    ndarray
        The window, 1 in the middle if `M` is odd.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.bartlett(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    count = _length("bartlett", M)
    if (few := _constant(count)) is not None:
        return few
    n = _numerators(count)
    return _window(torch.where(n <= 0, 1 + n / (count - 1), 1 - n / (count - 1)))


def blackman(M: Any) -> ndarray:
    """Return the Blackman window, a sum of three cosines.

    Parameters
    ----------
    M : int
        Number of points; none give an empty array.

    Returns
    -------
    ndarray
        The window, 1 in the middle if `M` is odd.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.round(xp.blackman(5), 2) + 0.0
    array([0.  , 0.34, 1.  , 0.34, 0.  ])
    """
    count = _length("blackman", M)
    if (few := _constant(count)) is not None:
        return few
    phase = math.pi * _numerators(count) / (count - 1)
    return _window(0.42 + 0.5 * torch.cos(phase) + 0.08 * torch.cos(2.0 * phase))


def hamming(M: Any) -> ndarray:
    """Return the Hamming window, a raised cosine that does not reach zero.

    Parameters
    ----------
    M : int
        Number of points; none give an empty array.

    Returns
    -------
    ndarray
        The window, 1 in the middle if `M` is odd.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.hamming(5)
    array([0.08, 0.54, 1.  , 0.54, 0.08])
    """
    count = _length("hamming", M)
    if (few := _constant(count)) is not None:
        return few
    return _window(0.54 + 0.46 * torch.cos(math.pi * _numerators(count) / (count - 1)))


def hanning(M: Any) -> ndarray:
    """Return the Hann window, a raised cosine that is zero at both ends.

    Parameters
    ----------
    M : int
        Number of points; none give an empty array.

    Returns
    -------
    ndarray
        The window, 1 in the middle if `M` is odd.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.hanning(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    count = _length("hanning", M)
    if (few := _constant(count)) is not None:
        return few
    return _window(0.5 + 0.5 * torch.cos(math.pi * _numerators(count) / (count - 1)))


def kaiser(M: Any, beta: Any) -> ndarray:
    """Return the Kaiser window, made of a Bessel function.

    Parameters
    ----------
    M : int
        Number of points; none give an empty array.
    beta : float
        Shape: 0 gives a rectangle, 5 about a Hamming, 6 a Hann, 8.6 a Blackman window.

    Returns
    -------
    ndarray
        The window, 1 in the middle if `M` is odd.

    Examples
    --------
    >>> import xp_torch as xp
    >>> xp.round(xp.kaiser(5, 14), 4)
    array([0.    , 0.1649, 1.    , 0.1649, 0.    ])
    """
    count, shape = _length("kaiser", M), _length("kaiser", beta)
    if count == 1:
        return _window(torch.ones(1, dtype=torch.float64, device=default_device()))
    n = arange(0.0, count, dtype=float64)._tensor
    half = (count - 1) / 2.0
    scale = torch.special.i0(torch.full((), shape, dtype=torch.float64, device=default_device()))
    return _window(torch.special.i0(shape * torch.sqrt(1 - ((n - half) / half) ** 2.0)) / scale)
