"""What the tests of the elementwise records know beside NumPy: tolerances, and where NumPy is not the oracle."""

import numpy as np

from tools.tolerance import COMPLEX_ROUNDED, EXACT
from xp_torch._array.ufunc.records import OPS

UNARY = sorted(name for name, op in OPS.items() if op.nin == 1)
BINARY = sorted(name for name, op in OPS.items() if op.nin == 2)

#: Public functions that read values back to the host, because the shape of their result depends on them.
DATA_DEPENDENT_SHAPES = (
    "allclose", "argwhere", "array_equal", "array_equiv", "bincount", "compress", "delete",
    "extract", "flatnonzero", "histogram_bin_edges", "insert", "intersect1d", "ix_", "mask_indices",
    "nonzero", "repeat",
    "setdiff1d", "setxor1d", "trim_zeros", "union1d", "unique", "unique_all", "unique_counts", "unique_inverse",
    "unique_values",
)  # fmt: skip

#: complex arithmetic whose intermediate results overflow or underflow, differently in each library.
COMPLEX_INTERMEDIATE = {"divide", "float_power", "multiply", "pow", "reciprocal", "square"}


def ulps(name, dtype):
    """Return the units in the last place of a loop's dtype that two correct libraries may lie apart."""
    dtype = np.dtype(dtype)
    if name in EXACT and not (name in COMPLEX_ROUNDED and dtype.kind == "c"):
        return 0
    if dtype.kind in "biu" or dtype == np.float16:
        return 1
    return 4 if dtype.kind == "f" else 16


def loop_ulps(name, *dtypes):
    """Return `ulps` for the loop that serves operands of `dtypes`."""
    found = result_dtypes(name, *dtypes)
    return 0 if found is TypeError else max(ulps(name, d) for d in (found[0], np.result_type(*dtypes)))


def result_dtypes(name, *dtypes):
    """Return NumPy's resolution of a ufunc for dtypes: a tuple, or the class of its error."""
    function = getattr(np, name)
    try:
        return tuple(function.resolve_dtypes((*map(np.dtype, dtypes), *(None,) * function.nout))[function.nin :])
    except TypeError:
        return TypeError


def theirs(name, *inputs, **kwargs):
    """Return NumPy's answer without its warnings."""
    with np.errstate(all="ignore"):
        return getattr(np, name)(*inputs, **kwargs)


def not_numpys(name, *inputs):
    """Return the mask of elements for which NumPy is not the oracle, each by a rule."""
    inputs = np.broadcast_arrays(*inputs)
    x, y, kinds = inputs[0], inputs[-1], {a.dtype.kind for a in inputs}
    mask = np.zeros(x.shape, bool)
    # The standard's special cases win (rule 6); tests/functions/test_elementwise.py has a table of them.
    if name in ("floor_divide", "divmod") and "f" in kinds:
        mask |= np.isinf(x) | np.isinf(y)
    if name in ("expm1", "sign", "tanh") and "c" in kinds:
        mask |= ~np.isfinite(x)
    # IEEE 754 leaves open which of two zeros is the larger; NumPy's answer depends on the vector unit.
    if name in ("fmax", "fmin", "maximum", "minimum") and "f" in kinds:
        mask |= (x == 0) & (y == 0)
    # NumPy's float16 loop differs from its others: C's nextafter(0.0, -0.0) is -0.0.
    if name == "nextafter":
        mask |= (x == 0) & (y == 0)
    # NumPy's expm1(x + 0j) is inf + nanj from overflow on, the standard's has an exact zero part; of -0 it is +0.
    if name == "expm1" and "c" in kinds:
        mask |= (np.abs(x.real) > 80) | (x == 0)
    # NumPy's complex log1p loses what is tiny beside one; the value is x itself.
    if name == "log1p" and "c" in kinds:
        mask |= np.abs(x) < 1e-7
    # Relative to the operands: where the sum of powers is near one its logarithm cancels, in NumPy too.
    if name in ("logaddexp", "logaddexp2"):
        mask |= np.isfinite(x) & np.isfinite(y) & (np.abs(getattr(np, name)(x, y)) < 0.2)
    return mask


def raises_in_numpy(name, *inputs):
    """Return the mask of values that raise: integers to negative powers."""
    x, y = np.broadcast_arrays(*inputs) if len(inputs) == 2 else (inputs[0], inputs[0])
    if name == "pow" and np.result_type(x, y).kind in "iu":
        return np.less(y, 0)
    return np.zeros(x.shape, bool)
