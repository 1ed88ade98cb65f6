"""Operands that are no arrays of the package: lists, NumPy's arrays and tensors, in the calls of the table."""

import numpy as np
import torch
from support.cases import cases, initial
from support.oracle import call, same

import xp_torch as xp
from tools.calls import EXAMPLES, OPERANDS, operands_of, ufunc_call
from xp_torch._array.ufunc.records import OPS

#: Functions whose examples write to an operand, or use it in an expression of its own class.
OF_ARRAYS = {
    "copyto", "diag_indices", "diag_indices_from", "fill_diagonal", "isfortran", "ix_", "place", "put",
    "put_along_axis", "putmask", "size", "tril_indices", "tril_indices_from", "triu_indices_from", "unpackbits",
}  # fmt: skip
#: Calls of each of the other functions.
CALLS = {name: acts for name, acts in EXAMPLES.items() if name not in OF_ARRAYS}
CALLS |= {name: (ufunc_call(name),) for name in OPS}


def arrays(value):
    """Return the arrays in a result."""
    if isinstance(value, (tuple, list)):
        return [part for item in value for part in arrays(item)]
    return [value] if isinstance(value, (xp.ndarray, np.ndarray, np.generic, torch.Tensor)) else []


@cases("name", CALLS, by=initial)
def test_results_of_numpys_arrays_and_tensors_are_those_of_arrays(name):
    for act in CALLS[name]:
        given = [OPERANDS[name].copy() for name in operands_of(act)]
        expected = arrays(act(xp, *map(xp.asarray, given)))
        for convert in (np.copy, torch.from_numpy):
            got = arrays(act(xp, *map(convert, given)))
            assert len(got) == len(expected)
            for a, b in zip(got, expected, strict=True):
                assert isinstance(a, xp.ndarray) is isinstance(b, xp.ndarray)
                same(a, np.asarray(b), rtol=1e-12)


@cases("name", CALLS, by=initial)
def test_results_of_lists_are_arrays(name):
    for act in CALLS[name]:
        given = [OPERANDS[name] for name in operands_of(act)]
        lists = [x.tolist() for x in given]
        got, error = call(act, (xp, *lists), {})
        expected, refusal = call(act, (np, *lists), {})
        if error is not None:  # lists lack an operator or a method
            assert refusal is not None
            continue
        if refusal is not None:  # NumPy lacks the function
            expected = act(xp, *map(xp.asarray, given))
        assert len(arrays(got)) == len(arrays(expected))
        for a, b in zip(arrays(got), arrays(expected), strict=True):
            assert isinstance(a, xp.ndarray)
            assert a.shape == b.shape
