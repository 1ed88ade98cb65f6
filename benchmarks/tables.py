"""The tables of a report."""

from benchmarks.measure import geometric_mean, ratio
from conformance.tables import Table, markdown_table

OURS, TORCH, COMPAT, TORCH_NUMPY, NUMPY, JAX = (
    "xp_torch",
    "torch",
    "array_api_compat.torch",
    "torch._numpy",
    "numpy",
    "jax.numpy",
)
OTHERS = (OURS, COMPAT, TORCH_NUMPY, NUMPY, JAX)
WORST = 25


def figure(value, digits=2):
    """A ratio in a cell."""
    if value is None:
        return "-"
    return f"{value:.{digits}f}" if value < 100 else f"{value:.0f}"


def duration(seconds):
    """A time in a cell."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def conditions(report):
    """What the figures stand on, in one paragraph."""
    machine = report["machine"]
    words = [
        machine["processor"],
        f"{machine['cores']} cores, {report['threads']} threads",
        *([machine["gpu"]] if machine["gpu"] else []),
        machine["system"],
        *(f"{name} {version}" for name, version in report["versions"].items()),
        f"seed {report['seed']}",
        f"load average {report['load'][0]} before and {report['load'][-1]} after",
        f"{'full' if report['full'] else 'quick'} run of {report['seconds']:.0f} s",
        report["date"],
    ]
    if report["only"]:
        words.append("only " + ", ".join(report["only"]))
    if report["in_tree"]:
        words.append("the checkout, not an installed package")
    return "; ".join(words) + "."


def present(rows, names=OTHERS):
    """The contenders that at least one row has timed."""
    return [name for name in names if any(name in row["seconds"] for row in rows)]


def means(rows, base, names, key="min"):
    """The geometric means of the ratios to `base`, one cell a contender, over the rows that have both."""
    return tuple(figure(geometric_mean([ratio(row, name, base, key) for row in rows])) for name in names)


def call_tables(rows):
    """The tables of the part ``calls``."""
    from_groups = list(dict.fromkeys(row["group"] for row in rows))
    names = present(rows)
    timed = [row for row in rows if row["group"] != "attributes"]
    lines = []
    for label, chosen in [
        *((group, [row for row in rows if row["group"] == group]) for group in from_groups),
        ("all but attributes", timed),
        ("all but attributes, by medians", timed),
    ]:
        kept = [row for row in chosen if TORCH in row["seconds"]]
        if kept:
            key = "median" if label.endswith("medians") else "min"
            typical = geometric_mean([row["seconds"][TORCH][key] for row in kept])
            worst = max((ratio(row, OURS, TORCH, key) for row in kept), default=None)
            spread = geometric_mean([row["seconds"][OURS]["spread"] for row in kept])
            cells = (str(len(kept)), duration(typical), *means(kept, TORCH, names, key), figure(worst), figure(spread))
            lines.append((label, *cells))
    header = ("group", "lines", "torch", *names, "worst of xp_torch", "spread")
    found = {"calls": [Table("Cost of a call on 3 elements, beside plain torch", header, tuple(lines))]}
    ranked = sorted(
        (row for row in timed if TORCH in row["seconds"]), key=lambda row: ratio(row, OURS, TORCH), reverse=True
    )
    lines = tuple(
        (
            row["name"],
            row["torch"],
            duration(row["seconds"][TORCH]["min"]),
            *(figure(ratio(row, name, TORCH)) for name in names),
            figure(ratio(row, OURS, TORCH, "median")),
        )
        for row in ranked[:WORST]
    )
    header = ("line", "plain torch", "torch", *names, "xp_torch by medians")
    found["calls-worst"] = [Table("The lines that cost most beside plain torch", header, lines, frozenset({0, 1}))]
    found["calls-differ"] = [differing(rows)]
    return found


def differing(rows):
    """What was not timed because its result isn't NumPy's."""
    lines = tuple((row["name"], name, why) for row in rows for name, why in row["differs"].items())
    return Table("Not timed: another result than NumPy's", ("line", "contender", "why"), lines, frozenset({0, 1, 2}))


PARTS = {"calls": call_tables}


def tables(report):
    """The tables of `report` by name, in the order of its parts."""
    found = {}
    for name, content in report["parts"].items():
        found.update(PARTS[name](content))
    return found


def sections(report):
    """The Markdown of every part of a page, by the name that its markers carry."""
    found = {"conditions": conditions(report)}
    for name, group in tables(report).items():
        found[name] = "\n\n".join(markdown_table(table) for table in group) or "None."
    return found
