"""Rows of the functions that leave NaNs out."""

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("nansum nanprod", "array axis=axes keepdims=flag", close=near.SUM, values="special")
rows("nanmean", "array axis=axes keepdims=flag", close=near.SUM, values="special")
rows("nancumsum", "array axis=axis", close=near.SUM, values="special")
rows("nancumprod", "array axis=axis", close=near.CHAIN, values="special")
rows("nanmax nanmin", "array axis=axes keepdims=flag", close=near.sets, values="special")
rows("nanargmax nanargmin", "array axis=axis keepdims=flag", values="special")
rows("nanstd nanvar", "array axis=axes ddof=ddof keepdims=flag where=mask", close=near.SQUARES, values="special")
rows("nanmedian", "array axis=axes keepdims=flag", close=near.SUM, values="special")
rows(
    "nanquantile",
    "array share axis=axes method=quantilemode keepdims=flag",
    close=near.SUM,
    values="special",
    dtypes="real",
)
rows(
    "nanpercentile",
    "array percent axis=axes method=quantilemode keepdims=flag",
    close=near.SUM,
    values="special",
    dtypes="real",
)
