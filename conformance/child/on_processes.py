"""Runs one command line in several processes that know of each other: ``python on_processes.py N COMMAND...``.

Each has its number, how many there are, and a file to meet by, in the environment variable CONFORMANCE_PROCESS.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def main(size, command):
    """Return the largest exit status of the processes."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        children = [
            subprocess.Popen(command, env=os.environ | {"CONFORMANCE_PROCESS": f"{rank} {size} {store}"})
            for rank in range(size)
        ]
        return max(abs(child.wait()) for child in children)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
