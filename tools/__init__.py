"""Scripts that write checked-in files, and what the commands of the checkout share: reports, clones, programs."""

import sys
from pathlib import Path

# Some pages are made of the calls of the tests, which `tests/support` has.
sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))
