"""The plots of a report: small PNG files that the documentation shows."""

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt

from benchmarks.measure import geometric_mean, ratio
from benchmarks.tables import COMPILED, NUMPY, OTHERS, OURS, TORCH, power_of_ten, present, small_pages

COLOURS = {
    OURS: "#0b6e4f",
    TORCH: "#888888",
    NUMPY: "#3b5ba5",
    "array_api_compat.torch": "#e0a458",
    "torch._numpy": "#a23b3b",
    "jax.numpy": "#7b4fa3",
}
STYLE = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "savefig.dpi": 100,
    "axes.axisbelow": True,
}


def draw(report, folder):
    """Write a plot of each part that has one into `folder`, and return the paths."""
    written = []
    with mpl.rc_context(STYLE):
        for name, plot in PLOTS.items():
            part = name.partition("-")[0]
            rows = report["parts"].get(part)
            figure = plot(rows) if rows else None
            if figure is not None:
                path = folder / f"benchmarks-{name}.png"
                figure.savefig(path, bbox_inches="tight", metadata={"Software": None})
                plt.close(figure)
                written.append(path)
    return written


def ratio_axis(axis, label):
    """A logarithmic axis of ratios with a line at one."""
    axis.axvline(1, color=COLOURS[TORCH], linewidth=1)
    axis.set_xscale("log")
    axis.xaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_xlabel(label)
    axis.grid(axis="x", alpha=0.3)


def calls_by_group(rows):
    """The geometric mean of each group and contender."""
    rows = [row for row in rows if TORCH in row["seconds"]]
    names, groups = present(rows), list(dict.fromkeys(row["group"] for row in rows))[::-1]
    figure, axis = plt.subplots(figsize=(7, 0.32 * len(groups) + 1))
    for name in names:
        means = [geometric_mean([ratio(row, name, TORCH) for row in rows if row["group"] == group]) for group in groups]
        points = [(mean, place) for place, mean in enumerate(means) if mean]
        axis.plot(*zip(*points, strict=True), "o", color=COLOURS[name], label=name, markersize=5)
    axis.set_yticks(range(len(groups)), groups)
    ratio_axis(axis, "time of a call on 3 elements, plain torch = 1")
    axis.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return figure


def calls_by_line(rows):
    """Every line's ratio, from the best to the worst."""
    rows = [row for row in rows if TORCH in row["seconds"] and row["group"] != "attributes"]
    if not rows:
        return None
    figure, axis = plt.subplots(figsize=(7, 3))
    for name in present(rows, OTHERS):
        values = sorted(value for row in rows if (value := ratio(row, name, TORCH)))
        axis.plot(np.linspace(0, 100, len(values)), values, color=COLOURS[name], label=name)
    axis.axhline(1, color=COLOURS[TORCH], linewidth=1)
    axis.set_yscale("log")
    axis.yaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_xlabel("lines, in % of all")
    axis.set_ylabel("time, plain torch = 1")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8, frameon=False)
    return figure


def throughput(rows):
    """Every cell at the largest size beside plain torch and beside NumPy."""
    size = max(row["size"] for row in rows)
    rows = [row for row in rows if row["size"] == size and {OURS, TORCH, NUMPY} <= set(row["seconds"])]
    if not rows:
        return None
    figure, axis = plt.subplots(figsize=(7, 4))
    for number, group in enumerate(dict.fromkeys(row["group"] for row in rows)):
        own = [row for row in rows if row["group"] == group]
        x, y = ([ratio(row, OURS, base) for row in own] for base in (TORCH, NUMPY))
        axis.plot(x, y, "o", color=f"C{number}", markersize=4, alpha=0.6, label=group)
    axis.axhline(1, color=COLOURS[TORCH], linewidth=1)
    axis.set_yscale("log")
    axis.set_ylabel("beside NumPy")
    axis.set_title(f"time of xp_torch on {size:,} elements", fontsize=9)
    ratio_axis(axis, "beside plain torch")
    axis.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return figure


def throughput_by_size(rows):
    """The geometric mean of each group over the sizes."""
    sizes = sorted({row["size"] for row in rows})
    if len(sizes) < 2:
        return None
    figure, axes = plt.subplots(1, 2, figsize=(8, 3), sharey=True)
    for axis, base in zip(axes, (TORCH, NUMPY), strict=True):
        for number, group in enumerate(dict.fromkeys(row["group"] for row in rows)):
            means = []
            for size in sizes:
                own = [row for row in rows if (row["group"], row["size"]) == (group, size)]
                means.append(geometric_mean([ratio(row, OURS, base) for row in own]))
            points = [(size, mean) for size, mean in zip(sizes, means, strict=True) if mean]
            if points:
                axis.plot(*zip(*points, strict=True), "o-", color=f"C{number}", markersize=3, label=group)
        axis.axhline(1, color=COLOURS[TORCH], linewidth=1)
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.yaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
        axis.set_xlabel("elements")
        axis.set_title(f"time of xp_torch, {base} = 1", fontsize=9)
        axis.grid(alpha=0.3)
    axes[1].legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return figure


