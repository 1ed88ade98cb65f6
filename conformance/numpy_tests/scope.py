"""Which of NumPy's tests are in scope: those that NumPy itself passes and no row here leaves out.

The rows are the same for every module. A row leaves a test out by its source or by its id; parameters that are, or
hold, dtypes out of scope are told by the plugin.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Exclusion:
    """Tests that are not about numeric arrays."""

    reason: str
    source: str = ""
    name: str = ""

    def holds(self, test_id, source):
        """Whether the row leaves a test out."""
        return bool((self.source and re.search(self.source, source)) or (self.name and re.search(self.name, test_id)))


EXCLUSIONS = (
    Exclusion(
        "object arrays",
        source=r"dtype=(object|'O'|\"O\"|np\.object_)|np\.object_|\bobject\)|\[object|, object|\"O[\",O]|'O[',]|"
        r"Decimal|Fraction|astype\(object\)|astype\('O'\)|rational\b|np\.dtype\(object\)|NumericObject|_natype|"
        r"astype\([\"']object",
        name=r"[Oo]bject|[Dd]ecimal|[Ff]raction|rational",
    ),
    Exclusion("parameters of a dtype that is out of scope"),  # told by the plugin
    Exclusion(
        "strings",
        source=r"StringDType|np\.str_|np\.bytes_|dtype=str|dtype=bytes|[\"'][<>|=]?[SU]\d*[\"']|np\.char|np\.strings|"
        r"dtype=['\"][SU]|np\.array\(\[?['\"]",
        name=r"[Ss]tring|[Uu]nicode",
    ),
    Exclusion(
        "dates and times",
        source=r"datetime|timedelta|[\"'][<>]?[Mm]8|np\.isnat|NaT",
        name=r"[Dd]atetime|[Tt]imedelta|isnat",
    ),
    Exclusion(
        "structured dtypes and records",
        source=r"np\.void|recarray|np\.rec\b|\.names\b|\.fields\b|dtype\(\[\(|dtype=\[\(|dtype=\[\s*\(|\[\(['\"]\w*['\"],|"
        r"dtype\(\{|['\"][iuf]\d, ?[iuf]\d|[ =]['\"][iuf],[iuf]['\"]|dtype=['\"](V|\(\d)|np\.record|recfunctions|"
        r"repack_fields|subarray",
        name=r"[Rr]ecord|[Ss]tructured|[Vv]oid|TestPEP3118|subarray",
    ),
    Exclusion(
        "long double",
        source=r"longdouble|longcomplex|float128|complex256|np\.g\b|LONGDOUBLE|dtype=['\"][gG]['\"]|"
        r"['\"](g|G|[?a-zA-Z]*fdg\w*)['\"]",
        # the dtypes of these are in a parent class
        name=r"longdouble|_ld\b|TestMatmul(Operator)?::test_(exceptions|shapes|scalar_output|\w+_values)$",
    ),
    Exclusion(
        "other byte orders",
        source=r"byteswap|newbyteorder|byteorder|['\"]>[a-zA-Z]|['\"]=?>[iufc]",
        name=r"[Ee]ndian|byteorder|byteswap|non_native",
    ),
    Exclusion("masked arrays and matrices", source=r"np\.ma\b|masked|np\.matrix|asmatrix|np\.bmat", name="[Mm]asked"),
    Exclusion("iterators of C", source=r"nditer|nested_iters|np\.flatiter", name="nditer|NestedIter"),
    Exclusion("memory maps", source=r"memmap|mmap", name="memmap|mmap"),
    Exclusion(
        "internals of CPython and of NumPy",
        source=r"getrefcount|HAS_REFCOUNT|_multiarray_tests|_umath_tests|umt\.|ncu_tests|opflag_tests|_operand_flag|"
        r"np\._core|numpy\._core|np\.lib\._|nfb\.|ctypes|uml\.|_umath_linalg|lapack_lite|"
        r"__array_prepare__|__array_struct__|PyBuffer|subprocess|psutil|_as_pairs|_nan_mask|_replace_nan|"
        r"_multi_dot_matrix|_get_ndarray_c_version|array_indexing|obj2sctype|_dtype_from_pep3118|sctypes\b|"
        r"_ufunc_reconstruct|_extobj|_UFUNC_API|_add_newdoc|_get_strided_loop|_resolve_dtypes_and_context|"
        r"__text_signature__",
        name=r"refcount|[Rr]efleak|memleak|TestCTypes|TestMinMaxSIMD|TestNewBufferProtocol|TestWritebackIfCopy",
    ),
    Exclusion(
        "subclasses of NumPy's array and protocols of it",
        source=r"class \w+\(np\.ndarray|\(np\.ndarray\):|__array_ufunc__|__array_wrap__|__array_function__|"
        r"__array_priority__|__array_finalize__|\.view\(type=|view\(np\.ndarray|np\.ndarray\.__new__",
        name=r"[Ss]ubclass|subok|ArrayPriority",
    ),
    Exclusion("needs more memory or another machine", source=r"requires_memory|IS_WASM and|hasattr\(sys, 'pypy"),
)
PARAMETERS = EXCLUSIONS[1].reason


def excluded(test_id, test):
    """Why a test is left out, or None."""
    if test["outside"]:
        return PARAMETERS
    return next((row.reason for row in EXCLUSIONS if row.holds(test_id, test["source"])), None)


def function_of(test_id):
    """The test function that a case belongs to."""
    return test_id.partition("[")[0]


def in_scope(reference):
    """The ids of a file's tests that count, from NumPy's own run, and how many each reason leaves out."""
    counted, left_out = [], {}
    for test_id, outcome in reference.outcomes.items():
        if outcome != "passed":
            continue
        reason = excluded(test_id, reference.tests[test_id])
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
        else:
            counted.append(test_id)
    return counted, left_out
