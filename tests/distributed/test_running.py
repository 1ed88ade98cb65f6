"""The programs of the page on running, each as a file."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

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
