"""The rows of design decisions and of values: where the standard, torch or a rule of this library decides."""

from __future__ import annotations

from conformance.differences.difference import STANDARD, Difference
from conformance.differential import arithmetic
from conformance.differential import reasons as why

ROWS: tuple[Difference, ...] = (
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
)
