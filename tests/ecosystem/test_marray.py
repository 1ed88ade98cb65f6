"""marray's masked arrays over this package, compared with those over NumPy."""

import numpy as np
import pytest

import xp_torch as xp

marray = pytest.importorskip("marray")

A = np.arange(6.0).reshape(2, 3)
UNARY = (
    "abs asinh atan ceil cos exp expm1 floor isfinite isnan log1p negative positive round sign signbit sin sqrt square "
    "tanh trunc sum prod mean std var max min cumulative_sum argmax argsort sort any all count_nonzero flip diff "
    "unique_values matrix_transpose tril zeros_like ones_like"
)
BINARY = "add atan2 divide equal floor_divide hypot less logaddexp maximum multiply pow remainder subtract vecdot"
CALLS = {
    **{name: lambda mxp, a, name=name: getattr(mxp, name)(a) for name in UNARY.split() if "cumul" not in name},
    **{name: lambda mxp, a, name=name: getattr(mxp, name)(a, a + 1) for name in BINARY.split()},
    "cumulative_sum": lambda mxp, a: mxp.cumulative_sum(a, axis=1),
    "matmul": lambda mxp, a: a @ a.T,
    "where": lambda mxp, a: mxp.where(a > 2, a, -a),
    "concat": lambda mxp, a: mxp.concat([a, a]),
    "stack": lambda mxp, a: mxp.stack([a, a]),
    "reshape": lambda mxp, a: mxp.reshape(a, (-1,)),
    "take": lambda mxp, a: mxp.take(a, mxp.asarray([0, 1]), axis=1),
    "roll": lambda mxp, a: mxp.roll(a, 1),
    "clip": lambda mxp, a: mxp.clip(a, 1, 2),
    "astype": lambda mxp, a: mxp.astype(a, mxp.float32),
    "a[0]": lambda mxp, a: a[0],
    "a[a > 1]": lambda mxp, a: a[a > 1],
    "a + 1": lambda mxp, a: a + 1,
    "a += 1": lambda mxp, a: a.__iadd__(1),
    "array + a": lambda mxp, a: mxp.ones((2, 3)).data + a,
    "a - NumPy's array": lambda mxp, a: a - A,
    "element * a": lambda mxp, a: a.data[0, 1] * a,
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning", "ignore:divide by zero:RuntimeWarning")
def test_calls(name):
    def run(namespace):
        mxp = marray.masked_namespace(namespace)
        return CALLS[name](mxp, mxp.asarray(namespace.asarray(A.copy()), mask=namespace.asarray(A % 2 == 0)))

    result, expected = run(xp), run(np)
    assert isinstance(result.data, xp.ndarray)
    assert isinstance(result.mask, xp.ndarray)
    assert np.asarray(result.mask).tolist() == expected.mask.tolist()
    shown = ~np.asarray(expected.mask)
    np.testing.assert_allclose(np.asarray(result.data)[shown], np.asarray(expected.data)[shown])
