"""Window functions of signal processing."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, SupportsIndex

import torch

from xp_torch._array.coercion import as_device
from xp_torch._array.door import BLOCKS, call_override, is_elsewhere
from xp_torch._array.ndarray import ndarray, wrap
from xp_torch._facts.annotations import DeviceLike
from xp_torch._facts.defaults import default_float
from xp_torch._facts.dtypes import float64
from xp_torch._functions.creation.ranges import arange
from xp_torch._kernels.cast import cast

__all__ = ["bartlett", "blackman", "hamming", "hanning", "kaiser"]


def _real_number(name: str, label: str, value: Any) -> float:
    """Return an argument as a float."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: {label} must be a real number, not {type(value).__name__}") from None


def _window(name: str, M: Any, device: Any, formula: Callable[[torch.Tensor, float], torch.Tensor]) -> ndarray:
    """Return a window of `M` points by its formula.

    ``formula(t, M - 1)`` gets the numbers from ``1 - M`` to ``M - 1`` in steps of 2.
    """
    count = _real_number(name, "the number of points", M)
    if count == 1:
        t = torch.ones(1, dtype=torch.float64, device=as_device(device))
    else:
        t = formula(arange(1 - count, count, 2, dtype=float64, device=device)._tensor, count - 1)
    return wrap(cast(t, default_float()))


def bartlett(M: SupportsIndex, *, device: DeviceLike | None = None) -> ndarray:
    """Return the Bartlett window: a triangle that is zero at both ends.

    Parameters
    ----------
    M : int
        Number of points; the result is empty if it is less than 1.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The window, in the default floating dtype; 1 in the middle if `M` is odd.

    Examples
    --------
    >>> xp.bartlett(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(bartlett, locals())
    return _window("bartlett", M, device, lambda n, last: 1 - abs(n / last))


def blackman(M: SupportsIndex, *, device: DeviceLike | None = None) -> ndarray:
    """Return the Blackman window, a sum of three cosines.

    Parameters
    ----------
    M : int
        Number of points; the result is empty if it is less than 1.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The window, in the default floating dtype; 1 in the middle if `M` is odd.

    Examples
    --------
    >>> xp.round(xp.blackman(5), 2) + 0.0
    array([0.  , 0.34, 1.  , 0.34, 0.  ])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(blackman, locals())

    def formula(n: torch.Tensor, last: float) -> torch.Tensor:
        phase = math.pi * n / last
        return 0.42 + 0.5 * torch.cos(phase) + 0.08 * torch.cos(2.0 * phase)

    return _window("blackman", M, device, formula)


def hamming(M: SupportsIndex, *, device: DeviceLike | None = None) -> ndarray:
    """Return the Hamming window, a raised cosine that does not reach zero.

    Parameters
    ----------
    M : int
        Number of points; the result is empty if it is less than 1.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The window, in the default floating dtype; 1 in the middle if `M` is odd.

    Examples
    --------
    >>> xp.hamming(5)
    array([0.08, 0.54, 1.  , 0.54, 0.08])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(hamming, locals())
    return _window("hamming", M, device, lambda n, last: 0.54 + 0.46 * torch.cos(math.pi * n / last))


def hanning(M: SupportsIndex, *, device: DeviceLike | None = None) -> ndarray:
    """Return the Hann window, a raised cosine that is zero at both ends.

    Parameters
    ----------
    M : int
        Number of points; the result is empty if it is less than 1.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The window, in the default floating dtype; 1 in the middle if `M` is odd.

    Examples
    --------
    >>> xp.hanning(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(hanning, locals())
    return _window("hanning", M, device, lambda n, last: 0.5 + 0.5 * torch.cos(math.pi * n / last))


def kaiser(M: SupportsIndex, beta: float, *, device: DeviceLike | None = None) -> ndarray:
    """Return the Kaiser window, which is computed from a Bessel function.

    Parameters
    ----------
    M : int
        Number of points; the result is empty if it is less than 1.
    beta : float
        Shape: 0 gives a rectangle, 5 about a Hamming, 6 a Hann, 8.6 a Blackman window.
    device : device_like, optional
        Device of the result; by default torch's default device.

    Returns
    -------
    ndarray
        The window, in the default floating dtype; 1 in the middle if `M` is odd.

    Examples
    --------
    >>> xp.round(xp.kaiser(5, 14), 4)
    array([0.    , 0.1649, 1.    , 0.1649, 0.    ])
    """
    if (BLOCKS or device is not None) and is_elsewhere(device):
        return call_override(kaiser, locals())
    shape = _real_number("kaiser", "beta", beta)

    def formula(n: torch.Tensor, last: float) -> torch.Tensor:
        i0 = torch.special.i0
        return i0(shape * torch.sqrt(1 - (n / last) ** 2.0)) / i0(n.new_full((), shape))

    return _window("kaiser", M, device, formula)
