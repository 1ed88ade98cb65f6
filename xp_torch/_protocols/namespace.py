"""The namespace of arrays and plain tensors, in each version of the standard."""

from __future__ import annotations

from typing import Any

import array_api_compat
import torch

from xp_torch._array.coercion import as_tensor
from xp_torch._array.ndarray import ndarray, wrap

__all__ = ["get_namespace"]

#: namespace of each version of the standard, and of the newest under None; filled by `versions.publish`.
NAMESPACES: dict[str | None, Any] = {}


def __array_namespace__(self: ndarray, /, *, api_version: str | None = None) -> Any:
    """Return the array API namespace of the array: the package, or a view of it for an older standard.

    Parameters
    ----------
    api_version : str, optional
        Version of the standard, from ``"2021.12"`` to ``"2025.12"``; the newest by default.

    Returns
    -------
    module
        Namespace of that version.

    Examples
    --------
    >>> xp.asarray(0).__array_namespace__() is xp
    True
    >>> xp.asarray(0).__array_namespace__(api_version="2022.12").__array_api_version__
    '2022.12'
    """
    if api_version is None:
        return NAMESPACES[None]
    if not isinstance(api_version, str) or api_version not in NAMESPACES:
        known = ", ".join(sorted(version for version in NAMESPACES if version is not None))
        raise ValueError(f"unknown version of the array API standard: {api_version!r:.80}; known: {known}")
    return NAMESPACES[api_version]


def get_namespace(*arrays: Any, api_version: str | None = None) -> Any:
    """Return the array API namespace of `arrays`: this package for its arrays and for tensors.

    Parameters
    ----------
    *arrays : array, Tensor or Python scalar
        Arguments of a call; Python scalars and None are ignored.
    api_version : str, optional
        Version of the standard; by default the newest.

    Returns
    -------
    module
        This package if its arrays or plain `torch.Tensor` objects are among the arguments, else the result of
        `array_api_compat.array_namespace`.

    Raises
    ------
    TypeError
        If there is no array, or there are arrays of more than one library.

    Examples
    --------
    >>> import torch
    >>> xp.get_namespace(xp.zeros(3), torch.ones(3), 1.0) is xp
    True
    """
    own = [x for x in arrays if isinstance(x, (ndarray, torch.Tensor))]
    others = [x for x in arrays if not isinstance(x, (ndarray, torch.Tensor, int, float, complex)) and x is not None]
    if not own:
        return array_api_compat.array_namespace(*arrays, api_version=api_version)
    if others:
        raise TypeError(f"get_namespace: arrays of two libraries, xp_torch and {type(others[0]).__module__}")
    first = own[0] if isinstance(own[0], ndarray) else wrap(as_tensor(own[0]))
    return first.__array_namespace__(api_version=api_version)
