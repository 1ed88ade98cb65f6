"""Write ``docs/tables/support.csv``, what becomes of each of NumPy's public names here, and ``docs/support.md``.

Run it in the checkout after adding a name, ``python -m tools.generate_support``; ``tests/test_support.py`` compares.
What differs is what a row of ``docs/differences.md`` names, and what a signature lacks; why a name is out of scope
is in ``xp_torch/_facts/out_of_scope.py``.
"""

import csv
import inspect
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import xp_torch as xp
from tools.differences import DIFFERENCES
from xp_torch._facts.out_of_scope import reason

STATUSES = ("supported", "differs", "out of scope", "missing")
DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "support.md"
TABLE = DOCS / "tables" / "support.csv"

# NumPy's namespaces and classes, as dotted names below ``numpy``; "" is ``numpy`` itself.
MODULES = (
    "",
    "linalg",
    "fft",
    "random",
    "polynomial",
    "polynomial.polynomial",
    "polynomial.chebyshev",
    "polynomial.legendre",
    "polynomial.hermite",
    "polynomial.hermite_e",
    "polynomial.laguerre",
    "polynomial.polyutils",
    "lib",
    "lib.array_utils",
    "lib.mixins",
    "lib.npyio",
    "lib.stride_tricks",
    "testing",
    "exceptions",
)
BIT_GENERATORS = ("BitGenerator", "MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "SeedSequence")
RANDOM = tuple(f"random.{name}" for name in ("Generator", "RandomState", *BIT_GENERATORS))
CLASSES = ("ndarray", "ufunc", "dtype", "finfo", "iinfo", *RANDOM)
# Public, but in no list of NumPy's.
UNLISTED = {"exceptions": ("RankWarning",), "": ("matlib",)}
# Objects whose members are those of a class, where the class itself does not have them all.
EXAMPLES = {"ufunc": xp.add, "dtype": xp.float32, "finfo": xp.finfo(xp.float32), "iinfo": xp.iinfo(xp.int32)}
# Text in which a function's name is that of a parameter.
PARAMETERS = {"where": r"in `where`$|where `where` is", "min": "`min` is of a wider", "norm": "`norm` of a transform"}

HEAD = """\
# NumPy API coverage

The public names of NumPy {version} that differ here, with the cases ([all differences](differences.md)), and those
that are out of scope, with what to use instead. All other names are supported with NumPy's semantics;
[support.csv](tables/support.csv) lists every name. Written by `python -m tools.generate_support`.

{counts}
"""


@dataclass(frozen=True)
class Entry:
    """One of NumPy's names and what becomes of it here."""

    name: str
    status: str
    note: str = ""


def found(root: Any, dotted: str) -> Any:
    """The object of a dotted name below a module; None if there is none."""
    for part in dotted.split("."):
        root = getattr(root, part, None)
    return root


def names(dotted: str) -> list[str]:
    """NumPy's public names in one of `MODULES`."""
    module = found(np, dotted) if dotted else np
    listed = getattr(module, "__all__", None) or dir(module)
    public = {name for name in listed if not name.startswith("_")}
    return sorted(public | set(UNLISTED.get(dotted, ())))


def members(dotted: str) -> list[str]:
    """NumPy's members of one of `CLASSES`, those left out that every object has, or that Python adds from 3.12 on."""
    cls = found(np, dotted)
    public = (name for name in dir(cls) if not hasattr(object, name) and name not in ("__module__", "__buffer__"))
    # operators and protocols are public for arrays
    return sorted(n for n in public if not n.startswith("_") or (dotted == "ndarray" and n.startswith("__")))


def cell(text: str) -> str:
    """`text` in a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")


def rows_about(dotted: str) -> list[str]:
    """What the table of differences says of a name: the cases that show a call of it, or the name, as code."""
    name = re.escape(dotted.rpartition(".")[2])
    # `statistics.mean` is not about `mean`.
    holders = "|".join(["x", *(module.rpartition(".")[2] for module in MODULES if module)])
    call = re.compile(rf"(?:(?:{holders})\.)?{name}(?:$|\()")
    cases = [row.case for row in DIFFERENCES if any(call.match(code) for code in re.findall(r"`([^`]*)`", row.case))]
    return [case for case in cases if name not in PARAMETERS or not re.search(PARAMETERS[name], case)]


def parameters(function: Any) -> dict[str, inspect.Parameter] | None:
    """The parameters of a function; None if it does not tell them, or takes any."""
    try:
        told = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return None
    return None if any(p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL) for p in told.values()) else dict(told)


def lacking(theirs: Any, mine: Any) -> list[str]:
    """The parameters of NumPy's function that ours does not have."""
    if not inspect.isroutine(theirs) or isinstance(mine, xp.ufunc):
        return []
    wanted, has = parameters(theirs), parameters(mine)
    if wanted is None or has is None:
        return []
    return [name for name, p in wanted.items() if name not in has and name != "self" and p.kind != p.POSITIONAL_ONLY]


def looked_up(dotted: str) -> tuple[bool, Any]:
    """Whether the package has the name, and what it is."""
    outer, _, name = dotted.rpartition(".")
    holder = EXAMPLES.get(outer, found(xp, outer) if outer else xp)
    return hasattr(holder, name), getattr(holder, name, None)


def why_not(dotted: str) -> str | None:
    """Why a name, or the module or class that holds it, is out of scope."""
    while dotted:
        if why := reason(dotted):
            return why
        dotted = dotted.rpartition(".")[0]
    return None


def entry(dotted: str) -> Entry:
    """What becomes of one of NumPy's names."""
    there, mine = looked_up(dotted)
    if not there:
        why = why_not(dotted)
        return Entry(dotted, "out of scope", why) if why else Entry(dotted, "missing")
    if inspect.isroutine(mine) or inspect.isclass(mine):
        notes = rows_about(dotted)
    else:
        notes = [row.case for row in DIFFERENCES if f"`{dotted}`" in row.case]
    if left_out := lacking(found(np, dotted), mine):
        notes.append("without " + ", ".join(f"`{name}`" for name in left_out))
    return Entry(dotted, "differs" if notes else "supported", "; ".join(notes))


def groups() -> Iterator[tuple[str, list[Entry]]]:
    """Every group of names with its title."""
    for dotted in MODULES:
        prefix = f"{dotted}." if dotted else ""
        yield f"numpy.{dotted}".removesuffix("."), [entry(prefix + name) for name in names(dotted)]
    for dotted in CLASSES:
        yield f"numpy.{dotted}", [entry(f"{dotted}.{name}") for name in members(dotted)]


def table() -> str:
    """The table of all names as it should be."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["name", "status", "note"])
    for title, entries in groups():
        writer.writerows([f"{title}.{e.name.rpartition('.')[2]}", e.status, e.note] for e in entries)
    return file.getvalue()


def text() -> str:
    """The page as it should be."""
    blocks = []
    count: Counter[str] = Counter()
    for title, entries in groups():
        count.update(e.status for e in entries)
        others = [e for e in entries if e.status != "supported"]
        if others:
            blocks.append(f"## `{title}`\n\n{len(entries) - len(others)} of {len(entries)} names are supported.\n")
            lines = ["| name | status | |", "|---|---|---|"]
            alike: dict[tuple[str, str], list[str]] = {}
            for e in others:
                alike.setdefault((e.status, e.note), []).append(f"`{e.name.rpartition('.')[2]}`")
            lines += [f"| {', '.join(same)} | {status} | {cell(note)} |" for (status, note), same in alike.items()]
            blocks.append("\n".join(lines) + "\n")
    total = sum(count.values())
    lines = ["| | names | |", "|---|---|---|"]
    lines += [f"| {status} | {count[status]} | {count[status] / total:.1%} |" for status in STATUSES if count[status]]
    version = ".".join(np.__version__.split(".")[:2])
    return HEAD.format(version=version, counts="\n".join(lines)) + "\n" + "\n".join(blocks)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
    TABLE.write_text(table(), encoding="utf-8")
