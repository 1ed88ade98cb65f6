"""The calls of the table with other dtypes, and with each parameter at other values than its default: as NumPy."""

import ast
import inspect
import io
import itertools
import operator
import re
import reprlib
import warnings

import numpy as np
import pytest
import torch
from support.cases import cases, initial
from support.garbage.check import fault
from support.oracle import ROUNDING, call, kind_of_error, same
from support.versions import NUMPY

import xp_torch as xp
from tools.calls import EXAMPLES, FORMS, OPERANDS, all_examples, operands_of, ufunc_call
from tools.calls.row import example
from xp_torch._array.ufunc.records import OPS

DTYPES = ("bool", "int8", "uint16", "int64", "float32", "float64", "complex64")
#: Values of parameters, by name, as functions of a namespace if they are arrays. A dictionary has several parameters.
AXIS = (0, 1, -1, -2, 2, None, (0, 1), (-1,))
ORD = (0, 1, -1, 2, -2, 3, np.inf, -np.inf, "fro", "nuc", "other")
METHODS = (
    "linear",
    "lower",
    "higher",
    "nearest",
    "midpoint",
    "inverted_cdf",
    "weibull",
    "hazen",
    "closest_observation",
)
PADDING = ("constant", "edge", "reflect", "symmetric", "maximum", "mean", "linear_ramp")
MODES = ("raise", "wrap", "clip", "same", "full", "valid", "reduced", "complete", "r", "raw", "other", *PADDING)


def array(name):
    """Return a function of a namespace that returns an operand of the table."""
    return lambda m: m.asarray(OPERANDS[name].copy())


