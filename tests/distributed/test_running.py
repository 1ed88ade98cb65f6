"""The programs of the page on running, each as a file."""

import os
import re
import subprocess
import sys
from pathlib import Path

import conformance_package  # noqa: F401 (makes the next import possible)
import pytest

import conformance

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "distributed_running.md").read_text(encoding="utf-8")
PROGRAMS = {m[2]: m[1] for m in re.finditer(r"```python\n(# (\S+\.py)\b.*?)```", PAGE, re.DOTALL)}
#: How each program is started: the number of processes, 0 without torchrun, and the arguments.
STARTS = {
    "notebook.py": [(0,)],
    "program.py": [(2,)],
    "checkpoint.py": [(3, "checkpoint", "save"), (2, "checkpoint", "resume")],
    "training.py": [(2,)],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_run(name, tmp_path):
    (tmp_path / name).write_text(PROGRAMS[name])
    for size, *arguments in STARTS[name]:
        run = ["torch.distributed.run", "--standalone", "--nproc-per-node", str(size)]
        command = [sys.executable, *(["-m", *run] if size else []), name, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_every_program_is_started():
    assert PROGRAMS.keys() == STARTS.keys()


def test_the_conformance_suite_gets_sharded_arrays(tmp_path):
    code = (
        "import conformance_target, xp_torch as xp\n"
        "conformance_target.shard_arrays('0', '1', 'store')\n"
        "assert type(xp.zeros(3).device) is xp.distributed.Device, xp.zeros(3).device"
    )
    child = Path(conformance.__file__).parent / "child"
    paths = os.pathsep.join([str(child), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": paths}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
