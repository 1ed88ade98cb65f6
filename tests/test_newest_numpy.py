"""What NumPy 2.5 does otherwise than older versions: the results are written out, whichever NumPy is installed."""

import re
import warnings

import numpy as np
import pytest
from support.versions import NUMPY

import xp_torch as xp

NAN, INF = float("nan"), float("inf")

#: Expressions of a namespace `m`, with their results as lists, or the class of the error.
RESULTS = [
    ("m.finfo(None)", TypeError),
    ("m.cross([1, 2], [3, 4])", ValueError),
    ("m.cross([1, 2, 3], [3, 4])", ValueError),
    ("m.linalg.cross([1, 2, 3], [3, 4])", ValueError),
    ("m.cross([1, 2, 3], [3, 4, 5])", [-2, 4, -2]),
    ("m.row_stack", AttributeError),
    ("m.chararray", AttributeError),
    ("m.lib.math", AttributeError),
    ("m.bincount([1.0, 2.0])", TypeError),
    ("m.bincount([])", []),
    ("m.dtype('a')", TypeError),
    ("m.zeros(2, dtype='a5')", TypeError),
    ("m.dtype('S5').itemsize", 5),
    ("m.linalg.eigvals(m.eye(2)).dtype.name", "complex128"),
    ("m.linalg.eig(m.eye(2))[1].dtype.name", "complex128"),
    ("m.where([True], m.asarray([1], dtype='i1'), 300)", OverflowError),
    ("m.where([True], 2, m.asarray([1], dtype='i1')).dtype.name", "int8"),
    ("type(m.meshgrid([1, 2], [3], sparse=True, copy=False)).__name__", "tuple"),
    ("m.sort(m.asarray([3.0, m.nan, 4.0]), descending=True)", [4.0, 3.0, NAN]),
    ("m.argsort(m.asarray([3, 1, 4]), descending=True)", [2, 0, 1]),
    ("m.asarray([3, 1, 4]).argsort(descending=True)", [2, 0, 1]),
    ("m.sort([3, 1], kind='stable', descending=True)", ValueError),
    ("m.polynomial.polynomial.polyvalnd((1.0, 2.0), [[1, 2], [3, 4]])", 16.0),
    ("m.polynomial.chebyshev.chebvalnd((1.0, 2.0, 1.0), [[[1], [2]], [[3], [4]]])", 16.0),
    ("m.polynomial.hermite.hermvalnd((1.0, 2.0), [[1, 2], [3, 4]])", 47.0),
    ("m.polynomial.laguerre.lagvalnd((1.0, 2.0), [[1, 2], [3, 4]])", -1.0),
    ("m.take(m.arange(3), [2, 0], out=m.zeros(2, dtype='f4'))", [2.0, 0.0]),
    ("m.take(m.asarray([True, False]), [0, 1], out=m.zeros(2, dtype='i8'))", [1, 0]),
    ("m.compress([True, False, True], m.arange(3), out=m.zeros(2))", [0.0, 2.0]),
    ("m.triu_indices(m.uint8(2), m.uint64(1))[1]", [1]),
    ("m.from_dlpack(m.asarray([1, 2]))", [1, 2]),
    ("m.nextafter(m.float16(0.0), m.float16(-0.0))", -0.0),
    ("m.cumsum(m.int8([-3]), out=m.asarray([[7, -5], [64, 0]]))", ValueError),
    ("m.bincount(m.asarray([1, 1], dtype='u1'))", [0, 2]),
    ("m.linalg.svd([[m.inf, 1.0], [1.0, 2.0]])", ValueError),
    ("m.linalg.svd(m.stack([m.eye(2), m.asarray([[m.nan, 1], [1, 2]])]), compute_uv=False)", ValueError),
    ("m.linalg.svdvals(m.asarray([[m.inf, 1.0], [1.0, 2.0]], dtype='c8'))", ValueError),
    ("m.linalg.pinv([[m.inf, 1.0], [1.0, 2.0]])", ValueError),
    ("m.linalg.norm(m.asarray([[m.inf, 1.0], [1.0, 2.0]]), 'nuc')", ValueError),
    ("m.linalg.matrix_rank([[m.inf, 1.0], [1.0, 2.0]])", ValueError),
    ("m.linalg.lstsq(m.asarray([[m.inf, 1.0], [1.0, 2.0]], dtype='f4'), m.ones(2))", ValueError),
    ("m.linalg.eigvalsh([[1.0, m.nan], [0.0, 1.0]])", [1.0, 1.0]),
    ("m.linalg.cond([[m.nan, 1.0], [1.0, 2.0]])", NAN),
    ("m.linalg.cond([[[m.inf, 1.0], [1.0, 2.0]], [[2.0, 0.0], [0.0, 1.0]]])", [INF, 2.0]),
    ("m.lib.stride_tricks.as_strided(m.arange(9), (2,), (16,), check_bounds=True)", [0, 2]),
    ("m.lib.stride_tricks.as_strided(m.arange(9), (20,), (8,), check_bounds=True)", ValueError),
    ("m.interp([], [], [])", []),
    ("m.interp(m.zeros((2, 0)), [], [1j][:0], period=360)", [[], []]),
    ("m.frompyfunc(lambda *args: 0, 0, 1).at(m.arange(3), [0])", ValueError),
    ("m.arange(4)._set_shape((2, 2))", None),
    ("m.arange(4)._set_dtype('f8')", None),
]
#: Statements with an array `x` of six floats, and the texts with which NumPy 2.5 says what to write instead.
DEPRECATED = [
    ("m.rot90(m.eye(2), k=2.25)", "not an integer type has been deprecated in NumPy 2.5"),
    (
        "x.shape = (2, 3)",
        "Setting the shape on a NumPy array has been deprecated in NumPy 2.5.\nAs an alternative, .*np.reshape",
    ),
    (
        "x[::-1].shape = (2, 3)",
        "Setting the shape on a NumPy array has been deprecated in NumPy 2.5.\nAs an alternative, .*np.reshape",
    ),
    ("x.dtype = 'i8'", "Setting the dtype on a NumPy array has been deprecated in NumPy 2.5.\nInstead of .*x.view"),
    ("m.fix(x)", "numpy.fix is deprecated. Use numpy.trunc instead"),
    ("m.typename('d')", "numpy.typename is deprecated. Use numpy.dtype.name instead"),
    ("m.tri(3.0)", "Cannot convert float safely to an integer"),
    ("m.tri(3, k=1.0)", "Cannot convert float safely to an integer"),
    ("m.triu_indices(3, 1.0)", "Cannot convert float safely to an integer"),
    ("m.tril_indices(3, m=4.0)", "Cannot convert float safely to an integer"),
    ("m.take(x, [0], out=m.zeros(1, dtype='i4'))", "Implicit casting of output to a different kind is deprecated"),
    ("x.take([0], out=m.zeros(1, dtype='?'))", "Implicit casting of output to a different kind is deprecated"),
    ("x.compress([True], out=m.zeros(1, dtype='u1'))", "Implicit casting of output to a different kind is deprecated"),
]
#: Statements for the same as those of `DEPRECATED`.
INSTEAD = """x = m.reshape(x, (2, 3)); y = x.view("i8"); m.trunc(x); m.dtype("d").name; m.tri(3, k=1)
m.triu_indices(3, 1); m.tril_indices(3, m=4); m.take(x.astype("i4"), [0], out=m.zeros(1, dtype="i4")); x.resize((3, 2))
m.resize(x, 4); x._set_shape((6,)); x._set_dtype("i8"); x.view(dtype="f8")"""
NAMESPACES = [xp, *([np] if NUMPY >= (2, 5) else [])]


