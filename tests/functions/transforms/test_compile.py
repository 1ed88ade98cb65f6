"""`compile`: functions written against NumPy as graphs of torch."""

import functools
import gc
import sys
import textwrap
import types
import warnings
from typing import NamedTuple

import numpy as np
import pytest
import torch

import xp_torch as xp

X = np.linspace(0.1, 2.0, 6).reshape(2, 3)
compiled = functools.partial(xp.compile, backend="eager", fullgraph=True)

USERS = """
import functools
import numpy as np
import numpy
import numpy.linalg as la
from numpy import sin, float32 as half
from numpy.fft import rfft as transformed

SCALE, CALLS, WEIGHTS, LAST = 2.0, 0, np.arange(3.0), None
OPTIONS = {"shift": np.asarray([1.0, 2.0, 3.0]), "axis": 0}

def helper(x):
    return sin(x) * SCALE + WEIGHTS

def nearest(x, means):
    return np.argmin(la.norm(x - means[:, None], axis=2), axis=0)

def with_helper(x):
    return helper(x).astype(half), numpy.linalg.norm(x), abs(transformed(x))

def with_globals(x):
    global CALLS, LAST
    CALLS += 1
    LAST = np.cumsum(x)
    return np.sum(x + OPTIONS["shift"], axis=OPTIONS["axis"])

def with_imports(x):
    import numpy
    import numpy.linalg as linalg
    from numpy import cos as c
    return linalg.norm(c(x)) + numpy.ones(3)

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
    count = 0
    def scaled(x):
        nonlocal count
        count += 1
        return np.exp(x) * factor + count
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
    return np.emath.sqrt(x - 1)

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
    elif isinstance(wanted, np.ndarray | np.generic):
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(found, wanted, rtol=1e-6)
    else:
        assert found == wanted


@pytest.mark.parametrize("name", ["helper", "with_helper", "with_imports", "scaled"])
def test_a_function_is_one_graph_and_gives_numpys_results(user, name):
    function = getattr(user, name)
    wanted = function(X.copy())
    user.scaled = user.scaled_by(np.arange(3.0))
    same(compiled(getattr(user, name))(X.copy()), wanted)


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


def test_the_users_module_stays_as_it_is(user):
    before = dict(vars(user))
    act = compiled(user.with_helper)
    act(X)
    assert all(vars(user)[name] is value for name, value in before.items())
    names = [name for name in sys.modules if name.startswith("a_user_")]
    assert names
    del act
    torch._dynamo.reset()
    gc.collect()
    assert not [name for name in sys.modules if name in names]


def test_globals_are_read_and_written(user):
    act = compiled(user.with_globals)
    same(act(X), np.sum(X + [1, 2, 3], axis=0))
    assert user.CALLS == 1
    same(user.LAST, np.cumsum(X))
    user.OPTIONS["shift"][0] = 5.0
    user.OPTIONS["axis"] = 1
    user.CALLS = 10
    same(act(X), np.sum(X + [5, 2, 3], axis=1))
    assert user.CALLS == 11
    helper = compiled(user.helper)
    same(helper(X), user.helper(X))
    user.SCALE, user.WEIGHTS, user.sin = 3, np.ones(3), np.cos
    same(helper(X), user.helper(X))
    user.sin = lambda x: np.tan(x) + user.SCALE
    same(helper(X), user.helper(X))


@pytest.mark.parametrize("make", [np.copy, lambda x: np.repeat(x, 2, 1)[:, ::2], lambda x: x[::-1].copy()[::-1]])
def test_arguments_are_written_to(user, make):
    x, y = make(X), make(X)
    found = compiled(user.in_place)(x)
    assert found is x
    same(x, user.in_place(y))
    t = torch.asarray(X.copy())
    assert compiled(user.in_place)(t) is t
    np.testing.assert_allclose(t, x)


def test_lists_and_dictionaries_are_written_to(user):
    store, values = {"start": X}, [X, X + 1]
    same(compiled(user.into)(store, values), X + X + 1)
    same(store["total"], np.sum(X))
    assert store["start"] is values[0] is X
    same(values[2], X * 2)


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


def test_what_reads_values_falls_back_function_by_function(user):
    act = xp.compile(user.reads, backend="eager", explain=True)
    with pytest.warns(
        xp.exceptions.NotCompiledWarning, match=r"^reads .*: not compiled: it depends on values of arrays: .* > 0.0 "
    ):
        same(act(X), user.reads(X))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        same(act(X), user.reads(X))
    reads, helper = act.explanation.splitlines()
    assert reads.startswith("reads (<string>:")
    assert "not compiled" in reads
    assert helper.endswith("compiled in one graph")
    with pytest.raises(torch._dynamo.exc.UserError):
        compiled(user.reads)(X)


def test_numpys_names_that_the_package_lacks_are_numpys(user):
    act = xp.compile(user.lacking, backend="eager")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same(act(X), user.lacking(X))
    assert "not compiled" in act.explanation


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


def test_a_size_that_changes_compiles_once_more():
    counter = torch._dynamo.testing.CompileCounter()
    act = xp.compile(lambda x: np.sin(x) * np.sum(x), backend=counter, fullgraph=True)
    for n in range(3, 9):
        same(act(np.ones(n)), np.sin(np.ones(n)) * n)
    assert counter.frame_count == 2


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
    same(model.step(X), (np.tanh(X) + 1) * model.weights)
    with pytest.raises(TypeError, match="compile: function must be callable, got int"):
        xp.compile(3)
