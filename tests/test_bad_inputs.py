"""Bad inputs for every public function: NumPy's class of error, unchanged inputs, nothing printed, no error of torch's.

The calls are the examples of `tools.calls` and one call of every ufunc.
"""

import inspect
import itertools
import re

import numpy as np
import pytest
from support.cases import cases, initial
from support.oracle import outcome
from support.values import NO_ARRAYS
from support.versions import NUMPY

import xp_torch as xp
from tools.calls import EXAMPLES, OPERANDS, operands_of, public_functions, ufunc_call
from xp_torch._array.ufunc.records import OPS

#: every call that takes operands, those of the ufuncs too.
ALL = [(f"{name}-{i}", act) for name, acts in EXAMPLES.items() for i, act in enumerate(acts) if operands_of(act)]
ALL += [(name, ufunc_call(name)) for name in OPS]
LABELS = [label for label, _ in ALL]
EVERY = cases(("label", "act"), ALL, ids=LABELS, by=initial)

#: classes of errors that a function may raise for what it is given.
CLEAN = (TypeError, ValueError, IndexError, OverflowError, np.linalg.LinAlgError)


def names_of(act):
    return [n for n in operands_of(act) if n in OPERANDS]


def operands(act):
    return [OPERANDS[n].copy() for n in names_of(act)]


def described(result):
    """Return the dtypes and shapes of a result."""
    if isinstance(result, (tuple, list)):
        return tuple(described(r) for r in result)
    if isinstance(result, (int, float)):
        result = np.asarray(result)
    if isinstance(result, (xp.ndarray, np.ndarray, np.generic)):
        return result.dtype.name, result.shape
    return result


#: functions whose results are always complex (rule 6), unlike NumPy's.
ALWAYS_COMPLEX = {"linalg.eig", "linalg.eigvals"}


def assert_same_fate(act, label, given, capfd, compare=True):
    """Assert that a call has the result or error of NumPy's, leaves its inputs unchanged and prints nothing."""
    mine = [xp.asarray(a.copy()) for a in given]
    before = [repr(a.tolist()) for a in mine]
    got, error, text = outcome(act, xp, *mine)
    assert [repr(a.tolist()) for a in mine] == before, "the inputs changed"
    assert capfd.readouterr() == ("", ""), "something was printed"
    named = label.split("-")[0] not in NOT_NUMPYS
    expected, expected_error, expected_text = outcome(act, np, *[a.copy() for a in given]) if named else [None] * 3
    # NumPy itself raises ZeroDivisionError and RuntimeError for some statistics.
    assert error is None or issubclass(error, CLEAN) or error is expected_error, f"{error.__name__}: {text}"
    if not compare or not named:
        return
    shown = [(a.dtype.name, a.shape) for a in given]
    if (label, given[0].shape) in NUMPYS_ACCIDENTS:
        return
    if expected_text == "array type float16 is unsupported in linalg":
        return  # here it is computed in float32
    if expected_error is not None:
        # An AxisError where NumPy raises IndexError or ValueError is caught by the same `except`.
        assert error is not None, f"{shown}: {described(got)}; NumPy raises {expected_error.__name__}: {expected_text}"
        assert issubclass(error, expected_error), (
            f"{shown}: {text or described(got)}; NumPy raises {expected_error.__name__}: {expected_text}"
        )
        return
    if NUMPY < (2, 5) and "must be (arrays of) 3-dimensional vectors" in str(text):
        return  # NumPy 2.5 refuses vectors of two, too
    assert error is None, f"{shown}: {error.__name__}: {text}; NumPy gives {described(expected)}"
    if label.split("-")[0] not in ALWAYS_COMPLEX:
        assert described(got) == described(expected), shown


#: NumPy's accidents: a transform over no axes stays real, a shift of a 0-D array fails.
NUMPYS_ACCIDENTS = {("fft.fftn-0", ()), ("fft.fftshift-0", ())}
#: It also drops the imaginary part of weights, ignores weights of empty arrays and has no bins for no coordinates.
NUMPYS_ACCIDENTS |= {("cov-1", (2, 3)), ("bincount-1", (0,)), ("histogramdd-0", (3, 0))}

