"""The settings for floating-point errors are kept as NumPy keeps them, and nothing depends on them."""

import asyncio
import contextvars
import threading

import numpy as np
import pytest
import torch
from oracle import calls

import xp_torch as xp

KINDS = ("divide", "over", "under", "invalid")


@pytest.fixture(autouse=True)
def _apart():
    old, call, size = xp.geterr(), xp.geterrcall(), xp.getbufsize()
    yield
    xp.seterr(**old)
    xp.seterrcall(call)
    xp.setbufsize(size)


def test_what_holds_at_first_is_numpys():
    fresh = contextvars.Context()
    assert fresh.run(xp.geterr) == fresh.run(np.geterr)
    assert fresh.run(xp.geterrcall) is None
    assert fresh.run(xp.getbufsize) == fresh.run(np.getbufsize)


@pytest.mark.parametrize("given", [{}, {"all": "ignore"}, {"divide": "raise"}, {"all": "print", "under": "log"}])
def test_settings_are_kept_and_restored(given):
    for m in (np, xp):
        before = m.geterr()
        with m.errstate(**given) as nothing:
            assert nothing is None
            inside = m.geterr()
            assert inside == {k: given.get(k, given.get("all", before[k])) for k in KINDS}
            assert m.seterr(over="warn") == inside
        assert m.geterr() == before


def test_a_decorated_function_runs_under_the_settings_each_time():
    @xp.errstate(invalid="raise")
    def function(x, *, y=1):
        """Doc."""
        return xp.geterr()["invalid"], x, y

    assert function.__doc__ == "Doc."
    for _ in range(2):
        assert function(3, y=4) == ("raise", 3, 4)
    assert xp.geterr()["invalid"] == "warn"


def test_calls_and_buffers():
    with xp.errstate(call=print):
        assert xp.geterrcall() is print
        assert xp.seterrcall(None) is print
        with xp.errstate(divide="call"):
            assert xp.geterrcall() is None
    assert xp.geterrcall() is None
    assert xp.setbufsize(64) == 8192
    assert xp.getbufsize() == 64


@calls("""
    m.seterr(all="bad"); m.seterr(divide=3); m.seterrcall(3); m.setbufsize(-1); m.setbufsize(7);
    m.setbufsize(10**9); m.setbufsize("a"); m.errstate(foo=1); m.errstate(all="bad").__enter__();
    m.errstate("ignore")
""")
def test_refusals_are_numpys(call):
    errors = []
    for m in (np, xp):
        with pytest.raises(Exception) as caught:
            call(m)
        errors.append((caught.type, str(caught.value) if caught.type is ValueError else ""))
    assert errors[0] == errors[1]
    assert xp.geterr()["divide"] == "warn"


def test_a_block_is_entered_once():
    block = xp.errstate(all="ignore")
    with block:
        pass
    with pytest.raises(TypeError, match="twice"), block:
        pass


def test_threads_and_tasks_have_their_own():
    found = []

    async def ask():
        with xp.errstate(all="print"):
            await asyncio.sleep(0)
            return xp.geterr()["over"]

    async def both():
        return await asyncio.gather(ask(), ask())

    with xp.errstate(all="raise"):
        thread = threading.Thread(target=lambda: found.append(xp.geterr()["over"]))
        thread.start()
        thread.join()
        assert asyncio.run(both()) == ["print", "print"]
        assert xp.geterr()["over"] == "raise"
    assert found == ["warn"]


def test_errors_are_not_trapped():
    with xp.errstate(all="raise"):
        assert xp.isnan(xp.asarray([0.0]) / 0).all()
        assert xp.isinf(xp.exp(xp.asarray([1000.0]))).all()


def test_blocks_and_decorators_compile():
    def block(t):
        with xp.errstate(divide="ignore", invalid="ignore"):
            return (xp.asarray(t) / 0).tensor

    decorated = xp.errstate(all="ignore")(lambda t: (xp.asarray(t) / 0).tensor)
    for function in (block, decorated):
        torch._dynamo.reset()
        t = torch.ones(2)
        assert torch.equal(torch.compile(function, fullgraph=True, backend="eager")(t), function(t))
