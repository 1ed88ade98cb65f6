"""numba compiles functions of our arrays' memory."""

import numpy as np
import pytest

import xp_torch as xp

numba = pytest.importorskip("numba")


def test_compiled_functions_take_the_memory():
    @numba.njit
    def doubled(a):
        for i in range(a.shape[0]):
            a[i] *= 2
        return a.sum()

    x = xp.arange(3.0)
    assert doubled(np.asarray(x)) == 6
    assert x.tolist() == [0, 2, 4]
    with pytest.raises(numba.TypingError, match="pyobject"):
        doubled(x)


def test_ufuncs_return_our_arrays():
    @numba.vectorize(["float64(float64)"])
    def successor(a):
        return a + 1

    @numba.guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
    def sums(a, out):
        out[0] = a[0]
        for i in range(1, a.shape[0]):
            out[i] = out[i - 1] + a[i]

    for function in (successor, sums):
        result = function(xp.asarray([0.0, 1.0, 2.0]))
        assert type(result) is xp.ndarray
        assert result.tolist() == ([1, 2, 3] if function is successor else [0, 1, 3])
