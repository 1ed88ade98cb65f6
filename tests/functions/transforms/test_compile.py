"""`compile`: functions written against NumPy as graphs of torch."""

import collections
import copy
import functools
import gc
import operator
import os
import pickle
import re
import sys
import textwrap
import threading
import types
import warnings
from contextlib import nullcontext
from typing import NamedTuple

import numpy as np
import pytest
import torch
from torch.utils import _pytree as pytree

import xp_torch as xp
from xp_torch._functions.transforms.backend import kept_guards

pytestmark = [pytest.mark.cpu_only, pytest.mark.compiled]

X = np.linspace(0.1, 2.0, 6).reshape(2, 3)
compiled = functools.partial(xp.compile, backend="eager", fullgraph=True)
NotCompiled = xp.exceptions.NotCompiledWarning
QUIET = "ignore::xp_torch.exceptions.NotCompiledWarning"

USERS = """
import functools
import numpy as np
import numpy
import numpy.linalg as la
from numpy import sin, float32 as half
from numpy.fft import rfft as transformed

SCALE, CALLS, WEIGHTS, LOG = 2.0, 0, np.arange(3.0), []
OPTIONS = {"shift": np.asarray([1.0, 2.0, 3.0]), "axis": 0}

def helper(x):
    return sin(x) * SCALE + WEIGHTS

def nearest(x, means):
    return np.argmin(la.norm(x - means[:, None], axis=2), axis=0)

def with_helper(x):
    return helper(x).astype(half), numpy.linalg.norm(x), abs(transformed(x))

def with_options(x):
    return np.sum(x + OPTIONS["shift"], axis=OPTIONS["axis"])

def logs(x):
    LOG.append(np.sum(x))
    OPTIONS["last"] = x * 2
    return x + OPTIONS["shift"]

def counts(x):
    global CALLS
    CALLS += 1
    return np.sum(x)

def calls_counts(x):
    return counts(x) + 1

def named(x):
    return len(__name__) + x

def imports(x):
    import numpy.linalg as linalg
    return linalg.norm(x)

def counter():
    count = 0
    def counted(x):
        nonlocal count
        count += 1
        return np.sum(x)
    return counted

counted = counter()

def in_place(x, y=np.float32(2)):
    x += 1
    x[0] = x[1] * y
    return x

def into(store, values):
    store["total"] = np.sum(values[0])
    values.append(values[0] * 2)
    return store["start"] + values[1]

def made(n):
    return np.arange(n) * np.float64(0.5)

def scaled_by(factor):
    def scaled(x):
        total = 0
        def add(part):
            nonlocal total
            total = total + part
        add(np.exp(x) * factor)
        add(1)
        return total
    return scaled

scaled = scaled_by(np.arange(3.0))
halved = functools.partial(np.multiply, 0.5)

def factorial(x, n):
    return np.ones_like(x) if n == 0 else x * factorial(x, n - 1)

def applied(function, x):
    return function(x) + function(halved(x))

def reads(x):
    y = helper(x)
    if float(y[0, 0]) > 0:
        y = helper(y)
    return np.sum(y)

def lacking(x):
    return x + len(np.get_include())

def refuses(x):
    return helper(x) + np.ones((7, 7))
"""


@pytest.fixture
def user(request):
    """A module of a user, written against NumPy."""
    torch._dynamo.reset()
    module = types.ModuleType("a_user")
    exec(textwrap.dedent(USERS), module.__dict__)
    sys.modules["a_user"] = module
    yield module
    del sys.modules["a_user"]
    torch._dynamo.reset()


def same(found, wanted):
    """Assert that results are equal, in the same kinds of objects."""
    assert type(found) is type(wanted)
    if isinstance(wanted, tuple | list):
        for one, other in zip(found, wanted, strict=True):
            same(one, other)
    elif isinstance(wanted, dict):
        same([*found, *found.values()], [*wanted, *wanted.values()])
    elif isinstance(wanted, np.ndarray | np.generic):
        assert found.dtype == wanted.dtype
        if wanted.dtype.kind in "fc":
            np.testing.assert_allclose(found, wanted, rtol=1e-6)
        else:
            np.testing.assert_array_equal(found, wanted)
    else:
        assert found == wanted


@pytest.mark.basic
@pytest.mark.parametrize("name", ["helper", "with_helper", "with_options", "scaled"])
def test_a_function_is_one_graph_and_gives_numpys_results(user, name):
    function = getattr(user, name)
    same(compiled(function)(X.copy()), function(X.copy()))


def test_the_kind_of_arrays_that_comes_in_is_returned(user):
    act = compiled(user.nearest)
    wanted = user.nearest(X, X[:1])
    same(act(X, X[:1]), wanted)
    found = act(torch.asarray(X), torch.asarray(X[:1]))
    assert type(found) is torch.Tensor
    same(found.numpy(), wanted)
    found = act(xp.asarray(X), xp.asarray(X[:1]))
    assert type(found) is xp.ndarray
    same(np.asarray(found), wanted)
    assert type(act(xp.asarray(X), X[:1])) is xp.ndarray
    assert type(act(X, torch.asarray(X[:1]))) is torch.Tensor
    same(compiled(user.made)(4), user.made(4))
    assert type(compiled(lambda n: xp.arange(n) + 1)(4)) is xp.ndarray


def test_the_users_module_and_pythons_stay_as_they_are(user):
    before, modules = dict(vars(user)), set(sys.modules)
    act = compiled(user.with_helper)
    act(X)
    assert vars(user) == before
    assert not [name for name in set(sys.modules) - modules if "a_user" in name]
    assert user.helper.__globals__ is vars(user)


def test_globals_are_read_at_each_call(user):
    act = compiled(user.with_options)
    same(act(X), np.sum(X + [1, 2, 3], axis=0))
    user.OPTIONS["shift"][0] = 5.0
    user.OPTIONS["axis"] = 1
    same(act(X), np.sum(X + [5, 2, 3], axis=1))
    helper = compiled(user.helper)
    same(helper(X), user.helper(X))
    user.SCALE, user.WEIGHTS, user.sin = 3, np.ones(3), np.cos
    same(helper(X), user.helper(X))
    user.sin = lambda x: np.tan(x) + user.SCALE
    same(helper(X), user.helper(X))


ASSIGNS = "{} assigns to the variable {}, which is defined outside of it; return the new value instead"
#: Functions whose copy would compute something else, and why.
NOT_COPIED = {
    "counts": ASSIGNS.format("counts", "CALLS"),
    "calls_counts": ASSIGNS.format("counts", "CALLS"),
    "counted": ASSIGNS.format("counter.<locals>.counted", "count"),
    "named": "named reads __name__; pass what it needs as an argument",
    "imports": "imports imports numpy.linalg when it is called; import it at the top of its module",
}


@pytest.mark.parametrize("name", NOT_COPIED)
def test_functions_that_cannot_be_copied(user, name):
    """NumPy's arrays get the result of the function itself, and a warning; other arrays an error."""
    function = getattr(user, name)
    wanted = function(X)
    with pytest.warns(NotCompiled, match=re.escape(f"not compiled: {NOT_COPIED[name]}")):
        same(xp.compile(function, backend="eager")(X), wanted)
    assert user.CALLS == 2 * ("counts" in name)
    with pytest.raises(TypeError, match=re.escape(f"compile: {NOT_COPIED[name]}")):
        compiled(function)(X)
    if "count" in name:  # they call NumPy's functions
        with pytest.raises(TypeError, match=re.escape(f"compile: {NOT_COPIED[name]}")):
            xp.compile(function, backend="eager")(xp.asarray(X))


