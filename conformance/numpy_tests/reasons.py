"""Why tests of NumPy's that are in scope fail on xp_torch."""

import re

UNKNOWN = "not looked into"
#: a reason, and below it the patterns of its tests (file, class and function); a line that ends in ``|`` goes on.
TABLE = r"""
`cross` of vectors of two raises, as in NumPy 2.5
    core/test_numeric::TestCross::test_(2x[23]|broadcasting\w*)$
ufuncs of one integer beyond 64 bits raise OverflowError; `asarray` makes an object of it
    core/test_umath::TestBitwiseUFuncs::test_bitwise_count$
`ndarray(shape, dtype)`, the constructor, makes arrays of this package only
    core/test_multiarray::(TestCreation::test_object_initialized_to_None|TestStructured::test_zero_width_string|
        TestDtypedescr::test_structured_non_void|TestAlignment::test_(various|strided_loop)_alignments)$
    core/test_einsum::TestEinsum::test_object_loop$
windows are computed in the default float, whatever the type of their size
    lib/test_function_base::TestFilterwindows::test_(hanning|hamming|bartlett|blackman|kaiser)$
functions have no `__signature__` of their own: `inspect.signature` reads the function
    core/test_multiarray::TestTextSignatures::test_c_func_dispatcher_signature$
    core/test_ufunc::TestUFuncInspectSignature::test_dunder_signature_attr$
torch does not trap floating-point errors: nothing warns by default, and casts and methods of ufuncs never do
    core/test_umath::(TestDivision::test_(division_int_timedelta|floor_division_errors)|
        TestRemainder::test_float_(divmod|remainder)_errors|TestSpecialFloats::test_reciprocal_values)$
    core/test_ufunc::TestUfunc::test_sum$
    core/test_multiarray::(TestMethods::test_dot_errstate|TestWhere::test_exotic)$
    core/test_nep50_promotions::test_nep50_weak_integers_with_inexact$
    core/test_half::TestHalf::test_to_half_cast_error$
    core/test_umath::(TestDivisionIntegerOverflowsAndDivideByZero::test_(signed_division_overflow|divide_by_zero)|
        TestPower::test_zero_power_nonzero|TestLog2::test_log2_special)$
    lib/test_function_base::TestMedian::test_empty$
    core/test_nep50_promotions::test_nep50_(examples|weak_integers|complex_promotion)$
    core/test_numeric::TestIsclose::test_tol_warnings$
    core/test_ufunc::test_ufunc_(input_floatingpoint_error|methods_floaterrors)$
    core/test_half::TestHalf::test_half_fpe$
torch's strides are whole elements: views at other offsets raise
    core/test_umath::Test(AbsoluteNegative|MinMax)::test_lower_align$
    core/test_ufunc::TestUfunc::test_identityless_reduction$
    core/test_numeric::TestNonzero::test_count_nonzero_non_aligned_array$
a helper of numpy.testing makes NumPy's own arrays, which out= does not take
    core/test_umath::TestAbsoluteNegative::test_abs_neg_blocked$
    core/test_umath::TestPower::test_power_float$
numpy.testing passes NumPy an object whose __array__ gives an array of this package
    lib/test_arraysetops::TestSetOps::test_intersect1d_array_like$
results of ufuncs may have more than 64 dimensions, which torch holds
    core/test_umath::test_outer_exceeds_maxdims$
docstrings are this package's, and there are no loops for long double, objects and dates to count
    core/test_umath::TestAttributes::
a table of dtypes outside of the test has objects, dates or long double
    core/test_umath::TestBitwiseUFuncs::test_(types|values)$
ufuncs are Python functions: Python raises for wrong numbers of arguments, and out=... may be positional
    core/test_umath::TestHypotErrorMessages::test_hypot_error_message_single_arg$
    core/test_ufunc::TestUfunc::test_output_ellipsis_errors$
hypot and logaddexp accumulate in parallel, so that the last digits differ
    core/test_umath::test_memoverlap_accumulate_symmetric$
all dtypes have one class, so a signature cannot name a dtype by its class
    core/test_ufunc::TestUfunc::test_signature_dtype_type$
the type of a dtype is a class, while `float64` is a dtype
    linalg/test_linalg::TestDet::test_0_size$
`linalg` computes float16 in float32
    linalg/test_linalg::test_unsupported_commontype$
the array interface gives the strides of contiguous memory too, without which Pillow reads a buffer
    core/test_multiarray::test_array_interface_empty_shape$
torch does not write to elements that share memory
    core/test_ufunc::TestUfunc::test_broadcast$
where `where` is false, results without out= are zeros: no uninitialized memory needs a warning
    core/test_ufunc::TestUfunc::test_where_warns$
None would make an array of objects, which raises
    core/test_ufunc::TestUfunc::test_invalid_args$
results are 0-D arrays where NumPy's are scalars
    core/test_nep50_promotions::test_integer_comparison$
    core/test_indexing::Test(Field)?Indexing::test_(scalar_return_type|void_scalar_empty_tuple)$
    core/test_multiarray::(TestZeroRank::test_(ellipsis|empty)_subscript|TestStats::test_dtype_from_input|
        TestMatmul(Operator)?::test_result_types|TestBool::test_cast_from_(void|unicode|bytes))$
    lib/test_function_base::Test(Percentile|Quantile)::test_fraction$
    linalg/test_linalg::TestDet::test_zero$
    lib/test_type_check::TestNanToNum::test_(integer|float|complex_\w+)$
    lib/test_type_check::Test(Real|Imag)::test_(real|cmplx)$
    lib/test_function_base::TestQuantile::test_correct_quantile_value$
    core/test_numeric::(TestBoolScalar::test_bitwise_\w+|TestIsclose::test_non_finite_scalar)$
scalar types are dtype objects and cannot be subclassed
    lib/test_type_check::TestIscomplexobj::test_pandas_duck$
eigenvalues are always complex, as in the standard
    linalg/test_linalg::TestEig(vals)?::test_types$
functions are Python functions, which become methods as attributes of a class; NumPy's array is a builtin
    linalg/test_linalg::(TestNorm\w+::test_(matrix_\w+|bad_args)|TestQR::test_mode_all_but_economic)$
views with negative steps are of a private subclass, which results are not: `type(result) is type(argument)` is false
    linalg/test_linalg::Test(Eig|EighCases|Inv|Lstsq|Pinv|PinvHermitian|SVD|SVDHermitian|Solve)::test_\w*cases$
the width that has too many dimensions is refused in other words
    lib/test_arraypad::TestPadWidth::test_misshaped_pad_width_2$
arrays are in native byte order: another one is refused
    core/test_multiarray::TestMethods::test_sort_complex_byte_swapping$
torch computes in float32, and its last digits depend on the memory layout
    linalg/test_linalg::(TestDet|TestCond)::test_\w*cases$
    linalg/test_linalg::TestQR::test_stacked_inputs$
an array's `base` is created on access, a new object each time
    core/test_einsum::TestEinsum::test_einsum_views$
    core/test_indexing::TestIndexing::test_(empty_tuple|ellipsis)_index$
    core/test_multiarray::(TestArrayCreationCopyArgument::test_array_interfaces|TestFromBuffer::test_array_base|
        TestFlags::test_writeable_pickle)$
`kind` is ignored: isin has one method without a limit
    lib/test_arraysetops::TestSetOps::test_isin_mixed_dtype$
an axis that is not an integer raises Python's own message
    lib/test_arraysetops::TestUnique::test_unique_axis_float_raises_typeerror$
needs object arrays in a part of the test
    lib/test_function_base::TestTrimZeros::test_(basic|\w+_skip|all_zero|no_trim|multiple_axes)$
    lib/test_function_base::TestVectorize::test_UnboundMethod_ticket_1156$
    core/test_numeric::(TestNonarrayArgs::test_var|TestNonzero::test_nonzero_(sideeffect_safety|exception_safe))$
needs text in a part of the test
    lib/test_function_base::(TestExtins::test_place|TestUnique::test_simple)$
    core/test_indexing::TestNonIntegerArrayLike::test_basic$
needs a structured dtype in a part of the test, or in a table beside it
    core/test_numeric::TestFromiter::test_failed_itemsetting$
needs text and a structured dtype in the function that makes its parameters
    core/test_numeric::TestArrayComparisons::test_array_equal_equal_nan$
with a given mean the last digit may differ from torch's one-pass variance
    core/test_numeric::TestNonarrayArgs::test_(std|var)_with_mean_keyword_keepdims_false$
`diff` of order 0 of a list is an array; `astype` accepts array-likes
    lib/test_function_base::TestDiff::test_n$
    core/test_numeric::TestAsType::test_astype$
functions don't call methods that a subclass overrides
    core/test_numeric::TestKeepdims::test_raise$
torch has no read-only memory: flags that forbid writing have no effect
    core/test_multiarray::(TestFlags::test_(writeable|warnonwrite)|TestAttributes::test_fill_readonly|
        TestMethods::test_diagonal_view_notwriteable|TestPutmask::test_writeable|TestFlat::test_(contiguous|
        discontiguous|__array__))$
    lib/test_stride_tricks::(TestSlidingWindowView::)?test_writeable$
an array's memory gives a memoryview by its attribute `data`: a class in Python 3.11 has no buffer protocol
    core/test_multiarray::(TestArrayCreationCopyArgument::test_(buffer_interface|order_mismatch)|
        test_array_interface_offset)$
    core/test_indexing::TestIndexing::test_array_like_values$
    lib/test_stride_tricks::test_writeable_memoryview$
torch has no negative strides, and its views begin at whole elements
    core/test_multiarray::(TestAttributes::test_set_stridesattr|TestMethods::test_(matmul_out|no_dgemv|ravel|
        searchsorted_unaligned_array)|TestDot::test_accelerate_framework_sgemv_fix)$
    lib/test_shape_base::TestMayShareMemory::test_basic$
an element is a 0-D array: a new object each time, mutable, printed and multiplied as an array
    core/test_multiarray::(TestBool::test_test_interning|TestMethods::test__deepcopy__scalar|
        TestScalarIndexing::test_invalid_subscript_assignment|TestTemporaryElide::test_elide_scalar|
        TestIO::test_roundtrip_repr|test_richcompare_scalar_boolean_singleton_return)$
    core/test_indexing::TestFloatNonIntegerArgument::test_non_integer_sequence_multiplication$
memory is reference-counted: a view keeps its memory when the array is resized
    core/test_multiarray::TestResize::test_check_(reference(_2)?|weakref)$
ufuncs are Python functions, which become methods as attributes of a class
    core/test_multiarray::TestMatmul::test_(out_arg|empty_out|out_contiguous|matmul_exception_\w+)$
all dtypes have one class, so an array cannot be made from a dtype's class
    core/test_multiarray::TestCreation::test_creation_from_dtypemeta$
NumPy's bound of 32 dimensions for some iterators is not kept
    core/test_multiarray::(TestFlat::test_maxdims|TestChoose::test_dimension_and_args_limit)$
needs object arrays in a part of the test, or in a table beside it
    core/test_multiarray::(TestCreation::test_(failed_len_sequence|array_of_ragged_array)|
        TestMethods::test_dot_out_mem_overlap|TestConversion::test_to_bool_scalar_not_convertible)$
    core/test_indexing::(TestIndexing::test_nontuple_ndindex|TestMultipleEllipsisError::test_basic)$
0-D arrays hash by value as NumPy's scalars do, so that the class has `__hash__`
    core/test_multiarray::TestHashing::test_collections_hashable$
an array around memory that NumPy made has no `base`
    core/test_multiarray::test_interface_nullptr$
devices are torch's, not text, and `to_device` takes torch's streams
    core/test_multiarray::TestDevice::test_(device|to_device)$
`arange(start=n)` counts up to n as `arange(n)` does: a Python function cannot distinguish the two calls
    core/test_multiarray::TestArange::test_require_range$
`arange` raises TypeError for a list as a bound before it converts the elements (ValueError)
    core/test_multiarray::TestArange::test_error_paths_and_promotion$
`operator.concat` adds what has `__getitem__` and `__add__`: a Python class cannot say that it is no sequence
    core/test_shape_base::TestConcatenate::test_operator_concat$
`clip` takes one bound alone, by position too, as the standard has it
    core/test_numeric::TestClip::test_clip_min_max_args$
"""
REASONS: dict[str, list[str]] = {}
for _line in re.sub(r"\|\n +", "|", TABLE).strip().split("\n"):
    if _line.startswith(" "):
        next(reversed(REASONS.values())).append(_line.strip())
    else:
        REASONS[_line] = []


def reason_of(name):
    """Why the test function `name` fails."""
    return next((why for why, tests in REASONS.items() if any(re.search(test, name) for test in tests)), UNKNOWN)
