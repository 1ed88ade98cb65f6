"""The documented differences from NumPy, from which `python -m conformance.differences` writes `docs/differences.md`.

A row says what a program meets here and in NumPy, and names the test that checks it. What only the fuzzer meets is in
`conformance/differential/excuses.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "differences.md"


@dataclass(frozen=True)
class Difference:
    """One difference: its section of the page, what is called, what happens here and in NumPy, and its test."""

    section: str
    case: str
    here: str
    numpy: str
    test: str


def _rows(section: str, *rows: tuple[str, str, str, str]) -> tuple[Difference, ...]:
    return tuple(Difference(section, *row) for row in rows)


_HERE = "tests/test_differences.py::test_"
_STATISTICS = "tests/functions/statistics/"

DIFFERENCES: tuple[Difference, ...] = (
    *_rows(
        "standard",
        (
            "`floor_divide` and `//` with infinities",
            "`floor_divide(inf, 2.)` is `inf`, `floor_divide(1., -inf)` is `-0.`",
            "`nan`, `-1.`",
            _HERE + "floor_divide_at_infinities",
        ),
        (
            "`expm1`, `sign` and `tanh` of complex numbers with infinite or NaN parts",
            "the standard's special cases: `expm1(1000 + 0j)` is `inf + 0j`",
            "other values: `inf + nanj`",
            _HERE + "complex_functions_beyond_finite_numbers",
        ),
        (
            "`linalg.eig` and `linalg.eigvals` of a real matrix",
            "always complex",
            "real if every eigenvalue is real",
            _HERE + "eig_is_always_complex",
        ),
        (
            "`linalg.pinv` without a tolerance",
            "the tolerance is `eps * max(M, N)`",
            "`1e-15`",
            _HERE + "pinv_has_the_tolerance_of_the_standard",
        ),
        (
            "`cross` of vectors with two elements",
            "`ValueError`",
            "the third component, with a `DeprecationWarning`",
            _HERE + "cross_wants_vectors_of_three",
        ),
        (
            "`fft.fftn(x, axes=())` and other transforms over no axes",
            "`x` as complex numbers",
            "`x` itself",
            _HERE + "a_transform_over_no_axes_is_complex",
        ),
        (
            "attributes of `finfo`, as `finfo(dtype).eps`",
            "Python floats",
            "NumPy scalars",
            _HERE + "finfo_has_python_floats",
        ),
        (
            "`where` and `union1d` with a Python int that the dtype cannot hold",
            "`OverflowError`, as in arithmetic",
            "the int wraps",
            _HERE + "where_refuses_an_int_that_does_not_fit",
        ),
        (
            "`isin` and `searchsorted` of a float32 array and a Python float",
            "the float is cast to float32 first",
            "the array is cast to float64",
            "tests/functions/test_searching.py::test_a_python_number_takes_the_precision_of_the_array",
        ),
        (
            "`searchsorted`, `intersect1d` and other set functions of int64 with uint64 or floats",
            "exact: integers are compared as integers",
            "both are cast to float64, and large integers become equal",
            _HERE + "integers_that_meet_in_floats_are_compared_exactly",
        ),
    ),
    *_rows(
        "arrays",
        (
            "`x += y` for a 0-D `x`",
            "binds the name `x` to a new array; other names keep the old value",
            "writes into a 0-D array; rebinds a scalar",
            _HERE + "inplace_operators_rebind",
        ),
        (
            "`x[0] += y` with a result that the integer dtype cannot hold",
            "wraps, as an array does",
            "`OverflowError`",
            "tests/functions/indexing/test_write.py::test_an_element_of_integers_takes_a_0d_array_as_any_other_array",
        ),
        (
            "`x *= [1, 2]` for a 0-D `x` of integers",
            "the product of two arrays",
            "the list, repeated `x` times",
            _HERE + "a_0d_array_times_a_list_in_place_is_the_product_of_arrays",
        ),
        (
            "`y = x[::-1]` (or `flip`, `rot90`), then `y[0] = 1`",
            "`y` is a copy; `x` keeps its values",
            "`y` is a view; `x` changes",
            _HERE + "negative_steps_are_copies_on_reading",
        ),
        ("`round(x)` of a 0-D array", "a Python int", "`TypeError`", _HERE + "round_of_a_0d_array"),
        (
            "`imag(1)` and other functions of a Python number",
            "a 0-D array",
            "a Python number",
            _HERE + "functions_of_python_numbers_are_0d_arrays",
        ),
        ("a 0-D array as `out`", "is returned", "some functions return a scalar", _HERE + "a_0d_out_is_returned"),
        (
            "`meshgrid(x, y, sparse=True, copy=False)`",
            "a tuple",
            "a list",
            _HERE + "meshgrid_is_a_tuple",
        ),
        (
            "`min_scalar_type` of a 0-D array",
            "the dtype of the array",
            "the smallest dtype that holds its value",
            _HERE + "min_scalar_type_reads_no_value",
        ),
        (
            '`asarray("text")`, `asarray([None])` and integers beyond 64 bits',
            "`TypeError` or `OverflowError`",
            "an array of text or of objects",
            _HERE + "there_are_no_objects_nor_text",
        ),
        (
            "`split([1, 2], 2)`: a list where NumPy requires an array",
            "works",
            "`AttributeError` or `TypeError`",
            _HERE + "array_likes_are_taken_where_numpy_wants_arrays",
        ),
        (
            "`sum`, `mean` and other reductions into an `out` of a narrower dtype",
            "the result is cast once",
            "every step is cast",
            _HERE + "reductions_are_cast_into_out_once",
        ),
        (
            "`prod` and `cumprod` of float16 with partial products beyond 65504",
            "computed in float32, rounded once",
            "infinity or NaN",
            _HERE + "products_of_float16_are_rounded_once",
        ),
        (
            "`astype` of NaN, infinity or a number out of range to an integer dtype",
            "what torch's cast gives on the device",
            "what the processor's cast gives",
            _HERE + "casts_out_of_range_are_torchs",
        ),
    ),
    *_rows(
        "values",
        (
            "integer division or remainder by 0",
            "0, no warning",
            "0 and `RuntimeWarning`",
            _HERE + "integer_division_by_zero_is_silent",
        ),
        (
            "overflow and invalid operations of floating-point numbers",
            "no warning",
            "`RuntimeWarning`",
            _HERE + "floating_point_errors_are_silent",
        ),
        (
            "integers to the power of an array with negative integers",
            "the power, truncated: 0, or 1 and -1 for the bases 1 and -1",
            "`ValueError`",
            _HERE + "integers_to_a_negative_power",
        ),
        (
            "an index array out of bounds on CUDA",
            "torch's device assert",
            "`IndexError`",
            _HERE + "an_index_out_of_bounds_on_the_cpu_is",
        ),
        (
            "`linalg.inv` and `linalg.solve` of a singular matrix on CUDA or in compiled code",
            "what the kernel returns",
            "`LinAlgError`",
            _HERE + "singular_matrices_on_cuda_are_not_refused",
        ),
        (
            "`nanargmax` and `nanargmin` of nothing but NaN, on CUDA or traced",
            "0",
            "`ValueError`",
            _STATISTICS + "test_nan_functions.py::test_where_traced_arrays_hold_nothing_but_nan_the_place_is_the_first",
        ),
        (
            "`nanmax`, `nanmean`, `nanmedian` ... of nothing but NaN, on CUDA or traced",
            "NaN, no warning",
            "NaN and `RuntimeWarning`",
            _STATISTICS + "test_nan_functions.py::test_nothing_but_nan_gives_no_warning_where_values_are_traced",
        ),
        (
            "`average` with weights that sum to zero, on CUDA or traced",
            "NaN or infinity",
            "`ZeroDivisionError`",
            _STATISTICS + "test_quantiles.py::test_averages_of_traced_arrays_that_weigh_nothing_are_not_refused",
        ),
        (
            "`quantile` and `percentile` with `q` out of range, on CUDA or traced",
            "`q` is clipped to the range",
            "`ValueError`",
            _STATISTICS + "test_quantiles.py::test_shares_of_traced_arrays_are_not_read",
        ),
        (
            "`histogram` of an array with NaN and without `range`, on CUDA or traced",
            "edges of NaN and counts of 0",
            "`ValueError`",
            _STATISTICS + "test_histograms.py::test_values_of_traced_arrays_are_not_read",
        ),
    ),
)


def generated(page: str) -> str:
    """Return a page with its marked tables written anew."""
    for section in dict.fromkeys(row.section for row in DIFFERENCES):
        start, end = f"<!-- differences:{section} -->", f"<!-- /differences:{section} -->"
        lines = [f"| {row.case} | {row.here} | {row.numpy} |" for row in DIFFERENCES if row.section == section]
        table = "\n".join(["| case | here | NumPy |", "|---|---|---|", *lines])
        head, _, rest = page.partition(start)
        page = f"{head}{start}\n{table}\n{end}{rest.partition(end)[2]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(generated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
