"""Rows of the arithmetic of integers and floats that the fuzzer met."""

from __future__ import annotations

from functools import partial

from conformance.differences.difference import STANDARD, Difference, also
from conformance.differential import arithmetic

ROWS: tuple[Difference, ...] = (
    Difference(
        "fuzzer",
        "products of complex numbers whose partial products overflow or are not finite (`multiply`, `square`)",
        "each partial product is rounded, or one of two is not",
        "as here, by other rules: which part is NaN goes by the machine",
        "IEEE 754 leaves open which steps are fused",
        "`tests/conformance/test_differential.py::test_complex_products_are_one_of_those_that_rounding_allows`",
        arithmetic.partial_products,
    ),
    Difference(
        "fuzzer",
        "`-inf` to the power 0.5, given as a number or an array of one element",
        "`inf`",
        "`nan`: the square root",
        f"[pow]({STANDARD}/API_specification/generated/array_api.pow.html), special cases",
        "`tests/test_differences.py::test_minus_infinity_to_the_half_is_infinite`",
        arithmetic.root_of_minus_infinity,
    ),
    Difference(
        "fuzzer",
        "`nextafter` of a zero towards the zero of the other sign, in float16",
        "the other zero",
        "the zero it starts from, in this dtype",
        f"[nextafter]({STANDARD}/API_specification/generated/array_api.nextafter.html), special cases",
        "`tests/test_differences.py::test_nextafter_of_zeros_of_both_signs`",
        arithmetic.next_zero,
    ),
    Difference(
        "fuzzer",
        "`x *= y` where `x` is 0-D and `y` a list, a tuple or text",
        "the product of arrays, as of NumPy's 0-D arrays; `TypeError` for text",
        "`y`, that often, for integer scalars, `TypeError` for others",
        "rule 3 of the design: values are not read back",
        "`tests/test_differences.py::test_a_0d_array_times_a_list_in_place_is_the_product_of_arrays`",
        arithmetic.repeated,
    ),
    Difference(
        "fuzzer",
        "`isfinite`, `isinf`, `isnan`, `signbit` into an `out` of 16 or more elements that lie apart (`x[::2]`)",
        "every element is written",
        "some are not, a fault of its vectorised loops",
        "`out` is the result",
        "`tests/test_differences.py::test_every_element_of_an_out_that_lies_apart_is_written`",
        arithmetic.unwritten,
    ),
    Difference(
        "fuzzer",
        "`unpackbits(x, count=3)` of an `x` without elements",
        "zeros, as beyond the end of any other",
        "memory that has not been written",
        "`count` adds zeros",
        "`tests/functions/test_packing.py::test_missing_bits_of_nothing_are_zeros`",
        arithmetic.unpacked_nothing,
    ),
    Difference(
        "fuzzer",
        "`...` for `out` of a ufunc, by position",
        "an array, as for `out=...`",
        "`TypeError`",
        "every result is an array",
        "`tests/test_differences.py::test_an_ellipsis_for_out_is_taken_by_position`",
        partial(arithmetic.any_output, also=also),
    ),
)
