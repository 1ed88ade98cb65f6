"""The programs of the page on running, each as a file."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "distributed_running.md").read_text(encoding="utf-8")
PROGRAMS = {m[2]: m[1] for m in re.finditer(r"```python\n(# (\S+\.py)\b.*?)```", PAGE, re.DOTALL)}
#: How each program is started: the numbers of processes, and the arguments.
STARTS = {
    "notebook.py": [(1,)],
    "program.py": [(2,)],
    "checkpoint.py": [(3, "checkpoint", "save"), (2, "checkpoint", "resume")],
    "training.py": [(2,)],
}


def started(command, folder, rank, size, port):
    """Start a process as `torchrun` does; its own process, which watches the others, takes as long to start as they."""
    names = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": size, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    environment = {**os.environ, "OMP_NUM_THREADS": "1", **({k: str(v) for k, v in names.items()} if size > 1 else {})}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    return subprocess.Popen([sys.executable, *command], cwd=folder, env=environment, **pipes)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_run(name, tmp_path):
    (tmp_path / name).write_text(PROGRAMS[name])
    for size, *arguments in STARTS[name]:
        if name == "program.py":
            run = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node", str(size)]
            processes = [started([*run, name], tmp_path, 0, 1, 0)]
        else:
            port = free_port()
            processes = [started([name, *arguments], tmp_path, rank, size, port) for rank in range(size)]
        outputs = [process.communicate()[0] for process in processes]
        assert [process.returncode for process in processes] == [0] * len(processes), outputs


def test_every_program_is_started():
    assert PROGRAMS.keys() == STARTS.keys()
