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

from conformance.differential import reasons as why
from conformance.differential import refusals

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
        "`tests/test_rules.py::test_floor_divide_at_infinities`",
        why.not_finite_floor,
    ),
    Difference(
        "design",
        "`expm1`, `sign`, `tanh` of complex numbers with infinite or NaN parts",
        "the standard's tables",
        "other values",
        "the functions' special cases in the standard",
        "`tests/test_elementwise.py::test_tanh_expm1_sign`",
        why.complex_special,
    ),
    Difference(
        "design",
        "`linalg.eig`, `linalg.eigvals` of a real matrix",
        "always complex",
        "real where every eigenvalue is",
        f"[eig]({STANDARD}/extensions/generated/array_api.linalg.eig.html)",
        "`tests/test_rules.py::test_eig_is_always_complex`",
    ),
    Difference(
        "design",
        "`linalg.pinv`, tolerance not given",
        "`eps * max(M, N)`",
        "`1e-15`",
        f"[pinv]({STANDARD}/extensions/generated/array_api.linalg.pinv.html)",
        "`tests/test_linalg.py::test_pinv_has_the_tolerance_of_the_standard`",
    ),
    Difference(
        "design",
        "fields of `finfo`",
        "Python floats",
        "NumPy scalars",
        f"[finfo]({STANDARD}/API_specification/generated/array_api.finfo.html)",
        "`tests/test_rules.py::test_finfo_has_python_floats`",
    ),
    Difference(
        "design",
        "`x += y` where `x` is 0-D, or `x[0] *= y`, `x[...] += y` where the element or view is",
        "gives the name a new array, the old one keeps its value; `x[key]` is assigned the new one, with any cast",
        "rebinds a scalar, writes a 0-D array",
        "0-D arrays behave as scalars do",
        "`tests/test_rules.py::test_inplace_operators_rebind`",
    ),
    Difference(
        "design",
        "a Python int that doesn't fit in `where`",
        "`OverflowError`",
        "wraps",
        "NEP 50's rule for arithmetic, everywhere",
        "`tests/test_rules.py::test_where_refuses_an_int_that_does_not_fit`",
        why.where_int,
    ),
    Difference(
        "design",
        "a negative-step read (`x[::-1]`, `flip`, `rot90`) kept under a name and written to",
        "a copy: `x` keeps its values",
        "a view: `x` changes",
        "torch has no negative strides",
        "`tests/test_rules.py::test_negative_steps_are_copies_on_reading`",
        why.steps,
    ),
    Difference(
        "values",
        "integer division or remainder by 0",
        "0, no warning",
        "0 and `RuntimeWarning`",
    ),
    Difference(
        "values",
        "integers to a negative power, given in an array",
        "the exact power cut to an integer: 0, or 1 and -1 of 1 and -1",
        "`ValueError`",
        known=why.negative_power,
    ),
    Difference("values", "floating-point overflow, invalid operations", "no warning", "`RuntimeWarning`"),
    Difference(
        "values",
        "an integer index out of bounds, in an array on CUDA",
        "torch's device assert",
        "`IndexError`",
    ),
    Difference(
        "values",
        "`linalg.inv`, `solve` of a singular matrix on CUDA, in compiled code",
        "what the kernel returns",
        "`LinAlgError`",
    ),
    Difference(
        "fuzzer",
        "objects, text, ragged lists and integers beyond 64 bits where an array is expected",
        "`TypeError`, `ValueError` or `OverflowError`",
        "an array of objects or of text, and what its elements do",
        "there are no such dtypes",
        "`tests/test_differential.py::test_rows_hold`",
        refusals.unsupported,
    ),
    Difference(
        "fuzzer",
        "lists and numbers given to functions for which NumPy wants arrays (`split`, `take_along_axis`, `astype`)",
        "taken as arrays",
        "`AttributeError` or `TypeError`",
        "every array-like is taken everywhere",
        "`tests/test_differential.py::test_rows_hold`",
        partial(refusals.not_arrays, also=_also),
    ),
    Difference(
        "fuzzer",
        "arguments that NumPy falls over before it has checked them (0-D arrays in `fft`, `split` into 0 parts)",
        "`ValueError` or `TypeError`, or the result that they have",
        "`IndexError`, `ZeroDivisionError` and others",
        "errors say what is wrong",
        "`tests/test_differential.py::test_rows_hold`",
        refusals.accident,
    ),
    Difference(
        "fuzzer",
        "shapes that don't fit beside a cast that isn't allowed",
        "the error of either",
        "the error of the other",
        "both are wrong",
        "`tests/test_differential.py::test_rows_hold`",
        refusals.two_faults,
    ),
    Difference(
        "fuzzer",
        "a reduction into an `out` whose dtype does not hold what is added up",
        "computed, then cast once",
        "cast at every step",
        "the result is that of `dtype=None`, cast",
        "`tests/test_differential.py::test_rows_hold`",
        why.out_buffer,
    ),
    Difference(
        "fuzzer",
        "`var` and `std` in an integer or boolean dtype, of complex numbers in a real one; `mean` of floats in one",
        "computed in floating point, then cast",
        "the steps are cast, or `TypeError`",
        "the result is that of `dtype=None`, cast",
        "`tests/test_differential.py::test_rows_hold`",
        why.narrow,
    ),
    Difference(
        "fuzzer",
        "elementwise functions of complex numbers where NumPy loses digits or overflows (`log1p` near -1 and 0)",
        "the value that NumPy has in a wider dtype",
        "another",
        "accuracy no worse than NumPy's",
        "`tests/test_differential.py::test_rows_hold`",
        why.referee,
    ),
    Difference(
        "fuzzer",
        "products in which 0 meets NaN or infinity (`dot`, `multi_dot` with scalars and vectors)",
        "NaN",
        "0 where BLAS leaves zeros out",
        "IEEE 754",
        "`tests/test_differential.py::test_rows_hold`",
        why.blas,
    ),
    Difference(
        "fuzzer",
        '`casting="no"` and `"equiv"` beside Python scalars',
        "the scalar becomes the other's dtype",
        "`TypeError` for some values",
        "NEP 50: a Python scalar has no dtype to cast from",
        "`tests/test_differential.py::test_rows_hold`",
        why.weak_casting,
    ),
    Difference(
        "fuzzer",
        "`ldexp` with exponents that are not int32",
        "any that int64 holds",
        "`OverflowError` for some dtypes",
        "",
        "`tests/test_differential.py::test_rows_hold`",
        why.wide_exponents,
    ),
    Difference(
        "fuzzer",
        "`searchsorted`, `intersect1d`, `setxor1d` and others of integers that meet in floats",
        "exact: each value as it is, each value of the result once",
        "as floats, where values meet",
        "rule 4 of the design: comparisons are exact",
        "`tests/test_differential.py::test_rows_hold`",
        why.exact_integers,
    ),
    Difference(
        "fuzzer",
        "`cross` of vectors of two",
        "`ValueError`",
        "the third component, deprecated since NumPy 2.0",
        f"[cross]({STANDARD}/extensions/generated/array_api.linalg.cross.html): vectors of three",
        "`tests/test_differential.py::test_rows_hold`",
        why.vectors_of_two,
    ),
    Difference(
        "fuzzer",
        "`cumsum`, `cumprod` into an `out` of another shape than the flattened result",
        "`ValueError`",
        "written if there is room",
        "`out` has the shape of the result",
        "`tests/test_differential.py::test_rows_hold`",
        why.flat_out,
    ),
    Difference(
        "fuzzer",
        "a 0-D `out=`",
        "is returned",
        "a scalar is returned by some functions",
        "`out` is returned",
        "`tests/test_differential.py::test_rows_hold`",
        why.returned_out,
    ),
    Difference(
        "fuzzer",
        "products of float16 along the way beyond its largest number (`prod`, `cumprod`)",
        "multiplied in float32, rounded once",
        "infinity, and NaN from there",
        "accuracy no worse than NumPy's",
        "`tests/test_differential.py::test_rows_hold`",
        why.half_products,
    ),
    Difference(
        "fuzzer",
        "`min_scalar_type` of a 0-D array",
        "its dtype",
        "the smallest that holds its value",
        "nothing reads a value back to the host",
        "`tests/test_differential.py::test_rows_hold`",
        why.own_dtype,
    ),
    Difference(
        "fuzzer",
        "`meshgrid(..., copy=False)`",
        "a tuple",
        "a list",
        "the standard and `copy=True` agree on one type",
        "`tests/test_differential.py::test_rows_hold`",
        why.tuple_of_grids,
    ),
    Difference(
        "fuzzer",
        "`geomspace` with zeros in an array",
        "NaN",
        "`ValueError`",
        "rule 3 of the design: values are not read back",
        "`tests/test_differential.py::test_rows_hold`",
        why.zeros_in_geomspace,
    ),
    Difference(
        "fuzzer",
        "`round(x, -2, out=x)` of integers",
        "works",
        "`TypeError`: an intermediate result is floating",
        "the result has the dtype of `x`",
        "`tests/test_differential.py::test_rows_hold`",
        why.rounded_out,
    ),
    Difference(
        "fuzzer",
        "`linalg.pinv` of an empty matrix of integers",
        "float64",
        "the integer dtype",
        "the result of `linalg` is floating",
        "`tests/test_differential.py::test_rows_hold`",
        why.empty_pinv,
    ),
    Difference(
        "fuzzer",
        "`rfftfreq` of a negative number",
        "`ValueError`",
        "an empty array",
        "as `fftfreq`",
        "`tests/test_differential.py::test_rows_hold`",
        why.negative_rfftfreq,
    ),
    Difference(
        "fuzzer",
        "an argument of a type or size that the function has no use for (a dict as axis, a negative count)",
        "`TypeError`, `ValueError`, `IndexError` or `OverflowError`",
        "another of these, or `ZeroDivisionError`",
        "the message says what was given and what is allowed; NumPy's class follows from where its code falls over it",
        "`tests/test_differential.py::test_rows_hold`",
        refusals.hostile,
    ),
    Difference(
        "fuzzer",
        "a flag, count or axis of a type that NumPy refuses though it has the value (`keepdims=[]`, `eye(True)`)",
        "taken for its truth or value",
        "`TypeError`",
        "Python's own `bool()` and `index()`",
        "`tests/test_differential.py::test_rows_hold`",
        partial(refusals.lenient, also=_also),
    ),
    Difference(
        "fuzzer",
        "an argument of a type that a function does not take, with which NumPy gets by (`tri(1.5)`, `var(x, ddof=1j)`)",
        "`TypeError` or `ValueError`",
        "a result",
        "the message says what is allowed",
        "`tests/test_differential.py::test_rows_hold`",
        refusals.strict,
    ),
    Difference(
        "fuzzer",
        "text times a 0-D array of integers",
        "the text, that many times",
        "`TypeError`; a scalar repeats it",
        "0-D arrays behave as scalars do",
        "`tests/test_differential.py::test_rows_hold`",
        refusals.repeated_text,
    ),
    Difference(
        "fuzzer",
        "`assume_unique=True` of arrays that have a value more than once",
        "as without it",
        "other elements",
        "what is assumed need not be used",
        "`tests/test_differential.py::test_rows_hold`",
        why.assumed_unique,
    ),
    Difference(
        "fuzzer",
        "a float cast to an integer dtype that does not hold it (NaN, infinity, too large, negative to unsigned)",
        "what torch's cast gives on the device",
        "what C's cast gives on the machine",
        f"[astype]({STANDARD}/API_specification/generated/array_api.astype.html): unspecified",
        "`tests/test_differential.py::test_rows_hold`",
        why.out_of_range,
    ),
    Difference(
        "fuzzer",
        "`fft` of a transform along an axis without elements",
        "zeros",
        "memory that nobody has written",
        "an empty sum is 0",
        "`tests/test_differential.py::test_rows_hold`",
        why.uninitialised,
    ),
    Difference(
        "fuzzer",
        "results with bfloat16",
        "promotes as the table above says",
        "`ml_dtypes` has other rules and loops",
        "rule 4 of the design",
        "`tests/test_differential.py::test_rows_hold`",
        why.bfloat16,
    ),
    Difference(
        "fuzzer",
        "`round(x)` and `round(x, n)` of a 0-D array",
        "rounds it",
        "`TypeError` for all but scalars",
        "0-D arrays behave as scalars do",
        "`tests/test_differential.py::test_rows_hold`",
        why.rounding,
    ),
    Difference(
        "fuzzer",
        "`fftn` and its kin over no axes (`axes=()`, a 0-D array)",
        "a complex array",
        "the input as it is",
        f"[fftn]({STANDARD}/extensions/generated/array_api.fft.fftn.html): the result is complex",
        "`tests/test_differential.py::test_rows_hold`",
        why.empty_axes,
    ),
    Difference(
        "fuzzer",
        "functions of Python numbers that NumPy answers with Python numbers (`imag(1)`, `linalg.matrix_rank(0)`)",
        "a 0-D array",
        "a Python number",
        "arrays, never scalars",
        "`tests/test_differential.py::test_rows_hold`",
        why.scalar_attribute,
    ),
)

HEADERS = {
    "design": ("case", "here", "NumPy", "rule", "test"),
    "values": ("case", "here", "NumPy"),
    "fuzzer": ("case", "here", "NumPy", "rule", "test"),
}


def table(section: str) -> str:
    """Return the table of a section as Markdown."""
    header = HEADERS[section]
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    for row in DIFFERENCES:
        if row.section == section:
            cells = (row.case, row.here, row.numpy, row.rule, row.test)[: len(header)]
            lines.append("| " + " | ".join(cells) + " |")
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
