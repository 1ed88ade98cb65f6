"""The command line: ``python -m benchmarks [PART ...] [OPTIONS]``."""

import os
import sys
from pathlib import Path

# Read when SciPy and torch are imported; the second silences the memory profiler, the third makes torch ask for huge
# pages for large arrays, as NumPy does, and the last keeps inductor from testing the vectors of the processor.
os.environ["SCIPY_ARRAY_API"] = "1"
os.environ.setdefault("KINETO_LOG_LEVEL", "9")
os.environ.setdefault("THP_MEM_ALLOC_ENABLE", "1")
os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")

# Imported while the checkout is on the path; the installed package is measured, not the checkout.
import benchmarks
import tools

ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    assert benchmarks.__path__
    assert tools.__path__
    if "--in-tree" not in sys.argv:
        sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != ROOT]
    from benchmarks import cli

    sys.exit(cli.main(sys.argv[1:]))
