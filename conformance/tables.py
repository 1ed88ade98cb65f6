"""The tables of a report, as Markdown and as HTML, and their place in a published page."""

import html
import re
from dataclasses import dataclass
from pathlib import Path

from conformance.run import CannotRun
from conformance.suite import MENDED

TERMINAL_ROWS = 40
CAUSE_IDS = 5  # named in a table of causes; the JSON has them all


@dataclass(frozen=True)
class Table:
    """A table with a heading; cells are plain text, and `code` numbers the columns set as code."""

    title: str
    header: tuple
    rows: tuple
    code: frozenset = frozenset()


def tables(report):
    """The tables of `report` by name: ``summary``, ``chapters``, ``causes`` and ``missing``."""
    found = {"summary": summary(report), "chapters": chapters(report)}
    tested = [item for item in report["namespaces"] if item["tested"]]
    found["causes"] = [causes(item) for item in tested]
    found["missing"] = [table for item in tested for table in gaps(item)]
    return {name: table if isinstance(table, list) else [table] for name, table in found.items()}


def summary(report):
    """One row a namespace."""
    header = ("namespace", "version", "passed", "failed", "crashed", "skipped", "missing", "time")
    rows = []
    for item in report["namespaces"]:
        counts = item["counts"]
        missing = len(item["missing"]) + len(item["skipped_here_only"])
        figures = (counts["passed"], counts["failed"], counts["crashed"], counts["skipped"], missing)
        rows.append((item["module"], item["version"], *map(str, figures), f"{item['seconds']:.0f} s"))
    return Table("Conformance", header, tuple(rows), frozenset({0}))


def chapters(report):
    """One row a chapter, one column a namespace: passed / failed, crashes included / skipped."""
    spaces = report["namespaces"]
    rows = []
    for name in sorted({chapter for item in spaces for chapter in item["chapters"]}):
        row = [name]
        for item in spaces:
            counts = item["chapters"].get(name)
            row.append(outcome(counts) if counts else "-")
        rows.append(tuple(row))
    rows.append(("total", *(outcome(item["counts"]) for item in spaces)))
    header = ("chapter", *(item["module"] for item in spaces))
    return Table("By chapter: passed / failed / skipped", header, tuple(rows))


def outcome(counts):
    """Three figures in one cell."""
    return f"{counts['passed']} / {counts['failed'] + counts['crashed']} / {counts['skipped']}"


def causes(item):
    """The failures of one namespace, grouped by cause."""
    rows = tuple((str(len(names)), cause, some(names)) for cause, names in item["causes"].items())
    return Table(f"Failures by cause: {item['module']}", ("tests", "cause", "ids"), rows, frozenset({1, 2}))


def gaps(item):
    """Return the tables of the ids that one namespace lacks and of the ids that it skipped, without empty tables."""
    found = []
    if item["missing"]:
        rows = tuple((name,) for name in item["missing"])
        found.append(Table(f"Missing beside NumPy's run: {item['module']}", ("id",), rows, frozenset({0})))
    if item["skipped_here_only"]:
        rows = tuple((name,) for name in item["skipped_here_only"])
        found.append(Table(f"Skipped here and not by NumPy: {item['module']}", ("id",), rows, frozenset({0})))
    if item["skips"]:
        rows = tuple((str(len(names)), reason, some(names)) for reason, names in item["skips"].items())
        found.append(Table(f"Skips: {item['module']}", ("tests", "reason", "ids"), rows, frozenset({2})))
    return found


def some(names):
    """Return the first few ids, without their common prefix, and the number of the others."""
    shown = " ".join(name.removeprefix("array_api_tests/") for name in names[:CAUSE_IDS])
    return shown + (f" and {len(names) - CAUSE_IDS} more" if len(names) > CAUSE_IDS else "")


def conditions(report):
    """Return the conditions of the measurement in one paragraph."""
    suite = report["suite"]
    pinned = "" if suite["pinned"] else " (not the pinned commit)"
    words = [
        f"array-api-tests {suite['commit'][:7]}{suite['commit'][40:]}{pinned}",
        f"standard {report['api_version']}",
        f"{report['max_examples']} examples",
        f"seed {report['seed']}",
        "no skip or xfail list",
        *(f"{name} {version}" for name, version in report["versions"].items()),
        report["date"],
    ]
    if report["default_dtype"]:
        words.append(f"default dtype {report['default_dtype']}, where the namespace has such a switch")
    if report.get("compiled"):
        words.append("every function compiled into one graph, without data-dependent shapes")
    if report.get("distributed"):
        words.append(f"every array sharded over {report['distributed']} processes")
    if report.get("device"):
        words.append(f"device {report['device']}")
    if report.get("low_precision"):
        words.append(f"{report['low_precision']} given as float32, and no complex64")
    if report["lift_skips"]:
        words.append("the suite's own skips lifted")
    if report["api_version"] in MENDED:
        words.append("two defects of the suite in its oldest versions mended for every module")
    if report["selection"]:
        words.append("only " + " ".join(report["selection"]))
    if report["in_tree"]:
        words.append("the checkout, not an installed package")
    return "; ".join(words) + "."