VALUES = {
    "axis": AXIS, "axes": ((0, 1), (1, 0), (-1, 0), (0, 0), None), "axis1": (1, -1, 2), "axis2": (0, -1, 2),
    "axisa": (0,), "axisb": (0,), "axisc": (0,), "source": (0, -1), "destination": (1, -1), "start": (0, 1, -1, 3),
    "dtype": ("float32", "complex128", "int64", "bool", "uint8"), "order": ("F", "K", "C", "A", "Q"),
    "casting": ("no", "equiv", "safe", "same_kind", "unsafe", "other"), "copy": (True, False, None),
    "initial": (2, -1.5), "where": (array("b"), False), "out": (array("v"),), "subok": (True, False),
    "k": (0, 1, -1, 5), "offset": (1, -1, 5), "n": (0, 1, 2, -1, 5), "N": (0, 2, -1), "M": (0, 2, -1),
    "num": (0, 1, -1), "shift": (1, -1, (1, 2)), "repeats": (0, 1, 2, -1), "ndmin": (0, 3), "reps": (0, 2, (2, 1)),
    "dims": (2,),
    "side": ("left", "right", "other"), "kind": ("stable", "quicksort", "other"), "mode": MODES, "method": METHODS,
    "norm": ("ortho", "forward", "backward", "other"), "ord": ORD, "p": ORD, "UPLO": ("U", "L", "X"),
    "ddof": (0, 1, 2, 7), "correction": (0, 1, 0.5), "left": (-5.0,), "right": (7.5,), "period": (4.0, -4.0, 0),
    "s": ((2, 2), (3,), (4, 5), None), "rtol": (0.5, 0.0), "atol": (0.5,), "rcond": (0.5,), "tol": (0.5,),
    "deg": (0, 1, 2), "minlength": (0, 9, -1), "bins": (3, [0.0, 1.0, 2.0], 0), "range": ((-1, 2), (2, -1)),
    "weights": (array("x"), array("v"), array("z")), "fweights": (array("i"),), "aweights": (array("w"),),
    "base": (2.0,), "edge_order": (1, 2, 3), "prepend": (0, array("v")), "append": (0, array("x")),
    "to_end": (1,), "to_begin": ([1, 2],), "decimals": (1, -1, 0), "nan": (3.0,), "posinf": (5.0,), "neginf": (-5.0,),
    "fill_value": (3,), "min": (0, None, array("y")), "max": (1, array("x")), "indices_or_sections": (2, [1], 3),
    "dx": (0.5,), "y": (array("y"), array("v")), "shape": ((3, 2), -1, (2, -1), 7, ()), "sorter": (array("i"),),
    "bitorder": ("little", "big", "other"), "count": (0, 3, -3, 99, -99), "obj": (0, -1, [0, 1], slice(1), 9),
    "values": (5, array("v")), "indexing": ("ij", "xy", "other"), "mean": (0.5,), "kth": (0, -1, 1, 9),
    "stat_length": (1,), "constant_values": (4,), "trim": ("f", "b", "other"), "discont": (1.0, 4.0), "d": (0.5,),
    "ind": (1, 2, 0), "m": (0, 1, 2, -1), "pad_width": (0, 2, ((1, 0), (0, 2)), -1), "window_shape": (1, 2, 9),
    "beta": (0.0, 5.5), "q": (0, 1, [0.25, 0.5], 1.5), "indices": (0, -1, [1, 0], 9), "window": (1,),
    "stable": (True, False), "ndmax": (1,), "return_index": (True,), "to": ("float32", "complex128"),
}  # fmt: skip
ONE_AXIS = "an axis is one number, where NumPy takes a tuple of one, too"
#: Parameters that are not compared, and why.
LEFT_OUT = {
    "clip.where": "NumPy's result has memory that is not written",
    "fft.hfft.out": "NumPy writes to an array of another shape",
    "fft.ifft2.out": "NumPy writes to an array of another shape",
    "fft.irfft2.out": "NumPy writes to an array of another shape",
    "fft.rfftfreq.n": "NumPy has an empty result for -1",
    "histogram2d.bins": "NumPy returns one array of edges twice",
    "intersect1d.assume_unique": "the examples repeat elements",
    "setxor1d.assume_unique": "the examples repeat elements",
    "linalg.multi_dot.out": "NumPy takes arrays of the result's dtype only",
    "trace.out": "NumPy casts to arrays of any dtype",
    "linalg.svd.full_matrices": "the signs of singular vectors are any",
    "unique.sorted": "the order is any",
    "unwrap.p": "shares its name with the order of `linalg.cond`",
    "var.dtype": "NumPy casts every step to an integer dtype",
    **dict.fromkeys(["cumulative_sum.axis", "cumulative_prod.axis", "unstack.axis", "unique.axis"], ONE_AXIS),
    **dict.fromkeys(["linspace.axis", "logspace.axis", "geomspace.axis"], ONE_AXIS),
}
if NUMPY < (2, 5):
    LEFT_OUT |= dict.fromkeys(["take.out", "compress.out"], "NumPy 2.5 casts in the other direction")


def arguments():
    """Return, for each public function with an example, a function of a namespace and operands: its arguments."""
    texts = {name: acts[0].text for name, acts in EXAMPLES.items() if acts and not name.startswith("random.")}
    texts |= {name: f"m.{name}({', '.join(operands_of(ufunc_call(name)))})" for name in OPS}
    found = {}
    for name, text in texts.items():
        call = ast.parse(text, mode="eval").body
        if isinstance(call, ast.Call) and ast.unparse(call.func) == f"m.{name}":
            positional = "".join(f"{ast.unparse(argument)}, " for argument in call.args)
            named = ", ".join(f"{keyword.arg}={ast.unparse(keyword.value)}" for keyword in call.keywords)
            found[name] = example(f"(({positional}), dict({named}))")
    return found


ARGUMENTS = arguments()
#: Methods take the arguments of the functions of the same names.
ARGUMENTS |= {f"ndarray.{name}": get for name, get in ARGUMENTS.items() if callable(getattr(np.ndarray, name, None))}


