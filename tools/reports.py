"""The one writer of reports: tables as text, Markdown and HTML, published pages, and the frame of a command."""

import argparse
import datetime as dt
import html
import importlib
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from tools.clones import ROOT, SuiteUnavailable, commit_of

OK, FAILED, USAGE, UNAVAILABLE, INTERRUPTED = 0, 1, 2, 3, 130
TERMINAL_ROWS = 40


class CannotRun(Exception):
    """A command can't be carried out as given, or what it needs is missing."""


@dataclass(frozen=True)
class Table:
    """A table with a heading; cells are plain text, and `code` numbers the columns set as code."""

    title: str
    header: tuple
    rows: tuple
    code: frozenset = frozenset()


def shout(text):
    """Print a warning to the error stream."""
    print(f"\n!!! {text}\n", file=sys.stderr)


def status_of(command, arguments):
    """Carry out a command and return its exit status."""
    try:
        return command(arguments)
    except SuiteUnavailable as error:
        shout(f"CONFORMANCE SUITE UNAVAILABLE, NOTHING WAS TESTED: {error}")
        return UNAVAILABLE
    except CannotRun as error:
        shout(str(error))
        return USAGE
    except KeyboardInterrupt:
        shout("interrupted")
        return INTERRUPTED


def parser(name, description, epilog, mark="", kinds=(), default="", again="running"):
    """Return the parser of a command, with the options of its report: its forms `kinds` and its pages' `mark`."""
    made = argparse.ArgumentParser(
        prog=f"python -m {name}",
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if again:
        help_again = f"make the tables of an earlier --json again instead of {again}"
        made.add_argument("--report", metavar="FILE", type=Path, help=help_again)
    for kind in kinds:
        made.add_argument(f"--{kind}", metavar="FILE", type=Path, help=f"write the report as {kind}{default}")
    if mark:
        pages = f"a page with <!-- {mark}:NAME --> markers, whose marked tables are replaced"
        made.add_argument("--publish", metavar="FILE", action="append", default=[], help=pages)
    return made


def needed(name, what, hint=""):
    """Return a module that only some commands need; raise `CannotRun` where something is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise CannotRun(f"{what} needs {error.name}, which can't be imported: {error}{hint}") from error


def check_known(what, names, known):
    """Raise an error for names that are not there."""
    if unknown := sorted(set(names) - set(known)):
        raise CannotRun(f"no such {what}: {', '.join(unknown)}; there are {', '.join(sorted(known))}")


def subject(version):
    """Return what a report is about: the package's version, the commit of this checkout, and today's date."""
    today = dt.datetime.now(dt.UTC).strftime("%Y-%m-%d")
    # Another command may have published its tables to the pages before.
    return {"version": version, "commit": commit_of(ROOT, ("docs", "*.md")), "date": today}


def subject_words(subject):
    """Return a report's subject as every page shows it: "xp_torch 2.4.0 (commit 21771c1, 2026-11-28)"."""
    return f"xp_torch {subject['version']} (commit {short_commit(subject['commit'])}, {subject['date']})"


def short_commit(commit):
    """Return seven digits of a commit, and whether the checkout had changes."""
    return commit[:7] + commit[40:]


def read(path):
    """Return the report in the file `path`."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRun(f"{path} is no report: {error}") from error


def write(report, path):
    """Write `report` as JSON to the file `path`."""
    Path(path).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def deliver(asked, report, title, lead, groups, mark, warnings=(), titled=(), more=None, folder=None):
    """Write the report in the forms that are asked for, or in all of them to `folder`, and put its tables on pages.

    `groups` are the tables by the names of the pages' markers, and `more` other Markdown for markers.
    """
    every = [table for group in groups.values() for table in group]
    for form, suffix in (("json", "json"), ("markdown", "md"), ("html", "html")):
        path = getattr(asked, form, None) or (folder and folder / f"{mark}.{suffix}")
        if not path:
            continue
        if form == "json":
            write(report, path)
        else:
            page = markdown_page if form == "markdown" else html_page
            path.write_text(page(title, lead, warnings, every), encoding="utf-8")
        print(f"wrote {path}")
    for path in asked.publish:
        put(sections(lead, groups, titled) | (more or {}), path, mark)


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


def markdown_table(table):
    """One table as Markdown; a line of words where it has no rows."""
    if not table.rows:
        return "None."

    def cell(text, column):
        # A pipe would end the cell, even inside code.
        text = text.replace("|", "\\|")
        if column not in table.code or not text:
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
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { border: 1px solid #8888; padding: .25rem .6rem; text-align: left; vertical-align: top; }
th { background: #8883; }
code { font-size: 13px; overflow-wrap: anywhere; }
"""


def html_page(title, lead, warnings, found):
    """A page of tables as one self-contained HTML page."""
    parts = [f"<h1>{html.escape(title)}</h1>\n<p>{html.escape(lead)}</p>"]
    parts += [f"<p><strong>{html.escape(line)}</strong></p>" for line in warnings]
    parts += [f"<h2>{html.escape(table.title)}</h2>\n{html_table(table)}" for table in found]
    metas = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">'
    head = f"{metas}\n<title>{html.escape(title)}</title>\n<style>{STYLE}</style>"
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
