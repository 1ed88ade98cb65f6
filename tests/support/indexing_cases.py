"""What the tests of indexing share: keys for NumPy and for the kernels, and one comparison for reads and for writes."""

import operator

import numpy as np
import torch

from xp_torch._kernels.indexing.read import read
from xp_torch._kernels.indexing.write import write

TRUE, FALSE = np.array(True), np.array(False)
ZERO_D = np.array(1)


def tensor_key(key):
    """Turn a NumPy key into what the kernels take: a tuple with tensors for arrays."""
    key = key if isinstance(key, tuple) else (key,)
    return tuple(torch.from_numpy(np.array(k)) if isinstance(k, (list, np.ndarray)) else k for k in key)


def outcome(function, *args):
    """Return a call's result, or the error's type and words."""
    try:
        return function(*args)
    except (IndexError, ValueError, TypeError) as error:
        return type(error), str(error).strip()


def same_error(got, expected):
    """Compare outcomes that are errors; of a key's several faults any will do if NumPy names an index out of bounds."""
    if isinstance(got, tuple) and isinstance(expected, tuple):
        return got == expected or (got[0] is expected[0] and "is out of bounds for axis" in expected[1])
    return got is expected


def assert_reads(x, key, equal=operator.eq):
    t = torch.from_numpy(x)
    expected = outcome(lambda: x[key])
    got = outcome(lambda: read(t, tensor_key(key)))
    if isinstance(expected, tuple):
        assert equal(got, expected), key
        return
    assert isinstance(got, torch.Tensor), (key, got, expected.shape)
    assert np.asarray(got).dtype == expected.dtype
    assert tuple(got.shape) == expected.shape, key
    np.testing.assert_array_equal(np.asarray(got), expected)
    negative = any(isinstance(k, slice) and (k.step or 1) < 0 for k in (key if isinstance(key, tuple) else (key,)))
    shares = isinstance(expected, np.ndarray) and np.shares_memory(expected, x)
    assert np.shares_memory(np.asarray(got), x) == (shares and not negative), key


def assert_writes(x, key, value, equal=operator.eq):
    """Write into two copies of x, NumPy's and ours, and compare all of them, failed writes too."""
    value = np.asarray(value, dtype=x.dtype)
    expected, ours = x.copy(), x.copy()

    def numpy_write():
        expected[key] = value

    error = outcome(numpy_write)
    if error == (TypeError, "only 0-dimensional arrays can be converted to Python scalars"):
        error = (ValueError, "setting an array element with a sequence.")  # NumPy's choice depends on the dtype
    got = outcome(write, torch.from_numpy(ours), tensor_key(key), torch.from_numpy(np.array(value)))
    assert equal(got, error), key
    if error is not None:
        expected = x
    np.testing.assert_array_equal(ours, expected, err_msg=repr(key))


def counted(shape, dtype="int64"):
    """Return an array whose elements differ from each other as far as the dtype can tell."""
    return (np.arange(int(np.prod(shape))) + 1).reshape(shape).astype(dtype)


def new_values(shape, dtype="int64"):
    return (1000 + np.arange(int(np.prod(shape)))).reshape(shape).astype(dtype)


def mask(*shape):
    """Return a mask with a fixed, irregular pattern."""
    return np.arange(int(np.prod(shape))).reshape(shape) * 7 % 5 < 2


def subscripts(text):
    """Return the keys that `text` writes as between the brackets of ``x[...]``, with ``;`` between them."""
    return [eval(f"np.s_[{key}]", globals()) for key in text.split(";")]
