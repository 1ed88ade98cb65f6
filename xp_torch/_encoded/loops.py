"""Loops of ufuncs for registered dtypes: their own kernels, else the loops of the detour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import torch

from xp_torch._array.ufunc import special_ufuncs as special_ufuncs  # makes the ufuncs before they get loops
from xp_torch._array.ufunc.records import OF_NEIGHBOURS, OPS, RECORDS
from xp_torch._encoded.tensors import SELECTS, Encoding, on_storage, refused, through_detour
from xp_torch._kernels.elementwise.loops import ROUND


def _lacking(name: str, encoding: Encoding) -> Callable[..., Any]:
    """Return a loop that raises TypeError: the dtype needs a kernel of its own."""

    def compute(*tensors: torch.Tensor) -> Any:
        raise TypeError(
            f"{name}: {encoding} has no kernel for it; give one to register_dtype, as kernels={{'{name}': ...}}"
        )

    return compute


def check_ufuncs(names: Iterable[str]) -> None:
    """Raise ValueError unless all names are names of ufuncs."""
    unknown = sorted(set(names) - OPS.keys())
    if unknown:
        raise ValueError(f"register_dtype: kernels must be those of ufuncs (got {', '.join(unknown)})")


def add_loops(encoding: Any, kernels: Mapping[str, Callable[..., Any]]) -> None:
    """Give the ufuncs loops for a dtype; `kernels` are its own, by ufunc.

    The tables of the fast paths stay as they are: compiled code takes them for constants.
    """
    for name, op in RECORDS.items():
        through = op.resolution.get(encoding.detour)
        own = kernels.get(name)
        if own is not None:
            loop = on_storage(own, encoding)
            encoding.kernels[name] = own
            if op.kernel is not None:
                encoding.kernels[op.kernel.__name__] = own
        elif through is encoding.detour:
            kept = encoding.computes or op.result == "bool" or name in SELECTS
            raising = _lacking if encoding.computes and name in OF_NEIGHBOURS else None if kept else refused
            loop = through_detour(raising(name, encoding) if raising else op.loops[through], encoding)
        else:
            if through is not None:
                op.resolution[encoding] = through
            continue
        op.loops[encoding] = loop
        op.resolution[encoding] = encoding
    if encoding.detour in ROUND:
        kept = encoding.computes or "round" in SELECTS
        ROUND[encoding] = through_detour(ROUND[encoding.detour] if kept else refused("round", encoding), encoding)
