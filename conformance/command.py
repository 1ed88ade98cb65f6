"""What every command shares: its parser, its exit statuses, and how its report is read and written."""

import argparse
import importlib
import json
import sys
from pathlib import Path

from conformance import tables
from conformance.run import CannotRun
from conformance.suite import SuiteUnavailable

OK, FAILED, USAGE, UNAVAILABLE, INTERRUPTED = 0, 1, 2, 3, 130


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
            page = getattr(tables, f"{form}_page")
            path.write_text(page(title, lead, warnings, every), encoding="utf-8")
        print(f"wrote {path}")
    for path in asked.publish:
        tables.put(tables.sections(lead, groups, titled) | (more or {}), path, mark)