def test_functions_of_the_users_other_modules_are_compiled_with_it(user):
    other = types.ModuleType("a_users_other")
    exec("import a_user\ndef act(x):\n    return a_user.helper(x) + a_user.np.cos(x)", vars(other))
    same(compiled(other.act)(X), other.act(X))
    user.SCALE = 5
    act = compiled(other.act)
    same(act(X), other.act(X))
    user.helper = np.cos
    same(act(X), other.act(X))


def test_graphs_of_one_function_are_kept_apart(user):
    """Dynamo keeps graphs with the code, which the copies and the function itself share."""
    same(compiled(user.helper)(X), user.helper(X))
    first = compiled(user.helper)
    same(first(X), user.helper(X))
    exec("SCALE = 7.0\nfrom numpy import cos as sin\nWEIGHTS = 1.0", other := dict(vars(user)))
    moved = types.FunctionType(user.helper.__code__, other)
    same(compiled(moved)(X), moved(X))
    same(first(X), user.helper(X))
    found = torch.compile(user.nearest, backend="eager")(X, X[:1])
    assert type(found) is np.ndarray
    same(compiled(user.nearest)(X, X[:1]), user.nearest(X, X[:1]))


def test_guards_on_the_package_are_left_out(user):
    kept = []

    def keeping(entries):
        kept.append(kept_guards(entries))
        return kept[-1]

    act = compiled(user.with_helper, options={"guard_filter_fn": keeping})
    same(act(X), user.with_helper(X))
    assert sum(kept[0]) < len(kept[0]) / 2
    for dtype in ("pytorch", "numpy"):
        with xp.set_default_dtype(dtype):
            assert compiled(lambda: np.zeros(3) + np.ones(3))().dtype == xp.zeros(1).dtype.name


def test_mode_and_options_are_the_users():
    def act(x):
        return np.sin(x) + 1

    seen = []

    def backend(graph, inputs, **named):
        seen.append(named)
        return graph.forward

    compiled(act, backend=backend)(X)
    compiled(act, backend=backend, mode="max-autotune")(X)
    compiled(act, backend=backend, options={"level": 3})(X)
    assert seen == [{}, {"mode": "max-autotune"}, {"options": {"level": 3}}]
    same(xp.compile(act, options={"max_autotune": False}, fullgraph=True)(X), act(X))
    same(xp.compile(act, mode="reduce-overhead", fullgraph=True)(X), act(X))


@pytest.mark.filterwarnings(QUIET)
@pytest.mark.parametrize(("kind", "backend"), [
    (np.asarray, "eager"), (torch.from_numpy, "eager"), (lambda a: xp.asarray(torch.from_numpy(a)), "eager"),
    (np.asarray, "inductor"),
])  # fmt: skip
def test_arguments_that_share_memory_are_read_and_written_in_order(kind, backend):
    def cleared(x, y):
        x[:] = 0
        return y.sum()

    def shifted(x, y):
        x[:] += y
        return x - y

    act, shift = (xp.compile(f, fullgraph=True, backend=backend) for f in (cleared, shifted))
    for make in (
        lambda a: (a[0], a[1]),
        lambda a: (a, a[0]),
        lambda a: (a[0], a[0]),
        lambda a: (a[1:, ::2], a[:-1, ::2]),
    ):
        for program, function in ((act, cleared), (shift, shifted)):
            found, wanted = np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(2, 3)
            result, expected = program(*map(kind, make(found))), function(*make(wanted))
            np.testing.assert_array_equal(np.asarray(result), expected)
            np.testing.assert_array_equal(found, wanted)


@pytest.mark.filterwarnings(QUIET)
def test_a_graph_made_for_arguments_that_share_memory_is_right_for_others():
    def act(x, y):
        y[1:] += x[0]
        return y * 2

    program = xp.compile(act, backend="aot_eager")
    v = xp.arange(8.0)
    program(v[:4], v[1:5])
    for start in (0, 2, 4):
        found, wanted = xp.arange(10.0, 18.0), xp.arange(10.0, 18.0)
        result = program(v[:4], found[start : start + 4])
        assert result.tolist() == act(v[:4], wanted[start : start + 4]).tolist()
        assert found.tolist() == wanted.tolist()
    assert "compiled in one graph" in program.explanation


def copied_and_written(a, b, k):
    c = b[k]
    a[:] = b
    b[:] = (b - 2.0)[k]
    return c


def exchanged(a, b, k):
    c = a.copy()
    a[:] = b
    b[:] = c


def shifted(a, b, k):
    a[1:] = b[:-1]
    b[:] = a[k]
    return b * 1


@pytest.mark.parametrize("act", [copied_and_written, exchanged, shifted])
def test_an_argument_is_copied_before_it_is_written_to(act):
    found, wanted = ([np.arange(5.0), np.arange(5.0) * 10, np.asarray([1, 2, 1, 0, 0])] for _ in range(2))
    same(xp.compile(act, fullgraph=True)(*found), act(*wanted))
    same(found, wanted)


def swapped(x):
    return x.astype(x.dtype.newbyteorder())


def read_only(x):
    x = x.copy()
    x.flags.writeable = False
    return x


@pytest.mark.parametrize("make", [lambda x: x[::-1], swapped, read_only])
def test_arrays_that_torch_cannot_share_are_read_at_each_call(make):
    base = np.arange(3.0)
    x, weights = make(base), make(base)

    def act(x):
        return x * 2 + weights

    program = compiled(act)
    for array in (x, weights, base):
        same(program(x), act(x))
        if array.flags.writeable:
            array[0] += 5


def cleared(x, y):
    x[:] = 0
    return y.sum()


def flattened(x, y):
    t = x.reshape(-1)
    t *= 0
    return x + y


def raveled(x, y):
    x.ravel()[:] = 7
    return np.sum(y)


@pytest.mark.parametrize("act", [cleared, flattened, raveled])
@pytest.mark.parametrize(
    "make", [lambda x: (x[::-1], x), lambda x: (x, x[::-1]), lambda x: (swapped(x), x), lambda x: (x[:3], x[2::-1])]
)
def test_writes_to_arrays_that_torch_cannot_share_and_to_their_memory(act, make):
    """The layout is part of the meaning: the reshape of a reversed array is a copy, that of torch's copy is a view."""
    found, wanted = np.arange(6.0), np.arange(6.0)
    ours, theirs = make(found), make(wanted)
    with pytest.warns(NotCompiled, match="not compiled: it writes to an array that torch cannot share|share memory"):
        same(xp.compile(act, backend="eager")(*ours), act(*theirs))
    same([found, *ours], [wanted, *theirs])


def test_a_call_without_a_graph_writes_to_no_copy():
    def act(x, y):
        return cleared(x, y) if y[0] > 0 else x

    with pytest.raises(TypeError, match=r"the call writes to an array of shape \(3,\) that torch cannot share"):
        xp.compile(act, backend="eager")(swapped(np.ones(3)), torch.ones(3))


def test_views_that_are_returned_are_views(user):
    x = np.arange(6.0).reshape(2, 3)
    backwards, upright, row, same_array = compiled(lambda x: (x[::-1], x.T, x[1], x))(x)
    backwards[0, 0], upright[1, 0], row[2] = 10.0, 20.0, 30.0
    assert x.tolist() == [[0, 20, 2], [10, 4, 30]]
    assert same_array is x
    assert compiled(lambda: user.WEIGHTS)() is user.WEIGHTS
    with pytest.warns(NotCompiled, match="a result is a view of an array of NumPy's that torch cannot share"):
        assert np.shares_memory(xp.compile(lambda x: x[1:], backend="eager")(x[::-1]), x)


