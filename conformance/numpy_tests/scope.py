"""Which of NumPy's tests are in scope: those that NumPy itself passes and no row here leaves out.

The rows are the same for every module. A row leaves a test out by its source or by its id.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Exclusion:
    """Tests that are not about what arrays compute."""

    reason: str
    source: str = ""
    name: str = ""

    def holds(self, test_id, source):
        """Whether the row leaves a test out."""
        return bool((self.source and re.search(self.source, source)) or (self.name and re.search(self.name, test_id)))


EXCLUSIONS = (
    Exclusion(
        "other byte orders",
        source=r"byteswap|newbyteorder|byteorder|['\"]>[a-zA-Z]|['\"]=?>[iufc]",
        name=r"[Ee]ndian|byteorder|byteswap|non_native",
    ),
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


def excluded(test_id, test):
    """Why a test is left out, or None."""
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
