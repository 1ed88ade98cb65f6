"""`register_dtype`: add a dtype that torch lacks."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, Literal

import torch

from xp_torch._encoded.loops import add_loops, check_ufuncs
from xp_torch._encoded.tensors import Encoding, restored
from xp_torch._facts import dtypes
from xp_torch._facts.annotations import DTypeLike
from xp_torch._facts.dtypes import COMPLEX, Limits, as_dtype, dtype, names
from xp_torch._facts.promotion import add_promotion

__all__ = ["register_dtype"]


def register_dtype(
    name: str,
    kind: Literal["f", "i", "u"],
    storage: DTypeLike,
    *,
    detour: DTypeLike,
    encode: Callable[[torch.Tensor], torch.Tensor],
    decode: Callable[[torch.Tensor], torch.Tensor] | None = None,
    limits: Mapping[str, float],
    promotion: Mapping[str, str] | None = None,
    kernels: Mapping[str, Callable[..., torch.Tensor]] | None = None,
    format: Callable[[Any], str] | None = None,
    char: str = "V",
    arithmetic: bool = True,
) -> dtype:
    """Add a real dtype that torch lacks; its elements are kept in a dtype that torch has.

    Every function accepts it: one without a kernel for it computes in the `detour`, and `encode` rounds the result.

    Parameters
    ----------
    name : str
        Name, by which all functions accept it.
    kind : {"f", "i", "u"}
        NumPy's kind: floating, signed or unsigned integer. A fixed-point dtype is floating: it has fractions.
    storage : dtype_like
        Data type of torch's that keeps the elements.
    detour : dtype_like
        Data type to compute in, of the same kind; it represents every value exactly.
    encode : callable
        Function that rounds a tensor of `detour` and returns the elements to keep, as a tensor of `storage`.
    decode : callable, optional
        Function that returns the values of a tensor of `storage`, as a tensor of `detour`; by default it casts.
    limits : dict
        Limits: "min" and "max", and "eps" and "tiny" of a floating dtype, as in `finfo`.
    promotion : dict, optional
        Promotion with other dtypes, by name. By default the dtype promotes as `detour` does, and gives itself beside
        booleans and integers where that would give `detour`.
    kernels : dict, optional
        Kernels of its own, by name of the ufunc: functions of tensors of `storage` that return such tensors.
    format : callable, optional
        Function that returns the text of an element, a NumPy scalar of `detour`, for printing.
    char : str, default: "V"
        Type character.
    arithmetic : bool, default: True
        Whether functions compute with the dtype. A dtype for storage is cast, compared, moved and written; ufuncs, sums
        and products of it raise TypeError.

    Returns
    -------
    dtype
        The new dtype.

    Raises
    ------
    ValueError
        If there is a dtype of that name.

    Notes
    -----
    The derivative of rounding is 1, so that a floating dtype kept in a floating dtype has gradients. The dtype remains
    registered until the process ends. See the guide, "Custom dtypes".

    Examples
    --------
    >>> import torch
    >>> cents = xp.register_dtype(
    ...     "cents", "f", xp.int64, detour=xp.float64,
    ...     encode=lambda t: torch.round(t * 100).to(torch.int64), decode=lambda t: t.double() / 100,
    ...     limits={"min": -9e16, "max": 9e16, "eps": 0.01, "tiny": 0.01},
    ...     kernels={"add": torch.add}, format="{:.2f}".format,
    ... )
    >>> xp.asarray([0.1, 2.0], dtype=cents) * 3
    array([0.30, 6.00], dtype=cents)
    """
    kept, wide = as_dtype(storage), as_dtype(detour)
    values = wide.torch
    if name in names():
        raise ValueError(f"register_dtype: there is a dtype {name!r} already")
    if kind not in ("f", "i", "u") or wide.kind not in {"f": "f", "i": "i", "u": "iu"}[kind]:
        raise ValueError(f"register_dtype: kind must be 'f', 'i' or 'u', that of the detour (got {kind!r:.80}, {wide})")
    missing = {"min", "max", *(("eps", "tiny") if kind == "f" else ())} - limits.keys()
    if missing:
        raise ValueError(f"register_dtype: limits lack {sorted(missing)}")
    check_ufuncs(kernels or ())
    return register(
        Encoding(name, kind, kept.torch, values, encode, decode or (lambda t: t.to(values)), arithmetic, format),
        kind,
        Limits(8 * kept.itemsize, **limits),
        char=char,
        promotion=promotion or {},
        kernels=kernels or {},
    )


def register(
    encoding: Any,
    kind: str,
    limits: Limits,
    *,
    char: str = "V",
    promotion: Mapping[str, str],
    kernels: Mapping[str, Callable[..., torch.Tensor]] = {},
    **fields: Any,
) -> dtype:
    """Enter a dtype and its ufuncs' loops in the tables, with other `fields` of the registration, and return it."""
    new = dtypes.register_dtype(
        encoding.name,
        kind,
        encoding,
        char=char,
        bounds=(int(limits.min), int(limits.max)) if kind in "iu" else None,
        detour=encoding.detour if encoding.computes else None,
        wide=encoding.detour,
        complex=COMPLEX.get(encoding.detour),
        promotion=dict(promotion),
        limits=limits if kind in "fc" else None,
        gradients=encoding.has_gradients,
        in_subclass=functools.partial(restored, encoding=encoding),
        **fields,
    )
    add_promotion(encoding, encoding.detour)
    add_loops(encoding, kernels)
    return new
