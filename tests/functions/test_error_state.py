"""The settings for floating-point errors are kept as NumPy keeps them, and the modes that report errors do so."""

import asyncio
import contextvars
import io
import itertools
import threading
import warnings

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import calls

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS

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


@pytest.mark.numpy_after
@pytest.mark.numpy_before
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


def reported(m, act):
    """Return the text and the status of each error that `act` reports in a namespace."""
    found = []
    with warnings.catch_warnings(), m.errstate(all="call", call=lambda *error: found.append(error)):
        warnings.simplefilter("ignore")
        act(m)
    return found


VALUES = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -2.5, 1000.0, -1000.0, 1e308, -1e308, np.nan]
#: what NumPy reports of these depends on the processor
NOT_COMPARED = {"logaddexp", "logaddexp2", "nextafter", "spacing"}
#: NumPy reports an invalid operation beside the overflow or the division by zero
ALSO_INVALID = {"reciprocal"}


@cases("name", [name for name in OPS if name not in NOT_COMPARED])
def test_ufuncs_report_what_numpy_reports(name):
    nin = getattr(np, name).nin
    for dtype, values in ("float64", VALUES), ("int64", [0, 1, -5]):
        for given in itertools.product(values, repeat=nin):
            arrays = [np.array([value], dtype) for value in given]
            try:
                expected = reported(np, lambda m, arrays=arrays: getattr(m, name)(*arrays))
            except (TypeError, ValueError):
                continue
            got = reported(xp, lambda m, arrays=arrays: getattr(m, name)(*map(xp.asarray, arrays)))
            texts = [{text for text, _ in found if text != "underflow"} for found in (got, expected)]
            beside = {"invalid value"} if name in ALSO_INVALID and texts[0] else set()
            assert texts[0] <= texts[1] <= texts[0] | beside, (given, got, expected)


@pytest.mark.parametrize(
    "act",
    [
        lambda m: m.asarray([0.0, 1.0]) / 0,
        lambda m: 1 / m.asarray([1.0, 0.0]),
        lambda m: m.asarray([1, 2]) // m.asarray([0, 1]),
        lambda m: m.float64(1) / m.float64(0),
        lambda m: m.asarray([0.0, 1.0])[0] / 0.0,
        lambda m: m.asarray([1e308])[0] * 10,
        lambda m: -m.asarray([-128], dtype="int8")[0],
        lambda m: m.int16(32000) * m.int16(3),
        lambda m: m.uint8(1) - m.uint8(2),
        lambda m: m.asarray([32000], dtype="int16") * m.asarray([3], dtype="int16"),
        lambda m: m.sqrt(-1),
        lambda m: m.log(m.asarray([[1.0, 0.0], [-1.0, 2.0]])),
        lambda m: m.asarray([1.0, 2.0], dtype="float32") * 1e38,
        lambda m: m.exp(m.asarray([-1000.0, 1000.0])),
        lambda m: m.asarray([1e-200]) * m.asarray([1e-200]),
        lambda m: m.zeros(2) * 1e-320,
        lambda m: m.asarray([1e-200]) ** 2,
        lambda m: m.asarray([0.0, 2.0]) ** -1,
        lambda m: divmod(m.asarray([1.0]), 0.0),
        lambda m: m.asarray([1j]) / 0,
        lambda m: m.divide(m.asarray([1.0, 2.0]), m.asarray([0.0, 1.0]), m.zeros(2), where=m.asarray([False, True])),
        lambda m: m.add(m.asarray([1e308]), 1e308, out=m.zeros(1)),
        lambda m: m.asarray([np.nan, np.inf]) + 1,
    ],
)
def test_operators_report_what_numpy_reports(act):
    assert reported(xp, act) == reported(np, act)
    errors = []
    for m in (np, xp):
        with m.errstate(all="raise"):
            try:
                act(m)
            except FloatingPointError as error:
                errors.append(str(error))
    assert len(errors) in (0, 2)
    assert len(set(errors)) < 2


def test_a_failed_operator_writes_nothing_and_afterwards_nothing_is_reported():
    x = xp.asarray([1.0, 2.0])
    with xp.errstate(divide="raise"):
        with pytest.raises(FloatingPointError):
            x /= xp.asarray([1.0, 0.0])
        assert x.tolist() == [1.0, 2.0]
        x /= 0.5
        assert xp.exp(1000.0) == xp.inf
    x /= xp.asarray([1.0, 0.0])
    assert x.tolist() == [2.0, xp.inf]
    assert x[0] / 0 == xp.inf


def test_printed_and_logged_errors(capsys):
    log = io.StringIO()
    with xp.errstate(divide="print", invalid="log", call=log):
        _ = xp.asarray([0.0, 1.0]) / 0
    assert capsys.readouterr().err == "Warning: divide by zero encountered in divide\n"
    assert log.getvalue() == "Warning: invalid value encountered in divide\n"
    for mode in ("call", "log"):
        with xp.errstate(all=mode), pytest.raises(NameError, match="specified"):
            _ = xp.asarray([1.0]) / 0


def test_warnings_are_given_within_a_block_that_asks_for_them():
    x = xp.asarray([1.0, 0.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _ = 1 / x
        old = xp.seterr(all="warn")
        assert set(xp.geterr().values()) == {"warn"}
        _ = 1 / x
        xp.seterr(**old)
        _ = 1 / x
        assert xp.geterr() == old
    with xp.errstate(divide="warn"), pytest.warns(RuntimeWarning, match="divide by zero encountered in reciprocal"):
        _ = x**-1


def test_comparisons_of_infinities_report_nothing():
    with xp.errstate(all="raise"):
        assert xp.allclose([xp.inf, 1.0], [xp.inf, 1.0])
        assert not xp.allclose([-xp.inf, 1.0], [xp.inf, xp.nan])
        with pytest.raises(FloatingPointError, match="subtract"):
            xp.asarray([xp.inf]) - xp.inf


def test_other_threads_report_nothing():
    found = []
    with xp.errstate(all="raise"):
        thread = threading.Thread(target=lambda: found.append((xp.asarray([1.0]) / 0).tolist()))
        thread.start()
        thread.join()
    assert found == [[np.inf]]


@pytest.mark.compiled
def test_traced_calls_report_nothing():
    def divide(t):
        return (xp.asarray(t) / 0 + xp.sqrt(xp.asarray(t))).tensor

    t = torch.tensor([-1.0, 2.0])
    with xp.errstate(all="raise"):
        torch._dynamo.reset()
        compiled = torch.compile(divide, fullgraph=True, backend="eager")(t)
        mapped = torch.vmap(divide)(t)
        differentiated = xp.asarray(torch.ones(1, requires_grad=True)) * 2
    assert compiled.isinf().any()
    assert mapped.isinf().any()
    assert differentiated.tensor.requires_grad


@pytest.mark.compiled
def test_blocks_and_decorators_compile():
    def block(t):
        with xp.errstate(divide="ignore", invalid="ignore"):
            return (xp.asarray(t) / 0).tensor

    decorated = xp.errstate(all="ignore")(lambda t: (xp.asarray(t) / 0).tensor)
    for function in (block, decorated):
        torch._dynamo.reset()
        t = torch.ones(2)
        assert torch.equal(torch.compile(function, fullgraph=True, backend="eager")(t), function(t))
