"""The inspection API of the standard: `__array_namespace_info__`."""

from __future__ import annotations

from typing import Any

import torch

from xp_torch._array.coercion import as_device
from xp_torch._facts.defaults import default_complex, default_device, default_float, default_int, devices
from xp_torch._facts.dtype_sets import WITHOUT_FLOAT64
from xp_torch._facts.dtypes import FROM_TORCH, KIND, REAL, dtype, of_kind
from xp_torch._facts.shapes import MAX_NDIM
from xp_torch._functions.data_type import KINDS

__all__ = ["__array_namespace_info__"]

#: the dtypes of the standard: all but float16 and bfloat16.
STANDARD = {d: FROM_TORCH[d] for d in of_kind("biufc") if KIND[d] != "f" or d.itemsize > 2}


class Info:
    """Capabilities, devices and dtypes of the namespace: what `__array_namespace_info__` returns."""

    def capabilities(self) -> dict[str, Any]:
        """Return the capabilities that the standard leaves open.

        Returns
        -------
        dict
            "boolean indexing" and "data-dependent shapes" (True), and "max dimensions" (64, torch's limit).

        Examples
        --------
        >>> xp.__array_namespace_info__().capabilities()["boolean indexing"]
        True
        """
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": MAX_NDIM}

    def default_device(self) -> torch.device:
        """Return the default device, which is torch's.

        Examples
        --------
        >>> xp.__array_namespace_info__().default_device()
        device(type='cpu')
        """
        return default_device()

    def default_dtypes(self, *, device: Any = None) -> dict[str, dtype]:
        """Return the default dtypes; see `set_default_dtype`.

        Parameters
        ----------
        device : device_like, optional
            Device whose default dtypes to return; they are the same on every device.

        Returns
        -------
        dict
            Dtypes under "real floating", "complex floating", "integral" and "indexing" (always int64).

        Examples
        --------
        >>> xp.__array_namespace_info__().default_dtypes()["real floating"]
        dtype('float64')
        """
        as_device(getattr(device, "type", device))
        return {
            "real floating": FROM_TORCH[default_float()],
            "complex floating": FROM_TORCH[default_complex()],
            "integral": FROM_TORCH[default_int()],
            "indexing": FROM_TORCH[torch.int64],
        }

    def dtypes(self, *, device: Any = None, kind: str | tuple[str, ...] | None = None) -> dict[str, dtype]:
        """Return the standard's dtypes that a device supports.

        Parameters
        ----------
        device : device_like, optional
            Device whose dtypes to return; by default torch's default device.
        kind : str or tuple of str, optional
            Kinds as in `isdtype`; all by default.

        Returns
        -------
        dict
            Dtypes by name, without float64 and complex128 on devices that lack 64-bit floats.

        Examples
        --------
        >>> sorted(xp.__array_namespace_info__().dtypes(kind="signed integer"))
        ['int16', 'int32', 'int64', 'int8']
        """
        # a device may be a mesh of several, of one type
        where = as_device(getattr(device, "type", device))
        wanted = (kind if isinstance(kind, tuple) else (kind,)) if kind is not None else tuple(KINDS)
        for k in wanted:
            if k not in KINDS:
                raise ValueError(f"unsupported kind: {k!r:.80}")
        kinds = "".join(KINDS[k] for k in wanted)
        all_sizes = where.type not in WITHOUT_FLOAT64
        return {
            d.name: d for t, d in STANDARD.items() if KIND[t] in kinds and (all_sizes or REAL[t] is not torch.float64)
        }

    def devices(self) -> tuple[torch.device, ...]:
        """Return the available devices.

        Examples
        --------
        >>> import torch
        >>> torch.device("cpu") in xp.__array_namespace_info__().devices()
        True
        """
        return devices()


_INFO = Info()


def __array_namespace_info__() -> Info:
    """Return an object that describes the capabilities, devices and dtypes of the namespace.

    Returns
    -------
    Info
        Object with ``capabilities()``, ``default_device()``, ``default_dtypes()``, ``dtypes()`` and ``devices()``.

    Examples
    --------
    >>> list(xp.__array_namespace_info__().dtypes(kind="bool"))
    ['bool']
    """
    return _INFO
