"""The tables of a report."""

from benchmarks.measure import geometric_mean, ratio
from tools.reports import Table, subject_words

OURS, TORCH, COMPAT, TORCH_NUMPY, NUMPY, JAX = (
    "xp_torch",
    "torch",
    "array_api_compat.torch",
    "torch._numpy",
    "numpy",
    "jax.numpy",
)
COMPILED, TORCH_COMPILED = "xp_torch.compile", "torch.compile"
LOOP, JITTED = "xp_torch.compile, loops", "jax.jit"
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
    """Return the conditions of the measurement in one paragraph."""
    machine = report["machine"]
    words = [
        machine["processor"],
        f"{machine['cores']} cores, {report['threads']} threads",
        *([machine["gpu"]] if machine["gpu"] else []),
        machine["system"],
        subject_words(report["subject"]),
        *(f"{name} {version}" for name, version in report["versions"].items()),
        f"seed {report['seed']}",
        f"load average {report['load'][0]} before and {report['load'][-1]} after",
        f"{'full' if report['full'] else 'quick'} run of {report['seconds']:.0f} s",
    ]
    if report.get("device", "cpu") != "cpu":
        words.append(f"tensors on {report['device']}")
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
    groups = list(dict.fromkeys(row["group"] for row in rows))
    names = present(rows)
    timed = [row for row in rows if row["group"] != "attributes"]
    lines = []
    for label, chosen in [
        *((group, [row for row in rows if row["group"] == group]) for group in groups),
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
    """Return the lines that were not timed because the result isn't NumPy's."""
    found = {(row["name"], name): why for row in rows for name, why in row["differs"].items()}
    lines = tuple((*where, why) for where, why in found.items())
    return Table("Not timed: another result than NumPy's", ("line", "contender", "why"), lines, frozenset({0, 1, 2}))


def throughput_tables(rows):
    """The tables of the part ``throughput``."""
    lines = []
    for size in sorted({row["size"] for row in rows}):
        chosen = [row for row in rows if row["size"] == size and OURS in row["seconds"]]
        for group in [*dict.fromkeys(row["group"] for row in chosen), "all"]:
            own = [row for row in chosen if group in (row["group"], "all")]
            lines.append((f"{size:.0e}".replace("+0", ""), group, *throughput_cells(own)))
    header = ("size", "group", "cells", "torch where right", "torch", "numpy", "above 1.2 of NumPy", "spread")
    found = {"throughput": [Table("Time of xp_torch, beside plain torch and NumPy", header, tuple(lines))]}
    for base in (TORCH, NUMPY):
        found[f"throughput-worst-{base}"] = [worst_throughput(rows, base)]
    found["throughput-differ"] = [differing(rows)]
    return found


def throughput_cells(rows):
    """The figures of one group at one size."""
    right = [row for row in rows if not row["special"]]
    slow = sum((ratio(row, OURS, NUMPY) or 0) > 1.2 for row in rows)
    return (
        str(len(rows)),
        *means(right, TORCH, [OURS]),
        *means(rows, TORCH, [OURS]),
        *means(rows, NUMPY, [OURS]),
        str(slow),
        figure(geometric_mean([row["seconds"][OURS]["spread"] for row in rows])),
    )


def worst_throughput(rows, base):
    """The cells at the size nearest to a million where `xp_torch` is slowest beside `base`."""
    size = min({row["size"] for row in rows}, key=lambda size: abs(size - 1e6), default=0)
    chosen = [row for row in rows if row["size"] == size and ratio(row, OURS, base)]
    chosen.sort(key=lambda row: ratio(row, OURS, base), reverse=True)
    lines = tuple(
        (
            row["name"],
            row["dtype"],
            power_of_ten(row["elements"]),
            duration(row["seconds"][OURS]["min"]),
            figure(ratio(row, OURS, TORCH)),
            figure(ratio(row, OURS, NUMPY)),
            "only ordinary values" if row["special"] else "",
        )
        for row in chosen[:WORST]
    )
    header = ("line", "dtype", "elements", "xp_torch", "beside torch", "beside numpy", "plain torch is right for")
    return Table(f"Slowest beside {base}", header, lines, frozenset({0, 1}))


def power_of_ten(size):
    """A number of elements in a cell."""
    return f"{size:.0e}".replace("+0", "")


def growth_tables(rows):
    """The tables of the part ``growth``."""
    if not rows:
        return {"growth": [], "growth-lines": []}
    sizes = sorted({row["size"] for row in rows})
    found = {(row["name"], row["size"]): row for row in rows}
    names = list(dict.fromkeys(row["name"] for row in rows))
    groups = list(dict.fromkeys(row["group"] for row in rows))
    small = [row for row in rows if "small_pages" in row]

    def cells(chosen):
        own = [[row for row in chosen if row["size"] == size] for size in sizes]
        ratios = [[value for row in part if (value := ratio(row, OURS, NUMPY))] for part in own]
        means = [figure(geometric_mean(part)) for part in ratios]
        without = [figure(geometric_mean([small_pages(row) for row in chosen if row in small]))] if small else []
        return (*means, *without, str(sum(value > 1 for value in ratios[-1])))

    columns = (*map(power_of_ten, sizes), *([f"{power_of_ten(sizes[-1])}, small pages"] if small else []))
    parts = {group: [row for row in rows if row["group"] == group] for group in groups} | {"all": rows}
    summary = tuple(
        (group, str(sum(row["size"] == sizes[-1] for row in own)), *cells(own)) for group, own in parts.items()
    )
    header = ("group", "lines", *columns, f"NumPy faster at {power_of_ten(sizes[-1])}")
    pages = "with huge pages" if rows[0]["huge_pages"] else "without huge pages of torch"
    lines = []
    for name in sorted(names, key=lambda name: -(ratio(found[name, sizes[-1]], OURS, NUMPY) or 0)):
        last = found[name, sizes[-1]]
        ratios = tuple(figure(ratio(found[name, size], OURS, NUMPY)) for size in sizes)
        lines.append((name, *ratios, *([figure(small_pages(last))] if small else []), seconds_of(last)))
    return {
        "growth": [Table(f"Common functions beside NumPy, {pages}", header, summary)],
        "growth-lines": [Table("Lines beside NumPy", ("line", *columns, OURS), tuple(lines), frozenset({0}))],
    }


def small_pages(row):
    """The ratio to NumPy without huge pages of torch; None where it was not measured."""
    return ratio({"seconds": row.get("small_pages", {})}, OURS, NUMPY)


def seconds_of(row):
    """The time of `xp_torch` in a cell."""
    return duration(row["seconds"][OURS]["min"]) if OURS in row["seconds"] else "-"


def memory_tables(rows):
    """The tables of the part ``memory``."""

    def arrays(row, name):
        """A peak in multiples of 8 bytes an element."""
        return row["bytes"][name] / row["size"] / 8 if name in row["bytes"] else None

    both = [row for row in rows if {OURS, TORCH} <= set(row["bytes"])]
    over = [row for row in both if arrays(row, OURS) > arrays(row, TORCH) + 0.01]
    over.sort(key=lambda row: arrays(row, OURS) - arrays(row, TORCH), reverse=True)
    lines = tuple(
        (row["name"], row["dtype"], *(figure(arrays(row, name)) for name in (OURS, TORCH, NUMPY))) for row in over
    )
    header = ("line", "dtype", OURS, TORCH, NUMPY)
    totals = tuple(
        (
            dtype,
            str(len(own)),
            str(sum(row in over for row in own)),
            *(figure(sum(arrays(row, name) for row in own) / len(own)) for name in (OURS, TORCH)),
        )
        for dtype in dict.fromkeys(row["dtype"] for row in both)
        if (own := [row for row in both if row["dtype"] == dtype])
    )
    title = "Peak of allocations, in multiples of 8 bytes an element of the operand"
    summary = Table(title, ("dtype", "lines", "above torch", f"mean of {OURS}", f"mean of {TORCH}"), totals)
    return {"memory": [summary], "memory-over": [Table("Above plain torch's peak", header, lines, frozenset({0, 1}))]}


def program_tables(rows):
    """The tables of the part ``programs``."""
    lines = []
    for row in rows:
        seconds = row["seconds"]
        lines.append(
            (
                row["name"],
                row["mode"] + (f", {row['backend']}" if row["backend"] not in (None, "inductor") else ""),
                *(duration(seconds[name]["min"]) if name in seconds else "-" for name in (OURS, TORCH, NUMPY)),
                figure(ratio(row, OURS, TORCH)),
                figure(ratio(row, OURS, NUMPY)),
                figure(row["first_run"].get(OURS)),
                "; ".join(f"{name}: {why}" for name, why in row["differs"].items()),
            )
        )
    header = (
        "program",
        "mode",
        OURS,
        "torch by hand",
        "NumPy source",
        "beside torch",
        "beside NumPy",
        "first, s",
        "no",
    )
    table = Table("Whole programs", header, tuple(lines), frozenset({8}))
    return {"programs": [table, Table("Programs beside plain torch", BESIDE, tuple(beside_torch(rows)))]}


BESIDE = ("mode", "programs", "at most 1.1 times torch's time", "geometric mean")


def beside_torch(rows):
    """Lines for each mode: how many programs take at most a tenth longer than the program written for torch."""
    for mode in dict.fromkeys(row["mode"] for row in rows):
        ratios = [ratio(row, OURS, TORCH) for row in rows if row["mode"] == mode]
        ratios = [value for value in ratios if value is not None]
        near = sum(value <= 1.1 for value in ratios)
        yield mode, str(len(ratios)), str(near), figure(geometric_mean(ratios))


def compiled_tables(rows):
    """The tables of the part ``compiled``."""
    header = (
        *("program", "domain", NUMPY, f"{OURS}, eager", COMPILED, "beside NumPy", "first, s"),
        *("loops, beside NumPy", "first, s", "JAX, beside NumPy", "first, s", TORCH_COMPILED, "no"),
    )
    lines = []
    for row in rows:
        times = {name: duration(row["seconds"][name]["min"]) for name in row["seconds"]}
        lines.append(
            (
                row["name"],
                row["domain"],
                *(times.get(name, "-") for name in (NUMPY, OURS, COMPILED)),
                figure(ratio(row, COMPILED, NUMPY)),
                figure(row["first_run"]),
                figure(ratio(row, LOOP, NUMPY)),
                figure(row.get("first_of_loops")),
                figure(ratio(row, JITTED, NUMPY)),
                figure(row.get("first_of_jax")),
                times.get(TORCH_COMPILED, "-"),
                row["wrong"] or row["not_compiled"] or "",
            )
        )
    kernels = [row for row in rows if TORCH_COMPILED not in row["seconds"]]
    ratios = [ratio(row, COMPILED, NUMPY) for row in kernels if COMPILED in row["seconds"]]
    title = f"NumPy source in one graph: {len(ratios)} of {len(kernels)} kernels of NPBench"
    loops = [row for row in rows if JITTED in row["seconds"]]
    both = [figure(geometric_mean([ratio(row, name, NUMPY) for row in loops])) for name in (LOOP, JITTED)]
    mean = ("geometric mean", "", "", "", "", figure(geometric_mean(ratios)), "", both[0], "", both[1], "", "", "")
    return {"compiled": [Table(title, header, (*lines, mean) if ratios else tuple(lines), frozenset({12}))]}


def estimator_tables(rows):
    """The tables of the part ``estimators``."""
    lines = tuple(
        (
            row["name"],
            " x ".join(map(str, row["shape"])),
            *(
                duration(row["seconds"][name]["min"]) if name in row["seconds"] else "-"
                for name in (OURS, TORCH, NUMPY)
            ),
            figure(ratio(row, OURS, TORCH)),
            figure(ratio(row, OURS, NUMPY)),
        )
        for row in rows
    )
    header = ("estimator", "shape", OURS, TORCH, NUMPY, "beside torch", "beside NumPy")
    return {"estimators": [Table("scikit-learn with array API dispatch", header, lines)]}


def import_tables(rows):
    """The tables of the part ``imports``."""
    lines = tuple(
        (
            f"import {row['name']}" + (", after torch" if row["name"] != TORCH else ""),
            *(f"{row['seconds'][key] * 1e3:.0f} ms" for key in ("min", "median")),
            figure(row["seconds"]["spread"]),
        )
        for row in rows
    )
    return {"imports": [Table("Import in a fresh process", ("what", "min", "median", "spread"), lines)]}


def gpu_tables(content):
    """The tables of the part ``gpu``, which has none where there is no GPU."""
    lines = tuple(
        (
            row["name"],
            power_of_ten(row["size"]),
            duration(row["seconds"][OURS]["min"]) if row["seconds"] else "-",
            figure(ratio(row, OURS, TORCH)),
            str(row.get("waits", {}).get(OURS, "-")),
            row["wrong"] or "",
        )
        for row in content["rows"]
    )
    header = ("case", "size", OURS, "beside torch", "waits for the GPU", "wrong")
    title = "On the GPU" if content["ran"] else "On the GPU: NOT RUN, there is none"
    return {"gpu": [Table(title, header, lines or (("not run: no GPU", "-", "-", "-", "-", ""),))]}


PARTS = {
    "calls": call_tables,
    "throughput": throughput_tables,
    "growth": growth_tables,
    "memory": memory_tables,
    "programs": program_tables,
    "compiled": compiled_tables,
    "estimators": estimator_tables,
    "imports": import_tables,
    "gpu": gpu_tables,
}


def wrongs(report):
    """Return the defects of `xp_torch`, one line each."""
    found = []
    for part, content in report["parts"].items():
        rows = content["rows"] if isinstance(content, dict) else content
        for row in rows:
            if row.get("wrong"):
                where = " ".join(str(row[key]) for key in ("dtype", "mode", "size") if key in row)
                found.append(f"{part}: {row['name']} {where}: {row['wrong']}")
    return found


def tables(report):
    """The tables of `report` by name, in the order of its parts."""
    found = {}
    for name, content in report["parts"].items():
        found.update(PARTS[name](content))
    return found
