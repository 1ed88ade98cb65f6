"""The documented differences from NumPy: the rows of the tables in `docs/differences.md`.

A row says what a program meets here and in NumPy, and names, in a comment, the test that checks it. What only the
fuzzer meets is in `tests/support/fuzzer/excuses.py`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "differences.md"
_ROW = re.compile(r"^\| (.+) \| (.+) \| (.+) <!-- (\S+) --> \|$", re.MULTILINE)


@dataclass(frozen=True)
class Difference:
    """One difference: what is called, what happens here and in NumPy, and its test."""

    case: str
    here: str
    numpy: str
    test: str


DIFFERENCES = tuple(Difference(*cells) for cells in _ROW.findall(PAGE.read_text(encoding="utf-8")))