def values_of(name):
    """Return (name of a parameter, its position, a value) for each parameter of a function that has values here."""
    function = operator.attrgetter(name)(xp)
    if isinstance(function, xp.ufunc):
        named = [(key, None, value) for key in ("dtype", "casting", "order", "subok") for value in VALUES[key]]
        return named + [("out", None, value) for value in outputs_of(name)]
    found = []
    for i, parameter in enumerate(inspect.signature(function).parameters.values()):
        position = i if parameter.kind is parameter.POSITIONAL_OR_KEYWORD else None
        flag = (not parameter.default,) if isinstance(parameter.default, bool) else ()
        values = [*VALUES.get(parameter.name, flag), *(outputs_of(name) if parameter.name == "out" else ())]
        if why := LEFT_OUT.get(f"{name.removeprefix('ndarray.')}.{parameter.name}"):
            values = [value for value in values if why is ONE_AXIS and not isinstance(value, tuple)]
        found += [(parameter.name, position, value) for value in values]
    return found


def outputs_of(name):
    """Return functions of a namespace that make arrays with the shape of a function's result, for `out`."""
    result, _ = call(called, (np, operands(np, name), name), {})
    if not isinstance(result, (np.ndarray, np.generic)) or name.startswith(FREE_OUT):
        return []
    return [lambda m, d=d: m.zeros(result.shape, dtype=d) for d in (result.dtype.name, "complex128", "int8")]


#: Functions whose `out` NumPy casts to otherwise than its documentation says.
FREE_OUT = ("fft.",)


def operands(m, name):
    """Return the operands of a function's example."""
    return [m.asarray(OPERANDS[key].copy()) for key in operands_of(ARGUMENTS[name])]


def called(m, inputs, name, parameter=None, position=None, value=None):
    """Return the result of a function's example for `inputs`, with one argument replaced by `value`."""
    args, kwargs = ARGUMENTS[name](m, *inputs)
    if position is not None and position < len(args):
        args = [*args[:position], value, *args[position + 1 :]]
    elif parameter is not None:
        kwargs[parameter] = value
    if name.startswith("ndarray."):
        return getattr(args[0], name.removeprefix("ndarray."))(*args[1:], **kwargs)
    return operator.attrgetter(name)(m)(*args, **kwargs)


def differs(got, expected, error, refusal):
    """Return how an outcome differs from NumPy's; None if it does not."""
    if refusal is not None or error is not None:
        kinds = [type(None) if e is None else kind_of_error(e) for e in (error, refusal)]
        alike = issubclass(*kinds) or issubclass(*reversed(kinds))
        return None if alike else f"{error!r} for NumPy's {refusal!r}, {got!r:.60} for {expected!r:.60}"
    try:
        first = expected[0] if isinstance(expected, (tuple, list)) and len(expected) else expected
        same(got, expected, ROUNDING.get(np.asarray(first).dtype.name, 1e-11))
    except AssertionError as reason:
        return str(reason)
    return None


def is_numpys(refusal):
    """Whether NumPy has the function and its parameter."""
    return not isinstance(refusal, (AttributeError, TypeError)) or not LACKS.search(str(refusal))


LACKS = re.compile("unexpected keyword|has no attribute|invalid keyword|positional argument|no keyword")


def test_what_is_left_out_are_parameters():
    for path in LEFT_OUT:
        name, _, parameter = path.rpartition(".")
        assert parameter in inspect.signature(operator.attrgetter(name)(xp)).parameters
        assert name in ARGUMENTS


def arrays(value):
    """Return the arrays in a result; a number of NumPy's is one."""
    if isinstance(value, (tuple, list)):
        return [part for item in value for part in arrays(item)]
    return [value] if isinstance(value, (xp.ndarray, np.ndarray, np.generic)) else []


def shared(m, results, inputs):
    """Return, for each result that is not empty, with which inputs and other results it shares memory."""
    parts = [x for x in arrays(results) if x.size]
    return [[m.shares_memory(x, y) for y in (*inputs, *(y for y in parts if y is not x))] for x in parts]


