"""What the tests expect of versions of torch and NumPy other than the pinned ones."""

import re
from pathlib import Path

import numpy as np
import pytest
import torch


def parsed(version):
    """Return a version as a tuple of its first two numbers."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def pins():
    """Return the pinned versions of ``constraints.txt`` by normalized name."""
    lines = Path(__file__).resolve().parents[2].joinpath("constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pairs}


TORCH, NUMPY = parsed(torch.__version__), parsed(np.__version__)
PINNED_TORCH, PINNED_NUMPY = (parsed(pins()[name]) for name in ("torch", "numpy"))

#: Marks a test that fails once torch gains or repairs what it lacks: another torch than the pinned one only reports it.
sentinel = pytest.mark.xfail(
    TORCH != PINNED_TORCH,
    reason=f"says what torch {PINNED_TORCH[0]}.{PINNED_TORCH[1]} lacks, and this is torch {torch.__version__}",
    strict=False,
)


def tests_of_other_rules():
    """Return the tests in `numpy_rules.txt` of rules that the installed NumPy has otherwise."""
    text = Path(__file__).parents[1].joinpath("numpy_rules.txt").read_text(encoding="utf-8")
    before, _, after = text.partition("[before]")[2].partition("[after]")
    return set((before if NUMPY < PINNED_NUMPY else after if NUMPY > PINNED_NUMPY else "").splitlines())


def tests_of_the_cpu(device):
    """Return the beginnings of the names of the tests that `device` leaves out, None standing for the CPU."""
    if device is None or torch.device(device).type == "cpu":
        return ()
    text = Path(__file__).parents[1].joinpath("cpu_only.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


#: Marks such a test.
cpu_only = pytest.mark.skip(reason="holds on the CPU only")

#: Tests that need what torch lacks before version 2.13: rules of `vmap` for views in another dtype, and compilation in
#: the examples of two pages.
NEED_NEWER_TORCH = (
    "tests/functions/test_traced_dtypes.py::test_functions_of_every_dtype_are_traced[uint",
    "tests/test_docs.py::test_examples_of_a_page_run[docs/guide/compilation.md]",
    "tests/test_docs.py::test_examples_of_a_page_run[docs/guide/control_flow.md]",
    "tests/test_transforms.py::test_every_function_under_every_transform",
)

#: Marks such a test with an older torch.
older_torch = pytest.mark.xfail(
    reason=f"torch lacks a rule of vmap or compilation before 2.13, and this is torch {torch.__version__}", strict=False
)

#: Marks a test of a rule that the installed NumPy has otherwise.
other_rule = pytest.mark.xfail(
    reason=f"a rule of NumPy {PINNED_NUMPY[0]}.{PINNED_NUMPY[1]}, and this is NumPy {np.__version__}", strict=False
)


def skip_if_numpy_lacks(error):
    """Skip the running test if an older NumPy than the pinned one raised the error because it lacks a function."""
    if isinstance(error, AttributeError) and NUMPY < PINNED_NUMPY and re.match("module 'numpy", str(error)):
        pytest.skip(f"NumPy {np.__version__}: {error}")


#: The first torch whose Dynamo traces ``object.__new__``, with which arrays are made.
FIRST_COMPILED = (2, 13)
NOT_COMPILED = "compilation starts at torch 2.13: the Dynamo of older versions does not trace object.__new__"


def skip_compilation(*args, **kwargs):
    """Skip the running test; stands for functions that compile, in a torch that cannot compile this package."""
    pytest.skip(NOT_COMPILED)
