"""Rows of writes and `out=` that the fuzzer met."""

from __future__ import annotations

from conformance.differences.difference import STANDARD, Difference
from conformance.differential import assignments

ROWS: tuple[Difference, ...] = (
    Difference(
        "fuzzer",
        "`x[0] += y` and `x[0] *= y` of signed integers that do not hold the result",
        "cast as an array is: integers wrap, a float is torch's cast",
        "`OverflowError`, for NaN `ValueError`",
        "elements are 0-D arrays, and nothing reads a value back to the host",
        "`tests/functions/indexing/test_write.py::test_an_element_of_integers_takes_a_0d_array_as_any_other_array`",
        assignments.element_beyond,
    ),
    Difference(
        "fuzzer",
        "`x[0, ...] += y` and others where the key addresses a 0-D view",
        "as `x[0] += y`: a new array is assigned, with any cast, and one of one element too",
        "written in place: `TypeError` for a cast of another kind, `ValueError` for a `y` with axes",
        "in-place operators on a 0-D array give the name a new one",
        "`tests/functions/indexing/test_write.py::test_an_element_that_is_a_view_is_assigned_as_any_other`",
        assignments.element_view,
    ),
    Difference(
        "fuzzer",
        "`x[0] *= [1, 2]`",
        "the product of arrays, which is no element: `ValueError`",
        "the list is repeated, or refused: `TypeError`",
        "elements are arrays",
        "`tests/functions/indexing/test_write.py::test_an_element_times_a_list_is_no_element`",
        assignments.repeated_list,
    ),
    Difference(
        "fuzzer",
        "`x[mask] = x[::-1]`: values that overlap what a mask of all of `x` writes",
        "what they were before",
        "elements that have been written are read",
        "overlapping reads and writes give what a copy of the value gives",
        "`tests/functions/indexing/test_write.py::test_a_mask_takes_overlapping_values_as_they_were`",
        assignments.overlapping_mask,
    ),
    Difference(
        "fuzzer",
        "a value without elements and with too many dimensions, written where index arrays point nowhere",
        "`ValueError`: it does not broadcast",
        "nothing is written",
        "as where they point somewhere",
        "`tests/functions/indexing/test_write.py::test_a_value_without_elements_has_to_broadcast`",
        assignments.nothing_written,
    ),
    Difference(
        "fuzzer",
        "`x[0] = [1]`, `x.fill([1])`: a list or tuple for one element",
        "`ValueError`",
        "its truth for booleans, `TypeError` or `ValueError` by the dtype",
        "an element is one value",
        "`tests/functions/indexing/test_write.py::test_an_element_takes_no_sequence`",
        assignments.sequence_as_element,
    ),
    Difference(
        "fuzzer",
        "`clip` of complex numbers with a bound that has a NaN part",
        "`minimum(maximum(a, min), max)`: NaN",
        "the other bound, or no NaN",
        "NaN propagates",
        "`tests/functions/test_elementwise.py::test_clip_of_complex_numbers_propagates_nan`",
        assignments.nan_bound,
    ),
    Difference(
        "fuzzer",
        "`x.view(None)`, `x.view(dtype, None)`",
        "as `x.view()`: the dtype stays, and the class",
        "float64, `ValueError`",
        "None asks for nothing",
        "`tests/array/test_ndarray.py::test_view_as_none_keeps_the_dtype`",
        assignments.viewed_as_none,
    ),
    Difference(
        "fuzzer",
        "`x.reshape(None, copy=True)`",
        "a copy",
        "a view",
        f"[reshape]({STANDARD}/API_specification/generated/array_api.reshape.html): `copy=True` copies",
        "`tests/functions/manipulation/test_manipulation.py::test_a_copy_in_the_shape_none_is_one`",
        assignments.reshaped_as_none,
    ),
    Difference(
        "fuzzer",
        "`clip(a, min, 255)` of uint8 where `min` is of a wider dtype: a Python int at the end of the range of `a`",
        "`minimum(maximum(a, min), max)`",
        "that bound is left out",
        "bounds that are Python ints are exact",
        "`tests/functions/test_elementwise.py::test_clip_keeps_a_bound_that_only_the_first_array_does_not_pass`",
        assignments.dropped_bound,
    ),
)
