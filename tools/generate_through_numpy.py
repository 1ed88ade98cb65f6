"""Write ``docs/through_numpy.md``: NumPy's public functions called with arrays of the package.

Run it in the checkout after adding a function or a call, ``python -m tools.generate_through_numpy``;
``tests/test_through_numpy.py`` compares. The calls are those of `tools.calls`.
"""

from collections import Counter
from pathlib import Path

import numpy as np

from tools.reports import Table, markdown_table
from tools.through_numpy import MODULES, Outcome, calls, functions, outcome

PAGE = Path(__file__).resolve().parent.parent / "docs" / "through_numpy.md"

HEAD = """\
# NumPy dispatch coverage

The calls are `np.name(x)` with NumPy {version}, and `x` is an array of this package. [](guide/numpys_functions.md) has
the rules. Written by `python -m tools.generate_through_numpy`.

"""

#: the heading of each outcome in the page.
HEADINGS = {
    "ours": "The package's function",
    "warning": "NumPy's, with a warning",
    "error": "An error",
    "converted": "NumPy's, which does not dispatch it",
    "no arrays": "Not called with arrays of the package",
    "silent": "NumPy's, without a warning",
}


def found() -> tuple[dict[str, Outcome], Counter[str]]:
    """Return the outcome of each function, the least favourable of its calls, and the number of calls of each kind."""
    order = list(HEADINGS)
    outcomes: dict[str, Outcome] = {}
    count: Counter[str] = Counter()
    for name, act in calls():
        new = outcome(name, act)
        if new.kind != "no arrays":
            count[new.kind] += 1
            outcomes[name] = max(outcomes.get(name, new), new, key=lambda o: order.index(o.kind))
    return outcomes, count


def text() -> str:
    """Return the page as it should be."""
    outcomes, count = found()
    names = {kind: [n for n, o in outcomes.items() if o.kind == kind] for kind in HEADINGS}
    names["no arrays"] = [name for name in functions() if name not in outcomes]
    rows = tuple((HEADINGS[kind], str(len(names[kind])), str(count[kind] or "")) for kind in HEADINGS if names[kind])
    blocks = [markdown_table(Table("", ("what is called", "functions", "calls"), rows))]
    for kind, title in HEADINGS.items():
        if names[kind] and kind == "error":
            table = Table(
                "", ("function", "error"), tuple((n, outcomes[n].text) for n in names[kind]), frozenset({0, 1})
            )
            blocks.append(f"## {title}\n\n{markdown_table(table)}")
        elif names[kind]:
            lines = []
            for dotted in MODULES:
                inner = [n for n in names[kind] if n.rpartition(".")[0] == dotted]
                if inner:
                    listed = " ".join(f"`{n.rpartition('.')[2]}`" for n in inner)
                    lines.append(f"- `numpy{'.' * bool(dotted)}{dotted}` ({len(inner)}): {listed}")
            blocks.append(f"## {title}\n\n" + "\n".join(lines))
    version = ".".join(np.__version__.split(".")[:2])
    return HEAD.format(version=version) + "\n\n".join(block.rstrip("\n") for block in blocks) + "\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
