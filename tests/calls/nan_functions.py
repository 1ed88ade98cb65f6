"""Calls of the functions that leave NaNs out."""

from collections.abc import Callable
from typing import Any


def _holed(m: Any, x: Any) -> Any:
    """Return `x` with NaNs in it."""
    return m.where(x > 2.5, m.nan, x)


CALLS: dict[str, tuple[Callable[..., Any], ...]] = {
    "nanargmax": (lambda m, x: m.nanargmax(_holed(m, x), axis=1),),
    "nanargmin": (lambda m, x: m.nanargmin(_holed(m, x)),),
    "nancumprod": (lambda m, x: m.nancumprod(_holed(m, x), axis=0),),
    "nancumsum": (lambda m, x: m.nancumsum(_holed(m, x)),),
    "nanmax": (lambda m, x: m.nanmax(_holed(m, x), axis=1), lambda m, x: m.nanmax(x, initial=9.0)),
    "nanmean": (lambda m, x: m.nanmean(_holed(m, x), axis=0), lambda m, x, b: m.nanmean(x, where=b)),
    "nanmedian": (lambda m, x: m.nanmedian(_holed(m, x), axis=1), lambda m, x: m.nanmedian(_holed(m, x))),
    "nanmin": (lambda m, x: m.nanmin(_holed(m, x), axis=0, keepdims=True),),
    "nanpercentile": (lambda m, x: m.nanpercentile(_holed(m, x), [10, 60], axis=1),),
    "nanprod": (lambda m, x: m.nanprod(_holed(m, x)),),
    "nanquantile": (lambda m, x: m.nanquantile(_holed(m, x), 0.4, axis=1), lambda m, x: m.nanquantile(x, 0.4)),
    "nanstd": (lambda m, x: m.nanstd(_holed(m, x), axis=1),),
    "nansum": (lambda m, x: m.nansum(_holed(m, x), axis=1, keepdims=True),),
    "nanvar": (lambda m, x: m.nanvar(_holed(m, x)), lambda m, x: m.nanvar(x, axis=1, ddof=1)),
}
