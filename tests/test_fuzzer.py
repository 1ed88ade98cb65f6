"""The differential fuzzer: a short seeded run, its table of calls, and planted bugs that it must find."""

import functools

import numpy as np
import pytest
import torch
from support import fuzzer_workers
from support.fuzzer import check, run
from support.fuzzer.compare import OURS, show
from support.fuzzer.forms import draw
from support.fuzzer.nodes import Arr, Call, _function, call_source
from support.fuzzer.strategies import KINDS

import xp_torch as xp
from tools.calls import EXAMPLES, NOT_DRAWN, ROWS, public, public_functions

SHORT = 12


def test_every_public_function_has_a_row():
    assert public_functions() == set(EXAMPLES), "examples or not_traced for tools/calls/"
    lacking = [name for name in public() if name not in ROWS and name not in NOT_DRAWN]
    assert not lacking, "rows for tools/calls/"
    for row in ROWS.values():
        assert all(p.kind in KINDS or p.kind.startswith("'") for form in row.forms for p in form), row.name


def test_draws_are_the_same_for_the_same_seed():
    for name in ("add", "operator.getitem", "linalg.svd"):
        assert call_source(draw(name, 3, 5)) == call_source(draw(name, 3, 5))


@pytest.mark.numpy_after
@pytest.mark.numpy_before
@pytest.mark.parametrize("part", range(4))
def test_nothing_undocumented(part):
    found = []
    for name in sorted(ROWS)[part::4]:
        found += run.examine(name, 0, 0, SHORT)[0]
    assert [finding["line"] for finding in found] == []


@pytest.fixture
def planted(monkeypatch):
    """Put a wrong function in the place of one of ours."""

    def plant(name, function):
        genuine = _function(True, name)

        def find(called):
            return functools.partial(function, genuine) if called == name else _function(True, called)

        monkeypatch.setattr(OURS, "function", find)

    return plant


def first_finding(name, examples=200):
    return next((f for i in range(examples) if (f := check.example(name, 1, i)[0]) is not None), None)


def test_a_planted_bug_is_found_and_shrunk(planted):
    planted("flip", lambda genuine, x, *args, **kw: xp.asarray(x) if np.ndim(x) == 2 else genuine(x, *args, **kw))
    finding = first_finding("flip")
    assert finding.what == "value"
    assert finding.line.startswith("xp.flip(xp.asarray([[")
    assert len(finding.line.partition("#")[0]) < 60, finding.line


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        (lambda genuine, *args, **kwargs: genuine(*args, **kwargs).astype(xp.float32), "dtype"),
        (lambda genuine, *args, **kwargs: genuine(*args, **kwargs)[None], "shape"),
        (lambda genuine, *args, **kwargs: genuine(*args, **kwargs).copy(), "sharing"),
        (lambda genuine, *args, **kwargs: genuine(*args, **kwargs, unknown=1), "error"),
    ],
)
def test_every_kind_of_difference_is_found(planted, wrong, what):
    planted("squeeze", wrong)
    assert first_finding("squeeze").what == what


def wrong_last_element(value):
    """Return a result with its last element changed."""
    if isinstance(value, tuple):
        return (*value[:-1], wrong_last_element(value[-1]))
    if not isinstance(value, xp.ndarray) or not value.size:
        return value
    wrong, last = xp.asarray(value, copy=True), (-1,) * value.ndim
    wrong[last] = ~wrong[last] if value.dtype is xp.bool else wrong[last] * 2 + 1 if xp.isfinite(wrong[last]) else 7
    return wrong


@pytest.mark.parametrize(
    "name",
    [
        "multiply", "power", "floor_divide", "expm1", "log1p", "nextafter", "isnan", "prod", "cumprod", "sum", "mean",
        "std", "clip", "astype", "dot", "einsum", "unique_inverse", "searchsorted", "intersect1d", "unique",
        "linalg.inv", "linalg.slogdet", "fft.fft", "fft.fftn", "arange", "where", "setitem.iadd", "operator.pow",
        "builtins.divmod", "nanquantile", "unpackbits", "linalg.svd",
    ],
)  # fmt: skip
def test_a_wrong_value_is_found_in_functions_with_excuses(planted, name):
    planted(name, lambda genuine, *args, **kwargs: wrong_last_element(genuine(*args, **kwargs)))
    assert first_finding(name).what == "value"