#: functions that NumPy lacks or has with another meaning.
NOT_NUMPYS = {
    name for name in public_functions() if name.startswith("special.") or ("." not in name and not hasattr(np, name))
}


SHAPES = [(), (0,), (1,), (4,), (2, 3), (3, 3), (4, 4), (0, 3), (3, 0), (2, 3, 3), (5, 2)]
KINDS = ["bool", "int8", "int64", "uint8", "uint16", "float16", "float32", "complex64"]


@pytest.mark.cpu_only(
    label=[
        "choose-1",
        "compress-0",
        "digitize-0",
        "extract-0",
        "histogram-1",
        "insert-1",
        "ix_-0",
        "linalg.cholesky-0",
        "linalg.cholesky-1",
        "matmul-1",
        "nanargmax-0",
        "nanmin-0",
        "place-0",
        "tril_indices-0",
    ]
)
@pytest.mark.numpy_before
@EVERY
def test_an_operand_of_any_shape(label, act, capfd):
    for place, shape in itertools.product(range(len(names_of(act))), SHAPES):
        given = operands(act)
        kind = given[place].dtype
        values = np.asarray([2, 1, 3, 1, 2, 4, 1, 3, 5], "float64")
        size = int(np.prod(shape))
        given[place] = np.resize(values, size).reshape(shape).astype(kind) if size else np.zeros(shape, kind)
        assert_same_fate(act, label, given, capfd)


@pytest.mark.cpu_only(
    label=[
        "linalg.cholesky-0",
        "linalg.cholesky-1",
        "linalg.inv-0",
        "linalg.matrix_power-1",
        "linalg.solve-0",
        "linalg.solve-1",
        "linalg.tensorinv-0",
        "linalg.tensorsolve-0",
        "piecewise-0",
    ]
)
@pytest.mark.numpy_before
@EVERY
def test_operands_of_any_kind(label, act, capfd):
    for place in range(len(names_of(act))):
        for kind in KINDS:
            given = operands(act)
            given[place] = given[place].real.astype(kind) if kind != "complex64" else given[place].astype(kind)
            assert_same_fate(act, label, given, capfd)


RECURSIVE: list = []
RECURSIVE.append(RECURSIVE)
OBJECTS = [*NO_ARRAYS, object(), len, np.asarray(["a"]), RECURSIVE]
#: functions that accept any object, as NumPy's do.
ABOUT_ANYTHING = {"isscalar-0", "iterable-0", "iscomplexobj-0", "isrealobj-0", "size-0", "size-1"}
#: functions that use only the dtypes of their operands, on any device.
OF_DTYPES = {"common_type-0"}


@EVERY
def test_operands_that_are_no_arrays(label, act, capfd):
    if label in ABOUT_ANYTHING:
        return
    for place, name in enumerate(names_of(act)):
        for bad in OBJECTS:
            given = [xp.asarray(a) for a in operands(act)]
            kept = [repr(a.tolist()) for a in given]
            others = [a for i, a in enumerate(given) if i != place]
            given[place] = bad
            source = getattr(act, "text", "")
            if re.search(rf"\b{name}\[", source) or (f"{name}." in source and not hasattr(bad, "T")):
                continue  # the example itself indexes the operand or reads an attribute
            got, error, text = outcome(act, xp, *given)
            if error not in (TypeError, ValueError):
                given = operands(act)
                given[place] = bad
                expected, refusal, _ = outcome(act, np, *given)
                message = f"{bad!r} as {name}: {text or got!r}; NumPy {refusal or expected!r}"
                assert error is refusal, message
                assert error is not None or described(got) == described(expected), message
            assert [repr(a.tolist()) for a in others] == [k for i, k in enumerate(kept) if i != place]
    assert capfd.readouterr() == ("", "")


@EVERY
def test_operands_on_two_devices(label, act, capfd):
    names = names_of(act)
    if len(set(names)) < 2 or label in OF_DTYPES:
        return
    for place in range(len(names)):
        given = [xp.asarray(a) for a in operands(act)]
        given[place] = xp.empty(given[place].shape, dtype=given[place].dtype, device="meta")
        got, error, text = outcome(act, xp, *given)
        assert error is ValueError, f"{error}: {text or described(got)}"
        assert "device" in text
        assert "meta" in text
    assert capfd.readouterr() == ("", "")


