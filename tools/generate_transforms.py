"""Write ``docs/transforms.md``: what torch's transforms make of each public function.

Run it in the checkout after adding a function or a call, ``python -m tools.generate_transforms``; it takes some
minutes. ``--only unwrap gradient`` prints the rows of some functions, with the messages of errors, and with
``--write`` writes them; ``--columns vmap export`` leaves the other columns as they are.
"""

import argparse
from collections import Counter
from pathlib import Path

from conformance.tables import Table, markdown_table
from conformance.transforms import COLUMNS, OUTCOMES, WHY, names, row, without_calls

PAGE = Path(__file__).resolve().parent.parent / "docs" / "transforms.md"

HEAD = """\
# Every public function under torch's transforms

The calls of each function are those of the tests, in several forms; each cell has the least favourable outcome.
[](guide/function_transforms.md) explains the transforms. Written by `python -m tools.generate_transforms`.

- **gradient**, **second derivative**, **forward mode**: equals differences (`gradcheck`, `gradgradcheck`).
- **one graph**: one graph of `torch.compile(fullgraph=True, dynamic=True)` returns the eager results for two sizes;
  **graph with gradient**: the compiled derivative is the eager one too.
- **vmap**: the batched result is that of each element, with all operands mapped along the first or last axis, and each
  alone. **export**: `torch.export` returns the eager result.
- **fake device**: on fake GPU arrays the result has its dtype, shape and device, and no value is read back to the host.

"""


def shown(name: str, found: dict[str, tuple[str, str, str]]) -> str:
    """Return the row of a function as lines of text, each error with its call and message."""
    lines = [name]
    for column, (kind, label, text) in found.items():
        lines.append(f"  {column:20} {kind:10} {label + ': ' + ' '.join(text.split())[:300] if text else ''}".rstrip())
    return "\n".join(lines)


def published() -> dict[str, dict[str, str]]:
    """Return the outcomes in the page by function and column."""
    found = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines() if PAGE.exists() else ():
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        if line.startswith("| `") and len(cells) == len(COLUMNS):
            found[name.strip("`")] = dict(zip(COLUMNS, cells, strict=True))
    return found


def text(cells: dict[str, dict[str, str]]) -> str:
    """Return the page of outcomes."""
    count = Counter((column, kind) for found in cells.values() for column, kind in found.items())
    meanings = tuple((kind, OUTCOMES[kind], *(str(count[c, kind] or "") for c in COLUMNS)) for kind in OUTCOMES)
    blocks = [markdown_table(Table("", ("outcome", "meaning", *COLUMNS), tuple(m for m in meanings if any(m[2:]))))]
    rows = tuple((name, *(found[c] for c in COLUMNS)) for name, found in cells.items())
    blocks.append("## Functions\n\n" + markdown_table(Table("", ("function", *COLUMNS), rows, frozenset({0}))))
    if reasons := tuple((name, column, why) for (name, column), why in WHY.items()):
        table = Table("", ("function", "transform", ""), reasons, frozenset({0}))
        blocks.append("## Why\n\n" + markdown_table(table))
    listed = " ".join(f"`{name}`" for name in without_calls())
    blocks.append(f"## Without a row\n\nThey take no array, set an option, or read a file: {listed}")
    return HEAD + "\n\n".join(block.rstrip("\n") for block in blocks) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], help="functions to run")
    parser.add_argument("--write", action="store_true", help="write these rows to the page")
    parser.add_argument("--columns", nargs="*", default=COLUMNS, choices=COLUMNS, help="columns to run")
    arguments = parser.parse_args()
    cells = published()
    for name in arguments.only or names():
        found = row(name, arguments.columns)
        cells.setdefault(name, {}).update({column: kind for column, (kind, _, _) in found.items()})
        if arguments.only or any(kind == "?" for kind, _, _ in found.values()):
            print(shown(name, found), flush=True)
    if arguments.write or not arguments.only:
        known = {name: {c: cells[name].get(c, "?") for c in COLUMNS} for name in names() if name in cells}
        PAGE.write_text(text(known), encoding="utf-8")
