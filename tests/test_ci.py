"""CI's judgement of a conformance run: worse than what is known fails, a suite that can't be had is said loudly."""

import importlib.util
from pathlib import Path

import pytest

KNOWN, OTHER = "array_api_tests/test_a.py::test_known", "array_api_tests/test_a.py::test_other"


@pytest.fixture(scope="module")
def judge(checkout: Path):
    spec = importlib.util.spec_from_file_location("judge_conformance", checkout / ".ci" / "judge_conformance.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.judge


def report(failed=(), outcome="failed", missing=(), problem=None) -> dict:
    namespace = {
        "module": "xp_torch",
        "tested": True,
        "holds": not (failed or missing or problem),
        "problem": problem,
        "counts": {"passed": 3, "failed": len(failed)},
        "failures": [{"id": name, "outcome": outcome, "causes": []} for name in failed],
        "missing": list(missing),
        "skipped_here_only": [],
    }
    return {"namespaces": [namespace]}


@pytest.mark.parametrize(
    ("status", "found", "passes"),
    [
        (0, report(), True),
        (1, report(failed=[KNOWN]), True),
        (1, report(failed=[KNOWN, OTHER]), False),
        (1, report(failed=[KNOWN], outcome="crashed"), False),
        (1, report(missing=[KNOWN]), False),
        (1, report(problem="pytest ended early"), False),
        (1, report(), False),
        (2, None, False),
        (1, None, False),
        (3, None, True),
    ],
)
def test_a_run_fails_only_where_it_is_worse_than_known(judge, status, found, passes):
    assert judge(status, found, {"a cause": [KNOWN]})[0] is passes


def test_a_missing_suite_is_said_loudly(judge):
    assert "NOTHING WAS MEASURED" in "\n".join(judge(3, None, {})[1])


def test_the_known_shortfall_is_printed_with_its_cause(judge):
    lines = "\n".join(judge(1, report(failed=[KNOWN]), {"a cause": [KNOWN]})[1])
    assert KNOWN in lines
    assert "a cause" in lines
