"""What is measured: namespaces, how each gets its operands, and how its results come back to NumPy."""

import importlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import array_api_compat.torch as compat
import numpy as np
import torch
import torch._numpy as torch_numpy

import xp_torch

OURS, TORCH, COMPAT, TORCH_NUMPY, NUMPY, JAX = (
    "xp_torch",
    "torch",
    "array_api_compat.torch",
    "torch._numpy",
    "numpy",
    "jax.numpy",
)


@dataclass(frozen=True)
class Contender:
    """A namespace; `give` copies a NumPy array to one of its arrays."""

    name: str
    module: ModuleType
    give: Callable[[np.ndarray], Any]


def tensor(array):
    """A plain tensor of the elements of `array`, on torch's default device."""
    return torch.from_numpy(array.copy()).to(torch.get_default_device())


CONTENDERS = {
    item.name: item
    for item in (
        Contender(TORCH, torch, tensor),
        Contender(OURS, xp_torch, lambda array: xp_torch.asarray(tensor(array))),
        Contender(COMPAT, compat, tensor),
        Contender(TORCH_NUMPY, torch_numpy, lambda array: torch_numpy.asarray(tensor(array))),
        Contender(NUMPY, np, np.copy),
    )
}
try:
    jax = importlib.import_module("jax")
except ImportError:
    jax = None
else:
    jax.config.update("jax_enable_x64", True)
    CONTENDERS[JAX] = Contender(JAX, jax.numpy, jax.numpy.asarray)


def plain(value):
    """A result as NumPy arrays, tuples of them and Python values."""
    if isinstance(value, torch_numpy.ndarray):
        value = value.tensor
    if isinstance(value, torch.Tensor):
        return value.detach().cpu().resolve_conj().resolve_neg().numpy()
    if isinstance(value, xp_torch.ndarray):
        return plain(value.tensor)
    if isinstance(value, tuple | list):
        return tuple(plain(item) for item in value)
    if isinstance(value, np.generic):
        return np.asarray(value)
    if isinstance(value, bool | int | float | complex | str | None):
        return value
    if isinstance(value, torch.dtype | torch.device | xp_torch.dtype | np.dtype) or hasattr(value, "torch_dtype"):
        return str(value).removeprefix("torch.")
    return np.asarray(value)


def difference(got, expected, tolerance=1e-9):
    """Return how two results differ, in words; None if they are equal.

    Floating-point numbers are equal within `tolerance`, or what their precision allows, of the largest of them: that
    the same thing is computed is the question here, not how accurately.
    """
    got, expected = plain(got), plain(expected)
    if isinstance(expected, tuple):
        if not isinstance(got, tuple) or len(got) != len(expected):
            return "another number of results"
        return next(filter(None, (difference(*pair, tolerance) for pair in zip(got, expected, strict=True))), None)
    if not isinstance(expected, np.ndarray):
        return None if got == expected else f"{got!r} is not {expected!r}"
    if not isinstance(got, np.ndarray):
        return f"{type(got).__name__} is not an array"
    if got.dtype != expected.dtype:
        return f"dtype {got.dtype}, not {expected.dtype}"
    if got.shape != expected.shape:
        return f"shape {got.shape}, not {expected.shape}"
    return None if same_values(got, expected, tolerance) else "other values"


def same_values(got, expected, tolerance):
    """Whether the elements are equal, those of inexact dtypes within what `difference` allows."""
    if got.dtype.kind not in "fc":
        return bool(np.array_equal(got, expected))
    tolerance = max(tolerance, float(np.finfo(got.dtype).eps) * 2000)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        finite = np.isfinite(expected)
        if not np.array_equal(got[~finite], expected[~finite], equal_nan=True):
            return False
        size = float(np.abs(expected[finite]).max(initial=0.0))
        allowed = tolerance * (size if np.isfinite(size) else 1.0) + tolerance * np.abs(expected[finite])
        return bool((np.abs(got[finite] - expected[finite]) <= allowed).all())