def memory_differs(got, inputs, expected, numpy_inputs):
    """Return how the memory of results differs from NumPy's: shared otherwise, or new and not writeable."""
    mine, theirs = shared(xp, got, inputs), shared(np, expected, numpy_inputs)
    if mine != theirs:
        return f"shares memory as {mine}, NumPy as {theirs}"
    if any(map(any, mine)):
        return None
    pairs = zip(arrays(got), arrays(expected), strict=True)
    fixed = [x for x, y in pairs if y.ndim and y.size and y.flags.writeable and not x.flags.writeable]
    return "is read-only" if fixed else None


@pytest.mark.numpy_after(name="linalg.cross")
@cases("name", ARGUMENTS, by=initial)
def test_each_parameter(name):
    wrong = []
    for parameter, position, value in values_of(name):
        theirs, mine = (value(m) if callable(value) else value for m in (np, xp))
        numpy_inputs, inputs = operands(np, name), operands(xp, name)
        expected, refusal = call(called, (np, numpy_inputs, name, parameter, position, theirs), {})
        if is_numpys(refusal):
            got, error = call(called, (xp, inputs, name, parameter, position, mine), {})
            reason = differs(got, expected, error, refusal)
            if reason is None and parameter == "out" and (got is mine) is not (expected is theirs):
                reason = "returns another array"
            if reason is None and refusal is None:
                reason = memory_differs(got, inputs, expected, numpy_inputs)
            if reason is not None:
                wrong.append(f"{name}({parameter}={mine!r}): {reason}")
    assert wrong == []


#: What is no flag, number or axis: tensors of several elements, and numbers and lists that are too large.
HOSTILE = (
    torch.ones(3), torch.ones((2, 2)), torch.ones(3, dtype=torch.int64), torch.tensor([True, False]), 2**62, 2**63 - 1,
    2**63, [0.0] * 2000,
)  # fmt: skip


@cases("name", [name for name in ARGUMENTS if not name.startswith("ndarray.")], by=initial)
def test_hostile_arguments_raise_no_error_of_torchs_and_no_long_text(name):
    function, wrong = operator.attrgetter(name)(xp), []
    parameters = [] if isinstance(function, xp.ufunc) else inspect.signature(function).parameters.values()
    for (i, parameter), value in itertools.product(enumerate(parameters), HOSTILE):
        position = None if parameter.kind is parameter.KEYWORD_ONLY else i
        _, error = call(called, (xp, operands(xp, name), name, parameter.name, position, value), {})
        what = fault(error)
        if what == "a long message":
            _, refusal = call(called, (np, operands(np, name), name, parameter.name, position, value), {})
            what = what if str(refusal) != str(error) else ""
        if what in ("a message of torch's", "a long message"):
            wrong.append(f"{name}({parameter.name}={reprlib.repr(value)}): {str(error)[:200]}")
    assert wrong == []