def result(text, m):
    """Return the value of an expression as nested lists, or the class of its error."""
    try:
        value = eval(text, {"m": m})
    except Exception as error:
        return next(cls for cls in type(error).__mro__ if cls.__module__ == "builtins")
    return value.tolist() if hasattr(value, "tolist") else value


@pytest.mark.parametrize("m", NAMESPACES)
@pytest.mark.parametrize(("text", "expected"), RESULTS)
def test_results(m, text, expected):
    assert str(result(text, m)) == str(expected)  # as text, so that NaN is itself and zeros have signs


@pytest.mark.parametrize("m", NAMESPACES)
@pytest.mark.parametrize(("text", "message"), DEPRECATED)
def test_deprecations(m, text, message):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exec(text, {"m": m, "x": m.ones(6)})
    assert [w.category for w in caught] == [DeprecationWarning]
    assert re.search(message, str(caught[0].message))
    assert caught[0].filename == ("<string>" if m is xp else caught[0].filename)


@pytest.mark.parametrize("m", NAMESPACES)
def test_what_replaces_them_gives_no_warning(m):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(INSTEAD, {"m": m, "x": m.ones(6)})


def test_dlpack_that_cannot_be_read_raises_buffer_error():
    class Strange:
        def __dlpack__(self, **options):
            return np.zeros((1,) * 3).__dlpack__()

        def __dlpack_device__(self):
            return (1, 0)

    assert xp.from_dlpack(Strange()).shape == (1, 1, 1)
    with pytest.raises(BufferError):
        xp.from_dlpack(np.asarray(["a"]))
