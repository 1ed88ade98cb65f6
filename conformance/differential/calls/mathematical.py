"""Rows of the mathematical functions."""

from __future__ import annotations

from conformance.differential import tolerance as near
from conformance.differential.calls.row import rows

rows("convolve correlate", "vector vector", "vector vector mode=convolved", close=near.PRODUCT, values="special")
rows("ediff1d", "array", "array to_end=operand to_begin=operand")
rows("fix", "operand")
rows("nan_to_num", "array", "array nan=plain posinf=plain neginf=plain")
rows("angle", "array deg=flag", close=near.LOOSE)
rows("real_if_close", "array")
rows("sinc", "array", close=near.SUM, values="tame")
rows("i0", "array", close=near.LOOSE, values="tame")
rows("gradient", "array axis=axes", "array plain axis=axis", close=near.SUM, values="tame")
rows("trapezoid", "array axis=axis", "array dx=plain axis=axis", close=near.SUM, values="tame")
rows("unwrap", "array axis=axis", close=near.SUM, values="tame")
rows("interp", "array sorted sorted", "array sorted sorted left=plain right=plain", close=near.SUM, values="tame")

NOT_DRAWN = dict.fromkeys(
    ("bartlett", "blackman", "hamming", "hanning", "kaiser"), "of one number: compared over the lengths by its tests"
)
