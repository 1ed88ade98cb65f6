"""dask's registries and its array backend ``"xp_torch"``.

dask loads `Backend` by the entry point ``dask.array.backends``. The import registers the chunk type, and the functions
that dask looks up by the type of a chunk. `_array.registration` imports this module when an array meets one of dask's.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import dask.array as da
import numpy as np
from dask.array import backends, dispatch
from dask.base import normalize_token
from dask.sizeof import sizeof
from dask.utils import Dispatch

from xp_torch._array.ndarray import _picklable, ndarray, wrap
from xp_torch._functions.creation.fill import empty, full
from xp_torch._functions.creation.from_data import asarray
from xp_torch._functions.elementwise import divide, isnan, logical_not
from xp_torch._functions.indexing.take import take
from xp_torch._functions.linear_algebra.einsum import einsum
from xp_torch._functions.linear_algebra.products import tensordot
from xp_torch._functions.manipulation.join import concatenate
from xp_torch._functions.random.bit_generators import PCG64
from xp_torch._functions.random.random_state import RandomState
from xp_torch._functions.statistics.reductions import sum as sum_of


def token(x: ndarray) -> Any:
    """Return what dask hashes to name an array: its class, attributes, dtype, device and elements."""
    t = x._tensor.detach()
    values = tuple(t.shape) if t.is_meta else np.asarray(wrap(_picklable(t.cpu())))
    return normalize_token((type(x), getattr(x, "__dict__", None), str(x.dtype), str(x.device), values))


def size_in_bytes(x: ndarray) -> int:
    """Return the memory of the elements of an array, in which an element of several indices counts once."""
    t = x._tensor
    used = t.itemsize * math.prod(n for n, stride in zip(t.shape, t.stride(), strict=True) if stride)
    return min(used, t.untyped_storage().nbytes()) if t.numel() else 0


def count(x: ndarray, axis: Any = None, keepdims: bool = False, dtype: Any = float) -> ndarray:
    """Return the number of elements along axes, as an array on the device of `x`."""
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, tuple | list) else (axis,)
    reduced = {i % x.ndim for i in axes}
    shape = [1 if i in reduced else n for i, n in enumerate(x.shape) if keepdims or i not in reduced]
    return full(shape, math.prod(x.shape[i] for i in reduced), dtype=dtype, device=x.device)


def count_numbers(x: ndarray, **options: Any) -> ndarray:
    """Return the number of elements that are no NaN."""
    return sum_of(logical_not(isnan(x)), **options)


def to_numpy(x: ndarray, **options: Any) -> np.ndarray:
    """Return a chunk as a NumPy array; from a GPU it is copied."""
    return np.asarray(x.to_device("cpu"), **options)


def unchanged(x: ndarray, **_: Any) -> ndarray:
    """Return a chunk that is of this package already."""
    return x


def register() -> Dispatch:
    """Add `ndarray` to dask's registries; return the function that makes chunks of this package."""
    da.register_chunk_type(ndarray)
    sizeof.register(ndarray, size_in_bytes)
    dispatch.concatenate_lookup.register(ndarray, concatenate)
    dispatch.divide_lookup.register(ndarray, divide)
    dispatch.einsum_lookup.register(ndarray, einsum)
    dispatch.empty_lookup.register(ndarray, empty)
    dispatch.nannumel_lookup.register(ndarray, count_numbers)
    dispatch.numel_lookup.register(ndarray, count)
    dispatch.percentile_lookup.register(ndarray, backends.percentile)
    dispatch.take_lookup.register(ndarray, take)
    dispatch.tensordot_lookup.register(ndarray, tensordot)
    dispatch.to_numpy_dispatch.register(ndarray, to_numpy)
    to_xp_torch = Dispatch("to_xp_torch")
    to_xp_torch.register(np.ndarray, asarray)
    to_xp_torch.register(ndarray, unchanged)
    return to_xp_torch


TO_XP_TORCH = register()


def _create(name: str, key: str) -> Any:
    """Return the creation function of dask's backend for NumPy with an array of this package for `meta` or `like`."""
    create: Callable = getattr(backends.array_creation_dispatch.dispatch("numpy"), name)

    def function(*args: Any, **options: Any) -> da.Array:
        if options.get(key) is None:
            options[key] = empty(())
        return create(*args, **options)

    function.__name__ = name
    return staticmethod(function)


class Backend(backends.ArrayBackendEntrypoint):  # type: ignore[misc]
    """What ``dask.config.set({"array.backend": "xp_torch"})`` selects: chunks of this package."""

    arange = _create("arange", "like")
    empty = _create("empty", "meta")
    full = _create("full", "meta")
    ones = _create("ones", "meta")
    zeros = _create("zeros", "meta")

    @classmethod
    def to_backend_dispatch(cls) -> Dispatch:
        return TO_XP_TORCH

    @classmethod
    def to_backend(cls, data: da.Array, **options: Any) -> da.Array:
        return data if isinstance(data._meta, ndarray) else data.map_blocks(TO_XP_TORCH, **options)

    @property
    def RandomState(self) -> type[RandomState]:
        return RandomState

    @property
    def default_bit_generator(self) -> type[PCG64]:
        return PCG64
