"""One library on its own tests: with NumPy, and with its imports of NumPy changed to the package."""

import shutil
import tempfile
from pathlib import Path

from conformance.libraries import sources
from conformance.pytest_run import PytestRun, run_pytest
from tools.imports import imported_from

IGNORED = shutil.ignore_patterns("__pycache__", ".git")


def run(library, *, in_tree=False, only=None, seconds=60, log=None):
    """Run the tests of `library` with NumPy and with the package and return the row of the report.

    `only` is an expression of pytest's ``-k``.
    """
    path, source = sources.site(library), sources.tests(library)
    records = {}
    for module in ("numpy", "xp_torch"):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / library.name
            copied(library, path, source, folder)
            if module != "numpy":
                changed(folder, module, library.keeps)
            record = PytestRun(module)
            options = [*library.options, *(["-k", only] if only else [])]
            records[module] = run_pytest(
                record,
                folder,
                library.tests,
                options=options,
                paths=(folder, path),
                in_tree=in_tree,
                seconds=seconds,
                log=log,
            )
    return row_of(library, records["numpy"], records["xp_torch"])


def copied(library, path, source, folder):
    """Copy the library's tests and its installed package to `folder`."""
    if source:
        shutil.copytree(source, folder, ignore=IGNORED)
    folder.mkdir(exist_ok=True)
    for name in sources.packages(library, path):
        if (path / name).is_dir():
            shutil.copytree(path / name, folder / name, ignore=IGNORED, dirs_exist_ok=True)
        else:
            shutil.copy(path / name, folder / name)


def changed(folder, module, keeps=()):
    """Change the imports of NumPy in every file below `folder`, but for the names `keeps`."""
    for file in folder.rglob("*.py"):
        text = file.read_text(encoding="utf-8", errors="surrogateescape")
        try:
            new = imported_from(text, module, keeps)
        except SyntaxError:  # a template, or code of Python 2
            continue
        file.write_text(new, encoding="utf-8", errors="surrogateescape")


def row_of(library, reference, found):
    """The report of one library: how many tests pass with NumPy and here, and why the others fail."""
    wanted = reference.ids_of("passed")
    passed = wanted & found.ids_of("passed")
    failed = {key: why(key, found) for key in sorted(wanted - passed)}
    share = len(passed) / len(wanted) if wanted else 0.0
    return {
        "library": library.name,
        "version": library.version,
        "numpy": len(wanted),
        "passed": len(passed),
        "share": share,
        "least": library.share,
        "holds": bool(wanted) and share >= library.share,
        "failed": failed,
        "errors": {"numpy": reference.errors, "xp_torch": found.errors},
    }


def why(key, found):
    """The error of a test that does not pass here."""
    outcome = found.outcomes.get(key)
    if outcome is not None:
        return found.causes.get(key, outcome)
    file = key.partition("::")[0]
    text = next((text for name, text in found.errors.items() if file.startswith(name) or name == "pytest"), None)
    return last_line(text) if text else "no such test: another list of parameters"


def last_line(text):
    """The last line of an error that is not blank."""
    return next((line.removeprefix("E").strip() for line in reversed(text.splitlines()) if line.strip()), "")
