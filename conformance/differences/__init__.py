"""The table of documented differences from NumPy: the docs are made from it, and the fuzzer knows them by it.

Each row says what is given here and in NumPy, the rule behind it and the test that holds it; `known` says of a call
that the fuzzer drew whether the row explains how it differs. A row never stands for a bug.
"""

from __future__ import annotations

from pathlib import Path

from conformance.differences import arithmetic, assignments, numerics, reasons, refusals, standard
from conformance.differences.difference import Difference

DIFFERENCES: tuple[Difference, ...] = (
    *standard.ROWS,
    *arithmetic.ROWS,
    *reasons.ROWS,
    *assignments.ROWS,
    *numerics.ROWS,
    *refusals.ROWS,
)

HEADERS = {
    "design": ("case", "here", "NumPy", "rule", "test"),
    "values": ("case", "here", "NumPy", "test"),
    "fuzzer": ("case", "here", "NumPy", "rule", "test"),
}


def table(section: str) -> str:
    """Return the table of a section as Markdown."""
    header = HEADERS[section]
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    rows = [[getattr(row, column.lower()) for column in header] for row in DIFFERENCES if row.section == section]
    lines.extend("| " + " | ".join(cells) + " |" for cells in rows)
    return "\n".join(lines)


def generated(page: str) -> str:
    """Return a page whose marked tables are made anew."""
    for section in HEADERS:
        start, end = f"<!-- differences:{section} -->", f"<!-- /differences:{section} -->"
        head, found, rest = page.partition(start)
        if found:
            page = f"{head}{start}\n{table(section)}\n{end}{rest.partition(end)[2]}"
    return page


def write(path: Path) -> None:
    """Make the tables of a page anew."""
    path.write_text(generated(path.read_text(encoding="utf-8")), encoding="utf-8")
