"""Rows of the functions that leave NaNs out."""

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("nansum nanprod", "array axis=axes keepdims=flag", close=near.SUM, values="special")
rows("nanmean", "array axis=axes keepdims=flag", close=near.SUM, values="special")
rows("nancumsum", "array axis=axis", close=near.SUM, values="special")
rows("nancumprod", "array axis=axis", close=near.CHAIN, values="special")
#: functions that no call is drawn of, and why.
NOT_DRAWN = {
    **dict.fromkeys(("nanmax", "nanmin"), "warns by values, and gives the dtype's extremes; compared by its tests"),
    **dict.fromkeys(("nanargmax", "nanargmin"), "raises by values where there is nothing but NaN"),
    **dict.fromkeys(("nanmedian", "nanpercentile", "nanquantile"), "compared over all methods by its tests"),
    **dict.fromkeys(("nanstd", "nanvar"), "compared by its tests"),
}