@pytest.mark.parametrize(("error", "found"), [(RuntimeError, True), (AssertionError, True), (ValueError, False)])
def test_nonsense_may_raise_a_clean_error_only(planted, error, found):
    def wrong(genuine, *args, **kwargs):
        raise error("planted")

    planted("sort", wrong)
    judged = check.judge(Call("sort", ["x"], hostile=True))
    assert (judged[0] is not None) is found


def test_changed_inputs_are_found(planted):
    def wrong(genuine, x, *args, **kwargs):
        result = genuine(x, *args, **kwargs)
        if isinstance(x, xp.ndarray) and x.size:
            x[...] = x * 0 + 1
        return result

    planted("sort", wrong)
    assert first_finding("sort").what == "input 0 afterwards"


def test_inputs_changed_by_a_call_that_fails_are_found(planted):
    def wrong(genuine, x, *args, **kwargs):
        if isinstance(x, xp.ndarray):
            x[...] = x * 0 + 1
        return genuine(x, *args, **kwargs)

    planted("sort", wrong)
    call = Call("sort", [Arr(np.asarray([3, 2]))], {"axis": 7})
    assert check.judge(call)[0].what == "input 0 after an error"


@pytest.mark.parametrize(
    ("name", "found"), [("sin", "the process ended (9)"), ("cos", None), ("tan", "no answer in 1 s")]
)
def test_a_process_that_ends_or_hangs_is_reported_and_replaced(monkeypatch, name, found):
    assert (fuzzer_workers.INDEX, fuzzer_workers.OURS) == (run.INDEX, run.OURS)
    monkeypatch.setattr(run, "_work", fuzzer_workers.work_that_ends)
    if name == "tan":
        monkeypatch.setattr(check, "HANG_SECONDS", 1.0)
    report = run.run([name], 300, 1, 1)
    assert report.examples == 300
    if found:
        assert [f["what"] for f in report.findings] == [found]
        assert report.findings[0]["line"] == f"{call_source(draw(name, 1, 0))}  # {found}"
    else:
        # NumPy's call ended the process.
        assert not report.findings
        assert report.documented == {"NumPy's call: the process ended (9)": 1}


def test_complex_products_are_one_of_those_that_rounding_allows():
    """Partial products that overflow: NaN by inf - inf, or infinite where one of the two is not rounded."""
    for dtype in ("complex64", "complex128"):
        top = float(np.finfo(dtype).max)
        x = xp.asarray([complex(top, -129.0), complex(top, top), complex(1.25, -2.5)], dtype=dtype)
        for y in (x * xp.asarray(complex(top, 100.25), dtype=dtype), xp.square(x), x * x):
            real, imag = xp.real(y), xp.imag(y)
            assert not bool(xp.any(xp.isfinite(real[:2]) & xp.isfinite(imag[:2])))
        assert complex((x * x)[2]) == (1.25 - 2.5j) ** 2


class Unreadable:
    def __repr__(self):
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "value",
    [
        Unreadable(), [Unreadable(), 1], ValueError("\n"), ValueError(Unreadable()), xp.asarray(torch.zeros((1,) * 70)),
        xp.broadcast_to(xp.ones(1), (10**9,)), np.broadcast_to(1j, (10**5, 10**6)), xp.asarray([1j]).conj(),
        xp.asarray([1.0], dtype=xp.bfloat16), xp.zeros(3, device="meta"), np.zeros((0, 3)), "x" * 10**6,
    ],
)  # fmt: skip
def test_every_value_can_be_shown(value):
    assert 0 < len(show(value)) <= 160
    assert len(show((value, value))) <= 160
