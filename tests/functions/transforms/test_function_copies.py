"""What `compile` reads in the code of a function, without a graph."""

import os
import sys
import sysconfig

import numpy as np
import pytest

from xp_torch._functions.transforms.function_copies import Copies, _Facts, is_users

GLOBAL = 1
INSTALLED = os.path.join(sysconfig.get_path("purelib"), "other", "module.py")


def test_which_modules_are_the_users():
    here = {"__name__": __name__, "__file__": __file__}
    assert is_users(here, "")
    assert is_users({"__name__": "other.module", "__file__": INSTALLED}, "other.function")
    assert not is_users({"__name__": "other.module", "__file__": INSTALLED}, "another")
    for name in ("numpy.linalg", "torch", "scipy.special", "xp_torch.random", "json"):
        assert not is_users({"__name__": name, "__file__": __file__}, name)
    assert not is_users({"__name__": "other", "__file__": os.path.join(sysconfig.get_path("stdlib"), "a.py")}, "")


def assigns(x):
    global GLOBAL  # noqa: PLW0603
    GLOBAL = x


def imports(x):
    import numpy.linalg as la

    return la.norm(x)


def reads_itself(x):
    return x, reads_itself.__defaults__


NOT_COPIED = {
    "reads __name__": lambda x: (x, __name__),
    "reads globals": lambda x: globals()[x],
    "reads __import__": lambda x: __import__(x).path,
    "reads __defaults__": reads_itself,
    "assigns to the variable GLOBAL": assigns,
    "imports numpy.linalg": imports,
}


@pytest.mark.parametrize("reason", sorted(NOT_COPIED))
def test_what_a_copy_would_not_compute(reason):
    facts = _Facts(NOT_COPIED[reason])
    assert reason in facts.not_copied
    assert not facts.not_traced


def tries(x):
    try:
        return x[0]
    except IndexError:
        return x


def manages(x):
    with np.errstate(all="ignore"):
        return x + 1


@pytest.mark.parametrize(("function", "reason"), [(tries, "has a `try` statement"), (lambda x: x.base, "which memory")])
def test_what_a_graph_would_not_compute(function, reason):
    facts = _Facts(function)
    assert reason in facts.not_traced
    assert not facts.not_copied


def changes(x):
    x += 1
    return x.strides, isinstance(x, np.ndarray)


def test_traits_of_code():
    assert {"in place", "layout", "class", "isinstance"} <= _Facts(changes).traits
    for function in (manages, lambda x: x + len(x)):
        facts = _Facts(function)
        assert facts.traits == set()
        assert facts.not_copied == facts.not_traced == ""
    assert _Facts(lambda x: sys.path[GLOBAL]).globals == {"sys", "GLOBAL"}


def test_a_copy_computes_with_this_package():
    import xp_torch as xp

    copies = Copies(lambda names: is_users(names, ""))
    copy = copies.function(manages)
    copies.refresh()
    assert type(copy(xp.ones(2))) is xp.ndarray
    assert manages.__globals__["np"] is np
