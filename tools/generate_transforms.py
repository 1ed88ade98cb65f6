"""Write ``docs/tables/transforms.csv``, the outcome of each function under each transform, and ``docs/transforms.md``.

Run it in the checkout after adding a function or a call, ``python -m tools.generate_transforms``; it takes some
minutes. ``--only unwrap gradient`` prints the rows of some functions, with the messages of errors, and with
``--write`` writes them; ``--columns vmap export`` leaves the other columns as they are.
"""

import argparse
import csv
import io
from collections import Counter
from pathlib import Path

from tools.reports import Table, markdown_table
from tools.transforms import COLUMNS, OUTCOMES, WHY, names, row, without_calls

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "transforms.md"
#: All outcomes; the page shows those that restrict a function.
TABLE = DOCS / "tables" / "transforms.csv"
UNRESTRICTED = {"yes", "integers", "zero", "no arrays"}

HEAD = """\
# Transform support

The public functions under torch's transforms. The calls of each function are those of the tests, in several forms, and
the least favourable outcome counts. [transforms.csv](tables/transforms.csv) has the outcomes of all functions.
[](guide/function_transforms.md) explains the transforms. Written by `python -m tools.generate_transforms`.

- **gradient**, **second derivative**, **forward mode**: equals differences (`gradcheck`, `gradgradcheck`).
- **one graph**: one graph of `torch.compile(fullgraph=True, dynamic=True)` returns the eager results for two sizes;
  **graph with gradient**: the compiled derivative is the eager one too.
- **vmap**: the batched result is that of each element, with all operands mapped along the first or last axis, and each
  alone. **export**: `torch.export` returns the eager result.
- Derivatives are compared where the function is defined. Outside, as for `special.zeta(x, q)` with `x` below 1 and
  `special.polygamma(n, x)` with an `n` that is not a whole number, the result and all its derivatives are NaN.
- **fake device**: on fake GPU arrays the result has its dtype, shape and device, and no value is read back to the host.

"""


def shown(name: str, found: dict[str, tuple[str, str, str]]) -> str:
    """Return the row of a function as lines of text, each error with its call and message."""
    lines = [name]
    for column, (kind, label, text) in found.items():
        lines.append(f"  {column:20} {kind:10} {label + ': ' + ' '.join(text.split())[:300] if text else ''}".rstrip())
    return "\n".join(lines)


def published() -> dict[str, dict[str, str]]:
    """Return the outcomes in the table by function and column."""
    if not TABLE.exists():
        return {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row.pop("function"): row for row in csv.DictReader(file)}


def table(cells: dict[str, dict[str, str]]) -> str:
    """Return the table of all outcomes."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["function", *COLUMNS])
    writer.writerows([name, *(found[c] for c in COLUMNS)] for name, found in cells.items())
    return file.getvalue()


def text(cells: dict[str, dict[str, str]]) -> str:
    """Return the page of outcomes."""
    count = Counter((column, kind) for found in cells.values() for column, kind in found.items())
    meanings = tuple((kind, OUTCOMES[kind], *(str(count[c, kind] or "") for c in COLUMNS)) for kind in OUTCOMES)
    blocks = [markdown_table(Table("", ("outcome", "meaning", *COLUMNS), tuple(m for m in meanings if any(m[2:]))))]
    rows = tuple(
        (name, *("" if found[c] in UNRESTRICTED else found[c] for c in COLUMNS))
        for name, found in cells.items()
        if not UNRESTRICTED.issuperset(found.values())
    )
    blocks.append(
        f"## Functions with a restriction\n\n{len(rows)} of {len(cells)} functions have one; other cells are empty.\n\n"
        + markdown_table(Table("", ("function", *COLUMNS), rows, frozenset({0})))
    )
    if reasons := tuple((name, column, why) for (name, column), why in WHY.items()):
        table = Table("", ("function", "transform", ""), reasons, frozenset({0}))
        blocks.append("## Why\n\n" + markdown_table(table))
    listed = " ".join(f"`{name}`" for name in without_calls())
    blocks.append(f"## Without a row\n\nThey take no array, set an option, or read a file: {listed}")
    return HEAD + "\n\n".join(block.rstrip("\n") for block in blocks) + "\n"


def update(only: list[str], columns: tuple[str, ...] = COLUMNS, write: bool = False) -> None:
    """Run the calls of some functions, or of all; print their rows, and write them if asked to, or if all were run."""
    cells = published()
    for name in only or names():
        found = row(name, columns)
        cells.setdefault(name, {}).update({column: kind for column, (kind, _, _) in found.items()})
        if only or any(kind == "?" for kind, _, _ in found.values()):
            print(shown(name, found), flush=True)
    if write or not only:
        known = {name: {c: cells[name].get(c, "?") for c in COLUMNS} for name in names() if name in cells}
        PAGE.write_text(text(known), encoding="utf-8")
        TABLE.write_text(table(known), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], help="functions to run")
    parser.add_argument("--write", action="store_true", help="write these rows to the page")
    parser.add_argument("--columns", nargs="*", default=COLUMNS, choices=COLUMNS, help="columns to run")
    arguments = parser.parse_args()
    update(arguments.only, arguments.columns, arguments.write)
