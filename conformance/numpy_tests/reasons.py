"""Why tests of NumPy's that are in scope fail on xp_torch."""

import re
from dataclasses import dataclass

UNKNOWN = "not looked into"


@dataclass(frozen=True)
class Reason:
    """A reason, and the tests (by file and function) or errors that have it."""

    why: str
    tests: str = ""
    error: str = ""


REASONS: tuple[Reason, ...] = (
    Reason(
        "torch cannot trap floating-point errors, so none of them warns",
        tests=r"core/test_umath::(TestDivisionIntegerOverflowsAndDivideByZero::test_(signed_division_overflow|divide_by_"
        r"zero)|TestPower::test_zero_power_nonzero|TestLog2::test_log2_special)$|lib/test_function_base::TestMedian::test_empty$|"
        r"core/test_nep50_promotions::test_nep50_(examples|weak_integers|complex_promotion)$|"
        r"core/test_numeric::(TestFloatExceptions::test_warnings|TestIsclose::test_tol_warnings)$",
    ),
    Reason(
        "integers to negative integer powers raise for Python numbers only: an array's values are not read back",
        tests=r"core/test_umath::TestPower::test_integer_to_negative_power$",
    ),
    Reason(
        "torch's strides are whole elements: views at other offsets raise",
        tests=r"core/test_umath::Test(AbsoluteNegative|MinMax)::test_lower_align$|"
        r"core/test_ufunc::TestUfunc::test_identityless_reduction$|"
        r"core/test_numeric::TestNonzero::test_count_nonzero_non_aligned_array$",
    ),
    Reason(
        "torch has no negative strides: reading by a negative step copies, so writing to that copy is lost",
        tests=r"core/test_umath::TestLDExp::test_ldexp$|core/test_umath::TestFRExp::test_frexp$",
    ),
    Reason(
        "a helper of numpy.testing makes NumPy's own arrays, which out= does not take",
        tests=r"core/test_umath::TestAbsoluteNegative::test_abs_neg_blocked$|core/test_umath::TestPower::test_power_float$",
    ),
    Reason(
        "numpy.testing passes NumPy an object whose __array__ gives an array of this package",
        tests=r"lib/test_arraysetops::TestSetOps::test_intersect1d_array_like$",
    ),
    Reason(
        "results of ufuncs may have more than 64 dimensions, which torch holds",
        tests=r"core/test_umath::test_outer_exceeds_maxdims$",
    ),
    Reason(
        "docstrings are this package's, and there are no loops for long double, objects and dates to count",
        tests=r"core/test_umath::TestAttributes::",
    ),
    Reason(
        "a table of dtypes outside of the test has objects, dates or long double",
        tests=r"core/test_umath::TestBitwiseUFuncs::test_(types|values)$",
    ),
    Reason(
        "ufuncs are Python functions: Python raises for wrong numbers of arguments, and out=... may be positional",
        tests=r"core/test_umath::TestHypotErrorMessages::test_hypot_error_message_single_arg$|core/test_ufunc::TestUfunc::test_output_ellipsis_errors$",
    ),
    Reason(
        "hypot and logaddexp accumulate in parallel, so that the last digits differ",
        tests=r"core/test_umath::test_memoverlap_accumulate_symmetric$",
    ),
    Reason(
        "all dtypes have one class, so a signature cannot name a dtype by its class",
        tests=r"core/test_ufunc::TestUfunc::test_signature_dtype_type$",
    ),
    Reason(
        "torch does not write to elements that share memory",
        tests=r"core/test_ufunc::TestUfunc::test_broadcast$",
    ),
    Reason(
        "where `where` is false, results without out= are zeros: no uninitialized memory needs a warning",
        tests=r"core/test_ufunc::TestUfunc::test_where_warns$",
    ),
    Reason(
        "None would make an array of objects, which raises",
        tests=r"core/test_ufunc::TestUfunc::test_invalid_args$",
    ),
    Reason(
        "results are 0-D arrays where NumPy's are scalars",
        tests=r"linalg/test_linalg::TestDet::test_zero$|lib/test_type_check::TestNanToNum::test_(integer|float|complex_\w+)$|"
        r"lib/test_type_check::Test(Real|Imag)::test_(real|cmplx)$|"
        r"lib/test_function_base::TestQuantile::test_correct_quantile_value$|"
        r"core/test_numeric::(TestBoolScalar::test_bitwise_\w+|TestIsclose::test_non_finite_scalar)$",
    ),
    Reason(
        "scalar types are dtype objects and cannot be subclassed",
        tests=r"lib/test_type_check::TestIscomplexobj::test_pandas_duck$",
    ),
    Reason(
        "eigenvalues are always complex, as in the standard",
        tests=r"linalg/test_linalg::TestEig(vals)?::test_types$",
    ),
    Reason(
        "functions are Python functions, which become methods as attributes of a class; NumPy's array is a builtin",
        tests=r"linalg/test_linalg::(TestNorm\w+::test_(matrix_\w+|bad_args)|TestQR::test_mode_all_but_economic)$",
    ),
    Reason(
        "torch computes in float32, and its last digits depend on the memory layout",
        tests=r"linalg/test_linalg::(TestDet|TestEighCases|TestLstsq|TestCond)::test_\w*cases$|"
        r"linalg/test_linalg::TestQR::test_stacked_inputs$",
    ),
    Reason(
        "an array's `base` is created on access, a new object each time",
        tests=r"core/test_einsum::TestEinsum::test_einsum_views$|core/test_indexing::TestIndexing::test_(empty_tuple|"
        r"ellipsis)_index$|core/test_multiarray::(TestArrayCreationCopyArgument::test_array_interfaces|"
        r"TestFromBuffer::test_array_base|TestFlags::test_writeable_pickle)$",
    ),
    Reason(
        "`kind` is ignored: isin has one method without a limit",
        tests=r"lib/test_arraysetops::TestSetOps::test_isin_mixed_dtype$",
    ),
    Reason(
        "an axis that is not an integer raises Python's own message",
        tests=r"lib/test_arraysetops::TestUnique::test_unique_axis_float_raises_typeerror$",
    ),
    Reason(
        "needs object arrays in a part of the test",
        tests=r"lib/test_function_base::TestTrimZeros::test_(basic|\w+_skip|all_zero|no_trim|multiple_axes)$|"
        r"lib/test_function_base::TestVectorize::test_UnboundMethod_ticket_1156$|"
        r"core/test_numeric::(TestNonarrayArgs::test_var|TestNonzero::test_nonzero_(sideeffect_safety|exception_safe))$",
    ),
    Reason(
        "needs text in a part of the test",
        tests=r"lib/test_function_base::(TestExtins::test_place|TestUnique::test_simple)$|"
        r"core/test_indexing::TestNonIntegerArrayLike::test_basic$",
    ),
    Reason(
        "needs a structured dtype in a part of the test, or in a table beside it",
        tests=r"core/test_numeric::TestFromiter::test_failed_itemsetting$",
    ),
    Reason(
        "needs text and a structured dtype in the function that makes its parameters",
        tests=r"core/test_numeric::TestArrayComparisons::test_array_equal_equal_nan$",
    ),
    Reason(
        "cross takes vectors of three, as in the standard; NumPy deprecates vectors of two",
        tests=r"core/test_numeric::TestCross::test_(2x2|2x3|broadcasting|broadcasting_shapes)$",
    ),
    Reason(
        "with a given mean the last digit may differ from torch's one-pass variance",
        tests=r"core/test_numeric::TestNonarrayArgs::test_(std|var)_with_mean_keyword_keepdims_false$",
    ),
    Reason(
        "`diff` of order 0 of a list is an array; `astype` accepts array-likes",
        tests=r"lib/test_function_base::TestDiff::test_n$|core/test_numeric::TestAsType::test_astype$",
    ),
    Reason(
        "functions don't call methods that a subclass overrides",
        tests=r"core/test_numeric::TestKeepdims::test_raise$",
    ),
    Reason(
        "draws random numbers from a seed: torch's generators have other streams",
        tests=r"lib/test_histograms::TestHistogramOptimBinNums::test_scott_vs_stone$",
    ),
    Reason(
        "torch has no read-only memory: flags that forbid writing have no effect",
        tests=r"core/test_multiarray::(TestFlags::test_(writeable|warnonwrite)|"
        r"TestAttributes::test_fill_readonly|TestMethods::test_diagonal_view_notwriteable|TestPutmask::test_writeable|"
        r"TestFlat::test_(contiguous|discontiguous|__array__))$|"
        r"lib/test_stride_tricks::(TestSlidingWindowView::)?test_writeable$",
    ),
    Reason(
        "an array's memory gives a memoryview by its attribute `data`: a class in Python 3.11 has no buffer protocol",
        tests=r"core/test_multiarray::(TestArrayCreationCopyArgument::test_(buffer_interface|order_mismatch)|"
        r"test_array_interface_offset)$|core/test_indexing::TestIndexing::test_array_like_values$|"
        r"lib/test_stride_tricks::test_writeable_memoryview$",
    ),
    Reason(
        "torch has no negative strides, and its views begin at whole elements",
        tests=r"core/test_multiarray::(TestAttributes::test_set_stridesattr|TestMethods::test_(matmul_out|no_dgemv|ravel|"
        r"searchsorted_unaligned_array)|TestDot::test_accelerate_framework_sgemv_fix)$|"
        r"lib/test_shape_base::TestMayShareMemory::test_basic$",
    ),
    Reason(
        "an element is a 0-D array: a new object each time, mutable, printed and multiplied as an array",
        tests=r"core/test_multiarray::(TestBool::test_test_interning|TestMethods::test__deepcopy__scalar|"
        r"TestScalarIndexing::test_invalid_subscript_assignment|TestTemporaryElide::test_elide_scalar|"
        r"TestIO::test_roundtrip_repr|test_richcompare_scalar_boolean_singleton_return)$|"
        r"core/test_indexing::TestFloatNonIntegerArgument::test_non_integer_sequence_multiplication$",
    ),
    Reason(
        "compares with numbers drawn from a seed: torch's generators have other streams",
        tests=r"core/test_multiarray::TestDot::test_dot(mat|vec)\w+$",
    ),
    Reason(
        "memory is reference-counted: a view keeps its memory when the array is resized",
        tests=r"core/test_multiarray::TestResize::test_check_(reference(_2)?|weakref)$",
    ),
    Reason(
        "ufuncs are Python functions, which become methods as attributes of a class",
        tests=r"core/test_multiarray::TestMatmul::test_(out_arg|empty_out|out_contiguous|matmul_exception_\w+)$",
    ),
    Reason(
        "all dtypes have one class, so an array cannot be made from a dtype's class",
        tests=r"core/test_multiarray::TestCreation::test_creation_from_dtypemeta$",
    ),
    Reason(
        "NumPy's bound of 32 dimensions for some iterators is not kept",
        tests=r"core/test_multiarray::(TestFlat::test_maxdims|TestChoose::test_dimension_and_args_limit)$",
    ),
    Reason(
        "needs object arrays in a part of the test, or in a table beside it",
        tests=r"core/test_multiarray::(TestCreation::test_(failed_len_sequence|array_of_ragged_array)|"
        r"TestMethods::test_dot_out_mem_overlap|TestConversion::test_to_bool_scalar_not_convertible)$|"
        r"core/test_indexing::(TestIndexing::test_nontuple_ndindex|TestMultipleEllipsisError::test_basic)$",
    ),
    Reason(
        "0-D arrays hash by value as NumPy's scalars do, so that the class has `__hash__`",
        tests=r"core/test_multiarray::TestHashing::test_collections_hashable$",
    ),
    Reason(
        "memory that NumPy made is borrowed: an array around it does not own it",
        tests=r"core/test_multiarray::test_interface_nullptr$",
    ),
    Reason(
        "devices are torch's, not text, and `to_device` takes torch's streams",
        tests=r"core/test_multiarray::TestDevice::test_(device|to_device)$",
    ),
    Reason(
        "`start` alone is the end, by its name too: Python functions are not told which way it came",
        tests=r"core/test_multiarray::TestArange::test_require_range$",
    ),
    Reason(
        "a list as a bound of `arange` is refused as such (TypeError) before its objects are looked at (ValueError)",
        tests=r"core/test_multiarray::TestArange::test_error_paths_and_promotion$",
    ),
    Reason(
        "`operator.concat` adds what has `__getitem__` and `__add__`: a Python class cannot say that it is no sequence",
        tests=r"core/test_shape_base::TestConcatenate::test_operator_concat$",
    ),
    Reason(
        "what is joined is laid out by row, whatever order its parts have in memory",
        tests=r"core/test_shape_base::TestBlock::test_block_memory_order$",
    ),
    Reason(
        "`clip` takes one bound alone, by position too, as the standard has it",
        tests=r"core/test_numeric::TestClip::test_clip_min_max_args$",
    ),
)


def reason_of(name, text):
    """Why the test function `name` fails with the error `text`."""
    for reason in REASONS:
        if (reason.tests and re.search(reason.tests, name)) or (reason.error and re.search(reason.error, text)):
            return reason.why
    return UNKNOWN