@pytest.mark.filterwarnings(QUIET)
@pytest.mark.parametrize("make", [np.copy, lambda x: np.repeat(x, 2, 1)[:, ::2], lambda x: x[::-1].copy()[::-1]])
def test_arguments_are_written_to(user, make):
    x, y = make(X), make(X)
    found = xp.compile(user.in_place, backend="eager")(x)
    assert found is x
    same(x, user.in_place(y))
    t = torch.asarray(X.copy())
    assert compiled(user.in_place)(t) is t
    np.testing.assert_allclose(t, x)


class Box:
    """An object of the user's, with attributes that programs write to."""

    calls = 0

    def __init__(self):
        self.log, self.weights = [], np.ones(3)

    def step(self, x):
        self.calls += 1
        return np.sum(x)

    def weighted(self, x):
        return x * self.weights


BOX, RECENT, CONFIG, STORE = Box(), collections.deque(), types.ModuleType("config"), {"x": X.copy(), "y": 0}
ORDERED, COUNTS = collections.OrderedDict.fromkeys(range(99)), collections.defaultdict(list)


def of_function(x):
    of_function.calls = getattr(of_function, "calls", 0) + 1
    return x * 2


def of_module(x):
    CONFIG.calls = vars(CONFIG).get("calls", 0) + 1
    return x * 2


def of_deque(x):
    RECENT.append(1)
    return x * 2


def of_class(x):
    Box.calls += 1
    return x * 2


def of_order(x):
    ORDERED.move_to_end(next(iter(ORDERED)))
    return x * 2


def of_default(x, log=COUNTS):
    log["new"].append(1)
    return x * 2


def of_store(x):
    STORE["y"] += 1
    return x * 2


def of_generator(x):
    return sum(RECENT.append(i) or i for i in range(3)) + x


def outside():
    """Return the objects from outside that the programs above change, as plain values."""
    return [
        getattr(of_function, "calls", 0), vars(CONFIG).get("calls"), list(RECENT), Box.calls, list(ORDERED),
        len(COUNTS["new"]), STORE["y"], BOX.calls,
    ]  # fmt: skip


CHANGING = [
    of_function, of_module, of_deque, of_class, of_order, of_default, of_store, of_generator, BOX.step,
]  # fmt: skip