def resolved(name):
    """The function of a public name, ours and NumPy's (None where NumPy lacks it)."""
    ours, theirs = xp, np
    for part in name.split("."):
        ours, theirs = getattr(ours, part), getattr(theirs, part, None)
    return ours, theirs


WITH_AXIS = sorted(n for n in public_functions() if "axis" in inspect.signature(resolved(n)[0]).parameters)
AXES = [2, -3, 100, "a", 1.5, (0, 0), (0, 5), [0, "a"], object()]


@pytest.mark.numpy_before
@cases("name", WITH_AXIS)
def test_an_invalid_axis(name, capfd):
    mine, theirs = resolved(name)
    acts = [a for a in EXAMPLES[name] if operands_of(a)]
    parameters = list(inspect.signature(mine).parameters.values())
    required = [
        p for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    if not acts:
        return
    for axis in AXES:
        given = {"concat": "xx", "concatenate": "xx", "stack": "xx"}.get(name)
        if given:
            call = lambda m, f, axis=axis: f([m.asarray(OPERANDS["x"])] * 2, axis=axis)
        else:
            extra = [OPERANDS["n"] % 2 if name == "take_along_axis" else np.asarray([0])] if "take" in name else []
            fill = {"repeat": [2], "roll": [1], "append": [OPERANDS["x"]], "cross": [OPERANDS["x"]]}
            fill |= {"linalg.cross": [OPERANDS["x"]], "vecdot": [OPERANDS["x"]], "linalg.vecdot": [OPERANDS["x"]]}
            fill |= {"split": [1], "array_split": [1], "matvec": [OPERANDS["v"]], "vecmat": [OPERANDS["x"]]}
            fill |= {"lib.stride_tricks.sliding_window_view": [1]}
            rest = fill.get(name, extra)
            if 1 + len(rest) < len([p for p in required if p.name != "axis"]):
                continue
            call = lambda m, f, axis=axis, rest=rest: f(
                m.asarray(OPERANDS["x"]), *[m.asarray(r) if isinstance(r, np.ndarray) else r for r in rest], axis=axis
            )
        got, error, text = outcome(call, xp, mine)
        assert error is None or issubclass(error, CLEAN), f"axis={axis!r}: {error.__name__}: {text}"
        if theirs is None or not isinstance(axis, (int, tuple)):
            # NumPy accepts some of these, and is inconsistent about the class of error.
            if error is None and theirs is not None:
                assert described(got) == described(outcome(call, np, theirs)[0])
                continue
            assert error in (TypeError, ValueError, np.exceptions.AxisError), f"axis={axis!r} gave {described(got)}"
            continue
        expected, expected_error, expected_text = outcome(call, np, theirs)
        if expected_error is not None:
            assert error is not None, f"axis={axis!r} gave {described(got)}; NumPy raises {expected_error}"
            several = isinstance(axis, tuple) and error is TypeError
            assert several or issubclass(error, expected_error), (
                f"axis={axis!r}: {text or described(got)}; NumPy {expected_error}: {expected_text}"
            )
        else:
            assert error is None, f"axis={axis!r}: {error}: {text}; NumPy gives {described(expected)}"
            assert described(got) == described(expected)
    assert capfd.readouterr() == ("", "")


WITH_DTYPE = sorted(n for n in public_functions() if "dtype" in inspect.signature(resolved(n)[0]).parameters)


@cases("name", WITH_DTYPE)
@pytest.mark.parametrize("bad", ["nonsense", 3, [int]], ids=repr)
def test_an_invalid_dtype(name, bad):
    for act in EXAMPLES[name][:1]:
        given = [xp.asarray(a) for a in operands(act)]
        with pytest.raises(TypeError):
            _with_keyword(act, name, "dtype", bad)(xp, *given)


WITH_OUT = sorted(n for n in public_functions() if "out" in inspect.signature(resolved(n)[0]).parameters)


@pytest.mark.numpy_before
@cases("name", WITH_OUT)
def test_an_out_that_does_not_fit(name, capfd):
    theirs = resolved(name)[1]
    acts = [a for a in EXAMPLES[name] if operands_of(a)]
    for act in acts[:1]:
        given = operands(act)
        expected, error, _ = outcome(act, xp, *map(xp.asarray, given))
        if error is not None or not isinstance(expected, xp.ndarray):
            continue
        shape = expected.shape
        wrong_shape = xp.zeros((*shape[:-1], shape[-1] + 1) if shape else (2,), dtype=expected.dtype)
        wrong_dtype = xp.zeros(expected.shape, dtype=xp.bool)
        for out in (wrong_shape, wrong_dtype, "out", [1.0], object()):
            if out is wrong_dtype and (expected.dtype == "bool" or name == "trace"):
                continue  # NumPy's trace casts to any dtype
            got, error, text = outcome(_with_keyword(act, name, "out", out), xp, *map(xp.asarray, given))
            # NumPy's transforms take an out that broadcasts in the axes that they go over one by one.
            if theirs is not None and isinstance(out, xp.ndarray) and not name.startswith("fft."):
                its = _with_keyword(act, name, "out", np.asarray(out).copy())
                _, expected_error, _ = outcome(its, np, *given)
                if expected_error is None:
                    assert error is None, f"out={out!r}: {error}: {text}, which NumPy takes"
                    out[...] = 0
                    continue
            assert error in (TypeError, ValueError), f"out={out!r}: {error}: {text or described(got)}"
        assert not np.asarray(wrong_shape).any()
        assert not np.asarray(wrong_dtype).any()
    assert capfd.readouterr() == ("", "")


class _WithKeyword:
    """A namespace whose function of one name is called with a keyword."""

    def __init__(self, module, name, keyword):
        self._module, self._name, self._keyword = module, name, keyword

    def __getattr__(self, attribute):
        value = getattr(self._module, attribute)
        first, _, last = self._name.rpartition(".")
        if attribute == first:
            return _WithKeyword(value, last, self._keyword)
        return (lambda *a, **k: value(*a, **{**k, **self._keyword})) if attribute == last and not first else value


def _with_keyword(act, name, key, value):
    return lambda m, *given: act(_WithKeyword(m, name, {key: value}), *given)


# NumPy's printoptions looks at its arguments when the block is entered.
@cases("name", sorted((public_functions() | OPS.keys()) - {"printoptions"}), by=initial)
def test_unknown_arguments(name):
    function = resolved(name)[0]
    for args, kwargs in (((), {"nonsense": 1}), ((1,) * 30, {})):
        with pytest.raises(TypeError):
            function(*args, **kwargs) if not _variadic(function) or kwargs else function(nonsense=1)


def _variadic(function):
    return any(p.kind is p.VAR_POSITIONAL for p in inspect.signature(function).parameters.values())


#: expressions of the namespace `m` for which NumPy raises an error.
REFUSED = [
    "m.zeros(-1)", "m.ones((2, -3))", 'm.empty("a")', "m.full(1.5, 0)", 'm.zeros((2, "a"))', "m.zeros(None)",
    "m.eye(-1)", "m.eye(1.5)", "m.arange(0, 1, 0)", 'm.arange("a")', "m.linspace(0, 1, -1)", "m.linspace(0, 1, 1.5)",
    "m.reshape(m.ones(6), (4,))", "m.reshape(m.ones(6), (-1, -1))", 'm.reshape(m.ones(6), "a")',
    "m.reshape(m.ones(6), (2, -2))", "m.broadcast_to(m.ones(3), (2,))", "m.repeat(m.ones(3), -1)",
    "m.repeat(m.ones(3), [1, 2])", "m.tile(m.ones(3), -1)", "m.roll(m.ones(3), 1.5)",
    "m.permute_dims(m.ones((2, 3)), (0, 0))", "m.permute_dims(m.ones((2, 3)), (0,))",
    "m.moveaxis(m.ones((2, 3)), 0, 5)", "m.moveaxis(m.ones((2, 3)), (0, 1), 0)", "m.squeeze(m.ones((2, 3)), axis=0)",
    "m.expand_dims(m.ones(3), axis=5)", "m.concat([])", "m.stack([])", "m.stack([m.ones(2), m.ones(3)])",
    "m.concat([m.ones((2, 3)), m.ones((3, 2))])", "m.concat([m.ones(()), m.ones(())])", "m.split(m.ones(5), 2)",
    "m.broadcast_shapes((2,), (3,))", "m.max(m.ones(0))", "m.argmin(m.ones(0))", "m.min(m.ones((2, 0)), axis=1)",
    "m.take(m.ones(3), 5)", "m.take(m.ones(3), [0, -4])", "m.take(m.ones(3), 1.5)",
    "m.take_along_axis(m.ones((2, 3)), m.ones((2, 3)), 0)", "m.searchsorted(m.ones((2, 2)), 1.0)",
    'm.searchsorted(m.ones(2), 1.0, side="middle")', "m.sort(m.ones(()))", "m.sort(m.ones(3), 1)",
    "m.diff(m.ones(()))", "m.diff(m.ones(3), n=-1)", 'm.meshgrid(m.ones(2), indexing="no")', "m.tril(m.ones(()))",
    "m.matmul(m.ones(()), m.ones(3))", "m.trace(m.ones(3))", "m.tensordot(m.ones((2, 3)), m.ones((2, 3)), axes=1)",
    "m.cross(m.ones(4), m.ones(4))", "m.linalg.cholesky(-m.eye(2))", "m.linalg.inv(m.zeros((2, 2)))",
    "m.linalg.inv(m.ones(3))", "m.linalg.solve(m.eye(2), m.ones(3))", "m.linalg.matrix_power(m.eye(2), 1.5)",
    'm.linalg.qr(m.eye(2), mode="no")', 'm.linalg.norm(m.eye(2), "no")', "m.linalg.det(m.ones((2, 3)))",
    "m.linalg.eigh(m.ones((2, 3)))", "m.linalg.matrix_norm(m.eye(2), ord=7)", "m.fft.fft(m.ones(3), n=0)",
    "m.fft.fft(m.ones(3), n=-1)", "m.fft.fft(m.ones(()))", 'm.fft.fft(m.ones(3), norm="no")', "m.fft.fftfreq(1.5)",
    "m.fft.fftn(m.ones((2, 2)), axes=(5,))", "m.fft.fft(m.ones(3), axis=3)", "m.fft.rfft(m.ones(3) * 1j)",
    "m.fft.irfft(m.ones(1), n=0)", "m.result_type()", 'm.can_cast(m.int8, "nonsense")', "m.finfo(m.int8)",
    "m.iinfo(m.float32)", 'm.isdtype(m.dtype("int8"), "nonsense")', "m.where(m.ones(2) > 0)", "m.where(m.ones(2), 1)",
    "m.clip(m.ones(2), m.ones(3), None)", 'm.round(m.ones(2), "a")', "m.count_nonzero(m.ones(2), axis=1)",
    "m.nonzero(m.ones(()))", 'm.std(m.ones(3), correction="a")', "m.cumulative_sum(m.ones((2, 2)))",
    'm.astype(m.ones(2), "no")', 'm.asarray([1], dtype="no")', "m.asarray([[1], [1, 2]])",
    'm.asarray([2**70], dtype="int64")', "m.asarray([1.5], copy=False)", 'm.asarray([-1], dtype="uint8")',
    'm.asarray([1j], dtype="float64")', "m.unstack(m.ones(()))", "m.flip(m.ones(2), axis=1)", "m.from_dlpack(3)",
    'm.einsum("ij,jk")',
]  # fmt: skip


@pytest.mark.cpu_only(expression=["m.linalg.cholesky(-m.eye(2))", "m.linalg.inv(m.zeros((2, 2)))"])
@pytest.mark.numpy_before
@cases("expression", REFUSED)
def test_errors_are_numpys(expression, capfd):
    act = eval(f"lambda m: {expression}")
    got, error, text = outcome(act, xp)
    expected, expected_error, _ = outcome(act, np)
    shown = f"{error and error.__name__}: {text or got!r}; NumPy {expected_error or expected!r}"
    assert (error is None) == (expected_error is None), shown
    assert error is None or issubclass(error, expected_error), shown
    assert capfd.readouterr() == ("", "")