def growth(rows):
    """Every line's ratio to NumPy by size, a box and its points for each size."""
    rows = [row for row in rows if {OURS, NUMPY} <= set(row["seconds"])]
    if not rows:
        return None
    sizes = sorted({row["size"] for row in rows})
    columns = [(power_of_ten(size), [ratio(row, OURS, NUMPY) for row in rows if row["size"] == size]) for size in sizes]
    without = [value for row in rows if (value := small_pages(row))]
    columns += [(f"{power_of_ten(sizes[-1])}\nsmall pages", without)] if without else []
    figure, axis = plt.subplots(figsize=(7, 3.5))
    for place, (_, values) in enumerate(columns):
        shifts = np.linspace(-0.3, 0.3, len(values))
        axis.plot(place + shifts, sorted(values), ".", color=COLOURS[OURS], markersize=4)
        mean = geometric_mean(values)
        axis.hlines(mean, place - 0.35, place + 0.35, color=COLOURS["torch._numpy"])
        axis.annotate(f"{mean:.2f}", (place + 0.36, mean), fontsize=8, va="center")
    axis.axhline(1, color=COLOURS[TORCH], linewidth=1)
    axis.set_yscale("log")
    axis.yaxis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_xticks(range(len(columns)), [label for label, _ in columns])
    axis.set_xlabel("elements; a point a line, from the fastest to the slowest")
    axis.set_ylabel("time of xp_torch, NumPy = 1")
    axis.grid(axis="y", alpha=0.3)
    return figure


def programs(rows):
    """Each program's time beside the same written for plain tensors by hand."""
    rows = [row for row in rows if {OURS, TORCH} <= set(row["seconds"])]
    if not rows:
        return None
    figure, axes = plt.subplots(1, 2, figsize=(8, 2.8), sharey=True)
    names = list(dict.fromkeys(row["name"] for row in rows))[::-1]
    for axis, mode in zip(axes, ("eager", "compiled"), strict=True):
        for shift, contender in ((0.2, OURS), (-0.2, NUMPY)):
            own = {row["name"]: ratio(row, contender, TORCH) for row in rows if row["mode"] == mode}
            values = [own.get(name) or 0 for name in names]
            places = np.arange(len(names)) + shift
            label = (
                contender if contender == OURS else "NumPy" if mode == "eager" else "torch.compile of the NumPy source"
            )
            axis.barh(places, values, height=0.35, color=COLOURS[contender], label=label)
        axis.set_yticks(range(len(names)), names)
        axis.axvline(1, color=COLOURS[TORCH], linewidth=1)
        axis.set_xlabel(f"{mode}, plain torch by hand = 1")
        axis.legend(fontsize=7, frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.2))
    return figure


def compiled(rows):
    """Each program's time in one graph, and eager, beside NumPy's."""
    rows = sorted((row for row in rows if COMPILED in row["seconds"]), key=lambda row: -ratio(row, COMPILED, NUMPY))
    if not rows:
        return None
    figure, axis = plt.subplots(figsize=(7, 0.18 * len(rows) + 1))
    for name, colour, label in (
        (OURS, COLOURS["array_api_compat.torch"], "eager"),
        (COMPILED, COLOURS[OURS], COMPILED),
    ):
        points = [(ratio(row, name, NUMPY), place) for place, row in enumerate(rows)]
        axis.plot(*zip(*points, strict=True), "o", color=colour, label=label, markersize=4)
    axis.set_yticks(range(len(rows)), [row["name"] for row in rows], fontsize=7)
    ratio_axis(axis, "beside NumPy")
    axis.legend(fontsize=8, frameon=False)
    return figure


def memory(rows):
    """The peaks of the lines that allocate more than plain torch."""
    rows = [row for row in rows if {OURS, TORCH} <= set(row["bytes"])]
    if not rows:
        return None
    figure, axis = plt.subplots(figsize=(7, 3))
    for name in (TORCH, OURS):
        values = sorted(row["bytes"][name] / row["size"] / 8 for row in rows)
        axis.plot(np.linspace(0, 100, len(values)), values, color=COLOURS[name], label=name)
    axis.set_xlabel("lines, in % of all")
    axis.set_ylabel("peak, in arrays of 8 bytes an element")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8, frameon=False)
    return figure


PLOTS = {
    "calls-by-group": calls_by_group,
    "calls-by-line": calls_by_line,
    "throughput": throughput,
    "throughput-by-size": throughput_by_size,
    "growth": growth,
    "memory": memory,
    "programs": programs,
    "compiled": compiled,
}