def sections(lead, groups, titled=()):
    """The Markdown of every part of a page, by the name of its markers; tables of `titled` parts have titles."""
    found = {"conditions": lead}
    for name, group in groups.items():
        # The page itself has a heading for each part; within one that may hold several tables each needs its name.
        title = "**{}**\n\n" if name in titled else ""
        parts = [title.format(table.title) + markdown_table(table) for table in group]
        found[name] = "\n\n".join(parts) or "None."
    return found


def markdown_page(title, lead, warnings, found):
    """A page of tables as Markdown."""
    parts = [f"# {title}", lead, *(f"**{line}**" for line in warnings)]
    for table in found:
        parts += [f"## {table.title}", markdown_table(table)]
    return "\n\n".join(parts) + "\n"


def problems(report):
    """Return a line for each namespace whose run as a whole is invalid."""
    return [f"{item['module']}: {item['problem']}." for item in report["namespaces"] if item["problem"]]


def markdown_table(table):
    """One table as Markdown; a line of words where it has no rows."""
    if not table.rows:
        return "None."

    def cell(text, column):
        # A pipe would end the cell, even inside code.
        text = text.replace("|", "\\|")
        if column not in table.code:
            return re.sub(r"([*_<`])", r"\\\1", text)
        return f"`{text.replace('`', chr(39))}`"

    rows = [[cell(text, column) for column, text in enumerate(row)] for row in table.rows]
    lines = ["| " + " | ".join(row) + " |" for row in (table.header, *rows)]
    lines.insert(1, "|" + " --- |" * len(table.header))
    return "\n".join(lines)


def plain(table):
    """Return a table for a terminal, shortened and without lists of ids."""
    kept = [column for column, name in enumerate(table.header) if name != "ids"]
    rows = [[row[column] for column in kept] for row in (table.header, *table.rows[:TERMINAL_ROWS])]
    widths = [max(len(text) for text in column) for column in zip(*rows, strict=True)]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    if len(table.rows) > TERMINAL_ROWS:
        lines.append(f"... and {len(table.rows) - TERMINAL_ROWS} more rows in the files")
    return "\n".join(lines)


STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { border: 1px solid #bbb; padding: .25rem .6rem; text-align: left; vertical-align: top; }
th { background: #eee; }
code { font-size: 13px; overflow-wrap: anywhere; }
"""


def html_page(title, lead, warnings, found):
    """A page of tables as one self-contained HTML page."""
    parts = [f"<h1>{html.escape(title)}</h1>\n<p>{html.escape(lead)}</p>"]
    parts += [f"<p><strong>{html.escape(line)}</strong></p>" for line in warnings]
    parts += [f"<h2>{html.escape(table.title)}</h2>\n{html_table(table)}" for table in found]
    head = f'<meta charset="utf-8">\n<title>{html.escape(title)}</title>\n<style>{STYLE}</style>'
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body></html>\n'


def html_table(table):
    """One table as HTML; a line of words where it has no rows."""
    if not table.rows:
        return "<p>None.</p>"

    def cell(text, column):
        text = html.escape(text)
        return f"<td><code>{text}</code></td>" if column in table.code else f"<td>{text}</td>"

    head = "".join(f"<th>{html.escape(name)}</th>" for name in table.header)
    rows = ["<tr>" + "".join(cell(text, column) for column, text in enumerate(row)) + "</tr>" for row in table.rows]
    return f"<table>\n<tr>{head}</tr>\n" + "\n".join(rows) + "\n</table>"


def check_pages(paths, mark):
    """Raise an error for pages without the markers, before a long run instead of after it."""
    for path in paths:
        if not Path(path).is_file() or f"<!-- {mark}:" not in Path(path).read_text(encoding="utf-8"):
            raise CannotRun(f"{path} is no page with <!-- {mark}:NAME --> markers")


def put(parts, path, mark):
    """Put Markdown by name between ``<!-- mark:NAME -->`` and ``<!-- /mark:NAME -->``, and say which were found."""
    path = Path(path)
    text = path.read_text(encoding="utf-8")
    found = []
    for name, part in parts.items():
        begin, end = f"<!-- {mark}:{name} -->", f"<!-- /{mark}:{name} -->"
        head, opened, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if opened and closed:
            found.append(name)
            text = f"{head}{begin}\n{part}\n{end}{tail}"
    if not found:
        raise ValueError(f"{path} has no <!-- {mark}:NAME --> markers")
    path.write_text(text, encoding="utf-8")
    return found
