"""The table of documented differences from NumPy: the docs are made from it, and the fuzzer knows them by it.

Each row says what is given here and in NumPy, the rule behind it and the test that holds it; `known` says of a call
that the fuzzer drew whether the row explains how it differs. A row never stands for a bug.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from conformance.differential import arithmetic, assignments, numerics, refusals
from conformance.differential import reasons as why

STANDARD = "https://data-apis.org/array-api/2025.12"


@dataclass(frozen=True)
class Difference:
    """One difference: what is given here and in NumPy, why, the test that holds it, and how the fuzzer knows it."""

    section: str
    case: str
    here: str
    numpy: str
    rule: str = ""
    test: str = ""
    known: Callable[[Any, Any, Any, Any], bool] | None = None


def _also(call: Any, ours: Any, theirs: Any, mismatch: Any) -> bool:
    """Say whether some row explains how a call differs, for a row that is about one argument of it."""
    return any(row.known is not None and row.known(call, ours, theirs, mismatch) for row in DIFFERENCES)


DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "design",
        "`floor_divide` (and `//`) at infinities",
        "the standard's table: `floor_divide(inf, 2.)` is `inf`, `floor_divide(1., -inf)` is `-0.`",
        "`nan`, `-1.`",
        f"[floor_divide]({STANDARD}/API_specification/generated/array_api.floor_divide.html), special cases",
        "`tests/test_differences.py::test_floor_divide_at_infinities`",
        why.not_finite_floor,
    ),
    Difference(
        "design",
        "`expm1`, `sign`, `tanh` of complex numbers with infinite or NaN parts; `expm1(1000 + 0j)`",
        "the standard's tables; `inf + 0j`",
        "other values; `inf + nan j`",
        "the functions' special cases in the standard",
        "`tests/test_differences.py::test_complex_functions_beyond_finite_numbers`",
        why.complex_special,
    ),
    Difference(
        "design",
        "`linalg.eig`, `linalg.eigvals` of a real matrix",
        "always complex",
        "real where every eigenvalue is",
        f"[eig]({STANDARD}/extensions/generated/array_api.linalg.eig.html)",
        "`tests/test_differences.py::test_eig_is_always_complex`",
    ),
    Difference(
        "design",
        "`linalg.pinv`, tolerance not given",
        "`eps * max(M, N)`",
        "`1e-15`",
        f"[pinv]({STANDARD}/extensions/generated/array_api.linalg.pinv.html)",
        "`tests/test_differences.py::test_pinv_has_the_tolerance_of_the_standard`",
    ),
    Difference(
        "design",
        "fields of `finfo`",
        "Python floats",
        "NumPy scalars",
        f"[finfo]({STANDARD}/API_specification/generated/array_api.finfo.html)",
        "`tests/test_differences.py::test_finfo_has_python_floats`",
    ),
    Difference(
        "design",
        "`x += y` where `x` is 0-D, or `x[0] *= y`, `x[...] += y` where the element or view is",
        "gives the name a new array, the old one keeps its value; `x[key]` is assigned the new one, with any cast",
        "rebinds a scalar, writes a 0-D array",
        "0-D arrays behave as scalars do",
        "`tests/test_differences.py::test_inplace_operators_rebind`",
    ),
    Difference(
        "design",
        "a Python int that doesn't fit in `where`, `union1d`",
        "`OverflowError`",
        "wraps",
        "NEP 50's rule for arithmetic, everywhere",
        "`tests/test_differences.py::test_where_refuses_an_int_that_does_not_fit`",
        why.where_int,
    ),
    Difference(
        "design",
        "a negative-step read (`x[::-1]`, `flip`, `rot90`) kept under a name and written to",
        "a copy: `x` keeps its values",
        "a view: `x` changes",
        "torch has no negative strides",
        "`tests/test_differences.py::test_negative_steps_are_copies_on_reading`",
        why.steps,
    ),
    Difference(
        "values",
        "integer division or remainder by 0",
        "0, no warning",
        "0 and `RuntimeWarning`",
        test="`tests/test_differences.py::test_integer_division_by_zero_is_silent`",
    ),
    Difference(
        "values",
        "integers to a negative power, given in an array",
        "the exact power cut to an integer: 0, or 1 and -1 of 1 and -1",
        "`ValueError`",
        test="`tests/test_differences.py::test_integers_to_a_negative_power`",
        known=why.negative_power,
    ),
    Difference(
        "values",
        "integers to the power of a negative Python int, where `where` is False everywhere",
        "`ValueError`",
        "`out` as it is",
        test="`tests/test_differences.py::test_a_negative_python_power_is_refused_whatever_where_says`",
        known=arithmetic.nothing_selected,
    ),
    Difference(
        "values",
        "floating-point overflow, invalid operations",
        "no warning",
        "`RuntimeWarning`",
        test="`tests/test_differences.py::test_floating_point_errors_are_silent`",
    ),
    Difference(
        "values",
        "an integer index out of bounds, in an array on CUDA",
        "torch's device assert",
        "`IndexError`",
        test="`tests/test_differences.py::test_an_index_out_of_bounds_on_the_cpu_is`",
    ),
    Difference(
        "values",
        "`linalg.inv`, `solve` of a singular matrix on CUDA, in compiled code",
        "what the kernel returns",
        "`LinAlgError`",
        test="`tests/test_differences.py::test_singular_matrices_on_cuda_are_not_refused`",
    ),
    Difference(
        "fuzzer",
        "objects, text, ragged lists and integers beyond 64 bits where an array is expected",
        "`TypeError`, `ValueError` or `OverflowError`",
        "an array of objects or of text, and what its elements do",
        "there are no such dtypes",
        "`tests/test_differences.py::test_there_are_no_objects_nor_text`",
        refusals.unsupported,
    ),
    Difference(
        "fuzzer",
        "lists and numbers given to functions for which NumPy wants arrays (`split`, `take_along_axis`, `astype`)",
        "taken as arrays",
        "`AttributeError` or `TypeError`",
        "every array-like is taken everywhere",
        "`tests/test_differences.py::test_array_likes_are_taken_where_numpy_wants_arrays`",
        partial(refusals.not_arrays, also=_also),
    ),
    Difference(
        "fuzzer",
        "arguments that NumPy falls over before it has checked them (0-D arrays in `fft`, `split` into 0 parts)",
        "`ValueError` or `TypeError`, or the result that they have",
        "`IndexError`, `ZeroDivisionError` and others",
        "errors say what is wrong",
        "`tests/test_differences.py::test_arguments_that_numpy_falls_over`",
        refusals.accident,
    ),
    Difference(
        "fuzzer",
        "shapes that don't fit beside a cast that isn't allowed",
        "the error of either",
        "the error of the other",
        "both are wrong",
        "`tests/test_differences.py::test_one_of_two_faults_is_named`",
        refusals.two_faults,
    ),
    Difference(
        "fuzzer",
        "a reduction into an `out` whose dtype does not hold what is added up",
        "computed, then cast once",
        "cast at every step",
        "the result is that of `dtype=None`, cast",
        "`tests/test_differences.py::test_reductions_are_cast_into_out_once`",
        why.out_buffer,
    ),
    Difference(
        "fuzzer",
        "`var` and `std` in an integer or boolean dtype, of complex numbers in a real one; `mean` of floats in one",
        "computed in floating point, then cast",
        "the steps are cast, or `TypeError`",
        "the result is that of `dtype=None`, cast",
        "`tests/test_differences.py::test_variance_in_an_integer_dtype_is_cast_once`",
        why.narrow,
    ),
    Difference(
        "fuzzer",
        "elementwise functions of complex numbers where NumPy loses digits or overflows (`log1p` near -1 and 0)",
        "the value that NumPy has in a wider dtype",
        "another",
        "accuracy no worse than NumPy's",
        "`tests/test_differences.py::test_log1p_keeps_digits`",
        why.referee,
    ),
    Difference(
        "fuzzer",
        "products in which 0 meets NaN or infinity (`dot`, `multi_dot` with scalars and vectors)",
        "NaN",
        "0 where BLAS leaves zeros out",
        "IEEE 754",
        "`tests/test_differences.py::test_zero_times_infinity_is_nan_in_products`",
        why.blas,
    ),
    Difference(
        "fuzzer",
        "products of complex numbers whose partial products overflow or are not finite (`multiply`, `square`)",
        "each partial product is rounded, or one of two is not",
        "as here, by other rules: which part is NaN goes by the machine",
        "IEEE 754 leaves open which steps are fused",
        "`tests/test_differential.py::test_complex_products_are_one_of_those_that_rounding_allows`",
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
        "`...` for `out` of a ufunc, by position",
        "an array, as for `out=...`",
        "`TypeError`",
        "every result is an array",
        "`tests/test_differences.py::test_an_ellipsis_for_out_is_taken_by_position`",
        arithmetic.any_output,
    ),
    Difference(
        "fuzzer",
        "`x[0] += y` and `x[0] *= y` of signed integers that do not hold the result",
        "cast as an array is: integers wrap, a float is torch's cast",
        "`OverflowError`, for NaN `ValueError`",
        "elements are 0-D arrays, and nothing reads a value back to the host",
        "`tests/test_indexing_writes.py::test_an_element_of_integers_takes_a_0d_array_as_any_other_array`",
        assignments.element_beyond,
    ),
    Difference(
        "fuzzer",
        "`x[0, ...] += y` and others where the key addresses a 0-D view",
        "as `x[0] += y`: a new array is assigned, with any cast, and one of one element too",
        "written in place: `TypeError` for a cast of another kind, `ValueError` for a `y` with axes",
        "in-place operators on a 0-D array give the name a new one",
        "`tests/test_indexing_writes.py::test_an_element_that_is_a_view_is_assigned_as_any_other`",
        assignments.element_view,
    ),
    Difference(
        "fuzzer",
        "`x[0] *= [1, 2]`",
        "the product of arrays, which is no element: `ValueError`",
        "the list is repeated, or refused: `TypeError`",
        "elements are arrays",
        "`tests/test_indexing_writes.py::test_an_element_times_a_list_is_no_element`",
        assignments.repeated_list,
    ),
    Difference(
        "fuzzer",
        "`x[mask] = x[::-1]`: values that overlap what a mask of all of `x` writes",
        "what they were before",
        "elements that have been written are read",
        "overlapping reads and writes give what a copy of the value gives",
        "`tests/test_indexing_writes.py::test_a_mask_takes_overlapping_values_as_they_were`",
        assignments.overlapping_mask,
    ),
    Difference(
        "fuzzer",
        "a value without elements and with too many dimensions, written where index arrays point nowhere",
        "`ValueError`: it does not broadcast",
        "nothing is written",
        "as where they point somewhere",
        "`tests/test_indexing_writes.py::test_a_value_without_elements_has_to_broadcast`",
        assignments.nothing_written,
    ),
    Difference(
        "fuzzer",
        "`x[0] = [1]`, `x.fill([1])`: a list or tuple for one element",
        "`ValueError`",
        "its truth for booleans, `TypeError` or `ValueError` by the dtype",
        "an element is one value",
        "`tests/test_indexing_writes.py::test_an_element_takes_no_sequence`",
        assignments.sequence_as_element,
    ),
    Difference(
        "fuzzer",
        "`clip` of complex numbers with a bound that has a NaN part",
        "`minimum(maximum(a, min), max)`: NaN",
        "the other bound, or no NaN",
        "NaN propagates",
        "`tests/test_elementwise.py::test_clip_of_complex_numbers_propagates_nan`",
        assignments.nan_bound,
    ),
    Difference(
        "fuzzer",
        "`x.view(None)`, `x.view(dtype, None)`",
        "as `x.view()`: the dtype stays, and the class",
        "float64, `ValueError`",
        "None asks for nothing",
        "`tests/test_array.py::test_view_as_none_keeps_the_dtype`",
        assignments.viewed_as_none,
    ),
    Difference(
        "fuzzer",
        "`ldexp` with exponents that are not int32",
        "any that int64 holds",
        "`OverflowError` for some dtypes",
        "",
        "`tests/test_differences.py::test_ldexp_takes_any_exponent`",
        why.wide_exponents,
    ),
    Difference(
        "fuzzer",
        "`searchsorted`, `intersect1d`, `setxor1d` and others of integers that meet in floats",
        "exact: each value as it is, each value of the result once",
        "as floats, where values meet",
        "rule 4 of the design: comparisons are exact",
        "`tests/test_differences.py::test_integers_that_meet_in_floats_are_compared_exactly`",
        why.exact_integers,
    ),
    Difference(
        "fuzzer",
        "`cross` of vectors of two",
        "`ValueError`",
        "the third component, deprecated since NumPy 2.0",
        f"[cross]({STANDARD}/extensions/generated/array_api.linalg.cross.html): vectors of three",
        "`tests/test_differences.py::test_cross_wants_vectors_of_three`",
        why.vectors_of_two,
    ),
    Difference(
        "fuzzer",
        "`cumsum`, `cumprod` into an `out` of another shape than the flattened result",
        "`ValueError`",
        "written if there is room",
        "`out` has the shape of the result",
        "`tests/test_differences.py::test_out_of_a_running_sum_has_its_shape`",
        why.flat_out,
    ),
    Difference(
        "fuzzer",
        "a 0-D `out=`",
        "is returned",
        "a scalar is returned by some functions",
        "`out` is returned",
        "`tests/test_differences.py::test_a_0d_out_is_returned`",
        why.returned_out,
    ),
    Difference(
        "fuzzer",
        "products of float16 along the way beyond its largest number (`prod`, `cumprod`)",
        "multiplied in float32, rounded once",
        "infinity, and NaN from there",
        "accuracy no worse than NumPy's",
        "`tests/test_differences.py::test_products_of_float16_are_rounded_once`",
        why.half_products,
    ),
    Difference(
        "fuzzer",
        "`min_scalar_type` of a 0-D array",
        "its dtype",
        "the smallest that holds its value",
        "nothing reads a value back to the host",
        "`tests/test_differences.py::test_min_scalar_type_reads_no_value`",
        why.own_dtype,
    ),
    Difference(
        "fuzzer",
        "`meshgrid(..., sparse=True, copy=False)`",
        "a tuple",
        "a list",
        "the standard and `copy=True` agree on one type",
        "`tests/test_differences.py::test_meshgrid_is_a_tuple`",
        why.tuple_of_grids,
    ),
    Difference(
        "fuzzer",
        "`geomspace` with zeros in an array",
        "NaN and zeros",
        "`ValueError`",
        "rule 3 of the design: values are not read back",
        "`tests/test_differences.py::test_geomspace_reads_no_zeros`",
        why.zeros_in_geomspace,
    ),
    Difference(
        "fuzzer",
        "`round(x, -2, out=x)` of integers",
        "works",
        "`TypeError`: an intermediate result is floating",
        "the result has the dtype of `x`",
        "`tests/test_differences.py::test_round_writes_integers`",
        why.rounded_out,
    ),
    Difference(
        "fuzzer",
        "`linalg.pinv` of an empty matrix of integers",
        "float64",
        "the integer dtype",
        "the result of `linalg` is floating",
        "`tests/test_differences.py::test_pinv_of_an_empty_matrix_of_integers_is_floating`",
        why.empty_pinv,
    ),
    Difference(
        "fuzzer",
        "`rfftfreq` of a negative number",
        "`ValueError`",
        "an empty array",
        "as `fftfreq`",
        "`tests/test_differences.py::test_rfftfreq_of_a_negative_number_is_refused`",
        why.negative_rfftfreq,
    ),
    Difference(
        "fuzzer",
        "an argument of a type or size that the function has no use for (a dict as axis, a negative count)",
        "`TypeError`, `ValueError`, `IndexError` or `OverflowError`",
        "another of these, or `ZeroDivisionError`",
        "the message says what was given and what is allowed; NumPy's class follows from where its code falls over it",
        "`tests/test_differences.py::test_odd_arguments_are_refused_by_their_own_rules`",
        refusals.hostile,
    ),
    Difference(
        "fuzzer",
        "a flag, count or axis of a type that NumPy refuses though it has the value (`keepdims=[]`, `eye(True)`)",
        "taken for its truth or value",
        "`TypeError`",
        "Python's own `bool()` and `index()`",
        "`tests/test_differences.py::test_flags_are_taken_for_their_truth`",
        partial(refusals.lenient, also=_also),
    ),
    Difference(
        "fuzzer",
        "an argument of a type that a function does not take, with which NumPy gets by (`tri(1.5)`, `var(x, ddof=1j)`)",
        "`TypeError` or `ValueError`",
        "a result",
        "the message says what is allowed",
        "`tests/test_differences.py::test_arguments_of_other_types_are_refused`",
        refusals.strict,
    ),
    Difference(
        "fuzzer",
        "text times a 0-D array of integers",
        "the text, that many times",
        "`TypeError`; a scalar repeats it",
        "0-D arrays behave as scalars do",
        "`tests/test_differences.py::test_text_times_an_integer_is_repeated`",
        refusals.repeated_text,
    ),
    Difference(
        "fuzzer",
        "`assume_unique=True` of arrays that have a value more than once",
        "as without it",
        "other elements",
        "what is assumed need not be used",
        "`tests/test_differences.py::test_assume_unique_changes_nothing`",
        partial(why.assumed_unique, also=_also),
    ),
    Difference(
        "fuzzer",
        "`argsort` that is not asked to be stable, of elements that are equal",
        "in their order",
        "in some order",
        "both are right",
        "`tests/test_differences.py::test_argsort_is_stable_unasked`",
        why.stable_order,
    ),
    Difference(
        "fuzzer",
        "a float cast to an integer dtype that does not hold it (NaN, infinity, too large, negative to unsigned)",
        "what torch's cast gives on the device",
        "what C's cast gives on the machine",
        f"[astype]({STANDARD}/API_specification/generated/array_api.astype.html): unspecified",
        "`tests/test_differences.py::test_casts_out_of_range_are_torchs`",
        why.out_of_range,
    ),
    Difference(
        "fuzzer",
        "`fft` of a transform along an axis without elements",
        "zeros",
        "memory that nobody has written",
        "an empty sum is 0",
        "`tests/test_differences.py::test_a_transform_of_nothing_is_zeros`",
        why.uninitialised,
    ),
    Difference(
        "fuzzer",
        "results with bfloat16",
        "promotes as the table above says",
        "`ml_dtypes` has other rules and loops",
        "rule 4 of the design",
        "`tests/test_differences.py::test_bfloat16_promotes_by_its_own_rules`",
        why.bfloat16,
    ),
    Difference(
        "fuzzer",
        "`round(x)` and `round(x, n)` of a 0-D array",
        "rounds it",
        "`TypeError` for all but scalars",
        "0-D arrays behave as scalars do",
        "`tests/test_differences.py::test_round_of_a_0d_array`",
        why.rounding,
    ),
    Difference(
        "fuzzer",
        "`fftn` and its kin over no axes (`axes=()`, a 0-D array)",
        "a complex array",
        "the input as it is",
        f"[fftn]({STANDARD}/extensions/generated/array_api.fft.fftn.html): the result is complex",
        "`tests/test_differences.py::test_a_transform_over_no_axes_is_complex`",
        why.empty_axes,
    ),
    Difference(
        "fuzzer",
        "`mean`, `std`, `var` with numbers other than 0 and 1 in `where`",
        "their truth",
        "an element counts as often as its number says",
        "`where` is a mask",
        "`tests/test_statistical.py::test_a_mask_of_numbers_counts_an_element_once`",
        partial(numerics.counted_where, also=_also),
    ),
    Difference(
        "fuzzer",
        "products that go beyond the largest number along the way (`prod`, `cumprod`)",
        "infinity, NaN or a number, by torch's order and accumulator",
        "by its own",
        "the order of a reduction is open",
        "`tests/test_statistical.py::test_products_beyond_the_largest_number`",
        numerics.overflowing_products,
    ),
    Difference(
        "fuzzer",
        "`var`, `std` in float16 of what it does not hold",
        "computed in float32, rounded once",
        "the mean is rounded to float16 first",
        "accuracy no worse than NumPy's",
        "`tests/test_statistical.py::test_deviations_in_float16_are_rounded_once`",
        numerics.half_deviations,
    ),
    Difference(
        "fuzzer",
        "`unique` of rows of float16 with NaN",
        "NaN last",
        "NaN first, in this dtype",
        "as in every other dtype",
        "`tests/test_set.py::test_rows_of_float16_put_nan_last`",
        numerics.half_rows,
    ),
    Difference(
        "fuzzer",
        "`isin`, `searchsorted` of a floating array and a Python number",
        "the number takes the array's precision",
        "it is float64",
        f"[type promotion]({STANDARD}/API_specification/type_promotion.html#mixing-arrays-with-python-scalars)",
        "`tests/test_searching.py::test_a_python_number_takes_the_precision_of_the_array`",
        numerics.weak_number,
    ),
    Difference(
        "fuzzer",
        "`arange` and `tri` of 2**63 elements (`arange(1.0, 2**63)`)",
        "`ValueError`",
        "an empty array: the length wraps",
        "as for more elements",
        "`tests/test_creation.py::test_lengths_of_2_to_the_63`",
        numerics.wrapped_length,
    ),
    Difference(
        "fuzzer",
        "`linalg.cond`, `inv`, `solve` and others of a matrix that is singular within rounding",
        "`LinAlgError` or large numbers, infinity from `cond`",
        "the same, not always of the same matrices",
        "LAPACK's rounding goes by the build",
        "`tests/test_linalg.py::test_matrices_that_are_singular_within_rounding`",
        numerics.singular_within_rounding,
    ),
    Difference(
        "fuzzer",
        "`linalg.matrix_rank` with singular values that are the tolerance within rounding",
        "counted or not",
        "counted or not",
        "LAPACK's rounding goes by the build",
        "`tests/test_linalg.py::test_ranks_at_the_tolerance`",
        numerics.rank_within_rounding,
    ),
    Difference(
        "fuzzer",
        "`norm` of a transform over no axes that names none",
        "`ValueError`",
        "not looked at",
        "arguments are checked whatever the shape",
        "`tests/test_fft.py::test_norm_is_checked_without_axes`",
        numerics.unchecked_norm,
    ),
    Difference(
        "fuzzer",
        "`diff(x, n=0)` of a list",
        "an array",
        "the list itself",
        "every result is an array",
        "`tests/test_utility.py::test_diff_of_order_0_is_an_array`",
        numerics.undifferenced,
    ),
    Difference(
        "fuzzer",
        "`intersect1d(..., return_indices=True)` of integers that meet in floats",
        "each value of the result once, with its indices",
        "values more than once, or `IndexError`",
        "the result is a set",
        "`tests/test_set.py::test_indices_of_integers_that_meet_in_floats`",
        numerics.indices_of_collapsed,
    ),
    Difference(
        "fuzzer",
        "`einsum` of a label that has the sizes 0 and 1 in one operand",
        "`ValueError`",
        "memory that is not the array's",
        "as for other sizes",
        "`tests/test_linear_algebra.py::test_a_label_of_sizes_0_and_1`",
        numerics.empty_diagonal,
    ),
    Difference(
        "fuzzer",
        "a Python int in `matmul` and `vecdot` that the other's dtype does not hold",
        "`ValueError`: it has no dimensions",
        "`OverflowError`",
        "both are wrong",
        "`tests/test_linear_algebra.py::test_a_number_is_no_matrix`",
        numerics.number_of_no_dtype,
    ),
    Difference(
        "fuzzer",
        "functions of Python numbers that NumPy answers with Python numbers (`imag(1)`, `linalg.matrix_rank(0)`)",
        "a 0-D array",
        "a Python number",
        "arrays, never scalars",
        "`tests/test_differences.py::test_functions_of_python_numbers_are_0d_arrays`",
        why.scalar_attribute,
    ),
)

HEADERS = {
    "design": ("case", "here", "NumPy", "rule", "test"),
    "values": ("case", "here", "NumPy", "test"),
    "fuzzer": ("case", "here", "NumPy", "rule", "test"),
}


def table(section: str) -> str:
    """Return the table of a section as Markdown."""
    header = HEADERS[section]
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    rows = [[getattr(row, column.lower()) for column in header] for row in DIFFERENCES if row.section == section]
    lines.extend("| " + " | ".join(cells) + " |" for cells in rows)
    return "\n".join(lines)


def generated(page: str) -> str:
    """Return a page whose marked tables are made anew."""
    for section in HEADERS:
        start, end = f"<!-- differences:{section} -->", f"<!-- /differences:{section} -->"
        head, found, rest = page.partition(start)
        if found:
            page = f"{head}{start}\n{table(section)}\n{end}{rest.partition(end)[2]}"
    return page


def write(path: Path) -> None:
    """Make the tables of a page anew."""
    path.write_text(generated(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[1] / "docs" / "differences.md")
