"""What the tests expect of versions of torch and NumPy other than the pinned ones."""

import re

import numpy as np
import pytest
import torch

from tools.versions import NUMPY, PINNED_NUMPY, PINNED_TORCH, TORCH

#: Marks a test that fails once torch gains or repairs what it lacks: another torch than the pinned one only reports it.
sentinel = pytest.mark.xfail(
    TORCH != PINNED_TORCH,
    reason=f"says what torch {PINNED_TORCH[0]}.{PINNED_TORCH[1]} lacks, and this is torch {torch.__version__}",
    strict=False,
)


#: The first torch whose Dynamo traces ``object.__new__``, with which arrays are made.
FIRST_COMPILED = (2, 13)
NOT_COMPILED = "compilation starts at torch 2.13: the Dynamo of older versions does not trace object.__new__"


#: The marks of tests that hold in some places only.
MARKS = ("cpu_only", "numpy_before", "numpy_after", "torch_before")


def marks_here():
    """Return what those of `MARKS` that have an effect with this device, NumPy and torch stand for, by their names."""
    numpy = f"a rule of NumPy {PINNED_NUMPY[0]}.{PINNED_NUMPY[1]}, and this is NumPy {np.__version__}"
    torch_lacks = f"torch lacks a rule of vmap or compilation before 2.13, and this is torch {torch.__version__}"
    effects = (
        (torch.get_default_device().type != "cpu", pytest.mark.skip(reason="holds on the CPU only")),
        (NUMPY < PINNED_NUMPY, pytest.mark.xfail(reason=numpy, strict=False)),
        (NUMPY > PINNED_NUMPY, pytest.mark.xfail(reason=numpy, strict=False)),
        (TORCH < FIRST_COMPILED, pytest.mark.xfail(reason=torch_lacks, strict=False)),
    )
    return {name: mark for name, (here, mark) in zip(MARKS, effects, strict=True) if here}


def text_of(value):
    """Return the text by which a mark names the value of a parameter."""
    return value if isinstance(value, str) else getattr(value, "__name__", None) or repr(value)


def applies(mark, parameters):
    """Return whether a mark is of a test with these parameters: ``mark(dtype=["int8", "bool"])`` is of two dtypes."""
    return all(
        name in parameters and text_of(parameters[name]) in ([texts] if isinstance(texts, str) else texts)
        for name, texts in mark.kwargs.items()
    )


def expected_here(marks, parameters):
    """Return pytest's mark, skip or xfail, that the marks of a test with these parameters stand for here, or None."""
    here = marks_here()
    names = {mark.name for mark in marks if mark.name in here and applies(mark, parameters)}
    return next((mark for name, mark in here.items() if name in names), None)


def skip_if_numpy_lacks(error):
    """Skip the running test if an older NumPy than the pinned one raised the error because it lacks a function."""
    if isinstance(error, AttributeError) and NUMPY < PINNED_NUMPY and re.match("module 'numpy", str(error)):
        pytest.skip(f"NumPy {np.__version__}: {error}")


def skip_compilation(*args, **kwargs):
    """Skip the running test; stands for functions that compile, in a torch that cannot compile this package."""
    pytest.skip(NOT_COMPILED)