@pytest.mark.parametrize("act", CHANGING)
def test_a_function_that_changes_what_is_outside_of_it_runs_without_a_graph(act):
    before = outside()
    wanted, after = act(X), outside()
    assert after != before
    program = xp.compile(act, backend="eager")
    with pytest.warns(NotCompiled, match="return the new value instead"):
        same(program(X), wanted)
    threads = [threading.Thread(target=program, args=(X,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    changed = outside()
    for _ in range(5):
        act(X)
    twice = outside()
    assert [type(x) for x in changed] == [type(x) for x in twice]
    assert changed != after
    with pytest.raises((torch._dynamo.exc.TorchDynamoException, TypeError)):
        compiled(act)(X)
    assert outside() == twice


def test_methods_that_change_variables_of_the_function_that_defines_their_class():
    log, counts = [], {"n": 0}

    class Helper:
        def touch(self, x):
            log.append(x.shape)
            counts["n"] += 1
            return x + 1

    program = xp.compile(lambda x: Helper().touch(x), backend="eager")
    with pytest.warns(NotCompiled, match="class Helper read a list or dictionary of the function"):
        same(program(X), X + 1)
    result = program(xp.asarray(X))
    assert type(result) is xp.ndarray
    same(np.asarray(result), X + 1)
    assert (len(log), counts["n"]) == (2, 2)


def test_lists_and_dictionaries_that_are_given_stay_themselves(user):
    x, y = np.zeros(2), np.ones(2)
    inner = [y]
    rows, store = [x, inner], {"x": x}

    def act(rows, again, store):
        return rows, again is rows, rows[1], store, [store["x"] + 1, rows[0]], (rows[0], rows[0])

    found = compiled(act)(rows, rows, store)
    assert (found[0] is rows, found[1], found[2] is inner, found[3] is store) == (True,) * 4
    assert found[4][1] is found[5][0] is found[5][1] is x
    same(found[4][0], x + 1)
    with pytest.warns(NotCompiled, match="it changes .*values.*; return the new value instead"):
        same(xp.compile(user.into, backend="eager")(store := {"start": X}, values := [X, X + 1]), X + X + 1)
    same([store["total"], values[2]], [np.sum(X), X * 2])
    with pytest.raises(TypeError, match="compile: the call changes a dict that holds arrays; return the new value"):
        xp.compile(user.into, backend="eager")({"start": torch.ones(2)}, [torch.ones(2)])


@pytest.mark.basic
def test_globals_that_are_changed(user):
    with pytest.warns(NotCompiled, match="it changes LOG, OPTIONS, which is from outside"):
        same(xp.compile(user.logs, backend="eager")(X), X + [1, 2, 3])
    same([user.LOG, user.OPTIONS["last"]], [[np.sum(X)], X * 2])
    with pytest.raises(TypeError, match=r"the call changes a (list|dict) that holds arrays"):
        xp.compile(user.logs, backend="eager")(xp.asarray(X))


def made_later(x):
    return lambda y: x + y


def yielding(x):
    yield np.sum(x)


class Empty:
    """An object without attributes."""


def in_a_box(x):
    box = Empty()
    box.total = np.sum(x)
    return box


@pytest.mark.parametrize(("act", "why"), [
    (made_later, "a result is a function"), (yielding, "it yields"), (in_a_box, "a result is a Empty"),
    (lambda x: (y for y in [x, x * 2]), "a result is a tuple_iterator"),
    (lambda x: np.random.default_rng(0), "compile|a result is|Dynamo"),
])  # fmt: skip
def test_results_that_are_no_trees_of_arrays(act, why):
    with pytest.warns(NotCompiled, match=why):
        found = xp.compile(act, backend="eager")(X)
    assert type(found) is type(act(X))


def written_and_boxed(x):
    x += 1
    return in_a_box(x)


def test_a_first_result_that_is_refused_leaves_no_trace():
    x = np.zeros(3)
    with pytest.warns(NotCompiled, match="a result is a Empty"):
        assert xp.compile(written_and_boxed, backend="eager")(x).total == 3
    same(x, np.ones(3))


@pytest.mark.parametrize(
    "x", [np.ma.masked_array([1.0, 2.0], [0, 1]), np.rec.array([1.0, 2.0]), np.memmap], ids=["masked", "rec", "memmap"]
)
def test_classes_of_numpys_arrays_are_refused_by_name(x, tmp_path):
    x = np.memmap(tmp_path / "x", float, "w+", shape=2) if x is np.memmap else x
    for act, given in ((lambda y: y * 2, (x,)), (lambda y: y[0] * 2, ([x],)), (lambda: x * 2, ())):
        with pytest.raises(
            TypeError, match=rf"compile: numpy[\w.]*\.{type(x).__name__} is a class of arrays with rules"
        ):
            xp.compile(act, backend="eager")(*given)


def four():
    return np.arange(4.0)


def one_twice():
    x = four()
    return x, x


def increased(x):
    x += 1
    return x


#: Functions that ask for what a graph may not know, and the arguments of their calls.
ASKING = {
    "identity": (lambda x, y: x is y, [(four(), four()), one_twice(), (four(), four())]),
    "identity in a list": (lambda x: x[0] is x[1], [([four(), four()],), ([*one_twice()],)]),
    "order of keys": (list, [({"b": four(), "a": 1},), ({"a": four(), "b": 1},)]),
    "order of keys of a call": (lambda d: [*d], [({"b": four(), "a": 1},), ({"a": four(), "b": 1},)]),
    "base": (lambda x: x[1:].base is x, [(four(),)]),
    "flags": (lambda x: x.flags.writeable, [(four(),), (np.broadcast_to(four(), (2, 4)),)]),
    "strides": (lambda x: x.strides, [(np.ones((3, 4)),), (np.ones((3, 4)).T,), (four()[::-1],)]),
    "memory": (lambda x, y: [np.may_share_memory(x, y)], [(four(), four()), one_twice()]),
    "number": (lambda x: x == float(x[1]), [(four(),), (four() * 2,)]),
    "integer": (lambda x: operator.eq(x, int(x[1])), [(four(),), (four() * 2,)]),
    "item": (lambda x: x.item(2) * x, [(four(),), (four() * 2,)]),
    "text": (lambda x: f"{float(x[1])}", [(four(),), (four() * 2,)]),
    "count": (lambda x: [1.0, 2.0].count(float(x[1])), [(four(),), (four() * 2,)]),
    "length": (lambda x: x == len(x[x > 1]), [(four(),), (four() * 2,)]),
    "places": (lambda x: x == len(np.nonzero(x)[0]), [(four(),), (four() * 0,)]),
    "class of a scalar": (lambda x: isinstance(x, float), [(np.float64(2),), (2.0,)]),
    "class of an array": (lambda x: isinstance(x, np.ndarray), [(np.float64(2),), (four(),)]),
    "class of a sum": (lambda x: isinstance(x.sum(), float), [(four(),)]),
    "limits": (
        lambda x: np.finfo(np.float64).eps * x,
        [(four().astype(kind),) for kind in ("float16", "float32", "float64", "complex64")],
    ),
    "limits of a cast": (lambda x: np.finfo(float).eps * x.astype("f4"), [(four(),)]),
    "not": (lambda x: ~x, [(np.bool_(True),)]),
    "no dimensions": (increased, [(np.asarray(2.0),)]),
    "overlap in itself": (increased, [(np.lib.stride_tricks.sliding_window_view(np.zeros(4), 2, writeable=True),)]),
    "shape": (lambda x: setattr(x, "shape", (2, 2)), [(four(),)]),
    "unsigned and bool": (
        lambda x: (x + True, x > True, x | (x > 1), np.where(x > 1, x, True)),
        [(four().astype(kind),) for kind in ("uint16", "uint32", "uint64")],
    ),
    "objects": (lambda x: x * 2, [(np.asarray([1, 2], object),)]),
    "records": (lambda x: x["a"] * 2, [(np.zeros(2, [("a", float)]),)]),
    "dates": (lambda x: x + np.timedelta64(1, "D"), [(np.asarray(["2020-01-01"], "M8[D]"),)]),
}


@pytest.mark.filterwarnings(QUIET, "ignore:Setting the shape on a NumPy array:DeprecationWarning")
@pytest.mark.parametrize("name", ASKING)
def test_what_a_graph_may_not_know(name):
    act, calls = ASKING[name]
    program = xp.compile(act, backend="eager")
    for arguments in calls:
        found, wanted = copy.deepcopy(arguments), copy.deepcopy(arguments)
        same(program(*found), act(*wanted))
        same([*found], [*wanted])


def test_code_that_is_replaced():
    def act(x):
        return x + 1

    program = compiled(act)
    same(program(X), X + 1)
    act.__code__ = (lambda x: x + 2).__code__
    same(program(X), X + 2)


def test_environment_variables_are_read_at_each_call(monkeypatch):
    def scaled(x):
        return x * float(os.environ.get("A_SCALE", "1"))

    def by_name(x):
        return x * float(os.getenv("A_SCALE", "1"))

    for act in (scaled, by_name):
        program = xp.compile(act, backend="eager")
        monkeypatch.delenv("A_SCALE", raising=False)
        with pytest.warns(NotCompiled, match="environment variables are constants of a graph; pass their values"):
            same(program(X), X)
        monkeypatch.setenv("A_SCALE", "4")
        same(program(X), X * 4)


@pytest.mark.parametrize("inside", [True, False])
def test_floating_point_errors_that_are_raised(inside):
    def act(x):
        with np.errstate(divide="raise" if inside else "ignore"):
            return 1 / x

    program = xp.compile(act, backend="eager")
    if not inside:
        same(program(X), 1 / X)
        program = xp.compile(lambda x: 1 / x, backend="eager")
    with np.errstate(divide="ignore" if inside else "raise"), pytest.raises(FloatingPointError):
        program(np.zeros(2))
    calls = []
    with np.errstate(divide="call", call=lambda *error: calls.append(error)):
        assert np.isinf(xp.compile(lambda x: 1 / x, backend="eager")(np.zeros(2))).all()
    assert len(calls) == 1


def test_dtypes_by_name_and_numpys_scalars_are_part_of_the_graph():
    def act(x):
        kinds = [x.astype(name) for name in ("int", "float", "complex", "double", "long", "intp", "<f8", "=i2", "f4")]
        return kinds, x.dtype == np.float64, x * np.float64(2), x.astype(np.dtype("float32")) * np.float32(2), x + X

    same(compiled(act)(X), act(X))
    assert compiled(lambda x: x.dtype)(X) == X.dtype
    assert isinstance(compiled(lambda x: x.dtype)(X), np.dtype)


def test_numbers_are_constants():
    acts = [
        operator.eq, lambda x, n: [0, 3, n].count(3), lambda x, n: f"{n}", lambda x, n: x + (n in [1, 3]),
        lambda x, n: operator.eq(x, n + 1), lambda x, n: x == n + 1, lambda x, n: np.sum(x < n),
    ]  # fmt: skip
    for act in acts:
        program = xp.compile(act, backend="eager", fullgraph=True)
        for n in (2, 3, 0.5, 4, True):
            same(program(X, n), act(X, n))


def test_the_sign_of_zero_is_part_of_a_constant(user):
    """Dynamo takes -0.0 for 0.0 where it compares the numbers of a call with those of a graph."""
    act = lambda x, n: (x + 1, f"{n}")
    program = compiled(act)
    for n in (0.0, -0.0, 0j, complex(0, -0.0), 0.0, -0.0):
        same(program(np.ones(2), n), act(np.ones(2), n))
    user.WEIGHTS = 0.0
    scaled = compiled(user.helper)
    for user.WEIGHTS, user.SCALE in ((-0.0, 0.0), (-0.0, -0.0), (-0.0, 0.0)):
        assert repr(scaled(X)) == repr(user.helper(X))


def test_a_number_that_changes_at_each_call_is_said_once():
    program = xp.compile(lambda x, n: np.sum(x * n), backend="eager")
    with pytest.warns(NotCompiled, match="pass a number that changes as an array of no dimensions") as caught:
        same([program(X, n) for n in range(12)], [np.sum(X * n) for n in range(12)])
    assert len(caught) == 1
    program = xp.compile(lambda x, n: np.sum(x * n), backend="eager", fullgraph=True)
    for n in range(12):
        same(program(X, np.asarray(n)), np.sum(X * n))


def test_named_tuples_and_functions_are_arguments(user):
    class Pair(NamedTuple):
        x: object
        y: object

    found = compiled(lambda pair: Pair(pair.y, np.sin(pair.x)))(Pair(X, X + 1))
    same(found, Pair(X + 1, np.sin(X)))
    for function in (user.helper, np.cos, lambda x: np.sqrt(x) + 1):
        same(compiled(user.applied)(function, X), user.applied(function, X))
    same(compiled(user.factorial)(X, 3), user.factorial(X, 3))
    same(compiled(functools.partial(user.applied, np.sin))(X), user.applied(np.sin, X))
    same(compiled(np.sin)(X), np.sin(X))
    same(compiled(xp.sin)(X), np.sin(X))


def test_what_reads_values_runs_as_a_whole_and_says_so_once(user):
    act = xp.compile(user.reads, backend="eager")
    text = r"^reads \(<string>:\d+\): not compiled: it reads values .* as float\(x\) and x.item\(\) do; return arrays "
    with pytest.warns(NotCompiled, match=text) as caught:
        same(act(X), user.reads(X))
    assert caught[0].filename == __file__
    same(act(X), user.reads(X))
    assert str(caught[0].message).startswith(act.explanation)
    often = xp.compile(user.reads, backend="eager", explain=True)
    with pytest.warns(NotCompiled) as caught:
        assert [often(X), often(X)] == [user.reads(X)] * 2
    assert len(caught) == 2
    with pytest.raises(RuntimeError, match="compile: it reads values of arrays as numbers"):
        compiled(user.reads)(X)


def test_operators_that_dynamo_does_not_trace_say_what_to_write():
    for act, text in ((lambda x: x @ x.T, r"write xp.matmul\(a, b\)"), (lambda x: ~(x > 1), r"write xp.invert\(x\)")):
        is_traced = torch.__version__ >= (2, 15)
        with nullcontext() if is_traced else pytest.warns(NotCompiled, match=f"before torch 2.15 .*{text}"):
            same(xp.compile(act, backend="eager")(X), act(X))
    same(compiled(lambda x: (np.matmul(x, x.T), np.invert(x > 1)))(X), (X @ X.T, ~(X > 1)))


def test_ufunc_at_whose_steps_depend_on_the_places_says_what_to_write():
    def act(x, i):
        np.logaddexp.at(x, i, 1.0)
        return x

    with pytest.warns(NotCompiled, match=r"logaddexp.at: the number of its steps depends .* take add, subtract"):
        same(xp.compile(act, backend="eager")(X.copy(), np.array([0, 0])), act(X.copy(), np.array([0, 0])))


#: functions of Python's and torch's that no graph has, and what to write
NO_GRAPH = [
    (lambda x: max(x[0], x[1]) * x, r"max\(\) of Python compares values of arrays; write xp.maximum\(a, b\)"),
    (lambda x: sorted(x)[1], r"sorted\(\) of Python compares values of arrays; write xp.sort\(x\)"),
    (lambda x: (print(x, end=""), x)[1], r"print\(\) is Python's; write xp.debug_print"),  # noqa: T201
    (lambda x: x * len(open(__file__).name), r"torch's compiler does not trace open\(\) of Python"),  # noqa: SIM115
    (lambda x: (str(x), x)[1], r"it reads the elements of an array, as str\(x\) does; return arrays"),
    (lambda x: x + xp.random.default_rng(0).normal(), r"default_rng\(\) makes or changes a generator; do that outside"),
    (lambda x: xp.sum(x).backward(), r"backward\(\) and torch.autograd.grad are no part of a graph; write xp.grad or"),
    (
        lambda x: torch.autograd.grad(xp.sum(x * x).tensor, x.tensor),
        r"backward\(\) and torch.autograd.grad are no part of a graph; write xp.grad or xp.value_and_grad",
    ),
    (
        lambda x: xp.cond(x[0] > 1, lambda a: a, lambda a: xp.astype(a, xp.float32), x),
        r"the branches of cond return arrays of different dtypes; cast one of them \(.*test_compile.py",
    ),
    (lambda x: xp.cond(x[0] > 1, lambda a: a, lambda a: a[:2], x), r"the branches of cond return arrays of .* shapes;"),
    (
        lambda x: xp.cond(x[0] > 1, lambda a: a[:, None], lambda a: a, x),
        r"the branches of cond return arrays of different shapes; return one shape from both, by xp.pad or",
    ),
    (
        lambda x: xp.map(lambda y: xp.sum(xp.cond(y > 1, lambda a: a, lambda a: a[:2], x)), x),
        r"the branches of cond return arrays of different shapes",
    ),
    (
        lambda x: xp.jvp(lambda z: xp.cond(x[0] > 1, lambda a: a, lambda a: a[:2], z), (x,), (x,))[1],
        r"the branches of cond return arrays of different shapes",
    ),
    (
        lambda x: xp.cond(x[0] > 1, lambda a: xp.outer(a, a).T, lambda a: xp.outer(a, x), x),
        r"the branches of cond return arrays in different orders of memory; write x.copy\(\)",
    ),
    (
        lambda x: xp.cond(x[0] > 1, lambda a: (a, a), lambda a: (a,), x),
        r"the branches of cond return trees of different structures; return arrays in the same structure from both",
    ),
    (
        lambda x: xp.cond(x[0] > 1, lambda a: a, lambda a: None, x),
        r"the branches of cond return trees of different structures",
    ),
    (
        lambda x: xp.cond(x[0] > 1, lambda a: a[a > 1], lambda a: a, x),
        r"a size depends on values of arrays, as in np.nonzero\(x\)",
    ),
    (
        xp.grad(lambda x: xp.sum(xp.cond(x[0] > 1, lambda a: a[:2], lambda a: a, x))),
        r"the branches of cond return arrays of different shapes",
    ),
    (
        lambda x: xp.scan(lambda c, v: (c.__iadd__(v), c), xp.zeros(2), xp.ones((3, 2)))[1] + x[0],
        r"a step of a loop or a branch of cond writes to its argument; write to a copy, as x.copy\(\) makes it",
    ),
    (
        xp.grad(lambda x: xp.sum(xp.abs(xp.scan(lambda c, v: (c * v, c.real), x[0] + 1j, x + 1j)[0]))),
        r"torch does not differentiate loops of complex numbers in a graph; pass their real and imaginary parts",
    ),
    (
        xp.grad(lambda x: xp.sum(xp.abs(xp.fori_loop(0, 3, lambda i, v: v * (x + 1j), x + 0j)))),
        r"torch fails to differentiate this scan; give its steps no loops and branches, or compile smaller functions",
    ),
    (
        lambda x: (setattr(STATE, "x", STATE.x + 1), x)[1],
        r"it (sets an attribute of a SimpleNamespace|changes STATE, which is from outside); return the new",
    ),
]
STATE = types.SimpleNamespace(x=0)


@pytest.mark.parametrize(("act", "why"), NO_GRAPH)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_functions_that_no_graph_has_say_what_to_write(act, why):
    x = xp.asarray([3.0, 1.0, 2.0])
    x.requires_grad = "backward" in why
    with pytest.warns(NotCompiled, match=f"not compiled: {why}"):
        xp.compile(act, backend="eager")(x)


def test_a_write_through_a_view_of_unsigned_integers_in_another_dtype_says_what_to_write():
    def act(x):
        y = x + x
        y.view("int64")[0] = -1
        return y

    x = xp.arange(8, dtype="uint16")
    with pytest.warns(NotCompiled, match="it writes through views in another dtype; write to a copy, and return that"):
        assert xp.array_equal(xp.compile(act)(x), act(x))


ALPHA = np.float64(2.0)


def test_a_scalar_of_numpys_beside_arrays_of_the_package_keeps_its_class():
    x = xp.asarray(X)
    for act, arguments in (
        (lambda x, n: xp.multiply(x, n) if isinstance(n, float) else xp.zeros(3), (ALPHA,)),
        (lambda x: xp.multiply(x, ALPHA) if isinstance(ALPHA, (int, float)) else xp.zeros(3), ()),
    ):
        program = xp.compile(act, backend="eager")
        with pytest.warns(NotCompiled, match="it asks for the class of a value, .*; pass Python's numbers"):
            assert xp.array_equal(program(x, *arguments), act(x, *arguments))
        assert xp.array_equal(program(x, *arguments), act(x, *arguments))
    with pytest.raises(TypeError, match="compile: it asks for the class of a value"):
        xp.compile(lambda x, n: x * 2 if type(n) is np.float64 else x * 3, backend="eager")(x, ALPHA)


def test_numpys_names_that_the_package_lacks(user):
    with pytest.raises(AttributeError, match="module 'xp_torch' has no attribute 'get_include'"):
        xp.compile(user.lacking, backend="eager")(xp.asarray(X))
    with pytest.warns(NotCompiled, match="get_include|Dynamo"):
        same(xp.compile(user.lacking, backend="eager")(X), user.lacking(X))


def caught_index(x):
    x[0] = 7
    try:
        return x[9]
    except IndexError:
        return x[1] * 2


def bad_axis(x):
    x[0] += 1
    return np.sum(x, axis=5)


def mean_of_positive(x):
    x += 1
    y = x[x > 0]
    return y.mean() if y.size else 0


def doubled(x):
    for index, value in np.ndenumerate(x):
        x[index] = value * 2
    return x


def inverse(x):
    try:
        return np.linalg.inv(x[:, :2] * 0)
    except np.linalg.LinAlgError:
        return x + 1


def inverse_of_written(x):
    x += 1
    try:
        y = np.linalg.inv(np.zeros((2, 2)))
        x *= 3
    except np.linalg.LinAlgError:
        y = x * 2
    return y


def less_true(x):
    return x - True


@pytest.mark.parametrize(
    "act", [caught_index, bad_axis, mean_of_positive, doubled, inverse, inverse_of_written, less_true]
)
def test_what_raises_while_it_is_traced_runs_without_a_graph_and_writes_once(act):
    program = xp.compile(act)
    warnings.simplefilter("ignore", NotCompiled)
    for _ in range(2):
        found, wanted = X.copy(), X.copy()
        try:
            expected = act(wanted)
        except np.exceptions.AxisError:
            with pytest.raises(np.exceptions.AxisError):
                program(found)
        else:
            same(program(found), expected)
        same(found, wanted)


@pytest.mark.parametrize("first", [True, False])
def test_a_graph_that_raises_after_it_has_written(first):
    """The first run of a graph is taken back, later runs are not repeated."""
    calls = []

    def backend(graph, inputs):
        def run(*arguments):
            results = graph(*arguments)
            calls.append(1)
            if first or len(calls) == 2:
                raise RuntimeError("too late")
            return results

        return run

    def added(x):
        x += np.random.rand(3)  # noqa: NPY002
        return np.sum(x)

    x, y = np.zeros(3), np.zeros(3)
    program = xp.compile(added, backend=backend)
    for call in range(2 - first):
        np.random.seed(call)  # noqa: NPY002
        added(y)
        np.random.seed(call)  # noqa: NPY002
        if first:
            with pytest.warns(NotCompiled, match="too late"):
                program(x)
        elif call:
            with pytest.raises(RuntimeError, match="too late"):
                program(x)
        else:
            program(x)
        same(x, y)
    assert len(calls) == 2 - first
    np.random.seed(3)  # noqa: NPY002
    wanted = np.random.rand(2)  # noqa: NPY002
    np.random.seed(3)  # noqa: NPY002
    program = xp.compile(lambda x: np.random.rand(2), backend=backend)  # noqa: NPY002
    if first:
        with pytest.warns(NotCompiled, match="too late"):
            same(program(x), wanted)


def test_errors_are_those_of_the_function_and_compilation_goes_on(user):
    act = xp.compile(user.refuses, backend="eager")
    with pytest.raises(ValueError, match="broadcast"):
        act(X)
    user.WEIGHTS = np.ones(7)
    same(act(np.ones(7)), user.refuses(np.ones(7)))
    assert act.explanation.endswith("compiled in one graph")


def test_elements_under_a_mask_are_read_and_written_in_one_graph(user):
    def masked(x):
        x[x > 0.5] = x[x > 0.5] ** 2 + 1
        found = x < 0.3
        x[found] = x[found] - x[found]
        y = x.copy()
        y[y > 100] = y[y > 100]
        return x, y, 2j * (x + 1), np.sum(x[x > 1])

    same(compiled(masked)(X.copy()), masked(X.copy()))


@pytest.mark.parametrize("backend", ["eager", "inductor"])
def test_counts_of_a_known_length_are_one_graph(backend):
    def degrees(source, weights):
        return np.bincount(source, minlength=4), np.bincount(source, weights, len(weights))

    source, weights = np.asarray([0, 3, 3, 1]), np.asarray([0.5, 1.0, 2.0, -1.0])
    same(xp.compile(degrees, backend=backend, fullgraph=True)(source, weights), degrees(source, weights))
    program = xp.compile(degrees, backend=backend)
    for largest in (2, 7, 3):
        source[1] = largest
        with (
            nullcontext() if largest < 4 else pytest.warns(NotCompiled, match="the integers must be .* below minlength")
        ):
            same(program(source, weights), degrees(source, weights))
    source[1] = 7
    found = compiled(xp.grad(lambda w, x: np.bincount(x, w, minlength=8)[3] ** 2))(weights, source)
    np.testing.assert_allclose(found, [0, 0, 4, 0])


def test_sizes_are_constants_unless_they_are_dynamic():
    for dynamic, count in ((None, 4), (True, 1)):
        counter = torch._dynamo.testing.CompileCounter()
        act = xp.compile(lambda x: np.sin(x) * np.sum(x), backend=counter, fullgraph=True, dynamic=dynamic)
        for n in range(3, 7):
            same(act(np.ones(n)), np.sin(np.ones(n)) * n)
        assert counter.frame_count == count


def test_numbers_that_change_are_compared():
    """Dynamo takes ``x == n`` for False if n is a symbol."""
    for act in (lambda x, n: np.sum(x == n), lambda x, n: x[x == len(x) - n], lambda x, n: x < n):
        program = xp.compile(act, backend="eager")
        for n in range(4):
            x = np.arange(4 + n) % 3
            same(program(x, n), act(x, n))


def test_random_numbers_default_dtypes_and_devices():
    act = compiled(lambda: xp.random.rand(3))
    xp.random.seed(1)
    first, second = act(), act()
    assert not np.array_equal(first, second)
    xp.random.seed(1)
    assert np.array_equal(act(), first)
    act = compiled(lambda: np.zeros(3) + np.ones(3))
    assert act().dtype == np.float64
    with xp.set_default_dtype("pytorch"):
        assert act().dtype == np.float32
    act = compiled(lambda x: xp.zeros(3) + x)
    with torch.device("meta"):
        assert act(torch.ones(3)).device.type == "meta"


def test_gradients_and_other_transforms(user):
    t = torch.asarray(X[0], requires_grad=True)
    compiled(user.helper)(t).sum().backward()
    np.testing.assert_allclose(t.grad, 2 * np.cos(X[0]))
    act = compiled(user.helper)
    found = torch.func.grad(lambda x: act(x).sum())(torch.asarray(X[0]))
    np.testing.assert_allclose(found, 2 * np.cos(X[0]))
    found = torch.vmap(act)(xp.asarray(X))
    np.testing.assert_allclose(np.asarray(found), user.helper(X))
    outer = torch.compile(lambda x: act(x) + 1.0, fullgraph=True, backend="eager")
    np.testing.assert_allclose(np.asarray(outer(xp.asarray(X))), user.helper(X) + 1)
    same(compiled(lambda x: act(x) + 1.0)(X), user.helper(X) + 1)


def drawn(x):
    return np.random.rand(4), np.random.randint(0, 9, 4), x + np.random.normal(size=2)  # noqa: NPY002


def drawn_in_a_loop(x):
    first = xp.random.rand(2)
    return xp.fori_loop(0, 3, lambda i, total: total + xp.random.rand(2), x), first


@pytest.mark.parametrize(("act", "expectation"), [
    (drawn, nullcontext()),
    (drawn_in_a_loop, pytest.warns(NotCompiled, match="draws random numbers in a loop or branch and elsewhere")),
])  # fmt: skip
def test_random_numbers_are_drawn_in_order(act, expectation):
    """Inductor changes the order of what does not depend on each other."""
    program, outcomes = xp.compile(act), []
    with expectation:
        for function in (act, program):
            xp.random.seed(3)
            np.random.seed(3)  # noqa: NPY002
            outcomes.append([*map(np.asarray, function(np.zeros(2))), np.asarray(xp.random.rand(1))])
    same(outcomes[1], outcomes[0])


def twice(function):
    return xp.grad(xp.grad(function))


@pytest.mark.parametrize("backend", ["eager", "inductor"])
@pytest.mark.parametrize("transform", [xp.grad, xp.value_and_grad, xp.vmap, twice])
def test_transforms_of_the_users_functions_are_one_graph(user, transform, backend):
    def energy(x):
        return np.sum(user.sin(x) ** 2) * user.SCALE

    x = X[0, 0] if transform is twice else X
    found, wanted = compiled(transform(energy), backend=backend)(x), transform(energy)(xp.asarray(x))
    for one, other in zip(pytree.tree_leaves(found), pytree.tree_leaves(wanted), strict=True):
        assert isinstance(one, np.ndarray | np.generic)
        np.testing.assert_allclose(one, np.asarray(other))


@pytest.mark.filterwarnings(QUIET)
def test_inference_mode():
    def cleared(x, y):
        x[:] = 0
        return y.sum() + 1

    found, reversed_ = np.arange(6.0), np.arange(3.0)[::-1]
    read_only = np.arange(3.0)[::-1]
    read_only.flags.writeable = False
    with torch.inference_mode():
        act = compiled(cleared)
        assert act(found[1:], found[:-1]) == 1.0
        assert act(reversed_, found) == 1.0
        same(compiled(np.sin)(read_only), np.sin(read_only))
    assert not found.any()
    assert not reversed_.any()


def test_static_arguments_are_constants():
    graphs = []

    def backend(graph, inputs):
        graphs.append([node.name for node in graph.graph.nodes if node.op == "placeholder"])
        return graph.forward

    def powers(x, n, kind="sum"):
        found = [x**i for i in range(n)]
        return np.sum(found, axis=0) * n if kind == "sum" else x == n

    by_number = xp.compile(powers, backend=backend, fullgraph=True, static_argnums=(1, -1))
    by_name = xp.compile(powers, backend=backend, fullgraph=True, static_argnames=("n", "kind"))
    for program in (by_number, by_name):
        for n in (2, 3, 4, 2):
            for kind in ("sum", "equal"):
                same(program(X, n, kind), powers(X, n, kind))
                same(program(X, n=n, kind=kind), powers(X, n, kind))
    assert len(graphs) == 24
    assert all(len(inputs) == 1 for inputs in graphs)
    assert by_name.__name__ == "powers"
    assert len(by_name.explanation.splitlines()) == 12
    same(compiled(lambda x, f: f(x), static_argnums=1)(X, np.sin), np.sin(X))
    same(compiled(xp.grad(lambda x, n: np.sum(x**n)), static_argnums=1)(X, 3), 3 * X**2)
    same(compiled(lambda x: by_name(x, 2) + 1)(X), powers(X, 2) + 1)
    zero = compiled(lambda x, n: x * n, static_argnums=1)
    assert np.signbit(zero(X, -0.0)).all() != np.signbit(zero(X, 0.0)).all()
    with pytest.raises(ValueError, match=r"compile: static arguments must be hashable, got \[\[1\]\]"):
        by_number(X, [1])


@pytest.mark.filterwarnings(QUIET)
def test_float64s_of_numpy_are_numbers_where_a_function_asks_for_one():
    def sums(a, x):
        for i in range(int(a)):
            x = x + i
        return x * float(a), a.item() + x, np.roll(x, int(a)), np.arange(0, a, 0.5), a, a.ndim

    program = xp.compile(sums, backend="eager")
    for a in (np.float64(2.0), np.float64(3.5)):
        same(program(a, X), sums(a, X))


def test_an_explanation_names_the_users_function(user):
    program = compiled(xp.grad(lambda x: np.sum(np.sin(x))))
    program(X)
    assert program.explanation.startswith("test_an_explanation_names_the_users_function.<locals>.<lambda> (")
    assert __file__ in program.explanation


def test_methods_and_bad_arguments():
    class Model:
        def __init__(self):
            self.weights = np.arange(3.0)

        @xp.compile(backend="eager")
        def step(self, x):
            return self.shifted(x) * self.weights

        def shifted(self, x):
            return np.tanh(x) + 1

    model = Model()
    with pytest.warns(NotCompiled, match="it computes with NumPy in a method or with an array that is an attribute"):
        same(model.step(X), (np.tanh(X) + 1) * model.weights)
    with pytest.raises(TypeError, match="compile: function must be callable, got int"):
        xp.compile(3)


def test_an_error_of_shapes_is_raised_without_torchs_log(capfd, caplog):
    add = xp.compile(lambda x, y: x + y, backend="eager")
    with pytest.raises(ValueError, match="could not be broadcast together"):
        add(xp.ones(3), xp.ones(4))
    assert capfd.readouterr().err == ""
    assert [r for r in caplog.records if r.levelname in ("WARNING", "ERROR")] == []


def test_a_long_loop_of_python_warns_with_its_line():
    def many(x):
        for _ in range(200):
            x = x + np.sin(x) * 0.01
        return x

    def few(x):
        for _ in range(20):
            x = x + x + x + x + x + x + x + x + x + np.sin(x) + x + x
        return x

    with pytest.warns(xp.exceptions.UnrolledLoopWarning, match="this line 200 times.* xp.fori_loop") as caught:
        xp.compile(many, backend="eager")(np.ones(3))
    assert (caught[0].filename, caught[0].lineno) == (__file__, many.__code__.co_firstlineno + 2)
    xp.compile(few, backend="eager")(np.ones(3))


@pytest.mark.compiled
def test_many_numbers_with_fullgraph_say_what_to_write():
    f = xp.compile(lambda x, k: x * k, fullgraph=True, backend="eager")
    for i in range(8):
        f(xp.ones(2), i + 0.5)
    with pytest.raises(TypeError, match="pass a number that changes as an array"):
        f(xp.ones(2), 8.5)


def test_a_compiled_function_says_its_name():
    def step(x):
        return x + 1

    assert repr(xp.compile(step)).endswith(".step>")
    assert repr(xp.compile(step)).startswith("<compiled ")


def doubled(x):
    return x * 2


def less_by(x, n):
    return x - n


@compiled
def decorated(x):
    return x + 1


@pytest.mark.parametrize(
    ("program", "arguments"),
    [(compiled(doubled), (X,)), (compiled(less_by, static_argnums=1), (X, 3)), (decorated, (X,))],
)
def test_compiled_functions_are_pickled_and_copied_before_and_after_a_call(program, arguments):
    for _ in range(2):
        for other in (pickle.loads(pickle.dumps(program)), copy.deepcopy(program)):
            assert (other is program) is (program is decorated)
            np.testing.assert_array_equal(other(*arguments), program.__wrapped__(*arguments))
        program(*arguments)


def test_first_calls_in_several_threads():
    def call(program):
        start.wait()
        results.append(program(X).tolist())

    results = []
    for _ in range(10):
        program, start = compiled(lambda x: x * 2 + 1), threading.Barrier(4)
        threads = [threading.Thread(target=call, args=(program,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert results == [(X * 2 + 1).tolist()] * 40


@pytest.mark.parametrize(
    ("draw", "warning"),
    [
        (lambda t: torch.rand(3) + torch.randn(3), None),
        (lambda t: torch.nn.functional.dropout(t, 0.5), None),
        (lambda t: torch.empty_like(t).exponential_(), None),
        (lambda t: torch.bernoulli(t / 2) + torch.rand(3), NotCompiled),
        (lambda t: (t / 2).bernoulli(), NotCompiled),
    ],
)
def test_draws_of_torch_are_those_of_eager_code(draw, warning):
    def drawn(function):
        torch.manual_seed(5)
        return [function(xp.ones(3)).tolist() for _ in range(2)]

    def function(x):
        return xp.asarray(draw(x.tensor))

    wanted = drawn(function)
    with nullcontext() if warning is None else pytest.warns(warning, match=r"write torch\.rand_like"):
        assert drawn(xp.compile(function)) == wanted


def reads_and_writes(a, b):
    y = a * xp.sin(b)
    b += 1
    return y


def reads_copy(a, b):
    y = xp.exp(a * b.copy())
    b[0] = 100
    return y * a


def multiplies_by_itself(a, b):
    a[1:] *= a[:-1]
    return a.T * b


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf")
@pytest.mark.parametrize("backend", ["eager", "aot_eager", "inductor"])
@pytest.mark.parametrize("function", [reads_and_writes, reads_copy, multiplies_by_itself])
def test_what_is_differentiated_and_writes_to_arguments_has_the_gradients_of_eager_code(function, backend):
    # The backward pass of torch's graphs read the arguments after the write: silently wrong, or an error.
    def gradient(function):
        leaf = xp.asarray([1.0, 2.0, 3.0]).requires_grad_()
        a = leaf * 1
        function(a, xp.asarray([1.0, 2.0, 3.0])).sum().backward()
        return leaf.grad.tolist()

    program = xp.compile(function, backend=backend)
    with nullcontext() if backend == "eager" else pytest.warns(NotCompiled, match="write to a copy"):
        assert gradient(program) == gradient(function)
    with torch.no_grad(), warnings.catch_warnings(action="error", category=NotCompiled):
        program(xp.ones(3), xp.ones(3))


def test_modes_of_gradients_are_those_of_eager_code():
    def inference(x):
        with torch.inference_mode():
            return x * 2

    def recorded(x):
        with torch.enable_grad():
            return x * 2

    def written(x):
        x += 1

    with pytest.warns(NotCompiled, match="enters inference_mode"):
        assert xp.compile(inference, backend="eager")(xp.ones(2)).tensor.is_inference()
    with torch.inference_mode(), pytest.warns(NotCompiled, match="has no effect in inference_mode"):
        assert not xp.compile(recorded, backend="eager")(xp.ones(2).requires_grad_()).requires_grad
    with torch.inference_mode():
        x = xp.ones(2)
    with pytest.raises(RuntimeError, match="inference"):
        xp.compile(written, backend="eager")(x)


def test_compiled_in_a_compiled_function_is_the_function():
    program = compiled(lambda x: xp.compile(doubled)(x) + xp.compile(static_argnums=1)(less_by)(x, 2))
    np.testing.assert_array_equal(program(X), X * 2 + (X - 2))


def test_a_result_that_requires_grad_by_a_closure_stays_an_array_of_the_package():
    weights = xp.asarray([5.0, 6.0, 7.0]).requires_grad_()
    result = compiled(lambda x: xp.sin(x) * weights)(X)
    result.sum().backward()
    np.testing.assert_allclose(np.asarray(weights.grad), np.sin(X).sum(axis=0))
    assert type(compiled(lambda x: xp.sin(x) * weights.detach())(X)) is np.ndarray


@pytest.mark.parametrize("fullgraph", [False, True])
def test_a_failed_trace_leaves_no_state_that_changes_the_gradients_of_other_graphs(fullgraph):
    def cubes(v):
        return xp.sum(v**3)

    def fails(x):  # torch fails to trace it, and leaves guards in frames
        return xp.vmap(xp.hessian(cubes))(xp.stack([x, x]))

    def raises():
        kept = "a variable of the user's"
        raise KeyError(kept)

    x = xp.asarray([0.1, 0.2, -0.3, 0.4])
    keys = str(torch._C._dispatch_tls_local_exclude_set())
    program = xp.compile(fails, backend="aot_eager", fullgraph=fullgraph)
    try:
        raises()
    except KeyError as error:
        frame = error.__traceback__.tb_next.tb_frame
        with pytest.raises(RuntimeError) if fullgraph else pytest.warns(NotCompiled, match="write xp.jacobian"):
            program(x)
    assert "kept" in frame.f_locals
    gc.collect()
    assert str(torch._C._dispatch_tls_local_exclude_set()) == keys
    gradient = xp.compile(xp.grad(cubes), backend="aot_eager", fullgraph=True)(x)
    np.testing.assert_allclose(np.asarray(gradient), 3 * np.asarray(x) ** 2)


@pytest.mark.compiled
def test_broadcast_results_are_read_only_as_numpys():
    def function(a):
        return np.broadcast_to(a, (2, 3)), np.broadcast_to(a * 2, (2, 3)), a * 2

    compiled = xp.compile(function, backend="eager", fullgraph=True)
    for got, expected in zip(compiled(np.arange(3.0)), function(np.arange(3.0)), strict=True):
        assert got.flags.writeable is expected.flags.writeable
        np.testing.assert_array_equal(got, expected)


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:Error detected in")
@pytest.mark.parametrize("loop", [False, True])
def test_a_write_to_what_a_derivative_needs_is_the_reason(loop):
    def step(i, b):
        b = b.copy()
        b[1:] += b[:-1] * b[1:]
        return b

    def function(x):
        return xp.sum(xp.fori_loop(0, 3, step, x) if loop else step(0, x))

    compiled = xp.compile(xp.grad(function), backend="eager")
    x = xp.arange(1.0, 5.0)
    with pytest.warns(NotCompiled, match="it writes to an array that a derivative of it needs"):
        result = compiled(x)
    np.testing.assert_array_equal(result, xp.grad(function)(x))


@pytest.mark.compiled
def test_the_reason_for_views_by_strides():
    compiled = xp.compile(lambda x: xp.diagonal(x[::-1]), backend="eager")
    x = xp.reshape(xp.arange(9), (3, 3))
    with pytest.warns(NotCompiled, match=r"a view by strides.*; write x\.copy\(\)"):
        assert compiled(x).tolist() == [6, 4, 2]
