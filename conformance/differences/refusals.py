"""Rows of calls that one side refuses that the fuzzer met."""

from __future__ import annotations

from functools import partial

from conformance.differences.difference import Difference, also
from conformance.differential import refusals

ROWS: tuple[Difference, ...] = (
    Difference(
        "fuzzer",
        "objects, text, ragged lists and integers beyond 64 bits where an array is expected",
        "`TypeError`, `ValueError` or `OverflowError`; equal to nothing for `array_equal` and `array_equiv`",
        "an array of objects or of text, and what its elements do",
        "there are no such dtypes",
        "`tests/test_differences.py::test_there_are_no_objects_nor_text`",
        refusals.unsupported,
    ),
    Difference(
        "fuzzer",
        "lists and numbers given to functions for which NumPy wants arrays (`split`, `trim_zeros`, `astype`)",
        "taken as arrays",
        "`AttributeError` or `TypeError`",
        "every array-like is taken everywhere",
        "`tests/test_differences.py::test_array_likes_are_taken_where_numpy_wants_arrays`",
        partial(refusals.not_arrays, also=also),
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
        partial(refusals.lenient, also=also),
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
)