@pytest.mark.parametrize(
    "act",
    [
        lambda: xp.array([1.0], ndmin=torch.ones(3), ndmax=7),
        lambda: xp.astype(xp.ones(2), "float64", copy=torch.ones(3)),
        lambda: xp.astype(torch.ones(2), "float32", copy=torch.ones(3)),
        lambda: xp.std([1.0, 2.0], ddof=torch.ones(3), correction=1),
        lambda: xp.array_equal([1.0], [1.0], equal_nan=torch.ones(3)),
        lambda: xp.array2string(xp.ones(2), suppress_small=torch.ones(3)),
        lambda: xp.array_repr(xp.ones(2), max_line_width=torch.ones(3)),
        lambda: xp.array_str(xp.ones(2), suppress_small=torch.ones(3)),
        lambda: xp.set_printoptions(suppress=torch.ones(3)),
        lambda: xp.printoptions(legacy=torch.ones(3)).__enter__(),
        lambda: xp.format_float_positional(1.5, fractional=torch.ones(3)),
        lambda: xp.format_float_scientific(1.5, precision=torch.ones(3)),
        lambda: xp.base_repr(3, padding=torch.ones(3)),
        lambda: xp.binary_repr(3, width=torch.ones(3)),
        lambda: xp.setbufsize(torch.ones(3)),
        lambda: xp.compile(abs, dynamic=torch.ones(3)),
        lambda: xp.debug_nans(torch.ones(3)),
        lambda: xp.debug_infs(torch.ones(3)),
        lambda: xp.einsum_path("i,i", [1], [2], einsum_call=torch.ones(3)),
        lambda: xp.fill_diagonal(xp.zeros((4, 2)), 1, wrap=torch.ones(3)),
        lambda: xp.genfromtxt(["1 2"], unpack=torch.ones(3)),
        lambda: xp.loadtxt(["1 2"], ndmin=torch.ones(3)),
        lambda: xp.load(io.BytesIO(), allow_pickle=torch.ones(3)),
        lambda: xp.save(io.BytesIO(), [1.0], allow_pickle=torch.ones(3)),
        lambda: xp.savez(io.BytesIO(), [1.0], allow_pickle=torch.ones(3)),
        lambda: xp.savez_compressed(io.BytesIO(), [1.0], allow_pickle=torch.ones(3)),
        lambda: xp.grad(abs, has_aux=torch.ones(3)),
        lambda: xp.value_and_grad(abs, has_aux=torch.ones(3)),
        lambda: xp.jacobian(abs, has_aux=torch.ones(3)),
        lambda: xp.hessian(abs, has_aux=torch.ones(3)),
        lambda: xp.vjp(abs, xp.ones(()), has_aux=torch.ones(3)),
        lambda: xp.jvp(abs, (xp.ones(()),), (xp.ones(()),), has_aux=torch.ones(3)),
        lambda: xp.scan(lambda c, a: (c + a, a), xp.zeros(()), xp.ones(3), reverse=torch.ones(3)),
        lambda: xp.frompyfunc(abs, torch.ones(3), 1),
        lambda: xp.frompyfunc(abs, 1, torch.ones(3)),
        lambda: xp.vectorize(abs, cache=torch.ones(3)),
        lambda: xp.lib.array_utils.normalize_axis_tuple(0, 2, allow_duplicate=torch.ones(3)),
        lambda: xp.poly1d([1, 2], r=torch.ones(3)),
        lambda: xp.polyfit([1.0, 2.0], [1.0, 2.0], 1, full=torch.ones(3)),
        lambda: xp.polyfit([1.0, 2.0], [1.0, 2.0], 1, cov=torch.ones(3)),
        lambda: xp.polynomial.chebyshev.chebfit([1.0, 2.0], [1.0, 2.0], 1, full=torch.ones(3)),
        lambda: xp.polynomial.chebyshev.chebval(xp.ones(2), [1.0], tensor=torch.ones(3)),
        lambda: xp.polynomial.polynomial.polyvalfromroots(xp.ones(2), [1.0], tensor=torch.ones(3)),
        lambda: xp.polynomial.polyutils.as_series([[1.0]], trim=torch.ones(3)),
        lambda: xp.polynomial.polyutils.trimcoef([1.0], tol=torch.ones(3)),
        lambda: xp.polynomial.Polynomial([1.0]) ** torch.ones(3),
        lambda: xp.polynomial.Polynomial([1.0]).truncate(torch.ones(3)),
        lambda: xp.polynomial.Polynomial.basis(torch.ones(3)),
        lambda: xp.random.choice(3, replace=torch.ones(3)),
        lambda: xp.random.default_rng(0).choice(3, 2, shuffle=torch.ones(3)),
        lambda: xp.random.default_rng(0).integers(0, 5, endpoint=torch.ones(3)),
        lambda: xp.random.default_rng(0).bytes(torch.ones(3)),
        lambda: xp.random.default_rng(0).spawn(torch.ones(3)),
        lambda: xp.random.get_state(legacy=torch.ones(3)),
        lambda: xp.ones(2).requires_grad_().sum().backward(retain_graph=torch.ones(3)),
        lambda: xp.ones(2).byteswap(torch.ones(3)),
        lambda: xp.ones(2).setflags(write=torch.ones(3)),
        lambda: setattr(xp.ones(2).flags, "aligned", torch.ones(3)),
        lambda: setattr(xp.ones(2).flags, "writebackifcopy", torch.ones(3)),
    ],
)
def test_a_tensor_beside_another_argument_raises_no_error_of_torchs(act):
    _, error = call(act, (), {})
    assert isinstance(error, TypeError)
    assert "tensor" in str(error)
    assert not fault(error)


