"""Inspection: `__array_namespace_info__`."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.coercion import as_device
from xp_torch._facts.defaults import default_complex, default_device, default_float, default_int
from xp_torch._facts.dtypes import FROM_TORCH, KIND, REAL, dtype
from xp_torch._functions.data_type import KINDS

__all__ = ["__array_namespace_info__"]

# Device types whose hardware or driver has no 64-bit floating point.
WITHOUT_FLOAT64 = frozenset({"mps"})
# torch's iteration over tensors takes so many dimensions; a 65th can be stored, but few functions accept it.
MAX_DIMENSIONS = 64
# The names that the standard has; bfloat16 is beside it.
STANDARD = (
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float32",
    "float64",
    "complex64",
    "complex128",
)


def _supported(found: torch.dtype, device: torch.device) -> bool:
    """Tell whether `device` can hold `found`."""
    return device.type not in WITHOUT_FLOAT64 or REAL[found] is not torch.float64


class Info:
    """What the namespace has: the object that `__array_namespace_info__` returns."""

    def capabilities(self) -> dict[str, Any]:
        """Return what the standard leaves open.

        Returns
        -------
        dict
            "boolean indexing" and "data-dependent shapes" (both True), and "max dimensions" (64, as torch has).

        Examples
        --------
        >>> import xp_torch as xp
        >>> xp.__array_namespace_info__().capabilities()["boolean indexing"]
        True
        """
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": MAX_DIMENSIONS}

    def default_device(self) -> torch.device:
        """Return the device on which new arrays are created: torch's default device.

        Examples
        --------
        >>> import xp_torch as xp
        >>> xp.__array_namespace_info__().default_device()
        device(type='cpu')
        """
        return default_device()

    def default_dtypes(self, *, device: Any = None) -> dict[str, dtype]:
        """Return the dtypes that arrays get if none is given (`set_default_dtype`).

        Parameters
        ----------
        device : device_like, optional
            Device in question.

        Returns
        -------
        dict
            Dtypes under "real floating", "complex floating", "integral" and "indexing" (always int64).

        Examples
        --------
        >>> import xp_torch as xp
        >>> xp.__array_namespace_info__().default_dtypes()["real floating"]
        dtype('float64')
        """
        as_device(device)
        return {
            "real floating": FROM_TORCH[default_float()],
            "complex floating": FROM_TORCH[default_complex()],
            "integral": FROM_TORCH[default_int()],
            "indexing": FROM_TORCH[torch.int64],
        }

    def dtypes(self, *, device: Any = None, kind: str | tuple[str, ...] | None = None) -> dict[str, dtype]:
        """Return the standard's dtypes that a device has.

        Parameters
        ----------
        device : device_like, optional
            Device in question, torch's default device if not given.
        kind : str or tuple of str, optional
            Kinds as in `isdtype`; all by default.

        Returns
        -------
        dict
            Dtypes by name. A device without 64-bit floats lacks float64 and complex128.

        Raises
        ------
        ValueError
            If `kind` is not a known kind.

        Examples
        --------
        >>> import xp_torch as xp
        >>> sorted(xp.__array_namespace_info__().dtypes(kind="signed integer"))
        ['int16', 'int32', 'int64', 'int8']
        """
        where = as_device(device)
        wanted = (kind if isinstance(kind, tuple) else (kind,)) if kind is not None else tuple(KINDS)
        for k in wanted:
            if k not in KINDS:
                raise ValueError(f"unsupported kind: {k!r}")
        kinds = "".join(KINDS[k] for k in wanted)
        return {
            d.name: d for t, d in FROM_TORCH.items() if d.name in STANDARD and KIND[t] in kinds and _supported(t, where)
        }

    def devices(self) -> tuple[torch.device, ...]:
        """Return the devices that arrays can lie on.

        Examples
        --------
        >>> import torch
        >>> import xp_torch as xp
        >>> torch.device("cpu") in xp.__array_namespace_info__().devices()
        True
        """
        found = [torch.device("cpu")]
        if torch.accelerator.is_available():
            accelerator = torch.accelerator.current_accelerator()
            if accelerator is not None:
                count = torch.accelerator.device_count()
                found.extend(torch.device(accelerator.type, index) for index in range(count))
        return tuple(found)


_INFO = Info()


def __array_namespace_info__() -> Info:
    """Return what the namespace has: capabilities, devices and dtypes.

    Returns
    -------
    Info
        Object with ``capabilities()``, ``default_device()``, ``default_dtypes()``, ``dtypes()`` and ``devices()``.

    Examples
    --------
    >>> import xp_torch as xp
    >>> list(xp.__array_namespace_info__().dtypes(kind="bool"))
    ['bool']
    """
    return _INFO
