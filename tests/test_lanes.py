"""The lanes of tests, the check of the marker `compiled`, and the line of progress."""

import io
import subprocess
import sys
from types import SimpleNamespace

import pytest
from support.lanes import LANES, in_lane
from support.progress import Progress

from tools.progress import Steps


@pytest.mark.parametrize(
    ("marks", "default"),
    [
        ((), True),
        (("parametrize",), True),
        (("compiled",), False),
        (("compiled", "basic"), True),
        (("slow",), False),
        (("compiled", "basic", "slow"), False),
    ],
)
def test_a_test_is_in_the_default_lane_or_in_the_rest(marks, default):
    item = SimpleNamespace(iter_markers=lambda: [SimpleNamespace(name=name, kwargs={}) for name in marks])
    assert [in_lane(item, lane) for lane in LANES] == [default, not default, True]


@pytest.mark.compiled
def test_a_mark_may_be_of_one_value_of_a_parameter():
    mark = SimpleNamespace(name="compiled", kwargs={"page": ["a.md"]})
    for page in ("a.md", "b.md"):
        item = SimpleNamespace(iter_markers=lambda: [mark], callspec=SimpleNamespace(params={"page": page}))
        assert in_lane(item, "default") is (page == "b.md")


@pytest.mark.slow
def test_a_test_that_compiles_without_the_mark_fails(tmp_path, checkout):
    text = """
    import pytest, torch
    compiled = lambda x: torch.compile(torch.sin, backend="eager")(x)
    def test_unmarked(): compiled(torch.ones(2))
    def test_after_a_reset(): torch._dynamo.reset(); compiled(torch.ones(2))
    @pytest.mark.compiled
    def test_marked(): compiled(torch.ones(3))
    def test_eager(): torch.sin(torch.ones(2))
    """
    file = tmp_path / "test_it.py"
    file.write_text("\n".join(line.removeprefix("    ") for line in text.splitlines()), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(checkout / "pyproject.toml"), "--rootdir", str(tmp_path)]
    command += ["-p", "support.lanes", "-p", "no:cacheprovider", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=checkout / "tests", timeout=300)
    assert "2 failed, 2 passed" in run.stdout, run.stdout + run.stderr
    assert run.stdout.count("mark it `compiled`") >= 2


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self):
        return self.now


def test_progress_shows_the_tests_done_the_time_left_and_the_file():
    clock, stream = Clock(), io.StringIO()
    stream.isatty = lambda: True
    progress = Progress(stream, clock)
    clock.now = 20.0
    progress.pytest_xdist_node_collection_finished([f"test_{i}" for i in range(1000)])
    progress.pytest_xdist_node_collection_finished([f"test_{i}" for i in range(1000)])
    clock.now = 50.0
    for i in range(250):
        for when in ("setup", "call", "teardown"):
            report = SimpleNamespace(when=when, failed=(i, when) == (3, "call"), nodeid=f"tests/test_sets.py::test_{i}")
            progress.pytest_runtest_logreport(report)
    shown = stream.getvalue().split("\r\x1b[K")[-1]
    assert shown == "250 of 1,000 tests, 1 failed, 0:50, about 1:30 left: tests/test_sets.py"
    clock.now = 61.0
    progress.pytest_terminal_summary()
    assert stream.getvalue().rsplit("\r\x1b[K")[-1].rstrip() == "250 tests in 1:01 minutes, 1 failed"


def test_a_shorter_line_of_progress_covers_a_longer_one_in_a_notebook():
    """A notebook's cell writes over the last line after a return, and does not know how to erase it."""
    stream = io.StringIO()
    stream.isatty = lambda: True
    steps = Steps("calls", 2, stream)
    steps(1, "a long name")
    steps.print("done")
    steps.print("more")
    first, second, third = stream.getvalue().split("\r\x1b[K")[1:]
    assert len(second) == len(first) + 1
    assert (second.rstrip(), third) == ("done", "more\n")