#: Calls that are not compared in other dtypes: vectors may have any sign, elements any order, and others.
OTHERWISE = (
    "random.", "linalg.eig", "linalg.svd-", "linalg.slogdet-0", "unique_values-0", "cov-1", "insert, form 2",
    *(["take, form 2"] if NUMPY < (2, 5) else []),
)  # fmt: skip
#: Calls that are compared in all of `DTYPES`.
CALLS = {label: act for label, act in all_examples() if operands_of(act) and not label.startswith(OTHERWISE)}
CALLS |= {name: ufunc_call(name) for name in OPS}
FORMS_OF = {f"{name}, form {i}": act for name, acts in FORMS.items() for i, act in enumerate(acts)}
CALLS |= {label: act for label, act in FORMS_OF.items() if operands_of(act) and not label.startswith(OTHERWISE)}


#: Calls whose results for a singular matrix, which the operands are as booleans, are those of rounding errors.
OF_ROUNDING = ("linalg.cond-0", "linalg.qr-0")
#: Dtypes in which the operands are views in reverse order, and calls that copy those where NumPy has a view.
REVERSED, COPIED = ("uint16", "complex64"), ("diag-1", "histogram-1")


def operand(key, dtype):
    """Return an operand of the table in another dtype; values of int64 and float64 need more than half the bits."""
    x = OPERANDS[key]
    if x.dtype.kind == "f":
        x = x * {"int64": 2.0**35, "float64": 1 + 2.0**-30}.get(dtype, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of complex numbers without their imaginary part
        return x if x.dtype == bool else x.astype(dtype)


def laid_out(m, x, dtype):
    """Return an array of a namespace with the values of `x`: every other element of its memory, or in reverse order."""
    if dtype in REVERSED:
        return m.asarray(x[::-1].copy())[::-1]
    return m.asarray(np.repeat(x[..., None], 2, -1))[..., 0] if dtype == "float32" else m.asarray(x.copy())


@cases("label", CALLS, by=initial)
def test_each_dtype(label):
    act, wrong = CALLS[label], []
    for dtype in [d for d in DTYPES if not (label in OF_ROUNDING and d == "bool")]:
        theirs, mine = ([laid_out(m, operand(key, dtype), dtype) for key in operands_of(act)] for m in (np, xp))
        expected, refusal = call(act, (np, *theirs), {})
        if not is_numpys(refusal):
            break
        got, error = call(act, (xp, *mine), {})
        reason = differs(got, expected, error, refusal)
        if reason is None and refusal is None and not (label in COPIED and dtype in REVERSED):
            reason = memory_differs(got, mine, expected, theirs)
        for x, y in zip(theirs, mine, strict=True):
            if reason is None and x.tobytes() != np.asarray(y).tobytes():
                reason = f"an input is {y!r} afterwards, with NumPy {x!r}"
        if reason is not None:
            wrong.append(f"{label} of {dtype}: {reason}")
    assert wrong == []
