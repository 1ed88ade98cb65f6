"""dask's registries and its array backend ``"xp_torch"``.

dask loads `Backend` by the entry point ``dask.array.backends``. The import registers the chunk type, and the functions
that dask looks up by the type of a chunk. xp_torch imports this module when an array meets one of dask's.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import dask.array as da
import numpy as np
import torch
from dask.array import backends, dispatch
from dask.base import normalize_token
from dask.sizeof import sizeof
from dask.utils import Dispatch

import xp_torch as xp


def token(x: xp.ndarray) -> Any:
    """Return the class, attributes, dtype, device, shape and elements of an array, which dask hashes to name it."""
    t = x.tensor.detach()
    # One element may have any stride; bytes can be viewed with a stride of one.
    values = None if t.is_meta else t.cpu().contiguous().as_strided((t.numel(),), (1,)).view(torch.uint8).numpy()
    return normalize_token((type(x), getattr(x, "__dict__", None), str(x.dtype), str(x.device), x.shape, values))


def size_in_bytes(x: xp.ndarray) -> int:
    """Return the memory of the elements of an array, in which an element of several indices counts once."""
    used = x.itemsize * math.prod(n for n, stride in zip(x.shape, x.strides, strict=True) if stride)
    return min(used, x.tensor.untyped_storage().nbytes()) if x.size else 0


def count(x: xp.ndarray, axis: Any = None, keepdims: bool = False, dtype: Any = float) -> xp.ndarray:
    """Return the number of elements along axes, as an array on the device of `x`."""
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, tuple | list) else (axis,)
    reduced = {i % x.ndim for i in axes}
    shape = [1 if i in reduced else n for i, n in enumerate(x.shape) if keepdims or i not in reduced]
    return xp.full(shape, math.prod(x.shape[i] for i in reduced), dtype=dtype, device=x.device)


def count_numbers(x: xp.ndarray, **options: Any) -> xp.ndarray:
    """Return the number of elements that are no NaN."""
    return xp.sum(~xp.isnan(x), **options)


def to_numpy(x: xp.ndarray, **options: Any) -> np.ndarray:
    """Return a chunk as a NumPy array; from a GPU it is copied."""
    return np.asarray(x.to_device("cpu"), **options)


def masked(x: np.ma.MaskedArray, **_: Any) -> xp.ndarray:
    """Refuse a chunk with a mask, which would be lost."""
    raise TypeError("to_backend: arrays of xp_torch have no mask; call da.ma.filled(d, value) before")


def register() -> Dispatch:
    """Add xp_torch's arrays to dask's registries; return the function that makes chunks of xp_torch."""
    da.register_chunk_type(xp.ndarray)
    sizeof.register(xp.ndarray, size_in_bytes)
    dispatch.concatenate_lookup.register(xp.ndarray, xp.concatenate)
    dispatch.divide_lookup.register(xp.ndarray, xp.divide)
    dispatch.einsum_lookup.register(xp.ndarray, xp.einsum)
    dispatch.empty_lookup.register(xp.ndarray, xp.empty)
    dispatch.nannumel_lookup.register(xp.ndarray, count_numbers)
    dispatch.numel_lookup.register(xp.ndarray, count)
    dispatch.percentile_lookup.register(xp.ndarray, backends.percentile)
    dispatch.take_lookup.register(xp.ndarray, xp.take)
    dispatch.tensordot_lookup.register(xp.ndarray, xp.tensordot)
    dispatch.to_numpy_dispatch.register(xp.ndarray, to_numpy)
    to_xp_torch = Dispatch("to_xp_torch")
    to_xp_torch.register((np.ndarray, np.generic, xp.ndarray), xp.asarray)
    to_xp_torch.register(np.ma.MaskedArray, masked)
    return to_xp_torch


TO_XP_TORCH = register()


def _create(name: str, key: str) -> Any:
    """Return the creation function of dask's backend for NumPy with an array of xp_torch for `meta` or `like`."""
    create: Callable = getattr(backends.array_creation_dispatch.dispatch("numpy"), name)

    def function(*args: Any, **options: Any) -> da.Array:
        if options.get(key) is None:
            options[key] = xp.empty(())
        return create(*args, **options)

    function.__name__ = name
    return staticmethod(function)


class Backend(backends.ArrayBackendEntrypoint):  # type: ignore[misc]
    """What ``dask.config.set({"array.backend": "xp_torch"})`` selects: chunks of xp_torch."""

    arange = _create("arange", "like")
    empty = _create("empty", "meta")
    full = _create("full", "meta")
    ones = _create("ones", "meta")
    zeros = _create("zeros", "meta")

    @classmethod
    def to_backend_dispatch(cls) -> Dispatch:
        """Return the function that makes chunks of xp_torch of others, by their types."""
        return TO_XP_TORCH

    @classmethod
    def to_backend(cls, data: da.Array, **options: Any) -> da.Array:
        """Return a dask array with chunks of xp_torch, whatever `_meta` says, which is wrong where dask calls SciPy."""
        # An option `dtype` of `map_blocks` declares what the function returns, and is not passed to it.
        convert = functools.partial(TO_XP_TORCH, **options)
        return data.map_blocks(convert, meta=convert(data._meta))

    @property
    def RandomState(self) -> type[xp.random.RandomState]:
        """Class of the older generators of random numbers."""
        return xp.random.RandomState

    @property
    def default_bit_generator(self) -> type[xp.random.PCG64]:
        """Class from which ``da.random.default_rng`` makes its generators."""
        return xp.random.PCG64
